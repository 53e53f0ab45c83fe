"""`pbp gm` without a command: the desk shows, asks, previews, does, undoes, and leaves cleanly."""

import json
import os
import pty
import subprocess

import pytest
from click.testing import CliRunner
from prompt_toolkit.application import create_app_session
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from pbp.cli import main
from pbp.desk.loop import AT_ONCE, DRAFTS, WRITTEN, word_of
from pbp.desk.talk import Terminal, completer_of
from pbp.language.gm_words import ANSWERS, FORMS
from tests.server.conftest import environment


def sit(house, *lines: str, game: tuple[str, ...] = ()):
    """What the desk says to somebody who types these lines."""
    typed = "".join(f"{line}\n" for line in lines)
    done = CliRunner().invoke(main, ["gm", *game, "--config", str(house.config)], input=typed)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done


@pytest.fixture
def at_game(house):
    assert house.pbp("game", "new", house.game_file()).returncode == 0
    return house


def closes(house) -> str:
    return house.record()["phases"][0]["closes"]


def test_it_lists_the_games_and_opens_the_one_that_is_named_by_number(at_game) -> None:
    done = sit(at_game, "7", "1", "q")
    assert done.exit_code == 0
    assert "1  g1 · prayer · 进行中 · 下一个截止" in done.stdout
    assert "没有这一局：7" in done.stdout
    assert "g1 · 第一夜" in done.stdout
    assert done.stdout.rstrip().endswith("再见。各局照常进行。")


def test_each_command_is_shown_first_and_done_only_after_a_yes(at_game) -> None:
    before = closes(at_game)
    done = sit(at_game, "延长 12h", "n", game=("g1",))
    assert "照办吗" in done.stdout
    assert "没有做。" in done.stdout
    assert closes(at_game) == before
    done = sit(at_game, "延长 12h", "y", "撤销", game=("g1",))
    assert "要反悔" in done.stdout
    assert closes(at_game) == before
    assert any(post["kind"] == "extension" for post in at_game.record()["posts"])


def test_a_wrong_command_is_answered_and_nothing_is_asked(at_game) -> None:
    done = sit(at_game, "延长", "胡说", game=("g1",))
    assert done.exit_code == 0
    assert "照办吗" not in done.stdout
    assert done.stdout.count("没有做") == 2


def test_a_question_is_answered_by_its_number_and_that_of_a_ready_answer(at_game) -> None:
    at_game.pbp("gm", "g1", "pause", "12h")
    at_game.pbp("gm", "g1", "暂停")
    seen = sit(at_game, game=("g1",))
    assert "待答的问题" in seen.stdout
    done = sit(at_game, "1", "", "1", "9", "1", "1", "y", game=("g1",))
    assert done.stdout.count("没有做。") == 2
    after = sit(at_game, game=("g1",))
    assert "没有待答的问题。" in after.stdout


def test_a_question_can_be_put_off(at_game) -> None:
    at_game.pbp("gm", "g1", "暂停")
    done = sit(at_game, "1", "2", "12h", "y", game=("g1",))
    assert done.exit_code == 0, done.stdout
    assert "待答的问题" in sit(at_game, game=("g1",)).stdout


def test_a_text_is_typed_below_shown_and_sent_after_a_yes(at_game) -> None:
    done = sit(at_game, "公告", "今晚停电，请早些来信。", ".", "y", game=("g1",))
    assert "开头：今晚停电" in done.stdout
    posts = [post["text"] for post in at_game.record()["posts"] if post["kind"] == "announcement"]
    assert any("今晚停电" in text for text in posts)
    unsent = sit(at_game, "公告", ".", "公告", "算了。", ".", "n", game=("g1",))
    assert unsent.stdout.count("没有做。") == 2
    assert "算了" not in "".join(post["text"] for post in at_game.record()["posts"])


def test_what_only_looks_is_shown_at_once_and_help_names_every_command(at_game) -> None:
    done = sit(at_game, "?", "full", "为何 N1", "", game=("g1",))
    assert "照办吗" not in done.stdout
    assert all(form.words[0] in done.stdout for form in FORMS)


def test_the_end_of_the_input_leaves_as_q_does(at_game) -> None:
    assert sit(at_game).exit_code == 0
    assert sit(at_game, "延长 12h", game=("g1",)).exit_code == 0
    assert sit(at_game, "公告", "半句", game=("g1",)).exit_code == 0
    assert not [post for post in at_game.record()["posts"] if post["kind"] == "announcement"]


