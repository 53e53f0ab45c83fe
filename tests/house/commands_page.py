"""The list of the GM's commands in docs/mail-commands.md, made from the code.

`python -m tests.house.commands_page` writes it anew; a test holds the page against it.
"""

import re
from collections.abc import Callable
from typing import Any

from pbp.game.gm import around, desk, signup
from pbp.language.gm_words import FORMS, Form
from pbp.rulesets.shelf import SHELF, law_of
from tests.house.sources import ROOT

PAGE = ROOT / "docs/mail-commands.md"
BEGIN, END = (
    "<!-- commands: begin (python -m tests.house.commands_page) -->",
    "<!-- commands: end -->",
)

OTHERS = {
    "status": "the digest, now",
    "digest": "the digest, now",
    "why": "clause by clause why a phase came out as it did, or would if it closed now",
    "web": "a link to the game's page on the web, where the server has one",
    "dry": "shows what a command would do, and does nothing",
    "undo": "takes the last command back, while nothing that depends on it has been announced",
    "confirm": "carries out what was only shown: a mail from another address, a correction",
    "agree": "the first ready answer to question N of the digest",
    "change": "another ready answer to question N, or what an unclear mail is to be read as",
    "postpone": "question N is asked so much longer",
    "as usual": "every open question takes its default, now",
}
"""What no act stands behind."""


def acts() -> dict[str, tuple[Callable[..., Any], str]]:
    """Word → the act and the rule set that alone has it, "" where all have."""
    found = {word: (act, "") for word, act in (signup.BEFORE | desk.ACTS).items()}
    for ruleset in SHELF:
        for word, act in law_of(ruleset).acts().items():
            found[word] = (act, ruleset)
    return found


def row(form: Form) -> str:
    """One row of the table."""
    word = "leave" if form.word.startswith("leave ") else form.word
    english = [w for w in form.words if w.isascii()]
    chinese = [w for w in form.words if not w.isascii()]
    return f"| {' / '.join(english) or '–'} | {' / '.join(chinese) or '–'} | {_told(word)} |"


def _told(word: str) -> str:
    if word == "stats":
        return _first_line(around.season)
    if word in OTHERS:
        return OTHERS[word]
    act, ruleset = acts()[word]
    told = _about(act, word)
    return f"{told} (`{ruleset}` only)" if ruleset else told


def _about(act: Callable[..., Any], word: str) -> str:
    before = signup.BEFORE.get(word)
    both = before is not None and word in desk.ACTS and before is not act
    told = _first_line(act)
    return f"{told} Before the start: {_first_line(before)}" if both and before else told


def _first_line(act: Callable[..., Any]) -> str:
    text = (act.__doc__ or "").strip().split("\n")[0].strip()
    return text.replace("|", "\\|")


def table() -> str:
    """The whole list."""
    head = "| English | 中文 | what it does |\n| --- | --- | --- |\n"
    return head + "\n".join(row(form) for form in FORMS)


def rewritten(page: str) -> str:
    """The page with the list as it is now."""
    pattern = re.compile(f"{re.escape(BEGIN)}.*?{re.escape(END)}", re.DOTALL)
    return pattern.sub(lambda _: f"{BEGIN}\n\n{table()}\n\n{END}", page)


if __name__ == "__main__":
    PAGE.write_text(rewritten(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
