"""A token that others have seen counts once more and is changed; so does the id of our mail."""

from datetime import timedelta

import msgspec
import pytest

from tests.service.office import GAME, HOST, SETTINGS, START, Office, ref_of, text_of

AT = START + timedelta(hours=1)
MINUTE = timedelta(minutes=1)
STRICT = msgspec.structs.replace(SETTINGS, token_from="strict")
SINGLE = msgspec.structs.replace(SETTINGS, style="single", mailbox="game@qq.test")
FRIEND = "friend@else.test"


def seat(office: Office, who: str = "小一"):
    return next(
        row for row in office.outbox() if ref_of(row).kind == "seat" and ref_of(row).to == who
    )


def in_thread(office: Office, text: str, at, *, sender: str = "小一", to: str = "", answers=None):
    """An answer to his seat's letter, at the address that names the game alone."""
    ours = "game@qq.test" if office.settings.style == "single" else f"gm+{GAME}@{HOST}"
    office.store_mail(
        sender,
        text,
        at,
        recipient=ours,
        raw=office.bytes_of(
            sender,
            text,
            to=f"{ours}{to}",
            headers=[("In-Reply-To", (answers or seat(office)).message_id)],
        ),
    )
    office.read()
    return office.last_mail()


@pytest.mark.parametrize("settings", [SETTINGS, SINGLE], ids=["plus", "single"])
def test_an_answer_that_went_to_a_friend_too_counts_and_the_thread_proves_nobody_after_it(settings):
    office = Office(settings=settings)
    assert in_thread(office, "祈祷 小二", AT, to=f", {FRIEND}").verdict == "accepted"
    assert [ref_of(row).kind for row in office.outbox()][-1] == "new_token"
    stolen = in_thread(office, "祈祷 小三", AT + MINUTE, sender=FRIEND)
    assert not stolen.proved
    assert office.table.standing_orders("N1")[0].targets == ("小二",)
    new = next(row for row in office.outbox() if ref_of(row).kind == "new_token")
    assert in_thread(office, "祈祷 小四", AT + 2 * MINUTE, answers=new).verdict == "replaced"


def test_in_one_mailbox_a_game_is_named_whatever_tags_stand_before_its_own():
    office = Office(settings=SINGLE)
    for subject in ("[EXTERNAL] Re: [g41] 神的使者给你的信", "【G41】", "[EXTERNAL] 问一句"):
        office.mail("小一", "状态", AT, recipient=SINGLE.mailbox, auth="none", subject=subject)
        assert office.last_mail().sender == "小一", subject
    assert len(office.table.mails) == 3


def test_a_new_token_on_request_makes_old_threads_void_too():
    office = Office()
    office.mail("小一", "新令牌", AT)
    assert not in_thread(office, "祈祷 小二", AT + MINUTE, sender=FRIEND).proved


def test_a_copy_to_himself_is_nobody_elses():
    office = Office()
    token = office.live.token("小一")
    assert (
        in_thread(office, "祈祷 小二", AT, to=f", {office.address('小一')}").verdict == "accepted"
    )
    assert office.live.token("小一") == token


def test_where_it_was_delivered_to_is_no_copy():
    """A provider's own name for our mailbox stands in Delivered-To."""
    office = Office()
    token = office.live.token("小一")
    office.mail("小一", "祈祷 小二", AT, headers=[("Delivered-To", "12345@provider.test")])
    assert office.live.token("小一") == token


TWO = ("From: private3@owner3.test\r\n", "From: private3@owner3.test\r\nFrom: x@else.test\r\n")
NONE = ("From: private3@owner3.test\r\n", "")
IN_NAME = ("From: private3@owner3.test", 'From: "private3@owner3.test" <x@else.test>')
OTHER = ("From: private3@owner3.test", "From: x@else.test")


@pytest.mark.parametrize("change", [TWO, NONE, IN_NAME, OTHER])
def test_with_strict_a_token_is_asked_about_wherever_from_is_not_plainly_his(change):
    office = Office(settings=STRICT)
    raw = office.bytes_of("小一", "祈祷 小二", to=office.recipient("小一"))
    office.mail("小一", "", AT, raw=raw.replace(*(part.encode() for part in change)))
    assert (office.last_mail().verdict, office.last_mail().code) == ("asked", "unauthenticated")
    (question,) = [row for row in office.outbox() if ref_of(row).code == "unauthenticated"]
    assert question.recipient == office.address("小一")
    assert "祈祷 小二" in text_of(question)


@pytest.mark.parametrize("change", [TWO, NONE, IN_NAME, OTHER])
def test_else_it_is_acted_on_and_he_is_told_at_his_registered_address(change):
    office = Office()
    raw = office.bytes_of("小一", "祈祷 小二", to=office.recipient("小一"))
    (answer,) = office.mail("小一", "", AT, raw=raw.replace(*(part.encode() for part in change)))
    assert (office.last_mail().verdict, answer.recipient) == ("accepted", office.address("小一"))
