"""The public part of a game: what stood on the board, as a record, as a mailbox file.

Made from posts and from what they announced. Whatever the end does not reveal does not get in:
no notice, no mail, no number that is common to a game, no owner's address. Must never ask for
anything that only the GM may know.
"""

import hashlib
import re
from collections.abc import Iterator
from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTPUTF8
from email.utils import format_datetime
from typing import Any

from pbp.game import facts as f
from pbp.game.table import Player, Table
from pbp.render import About, Renderer
from pbp.service.lines import ballot_line, phase_line, result_line

TO_THE_SECOND = frozenset({"vote", "proxy_vote", "checkin"})
"""Posts whose second counts (C-1.2); all others carry the minute of publication."""

GM = "gm"
_FROM_LINE = re.compile(r"^(>*From )", re.MULTILINE)


class Archive:
    """The public part of one game."""

    def __init__(
        self, table: Table, renderer: Renderer, about: About, names: dict[str, str]
    ) -> None:
        """names: the display names of our addresses (mailboxes.txt)."""
        self.table = table
        self.renderer = renderer
        self.about = about
        self.gm = names[GM]

    @property
    def is_over(self) -> bool:
        """Whether the end has revealed what it reveals."""
        return self.table.ended is not None

    def record(self) -> dict[str, Any]:
        """The public record: the keys of the game record that the board has told, no others."""
        table, start = self.table, self.table.start
        return {
            "format": 1,
            "public": True,
            "game": start.game,
            "ruleset": start.ruleset,
            "timezone": start.timezone,
            "phases": [phase_line(phase, table.zone) for phase in table.phases],
            "deaths": [
                {"phase": d.phase, "who": d.who, "life": d.life, "revealed": d.revealed}
                for d in table.deaths
            ],
            "ballots": [ballot_line(count) for count in table.counts],
            "posts": list(self.posts()),
            "warnings": {
                p.handle: p.public_warnings for p in table.players.values() if p.public_warnings
            },
            "silence": table.silence,
            "players": {p.handle: self._player(p) for p in table.players.values()},
            "result": result_line(table.ended),
        }

    def posts(self) -> Iterator[dict[str, Any]]:
        """Every post of the board, in order."""
        for post in self.table.posts:
            page = self.renderer.post(post, self.about)
            yield {
                "at": self._published(post),
                "phase": post.phase,
                "kind": post.kind,
                "life": post.life,
                "author": post.author or self.gm,
                "subject": page.subject,
                "text": page.text,
            }

    def mbox(self, host: str) -> bytes:
        """The posts as a mailbox file (mboxrd), which mail programs open."""
        game, earlier = self.table.start.game, dict[str, int]()
        found = []
        for post in self.posts():
            at = datetime.fromisoformat(post["at"])
            message = EmailMessage(policy=SMTPUTF8.clone(linesep="\n", max_line_length=998))
            message["From"] = Address(post["author"], f"board+{game}", host)
            message["To"] = Address("", f"board+{game}", host)
            message["Subject"] = " ".join(post["subject"].split())
            message["Date"] = format_datetime(at)
            message["Message-ID"] = _message_id(post, game, host, earlier)
            message.set_content(post["text"])
            body = _FROM_LINE.sub(r">\1", message.as_bytes().decode("utf-8", "replace"))
            found.append(
                f"From board+{game}@{host} {at.strftime('%a %b %d %H:%M:%S %Y')}\n{body}\n"
            )
        return "".join(found).encode()

    def _published(self, post: f.Posted) -> str:
        at = post.at if post.kind in TO_THE_SECOND else post.at.replace(second=0, microsecond=0)
        return at.astimezone(self.table.zone).isoformat()

    def _player(self, player: Player) -> dict[str, Any]:
        line: dict[str, Any] = {"number": player.seat.number, "alive": player.alive}
        if not self.is_over:
            return line
        if player.seat.lives:
            line["lives"] = dict(player.seat.lives)
        else:
            line["role"] = player.seat.role
        return line


def _message_id(post: dict[str, Any], game: str, host: str, earlier: dict[str, int]) -> str:
    """The same whenever it is exported again; posts alike to the last letter are counted."""
    said = f"{game}|{post['at']}|{post['author']}|{post['subject']}|{post['text']}"
    name = hashlib.sha256(said.encode()).hexdigest()[:24]
    earlier[name] = earlier.get(name, 0) + 1
    return f"<archive.{name}.{earlier[name]}@{host}>"
