"""Every command of the GM's in every rule set: by mail, by hand, tried, previewed, wrong, undone.

clauses: C-10
A table: one row a command. What leaves no trace once it is undone shares one game a rule set.
"""

from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

import msgspec
import pytest

from pbp.game import facts as f
from pbp.game.dice import Dice
from pbp.game.gm.desk import ACTS, AFTER_THE_END, LOOKS, OF_A_RULE_SET
from pbp.game.gm.signup import BEFORE
from pbp.game.nouns import Seat
from pbp.game.options import parse_options
from pbp.game.optiontable import IN_SCENARIOS
from pbp.language.gm_words import FORMS
from pbp.rulesets.shelf import SHELF, law_of
from tests.around.town import DAY, DECLARATION, NAMES, OPENS, Town
from tests.service.office import START, Office, owner_of, setup_for, text_of

HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)
HANDLES = (
    *("青石", "晨风", "夜雨", "孤帆", "落霞", "寒梅", "秋水", "云雀", "白鹭", "苍松"),
    *("墨竹", "红豆", "铁马", "冰河", "渔火", "远山", "归雁"),
)
A = "青石"


class Row(NamedTuple):
    """One command. zh, en: how it is written. wrong: a wrong use, told: what is said of it.

    undo: 撤销 takes it back. changes: it does something that stands in the table. needs: what has
    to be there first: a post that waits or is held, a mail to the GM.
    """

    word: str
    zh: str
    en: str
    wrong: str = ""
    told: str = ""
    undo: bool = True
    changes: bool = True
    needs: str = ""


TABLE = (
    Row("extend", "延长 12h 路上", "extend 12h", "延长 很久", "没有写时长"),
    Row("deadline", "截止 3月9日 20:00", "deadline 2026-03-09 20:00", "截止 昨天", "没有写时间"),
    Row(
        "deadline",
        "截止 03-10 21:00",
        "deadline 2026-03-10 21:00",
        "截止 2026-01-01 20:00",
        "已经过去",
    ),
    Row("pause", "暂停 搬家", "pause", "恢复", "没有暂停"),
    Row("warn", f"警告 {A} 骂人", f"warn {A} rude", "警告 路人 骂人", "没有这个马甲"),
    Row("mute", f"禁言 {A} 12h", f"mute {A} end", "禁言", "没有这个马甲"),
    Row("out", f"出局 {A} 违规", "out 1 rules", "出局 路人", "没有这个马甲"),
    Row("kill", f"判死 {A} 违规", "kill 1 rules", "判死 路人", "没有这个马甲"),
    Row("strike", f"除名 {A} 违规", f"strike {A} rules", "除名 路人", "没有这个马甲"),
    Row("leave", f"准假 {A} 24h", f"leave {A} grant 24h", "准假 路人 24h", "没有这个马甲"),
    Row(
        "leave",
        f"不准 {A} 不行",
        f"leave {A} refuse no",
        f"leave {A} maybe",
        "没有写类别",
        changes=False,
    ),
    Row("expose", f"曝光 {A} 说漏了", f"expose {A}", "曝光 路人", "没有这个马甲"),
    Row("new token", f"换令牌 {A}", f"new token {A}", "换令牌 路人", "没有这个马甲", undo=False),
    Row(
        "publish",
        "发 {held}",
        "publish {held}",
        "发 9999",
        "没有这个编号",
        undo=False,
        needs="held",
    ),
    Row("hold", "扣 {waiting}", "hold {waiting}", "扣 9999", "没有这个编号", needs="waiting"),
    Row("story", "剧情\n天黑了。", "story\nNight falls.", "剧情", "正文", changes=False),
    Row("announce", "公告\n服务器要搬家。", "announce\nWe move.", "公告", "正文", changes=False),
    Row(
        "answer",
        "答复 {mail}\n可以。",
        "answer {mail}\nYes.",
        "答复 9999\n好",
        "没有这个编号",
        changes=False,
        needs="mail",
    ),
    Row(
        "poll",
        "征求 12h\n要不要？\n要\n不要",
        "poll\nYes?\nyes\nno",
        "征求\n要不要？",
        "两个到九个",
        changes=False,
    ),
    Row("remind", "催", "remind orders", undo=False, changes=False),
    Row(
        "deputy",
        "代理 w@elsewhere.test 6h",
        "deputy w@elsewhere.test 6h",
        "代理 老王",
        "代理的邮箱",
    ),
    Row(
        "option",
        "规则 ghost_reply_limit 100 太长",
        "option ghost_reply_limit 50",
        "规则 nichts 3",
        "没有“nichts”这条规则",
    ),
    Row("status", "状态", "status", undo=False, changes=False),
    Row("digest", "摘要", "digest", undo=False, changes=False),
    Row("stats", "统计 2026", "stats", undo=False, changes=False),
    Row("why", "为何", "why N9", undo=False, changes=False),
)
"""What can be done in a running game, whatever its rule set."""

