# ruff: noqa: ARG001 - all parts of a command are read in one form
"""Reading the GM's commands: one a line, each answered; a line that is none is said so.

Pure: time and zone are given. What is understood is not yet allowed; that is gm/'s part.
"""

import re
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import msgspec
from msgspec.structs import replace

from pbp.game.commands import Command
from pbp.game.durations import LONGEST
from pbp.language.context import Context
from pbp.language.folding import fold, trimmed, without_blank_lines
from pbp.language.gm_settings import setting_of, span_of
from pbp.language.gm_words import ANSWERS, CHOICES, FORMS, ROLES, TO_ALL, UNTIL_END, Form
from pbp.language.names import Found, resolve
from pbp.language.reader import read
from pbp.language.references import references

_BRACKETS = "“”\"'「」『』‘’《》"
_TIME = re.compile(
    r"(?:(?:(\d{4})[-年./])?(\d{1,2})[-月./](\d{1,2})日?\s*)?(\d{1,2})[:：](\d{2})(?::(\d{2}))?"
)
_NUMBER = re.compile(r"#?\s*(\d{1,6})(?:\s*[-－–]\s*(\d{1,2})(?!\d))?\s*(?:号|封)?")
_MORE_NUMBERS = re.compile(r"(?=\D*\d)[\s\d、,，和及&/#号封]*[。.]?")
_ROLE = re.compile(r"\s*[=＝]\s*([^\s,，、;；=＝]+)")
_AS = re.compile(r"(?:as\b|作|为)\s*", re.IGNORECASE)
_WITH_PARTS = ("void", "read")
"""Commands that take 14-2, the second of what the GM entered with 14."""
_OF_QUESTIONS = ("agree", "change", "postpone")
_ENDING = " \t，,。.！!；;~～"
_ENDS_WITH = ("n", "who", "span", "time", "choice")
"""Parts behind which nothing may follow that was not read: 一切照旧，除了 3 is not 一切照旧."""
_POLITE = ("谢谢", "多谢", "辛苦了", "thanks", "thank you")
_PHASE = re.compile(r"[NDRW]\d{1,3}", re.IGNORECASE)

COMMANDS_MAX = 100
"""Commands of one mail that are read; whoever forges the GM's address makes no flood."""
LINE_MAX = 1000
"""Characters of a line that is read as a command; the words below one may be longer."""
SHOWN_MAX = 80
"""Characters of a line that was not read which the answer shows."""


class GmContext(msgspec.Struct, frozen=True, kw_only=True):
    """What the GM's words are read with. now: the instant of receipt."""

    handles: tuple[str, ...] = ()
    zone: ZoneInfo = ZoneInfo("UTC")
    now: datetime
    ruleset: str | None = None
    phase: str | None = None


def read_commands(subject: str, text: str, context: GmContext) -> tuple[Command, ...]:
    """All commands of a mail; with an empty body the subject is the command."""
    text = without_blank_lines(text)
    lines = text.strip("\n").split("\n") if trimmed(text) else [subject]
    commands: list[Command] = []
    while lines:
        line = trimmed(lines.pop(0))
        if not line:
            continue
        if len(commands) == COMMANDS_MAX:
            commands.append(not_read(line, "too_many_lines"))
            break
        command = read_line(line, context)
        if _takes_text(command.tried or command.word):
            below = "\n".join(lines).strip("\n")
            whole = "\n".join(part for part in (command.text, below) if trimmed(part))
            commands.append(replace(command, text=whole))
            break
        commands.append(command)
    return tuple(commands)


def not_read(line: str, problem: str) -> Command:
    """A line that nobody looked at any closer."""
    return Command(word="", line=_shown(line, SHOWN_MAX), problem=problem)


def _shown(line: str, most: int) -> str:
    return line if len(line) <= most else f"{line[:most]}…"


def _takes_text(word: str) -> bool:
    return any("text" in form.parts for form in FORMS if form.word == word)


def read_line(line: str, context: GmContext) -> Command:
    """One line as a command; problem says why it is none."""
    found = form_of(line)
    if found is None:
        return not_read(line, "unknown_command")
    form, rest = found
    if len(line) > LINE_MAX and not _takes_text(form.word):
        return not_read(line, "too_long")
    command = Command(word=form.word, line=_shown(line, LINE_MAX))
    for part in form.parts:
        command, rest = _PARTS[part.rstrip("?")](command, rest.strip(), context, part)
        if command.problem:
            return command
    left = trimmed(rest).strip(_ENDING)
    if (
        left
        and (not form.parts or form.parts[-1].rstrip("?") in _ENDS_WITH)
        and left.lower() not in _POLITE
    ):
        return replace(command, problem="left_over", reason=left[:40])
    return _plain(command)


def _plain(command: Command) -> Command:
    """准假 and 不准 are the two choices of leave."""
    if command.word.startswith("leave "):
        return replace(command, word="leave", value=command.word.removeprefix("leave "))
    return command


