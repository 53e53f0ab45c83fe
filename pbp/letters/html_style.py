"""Html style: what the attributes of an element say about the words inside it.

Which class and id names mail programs give to quotations and signatures stands here, and which
declarations make words invisible. Must never touch the tree.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType

from pbp.letters.tables import word_set

QUOTE_NAMES = word_set(
    "gmail_attr moz-cite-prefix moz-forward-container yahoo_quoted yahooquoted "
    "olk_src_body_section divrplyfwdmsg outlookmessageheader "
    "mail-editor-reference-message-container "
    "ms-outlook-mobile-reference-message protonmail_quote tutanota_quote zmail_extra "
    "isreplycontent isforwardcontent ntes-mailmaster-quote origbody original-content "
    "replymessage quoted-content quotedtext gmail_quote_attribution mailru-blockquote "
    "hm_blockquote lark-mail-quote lark-mail-quote-container history-quote-wrapper mail-quote "
    "adm_quote_content xm_mail_quote_container qmail_quote xm_mail_oringinal_describe "
    "xm_compose_origin_mail_container __aliyun_previous_content_wrap"
)
"""Containers whose words are another mail's."""

NO_NAMES: frozenset[str] = frozenset()

REST_NAMES = word_set("appendonsend divrplyfwdmsg")
"""Elements behind which, in the programs that write them, only the other mail stands."""

SIGNATURE_NAMES = word_set(
    "gmail_signature gmail_signature_prefix moz-signature applemailsignature "
    "ms-outlook-mobile-signature ms-outlook-signature protonmail_signature_block "
    "ntes-mailmaster-signature ntes-pcmac-signature ymail_android_signature "
    "yahoo_signature tutanota_signature foxmail_signature spneditorsign "
    "lark-mail-signature email-signature signature sign qmail_sign xm_signature "
    "xmail-signature"
)

OUTLOOK_PREFIX = re.compile(r"^(?:x_)+")
INDENT_ONLY = re.compile(r"border:\s*(?:none|0)", re.IGNORECASE)
ZERO = re.compile(r"0+(?:\.0+)?(?:px|pt|em|rem|%|cm|mm)?")
WHITE = re.compile(
    r"white|snow|ivory|transparent|#fff|#f{2}f{2}f{2}|#f[89a-f]f[89a-f]f[89a-f]"
    r"|rgba?\((?:25[0-5]|24[89]),(?:25[0-5]|24[89]),(?:25[0-5]|24[89])(?:,[\d.]+)?\)"
    r"|rgba\(\d+,\d+,\d+,0(?:\.0+)?\)"
)
TINY = re.compile(r"(?:0|0?\.\d+|1|1\.0*)(?:px|pt)")
FAR_AWAY = re.compile(r"-\d{3,}(?:\.\d+)?(?:px|pt|em|rem|%)?")
HIDING = tuple(
    word_set(
        "hidden hide display visibility opacity color background overflow position text-indent "
        "line-through <style"
    )
)
HIDING_TAG = re.compile(r"<(?:s|strike|del)[\s/>]|<[^<>]*&")
HIDING_SIZE = re.compile(r"font-size\s*:\s*(?:0|\.|!|1(?:\.0*)?p)")
"""Without any of these no words of a page are hidden or struck out, as look_of sees it."""
STYLE_SHEET = re.compile(r"<style[^>]*>([^<]{0,20000})", re.IGNORECASE)
CLASS_RULE = re.compile(r"\.([A-Za-z_][\w-]{0,60})\s*\{([^{}]{0,2000})\}")


@dataclass(frozen=True)
class Look:
    """How the words inside an element look and where they stand."""

    hidden: bool = False
    struck: bool = False
    quoted: bool = False
    signed: bool = False
    pre: bool = False
    white: bool = False
    background: bool = False

    @property
    def unseen(self) -> bool:
        """Whether a reader of the mail does not see the words, or sees them crossed out."""
        return self.hidden or self.struck or (self.white and not self.background)


def signs(attributes: Mapping[str, str | None]) -> frozenset[str]:
    """The class and id names of an element, in lower case, without Outlook's x_ in front."""
    if "class" not in attributes and "id" not in attributes:
        return NO_NAMES
    names = f"{attributes.get('class') or ''} {attributes.get('id') or ''}".lower().split()
    return frozenset(OUTLOOK_PREFIX.sub("", name) for name in names[:50])


def may_hide(markup: str) -> bool:
    """Whether anything in a page can hide words or strike them out; seen without a tree."""
    written = markup.lower()
    return (
        any(word in written for word in HIDING)
        or HIDING_TAG.search(written) is not None
        or HIDING_SIZE.search(written) is not None
    )


