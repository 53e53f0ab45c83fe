"""The public pages: games, a game, its threads and votes, search, feeds, statistics."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from pbp.board.rows import GameSheet, Post, Thread
from pbp.board.words import alike, terms
from pbp.web.law import law_page
from pbp.web.pages import LANGUAGES
from pbp.web.site import LANGUAGE_COOKIE, Site, page_number

OVER = "ended"
NEWS = 6
"""Announcements on a game's page."""

NEWS_KINDS = (
    *("nightfall", "dawn", "vote_open", "runoff_open", "execution", "no_execution", "out"),
    *("arrival", "extension", "pause", "silence", "announcement", "correction", "game_over"),
    *("rules", "roster", "signup", "signup_state", "exposed", "poll", "awards", "handover"),
)
FEED_POSTS = 30
HITS = 20
EXCERPT = 120
"""Characters of a post that was found."""

_EARLY = datetime(1970, 1, 1, tzinfo=UTC)
LIVES = ("past", "present", "next")
ORDER = ("rules", "roster", "news", "vote", "analysis", "last-words", "plot", "chat")


class BoardPages:
    """The pages that everybody may read."""

    def __init__(self, site: Site) -> None:
        """site: where everything is."""
        self.site = site

    # -- lists ----------------------------------------------------------------------------------

    async def home(self, request: Request) -> Response:
        """The games that are not over."""
        games = [game for game in self.site.board.games() if game.state != OVER]
        return self._list(request, games, "games")

    async def archive(self, request: Request) -> Response:
        """The games that are over."""
        games = [game for game in self.site.board.games() if game.state == OVER]
        return self._list(request, games, "archive")

    def _list(self, request: Request, games: list[GameSheet], place: str) -> Response:
        lang = self.site.language(request)
        words = self.site.words(lang).games
        rows = [
            {
                "id": game.id,
                "state": game.state,
                "sheet": game.sheet,
                "now": running(game.sheet),
                "words": self.site.words(lang, game.sheet),
            }
            for game in games
        ]
        heading, none = ("heading", "none") if place == "games" else ("archive", "no_archive")
        return self.site.page(
            request,
            "games.html",
            place=place,
            games=rows,
            heading=words[heading],
            none=words[none],
        )

    async def statistics(self, request: Request) -> Response:
        """The tables of a year, or of all; as `pbp stats` prints them."""
        seasons, year = self.site.board.seasons(), request.query_params.get("year", "")
        if year and year not in seasons:
            raise HTTPException(HTTPStatus.NOT_FOUND)
        return self.site.page(
            request,
            "statistics.html",
            place="statistics",
            years=list(seasons),
            year=year,
            tables=seasons.get(year),
        )

    # -- a game -----------------------------------------------------------------------------------

    async def game(self, request: Request) -> Response:
        """A game's page."""
        game = self.site.game(request)
        return self.site.page(request, "game.html", game, **self.of_game(game))

    def of_game(self, game: GameSheet) -> dict[str, Any]:
        """What a game's page shows besides its sheet."""
        sheet = game.sheet
        phase = running(sheet)
        closes = datetime.fromisoformat(phase["closes"]) if phase else None
        return {
            "now_phase": phase,
            "left": (closes - self.site.now()).total_seconds() if closes else 0,
            "ballots": latest_ballots(sheet),
            "news": self.site.board.newest(
                game.id, NEWS * (3 if sheet["lives"] else 1), NEWS_KINDS
            ),
            "threads": self.threads(game.id),
            "version": self.site.board.version(game.id),
        }

    def threads(self, game: str) -> list[Thread]:
        """A game's threads as a forum shows them; the rules are always there."""
        found = self.site.board.threads(game)
        if not any(thread.slug == "rules" for thread in found):
            found.insert(0, _no_posts(game, "rules"))
        return sorted(found, key=_place)

    async def state(self, request: Request) -> Response:
        """What a page that waits for a change asks."""
        version = self.site.board.version(request.path_params["game"])
        if version is None:
            raise HTTPException(HTTPStatus.NOT_FOUND)
        return JSONResponse({"version": version}, headers={"Cache-Control": "no-store"})

    async def thread(self, request: Request) -> Response:
        """A page of a thread."""
        game = self.site.game(request)
        slug, here = request.path_params["slug"], page_number(request)
        thread = self.site.board.thread(game.id, slug)
        if thread is None and slug == "rules":
            thread = _no_posts(game.id, slug)
        if thread is None or here > self.last_page(thread):
            raise HTTPException(HTTPStatus.NOT_FOUND)
        return self.site.page(request, "thread.html", game, **self.of_thread(thread, here))

    def last_page(self, thread: Thread) -> int:
        """How many pages a thread has."""
        return max(1, -(-thread.posts // self.site.settings.posts_per_page))

    def of_thread(self, thread: Thread, here: int) -> dict[str, Any]:
        """What a page of a thread shows."""
        count = self.site.settings.posts_per_page
        link: Callable[[int], str] = lambda page: self.site.urls.thread(  # noqa: E731
            thread.game, thread.slug, page
        )
        return {
            "thread": thread,
            "posts": self.site.board.posts(thread.game, thread.slug, (here - 1) * count + 1, count),
            "here": here,
            "last": self.last_page(thread),
            "link": link,
        }

    async def post(self, request: Request) -> Response:
        """A post's permanent address leads to its place in its thread."""
        post = self.site.board.post(request.path_params["game"], request.path_params["key"])
        if post is None:
            raise HTTPException(HTTPStatus.NOT_FOUND)
        page = (post.floor - 1) // self.site.settings.posts_per_page + 1
        return RedirectResponse(
            f"{self.site.urls.thread(post.game, post.thread, page)}#{post.key}", 302
        )

    async def votes(self, request: Request) -> Response:
        """All votes."""
        return self.site.page(request, "votes.html", self.site.game(request))

    async def law(self, request: Request) -> Response:
        """The clauses of a rule set, or those of all."""
        try:
            lang = self.site.language(request)
            title, text = law_page(request.path_params["name"], self.site.urls, lang)
        except LookupError:
            raise HTTPException(HTTPStatus.NOT_FOUND) from None
        return self.site.page(request, "law.html", title=title, text=text)

    # -- search -----------------------------------------------------------------------------------

    async def search(self, request: Request) -> Response:
        """Search in one game, or in all."""
        game = self.site.game(request) if "game" in request.path_params else None
        asked, here = request.query_params.get("q", "").strip()[:100], page_number(request)
        found, total = self.site.board.search(
            asked, game.id if game else None, (here - 1) * HITS, HITS
        )
        lang = self.site.language(request)
        sheets = {game.id: game.sheet} if game else {g.id: g.sheet for g in self.site.board.games()}
        words = terms(asked)
        return self.site.page(
            request,
            "search.html",
            place="search",
            game=game,
            asked=asked,
            total=total,
            first=(here - 1) * HITS + 1,
            hits=[self._hit(post, words, lang, sheets[post.game]) for post in found],
            here=here,
            last=max(1, -(-total // HITS)),
            link=lambda page: self.site.urls.search_page(game.id if game else None, asked, page),
        )

    def _hit(
        self, post: Post, asked: list[str], lang: str, sheet: dict[str, Any]
    ) -> dict[str, Any]:
        return {
            "post": post,
            "locale": sheet["locale"],
            "words": self.site.words(lang, sheet),
            "pieces": list(marked(post.text or post.subject, asked)),
        }

    # -- feeds ------------------------------------------------------------------------------------

    async def feed(self, request: Request) -> Response:
        """The last posts of a game or of a thread, as Atom (RFC 4287)."""
        game, slug = self.site.game(request), request.path_params.get("slug", "")
        thread = self.site.board.thread(game.id, slug) if slug else None
        if slug and thread is None:
            raise HTTPException(HTTPStatus.NOT_FOUND)
        posts = (
            self.site.board.latest(game.id, slug, FEED_POSTS)
            if slug
            else self.site.board.newest(game.id, FEED_POSTS)
        )
        urls, base = self.site.urls, self._base(request)
        words = self.site.words(game.sheet["locale"], game.sheet)
        title = f"{game.id} · {words.rulesets.get(game.sheet['ruleset'], '')}"
        if thread is not None:
            title += f" · {words.thread(slug, thread.kind, thread.phase, thread.life)}"
        page = urls.thread(game.id, slug) if slug else urls.game(game.id)
        opened = game.sheet["opened"] or game.sheet["started"]
        body = self.site.body(
            "feed.xml",
            game.sheet["locale"],
            game,
            id=f"{base}{page}",
            title=title,
            updated=posts[0].at.isoformat() if posts else opened,
            self_url=f"{base}{urls.feed(game.id, slug)}",
            page_url=f"{base}{page}",
            base=base,
            posts=posts,
        )
        return Response(body, media_type="application/atom+xml")

    def _base(self, request: Request) -> str:
        return self.site.settings.base_url or str(request.base_url).rstrip("/")

    # -- the reader -------------------------------------------------------------------------------

    async def language(self, request: Request) -> Response:
        """Choose a language, and go on where one was."""
        lang, back = request.query_params.get("to", ""), request.query_params.get("back", "/")
        if lang not in LANGUAGES:
            raise HTTPException(HTTPStatus.BAD_REQUEST)
        local = back.startswith("/") and not back.startswith(("//", "/\\"))
        answer = RedirectResponse(back if local else "/", 303)
        answer.set_cookie(
            LANGUAGE_COOKIE,
            lang,
            max_age=365 * 24 * 3600,
            httponly=True,
            samesite="lax",
            secure=request.url.scheme == "https",
        )
        return answer


def running(sheet: dict[str, Any]) -> dict[str, Any] | None:
    """The phase that runs, if any."""
    if sheet.get("ended") or not sheet["phases"]:
        return None
    last: dict[str, Any] = sheet["phases"][-1]
    return last if not last["closed"] else None


def latest_ballots(sheet: dict[str, Any]) -> list[dict[str, Any]]:
    """The ballots of the last vote, one a board."""
    if not sheet["ballots"]:
        return []
    name = sheet["ballots"][-1]["phase"]
    return [ballot for ballot in sheet["ballots"] if ballot["phase"] == name]


def marked(text: str, found: list[str]) -> Iterator[tuple[bool, str]]:
    """A stretch of a text around what was found, cut where that stands."""
    plain = alike(text)
    places = [place for word in found if (place := plain.find(word)) >= 0]
    begin = max(0, min(places, default=0) - EXCERPT // 4)
    end = min(len(text), begin + EXCERPT)
    yield False, "… " if begin else ""
    at = begin
    while at < end:
        hits = [(place, len(w)) for w in found if at <= (place := plain.find(w, at, end))]
        if not hits:
            yield False, text[at:end]
            break
        place, length = min(hits)
        yield False, text[at:place]
        yield True, text[place : place + length]
        at = place + length
    yield False, " …" if end < len(text) else ""


def _place(thread: Thread) -> tuple[int, datetime, int]:
    """Where a thread stands: by its kind, then as it began, of one phase the lives in order."""
    life = LIVES.index(thread.life) if thread.life in LIVES else 0
    began = thread.first_at if thread.kind == "vote" else _EARLY
    return ORDER.index(thread.kind) if thread.kind in ORDER else len(ORDER), began, life


def _no_posts(game: str, slug: str) -> Thread:
    return Thread(game=game, slug=slug, kind=slug, posts=0, first_at=_EARLY, last_at=_EARLY)
