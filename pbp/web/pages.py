"""Pages from templates: the words in the reader's language, everything escaped.

The layout stands beside this file, the words in templates/LOCALE/web/words.html and _words.txt; a
GM's own folder of words goes before ours.
"""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from pbp.render.filters import furnish
from pbp.render.page import PACKAGE, About

LAYOUT = Path(__file__).with_name("layout")
LANGUAGES = ("zh", "en")


class Pages:
    """All pages, in all languages. Built once."""

    def __init__(self, folders: Sequence[str] = ()) -> None:
        """folders: a GM's own templates, before those of the package."""
        self._environments = {lang: _environment(lang, folders) for lang in LANGUAGES}
        self._words = lru_cache(maxsize=64)(self._new_words)

    def render(self, name: str, lang: str, about: About, **given: Any) -> str:
        """A page."""
        template = self._environments[lang].get_template(name)
        return template.render(w=self.words(lang, about), about=about, **given)

    def words(self, lang: str, about: About) -> Any:
        """The words of a language, as they are said of a game."""
        return self._words(lang, about)

    def _new_words(self, lang: str, about: About) -> Any:
        return self._environments[lang].get_template("web/words.html").make_module({"about": about})


def about(sheet: dict[str, Any] | None, lang: str) -> About:
    """What the words need to know of a game; of none where there is none."""
    if sheet is None:
        return About(game="", locale=lang)
    return About(
        game=sheet["game"],
        locale=lang,
        timezone=sheet["timezone"],
        ruleset=sheet["ruleset"],
    )


def _environment(lang: str, folders: Sequence[str]) -> Environment:
    places = [Path(folder) / lang for folder in folders]
    environment = Environment(
        loader=FileSystemLoader([*places, PACKAGE / lang, LAYOUT]),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    furnish(environment)
    return environment
