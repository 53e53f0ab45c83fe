"""`three_lives`, the close of a night: L-3.6, L-4.2, L-4.3, with who is out at it (C-7.3).

What is told to everybody: one post a life, that says "killed" and "died of binding or healing"
and no more. Never says which side killed or which guard did, nor why somebody lives.
"""

from collections.abc import Iterator
from datetime import datetime

from pbp.game import facts as f
from pbp.game.clauses import clause
from pbp.game.nouns import Phase
from pbp.game.table import Table
from pbp.rulesets import kit
from pbp.rulesets.three_lives.departures import (
    BY_THE_GM,
    departures,
    leave_behind,
    put_out_in,
    struck_by_the_gm,
)
from pbp.rulesets.three_lives.lives import LIVES, dies_for_good
from pbp.rulesets.three_lives.night import (
    count_orders,
    forfeits,
    missed_guards,
    missed_kills,
    published,
    victims,
)

TOLD = {"wolf": "kill", "healing": "binding"}
"""What a dawn says instead of these causes (L-3.6); every other cause is said as it is."""


@clause("L-3.6", "L-4.2", "L-4.3", "C-4.1", "C-4.2")
def close_of_night(table: Table, night: Phase, at: datetime) -> Iterator[f.AnyFact]:
    """All three lives at once: read what happened, then tell those concerned, then announce."""
    yield from forfeits(table, night, at)
    yield from count_orders(table, night, at)
    fatal = {life: victims(table, night, life) for life in LIVES}
    said = {life: published(table, night, life) for life in LIVES}
    yield from missed_guards(table, night, at)
    yield from missed_kills(table, night, at)
    for who in struck_by_the_gm(table):
        fatal[table.players[who].life or ""].setdefault(who, []).append(BY_THE_GM)
    dying = {who for dead in fatal.values() for who in dead if dies_for_good(table, who)}
    out = yield from departures(table, at, {}, dying)
    here = {life: table.living(life) for life in LIVES}
    for life in LIVES:
        dead = []
        for who in here[life]:
            causes = fatal[life].get(who, [])
            if causes or who in out:
                yield from die(night, life, who, causes, out.get(who), at)
                dead.append({"who": who, "causes": told(table.deaths[-1].causes), "role": None})
        about = {"dead": dead, "declarations": said[life]}
        yield kit.post("dawn", night.id, at, about, life)
    yield from leave_behind(table, at)


def die(
    night: Phase, life: str, who: str, causes: list[str], out: str | None, at: datetime
) -> Iterator[f.AnyFact]:
    """A death in this life, or in all three where he is out; of what exactly, only the GM knows."""
    if out is not None:
        yield from put_out_in(night.id, who, causes, out, at)
        return
    death = kit.die(night.id, who, causes, at, life=life).death
    yield f.Died(at=at, death=death)


@clause("L-3.6")
def told(causes: tuple[str, ...]) -> list[str]:
    """The causes as everybody may know them, each once."""
    return list(dict.fromkeys(TOLD.get(cause, cause) for cause in causes))
