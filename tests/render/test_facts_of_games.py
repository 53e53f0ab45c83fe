"""What played games bring about fits the contract, and its pages are in order."""

from pathlib import Path
from typing import ClassVar

import pytest

from pbp.game.facts import Notified
from pbp.render import Renderer
from pbp.render.check import glance
from pbp.render.columns import COLUMNS, width
from pbp.render.contract import NOTICES, POSTS, RESULT
from pbp.scenario import play as playing
from pbp.scenario.load import load

SCENARIOS = sorted((Path(__file__).parents[1] / "scenarios").rglob("*.yaml"))[::6]


class Watching(Renderer):
    """A renderer that keeps what it printed."""

    seen: ClassVar[list] = []

    def page(self, fact, about, *, enclosed=False):
        page = super().page(fact, about, enclosed=enclosed)
        self.seen.append((fact, page, enclosed))
        return page


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_the_pages_of_a_game_are_in_order(path, monkeypatch):
    monkeypatch.setattr(playing, "Renderer", Watching)
    monkeypatch.setattr(Watching, "seen", [])
    playing.play(load(path))
    assert Watching.seen
    glances = set()
    for fact, page, enclosed in Watching.seen:
        fits_the_contract(fact)
        assert page.subject.startswith("[g41] ")
        for line in page.text.split("\n"):
            assert width(line) <= COLUMNS or "> " in line or fact_has_own_words(fact)
        if isinstance(fact, Notified) and not enclosed and has_the_usual_head(fact):
            glances.add(glance(page))
    assert len(glances) <= 1


def fits_the_contract(fact):
    shapes = (NOTICES if isinstance(fact, Notified) else POSTS)[fact.kind]
    data = set(fact.data)
    assert any(shape.required <= data <= shape.fields for shape in shapes), (fact.kind, data)
    for result in fact.data.get("results", ()) if isinstance(fact, Notified) else ():
        assert RESULT.required <= set(result) <= RESULT.fields, result


def fact_has_own_words(fact):
    return any(fact.data.get(field) for field in ("text", "reason", "quote", "declarations"))


def has_the_usual_head(fact):
    return fact.to != "gm" and not fact.data.get("unchecked") and "stranger" not in fact.data
