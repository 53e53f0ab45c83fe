"""From inputs to facts: the pure middle of the service, shared by server, scenarios and audit.

A Play is one game in memory: its set-up, its law, its table. Each input is settled for, then
heard; what comes back are the new facts. Never touches the store.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta

from pbp.game import bounces, engine, listening, signup_close
from pbp.game import facts as f
from pbp.game.commands import Ordered
from pbp.game.fold import fold, run
from pbp.game.gm import desk, people
from pbp.game.gm.foreseen import WORDS, Seen
from pbp.game.standing_facts import not_rewound
from pbp.game.table import Table
from pbp.rulesets.shelf import law_of
from pbp.service import correcting, differing, inputs, telling
from pbp.service.again import AGAIN, Derived, laid_over
from pbp.service.setup import Setup

JUST_BEFORE = timedelta(microseconds=1)


class Play:
    """One game in memory.

    history: gives the inputs before the one that is being taken; asked only when a command is
    taken back or an earlier mail read otherwise. again: the game is being derived again; then
    what was corrected is corrected already. silent: how many of the facts that `take` gave last,
    from the first, are nothing new to anybody and are not told again. facts: those that stand.
    """

    def __init__(
        self,
        setup: Setup,
        history: Callable[[], list[inputs.AnyInput]] = list,
        *,
        again: bool = False,
    ) -> None:
        """A game before its first input."""
        self.setup = setup
        self.law = law_of(setup.ruleset)
        self.table = Table()
        self.history = history
        self.again = again
        self.silent = 0
        self.facts: list[f.AnyFact] = []
        self._decided: tuple[int, Ordered, correcting.Decision] | None = None

    def take(self, entry: inputs.AnyInput) -> list[f.AnyFact]:
        """Settle what is due by the input's time, then take it in; the new facts."""
        if isinstance(entry, inputs.Outage):
            return self._outage(entry)
        facts = self.settle(entry.at)
        self.silent = 0
        match entry:
            case inputs.Started():
                new = self._begun()
            case inputs.CameBack():
                new = bounces.came_back(self.table, entry.who, entry.reason, entry.at, entry.sent)
            case inputs.LetterHeard():
                new = listening.hear(self.table, self.law, entry.heard)
            case inputs.Commanded():
                return facts + self._commanded(entry)
        return facts + self._run(new)

    def _run(self, new: Iterable[f.AnyFact]) -> list[f.AnyFact]:
        facts = run(self.table, new)
        if not self.again:
            self.facts += facts
        return facts

    # -- the GM -------------------------------------------------------------------------------

    def _commanded(self, entry: inputs.Commanded) -> list[f.AnyFact]:
        """Carry out what the GM sent, corrections first."""
        born: list[f.AnyFact] = []
        decision = correcting.Decision()
        if not self.again:
            decision = self.decide(entry.ordered)
            if entry.undoes is not None:
                born = self._undone(entry, entry.undoes)
            elif entry.changes:
                born = self._corrected(entry, decision)
        for who in entry.revive:
            born += self._run(people.lives_again(self.table, who, entry.at))
        seen = decision.seen if not self.again else self._silent(entry)
        answer = listening.hear_gm(
            self.table, self.law, entry.ordered, numbered=entry.has_number, seen=seen
        )
        return born + self._run(answer)

    def decide(self, ordered: Ordered) -> "correcting.Decision":
        """What comes of corrections that the GM asks for; all that is due by then is settled."""
        key = len(self.facts)
        if self._decided is None or self._decided[:2] != (key, ordered):
            self._decided = (key, ordered, correcting.decide(self, ordered))
        return self._decided[2]

    def _silent(self, entry: inputs.Commanded) -> dict[int, Seen]:
        """Where the game is derived again, corrections are in their places already."""
        closed = {change.word for change in entry.changes}
        words = {*WORDS} - ({"reject"} - closed)
        commands = desk.commands_of(self.table, entry.ordered)
        return {
            n: Seen(silent=True, pending=n in entry.waits)
            for n, c in enumerate(commands)
            if c.word in words and (c.word != "reclassify" or n in entry.waits)
        }

    def _corrected(
        self, entry: inputs.Commanded, decision: "correcting.Decision"
    ) -> list[f.AnyFact]:
        """An earlier mail counts otherwise: the game goes on as derived again, or it stands."""
        was, rewound = self.table, []
        if entry.how == AGAIN and decision.derived is not None:
            rewound = self._rewind(decision.derived, entry, decision.mails)
        told = telling.of_correction(
            self.law, was, self.table, decision.differs, entry, decision.reason
        )
        return rewound + self._run(told)

    def _undone(self, entry: inputs.Commanded, place: int) -> list[f.AnyFact]:
        """Take a command back; what is derived again is not told again."""
        undoing = correcting.undo(self, self.history(), place, entry.at)
        if not undoing.possible or undoing.derived is None:
            raise ValueError("a command that cannot be taken back was journalled as undone")
        was = self.table
        rewound = self._rewind(undoing.derived, entry)
        told = iter(telling.of_undoing(undoing, entry.at))
        if undoing.corrects:
            nothing = differing.Difference()
            told = telling.of_correction(self.law, was, self.table, nothing, entry)
        return rewound + self._run(told)

    def _rewind(
        self, derived: Derived, entry: inputs.Commanded, mails: Iterable[int] = ()
    ) -> list[f.AnyFact]:
        """Lay the game that was derived again over what was told."""
        undone = None if entry.undoes is None else self.history()[entry.undoes].at
        keep, rest = laid_over(self.facts, derived.facts, self.table, set(mails), undone=undone)
        self.facts = [*self.facts[:keep], *rest]
        self.table = fold(self.facts)
        self.silent = len(rest) + 1
        return [f.Rewound(at=entry.at, keep=keep), *rest]

    def undoable(self, at: datetime) -> int | None:
        """The place of the input that 撤销 would take back at that instant; None where none is."""
        entries = self.history()
        place = correcting.last_undoable(entries, self.table.acts)
        if place is None or not correcting.undo(self, entries, place, at).possible:
            return None
        return place

    # -- time -----------------------------------------------------------------------------------

    def _outage(self, entry: inputs.Outage) -> list[f.AnyFact]:
        """An outage is known after what was due before it, before what became due in it (C-2.9)."""
        facts = self.settle(entry.since - JUST_BEFORE)
        return facts + self._run([f.ServerWasDown(at=entry.at, since=entry.since)])

    def settle(self, now: datetime) -> list[f.AnyFact]:
        """Do what is due at or before `now`; the new facts."""
        facts: list[f.AnyFact] = []
        if self.table.started is None:
            facts = self._run(signup_close.settle(self.table, self.law, now))
        return facts + self._run(engine.settle(self.table, self.law, now))

    def next_due(self) -> datetime | None:
        """The next instant at which something happens by itself."""
        if self.table.started is None:
            return signup_close.next_due(self.table)
        return engine.next_due(self.table)

    def _begun(self) -> Iterator[f.AnyFact]:
        """The game starts, or its sign-up opens."""
        setup, plan = self.setup, self.setup.plan
        if plan is None or setup.salts is None:
            return engine.start(self.table, self.law, self.first_fact())
        opened = f.SignupOpened(
            at=setup.starts,
            game=setup.id,
            ruleset=setup.ruleset,
            locale=setup.locale,
            timezone=setup.timezone,
            options=setup.options,
            seats=plan.seats,
            closes=plan.closes,
            seed=setup.seed,
            salts=setup.salts,
            handles=plan.handles,
            starts=plan.begins,
            beacon=plan.beacon,
            story=plan.story,
        )
        return signup_close.opening(self.table, self.law, opened)

    def first_fact(self) -> f.GameStarted:
        """The fact that begins the game, from its set-up."""
        setup = self.setup
        return f.GameStarted(
            at=setup.starts,
            game=setup.id,
            ruleset=setup.ruleset,
            locale=setup.locale,
            timezone=setup.timezone,
            options=setup.options,
            seats=setup.seats,
            seed=setup.seed,
            checked_in=setup.checked_in,
            deliver=setup.deliver,
            substitutes=tuple(setup.substitutes),
            names={handle: owner.name for handle, owner in setup.owners.items()},
            salts=setup.salts,
            cast=tuple(seat.handle for seat in setup.seats) if setup.salts else (),
        )

    def follow(self, fact: f.AnyFact) -> None:
        """Fold in a fact that was just journalled, and takes nothing back."""
        self._run([fact])

    def replay(self, facts: list[f.AnyFact]) -> None:
        """Fold in facts that the journal holds already; what was taken back does not count."""
        self.facts = not_rewound(facts)
        self.table = fold(self.facts)