def form_of(line: str) -> tuple[Form, str] | None:
    """The command with the longest word that the line begins with, and the rest of the line."""
    folded = line.lower().lstrip("-*· ")
    best: tuple[Form, str] | None = None
    length = 0
    for form in FORMS:
        for word in form.words:
            if len(word) > length and _begins(folded, word):
                best, length = (form, line[len(line) - len(folded) + len(word) :]), len(word)
    return best


def _begins(line: str, word: str) -> bool:
    """An English word ends where no letter follows."""
    return line.startswith(word) and not (
        word.isascii() and line[len(word) : len(word) + 1].isalpha()
    )


Part = Callable[[Command, str, GmContext, str], tuple[Command, str]]


def _who(command: Command, rest: str, context: GmContext, part: str) -> tuple[Command, str]:
    """A handle or its number: the first word, or the longest handle that the rest begins with."""
    first, _, after = rest.partition(" ")
    found = resolve(first.strip(_BRACKETS + "：:，,"), context.handles, None)
    if isinstance(found, Found):
        return replace(command, who=found.handle), after
    for handle in sorted(context.handles, key=len, reverse=True):
        if fold(rest).startswith(fold(handle)):
            return replace(command, who=handle), rest[len(handle) :]
    return replace(command, problem="unknown_handle", reason=first), after


def _name(command: Command, rest: str, context: GmContext, part: str) -> tuple[Command, str]:
    """A handle where it is one, else the word as it stands."""
    named, after = _who(command, rest, context, part)
    if not named.problem:
        return named, after
    first, _, after = rest.partition(" ")
    return replace(command, who=first), after


def _n(command: Command, rest: str, context: GmContext, part: str) -> tuple[Command, str]:
    match = _NUMBER.match(rest)
    if match is None:
        problem = "needs_question" if command.word in _OF_QUESTIONS else "needs_number"
        return replace(command, problem=problem, reason=rest[:20]), rest
    after = rest[match.end() :]
    if _MORE_NUMBERS.fullmatch(after):
        return replace(command, problem="left_over", reason=after.strip()[:40]), ""
    of_it = int(match[2] or 0) if command.word in _WITH_PARTS else 0
    if match[2] and not of_it:
        return replace(command, problem="left_over", reason=match[0].strip()), ""
    return replace(command, n=int(match[1]), part=of_it), after.lstrip("：: ")


def _span(command: Command, rest: str, context: GmContext, part: str) -> tuple[Command, str]:
    first, _, after = rest.partition(" ")
    if first.lower() in UNTIL_END:
        return command, after
    span, end = span_of(rest)
    if not span and end:  # longer than any game, or nothing
        return replace(command, problem="needs_span"), rest
    if span is None:
        return (command if part.endswith("?") else replace(command, problem="needs_span")), rest
    return replace(command, span=span), rest[end:]


def _time(command: Command, rest: str, context: GmContext, part: str) -> tuple[Command, str]:
    found = time_of(rest, context)
    if found is None:
        return (command if part.endswith("?") else replace(command, problem="needs_time")), rest
    match = _TIME.match(rest)
    return replace(command, time=found), rest[match.end() :] if match else ""


def time_of(text: str, context: GmContext) -> datetime | None:
    """A local time: 20:00 (the next), 3月3日 20:00, 03-03 20:00, 2026-03-03 20:00."""
    match = _TIME.match(text.strip())
    if match is None:
        return None
    now = context.now.astimezone(context.zone)
    year, month, day, hour, minute, second = (int(g) if g else None for g in match.groups())
    try:
        local = now.replace(
            year=year or now.year,
            month=month or now.month,
            day=day or now.day,
            hour=hour or 0,
            minute=minute or 0,
            second=second or 0,
            microsecond=0,
        )
    except ValueError:
        return None
    if month is None and local <= now:
        local += timedelta(days=1)
    elif year is None and month is not None and local < now - timedelta(days=182):
        local = _next_year(local)
    return local.astimezone(context.now.tzinfo) if abs(local - now) <= LONGEST else None


def _next_year(local: datetime) -> datetime:
    """The same day a year later; 29 February has none in most years."""
    try:
        return local.replace(year=local.year + 1)
    except ValueError:
        return local + timedelta(days=366)


def _quoted(command: Command, rest: str, context: GmContext, part: str) -> tuple[Command, str]:
    """A player's words, in quotation marks; without them the rest of the line."""
    words, after = _inside(_after_as(rest))
    understood = read("", words, _as_player(command, context))
    if not understood.readings or understood.problem:
        return replace(command, problem="needs_order", reason=words[:40]), after
    return replace(command, readings=understood.readings), after


def _after_as(rest: str) -> str:
    """Of read 14 as "投票 阿甲": the word between is no part of what the player said."""
    match = _AS.match(rest)
    return rest[match.end() :] if match else rest


def _inside(rest: str) -> tuple[str, str]:
    if rest[:1] in _BRACKETS and rest[:1]:
        for place in range(1, len(rest)):
            if rest[place] in _BRACKETS:
                return rest[1:place], rest[place + 1 :]
    return rest, ""


