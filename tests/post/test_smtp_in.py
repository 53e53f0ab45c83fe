"""Mail comes in by SMTP: raw dialogues with a server on a real socket."""

import socket
import ssl
import struct
import threading
from datetime import timedelta

import pytest


def test_a_mail_is_in_the_store_with_its_envelope_when_the_250_comes(run):
    server = run()
    with server.greeted() as client:
        reply = client.mail(b"Subject: x\r\n\r\n..dots\r\n\xff\xfe\r\n")
        (letter,) = server.letters()
    assert reply == "250 2.0.0 OK\r\n"
    assert letter.raw == b"Subject: x\r\n\r\n.dots\r\n\xff\xfe\r\n"
    assert letter.envelope_from == b"player@example.org"
    assert letter.recipients == ("gm@host.example",)
    assert letter.peer == "127.0.0.1"


def test_the_time_of_receipt_is_the_end_of_data(run):
    server = run()
    end = server.clock.now() + timedelta(minutes=5)
    with server.greeted() as client:
        client.begin()
        client.send(b"Subject: x\r\n\r\nslowly\r\n")
        server.clock.set(end)
        client.send(b".\r\n")
        assert client.hear().startswith("250 ")
    assert server.letters()[0].received_at == end


def test_an_address_that_is_not_ours_is_refused_and_the_others_are_kept(run):
    server = run()
    with server.greeted() as client:
        client.say("MAIL FROM:<player@example.org>")
        assert client.say("RCPT TO:<nobody@elsewhere.example>").startswith("550 5.1.1 ")
        assert client.say("DATA").startswith("503 ")
        assert client.say("RCPT TO:<gm+g1@host.example>").startswith("250 ")
        assert client.say("RCPT TO:<board@host.example>").startswith("250 ")
        assert client.say("RCPT TO:<gm+g1@host.example>").startswith("250 ")
        client.say("DATA")
        client.send(b"hello\r\n.\r\n")
        assert client.hear().startswith("250 ")
    assert server.letters()[0].recipients == ("gm+g1@host.example", "board@host.example")


def test_the_gm_can_be_written_to_in_chinese(run):
    server = run()
    with server.greeted() as client:
        client.say("MAIL FROM:<玩家@example.org> SMTPUTF8")
        assert client.say("RCPT TO:<神的使者@host.example>").startswith("250 ")
        client.say("DATA")
        client.send(b"hello\r\n.\r\n")
        assert client.hear().startswith("250 ")
    (letter,) = server.letters()
    assert letter.recipients == ("神的使者@host.example",)
    assert letter.envelope_from == "玩家@example.org".encode()


def test_the_null_sender_is_an_empty_envelope(run):
    server = run()
    with server.greeted() as client:
        assert client.mail(sender="").startswith("250 ")
    assert server.letters()[0].envelope_from == b""


def test_bytes_that_are_not_utf8_in_the_envelope_are_kept_or_refused_but_never_crash(run):
    server = run()
    name = "阿甲".encode("gbk")
    with server.greeted() as client:
        assert client.say(b"MAIL FROM:<" + name + b"@example.org>").startswith("250 ")
        assert client.say(b"RCPT TO:<" + name + b"@host.example>").startswith("550 ")
        assert client.say(b"RCPT TO:<gm@host.example>").startswith("250 ")
        client.say("DATA")
        client.send(b"hello\r\n.\r\n")
        assert client.hear().startswith("250 ")
    assert server.letters()[0].envelope_from == name + b"@example.org"


@pytest.mark.parametrize("address", ["<a\x00b@host.example>", "<a\x1bb@host.example>", "<>", ""])
def test_a_recipient_that_is_no_address_is_refused(run, address):
    server = run()
    with server.greeted() as client:
        client.say("MAIL FROM:<player@example.org>")
        assert client.say(f"RCPT TO:{address}")[0] == "5"
        assert client.say("NOOP").startswith("250 ")


def test_a_mail_over_the_size_limit_is_refused_at_mail_and_in_data(run, limited):
    server = run(limits=limited(size_max=1000))
    with server.greeted() as client:
        assert client.say("MAIL FROM:<player@example.org> SIZE=1001").startswith("552 ")
        assert client.mail(b"x" * 98 + b"\r\n" + b"y\r\n" * 400).startswith("552 ")
        assert client.mail(b"x" * 98 + b"\r\n").startswith("250 ")
    assert [len(letter.raw) for letter in server.letters()] == [100]


