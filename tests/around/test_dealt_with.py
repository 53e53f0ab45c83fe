"""What the GM has dealt with leaves his digest: mails, questions, whichever way he did it.

clauses: C-10
"""

from datetime import timedelta

import pytest

from pbp.game import digest
from tests.service.office import START, Office, opened, setup_for, text_of

HOUR = timedelta(hours=1)
DAY = START + timedelta(hours=25)
"""An hour into the first day."""

LISTS = ("late", "not_understood", "declarations", "appeals", "held")


def rows(office: Office, at, name: str) -> list[int]:
    """The mails that still wait for the GM in a list of the digest."""
    told = digest.contents(office.table, office.live.play.law, at)
    return [row["n"] for row in told[name] if not row.get("done")]


def waiting(office: Office, at) -> dict[str, list[int]]:
    return {name: found for name in LISTS if (found := rows(office, at, name))}


def told(office: Office, text: str, at) -> str:
    return "\n".join(text_of(row) for row in office.mail("gm", text, at))


def on_the_day(*mails: tuple[str, str], to: str = "gm", **options: str) -> Office:
    office = Office(setup_for(options=options) if options else None)
    office.tick(START + 24 * HOUR)
    for who, text in mails:
        office.mail(who, text, DAY, to=to)
    return office


# -- mails --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "读 {n} “投票 阿甲”",
        "答复 {n}\n请写明投谁。",
        "裁定 {n}\n不算。",
        "改 1 投票 阿甲",
        "同意 1 投票 阿甲",
        "改 1 不管",
        "一切照旧",
    ],
)
def test_a_vote_that_was_not_understood(text):
    office = on_the_day(("小一", "投票 阿甲或者阿乙"))
    n = office.last_mail().n
    assert waiting(office, DAY) == {"not_understood": [n]}
    said = told(office, text.format(n=n), DAY + HOUR)
    if "发 1001" in said:
        assert waiting(office, DAY + HOUR) == {"not_understood": [n]}, "only a preview yet"
        told(office, "发 1001", DAY + 2 * HOUR)
    assert waiting(office, DAY + 2 * HOUR) == {}, said


def test_a_mail_that_its_writer_wrote_anew():
    """What was not understood is mended by himself; what the GM is asked about is not."""
    office = on_the_day(("小一", "我觉得那个谁像"), ("小一", "投票 阿甲"))
    assert waiting(office, DAY) == {}
    office = on_the_day(("小一", "我觉得那个谁像"), ("小二", "投票 阿甲"), ("小一", "状态"))
    assert waiting(office, DAY) == {"not_understood": [office.last_mail().n - 2]}
    office = on_the_day(("小一", "投票 阿甲或者阿乙"), ("小一", "投票 阿甲"))
    asked = [q.about["n"] for q in office.table.open_questions()]
    assert waiting(office, DAY) == ({"not_understood": asked} if asked else {})


def test_only_what_was_done():
    office = on_the_day(("小一", "投票 阿甲或者阿乙"))
    n = office.last_mail().n
    told(office, f"读 {n}", DAY + HOUR)
    told(office, f"试 读 {n} “投票 阿甲”", DAY + HOUR)
    assert waiting(office, DAY + HOUR) == {"not_understood": [n]}
    told(office, f"读 {n} “投票 阿甲”", DAY + HOUR)
    told(office, "撤销", DAY + 2 * HOUR)
    assert waiting(office, DAY + 2 * HOUR) == {"not_understood": [n]}
    assert [q.about["n"] for q in office.table.open_questions()] == [n]


def test_a_vote_that_was_read_and_then_voided():
    office = on_the_day(("小一", "投票 阿甲或者阿乙"))
    n = office.last_mail().n
    told(office, f"读 {n} “投票 阿甲”", DAY + HOUR)
    told(office, f"作废 {n} 不算", DAY + 2 * HOUR)
    assert waiting(office, DAY + 2 * HOUR) == {}


def test_a_mail_that_is_no_post_is_held():
    office = on_the_day(("小一", "投票 阿甲或者阿乙"))
    n = office.last_mail().n
    told(office, f"扣 {n}", DAY + HOUR)
    assert waiting(office, DAY + HOUR) == {}
    told(office, "摘要", DAY + 2 * HOUR)
    (shown,) = [text_of(row) for row in office.outbox() if row.kind == "digest"][-1:]
    assert f"看过、还扣着（发 编号）：{n}" in shown
    assert "没有看懂" not in shown


@pytest.mark.parametrize("text", ["补收 {n}", "答复 {n}\n太晚了。"])
def test_a_late_vote(text):
    office = Office(setup_for(options={"settle_wait": "2h"}))
    office.tick(START + 26 * HOUR)
    closes = office.table.phase.closes
    office.mail("小一", "投票 阿甲", closes + HOUR / 2)
    n = office.last_mail().n
    assert waiting(office, closes + HOUR) == {"late": [n]}
    if "发 1001" in told(office, text.format(n=n), closes + HOUR):
        told(office, "发 1001", closes + HOUR)
    assert waiting(office, closes + HOUR) == {}


