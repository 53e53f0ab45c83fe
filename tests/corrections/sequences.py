"""Random games in which the GM corrects again and again: mails, orders of his own, corrections.

Whatever he asks for, the game is not stopped, its facts follow from its inputs, and it stands as
the inputs that hold say.
"""

from datetime import datetime
from typing import Any

from pbp.game.intents import POST_KINDS, VOTE_KINDS
from pbp.game.table import Table
from pbp.scenario.play import GAME
from pbp.service import again
from pbp.service.differing import is_same
from tests.corrections.games import WORDS, Corrected, story_of

ASKED = 8
"""How often he asks for something."""


class Restless(Corrected):
    """A story in which the GM corrects whatever comes to his mind. asked: his words."""

    def __init__(self, ruleset: str, seed: int) -> None:
        super().__init__(story_of(ruleset, seed), seed)
        self.asked: list[str] = []
        self.wrong: list[str] = []
        mails = range(len(self.scenario.mails))
        self.places = sorted(self.lot.sample(mails, min(ASKED, len(mails))))
        self.after = self.places[0]

    def correct(self, at: datetime) -> None:
        """One thing; the next one comes after some mails more."""
        words = self.words(self._live().play.table)
        self.asked.append(words)
        self.gm(words, at)
        waits = bool(self._live().play.table.notes.get("unconfirmed"))
        if self.lot.random() < (0.6 if waits else 0.05):
            self.asked.append("确认 复活" if self.lot.random() < 0.5 else "确认")
            self.gm(self.asked[-1], at)
        if self._live() is None:
            self.wrong.append(f"stopped by {words}")
        self.wrong += self.as_the_inputs_say(words, at)
        self.places = [place for place in self.places if place > self.after] or [10**9]
        self.after, self.corrected_at = self.places[0], None

    def words(self, table: Table) -> str:
        lot, n = self.lot, self.lot.randint(1, max(1, len(table.mails)))
        who, other = lot.choice(table.handles), lot.choice(table.handles)
        mine = [m for m, mail in table.mails.items() if mail.sender == "gm"]
        n = lot.choice(mine) if mine and lot.random() < 0.25 else n
        choices = (
            f"作废 {n}",
            f"作废 {n} 再看一遍",
            f"作废 {n}\n作废 {max(1, n - 1)}",
            self.anew(table, n, other),
            self.anew(table, n, other),
            f"废 {n}",
            f"改类 {n} 分析",
            f"补收 {n}",
            f"代令 {who} “{lot.choice(list(WORDS.values())[:-1])} {other}”",
            f"代计 {who} {other}\n代计 {other} {who}",
            f"代投 {who} {other}",
            f"复活 {who}",
            f"试 作废 {n}",
            "确认",
            "确认 复活",
            "撤销",
            "撤销",
        )
        return lot.choice(choices)

    def anew(self, table: Table, n: int, target: str) -> str:
        kinds = [r.kind for r in table.mails[n].readings] if n in table.mails else []
        kind = next((k for k in kinds if k in WORDS), "vote")
        kind = "vote" if kind in VOTE_KINDS or kind in POST_KINDS else kind
        return f"读 {n} “{WORDS.get(kind, '投票')} {target}”"

    def as_the_inputs_say(self, words: str, at: datetime) -> list[str]:
        """What the game derived again from the inputs that hold says otherwise."""
        play = self._live().play
        standing = again.standing(play.history())
        derived = again.derive(play.setup, standing, at, play.table)
        same = is_same(play.table, derived.table)
        return [] if same else [f"another game than its inputs tell, after {words!r}"]


def outcome(ruleset: str, seed: int) -> tuple[list[str], list[str]]:
    """What the GM asked for, and what is wrong."""
    game = Restless(ruleset, seed)
    with game.store:
        game.tell()
        wrong = list(game.wrong)
        if game.store.game(GAME).state == "stopped":
            wrong.append("stopped")
        if found := game.audited():
            wrong.append(f"audit: {found}")
        wrong += read_back(game)
    return game.asked, wrong


def read_back(game: Restless) -> list[str]:
    """What the journal tells otherwise than the game in memory."""
    told: Any = game._live().play.table
    read = game.referee.loaded(GAME).play.table
    return [] if is_same(told, read, replaced=True) else ["another game read back"]
