"""Who wrote it: a DKIM signature counts by the rules of mail.md, and only by all of them."""

import base64
from datetime import timedelta
from email.utils import format_datetime

import pytest

from pbp.audit import audit_game
from pbp.letters import dkim_check
from pbp.service.referee import Referee
from tests.proof.signing import Zone, signed
from tests.service.office import (
    GAME,
    HOST,
    MX,
    RENDERER,
    START,
    Office,
    text_of,
)

AT = START + timedelta(hours=1)
MINUTE = timedelta(minutes=1)
PLAYER, DOMAIN = "private3@owner3.test", "owner3.test"
BODY = "祈祷 小二"


class Signed(Office):
    """An office that asks a zone in memory for keys."""

    def __init__(self, *made, **how) -> None:
        super().__init__(*made, **how)
        self.zone = Zone()
        self.zone.publish(DOMAIN)
        self.referee = Referee(self.store, self.settings, RENDERER, self.zone)

    def send(self, raw: bytes, at=AT, to: str = f"gm+{GAME}@{HOST}"):
        """A letter comes in; what became of it."""
        self.mail("x", "", at, raw=raw, recipient=to)
        return self.last_mail()


def written(
    body: str = BODY,
    *,
    sender: str = PLAYER,
    to: str = f"gm+{GAME}@{HOST}",
    at=AT,
    name: str = "<one@owner3.test>",
    subject: str = "hello",
    more: tuple[str, ...] = (),
    date: bool = True,
) -> bytes:
    lines = [
        f"From: {sender}",
        *([f"To: {to}"] if to else []),
        f"Subject: {subject}",
        *([f"Date: {format_datetime(at)}"] if date else []),
        f"Message-ID: {name}",
        *more,
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: base64",
        "",
        base64.b64encode(body.encode()).decode(),
        "",
    ]
    return "\r\n".join(lines).encode()


def is_taken(mail) -> bool:
    return mail.sender == "小一" and mail.proved and mail.verdict == "accepted"


def is_asked(mail) -> bool:
    return (mail.sender, mail.verdict, mail.code) == ("小一", "asked", "unauthenticated")


def test_a_mail_that_its_providers_signature_covers_is_its_writers():
    office = Signed()
    assert is_taken(office.send(signed(written(), DOMAIN)))
    assert office.zone.asked == [f"s1._domainkey.{DOMAIN}"]


def test_the_key_of_the_signatures_own_selector_is_asked_for():
    office = Signed()
    office.zone.publish(DOMAIN, "s2")
    assert is_taken(office.send(signed(written(), DOMAIN, selector="s2")))
    assert office.zone.asked == [f"s2._domainkey.{DOMAIN}"]


def test_the_verdict_stands_in_the_journal_and_an_audit_asks_no_dns():
    office = Signed()
    office.send(signed(written(), DOMAIN))
    asked = len(office.zone.asked)
    found = audit_game(office.store, office.store.game(GAME), office.settings)
    assert found.first_difference is None
    assert len(office.zone.asked) == asked
    bodies = [entry.body for entry in office.store.inputs(GAME)]
    assert b'"proof":"dkim"' in bodies[-1]


def test_who_has_our_token_is_believed_without_a_question_to_dns():
    office = Signed()
    office.zone.silent = True
    raw = signed(written(), DOMAIN)
    assert is_taken(office.send(raw, to=office.recipient("小一")))
    assert office.zone.asked == []


