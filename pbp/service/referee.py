"""The referee: reads stored letters in order, settles games that are due, commits what follows.

One writer. What a letter or a deadline brings about – facts, inputs, outbox rows, the letter's
mark – goes into the store as one transaction ("persist, then speak"). A bug stops its own game
only: the letter stays, the GM is told, other games go on.
"""

import logging
from collections.abc import Callable, Collection, Iterator
from datetime import datetime, timedelta
from functools import cache

import msgspec

from pbp.game import facts as f
from pbp.letters.dkim_check import Lookup
from pbp.render import Renderer
from pbp.service import freedays, inputs, news, resuming, setup, whose
from pbp.service.archive import Archive
from pbp.service.incoming import (
    Opened,
    Ref,
    has_key,
    hear,
    open_stored,
)
from pbp.service.kept import Kept
from pbp.service.leaks import Watch
from pbp.service.live import GM, Live
from pbp.service.ordering import ordered_by, ordered_from
from pbp.service.outcomes import (
    RUNNING,
    SIGNUP,
    STOPPED,
    commanded,
    facts_of,
    index_of,
    inputs_of,
    marked,
    place_of,
    ref_of,
    signed_up,
    state_of,
    told,
)
from pbp.service.outgoing import Writer
from pbp.service.prepared import asks_for_a_seat, gives_orders, prepared
from pbp.service.proofs import Proof, proof_of
from pbp.service.readers import PLAIN, Reader
from pbp.service.returned import CameBack, came_back, refused, whom
from pbp.service.settings import Settings
from pbp.service.times import in_order
from pbp.service.trouble import trace_of
from pbp.store.errors import StoreError
from pbp.store.interface import Store
from pbp.store.rows import DeliveryKey, Game, GameState, LetterRead, NewMail, Outcome
from pbp.store.rows import Letter as StoredLetter

log = logging.getLogger("pbp.referee")

BATCH = 50
"""Letters that are read for one commit."""


