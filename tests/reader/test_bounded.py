"""A mail that takes too much is cut off, goes to the GM, and costs nobody else anything."""

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest

from pbp.audit import audit_game
from pbp.game.intents import Understood
from pbp.language.context import Context
from pbp.language.gm_reader import GmContext
from pbp.post import reader_process
from pbp.post.reader_process import BoundedReader
from pbp.service import readers
from pbp.service.readers import PLAIN
from tests.letters import corpus
from tests.service.office import GAME, SETTINGS, START, Office, text_of

HEAD = b"From: Lin <linxd@example.com>\r\nTo: gm+g41@games.test\r\nSubject: [g41] x\r\n\r\n"
LARGE = HEAD + "祈祷 小五\r\n".encode() + b"On the one hand\r\n" * 4000
ENDLESS = HEAD + b"On the other wrote:\r\n" * 100_000
CONTEXT = Context(handles=("阿甲", "小五"))
MONTH = 30 * 24 * 3600.0


@pytest.fixture()
def bounded():
    made = []

    def make(**limits: float) -> BoundedReader:
        made.append(BoundedReader(**limits))
        return made[-1]

    yield make
    for reader in made:
        reader.close()


def test_a_child_reads_exactly_as_the_plain_reader_does(bounded, monkeypatch):
    monkeypatch.setattr(reader_process, "RAW_SMALL", 0)
    monkeypatch.setattr(reader_process, "WORDS_SMALL", 0)
    reader = bounded(idle_seconds=MONTH)
    for case in corpus.cases():
        content = reader.open(case.raw)
        assert content == PLAIN.open(case.raw), case.name
        subject, text = content.letter.subject, content.letter.text
        assert reader.read(subject, text, CONTEXT) == PLAIN.read(subject, text, CONTEXT), case.name


def test_a_mail_that_takes_too_long_is_cut_off_and_the_next_one_is_read(bounded):
    reader = bounded(seconds=0.1)
    letter = reader.open(ENDLESS).letter
    assert (letter.cut_off, letter.unreadable, letter.text) == (True, True, "")
    assert (letter.sender, letter.subject) == ("linxd@example.com", "[g41] x")
    assert reader.open(HEAD + "祈祷 小五".encode()).letter.text == "祈祷 小五"


def test_a_mail_that_takes_too_much_memory_is_cut_off(bounded):
    reader = bounded(seconds=60, memory_bytes=1 << 20)
    assert reader.open(ENDLESS).letter.cut_off


def test_words_that_take_too_long_are_unreadable(bounded):
    reader = bounded(seconds=0.02)
    words = "杀 小一、小二、小三\n" * 100_000
    assert reader.read("", words, CONTEXT) == Understood(problem="unreadable")


def test_a_child_that_has_gone_in_peace_is_followed_by_another(bounded):
    reader = bounded(idle_seconds=0.0)
    assert not reader.open(LARGE).letter.cut_off
    reader._child._process.wait()
    assert "祈祷 小五" in reader.open(LARGE).letter.text


def test_without_a_process_a_mail_is_read_all_the_same(bounded, monkeypatch):
    monkeypatch.setattr("sys.executable", "/nowhere/python")
    assert "祈祷 小五" in bounded().open(LARGE).letter.text


class TooMuch(readers.PlainReader):
    """A reader for which every mail with a mark takes too much."""

    def open(self, raw: bytes) -> readers.Content:
        return readers.cut_off(raw) if b"tangle" in raw else PLAIN.open(raw)


@pytest.fixture()
def office():
    office = Office()
    office.referee.reader = TooMuch()
    return office


def test_a_mail_that_is_cut_off_is_kept_answered_and_shown_to_the_gm(office):
    (answer,) = office.mail("小一", "祈祷 小二\n" + "tangle" * 10, START + timedelta(hours=1))
    mail = office.last_mail()
    assert (mail.sender, mail.verdict, mail.code, mail.text) == ("小一", "asked", "unreadable", "")
    assert "阿甲" not in text_of(answer)
    assert b"tangle" in office.store.letter(1).raw
    office.mail("gm", "摘要", START + timedelta(hours=2))
    digest = [text_of(row) for row in office.outbox() if row.kind == "digest"][-1]
    assert "小一" in digest


def test_an_audit_takes_the_cut_off_as_it_was_and_reads_nothing_again(office):
    office.mail("小一", "祈祷 小二\ntangle", START + timedelta(hours=1))
    found = audit_game(office.store, office.store.game(GAME), SETTINGS)
    assert found.first_difference is None
    assert found.readings == ()


def test_two_mails_that_are_cut_off_are_two_mails(office):
    for words in ("tangle one", "tangle two"):
        office.mail("小一", words, START + timedelta(hours=1), message_id="<same@example.com>")
    assert [mail.code for mail in office.table.mails.values()] == ["unreadable", "unreadable"]


def test_what_nobody_could_read_is_not_passed_on_to_a_team(office):
    office.mail("阿甲", "tangle", START + timedelta(hours=1), to="team")
    assert office.last_mail().code == "unreadable"
    assert [n for n in office.table.notices if n.kind == "team"] == []


@pytest.mark.parametrize("auth", ["token", "none"])
def test_the_gm_says_what_a_mail_that_was_cut_off_means(office, auth):
    at = START + timedelta(hours=1)
    office.mail("小一", "祈祷 小二\n" + "tangle" * 10, at, auth=auth)
    office.mail("gm", '读作 1 "祈祷 小二"', at + timedelta(minutes=5))
    (order,) = office.table.standing_orders("N1")
    assert (order.actor, order.targets, order.at) == ("小一", ("小二",), at)
    row = office.store.game(office.setup.id)
    assert audit_game(office.store, row, office.settings).first_difference is None


def test_the_words_of_a_gm_that_take_too_long_are_not_read(bounded):
    """Whoever forges his address writes them."""
    reader = bounded(seconds=0.02)
    context = GmContext(handles=("阿甲",), zone=ZoneInfo("Asia/Shanghai"), now=START)
    (command,) = reader.commands("", "剧情 今夜有雨\n" + "雪\n" * 2_000_000, context)
    assert (command.problem, command.line) == ("too_long", "剧情 今夜有雨")


def test_a_child_reads_a_gms_words_exactly_as_the_plain_reader_does(bounded, monkeypatch):
    monkeypatch.setattr(reader_process, "WORDS_SMALL", 0)
    context = GmContext(handles=("阿甲", "小五"), zone=ZoneInfo("Asia/Shanghai"), now=START)
    words = '代令 阿甲 "杀 小五"\n截止 3月4日 20:00\n延长 12h 停电\n随便\n公告\n一\n二'
    read = bounded(idle_seconds=MONTH).commands("", words, context)
    assert read == PLAIN.commands("", words, context)


def test_a_mail_of_the_gm_that_is_cut_off_is_no_command_whatever_its_subject_says(office):
    closes = office.table.phase.closes
    at = START + timedelta(hours=1)
    (answer,) = office.mail("gm", "tangle" * 10, at, subject="=?utf-8?B?57uT5p2f6Zi25q61?=")
    assert "太长" in text_of(answer)
    assert office.table.phase.closes == closes
