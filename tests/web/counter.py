"""A board and its reception over a journal in memory, asked by a client without a network.

The referee's thread is this one: what is handed to it is done at once.
"""

import asyncio
import itertools
from collections.abc import Callable
from concurrent.futures import Future
from datetime import datetime, timedelta
from typing import Any

from msgspec.structs import replace
from starlette.testclient import TestClient

from pbp.board.file import open_to_write
from pbp.board.reader import BoardReader
from pbp.board.writer import BoardWriter
from pbp.reception.reception import Reception
from pbp.service.lastgate import LastGate
from pbp.service.publishing import Publisher
from pbp.service.referee import Referee
from pbp.store import NewLetter
from pbp.web.app import application
from pbp.web.settings import WebSettings
from pbp.web.site import Site
from tests.service.office import RENDERER, SETTINGS, START, Office, setup_for, text_of

URL = "https://games.test"
LINK_VALID, SESSION = timedelta(minutes=15), timedelta(hours=12)


class Counter(Office):
    """An office whose game can be seen and played on the web."""

    def __init__(self, web: dict[str, Any] | None = None, **changes: Any) -> None:
        super().__init__(setup_for(**changes), settings=replace(SETTINGS, web_url=URL))
        self.now = START + timedelta(hours=1)
        self.connection = open_to_write(":memory:")
        self.publisher = publisher_over(self.referee, self.connection)
        self.reception = Reception(
            self.submit, self.store_letter, lambda: self.now, LINK_VALID, SESSION
        )
        self.asked: list[dict[str, Any]] = []
        self.client = client_of(self.connection, lambda: self.now, self.ask, **(web or {}))
        self.publisher.publish_all()

    def submit(self, work: Callable[[Referee], dict[str, Any]]) -> "Future[dict[str, Any]]":
        done: Future[dict[str, Any]] = Future()
        try:
            done.set_result(work(self.referee))
        except Exception as error:
            done.set_exception(error)
        self.publisher.publish_all()
        return done

    async def store_letter(self, letter: NewLetter) -> int:
        (number,) = self.store.append_letters([replace(letter, received_at=self.now)])
        self.read(self.now)
        self.publisher.publish_all()
        return number

    async def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        self.asked.append(question)
        return await self.reception.answer(question)

    def csrf(self, page: str) -> str:
        return page.split('name="csrf" value="')[1].split('"', maxsplit=1)[0]

    def once(self, page: str) -> str:
        return page.split('name="once" value="')[1].split('"', maxsplit=1)[0]

    def post(self, path: str, page: str = "", **fields: str) -> Any:
        """Send a form of a page, as a browser would."""
        page = page or self.client.get(path).text
        hidden = {"csrf": self.csrf(page)}
        if 'name="once"' in page:
            hidden["once"] = self.once(page)
        return self.client.post(path, data={**hidden, **fields}, follow_redirects=False)

    def link_for(self, who: str) -> str:
        """Ask for a link by the form, and take it from the mail."""
        before = len(self.outbox())
        self.post("/g41/key", address=self.address(who))
        (mail,) = self.outbox()[before:]
        assert mail.recipient == self.address(who)
        return next(w for w in text_of(mail).split() if w.startswith(URL)).removeprefix(URL)

    def sign_in(self, who: str) -> Any:
        """Through the link's page and its button."""
        link = self.link_for(who)
        page = self.client.get(link).text
        return self.post("/g41/enter", page, k=link.split("k=")[1])


def publisher_over(referee: Referee, connection: Any) -> Publisher:
    """Writes the public view of a referee's journal."""
    return Publisher(
        referee.store,
        RENDERER,
        BoardWriter(connection),
        lambda game: LastGate(referee.loaded(game)).is_clean,
        "games.test",
        referee.archive.games,
    )


def client_of(connection: Any, now: Callable[[], datetime], ask: Any = None, **web: Any) -> Any:
    """A client of the site over a public view. Seconds go by with each request."""
    settings = WebSettings(
        board="", **{"requests_per_minute": 100_000, "forms_per_minute": 10_000, **web}
    )
    site = Site(BoardReader(connection), settings, now, ask)
    steady = itertools.count()
    return TestClient(
        application(site, lambda: next(steady) / 1000), base_url=URL, raise_server_exceptions=True
    )


def all_pages(client: Any, games: list[str]) -> dict[str, str]:
    """Every page that links lead to from the list of games, by its path; each of them answers."""
    seen: dict[str, str] = {}
    waiting = ["/", "/archive", "/statistics", *(f"/{game}/state.json" for game in games)]
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        answer = client.get(path, follow_redirects=False)
        assert answer.status_code in (200, 302, 303), (path, answer.status_code)
        seen[path] = answer.text + str(answer.headers)
        for link in [piece.split('"')[0] for piece in answer.text.split('href="')[1:]]:
            place = link.replace("&amp;", "&").partition("#")[0]
            if place.startswith("/") and not place.startswith("/language"):
                waiting.append(place)
    return seen


def run(coroutine: Any) -> Any:
    """Wait for a coroutine."""
    return asyncio.run(coroutine)
