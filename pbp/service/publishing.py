"""Writing the public view after each commit: facts for everybody → a game's sheet and its posts.

Reads the journal, writes the file of pbp.board, tells nobody anything; whatever goes wrong here is
seen in the log and on the web, and in no game. A post in which an address or a live token stands
is not written (lastgate.py).
"""

import hashlib
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec

from pbp.board.rows import GameSheet, Post
from pbp.board.writer import BoardWriter
from pbp.game import facts as f
from pbp.game.options import parse_options, show_value
from pbp.game.publicly import PublicTable
from pbp.game.seasons import Played
from pbp.game.standing_facts import not_rewound
from pbp.render import About, Renderer
from pbp.render.cleaning import many_lines, one_line
from pbp.service import setup, tokens
from pbp.service.outcomes import ENDED
from pbp.service.seasonsheet import season_sheets
from pbp.service.sheet import Charter, SheetMaker
from pbp.service.threads import OF_VOTES
from pbp.service.trouble import trace_of
from pbp.store.interface import Store
from pbp.store.rows import Game

log = logging.getLogger("pbp.publishing")

Gate = Callable[[str], Callable[[str], bool]]
"""Of a game: whether a text of it may be seen by everybody."""

BUSY, ALL = timedelta(seconds=2), timedelta(seconds=10)
"""How long what is new may wait while letters come in; how often all games are looked at."""

OF_ROSTER = frozenset(
    (
        *("roster", "checkin", "checkin_list", "arrival", "handover", "exposed", "warning", "out"),
        *("signup", "signup_state"),
    )
)
OWN_THREAD = {
    "rules": "rules",
    "analysis": "analysis",
    "last_words": "last-words",
    "plot": "plot",
    "chat": "chat",
}
"""Kinds that have a thread of their own; all others stand among the news."""


def thread_of(post: f.Posted) -> str:
    """The slug of a post's thread on the web: each day's vote, and one for each kind of talk."""
    if post.kind in OF_VOTES:
        return "-".join(filter(None, ("vote", (post.phase or "").lower(), post.life)))
    if post.kind in OF_ROSTER:
        return "roster"
    return OWN_THREAD.get(post.kind, "news")


def key_of(secret: bytes, post: f.Posted, earlier: dict[str, int]) -> str:
    """A post's permanent name, the same whenever made anew.

    A keyed hash: the data of a post can say more than its words do, and nobody may find out by
    trying which data fits. earlier: how often each hash came before, for posts that are alike to
    the last letter.
    """
    said = [post.at, post.kind, post.author, post.phase, post.life, post.data]
    digest = tokens.keyed(secret, "post", msgspec.json.encode(said).decode())
    name = tokens.base32(digest[:8])
    earlier[name] = earlier.get(name, 0) + 1
    return name if earlier[name] == 1 else f"{name}{earlier[name]}"


def stamp_of(row: Game, seq: int) -> str:
    """Up to which fact a game is shown, for a file that may not count secret mail."""
    return tokens.keyed(row.secret, "web stamp", row.id, str(seq)).hex()[:24]


class _Shown:
    """A game as far as it is shown: its public table without its posts, and up to which fact.

    seen: how often each key has come. Forgotten with the game itself, and made anew when needed.
    """

    def __init__(self) -> None:
        self.table = PublicTable()
        self.seq = 0
        self.seen: dict[str, int] = {}


