"""Marks: how one room of letters tells the next what a line of text was in the HTML.

A line that stood in a quotation or signature container begins with one of these characters.
They are control characters that decoding takes out of every text, so no sender can forge them,
and they must never be left in what is handed on.
"""

QUOTED = "\x0e"
SIGNED = "\x0f"

_FORBIDDEN = dict.fromkeys((0x00, ord(QUOTED), ord(SIGNED)))


def without_marks(text: str) -> str:
    """What a sender wrote, without the marks and NUL; looking for them is quick, they are rare."""
    if "\x00" in text or QUOTED in text or SIGNED in text:
        return text.translate(_FORBIDDEN)
    return text
