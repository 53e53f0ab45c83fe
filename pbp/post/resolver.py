"""DNS, asked at the edge alone: TXT records of keys, with a short patience and a memory.

An answer, also that there is none, is kept a while; after silence nobody is asked for a minute, so
that a dead resolver never holds up the letters. Must never raise anything but trouble.
"""

import threading
import time
from typing import NamedTuple

import dns.exception
import dns.name
import dns.resolver

from pbp.letters.dkim_check import LookupTroubleError

PATIENCE_SECONDS = 3.0
KEPT_SECONDS = 3600.0
ABSENT_SECONDS = 300.0
SILENT_SECONDS = 60.0
NAMES_MAX = 2000


class _Kept(NamedTuple):
    record: bytes | None
    until: float


class Resolver:
    """Gives TXT records. May be called from any thread."""

    def __init__(self, patience_seconds: float = PATIENCE_SECONDS) -> None:
        """Answers are awaited so long, in all."""
        self._patience = patience_seconds
        self._kept: dict[str, _Kept] = {}
        self._silent_until = 0.0
        self._guard = threading.Lock()

    def __call__(self, name: str) -> bytes | None:
        """The TXT record of a name, None where there is none.

        Raises:
            LookupTroubleError: no answer now.
        """
        now = time.monotonic()
        with self._guard:
            kept = self._kept.get(name)
            if kept is not None and now < kept.until:
                return kept.record
            if now < self._silent_until:
                raise LookupTroubleError(name)
        return self._asked(name, now)

    def _asked(self, name: str, now: float) -> bytes | None:
        try:
            record = self._ask(name)
        except LookupTroubleError:
            with self._guard:
                self._silent_until = now + SILENT_SECONDS
            raise
        with self._guard:
            if len(self._kept) >= NAMES_MAX:
                self._kept.clear()
            kept_seconds = ABSENT_SECONDS if record is None else KEPT_SECONDS
            self._kept[name] = _Kept(record, now + kept_seconds)
        return record

    def _ask(self, name: str) -> bytes | None:
        """Ask the machine's resolver; one record, its strings joined (RFC 6376, 3.6.2.2)."""
        try:
            answer = dns.resolver.resolve(name, "TXT", lifetime=self._patience)
        except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
            return None
        except dns.name.NameTooLong:
            return None
        except (dns.exception.DNSException, OSError, ValueError) as error:
            raise LookupTroubleError(type(error).__name__) from None
        records = [b"".join(record.strings) for record in answer]
        keys = [record for record in records if b"p=" in record] or records
        return keys[0] if keys else None
