"""Returned mail: who is unreachable and who is not, and what comes to him still."""

from datetime import timedelta

import msgspec
import pytest

from pbp.audit import audit_game
from pbp.game import facts as f
from pbp.letters import returned
from pbp.service import tokens
from pbp.store import Delivery
from tests.bounces.returned import dsn, html, vacation
from tests.service.office import (
    DAY,
    GAME,
    HOST,
    SETTINGS,
    START,
    Office,
    ref_of,
    setup_for,
    text_of,
)

AT = START + timedelta(hours=1)
MINUTE = timedelta(minutes=1)


def last_to(office, who: str):
    return [row for row in office.outbox() if ref_of(row).to == who][-1]


def come(office, raw: bytes, to: str, at=AT):
    office.store_mail("x", "", at, raw=raw, recipient=to)
    office.read(at)


def bounced(office, who: str = "小一", at=AT, **how):
    row = last_to(office, who)
    come(office, dsn(row.envelope_from, **how), row.envelope_from, at)
    return row


def unreached(office) -> set[str]:
    return set(office.table.unreached)


def told(office) -> list:
    return [n for n in office.table.notices if n.kind == "unreachable"]


def test_a_mail_that_comes_back_for_good_marks_its_reader_and_the_gm_is_told():
    office = Office()
    bounced(office)
    assert unreached(office) == {"小一"}
    letter = last_to(office, "gm")
    assert ref_of(letter).kind == "unreachable"
    assert "user unknown" in text_of(letter)
    assert not office.table.mails


def test_the_gm_is_told_once_and_the_digest_counts():
    office = Office()
    for n in range(3):
        bounced(office, at=AT + n * MINUTE)
    assert len(told(office)) == 1
    office.mail("gm", "摘要", AT + DAY / 24)
    digest = next(row for row in office.outbox() if ref_of(row).kind == "digest")
    assert "退回 3 封" in text_of(digest)


def test_who_cannot_be_reached_gets_no_further_post_but_his_private_mail():
    office = Office()
    bounced(office)
    before = len(office.outbox())
    office.tick(START + DAY)
    posts = [row for row in office.outbox()[before:] if ref_of(row).public]
    assert "小一" not in {ref_of(row).to for row in posts}
    assert "小二" in {ref_of(row).to for row in posts}
    office.mail("gm", '代令 小一 "祈祷 小二"', START + DAY + MINUTE)
    assert ref_of(last_to(office, "小一")).kind == "gm_acted"


def test_once_he_writes_the_board_comes_to_him_again_with_what_was_late():
    office = Office(setup_for(deliver="2h"))
    bounced(office)
    at = START + timedelta(hours=3)
    office.mail("小二", "灌水 大家好", at)
    for hours in range(4, 12):
        office.tick(START + timedelta(hours=hours))
    assert "bundle" not in {ref_of(row).kind for row in office.outbox() if ref_of(row).to == "小一"}
    office.mail("小一", "状态", START + timedelta(hours=12, minutes=1))
    assert unreached(office) == set()
    office.tick(START + timedelta(hours=14))
    mine = [row for row in office.outbox() if ref_of(row).to == "小一"]
    (bundle,) = [row for row in mine if ref_of(row).kind == "bundle"]
    assert "大家好" in text_of(bundle)


@pytest.mark.parametrize(
    ("mode", "talk"), [("每帖", True), ("每两小时", True), ("每天", True), ("只要公告", False)]
)
def test_what_he_missed_comes_as_one_mail_however_he_has_the_board(mode, talk):
    office = Office(setup_for(deliver="2h"))
    office.mail("小一", f"收信 {mode}", AT)
    bounced(office, at=AT + MINUTE)
    office.mail("小二", "灌水 大家好啊", AT + 2 * MINUTE)
    office.tick(START + DAY)
    before = len(office.outbox())
    office.mail("小一", "状态", START + DAY + MINUTE)
    (bundle,) = [r for r in office.outbox()[before:] if ref_of(r).kind == "bundle"]
    assert ref_of(bundle).to == "小一"
    said = text_of(bundle)
    assert ("大家好啊" in said) == talk
    assert "天亮" in said, "the dawn"
    before = len(office.outbox())
    office.tick(START + 2 * DAY)
    again = [text_of(r) for r in office.outbox()[before:] if ref_of(r).to == "小一"]
    assert not [text for text in again if "大家好啊" in text]
    found = audit_game(office.store, office.store.game(office.setup.id), office.settings)
    assert found.first_difference is None


def test_a_forged_mail_in_his_name_does_not_bring_the_board_back():
    office = Office()
    bounced(office)
    office.mail("小一", "状态", AT + MINUTE, auth="from")
    assert unreached(office) == {"小一"}


@pytest.mark.parametrize(
    "how",
    [
        {"action": "delayed", "status": "4.4.1"},
        {"action": "failed", "status": "4.2.2"},
        {"action": "delivered", "status": "2.0.0"},
        {"action": "relayed", "status": "2.0.0"},
    ],
)
def test_a_delay_or_a_receipt_disables_nobody(how):
    office = Office()
    bounced(office, **how)
    assert unreached(office) == set()
    assert not told(office)


FORGED = {
    "no mark at all": f"gm+{GAME}@{HOST}",
    "a mark that nobody made": f"bounce+{'a' * 18}@{HOST}",
    "too short a mark": f"bounce+aaaa@{HOST}",
    "an empty mark": f"bounce+@{HOST}",
    "wildcards": f"bounce+%%%%%%%%%%%%%%%%%%@{HOST}",
}


