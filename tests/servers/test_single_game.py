"""A whole game in one mailbox: read by IMAP, sent through Postfix, played by people with Dovecot.

Time stands still until all mail of an instant has gone the whole way, so that a slow machine plays
the same game as a fast one; what the servers write into mails is the real time, which is later than
the game's, so that a mail counts as received when it is fetched.
"""

from datetime import timedelta
from pathlib import Path

from pbp.config import Addressing, Config, Delivery, Gm, ImapIntake, Intake, Server, SmtpIntake
from pbp.demo.mailprogram import MailProgram
from pbp.demo.players import Person
from pbp.demo.stage import Play, Stage
from pbp.demo.words import MAILBOXES, words_of
from pbp.game.dice import Dice
from pbp.post.smtp_out import SmtpOutSettings, SmtpTransport
from pbp.server import Server as Referee
from tests.e2e.theatre import BEGIN, SEATS, ZONE, Seen, SteppingClock, setup_for
from tests.servers.dovecot import Dovecot
from tests.servers.machines import until
from tests.servers.postfix import Postfix

BOX, GM = "table@box.test", "referee@players.test"


class MailboxStage(Stage):
    """A server of ours between a mailbox on Dovecot and a smarthost that is Postfix."""

    def __init__(self, config: Config, dovecot: Dovecot, postfix: Postfix) -> None:
        super().__init__(config, SteppingClock(BEGIN))
        self.dovecot, self.postfix = dovecot, postfix
        self.programs: list[MailProgram] = []
        self.server = Referee(
            config,
            self.store,
            self.clock,
            SmtpTransport(SmtpOutSettings(port=postfix.port, hostname="box.test")),
        )

    def program(self, name: str, address: str) -> MailProgram:
        mailbox = self.dovecot.folder / "mail" / address
        made = MailProgram(name, address, mailbox, ("127.0.0.1", self.postfix.port))
        self.programs.append(made)
        return made

    def settle(self) -> None:
        """Wait until every mail of this instant has gone the whole way, and what follows too."""
        while True:
            sent = sum(len(program.sent) for program in self.programs)
            until(lambda: self.store.count_letters() >= sent, self.postfix.said)  # noqa: B023
            super().settle()
            out = self.store.count_outbox().get("sent", 0)
            until(lambda: self._delivered() >= out, self.postfix.said)  # noqa: B023
            super().settle()
            if self.store.count_outbox().get("sent", 0) == out:
                return

    def _delivered(self) -> int:
        return sum(1 for _ in (self.dovecot.folder / "mail").glob("*@players.test/new/*"))


def config_of(folder: Path, dovecot: Dovecot) -> Config:
    password = folder / "imap-password"
    password.write_text("app_code\n", "ascii")
    return Config(
        server=Server(host="box.test", data="data"),
        intake=Intake(
            smtp=SmtpIntake(enabled=False),
            imap=ImapIntake(
                enabled=True,
                host="127.0.0.1",
                port=dovecot.imap,
                security="none",
                login=BOX,
                password_file=str(password),
                poll=timedelta(milliseconds=50),
                lag=timedelta(0),
            ),
        ),
        delivery=Delivery(),
        addressing=Addressing(style="single", mailbox=BOX),
        gm=Gm(addresses=(GM,)),
        folder=str(folder),
    )


def test_a_whole_game_is_played_in_one_mailbox(dovecot: Dovecot, postfix: Postfix, tmp_path: Path):
    seen, seats = Seen(), SEATS["prayer"]
    with MailboxStage(config_of(tmp_path, dovecot), dovecot, postfix) as stage:
        stage.new_game(setup_for(stage.config, "prayer", "zh"))
        desk = stage.program("GM", GM)
        people = [
            Person(stage.program(name, f"{box}@players.test"), "zh", ZONE, Dice(f"single/{name}"))
            for name, box in zip(words_of("zh").names[:seats], MAILBOXES, strict=False)
        ]
        play = Play(stage, people, desk, seen)
        stage.settle()
        play.look_around()
        for person in people:
            play.invite(person, seen.posts[0])
        play.go_on(over=lambda: all(person.notes.over for person in people))
        stage.settle()
        play.look_around()
        letters = [read.verdict for _, read in stage.store.letters_of("g1")]
        game = stage.store.game("g1")
        assert stage.audit()
    assert game.state == "ended"
    assert all(person.notes.over for person in people)
    sent = [mail for person in people for mail in person.program.sent]
    assert {mail.to for mail in sent} == {BOX}
    assert len(letters) == len(sent) == stage_count(tmp_path)
    assert letters.count("accepted") > seats * 3
    for mail in sent:
        answers = [x for _, x in seen.letters if x.answered == mail.message_id]
        assert len(answers) == 1, mail
    for post in seen.posts:
        assert "@" not in post.text.replace(BOX, "")


def stage_count(folder: Path) -> int:
    from pbp.store import SqliteStore
    from pbp.wiring import JOURNAL

    with SqliteStore.open(folder / "data" / JOURNAL, read_only=True) as store:
        return store.count_letters()
