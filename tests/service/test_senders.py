"""Who is writing: the token, a From that our own server vouches for, else a question (mail.md)."""

import hmac
import re
from datetime import timedelta

import pytest

from pbp.game import facts as f
from pbp.service import tokens
from pbp.store import NewLetter
from tests.service.office import (
    DAY,
    GAME,
    GM_ADDRESS,
    HOST,
    MX,
    SECRET,
    START,
    Office,
    opened,
    setup_for,
    text_of,
)

AT = START + timedelta(hours=1)
HOUR = timedelta(hours=1)


# -- the token ------------------------------------------------------------------------------------


def test_a_token_holds_at_least_eighty_bits_and_is_written_in_lower_case():
    token = tokens.token(SECRET, GAME, "小一", 0)
    assert tokens.TOKEN_BYTES * 8 >= 80
    assert re.fullmatch(r"[a-z2-7]{16}", token)


def test_tokens_differ_by_game_seat_turn_and_secret():
    made = {
        tokens.token(secret, game, seat, turn)
        for secret in (SECRET, b"another")
        for game in ("g1", "g2")
        for seat in ("小一", "小二", "gm")
        for turn in (0, 1)
    }
    assert len(made) == 24


def test_tokens_are_compared_in_constant_time_with_every_holder(monkeypatch):
    """hmac.compare_digest, for all of them, also after one has matched."""
    asked = []

    def counting(one: bytes, other: bytes) -> bool:
        asked.append(one)
        return one == other

    monkeypatch.setattr(hmac, "compare_digest", counting)
    found = tokens.holder("BBBB", {"a": "aaaa", "b": "bbbb", "c": "cccc"})
    assert (found, len(asked)) == ("b", 3)


@pytest.mark.parametrize("write", [str.lower, str.upper, str.title])
def test_the_case_of_a_private_address_does_not_matter(write):
    office = Office()
    office.mail("小一", "祈祷 小二", AT, recipient=write(office.recipient("小一")))
    assert office.last_mail().sender == "小一"
    assert office.last_mail().verdict == "accepted"


def test_a_token_proves_its_holder_whoever_stands_in_from():
    """A live token with another From is acted on, and the registered address is told (mail.md)."""
    office = Office()
    before = len(office.outbox())
    office.store_mail("somebody@else.test", "祈祷 小二", AT, recipient=office.recipient("小一"))
    office.read()
    assert (office.last_mail().sender, office.last_mail().verdict) == ("小一", "accepted")
    new = office.outbox()[before:]
    assert {row.recipient for row in new} == {office.address("小一")}


@pytest.mark.parametrize(
    "spoil", [lambda t: t[:-1], lambda t: t + "a", lambda t: t[::-1], lambda t: "a" * 16]
)
def test_a_token_that_is_not_quite_one_proves_nothing(spoil):
    office = Office()
    recipient = f"gm+{GAME}.{spoil(office.live.token('小一'))}@{HOST}"
    office.store_mail("小一", "祈祷 小二", AT, recipient=recipient)
    office.read()
    assert office.last_mail().code == "unauthenticated"


def test_a_token_of_another_game_proves_nothing():
    office = Office()
    other = tokens.token(SECRET, "g42", "小一", 0)
    office.store_mail("x@else.test", "祈祷 小二", AT, recipient=f"gm+{GAME}.{other}@{HOST}")
    office.read()
    assert office.last_mail().code == "unknown_sender"


def test_a_changed_token_is_dead_and_the_new_one_lives():
    office = Office()
    old = office.recipient("小一")
    office.live.play.replay([*office.facts(), f.TokenChanged(at=AT, who="小一")])
    assert office.recipient("小一") != old
    office.store_mail("x@else.test", "祈祷 小二", AT, recipient=old)
    office.read()
    assert office.last_mail().code == "unknown_sender"


def test_an_answer_to_our_mail_proves_its_reader_without_any_token():
    office = Office()
    seat = next(r for r in office.outbox() if r.recipient == office.address("小一"))
    office.store_mail(
        "小一", "祈祷 小二", AT, auth="none", headers=[("In-Reply-To", seat.message_id)]
    )
    office.read()
    assert (office.last_mail().sender, office.last_mail().code) == ("小一", None)


def test_a_message_id_of_ours_that_we_never_sent_proves_nothing():
    office = Office()
    forged = tokens.message_id(b"another secret", HOST, "1")
    assert tokens.is_ours(forged)
    office.store_mail("小一", "祈祷 小二", AT, auth="none", headers=[("In-Reply-To", forged)])
    office.read()
    assert office.last_mail().code == "unauthenticated"


# -- Authentication-Results -----------------------------------------------------------------------

PASS = f"{MX}; dkim=pass header.d=owner3.test; dmarc=pass header.from=owner3.test"
OWN = f"from mail.owner3.test by {MX} with ESMTPS id 1"
FOREIGN = "from laptop by mail.owner3.test with ESMTPSA id 2"

