"""Choosing a template, times in the game's own zone, and a GM's own templates."""

import pytest
from jinja2 import UndefinedError

from pbp.render import PACKAGE, Renderer, problems
from tests.render.samples import RENDERER, about, notice, page, post, sample

DEAD = {"dead": [{"who": "小一", "causes": ["kill"], "role": "villager"}], "declarations": []}


def write(folder, name, text):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def test_a_field_that_is_missing_is_an_error():
    with pytest.raises(UndefinedError, match="dead"):
        RENDERER.post(post("dawn", phase="N1", declarations=[]), about())


def test_a_field_that_may_be_missing_is_nothing():
    assert RENDERER.notice(notice("out", why="gm"), about()).text


def test_a_page_is_the_same_each_time():
    one = sample("zh", "post/dawn.killed")
    assert page(one) == Renderer().page(one.fact, one.about)


def test_times_are_in_the_games_own_zone_with_weekday_and_zone():
    fact = post("extension", before="2026-03-03T12:00:00+00:00", closes="2026-03-04T04:30:05+00:00")
    text = RENDERER.post(fact, about()).text
    assert "3月3日（周二）20:00（北京时间 / Asia/Shanghai）" in text
    assert "3月4日（周三）12:30:05（北京时间 / Asia/Shanghai）" in text
    text = RENDERER.post(fact, about(timezone="America/New_York")).text
    assert "3月3日（周二）07:00（纽约时间 / America/New_York）" in text
    text = RENDERER.post(fact, about("en", timezone="Africa/Lagos")).text
    assert "Tue 3 March, 13:00 (Africa/Lagos)" in text


def test_an_answer_carries_receipt_time_cut_off_and_margin():
    text = page(sample("zh", "notice/order_taken.in_the_freeze")).text
    assert "收据：阿甲-12\n" in text
    assert "收到：3月3日（周二）19:12:05" in text
    assert "第一夜截止：3月3日（周二）20:00" in text
    assert "离截止还有：47分55秒\n" in text


def test_a_question_to_confirm_quotes_the_order_and_says_until_when():
    text = page(sample("zh", "notice/confirm.order")).text
    assert "> 杀 小一\n> 夜深了。\n" in text
    assert "请回复：确认\n最晚到：3月3日（周二）20:00" in text


def test_a_secret_on_the_board_was_not_published_and_can_be_released():
    text = page(sample("zh", "notice/order_refused.secret_on_board")).text
    assert "没有公布，也没有生效" in text
    assert "请回复：公开" in text


def test_mail_to_the_team_that_would_be_an_order_says_that_it_is_none():
    assert "已转队友，未作命令" in page(sample("zh", "notice/message.to_team.not_an_order")).text


@pytest.mark.parametrize(
    ("phase", "said"),
    [("N1", "第一夜"), ("D10", "第十天"), ("R12", "第十二天加投"), ("W21", "第二十一夜遗言等待")],
)
def test_phases_are_named_as_on_the_forum(phase, said):
    assert RENDERER.post(post("announcement", phase=phase, text="…"), about()).subject == (
        f"[g41] {said}·天神的话"
    )


def test_the_end_tells_winners_prizes_roles_and_actions():
    text = page(sample("zh", "post/game_over.villagers")).text
    for said in ("获胜：平民方", "小一：17/35", "阿甲：杀手", "第一夜　小一：祈祷 小一"):
        assert said in text


def test_a_file_of_the_gms_own_goes_before_that_of_the_package(tmp_path):
    write(
        tmp_path, "zh/post/dawn.txt", "[{{ about.game }}] 黎明\n{{ data.dead|length }} 人走了。\n"
    )
    own = Renderer([tmp_path])
    assert own.post(post("dawn", phase="N1", **DEAD), about()).text == "1 人走了。\n"
    assert own.post(post("silence", living=["小一"], number=3), about()).text.startswith("在世")
    assert problems(tmp_path) == []


def test_a_file_of_one_rule_set_goes_before_that_of_all(tmp_path):
    write(tmp_path, "zh/post/dawn.txt", "[{{ about.game }}] 黎明\n全体\n")
    write(tmp_path, "zh/three_lives/post/dawn.txt", "[{{ about.game }}] 黎明\n三生\n")
    own = Renderer([tmp_path])
    fact = post("dawn", phase="N1", **DEAD)
    assert own.post(fact, about()).text == "全体\n"
    assert own.post(fact, about(ruleset="three_lives")).text == "三生\n"


def test_one_file_of_words_can_be_changed_by_itself(tmp_path):
    words = (PACKAGE / "zh/_words.txt").read_text(encoding="utf-8")
    write(tmp_path, "zh/_words.txt", words.replace('"kill": "被杀"', '"kill": "遇害"'))
    text = Renderer([tmp_path]).post(post("dawn", phase="N1", **DEAD), about()).text
    assert text.startswith("小一：遇害")
    assert problems(tmp_path) == []


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        (
            "zh/post/down.txt",
            "",
            "zh/post/down.txt: no template has this name; did you mean zh/post/dawn.txt?",
        ),
        ("fr/post/dawn.txt", "", "fr/post/dawn.txt: no template has this name; did you mean"),
        ("zh/post/dawn.txt", "[x] y\n{% if %}", "zh/post/dawn.txt, line 2: Expected an expression"),
        (
            "zh/post/dawn.txt",
            "[g41] y\n{{ data.deads }}",
            "zh/post/dawn.txt, line 2: 'dict object'",
        ),
        (
            "zh/post/dawn.txt",
            "[g41] y\n{{ deads }}",
            "zh/post/dawn.txt, line 2: 'deads' is undefined",
        ),
        ("zh/post/dawn.txt", "黎明\n", "zh/post/dawn.txt: the first line must be a subject"),
        (
            "zh/notice/seat.txt",
            "[{{ about.game }}] 你是{{ words.role(data.role) }}\n",
            "zh/notice/seat.txt: subject and first 60 characters differ",
        ),
    ],
)
def test_what_is_wrong_with_a_folder_is_said_when_it_is_loaded(tmp_path, name, text, found):
    write(tmp_path, name, text)
    assert [line[: len(found)] for line in problems(tmp_path)] == [found]


def test_a_name_that_nobody_knows_hides_nothing_else(tmp_path):
    write(tmp_path, "zh/post/down.txt", "")
    write(tmp_path, "zh/post/dawn.txt", "[g41] y\n{{ deads }}")
    unknown, broken = problems(tmp_path)
    assert unknown.startswith("zh/post/down.txt: no template has this name")
    assert broken.startswith("zh/post/dawn.txt, line 2: 'deads' is undefined")


def test_a_folder_that_is_not_there_and_a_file_that_is_not_utf_8_are_problems(tmp_path):
    assert problems(tmp_path / "none") == [f"{tmp_path}/none: no such folder"]
    write(tmp_path, "zh/post/dawn.txt", "")
    (tmp_path / "zh/post/dawn.txt").write_bytes("黎明".encode("gb18030"))
    assert problems(tmp_path) == ["zh/post/dawn.txt: is not UTF-8"]
