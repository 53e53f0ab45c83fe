"""Readers: what turns the bytes of a mail into a letter, and a letter into readings.

The plain one does it here. Another (pbp.post.reader_process) does it in a process that can be cut
off; what it says then is told here too, so that a game hears the same either way. Pure.
"""

from typing import Protocol

import msgspec

from pbp.game.commands import Command
from pbp.game.intents import Understood
from pbp.language.gm_reader import GmContext, not_read, read_commands
from pbp.language.reader import Context, read
from pbp.letters import dkim_check, returned
from pbp.letters.dkim_check import Claim, Lookup
from pbp.letters.letter import Letter
from pbp.letters.opening import open_head, open_letter
from pbp.letters.returned import Returned
from pbp.service import tokens

BOUNCE = "bounce"


class Content(msgspec.Struct, frozen=True):
    """A mail that was opened. told: what it says of another, where it is a bounce."""

    letter: Letter
    told: Returned | None = None


class Reader(Protocol):
    """Reads mails. Never raises on any bytes."""

    def open(self, raw: bytes) -> Content:
        """The letter; with cut_off where reading it would have taken too much."""

    def read(self, subject: str, text: str, context: Context) -> Understood:
        """What its words ask for; `unreadable` where that would have taken too much."""

    def commands(self, subject: str, text: str, context: GmContext) -> tuple[Command, ...]:
        """The GM's words as commands; one that was not read where that would have taken too much.

        Whoever forges his address writes them too.
        """

    def verify(self, raw: bytes, claim: Claim, lookup: Lookup) -> str:
        """What dkim_check.verify says; `fail` where that would have taken too much."""


class PlainReader:
    """Reads mails here and now."""

    def open(self, raw: bytes) -> Content:
        """The letter."""
        letter = open_letter(raw, ours=tokens.is_ours)
        bounced = letter.automatic == BOUNCE
        return Content(
            letter, returned.read(raw, letter.subject, tokens.is_ours) if bounced else None
        )

    def read(self, subject: str, text: str, context: Context) -> Understood:
        """What its words ask for."""
        return read(subject, text, context)

    def commands(self, subject: str, text: str, context: GmContext) -> tuple[Command, ...]:
        """The GM's words as commands."""
        return read_commands(subject, text, context)

    def verify(self, raw: bytes, claim: Claim, lookup: Lookup) -> str:
        """Whether a domain did sign the mail."""
        return dkim_check.verify(raw, claim, lookup)


PLAIN = PlainReader()


def not_heard(subject: str, text: str) -> tuple[Command, ...]:
    """What is answered to a GM whose words would have taken too much to read."""
    first = next((line for line in text.split("\n", 9) if line.strip()), subject)
    return (not_read(first.strip(), "too_long"),)


def cut_off(raw: bytes) -> Content:
    """What is known of a mail whose reading was cut off: what its first headers say."""
    return Content(open_head(raw, ours=tokens.is_ours))
