"""Nothing that outsiders get depends on a secret, in any rule set: no byte, order, time or id."""

import io
import json
import logging

import pytest

from pbp.logs import JsonLines
from pbp.scenario.export import export
from tests.board.board import LOOKER
from tests.secrets.tables import (
    CASTS,
    FULL,
    SALTS,
    SEED,
    Mail,
    corrected,
    outsiders_of,
    revealed_at,
    roles_of,
    seen,
    told,
    written,
)
from tests.service.office import GM_ADDRESS, SECRET, START, text_of

SEEDS = range(150 if FULL else 2)
cases = pytest.mark.parametrize(
    ("ruleset", "seed"), [(ruleset, seed) for ruleset in CASTS for seed in SEEDS]
)


@cases
def test_two_who_hold_each_others_secrets_are_the_same_to_everybody_else(ruleset, seed):
    """The rows of each outsider, whole and in order, until a rule reveals one of the two."""
    story = written(ruleset, seed)
    one, other = told(story), told(story, swapped=True)
    until = min(revealed_at(one, story.pair), revealed_at(other, story.pair))
    readers = outsiders_of(story)
    mine, theirs = seen(one, readers, until), seen(other, readers, until)
    for who in mine:
        assert mine[who] == theirs[who], (story.pair, who)
    assert mine[LOOKER]


@cases
def test_a_correction_of_ones_mail_or_the_others_is_the_same_to_everybody_else(ruleset, seed):
    """The GM voids mails, whichever of the two had written them: the same posts, or none."""
    story = corrected(written(ruleset, seed + 500), seed)
    one, other = told(story), told(story, swapped=True)
    until = min(revealed_at(one, story.pair), revealed_at(other, story.pair))
    readers = outsiders_of(story)
    mine, theirs = seen(one, readers, until), seen(other, readers, until)
    for who in mine:
        assert mine[who] == theirs[who], (story.pair, who)


@cases
def test_how_many_secret_mails_there_are_and_when_is_seen_by_nobody(ruleset, seed):
    """Until the first cut-off: nobody writes in secret, or those with a role write thrice."""
    story = written(ruleset, seed, hours=20, count=14)
    quiet = story._replace(mails=tuple(m for m in story.mails if not m.secret))
    actors = [who for who in CASTS[ruleset] if who not in outsiders_of(story)]
    more = tuple(
        Mail(20 + 61 * turn + 7 * place, who, words, secret=True)
        for place, who in enumerate(actors)
        for turn, words in enumerate(("状态", "收据", "天神\n请教一事"))
    )
    busy = told(quiet, more=more)
    calm = told(quiet)
    until = calm.table.phases[0].closes
    readers = [who for who in outsiders_of(story) if who not in actors]
    assert seen(busy, readers, until) == seen(calm, readers, until)
    assert len(busy.outbox()) > len(calm.outbox())


@cases
def test_no_token_no_secret_and_no_owner_is_where_it_must_not_be(ruleset, seed):
    """A whole game: its log at its most talkative, what all can read, the exports."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    ours = logging.getLogger("pbp")
    ours.addHandler(handler)
    level = ours.level
    ours.setLevel(logging.DEBUG)
    try:
        board = told(written(ruleset, seed + 1000))
        _bug(board)
        board.run_out(days=12)
    finally:
        ours.removeHandler(handler)
        ours.setLevel(level)
    _log_is_clean(stream.getvalue(), board)
    _mails_are_clean(board)


def _bug(board) -> None:
    """An error of ours in the middle of a game whose words are those of a mail."""

    def falling(*_: object) -> None:
        raise KeyError("小一 祈祷 小二")

    live = board.live
    real = live.play.settle
    live.play.settle = falling
    board.referee.tick(live.play.next_due() or START)
    assert board.store.game(board.setup.id).state in ("stopped", "ended")
    live.play.settle = real
    board.referee.resume(board.setup.id, board.facts()[-1].at)


def _log_is_clean(log: str, board) -> None:
    assert "game stopped" in log
    said = json.loads('"' + log.replace('"', "'").replace("\n", " ") + '"')
    words = ("祈祷", "束魂", "宣言")
    owners = {owner.name for owner in board.setup.owners.values()}
    for bad in (*_keys(board), *CASTS[board.setup.ruleset], *owners, *words, "@", "KeyError('"):
        assert bad not in said, bad


def _mails_are_clean(board) -> None:
    assert board.setup.salts == SALTS
    tokens = board.live.tokens()
    held = {board.address(who): who for who in (*board.setup.owners, "gm")}
    ended = board.table.ended
    over = ended.at if ended is not None else None
    for row in board.outbox():
        text, raw = text_of(row), row.data.decode()
        mine = tokens.get(held.get(row.recipient, row.recipient), "-")
        for who, token in tokens.items():
            assert token == mine or token not in raw, (row.kind, who)
        assert SECRET.decode() not in raw
        if over is None or row.created_at < over:
            assert not any(key in text for key in (SEED, SALTS.deal, SALTS.owners))
            if row.recipient not in held or row.kind in ("roster", "dawn", "nightfall", "ballot"):
                assert not any(owner.addresses[0] in text for owner in board.setup.owners.values())
    exported = export(board.store, board.live, board.settings)
    record = json.dumps(board.record(), ensure_ascii=False)
    for bad in (*tokens.values(), SECRET.decode(), SECRET.hex()):
        assert bad not in exported
        assert bad not in record
    assert GM_ADDRESS not in record
    assert roles_of(board.setup.ruleset, board.setup.seats[0].handle)


def _keys(board) -> list[str]:
    return [*board.live.tokens().values(), SECRET.decode(), SECRET.hex(), SEED, SALTS.deal]
