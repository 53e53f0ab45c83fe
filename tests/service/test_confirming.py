"""A mail that itself needs a confirmation never takes the place of one that waits (mail.md)."""

from datetime import timedelta

import msgspec
import pytest

from pbp.audit import audit_game
from tests.corrections.conftest import stage_of
from tests.service.office import GAME, GM_ADDRESS, HOST, SETTINGS, START, Office, setup_for, text_of

AT = START + timedelta(hours=1)
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
OPEN = f"gm+{GAME}@{HOST}"
THIEF = "thief@elsewhere.test"


@pytest.fixture
def office():
    return Office(settings=msgspec.structs.replace(SETTINGS, token_from="strict"))


def stolen(office: Office, text: str, at, who: str = "小一"):
    """Somebody holds a token that is not his; the question about it, which goes to the owner."""
    (question,) = office.mail(THIEF, text, at, recipient=office.recipient(who))
    assert question.recipient == office.address(who)
    return question


def orders(office: Office) -> list[tuple[str, ...]]:
    return [o.targets for o in office.table.orders.values() if o.state == "standing"]


def reply(question) -> dict:
    return {"headers": [("In-Reply-To", question.message_id)]}


# -- players --------------------------------------------------------------------------------------


def test_a_bare_confirmation_of_a_thief_waits_for_nothing(office):
    office.mail("小一", "祈祷 小二", AT, auth="none")
    stolen(office, "确认", AT + MINUTE)
    office.mail("小一", "确认", AT + HOUR)
    assert office.last_mail().verdict == "accepted"
    assert orders(office) == [("小二",)]


def test_not_even_an_answer_to_the_question_about_a_thiefs_confirmation_confirms_it(office):
    question = stolen(office, "确认", AT)
    office.mail("小一", "确认", AT + HOUR, **reply(question))
    assert (office.last_mail().verdict, office.last_mail().code) == ("asked", "unreadable")


def test_where_an_owner_and_a_thief_have_mails_waiting_neither_is_guessed(office):
    office.mail("小一", "祈祷 小二", AT, auth="none")
    stolen(office, "祈祷 阿甲", AT + MINUTE)
    (answer,) = office.mail("小一", "确认", AT + HOUR)
    assert (office.last_mail().verdict, office.last_mail().code) == ("asked", "ambiguous")
    assert "> 祈祷 阿甲" in text_of(answer)
    assert orders(office) == []


def test_what_was_shown_last_is_confirmed_by_an_answer_to_that_and_nothing_newer(office):
    office.mail("小一", "祈祷 小二", AT, auth="none")
    office.mail("小一", "祈祷 小三", AT + MINUTE, auth="none")
    (answer,) = office.mail("小一", "确认", AT + HOUR)
    stolen(office, "祈祷 阿甲", AT + HOUR + MINUTE)
    office.mail("小一", "确认", AT + 2 * HOUR, **reply(answer))
    assert orders(office) == [("小三",)]


def test_an_answer_to_its_question_confirms_the_owners_mail_and_not_the_thiefs(office):
    (question,) = office.mail("小一", "祈祷 小二", AT, auth="none")
    stolen(office, "祈祷 阿甲", AT + MINUTE)
    office.mail("小一", "确认", AT + HOUR, **reply(question))
    assert orders(office) == [("小二",)]


def test_an_answer_that_is_sent_twice_confirms_its_own_mail_and_no_other(office):
    (question,) = office.mail("小一", "祈祷 小二", AT, auth="none")
    stolen(office, "祈祷 阿甲", AT + MINUTE)
    office.mail("小一", "确认", AT + HOUR, **reply(question))
    (told,) = office.mail("小一", "确认", AT + HOUR + MINUTE, **reply(question))
    assert "早已确认" in text_of(told)
    assert orders(office) == [("小二",)]


