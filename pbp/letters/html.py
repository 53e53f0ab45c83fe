"""Html: the words of an HTML part, line by line, with what the markup says about each line.

Walks the tree of selectolax without recursion. Hidden and struck-out text is dropped and
reported; lines in a client's quotation or signature container are marked (pbp.letters.marks), so
that the rooms behind can cut them. Must never hand markup on, and never build a tree whose size
is not bounded by that of the mail.
"""

import html as entities
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from selectolax.lexbor import LexborHTMLParser, LexborNode

from pbp.letters.html_page import Page
from pbp.letters.html_style import Look, look_of, may_hide, signs, stands_apart, unseen_classes
from pbp.letters.marks import without_marks
from pbp.letters.tables import word_set

SIZE_MAX = 256 * 1024
"""Characters of markup that are looked at, pictures inside the markup not counted."""
DEPTH_MAX = 6000
NODES_MAX = 30_000
"""Elements and texts of one mail that are looked at."""

SKIPPED = word_set(
    "script style head title template noscript object iframe svg math select textarea audio "
    "video canvas meta link base map rt rp rtc noembed noframes datalist"
)
BLOCKS = word_set(
    "p div li tr table ul ol dl dt dd h1 h2 h3 h4 h5 h6 blockquote pre hr section article header "
    "footer address center form fieldset figure main nav aside body includetail sign"
)
CELLS = frozenset({"td", "th"})
STRUCK = frozenset({"s", "strike", "del"})
LEAVES = frozenset({"br", "hr", "img", "wbr", "input", "col", "area", "embed", "param"})
OPEN_ENDED = LEAVES | {"p", "li", "td", "th", "tr", "dt", "dd", "option", "meta", "link", "html"}

DATA_URI = re.compile(r"data:[^\"'>\s]{200,}", re.IGNORECASE)
FORMATTING = re.compile(
    r"<(/?)(?:a|b|big|code|em|font|i|nobr|small|strong|tt|u)(?=[\s/>])", re.IGNORECASE
)
STRIKING = re.compile(r"<(/?)(?:s|strike)(?=[\s/>])", re.IGNORECASE)
TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9:]*)")
ANY_TAG = re.compile(r"<[A-Za-z!/?]")


class Words(NamedTuple):
    """What an HTML part says.

    text: its lines; marked ones begin with a mark. hidden: it has hidden or struck-out words.
    struck: it has struck-out words. cut: it is longer than what was looked at. nodes: how many
    elements and texts were.
    """

    text: str
    hidden: bool = False
    struck: bool = False
    cut: bool = False
    nodes: int = 0


class TangledError(ValueError):
    """Elements nest deeper than any person's program makes them."""


def words(markup: str, nodes_max: int = NODES_MAX) -> Words:
    """The words of an HTML part; of its elements and texts at most nodes_max.

    Raises:
        TangledError: the elements nest beyond DEPTH_MAX.
    """
    markup = DATA_URI.sub("", without_marks(markup))
    cut = len(markup) > SIZE_MAX
    markup = _disarm(markup[:SIZE_MAX])
    if _depth(markup) > DEPTH_MAX:
        raise TangledError
    root = LexborHTMLParser(markup).root
    page = Page(unseen=unseen_classes(markup))
    left = _walk(root, page, nodes_max) if root is not None else nodes_max
    return Words(page.text(), page.hidden, page.struck, cut or left < 0, nodes_max - left)


def is_plain(markup: str) -> bool:
    """Whether a part that calls itself HTML has no tag at all: its line ends are line ends."""
    return ANY_TAG.search(markup) is None


def shows_all(markup: str) -> bool:
    """Whether nothing in the markup can hide words or strike them out; seen without a tree."""
    return len(markup) <= SIZE_MAX and not may_hide(markup)


def _disarm(markup: str) -> str:
    """Formatting elements as plain ones: misnested, the parser copies them into every paragraph.

    40 kB of such a mail became 1.8 GB of tree.
    """
    return STRIKING.sub(r"<\1del", FORMATTING.sub(r"<\1span", markup))


def _depth(markup: str) -> int:
    """How deep elements nest at most, counting only those that must be closed."""
    counts: dict[str, int] = {}
    depth = deepest = 0
    for slash, name in TAG.findall(markup):
        tag = name.lower()
        if tag in OPEN_ENDED:
            continue
        step = 1 if not slash else -min(counts.get(tag, 0), 1)
        counts[tag] = counts.get(tag, 0) + step
        depth += step
        deepest = max(deepest, depth)
    return deepest


def _walk(root: LexborNode, page: Page, left: int) -> int:
    """Visit the nodes in order; how many were left to visit, below 0 where some were not.

    looks holds the look of each open element.
    """
    looks = [Look()]
    node: LexborNode | None = root
    while node is not None:
        left -= 1
        if left < 0:
            break
        entered = _enter(node, looks[-1], page)
        child = node.child if entered else None
        if entered and child is not None:
            looks.append(entered)
            node = child
            continue
        if entered:
            _leave(node, page)
        while node is not None and node.next is None:
            node = node.parent
            if node is None or len(looks) == 1:
                return left
            looks.pop()
            _leave(node, page)
        node = node.next if node is not None else None
    return left


def _enter(node: LexborNode, look: Look, page: Page) -> Look | None:
    """Handle a node; the look of what stands inside it, or None where nothing is to be read."""
    tag = node.tag or ""
    if node.is_text_node:
        _text(node.text_content or "", look, page)
        return None
    if not node.is_element_node or tag in SKIPPED:
        return None
    attributes = node.attributes
    if tag in ("br", "hr"):
        page.end_line(always=tag == "br")
        return None
    if tag == "img":
        _text(_picture(attributes), look, page)
        return None
    if tag in BLOCKS:
        page.end_line()
    elif tag in CELLS and page.line:
        page.line.append("\t")
    names = signs(attributes)
    if stands_apart(names):
        page.end_line()
        page.rest_quoted = True
    inner = look_of(tag, attributes, names, look, struck=tag in STRUCK)
    return inner if names.isdisjoint(page.unseen) else replace(inner, hidden=True)


def _picture(attributes: Mapping[str, str | None]) -> str:
    """The character that a picture stands for, where a program draws its faces as pictures."""
    shown = attributes.get("data-emoji") or attributes.get("alt") or ""
    return shown if len(shown) <= 8 and not any(c.isalnum() or c in "[]" for c in shown) else ""


def _leave(node: LexborNode, page: Page) -> None:
    if node.tag in BLOCKS:
        page.end_line()


def _text(text: str, look: Look, page: Page) -> None:
    text = without_marks(text)
    if not look.unseen:
        page.write(text, look)
        return
    if any(char.isalnum() for char in text) and not (look.quoted or page.rest_quoted):
        page.skip(text)
        page.hidden = True
        page.struck = page.struck or look.struck


def unescape(text: str) -> str:
    """Text with its character references resolved, for HTML that has no tags."""
    return without_marks(entities.unescape(text))
