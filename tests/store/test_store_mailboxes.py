"""Mailboxes elsewhere: letters, digests and the position are written together, each mail once."""

from datetime import timedelta

import msgspec

from pbp.store import Position


def at(make, uid: int, name: str = "imap:INBOX", validity: int = 7) -> Position:
    return Position(name=name, validity=validity, uid=uid, begin=make.noon, read_until=make.noon)


def test_a_mailbox_that_was_never_read_has_no_position(store):
    assert store.position("imap:INBOX") is None


def test_letters_and_the_position_are_written_together(store, make):
    ids = store.append_fetched([make.letter(raw=b"a"), make.letter(raw=b"b")], at(make, 2))
    assert ids == [1, 2]
    assert store.position("imap:INBOX") == at(make, 2)
    assert [letter.raw for letter in store.next_letters(5)] == [b"a", b"b"]


def test_the_same_bytes_are_fetched_once_from_one_mailbox(store, make):
    store.append_fetched([make.letter(raw=b"a")], at(make, 1))
    again = [make.letter(raw=b"a"), make.letter(raw=b"c"), make.letter(raw=b"c")]
    assert store.append_fetched(again, at(make, 9, validity=8)) == [2]
    assert store.position("imap:INBOX") == at(make, 9, validity=8)
    assert store.append_fetched([make.letter(raw=b"a")], at(make, 1, "imap:Junk")) == [3]


def test_nothing_fetched_moves_the_position_all_the_same(store, make):
    later = msgspec.structs.replace(at(make, 3), read_until=make.noon + timedelta(hours=1))
    store.append_fetched([], at(make, 3))
    store.append_fetched([], later)
    assert store.position("imap:INBOX") == later
    assert store.count_letters() == 0


def test_the_other_clocks_of_a_letter_come_back_with_it(store, make):
    stamps = (("data", make.noon + timedelta(minutes=3)), ("internaldate", make.noon))
    store.append_letters([make.letter(stamps=stamps), make.letter()])
    assert [letter.stamps for letter in store.next_letters(5)] == [stamps, ()]
