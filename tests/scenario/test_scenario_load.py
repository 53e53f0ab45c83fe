"""Scenario files are read as written, and everything that is wrong is told with its line."""

import json
from datetime import UTC, datetime, timedelta
from importlib import resources
from pathlib import Path

import jsonschema
import pytest

from pbp.scenario.load import ScenarioError, load, loads
from pbp.scenario.model import KINDS, MessageIdOf, Owner, Scenario
from pbp.scenario.times import At

HERE = Path(__file__).parent / "here.yaml"
GAME = "game: {ruleset: prayer, starts: 2026-03-02 20:00, cast: {阿甲: killer, 小一: villager}}\n"


def read(text: str) -> Scenario:
    return loads(text, HERE)


def wrong(text: str) -> list[str]:
    """The problems of a file, without its name."""
    with pytest.raises(ScenarioError) as caught:
        read(text)
    return [line.removeprefix(f"{HERE}:") for line in str(caught.value).splitlines()]


def with_mail(mail: str) -> str:
    return f"title: t\n{GAME}mails:\n  - {{at: N1+1h, from: 阿甲}}\n  - {mail}\n"


def with_expectation(expectation: str) -> str:
    return f"title: t\n{GAME}mails:\n  - {{at: N1+1h, from: 阿甲}}\nexpect:\n  - {expectation}\n"


def test_a_small_scenario_has_the_defaults_of_the_format() -> None:
    scenario = read(f"title: t\n{GAME}")
    game = scenario.game
    assert (game.locale, game.timezone, game.seed, game.checked_in) == (
        "zh",
        "Asia/Shanghai",
        1,
        True,
    )
    assert game.starts == datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
    assert list(game.cast.items()) == [("阿甲", "killer"), ("小一", "villager")]
    assert game.owners == {
        "阿甲": Owner("Owner 1", "owner1@owner.test"),
        "小一": Owner("Owner 2", "owner2@owner.test"),
    }
    assert (scenario.mails, scenario.until, scenario.expect, scenario.down) == ((), None, (), ())


def test_every_key_of_a_game_is_read() -> None:
    game = read(
        "title: t\ngame:\n  ruleset: three_lives\n  locale: en\n  timezone: Europe/Berlin\n"
        "  starts: 2026-03-02 20:00:30\n  seed: 7\n  checkin: play\n  options: {night: 1d12h}\n"
        "  cast: {甲: {start: past, past: plain, present: wolf, next: healer, arrival: 3}}\n"
        "  owners: {甲: '王五 <w5@owner.test>', 替一: '赵六 <z6@owner.test>'}\n"
        "  substitutes: [替一, 替二]\n"
    ).game
    assert game.starts == datetime(2026, 3, 2, 19, 0, 30, tzinfo=UTC)
    assert (game.locale, game.seed, game.checked_in) == ("en", 7, False)
    assert game.options == {"night": "1d12h"}
    assert game.cast["甲"] == {
        "start": "past",
        "past": "plain",
        "present": "wolf",
        "next": "healer",
        "arrival": 3,
    }
    assert game.owners["甲"] == Owner("王五", "w5@owner.test")
    assert game.owners["替二"] == Owner("Owner 3", "owner3@owner.test")
    assert game.substitutes == ("替一", "替二")


def test_every_key_of_a_mail_is_read() -> None:
    mail = read(
        with_mail(
            "{at: 'D1-30m', from: owner:小一, auth: from, to: board, subject: 分析, text: 好,"
            " reply_to: 1, reply_to_vote: true, headers: {Supersedes: {mail: 1}, X-A: 3}}"
        )
    ).mails[1]
    assert (mail.number, mail.line) == (2, 5)
    assert mail.at == At("D1-30m", None, "D1", timedelta(minutes=-30), before_close=True)
    assert (mail.sender, mail.auth, mail.to) == ("owner:小一", "from", "board")
    assert (mail.subject, mail.text, mail.html, mail.raw) == ("分析", "好", None, None)
    assert (mail.reply_to, mail.reply_to_post, mail.reply_to_vote) == (1, None, True)
    assert mail.headers == (("Supersedes", MessageIdOf(1)), ("X-A", "3"))


def test_a_mail_has_an_empty_text_or_html_or_a_file(tmp_path: Path) -> None:
    (tmp_path / "a.eml").write_bytes(b"Subject: x\r\n\r\n\xff")
    text = with_mail("{at: N1+1h, from: who@else.test, raw: a.eml}")
    text += "  - {at: N1+1h, from: gm, html: <b>x</b>, reply_to: {post: 2}}\n"
    plain, raw, html = loads(text, tmp_path / "s.yaml").mails
    assert (plain.text, plain.html, plain.raw) == ("", None, None)
    assert (raw.text, raw.html, raw.raw) == (None, None, b"Subject: x\r\n\r\n\xff")
    assert (html.text, html.html, html.reply_to, html.reply_to_post) == (None, "<b>x</b>", None, 2)


