"""From a stored letter to what the engine hears: which game, who writes, what he says.

Nothing is judged here. Who is writing follows mail.md in its order: the token in the address or in
the thread, a registered From that our own mail server vouches for, else nothing.
"""

import hashlib
import logging
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from pbp.game.hearing import Caps, Heard
from pbp.game.intents import Understood
from pbp.game.nouns import Vote
from pbp.game.table import Table
from pbp.language.quoted import quotes_vote
from pbp.language.reader import Context
from pbp.letters import dkim_check
from pbp.letters.addresses import mailboxes
from pbp.letters.letter import Letter
from pbp.letters.returned import Returned
from pbp.service import addresses, signups, times, tokens
from pbp.service.addresses import Mailbox
from pbp.service.live import Live
from pbp.service.proofs import NOTHING, Proof
from pbp.service.readers import PLAIN, Reader
from pbp.service.settings import Settings
from pbp.service.trouble import trace_of
from pbp.store.rows import Letter as StoredLetter

log = logging.getLogger("pbp.incoming")

VOTE_THREAD = (
    "vote_open",
    "runoff_open",
    "vote",
    "proxy_vote",
    "vote_count",
    "vote_taken",
    "vote_refused",
)
"""Kinds of our mails an answer to which stands in the vote thread (C-6.2)."""

ANSWERED_TO_GM = ("nightfall",)
"""Posts whose answers go to the GM identity: what is written there is an order."""

POLL = "poll"
"""The kind of the mail that asks a poll's question; its code is the poll's number."""

LETTER = "letter"
"""What a team's notice tells where a mate has written, not ordered."""

REFERENCES_MAX = 50
"""So many mails of ours that one letter names are looked up."""


class Ref(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a mail of ours was: kept with its outbox row, found again by In-Reply-To.

    to: the handle, "gm" or the address it went to. mail: the mail it answers. post: the mail that
    its post was made from. code: the code that it told. public: a post.
    tenure: how often the handle had changed hands by then (L-7.1); turn: how often his token.
    """

    game: str
    to: str
    kind: str
    mail: int | None = None
    post: int | None = None
    phase: str | None = None
    code: str | None = None
    tenure: int = 0
    turn: int = 0
    public: bool = False
    posts: tuple[int, ...] = ()
    votes: bool = False


UNSEEN_MAX = 3
"""So many parts that are not read are named to their sender."""

STRICT = "strict"
"""The policy that asks first where a live token comes with another From."""

Find = Callable[[str], Ref | None]
"""Looks a Message-ID up among the mails that we sent."""


class Opened(msgspec.Struct, frozen=True, kw_only=True):
    """A letter that has been opened: its words, where it goes, which mail of ours it answers.

    refs: all mails of ours that In-Reply-To and References name, in order; ref is the first.
    told: what it says of another mail, where it is a bounce.
    """

    stored: StoredLetter
    letter: Letter
    mailbox: Mailbox
    ref: Ref | None
    refs: tuple[Ref, ...] = ()
    key: bytes
    told: Returned | None = None


def open_stored(
    stored: StoredLetter, settings: Settings, find: Find, reader: Reader = PLAIN
) -> Opened:
    """Open a stored letter. Never raises on any bytes."""
    content = reader.open(stored.raw)
    letter = content.letter
    named = [name for name in letter.references if tokens.is_ours(name)][:REFERENCES_MAX]
    refs = tuple(ref for ref in map(find, named) if ref is not None)
    mailbox = mailbox_of(stored.recipients, settings)
    if settings.style == addresses.SINGLE:
        mailbox, text = addresses.in_thread(letter.text, _answered(refs))
        letter = msgspec.structs.replace(letter, text=text)
    return Opened(
        stored=stored,
        letter=letter,
        mailbox=mailbox,
        ref=refs[0] if refs else None,
        refs=refs,
        key=delivery_key(stored, letter),
        told=content.told,
    )


def mailbox_of(recipients: Sequence[str], settings: Settings) -> Mailbox:
    """Which of our mailboxes a letter to these addresses is for."""
    found = [addresses.parse(recipient, settings) for recipient in recipients]
    mailboxes = [mailbox for mailbox in found if mailbox is not None]
    return addresses.most_secret(mailboxes) if mailboxes else Mailbox("gm")


def _answered(refs: tuple[Ref, ...]) -> str | None:
    """Where an answer to a mail of ours goes in `single`: a post's to the board."""
    if not refs:
        return None
    public = refs[0].public and refs[0].kind not in ANSWERED_TO_GM
    of_a_mate = refs[0].kind == "team" and refs[0].code == LETTER
    return "board" if public else "team" if of_a_mate else "gm"


def delivery_key(stored: StoredLetter, letter: Letter) -> bytes:
    """What makes a second delivery of one mail: same Message-ID, recipient and body (mail.md)."""
    name = letter.message_id or ""
    if letter.cut_off or not name:
        name += hashlib.sha256(stored.raw).hexdigest()
    parts = (name, *sorted(stored.recipients), letter.subject, letter.text, letter.quoted)
    return hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).digest()


