"""Time is an input: how often, and when, somebody looks at the clock changes nothing."""

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from tests.property.stories import LENGTH_SECONDS, SECONDS, STORIES, Story, few, office_for, post
from tests.service.office import START, Office, seen_by


def at(seconds: int) -> object:
    return START + timedelta(seconds=seconds)


def played(story: Story, ticks: list[int]) -> Office:
    """The story told with a clock that strikes at these seconds; none strikes in the outage."""
    office = office_for(story)
    moments = [(mail.seconds, 0, number) for number, mail in enumerate(story.mails)]
    moments += [(second, 1, -1) for second in ticks]
    since, until = story.stopped or (-1, -1)
    if story.stopped:
        moments += [(since, -1, -1), (until, -1, -2)]
    for second, _, what in sorted(moments):
        down = since <= second < until
        if what >= 0:
            post(office, story.mails[what])
            if not down:
                office.read(at(second))
        elif (second, what) == (since, -1) and story.stopped:
            office.store.beat(at(second) - timedelta(microseconds=1))
        elif what == -2:
            office.referee.wake(at(second))
            office.read(at(second))
        elif not down:
            office.tick(at(second))
    office.tick(at(LENGTH_SECONDS + 3600))
    return office


def told(office: Office) -> tuple[object, ...]:
    """All that came of a story: facts, record, every byte that went out."""
    return (
        office.fact_bytes(),
        office.record(),
        [seen_by(row) for row in office.outbox()],
        [entry.body for entry in office.store.inputs(office.setup.id)],
    )


@few
@given(STORIES, st.lists(SECONDS, max_size=40))
def test_a_clock_that_strikes_at_any_instants_gives_the_same_game(story, ticks):
    assert told(played(story, ticks)) == told(played(story, []))


@few
@given(STORIES, st.integers(0, LENGTH_SECONDS))
def test_a_clock_ticking_second_by_second_gives_the_same_game(story, begin):
    """Ten minutes of it in each example; the next test ticks through a whole game."""
    ticks = list(range(begin, begin + 600))
    assert told(played(story, ticks)) == told(played(story, []))


def test_a_whole_game_second_by_second_is_the_game_that_jumps_from_mail_to_mail():
    from tests.property.examples import LONG_STORY

    every_second = list(range(LENGTH_SECONDS + 1))
    ticking, jumping = played(LONG_STORY, every_second), played(LONG_STORY, [])
    assert told(ticking) == told(jumping)
    assert ticking.table.ended is not None


@few
@given(STORIES)
def test_letters_read_all_at_once_give_the_same_game(story):
    """A server that reads late, in one batch, writes what one at a time would have written."""
    one_by_one, at_once = office_for(story), office_for(story)
    for mail in story.mails:
        post(one_by_one, mail)
        one_by_one.read()
        post(at_once, mail)
    at_once.read()
    one_by_one.tick(at(LENGTH_SECONDS))
    at_once.tick(at(LENGTH_SECONDS))
    assert told(one_by_one) == told(at_once)


@few
@given(STORIES, SECONDS)
def test_settling_twice_is_settling_once(story, second):
    office = office_for(story)
    for mail in story.mails:
        post(office, mail)
    office.tick(at(second))
    before = told(office)
    assert office.live.play.settle(at(second)) == []
    office.tick(at(second))
    assert told(office) == before


@few
@given(STORIES, st.lists(st.integers(0, 29), max_size=3))
def test_a_server_that_forgets_everything_between_two_mails_goes_on_the_same(story, forgets):
    """Loading a game from its facts is the game that stayed in memory."""
    remembers, forgets_all = office_for(story), office_for(story)
    for number, mail in enumerate(story.mails):
        for office in (remembers, forgets_all):
            post(office, mail)
            office.read(at(mail.seconds))
        if number in forgets:
            forgets_all.referee.games.clear()
    for office in (remembers, forgets_all):
        office.tick(at(LENGTH_SECONDS + 3600))
    assert told(remembers) == told(forgets_all)
