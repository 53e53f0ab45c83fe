"""Pages of people who signed in by a mailed link: a player's own, and the GM's desk.

Everything they show comes from the server, asked with the key in the browser's cookie; nothing of
it is kept here. A link is spent by the button's POST, never by looking at it: mail scanners look.
"""

from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from pbp.board.rows import GameSheet
from pbp.web import forms
from pbp.web.line import Unreachable
from pbp.web.site import Site

TEXT_MAX = 20_000


class PrivatePages:
    """Signing in, a player's page, the desk."""

    def __init__(self, site: Site) -> None:
        """site: where everything is."""
        self.site = site

    # -- signing in -------------------------------------------------------------------------------

    async def key(self, request: Request) -> Response:
        """Ask for a link; the answer is the same whether the address is known or not."""
        game = self.site.game(request)
        if request.method != "POST":
            return self._key_page(request, game)
        given = await forms.fields(request, self.site.settings.form_max)
        forms.must_be_ours(request, given, request.cookies.get(forms.FORM_COOKIE))
        address = given.get("address", "").strip()[:254]
        if address:
            await self._asked("link", game.id, address=address)
        return self._key_page(request, game, sent=True, address=address)

    def _key_page(
        self,
        request: Request,
        game: GameSheet,
        *,
        sent: bool = False,
        bad: str = "",
        address: str = "",
        status: int = 200,
    ) -> Response:
        cookie = forms.form_cookie(request)
        answer = self.site.page(
            request,
            "key.html",
            game,
            status=status,
            sent=sent,
            bad=bad,
            address=address,
            csrf=forms.token_of(cookie),
        )
        return forms.with_form_cookie(request, _private(answer), cookie)

    async def enter(self, request: Request) -> Response:
        """The page with one button; its POST, or the code's, spends the link."""
        game = self.site.game(request)
        if request.method != "POST":
            key = request.query_params.get("k", "")
            if not key:
                return RedirectResponse(self.site.urls.key(game.id), 303)
            cookie = forms.form_cookie(request)
            page = self.site.page(request, "enter.html", game, key=key, csrf=forms.token_of(cookie))
            return forms.with_form_cookie(request, _private(page), cookie)
        given = await forms.fields(request, self.site.settings.form_max)
        forms.must_be_ours(request, given, request.cookies.get(forms.FORM_COOKIE))
        address, code = given.get("address", "").strip(), given.get("code", "").replace(" ", "")
        found = await self._asked(
            "enter", game.id, key=given.get("k", ""), address=address, code=code
        )
        if "error" in found:
            return self._key_page(request, game, bad=found["error"], address=address, status=403)
        return self._signed_in(request, game, found)

    def _signed_in(self, request: Request, game: GameSheet, found: dict[str, Any]) -> Response:
        urls = self.site.urls
        answer = RedirectResponse(urls.desk(game.id) if found["gm"] else urls.mine(game.id), 303)
        answer.set_cookie(
            _cookie(game.id),
            found["session"],
            max_age=self.site.settings.session,
            path=urls.game(game.id),
            httponly=True,
            samesite="lax",
            secure=request.url.scheme == "https",
        )
        return _private(answer)

    async def out(self, request: Request) -> Response:
        """Sign out: the key dies with the cookie."""
        game, session = self.site.game(request), self._session(request)
        given = await forms.fields(request, self.site.settings.form_max)
        forms.must_be_ours(request, given, session)
        await self._asked("out", game.id, session=session)
        answer = RedirectResponse(self.site.urls.game(game.id), 303)
        answer.delete_cookie(_cookie(game.id), path=self.site.urls.game(game.id))
        return answer

    # -- a player's page --------------------------------------------------------------------------

    async def mine(self, request: Request) -> Response:
        """A player's seat, orders and receipts; what he writes here is a letter like any other."""
        game, session = self.site.game(request), self._session(request)
        given: dict[str, str] = {}
        if request.method == "POST":
            given = await forms.fields(request, self.site.settings.form_max)
            forms.must_be_ours(request, given, session)
        text = given.get("text", "")[:TEXT_MAX]
        sends = {"to": given.get("to", "gm"), "text": text, "once": given.get("once", "")}
        sent = text.strip() != ""
        found = await self._asked(
            "send" if sent else "seat", game.id, session=session, **(sends if sent else {})
        )
        if "error" in found:
            return self._no_entry(request, game, found["error"])
        if found["gm"]:
            return RedirectResponse(self.site.urls.desk(game.id), 303)
        page = self.site.page(
            request,
            "mine.html",
            game,
            seat=found["seat"],
            until=found["until"],
            answer=found.get("answer") if sent else None,
            empty=request.method == "POST" and not sent,
            text="",
            csrf=forms.token_of(session),
            once=forms.once(),
        )
        return _private(page)

    # -- the desk ---------------------------------------------------------------------------------

    async def desk(self, request: Request) -> Response:
        """The GM's desk: his questions with their answers as buttons, commands, the why account."""
        game, session = self.site.game(request), self._session(request)
        given: dict[str, str] = {}
        if request.method == "POST":
            given = await forms.fields(request, self.site.settings.form_max)
            forms.must_be_ours(request, given, session)
        lines, how = given.get("lines", "")[:TEXT_MAX].strip(), given.get("how", "do")
        why = request.query_params.get("why", "")[:8]
        asked: dict[str, Any] = {"session": session, "why": why}
        if lines:
            asked |= {"lines": lines, "how": how, "once": given.get("once", "")}
        found = await self._asked("desk", game.id, **asked)
        if "error" in found:
            return self._no_entry(request, game, found["error"])
        if not found["gm"]:
            return RedirectResponse(self.site.urls.mine(game.id), 303)
        page = self.site.page(
            request,
            "desk.html",
            game,
            desk=found["desk"],
            until=found["until"],
            answers=found.get("answers", ()),
            twice=found.get("twice", False),
            asked_why=why,
            text=lines if how == "try" else "",
            csrf=forms.token_of(session),
            once=forms.once(),
        )
        return _private(page)

    # -- what they share --------------------------------------------------------------------------

    def _session(self, request: Request) -> str:
        return request.cookies.get(_cookie(request.path_params["game"]), "")

    def _no_entry(self, request: Request, game: GameSheet, why: str) -> Response:
        if why == "unreachable":
            return self.site.error(request, 503)
        answer = self._key_page(request, game, bad=why, status=403)
        answer.delete_cookie(_cookie(game.id), path=self.site.urls.game(game.id))
        return answer

    async def _asked(self, what: str, game: str, **more: Any) -> dict[str, Any]:
        if self.site.ask is None:
            return {"error": "unreachable"}
        try:
            return await self.site.ask({"do": what, "game": game, **more})
        except Unreachable:
            return {"error": "unreachable"}


def _cookie(game: str) -> str:
    return f"seat_{game}"


def _private(answer: Response) -> Response:
    """A page that no cache keeps and no search engine lists."""
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Robots-Tag"] = "noindex"
    return answer