class Referee:
    """Brings letters and deadlines to the games, and what follows to the store."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        renderer: Renderer,
        lookup: Lookup | None = None,
        reader: Reader = PLAIN,
    ) -> None:
        """store: where everything is; settings: our addresses and limits; renderer: the pages.

        lookup: where keys of DKIM are asked for; None where they never are. reader: reads mails.
        """
        self.store = store
        self.settings = settings
        self.lookup = lookup
        self.reader = reader
        self.writer = Writer(settings, renderer)
        self.watch = Watch(renderer)
        self.games = Kept(settings.games_kept)
        self._fresh: dict[str, Ref] = {}
        self._keys: set[bytes] = set()
        self._stopped: set[str] = set()
        self._asked = whose.Asked()
        self.archive = Archive(store, self.loaded)

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
        outcome = self._outcome(live, live.play.take(entry), entry=entry)
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
        if letters:
            self._commit([self._read(letter) for letter in letters])
        return len(letters)

    def tick(self, now: datetime) -> int:
        """Settle every game that is due at or before `now`; how many were."""
        due = self.store.due_games(now)
        for game in due:
            live = self.live(game)
            if live is not None:
                self._commit([self._settled(live, now)])
        return len(due)

    def wake(self, now: datetime) -> None:
        """After a stop: journal the outage for every running game (C-2.9)."""
        since = self.store.last_beat()
        if since is None or (now - since) < timedelta(seconds=self.settings.outage_min):
            return
        self.tick(since)
        for live in self._running():
            self._commit([self._taken(live, inputs.Outage(at=now, since=since))])

    def resume(self, game: str, now: datetime, without: Collection[int] = ()) -> list[int]:
        """A game that was stopped goes on (resuming.py); the letters that are read again."""
        entry = resuming.outage(self.store, game, now)
        live = self.loaded(game)
        outcome = self._outcome(live, live.play.take(entry), entry=entry)
        again = resuming.with_letters(self.store, self.writer, live, without, now)
        self._commit([outcome, again])
        return [letter for letter in again.letters_again if letter not in without]

    def tell_gms(self, what: str, now: datetime, place: str) -> None:
        """Tell the GM of every game that has not ended something of the server's own."""
        for live in self._running():
            mails = self.writer.to_gm(live, what, now, f"{place}/{now.isoformat()}")
            self._commit([Outcome(mails=tuple(mails))])

    def live(self, game: str) -> Live | None:
        """A game, loaded if it is not; None where there is none or it was stopped."""
        if game in self.games:
            return self.games[game]
        if game in self._stopped:
            return None
        row = self.store.game(game)
        if row is None or row.state == STOPPED:
            return None
        self.games[game] = self.loaded(game)
        return self.games[game]

    def loaded(self, game: str) -> Live:
        """A game as the journal has it, stopped or not.

        Raises:
            LookupError: there is no such game.
        """
        row = self.store.game(game)
        if row is None:
            raise LookupError(game)
        live = Live(setup.from_bytes(row.config), row.secret, self.settings.gm)
        live.replay([f.from_bytes(fact.body) for fact in self.store.facts(game)])
        live.last_input, live.last_fact = self.store.last_seqs(game)
        live.past.stored = lambda: [inputs.from_bytes(e.body) for e in self.store.inputs(game)]
        return live

    # -- one letter -----------------------------------------------------------------------------

    def _read(self, stored: StoredLetter) -> Outcome:
        """One letter, from its bytes to what is to be written."""
        try:
            opened = open_stored(stored, self.settings, self._find, self.reader)
            back = came_back(opened, self.store)
            games = [] if back else whose.names_of(opened, self.store, self.reader, self.live)
            live = self.live(games[0]) if len(games) == 1 else None
        except StoreError:
            raise
        except Exception as error:
            log.error("letter not opened: letter=%d, error=%s", stored.id, trace_of(error))
            return marked(stored, None, "broken")
        if back is not None:
            return self._returned(stored, back)
        if live is None:
            return whose.ask(opened, games, self.store, self.live, self.writer, self._asked)
        stopped = marked(stored, live.setup.id, "stopped")
        return self._guarded(
            live, stored.received_at, lambda: self._heard(opened, live), stopped.letters
        )

    def _heard(self, opened: Opened, live: Live) -> Outcome:
        stored = in_order(opened.stored, live.play.table)
        opened = msgspec.structs.replace(opened, stored=stored)
        has_seen = cache(self._has_seen)
        proof = self._proof(opened, live, has_seen)
        fresh = [key for key in dict.fromkeys((opened.key, *proof.keys)) if not has_seen(key)]
        facts = live.play.settle(stored.received_at)
        entry = self._entry(opened, live, proof, seen=has_seen(opened.key))
        facts += live.play.take(entry)
        outcome = self._outcome(live, facts, entry=entry, answers=opened.letter.message_id)
        self._keys.update(fresh)
        verdict = next((x.verdict for x in facts if isinstance(x, f.MailHeard)), "")
        return msgspec.structs.replace(
            outcome,
            letters=marked(stored, live.setup.id, verdict).letters,
            delivery_keys=tuple(DeliveryKey(key, stored.id) for key in fresh),
        )

    def _returned(self, stored: StoredLetter, back: CameBack) -> Outcome:
        """A mail of ours came back: only for good, and only by its own mark, it means anything."""
        row = back.row
        live = self.live(row.game or "") if row is not None else None
        mark = marked(stored, live.setup.id if live is not None else None, "returned")
        who = whom(row, live) if live is not None and row is not None else None
        if live is None or row is None or who is None or not back.for_good:
            return mark
        entry = inputs.CameBack(stored.received_at, who, back.reason, stored.id, row.created_at)
        return msgspec.structs.replace(self._taken(live, entry), letters=mark.letters)

    def tell_failures(self, now: datetime) -> None:
        """Mails that the next server refused for good come back at once, in their own way."""
        for game in self.store.games_with_failures():
            live = self.live(game)
            if live is None or state_of(live) not in (SIGNUP, RUNNING):
                continue
            for who, reason, sent in refused(self.store.failed_mails(game), live):
                entry = inputs.CameBack(at=now, who=who, reason=reason, sent=sent)
                self._commit([self._taken(live, entry)])

    def _running(self) -> Iterator[Live]:
        """The games that have not ended."""
        for row in self.store.games():
            live = self.live(row.id) if row.state in (SIGNUP, RUNNING) else None
            if live is not None:
                yield live

    def _has_seen(self, key: bytes) -> bool:
        """Whether a mail, or a signature, has come before."""
        return key in self._keys or self.store.seen(key) is not None

    def _proof(self, opened: Opened, live: Live, seen: Callable[[bytes], bool]) -> Proof:
        """What stands behind the letter; nobody is asked for keys where a token tells it all."""
        return proof_of(
            opened.stored,
            opened.letter,
            live.setup.id,
            self.settings,
            seen=seen,
            lookup=None if has_key(opened, live) else self.lookup,
            reader=self.reader,
        )

    def _entry(self, opened: Opened, live: Live, proof: Proof, *, seen: bool) -> inputs.AnyInput:
        """The letter as an input: what somebody said, or what the GM ordered."""
        stored = opened.stored
        heard = hear(opened, live, self.settings, seen=seen, proof=proof, reader=self.reader)
        heard = msgspec.structs.replace(heard, concerns=self.watch.concerns(live, heard))
        if live.play.table.started is None and asks_for_a_seat(heard.understood):
            heard = msgspec.structs.replace(heard, analyses=self.archive.analyses(heard.sender))
        if not gives_orders(heard):
            return inputs.LetterHeard(at=stored.received_at, letter=stored.id, heard=heard)
        meant = whose.other_game(opened, live.setup.id, self.store)
        ordered = ordered_by(opened, live, heard, self.reader, meant)
        return commanded(live, prepared(live, ordered, heard.sender, self.archive), stored.id)

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
        outcome = self._outcome(live, settled + new, entry=entry)
        self._commit([outcome])
        return new[silent:]

    def _find(self, message_id: str) -> Ref | None:
        """A mail that we sent, by its Message-ID: in this batch, or in the outbox."""
        if message_id in self._fresh:
            return self._fresh[message_id]
        row = self.store.find_sent(message_id)
        return msgspec.json.decode(row.ref, type=Ref) if row is not None and row.ref else None

    # -- what is written ------------------------------------------------------------------------

    def _settled(self, live: Live, now: datetime) -> Outcome:
        return self._guarded(live, now, lambda: self._outcome(live, live.play.settle(now)))

    def _taken(self, live: Live, entry: inputs.AnyInput) -> Outcome:
        return self._guarded(
            live, entry.at, lambda: self._outcome(live, live.play.take(entry), entry=entry)
        )

    def _outcome(
        self,
        live: Live,
        facts: list[f.AnyFact],
        *,
        entry: inputs.AnyInput | None = None,
        answers: str | None = None,
    ) -> Outcome:
        """Facts with their outbox rows, and the input that they follow from."""
        mails = self.writer.mails(live, told(live, facts), answers)
        self._fresh.update((mail.message_id, ref_of(mail)) for mail in mails)
        if entry is not None:
            live.past.fresh.append(entry)
            live.last_input += 1
        return Outcome(
            inputs=inputs_of(live, entry),
            facts=facts_of(live, facts),
            mails=tuple(mails),
            states=(GameState(live.setup.id, state_of(live), live.play.next_due()),),
            addresses=tuple(signed_up(live, facts)),
        )

    def _commit(self, outcomes: list[Outcome]) -> None:
        """All of it or nothing; after a failure the games in memory are read anew."""
        try:
            self.store.commit(*outcomes)
        except Exception:
            self.games.clear()
            raise
        finally:
            for live in self.games.values():
                live.past.fresh.clear()
            self.watch.forget(self.games.let_go())
            self._fresh.clear()
            self._keys.clear()
            self._stopped.clear()

    def _guarded(
        self,
        live: Live,
        at: datetime,
        work: Callable[[], Outcome],
        letters: tuple[LetterRead, ...] = (),
    ) -> Outcome:
        """A bug stops this game only: its letters are kept, the GM is told (design, 8)."""
        try:
            return work()
        except StoreError:
            raise
        except Exception as error:
            game, where = live.setup.id, place_of(letters)
            log.error("game stopped: game=%s, letter=%s, error=%s", game, where, trace_of(error))
            self.games.pop(game, None)
            self._stopped.add(game)
            stopped = GameState(game=game, state=STOPPED, next_deadline=None)
            return Outcome(letters=letters, states=(stopped,), mails=self._told(live, at))

    def _told(self, live: Live, at: datetime) -> tuple[NewMail, ...]:
        """The GM's mail about a stop; where even that cannot be written the log has it."""
        try:
            return tuple(self.writer.to_gm(live, "stopped", at, str(live.last_fact)))
        except Exception as error:
            log.error("GM not told: game=%s, error=%s", live.setup.id, trace_of(error))
            return ()
