"""What a role alone is told at dawn and nightfall travels inside its reader's copy of the post."""

from collections import defaultdict
from pathlib import Path

import pytest

from pbp.render.check import GLANCE
from pbp.scenario.load import load
from pbp.scenario.play import GAME, Player
from pbp.service.enclosing import ENCLOSED, HOSTS
from pbp.store import OutboxRow
from tests.board.board import opened, ref_of, text_of

FOLDER = Path(__file__).parents[1] / "scenarios"
STORIES = (
    "shared-three_lives/three-lives-missed-binding.yaml",
    "three_lives/L-2.2-told-at-every-nightfall-and-nobody-else.yaml",
    "three_lives/L-2.4-who-ordered-nothing-is-told-and-not-warned.yaml",
    "three_lives/L-3.6-a-binder-who-dies-is-told-of-his-miss.yaml",
    "three_lives/C-2.5-a-day-order-for-somebody-executed-at-dusk.yaml",
    "seven_kill/S-1.1-each-killer-has-his-night.yaml",
    "seven_kill/S-1.4-a-missed-kill.yaml",
    "seven_kill/S-3-two-names-and-the-game.yaml",
    "prayer/C-2.5-the-target-died.yaml",
    "prayer/C-7.1-three-warnings.yaml",
)
FENCE = "以下只给你一个人看"


class Told:
    """A scenario that has been played, and the mails that went out."""

    def __init__(self, name: str) -> None:
        self.player = Player(load(FOLDER / name))
        self.player.tell()
        self.record = self.player.record()
        self.rows = list(self.player.store.outbox_of(GAME))

    def enclosed(self) -> list[dict]:
        """The notices that a rule sent by itself, with what a role is told."""
        return [
            notice
            for notice in self.record["notices"]
            if notice["kind"] in ENCLOSED
            and notice["mail"] is None
            and notice["phase"].startswith("N")
        ]

    def copies(self) -> dict[tuple, dict[str, OutboxRow]]:
        """The copies of each post that may hold something, by reader."""
        found: dict[tuple, dict[str, OutboxRow]] = defaultdict(dict)
        place: dict[tuple, int] = defaultdict(int)
        for row in self.rows:
            ref = ref_of(row)
            if row.kind in HOSTS:
                turn = place[(ref.to, row.kind, ref.phase)]
                place[(ref.to, row.kind, ref.phase)] += 1
                found[(row.kind, ref.phase, turn)][ref.to] = row
        return found


@pytest.fixture(scope="module")
def told():
    made: dict[str, Told] = {}
    yield lambda name: made.setdefault(name, Told(name))
    for one in made.values():
        one.player.store.close()


@pytest.mark.parametrize("name", STORIES)
def test_subject_and_beginning_are_those_of_everybodys_copy(name, told):
    for copies in told(name).copies().values():
        assert len({opened(row)["Subject"] for row in copies.values()}) == 1
        assert len({text_of(row)[:GLANCE] for row in copies.values()}) == 1


@pytest.mark.parametrize("name", STORIES)
def test_every_copy_begins_with_all_the_public_words(name, told):
    for copies in told(name).copies().values():
        public = min((text_of(row) for row in copies.values()), key=len)
        assert FENCE not in public
        for row in copies.values():
            assert text_of(row).startswith(public)


@pytest.mark.parametrize("name", STORIES)
def test_headers_and_addresses_of_all_copies_are_alike(name, told):
    for copies in told(name).copies().values():
        shown = [opened(row) for row in copies.values()]
        assert len({tuple(message.keys()) for message in shown}) == 1
        assert len({message["From"] for message in shown}) == 1
        assert len({message["Reply-To"].addresses[0].display_name for message in shown}) == 1


@pytest.mark.parametrize("name", STORIES)
def test_nobody_gets_a_mail_of_his_own_for_what_his_role_alone_is_told(name, told):
    """Who is reborn or warned for a missed vote is known to all: such a letter tells nothing."""
    story = told(name)
    own = [
        row
        for row in story.rows
        if row.kind in ENCLOSED
        and ref_of(row).mail is None
        and not ref_of(row).public
        and (ref_of(row).phase or "N").startswith("N")
    ]
    assert own == []


@pytest.mark.parametrize("name", STORIES)
def test_its_reader_finds_the_notice_below_the_post_and_nobody_else_does(name, told):
    story = told(name)
    for notice in story.enclosed():
        said = [line for line in notice["text"].split("\n") if line][-1]
        mine = [
            row
            for row in story.rows
            if row.kind in HOSTS and ref_of(row).to == notice["to"] and FENCE in text_of(row)
        ]
        assert any(said in text_of(row).partition(FENCE)[2] for row in mine), notice


@pytest.mark.parametrize("name", STORIES)
def test_in_the_record_they_stay_notices(name, told):
    story = told(name)
    for notice in story.enclosed():
        assert notice["subject"] == "[g41] 神的使者给你的信"
        assert FENCE not in notice["text"]


def test_these_stories_have_enclosed_notices_of_every_rule_set(told):
    kinds = {notice["kind"] for name in STORIES for notice in told(name).enclosed()}
    assert kinds >= {
        "kill_right",
        "sure_kill",
        "binding_missed",
        "kill_missed",
        "order_refused",
        "warning",
    }


def test_an_answer_to_nightfall_goes_to_the_gm_identity_for_everybody(told):
    story = told(STORIES[1])
    copies = [row for row in story.rows if row.kind == "nightfall"]
    for row in copies:
        address = opened(row)["Reply-To"].addresses[0]
        assert address.addr_spec.startswith("gm+g41")
        assert address.display_name == "密信·神的使者"


def test_an_answer_to_a_mail_is_never_enclosed(told):
    """A refusal that answers an order has nothing to do with nightfall."""
    story = told("prayer/C-2.5-the-target-died.yaml")
    answers = [row for row in story.rows if ref_of(row).mail is not None and ref_of(row).to != "gm"]
    assert answers
    assert all(row.kind != "nightfall" for row in answers)
