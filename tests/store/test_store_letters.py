"""Letters come out of the store as they went in, in the order in which they were received."""

from datetime import datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbp.store import DeliveryKey, LetterRead, NewLetter, Outcome, SqliteStore, StoreConflict

ADDRESSES = st.text(
    st.characters(codec="utf-8", exclude_characters="\n"), min_size=1, max_size=20
) | st.just("\udcc0\udcb5@host.example")


@given(
    received_at=st.timedeltas(timedelta(days=-9999), timedelta(days=9999)).map(
        lambda since: datetime(2026, 1, 1, tzinfo=timezone(timedelta(hours=8))) + since
    ),
    recipients=st.lists(ADDRESSES, max_size=3).map(tuple),
    raw=st.binary(max_size=200),
    envelope_from=st.none() | st.binary(max_size=20),
    proved=st.none() | st.sampled_from(["submission"]),
)
def test_any_letter_comes_back_byte_by_byte(received_at, recipients, raw, envelope_from, proved):
    new = NewLetter(
        received_at=received_at,
        recipients=recipients,
        raw=raw,
        envelope_from=envelope_from,
        peer="192.0.2.1",
        proved=proved,
    )
    with SqliteStore.open() as store:
        (number,) = store.append_letters([new])
        found = store.letter(number)
    fields = NewLetter.__struct_fields__
    assert [getattr(found, field) for field in fields] == [getattr(new, field) for field in fields]


def test_unread_letters_come_in_order_of_receipt_then_of_storing(store, make):
    later = make.noon + timedelta(microseconds=1)
    store.append_letters([make.letter(received_at=later), make.letter()])
    store.append_letters([make.letter(), make.letter(received_at=later)])
    assert [letter.id for letter in store.next_letters(10)] == [2, 3, 1, 4]
    assert [letter.id for letter in store.next_letters(2)] == [2, 3]


def test_a_letter_is_read_once_and_stays(store, make):
    store.add_game(make.game())
    first, second = store.append_letters([make.letter(raw=b"1"), make.letter(raw=b"2")])
    read = LetterRead(first, "g1", "accepted", make.noon)
    store.commit(Outcome(letters=(read,)))
    assert [letter.id for letter in store.next_letters(10)] == [second]
    assert store.letter_read(first) == read
    assert store.letter_read(second) is None
    assert [(letter.raw, verdict) for letter, verdict in store.letters_of("g1")] == [(b"1", read)]
    assert (store.count_letters(), store.count_unread()) == (2, 1)
    with pytest.raises(StoreConflict):
        store.commit(Outcome(letters=(read,)))


def test_a_letter_for_no_game_is_read_too(store, make):
    (number,) = store.append_letters([make.letter()])
    store.commit(Outcome(letters=(LetterRead(number, None, "ignored", make.noon),)))
    assert store.next_letters(10) == []


def test_a_second_delivery_is_recognised_by_its_key(store, make):
    (number,) = store.append_letters([make.letter()])
    assert store.seen([b"key", b"other"]) == set()
    store.commit(Outcome(delivery_keys=(DeliveryKey(b"key", number),)))
    assert store.seen([b"key", b"other"]) == {b"key"}
    with pytest.raises(StoreConflict):
        store.commit(Outcome(delivery_keys=(DeliveryKey(b"key", number),)))


def test_a_naive_time_of_receipt_is_refused(store, make):
    with pytest.raises(TypeError):
        store.append_letters([make.letter(received_at=make.noon.replace(tzinfo=None))])
    assert store.count_letters() == 0


def test_a_recipient_with_a_line_end_is_refused(store, make):
    with pytest.raises(ValueError, match="line end"):
        store.append_letters([make.letter(recipients=("a\nb",))])


def test_an_empty_batch_is_no_letter(store):
    assert store.append_letters([]) == []


def test_a_letter_that_never_came_is_not_found(store):
    assert store.letter(7) is None