@pytest.mark.parametrize("to", FORGED.values(), ids=FORGED)
def test_a_forged_bounce_disables_nobody(to):
    office = Office()
    come(office, dsn(to), to)
    assert unreached(office) == set()


def test_a_bounce_with_the_mark_of_ones_own_mail_disables_nobody_else():
    office = Office()
    row = last_to(office, "阿甲")
    come(office, dsn(row.envelope_from), row.envelope_from)
    assert unreached(office) == {"阿甲"}


def test_a_bounce_goes_to_an_address_that_names_its_game_for_servers_that_sort_by_it():
    office = Office()
    row = last_to(office, "阿甲")
    assert row.envelope_from == f"bounce+{GAME}.{row.message_id[2:20]}@{HOST}"


def test_a_bounce_to_an_address_that_names_no_game_is_known_by_its_mark():
    office = Office()
    row = last_to(office, "阿甲")
    old = f"bounce+{row.message_id[2:20]}@{HOST}"
    come(office, dsn(old), old)
    assert unreached(office) == {"阿甲"}


def test_a_bounce_to_a_private_address_is_known_by_the_message_id_in_it():
    office = Office()
    row = last_to(office, "小一")
    to = f"gm+{GAME}@{HOST}"
    come(office, dsn(to, original=row.message_id), to)
    assert unreached(office) == {"小一"}


def test_in_one_mailbox_a_bounce_is_known_by_the_message_id_in_it():
    settings = msgspec.structs.replace(SETTINGS, style="single", mailbox="pbp@one.test")
    office = Office(settings=settings)
    row = last_to(office, "小一")
    assert row.envelope_from == "pbp@one.test"
    come(office, dsn("pbp@one.test", original=row.message_id), "pbp@one.test")
    assert unreached(office) == {"小一"}


HTML = {
    "QQ, no such box": ("抱歉，您的邮件被退回来了。收件人邮箱不存在，550 Mailbox not found.", True),
    "QQ, refused": ("很抱歉，您的邮件被退回来了……原因：收件人拒收您的邮件", True),
    "163, over quota": ("您的邮件发送失败：452 4.2.2 Mailbox full，系统将继续尝试投递", False),
    "a delay in words": ("您的邮件暂未送达，服务器延迟，稍后重试", False),
}


@pytest.mark.parametrize(("words", "for_good"), HTML.values(), ids=HTML)
def test_bounces_in_html_alone_are_read(words, for_good):
    office = Office()
    row = last_to(office, "小一")
    come(office, html(row.envelope_from, words), row.envelope_from)
    assert (unreached(office) == {"小一"}) is for_good


def test_a_vacation_answer_to_the_envelope_sender_is_no_bounce_and_gets_no_answer():
    office = Office()
    row, before = last_to(office, "小一"), len(office.outbox())
    come(office, vacation(row.envelope_from, "我最近正在休假中"), row.envelope_from)
    assert unreached(office) == set()
    assert len(office.outbox()) == before


def test_a_person_who_writes_to_the_envelope_sender_is_kept_and_never_answered():
    office = Office()
    row, before = last_to(office, "小一"), len(office.outbox())
    office.mail("小一", "祈祷 小二", AT, recipient=row.envelope_from)
    assert len(office.outbox()) == before
    assert not office.table.standing_orders("N1")


def test_a_bounce_of_the_gms_own_mail_changes_nothing():
    office = Office()
    bounced(office, "gm")
    assert unreached(office) == set()


def test_the_next_servers_word_on_a_mailbox_is_a_bounce_too():
    office = Office()
    row = last_to(office, "小一")
    office.store.mark([Delivery(row.id, "550 5.1.1 no such user")])
    office.referee.tell_failures(AT)
    office.referee.tell_failures(AT + MINUTE)
    assert unreached(office) == {"小一"}
    assert len(told(office)) == 1


@pytest.mark.parametrize("answer", ["554 5.7.1 spam", "550 5.7.1 not you", "TransportDown"])
def test_a_refusal_of_our_server_says_nothing_of_the_mailbox(answer):
    office = Office()
    office.store.mark([Delivery(last_to(office, "小一").id, answer)])
    office.referee.tell_failures(AT)
    assert unreached(office) == set()


def test_what_failed_before_he_wrote_again_does_not_count_afterwards():
    office = Office()
    row = last_to(office, "小一")
    office.store.mark([Delivery(row.id, "550 no such user")])
    office.referee.tell_failures(AT)
    office.mail("小一", "状态", AT + MINUTE)
    office.referee.tell_failures(AT + 2 * MINUTE)
    assert unreached(office) == set()


def test_an_audit_finds_the_same_and_nothing_is_published():
    office = Office()
    before = len(office.table.posts)
    bounced(office)
    office.mail("小一", "状态", AT + MINUTE)
    found = audit_game(office.store, office.store.game(GAME), office.settings)
    assert found.first_difference is None
    assert len(office.table.posts) == before
    assert any(isinstance(fact, f.ReachedAgain) for fact in office.facts())


def test_junk_is_no_bounce_for_good_and_raises_nothing():
    for raw in (b"", b"\xff" * 100, b"Content-Type: multipart/report\r\n\r\n--\r\n", b"a" * 10000):
        assert not returned.read(raw, "", tokens.is_ours).for_good
