"""Ways in which real people write: small variations, slips and mistakes, one habit a person.

Each shows something the server does: reads any width, asks back, refuses, keeps, ignores.
"""

from collections.abc import Callable
from datetime import datetime, timedelta

from pbp.demo.mailprogram import Letter, Sent
from pbp.demo.players import Deed, Person

FULL_WIDTH = str.maketrans({str(digit): chr(0xFF10 + digit) for digit in range(10)})
A_MOMENT = timedelta(seconds=40)


class Lively(Person):
    """A person with one habit; what it makes of a mail is told to whoever watches."""

    talkative = 45
    habit = "plain"
    remark = ""
    """What is special about the mail that was sent last; a key of show.REMARKS."""

    def do(self, deed: Deed, now: datetime) -> Sent | None:
        """Write the mail, in this person's way."""
        self.remark = ""
        if deed.kind in ("vote_again", "late_vote") and not self.notes.alive:
            return None
        return super().do(deed, now)

    def say(self, letter: Letter, text: str, now: datetime) -> Sent:
        """Answer a letter, in this person's way."""
        way: Callable[[Letter, str, datetime], Sent] = getattr(
            self, f"_say_{self.habit}", self._say_plainly
        )
        return way(letter, text, now)

    def _say_plainly(self, letter: Letter, text: str, now: datetime) -> Sent:
        return self.program.answer(letter, text, now)

    def _say_subject_only(self, letter: Letter, text: str, now: datetime) -> Sent:
        """The command in the subject, nothing in the body."""
        if "\n" in text:
            return self._say_plainly(letter, text, now)
        self.remark = "subject_only"
        return self.program.answer(letter, "", now, subject=f"Re: {text}")

    def _say_quotes(self, letter: Letter, text: str, now: datetime) -> Sent:
        """The whole letter left quoted below, and a phone's advertisement."""
        self.remark = "quotes"
        return self.program.answer(letter, f"{text}\n\n{self.words.phone}", now, quoted=True)

    def _say_full_width(self, letter: Letter, text: str, now: datetime) -> Sent:
        """Numbers for names, as a Chinese input method writes them; brackets and stops."""
        first, _, rest = text.partition("\n")
        word, _, name = first.partition(" ")
        if name in self.roster:
            self.remark = "full_width"
            number = str(self.roster.index(name) + 1).translate(FULL_WIDTH)
            first = self.words.numbered.format(word=word, number=number)
        return self._say_plainly(letter, f"{first}\n{rest}".rstrip(), now)

    @property
    def roster(self) -> list[str]:
        """The handles in the order of the roster, from the post about the start."""
        return self.notes.roster

    # -- slips, once each -------------------------------------------------------------------

    def _do_check_in(self, deed: Deed, now: datetime) -> Sent | None:
        if self.habit == "plain":
            return self.say(deed.letter, self.one_of(list(self.words.checkins)), now)
        return super()._do_check_in(deed, now)

    def _do_order(self, _: Deed, now: datetime) -> Sent | None:
        word = self.notes.orders.get("night", "")
        if self.habit == "on_the_board" and self.board is not None and word:
            self.habit, self.remark = "plain", "on_the_board"
            return self.program.answer(self.board, f"{word} {self.target()}", now)
        return super()._do_order(_, now)

    def target(self) -> str:
        """Villagers with the habit pray for themselves, in that word."""
        if self.habit == "myself" and not self.notes.friends:
            self.remark = "myself"
            return self.words.myself
        return super().target()

    def _do_vote(self, deed: Deed, now: datetime) -> Sent | None:
        if deed.scene != self.notes.voting or self.notes.voted:
            return None
        if self.habit == "misspells":
            self.habit, self.remark = "plain", "misspells"
            name = self.suspect()
            return self._say_plainly(
                deed.letter, f"{deed.word} {self.words.handles.get(name, name)}", now
            )
        if self.habit == "two_names" and len(self.notes.living) > 3:
            self.habit, self.remark = "plain", "two_names"
            first, second = self.dice.shuffled(self.others(), "two")[:2]
            self.notes.voted = first
            return self._say_plainly(
                deed.letter, f"{deed.word} {first}{self.words.joined}{second}", now
            )
        return super()._do_vote(deed, now)

    def _post(self, letter: Letter, now: datetime) -> list[Deed]:
        """The roster sets off an automatic answer; a vote may be changed, or come too late."""
        deeds = super()._post(letter, now)
        if self.habit == "on_holiday" and self.notes.handle and letter.is_list:
            self.habit = "plain"
            deeds.append(Deed(now + A_MOMENT, self, "auto_reply", letter))
        votes = [deed for deed in deeds if deed.kind == "vote"]
        if self.habit == "changes" and votes:
            self.habit = "plain"
            closes = self.reader.time(self.reader.phrases.freeze, letter)
            if closes is not None:
                at = closes - timedelta(minutes=20)
                deeds.append(Deed(at, self, "vote_again", letter, votes[0].scene))
        if self.habit == "late" and votes:
            self.habit = "plain"
            closes = self.reader.time(self.reader.phrases.until, letter)
            if closes is not None:
                deeds = [deed for deed in deeds if deed.kind != "vote"]
                at, word = closes + A_MOMENT, votes[0].word
                deeds.append(Deed(at, self, "late_vote", letter, votes[0].scene, word))
        return deeds

    def _do_auto_reply(self, deed: Deed, now: datetime) -> Sent | None:
        self.remark = "on_holiday"
        return self.program.write(
            deed.letter.answers_to[1],
            self.words.automatic_subject + deed.letter.subject,
            self.words.automatic_text,
            now,
            [("Auto-Submitted", "auto-replied"), ("In-Reply-To", deed.letter.message_id)],
        )

    def _do_vote_again(self, deed: Deed, now: datetime) -> Sent | None:
        others = [name for name in self.others() if name != self.notes.voted]
        if deed.scene != self.notes.voting or not self.notes.voted or not others:
            return None
        self.remark = "changes"
        self.notes.voted = self.one_of(others)
        reason = self.one_of(list(self.words.reasons))
        return self._say_plainly(
            deed.letter, f"{self.words.change} {self.notes.voted}\n{reason}", now
        )

    def _do_late_vote(self, deed: Deed, now: datetime) -> Sent | None:
        self.remark = "late"
        return self._say_plainly(deed.letter, f"{deed.word} {self.suspect()}", now)


HABITS = (
    *("plain", "quotes", "misspells", "changes", "full_width", "on_the_board"),
    *("subject_only", "myself", "on_holiday", "late", "two_names"),
)
