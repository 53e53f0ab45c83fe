"""`pbp login`: a line for the file of those who may log in."""

from pathlib import Path

from click.testing import CliRunner

from pbp.cli import main
from pbp.post.logins import Logins


def test_a_login_is_one_line_that_lets_its_owner_in(tmp_path: Path):
    done = CliRunner().invoke(main, ["login", "Li@Example.org"], input="a word\n")
    assert (done.exit_code, done.stdout.count("\n")) == (0, 1)
    assert "a word" not in done.output
    path = tmp_path / "users"
    path.write_text(done.stdout, "utf-8")
    assert Logins(path).check("li@example.org", "a word") == "li@example.org"
    assert Logins(path).check("li@example.org", "another") is None


def test_without_an_address_or_a_password_there_is_no_line():
    for words, typed in ((["li"], "x\n"), (["li@example.org"], "\n"), (["a b@c.org"], "x\n")):
        done = CliRunner().invoke(main, ["login", *words], input=typed)
        assert done.exit_code == 2
        assert done.stdout == ""
