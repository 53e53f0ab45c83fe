"""The GM's commands as values: what was asked, of whom, when, why. Judged in gm/."""

from datetime import datetime, timedelta

from pbp.game.intents import Reading
from pbp.game.nouns import Value


class Command(Value, frozen=True):
    """One command. word: its English name (mail.md), e.g. "extend", "void", "end phase".

    who: a handle or name. n: a mail's number or a question's; part: of what the GM entered with
    that mail, from 1; 0 all of it. span, time: a length, an instant.
    readings: what a player's words in it mean. value: a choice (grant, refuse, a kind, a role …).
    reason: the rest of the line. text: the lines below. line: the command as it was written.
    mail: number of the GM's mail that it came with; 0 from the server's own machine.
    tried: the word of the command that is only tried ("dry").
    confirmed: it was shown before and confirmed: yes, or revive (with the dead living again);
    shown: what that preview had said, as a mark.
    """

    word: str
    line: str = ""
    who: str = ""
    n: int | None = None
    span: timedelta | None = None
    time: datetime | None = None
    readings: tuple[Reading, ...] = ()
    value: str = ""
    reason: str = ""
    text: str = ""
    problem: str = ""
    mail: int = 0
    tried: str = ""
    confirmed: str = ""
    part: int = 0
    shown: str = ""


class Ordered(Value, frozen=True):
    """What the GM sent: an input. by: "gm" or the deputy. certain: his token or his own machine.

    commands: in order. undone: the command that 撤销 names has been taken back; undoes: its lines.
    meant: the other game whose letter this answers, though it came to the address of this one;
    then nothing is done unasked.
    proved: something vouches for its sender; where nothing does anybody may have written it.
    answers: the number of the GM's mail whose answer this answers. last: no preview follows for an
    hour, and this one says so.
    """

    at: datetime
    by: str = "gm"
    certain: bool = True
    commands: tuple[Command, ...] = ()
    undone: bool = False
    undoes: tuple[str, ...] = ()
    proved: bool = True
    answers: int | None = None
    last: bool = False
    meant: str = ""
