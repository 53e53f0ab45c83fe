"""A mail program as a person has one: a mailbox to read, a button to answer, an SMTP server.

Knows nothing of pbp but where its Maildir transport puts mail; shows what any program would show.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from email import message_from_bytes, policy
from email.header import decode_header, make_header
from email.message import EmailMessage
from email.utils import format_datetime, parseaddr, parsedate_to_datetime
from pathlib import Path
from smtplib import SMTP

PATIENCE_SECONDS = 30


@dataclass(frozen=True)
class Letter:
    """A mail as a program shows it. answers_to: the Reply-To's display name and address."""

    subject: str
    sender: tuple[str, str]
    answers_to: tuple[str, str]
    text: str
    message_id: str
    answered: str
    at: datetime
    is_list: bool
    raw: bytes = field(repr=False, default=b"")


@dataclass(frozen=True)
class Sent:
    """A mail that was handed over. answers: the Message-ID of the letter that it answers."""

    to: str
    to_name: str
    subject: str
    text: str
    message_id: str
    answers: str


class MailProgram:
    """One person's mail program."""

    def __init__(self, name: str, address: str, mailbox: Path, server: tuple[str, int]) -> None:
        """mailbox: the Maildir of that address; it may appear later."""
        self.name, self.address = name, address
        self.sent: list[Sent] = []
        self._mailbox, self._server = mailbox, server
        self._seen: set[str] = set()

    def fresh(self) -> list[Letter]:
        """The letters that have come since the last look, in order of arrival."""
        folder = self._mailbox / "new"
        found = list(folder.iterdir()) if folder.is_dir() else []
        new = [file for file in found if file.name not in self._seen]
        self._seen.update(file.name for file in new)
        new.sort(key=lambda file: (file.stat().st_mtime_ns, file.name))
        return [shown(file.read_bytes()) for file in new]

    def answer(
        self, letter: Letter, text: str, at: datetime, *, quoted: bool = False, subject: str = ""
    ) -> Sent:
        """Press the answer button, type, send. quoted: leave the quotation below, as phones do."""
        if quoted:
            text = f"{text}\n\n{quotation(letter)}"
        return self._send(
            letter.answers_to,
            subject or answer_subject(letter.subject),
            text,
            at,
            [("In-Reply-To", letter.message_id), ("References", letter.message_id)],
            letter.message_id,
        )

    def write(
        self,
        to: str,
        subject: str,
        text: str,
        at: datetime,
        headers: Iterable[tuple[str, str]] = (),
    ) -> Sent:
        """Write a new mail."""
        return self._send(("", to), subject, text, at, list(headers), "")

    def _send(
        self,
        to: tuple[str, str],
        subject: str,
        text: str,
        at: datetime,
        headers: list[tuple[str, str]],
        answers: str,
    ) -> Sent:
        mail = EmailMessage(policy=policy.SMTP)
        domain = self.address.rpartition("@")[2]
        name = f"<{len(self.sent)}.{self.address.partition('@')[0]}@{domain}>"
        mail["From"] = f"{self.name} <{self.address}>"
        mail["To"] = to[1]
        mail["Subject"] = subject
        mail["Date"] = format_datetime(at)
        mail["Message-ID"] = name
        for header, value in headers:
            mail[header] = value
        mail.set_content(text)
        with SMTP(*self._server, timeout=PATIENCE_SECONDS) as server:
            server.send_message(mail, self.address, [to[1]])
        self.sent.append(Sent(to[1], to[0], subject, text, name, answers))
        return self.sent[-1]


def shown(raw: bytes) -> Letter:
    """A mail as a program shows it. By hand: the newer parser of email takes ten times as long."""
    mail = message_from_bytes(raw)
    plain = next((part for part in mail.walk() if part.get_content_type() == "text/plain"), mail)
    body = plain.get_payload(decode=True)
    text = body.decode(plain.get_content_charset("utf-8")) if isinstance(body, bytes) else ""
    text = text.replace("\r\n", "\n")
    if plain.get_param("format") == "flowed":
        text = unwrapped(text, delete_space=plain.get_param("delsp") == "yes")
    return Letter(
        subject=_decoded(mail["Subject"]),
        sender=_person(mail["From"]),
        answers_to=_person(mail["Reply-To"] or mail["From"]),
        text=text,
        message_id=str(mail["Message-ID"] or ""),
        answered=str(mail["In-Reply-To"] or ""),
        at=parsedate_to_datetime(str(mail["Date"])),
        is_list=mail["List-Id"] is not None,
        raw=raw,
    )


def unwrapped(text: str, *, delete_space: bool) -> str:
    """A flowed text in its real lines (RFC 3676): a line that ends with a space goes on."""
    lines = [line.removeprefix(" ") for line in text.split("\n")]
    joined = [
        (line[:-1] if delete_space else line)
        if line.endswith(" ") and line != "-- "
        else line + "\n"
        for line in lines
    ]
    return "".join(joined).removesuffix("\n")


def _decoded(header: str | None) -> str:
    return str(make_header(decode_header(header or "")))


def _person(header: str | None) -> tuple[str, str]:
    """A display name and an address."""
    name, address = parseaddr(header or "")
    return _decoded(name), address


def answer_subject(subject: str) -> str:
    """What the answer button makes of a subject."""
    return subject if subject.lower().startswith("re:") else f"Re: {subject}"


def quotation(letter: Letter) -> str:
    """What the answer button leaves below."""
    lines = "\n".join(f"> {line}".rstrip() for line in letter.text.rstrip().splitlines())
    name, address = letter.sender
    return f"在 {letter.at:%Y-%m-%d %H:%M}，{name} <{address}> 写道：\n{lines}"
