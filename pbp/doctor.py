"""`pbp doctor`: is the journal whole, does all that is derived follow from the inputs, and mending.

Mended is only what follows from the rest: indexes, the list of unread letters, deliveries, facts
that are gone or cannot be read, where a game stands, its addresses, mails that were never laid
into the outbox. A fact that says something else than the inputs give is told and left alone: that
is another program's ruling, not damage (`pbp audit` shows it). Letters and inputs are never made.
"""

from collections.abc import Callable, Iterator

import msgspec

from pbp.game import facts as f
from pbp.render import Renderer
from pbp.service import inputs, outcomes, setup
from pbp.service.forgetting import digest_of
from pbp.service.incoming import open_stored
from pbp.service.live import Live
from pbp.service.outgoing import PUBLIC_NEXT, Writer
from pbp.service.settings import Settings
from pbp.store import (
    Address,
    Fact,
    Game,
    GameState,
    NewMail,
    Outcome,
    SqliteStore,
    StoreError,
    integrity,
)
from pbp.store.rows import Forgotten


class Finding(msgspec.Struct, frozen=True):
    """Something that is not as it must be. cure: does what can be done about it; None: a person."""

    what: str
    found: str
    game: str | None = None
    cure: Callable[[], None] | None = None

    @property
    def line(self) -> str:
        """For a person."""
        where = f"{self.game}: " if self.game else ""
        how = "" if self.cure is not None else " (cannot be mended from the rest)"
        return f"{where}{self.found}{how}"


class Doctor:
    """Looks at a journal. The findings of one look are to be cured in their order."""

    def __init__(self, store: SqliteStore, settings: Settings, renderer: Renderer) -> None:
        """store: open for writing where anything is to be cured."""
        self.store = store
        self.settings = settings
        self.renderer = renderer

    def look(self) -> Iterator[Finding]:
        """The file first, then what belongs to no game, then game by game."""
        broken = list(self._file())
        yield from broken
        if any(finding.what == "file" for finding in broken):
            return
        yield from self._queues()
        for row in self.store.games():
            yield from self.look_at(row)

    def _file(self) -> Iterator[Finding]:
        store = self.store
        for said in integrity.damages(store):
            of_index = "index" in said and "missing" in said
            cure = (lambda: integrity.mend_parts(store)) if of_index else None
            yield Finding(
                "index" if of_index else "file", f"the file is damaged: {said}", None, cure
            )
        for table, count in integrity.orphans(store):
            yield Finding("rows", f"{table}: {count} rows belong to nothing")
        for name in integrity.missing_parts(store):
            yield Finding("part", f"{name} is not there", None, lambda: integrity.mend_parts(store))

    def _queues(self) -> Iterator[Finding]:
        store = self.store
        if number := integrity.lost_unread(store):
            said = f"{number} letters are in no list, or wrongly in that of the unread"
            yield Finding("unread", said, None, lambda: integrity.mend_unread(store))
        if number := integrity.lost_deliveries(store):
            said = f"{number} mails of the outbox would never be sent"
            cure = lambda: integrity.mend_deliveries(store, PUBLIC_NEXT)  # noqa: E731
            yield Finding("deliveries", said, None, cure)

    # -- one game -------------------------------------------------------------------------------

    def look_at(self, row: Game) -> Iterator[Finding]:
        """Numbers without gaps, facts that follow from inputs, then what follows from facts."""
        game = row.id
        for said in integrity.broken_runs(self.store, game):
            if "inputs" in said:
                yield Finding("inputs", said, game)
                return
        if marks := self.store.forgotten(game):
            yield from self._unchanged(game, marks[-1])
            return
        try:
            derived = Derived(self, row)
        except StoreError:
            raise
        except Exception as error:
            name = type(error).__name__
            yield Finding("inputs", f"its inputs cannot be played again ({name})", game)
            return
        yield from self._letters(game, derived)
        facts = list(self._facts(game, derived))
        yield from facts
        if all(finding.cure is not None for finding in facts):
            yield from self._standing(row, derived)
            yield from self._mails(game, derived)

    def _unchanged(self, game: str, mark: Forgotten) -> Iterator[Finding]:
        """A game in which somebody was forgotten: its lots cannot be drawn again from his sign-up.

        Its facts must be what they were then.
        """
        if digest_of(bytes(fact.body) for fact in self.store.facts(game)) != mark.digest:
            said = f"its facts are not those of the day somebody was forgotten ({mark.at:%Y-%m-%d})"
            yield Finding("facts", said, game)

    def _letters(self, game: str, derived: "Derived") -> Iterator[Finding]:
        for letter in integrity.unmarked_letters(self.store, game, derived.letters):
            yield Finding("letters", f"letter {letter} was heard, but is not marked so", game)

    def _facts(self, game: str, derived: "Derived") -> Iterator[Finding]:
        """Facts that are gone or cannot be read, if all others are those that are derived."""
        kept = {fact.seq: fact for fact in self.store.facts(game)}
        broken = []
        for fact in derived.facts:
            found = kept.get(fact.seq)
            read = None if found is None else _read(found.body)
            if read is None:
                broken.append(fact)
            elif read != f.from_bytes(fact.body):
                said = f"fact {fact.seq} is not what its inputs give; see: pbp audit {game}"
                yield Finding("facts", said, game)
                return
        if len(kept) > len(derived.facts):
            said = f"{len(kept) - len(derived.facts)} facts follow from no input"
            yield Finding("facts", said, game)
        elif broken:
            said = f"{len(broken)} facts are gone or cannot be read"
            mend = tuple(broken)
            yield Finding("facts", said, game, lambda: integrity.mend_facts(self.store, mend))

    def _standing(self, row: Game, derived: "Derived") -> Iterator[Finding]:
        """Where the game stands, and to whom mail without a game belongs."""
        live, store = derived.live, self.store
        due = live.play.next_due()
        state = GameState(row.id, outcomes.state_of(live), due)
        if row.state != outcomes.STOPPED and (row.state, row.next_deadline) != (
            state.state,
            state.next_deadline,
        ):
            said = "it stands otherwise than its facts say"
            cure = lambda: store.commit(Outcome(states=(state,)))  # noqa: E731
            yield Finding("state", said, row.id, cure)
        lost = tuple(a for a in derived.addresses if a not in store.find_games_of(a.address))
        if lost:
            said = f"{len(lost)} addresses are not in the index"
            cure = lambda: store.commit(Outcome(addresses=lost))  # noqa: E731
            yield Finding("addresses", said, row.id, cure)

    def _mails(self, game: str, derived: "Derived") -> Iterator[Finding]:
        """Mails that follow from facts and were never laid into the outbox.

        A recipient who never got any mail of this game is none that was forgotten: another
        address of the GM, a list that came into the configuration since.
        """
        there, known = set(), {self.settings.board_list}
        for name, recipient in integrity.message_ids(self.store, game):
            there.add(name)
            known.add(recipient)
        known.discard(self.settings.board_list)
        lost = tuple(
            mail
            for mail in derived.mails
            if mail.message_id not in there and mail.recipient in known
        )
        if lost:
            said = f"{len(lost)} mails were never laid into the outbox"
            cure = lambda: self.store.commit(Outcome(mails=lost))  # noqa: E731
            yield Finding("outbox", said, game, cure)


