"""The clauses of the rules as pages: docs/rules, which the server is judged by, as HTML.

There is an English and a Chinese edition, the same clause by clause. The text is ours and comes
with pbp; links to other documents lead nowhere on the web and are left out, links between clause
pages stay.
"""

import re
from functools import cache
from pathlib import Path

from pbp.render.page import PACKAGE
from pbp.web.urls import Urls

RULES = PACKAGE.parent / "docs" / "rules"
EDITIONS = {"en": RULES, "zh": RULES / "zh"}
"""The folder of each language's edition."""

_LINK = re.compile(r'<a href="([^"]*)">(.*?)</a>', re.DOTALL)
_PAGE = re.compile(r"(\w+)\.md(#[\w.-]+)?")


@cache
def law_names() -> tuple[str, ...]:
    """The pages that there are: common, and one a rule set."""
    return tuple(sorted(path.stem for path in RULES.glob("[a-z]*.md")))


def law_page(name: str, urls: Urls, lang: str) -> tuple[str, str]:
    """The title and the HTML of a page of clauses, in a language of the pages.

    Raises:
        LookupError: there is no such page.
    """
    if name not in law_names():
        raise LookupError(name)
    title, body = _rendered(EDITIONS[lang] / f"{name}.md")

    def kept(link: re.Match[str]) -> str:
        target, words = link.groups()
        page = _PAGE.fullmatch(target)
        if target.startswith("#"):
            return link[0]
        if page is None or page[1] not in law_names():
            return words
        return f'<a href="{urls.law(page[1])}{page[2] or ""}">{words}</a>'

    return title, _LINK.sub(kept, body)


@cache
def _rendered(path: Path) -> tuple[str, str]:
    from markdown_it import MarkdownIt

    text = path.read_text(encoding="utf-8")
    title = text.partition("\n")[0].lstrip("# ").replace("`", "")
    body = str(MarkdownIt("commonmark", {"html": True}).enable("table").render(text))
    body = body.partition("</h1>")[2].replace("<table>", '<div class="wide" tabindex="0"><table>')
    return title, body.replace("</table>", "</table></div>")
