"""What must stand on one line when a long one is folded: dates with their clock, zones, handles.

clauses: C-2.2
"""

import pytest
from msgspec.structs import replace

from pbp.render.columns import COLUMNS, laid_out, width
from pbp.render.samples import AT
from tests.render.samples import LOCALES, RENDERER, about

HANDLES = ("小一", "阿甲", "风雪夜归人的老马", "Old Tom", "甲" * 40)
ZONES = ("Asia/Shanghai", "America/New_York", "Etc/GMT+8", "America/Argentina/Buenos_Aires")
UNITS = {
    "zh": {
        "Asia/Shanghai": ("3月3日（周二）18:30", "北京时间 / Asia/Shanghai"),
        "America/New_York": ("3月3日（周二）05:30", "纽约时间 / America/New_York"),
        "Etc/GMT+8": ("3月3日（周二）02:30", "Etc/GMT+8"),
        "America/Argentina/Buenos_Aires": ("3月3日（周二）07:30", "America/Argentina/Buenos_Aires"),
    },
    "en": {
        "Asia/Shanghai": ("Tue 3 March, 18:30", "Beijing time / Asia/Shanghai"),
        "America/New_York": ("Tue 3 March, 05:30", "New York time / America/New_York"),
        "Etc/GMT+8": ("Tue 3 March, 02:30", "Etc/GMT+8"),
        "America/Argentina/Buenos_Aires": ("Tue 3 March, 07:30", "America/Argentina/Buenos_Aires"),
    },
}
PAD = {"zh": "天", "en": "so "}


def folded(locale: str, zone: str, sentence: str) -> list[str]:
    """A sentence of a template, with `say` at hand, as it is laid out in a game."""
    game = replace(about(locale), timezone=zone, handles=HANDLES)
    shared = RENDERER._shared(game)
    text = RENDERER.environment(game).from_string(sentence).render(**shared, about=game, at=AT)
    return RENDERER.laid_out(text, game).rstrip("\n").split("\n")


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("locale", LOCALES)
def test_a_date_and_its_zone_are_never_broken(locale, zone):
    date, name = UNITS[locale][zone]
    for count in range(60):
        lines = folded(locale, zone, PAD[locale] * count + "{{ say.when(at) }}")
        assert any(date in line for line in lines), lines
        assert any(name in line for line in lines), lines
        assert max(map(width, lines)) <= COLUMNS


@pytest.mark.parametrize("handle", HANDLES[:-1])
@pytest.mark.parametrize("locale", LOCALES)
def test_a_handle_is_never_broken(locale, handle):
    for count in range(60):
        lines = folded(locale, "Asia/Shanghai", PAD[locale] * count + f"杀 {handle}，再杀 {handle}")
        assert sum(line.count(handle) for line in lines) == 2, lines
        assert max(map(width, lines)) <= COLUMNS


def test_what_is_longer_than_a_line_is_broken_all_the_same():
    lines = folded("zh", "Asia/Shanghai", "天" * 30 + HANDLES[-1])
    assert "".join(lines) == "天" * 30 + HANDLES[-1]
    assert max(map(width, lines)) <= COLUMNS


def test_a_name_is_no_pattern():
    game = replace(about(), handles=("a.*(", "[甲"))
    assert RENDERER.laid_out("天" * 40 + "a.*(", game).split() == ["天" * 36, "天" * 4 + "a.*("]


def test_without_anything_to_keep_whole_nothing_is_lost():
    assert laid_out("天" * 40) == "天" * 36 + "\n" + "天" * 4 + "\n"
