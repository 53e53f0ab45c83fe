"""A declaration with what is not to be published counts, and is left out at dawn (C-9.2)."""

from datetime import timedelta

import pytest

from tests.service.office import START, Office, text_of

HOUR = timedelta(hours=1)


@pytest.fixture()
def office():
    return Office()


def dawn_of(office: Office) -> list[str]:
    """The declarations of the first dawn."""
    office.tick(office.table.phase.closes)
    (dawn,) = [post for post in office.table.posts if post.kind == "dawn"]
    assert office.table.deaths[0].who == "小一"
    return dawn.data["declarations"]


@pytest.mark.parametrize(
    "words",
    [
        "今夜，Person1Secret 到此一游。",
        "写信给 killer@example.org 吧。",
        "电话 13900001234，等你。",
        "加我QQ：87654321",
    ],
)
def test_what_would_give_its_writer_away_is_not_announced(office, words):
    (answer,) = office.mail("阿甲", f"杀 小一\n{words}", START + HOUR)
    assert "宣言算数，但不会公布" in text_of(answer)
    assert dawn_of(office) == []
    assert not any(words[-6:] in text_of(row) for row in office.outbox() if row.kind == "dawn")


def test_he_may_send_another_before_the_freeze(office):
    office.mail("阿甲", "杀 小一\n我是 Person1Secret。", START + HOUR)
    office.mail("阿甲", "杀 小一\n我是一阵风。", START + 2 * HOUR)
    assert dawn_of(office) == ["我是一阵风。"]


def test_the_name_of_somebody_else_withholds_nothing_but_the_gm_sees_it_first(office):
    """Whoever tries names out learns from the answer nothing about who plays (C-5.5)."""
    answers = []
    for name in ("Person3Secret", "Person9Nobody"):
        answers += office.mail("阿甲", f"杀 小一\n献给 {name} 的夜。", START + HOUR)
    told = [
        text_of(row).replace("Nobody", "Secret").replace("Person9", "Person3") for row in answers
    ]
    assert not any("不会公布" in words for words in told)
    assert [q.kind for q in office.table.questions.values()] == ["declaration"]


def test_a_declaration_alone_is_looked_through_too(office):
    office.mail("阿甲", "杀 小一", START + HOUR)
    (answer,) = office.mail("阿甲", "宣言\n我的信箱是 killer@example.org。", START + 2 * HOUR)
    assert "宣言算数，但不会公布" in text_of(answer)
    assert dawn_of(office) == []