ONLY_WRONG = (
    ("end phase", "结束阶段", ""),
    ("approve", "准 9999", "没有这个编号"),
    ("reject", "废 9999", "没有这个编号"),
    ("publish", "发 {mail}", "不是帖子"),
    ("resume", "resume", "没有暂停"),
    ("nominate", f"提名 MVP {A}", "现在没有评奖"),
    ("nominate", "提名 谁都好", "没有看懂提名谁"),
    ("awards close", "评奖结束", "现在没有评奖"),
    ("deputy", "代理 无", "没有代理"),
    ("open signup", "开放报名", "已经开局"),
    ("close signup", "截止报名", "已经开局"),
    ("start", "开始", "已经开局"),
    ("cast", "定身份 王五=killer", "已经开局"),
    ("beacon", "公共数 123", "已经开局"),
)
"""Commands that cannot be done now, in any rule set, and what is said."""

OF_OTHERS = {
    "proxy": (f"代投 {A} 晨风", ("seven_kill",)),
    "open day": ("开帖", ("seven_kill",)),
    "replace": (f"换人 {A}", ("three_lives",)),
}
"""Commands of single rule sets: how they are written, and who has them."""


def made(ruleset: str, **options: str) -> Office:
    """A game of that rule set with a drawn deal; nobody needs to check in."""
    law = law_of(ruleset)
    written = {**IN_SCENARIOS, "publish_hold": "72h", "onlookers": "true", **options}
    values = parse_options(ruleset, written)
    bare = [Seat(number=n, handle=HANDLES[n - 1]) for n in range(1, law.players(values) + 1)]
    seats = tuple(law.deal(values, Dice("1"), bare))
    names = [seat.handle for seat in seats]
    setup = setup_for(
        ruleset=ruleset,
        options=written,
        seats=seats,
        owners={who: owner_of(who, names) for who in names},
    )
    return Office(setup)


class Desk:
    """A GM at work: every line of his comes a minute after the one before."""

    def __init__(self, ruleset: str, **options: str) -> None:
        self.office = made(ruleset, **options)
        self.now = START + HOUR

    def tick(self) -> datetime:
        self.now += MINUTE
        return self.now

    def mail(self, text: str, who: str = "gm", **how: Any) -> str:
        rows = self.office.mail(who, text, self.tick(), **how)
        return "\n".join(text_of(row) for row in rows if who != "gm" or row.kind != "message")

    def by_hand(self, text: str) -> list[dict[str, Any]]:
        """What `pbp gm` hands to the server; the rows of its answer."""
        new = self.office.referee.command("g41", text, self.tick())
        told = [x for x in new if isinstance(x, f.Notified) and x.to == "gm"]
        return [row for notice in told for row in notice.data.get("rows", ())]

    def is_turn_of(self, row: Row) -> bool:
        """What no rule set has a part in, the preview and the way in, is tried in one of them."""
        return TABLE.index(row) % len(SHELF) == list(SHELF).index(self.office.setup.ruleset)

    def prepared(self, line: str, needs: str) -> str:
        """The line with the number of a mail that it needs, which somebody writes first."""
        if needs:
            self.mail("分析\n我看是他。" if needs != "mail" else "天神 请问几点截止", who=A)
            n = max(self.office.table.mails)
            if needs == "held":
                self.mail(f"扣 {n}")
            return line.replace("{" + needs + "}", str(n))
        return line

    def state(self) -> bytes:
        """All that a command can change, but for what merely waits for his word."""
        table = self.office.table
        hidden = ("drafts", "drafts_made", "unconfirmed")
        return msgspec.json.encode(
            [
                [(p.id, p.closes, p.closed) for p in table.phases],
                [
                    table.paused,
                    table.muted,
                    sorted(table.exposed),
                    table.options["ghost_reply_limit"],
                ],
                {
                    key: repr(value)
                    for key, value in table.notes.items()
                    if key.split()[0] not in hidden
                },
                {who: (p.alive, p.warnings) for who, p in table.players.items()},
                [sorted(table.leaves), table.token_turns, table.ended],
                {n: (fate.published, fate.held) for n, fate in table.fates.items()},
                [sorted(table.waiting), table.around.deputy, len(table.around.polls)],
            ]
        )


_desks: dict[str, Desk] = {}

FEW = 20
"""So many mails a shared game gets: to take something back is to derive all of it again."""


@pytest.fixture(params=SHELF)
def desk(request) -> Desk:
    """A game of a rule set that some rows share."""
    ruleset = request.param
    if ruleset not in _desks or len(_desks[ruleset].office.table.mails) > FEW:
        _desks[ruleset] = fresh(ruleset)
    return _desks[ruleset]


