"""Random games with a correction by lot, beside those in which the mail had come that way."""

import random
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from pbp.audit import audit_game
from pbp.game import facts as f
from pbp.game.intents import ORDER_KINDS
from pbp.render import Page, Renderer
from pbp.scenario.load import loads
from pbp.scenario.model import MailSpec, Scenario
from pbp.scenario.play import GAME, SETTINGS, Player
from pbp.service import inputs
from pbp.service.again import VOIDABLE
from pbp.service.referee import Referee
from tests.scenario import random_prayer, random_seven_kill, random_three_lives

WORDS = {
    "kill": "杀",
    "pray": "祈祷",
    "bind": "束魂",
    "heal": "治疗",
    "seal": "封刀",
    "immunity": "免投",
}
PARTS = ("deaths", "ballots", "phases", "out", "warnings", "result", "players", "silence")


class Correction(msgspec.Struct):
    """What is corrected. after: so many mails of the story; spec: of the mail; text: instead."""

    after: int
    spec: int
    text: str
    words: tuple[str, ...]


def story_of(ruleset: str, seed: int) -> Scenario:
    """A random game of a rule set."""
    if ruleset == "seven_kill":
        text = random_seven_kill.Writer(seed).text()
    elif ruleset == "prayer":
        text = random_prayer.random_game(seed)
    else:
        text = random_three_lives.random_game(seed, 8)
    return loads(text, Path("random.yaml"))


class Mute(Renderer):
    """Pages without words, for what is looked at here are facts; it makes a game twice as fast."""

    def notice(self, *_: Any, **__: Any) -> Page:
        return Page(subject="[g41] page", text="words\n")

    post = copy = bundle = page = notice

    def frame(self, *_: Any, **__: Any) -> str:
        return ""


MUTE = Mute()


class Corrected(Player):
    """A story in which the GM corrects a mail, by the words of `mails`; "" where he asks nothing.

    correction None: one is chosen by lot once the story has come so far.
    """

    def __init__(self, story: Scenario, seed: int, correction: Correction | None = None) -> None:
        super().__init__(story)
        self.renderer = MUTE
        self.referee = Referee(self.store, SETTINGS, MUTE)
        self.lot = random.Random(seed)
        self.correction = correction
        self.is_reference = correction is not None
        self.plain = False
        self.after = correction.after if correction else self.lot.randrange(len(story.mails))
        self.numbers: dict[int, int] = {}
        self.corrected_at: datetime | None = None

    def tell(self) -> None:
        starts = self.scenario.game.starts
        self.referee.new_game(self.made(), b"a secret of tests", starts)
        for place, spec in enumerate(self.scenario.mails):
            at = self._time_of(spec)
            if self._is_past_the_end(at):
                break
            self._deliver(self.as_it_came(spec), at)
            if not self._is_down(at):
                self.numbers[len(self._live().play.table.mails)] = spec.number
            if place >= self.after and self.corrected_at is None and not self._is_down(at):
                self.corrected_at = at
                self.correct(at)
        self._go_on()

    def made(self) -> Any:
        from pbp.scenario.play import setup_of

        return setup_of(self.scenario)

    def as_it_came(self, spec: MailSpec) -> MailSpec:
        """A mail of the story; in the reference the corrected one comes as corrected."""
        wrong = self.correction
        if self.plain or not self.is_reference or wrong is None or spec.number != wrong.spec:
            return spec
        return msgspec.structs.replace(
            spec, text=wrong.text, html=None, raw=None, subject="", to="gm", reply_to_vote=True
        )

    def correct(self, at: datetime) -> None:
        if not self.is_reference:
            self.correction = self.chosen()
        if self.correction is None:
            return
        for words in self.correction.words:
            self.gm("状态" if self.is_reference else words, at)

    def gm(self, words: str, at: datetime) -> None:
        number = 10_000 + len(self.sent)
        spec = MailSpec(
            number=number, line=0, at=self.scenario.mails[0].at, sender="gm", text=words
        )
        self._deliver(spec, at)

    def chosen(self) -> Correction | None:
        """A mail with an order or a vote, and what it should have been."""
        table, lot = self._live().play.table, self.lot
        found = [
            mail
            for n, mail in table.mails.items()
            if n in self.numbers
            and mail.sender in table.players
            and not mail.pending
            and any(r.kind in VOIDABLE for r in mail.readings)
        ]
        if not found:
            return None
        counted = [mail for mail in found if mail.verdict in ("accepted", "replaced")]
        if counted and lot.random() < 0.8:
            found = counted
        mail = lot.choice(found if lot.random() < 0.5 else found[-12:])
        kind, target = mail.readings[0].kind, lot.choice(table.handles)
        words, text = f"作废 {mail.n} 看错了", "状态"
        if lot.random() < 0.5 and (kind in WORDS or kind in ("vote", "change")):
            text = f"{WORDS.get(kind, '投票')} {target}"
            words = f"读 {mail.n} “{text}” 看错了"
        confirm = "确认 复活" if lot.random() < 0.7 else "确认"
        return Correction(self.after, self.numbers[mail.n], text, (words, confirm))

    # -- what came of it ----------------------------------------------------------------------

    def carried_out(self) -> inputs.Commanded | None:
        """The input that carried the correction out."""
        entries = [inputs.from_bytes(row.body) for row in self.store.inputs(GAME)]
        done = [e for e in entries if isinstance(e, inputs.Commanded) and e.changes]
        return done[-1] if done else None

    def course(self, *, effective: bool = False) -> dict[str, Any]:
        """What the record says; effective: only orders that came to something."""
        record = self.record()
        parts = {part: record[part] for part in PARTS}
        parts["orders"] = sorted(
            (o["mail"], o["phase"], o["kind"], tuple(o["targets"]), o["effective"])
            for o in record["orders"]
            if o["kind"] in ORDER_KINDS and (o["effective"] or not effective)
        )
        return parts

    def told_since(self) -> list[Any]:
        """All that is told from the first close after the correction on, but answers to mails."""
        at, table = self.corrected_at, self._live().play.table
        closes = [p.closed for p in table.phases if p.closed is not None and at and p.closed > at]
        if not closes:
            return []
        facts = [f.from_bytes(row.body) for row in self.store.facts(GAME)]
        return [_said(x) for x in _standing(facts) if _is_told(x) and x.at >= min(closes)]

    def audited(self) -> str:
        found = audit_game(self.store, self.store.game(GAME), SETTINGS)
        return "" if found.first_difference is None else f"{found.expected} / {found.derived}"


