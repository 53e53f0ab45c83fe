"""The blocks of docs/deploy.md, with the names and ports of a test put in their place."""

import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "deploy.md"


def block(section: str, opening: str) -> str:
    """A fenced block of a section, by its first line."""
    text = PAGE.read_text("utf-8").split(f"\n## {section}\n")[1].split("\n## ")[0]
    for found in re.findall(r"^```\w*\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        if found.startswith(opening):
            return found
    raise AssertionError(f"{section} has no block that begins: {opening}")


def replaced(text: str, *pairs: tuple[str, object]) -> str:
    """The text with each first thing, which must stand there, made the second, everywhere."""
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, str(new))
    return text
