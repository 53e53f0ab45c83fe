"""`pbp check`, lines to other servers: certificates, logins, the first try that is put off."""

import shutil
import socket
import ssl
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest

from pbp.commands import check_machine, check_mail
from pbp.commands.check import findings
from pbp.commands.check_mail import login, to_ourselves
from pbp.commands.check_mailbox import mailbox
from pbp.commands.check_names import knock_at, names
from pbp.config import load_config
from tests.check.test_check import HOST, records, rows, written
from tests.post.conftest import Smarthost
from tests.post.imap_stand_in import StandIn

HERE, POST = Path(__file__).parent, Path(__file__).parents[1] / "post"
NOW = datetime(2026, 12, 1, tzinfo=UTC)
ENDS = datetime(2126, 11, 6, 9, 45, 29, tzinfo=UTC)


@pytest.fixture
def host():
    made = []

    def make(script=lambda _said: None, kind=Smarthost):
        made.append(kind(script))
        return made[-1]

    yield make
    for one in made:
        one.close()


class TlsSmarthost(Smarthost):
    """The same behind TLS (RFC 8314), with the certificate of tests/post."""

    def _serve(self) -> None:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(POST / "localhost.pem", POST / "localhost.key")
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            try:
                with (
                    context.wrap_socket(client, server_side=True) as line,
                    line.makefile("rwb") as f,
                ):
                    self._converse(f)
            except OSError:
                continue


def smtp_config(folder, port: int, more: str = "security: none"):
    smtp = f"{{host: localhost, port: {port}, {more}}}"
    return load_config(written(folder, f"delivery:\n  transport: smtp\n  smtp: {smtp}\n"))


# -- certificates ------------------------------------------------------------


def with_certificate(folder, certificate: Path, key: Path) -> Path:
    shutil.copy(certificate, folder / "c.pem")
    shutil.copy(key, folder / "k.pem")
    text = "intake:\n  smtp: {port: 0, tls_certificate: c.pem, tls_key: k.pem}\n"
    return written(folder, text)


def test_a_certificate_of_ours_is_fine_until_two_weeks_before_its_end(tmp_path):
    config = load_config(with_certificate(tmp_path, POST / "localhost.pem", POST / "localhost.key"))

    def found(now):
        every = check_machine.machine(config, now, running=False)
        return next(f for f in every if f.what == "certificate of smtp")

    assert found(NOW).state == "fine"
    assert "2126-11-06" in found(NOW).found
    late = found(ENDS - timedelta(days=13, hours=1))
    assert late.state == "wrong"
    assert "13 days from now" in late.found
    assert "renew" in late.do


def test_a_certificate_that_has_ended_is_wrong_and_it_is_said_why(tmp_path):
    file = with_certificate(tmp_path, HERE / "expired.pem", HERE / "expired.key")
    found = rows(file)["certificate of smtp"]
    assert found["state"] == "wrong"
    assert "expired" in found["found"]


def test_a_key_of_another_certificate_is_wrong(tmp_path):
    file = with_certificate(tmp_path, POST / "localhost.pem", HERE / "expired.key")
    assert rows(file)["certificate of smtp"]["state"] == "wrong"


def test_the_certificate_of_a_smarthost_is_told_two_weeks_before_its_end(tmp_path, host):
    door = host(kind=TlsSmarthost)
    config = smtp_config(tmp_path, door.port, f"security: tls, ca_file: {POST}/localhost.pem")
    assert [f.state for f in login(config, NOW)] == ["fine"]
    fine, hint = login(config, ENDS - timedelta(days=3))
    assert (fine.state, hint.state) == ("fine", "hint")
    assert hint.what == "certificate of the way out"
    assert "3 days from now" in hint.found


def test_a_certificate_that_nobody_vouches_for_is_wrong_and_said_so(tmp_path, host):
    (found,) = login(smtp_config(tmp_path, host(kind=TlsSmarthost).port, "security: tls"), NOW)
    assert found.state == "wrong"
    assert "self-signed" in found.found
    assert "certificate" in found.do


# -- the first try ------------------------------------------------------------


@pytest.mark.parametrize("word", ["MAIL", "RCPT", "."])
def test_a_smarthost_that_puts_mail_off_is_named_as_greylisting(tmp_path, host, word):
    reply = "450 4.2.0 <gm@localhost>: Greylisted, come again in 300 seconds"
    door = host(lambda said: reply if said == word else None)
    config = smtp_config(tmp_path, door.port)
    found = {f.what: f for f in findings(config, wait=0, send=True)}
    for what in ("mail to ourselves", "sample dawn"):
        assert found[what].state == "wrong"
        assert "Greylisted" in found[what].found
        assert "greylisting" in found[what].do


