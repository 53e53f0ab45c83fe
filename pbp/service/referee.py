"""The referee: reads stored letters in order, settles games that are due, commits what follows.

One writer. What a letter or a deadline brings about – facts, inputs, outbox rows, the letter's
mark – goes into the store as one transaction ("persist, then speak"). A bug stops its own game
only: the letter stays, the GM is told, other games go on.
"""

import logging
from collections.abc import Collection, Iterator
from datetime import datetime, timedelta

import msgspec

from pbp.game import facts as f
from pbp.service import freedays, inputs, news, resuming, setup, sharing
from pbp.service.judging import Judge
from pbp.service.live import GM, Live
from pbp.service.ordering import ordered_from
from pbp.service.outcomes import (
    RUNNING,
    SIGNUP,
    commanded,
    index_of,
    state_of,
)
from pbp.service.prepared import prepared
from pbp.service.returned import refused
from pbp.service.sharing import Judges
from pbp.store.errors import StoreError
from pbp.store.rows import Game, Outcome

log = logging.getLogger("pbp.referee")

BATCH = 50
"""Letters that are read for one commit."""

FLOOD = 200
"""Letters that are shared for one commit, at most."""

SHARED = 10
"""So many are shared while the judges are there; they are sent for where BATCH wait."""


class Referee(Judge):
    """Brings letters and deadlines to the games, and what follows to the store."""

    _judges: Judges | None = None

    def share_with(self, judges: Judges | None) -> None:
        """Say who share the letters where many wait."""
        self._judges = judges

    # -- what the outside calls ---------------------------------------------------------------

    def known_games(self) -> frozenset[str]:
        """The ids of all games, for the addresses that are ours."""
        return self.store.game_ids()

    def free_id(self) -> str:
        """An id that no game has: g1, g2 …, or with the prefix of this server."""
        known, prefix = self.known_games(), self.settings.game_prefix
        numbers = range(len(known) + 1, 2 * len(known) + 2)
        return next(name for n in numbers if (name := f"{prefix}{n}") not in known)

    def new_game(self, made: setup.Setup, secret: bytes, now: datetime) -> Live:
        """Write a new game and start it: the roster is posted, the seats are mailed (C-3.3).

        Raises:
            UnknownCountry: the option `holidays` names a country without a calendar.
        """
        options = freedays.with_dates(made.options, made.starts)
        made = msgspec.structs.replace(made, options=options)
        live = Live(made, secret, self.settings.gm)
        row = Game(
            id=made.id,
            ruleset=made.ruleset,
            locale=made.locale,
            config=setup.to_bytes(made),
            secret=secret,
            created_at=now,
            state=RUNNING,
        )
        entry = inputs.Started(at=made.starts)
        outcome = self.outcome(live, live.play.take(entry), entry=entry)
        mails = (*outcome.mails, *news.letters(self.store, self.loaded, live, self.writer))
        addresses = tuple(index_of(live))
        self._commit(
            [msgspec.structs.replace(outcome, games=(row,), addresses=addresses, mails=mails)]
        )
        self.games[made.id] = self.loaded(made.id)
        return self.games[made.id]

    def read_letters(self, until: datetime | None = None) -> int:
        """Read unread letters in order of receipt, up to `until`; how many were read."""
        letters = [
            letter
            for letter in self.store.next_letters(BATCH)
            if until is None or letter.received_at <= until
        ]
        if len(letters) >= self._many() and (shared := self._shared(until)):
            return shared
        letters = sharing.together(letters, self.settings)
        if letters:
            self._commit([self.judge(letter) for letter in letters])
        return len(letters)

    def _many(self) -> int:
        """So many letters are worth sharing."""
        is_flood = self._judges is not None and self._judges.are_there()
        return SHARED if is_flood else BATCH

    def _shared(self, until: datetime | None) -> int:
        """Let others judge the letters that come first; how many: 0 where it is done here."""
        if self._judges is None:
            return 0
        waiting = sharing.shares(self.store.waiting(2 * FLOOD, until), self.settings)
        shares, then = waiting[:FLOOD], waiting[FLOOD:]
        outcomes = self._judges.judge(shares, then) if len(shares) >= self._many() else None
        is_done = outcomes is not None and self._taken_over(
            outcomes, is_plain=sharing.agreed(shares, outcomes)
        )
        return len(shares) if is_done else 0

    def tick(self, now: datetime) -> int:
        """Settle every game that is due at or before `now`; how many were."""
        due = self.store.due_games(now)
        for begin in range(0, len(due), BATCH):
            some = due[begin : begin + BATCH]
            if len(due) >= self._many() and self._settled_by_others(some, now):
                continue
            for live in filter(None, map(self.live, some)):
                self._commit([self.settled(live, now)])
        return len(due)

    def _settled_by_others(self, games: list[str], now: datetime) -> bool:
        """Let others settle games that are due; False where it is done here."""
        outcomes = self._judges.settle(games, now) if self._judges is not None else None
        return outcomes is not None and self._taken_over(
            outcomes, is_plain=sharing.settled(games, outcomes)
        )

    def _taken_over(self, outcomes: list[Outcome], *, is_plain: bool) -> bool:
        """Commit what others judged, where it is plain; whether it was."""
        if self._judges is None or not is_plain:
            if self._judges is not None:
                self._judges.forget()
            return False
        try:
            self._commit(outcomes)
        except StoreError:
            self._judges.forget()
            raise
        facts = (row for outcome in outcomes for row in outcome.facts)
        last_inputs = {row.game: row.seq for outcome in outcomes for row in outcome.inputs}
        sharing.follow(self.games, facts, last_inputs)
        return True

    def wake(self, now: datetime) -> None:
        """After a stop: journal the outage for every running game (C-2.9)."""
        since = self.store.last_beat()
        if since is None or (now - since) < timedelta(seconds=self.settings.outage_min):
            return
        self.tick(since)
        for live in self._running():
            self._commit([self.taken(live, inputs.Outage(at=now, since=since))])

    def resume(self, game: str, now: datetime, without: Collection[int] = ()) -> list[int]:
        """A game that was stopped goes on (resuming.py); the letters that are read again."""
        entry = resuming.outage(self.store, game, now)
        live = self.loaded(game)
        outcome = self.outcome(live, live.play.take(entry), entry=entry)
        again = resuming.with_letters(self.store, self.writer, live, without, now)
        self._commit([outcome, again])
        return [letter for letter in again.letters_again if letter not in without]

    def tell_gms(self, what: str, now: datetime, place: str) -> None:
        """Tell the GM of every game that has not ended something of the server's own."""
        for live in self._running():
            mails = self.writer.to_gm(live, what, now, f"{place}/{now.isoformat()}")
            self._commit([Outcome(mails=tuple(mails))])

    def tell_failures(self, now: datetime) -> None:
        """Mails that the next server refused for good come back at once, in their own way."""
        for game in self.store.games_with_failures():
            live = self.live(game)
            if live is None or state_of(live) not in (SIGNUP, RUNNING):
                continue
            for who, reason, sent in refused(self.store.failed_mails(game), live):
                entry = inputs.CameBack(at=now, who=who, reason=reason, sent=sent)
                self._commit([self.taken(live, entry)])

    def _running(self) -> Iterator[Live]:
        """The games that have not ended."""
        for row in self.store.games():
            live = self.live(row.id) if row.state in (SIGNUP, RUNNING) else None
            if live is not None:
                yield live

    def command(self, game: str, lines: str, now: datetime) -> list[f.AnyFact]:
        """Carry out the GM's commands as they are written, as if received now; the new facts.

        Raises:
            LookupError: there is no such game, or it was stopped.
        """
        live = self.live(game)
        if live is None:
            raise LookupError(game)
        settled = live.play.settle(now)
        ordered = prepared(live, ordered_from(lines, live, now), GM, self.archive)
        entry = commanded(live, ordered, None)
        new = live.play.take(entry)
        silent = live.play.silent
        outcome = self.outcome(live, settled + new, entry=entry)
        self._commit([outcome])
        return new[silent:]

    def _commit(self, outcomes: list[Outcome]) -> None:
        """All of it or nothing; after a failure the games in memory are read anew."""
        try:
            self.store.commit(*outcomes)
        except Exception:
            self.games.clear()
            raise
        finally:
            self.committed()