def _standing(facts: list[f.AnyFact]) -> list[f.AnyFact]:
    standing: list[f.AnyFact] = []
    for fact in facts:
        if isinstance(fact, f.Rewound):
            del standing[fact.keep :]
        else:
            standing.append(fact)
    return standing


def _is_told(fact: f.AnyFact) -> bool:
    private = isinstance(fact, f.Notified) and fact.to != "gm" and fact.mail is None
    return private or isinstance(fact, f.Posted)


def _said(fact: Any) -> bytes:
    data = {k: v for k, v in fact.data.items() if k not in ("chain", "acts")}
    who = fact.to if isinstance(fact, f.Notified) else fact.author
    return msgspec.json.encode((fact.at, fact.kind, who, fact.phase, fact.life, data))


def outcome(ruleset: str, seed: int) -> tuple[str, list[str]]:
    """How a random correction of a random game was carried out, and what is wrong with it."""
    story = story_of(ruleset, seed)
    game = Corrected(story, seed)
    with game.store:
        game.tell()
        wrong = [f"audit: {found}"] if (found := game.audited()) else []
        if game.correction is None:
            return "none", wrong
        done = game.carried_out()
        how = done.how if done is not None else "nothing"
        if done is not None and done.revive:
            return "revived", wrong
        reference = Corrected(story, seed, game.correction)
        reference.plain = how == "stands"
        with reference.store:
            reference.tell()
            nothing = how == "nothing"
            wrong += differences(
                game.course(effective=nothing), reference.course(effective=nothing)
            )
            if game.told_since() != reference.told_since():
                wrong.append("told otherwise after the first close")
    return how, wrong


def differences(here: dict[str, Any], there: dict[str, Any]) -> list[str]:
    return [
        f"{part}: {here[part]} is not {there[part]}" for part in here if here[part] != there[part]
    ]
