"""`pbp check`, the board on the web: its port, how the world calls it, and whether it is we.

Asks two addresses for one small page: the port on this machine, and web.base_url. Changes nothing.
"""

import http.client
import urllib.request
from collections.abc import Iterator
from urllib.parse import urlsplit

from msgspec.structs import replace

from pbp import wiring
from pbp.commands.finding import FINE, HINT, SKIPPED, WRONG, Finding
from pbp.config import Config

SECONDS = 5.0
"""How long a web server may take to answer."""

OURS = "Disallow: /*/key"
"""A line of /robots.txt that no other program's has."""

NEAR = ("127.0.0.1", "::1", "localhost")


def web(config: Config, *, running: bool) -> Iterator[Finding]:
    """All of it; nothing where the board is off. running: whether a server of this folder runs."""
    from pbp.commands.check_machine import port

    if not config.web.enabled:
        return
    where = f"{config.web.listen} port {config.web.port}"
    if not running:
        yield port("port of web", config.web.listen, config.web.port, running=False)
    elif not config.web.port:
        yield Finding("port of web", SKIPPED, "any free one: the server has said which")
    elif _is_ours(wiring.web_url_of(replace(config, web=replace(config.web, base_url=None)))):
        yield Finding("port of web", FINE, f"{where}: the board answers")
    else:
        do = "another program may have the port: take another (web.port), then start pbp again"
        yield Finding("port of web", WRONG, f"{where}: no board of ours answers", do)
    yield _called(config, running=running)


def _called(config: Config, *, running: bool) -> Finding:
    """How the world calls it."""
    what, url = "web.base_url", config.web.base_url
    if url is None:
        do = "once a web server with TLS stands in front: say how the world calls it"
        return Finding(
            what, HINT, "links in mails name this machine, nobody else can open them", do
        )
    clear = urlsplit(url).scheme != "https"
    if clear and urlsplit(url).hostname not in NEAR:
        do = "put a web server with TLS in front, and begin with https:// (docs/deploy.md)"
        return Finding(what, WRONG, f"{url}: keys of links would go in clear text", do)
    if not running:
        return Finding(what, SKIPPED, f"{url}: asked when the server runs")
    if not _is_ours(url.rstrip("/")):
        do = "see that the web server hands requests on to web.port, and that its certificate holds"
        return Finding(what, WRONG, f"{url}: no board of ours answers", do)
    return Finding(what, FINE, f"{url}: the board answers")


def _is_ours(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/robots.txt", timeout=SECONDS) as answer:  # noqa: S310
            return OURS in answer.read(1000).decode("utf-8", "replace")
    except (OSError, ValueError, http.client.HTTPException):
        return False
