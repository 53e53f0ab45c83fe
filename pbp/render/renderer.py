"""Choosing the template of a fact, and printing the page. Decides nothing and knows no word.

A template is looked for in the GM's own folder first, then among those of the package; in each
under locale/ruleset, then under locale, then under the default locale.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from pbp.game.facts import Notified, Posted
from pbp.render.cleaning import cleaned
from pbp.render.columns import laid_out, unwrapped
from pbp.render.compiled import COMPILED
from pbp.render.contract import BLANK, NOTICES, POSTS, completed
from pbp.render.environment import FactEnvironment
from pbp.render.filters import furnish
from pbp.render.page import PACKAGE, About, Page

DEFAULT_LOCALE = "zh"

SHARED = ("words", "say", "codes", "corrected", "done", "gm", "around", "answer", "desk", "signup")
"""The files of macros (_words.txt …), each one a variable in those after it and in every page."""


class Renderer:
    """Prints facts. Built once; the templates are read once."""

    def __init__(self, folders: Sequence[Path] = ()) -> None:
        """Take the GM's own folders of templates, the first before the next, if he has any."""
        self.folders = tuple(Path(folder) for folder in folders if Path(folder) != PACKAGE)
        self._environments: dict[tuple[str, str], Environment] = {}
        self._shared = lru_cache(maxsize=256)(self._new_shared)
        self._frame = lru_cache(maxsize=16)(self._new_frame)
        self._framed = lru_cache(maxsize=32)(self._new_framed)
        self._whole = lru_cache(maxsize=256)(self._new_whole)
        self._printed: tuple[Posted, About, Page] | None = None

    def notice(self, fact: Notified, about: About) -> Page:
        """The private letter that tells a notice to its reader."""
        return self.page(fact, about)

    def post(self, fact: Posted, about: About) -> Page:
        """The public post, the same for all its readers: the last one is printed once."""
        if self._printed is not None:
            printed, told, page = self._printed
            if printed is fact and told == about:
                return page
        page = self.page(fact, about)
        self._printed = fact, about, page
        return page

    def copy(
        self,
        post: Posted,
        enclosed: Iterable[Notified],
        about: About,
        *,
        may_hold: bool = True,
        forum: str = "off",
    ) -> Page:
        """A reader's own copy of a post, with private notices to him below the public words.

        may_hold: posts of its kind can hold some. Then every copy says so, in so many words that a
        glance at a short post's beginning does not tell a copy that does from one that does not.
        forum: the public words once more, to be pasted into a forum: plain · bbcode · off.
        """
        page, say = self.post(post, about), self._shared(about)["say"]
        texts = [page.text]
        if may_hold:
            texts.append(self.laid_out(str(say.everybodys_copy()), about))
        if forum != "off":
            texts.append(self.laid_out(str(say.for_a_forum()), about) + _for_forum(page, forum))
        for notice in enclosed:
            inner = self.page(notice, about, enclosed=True)
            texts.append(self.laid_out(str(say.enclosure()), about) + inner.text)
        return Page(subject=page.subject, text="\n".join(texts))

    def bundle(self, posts: Sequence[Posted], to: str, at: datetime, about: About) -> Page:
        """Several posts as one mail: each as it would have come alone, one below the other."""
        data = {"count": len(posts), "authors": _authors(posts)}
        head = self.page(Notified(at=at, kind="bundle", to=to, phase=None, data=data), about)
        rule = laid_out(str(self._shared(about)["say"].between_posts()))
        texts = [self._in_bundle(post, about) for post in posts]
        return Page(subject=head.subject, text="\n".join([head.text, rule.join(texts)]))

    def _in_bundle(self, post: Posted, about: About) -> str:
        """A post of the GM identity begins with its subject: its text alone has no head."""
        page = self.post(post, about)
        if post.author is not None:
            return page.text
        return self.laid_out(page.subject.partition("] ")[2], about) + page.text

    def frame(self, page: Page, locale: str, ruleset: str) -> str:
        """A page as HTML that says the same, escaped; without a link, a picture or a script."""
        return self._framed(page, locale, ruleset)

    def news(self, post: Posted, about: About) -> Page:
        """The post that opens a sign-up, as a letter to somebody who asked for news of games."""
        page, around = self.post(post, about), self._shared(about)["around"]
        why = self.laid_out(str(around.why_news()), about)
        return Page(subject=page.subject, text=page.text + "\n" + why)

    def which_game(self, games: Sequence[Mapping[str, str]], quote: str, about: About) -> Page:
        """The letter that asks somebody in several games which one he means; of no game."""
        text = str(self._shared(about)["around"].which_game(games, quote))
        subject, _, rest = text.lstrip("\n").partition("\n")
        return Page(subject=subject.strip(), text=self.laid_out(rest, about))

    def template(self, name: str, about: About) -> Template:
        """The template of that name which a game gets."""
        return self.environment(about).get_template(name)

    def environment(self, about: About) -> Environment:
        """Where a game's templates are found, and what they can use."""
        if not self.folders:
            return _environment((), about.locale, about.ruleset)
        key = about.locale, about.ruleset
        if key not in self._environments:
            self._environments[key] = _new_environment(self.folders, *key)
        return self._environments[key]

    def laid_out(self, text: str, about: About) -> str:
        """A text in the lines of a mail; no handle, date or zone of the game is broken."""
        return laid_out(text, self._whole(about))

    def words(self, about: About) -> Any:
        """The macros with the nouns of a game's language: phases, roles, causes."""
        return self._shared(about)["words"]

    def desk_words(self, about: About) -> Any:
        """The macros with which the GM is spoken to: questions, their answers."""
        return self._shared(about)["gm"]

    def label(self, code: str, about: About) -> str:
        """Why something was refused, in a word or two."""
        return str(self._shared(about)["codes"].label(code)).strip()

    def answered(self, result: Mapping[str, Any], about: About) -> str:
        """A question's answer as it stands in a letter, without the letter around it."""
        whole = {**BLANK, **result}
        return unwrapped(str(self._shared(about)["answer"].question(whole))).strip("\n")

    def page(
        self, fact: Notified | Posted, about: About, *, enclosed: bool = False, wrap: bool = True
    ) -> Page:
        """The page of a notice or post. enclosed: without the head of a letter of its own.

        wrap: into lines of a mail; else a line is as long as it is.
        """
        room = "notice" if isinstance(fact, Notified) else "post"
        template = self.template(f"{room}/{fact.kind}.txt", about)
        page = template.render(
            **self._shared(about), **variables(fact), about=about, enclosed=enclosed
        )
        subject, _, text = page.lstrip("\n").partition("\n")
        if isinstance(fact, Posted) and fact.data.get("chain"):
            text += str(self._shared(about)["say"].chain(fact.data["chain"]))
        if isinstance(fact, Notified) and fact.data.get("last_answer"):
            text += str(self._shared(about)["say"].last_answer(fact.data["last_answer"]))
        text = self.laid_out(text, about) if wrap else unwrapped(text)
        return Page(subject=" ".join(subject.split()), text=text)

    def _new_frame(self, locale: str, ruleset: str) -> Template:
        about = About(game="", locale=locale, ruleset=ruleset)
        return self.environment(about).overlay(autoescape=True).get_template("frame.html")

    def _new_framed(self, page: Page, locale: str, ruleset: str) -> str:
        return self._frame(locale, ruleset).render(subject=page.subject, text=page.text)

    def _new_shared(self, about: About) -> Mapping[str, Any]:
        """The macros, once a game: they see the game and those before them, never a fact."""
        known: dict[str, Any] = {}
        for name in SHARED:
            template = self.template(f"_{name}.txt", about)
            known[name] = template.make_module({"about": about, **known})
        return known

    def _new_whole(self, about: About) -> tuple[str, ...]:
        """Patterns of what stands on one line: dates, the zone with all its names, handles."""
        words, zone = self.words(about), about.timezone
        named = str(self._shared(about)["say"].zone()).strip()
        names = {named, zone, getattr(words, "zones", {}).get(zone, zone), *about.handles}
        longest_first = sorted(names - {""}, key=len, reverse=True)
        counted = (re.escape(name) + _COUNT for name in longest_first)
        return (*getattr(words, "unbroken", ()), *counted)


