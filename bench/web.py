"""Pages of a game with 5,000 posts, made in this process; against a page that is only sent.

The game is played by mail for some days and shown by the server's own writer, votes and deaths and
all; talk fills it up. The other side is Starlette too: as many bytes of HTML out of a template with
one loop, no database, no routes, no headers. The network and uvicorn are left out on both sides.
"""

import asyncio
import itertools
import logging
from collections.abc import Awaitable, Callable, Iterator, MutableMapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any
from urllib.parse import quote, urlsplit

from jinja2 import Environment
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from bench import games, mails
from bench.report import Figure, alternated, ratios, show
from pbp.board.file import open_to_read, open_to_write
from pbp.board.reader import BoardReader
from pbp.board.rows import Post
from pbp.board.writer import BoardWriter
from pbp.config import Config
from pbp.render import Renderer
from pbp.service.lastgate import LastGate
from pbp.service.live import Live
from pbp.service.publishing import Publisher
from pbp.service.referee import Referee
from pbp.store import SqliteStore
from pbp.web.app import application
from pbp.web.settings import WebSettings
from pbp.web.site import Site
from pbp.wiring import referee_of

POSTS = 5000
SEATS, DAYS = 16, 5
GAME = "g1"
ASKED = "昨天"
PAGES = {
    "its page": (f"/{GAME}/", 36.0),
    "a thread, 50 posts": (f"/{GAME}/t/chat?page=10", 13.0),
    "all votes": (f"/{GAME}/votes", 32.0),
    "search for a common word": (f"/{GAME}/search?q={quote(ASKED)}", 100.0),
    "its feed": (f"/{GAME}/atom.xml", 9.0),
}
"""What is asked for: the address, and how many times what is only sent it may cost."""

LINES = Environment(autoescape=True).from_string("{% for x in lines %}<p>{{ x }}</p>\n{% endfor %}")
LINE = "昨天的发言我又看了一遍。"

App = Callable[..., Awaitable[None]]


def measure(build: Path, *, quick: bool) -> list[Figure]:
    """Take the figure of each page."""
    logging.getLogger("pbp.web").setLevel(logging.WARNING)
    rounds, count, days = (3, 5, 1) if quick else (9, 20, DAYS)
    with TemporaryDirectory(prefix="bench-", dir=build) as folder:
        file = Path(folder) / "public.sqlite3"
        now = made(file, days=days)
        reading = open_to_read(file)
        board = site(reading, now)
        figures = [
            _page(board, name, path, bar, rounds, count) for name, (path, bar) in PAGES.items()
        ]
        reading.close()
        return figures


def _page(board: App, name: str, path: str, bar: float, rounds: int, count: int) -> Figure:
    size = len(got(board, path))
    bare = sender(size)
    got(bare, "/")
    ours, theirs = alternated(
        lambda: asked(board, path, count), lambda: asked(bare, "/", 10 * count), rounds
    )
    return show(
        Figure(
            name=f"a game of {POSTS:,} posts: {name}",
            value=1000 * median(ours),
            unit="ms",
            rounds=ratios(ours, theirs),
            baseline=f"bare Starlette, {size / 1024:.0f} KiB",
            bar=bar,
            at_most=True,
        )
    )


# -- the game -------------------------------------------------------------------------------------


def made(file: Path, seats: int = SEATS, days: int = DAYS, posts: int = POSTS) -> datetime:
    """Play a game, and write the public view of it with so many posts; the instant it is at."""
    config = games.config_of(file.parent)
    start = games.now() - timedelta(days=30)
    with SqliteStore.open(":memory:") as store:
        referee = referee_of(config, store)
        referee.new_game(games.prayer(1, start, seats), games.SECRET, start)
        now = _played(referee, store, config, start, days)
        connection = open_to_write(file)
        board = BoardWriter(connection)
        gate: Any = lambda game: LastGate(referee.loaded(game)).is_clean  # noqa: E731
        Publisher(store, Renderer(), board, gate, games.HOST).publish_all()
        (sheet,) = BoardReader(connection).games()
        said = _talk(referee.loaded(GAME), start, now, posts - len(board.keys(GAME)))
        board.write(sheet, list(said))
        connection.close()
    return now


