"""`pbp` as one calls it: each mistake is told in plain lines with status 2, and no traceback."""

import json

import pytest

from tests.server.conftest import House


def fails(done, *words: str) -> None:
    assert done.returncode == 2, done.stdout
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    for word in words:
        assert word in done.stderr
    assert len(done.stderr.splitlines()) <= 12


def test_a_game_is_made_without_a_server_and_listed_and_recorded(house: House):
    made = house.pbp("game", "new", house.game_file())
    assert (made.returncode, made.stderr) == (0, "")
    assert made.stdout.startswith("game g1 has started; its first cut-off is ")
    listed = house.pbp("game", "list", "--json")
    rows = [json.loads(line) for line in listed.stdout.splitlines()]
    assert [(row["game"], row["ruleset"], row["state"]) for row in rows] == [
        ("g1", "prayer", "running")
    ]
    record = house.record()
    assert record["format"] == 1
    assert [phase["id"] for phase in record["phases"]] == ["N1"]
    assert {notice["to"] for notice in record["notices"] if notice["kind"] == "seat"} == set(
        record["players"]
    )


def test_games_are_listed_for_people_too(house: House):
    house.pbp("game", "new", house.game_file())
    assert "prayer" in house.pbp("game", "list").stdout


def test_games_are_called_after_the_prefix_of_their_server(house: House):
    house.config.write_text(
        house.config.read_text("utf-8").replace("host:", "game_prefix: b, host:")
    )
    file = house.game_file()
    assert house.pbp("game", "new", file).stdout.startswith("game b1 has started")
    assert house.pbp("game", "new", file).stdout.startswith("game b2 has started")


def test_an_audit_of_a_new_game_finds_it_identical(house: House):
    house.pbp("game", "new", house.game_file())
    done = house.pbp("audit", "g1")
    assert done.returncode == 0
    assert "identical" in done.stdout
    found = json.loads(house.pbp("audit", "g1", "--json").stdout)
    assert found["first_difference"] is None


def test_a_second_game_has_its_own_number(house: House):
    file = house.game_file()
    assert "game g1 " in house.pbp("game", "new", file).stdout
    assert "game g2 " in house.pbp("game", "new", file).stdout


def test_a_seed_in_a_game_file_is_refused(house: House):
    """C-3.5: a real game's chance comes from the operating system."""
    file = house.game_file()
    file.write_text(file.read_text(encoding="utf-8") + "  seed: 1\n", encoding="utf-8")
    fails(house.pbp("game", "new", file), "seed", "game.yaml")


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ("  cats: 1\n", ("cats", "game.yaml")),
        ("  timezone: Mars/Base\n", ("Mars/Base",)),
        ("  starts: yesterday\n", ("yesterday",)),
    ],
)
def test_what_is_wrong_in_a_game_file_is_said_with_its_line(house: House, more, words):
    fails(house.pbp("game", "new", house.game_file(more=more)), *words)
    assert not (house.folder / "data").exists()


def test_a_wrong_option_in_a_game_file_is_named(house: House):
    fails(house.pbp("game", "new", house.game_file("nihgt: 24h")), "nihgt")


def test_a_game_file_that_is_not_there_is_named(house: House):
    done = house.pbp("game", "new", house.folder / "nothing.yaml")
    assert done.returncode == 2
    assert "nothing.yaml" in done.stderr
    assert "Traceback" not in done.stderr


def test_all_mistakes_of_a_configuration_are_told_at_once(house: House):
    house.configure("serverr: {}\nlimits: {mail_max: much}\ndelivery: {transport: pigeon}\n")
    done = house.pbp("serve")
    fails(done, "serverr", "mail_max", "much", "pigeon", "config.yaml")


def test_a_record_of_a_game_that_is_not_there_names_those_that_are(house: House):
    fails(house.pbp("record", "g1"), "pbp game new")
    house.pbp("game", "new", house.game_file())
    fails(house.pbp("record", "g7"), "g7", "g1")
    fails(house.pbp("audit", "g7"), "g7", "g1")


def test_a_journal_that_is_no_journal_is_said_so(house: House):
    (house.folder / "data").mkdir()
    (house.folder / "data" / "journal.sqlite").write_bytes(b"no journal at all, just words\n" * 99)
    fails(house.pbp("serve"), "journal")
    fails(house.pbp("record", "g1"), "journal")


def test_templates_that_cannot_be_used_are_named(house: House):
    house.configure("")
    house.config.write_text(
        house.config.read_text(encoding="utf-8").replace(
            "host: games.test", "host: games.test, templates_dir: nowhere"
        ),
        encoding="utf-8",
    )
    fails(house.pbp("serve"), "templates_dir")


def test_a_process_ends_with_status_2_and_plain_lines_too(house: House):
    """The same as a shell sees it."""
    fails(house.program("record", "g1"), "pbp game new")
