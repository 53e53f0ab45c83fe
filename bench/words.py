"""Reading one mail, and writing one answer: no disk, no server, one mail after the other.

The stdlib's side does the least that a reader needs: parse (compat32), decode four headers and
the body. Ours gives the person's own words, what was quoted, and whether a machine wrote.
"""

import email
import sys
from collections.abc import Callable, Sequence
from email.header import decode_header, make_header
from email.message import Message
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

import msgspec

from bench import games, mails
from bench.report import Figure, alternated, ratios, show
from pbp.config import Config
from pbp.game import facts as f
from pbp.letters.opening import open_letter
from pbp.render import Renderer
from pbp.render.renderer import variables
from pbp.service.live import Live
from pbp.service.outgoing import Writer, about_of
from pbp.store import SqliteStore
from pbp.wiring import referee_of, settings_of

CUT_OFF_SECONDS = Config().limits.reading_time.total_seconds()
"""After so much of the processor the server gives a mail up, unread (limits.reading_time)."""

HEADERS = ("From", "To", "Subject", "Message-ID")


def measure(_build: Path, *, quick: bool) -> list[Figure]:
    """Take the figures of words in and words out."""
    rounds, count = (3, 100) if quick else (7, 400)
    return [*_reading(rounds, count), _worst(quick=quick), _answer(rounds, count)]


def _reading(rounds: int, count: int) -> list[Figure]:
    figures = []
    for name, make, share, bar in (
        ("reading a plain mail of 2 KB", mails.plain, 1, 3.0),
        ("reading a mail of 20 KB, GB18030 twice", mails.rich, 4, 2.5),
    ):
        serial = iter(range(10**9))

        def some(make: Callable = make, share: int = share, serial=serial) -> list[bytes]:
            return [
                make(next(serial), "祈祷 小甲", sender="p@provider.test", to="gm+g1@host.example",
                     game="g1")
                for _ in range(count // share)
            ]  # fmt: skip

        ours, theirs = alternated(
            lambda some=some: _each(open_letter, some()),
            lambda some=some: _each(_stdlib, some()),
            rounds,
        )
        figures.append(
            show(
                Figure(
                    name=name,
                    value=1e6 * median(ours),
                    unit="us",
                    rounds=ratios(ours, theirs),
                    baseline="stdlib compat32, headers and body decoded",
                    bar=bar,
                    at_most=True,
                )
            )
        )
    return figures


def _each(read: Callable[[bytes], object], raws: Sequence[bytes]) -> float:
    begin = process_time()
    for raw in raws:
        read(raw)
    return (process_time() - begin) / len(raws)


def _stdlib(raw: bytes) -> str:
    message = email.message_from_bytes(raw)
    for name in HEADERS:
        str(make_header(decode_header(message[name])))
    return "".join(_text(part) for part in message.walk() if not part.is_multipart())


def _text(part: Message) -> str:
    payload = part.get_payload(decode=True)
    return payload.decode(part.get_content_charset("utf-8"), "replace")


def _worst(*, quick: bool) -> Figure:
    """The slowest mail of the corpora and of those that were written to take for ever."""
    sys.path.insert(0, str(Path(__file__).parents[1]))
    from tests.letters import corpus
    from tests.letters.test_hostile_mails import ENDLESS, HOSTILE, PLAIN

    raws = [case.raw for case in corpus.cases()]
    raws += [path.read_bytes() for path in Path("../shared/mails").glob("*.eml")]
    raws += [*HOSTILE.values(), *(PLAIN + text.encode() for text in ENDLESS.values())]
    raws = raws[:: 8 if quick else 1]
    worst = max(_each(open_letter, [raw]) for raw in raws)
    return show(
        Figure(
            name=f"worst of {len(raws)} mails: corpora and hostile ones",
            value=worst,
            unit="s",
            rounds=(worst / CUT_OFF_SECONDS,),
            baseline="limits.reading_time, its cut-off",
            bar=0.9,
            at_most=True,
        )
    )


def _answer(rounds: int, count: int) -> Figure:
    """A notice from its fact to the bytes of the mail, against its template alone."""
    with TemporaryDirectory() as folder, SqliteStore.open(":memory:") as store:
        config = games.config_of(Path(folder))
        (live,) = games.begin(store, config, [games.prayer(1, games.now() - games.HOUR)])
        writer = Writer(settings_of(config), Renderer())
        about = about_of(live, writer.settings)
        facts = _taken(store, config, live, count)
        table = live.play.table
        table.notices_to[facts[0].to] = 10 * count

        def bare() -> float:
            template = writer.renderer.template("notice/order_taken.txt", about)
            begin = process_time()
            for fact in facts:
                template.render(
                    **writer.renderer._shared(about), **variables(fact), about=about, enclosed=False
                )
            return (process_time() - begin) / count

        def whole() -> float:
            begin = process_time()
            for fact in facts:
                writer.mails(live, [fact], "<x@provider.test>")
            return (process_time() - begin) / count

        bare(), whole()
        ours, theirs = alternated(whole, bare, rounds)
    return show(
        Figure(
            name="an answer, from its template to bytes",
            value=1e6 * median(ours),
            unit="us",
            rounds=ratios(ours, theirs),
            baseline="the bare template",
            bar=5,
            at_most=True,
        )
    )


def _taken(store: SqliteStore, config: Config, live: Live, count: int) -> list[f.Notified]:
    """That an order was taken, so many times: as the referee told it once, each a bit different."""
    who, to = live.setup.seats[3].handle, live.setup.seats[4].handle
    address = games.address(config, live, who)
    raw = mails.plain(1, f"祈祷 {to}", sender="p@provider.test", to=address, game=live.setup.id)
    store.append_letters([games.letter(raw, address, games.now())])
    games.read_all(referee_of(config, store))
    told = [f.from_bytes(fact.body) for fact in store.facts(live.setup.id)]
    fact = next(x for x in reversed(told) if isinstance(x, f.Notified) and x.kind == "order_taken")
    return [
        msgspec.structs.replace(fact, data={**fact.data, "receipt": n, "leaf": f"{n:064x}"})
        for n in range(count)
    ]
