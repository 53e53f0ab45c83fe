"""`pbp game import GAME FILE`: a list of people who signed up elsewhere, as sign-ups of theirs.

Each line becomes a letter in the journal, as if the person had written it, so that all that holds
for a sign-up holds for it (C-3.1). It counts when he confirms; with --vouch the GM's word does.
"""

import re
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from pbp.commands.common import carried_out, configured, fail, journal_of
from pbp.config import Config
from pbp.files import NotText, written_text

if TYPE_CHECKING:
    from pbp.service.referee import Referee

LINES_MAX = 500
"""So many lines a list may have; no game has so many players."""

WORD = {"zh": "报名", "en": "signup"}
"""What a sign-up begins with, in the language of the game."""

EXAMPLE = "wang@example.org, 王五, 青石"
_BETWEEN = re.compile(r"\s*[,，;；\t]\s*|\s+")
_ADDRESS = re.compile(r"[^@\s<>]+@[^@\s<>]+\.[^@\s<>.]+")

PROBLEMS = {
    "no_name": "the public name is missing",
    "address": "looks like an address",
    "invisible": "holds something invisible",
    "too_long": "is longer than 12 characters",
    "reserved": "would pass for somebody else",
    "odd": "holds a character that is no letter, digit, ·, - or _",
    "a_number": "is a number",
    "a_word": "is a word of command, or would be read as a number",
    "own_name": "is the public name; a handle must not tell it",
}
"""Code of a name that cannot be (pbp/game/people.py) → what is wrong with it."""


class Row(msgspec.Struct, frozen=True):
    """One person of the list. line: where he stands in the file, from 1."""

    line: int
    address: str
    name: str
    wish: str = ""


@click.command("import")
@click.argument("name", metavar="GAME")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--vouch", is_flag=True, help="They count at once, on your word for each of them.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@configured
def import_signups(config: Config, name: str, file: Path, vouch: bool, yes: bool) -> None:
    """Sign people up from FILE: a line a person, ADDRESS, PUBLIC NAME, WISHED HANDLE.

    The handle may be left out; # begins a remark. Each is asked by mail to confirm, and counts when
    he does (C-3.1); with --vouch he counts at once and is told so. A wrong line stops all of it.
    """
    rows, problems = read_list(file)
    problems += list(_against_game(config, name, rows))
    if problems:
        fail("\n".join(f"{file}:{line}: {said}" for line, said in sorted(problems)))
    if not rows:
        fail(f"{file}: nobody stands in it; a line for example: {EXAMPLE}")
    _show(rows)
    question = "count at once" if vouch else "are asked to confirm"
    if not yes and not click.confirm(f"{len(rows)} people {question} in {name}?", default=True):
        fail("nobody was signed up")
    asked = {
        "command": "signup_import",
        "game": name,
        "rows": [msgspec.to_builtins(row) for row in rows],
        "vouch": vouch,
    }
    answer = carried_out(config, asked, command_import)
    if "error" in answer:
        fail(f"{name}: {answer['error']}")
    click.echo(f"{answer['counted']} count, {answer['asked']} are asked to confirm")
    if answer["refused"]:
        lines = ", ".join(map(str, answer["refused"]))
        fail(f"{file}: refused, and told why by mail: line {lines}")


def read_list(file: Path) -> tuple[list[Row], list[tuple[int, str]]]:
    """The people of a file, and everything that is wrong in it, with its line."""
    from pbp.game import people
    from pbp.service.signups import too_alike

    rows: list[Row] = []
    problems: list[tuple[int, str]] = []
    for number, line in enumerate(_lines_of(file), start=1):
        words = [w for w in _BETWEEN.split(line.partition("#")[0].strip()) if w]
        if not words:
            continue
        said = _wrong(words)
        if said:
            problems.append((number, f"{said}; an example: {EXAMPLE}"))
            continue
        row = Row(number, words[0].lower(), words[1], "".join(words[2:3]))
        for other in rows:
            if people.mailbox(other.address) == people.mailbox(row.address):
                problems.append((number, f"the mailbox of line {other.line} once more"))
            if people.same(row.name, [other.name, other.wish]):
                problems.append((number, f"{row.name} stands in line {other.line} already"))
            if like := too_alike(row.wish, [one for one in (other.name, other.wish) if one]):
                said = f"{row.wish} is too like {like[0]} of line {other.line}"
                problems.append((number, said))
        rows.append(row)
    return rows, problems


def _lines_of(file: Path) -> list[str]:
    """The lines of a file, if it is one that can be a list."""
    try:
        text = written_text(file)
    except NotText as wrong:
        fail(f"{file}:{wrong.line}: {wrong}")
    except OSError as error:
        fail(f"{file}: cannot be read: {error.strerror or error}")
    lines = text.splitlines()
    if len(lines) > LINES_MAX:
        fail(f"{file}: found {len(lines)} lines; allowed: {LINES_MAX}")
    return lines


