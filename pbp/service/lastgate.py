"""The last gate: no public mail goes out with a registered address or a live token in it.

What a writer may not publish was found long before (leaks.py); whatever is stopped here is an error
of ours. It asks nobody and changes nothing: the mail is not written, and the GM is told.
"""

from pbp.language.shapes import plain
from pbp.render.cleaning import many_lines
from pbp.service.live import GM, Live
from pbp.service.messages import Envelope


class LastGate:
    """Looks through the public mails of one game, with what is secret in it now."""

    def __init__(self, live: Live) -> None:
        """Addresses of all but the GM, who may name himself; tokens of everybody."""
        tokens = live.tokens()
        holders = {*live.people(), *live.owners, *live.substitutes, *tokens} - {GM}
        addresses = (close(a) for who in holders for a in live.addresses_of(who) if "@" in a)
        self._secrets = {*addresses, *tokens.values()}
        self._clean: dict[str, bool] = {}

    def lets_out(self, envelope: Envelope) -> bool:
        """Whether a mail may go: private ones always, public ones without anybody's secret."""
        if not envelope.ref.public:
            return True
        return self.is_clean(f"{envelope.subject}\n{envelope.text}")

    def is_clean(self, text: str) -> bool:
        """Whether a text for everybody holds nobody's address and no live token."""
        if text not in self._clean:
            said = close(many_lines(text))
            self._clean[text] = not any(secret in said for secret in self._secrets)
        return self._clean[text]


def close(text: str) -> str:
    """A text in which neither width, script, case, blanks nor invisible signs hide anything."""
    return plain(text).replace(" ", "")