class Derived:
    """A game played again from its inputs: its facts, its mails, its people."""

    def __init__(self, doctor: Doctor, row: Game) -> None:
        store, game = doctor.store, row.id
        entries = [inputs.from_bytes(entry.body) for entry in store.inputs(game)]
        self.live = Live(setup.from_bytes(row.config), row.secret, doctor.settings.gm)
        self.live.past.stored = lambda: entries[:taken]
        self.letters = [n for e in entries if (n := getattr(e, "letter", None)) is not None]
        self.facts: list[Fact] = []
        self.mails: list[NewMail] = []
        self.addresses: list[Address] = []
        self._game, self._writer = game, Writer(doctor.settings, doctor.renderer)
        for taken, entry in enumerate(entries):
            answers = self._answers(doctor, entry)
            if not isinstance(entry, inputs.Outage):
                self._take(taken, self.live.play.settle(entry.at), None)
            self._take(taken + 1, self.live.play.take(entry), answers)
            if taken == 0:
                self.addresses += outcomes.index_of(self.live)
        instants = [fact.at for fact in _readable(store, game)]
        if row.state != outcomes.STOPPED and (told := integrity.last_told(store, game)):
            instants.append(told)
        if instants:
            self._take(len(entries), self.live.play.settle(max(instants)), None)

    def _take(self, seq: int, new: list[f.AnyFact], answers: str | None) -> None:
        live = self.live
        self.mails += self._writer.mails(live, outcomes.told(live, new), answers)
        self.addresses += outcomes.signed_up(live, new)
        self.facts += (
            Fact(self._game, number, max(1, seq), f.to_bytes(fact))
            for number, fact in enumerate(new, start=len(self.facts) + 1)
        )

    def _answers(self, doctor: Doctor, entry: inputs.AnyInput) -> str | None:
        """The Message-ID of the letter, for the answer to it."""
        if not isinstance(entry, inputs.LetterHeard | inputs.Commanded) or entry.letter is None:
            return None
        letter = doctor.store.letter(entry.letter)
        if letter is None:
            return None
        return open_stored(letter, doctor.settings, lambda _: None).letter.message_id


def _read(body: bytes) -> f.AnyFact | None:
    try:
        return f.from_bytes(body)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


def _readable(store: SqliteStore, game: str) -> Iterator[f.AnyFact]:
    for fact in store.facts(game):
        read = _read(fact.body)
        if read is not None:
            yield read
