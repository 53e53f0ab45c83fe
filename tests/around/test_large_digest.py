"""The digest of a large game with much to decide, in each rule set: what stands where, and how far
a telephone shows it without scrolling.

clauses: C-10, C-5.2, C-7.2
"""

import re
from datetime import timedelta
from functools import cache

import pytest

from tests.around.town import DAY, GM_ADDRESS, HOUR, NAMES, Town, play_phase
from tests.render.test_first_screen import screen
from tests.service.office import text_of

SETUPS = {
    "prayer": (14, {"killers": "3", "villagers": "11"}),
    "three_lives": (15, {"lone_vote": "hold"}),
    "seven_kill": (17, {"weekends": "false"}),
}
PROSE = "我认为这里面大有问题，必须仔细推敲。"


def troubled(ruleset: str, locale: str) -> tuple[Town, str]:
    """The digest an hour before the end of a day on which eight things wait for the GM."""
    count, options = SETUPS[ruleset]
    town = Town()
    town.open("g1", ruleset, options={"reminders": "off", **options}, locale=locale)
    town.sign_up("g1", NAMES[:count])
    town.until(town.now + DAY)
    for who in town.table("g1").living():
        town.say("g1", who, "签到")
    while town.table("g1").phases[-1].kind != "night":
        town.until(town.table("g1").phases[-1].closes)
    play_phase(town, "g1")
    town.until(town.table("g1").phases[-1].closes + HOUR)
    _trouble(town)
    phase = town.table("g1").phases[-1]
    assert phase.kind == "day"
    town.until(phase.closes - HOUR + timedelta(minutes=1))
    return town, text_of(town.got(GM_ADDRESS, "digest")[-1])


_troubled = cache(troubled)
"""For tests that only look."""


def _trouble(town: Town) -> None:
    table = town.table("g1")
    names = [who for who in table.living() if table.owner_name(who) != "王五"]
    for who, text in (
        (names[0], f"投票 {names[1]}或者{names[2]}"),
        (names[1], f"投票 {names[3]}，如果他不说话；不然投 {names[2]}"),
        (names[2], f"请假 两天 {PROSE * 4}"),
        (names[3], "请假 半天 出差"),
        (names[1], f"灌水\n我看，王五，就是凶手。{PROSE}\n{PROSE}"),
        (names[4], f"真身 分析\n{names[1]}最可疑。{PROSE}\n{PROSE}"),
        (names[5], "退出"),
        (names[5], "确认"),
        (names[6], "灌水\n王五 说过的话，你们还记得吗？"),
        (names[0], "今天的天气真不错呢想不好投谁"),
        (names[3], "天神 请问可以晚一点投票吗？"),
        (names[4], "申诉 N1 为什么会这样"),
        *((who, f"分析\n{PROSE * 4}") for who in names[7:9]),
    ):
        town.say("g1", who, text)


every_game = pytest.mark.parametrize("ruleset", SETUPS)
every_locale = pytest.mark.parametrize("locale", ["zh", "en"])


@every_locale
@every_game
def test_the_first_screen_says_what_waits_and_until_when(ruleset, locale):
    town, text = _troubled(ruleset, locale)
    seen, table = "".join(screen(text)), town.table("g1")
    closes = table.phases[-1].closes.astimezone(table.zone)
    assert "g1" in seen
    assert f"{closes:%H:%M}" in seen
    assert {"zh": "待答问题：8 个", "en": "Open questions: 8"}[locale] in seen
    assert {"zh": "一切照旧", "en": "as usual"}[locale] in seen
    for question in table.open_questions():
        assert re.search(rf"(?<!\d){question.number}(?!\d)", seen), question
    head = text.split("\n\n")[0]
    assert not [who for who in table.handles if who in head]


@every_locale
@every_game
def test_each_question_has_its_answers_its_default_and_its_time(ruleset, locale):
    town, text = _troubled(ruleset, locale)
    answer, default = {"zh": ("可答", "不答"), "en": ("Answer", "Without one")}[locale]
    zone = {"zh": "（北京时间）", "en": "(Beijing time)"}[locale]
    for question in town.table("g1").open_questions():
        part = text.split(f"\n{question.number}. ", 1)[1]
        ready = next(line for line in part.split("\n") if answer in line)
        otherwise = next(line for line in part.split("\n") if default in line)
        assert str(question.number) in ready
        assert zone in otherwise


@every_locale
@every_game
def test_nothing_stands_twice_and_nothing_is_a_word_of_the_program(ruleset, locale):
    _, text = _troubled(ruleset, locale)
    assert text.count("请问可以晚一点投票吗") == 1
    assert text.count("出差") == 1
    assert text.count("王五 说过的话") == 1
    assert text.count("今天的天气真不错") == 1
    for word in ("None", "[]", "{}", "unclear_vote", "held_post", "ambiguous", "（）", "()"):
        assert word not in text
    assert not re.search(r"[：:]$\n(?!> |- |  |\S)", text, re.MULTILINE), "a head without rows"


@every_game
def test_the_parts_stand_in_the_promised_order(ruleset):
    town, text = _troubled(ruleset, "zh")
    heads = [
        "待答问题",
        "如果现在截止",
        "很久没有来信",
        "写给你而你还没有",
        "扣着的帖子",
        "没有看懂的信",
    ]
    heads += ["48小时内的分析帖", "各题全文"]
    places = [text.index(f"\n{head}") for head in heads]
    assert places == sorted(places)
    counts = text[text.index("48小时内的分析帖") :]
    for who in town.table("g1").living():
        assert f"{who} " in counts, "each living handle, with its number on the same line"


@every_game
def test_who_is_asked_about_is_not_on_leave_yet(ruleset):
    _, text = _troubled(ruleset, "zh")
    assert "\n请假：" not in text


def test_a_tally_of_abstentions_and_of_nothing_is_said_in_words():
    town, text = troubled("seven_kill", "zh")
    assert "计票：无" in text
    who = town.table("g1").living()[-1]
    town.say("g1", who, "弃权")
    town.gm("g1", "摘要")
    later = text_of(town.got(GM_ADDRESS, "digest")[-1])
    assert "None" not in later
