"""What comes out of a template, and what goes into each of them besides the fact."""

from pathlib import Path

import msgspec

PACKAGE = Path(__file__).resolve().parents[2] / "templates"
"""The templates that come with pbp; a GM's own folder goes before it."""


class Page(msgspec.Struct, frozen=True):
    """A letter or a post: a subject of one line, and a text of lines that each end with one."""

    subject: str
    text: str


class About(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody may know of a game. Never a role, an owner, a token or anything else secret.

    handles: in roster order. gm_address: without a token. one_mailbox: all mail goes there, the
    game's tag in the subject says what it is for (`addressing: single`). law_url: of the clause
    pages on the web, without the page's name; "" where there is no board.
    """

    game: str
    locale: str = "zh"
    timezone: str = "Asia/Shanghai"
    ruleset: str = "prayer"
    host: str = ""
    handles: tuple[str, ...] = ()
    gm_address: str = ""
    one_mailbox: bool = False
    law_url: str = ""