def test_ten_megabytes_are_refused_and_the_connection_goes_on(run):
    server = run()
    with server.greeted() as client:
        assert client.mail((b"x" * 998 + b"\r\n") * 10_000).startswith("552 ")
        assert client.mail().startswith("250 ")
    assert len(server.letters()) == 1


@pytest.mark.parametrize("length", [999, 3000, 65_000])
def test_a_long_line_of_a_real_client_loses_no_move(run, length):
    server = run()
    line = b"x" * length + b"\r\n"
    with server.greeted() as client:
        assert client.mail(line).startswith("250 ")
    assert server.letters()[0].raw == line


def test_a_line_beyond_all_measure_is_refused_and_the_connection_goes_on(run):
    server = run()
    with server.greeted() as client:
        assert client.mail(b"x" * 200_000 + b"\r\n").startswith("500 ")
        assert client.mail().startswith("250 ")
    assert len(server.letters()) == 1


@pytest.mark.parametrize(
    "end",
    [
        b"\n.\n",
        b"\n.\r\n",
        b"\r.\r",
        b"\r.\n",
        b"\n.\r",
        b"\r.\r\n",
        b"\r\n.\r",
        b"\r\n.\n",
        b"\r\r\n.\r\r\n",
        b"\r\n.\r\r\n",
        b"\r\n\x00.\r\n",
        b"\r\n.\x00\r\n",
    ],
)
def test_what_only_looks_like_an_end_of_data_is_part_of_the_mail(run, end):
    server = run()
    smuggled = b"MAIL FROM:<gm@host.example>\r\nRCPT TO:<board@host.example>\r\nDATA\r\nevil"
    with server.greeted() as client:
        client.begin()
        client.send(b"hello" + end + smuggled + b"\r\n.\r\n")
        assert client.hear().startswith("250 ")
        assert client.say("QUIT").startswith("221 ")
    (letter,) = server.letters()
    assert letter.recipients == ("gm@host.example",)
    assert letter.raw.endswith(b"evil\r\n")


def test_trouble_of_ours_is_451_and_shows_nothing_of_the_inside(run, everything_logged):
    def is_ours(address: str) -> bool:
        raise KeyError("/secret/path " + address)

    server = run(is_ours=is_ours)
    with server.greeted() as client:
        client.say("MAIL FROM:<player@example.org>")
        assert client.say("RCPT TO:<gm@host.example>") == "451 4.3.0 Try again later\r\n"
        assert client.say("NOOP").startswith("250 ")
    assert "KeyError at test_smtp_in.py" in everything_logged.text
    assert "secret" not in everything_logged.text


def test_no_address_and_no_word_of_a_mail_is_logged(run, everything_logged):
    server = run()
    with server.greeted() as client:
        client.say("BOGUS token-abcdef")
        client.say("VRFY token-abcdef")
        client.mail(b"Subject: token-abcdef\r\n\r\n", to="gm+g1.token-abcdef@host.example")
        client.say("RCPT TO:<token-abcdef@elsewhere.example>")
        client.send(b"QUIT\r\n")
    server.stop()
    assert "token-abcdef" not in everything_logged.text
    assert "example" not in everything_logged.text


def reset(client) -> None:
    """Close so that the other side gets a reset instead of an end."""
    client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


class SlowDisk:
    """A store whose disk takes as long as the test wants."""

    def __init__(self, store) -> None:
        self.store = store
        self.asked = threading.Event()
        self.go_on = threading.Event()

    def append_letters(self, letters):
        self.asked.set()
        assert self.go_on.wait(20)
        return self.store.append_letters(letters)


@pytest.mark.parametrize("how", ["end", "reset"])
def test_a_client_that_hangs_up_after_the_final_dot_has_delivered(run, store, how):
    disk = SlowDisk(store)
    server = run(sink=disk)
    client = server.greeted()
    client.begin()
    client.send(b"Subject: x\r\n\r\nhello\r\n.\r\n")
    assert disk.asked.wait(20)
    if how == "reset":
        reset(client)
    client.close()
    if how == "reset":
        server.wait_until_alone()
    disk.go_on.set()
    server.wait_until_alone()
    server.stop()
    assert [letter.raw for letter in store.next_letters(9)] == [b"Subject: x\r\n\r\nhello\r\n"]


