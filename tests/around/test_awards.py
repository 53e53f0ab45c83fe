"""Awards after the end: C-8.2. Nominated and seconded, voted for by mail, the result posted."""

from datetime import timedelta

import pytest

from tests.service.office import DAY, START, Office, text_of

HOUR = timedelta(hours=1)
END = START + 2 * DAY
"""The day's close, at which everybody has voted both killers out or the GM ends the game."""


def over(**options: str) -> Office:
    """A game that the GM has ended as a draw, an hour after its start; 小三 had written a plot."""
    office = Office()
    if options:
        from tests.service.office import setup_for

        office = Office(setup_for(options=options))
    office.mail("小三", "剧情\n月黑风高，村口的灯笼灭了。", START + HOUR / 2)
    office.mail("gm", "平局 谁也赢不了", START + HOUR)
    assert office.table.ended is not None
    return office


def answer(office: Office, who: str, text: str, at) -> str:
    (row,) = office.mail(who, text, at)
    return text_of(row)


def result(office: Office) -> list[tuple]:
    (post,) = [p for p in office.table.posts if p.kind == "awards" and p.data["stage"] == "result"]
    return [(r["award"], r["camp"], r["who"]) for r in post.data["results"]]


def test_nominated_seconded_voted_and_posted_with_public_names():
    office = over()
    at = START + 2 * HOUR
    office.mail("小一", "提名 MVP 阿甲", at)
    office.mail("小二", "支持 阿甲", at)
    office.mail("gm", "提名 MVP 小二", at)
    office.mail("小四", "nominate fairplay 阿乙", at)
    office.mail("小四", "提名 剧情 小三", at)
    for who, text in (
        ("小一", "评选 MVP 小二"),
        ("阿乙", "评选 MVP 阿甲"),
        ("小二", "评选 剧情 小三"),
    ):
        office.mail(who, text, at + HOUR)
    office.tick(START + HOUR + 3 * DAY)
    assert result(office) == [
        ("mvp", "killers", "阿甲"),
        ("mvp", "villagers", "小二"),
        ("fairplay", "", None),
        ("plot", "", "小三"),
    ]
    last = next(row for row in reversed(office.outbox()) if row.kind == "awards")
    text = text_of(last)
    assert "MVP（杀手方）：阿甲（Person1Secret），1 票" in text
    assert "公平奖：空缺" in text
    assert "private" not in text


def test_each_has_one_vote_an_award_and_can_change_it():
    office = over()
    at = START + 2 * HOUR
    office.mail("小一", "提名 MVP 小二\n提名 MVP 小三", at)
    answer(office, "小四", "评选 MVP 小二", at)
    assert "改投了" in answer(office, "小四", "评选 MVP 小三", at + HOUR)
    assert "和你原来的一票一样" in answer(office, "小四", "评选 MVP 小三", at + 2 * HOUR)
    office.tick(START + HOUR + 3 * DAY)
    assert ("mvp", "villagers", "小三") in result(office)


@pytest.mark.parametrize(
    ("text", "code", "told"),
    [
        ("提名 MVP 小一", "self_target", "不能提名、支持、评选自己"),
        ("评选 MVP 小四", "not_candidate", "没有被提名MVP"),
        ("支持 小四", "not_candidate", "附议不成"),
        ("提名 剧情 小四", "not_candidate", "没有发过剧情帖"),
        ("提名 MVP 小无", None, "小无"),
    ],
)
def test_what_cannot_be_is_refused_with_what_would_be_right(text, code, told):
    office = over()
    said = answer(office, "小一", text, START + 2 * HOUR)
    assert told in said
    assert "例：" in said
    if code:
        assert office.last_mail().code == code


def test_before_the_end_there_are_no_awards_and_after_them_none_either():
    office = Office()
    assert "终局之后" in answer(office, "小一", "提名 MVP 阿甲", START + HOUR)
    office.mail("gm", "平局 凑不齐人", START + 2 * HOUR)
    office.mail("小一", "提名 MVP 阿甲", START + 3 * HOUR)
    office.tick(START + 2 * HOUR + 1.5 * DAY)
    assert "提名已经截止" in answer(office, "小二", "提名 MVP 阿乙", START + 3 * HOUR + 1.5 * DAY)
    office.tick(START + 2 * HOUR + 3 * DAY)
    assert "评奖已经截止" in answer(office, "小二", "评选 MVP 阿甲", START + 4 * DAY)


def test_the_gm_closes_them_early_and_his_nomination_can_be_undone():
    office = over()
    office.mail("gm", "提名 公平 小四", START + 2 * HOUR)
    office.mail("gm", "撤销", START + 3 * HOUR)
    assert not office.table.around.awards.nominated
    office.mail("gm", "提名 公平 小四", START + 4 * HOUR)
    office.mail("小一", "评选 公平 小四", START + 5 * HOUR)
    office.mail("gm", "评奖结束", START + 6 * HOUR)
    assert ("fairplay", "", "小四") in result(office)
    office.mail("gm", "评奖结束", START + 7 * HOUR)
    assert office.last_mail().verdict == "refused"


def test_the_plot_is_vacant_only_if_nobody_wrote_any():
    """C-8.2: without a nomination it goes to whoever wrote most; the MVP stays vacant."""
    office = over()
    office.tick(START + HOUR + 3 * DAY)
    assert result(office)[-1] == ("plot", "", "小三")
    assert result(office)[0] == ("mvp", "killers", None)


def test_without_the_option_and_after_an_abort_there_are_none():
    office = over(awards="off")
    assert "不设评奖" in answer(office, "小一", "提名 MVP 阿甲", START + 2 * HOUR)
    office = Office()
    office.mail("gm", "中止 人不齐", START + HOUR)
    assert office.table.around.awards is None


def test_a_name_that_is_not_revealed_stays_out_of_the_result():
    office = over(reveal_owners="false")
    office.tick(START + HOUR + 3 * DAY)
    assert not any("Secret" in text_of(r) for r in office.outbox() if r.kind == "awards")
