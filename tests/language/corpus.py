"""The corpus of mails: what each one is, and how an answer of `pbp read` is compared with it.

NAME.eml (or NAME.gen.json, a recipe for one too large to keep) with NAME.json beside it, which
holds handles, rule set, phase and what must come of it ("expect"); only what it names is compared.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.letters.corpus import expand

ROOT = Path(__file__).parents[1] / "mails"

Expect = dict[str, Any]


def cases() -> list[Path]:
    """Give what is expected of each mail, those of the sub-folders too."""
    return sorted(path for path in ROOT.rglob("*.json") if not path.name.endswith(".gen.json"))


def raw_of(path: Path) -> bytes:
    """Give the bytes of the mail, made from its recipe where it has one."""
    recipe = path.with_suffix(".gen.json")
    if recipe.exists():
        return expand(recipe)
    return path.with_suffix(".eml").read_bytes()


def differences(expect: Expect, got: Expect) -> Iterator[str]:
    """Tell what the answer should be and is not."""
    if "text" in expect and rows(expect["text"]) != rows(got["text"]):
        yield f"text is {got['text']!r}"
    for name in ("text", "subject"):
        yield from strings(name, expect.get(f"{name}_has"), expect.get(f"{name}_lacks"), got[name])
    yield from readings(expect, got["readings"])
    for key in ("automatic", "problem"):
        if key in expect and not one_of(expect[key], got[key]):
            yield f"{key} is {got[key]!r}"
    if "from_not" in expect and (got["from"] or "").lower() == expect["from_not"].lower():
        yield f"from is {got['from']!r}"
    yield from dropped(expect.get("dropped", {}), got["dropped"])
    tries = [list(differences(choice, got)) for choice in expect.get("any", ())]
    if tries and all(tries):
        yield f"none of the permitted ways: {tries}"


def readings(expect: Expect, found: list[Expect]) -> Iterator[str]:
    """Compare the readings."""
    plain = [(one["kind"], one["targets"]) for one in found]
    wanted = expect.get("readings")
    if wanted is not None and plain != [(one["kind"], one.get("targets", [])) for one in wanted]:
        yield f"readings are {plain}"
    elif wanted is not None:
        for want, have in zip(wanted, found, strict=True):
            yield from strings("text", want.get("text_has"), want.get("text_lacks"), have["text"])
    for never in expect.get("readings_lack", ()):
        if any(
            never.get("kind", kind) == kind and never.get("targets", targets) == targets
            for kind, targets in plain
        ):
            yield f"a reading is {never}"
    if expect.get("targets_none"):
        for kind, targets in plain:
            if targets or kind in ("abstain", "pass", "checkin"):
                yield f"a reading is {kind} {targets}"


def dropped(expect: Expect, got: Expect) -> Iterator[str]:
    """Compare what was taken off."""
    for key in ("quoted", "signature"):
        if got[key] < expect.get(f"{key}_min", 0):
            yield f"dropped.{key} is {got[key]}"
    for name in expect.get("attachments_has", ()):
        if name not in got["attachments"]:
            yield f"dropped.attachments is {got['attachments']}"


def strings(name: str, has: Any, lacks: Any, got: str) -> Iterator[str]:
    """Tell which strings are missing and which should be."""
    yield from (f"{name} has not {wanted!r}: {got!r}" for wanted in has or () if wanted not in got)
    yield from (f"{name} has {never!r}" for never in lacks or () if never in got)


def one_of(wanted: Any, got: Any) -> bool:
    """Tell whether the value is the wanted one, one of them, or anything but none."""
    if wanted == "*":
        return got is not None
    return got in wanted if isinstance(wanted, list) else bool(got == wanted)


def rows(text: str) -> list[str]:
    """Give the lines, apart from empty ones and runs of blanks."""
    cut = (re.sub(r"[ \t\u00a0\u3000]+", " ", row).strip() for row in re.split("\r\n|\r|\n", text))
    return [row for row in cut if row]
