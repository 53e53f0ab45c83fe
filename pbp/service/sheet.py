"""A game's sheet: what its page on the web shows of it, as plain JSON. Made from public facts only.

Words of roles and causes are written here, in both languages, as letters write them: a page never
gets the codes behind them, some of which say more than the words (L-3.6).
"""

from datetime import datetime
from typing import Any

import msgspec

from pbp.game.publicly import LIVES, PublicBallot, PublicSeat, PublicTable
from pbp.render import About, Renderer

LOCALES = ("zh", "en")


class Charter(msgspec.Struct, frozen=True, kw_only=True):
    """What of a game's set-up is everybody's. options: name → value as written."""

    game: str
    ruleset: str
    locale: str
    timezone: str
    options: dict[str, str]


class SheetMaker:
    """Makes the sheet of one game."""

    def __init__(self, table: PublicTable, charter: Charter, renderer: Renderer) -> None:
        """The table is read, never changed."""
        self.table = table
        self.charter = charter
        self._words = {
            locale: renderer.words(_about(charter, locale, tuple(table.seats)))
            for locale in LOCALES
        }

    def sheet(self) -> dict[str, Any]:
        """The whole sheet."""
        table, charter = self.table, self.charter
        return {
            "game": charter.game,
            "ruleset": charter.ruleset,
            "locale": charter.locale,
            "timezone": charter.timezone,
            "opened": _iso(table.opened),
            "started": _iso(table.started),
            "ended": _iso(table.ended.at if table.ended else None),
            "signup": table.signup,
            "options": {**charter.options, **table.options},
            "changed": sorted(table.options),
            "lives": list(LIVES) if charter.ruleset == "three_lives" else [],
            "seats": [self._seat(seat) for seat in table.seats.values()],
            "phases": [
                {
                    "id": phase.id,
                    "kind": phase.kind,
                    "opens": _iso(phase.opens),
                    "closes": _iso(phase.closes),
                    "closed": _iso(phase.closed),
                }
                for phase in table.phases
            ],
            "skipped": table.skipped,
            "paused": table.paused,
            "silence": table.silence,
            "ballots": [self._ballot(ballot) for ballot in table.ballots.values()],
            "result": self._result(),
        }

    def _seat(self, seat: PublicSeat) -> dict[str, Any]:
        return {
            "number": seat.number,
            "handle": seat.handle,
            "alive": seat.alive,
            "life": seat.life,
            "owner": seat.owner,
            "deaths": [self._death(seat.handle, phase, life) for phase, life in seat.deaths],
        }

    def _death(self, who: str, phase: str, life: str | None) -> dict[str, Any]:
        told = self.table.words.get((who, phase), {})
        causes, role = told.get("causes") or (), told.get("role")
        return {
            "phase": phase,
            "life": life,
            "how": self._in_both("cause", causes) if causes else None,
            "shown": self._in_both("shown", role) if role else None,
        }

    def _in_both(self, macro: str, value: Any) -> dict[str, str]:
        """What a macro of the nouns says in each language."""
        return {
            locale: str(getattr(words, macro)(value)).strip()
            for locale, words in self._words.items()
        }

    def _ballot(self, ballot: PublicBallot) -> dict[str, Any]:
        count = ballot.count
        return {
            "phase": ballot.phase,
            "life": ballot.life,
            "candidates": list(ballot.candidates),
            "cast": ballot.cast,
            "votes": ballot.votes(),
            "closed": count is not None,
            "filled": list(count.filled) if count else [],
            "tally": dict(count.tally) if count else _tally(ballot.votes()),
            "leaders": list(count.leaders) if count else [],
            "executed": count.executed if count else None,
        }

    def _result(self) -> dict[str, Any] | None:
        """What the closing report says; before it nothing."""
        ended, report = self.table.ended, self.table.report
        if ended is None or report is None:
            return None
        data = report.data
        return {
            "state": ended.state,
            "winners": [self._in_both("camp", camp) for camp in ended.winners],
            "camps": list(ended.winners),
            "roles": {who: self._roles(role) for who, role in (data.get("roles") or {}).items()},
            "owners": data.get("owners") or {},
            "prizes": data.get("prizes") or {},
            "points": data.get("points") or {},
            "units": data.get("units") or {},
            "unit": data.get("unit") or "",
        }

    def _roles(self, role: Any) -> dict[str, str]:
        """A role, or one in each life."""
        if not isinstance(role, dict):
            return self._in_both("role", role)
        each = {life: self._in_both("role", one) for life, one in role.items()}
        return {
            locale: " · ".join(f"{words.lives[life]} {each[life][locale]}" for life in role)
            for locale, words in self._words.items()
        }


def _tally(votes: dict[str, str | None]) -> dict[str, int]:
    """The present count of a running ballot."""
    counts: dict[str, int] = {}
    for target in votes.values():
        if target is not None:
            counts[target] = counts.get(target, 0) + 1
    return dict(sorted(counts.items(), key=lambda pair: -pair[1]))


def _about(charter: Charter, locale: str, handles: tuple[str, ...]) -> About:
    return About(
        game=charter.game,
        locale=locale,
        timezone=charter.timezone,
        ruleset=charter.ruleset,
        handles=handles,
    )


def _iso(at: datetime | None) -> str | None:
    return at.isoformat() if at is not None else None
