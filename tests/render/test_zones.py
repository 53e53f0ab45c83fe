"""Every time that somebody reads carries its zone: in its line, or at the head of its block.

A block ends with an empty line or with the words of a player. What the program `pbp verify` reads
(lines that begin with =) says UTC by its Z.

clauses: C-2.2
"""

import re
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from pbp.render.samples import Sample, samples
from tests.render.samples import LOCALES, RENDERER, page, post

CLOCK = re.compile(r"(?<![\d:])\d{1,2}:\d{2}(?::\d{2})?(?![\d:])")
ZONES = ("Asia/Shanghai", "America/New_York", "Asia/Kathmandu")


def blocks(text: str) -> Iterator[list[str]]:
    """The server's own lines, block by block."""
    block: list[str] = []
    for line in [*text.split("\n"), ""]:
        if line.startswith(("=", ">")):
            continue
        if line.strip():
            block.append(line)
        elif block:
            yield block
            block = []


def bare(text: str, marks: tuple[str, ...]) -> list[str]:
    """The lines with a time whose zone stands neither in them, nor above, nor where they go on."""
    found = []
    for block in blocks(text):
        named = False
        for place, line in enumerate(block):
            whole = line
            for more in block[place + 1 :]:
                if not more.startswith(("  ", "（", "(")):
                    break
                whole += more
            named = named or any(mark in whole for mark in marks)
            if CLOCK.search(line) and not named:
                found.append(line)
    return found


def marks_of(one: Sample) -> tuple[str, ...]:
    zones = RENDERER.words(one.about).zones
    return tuple(m for m in (one.about.timezone, zones.get(one.about.timezone)) if m)


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("locale", LOCALES)
def test_every_time_has_its_zone(locale, zone):
    for one in samples(locale):
        there = replace(one, about=replace(one.about, timezone=zone))
        assert bare(page(there).text, marks_of(there)) == [], one.name


@pytest.mark.parametrize("locale", LOCALES)
def test_in_a_bundle_each_post_has_it(locale):
    one = next(iter(samples(locale)))
    posts = [post("chat", "阿甲", text="一"), post("analysis", "小一", text="二")]
    text = RENDERER.bundle(posts, "小一", posts[0].at, one.about).text
    clocks = [line for line in text.split("\n") if CLOCK.search(line)]
    assert len(clocks) == 2
    assert all(marks_of(one)[1] in line for line in clocks)


def test_the_test_sees_a_time_without_a_zone():
    assert bare("截止 20:00\n北京时间", ("北京时间",)) == ["截止 20:00"]
    assert bare("（北京时间）\n\n截止 20:00", ("北京时间",)) == ["截止 20:00"]
    assert bare("表（北京时间）\n> 话\n- 20:00", ("北京时间",)) == []
