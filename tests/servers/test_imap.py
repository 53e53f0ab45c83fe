"""A mailbox that somebody else keeps, read by pbp: Dovecot, with all that happens to it."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.servers.dovecot import Dovecot
from tests.servers.machines import WAIT, until

BOX = "table@games.test"
CONFIG = """\
server: {{host: games.test}}
addressing: {{style: single, mailbox: table@games.test}}
intake:
  smtp: {{enabled: false}}
  imap:
    enabled: true
    host: localhost
    port: {port}
    security: starttls
    ca_file: {ca}
    login: table@games.test
    password_file: imap-password
    poll: {poll}
    idle: {idle}
    lag: 1s
    retry: [1s]
    folders: [{folders}]
"""


def mail(text: str) -> bytes:
    return (
        f"Message-ID: <{text}@players.test>\r\nFrom: p@players.test\r\nTo: {BOX}\r\n"
        f"Subject: {text}\r\n\r\nhello\r\n"
    ).encode()


@pytest.fixture
def reader(dovecot: Dovecot, pbp):
    """pbp with a mailbox on Dovecot, not started."""

    def make(poll="1h", idle="true", folders="INBOX"):
        made = CONFIG.format(
            port=dovecot.imap,
            ca=dovecot.certificate,
            poll=poll,
            idle=idle,
            folders=folders,
        )
        return pbp(made)

    return make


def subjects(server) -> list[str]:
    lines = [line for letter in server.letters() for line in letter.raw.split(b"\r\n")]
    return [line.decode()[9:] for line in lines if line.startswith(b"Subject: ")]


def has(server, count: int) -> None:
    until(lambda: server.count() >= count, server.said)


def test_a_mailbox_is_read_and_a_mail_counts_from_its_internaldate(dovecot, reader):
    """Over STARTTLS; one mailbox of the guide has TLS, the whole game neither."""
    dovecot.put(BOX, [mail("one")])
    server = reader()
    assert server.start().startswith("listening on the mailbox table@games.test at localhost")
    has(server, 1)
    (letter,) = server.letters()
    assert letter.recipients == (BOX,)
    with dovecot.open(BOX) as client:
        client.normalise_times = False
        client.select_folder("INBOX", readonly=True)
        (found,) = client.fetch(client.search("ALL"), ["INTERNALDATE"]).values()
    assert letter.received_at == found[b"INTERNALDATE"]
    assert abs(letter.received_at - datetime.now(UTC)) < timedelta(seconds=WAIT)
    assert server.stop() == 0


def test_idle_brings_new_mail_at_once_and_no_flag_is_touched(dovecot, reader):
    server = reader()
    server.start()
    for number in range(3):
        dovecot.put(BOX, [mail(f"mail {number}")])
        has(server, number + 1)
    with dovecot.open(BOX) as client:
        client.select_folder("INBOX", readonly=True)
        found = client.fetch(client.search("ALL"), ["FLAGS"])
    assert all(b"\\Seen" not in each[b"FLAGS"] for each in found.values())


def test_without_idle_the_mailbox_is_polled(dovecot, reader):
    server = reader(poll="1s", idle="false")
    server.start()
    dovecot.put(BOX, [mail("one")])
    has(server, 1)


def test_a_session_that_the_server_drops_during_idle_is_opened_anew(dovecot, reader):
    server = reader()
    server.start()
    dovecot.put(BOX, [mail("one")])
    has(server, 1)
    dovecot.drop_connections()
    dovecot.put(BOX, [mail("two")])
    has(server, 2)
    assert subjects(server) == ["one", "two"]


def test_a_server_that_is_away_for_a_while_is_tried_again(dovecot, reader):
    server = reader()
    server.start()
    dovecot.put(BOX, [mail("one")])
    has(server, 1)
    dovecot.stop()
    until(lambda: server.said().count("mailbox not read") >= 3, server.said)
    dovecot.start()
    dovecot.put(BOX, [mail("two")])
    has(server, 2)
    assert "app_code" not in server.said()


def test_a_mailbox_that_is_numbered_anew_is_read_without_a_mail_twice(dovecot, reader):
    server = reader(poll="1s", idle="false")
    server.start()
    dovecot.put(BOX, [mail(f"mail {number}") for number in range(20)])
    has(server, 20)
    before = validity(dovecot)
    dovecot.number_anew(BOX)
    dovecot.put(BOX, [mail("new")])
    assert validity(dovecot) != before
    has(server, 21)
    until(lambda: "numbered anew" in server.said(), server.said)
    dovecot.put(BOX, [mail("last")])
    has(server, 22)
    assert sorted(subjects(server)) == sorted(
        [*(f"mail {number}" for number in range(20)), "new", "last"]
    )


def validity(dovecot) -> int:
    with dovecot.open(BOX) as client:
        return client.select_folder("INBOX", readonly=True)[b"UIDVALIDITY"]


def test_after_a_restart_it_goes_on_where_it_was_also_after_kill_9(dovecot, reader):
    server = reader()
    dovecot.put(BOX, [mail("one")])
    server.start()
    has(server, 1)
    server.stop(9)
    dovecot.put(BOX, [mail("two")])
    server.start()
    has(server, 2)
    assert server.stop() == 0
    dovecot.put(BOX, [mail("three")])
    server.start()
    has(server, 3)
    assert subjects(server) == ["one", "two", "three"]


def test_more_than_a_thousand_mails_come_in_pages_each_once(dovecot, reader):
    dovecot.fill(BOX, [mail(f"mail {number}") for number in range(1200)])
    server = reader()
    server.start()
    has(server, 1200)
    dovecot.put(BOX, [mail("last")])
    has(server, 1201)
    found = subjects(server)
    assert found[-1] == "last"
    assert sorted(found[:-1]) == sorted(f"mail {number}" for number in range(1200))


def test_the_spam_folder_is_read_too(dovecot, reader):
    server = reader(poll="1s", folders="INBOX, Junk")
    server.start()
    dovecot.put(BOX, [mail("ham")])
    dovecot.put(BOX, [mail("spam")], "Junk")
    has(server, 2)
    assert sorted(letter.peer for letter in server.letters()) == ["imap:INBOX", "imap:Junk"]


def test_a_wrong_password_stops_nothing_and_is_said_without_it(dovecot, reader):
    server = reader()
    password = server.folder / "imap-password"
    right = password.read_text("ascii")
    password.write_text("wrong_word\n", "ascii")
    dovecot.put(BOX, [mail("one")])
    server.start()
    until(lambda: "LoginError" in server.said(), server.said)
    password.write_text(right, "ascii")
    has(server, 1)
    assert "wrong_word" not in server.said()
