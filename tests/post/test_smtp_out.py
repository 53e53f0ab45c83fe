"""Sending to a smarthost: each answer of it, on real sockets."""

import asyncio
import ssl
import threading
from types import SimpleNamespace

import pytest
from aiosmtpd.smtp import SMTP, AuthResult
from hypothesis import given
from hypothesis import strategies as st

from pbp.post.smtp_out import SmtpOutSettings, SmtpTransport, with_crlf
from pbp.post.transport import RefusedForGood, RefusedForNow, SendingTrouble, TransportDown


@pytest.fixture
def transport():
    made = []

    def make(port, **settings):
        made.append(SmtpTransport(SmtpOutSettings(port=port, timeout_seconds=10, **settings)))
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.fixture
def mail(store, put):
    """Put a mail into the outbox and give its row."""

    def make(message_id="<1@host.example>", **changes):
        put(message_id, **changes)
        return store.find_sent(message_id)

    return make


def test_mails_go_out_byte_by_byte_on_one_connection(smarthost, transport, mail):
    host = smarthost()
    out = transport(host.port)
    out.send(mail("<1>", data=b"Subject: x\r\n\r\n.dot\r\n\xff\r\n"))
    out.send(mail("<2>"))
    out.close()
    host.close()
    assert host.messages[0] == b"Subject: x\r\n\r\n..dot\r\n\xff\r\n"
    assert len(host.messages) == 2
    assert host.connections == 1
    assert "MAIL FROM:<bounce+x@host.example>" in host.heard


@pytest.mark.parametrize(
    ("word", "line", "trouble"),
    [
        ("RCPT", "451 4.7.1 greylisted", RefusedForNow),
        ("RCPT", "550 5.1.1 unknown", RefusedForGood),
        ("RCPT", "421 4.7.0 enough", RefusedForNow),
        ("MAIL", "550 5.7.1 not from you", RefusedForGood),
        ("MAIL", "451 later", RefusedForNow),
        ("MAIL", "421 going down", TransportDown),
        ("DATA", "554 no", RefusedForGood),
        (".", "552 too big", RefusedForGood),
        (".", "451 disk full", RefusedForNow),
        (".", "hang up", RefusedForNow),
        ("RCPT", "hang up", RefusedForNow),
        ("MAIL", "hang up", TransportDown),
        ("EHLO", "hang up", TransportDown),
        ("CONNECT", "554 go away", TransportDown),
    ],
)
def test_each_answer_is_the_trouble_that_it_means(smarthost, transport, mail, word, line, trouble):
    host = smarthost(lambda said: line if said == word else None)
    out = transport(host.port)
    with pytest.raises(SendingTrouble) as caught:
        out.send(mail())
    assert type(caught.value) is trouble
    if line[0].isdigit() and word != "CONNECT":
        assert str(caught.value) == line
    out.close()


def test_after_a_refusal_the_next_mail_goes_out_on_the_same_connection(smarthost, transport, mail):
    answers = iter(["550 5.1.1 unknown"])
    host = smarthost(lambda said: next(answers, None) if said == "RCPT" else None)
    out = transport(host.port)
    with pytest.raises(RefusedForGood):
        out.send(mail("<1>"))
    out.send(mail("<2>"))
    out.close()
    host.close()
    assert (len(host.messages), host.connections) == (1, 1)


def test_a_kept_connection_that_has_died_is_replaced(smarthost, transport, mail):
    hang_ups = iter([None, "hang up"])
    host = smarthost(lambda said: next(hang_ups, None) if said == "MAIL" else None)
    out = transport(host.port)
    out.send(mail("<1>"))
    out.send(mail("<2>"))
    out.close()
    host.close()
    assert (len(host.messages), host.connections) == (2, 2)


def test_a_smarthost_that_is_not_there_is_the_transports_trouble(smarthost, transport, mail):
    host = smarthost()
    host.close()
    with pytest.raises(TransportDown):
        transport(host.port).send(mail())


@pytest.mark.parametrize(
    "recipient", ["a@b\r\nRCPT TO:<c@d>", "a@b>\n", "a b@c", "<a@b>", "a@b\x00"]
)
def test_no_address_can_bring_a_second_command(smarthost, transport, mail, recipient):
    host = smarthost()
    with pytest.raises(RefusedForGood, match="not an address"):
        transport(host.port).send(mail(recipient=recipient))
    assert host.heard == []


