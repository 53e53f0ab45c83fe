"""What many games come to: who wins how often, how sure that is, how long it takes."""

from collections import Counter
from collections.abc import Sequence
from math import sqrt
from typing import Any

import msgspec

from pbp.rulesets.three_lives.lives import CAMP_OF, LIVES, camp_name
from pbp.simulate.game import Result
from pbp.simulate.setups import Varied

SURE = 1.959963984540054
"""Standard deviations around the middle that hold 95 of 100 cases."""

DRAW = "draw"

CAMPS = {
    "prayer": ("killers", "villagers"),
    "seven_kill": ("killers", "good"),
    "three_lives": tuple(camp_name(life, side) for life in LIVES for side in CAMP_OF),
}
"""Rule set → its camps, as the record names them."""


class Share(msgspec.Struct, frozen=True):
    """How often something came out. low, high: Wilson's interval of 95 %; all from 0 to 1."""

    games: int
    share: float
    low: float
    high: float


class Outcome(msgspec.Struct, frozen=True):
    """What the games of one set-up came to. shares: camp, or draw → how often; days: quantiles.

    stuck: the games that did not end, each with its seed and why.
    """

    varied: dict[str, str]
    players: int
    games: int
    shares: dict[str, Share]
    days: dict[str, float]
    nights: float
    stuck: list[dict[str, str]]
    lengths: dict[str, int]

    @property
    def unevenness(self) -> float:
        """How far the camps are from winning equally often: 0 is even."""
        camps = [share.share for name, share in self.shares.items() if name != DRAW]
        return max(camps) - min(camps)


def wilson(hits: int, of: int) -> tuple[float, float]:
    """The interval around hits / of that holds the true share in 95 of 100 cases (Wilson 1927)."""
    if of == 0:
        return 0.0, 1.0
    share, square = hits / of, SURE * SURE
    middle = (share + square / (2 * of)) / (1 + square / of)
    half = SURE * sqrt(share * (1 - share) / of + square / (4 * of * of)) / (1 + square / of)
    return max(0.0, middle - half), min(1.0, middle + half)


def outcome(ruleset: str, setup: Varied, results: Sequence[Result]) -> Outcome:
    """Count the games of one set-up. Games that got stuck are in no share, but are named."""
    over = [result for result in results if result.state != "stuck"]
    won = Counter(name for result in over for name in result.winners or (DRAW,))
    lengths = sorted(result.days for result in over)
    return Outcome(
        varied=setup.varied,
        players=setup.players,
        games=len(results),
        shares={name: _share(won[name], len(over)) for name in (*CAMPS[ruleset], DRAW)},
        days={
            "mean": round(sum(lengths) / len(lengths), 2) if lengths else 0.0,
            "10%": _quantile(lengths, 10),
            "50%": _quantile(lengths, 50),
            "90%": _quantile(lengths, 90),
            "longest": round(lengths[-1], 2) if lengths else 0.0,
        },
        nights=round(sum(r.nights for r in over) / len(over), 2) if over else 0.0,
        stuck=[{"seed": r.seed, "why": r.why} for r in results if r.state == "stuck"],
        lengths={str(day): n for day, n in sorted(Counter(map(round, lengths)).items())},
    )


def _share(hits: int, of: int) -> Share:
    low, high = wilson(hits, of)
    return Share(hits, round(hits / of, 4) if of else 0.0, round(low, 4), round(high, 4))


def _quantile(ordered: Sequence[float], percent: int) -> float:
    """The value that so many of a hundred do not exceed; 0 where there is none."""
    if not ordered:
        return 0.0
    return round(ordered[max(0, -(-len(ordered) * percent // 100) - 1)], 2)


def most_even(outcomes: Sequence[Outcome]) -> int | None:
    """The place of the set-up whose camps win most equally; None where there is one only."""
    if len(outcomes) < 2:
        return None
    return min(range(len(outcomes)), key=lambda place: outcomes[place].unevenness)


def as_json(ruleset: str, strategy: str, seed: str, outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """All of it as one JSON object."""
    return {
        "ruleset": ruleset,
        "strategy": strategy,
        "seed": seed,
        "confidence": 0.95,
        "setups": [msgspec.to_builtins(one) for one in outcomes],
    }
