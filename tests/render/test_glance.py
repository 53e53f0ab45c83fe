"""What somebody sees who looks over a player's shoulder, or at the preview on a locked screen."""

import pytest
from msgspec.structs import replace

from pbp.language.reader import Context, read
from pbp.render.check import glance, is_private
from pbp.render.samples import samples
from tests.render.samples import LOCALES, NAMES, RENDERER, page, post, sample

HANDLES = ("阿甲", "阿乙", "小一", "小二", "小三", "小四", "小五", "小六", "小七")


@pytest.mark.parametrize("locale", LOCALES)
def test_all_private_letters_look_the_same_whatever_they_tell_and_whomever(locale):
    seen = {glance(page(one)) for one in samples(locale) if is_private(one)}
    assert len(seen) == 1
    subject, text = seen.pop()
    assert len(text) == 60
    assert subject.startswith("[g41] ")


@pytest.mark.parametrize("locale", LOCALES)
def test_among_those_who_have_not_checked_in_they_look_the_same_too(locale):
    unchecked = {"unchecked": True, "checkin_until": "2026-03-03T20:00:00+08:00"}
    seen = {}
    for one in samples(locale):
        if is_private(one):
            fact = replace(one.fact, data={**one.fact.data, **unchecked})
            seen.setdefault(one.about.ruleset, set()).add(glance(RENDERER.notice(fact, one.about)))
    assert len(seen) == 3
    assert all(len(glances) == 1 for glances in seen.values())


def test_who_has_not_checked_in_is_told_in_the_first_line():
    text = page(sample("zh", "notice/order_taken.unchecked")).text
    assert text.startswith("你还没有签到")


@pytest.mark.parametrize("locale", LOCALES)
def test_a_private_part_of_a_post_does_not_show_at_its_beginning(locale):
    dawn = sample(locale, "post/dawn.three_lives")
    missed = sample(locale, "notice/binding_missed.missed")
    plain = RENDERER.copy(dawn.fact, [], dawn.about)
    mine = RENDERER.copy(dawn.fact, [missed.fact], dawn.about)
    assert mine.subject == plain.subject
    assert mine.text.startswith(plain.text)
    assert missed.fact.data["target"] in mine.text[len(plain.text) :]
    assert page(missed).text[:60] not in mine.text


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("name", NAMES)
def test_a_subject_is_one_line_and_begins_with_the_tag_of_the_game(name, locale):
    subject = page(sample(locale, name)).subject
    assert subject.startswith("[g41] ")
    assert "\n" not in subject
    assert len(subject) < 120


@pytest.mark.parametrize("phase", ["night", "day", "runoff", None])
@pytest.mark.parametrize("locale", LOCALES)
def test_an_empty_answer_to_one_of_our_mails_is_never_a_command(locale, phase):
    for one in samples(locale):
        for address in ("gm", "board"):
            for prefix in ("", "Re: ", "回复："):
                context = Context(
                    handles=HANDLES,
                    writer="小二",
                    address=address,
                    phase=phase,
                    ruleset=one.about.ruleset,
                    vote_thread=True,
                    seat_thread=True,
                )
                understood = read(prefix + page(one).subject, "", context)
                kinds = {reading.kind for reading in understood.readings}
                assert kinds <= {"chat"}, (one.name, page(one).subject, kinds)


@pytest.mark.parametrize("locale", LOCALES)
def test_what_a_player_posts_begins_with_his_handle(locale):
    written = [one for one in samples(locale) if getattr(one.fact, "author", None)]
    assert written
    for one in written:
        said = page(one)
        assert said.subject.startswith(f"[g41] 【{one.fact.author}】")
        assert said.text.startswith(f"【{one.fact.author}】")


@pytest.mark.parametrize("locale", LOCALES)
def test_a_dawn_tells_neither_killer_from_wolf_nor_binding_from_healing(locale):
    def dawn(*causes):
        dead = [{"who": "小一", "causes": causes, "role": None}]
        fact = post("dawn", phase="N1", dead=dead, declarations=[])
        return RENDERER.post(fact, sample(locale, "post/dawn.three_lives").about)

    assert dawn("kill") == dawn("wolf") == dawn("kill", "wolf")
    assert dawn("binding") == dawn("healing") == dawn("healing", "binding")
    assert dawn("kill") != dawn("binding")
