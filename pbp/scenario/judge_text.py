"""Expectations about what people got to read: notices, posts, what was published and what held.

Part of judge.py.
"""

from collections.abc import Iterator
from typing import Any

from pbp.scenario.model import Expectation
from pbp.scenario.record import Record, differs, people

Sentences = Iterator[str]


def _notices(expected: Expectation, seen: Record) -> list[dict[str, Any]]:
    wanted = {"kind": expected.value}
    for key, its in (("to", "to"), ("in", "phase"), ("life", "life")):
        if key in expected.more:
            wanted[its] = expected.more[key]
    return [notice for notice in seen.notices if not differs(notice, wanted)]


def _named(expected: Expectation) -> str:
    words = [f"{expected.value}"]
    words += [f"{key} {expected.more[key]}" for key in ("to", "in", "life") if key in expected.more]
    return " ".join(words)


def judge_notice(expected: Expectation, seen: Record) -> Sentences:
    """Somebody got such a notice."""
    if _notices(expected, seen):
        return
    to = expected.more.get("to")
    got = [f"{n['kind']} ({n['phase']})" for n in seen.notices if to in (None, n["to"])]
    yield f"expected a notice {_named(expected)}; {to or 'all'} got: {people(dict.fromkeys(got))}"


def judge_no_notice(expected: Expectation, seen: Record) -> Sentences:
    """Nobody, or not this person, got such a notice."""
    for notice in _notices(expected, seen)[:1]:
        yield (
            f"expected no notice {_named(expected)}; "
            f"one went to {notice['to']} at {notice['at']} ({notice['phase']})"
        )


def judge_post(expected: Expectation, seen: Record) -> Sentences:
    """There is such a post, and its text holds and lacks these words."""
    wanted = {"kind": expected.value}
    for key, its in (("in", "phase"), ("life", "life")):
        if key in expected.more:
            wanted[its] = expected.more[key]
    posts = [post for post in seen.posts if not differs(post, wanted)]
    if not posts:
        kinds = dict.fromkeys(f"{post['kind']} ({post['phase']})" for post in seen.posts)
        yield f"expected a post {_named(expected)}; there are: {people(kinds)}"
        return
    yield from _text(expected, posts, f"the post {_named(expected)}")


def _text(expected: Expectation, posts: list[dict[str, Any]], noun: str) -> Sentences:
    """contains: one post holds all; lacks: none holds any."""
    contains, lacks = expected.more.get("contains", []), expected.more.get("lacks", [])
    if not any(all(word in post["text"] for word in contains) for post in posts):
        texts = " | ".join(post["text"] for post in posts)
        yield f"expected {noun} to hold {people(contains)}; it says: {texts!r}"
    for post in posts:
        held = [word for word in lacks if word in post["text"]]
        if held:
            yield f"expected {noun} not to hold {people(held)}; it says: {post['text']!r}"


def judge_held(expected: Expectation, seen: Record) -> Sentences:
    """The mail was kept from the board, and where."""
    mail = seen.mail(expected.value)
    where = expected.more.get("where")
    held = mail.get("held") if mail else None
    if held is None or where not in (None, held):
        published = [post["kind"] for post in seen.posts if post.get("mail") == expected.value]
        came = f"held: {held}" if held else f"published as: {people(published)}"
        yield f"expected mail {expected.value} to be held: {where or 'anywhere'}; it is {came}"


def judge_published(expected: Expectation, seen: Record) -> Sentences:
    """A post was made of the mail, and its text holds and lacks these words."""
    wanted = {key: expected.more[key] for key in ("kind", "author") if key in expected.more}
    made = [post for post in seen.posts if post.get("mail") == expected.value]
    posts = [post for post in made if not differs(post, wanted)]
    noun = f"a post of mail {expected.value}"
    if not posts:
        came = [f"{post['kind']} by {post['author']}" for post in made]
        yield f"expected {noun}: {people(wanted.values())}; published: {people(came)}"
        return
    yield from _text(expected, posts, noun)
