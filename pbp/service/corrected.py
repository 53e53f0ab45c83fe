"""What a correction of the GM's is about: which input, which of its commands, whose order it was.

Looks at the inputs as they stand; whether the game comes out otherwise is correcting.py's part.
"""

from collections.abc import Iterator, Sequence

import msgspec

from pbp.game import facts as f
from pbp.game.commands import Command
from pbp.game.gm import desk, numbered
from pbp.game.intents import POST_KINDS, Reading
from pbp.game.table import Table
from pbp.service import again, inputs


class Concerned(msgspec.Struct, frozen=True):
    """Somebody whose order or vote a correction is about. mail: that brought it; readings: its."""

    who: str
    mail: f.MailHeard
    readings: tuple[Reading, ...]


def change(
    table: Table, entries: Sequence[inputs.AnyInput], command: Command
) -> inputs.Change | str | None:
    """What a command changes, or the problem; None where its act says what can be done."""
    place = _place(table, entries, command.n or 0)
    if place is None or table.started is None:
        return None
    entry, word = entries[place], command.word
    if isinstance(entry, inputs.Commanded):
        return _of_the_gm(entry, place, command)
    if not isinstance(entry, inputs.LetterHeard):
        return None
    if command.part:
        return "no_parts"
    if word == "reclassify":
        return _of_a_post(table, entry, place, command)
    if word == "reject":
        return inputs.Change(place, word) if _has_declared(table, command.n) else None
    if word == "read":
        seated = entry.heard.sender in table.players and bool(command.readings)
        return inputs.Change(place, word, command.readings) if seated else None
    readings = entry.heard.understood.readings
    if any(r.kind in again.VOIDABLE for r in readings):
        return inputs.Change(place, word)
    return "void_of_a_post" if any(r.kind in POST_KINDS for r in readings) else None


def _of_the_gm(entry: inputs.Commanded, place: int, command: Command) -> inputs.Change | str | None:
    """What he entered himself with that mail, or at the machine: all of it, or one of several."""
    commands, among = entry.ordered.commands, numbered.places(entry.ordered)
    if command.part > len(among):
        return "no_parts"
    meant = among[command.part - 1 : command.part] if command.part else among
    if command.word == "void":
        corrects = [n for n, c in enumerate(commands) if c.word in again.CONFIRMS and not c.problem]
        meant = meant if command.part else (*meant, *(corrects if entry.changes else ()))
        if meant:
            return inputs.Change(place, "void", lines=tuple(sorted({*meant})))
        asks = any(c.word in desk.ACTS and not c.problem for c in commands)
        return inputs.Change(place, "void") if asks else None
    if command.word != "read" or not command.readings:
        return None
    if len(meant) != 1:
        return "which_part" if meant else None
    if commands[meant[0]].word not in numbered.FOR_A_PLAYER:
        return "reads_a_mail"
    return inputs.Change(place, "read", command.readings, lines=meant)


def _of_a_post(
    table: Table, entry: inputs.LetterHeard, place: int, command: Command
) -> inputs.Change | None:
    """A post that counts as another kind from the beginning (C-5.1, C-9.6)."""
    fate = table.fates.get(command.n or 0)
    if fate is None or not fate.published or command.value not in POST_KINDS:
        return None
    if fate.published == command.value or entry.heard.sender not in table.players:
        return None
    return inputs.Change(place, "reclassify", (Reading(kind=command.value),))


def _has_declared(table: Table, n: int | None) -> bool:
    """Whether a declaration came with a mail for a night that is over."""
    for declared in table.declarations:
        phase = table.phase_named(declared.phase)
        if declared.mail == n and not declared.void and phase and phase.closed is not None:
            return True
    return False


def _place(table: Table, entries: Sequence[inputs.AnyInput], n: int) -> int | None:
    """The place of the input that has number n."""
    count = 0
    for place, entry in enumerate(entries):
        by_hand = isinstance(entry, inputs.Commanded) and entry.has_number
        count += by_hand or isinstance(entry, inputs.LetterHeard)
        if count == n:
            return place if n in table.mails else None
    return None


def concerned(
    table: Table, entry: inputs.AnyInput, correction: inputs.Change, n: int
) -> Iterator[Concerned]:
    """The players whose orders, votes or posts it is about."""
    mail = table.mails[n]
    if not isinstance(entry, inputs.Commanded):
        if mail.sender in table.players:
            yield Concerned(mail.sender, mail, mail.readings)
        return
    for place in correction.lines:
        command = entry.ordered.commands[place]
        of = table.mails.get(command.n or 0)
        if command.word in numbered.FOR_A_PLAYER and command.who in table.players:
            yield Concerned(command.who, mail, command.readings)
        elif of is not None and of.sender in table.players:
            yield Concerned(of.sender, of, command.readings or of.readings)
