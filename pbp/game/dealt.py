"""What the GM has dealt with: it leaves his digest, whichever way he did it (C-10).

A question that took its default in its time is not dealt with: he may have been asleep.
"""

from collections.abc import Iterator
from datetime import datetime

from pbp.game import facts as f
from pbp.game.commands import Command
from pbp.game.questioning import STANDS_FOR
from pbp.game.table import Table

SETTLES = ("read", "void", "admit", "publish", "hold", "approve", "reject")
"""Commands after which a mail waits for nothing; an answer does so once it is sent."""

KEEPS = {"hold": "keep"}
"""Commands that no ready answer stands for, and the answer that says the same."""


def mails(table: Table) -> set[int]:
    """The numbers of the mails that he has dealt with, or that counted once confirmed."""
    done = {act.n for act in table.acts if act.n and act.word in SETTLES and not act.problem}
    done |= {int(n) for n in table.notes.get("answered_mails", ()) if n}
    done |= table.confirmed
    as_usual = {act.at for act in table.acts if act.word == "as usual" and not act.problem}
    for number, answered in table.answered.items():
        asked = table.questions.get(number)
        by_him = answered.by != "default" or answered.at in as_usual
        if by_him and asked is not None and asked.about.get("n"):
            done.add(asked.about["n"])
    return done


def settled_by(table: Table, command: Command, at: datetime) -> Iterator[f.AnyFact]:
    """The open questions that a command has answered by doing what one of their answers does."""
    for question in table.open_questions():
        if not _about_the_same(question, command):
            continue
        for answer in question.answers:
            word, value = STANDS_FOR.get(answer, ("", ""))
            word = word or next((w for w, kept in KEEPS.items() if kept == answer), "")
            if word == command.word and value in ("", command.value):
                yield f.QuestionAnswered(at=at, number=question.number, answer=answer)
                break


def _about_the_same(question: f.QuestionAsked, command: Command) -> bool:
    """Whether a question is about the mail or the player of a command, or about nobody."""
    about = question.about
    if command.n:
        return about.get("n") == command.n
    if command.who:
        return about.get("who") == command.who
    return not about.get("n") and not about.get("who")
