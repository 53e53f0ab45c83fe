"""The corpus of mails, and how a Letter is compared with what a mail's JSON expects of it."""

import json
import re
from pathlib import Path
from typing import NamedTuple

from pbp.letters.letter import Letter

FOLDER = Path(__file__).parents[1] / "mails"


class Case(NamedTuple):
    """One mail, by name, with what is expected."""

    name: str
    raw: bytes
    expect: dict


def cases() -> list[Case]:
    """All mails of the corpus, those that were handed to us included."""
    files = sorted(FOLDER.rglob("*.json"))
    return [_case(path) for path in files if not path.name.endswith(".gen.json")]


def _case(path: Path) -> Case:
    stem = path.name.removesuffix(".json")
    recipe = path.with_name(f"{stem}.gen.json")
    raw = expand(recipe) if recipe.exists() else path.with_name(f"{stem}.eml").read_bytes()
    return Case(stem, raw, json.loads(path.read_text("utf-8"))["expect"])


def expand(recipe: Path) -> bytes:
    """The bytes of a mail that is told as pieces: {"s": text, "times": n, "down": bool}."""
    out = []
    for piece in json.loads(recipe.read_text("utf-8"))["pieces"]:
        numbers = range(piece.get("times", 1))
        ordered = reversed(numbers) if piece.get("down") else numbers
        out.extend(piece["s"].replace("{i}", str(number)) for number in ordered)
    return "".join(out).encode()


def lines(text: str) -> list[str]:
    """The lines of a text that are not empty, with runs of blanks as one."""
    rows = (re.sub(r"[ \t\u00a0\u3000]+", " ", row).strip() for row in text.split("\n"))
    return [row for row in rows if row]


def differences(expect: dict, letter: Letter) -> list[str]:
    """Where the letter is not what is expected, as far as that is this room's part."""
    found = []
    if "text" in expect and lines(expect["text"]) != lines(letter.text):
        found.append(f"text is {letter.text!r}")
    wanted = [*expect.get("text_has", [])]
    for reading in expect.get("readings", []):
        wanted += reading.get("text_has", [])
    found += [f"text lacks {words!r}" for words in wanted if words not in letter.text]
    found += [f"text has {w!r}" for w in expect.get("text_lacks", []) if w in letter.text]
    subject = letter.subject
    found += [f"subject lacks {w!r}" for w in expect.get("subject_has", []) if w not in subject]
    found += [f"subject has {w!r}" for w in expect.get("subject_lacks", []) if w in subject]
    if "automatic" in expect and not _is_one_of(expect["automatic"], letter.automatic):
        found.append(f"automatic is {letter.automatic!r}")
    if "from_not" in expect and letter.sender == expect["from_not"]:
        found.append(f"from is {letter.sender!r}")
    if "any" in expect and all(differences(choice, letter) for choice in expect["any"]):
        found.append("none of the permitted ways")
    return found + _dropped(expect.get("dropped", {}), letter)


def _is_one_of(wanted: object, got: str | None) -> bool:
    if wanted == "*":
        return got is not None
    return got in wanted if isinstance(wanted, list) else got == wanted


def _dropped(wanted: dict, letter: Letter) -> list[str]:
    dropped, found = letter.dropped, []
    if dropped.quoted < wanted.get("quoted_min", 0):
        found.append(f"{dropped.quoted} characters of quotation")
    if dropped.signature < wanted.get("signature_min", 0):
        found.append(f"{dropped.signature} characters of signature")
    missing = set(wanted.get("attachments_has", ())) - set(dropped.attachments)
    return found + [f"no attachment {name!r}" for name in sorted(missing)]