def test_words_that_look_like_numbers_stay_as_they_are_written() -> None:
    mails = read(with_mail("{at: N1+1h, from: 阿甲, text: 007, subject: true}")).mails
    assert (mails[1].text, mails[1].subject) == ("007", "true")
    text = "title: off\ngame: {ruleset: prayer, starts: 2026-03-02 20:00, cast: {1: killer}}\n"
    scenario = read(text + "expect:\n  - {dead: [1], in: N1}\n  - {prizes: {1: 1/2}}\n")
    assert scenario.title == "off"
    assert scenario.expect[0].value == ["1"]
    assert scenario.expect[1].value == {"1": "1/2"}


@pytest.mark.parametrize(
    "time", ["2026-03-02 20:00:00", "'2026-03-02 20:00:00'", "2026-03-02T20:00"]
)
def test_times_are_read_quoted_and_plain(time: str) -> None:
    scenario = read(f"title: t\n{GAME}".replace("2026-03-02 20:00", time) + f"until: {time}\n")
    at = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
    assert scenario.game.starts == at
    assert isinstance(scenario.until, At)
    assert scenario.until.instant == at


def test_until_is_a_phase_or_a_time_and_down_a_list_of_stretches() -> None:
    down = "down: [[2026-03-03 19:00, 2026-03-03 21:00:01]]\n"
    scenario = read(f"title: t\n{GAME}{down}until: D1\n")
    assert scenario.until == "D1"
    first, last = scenario.down[0]
    assert last - first == timedelta(hours=2, seconds=1)


def test_anchors_are_allowed_and_texts_are_otherwise_unused() -> None:
    text = f'title: t\n{GAME}texts: {{a: &long "杀 小一\\n好"}}\nmails:\n'
    assert read(text + "  - {at: N1+1h, from: 阿甲, text: *long}\n").mails[0].text == "杀 小一\n好"


def test_an_expectation_keeps_its_kind_value_and_line() -> None:
    phase = read(with_expectation("{phase: D1, opens: 2026-03-03 20:00}")).expect[0]
    assert (phase.kind, phase.value, phase.line) == ("phase", "D1", 6)
    assert phase.more == {"opens": datetime(2026, 3, 3, 12, 0, tzinfo=UTC)}


def test_the_schema_is_a_schema_and_knows_every_kind_of_expectation() -> None:
    text = resources.files("pbp").joinpath("schemas/scenario.schema.json").read_text("utf-8")
    schema = json.loads(text)
    jsonschema.Draft202012Validator.check_schema(schema)
    named = [choice["required"][0] for choice in schema["$defs"]["expectation"]["anyOf"]]
    assert tuple(named) == KINDS


