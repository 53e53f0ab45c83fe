"""Games in a journal as the server itself writes them, and the people who play them."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec

from bench import mails
from pbp.config import Config, Gm, Intake, Limits, Server, SmtpIntake
from pbp.game.dice import Dice
from pbp.game.nouns import Salts, Seat
from pbp.game.options import show_value
from pbp.rulesets.shelf import law_of
from pbp.service import setup
from pbp.service.addresses import write
from pbp.service.live import Live
from pbp.service.referee import Referee
from pbp.store import NewLetter, SqliteStore
from pbp.wiring import referee_of, settings_of

HOST = "host.example"
HANDLES = tuple(family + given for family in "阿小老大" for given in "甲乙丙丁戊己庚辛壬癸")
SECRET = b"of a journal that is thrown away"
HOUR = timedelta(hours=1)
PEOPLE = 50


def config_of(folder: Path) -> Config:
    """A server in a folder, on any free port, that takes all that one machine sends."""
    door = SmtpIntake(
        port=0, mails_per_connection=1_000_000, mails_per_hour_sender=0, mails_per_hour_host=0
    )
    return Config(
        server=Server(host=HOST, data=str(folder)),
        intake=Intake(smtp=door),
        gm=Gm(addresses=(f"referee@{HOST}",)),
    )


def now() -> datetime:
    """The present instant: a server that is measured asks the real clock."""
    return datetime.now(UTC).replace(microsecond=0)


def prayer(number: int, starts: datetime, seats: int = 10) -> setup.Setup:
    """A game of prayer with the options of a real one."""
    roles = ["killer" if n < 2 else "villager" for n in range(seats)]
    cast = tuple(
        Seat(number=n, handle=HANDLES[n - 1], role=role) for n, role in enumerate(roles, start=1)
    )
    return _setup(number, "prayer", starts, cast, {"villagers": seats - 2})


def dealt(number: int, ruleset: str, starts: datetime) -> setup.Setup:
    """A game of another rule set, its roles dealt by lot."""
    law, options = law_of(ruleset), Config().options(ruleset, {})
    count = law.players(options)
    bare = [Seat(number=n, handle=HANDLES[n - 1]) for n in range(1, count + 1)]
    cast = law.deal(options, Dice(f"{number:064x}"), bare)
    return _setup(number, ruleset, starts, tuple(cast), {})


def _setup(
    number: int,
    ruleset: str,
    starts: datetime,
    seats: tuple[Seat, ...],
    options: dict[str, object],
) -> setup.Setup:
    given = Config().options(ruleset, options)
    owners = {}
    for place, seat in enumerate(seats):
        person = (number * len(seats) + place) % PEOPLE
        owners[seat.handle] = setup.Owner(f"Person{person}", (f"player{person}@provider.test",))
    return setup.Setup(
        id=f"g{number}",
        ruleset=ruleset,
        locale="zh",
        timezone="Asia/Shanghai",
        starts=starts,
        seed=f"{number:064x}",
        options={name: show_value(value) for name, value in given.items()},
        seats=seats,
        owners=owners,
        checked_in=True,
        salts=Salts(deal="0" * 64, owners="1" * 64, receipts="2" * 64),
    )


def begin(store: SqliteStore, config: Config, setups: Iterable[setup.Setup]) -> list[Live]:
    """Write games that have begun, each settled to the present; all of them, loaded."""
    referee = referee_of(config, store)
    made = [referee.new_game(each, SECRET, each.starts) for each in setups]
    referee.tick(now())
    store.beat(now())
    return [referee.loaded(live.setup.id) for live in made]


def address(config: Config, live: Live, handle: str, base: str = "gm") -> str:
    """The private address of a seat."""
    return write(settings_of(config), base, live.setup.id, live.token(handle))


def mail_of(
    config: Config, live: Live, handle: str, number: int, words: str, lines: int = 5
) -> tuple[str, bytes]:
    """A player's mail to the GM identity: where it goes, and its bytes (see mails.plain)."""
    to, sender = address(config, live, handle), live.addresses_of(handle)[0]
    raw = mails.plain(number, words, sender=sender, to=to, game=live.setup.id, lines=lines)
    return to, raw


def letter(raw: bytes, to: str, at: datetime) -> NewLetter:
    """A mail as the intake would store it."""
    return NewLetter(received_at=at, recipients=(to,), raw=raw, envelope_from=b"x@provider.test")


def read_all(referee: Referee) -> int:
    """Read all that is unread; how many letters."""
    count = 0
    while got := referee.read_letters():
        count += got
    return count


def copied(store: SqliteStore, original: str, names: Iterable[str]) -> None:
    """Write copies of a game under other names: its set-up, inputs and facts, nothing sent."""
    table = store._db
    row = table.row("SELECT * FROM games WHERE id = ?", (original,))
    inputs = table.rows("SELECT seq, at, kind, body FROM inputs WHERE game = ?", (original,))
    facts = table.rows("SELECT seq, input_seq, body FROM facts WHERE game = ?", (original,))
    mark = f'"{original}"'.encode()
    with table.transaction() as connection:
        born = row[1]
        for name in names:
            born += 1
            new = f'"{name}"'.encode()
            game = (name, born, *row[2:4], row[4].replace(mark, new), *row[5:])
            connection.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", game)
            connection.executemany(
                "INSERT INTO inputs VALUES (?, ?, ?, ?, ?)",
                [(name, seq, at, kind, body.replace(mark, new)) for seq, at, kind, body in inputs],
            )
            connection.executemany(
                "INSERT INTO facts VALUES (?, ?, ?, ?)",
                [(name, seq, cause, body.replace(mark, new)) for seq, cause, body in facts],
            )


def in_a_hurry(store: SqliteStore) -> None:
    """A journal that is being prepared need not survive a power cut."""
    store._db._writer.execute("PRAGMA synchronous = OFF")


def story(live: Live, rounds: int) -> Iterator[tuple[str, str]]:
    """What the players of a game of prayer write: handle and words, each order another one."""
    handles = [seat.handle for seat in live.setup.seats]
    night = live.play.table.phase.kind == "night"
    for turn in range(rounds):
        for place, handle in enumerate(handles):
            other = handles[(place + turn + 1) % len(handles)]
            if night:
                word = "杀" if live.setup.seats[place].role == "killer" else "祈祷"
                yield handle, f"{word} {other}"
            else:
                yield handle, f"{'投票' if turn == 0 else '改票'} {other}"


def generous(config: Config) -> Config:
    """The same server without a cap on answers: one mail, one answer."""
    caps = msgspec.structs.replace(config.limits.answers_per_hour, proved=1_000_000)
    limits: Limits = msgspec.structs.replace(config.limits, answers_per_hour=caps)
    return msgspec.structs.replace(config, limits=limits)
