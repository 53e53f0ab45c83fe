"""The application: which address is which page, and what an error looks like."""

from collections.abc import Awaitable, Callable
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from pbp.web.board_pages import BoardPages
from pbp.web.guard import App, Guard
from pbp.web.list_pages import ListPages
from pbp.web.private_pages import PrivatePages
from pbp.web.site import Site

STATIC = Path(__file__).with_name("static")

Page = Callable[[Request], Awaitable[Response]]


def application(site: Site, steady: Callable[[], float]) -> App:
    """The whole site. steady: a clock in seconds that never goes back, for the limits."""
    inner = Starlette(
        routes=_routes(site),
        exception_handlers={HTTPException: _failed(site), Exception: _failed(site)},
    )
    return Guard(inner, site.settings, steady)


def _routes(site: Site) -> list[Route | Mount]:
    board, private, lists = BoardPages(site), PrivatePages(site), ListPages(site)

    def route(path: str, page: Page, *methods: str) -> Route:
        async def limited(request: Request) -> Response:
            if request.state.too:
                return site.error(request, request.state.too)
            return await page(request)

        return Route(path, limited, methods=list(methods or ("GET",)))

    one = [
        route("/", board.game),
        route("/state.json", board.state),
        route("/atom.xml", board.feed),
        route("/t/{slug}", board.thread),
        route("/t/{slug}/atom.xml", board.feed),
        route("/p/{key}", board.post),
        route("/votes", board.votes),
        route("/search", board.search),
        route("/key", private.key, "GET", "POST"),
        route("/enter", private.enter, "GET", "POST"),
        route("/mine", private.mine, "GET", "POST"),
        route("/desk", private.desk, "GET", "POST"),
        route("/out", private.out, "POST"),
        route("/leave", lists.leave, "GET", "POST"),
    ]
    return [
        route("/", board.home),
        route("/archive", board.archive),
        route("/statistics", board.statistics),
        route("/search", board.search),
        route("/law/{name}", board.law),
        route("/language", board.language),
        route("/robots.txt", _robots),
        Mount("/static", StaticFiles(directory=STATIC)),
        *(Route(f"/{{game}}{r.path}", r.endpoint, methods=list(r.methods or ())) for r in one),
    ]


async def _robots(_: Request) -> Response:
    return PlainTextResponse("User-agent: *\nDisallow: /*/key\nDisallow: /*/search\n")


def _failed(site: Site) -> Callable[[Request, Exception], Awaitable[Response]]:
    async def page(request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        return site.error(request, status)

    return page