def test_an_answer_to_what_was_shown_confirms_nothing_that_was_not(office):
    stolen(office, "请假 两天 出差", AT)
    office.mail("小一", "祈祷 小二", AT + MINUTE, auth="none")
    (shown,) = office.mail("小一", "确认", AT + HOUR)
    office.mail("小一", "确认", AT + HOUR + MINUTE, **reply(shown))
    assert orders(office) == [("小二",)]
    (told,) = office.mail("小一", "确认", AT + 2 * HOUR, **reply(shown))
    assert "早已确认" in text_of(told)
    assert not office.table.open_questions()


def test_what_was_shown_and_then_confirmed_by_its_own_question_is_done(office):
    stolen(office, "祈祷 阿甲", AT)
    (question,) = office.mail("小一", "祈祷 小二", AT + MINUTE, auth="none")
    (shown,) = office.mail("小一", "确认", AT + HOUR)
    office.mail("小一", "确认", AT + HOUR + MINUTE, **reply(question))
    office.mail("小一", "确认", AT + 2 * HOUR, **reply(shown))
    assert orders(office) == [("小二",)]
    assert audit_game(office.store, office.store.game(GAME), SETTINGS).first_difference is None


def test_an_answer_to_whether_he_leaves_confirms_no_order_that_waits(office):
    stolen(office, "祈祷 阿甲", AT)
    (asked,) = office.mail("小一", "退出", AT + MINUTE)
    for minute in range(2):
        office.mail("小一", "确认", AT + HOUR + minute * MINUTE, **reply(asked))
    assert orders(office) == []
    assert [question.kind for question in office.table.open_questions()] == ["withdraw"]


def test_a_change_that_quoted_its_vote_did_so_when_it_is_confirmed_too():
    """S-5.2: what counts is the mail that waits, not the 确认."""
    stage = stage_of("seven_kill")
    office, at = stage.office, START + timedelta(hours=stage.dawn + 1)
    office.referee.settings = msgspec.structs.replace(SETTINGS, token_from="strict")
    stage.until(stage.dawn + 1)
    voter, first, second = office.table.living()[:3]
    (taken,) = office.mail(voter, f"投票 {first}\n昨夜的话前后不一。", at)
    office.mail(
        THIEF, f"改票 {second}\n他更可疑。", at, recipient=office.recipient(voter), **reply(taken)
    )
    office.mail(voter, "确认", at + MINUTE)
    assert office.last_mail().verdict == "replaced"
    phase = office.table.phase
    votes = office.table.ballot(phase.id, office.table.players[voter].life).votes
    assert votes[voter].target == second


def test_two_mails_that_wait_are_both_confirmed_by_three_bare_words_at_most(office):
    office.mail("小一", "祈祷 小二", AT, auth="none")
    office.mail("小一", "灌水\n今夜月色很好。", AT + MINUTE, auth="none")
    (shown,) = office.mail("小一", "确认", AT + HOUR)
    office.mail("小一", "确认", AT + HOUR + MINUTE, **reply(shown))
    office.mail("小一", "确认", AT + 2 * HOUR)
    assert office.table.confirmed == {1, 2}
    assert orders(office) == [("小二",)]


def test_the_same_order_asked_about_twice_needs_no_choice(office):
    office.mail("小一", "祈祷 小二", AT, auth="none")
    office.mail("小一", "祈祷 小二", AT + MINUTE, auth="none")
    office.mail("小一", "确认", AT + HOUR)
    assert orders(office) == [("小二",)]


def test_a_mail_whose_cut_off_is_past_makes_no_confirmation_unclear(office):
    office.mail("小一", "祈祷 小二", AT, auth="none")
    office.tick(START + 24 * HOUR)
    office.mail("小一", "投票 阿甲", START + 25 * HOUR, auth="none")
    office.mail("小一", "确认", START + 26 * HOUR)
    assert office.last_mail().verdict == "accepted"
    (vote,) = office.table.ballot("D1", office.table.players["小一"].life).votes.values()
    assert (vote.voter, vote.target) == ("小一", "阿甲")