def test_the_desk_of_an_english_game_speaks_english(house) -> None:
    house.configure("")
    file = house.game_file()
    file.write_text(file.read_text("utf-8").replace("prayer\n", "prayer\n  locale: en\n"), "utf-8")
    assert house.pbp("game", "new", file).returncode == 0
    done = sit(house, "extend 12h", "n", game=("g1",))
    assert "Do it?" in done.stdout
    assert "Goodbye." in done.stdout


def test_what_was_entered_at_the_machine_is_named_by_its_number(at_game) -> None:
    players = at_game.record()["players"].items()
    killer = next(who for who, player in players if player["role"] == "killer")
    given = at_game.pbp("gm", "g1", "代令", killer, "过", "--json")
    (row,) = json.loads(given.stdout)["rows"]
    assert row["number"]
    assert at_game.pbp("gm", "g1", "作废", row["number"]).returncode == 0
    assert "没有做" in at_game.pbp("gm", "g1", "作废", row["number"]).stdout


def test_wrong_use_is_named_on_standard_error(house) -> None:
    nothing = sit(house)
    assert (nothing.exit_code, "pbp game new" in nothing.stderr) == (2, True)
    house.pbp("game", "new", house.game_file())
    unknown = sit(house, game=("g9",))
    assert (unknown.exit_code, "there are: g1" in unknown.stderr) == (2, True)
    no_command = house.pbp("gm", "g1", "--json")
    assert (no_command.returncode, "pbp gm g1 status --json" in no_command.stderr) == (2, True)


@pytest.mark.parametrize(("word", "told"), [(" ", "empty"), ("\udcff", "UTF-8")], ids=["no", "bad"])
def test_a_command_that_is_none_is_refused_and_not_left_without_an_answer(at_game, word, told):
    done = at_game.pbp("gm", "g1", word)
    assert (done.returncode, told in done.stderr, "pbp gm g1" in done.stderr) == (2, True, True)


def test_with_a_running_server_it_goes_through_the_server(at_game) -> None:
    server = at_game.serve()
    try:
        done = sit(at_game, "延长 12h", "y", game=("g1",))
    finally:
        at_game.stop(server)
    assert "要反悔" in done.stdout
    acts = at_game.pbp("acts").stdout
    assert "延长 12h" in acts
    assert "desk" not in acts


def test_every_word_is_either_tried_first_or_named_as_one_that_is_not() -> None:
    assert set(WRITTEN) >= AT_ONCE | DRAFTS
    assert word_of("延长 12h") == "extend"
    assert word_of("延 3 12h") == "postpone"
    assert word_of("开放报名") == "open signup"
    assert word_of("killing time") == ""
    assert all(len(words) >= 2 for words in ANSWERS.values())


def test_at_a_terminal_commands_are_offered_and_ctrl_d_leaves() -> None:
    offered = completer_of(["extend", "延长", "警告 阿甲", "警告 小一"])

    def begun(line: str) -> list[str]:
        found = offered.get_completions(Document(line), CompleteEvent())
        return [each.text for each in found]

    assert begun("ext") == ["extend"]
    assert begun("警告") == ["警告 阿甲", "警告 小一"]
    with create_pipe_input() as typed, create_app_session(input=typed, output=DummyOutput()):
        talk = Terminal()
        typed.send_text(" extend 12h \r")
        assert talk.ask("> ", ["extend"]) == "extend 12h"
        typed.send_text("\x04")
        assert talk.ask("> ") is None
        typed.send_text("\x03")
        assert talk.ask("> ") is None


def test_it_runs_at_a_real_terminal(at_game) -> None:
    ours, theirs = pty.openpty()
    desk = subprocess.Popen(
        at_game.command("gm", "g1"),
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**environment(), "TERM": "xterm"},
        start_new_session=True,
    )
    os.close(theirs)
    said = b""
    while b"g1>" not in said:
        said += os.read(ours, 4096)
    os.write(ours, b"\x1b[1;1Rq\r")
    try:
        while more := os.read(ours, 4096):
            said += more
    except OSError:
        pass  # the other end has closed
    os.close(ours)
    assert desk.wait(timeout=60) == 0
    assert "再见".encode() in said
