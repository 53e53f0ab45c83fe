"""A GM who answers digests by their ready answers alone brings each game from sign-up to prizes.

clauses: C-3.2, C-8.2, C-8.3, C-10
"""

import re
from datetime import timedelta
from fractions import Fraction

import pytest

from tests.around.town import DAY, GM_ADDRESS, HOUR, NAMES, Town, address_of, play_phase
from tests.service.office import ref_of, text_of

LONGEST = timedelta(days=70)
QUIET = {"reminders": "off"}
SETUPS = {
    "prayer": (9, {"low_activity": "report"}),
    "three_lives": (15, {"low_activity": "report", "lone_vote": "hold"}),
    "seven_kill": (17, {"weekends": "false"}),
}
READY = {
    "zh": re.compile(r"(?:同意|改) \d+(?: [^ ·（\n]+)?"),
    "en": re.compile(r"(?:agree|change) \d+(?: [a-z]+(?: [a-z]+)?)?"),
}
"""The ready answers as a digest prints them, below each question."""

LINE = {"zh": "   可答：", "en": "   Answer: "}
GENTLE = ("不管", "let be")
"""What a gentle GM takes where it is offered."""


class LazyGm:
    """He reads each digest once and answers its questions with ready answers of it, nothing else.

    The first of each; a gentle one lets be what he can.
    """

    def __init__(self, town: Town, game: str, locale: str, *, gentle: bool) -> None:
        self.town, self.game, self.locale, self.gentle = town, game, locale, gentle
        self.read = 0
        self.said: list[str] = []
        self.kinds: set[str] = set()

    def look(self) -> None:
        rows = [r for r in self.town.got(GM_ADDRESS, "digest") if r.game == self.game]
        fresh, self.read = rows[self.read :], len(rows)
        for row in fresh[-1:]:
            lines = [self._choice(line) for line in text_of(row).split("\n") if self._asks(line)]
            if lines:
                self.kinds |= {q.kind for q in self.town.table(self.game).open_questions()}
                self.said += lines
                (answer,) = self.town.reply(row, "\n".join(lines))[:1]
                assert "✗" not in text_of(answer), text_of(answer)

    def _asks(self, line: str) -> bool:
        return line.startswith(LINE[self.locale])

    def _choice(self, line: str) -> str:
        ready = READY[self.locale].findall(line)
        gentle = [said for said in ready if self.gentle and said.endswith(GENTLE)]
        if self.gentle and any(word in line for word in (f"（{GENTLE[0]}）", f"({GENTLE[1]})")):
            gentle = ready[:1]
        return (gentle or ready)[0]


def from_sign_up_to_awards(
    ruleset: str, *, locale: str = "zh", gentle: bool = True
) -> tuple[Town, LazyGm]:
    """Too few sign up at first; one asks for leave, one votes for two, one names an owner."""
    count, options = SETUPS[ruleset]
    town = Town()
    town.open("g1", ruleset, options={**QUIET, **options}, locale=locale)
    gm = LazyGm(town, "g1", locale, gentle=gentle)
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
    days = 0
    while table.ended is None and town.now < begun + LONGEST:
        due = table.phases[-1].closes
        town.until(town.now + HOUR)
        if table.phases[-1].kind == "day":
            days += 1
            _trouble(town, days)
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


def _trouble(town: Town, day: int) -> None:
    """On the first day what only the GM can decide."""
    living = town.table("g1").living()
    if day == 1:
        who = next(who for who in living if town.table("g1").owner_name(who) != "王五")
        town.say("g1", living[0], f"投票 {living[1]}或者{living[2]}")
        town.say("g1", who, "灌水\n我看，王五，就是凶手。")


def report_of(town: Town) -> str:
    return text_of(next(r for r in town.got(address_of("王五")) if r.kind == "game_over"))


@pytest.mark.parametrize(
    ("ruleset", "locale"),
    [*((ruleset, "zh") for ruleset in SETUPS), ("prayer", "en"), ("three_lives", "en")],
)
def test_from_sign_up_to_prizes(ruleset, locale):
    """Somebody wins, and what he wins is posted and adds up."""
    town, gm = from_sign_up_to_awards(ruleset, locale=locale)
    table = town.table("g1")
    assert table.ended.winners, table.ended
    assert {"too_few", "leave", "unclear_vote", "held_post"} <= gm.kinds
    assert {act.line for act in table.acts} <= set(gm.said), "no command of another kind"
    assert all(act.problem == "" for act in table.acts)
    prizes, points = table.ended.prizes, table.ended.points
    if ruleset == "seven_kill":
        assert points
        assert set(points.values()) <= {20, 30, 40}
    else:
        assert sum(map(Fraction, prizes.values())) == 1
    report = report_of(town)
    heads = {"zh": ("全部身份", "得分" if points else "奖金"), "en": ("All roles", "Prizes")}
    assert all(head in report for head in heads[locale])
    assert all(who in report for who in (points or prizes))
    players = table.handles
    town.say("g1", players[0], f"提名 MVP {players[1]}")
    town.say("g1", players[2], f"评选 MVP {players[1]}")
    town.until(table.ended.at + 3 * DAY)
    awards = town.got(address_of("王五"), "awards")[-1]
    assert players[1] in text_of(awards)
    assert ref_of(awards).public
    assert town.store.game("g1").state == "ended"


@pytest.mark.parametrize("ruleset", SETUPS)
def test_one_who_agrees_to_everything_comes_to_an_end_too(ruleset):
    """Though with 同意 to each question he warns whoever writes too little."""
    town, gm = from_sign_up_to_awards(ruleset, gentle=False)
    table = town.table("g1")
    assert table.ended.state in ("won", "draw")
    assert all(re.fullmatch(r"同意 \d+", line) for line in gm.said)
    assert "全部身份" in report_of(town)