def _as_player(command: Command, context: GmContext) -> Context:
    return Context(
        handles=context.handles,
        writer=command.who or None,
        phase=context.phase,
        ruleset=context.ruleset,
    )


def _target(command: Command, rest: str, context: GmContext, part: str) -> tuple[Command, str]:
    """Whom a vote that the GM enters is for."""
    first, _, after = rest.partition(" ")
    understood = read("", f"投票 {first}", _as_player(command, context))
    if not understood.readings or understood.problem:
        return replace(command, problem="unknown_handle", reason=first), after
    return replace(command, readings=understood.readings), after


def _nominee(command: Command, rest: str, context: GmContext, part: str) -> tuple[Command, str]:
    """An award and a name, as a player writes them behind 提名."""
    understood = read("", f"提名 {rest}", _as_player(command, context))
    good = [r for r in understood.readings if r.kind == "nominate" and r.targets]
    if not good or understood.problem:
        return replace(command, problem="needs_nominee", reason=rest[:40]), ""
    return replace(command, readings=tuple(good)), ""


def _choice(command: Command, rest: str, context: GmContext, part: str) -> tuple[Command, str]:
    value, after = _one_of(CHOICES, rest)
    if not value and not part.endswith("?"):
        return replace(command, problem="needs_kind"), rest
    return replace(command, value=value), after


def _answer(command: Command, rest: str, context: GmContext, part: str) -> tuple[Command, str]:
    """Another ready answer, or a reading of the mail in question."""
    value, after = _one_of(ANSWERS, rest)
    if value == "grant":  # 改 3 准 48h 出差
        span, end = span_of(after.strip())
        return replace(command, value=value, span=span, reason=trimmed(after.strip()[end:])), ""
    if value:
        return replace(command, value=value, reason=trimmed(after)), ""
    read_as, after = _quoted(command, rest, context, part)
    return (replace(command, value="") if read_as.problem else read_as), after


def _one_of(table: dict[str, tuple[str, ...]], rest: str) -> tuple[str, str]:
    matches = [
        (len(word), value)
        for value, words in table.items()
        for word in words
        if _begins(rest.lower(), word)
    ]
    if not matches:
        return "", rest
    length, value = max(matches)
    return value, rest[length:]


def _value(command: Command, rest: str, context: GmContext, part: str) -> tuple[Command, str]:
    first, _, after = rest.partition(" ")
    if command.word == "cast":
        first, after = _ROLE.sub(_role, rest), ""
    return replace(command, value=first), after


def _role(found: re.Match[str]) -> str:
    """The role's own name behind an equals sign, whichever of its words was written."""
    word = fold(found[1])
    return "=" + next((role for role, words in ROLES.items() if word in words), found[1])


def _option(command: Command, rest: str, context: GmContext, part: str) -> tuple[Command, str]:
    """The name of an option: never a handle, whatever handles there are."""
    first, _, after = rest.partition(" ")
    return replace(command, who=fold(first.strip(_BRACKETS + "：:，,"))), after


def _setting(command: Command, rest: str, context: GmContext, part: str) -> tuple[Command, str]:
    """An option's value: as many words as it takes, or one; 2小时 and 否 are values too."""
    value, after = setting_of(command.who, rest)
    return replace(command, value=value), after


def _all(command: Command, rest: str, context: GmContext, part: str) -> tuple[Command, str]:
    to_all = rest.strip().lower() in TO_ALL
    return (replace(command, value="all"), "") if to_all else (command, rest)


def _phase(command: Command, rest: str, context: GmContext, part: str) -> tuple[Command, str]:
    named = [code for code in references(rest) if _PHASE.fullmatch(code)]
    return (replace(command, value=named[0]) if named else command), ""


def _reason(command: Command, rest: str, context: GmContext, part: str) -> tuple[Command, str]:
    return replace(command, reason=trimmed(trimmed(rest).lstrip("，,：:"))), ""


def _text(command: Command, rest: str, context: GmContext, part: str) -> tuple[Command, str]:
    return replace(command, text=rest.strip()), ""


def _command(command: Command, rest: str, context: GmContext, part: str) -> tuple[Command, str]:
    """What is to be tried: another command; its word travels as `tried`."""
    if not rest.strip():
        return replace(command, problem="needs_command"), ""
    form = form_of(rest)
    if form is not None and form[0].word == command.word:
        return replace(command, problem="unknown_command", reason=rest[:20]), ""
    inner = read_line(rest, context)
    if inner.problem:
        return replace(inner, line=command.line), ""
    return replace(inner, word="dry", tried=inner.word, line=command.line), ""


_PARTS: dict[str, Part] = {
    "who": _who,
    "name": _name,
    "n": _n,
    "span": _span,
    "time": _time,
    "quoted": _quoted,
    "target": _target,
    "choice": _choice,
    "nominee": _nominee,
    "answer": _answer,
    "value": _value,
    "option": _option,
    "setting": _setting,
    "all": _all,
    "phase": _phase,
    "reason": _reason,
    "text": _text,
    "command": _command,
}


def words() -> Iterator[str]:
    """All words of all commands, for completion."""
    for form in FORMS:
        yield from form.words
