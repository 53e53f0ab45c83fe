"""Every command that the code has: by mail, on the command line, used wrongly, undone if it can be.

clauses: C-10
A table with one row a command; a command without a row here fails.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any, NamedTuple

import pytest

from pbp.game.gm.desk import ACTS, OF_A_RULE_SET
from pbp.game.gm.rows import LOOKS
from pbp.game.gm.signup import BEFORE
from pbp.game.questioning import STANDS_FOR, WORDS
from pbp.language.gm_words import FORMS
from pbp.rulesets.shelf import SHELF, law_of
from tests.around.test_commands_everywhere import TABLE, A, Desk, Row
from tests.around.town import DAY, DECLARATION, NAMES, OPENS, Town
from tests.service.office import START

B, C = "晨风", "夜雨"
HOUR = timedelta(hours=1)


class Case(NamedTuple):
    """One command. zh, en: a right use; {n} is the mail that `before` gave. wrong: a wrong use.

    before: what has to be there. undo: 撤销 takes it back. rulesets: those that have it.
    """

    word: str
    zh: str
    en: str
    wrong: str
    before: Callable[[Desk], object] = lambda desk: None
    undo: bool = True
    rulesets: tuple[str, ...] = tuple(SHELF)


# -- what has to be there -------------------------------------------------------------------------


def mail(desk: Desk, text: str, who: str = A) -> int:
    desk.mail(text, who=who)
    return max(desk.office.table.mails)


def to_the_next_phase(desk: Desk) -> None:
    desk.mail("结束阶段")
    desk.office.tick(desk.now)


def by_day(desk: Desk) -> None:
    if desk.office.table.phases[-1].kind == "night":
        to_the_next_phase(desk)


def an_order(desk: Desk) -> int:
    by_night = desk.office.table.phases[-1].kind == "night"
    return mail(desk, "放弃" if by_night else f"投票 {B}")


def a_change_that_came_in_the_freeze(desk: Desk) -> int:
    table = desk.office.table
    killer = next(p.handle for p in table.players.values() if p.role == "killer")
    others = [x for x in table.living() if table.role(x) == "villager"]
    mail(desk, f"杀 {others[0]}", killer)
    desk.now = START + 23 * HOUR + timedelta(minutes=10)
    return mail(desk, f"杀 {others[1]}", killer)


def a_used_change(desk: Desk) -> None:
    by_day(desk)
    table = desk.office.table
    one, other = [x for x in table.living(table.players[A].life) if x != A][:2]
    mail(desk, f"投票 {one}")
    mail(desk, f"改票 {other}")


def a_declaration(desk: Desk) -> int:
    table = desk.office.table
    holder = next(n.to for n in table.notices if n.kind == "kill_right")
    target = next(x for x in table.living(table.players[holder].life) if x != holder)
    return mail(desk, f"杀 {target}\n{DECLARATION}", holder)


def a_wait_for_last_words(desk: Desk) -> None:
    to_the_next_phase(desk)
    a_declaration(desk)
    to_the_next_phase(desk)
    assert desk.office.table.phases[-1].kind == "wait"


def a_post(desk: Desk) -> int:
    n = mail(desk, "灌水\n今天天气不错。")
    desk.mail(f"发 {n}")
    return n


def a_leave(desk: Desk) -> int:
    return mail(desk, "请假 两天 出差")


def shown_only(desk: Desk) -> None:
    desk.mail(f"警告 {A} 骂人", auth="none")


CASES = (
    Case("void", "作废 {n} 寄错了", "void {n} mistake", "作废 九十九", an_order),
    Case(
        "read", "读 {n} “{order}”", 'read {n} as "{order}"', "读 1 “胡说”", lambda d: mail(d, "啊")
    ),
    Case(
        "admit",
        "补收 {n}",
        "admit {n}",
        "补收 9999",
        a_change_that_came_in_the_freeze,
        rulesets=("prayer",),
    ),
    Case("order", f"代令 {A} “{{order}}”", f'order {A} "{{order}}"', f"代令 {A} “胡说”"),
    Case("vote", f"代计 {A} {{target}}", f"vote {A} {{target}}", f"代计 {A} 路人", by_day),
    Case(
        "restore change",
        f"还改票 {A}",
        f"restore change {A}",
        f"还改票 {B}",
        a_used_change,
        rulesets=("prayer", "three_lives"),
    ),
    Case("reclassify", "改类 {n} 分析", "reclassify {n} analysis", "改类 {n} 诗", a_post),
    Case(
        "rule",
        "裁定 {n}\n算数。",
        "rule {n}\nIt counts.",
        "裁定 9999\n好",
        lambda d: mail(d, "申诉 x"),
    ),
    Case(
        "revive",
        f"复活 {A} 误判",
        f"revive {A} mistake",
        f"复活 {B}",
        lambda d: d.mail(f"判死 {A} x"),
    ),
    Case("approve", "准 {n}", "approve {n}", "准 9999", a_declaration, False, ("three_lives",)),
    Case(
        "reject",
        "废 {n} 抄的",
        "reject {n} copied",
        "废 9999",
        a_declaration,
        False,
        ("three_lives",),
    ),
    Case("proxy", f"代投 {A} {B}", f"proxy {A} {B}", f"代投 {A} 路人", rulesets=("seven_kill",)),
    Case("open day", "开帖", "open day", "", a_wait_for_last_words, False, ("seven_kill",)),
    Case("replace", f"换人 {A}", f"replace {A}", "换人 路人", rulesets=("three_lives",)),
    Case("end phase", "结束阶段", "end phase", "", undo=False),
    Case("resume", "继续", "resume", "", lambda d: d.mail("暂停 搬家")),
    Case("draw", "平局 累了", "draw tired", "平局", undo=False),
    Case("abort", "中止 坏了", "abort broken", "中止", undo=False),
    Case(
        "nominate",
        f"提名 MVP {A}",
        f"nominate mvp {A}",
        "提名 谁都好",
        lambda d: d.mail("平局 累了"),
    ),
    Case("awards close", "评奖结束", "awards close", "", lambda d: d.mail("平局 累了"), False),
    Case("dry", "试 延长 12h", "dry extend 12h", "试 延长", undo=False),
    Case("undo", "撤销", "undo", "撤销 3", lambda d: d.mail("延长 12h"), False),
    Case("confirm", "确认", "confirm", "确认 胡说", shown_only),
    Case("agree", "同意 1", "agree 1", "同意 9", a_leave),
    Case("change", "改 1 不准", "change 1 refuse", "改 1 曝光", a_leave),
    Case("postpone", "延 1 12h", "postpone 1 12h", "延 1", a_leave),
    Case("as usual", "一切照旧", "as usual", "一切照旧，除了 1", a_leave),
    Case("web", "网页", "web", "", undo=False),
)
"""What the table of test_commands_everywhere has not: what needs something to be there first."""

ALONE = {"end phase", "open day", "resume", "awards close", "web"}
"""Words behind which nothing is read that could be wrong; that it is not the time for it is."""

OF_A_SIGN_UP = (
    "open signup",
    "close signup",
    "extend",
    "deadline",
    "start",
    "cast",
    "beacon",
    "out",
    "abort",
)
"""Commands before the start, below."""

BY_READY_ANSWERS = {word for word, _ in STANDS_FOR.values()} - {form.word for form in FORMS}
"""Acts that no command says, only an answer to a question: see test_by_ready_answers.py."""


def words_of_the_code() -> set[str]:
    """Every word by which the GM can have something done or shown."""
    spoken = {"leave" if form.word.startswith("leave") else form.word for form in FORMS}
    laws = {word for ruleset in SHELF for word in law_of(ruleset).acts()}
    return spoken | set(ACTS) | set(LOOKS) | set(WORDS) | laws | set(OF_A_RULE_SET)


def test_every_command_of_the_code_has_a_row():
    rows = {row.word for row in TABLE} | {case.word for case in CASES} | set(OF_A_SIGN_UP)
    assert words_of_the_code() - BY_READY_ANSWERS == rows
    assert set(BEFORE) <= set(OF_A_SIGN_UP) | BY_READY_ANSWERS


def test_every_row_has_a_wrong_use():
    can_be_wrong = {case.word for case in CASES} - ALONE
    assert can_be_wrong <= {case.word for case in CASES if case.wrong}
    looks = {row.word for row in TABLE if not row.wrong} - {"remind"}
    assert looks <= set(LOOKS)


def filled(desk: Desk, line: str, n: Any) -> str:
    """A line with the mail, the order and the target that it is about."""
    table = desk.office.table
    target = next(x for x in table.living(table.players[A].life) if x != A)
    order = "放弃" if table.phases[-1].kind == "night" else f"投票 {target}"
    return line.replace("{n}", str(n)).replace("{order}", order).replace("{target}", target)


EACH = [
    pytest.param(case, ruleset, id=f"{case.word}-{ruleset}")
    for case in CASES
    for ruleset in case.rulesets
]


@pytest.mark.parametrize(("case", "ruleset"), EACH)
def test_each_is_done_by_mail_used_wrongly_and_undone(case: Case, ruleset: str):
    desk = Desk(ruleset)
    n = case.before(desk)
    before = desk.state()
    if case.wrong:
        desk.mail(filled(desk, case.wrong, n))
        assert desk.office.last_mail().verdict == "refused"
        assert desk.state() == before
    told = desk.mail(filled(desk, case.zh, n))
    assert desk.office.last_mail().verdict == "accepted", told
    if case.undo:
        assert "撤销" in told
        desk.mail("撤销")
        assert desk.office.last_mail().verdict == "accepted"
        assert desk.state() == before
    elif case.word not in ("dry", "undo", "web", "approve", "reject"):
        assert "收不回" in told


@pytest.mark.parametrize(("case", "ruleset"), EACH)
def test_each_is_done_on_the_command_line_and_its_wrong_use_refused(case: Case, ruleset: str):
    desk = Desk(ruleset)
    n = case.before(desk)
    if case.wrong:
        assert desk.by_hand(filled(desk, case.wrong, n))[0]["problem"]
    rows = desk.by_hand(filled(desk, case.en, n))
    assert [row["problem"] for row in rows] in ([""], [])
    if case.undo:
        assert [row["problem"] for row in desk.by_hand("undo")] == [""]


@pytest.mark.parametrize("row", [r for r in TABLE if r.wrong], ids=lambda r: f"{r.word}-{r.zh[:4]}")
def test_the_other_rows_are_refused_on_the_command_line_too(row: Row):
    desk = Desk("prayer")
    assert desk.by_hand(row.wrong)[0]["problem"]


# -- before the start -------------------------------------------------------------------------


def by_hand(town: Town, line: str) -> list[str]:
    """What `pbp gm` hands to the server: the problems of its answer."""
    town.now += timedelta(seconds=1)
    facts = town.referee.command("g1", line, town.now)
    told = [x for x in facts if getattr(x, "kind", "") == "desk"]
    return [row["problem"] for notice in told for row in notice.data["rows"]]


def signing_up(closed: bool = False) -> Town:
    town = Town()
    town.open("g1", "prayer", begins=OPENS + 3 * DAY)
    town.sign_up("g1", NAMES[:9])
    if closed:
        town.gm("g1", "截止报名")
    return town


SIGN_UP = (
    ("open signup", "开放报名", "open signup", "", True, True),
    ("close signup", "截止报名", "close signup", "", False, False),
    ("extend", "延长 12h", "extend 12h", "延长", False, True),
    ("deadline", "截止 3月3日 8:00", "deadline 2026-03-03 08:00", "截止", False, True),
    ("start", "开始 3月4日 21:00", "start 2026-03-04 21:00", "开始 2026-01-01 20:00", False, True),
    ("start", "开始", "start", "", True, False),
    ("cast", f"定身份 {NAMES[0]}=killer", f"cast {NAMES[1]}=killer", "定身份 随便", False, True),
    ("out", f"出局 {NAMES[0]} 重复", f"out {NAMES[1]} twice", "出局 路人", False, True),
    ("abort", "中止 没人", "abort nobody", "中止", False, False),
)
"""word, zh, en, a wrong use, whether sign-up is closed first, whether it can be undone."""


@pytest.mark.parametrize(("word", "zh", "en", "wrong", "closed", "undo"), SIGN_UP)
def test_each_command_of_a_sign_up_by_mail_and_on_the_command_line(
    word: str, zh: str, en: str, wrong: str, closed: bool, undo: bool
):
    assert word in OF_A_SIGN_UP
    by_mail, hand = signing_up(closed), signing_up(closed)
    if wrong:
        assert "没有做" in by_mail.gm("g1", wrong)
        assert by_hand(hand, wrong) != [""]
    told = by_mail.gm("g1", zh)
    assert "✓" in told
    assert "没有做" not in told
    assert by_hand(hand, en) == [""]
    assert ("要反悔" in told) == undo
    assert (by_hand(hand, "undo") == [""]) == undo


def test_a_public_value_is_given_by_mail_and_on_the_command_line():
    """Where none was named it is refused; the value itself is tried in test_signup."""
    town = signing_up()
    assert "没有约定公共数" in town.gm("g1", "公共数 123")
    assert by_hand(town, "beacon 123") == ["no_beacon"]
