"""A game as files: the same pages as on the web, in one folder, for keeping and for any host.

They need no server, no script and no network; links lead from file to file.
"""

from datetime import datetime

from pbp.board.reader import BoardReader
from pbp.web.app import STATIC
from pbp.web.board_pages import BoardPages
from pbp.web.law import law_names, law_page
from pbp.web.settings import WebSettings
from pbp.web.site import Site
from pbp.web.urls import StaticUrls

FILES = ("board.css", "icon.svg")


def archive(
    board: BoardReader, game: str, settings: WebSettings, now: datetime
) -> dict[str, bytes]:
    """Name → content of every file of a game's pages, in the game's own language.

    Raises:
        LookupError: the public view has no such game.
    """
    found = board.game(game)
    if found is None:
        raise LookupError(game)
    urls, lang = StaticUrls(settings.posts_per_page), found.sheet["locale"]
    site = Site(board, settings, lambda: now, urls=urls)
    pages = BoardPages(site)
    made = {
        "index.html": site.body("game.html", lang, found, **pages.of_game(found)),
        urls.votes(game): site.body("votes.html", lang, found),
    }
    for thread in pages.threads(game):
        for number in range(1, pages.last_page(thread) + 1):
            name = urls.thread(game, thread.slug, number)
            made[name] = site.body("thread.html", lang, found, **pages.of_thread(thread, number))
    for law in law_names():
        title, text = law_page(law, urls, lang)
        made[urls.law(law)] = site.body("law.html", lang, found, title=title, text=text)
    files = {name: text.encode() for name, text in made.items()}
    return {**files, **{name: (STATIC / name).read_bytes() for name in FILES}}
