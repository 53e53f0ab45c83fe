"""One reading before its judge: who asks for what, when, and what has become of it.

Values only; the judges are in orders.py, votes.py, checkin.py, posts.py and questions.py.
"""

from collections.abc import Generator
from datetime import datetime
from typing import Any

from pbp.game.facts import AnyFact
from pbp.game.intents import Reading, Understood
from pbp.game.nouns import Value


class Likes(Value, frozen=True):
    """What a sign-up's names look like: found where languages are known, above the game.

    names: public names that nobody could tell from his. wishes: handles wished for, or public
    names, that his wish is too like. shuns: handles of the list that are too like his name or
    wish. unusable: his wish is a word of command or a number. tells: how a name tells who he is:
    personal or wish_personal (a number, an account), wish_names_you (his own name in it).
    """

    names: tuple[str, ...] = ()
    wishes: tuple[str, ...] = ()
    shuns: tuple[str, ...] = ()
    unusable: bool = False
    tells: str = ""


class Caps(Value, frozen=True):
    """How many answers one sender gets (mail.md): an hour for proved and for unproved mail.

    blank_in_a_row: answered mails in which nothing was understood, then silence for the day.
    strangers: answers a day to somebody who is not in the game.
    """

    proved: int = 30
    unproved: int = 3
    blank_in_a_row: int = 3
    strangers: int = 1


class Heard(Value, frozen=True):
    """A mail as the engine gets it: an input, journalled.

    at: time of receipt. sender: a handle; a stranger's or onlooker's address; "gm".
    seated: sender is a handle. proved: something vouches for the sender (mail.md).
    certain: a live token or a thread of ours vouches. vouched: his provider does; proof: how
    (login · our_server · dkim; of a sign-up that the GM entered: listed, or gm on his word).
    foreign: a live token came with a From that is not registered. leaked: it went to others too.
    address: gm · board · team · seat (what posts of a handle come from; never published).
    automatic, duplicate: never acted on, never answered. machine: auto_reply · bounce · list ·
    loop, where it is automatic.
    answers_vote: mail number of the vote that the mail answers or quotes (S-5.2).
    answers_mail: mail number whose answer it answers. answers_poll: number of the poll whose
    question it answers, else 0. in_thread: it answers one of our mails.
    message_id: the mail's own. too_large: over the size limit. cut_off: reading it took too much
    time or memory, so nobody knows its words; that is never tried again for the record.
    unseen: parts that are not read, by their names, where there is not a word beside them.
    handed: when it was handed over, by its provider's word. clocks: those far from `at`.
    analyses: of a sign-up, how many he published in earlier games (C-3.2).
    concerns: why the GM looks first (C-5.5, C-9). caps: how many answers he may have.
    """

    at: datetime
    sender: str
    seated: bool = True
    proved: bool = True
    certain: bool = False
    vouched: bool = False
    proof: str = ""
    foreign: bool = False
    leaked: bool = False
    address: str = "gm"
    understood: Understood = Understood()
    subject: str = ""
    text: str = ""
    automatic: bool = False
    duplicate: bool = False
    machine: str = ""
    answers_vote: int | None = None
    answers_mail: int | None = None
    answers_poll: int = 0
    in_thread: bool = False
    message_id: str | None = None
    too_large: bool = False
    cut_off: bool = False
    unseen: tuple[str, ...] = ()
    handed: datetime | None = None
    clocks: dict[str, str] = {}
    concerns: tuple[str, ...] = ()
    likes: Likes = Likes()
    analyses: int = 0
    caps: Caps = Caps()


class Hearing(Value, frozen=True):
    """One reading of a mail, before its judge. at: the receipt that counts for cut-offs.

    mail: the mail's number. now: when it is judged (later than `at` only for a confirmed mail).
    waived: codes that do not stand against it, for the GM enters it (C-10). concerns: as in Heard.
    """

    mail: int
    at: datetime
    now: datetime
    actor: str
    reading: Reading
    address: str = "gm"
    answers_vote: int | None = None
    text: str = ""
    waived: tuple[str, ...] = ()
    concerns: tuple[str, ...] = ()


class Outcome(Value, frozen=True):
    """What became of one reading. verdict, code: FORMAT.md. data: what the answer tells besides."""

    verdict: str = "accepted"
    code: str | None = None
    data: dict[str, Any] = {}


Judged = Generator[AnyFact, None, Outcome]
"""What a judge is: facts, and in the end the outcome."""

PerhapsJudged = Generator[AnyFact, None, Outcome | None]
"""A judge that may find that the reading is not his to judge."""
