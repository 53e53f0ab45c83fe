"""`pbp serve` as a process: starts and stops as one command, and goes on where it was stopped."""

import json
import os
import re
import signal
import smtplib
import time
from datetime import datetime, timedelta

import pytest

from pbp.store import SqliteStore
from pbp.wiring import JOURNAL
from tests.server.conftest import House


def until(condition) -> None:
    """Wait for a condition of another process, a minute at most."""
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end, "it never came"
        os.sched_yield()


def unread(house: House) -> int:
    with SqliteStore.open(house.folder / "data" / JOURNAL, read_only=True) as store:
        return store.count_unread()


def private_address(house: House, owner: str) -> str:
    """The token address of a player, as he reads it in his seat notice."""
    until(lambda: house.mailbox(owner))
    found = [
        re.search(rb"<(gm\+g1\.[a-z2-7]+@games\.test)>", mail) for mail in house.mailbox(owner)
    ]
    return next(match[1].decode() for match in found if match)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_starts_and_stops_as_one_command(house: House, number):
    server = house.serve()
    assert re.match(r"listening on 127\.0\.0\.1 port \d+; Ctrl-C stops it\n", server.said)
    assert house.stop(server, number) == 0
    assert server.said.endswith("stopped; nothing is lost\n")
    assert not (house.folder / "data" / "control.sock").exists()


def test_a_second_server_on_the_same_folder_is_refused(house: House):
    server = house.serve()
    done = house.pbp("serve")
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"a server runs already on {house.folder / 'data'} (process ")
    assert house.stop(server) == 0


def test_a_data_folder_that_is_a_file_is_said_in_one_line(house: House):
    (house.folder / "data").write_text("mine")
    done = house.pbp("serve")
    assert done.returncode == 2
    assert re.match(r"\S+data: server\.data: no folder can be made there", done.stderr)
    assert done.stderr.count("\n") == 1


def test_a_port_that_is_taken_is_said_in_one_line(house: House):
    server = house.serve()
    port = server.said.split("port ")[1].split(";")[0]
    (house.folder / "other").mkdir()
    other = House(house.folder / "other")
    other.config.write_text(f"intake: {{smtp: {{port: {port}}}}}\n", encoding="utf-8")
    done = other.pbp("serve")
    assert done.returncode == 2
    assert f"intake.smtp.port: found {port}; another program listens there" in done.stderr
    assert "Traceback" not in done.stderr
    assert house.stop(server) == 0


def test_a_game_is_made_in_a_running_server_played_and_recorded_beside_it(house: House):
    server = house.serve()
    made = house.pbp("game", "new", house.game_file())
    assert (made.returncode, made.stderr) == (0, "")
    address = private_address(house, "w5@owner.test")
    house.mail(server, address, "祈祷 小二", "w5@owner.test")
    until(lambda: unread(house) == 0)
    record = house.record()
    assert [(m["from"], m["verdict"]) for m in record["mails"]] == [("小一", "accepted")]
    until(lambda: any(b"<1@client.test>" in mail for mail in house.mailbox("w5@owner.test")))
    assert json.loads(house.pbp("game", "list", "--json").stdout)["game"] == "g1"
    assert house.stop(server) == 0
    assert house.pbp("audit", "g1").returncode == 0


def test_unknown_recipients_are_refused_and_known_ones_taken(house: House):
    server = house.serve()
    house.pbp("game", "new", house.game_file())
    for stranger in ("nobody@games.test", "gm+g9@games.test", "gm@else.test"):
        with pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
            house.mail(server, stranger, "x")
        ((code, words),) = refused.value.recipients.values()
        assert code == 550
        assert b"g1" not in words
    house.mail(server, "gm+g1@games.test", "x")
    house.mail(server, "board+g1@games.test", "x")
    assert house.stop(server) == 0


def test_mail_that_was_acknowledged_just_before_kill_9_is_read_at_the_next_start(house: House):
    house.pbp("game", "new", house.game_file())
    server = house.serve()
    address = private_address(house, "w5@owner.test")
    for number in range(5):
        house.mail(server, address, f"祈祷 小{'一二三一二'[number]}", "w5@owner.test")
    server.kill()
    server.wait()
    server = house.serve()
    until(lambda: unread(house) == 0)
    assert house.stop(server) == 0
    record = house.record()
    assert len(record["mails"]) == 5
    assert [m["verdict"] for m in record["mails"]] == ["accepted"] + ["replaced"] * 4
    assert house.pbp("audit", "g1").returncode == 0


def test_a_deadline_that_passed_while_it_was_stopped_is_made_up_for_exactly(house: House):
    """C-2.9: mail from before the deadline counts, the close is made when the server is back."""
    house.pbp("game", "new", house.game_file("night: 20m, freeze: 0"))
    journal = house.folder / "data" / JOURNAL
    with SqliteStore.open(journal) as store:
        (entry,) = store.games()
        closes = entry.next_deadline
    shift = timedelta(hours=2)
    back_dated(house, shift)
    with SqliteStore.open(journal) as store:
        store.beat(closes - shift - timedelta(minutes=5))
    server = house.serve()
    assert house.stop(server) == 0
    night, day = house.record()["phases"]
    assert datetime.fromisoformat(night["closes"]) < datetime.fromisoformat(night["closed"])
    assert day["opens"] == night["closed"]
    assert house.pbp("audit", "g1").returncode == 0


def back_dated(house: House, shift: timedelta) -> None:
    """Make the game anew as if it had been made some hours ago: nobody waits for a clock."""
    import msgspec

    from pbp.config import load_config
    from pbp.service import setup
    from pbp.service.referee import Referee
    from pbp.wiring import renderer_of, settings_of

    config = load_config(house.config)
    journal = house.folder / "data" / JOURNAL
    with SqliteStore.open(journal) as store:
        row = store.game("g1")
        made = setup.from_bytes(row.config)
    journal.unlink()
    earlier = msgspec.structs.replace(made, starts=made.starts - shift)
    with SqliteStore.open(journal) as store:
        referee = Referee(store, settings_of(config), renderer_of(config))
        referee.new_game(earlier, row.secret, earlier.starts)
