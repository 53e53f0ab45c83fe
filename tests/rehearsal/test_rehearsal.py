"""`pbp game new --rehearse`: bots play the GM's own set-up, and he sees what players would get."""

import email
import re
from email.policy import default

from tests.house.sources import ROOT

GM = "referee@gm.test"

PLAN = """
game:
  ruleset: prayer
  seats: 5
  options: {killers: 1, villagers: 4, night: 8h}
  signup_closes: 2099-03-01 20:00
"""


def mails(folder, box: str) -> list[bytes]:
    return [path.read_bytes() for path in sorted((folder / "mailboxes" / box / "new").iterdir())]


def test_a_cast_is_played_to_its_end_and_nothing_is_left_but_mails(house) -> None:
    into = house.folder / "seen"
    done = house.pbp("game", "new", house.game_file(), "--rehearse", "--into", into, "--mail-to-me")
    assert done.returncode == 0, done.stderr + done.stdout
    said = re.search(
        r"the game: (?:won by|a draw of) (?:killers|villagers), in ([DRN])(\d); "
        r"(\d+) nights?, ([\d.]+) (?:hours|days) from the first to the end",
        done.stdout,
    )
    assert said, done.stdout
    assert int(said[3]) == int(said[2])
    assert float(said[4]) > 0
    assert "audit: the same comes of its mails once more" in done.stdout
    for box in ("player1@rehearsal.invalid", "referee@gm.test"):
        assert str(into / "mailboxes" / box / "new") in done.stdout
        assert mails(into, box)
    assert "killer" in done.stdout
    assert len(mails(into, "player1@rehearsal.invalid")) > 5
    assert b"w5@owner.test" not in b"".join(mails(into, "player3@rehearsal.invalid"))
    own = house.mailbox("referee@gm.test")
    assert f"mailed to referee@gm.test: {len(own)}" in done.stdout
    assert len(own) > 20
    assert not (house.folder / "data" / "journal.sqlite").exists()


def test_in_phases_of_minutes_the_bots_are_in_time(house) -> None:
    example, into = ROOT / "examples" / "first-game.yaml", house.folder / "seen"
    done = house.pbp("game", "new", example, "--rehearse", "--into", into)
    assert done.returncode == 0, done.stderr + done.stdout
    assert re.search(r"nights?, \d+ minutes from the first to the end", done.stdout), done.stdout
    parsed = [email.message_from_bytes(raw, policy=default) for raw in mails(into, GM)]
    bodies = [post.get_body(("plain",)) for post in parsed if "票型" in post["Subject"]]
    votes = [body.get_content() for body in bodies if body is not None]
    assert votes
    assert not [said for said in votes if "未投" in said]


def test_a_sign_up_is_rehearsed_from_the_invitation_on(house) -> None:
    plan = house.folder / "plan.yaml"
    plan.write_text(PLAN, "utf-8")
    into = house.folder / "seen"
    done = house.pbp("game", "new", plan, "--rehearse", "--into", into)
    assert done.returncode == 0, done.stderr + done.stdout
    first = mails(into, "player1@rehearsal.invalid")[0].decode("utf-8", "replace")
    assert "g1" in first
    assert house.mailbox("referee@gm.test") == []


def test_wrong_use_is_named_with_an_example(house) -> None:
    alone = house.pbp("game", "new", house.game_file(), "--mail-to-me")
    assert (alone.returncode, "--rehearse" in alone.stderr) == (2, True)
    (house.folder / "taken").mkdir()
    (house.folder / "taken" / "mine").write_text("x", "utf-8")
    words = ("game", "new", house.game_file(), "--rehearse", "--into", house.folder / "taken")
    taken = house.pbp(*words)
    assert (taken.returncode, "--into" in taken.stderr) == (2, True)
    assert not (house.folder / "data").exists() or not (house.folder / "data" / "g1").exists()
