"""What whoever watches the demo sees: posts as panels, a line for each mail and each notice.

In a terminal with colours and frames; elsewhere plain lines. Decides nothing.
"""

import re
from collections import Counter
from datetime import datetime
from zoneinfo import ZoneInfo

from rich.console import Console
from rich.panel import Panel
from rich.rule import Rule
from rich.text import Text

from pbp.demo.habits import Lively
from pbp.demo.mailprogram import Letter, Sent
from pbp.demo.players import Person
from pbp.demo.words import words_of

WIDEST, SHORT, LONGEST = 78, 3, 40


class Show:
    """An audience that prints."""

    def __init__(self, console: Console, locale: str, zone: ZoneInfo) -> None:
        self.console, self.locale, self.zone = console, locale, zone
        words = words_of(locale)
        self.labels, self.remarks = words.labels, words.remarks
        self.plain = not console.is_terminal
        self.posts: list[Letter] = []
        self.mails = self.letters = 0
        self._same: Counter[str] = Counter()
        self._first: dict[str, tuple[Person, Letter, datetime]] = {}

    def line(self, text: Text | str) -> None:
        """A line of its own."""
        if self.plain:
            self.console.print(text, soft_wrap=True, highlight=False)
        else:
            self.console.print(text, no_wrap=True, overflow="ellipsis", highlight=False)

    def begin(self, what: str, people: int, port: int, hours: float) -> None:
        """What is to come."""
        said = self.labels["begin"].format(what=what, people=people, port=port, hours=f"{hours:g}")
        self.console.print(Rule(said, style="bold magenta") if not self.plain else said)
        self.console.print(Text(self.labels["hint"], style="dim"))

    # -- what happens -----------------------------------------------------------------------

    def wrote(self, person: Person, sent: Sent, now: datetime) -> None:
        """Somebody has sent a mail."""
        self.flush()
        self.mails += 1
        first = sent.text.strip().split("\n")[0] or sent.subject
        name = person.notes.handle or person.program.name
        where = sent.to_name or sent.to
        text = self._hour(now)
        text.append("▶ ", "bold green")
        text.append(name, "bold")
        text.append(f" → {where}　", "dim")
        text.append(_cut(first))
        remark = self.remarks.get(person.remark, "") if isinstance(person, Lively) else ""
        if remark:
            text.append(f"　（{remark}）", "italic yellow")
        self.line(text)

    def got(self, person: Person, letter: Letter, now: datetime) -> None:
        """Somebody has got a letter: a private one gets a line, posts are shown once."""
        self.letters += 1
        if person.reader.is_post(letter):
            return
        gist = self._gist(letter)
        self._same[gist] += 1
        self._first.setdefault(gist, (person, letter, now))

    def _gist(self, letter: Letter) -> str:
        """The first words of a private letter that are not the same in all of them."""
        parts = [part for part in letter.text.strip().split("\n\n") if part.strip()]
        head = self.labels["head"]
        start = next((n for n, part in enumerate(parts) if part.startswith(head)), -1)
        said = parts[start + 1] if start + 1 < len(parts) else (parts or [""])[-1]
        lines = [line.strip() for line in said.split("\n") if line.strip()]
        return _cut("　".join(lines[:SHORT]))

    def flush(self) -> None:
        """Print the notices that have gathered; the same words to many are one line."""
        for gist, (person, letter, now) in self._first.items():
            name = letter.sender[0]
            many = self._same[gist]
            whom = person.notes.handle or person.program.name
            text = self._hour(now)
            text.append("◀ ", "bold blue")
            text.append(whom if many == 1 else self.labels["all"].format(n=many), "bold")
            text.append(f" ← {name}　", "dim")
            text.append(gist, "cyan")
            self.line(text)
        self._same.clear()
        self._first.clear()

    def posted(self, letter: Letter, now: datetime) -> None:
        """The GM's mailbox: a post is shown to all, a digest is one line."""
        self.flush()
        if self.labels["digest"] not in letter.subject:
            self.posts.append(letter)
            self._post(letter, now)
            return
        text = self._hour(now)
        text.append("◀ ", "bold blue")
        text.append(self.labels["desk"], "bold")
        text.append(f" ← {letter.sender[0]}　", "dim")
        text.append(_cut(letter.subject), "dim")
        self.line(text)

    def _post(self, letter: Letter, now: datetime) -> None:
        """A post, or several that came as one mail, each by itself."""
        if self.labels["bundle"] not in letter.subject:
            self._panel(letter.subject, letter.text, now)
            return
        bundled = letter.text.partition("\n\n")[2]
        for text in re.split(r"^-{20,}$", bundled, flags=re.MULTILINE):
            self._panel(letter.subject, text.strip(), now, by_player=True)

    def _panel(self, subject: str, text_of: str, now: datetime, *, by_player: bool = False) -> None:
        lines = self._without_proofs(text_of.rstrip().split("\n"))
        by_player = by_player or "【" in subject
        words = [line for line in lines if line and not line.startswith(self.labels["received"])]
        if by_player and len(words) <= SHORT:
            text = self._hour(now)
            text.append("■ ", "bold white")
            text.append("　".join(words))
            self.line(text)
        elif self.plain:
            self.line(self._hour(now) + Text(f"┏ {subject}"))
            for line in lines:
                self.line(Text(f"              ┃ {line}".rstrip()))
        else:
            self._frame(subject, "\n".join(lines), now, "white" if by_player else "bold yellow")

    def _without_proofs(self, lines: list[str]) -> list[str]:
        """The closing report without the pages that only a program reads."""
        start = next(
            (n for n, line in enumerate(lines) if line.startswith(self.labels["proofs"])), None
        )
        if start is None:
            return lines
        return [*lines[: start + 1], self.labels["leaves"].format(n=len(lines) - start - 1)]

    def _frame(self, subject: str, body: str, now: datetime, style: str) -> None:
        self.console.print(
            Panel(
                Text(body),
                title=Text(f"{self._hour(now).plain.strip()}　{subject}"),
                title_align="left",
                border_style=style,
                width=min(WIDEST, self.console.width),
            )
        )

    def _hour(self, now: datetime) -> Text:
        local = now.astimezone(self.zone)
        said = self.labels["hour"].format(month=local.month, day=local.day, clock=f"{local:%H:%M}")
        return Text(said, "dim")

    def end(self, seconds: float, **checked: bool) -> None:
        """What it came to."""
        self.flush()
        labels = self.labels
        self.console.print(Rule(labels["end"], style="bold magenta") if not self.plain else "")
        self.line(
            labels["count"].format(mails=self.mails, letters=self.letters, seconds=round(seconds))
        )
        for name, right in checked.items():
            result = labels["same"] if right else labels["differs"]
            style = "bold green" if right else "bold red"
            self.line(Text(labels[name].format(result=result), style))


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LONGEST * 2 else f"{line[: LONGEST * 2]}…"
