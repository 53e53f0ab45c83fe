"""A GM who answers digests by their ready answers alone brings each game from sign-up to prizes.

clauses: C-3.2, C-8.2, C-8.3, C-10
"""

import re
from datetime import timedelta

import pytest

from tests.around.town import DAY, GM_ADDRESS, HOUR, NAMES, READY, Town, address_of, play_phase
from tests.service.office import ref_of, text_of

LONGEST = timedelta(days=70)
QUIET = {"reminders": "off"}
SETUPS = {
    "prayer": (9, {"low_activity": "report"}),
    "three_lives": (15, {"low_activity": "report", "lone_vote": "hold"}),
    "seven_kill": (17, {"weekends": "false"}),
}


class LazyGm:
    """He reads each digest once, and answers its questions with the first ready answer of each."""

    def __init__(self, town: Town, game: str) -> None:
        self.town, self.game, self.read, self.said = town, game, 0, []

    def look(self) -> None:
        rows = [r for r in self.town.got(GM_ADDRESS, "digest") if r.game == self.game]
        fresh, self.read = rows[self.read :], len(rows)
        for row in fresh[-1:]:
            lines = READY.findall(text_of(row))
            if lines:
                self.said += lines
                self.town.reply(row, "\n".join(lines))


def from_sign_up_to_awards(ruleset: str) -> tuple[Town, LazyGm]:
    count, options = SETUPS[ruleset]
    town = Town()
    town.open("g1", ruleset, options={**QUIET, **options})
    gm = LazyGm(town, "g1")
    town.sign_up("g1", NAMES[: count - 1])
    town.until(town.now + DAY)
    gm.look()
    town.sign_up("g1", NAMES[count - 1 : count])
    town.until(town.now + DAY)
    table, begun = town.table("g1"), town.now
    assert table.started is not None
    for who in table.living():
        town.say("g1", who, "签到")
    town.say("g1", table.living()[0], "请假 半天 出差")
    while table.ended is None and town.now < begun + LONGEST:
        due = table.phases[-1].closes
        town.until(town.now + HOUR)
        play_phase(town, "g1")
        table = town.table("g1")
        gm.look()
        town.until(max(due - HOUR / 2, town.now))
        gm.look()
        town.until(due)
        gm.look()
        table = town.table("g1")
    assert table.ended is not None
    return town, gm


@pytest.mark.parametrize("ruleset", SETUPS)
def test_from_sign_up_to_prizes(ruleset):
    town, gm = from_sign_up_to_awards(ruleset)
    table = town.table("g1")
    assert table.ended.state in ("won", "draw")
    assert len(gm.said) >= 2
    assert all(re.fullmatch(r"同意 \d+", line) for line in gm.said)
    players = table.handles
    town.say("g1", players[0], f"提名 MVP {players[1]}")
    town.say("g1", players[2], f"评选 MVP {players[1]}")
    report = next(r for r in town.got(address_of("王五")) if r.kind == "game_over")
    assert "全部身份" in text_of(report)
    assert ("奖金" in text_of(report)) == bool(table.ended.prizes)
    assert ("得分" in text_of(report)) == bool(table.ended.points)
    town.until(table.ended.at + 3 * DAY)
    awards = town.got(address_of("王五"), "awards")[-1]
    assert f"{players[1]}" in text_of(awards)
    assert ref_of(awards).public
    assert town.store.game("g1").state == "ended"