def test_a_client_that_sends_everything_at_once_and_hangs_up_has_delivered(run, store):
    server = run()
    with server.connect() as client:
        client.hear()
        client.send(
            b"EHLO c\r\nMAIL FROM:<a@example.org>\r\nRCPT TO:<gm@host.example>\r\nDATA\r\n"
            b"hello\r\n.\r\n"
        )
    server.wait_until_alone()
    server.stop()
    assert store.count_letters() == 1


def test_a_client_that_closes_only_its_half_still_hears_the_250(run, store):
    server = run()
    with server.greeted() as client:
        client.begin()
        client.send(b"hello\r\n.\r\n")
        client.socket.shutdown(socket.SHUT_WR)
        assert client.hear().startswith("250 ")
        assert client.hear() in ("", "421 4.4.2 Connection ended\r\n")
    assert store.count_letters() == 1


@pytest.mark.parametrize("said", [b"", b"MAIL FR", b"MAIL FROM:<a@example.org>\r\n"])
def test_an_end_before_the_final_dot_stores_nothing_and_hurts_nobody(run, said):
    server = run()
    with server.greeted() as client:
        client.send(said)
    with server.greeted() as client:
        client.begin()
        client.send(b"hello\r\n." + said)
    server.wait_until_alone()
    with server.greeted() as client:
        assert client.mail(b"whole\r\n").startswith("250 ")
    assert [letter.raw for letter in server.letters()] == [b"whole\r\n"]


def test_a_connection_too_many_is_turned_away_until_one_has_gone(run):
    server = run(connections_max=1)
    with server.greeted() as first:
        with server.connect() as second:
            assert second.hear().startswith("421 ")
            assert second.hear() == ""
        assert first.mail().startswith("250 ")
    server.wait_until_alone()
    with server.greeted() as third:
        assert third.mail().startswith("250 ")


def test_a_recipient_too_many_goes_into_another_mail(run, limited):
    server = run(limits=limited(recipients_max=2))
    with server.greeted() as client:
        client.say("MAIL FROM:<player@example.org>")
        replies = [client.say(f"RCPT TO:<gm+g{n}@host.example>")[:3] for n in range(4)]
    assert replies == ["250", "250", "452", "452"]


def test_a_connection_carries_only_so_many_mails(run, limited):
    server = run(limits=limited(mails_max=2))
    with server.greeted() as client:
        assert client.mail().startswith("250 ")
        assert client.mail().startswith("250 ")
        assert client.say("MAIL FROM:<player@example.org>").startswith("421 ")
        assert client.hear() == ""


def test_a_client_that_says_nothing_is_sent_away(run, limited):
    server = run(limits=limited(idle_seconds=0.05))
    with server.connect() as client:
        client.hear()
        assert client.hear() == "421 4.4.2 Timeout\r\n"
        assert client.hear() == ""


def test_a_data_that_never_ends_is_cut_off(run, limited):
    server = run(limits=limited(data_seconds=0.05))
    with server.greeted() as client:
        client.begin()
        client.send(b"hello\r\n")
        assert client.hear() == "421 4.4.2 Timeout\r\n"
        assert client.hear() == ""
    assert server.letters() == []


def test_a_slow_disk_does_not_make_a_letter_lost(run, store, limited):
    disk = SlowDisk(store)
    server = run(sink=disk, limits=limited(data_seconds=0.05))
    with server.greeted() as client:
        client.begin()
        client.send(b"hello\r\n.\r\n")
        assert client.hear().startswith("421 ")
    disk.go_on.set()
    server.stop()
    assert store.count_letters() == 1


def tls(here):
    return ssl.create_default_context(cafile=here / "localhost.pem")


def test_starttls_is_offered_with_a_certificate_and_mail_comes_through_it(run, here):
    server = run(certificate=here / "localhost.pem", key=here / "localhost.key")
    with server.connect() as client:
        client.hear()
        assert "STARTTLS" in client.say("EHLO client.example")
        assert client.say("STARTTLS").startswith("220 ")
        with tls(here).wrap_socket(client.socket, server_hostname="localhost") as secured:
            client.socket = secured
            client.file.close()
            client.file = secured.makefile("rb")
            reply = client.say("EHLO client.example")
            assert "AUTH" not in reply
            assert "STARTTLS" not in reply
            assert client.mail().startswith("250 ")
            client.file.close()
    assert len(server.letters()) == 1


