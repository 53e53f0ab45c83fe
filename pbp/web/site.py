"""What every page needs: the public view, the words, the reader's language, errors as pages."""

from collections.abc import Callable
from datetime import datetime
from http import HTTPStatus
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from pbp.board.reader import BoardReader
from pbp.board.rows import GameSheet
from pbp.web.line import Ask
from pbp.web.pages import LANGUAGES, Pages, about
from pbp.web.settings import WebSettings
from pbp.web.urls import Urls

LANGUAGE_COOKIE = "lang"
PAGE_MAX = 1_000_000


class Site:
    """The board, as one asks it for pages."""

    def __init__(
        self,
        board: BoardReader,
        settings: WebSettings,
        now: Callable[[], datetime],
        ask: Ask | None = None,
        urls: Urls | None = None,
    ) -> None:
        """now: the present instant. ask: the line to the server, if there is one."""
        self.board = board
        self.settings = settings
        self.now = now
        self.ask = ask
        self.pages = Pages(settings.templates)
        self.urls = urls or Urls()

    def language(self, request: Request) -> str:
        """The reader's language: what he chose, else what his browser says, else the server's."""
        chosen = request.cookies.get(LANGUAGE_COOKIE)
        if chosen in LANGUAGES:
            return chosen
        for part in request.headers.get("accept-language", "").split(","):
            tag = part.partition(";")[0].strip().lower()[:2]
            if tag in LANGUAGES:
                return tag
        return self.settings.locale

    def game(self, request: Request) -> GameSheet:
        """The game that an address names; the page 404 where there is none."""
        found = self.board.game(request.path_params["game"])
        if found is None:
            raise HTTPException(HTTPStatus.NOT_FOUND)
        return found

    def page(
        self,
        request: Request,
        name: str,
        game: GameSheet | None = None,
        *,
        place: str = "",
        status: int = 200,
        **given: Any,
    ) -> HTMLResponse:
        """A page of a template."""
        lang = self.language(request)
        body = self.body(name, lang, game, place=place, path=request.url.path, **given)
        headers = {"Vary": "Accept-Language, Cookie", "Cache-Control": "no-cache"}
        return HTMLResponse(body, status, headers)

    def body(
        self,
        name: str,
        lang: str,
        game: GameSheet | None = None,
        *,
        place: str = "",
        path: str = "/",
        **given: Any,
    ) -> str:
        """The text of a page."""
        said = about(game.sheet if game else None, lang)
        shown = {"lang": lang, "place": place, "path": path}
        return self.pages.render(name, lang, said, url=self.urls, page=shown, game=game, **given)

    def words(self, lang: str, sheet: dict[str, Any] | None = None) -> Any:
        """The words, as they are said of a game."""
        return self.pages.words(lang, about(sheet, lang))

    def error(self, request: Request, status: int) -> Response:
        """An error as a page in the reader's language."""
        code = str(status) if str(status) in self.words("zh").errors else "400"
        return self.page(request, "error.html", status=status, code=code)


def page_number(request: Request) -> int:
    """The page that is asked for; nonsense is the page 400."""
    written = request.query_params.get("page", "1")
    if not written.isascii() or not written.isdigit() or not 0 < int(written[:9]) < PAGE_MAX:
        raise HTTPException(HTTPStatus.BAD_REQUEST)
    return int(written[:9])