def test_a_file_that_is_not_there_or_not_text_is_named(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match=r"none\.yaml:1: cannot be read"):
        load(tmp_path / "none.yaml")
    (tmp_path / "bytes.yaml").write_bytes(b"title: \xff\xfe")
    with pytest.raises(ScenarioError, match=r"bytes\.yaml:1: is not UTF-8"):
        load(tmp_path / "bytes.yaml")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("title: [\n", "2: not YAML: "),
        ("a: *nobody\n", "1: not YAML: "),
        ("a: 1\n---\nb: 2\n", "2: not YAML: "),
        ("title: \x00\n", "1: not YAML: "),
        ("title: a\ntitle: b\n", "2: title: the key is repeated (first in line 1)"),
        ("a: &a [*a]\n", "1: a.1: an alias that contains itself"),
        ("title: !pickle x\n", "1: title: the tag !pickle is not allowed"),
        ("? [a]\n: b\n", "1: a key must be one word"),
    ],
)
def test_what_is_not_plain_yaml_is_told(text: str, line: str) -> None:
    assert any(problem.startswith(line) for problem in wrong(text)), wrong(text)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", "1: null must be keys and values"),
        ("title: t\n", "1: the key game is missing"),
        (f"caption: t\n{GAME}", "1: caption: unknown key; allowed: title, game, "),
        (f"title: t\n{GAME}".replace("prayer", "chess"), "2: game.ruleset: “chess” is not allowed"),
        (f"title: t\n{GAME}".replace("villager", "wolf"), "2: game.cast.小一: “wolf” is no role"),
        (f"title: t\n{GAME}".replace("cast", "seed: x, cast"), "2: game.seed: “x” must be a whole"),
        (f"title: t\n{GAME}".replace("03-02", "02-30"), "2: game.starts: “2026-02-30 20:00” is no"),
        (f"title: t\n{GAME}".replace(" 20:00", ""), "2: game.starts: “2026-03-02” must be a time"),
        (
            f"title: t\n{GAME}".replace("cast", "timezone: Mars, cast"),
            "2: game.timezone: “Mars” is",
        ),
        (
            f"title: t\n{GAME}".replace("cast", "options: {nigt: 1h}, cast"),
            "2: game.options.nigt: ",
        ),
        (
            f"title: t\n{GAME}".replace("cast", "options: {night: x}, cast"),
            "2: game.options.night: ",
        ),
        (
            f"title: t\n{GAME}".replace("cast", "owners: {小二: a <a@b.c>}, cast"),
            "2: game.owners.小二",
        ),
        (
            f"title: t\n{GAME}".replace("cast", "owners: {小一: a@b.c}, cast"),
            "2: game.owners.小一: ",
        ),
        (
            f"title: t\n{GAME}".replace("cast", "substitutes: [替一], cast"),
            "2: game.substitutes: pr",
        ),
        (
            f"title: t\n{GAME}down: [[2026-03-03 19:00]]\n",
            "3: down.1: a list of 1 must be two times",
        ),
        (f"title: t\n{GAME}down: [[2026-03-03 19:00, 2026-03-03 18:00]]\n", "3: down.1: must end"),
        (f"title: t\n{GAME}until: W1\n", "3: until: prayer has no phase W1"),
        (f"title: t\n{GAME}until: later\n", "3: until: “later” must be a phase"),
    ],
)
def test_what_is_wrong_with_a_game_is_told(text: str, line: str) -> None:
    assert any(problem.startswith(line) for problem in wrong(text)), wrong(text)


THREE = "title: t\ngame:\n  ruleset: three_lives\n  starts: 2026-03-02 20:00\n  cast:\n"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("    甲: plain\n", "6: game.cast.甲: must name start, past, present and next"),
        (
            "    甲: {start: past, past: plain, present: plain}\n",
            "6: game.cast.甲: the key next is",
        ),
        (
            "    甲: {start: now, past: plain, present: plain, next: wolf}\n",
            "6: game.cast.甲.start: ",
        ),
        (
            "    甲: {start: past, past: x, present: plain, next: wolf}\n",
            "6: game.cast.甲.past: “x”",
        ),
        ("    甲: {start: past, wins: 1}\n", "6: game.cast.甲.wins: unknown key"),
        ("    甲: {start: past, arrival: x}\n", "6: game.cast.甲.arrival: must be a whole number"),
        (
            "    甲: {start: past}\n  substitutes: [甲]\n",
            "7: game.substitutes.1: “甲” is named twice",
        ),
    ],
)
def test_what_is_wrong_with_three_lives_is_told(text: str, line: str) -> None:
    assert any(problem.startswith(line) for problem in wrong(THREE + text)), wrong(THREE + text)


@pytest.mark.parametrize(
    ("mail", "line"),
    [
        ("{from: 阿甲}", "5: mails.2: the key at is missing"),
        ("{at: N1+1x, from: 阿甲}", "5: mails.2.at: “N1+1x” must be a phase and an offset"),
        ("{at: W1+1h, from: 阿甲}", "5: mails.2.at: prayer has no phase W1"),
        ("{at: 2026-13-01 10:00, from: 阿甲}", "5: mails.2.at: “2026-13-01 10:00” is no time"),
        ("{at: N1+30m, from: 阿甲}", "5: mails.2.at: N1+30m is earlier than the mail above"),
        ("{at: N1+1h, from: 小九}", "5: mails.2.from: nobody is called “小九”"),
        ("{at: N1+1h, from: owner:小九}", "5: mails.2.from: nobody is called “小九”"),
        ("{at: N1+1h, from: 阿甲, txt: 杀}", "5: mails.2.txt: unknown key"),
        ("{at: N1+1h, from: 阿甲, to: moon}", "5: mails.2.to: “moon” is not allowed"),
        ("{at: N1+1h, from: 阿甲, auth: maybe}", "5: mails.2.auth: “maybe” is not allowed"),
        ("{at: N1+1h, from: 阿甲, reply_to: 2}", "5: mails.2.reply_to: mail 2 has not arrived"),
        ("{at: N1+1h, from: 阿甲, reply_to: 9}", "5: mails.2.reply_to: there is no mail 9"),
        ("{at: N1+1h, from: 阿甲, reply_to: {post: 9}}", "5: mails.2.reply_to.post: there is no"),
        ("{at: N1+1h, from: 阿甲, headers: {A: {mail: 3}}}", "5: mails.2.headers.A.mail: there is"),
        ("{at: N1+1h, from: 阿甲, headers: {A: [1]}}", "5: mails.2.headers.A: a list of 1 must be"),
        ("{at: N1+1h, from: 阿甲, text: a, html: b}", "5: mails.2.html: there is a body already"),
        ("{at: N1+1h, from: 阿甲, raw: none.eml}", "5: mails.2.raw: there is no file none.eml"),
        (
            "{at: N1+1h, from: 阿甲, raw: x, subject: a}",
            "5: mails.2.subject: a raw mail has its own",
        ),
    ],
)
def test_what_is_wrong_with_a_mail_is_told(mail: str, line: str) -> None:
    assert any(p.startswith(line) for p in wrong(with_mail(mail))), wrong(with_mail(mail))