def test_what_was_said_in_clear_behind_starttls_is_forgotten(run, here):
    server = run(certificate=here / "localhost.pem", key=here / "localhost.key")
    with server.greeted() as client:
        client.send(b"STARTTLS\r\nEHLO evil.example\r\nMAIL FROM:<evil@example.org>\r\n")
        assert client.hear().startswith("220 ")
        with tls(here).wrap_socket(client.socket, server_hostname="localhost") as secured:
            client.socket = secured
            client.file.close()
            client.file = secured.makefile("rb")
            assert client.say("NOOP") == "250 OK\r\n"
            assert client.say("RCPT TO:<gm@host.example>").startswith("503 ")
            client.file.close()


def test_without_a_certificate_no_starttls_is_offered(run):
    with run().connect() as client:
        client.hear()
        assert "STARTTLS" not in client.say("EHLO client.example")
        assert client.say("STARTTLS").startswith("454 ")


def test_nobody_is_told_who_is_here_and_nobody_can_log_in(run):
    with run().greeted() as client:
        same = client.say("VRFY gm@host.example")
        assert client.say("VRFY nobody@host.example") == same
        assert client.say("EXPN gm").startswith("502 ")
        assert client.say("AUTH PLAIN AGEAYg==").startswith("500 ")


def test_strangers_words_do_not_stay_in_memory(run):
    """aiosmtpd keeps a table of commands that all connections share."""
    from aiosmtpd.smtp import SMTP

    with run().greeted() as client:
        client.say("WHATEVER")
    assert "WHATEVER" not in SMTP.command_size_limits


def test_stopping_waits_for_the_mail_at_hand_and_sends_the_idle_away(run):
    server = run()
    with server.greeted() as idle, server.greeted() as busy:
        busy.begin()
        stopped = server.start(server.intake.stop())
        assert idle.hear().startswith("421 ")
        busy.send(b"hello\r\n.\r\n")
        assert busy.hear().startswith("250 ")
        assert busy.hear().startswith("421 ")
        stopped.result(20)
    assert len(server.letters()) == 1


def test_stopping_does_not_wait_for_ever(run):
    server = run(stop_seconds=0.01)
    with server.greeted() as client:
        client.begin()
        server.call(server.intake.stop())
        assert client.hear() == ""
    assert server.letters() == []


def test_a_host_with_too_many_connections_is_turned_away_and_others_are_not(run):
    from pbp.post.rates import GateLimits

    server = run(gate=GateLimits(connections_per_host=1, spare_near=False))
    with server.greeted() as first:
        with server.connect() as second:
            assert second.hear().startswith("421 ")
            assert second.hear() == ""
        assert first.mail().startswith("250 ")
    server.wait_until_alone()
    with server.greeted() as third:
        assert third.mail().startswith("250 ")


def test_a_sender_with_too_many_mails_is_told_to_come_again(run):
    from pbp.post.rates import GateLimits

    server = run(gate=GateLimits(mails_per_hour_sender=1, mails_per_hour_host=3, spare_near=False))
    with server.greeted() as client:
        assert client.mail().startswith("250 ")
        assert client.say("MAIL FROM:<player@example.org>").startswith("450 ")
        assert client.say("RCPT TO:<gm@host.example>").startswith("503 ")
        assert client.mail(sender="other@example.org").startswith("250 ")
        assert client.say("MAIL FROM:<third@example.org>").startswith("450 ")
    assert len(server.letters()) == 2


def test_a_received_line_is_believed_of_this_machine_alone(run, noon, monkeypatch):
    from pbp.post import smtp_in
    from pbp.post.receipt import Trust

    body = b"Received: from a by mx.host.example; Sun, 1 Mar 2026 19:59:00 +0800\r\n\r\nhello\r\n"
    near = run(trust=Trust(hosts=("mx.host.example",)))
    with near.greeted() as client:
        client.mail(body)
    assert near.letters()[0].received_at == noon - timedelta(minutes=1)
    monkeypatch.setattr(smtp_in, "is_near", lambda _peer: False)
    far = run(trust=Trust(hosts=("mx.host.example",)))
    with far.greeted() as client:
        client.mail(body)
    assert far.letters()[-1].received_at == noon
