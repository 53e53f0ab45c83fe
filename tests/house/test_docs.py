"""The documents agree with themselves and with the code."""

import re
from pathlib import Path

import pytest

from pbp.game.optiontable import OPTIONS
from tests.house.sources import ROOT

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), ROOT / "data" / "README.md"])
LAWS = {"C": "common", "P": "prayer", "L": "three_lives", "S": "seven_kill"}
SECTIONS = {"C": 10, "P": 7, "L": 9, "S": 6}


def page_name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def anchors(path: Path) -> set[str]:
    """The places of a page that can be linked to."""
    text = text_of(path)
    titles = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    plain = {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}
    return plain | set(re.findall(r'<a id="([^"]+)">', text))


def clauses(letter: str) -> list[str]:
    """The numbers of a clause page, in its order."""
    return re.findall(r'<a id="([^"]+)">', text_of(ROOT / f"docs/rules/{LAWS[letter]}.md"))


@pytest.mark.parametrize("path", PAGES, ids=page_name)
def test_every_link_leads_somewhere(path: Path) -> None:
    dead = []
    for link in re.findall(r"\]\(([^)\s]+)\)", text_of(path)):
        target, _, place = link.partition("#")
        if "://" in link:
            continue
        file = (path.parent / target).resolve() if target else path
        if not file.exists() or (place and place not in anchors(file)):
            dead.append(link)
    assert dead == []


@pytest.mark.parametrize("letter", LAWS)
def test_the_clauses_of_a_page_are_counted_without_a_gap(letter: str) -> None:
    numbers = clauses(letter)
    assert len(numbers) == len(set(numbers))
    sections = [number for number in numbers if "." not in number]
    assert sections == [f"{letter}-{count + 1}" for count in range(SECTIONS[letter])]
    for section in sections:
        below = [number for number in numbers if number.startswith(f"{section}.")]
        assert below == [f"{section}.{count + 1}" for count in range(len(below))]


def test_every_clause_that_a_page_cites_exists() -> None:
    known = {number for letter in LAWS for number in clauses(letter)}
    cited = {
        (page_name(path), number)
        for path in PAGES
        for number in re.findall(r"\b([CPLS]-\d+(?:\.\d+)?)\b", text_of(path))
    }
    assert {(page, number) for page, number in cited if number not in known} == set()


def test_the_glossary_has_one_row_for_a_noun() -> None:
    rows = re.findall(
        r"^\| ([^|]+) \| ([^|]+) \|", text_of(ROOT / "docs/glossary.md"), re.MULTILINE
    )
    chinese = [word for row in rows[2:] for word in row[0].strip().split("、")]
    english = [row[1].strip() for row in rows[2:]]
    assert len(chinese) == len(set(chinese))
    assert len(english) == len(set(english))


def test_the_options_page_lists_no_option_that_is_not_there() -> None:
    table = text_of(ROOT / "docs/scenario-format.md").split("| option |", 1)[1].split("\n\n", 1)[0]
    cells = [row.split("|")[1] for row in table.splitlines()[2:]]
    plain = re.sub(r"\([^)]*\)", "", " ".join(cells))
    assert set(re.findall(r"[a-z_]{3,}", plain)) == set(OPTIONS)


def test_the_readme_begins_with_its_two_commands() -> None:
    commands = re.findall(r"^    (.*)$", text_of(ROOT / "README.md"), re.MULTILINE)
    assert [command.split("#")[0].strip() for command in commands[:2]] == ["make run", "make test"]


def test_no_page_speaks_of_the_place_where_it_was_written() -> None:
    words = re.compile(r"\bshared/|\bissues? show\b|/wor" r"k\b", re.IGNORECASE)
    assert [page_name(path) for path in PAGES if words.search(text_of(path))] == []