def _wrong(words: list[str]) -> str:
    """What is wrong with one line; "" where it can be."""
    from pbp.game import people

    if not _ADDRESS.fullmatch(words[0]):
        return f"{words[0]} is no address"
    if len(words) == 1:
        return PROBLEMS["no_name"]
    if len(words) > 3:
        return "more than an address, a name and a handle"
    name, wish, problem = people.wanted(" ".join(words[1:]))
    if wish and not problem:
        problem = _unusable(name, wish)
    if not problem:
        return ""
    about = wish if problem.startswith("wish_") else name
    return f"{about} {PROBLEMS.get(problem.removeprefix('wish_'), 'cannot be a name')}"


def _unusable(name: str, wish: str) -> str:
    """Why a handle that is well written cannot be had all the same; "" where it can."""
    from pbp.game import people
    from pbp.service import signups

    if signups.is_unusable(wish):
        return "wish_a_word"
    return "wish_own_name" if people.same(wish, [name]) else ""


def _against_game(config: Config, name: str, rows: list[Row]) -> Iterator[tuple[int, str]]:
    """What is wrong with a line because of who has signed up already."""
    from pbp.game import people
    from pbp.service.outcomes import SIGNUP
    from pbp.service.referee import Referee
    from pbp.service.signups import too_alike
    from pbp.wiring import renderer_of, settings_of

    store, row = journal_of(config, name)
    with store:
        if row.state != SIGNUP:
            fail(f"{name} takes no sign-ups now: it is {row.state}")
        live = Referee(store, settings_of(config), renderer_of(config)).loaded(name)
        book = live.play.table.signup
        known = list(book.valid.values()) if book is not None else []
        asked = list(book.asked.values()) if book is not None else []
    for each in rows:
        for entry in known:
            if people.mailbox(entry.address) == people.mailbox(each.address):
                yield each.line, f"{each.address} has signed up already, as {entry.name}"
            elif people.same(each.name, [entry.name]):
                yield each.line, f"the name {each.name} is taken"
        others = [e for e in (*known, *asked) if e.address != each.address]
        taken = too_alike(each.wish, [one for e in others for one in (e.name, e.wish) if one])
        if taken:
            yield each.line, f"the handle {each.wish} is too like {taken[0]}"


def _show(rows: list[Row]) -> None:
    from rich.table import Table

    from pbp.commands.shown import show_table

    table = Table("line", "address", "public name", "wished handle")
    for row in rows:
        table.add_row(str(row.line), row.address, row.name, row.wish or "–")
    show_table(table)


def command_import(asked: dict[str, Any]) -> Callable[["Referee"], dict[str, Any]]:
    """The command of the control socket that signs people up from a list."""
    from pbp.post.clock import SystemClock

    rows, vouch = msgspec.convert(asked["rows"], list[Row]), bool(asked["vouch"])
    game = str(asked["game"])

    def act(referee: "Referee") -> dict[str, Any]:
        from pbp.service.proofs import BY_GM, LISTED
        from pbp.store import NewLetter

        live = referee.live(game)
        if live is None or live.play.table.started is not None:
            return {"error": "it takes no sign-ups now"}
        now = SystemClock().now()
        letters: list[NewLetter] = []
        word, by = WORD[live.setup.locale], BY_GM if vouch else LISTED
        for row in rows:
            words = f"{word} {row.name} {row.wish}".strip()
            letters.append(_letter(referee, game, row.address, words, now, by))
        numbers = referee.store.append_letters(letters)
        while referee.read_letters(now):
            pass
        reads = [referee.store.letter_read(number) for number in numbers]
        verdicts = [read.verdict if read is not None else "" for read in reads]
        refused = [row.line for row, said in zip(rows, verdicts, strict=True) if said == "refused"]
        counted = verdicts.count("accepted")
        return {
            "asked": len(rows) - len(refused) - counted,
            "counted": counted,
            "refused": refused,
        }

    return act


def _letter(referee: "Referee", game: str, address: str, words: str, now: datetime, by: str) -> Any:
    """What the person would have written; the GM, at this machine, vouches that it is his."""
    from pbp.service import addresses
    from pbp.store import NewLetter
    from pbp.wiring import new_secret

    to = addresses.write(referee.settings, "gm", game)
    head = [
        f"From: {address}",
        f"To: {to}",
        f"Subject: [{game}]",
        f"Message-ID: <import.{new_secret().hex()[:24]}@localhost>",
        "X-Imported: from a list",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: 8bit",
    ]
    raw = "\r\n".join([*head, "", words, ""]).encode()
    return NewLetter(received_at=now, recipients=(to,), raw=raw, peer=by, proved=address)
