"""What a person understands of a letter, in Chinese and English: names, times, examples to copy.

Only the words of the letters are used; no rule of any game stands here.
"""

import re
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from pbp.demo.mailprogram import Letter
from pbp.demo.words import Phrases, words_of

MONTHS = "January February March April May June July August September October November December"


@dataclass
class Reader:
    """Reads letters of one language, in one time zone."""

    locale: str
    zone: ZoneInfo
    phrases: Phrases = field(init=False)

    def __post_init__(self) -> None:
        self.phrases = words_of(self.locale).phrases

    def word(self, pattern: str, letter: Letter) -> str:
        """What the first group of a pattern holds in the letter; "" where it is not there."""
        found = re.search(pattern, letter.text, re.MULTILINE)
        return next((group for group in found.groups() if group), "") if found else ""

    def names(self, pattern: str, letter: Letter) -> list[str]:
        """A list of names."""
        listed = " ".join(self.word(pattern, letter).split())
        return [name.strip() for name in listed.split(self.phrases.names.strip()) if name.strip()]

    def living(self, life: str, letter: Letter) -> list[str]:
        """Who is alive, in one's own life where the letter tells of several."""
        living = self.phrases.living
        here = self.names(rf"^(?i:{life})(?: - )?{living}", letter) if life else []
        return here or self.names(living, letter)

    def victims(self, letter: Letter) -> int:
        """How many names the example of an order has: X, or X and Y."""
        return 2 if re.search(rf"\bX{self.phrases.names}Y\b", letter.text) else 1

    def time(self, pattern: str, letter: Letter) -> datetime | None:
        """A day and hour, in the year in which the letter was written, or the next."""
        found = re.search(pattern, letter.text, re.MULTILINE)
        if found is None:
            return None
        first, second, hour, minute, seconds = found.groups()
        if self.locale == "zh":
            month, day = int(first), int(second)
        else:
            day = int(first)
            month = next(n for n, name in enumerate(MONTHS.split(), 1) if name.startswith(second))
        at = datetime(
            letter.at.year,
            month,
            day,
            int(hour) % 24,
            int(minute),
            int(seconds or 0),
            tzinfo=self.zone,
        )
        return at.replace(year=at.year + 1) if at < letter.at - timedelta(days=180) else at

    def is_private(self, letter: Letter) -> bool:
        """Whether an answer to it goes to the writer's private address."""
        return letter.answers_to[0].startswith(self.phrases.private)

    def is_post(self, letter: Letter) -> bool:
        """Whether everybody gets it: a list's mail, or one under a post's subject."""
        phrases = self.phrases
        kinds = (
            *(phrases.nightfall, phrases.vote_open, phrases.dawn, phrases.execution),
            phrases.over,
        )
        return letter.is_list or self.what(letter)[1] in kinds

    def what(self, letter: Letter) -> tuple[str, str]:
        """The scene and the kind of a post, from its subject: (第一夜, 入夜)."""
        subject = re.sub(r"^\[\w+\] ", "", letter.subject)
        mark = "·" if self.locale == "zh" else ": "
        scene, _, kind = subject.rpartition(mark)
        return scene, kind
