"""An IMAP server that dies in the middle of a fetch: every mail is read, none twice."""

import asyncio
import threading

import pytest

from pbp.post.clock import StandingClock
from pbp.post.imap_in import ImapIntake
from pbp.post.imap_session import ImapSettings
from pbp.store import SqliteStore
from tests.post.imap_stand_in import Mail, StandIn
from tests.service.office import START

WAIT = 30.0
MAILS = 60


class Dying(StandIn):
    """Breaks the line after so many bytes of what it fetches, each time further on."""

    def _fetched(self, said: str) -> bytes:
        whole = super()._fetched(said)
        if "BODY" not in said:
            return whole
        self.fetches = getattr(self, "fetches", 0) + 1
        if self.fetches % 3:
            raise Cut(whole[: len(whole) * (self.fetches % 7) // 7])
        return whole

    def _answer(self, client, *rest) -> bool:
        try:
            return super()._answer(client, *rest)
        except Cut as cut:
            client.sendall(cut.part)
            return False


class Cut(Exception):  # noqa: N818
    def __init__(self, part: bytes) -> None:
        super().__init__()
        self.part = part


@pytest.fixture
def server():
    made = Dying()
    yield made
    made.close()


def test_a_mailbox_that_breaks_off_again_and_again_is_read_whole_and_once(server, monkeypatch):
    monkeypatch.setenv("PBP_TEST_PASSWORD", "secret word")
    for uid in range(1, MAILS + 1):
        head = f"Return-Path: <p@x.test>\r\nDelivered-To: gm+g1@games.test\r\nSubject: {uid}\r\n"
        server.mails[uid] = Mail(head.encode() + b"\r\n" + b"words %d\r\n" % uid * 20)
    changed = threading.Condition()

    def read() -> None:
        with changed:
            changed.notify_all()

    settings = ImapSettings(
        port=server.port,
        security="none",
        login="gm",
        password_env="PBP_TEST_PASSWORD",
        retry_seconds=(0.001,),
        step_seconds=0.02,
        lag_seconds=0.0,
        poll_seconds=0.01,
        page_mails=7,
    )
    with SqliteStore.open() as store:
        intake = ImapIntake(settings, store, StandingClock(START), lambda _: True, read)
        asyncio.run(intake.start())
        with changed:
            assert changed.wait_for(lambda: store.count_letters() >= MAILS, WAIT)
        asyncio.run(intake.stop())
        found = [letter.raw for letter in store.next_letters(10 * MAILS)]
    assert server.fetches > MAILS // 7 + 3, "it was to break off"
    assert sorted(found) == sorted(mail.body for mail in server.mails.values())
