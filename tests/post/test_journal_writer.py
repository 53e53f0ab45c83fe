"""Group commit: what waits together is written together, failures reach every one who waits."""

import asyncio
import threading
from datetime import timedelta

import pytest

from pbp.post.clock import StandingClock
from pbp.post.journal_writer import JournalClosed, JournalWriter
from pbp.store import NewLetter, StoreBusy

WAIT = 20


class Sink:
    """A store that writes a batch when the test lets it, or fails."""

    def __init__(self) -> None:
        self.batches: list[list[bytes]] = []
        self.failures: list[Exception] = []
        self.asked = threading.Semaphore(0)
        self.allowed = threading.Semaphore(0)

    def append_letters(self, letters):
        self.asked.release()
        assert self.allowed.acquire(timeout=WAIT)
        if self.failures:
            raise self.failures.pop()
        self.batches.append([letter.raw for letter in letters])
        return [int(letter.raw) for letter in letters]


@pytest.fixture
def sink():
    return Sink()


@pytest.fixture
def clock(noon):
    return StandingClock(noon)


@pytest.fixture
def letter(noon):
    return lambda number: NewLetter(received_at=noon, recipients=("gm@h",), raw=b"%d" % number)


def run(sink, clock, story, **options):
    """Play a story in a loop, with a writer that is started and stopped around it."""
    journal = JournalWriter(sink, clock, **options)
    journal.start()

    async def play():
        async with asyncio.timeout(WAIT):
            await story(journal)

    try:
        asyncio.run(play())
    finally:
        for _ in range(10):
            sink.allowed.release()
        journal.stop()


async def until_asked(sink):
    await asyncio.to_thread(sink.asked.acquire)


def test_letters_that_gather_during_a_commit_are_written_in_one(sink, clock, letter):
    async def story(journal):
        first = asyncio.create_task(journal.store_letter(letter(1)))
        await until_asked(sink)
        others = [asyncio.create_task(journal.store_letter(letter(n))) for n in range(2, 6)]
        await asyncio.sleep(0)
        sink.allowed.release()
        sink.allowed.release()
        assert await first == 1
        assert await asyncio.gather(*others) == [2, 3, 4, 5]

    run(sink, clock, story)
    assert sink.batches == [[b"1"], [b"2", b"3", b"4", b"5"]]


def test_a_failed_commit_reaches_every_one_who_waits_and_the_next_one_works(sink, clock, letter):
    async def story(journal):
        sink.failures.append(StoreBusy("SQLITE_BUSY"))
        first = asyncio.create_task(journal.store_letter(letter(1)))
        await until_asked(sink)
        sink.failures.insert(0, StoreBusy("SQLITE_BUSY"))
        two = [asyncio.create_task(journal.store_letter(letter(n))) for n in (2, 3)]
        await asyncio.sleep(0)
        for _ in range(3):
            sink.allowed.release()
        results = await asyncio.gather(first, *two, return_exceptions=True)
        assert [type(result) for result in results] == [StoreBusy] * 3
        assert await journal.store_letter(letter(4)) == 4

    run(sink, clock, story)
    assert sink.batches == [[b"4"]]


def test_a_letter_is_written_even_if_the_one_who_waits_goes_away(sink, clock, letter):
    async def story(journal):
        waiting = asyncio.create_task(journal.store_letter(letter(1)))
        await until_asked(sink)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting

    run(sink, clock, story)
    assert sink.batches == [[b"1"]]


def test_stopping_writes_what_was_taken_and_takes_nothing_more(sink, clock, letter):
    async def story(journal):
        taken = journal.take(lambda _now: letter(1))
        for _ in range(2):
            sink.allowed.release()
        await asyncio.to_thread(journal.stop)
        with pytest.raises(JournalClosed):
            journal.take(lambda _now: letter(2))
        assert await taken == 1

    run(sink, clock, story)
    assert sink.batches == [[b"1"]]


def test_a_letter_in_hand_holds_the_clock_back(sink, clock, letter, noon):
    async def story(journal):
        clock.set(noon + timedelta(hours=1))
        assert journal.complete_until() == noon + timedelta(hours=1)
        taken = journal.take(lambda _now: letter(1))
        await until_asked(sink)
        assert journal.complete_until() == noon - timedelta(microseconds=1)
        sink.allowed.release()
        await taken
        assert journal.complete_until() == noon + timedelta(hours=1)

    run(sink, clock, story)


def test_a_letter_that_is_taken_gets_the_present_instant(sink, clock, noon):
    stamps = []

    async def story(journal):
        def letter_at(now):
            stamps.append(now)
            return NewLetter(received_at=now, recipients=(), raw=b"1")

        sink.allowed.release()
        await journal.take(letter_at)

    run(sink, clock, story)
    assert stamps == [noon]


def test_the_worker_is_told_after_each_commit_that_worked(sink, clock, letter):
    told = threading.Semaphore(0)

    async def story(journal):
        sink.failures.append(StoreBusy("SQLITE_BUSY"))
        for number in (1, 2):
            sink.allowed.release()
            await asyncio.gather(journal.store_letter(letter(number)), return_exceptions=True)
        assert await asyncio.to_thread(told.acquire)

    run(sink, clock, story, on_stored=told.release)
    assert not told.acquire(blocking=False)
