"""A game that an error of ours stopped goes on, as after an outage (design, 8; C-2.9)."""

import logging
from datetime import timedelta

import pytest

from pbp.audit import audit_game
from pbp.service.resuming import Kept, NotStopped
from tests.service.office import DAY, GAME, GM_ADDRESS, SETTINGS, START, Office, text_of

HOUR = timedelta(hours=1)


class Falling:
    """A law that falls over at one question."""

    def __init__(self, law: object, question: str) -> None:
        self._law, self._question = law, question

    def __getattr__(self, name: str) -> object:
        if name == self._question:
            raise RuntimeError("an error of ours")
        return getattr(self._law, name)


@pytest.fixture
def office(caplog):
    """A game in its first night."""
    caplog.set_level(logging.CRITICAL)
    return Office()


def stop(office: Office, question: str) -> None:
    office.live.play.law = Falling(office.live.play.law, question)


def state(office: Office) -> str:
    return office.store.game(GAME).state


def audited(office: Office) -> bool:
    found = audit_game(office.store, office.store.game(GAME), SETTINGS)
    return found.first_difference is None


def test_kept_letters_are_judged_by_their_time_of_receipt(office):
    """The one that stopped the game, too; each is answered once."""
    stop(office, "objections")
    first = office.store_mail("阿甲", "杀 小一", START + HOUR)
    later = office.store_mail("小二", "祈祷 小一", START + 2 * HOUR, recipient="gm@games.test")
    named = office.store_mail("小三", "祈祷 小三", START + 2 * HOUR, recipient="gm+g41@games.test")
    office.read()
    assert state(office) == "stopped"
    again = office.referee.resume(GAME, START + 3 * HOUR)
    assert (state(office), again) == ("running", [first, later, named])
    office.tick(START + 3 * HOUR)
    standing = {o.actor: o for o in office.table.orders.values()}
    assert standing["阿甲"].at == START + HOUR
    assert office.store.letter_read(first).verdict == "accepted"
    answers = [row for row in office.outbox() if row.recipient == office.address("阿甲")]
    assert sum("杀 小一" in text_of(row) for row in answers) == 1
    assert audited(office)


def test_what_became_due_meanwhile_is_made_up_for_and_late_mail_stays_late(office):
    """Received before the cut-off it counts, after it it does not; the next phase begins now."""
    back, in_time = START + DAY + 5 * HOUR, START + DAY - HOUR / 2
    places = {who: office.recipient(who) for who in ("阿甲", "小二")}
    stop(office, "closing")
    office.tick(START + DAY)
    assert state(office) == "stopped"
    office.store_mail("阿甲", "杀 小一", in_time, recipient=places["阿甲"])
    office.store_mail("小二", "投票 阿甲", START + DAY + HOUR, recipient=places["小二"])
    office.read()
    office.referee.resume(GAME, back)
    office.tick(back)
    night, day = office.table.phases
    assert (night.closed, day.opens) == (back, back)
    assert [death.who for death in office.table.deaths] == ["小一"]
    assert office.last_mail().verdict == "refused"
    assert audited(office)


def test_the_gm_is_told_and_a_restart_finds_the_game_running(office):
    stop(office, "objections")
    office.store_mail("阿甲", "杀 小一", START + HOUR)
    office.read()
    before = len(office.outbox())
    office.referee.resume(GAME, START + 2 * HOUR)
    told = office.outbox()[before:]
    assert [row.recipient for row in told] == [GM_ADDRESS]
    assert "接着进行" in text_of(told[0])
    office.referee.games.clear()
    office.tick(START + DAY)
    assert [death.who for death in office.table.deaths] == ["小一"]


def test_a_letter_that_stops_the_game_again_can_be_left_out(office, monkeypatch):
    stop(office, "objections")
    poison = office.store_mail("阿甲", "杀 小一", START + HOUR)
    other = office.store_mail("小二", "状态", START + 2 * HOUR)
    office.read()
    with pytest.raises(Kept):
        office.referee.resume(GAME, START + 3 * HOUR, [99])
    assert state(office) == "stopped"
    assert office.referee.resume(GAME, START + 3 * HOUR, [poison]) == [other]
    stop(office, "objections")
    office.tick(START + 3 * HOUR)
    assert state(office) == "running"
    assert office.store.letter_read(poison).verdict == "left_out"
    assert office.store.letter_read(other).verdict == "info"


def test_a_game_that_stops_again_keeps_its_letters_again(office):
    stop(office, "objections")
    letter = office.store_mail("阿甲", "杀 小一", START + HOUR)
    office.read()
    for hour in (2, 3):
        assert office.referee.resume(GAME, START + hour * HOUR) == [letter]
        stop(office, "objections")
        office.read()
        assert state(office) == "stopped"
    office.referee.resume(GAME, START + 4 * HOUR)
    office.tick(START + DAY)
    assert [death.who for death in office.table.deaths] == ["小一"]
    assert audited(office)


def test_only_a_stopped_game_can_be_resumed(office):
    for game in (GAME, "g99"):
        with pytest.raises(NotStopped):
            office.referee.resume(game, START + HOUR)
