"""The power fails at any moment: what was acknowledged and what was sent is in the journal.

The game is played on a disk that is watched; then the journal is made as it would be found after
a loss of power at each moment, opened, and the game played on to its end.
"""

import pickle
import random
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest

from pbp.audit import audit_game
from pbp.service.referee import Referee
from pbp.store import NewLetter, SqliteStore
from tests.faults.child import CONTEXT
from tests.faults.disk import Step, image
from tests.faults.driver import END_HOUR, FULL, HOUR, STORY
from tests.service.office import GAME, RENDERER, SETTINGS, START, Office, record_of, setup_for

LOSSES = 400 if FULL else 10


def play(folder: str) -> None:
    """The whole story on a watched disk; runs in a process of its own."""
    from tests.faults.disk import Disk

    disk = Disk().install()
    with SqliteStore.open(Path(folder) / "journal.sqlite") as store:
        office = Office(setup_for(), store=store)
        disk.mark("begun", b"")
        for letter in letters(office):
            store.append_letters([letter])
            disk.mark("stored", letter.raw)
            office.tick(letter.received_at)
            send_all(store, letter.received_at, disk)
        office.tick(START + END_HOUR * HOUR)
        send_all(store, START + END_HOUR * HOUR, disk)
    (Path(folder) / "steps").write_bytes(pickle.dumps(disk.steps))


def send_all(store, now, disk) -> None:
    while rows := store.claim_due(now, 20):
        for row in rows:
            disk.mark("sent", row.message_id.encode())
            store.mark_sent(row.id)


def letters(office: Office) -> list[NewLetter]:
    made = []
    for hour, who, text, to in STORY:
        recipient = office.recipient(who, to)
        made.append(
            NewLetter(
                received_at=START + hour * HOUR,
                recipients=(recipient,),
                raw=office.bytes_of(who, text, to=recipient, message_id=f"<{hour}@client.test>"),
                envelope_from=b"x@client.test",
            )
        )
    return made


@cache
def played() -> tuple[list[Step], list[NewLetter], dict, dict[str, bytes]]:
    """The steps of the disk, the letters, and record and mails of the undisturbed game."""
    folder = Path(mkdtemp())
    process = CONTEXT.Process(target=play, args=(str(folder),))
    process.start()
    process.join()
    assert process.exitcode == 0
    steps = pickle.loads((folder / "steps").read_bytes())
    with SqliteStore.open(folder / "journal.sqlite") as store:
        live = Referee(store, SETTINGS, RENDERER).loaded(GAME)
        mails = {row.message_id: row.data for row in store.outbox_of(GAME)}
        sent = letters(Office(setup_for()))
        return steps, sent, record_of(live, SETTINGS), mails


def moments() -> list[int]:
    """Places in the steps, after the game was made: spread over all of it."""
    steps = played()[0]
    begun = next(n for n, step in enumerate(steps) if step.what == "begun")
    chance = random.Random(7)
    return [chance.randrange(begun, len(steps)) for _ in range(LOSSES)]


@pytest.mark.parametrize("number", range(LOSSES))
def test_after_a_loss_of_power_the_game_is_the_same_and_nothing_promised_is_gone(number, tmp_path):
    steps, sent, record, mails = played()
    moment = moments()[number]
    image(steps[: moment + 1], tmp_path, random.Random(number) if number % 3 else None)
    seen = steps[: moment + 1]
    with SqliteStore.open(tmp_path / "journal.sqlite") as store:
        assert store._db.rows("PRAGMA integrity_check") == [("ok",)]
        kept = {store.letter(n).raw for n in range(1, store.count_letters() + 1)}
        assert {step.data for step in seen if step.what == "stored"} <= kept, "a 250 was a lie"
        for step in seen:
            if step.what == "sent":
                assert store.find_sent(step.data.decode()) is not None, "sent and not persisted"
        go_on(store, [letter for letter in sent if letter.raw not in kept])
        live = Referee(store, SETTINGS, RENDERER).loaded(GAME)
        assert record_of(live, SETTINGS) == record
        assert {row.message_id: row.data for row in store.outbox_of(GAME)} == mails
        assert store.count_outbox() == {"sent": len(mails)}
        assert audit_game(store, store.game(GAME), SETTINGS).first_difference is None


def go_on(store: SqliteStore, missing: list[NewLetter]) -> None:
    """The server starts again; whoever got no 250 sends his mail again."""
    referee = Referee(store, SETTINGS, RENDERER)
    store.recover()
    for letter in missing:
        store.append_letters([letter])
    while referee.read_letters(START + END_HOUR * HOUR):
        pass
    referee.tick(START + END_HOUR * HOUR)
    while rows := store.claim_due(START + END_HOUR * HOUR, 100):
        for row in rows:
            store.mark_sent(row.id)
    assert store.count_unread() == 0