CHANGES = {
    "another body": lambda raw: raw.replace(b"base64\r\n\r\n", b"base64\r\n\r\nAAAA"),
    "another subject": lambda raw: raw.replace(b"Subject: hello", b"Subject: hallo"),
    "another recipient": lambda raw: raw.replace(b"To: gm+g41", b"To: gm+g41 "),
    "another date": lambda raw: raw.replace(b"Date: Mon", b"Date: Tue"),
    "a second From above": lambda raw: b"From: private3@owner3.test\r\n" + raw,
    "a second From below": lambda raw: raw.replace(
        b"Subject:", b"From: private4@owner4.test\r\nSubject:"
    ),
    "a second Subject": lambda raw: b"Subject: kill\r\n" + raw,
    "a second To": lambda raw: b"To: gm+g42@games.test\r\n" + raw,
    "a lone carriage return in a header": lambda raw: raw.replace(b"hello", b"hel\rlo"),
    "a NUL in a header": lambda raw: raw.replace(b"hello", b"hel\0lo"),
    "no b=": lambda raw: raw.replace(b" b=", b" bx="),
    "junk in b=": lambda raw: raw.replace(b" b=", b" b=%%%"),
    "a line that is no header": lambda raw: b"rubbish\r\n" + raw,
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_mail_that_was_changed_on_the_way_leads_to_a_question(change):
    raw = signed(written(), DOMAIN)
    changed = change(raw)
    assert changed != raw
    office = Signed()
    mail = office.send(changed)
    assert not mail.proved
    assert mail.verdict in ("asked", "ignored")
    assert not office.table.standing_orders("N1")


def test_a_signature_of_a_part_of_the_body_is_none():
    office = Signed()
    assert is_asked(office.send(signed(written(), DOMAIN, length=True)))
    assert office.zone.asked == []


@pytest.mark.parametrize("left_out", [b"to", b"subject", b"date"])
def test_a_signature_that_leaves_out_a_header_is_none(left_out):
    covered = [name for name in (b"from", b"to", b"subject", b"date") if name != left_out]
    office = Signed()
    assert is_asked(office.send(signed(written(), DOMAIN, headers=covered)))


def test_a_signature_of_another_domain_does_not_vouch():
    office = Signed()
    office.zone.publish("else.test")
    assert is_asked(office.send(signed(written(), "else.test")))
    assert office.zone.asked == []


def test_a_domain_that_only_ends_alike_is_not_aligned():
    office = Signed()
    office.zone.publish("r3.test")
    assert is_asked(office.send(signed(written(), "r3.test")))


def test_a_mail_signed_to_somebody_else_and_handed_on_is_not_proved():
    office = Signed()
    raw = signed(written(to="friend@else.test"), DOMAIN)
    assert is_asked(office.send(raw))


def test_a_mail_signed_for_another_game_is_not_proved_for_this_one():
    office = Signed()
    raw = signed(written(to=f"gm+g40@{HOST}"), DOMAIN)
    assert is_asked(office.send(raw))


def test_our_address_in_a_signed_cc_is_enough():
    office = Signed()
    raw = written(to="friend@else.test", more=(f"Cc: gm+{GAME}@{HOST}",))
    assert is_taken(office.send(signed(raw, DOMAIN)))


def test_our_address_in_a_cc_that_was_added_afterwards_is_not():
    office = Signed()
    raw = signed(written(to="friend@else.test"), DOMAIN)
    added = raw.replace(b"Subject:", f"Cc: gm+{GAME}@{HOST}\r\nSubject:".encode())
    assert is_asked(office.send(added))


@pytest.mark.parametrize(
    ("hours", "proved"), [(-25, False), (-23, True), (0, True), (23, True), (25, False)]
)
def test_a_date_a_day_off_the_time_of_receipt_is_not_fresh(hours, proved):
    office = Signed()
    mail = office.send(signed(written(at=AT + timedelta(hours=hours)), DOMAIN))
    assert mail.proved is proved


def test_a_mail_without_a_date_is_not_proved_by_its_signature():
    office = Signed()
    assert is_asked(office.send(signed(written(date=False), DOMAIN)))


def test_the_same_signature_a_second_time_is_a_replay_whatever_its_message_id():
    office = Signed()
    raw = signed(written(), DOMAIN)
    assert is_taken(office.send(raw))
    again = raw.replace(b"<one@owner3.test>", b"<two@owner3.test>")
    assert is_asked(office.send(again, AT + MINUTE))


def test_a_mail_that_came_with_a_token_cannot_come_again_without_one():
    office = Signed()
    raw = signed(written(), DOMAIN)
    assert is_taken(office.send(raw, to=office.recipient("小一")))
    again = raw.replace(b"<one@owner3.test>", b"<two@owner3.test>")
    assert is_asked(office.send(again, AT + MINUTE))


def test_a_replay_with_blanks_in_its_signature_is_known_all_the_same():
    office = Signed()
    raw = signed(written(), DOMAIN)
    assert is_taken(office.send(raw))
    head, _, rest = raw.partition(b" b=")
    again = (head + b" b= " + rest).replace(b"<one@", b"<two@")
    assert is_asked(office.send(again, AT + MINUTE))


def test_two_letters_of_one_batch_with_one_signature_are_a_replay_too():
    office = Signed()
    raw = signed(written(), DOMAIN)
    again = raw.replace(b"<one@owner3.test>", b"<two@owner3.test>")
    for place, each in enumerate((raw, again)):
        office.store_mail("x", "", AT + place * MINUTE, raw=each, recipient=f"gm+{GAME}@{HOST}")
    office.read()
    assert [mail.proved for mail in office.table.mails.values()] == [True, False]


def test_a_second_delivery_of_one_mail_is_no_replay_but_nothing_at_all():
    office = Signed()
    raw = signed(written(), DOMAIN)
    assert is_taken(office.send(raw))
    assert office.send(raw, AT + MINUTE).code == "duplicate"


def test_a_resolver_that_is_silent_leads_to_a_question_that_can_be_confirmed():
    office = Signed()
    office.zone.silent = True
    assert is_asked(office.send(signed(written(), DOMAIN)))
    answers = office.mail("小一", "确认", AT + MINUTE)
    assert "小二" in text_of(answers[0])
    assert office.table.standing_orders("N1")[0].targets == ("小二",)


def test_a_key_that_is_gone_or_on_trial_signs_nothing():
    for change in ("gone", "trial"):
        office = Signed()
        office.zone.records.clear()
        if change == "trial":
            office.zone.publish(DOMAIN, extra=b"; t=y:s")
        assert is_asked(office.send(signed(written(), DOMAIN)))


def test_a_key_that_is_too_short_signs_nothing():
    office = Signed()
    office.zone.publish(DOMAIN, bits=512)
    assert is_asked(office.send(signed(written(), DOMAIN, bits=512)))


SENDERS = {
    "an address in the name": '"private3@owner3.test" <private3@owner4.test>',
    "the address in the name and in brackets": '"private3@owner3.test" <private3@owner3.test>',
    "two addresses": "private3@owner3.test, private4@owner4.test",
    "a look-alike domain": "private3@0wner3.test",
    "a domain with a letter of another script": "private3@оwner3.test",
}


@pytest.mark.parametrize("sender", SENDERS.values(), ids=SENDERS)
def test_a_from_that_can_be_read_in_two_ways_or_looks_like_another_is_nobodys(sender):
    office = Signed()
    for domain in ("owner4.test", "0wner3.test"):
        office.zone.publish(domain)
        mail = office.send(signed(written(sender=sender), domain))
        assert mail.sender != "小一"
        assert not office.table.standing_orders("N1")


def test_spf_alone_leads_to_a_question():
    office = Signed()
    line = f"Authentication-Results: {MX}; spf=pass smtp.mailfrom={PLAYER}\r\n".encode()
    assert is_asked(office.send(line + written()))


OUR_WORD = f"Authentication-Results: {MX}; dkim=pass header.d={DOMAIN}\r\n".encode()


def test_our_own_server_vouches_for_a_mail_that_names_us():
    assert is_taken(Signed().send(OUR_WORD + written()))


def test_our_own_server_does_not_vouch_for_a_mail_that_was_handed_on():
    assert is_asked(Signed().send(OUR_WORD + written(to="friend@else.test")))


def test_our_own_server_does_not_vouch_for_the_same_signature_twice():
    office = Signed()
    office.referee.lookup = None
    raw = OUR_WORD + signed(written(), DOMAIN)
    assert is_taken(office.send(raw))
    assert is_asked(office.send(raw.replace(b"<one@", b"<two@"), AT + MINUTE))


def test_junk_never_raises():
    zone = Zone()
    for raw in (
        b"",
        b"DKIM-Signature: \r\n\r\n",
        b" x\r\nDKIM-Signature: v=1\r\n\r\n",
        b"DKIM-Signature: v=1; a=rsa-sha256; d=\xff; s=x; h=from; bh=AA==; b=AA==\r\n\r\n",
        b"DKIM-Signature: v=1; a=rsa-sha256; d=a.test; s=x; h=from; bh=AA==; b=AA==\r\n\r\n",
        b"From: a\r\n" * 5000,
    ):
        for claim in dkim_check.claims(raw):
            assert dkim_check.verify(raw, claim, zone) == dkim_check.FAIL
