"""Polls by mail among the players: C-10. The GM asks before he changes a rule; they choose.

A poll decides nothing: its result is posted, and the GM does with it what he thinks right. Who
chose what is never told.
"""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta

from pbp.game import facts as f
from pbp.game.around import Poll
from pbp.game.clauses import clause
from pbp.game.hearing import Heard, Hearing, Judged, Outcome
from pbp.game.law import Law
from pbp.game.table import Table

LENGTH = timedelta(hours=24)
"""How long a poll is open where the GM says nothing."""

CHOICES_MAX = 9

_NUMBERED = re.compile(r"^\s*(?:\d{1,2}\s*[.、．)）:：]|[-*·•])\s*")


def parsed(text: str) -> tuple[str, tuple[str, ...]]:
    """The question on the first line, the choices on those below, whatever numbers they have."""
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    choices = [_NUMBERED.sub("", line) for line in lines[1:]]
    return (lines[0] if lines else ""), tuple(choice for choice in choices if choice)


@clause("C-10")
def opened(
    table: Table, question: str, choices: tuple[str, ...], closes: datetime, at: datetime
) -> Iterator[f.AnyFact]:
    """Every player is asked, living or dead; the answer goes back by private mail."""
    number = len(table.around.polls) + 1
    yield f.PollOpened(
        at=at,
        audience=f.EVERYBODY,
        number=number,
        question=question,
        choices=choices,
        closes=closes,
    )
    for who in table.handles:
        yield f.Notified(
            at=at,
            audience=(who,),
            kind="poll",
            to=who,
            phase=table.phase.id if table.phase else None,
            data={
                "question": question,
                "choices": choices,
                "closes": closes.isoformat(),
                "number": number,
            },
        )


@clause("C-10")
def hear(table: Table, _: Law, hearing: Hearing, heard: Heard) -> Judged:
    """选 1: in the poll whose question it answers, else in the one that was opened last.

    Said again it takes the earlier one's place.
    """
    running, answered = table.around.open_polls(), table.around.polls.get(heard.answers_poll)
    if not running or (answered is not None and answered not in running):
        code = "late" if table.around.polls else "wrong_phase"
        return Outcome(verdict="refused", code=code)
    poll, choice = answered or running[-1], int(hearing.reading.text)
    count = len(poll.opened.choices)
    if not 1 <= choice <= count:
        names = [str(place) for place in range(1, count + 1)]
        return Outcome(verdict="refused", code="not_candidate", data={"candidates": names})
    before = poll.answers.get(hearing.actor)
    data = {"choice": poll.opened.choices[choice - 1], "closes": poll.opened.closes.isoformat()}
    if len(running) > 1:
        data["question"] = poll.opened.question
    if before == choice:
        return Outcome(data={**data, "repeated": True})
    number = poll.opened.number
    yield f.PollAnswered(
        at=hearing.now, audience=(hearing.actor,), number=number, who=hearing.actor, choice=choice
    )
    return Outcome(verdict="accepted" if before is None else "replaced", data=data)


def due(table: Table) -> Iterator[tuple[datetime, int]]:
    """When each open poll closes."""
    for poll in table.around.open_polls():
        yield poll.opened.closes, poll.opened.number


@clause("C-10")
def close(table: Table, number: int, at: datetime) -> Iterator[f.AnyFact]:
    """The result is posted; the GM is told how he can act on it."""
    poll = table.around.polls[number]
    if poll.closed:
        return
    yield f.PollClosed(at=at, audience=f.EVERYBODY, number=number)
    phase = table.phase.id if table.phase else None
    data = result(poll)
    yield f.Posted(at=at, audience=f.EVERYBODY, kind="poll", phase=phase, data=data)
    yield f.Notified(
        at=at,
        kind="message",
        to="gm",
        phase=phase,
        data={"what": "poll_closed", "text": poll.opened.question},
    )


def result(poll: Poll) -> dict[str, object]:
    """A poll with its counts."""
    return {
        "question": poll.opened.question,
        "choices": poll.opened.choices,
        "results": poll.counts(),
        "number": poll.opened.number,
    }
