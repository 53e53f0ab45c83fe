"""What the outbox worker asks of a transport, and the three ways in which sending goes wrong."""

from typing import Protocol

from pbp.store import OutboxRow


class SendingTrouble(Exception):  # noqa: N818  (whose trouble it is, not that it is one)
    """A mail was not taken over. The text is the other side's answer, for the operator only."""

    def __init__(self, answer: str) -> None:
        """Keep the answer, short and printable."""
        super().__init__("".join(c if c.isprintable() else " " for c in answer)[:300])


class RefusedForNow(SendingTrouble):
    """This mail was refused with a 4xx answer; later it may pass."""


class RefusedForGood(SendingTrouble):
    """This mail was refused with a 5xx answer, or can never be sent as it is."""


class TransportDown(SendingTrouble):
    """The transport itself does not work (no connection, no login, no disk): no mail's fault."""


class Transport(Protocol):
    """A way out. Called from one thread only; may block, but not for ever."""

    def send(self, mail: OutboxRow) -> None:
        """Hand one message over, as it is; having returned, it is the other side's.

        Raises:
            RefusedForNow, RefusedForGood, TransportDown: it was not handed over, or (a line that
                broke before the answer) nobody knows.
        """

    def close(self) -> None:
        """Let go of what is kept open; send() may follow and opens it again."""
