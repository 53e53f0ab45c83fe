"""The GM and the board: publish, hold, reclassify, story, announce, answer, remind (C-5, C-8)."""

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from pbp.game import appeals, polls, reminders
from pbp.game import facts as f
from pbp.game.clauses import clause
from pbp.game.commands import Command
from pbp.game.gm.acting import Act, Done, refused
from pbp.game.intents import POST_KINDS, Reading
from pbp.game.law import Law
from pbp.game.posts import GM_FOLDER, publish
from pbp.game.table import Table


@clause("C-5.4", "C-5.5")
def publish_mail(table: Table, law: Law, command: Command, at: datetime) -> Act:
    """Publish N: a held post goes out; or the GM's own text N that waits as a preview."""
    drafts = dict(table.notes.get("drafts", {}))
    draft = drafts.pop(str(command.n), None)
    if draft is not None:
        yield f.Noted(at=at, key="drafts", value=drafts)
        yield from _send_draft(table, draft, at)
        return Done(data={"n": command.n, "draft_of": draft["word"]}, undo=False)
    mail = table.mails.get(command.n or 0)
    if mail is None:
        return refused("unknown_mail", n=command.n)
    fate = table.fates.get(mail.n)
    if fate is not None and fate.published:
        return refused("is_published", n=mail.n)
    reading = next((r for r in mail.readings if r.kind in POST_KINDS), None)
    if (fate is None and mail.n not in table.waiting) or mail.sender not in table.players:
        return refused("is_no_post", n=mail.n)
    text = reading or Reading(kind="chat", text=mail.text)
    yield from publish(table, mail.n, mail.sender, text, at)
    return Done(data={"n": mail.n, "who": mail.sender}, undo=False)


@clause("C-5.8")
def hold(table: Table, law: Law, command: Command, at: datetime) -> Act:
    """Hold N: a post that has not gone out is kept for the GM."""
    mail = table.mails.get(command.n or 0)
    if mail is None:
        return refused("unknown_mail", n=command.n)
    fate = table.fates.get(mail.n)
    if fate is not None and fate.published:
        return refused("is_published", n=mail.n)
    if mail.sender not in table.players:
        return refused("is_no_post", n=mail.n)
    if mail.n in table.waiting:
        yield f.PostStopped(at=at, mail=mail.n)
    yield f.MailSettled(at=at, n=mail.n, held=GM_FOLDER)
    return Done(data={"n": mail.n, "who": mail.sender})


@clause("C-5.1")
def reclassify(table: Table, law: Law, command: Command, at: datetime) -> Act:
    """Reclassify N analysis: a post counts as another kind from now on."""
    fate = table.fates.get(command.n or 0)
    if fate is None or not fate.published:
        return refused("is_no_post", n=command.n)
    if command.value not in POST_KINDS:
        return refused("needs_kind")
    yield f.MailSettled(at=at, n=fate.n, published=command.value)
    return Done(data={"n": fate.n, "kind": command.value, "before": fate.published})


@clause("C-8.1")
def write(table: Table, law: Law, command: Command, at: datetime) -> Act:
    """story, announce, answer N, rule N, poll [24h], the text below: a preview; 发 N sends it."""
    if not command.text.strip():
        return refused("needs_text")
    mail = table.mails.get(command.n or 0)
    if command.word in ("answer", "rule") and mail is None:
        return refused("unknown_mail", n=command.n)
    if command.word == "poll" and not _is_a_poll(command.text):
        return refused("needs_choices")
    number = next_draft(table)
    draft: dict[str, Any] = {
        "word": command.word,
        "text": command.text.strip(),
        "mail": command.n,
        "to": mail.sender if mail is not None else None,
        "all": command.value == "all",
        "span": command.span.total_seconds() if command.span else None,
    }
    yield from keep_draft(table, number, draft, at)
    lines = [line for line in draft["text"].split("\n") if line.strip()]
    told = {"draft": number, "first": lines[0], "last": lines[-1]}
    private = draft["to"] and not draft["all"]
    return Done(data={**told, "to": draft["to"] if private else None})


def next_draft(table: Table) -> str:
    """The number that the next preview gets: from 1001, so that no mail has it."""
    return str(len(table.notes.get("drafts_made", ())) + 1001)


def keep_draft(
    table: Table, number: str, draft: dict[str, Any], at: datetime
) -> Iterator[f.AnyFact]:
    """A text waits for 发 N."""
    drafts = {**table.notes.get("drafts", {}), number: draft}
    yield f.Noted(at=at, key="drafts", value=drafts)
    made = [*table.notes.get("drafts_made", ()), number]
    yield f.Noted(at=at, key="drafts_made", value=made)


def _is_a_poll(text: str) -> bool:
    question, choices = polls.parsed(text)
    return bool(question) and 2 <= len(choices) <= polls.CHOICES_MAX


def _send_draft(table: Table, draft: dict[str, Any], at: datetime) -> Iterator[f.AnyFact]:
    phase = table.phase.id if table.phase else None
    if draft["word"] == "poll":
        question, choices = polls.parsed(draft["text"])
        length = timedelta(seconds=draft["span"]) if draft["span"] else polls.LENGTH
        yield from polls.opened(table, question, choices, at + length, at)
        return
    if draft["word"] == "stats":
        tables = json.loads(draft["text"] or "{}")
        yield f.Posted(at=at, audience=f.EVERYBODY, kind="stats", phase=phase, data=tables)
        return
    yield from appeals.ruled(table, draft, at)
    data = {"text": draft["text"], "what": draft["word"]}
    if draft["to"] and not draft["all"]:
        to = str(draft["to"])
        yield f.Notified(
            at=at,
            audience=(to,),
            kind="message",
            to=to,
            phase=phase,
            data={**data, "what": "from_gm", "mail": draft["mail"]},
        )
        return
    kind = "plot" if draft["word"] == "story" else "announcement"
    yield f.Posted(at=at, audience=f.EVERYBODY, kind=kind, phase=phase, data=data)


def remind(table: Table, law: Law, command: Command, at: datetime) -> Act:
    """Remind [vote|checkin|orders]: the same words to all whom it may concern."""
    told = [*reminders.remind(table, at, command.value or "all")]
    if not told:
        return refused("nobody_to_remind", heard=command.value)
    yield from told
    return Done(undo=False)
