"""The statistics of the games that are over, as the web shows them: the same tables as `pbp stats`.

Codes become words of both languages here. Whose mailbox is whose is known only to the counting;
what comes out names people as their games revealed them, and nobody else.
"""

from collections.abc import Sequence
from typing import Any

from pbp.game.seasons import Played, season
from pbp.render import About, Renderer
from pbp.service.sheet import LOCALES

ALL = ""
"""The year of the tables over all years."""


def season_sheets(games: Sequence[Played], renderer: Renderer) -> dict[str, dict[str, Any]]:
    """Year, or ALL → its tables; nothing where no game is over."""
    years = sorted({game.year for game in games}, reverse=True)
    chosen: list[int | None] = [None, *years] if games else []
    return {str(year or ALL): _sheet(games, year, renderer) for year in chosen}


def _sheet(games: Sequence[Played], year: int | None, renderer: Renderer) -> dict[str, Any]:
    tables = season(games, year)
    ruleset_of = {game.game: game.ruleset for game in games}
    return {
        "rulesets": [
            {
                **{name: row[name] for name in ("ruleset", "games", "draws", "aborted", "days")},
                "wins": [
                    {
                        "camp": _camp(camp, row["ruleset"], renderer),
                        "games": count,
                        "percent": round(row["rates"][camp] * 100),
                    }
                    for camp, count in row["wins"].items()
                ],
            }
            for row in tables.rulesets
        ],
        "players": list(tables.players),
        "awards": [
            {
                **{name: row[name] for name in ("game", "who", "name")},
                "award": _award(row, ruleset_of[row["game"]], renderer),
            }
            for row in tables.awards
        ],
    }


def _camp(camp: str, ruleset: str, renderer: Renderer) -> dict[str, str]:
    return {
        locale: str(
            renderer.words(About(game="", locale=locale, ruleset=ruleset)).camp(camp)
        ).strip()
        for locale in LOCALES
    }


def _award(row: dict[str, Any], ruleset: str, renderer: Renderer) -> dict[str, str]:
    side = _camp(row["side"], ruleset, renderer) if row["side"] else dict.fromkeys(LOCALES, "")
    named = {}
    for locale in LOCALES:
        words = renderer.words(About(game="", locale=locale, ruleset=ruleset))
        name = str(words.awards.get(row["award"], row["award"]))
        named[locale] = f"{name} · {side[locale]}" if side[locale] else name
    return named
