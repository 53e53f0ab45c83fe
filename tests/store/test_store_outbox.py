"""The outbox: claimed by priority and age, marked, put back, found by Message-ID."""

from datetime import timedelta

from pbp.store import Delivery, Outcome


def claimed(store, now, limit=10):
    return [row.message_id for row in store.claim_due(now, limit)]


def test_a_mail_comes_back_as_it_was_written(store, make):
    mail = make.mail(ref=b"\x00ref", priority=2)
    store.commit(Outcome(mails=(mail,)))
    (row,) = store.claim_due(make.noon, 10)
    for field in mail.__struct_fields__:
        if field != "not_before":
            assert getattr(row, field) == getattr(mail, field)
    assert (row.state, row.attempts, row.last_error) == ("sending", 0, None)


def test_mails_go_by_priority_then_age_and_not_before_their_time(store, make):
    second = timedelta(seconds=1)
    store.commit(
        Outcome(
            mails=(
                make.mail("<slow>", priority=9),
                make.mail("<a>"),
                make.mail("<later>", not_before=make.noon + second),
                make.mail("<b>"),
                make.mail("<urgent>", priority=1),
            )
        )
    )
    assert store.next_try() == make.noon
    assert claimed(store, make.noon, limit=3) == ["<urgent>", "<a>", "<b>"]
    assert claimed(store, make.noon) == ["<slow>"]
    assert claimed(store, make.noon) == []
    assert store.next_try() == make.noon + second
    assert claimed(store, make.noon + second) == ["<later>"]


def test_each_way_in_which_an_attempt_ends_is_written(store, make):
    store.add_game(make.game())
    store.commit(Outcome(mails=tuple(make.mail(f"<{n}>", game="g1") for n in range(4))))
    store.claim_due(make.noon, 10)
    minute = timedelta(minutes=1)
    store.mark(
        [
            Delivery(1),
            Delivery(2, "451 later", make.noon + minute),
            Delivery(3, "550 no"),
            Delivery(4, None, make.noon + minute),
        ]
    )
    rows = list(store.outbox_of("g1"))
    assert [(row.state, row.attempts, row.last_error) for row in rows] == [
        ("sent", 1, None),
        ("queued", 1, "451 later"),
        ("failed", 1, "550 no"),
        ("queued", 0, None),
    ]
    assert rows[1].next_try_at == make.noon + minute
    assert [row.id for row in store.failed_mails("g1")] == [3]
    assert store.failed_mails(None) == []
    assert store.count_outbox() == {"failed": 1, "queued": 2, "sent": 1}
    store.mark_sent(2)
    store.mark_failed(4, "550 no")
    assert store.count_outbox() == {"failed": 2, "sent": 2}


def test_what_was_being_sent_at_the_end_goes_out_again_with_its_message_id(store, make):
    store.commit(Outcome(mails=(make.mail("<one>"), make.mail("<two>"))))
    store.claim_due(make.noon, 10)
    store.mark_sent(1)
    assert store.recover() == 1
    assert claimed(store, make.noon) == ["<two>"]


def test_a_mail_is_found_by_its_message_id_in_any_state(store, make):
    store.commit(Outcome(mails=(make.mail("<one>", ref=b"seat 3"), make.mail("<one>"))))
    assert store.find_sent("<one>").ref == b"seat 3"
    assert store.find_sent("<other>") is None
    assert store.find_sent("<\udcff>") is None
    assert store.outbox_row(1).message_id == "<one>"
    assert store.outbox_row(9) is None
