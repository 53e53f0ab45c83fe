"""One command and what came of it, as a row of the desk's answer: data, no words."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from msgspec.structs import replace

from pbp.game import facts as f
from pbp.game import questioning
from pbp.game.commands import Command, Ordered
from pbp.game.gm import ahead
from pbp.game.gm.acting import Done
from pbp.game.law import Law
from pbp.game.table import Table

LOOKS = ("status", "digest", "why", "stats", "web")
"""Words that only look."""

CLOSES_NOW = ("end phase", "open day")
"""Words that end the phase: that it closes now is all there is to say of its cut-offs."""

MAY_BE_SAID_AGAIN = ("undo", "confirm", "hold", "agree", "change", "postpone", "as usual")
"""Words of which the answer need not say that they cannot be undone: they undo, or settle."""


def with_outcome(
    table: Table,
    law: Law,
    command: Command,
    done: Done,
    before: Iterable[ahead.Instant],
    at: datetime,
) -> Done:
    """What came of an act with the cut-offs that moved, and what the rules make of it.

    table: after the act. before: the cut-offs before it.
    """
    if done.problem or done.data.get("pending"):
        return done
    word = _word(command, done)
    moves = word not in CLOSES_NOW
    data = {**done.data, "moved": ahead.moved(before, ahead.instants(table)) if moves else []}
    if word in ahead.AT_THE_CLOSE and not data.get("quiet"):
        data["follows"] = ahead.close(table, law, at)
    return replace(done, data=data)


def _word(command: Command, done: Done) -> str:
    """The command, or the one that an answer to a question stands for."""
    word = command.tried or command.word
    if word in questioning.WORDS:
        return questioning.STANDS_FOR.get(str(done.data.get("answer")), ("", ""))[0]
    return word


def row(command: Command, done: Done, born: Sequence[f.AnyFact]) -> dict[str, Any]:
    """The row: its line, its word, why it was not done, what is posted, who is told.

    undo: 撤销 takes it back; could_undo: it would, were it done. final: nothing takes it back.
    """
    word, dry = command.tried or command.word, bool(done.data.get("dry"))
    waits = bool(done.data.get("pending") or done.data.get("draft"))
    is_act = word not in (*LOOKS, *MAY_BE_SAID_AGAIN) and not waits
    return {
        "line": command.line,
        "word": command.word,
        "tried": command.tried,
        "problem": done.problem,
        "data": done.data,
        "undo": done.undo and not dry,
        "could_undo": done.undo and dry,
        "final": is_act and not done.problem and not done.undo,
        "reason": command.reason,
        "posts": [_kind(fact) for fact in born if isinstance(fact, f.Posted)],
        "told": [[fact.to, fact.kind] for fact in born if isinstance(fact, f.Notified)],
        "asks": _asked(born, word),
    }


def _asked(born: Sequence[f.AnyFact], word: str) -> list[list[Any]]:
    """What the GM is asked for it, with the numbers; a pause says itself how long it lasts."""
    asked = [fact for fact in born if isinstance(fact, f.QuestionAsked)]
    if word == "postpone":
        return []
    return [[one.number, one.kind] for one in asked if one.kind != questioning.PAUSED]


def only_looks(ordered: Ordered, told: Sequence[dict[str, Any]]) -> bool:
    """Whether what was asked for is the whole answer, so that none of the desk's is needed."""
    words = {row["tried"] or row["word"] for row in told}
    return ordered.certain and words <= {*LOOKS} and not any(row["problem"] for row in told)


def _kind(post: f.Posted) -> str:
    """Pause and resume are posts of one kind, and two things to say."""
    return "resumed" if post.kind == "pause" and not post.data.get("paused") else post.kind


def answer(table: Table, ordered: Ordered, rows: list[dict[str, Any]], mail: int) -> f.Notified:
    """The desk's answer: what was done, or a preview. mail: the GM's mail, 0 without one."""
    phase, last = table.phase, {"last_answer": "previews"} if ordered.last else {}
    meant = {"meant": ordered.meant} if ordered.meant else {}
    return f.Notified(
        at=ordered.at,
        kind="desk",
        to="gm",
        phase=phase.id if phase else None,
        mail=mail or None,
        data={"what": "done" if ordered.certain else "preview", "rows": rows, **last, **meant},
    )
