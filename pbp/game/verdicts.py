"""Verdicts and codes: which of several objections to a mail is the one that is given.

FORMAT.md, "Verdicts and codes". Several clauses may stand against one order; PRECEDENCE says which
is named. The engine and the rule sets collect objections in any order and ask `first`.
"""

from collections.abc import Iterable

PRECEDENCE = (
    "game_over",
    "unauthenticated",
    "unknown_sender",
    "secret_on_board",
    "not_alive",
    "wrong_role",
    "wrong_phase",
    "not_holder",
    "used_up",
    "unknown_name",
    "near_miss",
    "conditional",
    "ambiguous",
    "self_target",
    "wrong_life",
    "bad_target",
    "not_candidate",
    "not_permitted",
    "late",
    "frozen",
    "not_quoted",
    "no_change_left",
    "last_hour",
    "too_short",
)

VERDICT_OF = {
    "secret_on_board": "held",
    "silence": "held",
    "ghost": "held",
    "review": "held",
    "unreadable": "asked",
    "unauthenticated": "asked",
    "unknown_name": "asked",
    "near_miss": "asked",
    "ambiguous": "asked",
    "conditional": "asked",
    "not_quoted": "void",
    "too_short": "accepted",
    "automatic": "ignored",
    "duplicate": "ignored",
    "unknown_sender": "ignored",
}
"""The verdict that a code comes with; every other code is a refusal."""


def first(codes: Iterable[str]) -> str | None:
    """The objection that is given, or None where there is none."""
    return min(codes, key=PRECEDENCE.index, default=None)


def verdict_of(code: str | None) -> str:
    """The verdict that a code comes with."""
    return "accepted" if code is None else VERDICT_OF.get(code, "refused")