def test_a_chinese_address_needs_a_smarthost_that_knows_smtputf8(smarthost, transport, mail):
    host = smarthost()
    with pytest.raises(RefusedForGood, match="SMTPUTF8"):
        transport(host.port).send(mail(recipient="阿甲@example.org"))


def test_a_chinese_address_goes_out_where_it_can(smarthost, transport, mail):
    reply = "250-smarthost\r\n250 SMTPUTF8"
    host = smarthost(lambda said: reply if said == "EHLO" else None)
    out = transport(host.port)
    out.send(mail(recipient="阿甲@example.org"))
    out.close()
    host.close()
    assert any("阿甲@example.org" in line for line in host.heard)


class Box:
    def __init__(self):
        self.contents = []

    async def handle_DATA(self, _server, session, envelope):  # noqa: N802
        self.contents.append((bool(session.ssl), session.authenticated, envelope.content))
        return "250 OK"


@pytest.fixture
def secure_host(here):
    """A real server with STARTTLS and a login, that lets in only player:s3cret."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(here / "localhost.pem", here / "localhost.key")

    def check(_server, _session, _envelope, _mechanism, data):
        return AuthResult(success=data.password == b"s3cret", handled=False)

    box = Box()
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()

    def session():
        return SMTP(
            box,
            hostname="localhost",
            tls_context=context,
            require_starttls=True,
            auth_required=True,
            authenticator=check,
            loop=loop,
        )

    listening = loop.create_server(session, "127.0.0.1", 0)
    server = asyncio.run_coroutine_threadsafe(listening, loop).result(20)
    yield SimpleNamespace(port=server.sockets[0].getsockname()[1], box=box)
    loop.call_soon_threadsafe(server.close)
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.run_until_complete(server.wait_closed())
    loop.run_until_complete(_all_gone(loop))
    loop.close()


async def _all_gone(loop):
    for task in asyncio.all_tasks(loop) - {asyncio.current_task()}:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


@pytest.fixture
def secure(here):
    return {
        "host": "127.0.0.1",
        "security": "starttls",
        "username": "player",
        "ca_file": here / "localhost.pem",
    }


def test_a_login_through_starttls_with_the_password_from_a_file(
    secure_host, secure, transport, mail, tmp_path, everything_logged
):
    (tmp_path / "password").write_text("s3cret\n", "utf-8")
    out = transport(secure_host.port, password_file=tmp_path / "password", **secure)
    out.send(mail())
    out.close()
    assert [entry[:2] for entry in secure_host.box.contents] == [(True, True)]
    assert "s3cret" not in everything_logged.text


def test_a_wrong_password_is_the_transports_trouble_and_is_not_shown(
    secure_host, secure, transport, mail, monkeypatch
):
    monkeypatch.setenv("PBP_TEST_PASSWORD", "wrong")
    with pytest.raises(TransportDown) as caught:
        transport(secure_host.port, password_env="PBP_TEST_PASSWORD", **secure).send(mail())
    assert str(caught.value) == "login refused: 535"


def test_a_missing_password_is_the_transports_trouble(secure_host, secure, transport, mail):
    with pytest.raises(TransportDown, match="no password"):
        transport(secure_host.port, password_env="PBP_NOT_SET", **secure).send(mail())


def test_a_password_that_smtplib_cannot_send_is_said_to_be_one(
    secure_host, secure, transport, mail, monkeypatch
):
    monkeypatch.setenv("PBP_TEST_PASSWORD", "秘密")
    with pytest.raises(TransportDown, match="ASCII"):
        transport(secure_host.port, password_env="PBP_TEST_PASSWORD", **secure).send(mail())


def test_a_certificate_that_nobody_vouches_for_is_refused(secure_host, secure, transport, mail):
    with pytest.raises(TransportDown):
        transport(secure_host.port, **(secure | {"ca_file": None})).send(mail())


def test_clear_text_is_never_fallen_back_to(smarthost, secure, transport, mail):
    host = smarthost()
    with pytest.raises(TransportDown):
        transport(host.port, **secure).send(mail())
    assert not any(line.upper().startswith(("MAIL", "AUTH")) for line in host.heard)


@given(st.lists(st.sampled_from([b"\r", b"\n", b"\r\n", b"a", b"."])).map(b"".join))
def test_every_line_end_goes_out_as_crlf(data):
    sent = with_crlf(data)
    assert sent.count(b"\r") == sent.count(b"\n") == sent.count(b"\r\n")
    assert sent.splitlines() == data.splitlines()
    assert with_crlf(sent) == sent
