"""Every kind of expectation passes where it should, and fails with a sentence where it should."""

import copy
from pathlib import Path
from typing import Any

import pytest

from pbp.scenario.judge import judge
from pbp.scenario.load import loads

HEAD = """title: t
game:
  ruleset: {ruleset}
  starts: 2026-03-02 20:00
  cast: {cast}
mails:
  - {{at: N1+1h, from: {first}}}
  - {{at: N1+1h, from: {first}}}
  - {{at: N1+1h, from: {first}}}
expect:
  - """

CAST = "{阿甲: killer, 阿乙: killer, 小一: villager, 小二: villager, 小三: villager}"
ROLES = "{start: past, past: plain, present: plain, next: wolf}"
LIVES = f"{{甲: {ROLES}, 乙: {ROLES}}}"

RECORD: dict[str, Any] = {
    "format": 1,
    "phases": [
        {
            "id": "N1",
            "opens": "2026-03-02T20:00:00+08:00",
            "closes": "2026-03-03T20:00:00+08:00",
            "closed": "2026-03-03T20:00:00+08:00",
        },
        {
            "id": "D1",
            "opens": "2026-03-03T20:00:00+08:00",
            "closes": "2026-03-04T20:00:00+08:00",
            "closed": "2026-03-04T20:00:00+08:00",
        },
        {
            "id": "N2",
            "opens": "2026-03-04T20:00:00+08:00",
            "closes": "2026-03-05T20:00:00+08:00",
            "closed": None,
        },
    ],
    "mails": [
        {
            "n": 1,
            "at": "2026-03-02T21:00:00+08:00",
            "from": "阿甲",
            "to": "gm",
            "readings": [{"kind": "kill", "targets": ["小一"]}],
            "verdict": "accepted",
            "code": None,
            "held": None,
        },
        {
            "n": 2,
            "at": "2026-03-02T21:00:00+08:00",
            "from": "小二",
            "to": "board",
            "readings": [],
            "verdict": "held",
            "code": "ghost",
            "held": "until_end",
        },
    ],
    "orders": [
        {
            "mail": 1,
            "phase": "N1",
            "actor": "阿甲",
            "kind": "kill",
            "targets": ["小一"],
            "life": None,
            "effective": True,
        },
        {
            "mail": 1,
            "phase": "N1",
            "actor": "阿甲",
            "kind": "pray",
            "targets": ["小一"],
            "life": None,
            "effective": False,
        },
    ],
    "deaths": [
        {
            "phase": "N1",
            "who": "小一",
            "life": None,
            "causes": ["kill", "checkin"],
            "revealed": "villager",
        },
        {"phase": "D1", "who": "阿甲", "life": None, "causes": ["executed"], "revealed": "killer"},
        {"phase": "D1", "who": "小三", "life": None, "causes": ["warnings"], "revealed": None},
    ],
    "ballots": [
        {
            "phase": "D1",
            "life": None,
            "round": 1,
            "votes": {"小二": "阿甲", "小三": "小三", "阿乙": None},
            "filled": ["小三"],
            "tally": {"阿甲": 1, "小三": 1},
            "leaders": ["阿甲"],
            "executed": "阿甲",
            "revealed": "killer",
        }
    ],
    "notices": [
        {"at": "…", "phase": "D1", "to": "小三", "kind": "warning", "life": None, "text": "警告"}
    ],
    "posts": [
        {
            "at": "…",
            "phase": "N1",
            "kind": "dawn",
            "life": None,
            "author": "神的使者",
            "text": "昨夜，小一死了。夜深了。",
            "mail": None,
        },
        {
            "at": "…",
            "phase": "D1",
            "kind": "vote",
            "life": None,
            "author": "小二",
            "text": "投票 阿甲",
            "mail": 1,
        },
    ],
    "warnings": {"小三": 1},
    "out": [{"who": "小三", "phase": "D1", "why": "warnings"}],
    "silence": "D1",
    "players": {
        "阿甲": {"alive": False},
        "阿乙": {"alive": True},
        "小一": {"alive": False},
        "小二": {"alive": True},
        "小三": {"alive": False},
    },
    "result": {"state": "won", "winners": ["killers"], "prizes": {"阿甲": "1/2", "阿乙": "1/2"}},
}


def judged(expectation: str, record: dict[str, Any] = RECORD) -> list[str]:
    head = HEAD.format(ruleset="prayer", cast=CAST, first="阿甲")
    return judge(loads(head + expectation + "\n", Path("s.yaml")), record)