@pytest.mark.parametrize(
    ("expectation", "line"),
    [
        ("{dead: [小九], in: N1}", "6: expect.1.dead.1: nobody is called “小九”"),
        ("{dead: [小一]}", "6: expect.1: the key in is missing"),
        ("{dead: [], in: N0}", "6: expect.1.in: “N0” must be a phase id"),
        ("{dead: [], in: W1}", "6: expect.1.in: prayer has no phase W1"),
        ("{dead: [小一], in: N1, causes: {小九: [kill]}}", "6: expect.1.causes.小九: nobody is"),
        (
            "{dead: [小一], in: N1, causes: {小一: [age]}}",
            "6: expect.1.causes.小一.1: “age” is not",
        ),
        (
            "{dead: [小一], in: N1, revealed: {小一: wolf}}",
            "6: expect.1.revealed.小一: “wolf” is no",
        ),
        ("{answer: 2, verdict: accepted}", "6: expect.1.answer: there is no mail 2"),
        ("{answer: 1, verdict: fine}", "6: expect.1.verdict: “fine” is not allowed"),
        ("{answer: 1, code: odd}", "6: expect.1.code: “odd” is not allowed"),
        ("{answer: 1}", "6: expect.1: {answer: …} needs a verdict or a code"),
        ("{notice: dawn}", "6: expect.1.notice: “dawn” is not allowed"),
        ("{notice: seat, to: 小九}", "6: expect.1.to: nobody is called “小九”"),
        ("{post: seat}", "6: expect.1.post: “seat” is not allowed"),
        ("{executed: 小九, in: D1}", "6: expect.1.executed: nobody is called “小九”"),
        ("{ballot: D1, votes: {小一: 小九}}", "6: expect.1.votes.小一: nobody is called “小九”"),
        ("{ballot: D1}", "6: expect.1: {ballot: …} needs votes, filled or tally"),
        ("{order: 1}", "6: expect.1: the key effective is missing"),
        ("{warnings: {小一: -1}}", "6: expect.1.warnings.小一: “-1” must be"),
        ("{out: 小一, why: age}", "6: expect.1.why: “age” is not allowed"),
        (
            "{phase: D1, opens: 2026-02-30 20:00}",
            "6: expect.1.opens: “2026-02-30 20:00” is no time",
        ),
        ("{silence: maybe}", "6: expect.1.silence: “maybe” must be a phase id or null"),
        ("{winner: [good]}", "6: expect.1.winner.1: “good” is no camp"),
        ("{prizes: {小一: all}}", "6: expect.1.prizes.小一: “all” must be a fraction"),
        ("{held: 1, where: attic}", "6: expect.1.where: “attic” is not allowed"),
        ("{published: 9}", "6: expect.1.published: there is no mail 9"),
        ("{nothing: 1}", "6: expect.1: {nothing: …} names no known expectation; allowed: dead, "),
        ("{dead: [], in: N1, life: past, who: 小一}", "6: expect.1.who: unknown key"),
    ],
)
def test_what_is_wrong_with_an_expectation_is_told(expectation: str, line: str) -> None:
    problems = wrong(with_expectation(expectation))
    assert any(problem.startswith(line) for problem in problems), problems


def test_everything_that_is_wrong_is_told_at_once_by_line() -> None:
    problems = wrong(f"caption: t\n{GAME}mails:\n  - {{at: N1, from: 小九, to: moon}}\nuntil: W1\n")
    lines = [int(problem.split(":")[0]) for problem in problems]
    assert lines == sorted(lines)
    assert {1, 4, 5} <= set(lines)
    assert len(problems) == 5
