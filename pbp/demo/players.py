"""The people of the demo: each reads his letters, decides what to do and when, and writes.

A person knows his letters, and acts on nothing else. Chance in what he does comes from Dice.
"""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from pbp.demo.mailprogram import Letter, MailProgram, Sent
from pbp.demo.understanding import Reader
from pbp.demo.words import words_of
from pbp.game.dice import Dice

QUICK, SLOW = timedelta(minutes=7), timedelta(hours=5)
PERCENT = 100


@dataclass(frozen=True)
class Deed:
    """Something that a person means to do at an hour, because of a letter."""

    at: datetime
    who: "Person"
    kind: str
    letter: Letter
    scene: str = ""
    word: str = ""


@dataclass
class Notes:
    """What a person has read about himself and the game."""

    handle: str = ""
    role: str = ""
    life: str = ""
    team: str = ""
    friends: list[str] = field(default_factory=list)
    living: list[str] = field(default_factory=list)
    roster: list[str] = field(default_factory=list)
    orders: dict[str, str] = field(default_factory=dict)
    my_night: str = ""
    alive: bool = True
    over: bool = False
    voting: str = ""
    candidates: list[str] = field(default_factory=list)
    seen_votes: dict[str, str] = field(default_factory=dict)
    voted: str = ""
    post_word: str = ""
    last_word: str = ""


