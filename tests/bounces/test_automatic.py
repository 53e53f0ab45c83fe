"""Automatic mail: never acted on, never answered, never published; the GM sees it."""

from datetime import timedelta

import pytest

from pbp.audit import audit_game
from tests.bounces.returned import vacation
from tests.service.office import GAME, START, Office, ref_of, text_of

AT = START + timedelta(hours=1)
MINUTE = timedelta(minutes=1)
HEADERS = {
    "RFC 3834": [("Auto-Submitted", "auto-replied")],
    "generated": [("Auto-Submitted", "auto-generated")],
    "a list": [("List-Id", "<a.b.test>")],
    "junk": [("Precedence", "junk")],
    "the null path": [("Return-Path", "<>")],
    "suppressed": [("X-Auto-Response-Suppress", "All")],
}


def questions(office) -> list:
    return [q for q in office.table.questions.values() if q.kind == "machine"]


@pytest.mark.parametrize("headers", HEADERS.values(), ids=HEADERS)
@pytest.mark.parametrize("to", ["gm", "board"])
def test_automatic_mail_is_not_acted_on_not_answered_and_not_published(headers, to):
    office = Office()
    before = len(office.outbox())
    office.mail("小一", "我最近正在休假中，无法亲自回复。", AT, to=to, headers=headers)
    office.tick(AT + timedelta(minutes=30))
    assert (office.last_mail().verdict, office.last_mail().code) == ("ignored", "automatic")
    assert len(office.outbox()) == before
    assert not questions(office)


def test_one_with_a_live_token_and_a_command_is_put_to_the_gm_who_can_make_it_count():
    office = Office()
    headers = HEADERS["RFC 3834"]
    assert not office.mail("小一", "祈祷 小二", AT, headers=headers)
    assert not office.table.standing_orders("N1")
    (asked,) = questions(office)
    assert asked.default == "let be"
    office.mail("gm", f"同意 {asked.number}", AT + MINUTE)
    order = office.table.standing_orders("N1")[0]
    assert (order.actor, order.targets) == ("小一", ("小二",))
    found = audit_game(office.store, office.store.game(GAME), office.settings)
    assert found.first_difference is None


def test_left_alone_it_counts_for_nothing():
    office = Office()
    office.mail("小一", "祈祷 小二", AT, headers=HEADERS["RFC 3834"])
    office.tick(START + timedelta(hours=24))
    (asked,) = questions(office)
    assert office.table.answered[asked.number].answer == "let be"
    assert not any(order.actor == "小一" for order in office.table.orders.values())


def test_without_a_token_nobody_is_asked_whatever_it_says():
    office = Office()
    office.mail("小一", "祈祷 小二", AT, headers=HEADERS["RFC 3834"], auth="from")
    assert not questions(office)


def test_our_own_mail_that_comes_back_is_put_to_nobody():
    office = Office()
    row = next(row for row in office.outbox() if ref_of(row).to == "小一")
    office.mail("小一", "祈祷 小二", AT, message_id=row.message_id)
    assert (office.last_mail().code, len(questions(office))) == ("automatic", 0)


def test_small_talk_of_a_machine_on_the_board_is_put_to_nobody():
    office = Office()
    office.mail("小一", "灌水 大家好", AT, to="board", headers=HEADERS["RFC 3834"])
    assert not questions(office)


def test_the_digest_has_one_line_a_sender_and_day():
    office = Office()
    for n in range(3):
        raw = vacation("x", f"我在休假 {n}").replace(b"vacation.1", f"vacation.{n}".encode())
        office.mail("小一", "", AT + n * MINUTE, raw=raw)
    office.mail("gm", "摘要", AT + 5 * MINUTE)
    digest = text_of(next(row for row in office.outbox() if ref_of(row).kind == "digest"))
    assert digest.count("当天共 3 封") == 1


def test_what_a_machine_wrote_does_not_say_that_a_player_is_there():
    """He still counts as not heard from, and as one who cannot be reached."""
    office = Office()
    office.mail("小一", "我在休假", AT, headers=HEADERS["RFC 3834"])
    assert not office.table.players["小一"].checked_in or office.setup.checked_in
    assert office.table.receipts.get("小一", 0) == 0