def test_a_letter_to_the_team_goes_to_it_once_it_is_confirmed(office):
    recipient = office.recipient("阿甲", "team")
    (question,) = office.mail(THIEF, "今夜我来动手", AT, recipient=recipient)
    assert [n for n in office.table.notices if n.kind == "team"] == []
    office.mail("阿甲", "确认", AT + HOUR, **reply(question))
    assert office.last_mail().verdict == "accepted"
    (told,) = [n for n in office.table.notices if n.kind == "team"]
    assert (told.to, told.data["text"].strip()) == ("阿乙", "今夜我来动手")


# -- the GM ---------------------------------------------------------------------------------------


def desk(office: Office) -> list[str]:
    rows = [row for row in office.outbox() if row.recipient == GM_ADDRESS]
    return [text_of(row) for row in rows if row.kind == "desk"]


def preview(office: Office):
    return [row for row in office.outbox() if row.recipient == GM_ADDRESS and row.kind == "desk"][
        -1
    ]


def test_a_forged_command_does_not_take_the_place_of_what_the_gm_was_shown():
    office = Office()
    office.mail("阿甲", "杀 小二\n宣言：今夜有雨。", AT)
    office.tick(START + 24 * HOUR)
    at = START + 25 * HOUR
    office.mail("gm", "作废 1", at)
    shown = preview(office)
    assert "确认" in text_of(shown)
    office.mail(GM_ADDRESS, "出局 小三 违规", at + MINUTE, recipient=OPEN)
    office.mail("gm", "确认", at + HOUR)
    assert office.table.is_alive("小三")
    assert "✓ 作废 1" in text_of(preview(office))


def test_a_forged_command_is_confirmed_by_an_answer_to_its_own_preview_alone():
    office = Office()
    office.mail(GM_ADDRESS, "警告 小三 离题", AT, recipient=OPEN)
    first = preview(office)
    office.mail(GM_ADDRESS, "警告 小四 离题", AT + MINUTE, recipient=OPEN)
    office.mail("gm", "确认", AT + HOUR)
    assert [p.warnings for p in office.table.players.values()] == [0] * 6
    office.mail("gm", "确认", AT + 2 * HOUR, **reply(first))
    assert (office.table.players["小三"].warnings, office.table.players["小四"].warnings) == (1, 0)


def test_the_only_preview_that_waits_is_confirmed_without_a_thread_once():
    office = Office()
    office.mail(GM_ADDRESS, "警告 小三 离题", AT, recipient=OPEN)
    office.mail("gm", "确认", AT + MINUTE)
    office.mail("gm", "确认", AT + HOUR)
    assert office.table.players["小三"].warnings == 1
    assert "没有等你确认的命令" in desk(office)[-1]


def test_forged_mail_of_the_gm_is_shown_three_times_an_hour_and_then_kept_in_silence():
    office = Office()
    for minute in range(6):
        office.mail(GM_ADDRESS, "警告 小三 离题", AT + minute * MINUTE, recipient=OPEN)
    assert len(desk(office)) == 3
    assert "一小时内不再给预览" in desk(office)[-1]
    assert len(office.table.mails) == 6
    office.mail(GM_ADDRESS, "警告 小三 离题", AT + 2 * HOUR, recipient=OPEN)
    assert len(desk(office)) == 4


def test_forged_mail_of_the_gm_does_not_send_his_deputy_home():
    office = Office()
    office.mail("gm", "代理 deputy@elsewhere.test 6h", AT)
    office.mail("小一", "请假 两天 出差", AT + MINUTE)
    office.tick(AT + 9 * HOUR)
    assert office.table.around.acting
    office.mail(GM_ADDRESS, "摘要", AT + 10 * HOUR, recipient=OPEN)
    assert office.table.around.acting


def test_a_game_with_forged_mail_of_the_gm_derives_the_same_again():
    office = Office(setup_for())
    for minute in range(5):
        office.mail(GM_ADDRESS, "延长 12h\n作废 1", AT + minute * MINUTE, recipient=OPEN)
    office.mail("gm", "确认", AT + HOUR, **reply(preview(office)))
    found = audit_game(office.store, office.store.game(GAME), SETTINGS)
    assert found.first_difference is None
