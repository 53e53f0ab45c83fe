"""Checking a GM's own folder of templates when it is loaded, before a game needs it.

Nothing here prints a real fact: templates are read, and tried with the samples.
"""

from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path

from jinja2 import TemplateError, TemplateSyntaxError

from pbp.game.facts import Notified, Posted
from pbp.game.optiontable import RULESETS
from pbp.render.contract import NOTICES, POSTS
from pbp.render.page import PACKAGE, About, Page
from pbp.render.renderer import SHARED, Renderer
from pbp.render.samples import AT, Sample, samples

LOCALES = ("zh", "en")

GLANCE = 60
"""So many characters of a private letter are the same whatever it tells."""

OTHER_FILES = (
    *("mailboxes.txt", "handles.txt", "terminal.txt", "frame.html", "web/words.html"),
    *(f"_{name}.txt" for name in SHARED),
)
"""Files of a locale that are neither a notice nor a post: names, macros."""


def problems(folder: Path) -> list[str]:
    """Everything that is wrong with a folder of a GM's own templates, a line each.

    Unknown names, broken syntax, fields that do not exist. Empty where all is well.
    """
    if not folder.is_dir():
        return [f"{folder}: no such folder"]
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    unknown = [path for path in files if not _is_known(path.relative_to(folder))]
    found = [_unknown(path.relative_to(folder)) for path in unknown]
    known = [path for path in files if path not in unknown]
    broken = [problem for path in known for problem in _broken(folder, path)]
    return found + (broken or list(_untellable(folder)))


def page_names() -> list[str]:
    """The file of every kind, below its locale."""
    return [f"notice/{kind}.txt" for kind in NOTICES] + [f"post/{kind}.txt" for kind in POSTS]


def _is_known(place: Path) -> bool:
    locale, *rest = place.parts
    if len(rest) > 1 and rest[0] in RULESETS:
        rest = rest[1:]
    return locale in LOCALES and "/".join(rest) in (*page_names(), *OTHER_FILES)


def _unknown(place: Path) -> str:
    """What is said of a file that nothing would ever read."""
    known = [f"{locale}/{name}" for locale in LOCALES for name in (*page_names(), *OTHER_FILES)]
    near = get_close_matches(str(place), known, n=1)
    like = f"; did you mean {near[0]}?" if near else ""
    return f"{place}: no template has this name{like}"


def _broken(folder: Path, path: Path) -> Iterator[str]:
    """A file that is not UTF-8, or no template."""
    name = path.relative_to(folder)
    try:
        text = path.read_text(encoding="utf-8")
        Renderer().environment(About(game="g1")).parse(text)
    except UnicodeDecodeError:
        yield f"{name}: is not UTF-8"
    except TemplateSyntaxError as error:
        yield f"{name}, line {error.lineno}: {error.message}"


def _untellable(folder: Path) -> Iterator[str]:
    """What goes wrong when the samples are printed, each trouble once."""
    renderer = Renderer([folder])
    told = set()
    for locale in LOCALES:
        tried = samples(locale) if (folder / locale).is_dir() else ()
        for sample in tried:
            trouble = _trouble_with(renderer, folder, sample)
            if trouble is not None and trouble not in told:
                told.add(trouble)
                yield f"{trouble} (tried with {sample.name})"


def _trouble_with(renderer: Renderer, folder: Path, sample: Sample) -> str | None:
    room, kind = sample.name.split("/")
    place = f"{sample.about.locale}/{room}/{kind.partition('.')[0]}.txt"
    try:
        page = renderer.page(sample.fact, sample.about)
    except (TemplateError, TypeError, ValueError, KeyError) as error:
        return f"{_culprit(error, folder)}: {error}"
    if not page.subject.startswith(f"[{sample.about.game}] "):
        return f"{place}: the first line must be a subject that begins with the game's tag"
    if is_private(sample) and glance(page) != glance(_usual(renderer, sample.about)):
        return f"{place}: subject and first {GLANCE} characters differ from other private letters"
    return None


def glance(page: Page) -> tuple[str, str]:
    """What somebody sees who looks over a reader's shoulder."""
    return page.subject, page.text[:GLANCE]


def is_private(sample: Sample) -> bool:
    """Whether a sample is a letter to a seat, which must look like every other at a glance.

    Who has not checked in is told so above all else, whatever his role.
    """
    fact = sample.fact
    if isinstance(fact, Posted) or fact.to == "gm" or "stranger" in fact.data:
        return False
    if fact.kind == "bundle":
        return False
    return not fact.data.get("unchecked")


def _usual(renderer: Renderer, about: About) -> Page:
    return renderer.notice(Notified(at=AT, kind="replacement_cancelled", to="", phase=None), about)


def _culprit(error: Exception, folder: Path) -> str:
    """The innermost template of the folder, else of the package, in an error's traceback."""
    places = []
    trace = error.__traceback__
    while trace is not None:
        places.append((trace.tb_frame.f_code.co_filename, trace.tb_lineno))
        trace = trace.tb_next
    for root in (folder, PACKAGE):
        for name, line in reversed(places):
            if name.startswith(str(root)):
                return f"{Path(name).relative_to(root)}, line {line}"
    return str(folder)
