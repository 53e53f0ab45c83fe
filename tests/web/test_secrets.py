"""All pages of games of every rule set, before the end: no secret is on any of them."""

import re
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from pbp.board.file import open_to_write
from pbp.game import facts as f
from pbp.game.publicly import PublicTable
from pbp.scenario.load import load
from pbp.scenario.play import Player
from pbp.service.live import Live
from tests.service.office import START
from tests.web.counter import all_pages, client_of, publisher_over

SCENARIOS = Path(__file__).parents[1] / "scenarios"
GAMES = {
    "prayer": ("shared-prayer", 20),
    "three_lives": ("shared-three_lives", 40),
    "seven_kill": ("shared-seven_kill", 40),
}
"""Rule set → folder of random games, and how many mails are played of one."""

ROLES = (
    *("杀手", "狼人", "束魂", "巫医", "killer", "wolf", "binder", "healer"),
    *("天府", "天梁", "天机", "天同", "天相", "七杀", "破军", "贪狼"),
)


class Begun(Player):
    """The beginning of a random game, told mail by mail; it is not played to its end."""

    def _go_on(self) -> None:
        pass


@cache
def begun(ruleset: str) -> Begun:
    folder, count = GAMES[ruleset]
    scenario = load(sorted((SCENARIOS / folder).glob("*-0[1-9].yaml"))[0])
    player = Begun(replace(scenario, mails=scenario.mails[:count]))
    player.tell()
    return player


def secrets_of(live: Live) -> list[str]:
    """What stands behind the handles, and what everybody has said privately."""
    table = live.play.table
    addresses = [a for who in live.people() for a in live.addresses_of(who) if "@" in a]
    names = [owner.name for owner in live.owners.values()]
    declared = [d.text for d in table.declarations if len(d.text) > 5]
    return [*addresses, *names, *live.tokens().values(), live.setup.seed, *declared]


@pytest.mark.parametrize("ruleset", GAMES)
def test_no_page_of_a_running_game_holds_a_secret(ruleset):
    player = begun(ruleset)
    live = player._live()
    table = live.play.table
    assert table.ended is None
    assert table.orders, "a game without a secret proves nothing"
    connection = open_to_write(":memory:")
    publisher_over(player.referee, connection).publish_all()
    pages = all_pages(client_of(connection, lambda: START), [live.setup.id])
    assert len(pages) > 10
    text = "\n".join(pages.values())
    published = {d.text for d in table.declarations} & {
        t for p in table.posts for t in p.data.get("declarations") or ()
    }
    for secret in secrets_of(live):
        assert secret in published or secret not in text, secret
    assert not re.search(r"\bgm\+g41\.|[?&](?:k|t)=", text)


@pytest.mark.parametrize("ruleset", GAMES)
def test_no_row_of_the_roster_tells_a_role_that_no_death_has_revealed(ruleset):
    player = begun(ruleset)
    live = player._live()
    connection = open_to_write(":memory:")
    publisher_over(player.referee, connection).publish_all()
    page = client_of(connection, lambda: START).get(f"/{live.setup.id}/").text
    for row in re.findall(r"<tr class=\"alive\">.*?</tr>", page, re.DOTALL):
        known = re.sub(r"<strong>.*?</strong>", "", row)
        assert not any(role in known for role in ROLES), row


@pytest.mark.parametrize("ruleset", GAMES)
def test_the_public_table_is_the_games_own_as_far_as_everybody_knows(ruleset):
    player = begun(ruleset)
    table = player._live().play.table
    public = PublicTable()
    for fact in player.store.facts(player._live().setup.id):
        public.take(f.from_bytes(fact.body))
    for handle, seat in public.seats.items():
        player_now = table.players[handle]
        assert seat.alive == player_now.alive, handle
        if seat.alive and player_now.life and player_now.life not in player_now.died_in:
            assert seat.life == player_now.life, handle
    assert [(p.id, p.closes, p.closed) for p in public.phases] == [
        (p.id, p.closes, p.closed) for p in table.phases
    ]
    for count in table.counts:
        assert public.ballots[count.phase, count.life].votes() == count.votes
    assert [p.kind for p in public.posts] == [p.kind for p in table.posts]
