"""From new facts to mails: who gets a page, from which address, under which Message-ID.

One message a recipient, built anew from plain text; nothing of an owner's mail goes into it but
the Message-ID that his own answer threads under.
"""

import re
from base64 import b64encode
from collections.abc import Iterator
from datetime import datetime
from email.header import Header
from email.utils import format_datetime

import msgspec

from pbp.game import facts as f
from pbp.game.table import Table
from pbp.render import About, Renderer
from pbp.service import addresses, tokens
from pbp.service.incoming import Ref
from pbp.service.live import GM, Live
from pbp.service.settings import Settings
from pbp.store.rows import NewMail

_MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,900}>")
PRIVATE_FIRST, PUBLIC_NEXT = 3, 5
"""Priorities in the outbox: private notices go first."""


class Envelope(msgspec.Struct, frozen=True, kw_only=True):
    """One message before its bytes. to: the recipient as the game names him.

    sender, reply_to: (display name, address). answers: Message-ID of the letter that it answers.
    """

    to: str
    address: str
    sender: tuple[str, str]
    reply_to: tuple[str, str]
    subject: str
    text: str
    at: datetime
    name: str
    ref: Ref
    priority: int
    answers: str | None = None
    public: bool = False


class Writer:
    """Turns new facts of one game into outbox rows."""

    def __init__(self, settings: Settings, renderer: Renderer) -> None:
        """renderer: the pages; settings: our addresses."""
        self.settings = settings
        self.renderer = renderer
        self._names: dict[str, dict[str, str]] = {}

    def mails(self, live: Live, facts: list[f.AnyFact], answers: str | None) -> list[NewMail]:
        """The mails that these facts bring about, in order; the table holds them already.

        answers: the Message-ID of the letter that brought them about.
        """
        about, numbers = about_of(live, self.settings), Numbers(live.play.table, facts)
        return [
            self._mail(live, envelope)
            for fact in facts
            for envelope in self._envelopes(live, about, fact, numbers, answers)
        ]

    def _envelopes(
        self, live: Live, about: About, fact: f.AnyFact, numbers: "Numbers", answers: str | None
    ) -> Iterator[Envelope]:
        match fact:
            case f.Notified():
                yield from self._notice(live, about, fact, numbers, answers)
            case f.Posted():
                yield from self._post(live, about, fact, numbers)

    def _notice(
        self, live: Live, about: About, fact: f.Notified, numbers: "Numbers", answers: str | None
    ) -> Iterator[Envelope]:
        page, number = self.renderer.notice(fact, about), numbers.next(fact.to)
        reply = addresses.write(
            self.settings, "gm", live.setup.id, live.token(fact.to) if live.knows(fact.to) else ""
        )
        for place, address in enumerate(live.addresses_of(fact.to)[: None if fact.to == GM else 1]):
            yield Envelope(
                to=fact.to,
                address=address,
                sender=(
                    self.names(about)["gm"],
                    addresses.write(self.settings, "gm", live.setup.id),
                ),
                reply_to=(self.names(about)["private"], reply),
                subject=page.subject,
                text=page.text,
                at=fact.at,
                name=self._name(live, number, fact.to, place),
                ref=Ref(
                    game=live.setup.id,
                    to=fact.to,
                    kind=fact.kind,
                    mail=fact.mail,
                    phase=fact.phase,
                    code=fact.data.get("code"),
                    tenure=live.play.table.tenure(fact.to),
                ),
                priority=PRIVATE_FIRST,
                answers=answers if fact.mail is not None and fact.to != GM else None,
            )

    def _post(
        self, live: Live, about: About, fact: f.Posted, numbers: "Numbers"
    ) -> Iterator[Envelope]:
        page = self.renderer.post(fact, about)
        for who in live.people():
            if not gets(fact, who):
                continue
            number = numbers.next(who)
            reply = addresses.write(self.settings, "board", live.setup.id, live.token(who))
            for place, address in enumerate(live.addresses_of(who)[: None if who == GM else 1]):
                yield Envelope(
                    to=who,
                    address=address,
                    sender=self._author(live, about, fact.author),
                    reply_to=(self.names(about)["board"], reply),
                    subject=page.subject,
                    text=page.text,
                    at=fact.at,
                    name=self._name(live, number, who, place),
                    ref=Ref(
                        game=live.setup.id,
                        to=who,
                        kind=fact.kind,
                        post=fact.mail,
                        public=True,
                        phase=fact.phase,
                        tenure=live.play.table.tenure(who),
                    ),
                    priority=PUBLIC_NEXT,
                    public=True,
                )

    def to_gm(self, live: Live, what: str, at: datetime, place: str) -> list[NewMail]:
        """What the GM must know of a game and no fact tells: that it was stopped (design, 8).

        place: what makes it one event, so that its Message-ID is one.
        """
        about = about_of(live, self.settings)
        page = self.renderer.notice(
            f.Notified(at=at, kind="message", to=GM, phase=None, data={"what": what}), about
        )
        gm = self.names(about)["gm"], addresses.write(self.settings, "gm", live.setup.id)
        return [
            self._mail(
                live,
                Envelope(
                    to=GM,
                    address=address,
                    sender=gm,
                    reply_to=gm,
                    subject=page.subject,
                    text=page.text,
                    at=at,
                    name=tokens.message_id(
                        live.secret, self.settings.host, live.setup.id, what, place, str(number)
                    ),
                    ref=Ref(game=live.setup.id, to=GM, kind="message"),
                    priority=PRIVATE_FIRST,
                ),
            )
            for number, address in enumerate(live.addresses_of(GM))
        ]

    def names(self, about: About) -> dict[str, str]:
        """The display names of our addresses, in the game's language (mailboxes.txt)."""
        if about.locale not in self._names:
            text = self.renderer.template("mailboxes.txt", about).render()
            rows = (row.partition(":") for row in text.splitlines() if ":" in row)
            self._names[about.locale] = {key.strip(): name.strip() for key, _, name in rows}
        return self._names[about.locale]

    def _author(self, live: Live, about: About, handle: str | None) -> tuple[str, str]:
        """One sender address a handle; the GM identity for its own posts."""
        if handle is None:
            return self.names(about)["gm"], addresses.write(self.settings, "gm", live.setup.id)
        player = live.play.table.players.get(handle)
        base = f"seat{player.seat.number}" if player else "board"
        return handle, addresses.write(self.settings, base, live.setup.id)

    def _name(self, live: Live, number: int, to: str, place: int) -> str:
        """The Message-ID: a keyed hash, another one for each recipient."""
        return tokens.message_id(
            live.secret, self.settings.host, live.setup.id, str(number), to, str(place)
        )

    def _mail(self, live: Live, envelope: Envelope) -> NewMail:
        return NewMail(
            game=live.setup.id,
            recipient=envelope.address,
            envelope_from=addresses.write(self.settings, "bounce", envelope.name[2:20]),
            message_id=envelope.name,
            kind=envelope.ref.kind,
            data=message(envelope, live.setup.id, self.settings.host),
            created_at=envelope.at,
            priority=envelope.priority,
            ref=msgspec.json.encode(envelope.ref),
        )