def fresh(ruleset: str) -> Desk:
    return Desk(ruleset)


@pytest.mark.parametrize("row", TABLE, ids=lambda row: f"{row.word}-{row.zh[:6]}")
def test_tried_previewed_done_by_mail_and_by_hand_and_undone(desk: Desk, row: Row):
    zh = desk.prepared(row.zh, row.needs)
    before = desk.state()
    tried = desk.mail(f"试 {zh}")
    assert desk.state() == before, tried
    if desk.is_turn_of(row):
        desk.now += 20 * MINUTE  # three previews an hour go to an address that anybody could write
        shown = desk.mail(zh, auth="none")
        assert "只是预览" in shown
        assert desk.state() == before
    done = desk.mail(zh)
    assert desk.office.last_mail().verdict == "accepted", done
    assert (desk.state() != before) == row.changes
    if row.undo:
        assert "撤销" in done
        desk.mail("撤销")
        assert desk.office.last_mail().verdict == "accepted"
        assert desk.state() == before
    if not desk.is_turn_of(row):
        return
    en = desk.prepared(row.en, row.needs)
    assert [r["problem"] for r in desk.by_hand(en)] in ([""], [])
    if row.undo:
        assert [r["problem"] for r in desk.by_hand("undo")] == [""]


@pytest.mark.parametrize(
    "row", [r for r in TABLE if r.wrong], ids=lambda r: f"{r.word}-{r.wrong[:6]}"
)
def test_a_wrong_use_is_refused_with_what_would_be_right(desk: Desk, row: Row):
    before = desk.state()
    said = desk.mail(row.wrong)
    assert row.told in said
    assert desk.office.last_mail().verdict == "refused"
    if desk.is_turn_of(row):
        assert desk.by_hand(row.wrong)[0]["problem"]
    assert desk.state() == before


@pytest.mark.parametrize(
    ("word", "line", "told"), [r for r in ONLY_WRONG if r[2]], ids=lambda value: str(value)[:12]
)
def test_what_cannot_be_done_now_is_refused(desk: Desk, word: str, line: str, told: str):
    line = desk.prepared(line, "mail" if "{mail}" in line else "")
    before = desk.state()
    assert told in desk.mail(line)
    assert desk.office.last_mail().verdict == "refused"
    assert desk.state() == before


@pytest.mark.parametrize("word", OF_OTHERS)
def test_a_word_of_another_rule_set_is_refused_as_such(desk: Desk, word: str):
    line, having = OF_OTHERS[word]
    if desk.office.setup.ruleset in having:
        assert "没有这条命令" not in desk.mail(f"试 {line}")
    else:
        assert "本局的规则没有这条命令" in desk.mail(line)


# -- what ends or moves a phase has a game of its own --------------------------------------------


@pytest.mark.parametrize("ruleset", SHELF)
def test_pause_resume_and_the_end_of_a_phase(ruleset: str):
    desk = fresh(ruleset)
    closes = desk.office.table.phases[0].closes
    desk.mail("暂停")
    desk.mail("撤销")
    assert desk.office.table.paused is None
    desk.mail("暂停")
    assert "已经暂停" in desk.mail("pause")
    desk.now += 5 * HOUR
    desk.mail("恢复")
    assert desk.office.table.phases[0].closes - closes == 5 * HOUR + 2 * MINUTE
    desk.mail("试 结束阶段")
    assert len(desk.office.table.phases) == 1
    desk.mail("end phase")
    desk.office.tick(desk.now)
    assert desk.office.table.phases[0].closed == desk.now


@pytest.mark.parametrize("ruleset", SHELF)
@pytest.mark.parametrize(
    ("line", "state"), [("平局 谁也赢不了", "draw"), ("abort 人不齐", "aborted")]
)
def test_draw_and_abort_and_what_can_still_be_done(ruleset: str, line: str, state: str):
    desk = fresh(ruleset)
    desk.mail("剧情\n我写一段。", who="晨风")
    desk.mail(f"试 {line}")
    assert desk.office.table.ended is None
    desk.mail(line, auth="none")
    assert desk.office.table.ended is None
    desk.mail("确认", auth="token")
    ended = desk.office.table.ended
    assert ended is not None
    assert ended.state == state
    assert "已经结束" in desk.mail("延长 12h")
    desk.mail("撤销")
    assert desk.office.last_mail().verdict == "refused"
    if state == "draw":
        desk.mail(f"提名 MVP {A}")
        assert desk.office.table.around.awards.nominated
        desk.mail("撤销")
        assert not desk.office.table.around.awards.nominated
        desk.by_hand(f"nominate fairplay {A}")
        desk.mail("评奖结束")
        assert desk.office.table.around.awards.results is not None
    else:
        assert "没有评奖" in desk.mail(f"提名 MVP {A}")


