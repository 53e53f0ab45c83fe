"""Every mail of a game, with what players ask and the GM does: no time without its zone.

clauses: C-2.2
"""

import pytest

from tests.around.test_large_digest import SETUPS, troubled
from tests.render.test_zones import bare
from tests.service.office import text_of

ASKED = (
    *("状态", "票数", "票型 D1", "谁没投", "名单", "时间", "收据", "重发", "帮助", "规则"),
    *("收信 每天", "信箱 a@b.test", "新令牌", "撤帖", "改票 1", "遗言", "为何 N1"),
)
DONE = (
    *("延长 12h", "试 延长 3h", "截止 3月20日 20:00", "暂停", "继续", "禁言 {who} 12h"),
    *("准假 {who} 3h", "警告 {who} 骂人", "征求 12h\n好吗？\n好\n不好", "发 1001", "催 投票"),
    *("为何", "撤销", "平局 说好"),
)


@pytest.mark.parametrize("locale", ["zh", "en"])
@pytest.mark.parametrize("ruleset", SETUPS)
def test_each_mail_of_a_game(ruleset, locale):
    town, _ = troubled(ruleset, locale)
    who = town.table("g1").living()[0]
    for text in ASKED:
        town.say("g1", who, text)
    for text in DONE:
        town.gm("g1", text.format(who=who))
    named = ("北京时间", "Beijing time", "Asia/Shanghai")
    kinds = {row.kind for row in town.rows()}
    assert len(kinds) >= 25
    found = {(row.kind, line) for row in town.rows() for line in bare(text_of(row), named)}
    assert found == set()
