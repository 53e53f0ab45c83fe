"""Whole games over real SMTP, from sign-up to prizes, by people who know their letters alone."""

import re
from pathlib import Path

import pytest

from pbp.demo.words import words_of
from pbp.evidence import read_mail
from pbp.verify import WRONG, verify
from tests.e2e.theatre import HOST, Theatre

FINE = {"accepted", "replaced", "asked", "info", "passed_on"}
"""Verdicts of mail in which nothing was wrong; a sign-up is asked back once."""


def played(folder: Path, ruleset: str, style: str = "plus", locale: str = "zh") -> Theatre:
    theatre = Theatre(folder, ruleset, style, locale)
    theatre.play()
    return theatre


def has_ended_for_all(theatre: Theatre) -> None:
    """Everybody has the closing report, with every handle and what it got."""
    assert theatre.state == "ended"
    over = theatre.people[0].reader.phrases.over
    for person in theatre.people:
        report = next(
            letter
            for reader, letter in theatre.seen.letters
            if reader is person and person.reader.what(letter)[1] == over
        )
        for other in theatre.people:
            assert other.notes.handle in report.text
            assert other.program.name in report.text, "owners are posted at the end"


def each_mail_has_one_answer(theatre: Theatre) -> None:
    """And each answer went to the mailbox of the one who wrote, and to nobody else's."""
    for person, sent in theatre.seen.mails:
        answers = [
            reader for reader, letter in theatre.seen.letters if letter.answered == sent.message_id
        ]
        assert answers == [person], f"{sent.text!r} of {person.program.name}"


def nothing_secret_is_public(theatre: Theatre) -> None:
    """No address, token, owner, role or order of anybody is in a post before the end."""
    posts = theatre.seen.posts[:-1]
    roster = next(n for n, post in enumerate(posts) if "=deal" in post.text)
    for n, post in enumerate(posts):
        words = f"{post.subject}\n{post.text}"
        assert not re.search(rf"\.[a-z2-7]{{16}}@{re.escape(HOST)}", words), "a token"
        for person in theatre.people:
            assert person.program.address not in words
            assert n <= roster or person.program.name not in words
        for person, sent in theatre.seen.mails:
            order = sent.text.split("\n")[0]
            secret = person.notes.orders.get("night", "") or "杀"
            if order.split(" ")[0] in (secret, "杀", "必杀", "kill", "surekill"):
                assert order not in words


def team_mates_heard_each_other(theatre: Theatre) -> None:
    """What a killer wrote to the team went to the other one, and nowhere else."""
    talk = words_of(theatre.locale).team_talk
    wrote = {person.notes.handle for person, sent in theatre.seen.mails if talk in sent.text}
    first = " ".join(talk.split()[:6])
    heard = {
        person.notes.handle
        for person, letter in theatre.seen.letters
        if first in " ".join(letter.text.replace(">", "").split())
    }
    assert heard, "nobody heard"
    killers = {person.notes.handle for person in theatre.people if person.notes.friends}
    assert wrote == heard == killers


def published_mails_prove_the_game(theatre: Theatre) -> None:
    """What `pbp verify` finds in the posts alone: the lots, the roles, the chain of receipts."""
    mails = [mail for mail in (read_mail(post.raw) for post in theatre.seen.posts) if mail]
    findings = [one for found in verify(mails).values() for one in found]
    assert findings
    assert not [one.line() for one in findings if one.verdict == WRONG]


def nobody_was_misunderstood(theatre: Theatre) -> None:
    """Whoever does what the letters say is never refused."""
    assert {verdict for _, verdict in theatre.letters_read} <= FINE


@pytest.mark.parametrize("style", ["plus", "catchall", "single"])
def test_nine_people_play_prayer_from_sign_up_to_prizes_by_their_letters(
    tmp_path: Path, style: str
) -> None:
    theatre = played(tmp_path, "prayer", style)
    has_ended_for_all(theatre)
    each_mail_has_one_answer(theatre)
    nothing_secret_is_public(theatre)
    published_mails_prove_the_game(theatre)
    nobody_was_misunderstood(theatre)
    team_mates_heard_each_other(theatre)
    if style == "single":
        assert {sent.to for _, sent in theatre.seen.mails} == {f"table@{HOST}"}


def test_nine_people_play_prayer_in_english(tmp_path: Path) -> None:
    theatre = played(tmp_path, "prayer", locale="en")
    has_ended_for_all(theatre)
    each_mail_has_one_answer(theatre)
    nothing_secret_is_public(theatre)
    published_mails_prove_the_game(theatre)
    nobody_was_misunderstood(theatre)
    team_mates_heard_each_other(theatre)


@pytest.mark.parametrize(("ruleset", "locale"), [("three_lives", "en"), ("seven_kill", "zh")])
def test_a_larger_game_comes_to_its_end_and_keeps_its_secrets(
    tmp_path: Path, ruleset: str, locale: str
) -> None:
    theatre = played(tmp_path, ruleset, locale=locale)
    has_ended_for_all(theatre)
    each_mail_has_one_answer(theatre)
    nothing_secret_is_public(theatre)
    published_mails_prove_the_game(theatre)


def test_the_same_people_play_the_same_deal_in_the_same_way_twice(tmp_path: Path) -> None:
    first = played(tmp_path / "a", "prayer")
    second = played(tmp_path / "b", "prayer")
    assert [post.text for post in first.seen.posts] == [post.text for post in second.seen.posts]
