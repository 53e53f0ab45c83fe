"""The numbers by which the GM names what he entered himself: 14; of several at once 14-1, 14-2.

What he does at the server's own machine or in the browser has a number as his mails have.
"""

from pbp.game.commands import Command, Ordered

ENTERS = ("order", "vote", "proxy", "read", "admit", "count")
"""Commands by which an order or a vote is entered, or a mail counts that did not."""

FOR_A_PLAYER = ("order", "vote", "proxy")
"""Those with words of a player's in them, which can be read otherwise."""


def enters(command: Command) -> bool:
    """Whether a command enters an order or a vote; an answer does where it says what is meant."""
    if command.problem:
        return False
    return command.word in ENTERS or (command.word == "change" and bool(command.readings))


def places(ordered: Ordered) -> tuple[int, ...]:
    """Where among the commands those stand that enter something."""
    return tuple(place for place, command in enumerate(ordered.commands) if enters(command))


def number_of(ordered: Ordered, mail: int, place: int) -> str:
    """How the GM names what a command entered; "" where it entered nothing.

    mail: the number of his mail; 0 where it has none.
    """
    if not mail or place >= len(ordered.commands):
        return ""
    commands, among = ordered.commands, places(ordered)
    if any(command.word == "confirm" for command in commands):
        return str(mail) if len(commands) == 1 else ""
    if place not in among:
        return ""
    return str(mail) if len(among) == 1 else f"{mail}-{among.index(place) + 1}"
