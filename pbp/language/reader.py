"""The reader: what a person's words ask for. Pure; it judges nothing and never raises."""

from pbp.game.intents import Understood
from pbp.language.context import Context

__all__ = ["Context", "read"]


def read(subject: str, text: str, context: Context) -> Understood:
    """What the mail asks for."""
    return Understood(problem="unreadable")
