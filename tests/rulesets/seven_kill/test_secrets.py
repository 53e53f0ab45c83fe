"""What outsiders see is the same, byte for byte, whatever the secret reason was."""

from pathlib import Path

import pytest

from pbp.scenario.load import load
from pbp.scenario.play import play

HANDLES = ["阿甲", "阿乙", "阿丙", "阿丁", "小一", "小二", "小三", "小四"]
DECLARATION = "夜色像一块浸透了墨的布" * 10
OUTSIDERS = ("小二", "小三", "小四")
"""Villagers in every cast below."""


def record(folder: Path, cast, mails, until, locale="zh"):
    """The record of a game with that cast (handle: role, villagers left out)."""
    roles = {handle: cast.get(handle, "villager") for handle in HANDLES}
    text = (
        f"title: t\ngame:\n  ruleset: seven_kill\n  locale: {locale}\n  starts: 2026-03-02 20:00\n"
    )
    text += "  cast: {" + ", ".join(f"{h}: {r}" for h, r in roles.items()) + "}\n"
    text += "mails:\n" if mails else "mails: []\n"
    for at, who, said in mails:
        text += f'  - {{at: {at}, from: {who}, text: "{said}"}}\n'
    path = folder / "story.yaml"
    path.write_text(text + f"until: {until}\nexpect: []\n", encoding="utf-8")
    return play(load(path))


def seen(played, names=OUTSIDERS):
    """All that everybody sees, and all that is written to outsiders: texts, times, order."""
    posts = [(p["at"], p["phase"], p["kind"], p["subject"], p["text"]) for p in played["posts"]]
    notices = [
        (n["at"], n["phase"], n["to"], n["kind"], n["subject"], n["text"])
        for n in played["notices"]
        if n["to"] in names
    ]
    return posts, notices, played["phases"]


def same(one, other):
    """Alike but for the roster's commitments, which no game has in common."""
    return seen(one) == seen(other)


KILLERS = {"阿甲": "tianfu", "阿丙": "qisha"}
VOTES = [("D1+1h", who, "投票 阿乙") for who in ("小一", "小二", "小三", "小四")]


@pytest.mark.parametrize("locale", ["zh", "en"])
def test_nobody_can_tell_a_star_from_an_immunity(tmp_path, locale):
    """阿乙 has most votes; in one game she is Pojun, in the other the stars have named her."""
    star = {**KILLERS, "阿乙": "pojun", "阿丁": "tanlang"}
    named = {**KILLERS, "小一": "pojun", "阿丁": "tanlang"}
    immunity = [("D1+2h", "阿丁", "免投 阿乙")]
    elsewhere = [("D1+2h", "阿丁", "免投 小四")]
    one = record(tmp_path, star, VOTES + elsewhere, "N1", locale)
    other = record(tmp_path, named, VOTES + immunity, "N1", locale)
    assert one["ballots"][0]["executed"] is None
    assert other["ballots"][0]["executed"] is None
    assert same(one, other)


CAST = {"阿甲": "tianfu", "阿丙": "qisha", "阿乙": "pojun", "阿丁": "tanlang"}


@pytest.mark.parametrize("locale", ["zh", "en"])
def test_nobody_can_tell_why_nobody_died(tmp_path, locale):
    """A sealed kill, a kill on a killer, a kill that was missed: one and the same dawn."""
    kill = ("N1+1h", "阿甲", f"杀 小一\\n{DECLARATION}")
    sealed = record(tmp_path, CAST, [kill, ("N1+2h", "阿乙", "封刀 阿甲")], "D2", locale)
    on_killer = record(
        tmp_path, CAST, [("N1+3h", "阿甲", f"杀 阿丙\\n{DECLARATION}")], "D2", locale
    )
    missed = record(tmp_path, CAST, [], "D2", locale)
    short = record(tmp_path, CAST, [("N1+4h", "阿甲", "杀 小一\\n短")], "D2", locale)
    assert [d for game in (sealed, on_killer, missed, short) for d in game["deaths"]] == []
    assert same(sealed, on_killer)
    assert same(sealed, missed)
    assert same(sealed, short)


def test_the_other_killers_learn_no_more_than_everybody(tmp_path):
    kill = ("N1+1h", "阿甲", f"杀 小一\\n{DECLARATION}")
    sealed = record(tmp_path, CAST, [kill, ("N1+2h", "阿乙", "封刀 阿甲")], "D2")
    missed = record(tmp_path, CAST, [], "D2")
    assert seen(sealed, ("阿丙",)) == seen(missed, ("阿丙",))


def test_the_sealed_killer_is_not_told(tmp_path):
    """What he is told is what a kill on a killer brings: nothing."""
    kill = ("N1+1h", "阿甲", f"杀 小一\\n{DECLARATION}")
    sealed = record(tmp_path, CAST, [kill, ("N1+2h", "阿乙", "封刀 阿甲")], "D2")
    open_kill = record(tmp_path, CAST, [kill, ("N1+2h", "阿乙", "封刀 阿丙")], "N1")
    told = [n["kind"] for n in sealed["notices"] if n["to"] == "阿甲" and n["phase"] == "N1"]
    assert told == [
        n["kind"] for n in open_kill["notices"] if n["to"] == "阿甲" and n["phase"] == "N1"
    ]


def test_a_secret_warning_stands_in_no_post_and_in_no_answer_to_others(tmp_path):
    asked = [("D2+1h", "小二", "名单"), ("D2+2h", "小二", "票数"), ("D2+3h", "小二", "状态")]
    missed = record(tmp_path, CAST, asked, "D2")
    killed_a_killer = [("N1+1h", "阿甲", f"杀 阿丙\\n{DECLARATION}")]
    none = record(tmp_path, CAST, killed_a_killer + asked, "D2")
    assert missed["warnings"] == {"阿甲": 1}
    assert none["warnings"] == {}
    assert same(missed, none)
