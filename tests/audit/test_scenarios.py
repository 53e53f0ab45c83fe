"""Every scenario once more, with owners who have much to hide: audited, and searched for leaks.

Each mail of a scenario gets the headers, the signature and the quotation of a real client; none of
it may come out at anybody else's end, and the game must be the one that the plain mails tell.
"""

import os
import re
from pathlib import Path

import msgspec
import pytest

from pbp.audit import audit_game
from pbp.game import facts as f
from pbp.scenario.load import load
from pbp.scenario.model import Owner, Scenario
from pbp.scenario.play import GAME, SETTINGS, Player
from tests.service.office import ref_of, text_of

FOLDER = Path(__file__).parents[1] / "scenarios"
FILES = sorted(FOLDER.rglob("*.yaml"))
TRIED = FILES if os.environ.get("PBP_FAULTS") == "full" else FILES[::6]
"""A sixth of them in the usual run; all with PBP_FAULTS=full (`make faults`)."""

PLAIN_PARTS = (
    "phases",
    "orders",
    "deaths",
    "counts",
    "notices",
    "posts",
    "mails",
    "fates",
    "notes",
)

CLIENT_HEADERS = (
    ("Received", "from laptop.private.invalid ([203.0.113.77]) by relay.private.invalid"),
    ("X-Mailer", "SecretClient 9.1 build zzq4711"),
    ("User-Agent", "SecretClient/9.1"),
    ("X-Originating-IP", "[203.0.113.77]"),
    ("Organization", "Hidden Works Ltd"),
)
SIGNATURE = "\n\n-- \nZhang Hidden\nHidden Works Ltd, +86 555 0100\nhidden@private.invalid"
CLIENT_WORDS = re.compile(
    r"SecretClient|203\.0\.113|private\.invalid|Hidden|555 0100|zzq4711|relay|laptop", re.IGNORECASE
)


class Dressed(Player):
    """A player whose people write with a real client: more headers, a signature below."""

    def _mail(self, spec, at):
        if spec.text and spec.raw is None and "\n-- \n" not in spec.text:
            spec = msgspec.structs.replace(spec, text=spec.text + SIGNATURE)
        if spec.raw is None:
            spec = msgspec.structs.replace(spec, headers=(*spec.headers, *CLIENT_HEADERS))
        return super()._mail(spec, at)


def hidden(scenario: Scenario) -> Scenario:
    """The scenario with owners whose names and addresses are like nothing else in it."""
    owners = {
        who: Owner(f"Ownername{number}zz", f"mailbox{number}zz@host{number}zz.invalid")
        for number, who in enumerate(scenario.game.owners)
    }
    return msgspec.structs.replace(
        scenario, game=msgspec.structs.replace(scenario.game, owners=owners)
    )


def name(path: Path) -> str:
    return path.relative_to(FOLDER).as_posix()


@pytest.mark.parametrize("path", TRIED, ids=name)
def test_a_scenario_is_derived_again_and_tells_nobody_who_its_people_are(path):
    player = Dressed(hidden(load(path)))
    with player.store:
        player.tell()
        facts_and_readings_are_derived_again(player)
        a_game_read_from_its_journal_is_the_game_that_was_played(player)
        no_owner_and_no_client_shows_in_what_others_get(player)
        nobody_sees_a_token_but_his_own(player)
        all_that_goes_out_is_marked_as_ours_and_has_one_name(player)


def facts_and_readings_are_derived_again(player: Player) -> None:
    found = audit_game(player.store, player.store.game(GAME), SETTINGS)
    assert found.first_difference is None, (found.expected, found.derived)
    assert found.readings == ()


def a_game_read_from_its_journal_is_the_game_that_was_played(player: Player) -> None:
    played, read = player.referee.live(GAME).play.table, player.referee.loaded(GAME).play.table
    for part in ("players", "ballots"):
        before, after = getattr(played, part), getattr(read, part)
        assert list(before) == list(after)
        for key in before:
            assert all(
                as_json(getattr(before[key], slot)) == as_json(getattr(after[key], slot))
                for slot in before[key].__slots__
            )
    for part in PLAIN_PARTS:
        assert as_json(getattr(played, part)) == as_json(getattr(read, part)), part


def as_json(value: object) -> bytes:
    return msgspec.json.encode(sorted(value) if isinstance(value, set) else value)


def no_owner_and_no_client_shows_in_what_others_get(player: Player) -> None:
    """Headers and words of each mail that goes out; only his own address is in his own mail."""
    owners = player.scenario.game.owners
    ended = [fact.at for fact in facts(player) if isinstance(fact, f.GameEnded)]
    for row in player.store.outbox_of(GAME):
        if ref_of(row).to == "gm":
            continue
        head = row.data.partition(b"\r\n\r\n")[0].decode()
        words = text_of(row)
        assert not CLIENT_WORDS.search(head)
        assert not CLIENT_WORDS.search(words), words
        for owner in owners.values():
            mine = owner.address == row.recipient
            assert mine or owner.address not in head
            assert owner.address not in words or mine
            at_end = bool(ended) and row.created_at >= ended[0]
            spoken = words.replace(f"旁观·{owner.name}", "")  # he speaks as himself (C-5.5)
            assert owner.name not in spoken or at_end, (row.kind, words)
            assert owner.name not in head


def nobody_sees_a_token_but_his_own(player: Player) -> None:
    """No reader sees another one's; his own never in a post's words.

    A substitute who takes a seat gets its token, and had one of his own before.
    """
    live = player.referee.live(GAME)
    for row in player.store.outbox_of(GAME):
        to, head = ref_of(row).to, row.data.partition(b"\r\n\r\n")[0].decode()
        tokens = live.tokens()
        his = {tokens.get(to), live.token(to)} if live.knows(to) else set()
        words = text_of(row)
        for token in tokens.values():
            assert token in his or token not in head + words
            assert "\nList-Id:" not in head or token not in words


def all_that_goes_out_is_marked_as_ours_and_has_one_name(player: Player) -> None:
    """Auto-Submitted and X-Loop on each mail; no two share a Message-ID."""
    rows = list(player.store.outbox_of(GAME))
    assert len({row.message_id for row in rows}) == len(rows)
    for row in rows:
        head = row.data.partition(b"\r\n\r\n")[0].decode()
        assert re.search(r"^Auto-Submitted: auto-", head, re.MULTILINE)
        assert re.search(r"^X-Loop: g41@games\.test\r$", head, re.MULTILINE)
        assert all(len(line) <= 998 for line in row.data.split(b"\r\n"))


def facts(player: Player) -> list[f.AnyFact]:
    return [f.from_bytes(fact.body) for fact in player.store.facts(GAME)]
