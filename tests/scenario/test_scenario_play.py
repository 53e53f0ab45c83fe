"""What the scenario format cannot say: the instant of a late close, a mail that is too large."""

from pathlib import Path
from typing import Any

import pytest

from pbp.scenario.judge import judge
from pbp.scenario.load import loads
from pbp.scenario.play import play

HEAD = """title: t
game:
  ruleset: prayer
  starts: 2026-03-02 20:00
  cast: {阿甲: killer, 阿乙: killer, 小一: villager, 小二: villager, 小三: villager, 小四: villager}
"""


def record_of(text: str) -> dict[str, Any]:
    return play(loads(HEAD + text, Path("s.yaml")))


@pytest.mark.parametrize(
    ("back", "opens"),
    [("20:05:00", "20:00:00"), ("20:10:00", "20:00:00"), ("20:10:01", "20:10:01")],
)
def test_a_close_in_an_outage_is_made_at_its_end_and_all_carries_that_instant(
    back: str, opens: str
) -> None:
    record = record_of(
        f"down: [[2026-03-03 19:30, 2026-03-03 {back}]]\n"
        "mails:\n  - {at: N1+1h, from: 阿甲, text: 杀 小一}\nuntil: N1\n"
    )
    night, day = record["phases"]
    assert night["closes"] == "2026-03-03T20:00:00+08:00"
    assert night["closed"] == f"2026-03-03T{back}+08:00"
    assert day["opens"] == f"2026-03-03T{opens}+08:00"
    dawn = [post["at"] for post in record["posts"] if post["kind"] == "dawn"]
    assert dawn == [night["closed"]]
    assert [death["who"] for death in record["deaths"]] == ["小一"]


def test_without_an_outage_a_phase_closes_at_its_cut_off() -> None:
    night = record_of("until: N1\n")["phases"][0]
    assert night["closed"] == night["closes"] == "2026-03-03T20:00:00+08:00"


def test_a_mail_that_is_too_large_is_refused_with_its_code() -> None:
    text = "杀 小一\\n" + "长" * (2 * 1024 * 1024)
    scenario = loads(
        f'{HEAD}mails:\n  - {{at: N1+1h, from: 阿甲, text: "{text}"}}\nuntil: N1\n'
        "expect:\n  - {answer: 1, verdict: refused, code: too_large}\n  - {dead: [], in: N1}\n",
        Path("s.yaml"),
    )
    assert judge(scenario, play(scenario)) == []


def test_the_same_scenario_gives_the_same_record() -> None:
    text = "mails:\n  - {at: N1+1h, from: 阿甲, text: 杀 小一}\nuntil: D1\n"
    assert record_of(text) == record_of(text)


def test_the_record_has_the_keys_of_the_format() -> None:
    record = record_of("mails:\n  - {at: N1+1h, from: 阿甲, text: 杀 小一}\nuntil: D1\n")
    lists: dict[str, set[str]] = {
        "phases": {"id", "opens", "closes", "closed"},
        "mails": {"n", "at", "from", "to", "readings", "verdict", "code", "held"},
        "orders": {"mail", "phase", "actor", "kind", "targets", "life", "effective"},
        "deaths": {"phase", "who", "life", "causes", "revealed"},
        "ballots": {
            "phase",
            "life",
            "round",
            "votes",
            "filled",
            "tally",
            "leaders",
            "executed",
            "revealed",
        },
        "notices": {"at", "phase", "to", "kind", "life", "subject", "text"},
        "posts": {"at", "phase", "kind", "life", "author", "subject", "text", "mail"},
    }
    for name, keys in lists.items():
        assert record[name], name
        for line in record[name]:
            assert keys <= set(line), name
    others = {"format", "game", "ruleset", "timezone", "warnings", "out", "silence", "players"}
    assert others | {"result"} | set(lists) <= set(record)
    assert {"state", "winners", "prizes", "points"} <= set(record["result"])
    assert {"number", "alive", "role"} <= set(record["players"]["小一"])
