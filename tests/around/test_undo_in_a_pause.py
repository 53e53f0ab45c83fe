"""What an undo tells while the game is paused: no cut-off, for the clock stands still.

clauses: C-2.8, C-10
"""

from datetime import timedelta

from tests.service.office import START, Office, text_of

HOUR = timedelta(hours=1)


def gm(office: Office, text: str, hours: float) -> str:
    return "\n".join(text_of(row) for row in office.mail("gm", text, START + hours * HOUR))


def test_no_cut_off_is_told_until_the_pause_itself_is_undone():
    office = Office()
    gm(office, "暂停 休息", 1)
    gm(office, "警告 小一 吵闹", 2)
    told = gm(office, "撤销", 3)
    assert "已收回：警告" in told
    assert "截止：" not in told
    assert office.table.paused is not None
    told = gm(office, "撤销", 4)
    assert "已收回：暂停" in told
    assert "第一夜截止：" in told
