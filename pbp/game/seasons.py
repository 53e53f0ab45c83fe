"""Statistics over the games of a server: a season is a year. Pure: what was played in, tables out.

Only what the games themselves have revealed comes in: `played` is for games that are over, and
names nobody whose owner was not posted. Read by `pbp stats`, the GM's 统计 and the web board.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from pbp.game.nouns import Value
from pbp.game.speakers import byline
from pbp.game.table import Table


class Part(Value, frozen=True):
    """One person's part in one game. name: public, "" where owners were not revealed.

    person: what tells people apart across games, never shown. won: he has a share or points.
    """

    handle: str
    name: str = ""
    person: str = ""
    won: bool = False
    analyses: int = 0
    posts: int = 0


class Played(Value, frozen=True):
    """One game that is over. days: from the roster to the end. awards: rows of award, who, name."""

    game: str
    ruleset: str
    started: datetime
    ended: datetime
    state: str
    winners: tuple[str, ...] = ()
    days: float = 0.0
    parts: tuple[Part, ...] = ()
    awards: tuple[dict[str, str], ...] = ()
    year: int = 0


class Season(Value, frozen=True):
    """The tables of a season. rulesets: games, draws, aborted, mean days, wins of each camp."""

    year: int | None
    games: tuple[dict[str, Any], ...] = ()
    rulesets: tuple[dict[str, Any], ...] = ()
    players: tuple[dict[str, Any], ...] = ()
    awards: tuple[dict[str, Any], ...] = ()

    def plain(self) -> dict[str, Any]:
        """As JSON has it."""
        names = ("year", "games", "rulesets", "players", "awards")
        return {
            name: [*value] if isinstance(value := getattr(self, name), tuple) else value
            for name in names
        }


def played(table: Table, people: dict[str, str]) -> Played | None:
    """A game as the statistics see it; None where it is not over or never began.

    people: public name → what tells its bearer apart (a mailbox), where that is known.
    """
    ended = table.ended
    if ended is None or table.started is None:
        return None
    start = table.start
    revealed = bool(table.options["reveal_owners"])
    shares = ended.prizes or ended.points or {}
    written = _written(table)
    parts = []
    for who in table.handles:
        for place, name in enumerate(_owners(table, who)):
            last = place == table.tenure(who)
            analyses, posts = written.get((who, place), (0, 0))
            parts.append(
                Part(
                    handle=who,
                    name=name if revealed else "",
                    person=people.get(name, "") if revealed else "",
                    won=last and who in shares,
                    analyses=analyses,
                    posts=posts,
                )
            )
    return Played(
        game=start.game,
        ruleset=start.ruleset,
        started=start.at,
        ended=ended.at,
        state=ended.state,
        winners=ended.winners,
        days=round((ended.at - start.at).total_seconds() / 86400, 1),
        parts=tuple(parts),
        awards=tuple(_awards(table, revealed)),
        year=ended.at.astimezone(table.zone).year,
    )


def _owners(table: Table, who: str) -> list[str]:
    """Who played a handle, one after the other (L-7.1)."""
    takers = [taken.substitute for taken in table.seat_takers.get(who, ())]
    return [table.start.names.get(who, ""), *takers]


def _written(table: Table) -> dict[tuple[str, int], tuple[int, int]]:
    """Published analyses, and posts of any kind, by handle and by whose tenure it was."""
    counts: dict[tuple[str, int], tuple[int, int]] = {}
    for n, fate in table.fates.items():
        mail = table.mails.get(n)
        if mail is None or not fate.published or mail.sender not in table.players:
            continue
        if byline(table, mail.sender) != mail.sender:
            continue
        takers = table.seat_takers.get(mail.sender, ())
        key = mail.sender, sum(taken.at <= mail.at for taken in takers)
        analyses, posts = counts.get(key, (0, 0))
        counts[key] = analyses + (fate.published == "analysis"), posts + 1
    return counts


def _awards(table: Table, revealed: bool) -> Iterable[dict[str, str]]:
    awards = table.around.awards
    for row in (awards.results or ()) if awards is not None else ():
        if row["who"]:
            name = table.owner_name(str(row["who"])) if revealed else ""
            yield {
                "award": str(row["award"]),
                "side": str(row["camp"]),
                "who": str(row["who"]),
                "name": name,
            }


# -- the tables ----------------------------------------------------------------------------------


def season(games: Sequence[Played], year: int | None) -> Season:
    """The tables of one year's games, by their end; None: of all."""
    chosen = [game for game in games if year is None or game.year == year]
    return Season(
        year=year,
        games=tuple(_game_row(game) for game in chosen),
        rulesets=tuple(_ruleset_rows(chosen)),
        players=tuple(_player_rows(chosen)),
        awards=tuple({"game": game.game, **row} for game in chosen for row in game.awards),
    )


def _game_row(game: Played) -> dict[str, Any]:
    return {
        "game": game.game,
        "ruleset": game.ruleset,
        "started": game.started.isoformat(),
        "ended": game.ended.isoformat(),
        "state": game.state,
        "winners": list(game.winners),
        "days": game.days,
        "players": len({part.handle for part in game.parts}),
    }


def _ruleset_rows(games: Sequence[Played]) -> Iterable[dict[str, Any]]:
    """How often each camp won, of the games that were played to an end."""
    for ruleset in sorted({game.ruleset for game in games}):
        mine = [game for game in games if game.ruleset == ruleset]
        whole = [game for game in mine if game.state != "aborted"]
        camps = sorted({camp for game in whole for camp in game.winners})
        wins = {camp: sum(camp in game.winners for game in whole) for camp in camps}
        yield {
            "ruleset": ruleset,
            "games": len(mine),
            "draws": sum(game.state == "draw" for game in whole),
            "aborted": len(mine) - len(whole),
            "days": round(sum(game.days for game in whole) / len(whole), 1) if whole else None,
            "wins": wins,
            "rates": {camp: round(count / len(whole), 3) for camp, count in wins.items()},
        }


def _player_rows(games: Sequence[Played]) -> list[dict[str, Any]]:
    """Activity by person, under the public name that he had last; most analyses first."""
    found: dict[str, dict[str, Any]] = {}
    for game in games:
        for part in game.parts:
            if not part.name:
                continue
            empty = {"name": "", "games": 0, "won": 0, "analyses": 0, "posts": 0, "awards": 0}
            row = found.setdefault(part.person or part.name, empty)
            row["name"] = part.name
            row["games"] += 1
            row["won"] += part.won and game.state == "won"
            row["analyses"] += part.analyses
            row["posts"] += part.posts
            row["awards"] += sum(award["name"] == part.name for award in game.awards)
    return sorted(found.values(), key=lambda row: (-row["analyses"], -row["games"], row["name"]))


def analyses_of(games: Iterable[Played], person: str) -> int:
    """How many analyses a person has published in games that are over (C-3.2)."""
    return sum(
        part.analyses for game in games for part in game.parts if part.person == person and person
    )
