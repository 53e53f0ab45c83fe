"""Work shared among several judges where much waits: who gets what, and whether it may be so.

What each game hears, and in which order, is the same however many judge. Letters whose address
names their game are shared game by game; one that names none ends the share, for whose it is may
depend on those before it. Games that are due at one instant are shared too. If what the judges say
is not plain, it is done at home.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import takewhile
from typing import NamedTuple, Protocol

from pbp.game import facts as f
from pbp.service.incoming import mailbox_of
from pbp.service.kept import Kept
from pbp.service.outcomes import BROKEN, STOPPED
from pbp.service.settings import Settings
from pbp.store.interface import Store
from pbp.store.rows import Fact, Letter, Outcome, Waiting


class Share(NamedTuple):
    """A letter and the game that its address names."""

    letter: int
    game: str


class Judges(Protocol):
    """Judges who are asked together. They commit nothing."""

    def judge(self, shares: Sequence[Share], then: Sequence[Share] = ()) -> list[Outcome] | None:
        """What follows from each letter, in order; None where it must be done at home.

        A game's letters are judged in order by one judge, from where the store has it. then: what
        comes next, which may be opened while these are being committed.
        """

    def settle(self, games: Sequence[str], now: datetime) -> list[Outcome] | None:
        """What is due in each of these games by an instant, in order; None as above."""

    def are_there(self) -> bool:
        """Whether they answer at once, so that few letters are worth sharing too."""

    def forget(self) -> None:
        """What was judged last was not committed: the games are read anew."""


def shares(waiting: Sequence[Waiting], settings: Settings) -> list[Share]:
    """The letters that come first and can be shared."""
    named = ((letter.id, mailbox_of(letter.recipients, settings).game) for letter in waiting)
    return [Share(*each) for each in takewhile(lambda each: each[1], named)]


def together(letters: list[Letter], settings: Settings) -> list[Letter]:
    """The letters that come first and are judged for one commit.

    Whose a letter is that names no game is seen in what is committed: it is judged alone, so that
    it does not matter where a batch ends.
    """
    named = list(takewhile(lambda x: mailbox_of(x.recipients, settings).game, letters))
    return named or letters[:1]


def agreed(given: Sequence[Share], outcomes: Sequence[Outcome]) -> bool:
    """Whether each letter touched its own game alone, none twice, and nothing went wrong.

    A bounce can name another game, the same mail can be for two games, and a game that stops is
    to stop here: then those who judged apart may be wrong.
    """
    keys = [key.key for outcome in outcomes for key in outcome.delivery_keys]
    marks = [[read.letter for read in outcome.letters] for outcome in outcomes]
    return (
        marks == [[share.letter] for share in given]
        and len(keys) == len(set(keys))
        and settled([share.game for share in given], outcomes)
    )


def settled(games: Sequence[str], outcomes: Sequence[Outcome]) -> bool:
    """Whether each outcome touches its own game alone, and nothing went wrong."""
    return len(games) == len(outcomes) and all(map(_is_plain, games, outcomes))


def _is_plain(game: str, outcome: Outcome) -> bool:
    touched = {
        *(row.game for row in outcome.inputs),
        *(row.game for row in outcome.facts),
        *(row.game for row in outcome.states),
        *(row.game for row in outcome.mails),
        *(row.game for row in (*outcome.addresses, *outcome.addresses_gone)),
    }
    return (
        touched <= {game}
        and all(read.verdict != BROKEN for read in outcome.letters)
        and all(row.state != STOPPED for row in outcome.states)
        and not (outcome.games or outcome.letters_again or outcome.counters)
    )


def follow(games: Kept, facts: Iterable[Fact], last_inputs: Mapping[str, int]) -> None:
    """Bring loaded games up to what others have judged and is committed now.

    facts: those that are new, in order. last_inputs: the number of each game's last input.
    """
    for row in facts:
        live = games.get(row.game)
        if live is None:
            continue
        fact = f.from_bytes(row.body)
        if isinstance(fact, f.Rewound) or row.seq != live.last_fact + 1:
            del games[row.game]
            continue
        live.play.follow(fact)
        live.last_fact = row.seq
    for game, seq in last_inputs.items():
        live = games.get(game)
        if live is not None:
            live.last_input = seq


def catch_up(games: Kept, store: Store, game: str) -> None:
    """Bring a loaded game up to the journal, which went on without it."""
    live = games.get(game)
    if live is None:
        return
    last_input, last_fact = store.last_seqs(game)
    if last_input < live.last_input or last_fact < live.last_fact:
        del games[game]
    elif (last_input, last_fact) != (live.last_input, live.last_fact):
        follow(games, store.facts(game, live.last_fact), {game: last_input})