class Publisher:
    """Keeps a public view up to date with a journal."""

    def __init__(
        self,
        store: Store,
        renderer: Renderer,
        board: BoardWriter,
        gate: Gate,
        host: str = "",
        ended: Callable[[], Sequence[Played]] | None = None,
    ) -> None:
        """gate: asked about each text before it is written; host: of our addresses.

        ended: gives all games that are over, for the statistics; None: there are none to show.
        """
        self._ended = ended
        self._counted = board.season_stamp()
        self._store = store
        self._renderer = renderer
        self._board = board
        self._gate = gate
        self._host = host
        self._shown: dict[str, _Shown] = {}
        self._written: dict[str, tuple[int, str]] = {}
        self._found = board.stamps()
        self._places: dict[str, int] = {}
        self._looked: datetime | None = None
        self._looked_all: datetime | None = None

    def publish(self, loaded: Mapping[str, int], now: datetime, *, busy: bool) -> None:
        """Look for what is new, often in the games that are loaded, at times in all of them.

        loaded: game → its last fact. busy: letters wait, so this may wait a little too.
        """
        if busy and self._looked is not None and now - self._looked < BUSY:
            return
        self._looked = now
        if (
            self._looked_all is None
            or now - self._looked_all >= ALL
            or loaded.keys() - self._places
        ):
            self._looked_all = now
            self.publish_all()
            return
        for game in self._shown.keys() - loaded.keys():
            del self._shown[game]
        for game, seq in loaded.items():
            if self._written.get(game, (0, ""))[0] != seq:
                row = self._store.game(game)
                if row is not None:
                    self._try(row, self._places[game])

    def publish_one(self, game: str) -> None:
        """Show one game and no other; an error of ours is raised here.

        Raises:
            LookupError: there is no such game.
        """
        row = self._store.game(game)
        if row is None:
            raise LookupError(game)
        self._publish(row, 1)

    def publish_all(self) -> None:
        """Bring every game up to date; a game that is over and shown is not read again."""
        rows = self._store.games()
        self._places = {row.id: place for place, row in enumerate(rows, start=1)}
        for row in rows:
            seq = self._store.last_seqs(row.id)[1]
            if self._found.pop(row.id, None) == (stamp_of(row, seq), row.state):
                self._written[row.id] = seq, row.state
            if self._written.get(row.id) != (seq, row.state):
                self._try(row, self._places[row.id])
            if row.state == ENDED:
                self._shown.pop(row.id, None)
        self._publish_seasons(rows)

    def _publish_seasons(self, rows: Sequence[Game]) -> None:
        """The statistics, once another game is over or one that is has gone on."""
        over = [(row, self._written.get(row.id, (0, ""))[0]) for row in rows if row.state == ENDED]
        said = "".join(stamp_of(row, seq) for row, seq in over)
        stamp = hashlib.sha256(said.encode()).hexdigest()[:24] if over else ""
        if self._ended is None or stamp == self._counted:
            return
        self._counted = stamp
        try:
            self._board.write_seasons(stamp, season_sheets(self._ended(), self._renderer))
        except Exception as error:
            log.error("statistics not shown on the web: error=%s", trace_of(error))

    def _try(self, row: Game, place: int) -> None:
        """An error of ours costs a page, no game."""
        try:
            self._publish(row, place)
        except Exception as error:
            self._shown.pop(row.id, None)
            log.error("game not shown on the web: game=%s, error=%s", row.id, trace_of(error))

    def _publish(self, row: Game, place: int) -> None:
        shown = self._shown.get(row.id) or _Shown()
        facts = [f.from_bytes(fact.body) for fact in self._store.facts(row.id, after=shown.seq)]
        anew = not shown.seq or any(isinstance(fact, f.Rewound) for fact in facts)
        if anew:
            if shown.seq:
                facts = [f.from_bytes(fact.body) for fact in self._store.facts(row.id)]
            shown = _Shown()
            shown.seq, facts = len(facts), not_rewound(facts)
        else:
            shown.seq += len(facts)
        for fact in facts:
            shown.table.take(fact)
        made = setup.from_bytes(row.config)
        charter = charter_of(made)
        new = list(self._posts(shown, charter, row.secret))
        shown.table.posts.clear()
        keep = self._kept(row.id, new) if anew else None
        sheet = GameSheet(
            id=row.id,
            place=place,
            stamp=stamp_of(row, shown.seq),
            state=row.state,
            sheet=SheetMaker(shown.table, charter, self._renderer).sheet(),
        )
        self._board.write(sheet, new[keep or 0 :], keep)
        self._shown[row.id] = shown
        self._written[row.id] = shown.seq, row.state

    def _kept(self, game: str, new: list[Post]) -> int:
        """How many of the posts that are written already are those that would be written now."""
        written = self._board.keys(game)
        for place, (old, post) in enumerate(zip(written, new, strict=False)):
            if old != post.key:
                return place
        return min(len(written), len(new))

    def _posts(self, shown: _Shown, charter: Charter, secret: bytes) -> Iterator[Post]:
        """The posts that came since the last look."""
        about = About(
            game=charter.game,
            locale=charter.locale,
            timezone=charter.timezone,
            ruleset=charter.ruleset,
            host=self._host,
            handles=tuple(shown.table.seats),
        )
        posts = shown.table.posts
        may_be_seen = self._gate(charter.game) if posts else bool
        for post in posts:
            key = key_of(secret, post, shown.seen)
            made = post_row(post, key, charter.game, self._renderer, about)
            if may_be_seen(f"{made.subject}\n{made.text}\n{made.about}"):
                yield made
            else:
                log.error("post not shown on the web, a secret: game=%s", charter.game)


def charter_of(made: setup.Setup) -> Charter:
    """What of a set-up is everybody's."""
    options = parse_options(made.ruleset, made.options)
    return Charter(
        game=made.id,
        ruleset=made.ruleset,
        locale=made.locale,
        timezone=made.timezone,
        options={name: show_value(value) for name, value in options.items()},
    )


def post_row(post: f.Posted, key: str, game: str, renderer: Renderer, about: About) -> Post:
    """A post as it is shown: a player's own words as he wrote them, else the words of its letter.

    The number of its mail stays behind (C-1.3), and so does all data but what is named here.
    """
    page = renderer.page(post, about, wrap=False)
    more: dict[str, Any] = {}
    text = page.text
    if post.kind in ("vote", "proxy_vote"):
        more = {name: post.data.get(name) for name in ("voter", "target", "before", "changed")}
        more["received"] = post.data.get("received")
        text = many_lines(str(post.data.get("reason") or ""))
    elif post.author is not None and isinstance(post.data.get("text"), str):
        text = many_lines(post.data["text"])
    return Post(
        game=game,
        key=key,
        thread=thread_of(post),
        kind=post.kind,
        at=post.at,
        subject=page.subject.partition("] ")[2],
        text=text.strip("\n"),
        phase=post.phase or "",
        life=post.life or "",
        author=one_line(post.author or ""),
        about=more,
    )
