"""The judge: from a stored letter to all that follows from it. Writes nothing.

He knows the games that he has loaded, and what of this batch is not in the store yet. The referee
is a judge who commits; where many letters wait, judges in processes of their own share them.
"""

import logging
from collections.abc import Callable
from datetime import datetime

import msgspec

from pbp.game import facts as f
from pbp.letters import dkim_check
from pbp.letters.dkim_check import Claim, Lookup
from pbp.render import Renderer
from pbp.service import inputs, setup, whose
from pbp.service.archive import Archive
from pbp.service.incoming import Opened, Ref, has_key, hear, open_stored
from pbp.service.kept import Kept
from pbp.service.leaks import Watch
from pbp.service.live import Live
from pbp.service.ordering import ordered_by
from pbp.service.outcomes import (
    BROKEN,
    STOPPED,
    commanded,
    facts_of,
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
from pbp.service.returned import CameBack, came_back, whom
from pbp.service.settings import Settings
from pbp.service.times import in_order
from pbp.service.trouble import trace_of
from pbp.store.errors import StoreError
from pbp.store.interface import Store
from pbp.store.rows import DeliveryKey, GameState, LetterRead, NewMail, Outcome
from pbp.store.rows import Letter as StoredLetter

log = logging.getLogger("pbp.referee")


class Judge:
    """Judges letters, deadlines and commands of any game."""

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

    def committed(self) -> None:
        """What was judged since the last time is in the store now, or will never be."""
        for live in self.games.values():
            live.past.fresh.clear()
        self.watch.forget(self.games.let_go())
        self._fresh.clear()
        self._keys.clear()
        self._stopped.clear()

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

    def judge(self, stored: StoredLetter) -> Outcome:
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
            return marked(stored, None, BROKEN)
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
        claims = dkim_check.claims(stored.raw)
        keys = list(dict.fromkeys((opened.key, *(claim.key for claim in claims))))
        seen = self._seen(keys)
        proof = self._proof(opened, live, claims, seen)
        facts = live.play.settle(stored.received_at)
        entry = self._entry(opened, live, proof, seen=opened.key in seen)
        facts += live.play.take(entry)
        outcome = self.outcome(live, facts, entry=entry, answers=opened.letter.message_id)
        fresh = [key for key in keys if key not in seen]
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
        return msgspec.structs.replace(self.taken(live, entry), letters=mark.letters)

    def _seen(self, keys: list[bytes]) -> set[bytes]:
        """Which of these mails and signatures have come before."""
        return self._keys.intersection(keys) | self.store.seen(keys)

    def _proof(
        self, opened: Opened, live: Live, claims: tuple[Claim, ...], seen: set[bytes]
    ) -> Proof:
        """What stands behind the letter; nobody is asked for keys where a token tells it all."""
        return proof_of(
            opened.stored,
            opened.letter,
            live.setup.id,
            self.settings,
            claims=claims,
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

    def _find(self, message_id: str) -> Ref | None:
        """A mail that we sent, by its Message-ID: in this batch, or in the outbox."""
        if message_id in self._fresh:
            return self._fresh[message_id]
        row = self.store.find_sent(message_id)
        return msgspec.json.decode(row.ref, type=Ref) if row is not None and row.ref else None

    # -- what is written ------------------------------------------------------------------------

    def settled(self, live: Live, now: datetime) -> Outcome:
        """What is due in a game by an instant."""
        return self._guarded(live, now, lambda: self.outcome(live, live.play.settle(now)))

    def taken(self, live: Live, entry: inputs.AnyInput) -> Outcome:
        """What follows from an input."""
        return self._guarded(
            live, entry.at, lambda: self.outcome(live, live.play.take(entry), entry=entry)
        )

    def outcome(
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
