"""Which facts of a game stand: a command that was taken back takes its facts with it (C-8.2)."""

from collections.abc import Iterable

from pbp.game import facts as f


def not_rewound(facts: Iterable[f.AnyFact]) -> list[f.AnyFact]:
    """The facts that stand: what was taken back does not count."""
    standing: list[f.AnyFact] = []
    for fact in facts:
        if isinstance(fact, f.Rewound):
            del standing[fact.keep :]
        else:
            standing.append(fact)
    return standing
