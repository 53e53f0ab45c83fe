"""The list of commands in the documents is that of the code; each says what it is for."""

from click.testing import CliRunner

from pbp.cli import main
from tests.house.command_pages import PAGE, every_command, page


def test_the_page_of_commands_is_made_from_the_code() -> None:
    """Where it is not: python -m tests.house.command_pages."""
    assert PAGE.read_text("utf-8") == page()


def test_every_command_says_what_it_does_and_what_each_option_is_for() -> None:
    for name, told in every_command(main, "pbp"):
        words = told.split("\n\n")
        assert len(words) > 1, name
        assert words[1].strip().endswith((".", ":")) or "Options" in words[2], name


def test_an_unknown_command_is_refused_with_status_2() -> None:
    wrong = CliRunner().invoke(main, ["nothing"])
    assert (wrong.exit_code, "No such command" in wrong.stderr) == (2, True)
