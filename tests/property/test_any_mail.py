"""Random games of random mails: nothing breaks, the dead do not act, every mail is answered."""

from datetime import timedelta

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbp.audit import audit_game
from pbp.game import facts as f
from pbp.game.fold import fold
from tests.property.stories import (
    LENGTH_SECONDS,
    SECONDS,
    SHORT,
    STORIES,
    Story,
    few,
    office_for,
    post,
)
from tests.service.office import SETTINGS, START, Office, ref_of, setup_for

SILENT = ("automatic", "duplicate", "unknown_sender")
"""Codes of mails that get no answer (mail.md, Exceptions)."""


def told(story: Story) -> Office:
    office = office_for(story)
    for mail in story.mails:
        post(office, mail)
        office.read(START + timedelta(seconds=mail.seconds))
    office.tick(START + timedelta(seconds=LENGTH_SECONDS + 3600))
    return office


def table_as_told(office: Office, facts: list[f.AnyFact]) -> dict[str, object]:
    """A table, attribute by attribute, in a form that can be compared."""
    table = fold(facts)
    plain = {name: getattr(table, name) for name in vars(table)}
    plain["players"] = {h: [getattr(p, n) for n in p.__slots__] for h, p in table.players.items()}
    plain["ballots"] = {k: [b.votes, b.spent, b.done] for k, b in table.ballots.items()}
    around = {name: getattr(table.around, name) for name in table.around.__slots__}
    around["awards"] = slots_of(around["awards"])
    around["polls"] = {number: slots_of(poll) for number, poll in table.around.polls.items()}
    plain["around"] = around
    return plain


def slots_of(one: object) -> list[object] | None:
    """What an object holds, in the order of its slots; None of None."""
    return None if one is None else [getattr(one, name) for name in type(one).__slots__]


def as_json(value: object) -> bytes:
    return msgspec.json.encode(value)


@few
@given(STORIES)
def test_no_mail_stops_a_game_and_its_facts_survive_the_journal(story):
    office = told(story)
    assert office.store.game(office.setup.id).state in ("running", "ended")
    facts = office.facts()
    again = [f.from_bytes(f.to_bytes(fact)) for fact in facts]
    assert again == facts
    assert table_as_told(office, again) == table_as_told(office, facts)
    folded = fold(facts)
    for name in ("orders", "deaths", "posts", "notices", "mails", "phases", "counts"):
        assert as_json(getattr(office.table, name)) == as_json(getattr(folded, name)), name


@few
@given(STORIES)
def test_who_has_been_announced_dead_never_acts_again(story):
    died: dict[str, object] = {}
    for fact in told(story).facts():
        if isinstance(fact, f.Died):
            died[fact.death.who] = fact.at
        if isinstance(fact, f.OrderGiven) and fact.order.state != "refused":
            assert fact.order.actor not in died
        if isinstance(fact, f.VoteCast | f.ChangeSpent):
            voter = fact.vote.voter if isinstance(fact, f.VoteCast) else fact.voter
            assert voter not in died


@few
@given(STORIES)
def test_every_mail_of_a_person_gets_exactly_one_answer(story):
    """Automatic mail, a second delivery and strangers whom nothing vouches for get none."""
    office = told(story)
    answers: dict[int, list[str]] = {}
    for row in office.outbox():
        ref = ref_of(row)
        if ref.mail is not None and ref.to != "gm":
            answers.setdefault(ref.mail, []).append(ref.to)
    for mail in office.table.mails.values():
        wanted = [] if mail.code in SILENT else [mail.sender]
        assert answers.get(mail.n, []) == wanted, mail


@few
@given(STORIES)
def test_every_letter_is_kept_and_marked_with_what_became_of_it(story):
    office = told(story)
    assert office.store.count_unread() == 0
    assert office.store.count_letters() == len(story.mails)
    kept = [read.verdict for _, read in office.store.letters_of(office.setup.id)]
    assert kept == [mail.verdict for mail in office.table.mails.values()]


@few
@given(STORIES)
def test_a_random_game_is_derived_again_from_its_inputs(story):
    office = told(story)
    found = audit_game(office.store, office.store.game(office.setup.id), SETTINGS)
    assert found.first_difference is None, (found.expected, found.derived)
    assert found.readings == ()


@few
@given(st.binary(max_size=400), st.sampled_from(("gm", "board", "team")))
def test_any_bytes_at_all_are_a_letter_that_is_kept(raw, to):
    """Whatever comes after DATA: the game runs on, the letter is there, marked as read."""
    office = Office()
    letter = office.store_mail("小一", "", START + timedelta(hours=1), raw=raw, to=to)
    office.read()
    assert office.store.letter_read(letter) is not None
    assert office.store.letter(letter).raw == raw
    assert office.store.game(office.setup.id).state == "running"


HEADERS = st.lists(
    st.tuples(
        st.sampled_from(
            ("From", "To", "Subject", "Message-ID", "In-Reply-To", "References", "Content-Type")
        ),
        st.text(max_size=40).map(lambda text: text.replace("\r", "").replace("\n", " ")),
    ),
    max_size=5,
)


@few
@given(HEADERS, st.text(max_size=80))
def test_any_headers_with_any_words_are_a_letter_that_is_kept(headers, words):
    office = Office()
    raw = "".join(f"{name}: {value}\r\n" for name, value in headers) + "\r\n" + words
    letter = office.store_mail(
        "小一", "", START + timedelta(hours=1), raw=raw.encode("utf-8", "surrogatepass")
    )
    office.read()
    assert office.store.letter_read(letter) is not None
    assert office.store.game(office.setup.id).state == "running"


@few
@given(SECONDS, st.integers(1, 1500))
def test_a_stop_shorter_than_the_smallest_outage_leaves_no_trace(second, length):
    """Without a heartbeat for less than outage_min a server was not down (C-2.9)."""
    office = office_for(Story((), None, SHORT | {"checkin": "off"}))
    begin, back = START + timedelta(seconds=second), START + timedelta(seconds=second + length)
    office.tick(begin)
    office.store.beat(begin)
    office.referee.wake(back)
    outages = [fact for fact in office.facts() if isinstance(fact, f.ServerWasDown)]
    was_down = length >= SETTINGS.outage_min and office.table.ended is None
    assert len(outages) == was_down


@pytest.mark.parametrize(("late_seconds", "opens_late"), [(599, False), (600, False), (601, True)])
def test_the_next_phase_opens_late_only_past_the_tolerance(late_seconds, opens_late):
    """C-2.9 at late_tolerance, its last second, and the one after."""
    office = Office(setup_for())
    closes = office.table.phase.closes
    office.tick(closes - timedelta(minutes=1))
    office.store.beat(closes - timedelta(minutes=1))
    office.store_mail("阿甲", "杀 小一", closes - timedelta(seconds=1))
    office.store_mail("阿甲", "杀 小二", closes)
    back = closes + timedelta(seconds=late_seconds)
    office.referee.wake(back)
    office.tick(back)
    night, day = office.table.phases
    assert (night.closes, night.closed) == (closes, back)
    assert day.opens == (back if opens_late else closes)
    assert [d.who for d in office.table.deaths] == ["小一"]
