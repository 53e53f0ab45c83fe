"""A fixed piece of `make fuzz`: mutated mails through the reader."""

from tests.fuzz.mutations import mutated
from tests.fuzz.trial import faults, mails

MANY = 300


def test_no_mutated_mail_brings_the_reader_down_or_has_a_name_guessed():
    corpus = mails()
    found = {number: faults(mutated(corpus, number)) for number in range(MANY)}
    assert {number: told for number, told in found.items() if told} == {}


def test_a_mail_that_once_failed_is_read_now():
    """Found by the full run: a name beside a lost character; a charset without a codec."""
    corpus = mails()
    head = (
        b"From: linxd@example.com\r\nTo: gm+g41@games.test\r\nSubject: =?iso-2022-cn?B?Gy?=\r\n\r\n"
    )
    for raw in (head + "投票对象：小一\ufffd\ufffd月黑风高。".encode(), mutated(corpus, 1304)):
        assert faults(raw) == []
