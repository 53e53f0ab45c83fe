"""What the tests of the pages print: the samples of the package, and where their goldens stand.

The goldens are rewritten by `python -m tests.render.regenerate`; look at the difference before you
commit it, every changed line is a line that players will read.
"""

from itertools import groupby
from pathlib import Path

from pbp.game.facts import Notified, Posted
from pbp.render import About, Page, Renderer
from pbp.render.samples import AT, Sample, samples

GOLDEN = Path(__file__).parents[1] / "golden"

LOCALES = ("zh", "en")

RENDERER = Renderer()

NAMES = [sample.name for sample in samples("zh")]


def sample(locale: str, name: str) -> Sample:
    """The sample of that name."""
    return next(one for one in samples(locale) if one.name == name)


def page(one: Sample) -> Page:
    """Its page."""
    return RENDERER.page(one.fact, one.about)


def kind_of(one: Sample) -> str:
    """notice/seat of notice/seat.killer."""
    return one.name.partition(".")[0]


def goldens(locale: str) -> dict[Path, str]:
    """What each golden of a locale must say: all samples of one kind, one below the other."""
    ordered = sorted(samples(locale), key=kind_of)
    return {
        GOLDEN / locale / f"{kind}.txt": "\n".join(_shown(one) for one in group)
        for kind, group in groupby(ordered, key=kind_of)
    }


def _shown(one: Sample) -> str:
    said = page(one)
    case = one.name.partition(".")[2]
    return f"######## {case}\nSubject: {said.subject}\n\n{said.text}"


def about(locale: str = "zh", **fields: object) -> About:
    """A game for a test."""
    return About(**{"game": "g41", "locale": locale, "handles": ("阿甲", "小一"), **fields})


def notice(kind: str, to: str = "阿甲", phase: str | None = "N1", **data: object) -> Notified:
    """A private notice for a test."""
    return Notified(at=AT, kind=kind, to=to, phase=phase, data=data)


def post(kind: str, author: str | None = None, phase: str | None = "D1", **data: object) -> Posted:
    """A post for a test."""
    return Posted(at=AT, kind=kind, phase=phase, author=author, data=data)