def gets(fact: f.AnyFact, who: str) -> bool:
    """Whether a reader of the board gets a mail by that fact; an author has his answer instead."""
    match fact:
        case f.Notified():
            return fact.to == who
        case f.Posted():
            return who != fact.author or fact.mail is None
    return False


class Numbers:
    """A reader's mails are numbered for him alone: what others get must not be seen in it."""

    def __init__(self, table: Table, new: list[f.AnyFact]) -> None:
        """new: facts that are on the table, and whose mails are being written."""
        self._table = table
        self._new = new
        self._given: dict[str, int] = {}

    def next(self, who: str) -> int:
        """The number of the next mail to a reader."""
        if who not in self._given:
            coming = sum(gets(fact, who) for fact in self._new)
            self._given[who] = self._table.mails_to(who) - coming
        self._given[who] += 1
        return self._given[who]


def about_of(live: Live, settings: Settings) -> About:
    """What pages may know of a game besides the fact: nothing secret."""
    setup = live.setup
    return About(
        game=setup.id,
        ruleset=setup.ruleset,
        locale=setup.locale,
        timezone=setup.timezone,
        host=settings.host,
        handles=live.play.table.handles or tuple(seat.handle for seat in setup.seats),
        gm_address=addresses.write(settings, "gm", setup.id),
    )


def message(envelope: Envelope, game: str, host: str) -> bytes:
    """The complete message, CRLF line ends (RFC 5322, 2045, 3834).

    ASCII, but for an address that is not (RFC 6532); somebody's odd Message-ID is not repeated.
    """
    lines = [
        _header("From", _mailbox(*envelope.sender)),
        _header("To", envelope.address),
        _header("Reply-To", _mailbox(*envelope.reply_to)),
        _header("Subject", _encoded(envelope.subject)),
        _header("Date", format_datetime(envelope.at)),
        _header("Message-ID", envelope.name),
    ]
    if envelope.answers and _MESSAGE_ID.fullmatch(envelope.answers):
        lines += [_header("In-Reply-To", envelope.answers), _header("References", envelope.answers)]
    if envelope.public:
        lines.append(_header("List-Id", f"<{game}.{host}>"))
    lines += [
        _header("Auto-Submitted", "auto-replied" if envelope.answers else "auto-generated"),
        _header("X-Auto-Response-Suppress", "All"),
        _header("X-Loop", f"{game}@{host}"),
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: base64",
        "",
    ]
    body = b64encode(envelope.text.replace("\n", "\r\n").encode()).decode()
    lines += [body[start : start + 76] for start in range(0, len(body), 76)]
    return ("\r\n".join(lines) + "\r\n").encode("utf-8", "replace")


def _header(name: str, value: str) -> str:
    return f"{name}: {value}"


def _encoded(text: str) -> str:
    """A header's text as RFC 2047 has it, folded."""
    if text.isascii():
        return text
    return Header(text, "utf-8", maxlinelen=72).encode(linesep="\r\n")


def _mailbox(name: str, address: str) -> str:
    """A display name and an address; the name alone is encoded, never the address (RFC 2047, 5)."""
    if name.isascii():
        quoted = name.replace("\\", "").replace('"', "")
        return f'"{quoted}" <{address}>'
    return f"{_encoded(name)} <{address}>"
