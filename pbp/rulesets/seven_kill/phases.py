"""`seven_kill`, the order of play: S-4.1, S-4.5, S-1.5. Which phase follows which, what opens it.

The hours are in calendar.py.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from msgspec.structs import replace

from pbp.game import facts as f
from pbp.game import nightfall
from pbp.game.clauses import clause
from pbp.game.nouns import Phase
from pbp.game.table import Table
from pbp.rulesets import kit
from pbp.rulesets.seven_kill import calendar
from pbp.rulesets.seven_kill.killers import names_needed
from pbp.rulesets.seven_kill.roles import NIGHT_LAST, holder

LETTERS = {"day": "D", "runoff": "R", "night": "N", "wait": "W"}


def phase(table: Table, kind: str, number: int, at: datetime) -> Phase:
    """A phase that opens at an instant and closes by the timetable."""
    closes = calendar.closes(kind, at, table.zone, table.options)
    return Phase(id=f"{LETTERS[kind]}{number}", kind=kind, number=number, opens=at, closes=closes)


@clause("S-4.1")
def first_phase(table: Table, at: datetime) -> Phase:
    """Play begins with day 1, or with night 1 where `first_phase` says so."""
    return phase(table, table.options["first_phase"], 1, at)


@clause("S-4.1", "S-4.5", "S-5.6")
def next_phase(table: Table, closed: Phase, at: datetime) -> Phase:
    """Day, run-off, night, the wait for last words, day …; a skipped night leaves out its own."""
    if closed.kind == "night":
        speakers = victims(table, closed)
        if speakers:
            return replace(phase(table, "wait", closed.number, at), speakers=speakers)
        return phase(table, "day", day_after(table, closed.number), at)
    if closed.kind == "wait":
        return phase(table, "day", day_after(table, closed.number), at)
    candidates = table.notes.get("candidates", ()) if closed.kind == "day" else ()
    if candidates:
        return replace(phase(table, "runoff", closed.number, at), candidates=tuple(candidates))
    night = night_after(table, closed)
    if f"N{night}" in table.skipped:
        return phase(table, "day", day_after(table, night), at)
    return phase(table, "night", night, at)


def night_after(table: Table, day: Phase) -> int:
    """The number of the night that follows a day."""
    return day.number + int(table.options["first_phase"] == "night")


def day_after(table: Table, night: int) -> int:
    """The number of the day that follows a night."""
    return night + int(table.options["first_phase"] == "day")


def victims(table: Table, night: Phase) -> tuple[str, ...]:
    """Who was killed that night; whoever was only out is no victim."""
    return tuple(d.who for d in table.deaths if d.phase == night.id and "kill" in d.causes)


@clause("S-1.5", "C-2.3")
def skip_night(table: Table, day: Phase, at: datetime) -> Iterator[f.AnyFact]:
    """A night whose killer is out does not take place, and the orders for it lapse."""
    night = night_after(table, day)
    if holder(table, night) is None:
        yield f.PhaseSkipped(at=at, audience=f.EVERYBODY, phase=f"N{night}")
        yield from nightfall.lapse(table, f"N{night}", at)


# -- what is told and posted when a phase opens ---------------------------------------------------


def opening(table: Table, opened: Phase) -> Iterator[f.AnyFact]:
    """Nightfall and the killer's right, the wait, the vote, the run-off."""
    if opened.kind == "wait":
        about = {"what": "last_words", "who": opened.speakers, "text": "", **cut_offs(opened, None)}
        yield kit.post("announcement", opened.id, opened.opens, about)
        return
    kind = {"night": "nightfall", "day": "vote_open", "runoff": "runoff_open"}[opened.kind]
    freeze = table.span("freeze" if opened.kind == "night" else "vote_freeze")
    about = {
        "living": table.living(),
        "candidates": opened.candidates,
        **cut_offs(opened, opened.closes - freeze),
    }
    yield kit.post(kind, opened.id, opened.opens, about)
    if opened.kind == "night":
        yield from _kill_right(table, opened, about)


def cut_offs(opened: Phase, change_until: datetime | None) -> dict[str, Any]:
    """Until when a phase lasts, and until when something can be changed in it."""
    return {
        "closes": opened.closes.isoformat(),
        "change_until": change_until.isoformat() if change_until else None,
    }


@clause("S-1.1", "S-3")
def _kill_right(table: Table, night: Phase, about: dict[str, Any]) -> Iterator[f.AnyFact]:
    """The night's killer is told that it is his; on N7 how many he has to name."""
    who = holder(table, night.number)
    if who is None:
        return
    right = {
        "closes": about["closes"],
        "change_until": about["change_until"],
        "needed": table.options["declaration_min"],
    }
    if night.number == NIGHT_LAST:
        right["names"] = names_needed(table)
        yield kit.notice("sure_kill", who, night.id, night.opens, right)
    else:
        right["role"] = table.role(who)
        yield kit.notice("kill_right", who, night.id, night.opens, right)


# -- S-4.5 Last words ---------------------------------------------------------------------------


@clause("S-4.5")
def last_words_window(table: Table, who: str) -> tuple[datetime, datetime] | None:
    """From the dawn to the wait's scheduled end, also where the day was opened early."""
    wait = next((p for p in table.phases if who in p.speakers), None)
    if wait is None:
        return None
    if has_spoken(table, who):
        return wait.opens, wait.closes
    scheduled = calendar.closes("wait", wait.opens, table.zone, table.options)
    return wait.opens, max(wait.closes, scheduled)


@clause("S-4.5")
def may_post_last_words(table: Table, who: str, at: datetime) -> bool:
    """One chance, in his window."""
    window = last_words_window(table, who)
    if window is None or has_spoken(table, who):
        return False
    return window[0] <= table.clock(at) < window[1]


def has_spoken(table: Table, who: str) -> bool:
    """Whether somebody's last words are on the board, or on their way to it."""
    posted = any(p.kind == "last_words" and p.author == who for p in table.posts)
    return posted or any(p.post == "last_words" and p.author == who for p in table.waiting.values())
