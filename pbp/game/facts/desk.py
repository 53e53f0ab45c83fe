"""The GM's desk: what he did, what he is asked (C-10)."""

from datetime import datetime
from typing import Any

from pbp.game.facts.base import Fact


class OptionChanged(Fact, frozen=True):
    """A rule is another one from now on (C-10)."""

    name: str
    value: str


class Acted(Fact, frozen=True):
    """The GM did something (C-10): recorded with his reason, shown with it after the end.

    undo: 撤销 can take it back while nothing that depends on it has been announced. n: the
    number that it named, of a mail or a question.
    """

    word: str
    line: str
    n: int | None = None
    reason: str = ""
    problem: str = ""
    undo: bool = False


class Rewound(Fact, frozen=True):
    """A command was taken back: of the facts before this one only the first `keep` still hold.

    What follows from the other inputs stands behind it, derived again (design: corrections).
    """

    keep: int


class QuestionAsked(Fact, frozen=True):
    """The GM is asked; if he does nothing, `default` happens at `due` (mail.md, the digest)."""

    number: int
    kind: str
    default: str
    due: datetime
    answers: tuple[str, ...] = ()
    about: dict[str, Any] = {}


class QuestionAnswered(Fact, frozen=True):
    """A question is settled. by: gm, or default where its time came."""

    number: int
    answer: str
    by: str = "gm"
