"""What a person's mail asks for, once it has been read: the input that the engine judges.

A reading says what was understood, never whether it is allowed; that is the engine's part.
"""

from datetime import timedelta

import msgspec

ORDER_KINDS = ("kill", "pray", "bind", "heal", "seal", "immunity", "sure_kill", "pass")
"""Secret orders for a night (immunity: for a day), as FORMAT.md's record names them."""

POST_KINDS = ("analysis", "last_words", "plot", "chat")
"""Posts on the board (C-5.1) that are made from the text of a mail."""

VOTE_KINDS = ("vote", "change", "abstain")
"""What is said in a ballot (C-6)."""


class Reading(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that a mail asks for.

    kind: an order kind, or vote · change · abstain · recall · checkin · signup · … (mail.md).
    targets: handles as the roster writes them, in the order of the mail. With problem
        "ambiguous" or "conditional" all the candidates; with "near_miss" or "unknown_name" empty.
    text: what belongs to it: a declaration, a vote's reason, a post's text, a question's word.
    problem: None, or unknown_name · near_miss · ambiguous · conditional.
    heard: the name as the person wrote it, where it could not be resolved; a question's word in
        the language that it was asked in.
    meant: for a near miss the handles that may be meant.
    as_owner: the person speaks as himself (真身), not as the handle.
    about: what a letter to the human GM names, as codes: a clause, a receipt, a phase (C-5.6).
    span: how long a leave is to be, where he says so.
    """

    kind: str
    targets: tuple[str, ...] = ()
    text: str = ""
    problem: str | None = None
    heard: str = ""
    meant: tuple[str, ...] = ()
    as_owner: bool = False
    about: tuple[str, ...] = ()
    span: timedelta | None = None


class Understood(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that a mail's words ask for: its readings in order, and what is wrong with the whole.

    problem: the first reading's problem, or "unreadable" where there is no reading at all.
    phrase: a turn of phrase that may or may not be a vote (归票 小一, 跟票, +1), where that is all;
    named: whom it may mean.
    """

    readings: tuple[Reading, ...] = ()
    problem: str | None = None
    phrase: str = ""
    named: tuple[str, ...] = ()