POSITIONS = [
    ("at the top", [("Authentication-Results", PASS)], True),
    ("above our own Received", [("Authentication-Results", PASS), ("Received", OWN)], True),
    ("below our own Received", [("Received", OWN), ("Authentication-Results", PASS)], True),
    ("below a foreign Received", [("Received", FOREIGN), ("Authentication-Results", PASS)], False),
    (
        "below ours and a foreign one",
        [("Received", OWN), ("Received", FOREIGN), ("Authentication-Results", PASS)],
        False,
    ),
    ("of another server", [("Authentication-Results", PASS.replace(MX, "mx.else.test"))], False),
    ("of a server like ours", [("Authentication-Results", PASS.replace(MX, f"x{MX}"))], False),
    ("spf alone", [("Authentication-Results", f"{MX}; spf=pass smtp.mailfrom=owner3.test")], False),
    (
        "dkim of another domain",
        [("Authentication-Results", f"{MX}; dkim=pass header.d=else.test")],
        False,
    ),
    (
        "dmarc that failed",
        [
            (
                "Authentication-Results",
                f"{MX}; dkim=pass header.d=owner3.test; dmarc=fail header.from=owner3.test",
            )
        ],
        False,
    ),
    ("none at all", [], False),
    (
        "dmarc that passed by spf alone",
        [
            (
                "Authentication-Results",
                f"{MX}; spf=pass smtp.mailfrom=owner3.test; dkim=fail header.d=owner3.test; "
                "dmarc=pass header.from=owner3.test",
            )
        ],
        False,
    ),
    (
        "dmarc that says nothing of a signature",
        [("Authentication-Results", f"{MX}; dmarc=pass header.from=owner3.test")],
        False,
    ),
    (
        "dmarc and a signature of another domain",
        [
            (
                "Authentication-Results",
                f"{MX}; dkim=pass header.d=else.test; dmarc=pass header.from=owner3.test",
            )
        ],
        False,
    ),
    (
        "a signer below the domain, and dmarc",
        [
            (
                "Authentication-Results",
                f"{MX}; dkim=pass header.d=m.owner3.test; dmarc=pass header.from=owner3.test",
            )
        ],
        True,
    ),
    (
        "a signer below the domain alone",
        [("Authentication-Results", f"{MX}; dkim=pass header.d=m.owner3.test")],
        False,
    ),
    (
        "a second signature of somebody who sends for others",
        [
            (
                "Authentication-Results",
                f"{MX}; dkim=pass header.d=else.test; dkim=pass header.d=owner3.test",
            )
        ],
        True,
    ),
    (
        "two signatures, one of which fails",
        [
            ("Authentication-Results", f"{MX}; dkim=fail header.d=owner3.test"),
            ("Authentication-Results", f"{MX}; dkim=pass header.d=owner3.test"),
        ],
        False,
    ),
    (
        "the identity alone, as one big provider writes it",
        [("Authentication-Results", f"{MX}; dkim=pass header.i=@owner3.test header.s=k1")],
        True,
    ),
    (
        "the top domain alone",
        [("Authentication-Results", f"{MX}; dkim=pass header.d=test")],
        False,
    ),
    ("a version", [("Authentication-Results", PASS.replace(";", " 1;", 1))], True),
    (
        "below a foreign host that was greeted by our name",
        [
            ("Received", f"from by {MX} (else.test [192.0.2.1]) by mail.else.test with SMTP id 3"),
            ("Authentication-Results", PASS),
        ],
        False,
    ),
    (
        "below a foreign host with our name in a comment",
        [
            ("Received", f"from else.test (by {MX}) by mail.else.test with SMTP id 3"),
            ("Authentication-Results", PASS),
        ],
        False,
    ),
    (
        "in a chain that others sealed",
        [("ARC-Authentication-Results", f"i=1; {PASS}")],
        False,
    ),
]


@pytest.mark.parametrize(("_name", "headers", "proves"), POSITIONS, ids=[p[0] for p in POSITIONS])
def test_only_our_own_servers_word_counts_and_only_where_it_wrote_it(_name, headers, proves):
    office = Office()
    office.store_mail("小一", "祈祷 小二", AT, auth="none", headers=headers)
    office.read()
    heard = office.last_mail()
    assert heard.sender == "小一"
    assert (heard.code is None) == proves


PEERS = {
    "": True,
    "local": True,
    "127.0.0.1": True,
    "::1": True,
    "::ffff:127.0.0.1": True,
    "imap:INBOX": True,
    "edge:192.0.2.7": True,
    "192.0.2.7": False,
    "::ffff:192.0.2.7": False,
    "2001:db8::7": False,
    "fe80::7%eth0": False,
}


@pytest.mark.parametrize(("peer", "proves"), PEERS.items(), ids=PEERS)
def test_what_a_strangers_machine_hands_to_us_holds_no_word_of_our_server(peer, proves):
    """Anybody can write our server's name at the head of a line that no server of ours wrote."""
    office = Office()
    to = f"gm+{GAME}@{HOST}"
    raw = office.bytes_of("小一", "祈祷 小二", to=to, headers=[("Authentication-Results", PASS)])
    letter = NewLetter(received_at=AT, recipients=(to,), raw=raw, envelope_from=b"x", peer=peer)
    office.store.append_letters([letter])
    office.read()
    assert (office.last_mail().code is None) == proves