def _played(
    referee: Referee, store: SqliteStore, config: Config, start: datetime, days: int
) -> datetime:
    """Let everybody vote, and vote again, on each day; the last day has not ended."""
    serial, now = itertools.count(), start
    for _ in range(days):
        live = referee.live(GAME)
        while live.play.table.phase.kind == "night":
            now = live.play.next_due()
            referee.tick(now)
        day = live.play.table.phase.id
        for handle, word in list(_votes(live)):
            now += timedelta(seconds=30)
            to = games.address(config, live, handle)
            raw = mails.plain(next(serial), word, sender="p@provider.test", to=to, game=GAME)
            store.append_letters([games.letter(raw, to, now)])
            games.read_all(referee)
        last = now
        while live.play.table.phase.id == day:
            now = live.play.next_due()
            referee.tick(now)
    return last


def _votes(live: Live) -> Iterator[tuple[str, str]]:
    """Everybody for the next one, then for the last one, who dies of it."""
    alive = live.play.table.living()
    for place, handle in enumerate(alive):
        yield handle, f"投票 {alive[(place + 1) % len(alive)]}"
    for handle in alive[:-2]:
        yield handle, f"改票 {alive[-1]}"


def _talk(live: Live, start: datetime, now: datetime, count: int) -> Iterator[Post]:
    """What players say besides, a few lines each."""
    handles = [seat.handle for seat in live.setup.seats]
    for number in range(count):
        yield Post(
            game=GAME,
            key=f"k{number}",
            thread=("chat", "analysis")[number % 2],
            kind=("chat", "analysis")[number % 2],
            at=start + (now - start) * number / count,
            subject=f"第{number}帖",
            text="\n".join(f"第{number}帖第{n}行：{LINE}" for n in range(5)),
            phase="D1",
            author=handles[number % len(handles)],
        )


# -- the two sides --------------------------------------------------------------------------------


def site(connection: Any, now: datetime) -> App:
    """The board over a public view, as the web process has it."""
    settings = WebSettings(board="", requests_per_minute=10**9)
    return application(Site(BoardReader(connection), settings, lambda: now), lambda: 0.0)


def sender(size: int) -> App:
    """Sends so many bytes of HTML out of a template with one loop."""
    whole, rest = divmod(size, len(f"<p>{LINE}</p>\n".encode()))
    lines = [LINE] * whole

    async def page(_: Request) -> HTMLResponse:
        return HTMLResponse(LINES.render(lines=lines) + " " * rest)

    return Starlette(routes=[Route("/", page)])


def got(app: App, path: str) -> bytes:
    """The page at an address; it must be there."""
    (page,) = asyncio.run(_answers(app, path, 1))
    return page


def asked(app: App, path: str, count: int) -> float:
    """Seconds of the processor for one page."""

    async def all_of_them() -> float:
        begin = process_time()
        await _answers(app, path, count)
        return (process_time() - begin) / count

    return asyncio.run(all_of_them())


async def _answers(app: App, path: str, count: int) -> Sequence[bytes]:
    parts = urlsplit(path)
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": parts.path,
        "raw_path": parts.path.encode(),
        "query_string": parts.query.encode(),
        "headers": [(b"host", b"games.test"), (b"accept-language", b"zh-CN,zh;q=0.9")],
        "server": ("games.test", 80),
        "client": ("192.0.2.1", 1),
        "root_path": "",
    }
    pages = []
    for _ in range(count):
        sent: list[MutableMapping[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: MutableMapping[str, Any], sent: list = sent) -> None:
            sent.append(message)

        await app(dict(scope), receive, send)
        if sent[0]["status"] != 200:
            raise RuntimeError(f"{path}: {sent[0]['status']}")
        pages.append(b"".join(message.get("body", b"") for message in sent[1:]))
    return pages