class Person:
    """One player with his mail program, who writes plainly what his letters show him."""

    def __init__(self, program: MailProgram, locale: str, zone: ZoneInfo, dice: Dice) -> None:
        """dice: of this person alone."""
        self.program = program
        self.locale = locale
        self.reader = Reader(locale, zone)
        self.words = words_of(locale)
        self.dice = dice
        self.notes = Notes()
        self.private: Letter | None = None
        self.board: Letter | None = None
        self.waits = False
        self.victims = 1
        self._lots = 0

    # -- chance -----------------------------------------------------------------------------

    def lot(self, limit: int) -> int:
        """A lot of this person's own."""
        self._lots += 1
        return self.dice.below(limit, f"{self.program.name}/{self._lots}")

    def one_of(self, names: list[str]) -> str:
        """One of the names."""
        return names[self.lot(len(names))]

    def some_time(self, now: datetime, until: datetime | None) -> datetime:
        """An instant between now and until, not in the last tenth; soon where there is no end."""
        if until is None or until <= now:
            return now + QUICK
        whole = (until - now).total_seconds()
        reading = 60 if until > now + QUICK else whole / 10
        return now + timedelta(seconds=int(reading + whole * (5 + self.lot(75)) / PERCENT))

    # -- signing up -------------------------------------------------------------------------

    def invited(self, invitation: Letter, now: datetime) -> Deed:
        """The post about the sign-up was shown to this person."""
        return self._deed("sign_up", invitation, now, now + timedelta(hours=16))

    def _do_sign_up(self, deed: Deed, now: datetime) -> Sent:
        """Write to the address that stands in the invitation, in its words."""
        invitation = deed.letter
        word = self.reader.word(self.reader.phrases.sign_up, invitation)
        to = self.reader.word(self.reader.phrases.where, invitation)
        tag = invitation.subject.partition("]")[0] + "]"
        return self.program.write(to, tag, f"{word} {self.program.name}", now)

    # -- reading ----------------------------------------------------------------------------

    def read(self, letter: Letter, now: datetime) -> list[Deed]:
        """Take in a letter; what it makes this person want to do."""
        private, post = self.reader.is_private(letter), self.reader.is_post(letter)
        self.private = letter if private else self.private
        self.board = letter if post and not private else self.board
        self._note_role(letter)
        deeds = self._post(letter, now) if post else self._private(letter, now)
        if self.reader.word(f"({self.reader.phrases.my_turn})", letter):
            deeds += self._my_turn(letter, now)
        return [deed for deed in deeds if self.notes.alive or deed.kind == "last_words"]

    def _note_role(self, letter: Letter) -> None:
        """What this person is, and where: told at the start, and again to whoever is reborn."""
        phrases, notes = self.reader.phrases, self.notes
        role = self.reader.word(phrases.role, letter)
        if not role:
            return
        notes.role, notes.life = role, self.reader.word(phrases.life, letter)
        words = self._examples(letter)
        notes.orders = {"night": words[0]} if words else {}
        self.waits = bool(self.reader.word(phrases.wait, letter))

    def _private(self, letter: Letter, now: datetime) -> list[Deed]:
        phrases, notes = self.reader.phrases, self.notes
        confirm = self.reader.word(phrases.confirm, letter)
        if confirm:
            return [self._deed("confirm", letter, now, None, word=confirm)]
        deeds: list[Deed] = []
        if self.reader.word(phrases.handle, letter):
            notes.handle = self.reader.word(phrases.handle, letter)
            notes.friends = [
                *self.reader.names(phrases.mates, letter),
                *self.reader.names(phrases.knows, letter),
            ]
            notes.my_night = self.reader.word(phrases.my_phase, letter)
            check = self.reader.word(phrases.check_in, letter)
            deeds += self._curious(letter, now)
            if check:
                deeds.append(self._deed("check_in", letter, now, now + SLOW, word=check))
        notes.post_word = self.reader.word(phrases.posts, letter) or notes.post_word
        notes.living = self.reader.living(notes.life, letter) or notes.living
        notes.roster = notes.roster or notes.living
        name = self.reader.word(phrases.not_found, letter)
        if name and letter.answered:
            deeds.append(self._deed("correct", letter, now, None, word=name))
        return deeds

    def _curious(self, letter: Letter, now: datetime) -> list[Deed]:
        """Some ask how things are written; whoever has team-mates greets them."""
        phrases, deeds = self.reader.phrases, []
        word = self.reader.word(phrases.help, letter)
        if word and self.lot(PERCENT) < self.talkative:
            deeds.append(self._deed("ask", letter, now, now + SLOW, word=word))
        if self.reader.word(phrases.team, letter) or self.reader.word(phrases.team_word, letter):
            deeds.append(self._deed("team_talk", letter, now, now + SLOW))
        return deeds

    def _examples(self, letter: Letter) -> list[str]:
        """The words of the orders that the letter shows."""
        return re.findall(self.reader.phrases.example, letter.text)

    def _at_night(self, letter: Letter, now: datetime) -> list[Deed]:
        """An order for the night that runs, if this role has one every night."""
        phrases, notes = self.reader.phrases, self.notes
        until = self.reader.time(phrases.freeze, letter) or self.reader.time(phrases.until, letter)
        if not notes.orders or notes.my_night or self.waits or until is None:
            return []
        return [self._deed("order", letter, now, until)]

    def _my_turn(self, letter: Letter, now: datetime) -> list[Deed]:
        if self.notes.my_night and not letter.text.count("100"):
            return []
        until = self.reader.time(self.reader.phrases.freeze, letter)
        until = until or self.reader.time(self.reader.phrases.until, letter)
        words = self._examples(letter)
        word = words[0] if words else self.notes.orders.get("night", "")
        self.victims = self.reader.victims(letter)
        return [self._deed("kill", letter, now, until, word=word)]

    def _post(self, letter: Letter, now: datetime) -> list[Deed]:
        phrases, notes = self.reader.phrases, self.notes
        scene, kind = self.reader.what(letter)
        for voter, target in re.findall(phrases.cast, letter.text, re.MULTILINE):
            notes.seen_votes[voter] = target.strip()
        if kind == phrases.over:
            notes.over, notes.alive = True, False
            return []
        return self._opened(letter, now, scene, kind)

    def _opened(self, letter: Letter, now: datetime, scene: str, kind: str) -> list[Deed]:
        """What a post of the Messenger's makes this person do."""
        phrases, notes = self.reader.phrases, self.notes
        if kind in (phrases.dawn, phrases.execution) and self._died(letter):
            killed = kind == phrases.dawn
            return [self._deed("last_words", letter, now, now + SLOW)] if killed else []
        if notes.life and self._is_elsewhere(scene, letter):
            return []
        if kind == phrases.nightfall:
            notes.voting = ""
            notes.living = self.reader.living(notes.life, letter) or notes.living
            return self._at_night(letter, now)
        if kind == phrases.vote_open:
            notes.living = self.reader.living(notes.life, letter) or notes.living
            notes.candidates = self.reader.names(phrases.only, letter)
            notes.voting, notes.seen_votes, notes.voted = scene, {}, ""
            notes.last_word = self.reader.word(phrases.last_words, letter) or notes.last_word
            word = self.reader.word(phrases.vote, letter) or self._examples_vote(letter)
            until = self.reader.time(phrases.freeze, letter)
            return [
                self._deed("analysis", letter, now, until),
                self._deed("vote", letter, now, until, word=word),
            ]
        return []

    def _examples_vote(self, letter: Letter) -> str:
        """The word in 例：投票 阿甲."""
        return self.reader.word(r"(?:例：|Example: )(\S+) \S+$", letter)

    def _is_elsewhere(self, scene: str, letter: Letter) -> bool:
        """Whether a post is about another life than this person's, or he is in none."""
        mark = "·" if self.locale == "zh" else ","
        if mark in scene and not scene.lower().startswith(self.notes.life):
            return True
        return self.notes.handle not in self.reader.living(self.notes.life, letter)

    def _died(self, letter: Letter) -> bool:
        """Whether the letter says that this person died, and he has only one life."""
        mark = "：" if self.locale == "zh" else ": "
        dead = f"\n{self.notes.handle}{mark}" in f"\n{letter.text}"
        if dead and not self.notes.life:
            self.notes.alive = False
            return True
        return False

    def _deed(
        self, kind: str, letter: Letter, now: datetime, until: datetime | None, word: str = ""
    ) -> Deed:
        scene = self.reader.what(letter)[0]
        return Deed(self.some_time(now, until), self, kind, letter, scene, word)

    # -- doing ------------------------------------------------------------------------------

    def do(self, deed: Deed, now: datetime) -> Sent | None:
        """Write the mail; None where it is no longer wanted."""
        if not self.notes.alive and deed.kind not in ("last_words", "confirm"):
            return None
        act: Callable[[Deed, datetime], Sent | None] = getattr(self, f"_do_{deed.kind}")
        return act(deed, now)

    def _do_confirm(self, deed: Deed, now: datetime) -> Sent | None:
        return self.say(deed.letter, deed.word, now)

    def _do_check_in(self, deed: Deed, now: datetime) -> Sent | None:
        return self.say(deed.letter, deed.word, now)

    def _do_ask(self, deed: Deed, now: datetime) -> Sent | None:
        return self.say(deed.letter, deed.word, now)

    def _do_team_talk(self, deed: Deed, now: datetime) -> Sent | None:
        """To the address that the letter gives, or with the word that it gives."""
        phrases, text = self.reader.phrases, self.words.team_talk
        to = self.reader.word(phrases.team, deed.letter)
        if to:
            return self.program.write(to, "", text, now)
        word = self.reader.word(phrases.team_word, deed.letter)
        return self.program.answer(deed.letter, f"{word} {text}", now)

    def _do_order(self, _: Deed, now: datetime) -> Sent | None:
        """To the newest private letter, as the Messenger asks."""
        word = self.notes.orders.get("night", "")
        if self.private is None or not word or not self.notes.living:
            return None
        return self.say(self.private, f"{word} {self.target()}", now)

    def _do_kill(self, deed: Deed, now: datetime) -> Sent | None:
        if self.private is None or not deed.word:
            return None
        others = self.dice.shuffled(self.others(), f"victims/{deed.at}")
        names = self.reader.phrases.names.join(others[: self.victims])
        text = f"{deed.word} {names}\n\n{self.words.declaration}"
        return self.say(self.private, text, now)

    def _do_vote(self, deed: Deed, now: datetime) -> Sent | None:
        if deed.scene != self.notes.voting or self.notes.voted:
            return None
        self.notes.voted = self.suspect()
        reason = self.one_of(list(self.words.reasons))
        return self.say(deed.letter, f"{deed.word} {self.notes.voted}\n{reason}", now)

    def _do_correct(self, deed: Deed, now: datetime) -> Sent | None:
        """As the answer shows: the example line of the letter, with the name it asked about."""
        example = self.reader.word(r"(?:例：|Example: )(.+)$", deed.letter)
        return self.say(deed.letter, example or deed.word, now)

    def _do_analysis(self, deed: Deed, now: datetime) -> Sent | None:
        word = self.notes.post_word
        if not word or self.lot(PERCENT) > self.talkative or deed.scene != self.notes.voting:
            return None
        text = self.one_of(list(self.words.analyses)).format(x=self.suspect())
        return self.say(deed.letter, f"{word}\n{text}", now)

    def _do_last_words(self, _: Deed, now: datetime) -> Sent | None:
        if self.board is None or self.notes.over:
            return None
        word = self.notes.last_word
        if not word:
            return None
        text = self.words.last_words.format(x=self.suspect())
        return self.say(self.board, f"{word}\n{text}", now)

    talkative = 40
    """How often of a hundred times this person says something that nobody asked for."""

    def say(self, letter: Letter, text: str, now: datetime) -> Sent:
        """Answer a letter."""
        return self.program.answer(letter, text, now)

    # -- deciding ---------------------------------------------------------------------------

    def others(self) -> list[str]:
        """Those alive who are not known friends."""
        mine = {self.notes.handle, *self.notes.friends}
        return [name for name in self.notes.living if name not in mine] or [self.notes.handle]

    def target(self) -> str:
        """Whom an order is for: one's own role says whether for good or ill; here by lot."""
        return self.one_of(self.others())

    def suspect(self) -> str:
        """Whom to vote for: often whoever has most votes already, else one's own idea."""
        allowed = [
            name
            for name in (self.notes.candidates or self.notes.living)
            if name != self.notes.handle and name not in self.notes.friends
        ]
        counted = Counter(name for name in self.notes.seen_votes.values() if name in allowed)
        if counted and self.lot(PERCENT) < 70:
            return counted.most_common(1)[0][0]
        if allowed:
            return self.one_of(allowed)
        return self.one_of(self.notes.candidates or self.notes.living or [self.notes.handle])
