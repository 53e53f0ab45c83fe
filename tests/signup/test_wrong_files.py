"""A game file that cannot be: each mistake with file, line, key, what is there and what may be."""

from pathlib import Path

import pytest

from tests.signup.test_new_game import new

HEAD = "title: A game\ngame:\n  ruleset: prayer\n"
CAST = "  cast: {阿甲: killer, 阿乙: killer, 小一: villager, 小二: villager, 小三: villager}\n"
PLAN = "game:\n  ruleset: prayer\n  seats: 9\n  signup_closes: 2099-03-01 20:00\n"
GAME_KEYS = "ruleset, locale, timezone, starts, seed, checkin, options, cast, owners, substitutes"


def told(tmp_path: Path, content: str | bytes) -> list[str]:
    """What is said of a file, a line a mistake, without its name."""
    file = tmp_path / "game.yaml"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    done = new(tmp_path, str(file))
    assert done.exit_code == 2, done.output
    assert done.stdout == ""
    assert not (tmp_path / "data").exists()
    lines = done.stderr.splitlines()
    assert all(line.startswith(f"{file}:") for line in lines), done.stderr
    return [line.removeprefix(f"{file}:") for line in lines]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", ["1: the file is empty; allowed: title, game"]),
        ("# nothing yet\n", ["1: the file is empty; allowed: title, game"]),
        ("- a\n", ["1: a list of 1 must be keys and values; allowed: title, game"]),
        ("hello\n", ["1: “hello” must be keys and values; allowed: title, game"]),
        ("game:\n", ["1: game: null must be keys and values"]),
        ("title: A\n", ["1: the key game is missing"]),
        (
            HEAD.encode() + "  # 你好\n".encode("gb18030") + CAST.encode(),
            ["4: is not UTF-8; save it once more as UTF-8 (Notepad: Save as, Encoding)"],
        ),
        (
            f"{HEAD}\tlocale: zh\n",
            ["4: not YAML: found character '\\t' that cannot start any token"],
        ),
        ("game: " + "[" * 3000, ["1: not YAML: nested too deeply"]),
    ],
    ids=["empty", "remark", "list", "word", "no value", "no game", "gb18030", "tab", "deep"],
)
def test_what_is_no_game_file_at_all_is_said_so(tmp_path: Path, content, said) -> None:
    assert told(tmp_path, content) == said


