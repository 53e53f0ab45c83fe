"""From inputs to facts: the pure middle of the service, shared by server, scenarios and audit.

A Play is one game in memory: its set-up, its law, its table. Each input is settled for, then
heard; what comes back are the new facts. Never touches the store.
"""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

from pbp.game import bounces, engine, listening, signup_close
from pbp.game import facts as f
from pbp.game.fold import fold, run
from pbp.game.table import Table
from pbp.rulesets.shelf import law_of
from pbp.service import correcting, inputs
from pbp.service.setup import Setup

JUST_BEFORE = timedelta(microseconds=1)


class Play:
    """One game in memory.

    history: gives the inputs before the one that is being taken; asked only when a command is
    taken back. silent: how many of the facts that `take` gave last, from the first, are nothing
    new to anybody and are not told again.
    """

    def __init__(self, setup: Setup, history: Callable[[], list[inputs.AnyInput]] = list) -> None:
        """A game before its first input."""
        self.setup = setup
        self.law = law_of(setup.ruleset)
        self.table = Table()
        self.history = history
        self.silent = 0

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
                new = bounces.came_back(self.table, entry.who, entry.reason, entry.at)
            case inputs.LetterHeard():
                new = listening.hear(self.table, self.law, entry.heard)
            case inputs.Commanded(undoes=place) if place is not None:
                return facts + self._undone(entry, place)
            case inputs.Commanded():
                new = listening.hear_gm(
                    self.table, self.law, entry.ordered, by_mail=entry.letter is not None
                )
        return facts + run(self.table, new)

    def _undone(self, entry: inputs.Commanded, place: int) -> list[f.AnyFact]:
        """Take a command back; what is derived again is not told again."""
        undoing = correcting.undo(self.setup, self.history(), place, entry.at)
        if not undoing.possible:
            raise ValueError("a command that cannot be taken back was journalled as undone")
        self.table = fold(undoing.facts)
        again = [f.Rewound(at=entry.at, keep=undoing.keep), *undoing.facts[undoing.keep :]]
        self.silent = len(again)
        told = run(self.table, correcting.corrections(undoing, entry.at))
        answer = listening.hear_gm(
            self.table, self.law, entry.ordered, by_mail=entry.letter is not None
        )
        return again + told + run(self.table, answer)

    def undoable(self, at: datetime) -> int | None:
        """The place of the input that 撤销 would take back at that instant; None where none is."""
        entries = self.history()
        place = correcting.last_undoable(entries, self.table.acts)
        if place is None or not correcting.undo(self.setup, entries, place, at).possible:
            return None
        return place

    def _outage(self, entry: inputs.Outage) -> list[f.AnyFact]:
        """An outage is known after what was due before it, before what became due in it (C-2.9)."""
        facts = self.settle(entry.since - JUST_BEFORE)
        return facts + run(self.table, [f.ServerWasDown(at=entry.at, since=entry.since)])

    def settle(self, now: datetime) -> list[f.AnyFact]:
        """Do what is due at or before `now`; the new facts."""
        facts: list[f.AnyFact] = []
        if self.table.started is None:
            facts = run(self.table, signup_close.settle(self.table, self.law, now))
        return facts + run(self.table, engine.settle(self.table, self.law, now))

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

    def replay(self, facts: list[f.AnyFact]) -> None:
        """Fold in facts that the journal holds already; what was taken back does not count."""
        standing: list[f.AnyFact] = []
        for fact in facts:
            if isinstance(fact, f.Rewound):
                del standing[fact.keep :]
            else:
                standing.append(fact)
        self.table = fold(standing)