# -- who writes -------------------------------------------------------------------------------


class Sender(msgspec.Struct, frozen=True):
    """Who writes, and whether something vouches for it.

    name: a handle, "gm", or an address. certain: a token or a thread of ours vouches.
    foreign: a live token came with another From.
    """

    name: str
    seated: bool = False
    proved: bool = False
    certain: bool = False
    foreign: bool = False


def sender_of(opened: Opened, live: Live, settings: Settings, proof: Proof) -> Sender:
    """Who is writing, in the order of mail.md."""
    written = opened.letter.sender or ""
    holder = _by_token(opened, live)
    if holder is not None:
        foreign = written not in live.addresses_of(holder)
        seated = _is_seat(live, holder)
        proved = not foreign or settings.token_from != STRICT
        return Sender(holder, seated=seated, proved=proved, certain=proved, foreign=foreign)
    proved = bool(proof.by)
    seat = live.seat_of(written)
    if seat is not None:
        return Sender(seat, seated=_is_seat(live, seat), proved=proved)
    answers_us = opened.ref is not None and opened.ref.to.lower() == written and bool(written)
    return Sender(written or "unknown", proved=proved or answers_us, certain=answers_us)


def has_key(opened: Opened, live: Live) -> bool:
    """Whether a token or a thread of ours says who writes, so that nobody need be asked."""
    return _by_token(opened, live) is not None


def _went_to_others(opened: Opened, live: Live, settings: Settings) -> bool:
    """Whether a letter with a token was sent to somebody else as well (mail.md).

    The id of a mail of ours in it is a token too. A copy to himself is nobody else's.
    """
    own = {a.lower() for a in live.addresses_of(_by_token(opened, live) or "")}
    fields = dkim_check.fields_of(opened.stored.raw)
    named = (v for name in ("to", "cc") for v in fields.all(name)) if fields is not None else ()
    others = {box.address for value in named for box in mailboxes(value)} - own
    return any(addresses.parse(address, settings) is None for address in others)


def _by_token(opened: Opened, live: Live) -> str | None:
    """The holder of the token in the address, else of the mail of ours that is answered."""
    if opened.mailbox.token:
        found = tokens.holder(opened.mailbox.token, live.tokens())
        if found is not None:
            return live.acting(found)
    ref = opened.ref
    if ref is not None and ref.game == live.setup.id and live.is_key(ref.to, ref.tenure, ref.turn):
        return live.acting(ref.to)
    return None


def _is_seat(live: Live, name: str) -> bool:
    """Whether a name is a handle; the GM and substitutes have none."""
    return name in live.play.table.players


# -- what he says -----------------------------------------------------------------------------


def hear(
    opened: Opened,
    live: Live,
    settings: Settings,
    *,
    seen: bool,
    proof: Proof = NOTHING,
    reader: Reader = PLAIN,
) -> Heard:
    """The letter as the engine gets it. seen: the same mail was delivered before.

    proof: what stands behind the From line. reader: reads its words.
    """
    sender = sender_of(opened, live, settings, proof)
    letter, table = opened.letter, live.play.table
    address = _address(opened.mailbox)
    automatic = letter.automatic is not None
    too_large = len(opened.stored.raw) > settings.mail_max
    understood = Understood() if too_large else _understood(opened, table, sender, address, reader)
    return Heard(
        at=opened.stored.received_at,
        sender=sender.name,
        seated=sender.seated,
        proved=sender.proved,
        certain=sender.certain,
        foreign=sender.foreign,
        leaked=sender.certain and sender.seated and _went_to_others(opened, live, settings),
        address=address,
        understood=understood,
        subject=letter.subject,
        text="" if too_large else letter.text,
        automatic=automatic,
        machine=letter.automatic or "",
        duplicate=seen,
        message_id=letter.message_id,
        in_thread=_in_thread(opened, table),
        too_large=too_large,
        cut_off=letter.cut_off,
        unseen=() if letter.text.strip() else letter.dropped.attachments[:UNSEEN_MAX],
        handed=times.handed(opened.stored),
        clocks=times.clocks(opened.stored),
        vouched=proof.is_provider,
        proof=proof.by,
        likes=signups.likes(table, understood, sender.name),
        caps=_caps(settings),
        **_threads(opened, live, sender),
    )


def _caps(settings: Settings) -> Caps:
    """How many answers a sender may have, as the configuration says now."""
    return Caps(
        proved=settings.answers_proved,
        unproved=settings.answers_unproved,
        blank_in_a_row=settings.not_understood_max,
        strangers=settings.strangers_per_day,
    )


