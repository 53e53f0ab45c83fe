"""Automatic: tells mail that no person wrote from mail that one did.

auto_reply, bounce, list or loop; None is a person. Headers first (RFC 3834, 3464, 8098), then
the fixed sentences of programs that send no such header. Must never call a person's mail
automatic because it speaks of an automatic answer.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from pbp.letters import automatic_phrases as phrases
from pbp.letters.headers import Headers


@dataclass(frozen=True)
class Seen:
    """What of a mail tells whether a person wrote it.

    kinds: the content types of its parts. report: the report-type of a multipart/report, or "".
    text: the words without quotation.
    """

    headers: Headers
    sender: str | None
    to: tuple[str, ...]
    subject: str
    message_id: str | None
    kinds: frozenset[str] = frozenset()
    report: str = ""
    text: str = ""


def kind_of(seen: Seen, ours: Callable[[str], bool]) -> str | None:
    """auto_reply, bounce, list, loop, or None for a person.

    Args:
        seen: what is known of the mail.
        ours: whether a Message-ID, a List-Id or an X-Loop mark is one that we made.
    """
    if _is_loop(seen, ours):
        return "loop"
    if _is_bounce(seen):
        return "bounce"
    if _is_reply(seen):
        return "auto_reply"
    if _is_list(seen):
        return "list"
    return None


def recalls(headers: Headers, subject: str, text: str) -> bool:
    """Whether the mail takes back or replaces another one (RFC 5536, Outlook's recall)."""
    if headers.has("supersedes", "replaces", "x-supersedes"):
        return True
    first = _first_line(text)
    return bool(phrases.RECALL_SUBJECT.match(subject) or phrases.RECALL_SENTENCE.match(first))


def _is_loop(seen: Seen, ours: Callable[[str], bool]) -> bool:
    if seen.headers.has("x-loop") or (seen.message_id and ours(seen.message_id)):
        return True
    list_id = seen.headers.text("list-id")
    if list_id and (ours(list_id) or _is_under_our_host(list_id, seen.to)):
        return True
    return seen.sender is not None and _is_our_address(seen.sender, seen.to)


def _our_hosts(to: tuple[str, ...]) -> set[str]:
    """The hosts of those recipients whose local part is one of ours."""
    parts = (address.rpartition("@") for address in to)
    return {host for local, _, host in parts if phrases.OUR_LOCAL.fullmatch(local)}


def _is_under_our_host(list_id: str, to: tuple[str, ...]) -> bool:
    mark = list_id.rpartition("<")[2].rstrip("> ").lower()
    return any(mark.endswith(("." + host, "@" + host)) for host in _our_hosts(to))


def _is_our_address(sender: str, to: tuple[str, ...]) -> bool:
    local, _, host = sender.rpartition("@")
    if host not in _our_hosts(to):
        return False
    game = phrases.GAME.search(local)
    games = {found.group(1) for address in to if (found := phrases.GAME.search(address))}
    return phrases.OUR_LOCAL.fullmatch(local) is not None or (
        game is not None and game.group(1) in games
    )


def _local(seen: Seen) -> str:
    """The local part of the sender, also of a From line that is not to be believed."""
    address = seen.sender or seen.headers.text("from").rpartition("<")[2].split(" ")[0]
    return address.partition("@")[0].strip('<>" ').lower()


def _is_bounce(seen: Seen) -> bool:
    if seen.report == "disposition-notification":
        return False
    if seen.report in ("delivery-status", "feedback-report") or seen.kinds & {
        "message/delivery-status",
        "message/global-delivery-status",
    }:
        return True
    local = _local(seen)
    if (
        local in phrases.BOUNCE_SENDERS
        or local.startswith("microsoftexchange")
        or seen.headers.has("x-failed-recipients")
    ):
        return True
    machine = _null_path(seen) or _auto_submitted(seen) not in ("", "no")
    machine = machine or local in phrases.MACHINE_SENDERS
    return machine and phrases.BOUNCE_SUBJECT.search(seen.subject) is not None


def _null_path(seen: Seen) -> bool:
    values = seen.headers.all("return-path")
    return bool(values) and values[0].strip() == b"<>"


def _auto_submitted(seen: Seen) -> str:
    value = seen.headers.text("auto-submitted").lower()
    return re.split(r"[;\s(]", value, maxsplit=1)[0]


def _precedence(seen: Seen) -> str:
    return seen.headers.text("precedence").lower()


def _is_reply(seen: Seen) -> bool:
    submitted = _auto_submitted(seen)
    if submitted.startswith("auto-replied") or seen.report == "disposition-notification":
        return True
    if "message/disposition-notification" in seen.kinds or _precedence(seen) == "auto_reply":
        return True
    if _is_list(seen):
        return False
    if submitted not in ("", "no") or _null_path(seen) or _local(seen) in phrases.MACHINE_SENDERS:
        return True
    if _precedence(seen) in ("bulk", "junk") or _goes_to_bounces(seen):
        return True
    if any(seen.headers.text(name).lower() not in ("", "no") for name in phrases.REPLY_HEADERS):
        return True
    return submitted != "no" and _reads_like_reply(seen)


def _goes_to_bounces(seen: Seen) -> bool:
    """Whether it goes only to envelope senders of ours, to which no person writes."""
    return bool(seen.to) and all(address.startswith("bounce+") for address in seen.to)


def _is_list(seen: Seen) -> bool:
    return seen.headers.has(*phrases.LIST_HEADERS) or _precedence(seen) == "list"


def _reads_like_reply(seen: Seen) -> bool:
    """The fixed subjects and sentences of programs that set no header (QQ, NetEase)."""
    if phrases.REPLY_SUBJECT.match(seen.subject) or phrases.RECEIPT_SUBJECT.match(seen.subject):
        return True
    first = _first_line(seen.text)
    if first.endswith(phrases.QUESTION):
        return False
    if phrases.SENTENCES.match(first):
        return True
    text = seen.text.strip()
    if len(text) > phrases.FREE_FORM_MAX or not phrases.RECEIVED.search(first):
        return False
    return phrases.POLITE.search(text) is not None


def _first_line(text: str) -> str:
    """The first line that says something beyond a greeting."""
    rows = [row.strip() for row in text.split("\n", 20) if row.strip()]
    first = rows[0] if rows else ""
    if (
        len(rows) > 1
        and phrases.GREETING.fullmatch(first)
        and first.lower().endswith(phrases.ENDS_GREETING)
    ):
        first = rows[1]
    return first[:400]
