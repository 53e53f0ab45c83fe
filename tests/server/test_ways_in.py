"""A phase closes only when every way in has been read past its deadline, or is given up (C-2.1)."""

import threading
from datetime import timedelta
from email import message_from_bytes, policy
from pathlib import Path

import pytest

from pbp import wiring
from pbp.config import Config, Delivery, Gm, Intake, Server, SmtpIntake
from pbp.demo.stage import Stage
from pbp.game import facts as f
from pbp.post.clock import StandingClock
from pbp.store import NewLetter
from tests.service.office import DAY, GAME, GM_ADDRESS, HOST, START, setup_for

NIGHTFALL = START + DAY
WAIT = 20.0


class Mailbox:
    """A way in of which a test says how far it was read."""

    name = "imap"

    def __init__(self) -> None:
        self.until = START
        self.asked = threading.Event()
        self.away = None

    async def start(self) -> None:
        pass

    async def stop(self) -> None:
        pass

    def complete_until(self):
        return self.until

    def expect(self, instant) -> None:
        if START < instant <= NIGHTFALL:
            self.asked.set()

    def was_away(self, since, now) -> None:
        self.away = since, now


@pytest.fixture
def mailbox(monkeypatch) -> Mailbox:
    made = Mailbox()
    monkeypatch.setattr(wiring, "intakes_of", lambda *_: [made])
    return made


def stage_in(folder: Path, wait_max=timedelta(hours=1), at=START) -> Stage:
    config = Config(
        server=Server(host=HOST),
        intake=Intake(smtp=SmtpIntake(enabled=False), wait_max=wait_max),
        delivery=Delivery(),
        gm=Gm(addresses=(GM_ADDRESS,)),
        folder=str(folder),
    )
    return Stage(config, StandingClock(at))


def facts_of(stage: Stage, kind: type) -> list:
    found = [f.from_bytes(fact.body) for fact in stage.store.facts(GAME)]
    return [fact for fact in found if isinstance(fact, kind)]


def until(stage: Stage, condition) -> None:
    with stage.changed:
        assert stage.changed.wait_for(condition, WAIT)


def nightfall(stage: Stage) -> None:
    stage.clock.set(NIGHTFALL)
    stage.server.wake()


def test_a_close_waits_for_a_mailbox_and_mail_that_lay_there_counts(mailbox, tmp_path):
    with stage_in(tmp_path) as stage:
        stage.new_game(setup_for())
        live = stage.server.referee.live(GAME)
        address = f"gm+{GAME}.{live.token('小一')}@{HOST}"
        nightfall(stage)
        assert mailbox.asked.wait(WAIT)
        assert facts_of(stage, f.PhaseClosed) == []
        words = "From: x@x.test\r\nMessage-ID: <1@x.test>\r\n\r\n祈祷 小二\r\n".encode()
        at = NIGHTFALL - timedelta(minutes=1)
        stage.store.append_letters([NewLetter(received_at=at, recipients=(address,), raw=words)])
        mailbox.until = NIGHTFALL
        stage.server.wake()
        until(stage, lambda: facts_of(stage, f.PhaseClosed))
        (heard,) = facts_of(stage, f.MailHeard)
        assert (heard.phase, heard.verdict, heard.at) == ("N1", "accepted", at)


def test_a_mailbox_that_does_not_work_is_given_up_and_the_gm_is_told_once(mailbox, tmp_path):
    with stage_in(tmp_path, wait_max=timedelta(milliseconds=100)) as stage:
        stage.new_game(setup_for())
        nightfall(stage)
        until(stage, lambda: facts_of(stage, f.PhaseClosed))
        folder = tmp_path / "data" / "mailboxes" / GM_ADDRESS / "new"
        until(stage, lambda: told(folder) == 1)
        stage.clock.set(NIGHTFALL + timedelta(hours=1))
        stage.server.wake()
        stage.settle()
        assert told(folder) == 1


def told(folder: Path) -> int:
    mails = [message_from_bytes(x.read_bytes(), policy=policy.default) for x in folder.glob("*")]
    return sum("收信的路断了很久" in mail.get_body(("plain",)).get_content() for mail in mails)


def test_a_stop_over_a_deadline_is_told_to_the_ways_in(mailbox, tmp_path):
    with stage_in(tmp_path) as stage:
        stage.new_game(setup_for())
    assert mailbox.away is None
    with stage_in(tmp_path, at=NIGHTFALL + timedelta(minutes=5)):
        assert mailbox.away == (START, NIGHTFALL + timedelta(minutes=5))