# -- the question at the registered address ------------------------------------------------------


def unproved(office: Office, text: str, at=AT, who: str = "小一"):
    (question,) = office.mail(who, text, at, auth="none")
    return question


def test_a_forged_order_is_asked_about_at_the_registered_address_and_quoted_in_full():
    office = Office()
    question = unproved(office, "祈祷 小二")
    assert question.recipient == office.address("小一")
    assert "祈祷 小二" in text_of(question)
    assert office.live.token("小一") in opened(question)["reply-to"]
    assert office.table.orders == {}


def test_a_confirmation_before_the_cut_off_lets_the_first_receipt_count():
    office = Office()
    night_end = office.table.phase.closes
    question = unproved(office, "祈祷 小二", night_end - timedelta(minutes=30))
    office.mail(
        "小一",
        "确认",
        night_end - timedelta(seconds=1),
        headers=[("In-Reply-To", question.message_id)],
    )
    (order,) = office.table.orders.values()
    assert (order.state, order.phase, order.at) == (
        "standing",
        "N1",
        night_end - timedelta(minutes=30),
    )


def test_a_confirmation_at_the_cut_off_is_late():
    office = Office()
    night_end = office.table.phase.closes
    unproved(office, "祈祷 小二", night_end - timedelta(minutes=30))
    office.mail("小一", "确认", night_end)
    assert (office.last_mail().verdict, office.last_mail().code) == ("refused", "late")
    assert office.table.orders == {}


def test_a_confirmed_order_does_not_displace_one_received_after_it():
    office = Office()
    unproved(office, "祈祷 小二", AT)
    office.mail("小一", "祈祷 小三", AT + HOUR)
    office.mail("小一", "确认", AT + 2 * HOUR)
    standing = [o for o in office.table.orders.values() if o.state == "standing"]
    assert [o.targets for o in standing] == [("小三",)]


def test_a_confirmation_that_nothing_vouches_for_confirms_nothing():
    office = Office()
    unproved(office, "祈祷 小二", AT)
    office.mail("小一", "确认", AT + HOUR, auth="none")
    assert office.last_mail().code == "unauthenticated"
    assert office.table.orders == {}


def test_one_confirmation_confirms_one_mail_once():
    office = Office()
    unproved(office, "祈祷 小二", AT)
    office.mail("小一", "确认", AT + HOUR)
    office.mail("小一", "确认", AT + 2 * HOUR)
    assert office.last_mail().verdict == "asked"
    assert len(office.table.orders) == 1


def test_nobody_can_confirm_for_another():
    office = Office()
    question = unproved(office, "祈祷 小二", AT)
    office.mail("小二", "确认", AT + HOUR, headers=[("In-Reply-To", question.message_id)])
    assert office.last_mail().verdict == "asked"
    assert office.table.orders == {}


def test_an_automatic_answer_to_the_question_confirms_nothing():
    """A vacation program quotes and answers; it is never a person's yes."""
    office = Office()
    question = unproved(office, "祈祷 小二", AT)
    before = len(office.outbox())
    office.store_mail(
        "小一",
        "确认",
        AT + HOUR,
        headers=[("In-Reply-To", question.message_id), ("Auto-Submitted", "auto-replied")],
    )
    office.read()
    assert office.table.orders == {}
    answered = [r for r in office.outbox()[before:] if r.recipient == office.address("小一")]
    assert answered == []


def test_an_unproved_mail_of_the_gm_is_never_acted_on():
    office = Office()
    closes = office.table.phase.closes
    office.store_mail(GM_ADDRESS, "结束阶段", AT, recipient=f"gm+{GAME}@{HOST}")
    office.read()
    office.tick(AT + HOUR)
    assert office.table.phase.id == "N1"
    assert office.table.phase.closes == closes


# -- what goes out --------------------------------------------------------------------------------


def test_message_ids_are_known_by_their_shape_and_tell_nothing():
    office = Office()
    names = [row.message_id for row in office.outbox()]
    assert all(tokens.is_ours(name) for name in names)
    assert len(set(names)) == len(names)
    for spoilt in (names[0].upper(), names[0].replace("@", "@x.")):
        assert tokens.is_ours(spoilt)
    for other in ("<abc@games.test>", names[0][:6] + "2" + names[0][7:], ""):
        assert not tokens.is_ours(other) or other == names[0]
    other = Office(secret=b"another secret of another game")
    assert not {row.message_id for row in other.outbox()} & set(names)


def test_our_own_mail_that_comes_back_is_ignored():
    office = Office()
    own = office.outbox()[0]
    office.store_mail("小一", "", AT, raw=own.data)
    office.read()
    assert office.last_mail().verdict == "ignored"


def test_a_dead_player_keeps_his_address_and_learns_that_he_cannot_act():
    office = Office(setup_for())
    office.mail("阿甲", "杀 小一", AT)
    office.tick(START + DAY)
    (answer,) = office.mail("小一", "投票 阿甲", START + DAY + HOUR)
    assert office.last_mail().code == "not_alive"
    assert answer.recipient == office.address("小一")