def test_a_byte_order_mark_is_nothing(tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    file.write_bytes(b"\xef\xbb\xbf" + (HEAD + CAST).encode())
    assert new(tmp_path, str(file)).exit_code == 0


def test_a_title_may_be_left_out(tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    file.write_text((HEAD + CAST).partition("\n")[2], "utf-8")
    assert new(tmp_path, str(file)).exit_code == 0


def test_all_mistakes_of_a_cast_are_told_at_once_with_the_nearest_name(tmp_path: Path) -> None:
    content = (
        "titlle: A\n"
        "game:\n"
        "  ruleset: prayer\n"
        "  timezone: Asia/Shangai\n"
        "  starts: 2099-13-40 25:00\n"
        "  optionz: {}\n"
        "  options: {nightt: 24h}\n"
        "  options: {}\n"
        "  cast: {阿甲: kiler, 小一: 7, 小二: {a: 1}, 小三: villager}\n"
        "mails: [{at: 1}]\n"
        "ruleset: prayer\n"
    )
    zone, time, key, option, again, *cast = told(tmp_path, content)[1:-2]
    assert told(tmp_path, content)[0] == (
        "1: titlle: unknown key; did you mean “title”?; allowed: title, game"
    )
    assert zone == (
        "4: game.timezone: “Asia/Shangai” is no time zone; did you mean “Asia/Shanghai”?; "
        "allowed: a name such as Asia/Shanghai"
    )
    assert time == (
        "5: game.starts: “2099-13-40 25:00” is no time (month must be in 1..12); "
        "allowed: 2026-03-02 20:00 or 2026-03-02 20:00:59"
    )
    assert key == f"6: game.optionz: unknown key; did you mean “options”?; allowed: {GAME_KEYS}"
    assert option.startswith(
        '7: game.options.nightt: unknown option; did you mean "night"?; allowed'
    )
    assert again == "8: game.options: the key is repeated (first in line 7)"
    assert cast == [
        "9: game.cast.小一: “7” must be a role (three_lives: start, past, present, next)",
        "9: game.cast.小二: {a: …} is no role; allowed: killer, villager",
        "9: game.cast.阿甲: “kiler” is no role; did you mean “killer”?; allowed: killer, villager",
    ]
    assert told(tmp_path, content)[-2:] == [
        "10: mails: unknown key; allowed: title, game",
        "11: ruleset: unknown key; it stands below game; allowed: title, game",
    ]


def test_all_mistakes_of_a_plan_are_told_at_once(tmp_path: Path) -> None:
    content = (
        "game:\n"
        "  ruleset: [prayer]\n"
        "  locale: {zh: 1}\n"
        "  timezone: {a: b}\n"
        "  seats: 2.5\n"
        "  signup_closes: yesterday\n"
        "  starts: [1]\n"
        "  handlez: [a]\n"
        "  handles: [1, w@x.test]\n"
        "  beacon: [a]\n"
        "  story: {a: b}\n"
        "  options: 3\n"
        "titlle: A\n"
    )
    assert told(tmp_path, content) == [
        "2: game.ruleset: a list of 1 is not allowed; allowed: prayer, three_lives, seven_kill",
        "3: game.locale: {zh: …} is not allowed; allowed: zh, en",
        "4: game.timezone: {a: …} is no time zone; allowed: a name such as Asia/Shanghai",
        "5: game.seats: “2.5” must be a whole number from 1 to 99",
        "6: game.signup_closes: “yesterday” is no time; "
        "allowed: 2026-03-02 20:00 or 2026-03-02 20:00:59",
        "7: game.starts: a list of 1 is no time; allowed: 2026-03-02 20:00 or 2026-03-02 20:00:59",
        "8: game.handlez: unknown key; did you mean “handles”?; allowed: ruleset, locale, "
        "timezone, seats, signup_closes, starts, options, handles, beacon, story",
        "9: game.handles.1: “1” cannot be a handle",
        "9: game.handles.2: “w@x.test” cannot be a handle",
        "10: game.beacon: a list of 1 must be a text",
        "11: game.story: {a: …} must be a text",
        "12: game.options: “3” must be keys and values",
        "13: titlle: unknown key; did you mean “title”?; allowed: title, game",
    ]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (
            "  handles: [青石, 青石, 晨风]\n  options: {killers: 2, villagers: 9}\n",
            [
                "3: game.seats: 9 seats, but the set-up has 11 roles",
                "5: game.handles: 9 seats, but only 3 handles",
                "5: game.handles: the handles 青石 and 青石 are too alike (same)",
            ],
        ),
        (
            "  starts: 9999-12-31 23:59\n",
            [
                "5: game.starts: “9999-12-31 23:59” is no time (the year must be in 1970..2199); "
                "allowed: 2026-03-02 20:00 or 2026-03-02 20:00:59"
            ],
        ),
    ],
    ids=["what fits together", "the end of time"],
)
def test_what_cannot_be_played_is_told_with_its_place(tmp_path: Path, more, said) -> None:
    assert told(tmp_path, PLAN + more) == said


@pytest.mark.parametrize("starts", ["9999-12-31 23:59", "0001-01-01 00:00"])
def test_a_time_that_no_clock_shows_is_told(tmp_path: Path, starts: str) -> None:
    (said,) = told(tmp_path, f"{HEAD}{CAST}  starts: {starts}\n")
    assert said.startswith(
        f"5: game.starts: “{starts}” is no time (the year must be in 1970..2199)"
    )


def test_a_file_that_may_not_be_read_is_named(tmp_path: Path, monkeypatch) -> None:
    file = tmp_path / "game.yaml"
    file.write_text(HEAD + CAST, "utf-8")

    def refused(self: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "read_bytes", refused)
    done = new(tmp_path, str(file), "--config", "/dev/null")
    assert done.exit_code == 2
    assert done.stderr.count("cannot be read: Permission denied") == 1


def test_a_folder_is_no_game_file(tmp_path: Path) -> None:
    done = new(tmp_path, str(tmp_path))
    assert done.exit_code == 2
    assert "is a directory" in done.stderr