@pytest.mark.parametrize(
    "text", ["发 {n}", "同意 1", "改 1 先扣着", "扣 {n}", "答复 {n}\n改一改。"]
)
def test_a_held_post(text):
    office = on_the_day(("小一", "灌水\nPerson2Secret 你好"))
    n = office.last_mail().n
    assert waiting(office, DAY) == {"held": [n]}
    if "发 1001" in told(office, text.format(n=n), DAY + HOUR):
        told(office, "发 1001", DAY + HOUR)
    assert waiting(office, DAY + HOUR) == {}


def test_a_held_post_that_the_default_kept_waits_still():
    office = on_the_day(("小一", "灌水\nPerson2Secret 你好"))
    n = office.last_mail().n
    office.tick(START + 49 * HOUR)
    assert office.table.answered[1].by == "default"
    assert waiting(office, START + 49 * HOUR) == {"held": [n]}


@pytest.mark.parametrize("text", ["准 {n}", "废 {n}", "作废 {n}"])
def test_a_declaration(text):
    office = Office()
    office.mail("阿甲", "杀 小一\n今夜有雨。", START + HOUR)
    n = office.last_mail().n
    assert waiting(office, START + HOUR) == {"declarations": [n]}
    told(office, text.format(n=n), START + 2 * HOUR)
    assert waiting(office, START + 2 * HOUR) == {}


def test_a_mail_that_its_writer_has_confirmed():
    office = on_the_day()
    office.mail("小一", "投票 阿甲", DAY, auth="none")
    assert list(waiting(office, DAY)) == ["not_understood"]
    asked = [r for r in office.outbox() if r.recipient == office.address("小一")][-1]
    to = opened(asked)["Reply-To"].addresses[0].addr_spec
    office.mail("小一", "确认", DAY + HOUR, recipient=to)
    assert office.table.ballot("D1", None).votes["小一"].target == "阿甲"
    assert waiting(office, DAY + HOUR) == {}


# -- questions ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("who", "mail", "command"),
    [
        ("小一", "投票 阿甲或者阿乙", "读 {n} “投票 阿甲”"),
        ("小一", "灌水\nPerson2Secret 你好", "发 {n}"),
        ("小一", "灌水\nPerson2Secret 你好", "扣 {n}"),
        ("小一", "真身 分析\n我看阿甲是杀手。", "曝光 小一"),
        ("小一", "请假 两天 出差", "准假 小一 24h"),
        ("小一", "退出", "出局 小一 自己要退"),
    ],
)
def test_a_command_settles_the_question_about_the_same(who, mail, command):
    office = on_the_day((who, mail))
    n = office.last_mail().n
    if mail == "退出":
        office.mail(who, "确认", DAY)
    assert len(office.table.open_questions()) == 1
    told(office, command.format(n=n), DAY + HOUR)
    assert office.table.open_questions() == []
    told(office, "撤销", DAY + 2 * HOUR)


def test_ending_the_phase_settles_whether_to_end_it():
    office = on_the_day()
    for who in office.table.living():
        office.mail(who, "投票 阿甲", DAY)
        office.mail(who, "投票完毕", DAY)
    assert [q.kind for q in office.table.open_questions()] == ["early_end"]
    told(office, "结束阶段", DAY + HOUR)
    assert office.table.open_questions() == []


def test_a_command_about_another_leaves_it_open():
    office = on_the_day(("小一", "投票 阿甲或者阿乙"), ("小二", "投票 阿甲或者阿乙"))
    n = office.last_mail().n
    told(office, f"读 {n} “投票 阿甲”", DAY + HOUR)
    assert [q.about["who"] for q in office.table.open_questions()] == ["小一"]


# -- said once ----------------------------------------------------------------------------------


def test_an_account_that_several_letters_name_stands_once():
    office = Office()
    office.mail("阿甲", "杀 小四", START + HOUR)
    office.tick(DAY)
    for who in ("小一", "小二"):
        office.mail(who, "申诉 N1 为什么没有救活", DAY)
        office.mail(who, "申诉 D1 现在怎样", DAY)
    told(office, "摘要", DAY + HOUR)
    shown = text_of([row for row in office.outbox() if row.kind == "digest"][-1])
    assert shown.count("杀 小四（阿甲）") == 1
    assert shown.count("第一夜逐条：见上") == 1
    assert shown.count("第一天逐条：见上面“如果现在截止”") == 2


def test_the_leave_of_one_who_is_dead_concerns_nobody():
    office = Office()
    office.mail("小四", "请假 两天 出差", START + HOUR)
    told(office, "同意 1", START + HOUR)
    shown = digest.contents(office.table, office.live.play.law, START + HOUR)["leaves"]
    assert [row["who"] for row in shown] == ["小四"]
    office.mail("阿甲", "杀 小四", START + HOUR)
    office.tick(DAY)
    assert digest.contents(office.table, office.live.play.law, DAY)["leaves"] == []
