"""Commands before they are heard: whose they are, and what the game itself cannot know.

Whether a deputy plays, and whether a reason tells who somebody is, is found among the addresses and
names; the game gets it as a problem of the command.
"""

import msgspec
from msgspec.structs import replace

from pbp.game import people, seasons
from pbp.game.commands import Command, Ordered
from pbp.game.deputy import DEPUTY
from pbp.game.hearing import Heard
from pbp.game.intents import Understood
from pbp.service.archive import Archive
from pbp.service.incoming import is_of_the_list
from pbp.service.lastgate import LastGate
from pbp.service.leaks import hidden_names, is_named
from pbp.service.live import GM, Live


def gives_orders(heard: Heard) -> bool:
    """Whether a letter is the GM's, or his deputy's, and meant as commands."""
    if heard.automatic or heard.duplicate:
        return False
    if heard.sender == DEPUTY:
        return heard.certain
    return heard.sender == GM and not is_of_the_list(heard)


def asks_for_a_seat(understood: Understood) -> bool:
    """Whether a letter is a sign-up, or an offer to be a substitute."""
    return any(r.kind in ("signup", "substitute") for r in understood.readings)


def prepared(live: Live, ordered: Ordered, by: str, archive: Archive) -> Ordered:
    """The commands as the game hears them. by: gm or deputy."""
    commands = tuple(
        _tells_nobody(live, _checked(live, _told(command, archive))) for command in ordered.commands
    )
    return replace(ordered, by=by, commands=commands)


def _told(command: Command, archive: Archive) -> Command:
    """Statistics come with the command that asks for them: a game knows no other game."""
    if "stats" not in (command.word, command.tried) or command.problem:
        return command
    year = int(command.value) if command.value.isdecimal() else None
    tables = seasons.season(archive.games(), year).plain()
    return replace(command, text=msgspec.json.encode(tables).decode())


def _checked(live: Live, command: Command) -> Command:
    """A deputy is nobody who plays, has played, is asked whether he will, or is the GM himself."""
    inner = command.value
    if command.word != "deputy" or command.problem or "@" not in inner:
        return command
    mailbox = people.mailbox(inner.strip("<>"))
    table = live.play.table
    book = table.signup
    whose = [
        a
        for who in (*live.people(), *live.substitutes)
        if who not in table.subscribers
        for a in live.addresses_of(who)
    ]
    whose += [a for owner in live.owners.values() for a in owner.addresses]
    whose += table.asked_addresses
    whose += book.valid if book is not None else ()
    whose += book.asked if book is not None and book.closed is None else ()
    if any(people.mailbox(address) == mailbox for address in whose):
        return replace(command, problem="deputy_plays", reason="")
    return command


def _tells_nobody(live: Live, command: Command) -> Command:
    """A reason is published, at once or at the end: no address, no key, no name behind a handle.

    What is published below a command comes back as a preview first.
    """
    table = live.play.table
    if not command.reason or command.problem or table.started is None:
        return command
    hidden = hidden_names(live) if table.ended is None else ()
    if is_named(command.reason, hidden) or not LastGate(live).is_clean(command.reason):
        return replace(command, problem="reason_tells", reason="")
    return command
