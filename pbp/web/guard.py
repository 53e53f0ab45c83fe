"""Around every page: headers that browsers obey, limits, and a log that holds no question mark.

Plain ASGI. Query strings may hold keys: they are never written down.
"""

import ipaddress
import logging
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from pbp.web.limits import Buckets
from pbp.web.settings import WebSettings

log = logging.getLogger("pbp.web")

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

CONTENT = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = (
    (b"content-security-policy", CONTENT.encode()),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=()"),
)
TLS_ONLY = (b"strict-transport-security", b"max-age=31536000")
SAFE_METHODS = ("GET", "HEAD")


class Guard:
    """Wraps the application."""

    def __init__(self, app: App, settings: WebSettings, steady: Callable[[], float]) -> None:
        """steady: a clock in seconds that never goes back."""
        self._app = app
        self._settings = settings
        self._steady = steady
        self._requests = Buckets(settings.requests_per_minute)
        self._forms = Buckets(settings.forms_per_minute)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let one request through, with its headers, or mark it as one too many."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        scope.setdefault("state", {})["too"] = self._too(scope)
        status = 0

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), *self._headers(scope)]
            await send(message)

        await self._app(scope, receive, sent)
        log.info("page: method=%s, path=%s, status=%d", scope["method"], scope["path"], status)

    def _headers(self, scope: Scope) -> list[tuple[bytes, bytes]]:
        return [*HEADERS, TLS_ONLY] if scope.get("scheme") == "https" else list(HEADERS)

    def _too(self, scope: Scope) -> int:
        """429 where a visitor comes too often, 413 where a form is too long, else 0."""
        visitor, now = visitor_of(scope), self._steady()
        buckets = self._requests if scope["method"] in SAFE_METHODS else self._forms
        if not buckets.takes(visitor, now):
            return 429
        length = dict(scope["headers"]).get(b"content-length", b"0")
        too_long = not length.isdigit() or int(length) > self._settings.form_max
        return 413 if too_long else 0


def visitor_of(scope: Scope) -> str:
    """Who asks, for counting: an address, of IPv6 the network of one household."""
    host = str((scope.get("client") or ("",))[0])
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if address.version == 6:
        return str(ipaddress.ip_network((int(address) >> 64 << 64, 64)))
    return host
