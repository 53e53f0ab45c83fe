"""Who a letter is from: whether our own mail server vouches for its From line (RFC 8601).

Position rule of mail.md: only an Authentication-Results line of one of our own servers counts, and
only if no Received line stands above it that our hosts did not write. Never trusts another line.
"""

import re

import authres

from pbp.letters.letter import Letter

_BY = re.compile(r"\bby\s+([A-Za-z0-9.-]+)")


def vouched(letter: Letter, authserv_ids: tuple[str, ...], hosts: tuple[str, ...]) -> bool:
    """Whether our own server says that the From line's domain stands behind this letter.

    DMARC passed, or a DKIM signature aligned with From passed; where a method has several
    results, all must pass. SPF alone never vouches (mail.md).
    """
    if letter.sender is None or not authserv_ids:
        return False
    domain = letter.sender.rpartition("@")[2]
    results = [r for line in _own_lines(letter, authserv_ids, hosts) for r in _results(line)]
    dmarc = [r.result == "pass" and _is(r.header_from, domain) for r in _of(results, "dmarc")]
    dkim = [r.result == "pass" and aligned(r.header_d, domain) for r in _of(results, "dkim")]
    if dmarc:
        return all(dmarc)
    return bool(dkim) and all(dkim)


def aligned(signer: str | None, domain: str) -> bool:
    """Whether a signing domain is the From domain or stands above it (relaxed, RFC 7489 3.1)."""
    if not signer or "." not in signer:
        return False
    signer, domain = signer.lower().rstrip("."), domain.lower()
    return domain == signer or domain.endswith(f".{signer}")


def _is(named: str | None, domain: str) -> bool:
    return named is None or named.lower().rstrip(".") == domain.lower()


def _of(
    results: list[authres.AuthenticationResult], method: str
) -> list[authres.AuthenticationResult]:
    return [result for result in results if result.method == method]


def _own_lines(letter: Letter, authserv_ids: tuple[str, ...], hosts: tuple[str, ...]) -> list[str]:
    """The Authentication-Results lines that our own server wrote, by their position."""
    own = {name.lower() for name in authserv_ids}
    ours = {name.lower() for name in hosts}
    lines = []
    for name, value in letter.headers:
        if name == "received" and not _written_by(value, ours):
            break
        if name == "authentication-results" and value.strip().split(";")[0].lower().strip() in own:
            lines.append(value)
    return lines


def _written_by(received: str, hosts: set[str]) -> bool:
    match = _BY.search(received)
    return match is not None and match[1].lower() in hosts


def _results(line: str) -> list[authres.AuthenticationResult]:
    try:
        parsed = authres.all_features().parse(f"Authentication-Results: {line}")
    except Exception:
        return []
    return list(parsed.results)