@pytest.mark.parametrize("ruleset", ["three_lives", "seven_kill"])
def test_a_declaration_is_approved_or_rejected(ruleset: str):
    desk = fresh(ruleset)
    office = desk.office
    if ruleset == "seven_kill":
        desk.mail("结束阶段")
        office.tick(desk.now)
    table = office.table
    holder = next(n.to for n in table.notices if n.kind == "kill_right")
    target = next(x for x in table.living(table.players[holder].life) if x != holder)
    desk.mail(f"杀 {target}\n{DECLARATION}", who=holder)
    n = max(office.table.mails)
    desk.mail(f"准 {n}")
    assert office.last_mail().verdict == "accepted"
    desk.mail(f"试 废 {n} 抄的")
    assert not office.table.declarations[-1].void
    desk.mail(f"废 {n} 抄的")
    assert office.table.declarations[-1].void
    assert "没有这个编号" in desk.mail(f"废 {n}")


def test_a_proxy_vote_and_the_day_opened_early():
    """S-5.8 is entered and can be undone; S-4.5 needs a wait for last words."""
    desk = fresh("seven_kill")
    table = desk.office.table
    assert "没有进行中" in desk.mail("开帖")
    desk.mail(f"代投 {A} 晨风 他打过电话")
    assert desk.office.table.ballot("D1").votes[A].target == "晨风"
    desk.mail("撤销")
    assert A not in desk.office.table.ballot("D1").votes
    assert desk.office.last_mail().verdict == "accepted"
    assert table is not None
    desk.mail(f"代投 {A} 路人")
    assert desk.office.last_mail().verdict == "refused"


# -- before the start -----------------------------------------------------------


@pytest.mark.parametrize("ruleset", SHELF)
def test_the_commands_of_a_sign_up(ruleset: str):
    town = Town()
    town.open("g1", ruleset, begins=OPENS + 3 * DAY)
    count = law_of(ruleset).players(town.table("g1").options)
    assert "没有写清谁是什么" in town.gm("g1", "定身份 随便")
    assert "没有这个公开名的报名" in town.gm("g1", "cast 路人=killer")
    assert "本来就开着" in town.gm("g1", "开放报名")
    assert "还没有开局" in town.gm("g1", "结束阶段")
    assert "没有约定公共数" in town.gm("g1", "公共数 123")
    assert "报名人数不够" in town.gm("g1", "开始")
    town.sign_up("g1", NAMES[:count])
    town.gm("g1", "试 截止报名")
    assert town.table("g1").signup.closed is None
    town.gm("g1", "截止报名")
    assert "报名已经截止" in town.gm("g1", "close signup")
    town.gm("g1", "open signup")
    assert town.table("g1").signup.closed is None
    town.gm("g1", "撤销")
    assert town.table("g1").signup.closed is not None
    town.gm("g1", "开始")
    assert town.table("g1").started is not None
    assert "已经开局" in town.gm("g1", "start")


def test_the_start_can_be_put_off_and_roles_cast_by_hand():
    town = Town()
    town.open("g1", "prayer")
    town.sign_up("g1", NAMES[:9])
    town.gm("g1", f"定身份 {NAMES[0]}=killer")
    town.gm("g1", "撤销")
    assert town.table("g1").signup.cast == {}
    town.gm("g1", f"cast {NAMES[0]}=killer")
    town.gm("g1", "start 2026-03-05 20:00")
    assert "已经过去" in town.gm("g1", "开始 2026-01-01 20:00")
    town.until(town.now + DAY)
    assert town.table("g1").started is None
    town.until(datetime(2026, 3, 5, 12, tzinfo=UTC))
    table = town.table("g1")
    wang = next(who for who, name in table.start.names.items() if name == NAMES[0])
    assert table.role(wang) == "killer"


def test_every_word_of_the_gms_is_in_a_table_here_or_in_another_test():
    """Corrections, and what is answered with ready answers, have tests of their own."""
    elsewhere = {"void", "read", "admit", "order", "vote", "restore change", "revive", "count"}
    elsewhere |= {
        "reclassify",
        "rule",
        "select",
        "out all",
        "longer",
        "cancel",
        "approve",
        "reject",
    }
    here = {row.word for row in TABLE} | {row[0] for row in ONLY_WRONG} | set(OF_OTHERS)
    here |= {"draw", "abort"}
    assert set(ACTS) | set(BEFORE) | set(OF_A_RULE_SET) <= here | elsewhere
    assert set(LOOKS) <= here | {"web"}
    assert set(AFTER_THE_END) <= set(ACTS)
    assert {form.word for form in FORMS} - set(ACTS) - set(BEFORE) - set(LOOKS) <= {
        *OF_A_RULE_SET,
        *("leave grant", "leave refuse", "dry", "undo", "confirm"),
        *("agree", "change", "postpone", "as usual"),
    }
