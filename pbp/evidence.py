"""What the published mails of a game say that can be checked: lines with a mark, taken apart.

Such a line begins with "=" and a word of ours. Only mail of the GM identity is looked at: a player
may write what he likes in a post of his.
"""

import re
from collections.abc import Iterable, Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import parseaddr

import msgspec

COMMITMENT = re.compile(r"=(seed|deal|own|select) ([0-9a-f]{64})")
HEAD = re.compile(r"=([NDRW]\d{1,3}) ([0-9a-f]{64})")
LEAF = re.compile(r"=leaf ([0-9a-f]{64})")
CLOSE = re.compile(r"=close ([NDRW]\d{1,3})")
SHEET = re.compile(r"=sheet (seed|lots|deal|owners|select)")
RECEIPT = re.compile(r"=receipt \S+-\d+ \S+ \S+ \S+ \S+")
READ = re.compile(r"=read \S+( .+)?")
SALT = re.compile(r"=salt [0-9a-f]{32}")
NUMBERED = re.compile(r"(\d{1,3})\. ([^\s:：]+)")
GAME = re.compile(r"\[([a-z0-9][a-z0-9_]{0,23})\]")
POST = re.compile(r"(\[[a-z0-9_]+\] )?【")
MARK = re.compile(r"=\S")
END = "=end"


class Mail(msgspec.Struct, frozen=True):
    """One mail of ours: its game and the lines of its text."""

    game: str
    lines: tuple[str, ...]


def read_mail(raw: bytes) -> Mail | None:
    """A mail of the GM identity; None where it is somebody else's, or a post of a player's.

    Raises:
        ValueError: it has no text that can be read.
    """
    message = message_from_bytes(raw, policy=policy.default)
    if not isinstance(message, EmailMessage):
        raise ValueError("no mail")
    try:
        body = message.get_body(("plain",))
        text = body.get_content() if body is not None else None
        subject, sender = str(message["Subject"] or ""), str(message["From"] or "")
    except (LookupError, ValueError, AttributeError) as error:
        raise ValueError(f"cannot be read: {error}") from error
    if not isinstance(text, str) or not sender:
        raise ValueError("there is no mail with a text in it")
    loop = str(message["X-Loop"] or "").partition("@")[0]
    tag = GAME.search(subject)
    game = loop or (tag[1] if tag else "")
    lines = tuple(line.rstrip() for line in text.split("\n"))
    if not game or re.match(r"seat\d", parseaddr(sender)[1]) or _is_a_players((subject, *lines)):
        return None
    return Mail(game=game, lines=lines)


def _is_a_players(lines: Iterable[str]) -> bool:
    """A post of a player's, or several of them in one mail: his name stands over it in brackets."""
    return any(POST.match(line) for line in lines)


class Report(msgspec.Struct, frozen=True):
    """A closing report. leaves: (phase or "", leaf) in order; listed: the the handles as listed."""

    sheets: dict[str, list[str]]
    leaves: list[tuple[str, str]]
    listed: list[str]


class Evidence:
    """All that the mails of one game say, each thing once."""

    def __init__(self, mails: Iterable[Mail]) -> None:
        """mails: of one game."""
        self.commitments: dict[str, set[str]] = {}
        self.heads: dict[str, set[str]] = {}
        self.rosters: list[list[str]] = []
        self.leaves: dict[str, None] = {}
        self.opened: list[list[str]] = []
        self.reports: list[Report] = []
        self.unreadable: list[str] = []
        for mail in mails:
            self._take(mail)

    def _take(self, mail: Mail) -> None:
        lines = mail.lines
        if any(line.startswith("=sheet ") for line in lines):
            self._take_report(lines)
            return
        if any(line.startswith("=deal ") for line in lines):
            self.rosters.append(_listed(lines))
        receipt: list[str] = []
        for line in lines:
            if line.startswith(("=receipt", "=read", "=salt")):
                receipt = self._take_receipt(line, receipt)
            elif MARK.match(line):
                self._take_line(line)

    def _take_receipt(self, line: str, begun: list[str]) -> list[str]:
        """A receipt goes over several lines and ends with its salt."""
        if RECEIPT.fullmatch(line):
            return [line]
        if begun and READ.fullmatch(line):
            return [*begun, line]
        if begun and SALT.fullmatch(line):
            self.opened.append([*begun, line])
            return []
        self.unreadable.append(line)
        return []

    def _take_line(self, line: str) -> None:
        if found := COMMITMENT.fullmatch(line):
            self.commitments.setdefault(found[1], set()).add(found[2])
        elif found := HEAD.fullmatch(line):
            self.heads.setdefault(found[1], set()).add(found[2])
        elif found := LEAF.fullmatch(line):
            self.leaves[found[1]] = None
        else:
            self.unreadable.append(line)

    def _take_report(self, lines: tuple[str, ...]) -> None:
        begin = next(n for n, line in enumerate(lines) if line.startswith("=sheet "))
        rest = iter(lines[begin:])
        found: dict[str, list[str]] = {}
        leaves: list[tuple[str, str]] = []
        phase = ""
        for line in rest:
            if sheet := SHEET.fullmatch(line):
                found[sheet[1]] = list(self._until_end(rest))
            elif close := CLOSE.fullmatch(line):
                phase = close[1]
            elif leaf := LEAF.fullmatch(line):
                leaves.append((phase, leaf[1]))
                phase = ""
            elif MARK.match(line):
                self._take_line(line)
        self.reports.append(Report(found, leaves, _listed(lines[:begin])))

    def _until_end(self, lines: Iterator[str]) -> Iterator[str]:
        """The lines of a sheet; one without an end is none of ours."""
        for line in lines:
            if line == END:
                return
            if MARK.match(line):
                break
            yield line
        self.unreadable.append("a sheet without its end")


def _listed(lines: Iterable[str]) -> list[str]:
    """The handles of a numbered list that counts upwards: of one life it leaves numbers out."""
    listed: list[str] = []
    last = 0
    for line in lines:
        row = NUMBERED.match(line)
        if row is not None and int(row[1]) > last:
            last = int(row[1])
            listed.append(row[2])
    return listed