def test_a_smarthost_that_refuses_us_is_told_with_its_words(tmp_path, host):
    door = host(lambda said: "550 5.7.1 not from you" if said == "MAIL" else None)
    found = {f.what: f for f in findings(smtp_config(tmp_path, door.port), wait=0, send=True)}
    assert "550 5.7.1 not from you" in found["sample dawn"].found
    assert "greylisting" not in found["sample dawn"].do


@pytest.mark.parametrize(
    ("reply", "what", "state"),
    [
        ("250 OK", "greylisting", "fine"),
        ("450 4.7.1 try again later", "greylisting", "wrong"),
        ("550 5.1.1 no such user", "MX", "wrong"),
    ],
)
def test_our_own_mx_is_tried_as_far_as_the_recipient(tmp_path, host, reply, what, state):
    door = host(lambda said: reply if said == "RCPT" else None)
    config = load_config(written(tmp_path, f"server: {{host: {HOST}}}\n"))
    knock = lambda _mx, recipient: knock_at("localhost", recipient, door.port)  # noqa: E731
    found = [f for f in names(config, records(), knock) if f.what == what][-1]
    assert found.state == state
    assert ("mx.game.club" in found.found, bool(found.do)) == (True, state == "wrong")
    assert door.messages == []
    assert f"RCPT TO:<gm@{HOST}>" in door.heard
    assert "DATA" not in door.heard


def test_an_mx_that_is_not_reached_from_here_is_no_fault(tmp_path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    config = load_config(written(tmp_path, f"server: {{host: {HOST}}}\n"))
    knock = partial(knock_at, port=port)
    every = names(config, records(mx=["127.0.0.1"]), knock)
    found = next(f for f in every if f.what == "greylisting")
    assert found.state == "hint"
    assert "not tried" in found.found


# -- a mail to ourselves ------------------------------------------------------------


def test_without_a_server_the_mail_to_ourselves_is_not_awaited_and_it_is_said_what_to_do(
    tmp_path, host
):
    config = smtp_config(tmp_path, host().port)
    found = to_ourselves(config, NOW, 0, running=False)
    assert found.state == "hint"
    assert "pbp serve" in found.do


@pytest.mark.parametrize(
    ("come", "seconds", "state"), [(True, 1, "fine"), (True, 90, "hint"), (False, 20, "wrong")]
)
def test_a_mail_to_ourselves_that_does_not_come_or_is_slow_is_told(
    tmp_path, host, monkeypatch, come, seconds, state
):
    config = smtp_config(tmp_path, host().port)
    clock = iter([0.0, float(seconds)])
    monkeypatch.setattr(check_mail.time, "monotonic", lambda: next(clock, float(seconds)))
    monkeypatch.setattr(check_mail, "has_come", lambda *_: come)
    found = to_ourselves(config, NOW, 20, running=True)
    assert found.state == state
    assert (found.do == "") is (state == "fine")


# -- the mailbox ------------------------------------------------------------


def mailbox_config(folder, port: int):
    imap = (
        f"{{enabled: true, host: 127.0.0.1, port: {port}, security: none, login: a@b.test,"
        " password_file: word}"
    )
    text = f"intake:\n  smtp: {{enabled: false}}\n  imap: {imap}\n"
    return load_config(written(folder, text))


def test_a_mailbox_that_opens_is_fine(tmp_path):
    (tmp_path / "word").write_text("secret\n")
    door = StandIn()
    try:
        (found,) = mailbox(mailbox_config(tmp_path, door.port), NOW)
    finally:
        door.close()
    assert found.state == "fine"
    assert "with IDLE" in found.found
    assert any(line.startswith("EXAMINE") for line in door.heard)


def test_a_mailbox_without_a_password_or_a_server_is_wrong_each_with_its_remedy(tmp_path):
    (tmp_path / "word").write_text("\n")
    door = StandIn()
    try:
        (silent,) = mailbox(mailbox_config(tmp_path, door.port), NOW)
    finally:
        door.close()
    (tmp_path / "word").write_text("secret\n")
    (nobody,) = mailbox(mailbox_config(tmp_path, door.port), NOW)
    assert (silent.state, nobody.state) == ("wrong", "wrong")
    assert "password_file" in silent.do
    assert "host and port" in nobody.do


# -- the clock ------------------------------------------------------------


@pytest.mark.parametrize(("state", "said"), [(0, "fine"), (5, "hint"), (-1, "skipped")])
def test_a_clock_that_nothing_keeps_right_is_told(monkeypatch, state, said):
    class Libc:
        def adjtimex(self, _buffer):
            return state

    monkeypatch.setattr(check_machine.ctypes, "CDLL", lambda *_, **__: Libc())
    found = check_machine._clock()
    assert found.state == said
    assert ("chrony" in found.do) is (said == "hint")