@pytest.mark.parametrize(
    "expectation",
    [
        "{dead: [小一], in: N1}",
        "{dead: [小一], in: N1, causes: {小一: [checkin, kill]}, revealed: {小一: villager}}",
        "{dead: [小三], in: D1, revealed: {小三: null}}",
        "{alive: [小二, 阿乙]}",
        "{answer: 1, verdict: accepted, code: null}",
        "{answer: 2, code: ghost}",
        "{notice: warning, to: 小三, in: D1}",
        "{notice: warning}",
        "{no_notice: warning, to: 小二}",
        "{no_notice: warning, to: 小三, in: N1}",
        "{post: dawn, in: N1, contains: [小一, 夜深了], lacks: [阿甲]}",
        "{post: vote}",
        "{executed: 阿甲, in: D1, revealed: killer}",
        "{executed: null, in: N1}",
        "{ballot: D1, votes: {小二: 阿甲, 阿乙: null}, filled: [小三], tally: {阿甲: 1, 小二: 0}}",
        "{order: 1, effective: true, kind: kill}",
        "{order: 1, effective: false, kind: pray}",
        "{warnings: {小三: 1, 小二: 0}}",
        "{out: 小三, why: warnings, in: D1}",
        "{phase: D1, opens: 2026-03-03 20:00, closes: 2026-03-04 20:00:00}",
        "{silence: D1}",
        "{winner: [killers], state: won}",
        "{winner: [killers]}",
        "{prizes: {阿甲: 2/4, 小一: 0}}",
        "{held: 2, where: until_end}",
        "{held: 2}",
        "{published: 1, kind: vote, author: 小二, contains: [阿甲], lacks: [王五]}",
    ],
)
def test_what_came_passes(expectation: str) -> None:
    assert judged(expectation) == []


@pytest.mark.parametrize(
    ("expectation", "sentence"),
    [
        ("{dead: [], in: N1}", "expected dead in N1: none; dead were: 小一"),
        ("{dead: [小一, 小二], in: N1}", "expected dead in N1: 小一, 小二; dead were: 小一"),
        ("{dead: [], in: N2}", "expected the close of N2, but it was not reached"),
        ("{dead: [], in: N7}", "expected the close of N7, but it was not reached"),
        (
            "{dead: [小一], in: N1, causes: {小一: [kill]}}",
            "expected 小一 to die in N1 of kill, not kill, checkin",
        ),
        (
            "{dead: [小一], in: N1, revealed: {小一: killer}}",
            "expected 小一, dead in N1, to be revealed as killer, not as villager",
        ),
        ("{alive: [小二]}", "expected alive: 小二; alive are: 阿乙, 小二"),
        (
            "{answer: 1, verdict: refused, code: late}",
            "expected mail 1 (阿甲, 2026-03-02T21:00:00+08:00) to be refused late; "
            "it was accepted None, read as: kill 小一",
        ),
        (
            "{answer: 2, code: silence}",
            "expected mail 2 (小二, 2026-03-02T21:00:00+08:00) to be silence; "
            "it was held ghost, read as: nothing",
        ),
        ("{answer: 3, code: late}", "expected an answer to mail 3, but it was never received"),
        (
            "{notice: out, to: 小三, in: D1}",
            "expected a notice out to 小三 in D1; 小三 got: warning (D1)",
        ),
        ("{notice: warning, to: 小二}", "expected a notice warning to 小二; 小二 got: none"),
        (
            "{no_notice: warning}",
            "expected no notice warning; one went to 小三 at … (D1)",
        ),
        ("{post: silence}", "expected a post silence; there are: dawn (N1), vote (D1)"),
        (
            "{post: dawn, in: N1, contains: [小二]}",
            "expected the post dawn in N1 to hold 小二; it says: '昨夜，小一死了。夜深了。'",
        ),
        (
            "{post: dawn, in: N1, lacks: [夜深]}",
            "expected the post dawn in N1 not to hold 夜深; it says: '昨夜，小一死了。夜深了。'",
        ),
        ("{executed: 小二, in: D1}", "expected executed in D1: 小二; was: 阿甲"),
        ("{executed: null, in: D1}", "expected executed in D1: nobody; was: 阿甲"),
        ("{executed: null, in: D7}", "expected the close of D7, but it was not reached"),
        (
            "{executed: 阿甲, in: D1, revealed: villager}",
            "expected 阿甲, executed in D1, shown as villager, not killer",
        ),
        ("{ballot: R1, filled: []}", "expected a ballot in R1; there were: D1"),
        (
            "{ballot: D1, votes: {小二: 小一}}",
            "expected in D1 the vote of 小二 to be for 小一, not 阿甲",
        ),
        (
            "{ballot: D1, votes: {小二: null}}",
            "expected in D1 the vote of 小二 to be for nobody, not 阿甲",
        ),
        (
            "{ballot: D1, tally: {小三: 2}}",
            "expected 2 votes for 小三 in D1; he has 1 in {'阿甲': 1, '小三': 1}",
        ),
        ("{ballot: D1, filled: []}", "expected filled in D1: none; filled in were: 小三"),
        (
            "{order: 1, effective: false}",
            "expected an order of mail 1 to be not effective; kill 小一 for N1 was effective",
        ),
        ("{order: 2, effective: true}", "expected an order of mail 2; no such order came with it"),
        (
            "{order: 1, effective: true, kind: seal}",
            "expected a seal of mail 1; no such order came with it",
        ),
        ("{warnings: {小三: 2}}", "expected 2 warnings for 小三; he has 1"),
        ("{warnings: {}}", "expected no warnings; there are: {'小三': 1}"),
        (
            "{out: 小三, why: checkin}",
            "expected out: 小三 checkin; out are: 小三 (warnings, D1)",
        ),
        (
            "{phase: D1, opens: 2026-03-03 20:01}",
            "expected D1 opens 2026-03-03 20:01:00+08:00; it opens 2026-03-03 20:00:00+08:00",
        ),
        (
            "{phase: D7, opens: 2026-03-03 20:01}",
            "expected a phase D7; there were: N1, D1, N2",
        ),
        ("{silence: null}", "expected silence at the close of no phase; it was announced at D1"),
        ("{winner: [villagers]}", "expected winners: villagers; the result is: killers won"),
        (
            "{winner: [killers], state: draw}",
            "expected winners: killers draw; the result is: killers won",
        ),
        ("{prizes: {阿甲: 1/3}}", "expected 1/3 for 阿甲; he has 1/2"),
        (
            "{held: 1}",
            "expected mail 1 to be held: anywhere; it is published as: vote",
        ),
        (
            "{held: 2, where: gm_folder}",
            "expected mail 2 to be held: gm_folder; it is held: until_end",
        ),
        (
            "{published: 1, kind: chat}",
            "expected a post of mail 1: chat; published: vote by 小二",
        ),
        (
            "{published: 1, lacks: [投票]}",
            "expected a post of mail 1 not to hold 投票; it says: '投票 阿甲'",
        ),
    ],
)
def test_what_did_not_come_is_told_in_a_sentence(expectation: str, sentence: str) -> None:
    assert judged(expectation) == [f"line 11: {sentence}"]