def stands_apart(names: frozenset[str]) -> bool:
    """Whether all that follows in the page is the mail that was answered."""
    return not names.isdisjoint(REST_NAMES)


def look_of(
    tag: str,
    attributes: Mapping[str, str | None],
    names: frozenset[str],
    outer: Look,
    *,
    struck: bool,
) -> Look:
    """The look of what stands in an element, given that of what stands around it."""
    if not attributes and tag not in ("blockquote", "pre", "includetail", "sign") and not struck:
        return outer
    style = _declarations(attributes.get("style") or "")
    look = replace(
        outer,
        quoted=outer.quoted or _is_quotation(tag, attributes, names, style),
        signed=outer.signed or tag == "sign" or not names.isdisjoint(SIGNATURE_NAMES),
        struck=outer.struck or struck or _strikes(style),
        pre=_keeps_blanks(tag, style, outer.pre),
    )
    return _with_colours(look, attributes, style, hides=_hides(attributes, style))


@lru_cache(maxsize=256)
def _declarations(style: str) -> Mapping[str, str]:
    """Kept for a while: programs write one style on every line of a mail."""
    pairs = (item.partition(":") for item in style[:4000].split(";"))
    return MappingProxyType(
        {
            name.strip().lower(): value.replace("!important", "").strip().lower()
            for name, _, value in pairs
        }
    )


def _is_quotation(
    tag: str,
    attributes: Mapping[str, str | None],
    names: frozenset[str],
    style: Mapping[str, str],
) -> bool:
    if tag == "includetail" or not names.isdisjoint(QUOTE_NAMES):
        return True
    if tag != "blockquote":
        return False
    cites = attributes.get("type") == "cite" or "cite" in attributes or bool(names)
    return cites or not INDENT_ONLY.match(f"border:{style.get('border', '')}")


def _strikes(style: Mapping[str, str]) -> bool:
    line = style.get("text-decoration", "") + style.get("text-decoration-line", "")
    return "line-through" in line


def _keeps_blanks(tag: str, style: Mapping[str, str], outer: bool) -> bool:
    white_space = style.get("white-space")
    if white_space:
        return white_space.startswith(("pre", "break-spaces"))
    return outer or tag == "pre"


def _hides(attributes: Mapping[str, str | None], style: Mapping[str, str]) -> bool:
    """display:none and the other ways to write words that nobody sees."""
    if "hidden" in attributes or style.get("display") == "none" or style.get("mso-hide") == "all":
        return True
    if style.get("visibility") in ("hidden", "collapse"):
        return True
    if TINY.fullmatch(style.get("font-size", "")) or _zero(style.get("font-size")):
        return True
    if _zero(style.get("opacity")) or _far_away(style):
        return True
    small = _zero(style.get("max-height")) or _zero(style.get("height"))
    small = small or _zero(style.get("max-width")) or _zero(style.get("width"))
    return small and style.get("overflow") == "hidden"


def _far_away(style: Mapping[str, str]) -> bool:
    """Moved off the page."""
    moved = style.get("position") in ("absolute", "fixed")
    places = [style.get("text-indent", "")]
    places += [style.get("left", ""), style.get("top", "")] if moved else []
    return any(FAR_AWAY.fullmatch(place) for place in places)


def unseen_classes(markup: str) -> frozenset[str]:
    """The classes that the page's own style sheets hide, as far as simple rules say so."""
    found: set[str] = set()
    for sheet in STYLE_SHEET.findall(markup):
        if "@media" not in sheet:
            rules = CLASS_RULE.findall(sheet)
            found |= {name.lower() for name, rule in rules if _hides({}, _declarations(rule))}
    return frozenset(found)


def _zero(value: str | None) -> bool:
    return value is not None and ZERO.fullmatch(value) is not None


def _with_colours(
    look: Look, attributes: Mapping[str, str | None], style: Mapping[str, str], *, hides: bool
) -> Look:
    """White words are invisible, unless something gives them another ground to stand on."""
    colour = (style.get("color") or attributes.get("color") or "").replace(" ", "").lower()
    ground = style.get("background-color") or style.get("background") or attributes.get("bgcolor")
    white = (WHITE.fullmatch(colour) is not None) if colour else look.white
    background = look.background or bool(ground)
    hides = hides or (bool(colour) and colour == (ground or "").replace(" ", "").lower())
    return replace(look, hidden=look.hidden or hides, white=white, background=background)
