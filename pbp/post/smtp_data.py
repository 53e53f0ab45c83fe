"""Receives what follows DATA, to the final dot (RFC 5321, 4.1.1.4 and 4.5.2).

aiosmtpd takes it line by line, at a third of the cost of a mail; here it is taken as it comes. Only
CR LF, a dot and CR LF end a mail, whatever other line ends stand in it: anything else would let a
mail smuggle another one in. What is too much is read to its end, so that the answer comes in its
turn (4.2.5), and kept nowhere.
"""

import asyncio

import msgspec

LINE_END = b"\r\n"
THE_END = b"\r\n.\r\n"


class Received(msgspec.Struct, frozen=True):
    """A mail without the dots that the transport put in; or that it, or a line of it, is too long.

    content: with the line ends as they came; empty where it is refused.
    """

    content: bytes = b""
    too_large: bool = False
    line_too_long: bool = False


async def receive(reader: asyncio.StreamReader, size_max: int, line_max: int) -> Received:
    """Read a mail from a client that was told to send it.

    Args:
        reader: of its connection; what follows the mail stays there. Its limit may be anything.
        size_max: bytes of a mail, line ends included; 0 for no limit.
        line_max: bytes of a line, its end included.

    Raises:
        IncompleteReadError: the client went away before the end.
    """
    # The end is looked for with the line end before it, and a mail may be empty.
    reader._buffer[0:0] = LINE_END  # type: ignore[attr-defined]
    pieces: list[bytes] = []
    size, too_large = -len(LINE_END), False
    while not pieces or not pieces[-1].endswith(THE_END):
        try:
            piece = await reader.readuntil(THE_END)
        except asyncio.LimitOverrunError as more:
            piece = await reader.readexactly(more.consumed)
        size += len(piece)
        if size_max and size - len(THE_END) + len(LINE_END) > size_max:
            too_large = True
            pieces.clear()
        pieces.append(piece)
    if too_large:
        return Received(too_large=True)
    whole = b"".join(pieces)[: -len(THE_END) + len(LINE_END)]
    if len(whole) > line_max and any(
        len(line) + len(LINE_END) > line_max for line in whole.split(LINE_END)
    ):
        return Received(line_too_long=True)
    return Received(whole.replace(b"\r\n.", LINE_END)[len(LINE_END) :])
