"""Mail comes in by IMAP: a stand-in server that is as odd as real ones."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest

from pbp.post import imap_folder
from pbp.post.clock import StandingClock
from pbp.post.imap_in import ImapIntake
from pbp.post.imap_session import ImapSettings
from pbp.post.receipt import Trust
from pbp.store import SqliteStore
from tests.post.imap_stand_in import Mail, StandIn

WAIT = 20.0


class Reading:
    """An intake that reads the stand-in; wait_for() returns when something is so."""

    def __init__(self, server: StandIn, store: SqliteStore, noon: datetime, **settings) -> None:
        usual = {
            "port": server.port,
            "security": "none",
            "login": "gm",
            "password_env": "PBP_TEST_PASSWORD",
            "retry_seconds": (0.01,),
            "step_seconds": 0.02,
            "lag_seconds": 0.0,
            "poll_seconds": 0.05,
        }
        self.store = store
        self.clock = StandingClock(noon)
        self.changed = threading.Condition()
        self.rounds = 0
        self.intake = ImapIntake(
            ImapSettings(**(usual | settings)),
            store,
            self.clock,
            lambda address: address.endswith("@host.example"),
            self._read,
        )
        asyncio.run(self.intake.start())

    def _read(self) -> None:
        with self.changed:
            self.rounds += 1
            self.changed.notify_all()

    def wait_for(self, so: Callable[[], bool]) -> None:
        with self.changed:
            assert self.changed.wait_for(so, WAIT)

    def wait_rounds(self, count: int) -> None:
        goal = self.rounds + count
        self.wait_for(lambda: self.rounds >= goal)

    def wait_letters(self, count: int) -> list:
        self.wait_for(lambda: self.store.count_letters() >= count)
        return self.store.next_letters(5000)

    def stop(self) -> None:
        asyncio.run(self.intake.stop())


@pytest.fixture
def server() -> Iterator[StandIn]:
    made = StandIn()
    yield made
    made.close()


@pytest.fixture
def reading(server, store, noon, monkeypatch) -> Iterator[Callable[..., Reading]]:
    monkeypatch.setenv("PBP_TEST_PASSWORD", "secret word")
    made: list[Reading] = []

    def begin(**settings) -> Reading:
        made.append(Reading(server, store, noon, **settings))
        return made[-1]

    yield begin
    for one in made:
        one.stop()


def mail(text: str, to: str = "gm+g1@host.example") -> Mail:
    head = f"Return-Path: <p@example.org>\r\nDelivered-To: {to}\r\nSubject: {text}\r\n\r\n"
    return Mail(head.encode() + b"hello\r\n")


def test_a_mail_is_stored_with_its_internaldate_in_utc_and_its_addresses(server, reading):
    server.mails[3] = mail("one")
    (letter,) = reading().wait_letters(1)
    assert letter.received_at == datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
    assert letter.recipients == ("gm+g1@host.example",)
    assert letter.envelope_from == b"p@example.org"
    assert letter.peer == "imap:INBOX"
    assert letter.raw == server.mails[3].body


def test_nothing_in_the_mailbox_is_changed_and_no_flag_is_asked_for(server, reading):
    server.mails[3] = mail("one")
    reading().wait_letters(1)
    said = " ".join(server.heard)
    assert "EXAMINE" in said
    assert not any(word in said for word in ("STORE", "EXPUNGE", "SEEN", "SELECT", "BODY[]"))


def test_a_mail_is_fetched_once_though_the_server_gives_an_old_uid_for_n_star(server, reading):
    server.mails[3] = mail("one")
    looking = reading(idle=False)
    looking.wait_letters(1)
    looking.wait_rounds(3)
    assert looking.store.count_letters() == 1
    assert sum("BODY.PEEK[]" in line for line in server.heard) == 1


def test_a_server_that_finds_everything_whatever_is_asked_is_believed_in_nothing(server, reading):
    server.ignores_search = True
    server.mails.update({1: mail("one"), 2: mail("two")})
    looking = reading(idle=False)
    looking.wait_letters(2)
    server.mails[3] = mail("three")
    looking.wait_letters(3)
    looking.wait_rounds(2)
    assert looking.store.count_letters() == 3


def test_new_mail_is_read_when_idle_says_so_and_a_poll_is_far(server, reading):
    looking = reading(poll_seconds=1000.0)
    assert server.idling.wait(WAIT)
    server.mails[1] = mail("one")
    server.announce()
    looking.wait_letters(1)


def test_mail_that_comes_while_the_folder_is_read_does_not_wait_for_the_next_poll(server, reading):
    """The server says so beside its answer to SEARCH, and not again in IDLE."""
    server.arriving.append(mail("one"))
    reading(poll_seconds=1000.0).wait_letters(1)


def test_without_idle_the_folder_is_polled(server, reading):
    server.capability = "IMAP4rev1"
    looking = reading(poll_seconds=0.02)
    looking.wait_rounds(1)
    server.mails[1] = mail("one")
    looking.wait_letters(1)
    assert not any("IDLE" in line for line in server.heard)


def test_a_line_that_breaks_during_idle_is_noticed_and_opened_anew(server, reading):
    looking = reading(poll_seconds=1000.0)
    assert server.idling.wait(WAIT)
    server.mails[1] = mail("one")
    server.forget()
    looking.wait_letters(1)
    assert server.connections == 2


def test_mail_numbered_anew_is_looked_at_again_and_only_new_bytes_are_stored(server, reading):
    server.mails.update({5: mail("one"), 6: mail("two")})
    looking = reading(idle=False)
    looking.wait_letters(2)
    server.validity = 8
    server.mails.clear()
    server.mails.update({1: mail("two"), 2: mail("three"), 3: mail("one")})
    letters = looking.wait_letters(3)
    looking.wait_rounds(2)
    assert looking.store.count_letters() == 3
    assert b"three" in letters[2].raw
    name = "imap:gm@127.0.0.1/INBOX"
    assert looking.store.position(name).validity == 8


def test_a_server_without_uidvalidity_is_read_all_the_same(server, reading):
    server.validity = None
    server.mails[1] = mail("one")
    looking = reading(idle=False)
    looking.wait_letters(1)
    looking.wait_rounds(2)
    assert server.connections == 1


def test_after_a_restart_only_new_mail_is_fetched(server, reading):
    server.mails[1] = mail("one")
    first = reading()
    first.wait_letters(1)
    first.stop()
    server.heard.clear()
    server.mails[2] = mail("two")
    letters = reading().wait_letters(2)
    assert [b"two" in letter.raw for letter in letters] == [False, True]
    assert not any("FETCH 1" in line for line in server.heard)


def test_a_thousand_mails_come_in_pages(server, reading):
    server.mails.update({uid: mail(f"mail {uid}") for uid in range(1, 1201)})
    looking = reading(page_mails=100)
    looking.wait_letters(1200)
    pages = [line for line in server.heard if "BODY.PEEK[]" in line]
    assert len(pages) >= 12
    assert max(line.count(",") for line in pages) < 100


def test_a_page_is_no_larger_than_memory_allows(server, reading):
    server.mails.update({uid: mail(f"{uid:x}" * 1000) for uid in range(1, 11)})
    reading(page_bytes=3000).wait_letters(10)
    pages = [line for line in server.heard if "BODY.PEEK[]" in line]
    assert max(line.count(",") for line in pages) == 1


def test_a_folder_with_very_many_uids_is_listed_in_windows(server, reading, monkeypatch):
    monkeypatch.setattr(imap_folder, "WINDOW_UIDS", 100)
    server.mails.update({uid: mail(f"mail {uid}") for uid in (5, 150, 260)})
    reading().wait_letters(3)
    windows = [line.split()[-1] for line in server.heard if "SEARCH" in line]
    assert windows[:3] == ["1:100", "101:200", "201:*"]


def test_163_lets_nobody_select_who_has_not_said_its_id(server, reading):
    server.needs_id = True
    server.mails[1] = mail("one")
    reading().wait_letters(1)
    words = [line.split()[0] for line in server.heard]
    assert words.index("LOGIN") < words.index("ID") < words.index("EXAMINE")


def test_what_nobody_asked_for_among_the_answers_is_no_mail(server, reading):
    server.chatter = b"* 9 FETCH (FLAGS (\\Seen))\r\n* 9 FETCH (UID 900 FLAGS ())\r\n* 3 EXISTS\r\n"
    server.mails[1] = mail("one")
    looking = reading(idle=False)
    looking.wait_letters(1)
    looking.wait_rounds(2)
    assert looking.store.count_letters() == 1


def test_a_mail_without_a_body_is_asked_for_again_and_then_comes(server, reading, noon):
    server.mails.update({1: mail("one"), 2: Mail(None), 3: mail("three")})
    looking = reading(idle=False, poll_seconds=1000.0)
    looking.wait_letters(2)
    assert looking.store.position("imap:gm@127.0.0.1/INBOX").uid == 1
    assert looking.intake.complete_until() < noon
    server.mails[2] = mail("two")
    looking.intake.expect(noon)
    letters = looking.wait_letters(3)
    assert sorted(letter.raw.count(b"two") for letter in letters) == [0, 0, 1]
    looking.wait_for(lambda: looking.intake.complete_until() == noon)


def test_a_mail_that_never_shows_its_body_is_kept_by_its_header(server, reading):
    server.mails.update({1: Mail(None, header=b"Subject: hollow\r\n\r\n"), 2: mail("two")})
    looking = reading(idle=False)
    letters = looking.wait_letters(2)
    assert b"Subject: hollow\r\n\r\n" in [letter.raw for letter in letters]
    looking.wait_rounds(2)
    assert looking.store.position("imap:gm@127.0.0.1/INBOX").uid == 2


def test_a_mail_without_a_date_was_received_when_it_was_fetched(server, reading, noon):
    server.mails.update({1: mail("one"), 2: mail("two")})
    server.mails[1].date = None
    server.mails[2].date = "yesterday"
    letters = reading().wait_letters(2)
    assert [letter.received_at for letter in letters] == [noon, noon]


def test_a_date_of_the_future_is_now(server, reading, noon):
    server.mails[1] = mail("one")
    server.mails[1].date = "01-Mar-2027 20:00:00 +0800"
    (letter,) = reading().wait_letters(1)
    assert letter.received_at == noon
    assert letter.stamps == (("internaldate", datetime(2027, 3, 1, 12, 0, tzinfo=UTC)),)


def test_the_line_of_the_providers_edge_goes_before_internaldate(server, reading, noon):
    line = b"Received: from a by mx.qq.com; Sun, 1 Mar 2026 19:50:00 +0800\r\n"
    server.mails[1] = mail("one")
    server.mails[1].body = line + server.mails[1].body
    (letter,) = reading(trust=Trust(hosts=(".qq.com",))).wait_letters(1)
    assert letter.received_at == noon - timedelta(minutes=10)
    assert letter.stamps == (("internaldate", noon),)


def test_what_lay_there_long_before_the_first_visit_is_left_alone(server, reading):
    server.mails.update({1: mail("old"), 2: mail("new")})
    server.mails[1].date = "20-Feb-2026 20:00:00 +0800"
    looking = reading(idle=False)
    (letter,) = looking.wait_letters(1)
    assert b"new" in letter.raw
    server.validity = 9
    looking.wait_rounds(2)
    assert looking.store.count_letters() == 1


def test_of_a_mail_that_is_too_large_only_the_beginning_is_fetched(server, reading):
    server.mails[1] = mail("large")
    server.mails[1].body += b"x" * 10_000
    (letter,) = reading(size_max=500).wait_letters(1)
    assert letter.raw == server.mails[1].body[:500]


def test_all_folders_are_read_and_each_has_its_position(server, reading):
    server.mails[1] = mail("one")
    looking = reading(folders=("INBOX", "Junk"))
    looking.wait_letters(2)
    assert {letter.peer for letter in looking.store.next_letters(5)} == {"imap:INBOX", "imap:Junk"}


def test_what_has_been_read_ends_where_the_last_round_began(server, reading, noon):
    looking = reading(idle=False, lag_seconds=5.0)
    looking.wait_rounds(1)
    assert looking.intake.complete_until() == noon - timedelta(seconds=5)
    looking.clock.set(noon + timedelta(minutes=1))
    looking.wait_rounds(2)
    assert looking.intake.complete_until() == noon + timedelta(seconds=55)


def test_a_deadline_that_has_passed_is_not_kept_waiting_for_the_next_poll(server, reading, noon):
    looking = reading(poll_seconds=1000.0, lag_seconds=5.0)
    assert server.idling.wait(WAIT)
    due = noon + timedelta(minutes=1)
    looking.intake.expect(due)
    looking.clock.set(due + timedelta(seconds=5))
    looking.wait_for(lambda: looking.intake.complete_until() >= due)


def test_while_the_server_is_away_nothing_is_said_to_have_been_read(server, reading, noon):
    first = reading(idle=False)
    first.wait_rounds(1)
    first.stop()
    server.capability = "IMAP4rev1"
    server.needs_id = True
    later = reading(idle=False)
    later.clock.set(noon + timedelta(hours=1))
    server.wait_for("EXAMINE", times=3)
    assert later.intake.complete_until() == noon
    server.needs_id = False
    later.wait_for(lambda: later.intake.complete_until() == noon + timedelta(hours=1))


def test_the_password_is_nowhere_in_the_log(server, reading, everything_logged):
    server.mails[1] = mail("secret subject")
    reading().wait_letters(1)
    server.forget()
    assert "secret" not in everything_logged.text


def test_a_token_is_handed_over_as_xoauth2_says(server, reading):
    server.capability = "IMAP4rev1 AUTH=XOAUTH2"
    reading(auth="xoauth2")
    server.wait_for("AUTHENTICATE XOAUTH2")


def test_a_stop_ends_a_line_that_does_not_answer(server, reading):
    looking = reading(poll_seconds=1000.0, stop_seconds=0.05, step_seconds=1000.0)
    assert server.idling.wait(WAIT)
    looking.stop()
    assert not looking.intake._thread.is_alive()
