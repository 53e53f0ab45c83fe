"""A real game's story as a scenario: played again it comes out the same."""

import re
from pathlib import Path

import pytest

from pbp.scenario.export import NotStarted, export
from pbp.scenario.load import loads
from pbp.scenario.play import play
from pbp.service.outgoing import about_of
from pbp.service.record import Recorder
from tests.signup.house import CLOSES, GM_ADDRESS, RENDERER, SETTINGS, House, address_of
from tests.verify import played

HASH = re.compile(r"(?m)^.*\n=(?:deal|own|seed|leaf|[ND]\d) \w{64}\n?")


def story(house: House) -> str:
    return export(house.store, house.live, SETTINGS)


def again(house: House):
    return play(loads(story(house), Path("story.yaml")))


def record(house: House):
    about = about_of(house.live, SETTINGS)
    return Recorder(house.table, RENDERER, about).record()


def bare(told, first):
    """A record without ids, without what came before the start, and without commitments."""

    def text(line):
        words = HASH.sub("", line["text"]).partition("承诺的原文")[0]
        return words.partition("座位怎样给的")[0].strip()

    skipped = [mail for mail in told["mails"] if mail["at"] < first]
    return {
        "phases": told["phases"],
        "mails": [{**m, "n": m["n"] - len(skipped)} for m in told["mails"] if m["at"] >= first],
        "orders": [{**o, "mail": o["mail"] - len(skipped)} for o in told["orders"]],
        "posts": [
            (p["at"], p["phase"], p["kind"], p["author"], text(p))
            for p in told["posts"]
            if p["kind"] not in ("signup", "signup_state")
        ],
        **{key: told[key] for key in ("deaths", "ballots", "warnings", "out", "silence")},
        **{key: told[key] for key in ("players", "result")},
    }


def test_a_game_told_again_has_the_same_record():
    """Apart from ids and commitments: votes, deaths, posts, prizes, to the second."""
    house = played.play(House())
    house.until(house.table.around.awards.opened.closes)
    first = record(house)["phases"][0]["opens"]
    assert bare(again(house), first) == bare(record(house), first)


def test_orders_replies_and_commands_of_the_gm_are_told_too():
    house = House()
    house.fill(6)
    house.until(CLOSES)
    roles = {p.role: who for who, p in house.table.players.items()}
    owner = house.table.start.names
    killer, villager = address_of(owner[roles["killer"]]), address_of(owner[roles["villager"]])
    seat = house.got(killer, "seat")[0]
    house.answer(seat, f"杀 {roles['villager']}\n宣言\n两行\n宣言", vouched=False)
    house.answer(house.got(villager, "seat")[0], "收到")
    house.gm("延长 2h 停电")
    house.mail(villager, "祈祷 自己", vouched=False)
    house.mail(GM_ADDRESS, "警告 1 吵闹")
    house.until(house.table.phase.closes)
    vote = house.mail(villager, f"投票 {roles['killer']}")
    house.answer(vote[0], f"改票 {roles['villager']}") if vote else None
    house.gm("中止 试完了")
    if house.table.around.awards is not None:
        house.until(house.table.around.awards.opened.closes)
    first = record(house)["phases"][0]["opens"]
    assert bare(again(house), first) == bare(record(house), first)


def test_a_running_game_is_told_up_to_its_last_mail():
    house = House()
    house.fill(6)
    house.until(CLOSES)
    house.mail(address_of("王五"), "签到")
    told = again(house)
    assert told["result"]["state"] == "playing"


def test_a_game_that_has_not_started_has_no_story():
    with pytest.raises(NotStarted):
        story(House())
