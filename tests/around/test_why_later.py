"""The account of a night stays what it was, whoever dies after it.

clauses: P-2.2, C-10
"""

from tests.around.test_commands_everywhere import Desk


def needed(desk: Desk) -> str:
    """The line of the account that counts who lived, and how many prayers that asked for."""
    told = "".join(desk.mail("为何 N1"))
    return next(line for line in told.splitlines() if "P-2.2" in line)


def test_a_later_death_does_not_change_the_account_of_a_night():
    desk = Desk("prayer")
    before = needed(desk)
    for line in ("结束阶段", "判死 晨风 违规", "结束阶段"):
        desk.mail(line)
        desk.office.tick(desk.now)
    assert not desk.office.table.is_alive("晨风")
    assert needed(desk) == before
