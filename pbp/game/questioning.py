"""The GM's questions: each has a number, ready answers, a default and a time (mail.md, the digest).

A GM asleep never stops a game: when its time has come, the default happens.
"""

from collections.abc import Generator
from datetime import datetime
from typing import Any

from msgspec.structs import replace

from pbp.game import facts as f
from pbp.game.commands import Command
from pbp.game.gm.acting import Act, Done, refused
from pbp.game.law import Law
from pbp.game.table import Table

WORDS = ("agree", "change", "postpone", "as usual")
"""同意 3 · 改 3 投票 X · 延 3 12h · 一切照旧."""

STANDS_FOR = {
    "end phase": ("end phase", ""),
    "resume": ("resume", ""),
    "grant": ("leave", "grant"),
    "refuse": ("leave", "refuse"),
    "publish": ("publish", ""),
    "read": ("read", ""),
    "count": ("count", ""),
    "warn": ("warn", ""),
    "out": ("out", ""),
    "expose": ("expose", ""),
    "approve": ("approve", ""),
    "reject": ("reject", ""),
    "replace": ("replace", ""),
    "longer": ("longer", ""),
    "start": ("start", "fit"),
    "cancel": ("cancel", ""),
    "first": ("select", "first"),
    "random": ("select", "random"),
    "out all": ("out all", ""),
}
"""The command behind a ready answer; every other answer (wait, keep, let be) does nothing."""

PAUSED = "paused"
"""The kind of the question how long a pause is to last."""

Did = list[tuple[str, Done]]
"""The commands behind a ready answer, and what came of each."""

Followed = Generator[f.AnyFact, None, Did]
"""An answer being carried out."""


def ask(
    table: Table,
    at: datetime,
    kind: str,
    default: str,
    due: datetime,
    *answers: str,
    **about: Any,
) -> f.QuestionAsked:
    """Put a question to the GM. kind: what it is about; default, answers: see STANDS_FOR."""
    return f.QuestionAsked(
        at=at,
        number=max(table.questions, default=0) + 1,
        kind=kind,
        default=default,
        due=due,
        answers=answers,
        about=about,
    )


def due(table: Table) -> list[tuple[datetime, int]]:
    """When each open question takes its default; in a pause only the one about the pause does."""
    return [
        (question.due, question.number)
        for question in table.open_questions()
        if table.paused is None or question.kind == PAUSED
    ]


def take_default(table: Table, law: Law, number: int, at: datetime) -> Followed:
    """Nobody answered: what was announced as the default happens."""
    question = table.questions[number]
    yield f.QuestionAnswered(at=at, number=number, answer=question.default, by="default")
    return (yield from _follow(table, law, question, question.default, at))


def answer(table: Table, law: Law, command: Command, at: datetime) -> Act:
    """The GM's answer to one question, or to all."""
    if command.word == "as usual":
        return (yield from _as_usual(table, law, at))
    found = table.questions.get(command.n or 0)
    if found is None:
        return refused("no_question", n=command.n)
    if found.number in table.answered:
        return refused("answered_already", n=found.number, **_answered(table, found))
    if found not in table.open_questions():
        return refused("game_over", heard=command.line)
    if command.word == "postpone":
        if command.span is None:
            return refused("needs_span")
        yield replace(found, at=at, due=found.due + command.span)
        return Done(data={"n": found.number, "due": (found.due + command.span).isoformat()})
    chosen = _chosen(found, command)
    if chosen is None:
        return refused("no_such_answer", n=found.number, answers=found.answers)
    if chosen == "read" and not command.readings:
        return refused("needs_vote", n=found.number)
    yield f.QuestionAnswered(at=at, number=found.number, answer=chosen)
    did = yield from _follow(table, law, found, chosen, at, command)
    return Done(data=_settled(found, chosen, did), undo=_can_be_undone(did))


def _as_usual(table: Table, law: Law, at: datetime) -> Act:
    """Every open question takes its default; a pause lasts until its time has come."""
    settled, undo = [], True
    for question in table.open_questions():
        if question.kind != PAUSED:
            did = yield from take_default(table, law, question.number, at)
            settled.append(_settled(question, question.default, did))
            undo = undo and _can_be_undone(did)
    return Done(data={"settled": settled}, undo=undo and bool(settled))


def _settled(question: f.QuestionAsked, answer: str, did: Did) -> dict[str, Any]:
    """A question, what it was answered and what that brought about, for the desk's answer."""
    return {
        "n": question.number,
        "answer": answer,
        "question": question.kind,
        "about": question.about.get("who"),
        "did": [{"word": word, "problem": done.problem, "data": done.data} for word, done in did],
    }


def _can_be_undone(did: Did) -> bool:
    return all(done.undo or done.problem for _, done in did)


def _answered(table: Table, question: f.QuestionAsked) -> dict[str, Any]:
    """What a question that is no longer open was answered, and what it was about."""
    given = table.answered[question.number]
    return {
        "answer": given.answer,
        "by": given.by,
        "question": question.kind,
        "who": question.about.get("who"),
    }


def _chosen(question: f.QuestionAsked, command: Command) -> str | None:
    """同意 takes the first ready answer; 改 takes another one, or a reading of one's own."""
    if command.word == "agree":
        return question.answers[0] if question.answers else question.default
    if command.readings and "read" in question.answers:
        return "read"
    return command.value if command.value in (*question.answers, question.default) else None


def _follow(
    table: Table,
    law: Law,
    question: f.QuestionAsked,
    chosen: str,
    at: datetime,
    command: Command | None = None,
) -> Followed:
    """What an answer brings about: the command that it stands for, and what came of it."""
    from pbp.game.gm.desk import act_of

    did: Did = []
    word, value = STANDS_FOR.get(chosen, ("", ""))
    act = act_of(table, law, word)
    if act is None:
        return did
    for who in question.about.get("counts") or (question.about.get("who", ""),):
        stands_for = Command(
            word=word,
            who=who,
            n=question.about.get("n"),
            value=value,
            readings=command.readings if command is not None else (),
            span=command.span if command is not None else None,
            reason=command.reason if command is not None else "",
        )
        did.append((word, (yield from act(table, law, stands_for, at))))
    return did
