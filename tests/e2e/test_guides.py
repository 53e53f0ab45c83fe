"""The players' guides: each word that they show is one that the server reads."""

import re
from pathlib import Path

import pytest

from pbp.demo.habits import Lively
from pbp.demo.words import words_of
from pbp.language.reader import Context, read
from tests.e2e.theatre import Theatre

DOCS = Path(__file__).parents[2] / "docs"
HANDLES = {
    "zh": ("听雨", "灯笼", "橘猫", "松烟"),
    "en": ("Falcon", "Drizzle", "Maple", "Velvet"),
}
ROW = re.compile(r"^\| (`[^|]+) \|", re.MULTILINE)


def commands(locale: str) -> list[str]:
    text = (DOCS / f"player-guide.{locale}.md").read_text(encoding="utf-8")
    return [word for row in ROW.findall(text) for word in re.findall(r"`([^`]+)`", row)]


@pytest.mark.parametrize("locale", ["zh", "en"])
def test_each_word_of_the_guide_is_understood(locale: str) -> None:
    found = commands(locale)
    assert len(found) > 20
    for word in found:
        wordy = word in ("分析", "遗言", "剧情", "灌水", "analysis", "lastwords", "plot", "chat")
        text = f"{word}\n{'字' * 30}" if wordy else word
        phase = "day" if word.split()[0] in ("投票", "改票", "vote", "change") else "night"
        context = Context(handles=HANDLES[locale], writer=HANDLES[locale][0], phase=phase)
        understood = read("", text, context)
        assert not understood.problem, word
        assert understood.readings, word


@pytest.mark.parametrize("locale", ["zh", "en"])
def test_what_the_guide_shows_is_what_the_server_prints(tmp_path: Path, locale: str) -> None:
    text = (DOCS / f"player-guide.{locale}.md").read_text(encoding="utf-8")
    shown = [line[4:] for line in text.split("\n") if line.startswith("    ")]
    theatre = Theatre(tmp_path, "prayer", locale=locale, seed="guide", person=Lively)
    theatre.habits = ["misspells", "misspells", "on_the_board", "on_the_board"]
    theatre.play()
    letters = [letter.text for _, letter in theatre.seen.letters]
    printed = {shape(line, locale) for text in letters for line in text.split("\n")}
    assert shown
    assert [line for line in shown if shape(line, locale) not in printed] == []


def shape(line: str, locale: str) -> str:
    """A line without what differs from game to game: names, numbers, days."""
    words = words_of(locale)
    for name in (*words.names, *words.handles, *words.handles.values()):
        line = line.replace(name, "NAME")
    line = re.sub(r"周.|\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun|March)\b", "DAY", line)
    line = re.sub(r"\d+ ?(天|小时|分|秒|d|h|min|s)\b ?|\d+(天|小时|分|秒)", "", line)
    return re.sub(r"\d+(:\d+)*", "0", line).strip()
