"""swaks → Postfix → LMTP → pbp, over a unix socket and over TCP."""

import shutil
import smtplib
from datetime import timedelta

import pytest

from pbp.letters.received import edge_stamp
from tests.servers.guide import block, replaced
from tests.servers.machines import WAIT, Pbp, swaks, until

CONFIG = replaced(
    block("Behind Postfix", "# config.yaml"),
    ("games.example.org", "games.test"),
    ("mx.example.org", "mx.games.test"),
)
SOCKET = "socket: /var/spool/postfix/pbp/lmtp"


@pytest.fixture(scope="module")
def one_server(house, one_postfix):
    """pbp behind Postfix, with a unix socket between them."""
    (house / "behind").mkdir()
    server = Pbp(house / "behind", replaced(CONFIG, (SOCKET, f"socket: {one_postfix.socket}")))
    server.start()
    yield server
    server.close()
    shutil.rmtree(house / "behind")


@pytest.fixture
def chain(one_server, postfix):
    """Both running, as if nothing had come yet."""
    one_server.forget()
    return one_server, postfix


def test_a_mail_comes_through_with_its_bytes_its_envelope_and_the_edges_time(chain):
    server, front = chain
    body = "杀 小一\n.\n..two dots\n" + "长" * 900
    status, said = swaks(front.port, "gm@games.test", "--body", body, "--header", "Subject: 命令")
    assert status == 0, said
    until(server.letters, front.said)
    (letter,) = server.letters()
    assert letter.recipients == ("gm@games.test",)
    assert letter.envelope_from == b"player@players.test"
    assert "杀 小一\r\n.\r\n..two dots\r\n".encode() in letter.raw
    assert b"by mx.games.test (Postfix)" in letter.raw
    assert letter.received_at.microsecond == 0, "it is the second that Postfix wrote"


def test_over_tcp_each_recipient_of_a_mail_has_an_answer_of_its_own(pbp, postfix):
    text = replaced(
        CONFIG, (SOCKET, f"port: {postfix.tcp}"), ("host: games.test", "host: tcp.test")
    )
    server = pbp(text)
    server.start()
    to = "gm@tcp.test,board@tcp.test,gm+g99@tcp.test"
    status, said = swaks(postfix.port, to, "--body", "一" * 300)
    assert status == 0, said
    until(server.letters, postfix.said)
    until(lambda: "status=bounced" in postfix.said(), postfix.said)
    until(lambda: postfix.said().count("status=sent") >= 2, postfix.said)
    (letter,) = server.letters()
    assert set(letter.recipients) == {"gm@tcp.test", "board@tcp.test"}
    assert letter.received_at.microsecond == 0
    assert "550 5.1.1 No such address here" in postfix.said()


def test_one_mail_to_two_of_our_addresses_is_one_letter_and_nobody_gets_it_twice(chain):
    server, front = chain
    status, said = swaks(front.port, "gm@games.test,board@games.test")
    assert status == 0, said
    until(server.letters, front.said)
    until(lambda: front.said().count("status=sent") >= 2, front.said)
    (letter,) = server.letters()
    assert set(letter.recipients) == {"gm@games.test", "board@games.test"}


def test_an_address_that_is_none_of_ours_is_refused_while_the_sender_is_there(chain):
    server, front = chain
    status, said = swaks(front.port, "postmaster@games.test")
    assert status != 0
    assert "550" in said
    assert server.letters() == []


def test_mail_that_comes_while_pbp_is_stopped_counts_from_the_edge(chain):
    server, front = chain
    server.stop()
    status, said = swaks(front.port, "gm@games.test")
    assert status == 0, said
    until(lambda: "status=deferred" in front.said(), front.said)
    server.start()
    until(server.letters, front.said)
    (letter,) = server.letters()
    assert letter.received_at == edge_stamp(letter.raw, ("mx.games.test",))


def test_the_null_sender_and_a_chinese_address_come_through(chain):
    server, front = chain
    status, said = swaks(front.port, "gm@games.test", sender="<>")
    assert status == 0, said
    until(server.letters, front.said)
    assert server.letters()[0].envelope_from == b""
    text = "From: p@players.test\r\nSubject: x\r\n\r\nhello\r\n"
    with smtplib.SMTP("127.0.0.1", front.port, timeout=WAIT) as client:
        client.sendmail(
            "p@players.test", ["神的使者@games.test"], text.encode(), mail_options=["SMTPUTF8"]
        )
    until(lambda: server.count() == 2, front.said)
    assert server.letters()[1].recipients == ("神的使者@games.test",)


def test_a_burst_of_mail_is_all_there_and_in_order_of_the_edge(chain):
    server, front = chain
    with smtplib.SMTP("127.0.0.1", front.port, timeout=WAIT) as client:
        for number in range(100):
            text = f"From: p@players.test\r\nSubject: {number}\r\n\r\nhello\r\n"
            client.sendmail("p@players.test", ["gm@games.test"], text.encode())
    until(lambda: server.count() >= 100, front.said)
    letters = server.letters()
    assert len({letter.raw for letter in letters}) == len(letters) == 100
    assert {letter.received_at for letter in letters} == {
        edge_stamp(letter.raw, ("mx.games.test",)) for letter in letters
    }
    spread = max(x.received_at for x in letters) - min(x.received_at for x in letters)
    assert spread < timedelta(seconds=WAIT)
