"""Leaving the board's list (RFC 8058): a GET shows a button and changes nothing, a POST leaves.

A mail program posts by itself, without a cookie and from no page of ours: the address that it
posts to is proof enough, and good for nothing else.
"""

from starlette.requests import Request
from starlette.responses import Response

from pbp.web import forms
from pbp.web.line import Unreachable
from pbp.web.site import Site


class ListPages:
    """One-click unsubscription."""

    def __init__(self, site: Site) -> None:
        """site: where everything is."""
        self.site = site

    async def leave(self, request: Request) -> Response:
        """The button, or the leaving."""
        game, token = request.path_params["game"], request.query_params.get("t", "")
        posted = request.method == "POST"
        if posted and not token:
            given = await forms.fields(request, self.site.settings.form_max)
            token = given.get("t", "")
        try:
            found = await self._asked("leave" if posted else "leaving", game, token[:64])
        except Unreachable:
            return self.site.error(request, 503)
        known = bool(found.get("known"))
        page = self.site.page(
            request,
            "leave.html",
            status=200 if known else 404,
            of=game,
            token=token[:64],
            done=posted and known,
            unknown=not known,
        )
        page.headers["Cache-Control"] = "no-store"
        return page

    async def _asked(self, what: str, game: str, token: str) -> dict[str, object]:
        if self.site.ask is None:
            raise Unreachable
        return await self.site.ask({"do": what, "game": game, "token": token})