THREE: dict[str, Any] = {
    **RECORD,
    "players": {"甲": {"alive": True}, "乙": {"alive": False}},
    "deaths": [
        {"phase": "N1", "who": "甲", "life": "past", "causes": ["kill"], "revealed": None},
        {"phase": "N1", "who": "乙", "life": None, "causes": ["disqualified"], "revealed": None},
    ],
    "ballots": [
        {**RECORD["ballots"][0], "life": "past", "votes": {"甲": "乙"}, "executed": "甲"},
        {**RECORD["ballots"][0], "life": "next", "votes": {"乙": "乙"}, "executed": None},
    ],
    "posts": [
        {**RECORD["posts"][0], "life": "past", "text": "甲死了。"},
        {**RECORD["posts"][0], "life": "next", "text": "无人死去。"},
    ],
    "result": {"state": "draw", "winners": [], "prizes": None, "points": {"甲": 40}},
}


@pytest.mark.parametrize(
    ("expectation", "passes"),
    [
        ("{dead: [甲], in: N1, life: past}", True),
        ("{dead: [乙], in: N1}", True),
        ("{dead: [乙], in: N1, life: next}", False),
        ("{executed: 甲, in: D1, life: past}", True),
        ("{executed: null, in: D1, life: next}", True),
        ("{executed: null, in: D1}", False),
        ("{ballot: D1, votes: {甲: 乙}}", True),
        ("{ballot: D1, life: next, votes: {甲: 乙}}", False),
        ("{post: dawn, in: N1, contains: [甲, 死了]}", True),
        ("{post: dawn, in: N1, contains: [甲, 无人]}", False),
        ("{post: dawn, in: N1, life: next, lacks: [甲]}", True),
        ("{post: dawn, in: N1, lacks: [甲]}", False),
        ("{prizes: {甲: 40}}", True),
        ("{winner: [], state: draw}", True),
    ],
)
def test_lives_narrow_what_is_looked_at(expectation: str, passes: bool) -> None:
    head = HEAD.format(ruleset="three_lives", cast=LIVES, first="甲")
    scenario = loads(head + expectation + "\n", Path("s.yaml"))
    assert (judge(scenario, THREE) == []) is passes


def test_judging_changes_nothing_and_tells_every_failure() -> None:
    before = copy.deepcopy(RECORD)
    told = judged("{dead: [], in: N1}\n  - {silence: null}\n  - {silence: D1}")
    assert [sentence.split(":")[0] for sentence in told] == ["line 11", "line 12"]
    assert before == RECORD
