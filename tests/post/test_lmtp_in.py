"""Mail comes in by LMTP: raw dialogues with a server on a real socket."""

import shutil
import socket
import stat
import tempfile
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from pbp.post.lmtp_in import LmtpIntake, LmtpSettings
from pbp.post.receipt import Trust
from pbp.store import StoreBusy

LMTP = (LmtpIntake, LmtpSettings)
EDGE = b"Received: from a.example (a.example [192.0.2.9])\r\n\tby mx.host.example (Postfix); "


@pytest.fixture
def folder() -> Iterator[Path]:
    """A short path: those of unix sockets are at most 107 bytes long."""
    made = Path(tempfile.mkdtemp(prefix="pbp"))
    yield made
    shutil.rmtree(made)


def greeted(server):
    client = server.connect()
    assert client.hear().startswith("220 ")
    assert client.say("LHLO mx.host.example").startswith("250-")
    return client


def to(client, *recipients: str) -> list[str]:
    """Everything up to the 354; the codes of the recipients."""
    assert client.say("MAIL FROM:<player@example.org>").startswith("250 ")
    codes = [client.say(f"RCPT TO:<{recipient}>")[:3] for recipient in recipients]
    assert client.say("DATA").startswith("354 ")
    return codes


def test_the_greeting_is_lhlo_and_says_what_rfc_2033_asks_for(run):
    with run(door=LMTP).connect() as client:
        client.hear()
        assert client.say("EHLO mx.host.example").startswith("500 ")
        assert client.say("HELO mx.host.example").startswith("500 ")
        said = client.say("LHLO mx.host.example")
    assert {"PIPELINING", "ENHANCEDSTATUSCODES", "8BITMIME", "SMTPUTF8"} <= {
        line[4:] for line in said.split("\r\n")
    }


def test_each_accepted_recipient_has_its_own_answer_and_the_mail_is_stored_once(run):
    server = run(door=LMTP)
    with greeted(server) as client:
        codes = to(client, "gm@host.example", "nobody@elsewhere.example", "board+g1@host.example")
        client.send(b"Subject: x\r\n\r\nhello\r\n.\r\n")
        assert (codes, client.hear()[:3], client.hear()[:3]) == (
            ["250", "550", "250"],
            "250",
            "250",
        )
        assert client.say("NOOP").startswith("250 ")
    (letter,) = server.letters()
    assert letter.recipients == ("gm@host.example", "board+g1@host.example")


def test_a_recipient_that_was_named_twice_is_answered_twice(run):
    server = run(door=LMTP)
    with greeted(server) as client:
        to(client, "gm@host.example", "gm@host.example")
        client.send(b"hello\r\n.\r\n")
        assert [client.hear()[:3], client.hear()[:3]] == ["250", "250"]
    assert server.letters()[0].recipients == ("gm@host.example",)


def test_the_answers_of_one_mail_do_not_leak_into_the_next(run):
    server = run(door=LMTP)
    with greeted(server) as client:
        for _ in range(2):
            to(client, "gm@host.example")
            client.send(b"hello\r\n.\r\n")
            assert client.hear().startswith("250 ")
        client.say("MAIL FROM:<player@example.org>")
        client.say("RCPT TO:<gm@host.example>")
        client.say("RSET")
        assert client.say("DATA").startswith("503 ")
        to(client, "gm@host.example")
        client.send(b"hello\r\n.\r\n")
        assert client.hear().startswith("250 ")
        assert client.say("QUIT").startswith("221 ")


@pytest.mark.parametrize("trouble", [StoreBusy("busy"), KeyError("secret")])
def test_trouble_of_ours_is_451_for_each_recipient_and_shows_nothing(run, store, trouble):
    class Broken:
        def append_letters(self, _letters):
            raise trouble

    server = run(door=LMTP, sink=Broken())
    with greeted(server) as client:
        to(client, "gm@host.example", "board@host.example")
        client.send(b"hello\r\n.\r\n")
        answers = [client.hear(), client.hear()]
    assert [answer[:4] for answer in answers] == ["451 ", "451 "]
    assert "secret" not in "".join(answers)


def test_a_mail_too_large_is_refused_for_each_recipient(run, limited):
    server = run(door=LMTP, limits=limited(size_max=100))
    with greeted(server) as client:
        to(client, "gm@host.example", "board@host.example")
        client.send(b"x" * 200 + b"\r\n.\r\n")
        assert [client.hear()[:3], client.hear()[:3]] == ["552", "552"]
    assert server.letters() == []


def test_a_pipelined_mail_is_taken(run):
    server = run(door=LMTP)
    with server.connect() as client:
        client.send(b"LHLO c\r\nMAIL FROM:<a@example.org>\r\nRCPT TO:<gm@host.example>\r\nDATA\r\n")
        heard = [client.hear()[:3] for _ in range(5)]
        client.send(b"hello\r\n.\r\nQUIT\r\n")
        heard += [client.hear()[:3], client.hear()[:3]]
    assert heard == ["220", "250", "250", "250", "354", "250", "221"]


def test_it_listens_at_a_socket_of_the_file_system_and_takes_it_away_at_the_end(run, folder):
    path = folder / "lmtp.sock"
    with socket.socket(socket.AF_UNIX) as left_behind:
        left_behind.bind(str(path))
    server = run(door=LMTP, socket=path, socket_mode=0o600)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    from tests.post.conftest import Telnet

    with Telnet(path) as client:
        client.hear()
        client.say("LHLO mx.host.example")
        assert client.mail().startswith("250 ")
    assert server.letters()[0].peer == "local"
    server.stop()
    assert not path.exists()


def test_our_edges_received_line_is_the_time_of_receipt(run, noon):
    server = run(door=LMTP, trust=Trust(hosts=("mx.host.example",)))
    with greeted(server) as client:
        client.mail(EDGE + b"Sun, 1 Mar 2026 19:59:30 +0800 (CST)\r\n\r\nhello\r\n")
        client.mail(EDGE + b"Sun, 1 Mar 2026 19:30:00 +0800\r\n\r\nhello\r\n")
        client.mail(EDGE + b"Sun, 1 Mar 2026 23:59:30 +0800\r\n\r\nhello\r\n")
        client.mail(b"Received: by mx.elsewhere.example; 1 Mar 2026 11:00:00 GMT\r\n\r\nx\r\n")
    late, in_time, future, foreign = server.letters()
    assert (late.received_at, late.stamps) == (noon - timedelta(minutes=30), (("data", noon),))
    assert (in_time.received_at, in_time.stamps) == (noon - timedelta(seconds=30), ())
    assert future.received_at == foreign.received_at == noon


def test_what_has_been_read_lags_behind_what_the_edge_may_still_bring(run, noon):
    trust = Trust(hosts=("mx.host.example",))
    server = run(door=LMTP, trust=trust, lag_seconds=5.0)
    assert server.intake.complete_until() == noon - timedelta(seconds=5)
    alone = run(door=LMTP, lag_seconds=5.0)
    assert alone.intake.complete_until() == noon


def test_after_a_stop_over_a_deadline_the_queue_of_the_edge_is_waited_for(run, noon):
    server = run(door=LMTP, queue_seconds=60.0)
    since = noon - timedelta(minutes=10)
    server.intake.was_away(since, noon)
    assert server.intake.complete_until() == since
    server.clock.set(noon + timedelta(seconds=59))
    assert server.intake.complete_until() == since
    server.clock.set(noon + timedelta(seconds=60))
    assert server.intake.complete_until() == noon + timedelta(seconds=60)