def _address(mailbox: Mailbox) -> str:
    if mailbox.base == "board" and mailbox.verb:
        return mailbox.verb
    return mailbox.base if mailbox.base in ("board", "team", "seat") else "gm"


def _understood(
    opened: Opened, table: Table, sender: Sender, address: str, reader: Reader
) -> Understood:
    """The readings of a person's words; automatic mail and what cannot be read has none."""
    letter = opened.letter
    if letter.automatic is not None and not sender.seated:
        return Understood()
    if letter.cut_off or (letter.unreadable and not letter.text and not letter.subject):
        return Understood(problem="unreadable")
    try:
        return reader.read(letter.subject, letter.text, context_of(opened, table, sender, address))
    except Exception as error:
        log.error("letter not understood: letter=%d, error=%s", opened.stored.id, trace_of(error))
        return Understood(problem="unreadable")


def context_of(opened: Opened, table: Table, sender: Sender, address: str) -> Context:
    """The circumstances in which the letter is read."""
    ref, phase = opened.ref, table.phase
    voting = phase is not None and phase.kind in ("day", "runoff")
    return Context(
        handles=table.handles,
        writer=sender.name if sender.seated else None,
        address=address if address in ("gm", "board", "team") else "gm",
        phase=phase.kind if phase else None,
        ruleset=table.started.ruleset if table.started else None,
        vote_thread=voting and ref is not None and (ref.votes or ref.kind in VOTE_THREAD),
        seat_thread=ref is not None and ref.kind in ("seat", "reminder"),
        recalls=opened.letter.recalls,
        damaged=opened.letter.damaged,
    )


def _threads(opened: Opened, live: Live, sender: Sender) -> dict[str, Any]:
    """Which vote and which mail of the writer's the letter answers or quotes (S-5.2)."""
    ref, table = opened.ref, live.play.table
    vote = _standing_vote(table, sender)
    answers = vote is not None and (
        any(_is_of(ref, vote, table) for ref in opened.refs)
        or _names_own(opened, vote, table)
        or _quotes(opened, vote, table)
    )
    return {
        "answers_vote": vote.mail if answers and vote is not None else None,
        "answers_mail": ref.mail if ref is not None and ref.game == live.setup.id else None,
        "answers_poll": _poll_of(opened, live),
    }


def _poll_of(opened: Opened, live: Live) -> int:
    """The number of the poll whose question the letter answers; 0 where it answers none."""
    asked = (ref.code or "" for ref in opened.refs if _asks_a_poll(ref, live))
    return next((int(code) for code in asked if code.isdecimal()), 0)


def _asks_a_poll(ref: Ref, live: Live) -> bool:
    return ref.kind == POLL and ref.game == live.setup.id


def is_of_the_list(heard: Heard) -> bool:
    """Whether a letter of the GM's is about how the board comes to him, and nothing else."""
    kinds = {reading.kind for reading in heard.understood.readings}
    return heard.address in ("subscribe", "unsubscribe") or kinds == {"deliver"}


def _in_thread(opened: Opened, table: Table) -> bool:
    """Whether the letter answers something on the board (C-5.3): a post, or its writer's answer."""
    for ref in opened.refs:
        fate = table.fates.get(ref.mail) if ref.mail is not None else None
        if ref.public or ref.kind in VOTE_THREAD or (fate is not None and fate.published):
            return True
    return False


def _is_of(ref: Ref, vote: Vote, table: Table) -> bool:
    """Whether a mail of ours is the vote's acknowledgement, its post, or quotes it as a refusal.

    A refusal of an unquoted change quotes the vote; one of a change that did quote it goes on from
    there, so that whoever corrects a name need not quote twice.
    """
    if vote.mail in (ref.mail, ref.post):
        return True
    running = table.phase
    if running is None or ref.phase != running.id or ref.mail is None or ref.to != vote.voter:
        return False
    answered = table.mails.get(ref.mail)
    return ref.code == "not_quoted" or (answered is not None and answered.answers_vote == vote.mail)


def _names_own(opened: Opened, vote: Vote, table: Table) -> bool:
    """Whether the letter answers the very mail with which its writer voted."""
    own = table.mails.get(vote.mail)
    return own is not None and own.message_id in opened.letter.references


def _quotes(opened: Opened, vote: Vote, table: Table) -> bool:
    """Whether the quoted text carries the vote's line."""
    quoted, own = opened.letter.quoted, table.mails.get(vote.mail)
    if not quoted:
        return False
    context = Context(handles=table.handles, ruleset=table.start.ruleset)
    return quotes_vote(quoted, vote.target, vote.voter, own.text if own else "", context)


def _standing_vote(table: Table, sender: Sender) -> Vote | None:
    """The writer's standing vote in the running ballot."""
    phase = table.phase
    if phase is None or not sender.seated:
        return None
    return table.ballot(phase.id, table.players[sender.name].life).votes.get(sender.name)
