"""From inputs to facts: the pure middle of the service, shared by server, scenarios and audit.

A Play is one game in memory: its set-up, its law, its table. Each input is settled for, then
heard; what comes back are the new facts. Never touches the store.
"""

from datetime import datetime

from pbp.game import engine, listening
from pbp.game import facts as f
from pbp.game.fold import apply, run
from pbp.game.table import Table
from pbp.rulesets.shelf import law_of
from pbp.service import inputs
from pbp.service.setup import Setup


class Play:
    """One game in memory."""

    def __init__(self, setup: Setup) -> None:
        """A game before its first input."""
        self.setup = setup
        self.law = law_of(setup.ruleset)
        self.table = Table()

    def take(self, entry: inputs.AnyInput) -> list[f.AnyFact]:
        """Settle what is due by the input's time, then take it in; the new facts."""
        if isinstance(entry, inputs.Outage):
            return self._outage(entry)
        facts = self.settle(entry.at)
        match entry:
            case inputs.Started():
                new = engine.start(self.table, self.law, self.first_fact())
            case inputs.LetterHeard():
                new = listening.hear(self.table, self.law, entry.heard)
            case inputs.Commanded():
                new = listening.hear_gm(
                    self.table, self.law, entry.ordered, by_mail=entry.letter is not None
                )
        return facts + run(self.table, new)

    def _outage(self, entry: inputs.Outage) -> list[f.AnyFact]:
        """An outage is known after what was due before it, before what became due in it (C-2.9)."""
        facts = self.settle(entry.since)
        return facts + run(self.table, [f.ServerWasDown(at=entry.at, since=entry.since)])

    def settle(self, now: datetime) -> list[f.AnyFact]:
        """Do what is due at or before `now`; the new facts."""
        if self.table.started is None:
            return []
        return run(self.table, engine.settle(self.table, self.law, now))

    def next_due(self) -> datetime | None:
        """The next instant at which something happens by itself."""
        if self.table.started is None:
            return None
        return engine.next_due(self.table)

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
            substitutes=tuple(setup.substitutes),
        )

    def replay(self, facts: list[f.AnyFact]) -> None:
        """Fold in facts that the journal holds already."""
        for fact in facts:
            apply(self.table, fact)
