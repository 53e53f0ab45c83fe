"""Whose a letter is when several games run: the one it names, answers, or the only one that fits.

A game is named by the address, by its tag in the subject ([g41]), or by the mail of ours that is
answered. Else it is the one game in which the sender has a part that is not over; if there are
several he is asked, and his letter is quoted to him. Nothing is guessed.
"""

from collections.abc import Callable, Collection
from datetime import datetime, timedelta

import msgspec

from pbp.language.context import Context
from pbp.render import About
from pbp.service.addresses import tags_in, write
from pbp.service.incoming import Opened, Ref
from pbp.service.live import Live
from pbp.service.messages import Envelope, message
from pbp.service.outcomes import RUNNING, SIGNUP, marked, not_heard
from pbp.service.outgoing import Writer
from pbp.service.prepared import asks_for_a_seat
from pbp.service.readers import Reader
from pbp.service.settings import Settings
from pbp.service.tokens import message_id
from pbp.store.interface import Store
from pbp.store.rows import NewMail, Outcome

QUOTE_MAX = 2000
"""Characters of the letter that are quoted to its writer."""

WHICH = "which_game"
"""The kind of the letter that asks which game is meant."""

Load = Callable[[str], Live | None]


ASKED_AN_HOUR = 3
"""So often in an hour one sender is asked; whoever forges his address makes no flood."""


def names_of(opened: Opened, store: Store, reader: Reader, live: Load) -> list[str]:
    """The games that a letter can be for; one where it is clear. reader: within its bounds."""
    if opened.mailbox.game:
        return [opened.mailbox.game]
    if opened.ref is not None and opened.ref.game:
        return [opened.ref.game]
    states = {row.id: row.state for row in store.games()}
    tagged = _tagged(opened, states)
    if tagged:
        return [tagged]
    signing_up = [game for game in states if states[game] == SIGNUP]
    if signing_up and _signs_up(opened, reader):
        return signing_up
    found = {entry.game for entry in store.find_games_of(opened.letter.sender or "")}
    running = [game for game in states if game in found and states[game] in (SIGNUP, RUNNING)]
    if len(running) > 1:
        running = [g for g in running if _has_part(live(g), opened.letter.sender or "")] or running
    return running or [game for game in states if game in found][-1:] or signing_up


def _has_part(live: Live | None, sender: str) -> bool:
    """Whether somebody is in a game: who withdrew, or got no seat at the start, is not."""
    if live is None:
        return False
    waits = live.play.table.started is None and live.knows(sender)
    return waits or live.seat_of(sender) is not None


def other_game(opened: Opened, game: str, store: Store) -> str:
    """The game that a letter to the address of `game` may be meant for; "" where there is none.

    It answers a letter of that game's, or has its tag in the subject.
    """
    if opened.ref is not None and opened.ref.game:
        return opened.ref.game if opened.ref.game != game else ""
    tagged = _tagged(opened, store.game_ids())
    return tagged if tagged != game else ""


def _tagged(opened: Opened, games: Collection[str]) -> str:
    """The first game that a tag in the subject names; "" where none does."""
    return next((tag for tag in tags_in(opened.letter.subject) if tag in games), "")


def _signs_up(opened: Opened, reader: Reader) -> bool:
    """Whether a letter is a sign-up, which can only be for a game that takes any."""
    letter = opened.letter
    if letter.automatic is not None:
        return False
    return asks_for_a_seat(reader.read(letter.subject, letter.text, Context(handles=())))


class Asked:
    """How often each sender was asked in the last hour; a restart forgets it."""

    def __init__(self) -> None:
        """Nobody was."""
        self._times: dict[str, list[datetime]] = {}

    def may(self, sender: str | None, at: datetime) -> bool:
        """Whether somebody is asked (once more); it counts as asked then."""
        if not sender:
            return False
        times = [t for t in self._times.get(sender, ()) if t > at - timedelta(hours=1)]
        self._times[sender] = [*times, at][-ASKED_AN_HOUR:]
        return len(times) < ASKED_AN_HOUR


def ask(
    opened: Opened, games: list[str], store: Store, live: Load, writer: Writer, asked: Asked
) -> Outcome:
    """A letter that is for no game, or for several: its writer is asked which; it is kept."""
    letter = opened.letter
    several = len(games) > 1 and letter.automatic is None
    if not several or not asked.may(letter.sender, opened.stored.received_at):
        return not_heard(opened, store, games)
    mail, mark = question(opened, games, live, writer), marked(opened.stored, None, WHICH)
    return mark if mail is None else msgspec.structs.replace(mark, mails=(mail,))


def question(opened: Opened, games: list[str], live: Load, writer: Writer) -> NewMail | None:
    """The letter that asks which game is meant, with the address of each; None where none plays."""
    found = [loaded for game in games if (loaded := live(game)) is not None]
    if not found:
        return None
    first, sender = found[0], opened.letter.sender or ""
    settings, renderer = writer.settings, writer.renderer
    about = About(game="", locale=first.setup.locale, host=settings.host)
    rows = [_row(loaded, settings) for loaded in found]
    page = renderer.which_game(rows, _quote(opened, found), about)
    at = opened.stored.received_at
    name = message_id(first.secret, settings.host, WHICH, sender, at.isoformat())
    gm = writer.names(about)["gm"], write(settings, "gm")
    envelope = Envelope(
        to=sender,
        address=sender,
        sender=gm,
        reply_to=gm,
        subject=page.subject,
        text=page.text,
        html=renderer.frame(page, first.setup.locale, first.setup.ruleset),
        at=at,
        name=name,
        ref=Ref(game="", to=sender, kind=WHICH),
        priority=3,
        answers=opened.letter.message_id,
    )
    return NewMail(
        game=None,
        recipient=sender,
        envelope_from=write(settings, "bounce", name[2:20]),
        message_id=name,
        kind=WHICH,
        data=message(envelope, "pbp", settings.host),
        created_at=at,
        priority=3,
        ref=b"",
    )


def _quote(opened: Opened, found: list[Live]) -> str:
    """The letter, so that he need not write it anew; of a stranger, who can be anybody, nothing."""
    sender = opened.letter.sender or ""
    is_known = any(live.seat_of(sender) is not None for live in found)
    return opened.letter.text[:QUOTE_MAX] if is_known else ""


def _row(live: Live, settings: Settings) -> dict[str, str]:
    """A game as its players know it; nothing that the sender may not know."""
    setup = live.setup
    return {
        "game": setup.id,
        "ruleset": setup.ruleset,
        "state": "signup" if live.play.table.started is None else "running",
        "address": write(settings, "gm", setup.id),
    }
