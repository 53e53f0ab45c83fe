"""Where nobody needs to check in, nothing speaks of it: no answer, no letter, no reminder.

clauses: C-3.4
"""

from datetime import timedelta

import pytest

from tests.service.office import START, Office, setup_for, text_of

HOUR = timedelta(hours=1)
WORDS = {"zh": "签到", "en": "check"}


def office(locale: str, **changes) -> Office:
    return Office(setup_for(locale=locale, **changes))


@pytest.mark.parametrize("locale", WORDS)
def test_with_check_in_off_no_answer_speaks_of_it(locale):
    off = office(locale, options={"checkin": "off"}, checked_in=False)
    for word in ("状态", "帮助", "名单", "时间", "规则", "祈祷 小二", "灌水\n早", "没有这个命令"):
        for row in off.mail("小一", word, START + HOUR):
            assert WORDS[locale] not in text_of(row).lower(), word


@pytest.mark.parametrize("locale", WORDS)
def test_with_check_in_on_it_says_so_until_he_has(locale):
    on = office(locale, checked_in=False)
    missing, done = {"zh": ("未签到", "已签到"), "en": ("Not checked in", "Checked in")}[locale]
    assert missing in text_of(on.mail("小一", "状态", START + HOUR)[0])
    on.mail("小一", "签到", START + HOUR)
    assert done in text_of(on.mail("小一", "状态", START + HOUR)[0])


def test_the_gm_is_told_that_there_is_nobody_to_remind():
    off = office("zh", options={"checkin": "off"}, checked_in=False)
    assert "没有人要催" in text_of(off.mail("gm", "催 签到", START + HOUR)[0])
    assert not [row for row in off.outbox() if row.kind == "reminder"]
