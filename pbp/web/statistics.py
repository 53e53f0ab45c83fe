"""What the games that are over add up to, from their sheets alone."""

from collections import Counter
from datetime import datetime
from typing import Any


def statistics(sheets: list[dict[str, Any]], lang: str) -> dict[str, Any]:
    """Rows for each rule set, and for each public name that the ends have revealed."""
    return {"rulesets": _rulesets(sheets, lang), "people": _people(sheets)}


def _rulesets(sheets: list[dict[str, Any]], lang: str) -> list[dict[str, Any]]:
    rows = []
    for ruleset in sorted({sheet["ruleset"] for sheet in sheets}):
        played = [sheet for sheet in sheets if sheet["ruleset"] == ruleset]
        wins = Counter(
            camp[lang] for sheet in played for camp in sheet["result"]["winners"]
        ).most_common()
        days = [_days(sheet) for sheet in played]
        rows.append(
            {
                "ruleset": ruleset,
                "games": len(played),
                "wins": wins,
                "days": f"{sum(days) / len(days):.1f}",
            }
        )
    return rows


def _days(sheet: dict[str, Any]) -> float:
    began, ended = (datetime.fromisoformat(sheet[name]) for name in ("started", "ended"))
    return (ended - began).total_seconds() / 86400


def _people(sheets: list[dict[str, Any]]) -> list[dict[str, Any]]:
    games: Counter[str] = Counter()
    won: Counter[str] = Counter()
    survived: Counter[str] = Counter()
    for sheet in sheets:
        result, alive = sheet["result"], {s["handle"] for s in sheet["seats"] if s["alive"]}
        for handle, names in result["owners"].items():
            name = names.split(" → ")[-1]
            games[name] += 1
            won[name] += handle in result["prizes"]
            survived[name] += handle in alive
    return [
        {"name": name, "games": count, "won": won[name], "survived": survived[name]}
        for name, count in sorted(games.items(), key=lambda pair: (-pair[1], pair[0]))
        if name
    ]