_COUNT = r"(?: \d{1,4}(?!\d))?"
"""The number that goes with a name: 小一 2."""


def _new_environment(folders: Sequence[Path], locale: str, ruleset: str) -> Environment:
    """An environment whose templates are looked for from the GM's own to the default ones."""
    all_folders = (*folders, PACKAGE)
    places = [folder / place for folder in all_folders for place in (f"{locale}/{ruleset}", locale)]
    places += [folder / DEFAULT_LOCALE for folder in all_folders]
    environment = FactEnvironment(
        loader=FileSystemLoader(places),
        undefined=StrictUndefined,
        autoescape=False,  # plain text; web pages have their own environment
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
        bytecode_cache=COMPILED,
    )
    furnish(environment)
    return environment


_environment = cache(_new_environment)
"""The package's own templates are read once a process, however many renderers there are."""


def _authors(posts: Sequence[Posted]) -> list[str]:
    """Whose posts they are, each name once."""
    return list(dict.fromkeys(post.author for post in posts if post.author is not None))


def _for_forum(page: Page, how: str) -> str:
    """A page as a block to paste; what looks like a mark of BBCode in it is none."""
    title = page.subject.partition("] ")[2]
    if how != "bbcode":
        return f"{title}\n\n{page.text}"
    marked = str.maketrans("[]", "［］")
    return f"[b]{title.translate(marked)}[/b]\n[quote]\n{page.text.translate(marked)}[/quote]\n"


def variables(fact: Notified | Posted) -> dict[str, Any]:
    """What a template sees of a fact. The number of a mail is the GM's alone (C-1.3)."""
    kinds = NOTICES if isinstance(fact, Notified) else POSTS
    common = {
        "kind": fact.kind,
        "at": fact.at,
        "phase": fact.phase,
        "life": fact.life,
        "data": cleaned(completed(kinds.get(fact.kind, ()), fact.data)),
    }
    if isinstance(fact, Posted):
        return {**common, "author": cleaned(fact.author)}
    to_gm = fact.to == "gm"
    return {**common, "to": cleaned(fact.to), "mail": fact.mail if to_gm else None}
