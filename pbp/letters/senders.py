"""Who a letter is from: whether our own mail server vouches for its From line (RFC 8601).

Position rule of mail.md: only an Authentication-Results line of one of our own servers counts, and
only if no Received line stands above it that our hosts did not write. Never trusts another line.
"""

import authres

from pbp.letters import received
from pbp.letters.letter import Letter


def vouched(letter: Letter, authserv_ids: tuple[str, ...], hosts: tuple[str, ...]) -> bool:
    """Whether our own server says that the From line's domain stands behind this letter.

    A DKIM signature aligned with From passed; where a method has several results, all must pass.
    SPF alone never vouches (mail.md), not as DMARC either, which passes by it too; but where DMARC
    passed, a signer below From's domain is aligned (RFC 7489, 3.1.1).
    """
    if letter.sender is None or not authserv_ids:
        return False
    domain = letter.sender.rpartition("@")[2]
    results = [r for line in _own_lines(letter, authserv_ids, hosts) for r in _results(line)]
    dmarc = [r.result == "pass" and _is(r.header_from, domain) for r in _of(results, "dmarc")]
    dkim = _of(results, "dkim")
    if not all(dmarc) or not all(r.result == "pass" for r in dkim):
        return False
    signers = [_signer(r) for r in dkim]
    below = bool(dmarc) and any(signer.endswith(f".{domain}") for signer in signers)
    return below or any(aligned(signer, domain) for signer in signers)


def aligned(signer: str | None, domain: str) -> bool:
    """Whether a signing domain is the From domain or stands above it (relaxed, RFC 7489 3.1)."""
    if not signer or "." not in signer:
        return False
    signer, domain = signer.lower().rstrip("."), domain.lower()
    return domain == signer or domain.endswith(f".{signer}")


def _signer(result: authres.AuthenticationResult) -> str:
    """The signing domain; some servers name the identity alone, which is at or below it."""
    signer: str = result.header_d or (result.header_i or "").rpartition("@")[2]
    return signer.lower().rstrip(".")


def _is(named: str | None, domain: str) -> bool:
    return named is None or named.lower().rstrip(".") == domain.lower()


def _of(
    results: list[authres.AuthenticationResult], method: str
) -> list[authres.AuthenticationResult]:
    return [result for result in results if result.method == method]


def _own_lines(letter: Letter, authserv_ids: tuple[str, ...], hosts: tuple[str, ...]) -> list[str]:
    """The Authentication-Results lines that our own server wrote, by their position."""
    own = {name.lower() for name in authserv_ids}
    ours = tuple(name.lower() for name in hosts)
    lines = []
    for name, value in letter.headers:
        if name == "received" and not _written_by(value, ours):
            break
        if name == "authentication-results" and _server(value) in own:
            lines.append(value)
    return lines


def _server(line: str) -> str:
    """The name of the server that a line says it is from, without its version."""
    words = line.partition(";")[0].lower().split()
    return words[0] if words else ""


def _written_by(line: str, hosts: tuple[str, ...]) -> bool:
    """Whether one of our hosts wrote a Received line: only what stands after its "by" counts."""
    by = received.stamp(line).by
    return bool(by) and received.is_one_of(by, hosts)


def _results(line: str) -> list[authres.AuthenticationResult]:
    try:
        parsed = authres.all_features().parse(f"Authentication-Results: {line}")
    except Exception:
        return []
    return list(parsed.results)
