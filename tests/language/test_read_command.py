"""`pbp read FILE.eml…`: one JSON object a mail, in order, whatever the bytes and the locale."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from pbp.cli import main
from pbp.reading import Wanted, answer

KEYS = [
    "file",
    "from",
    "to",
    "subject",
    "message_id",
    "in_reply_to",
    "text",
    "dropped",
    "automatic",
    "readings",
    "problem",
]
HANDLES = ("阿甲", "小一", "小二")


def mail(text: str, subject: str = "[g41]", to: str = "gm+g41.k7m2x9q4t8w3@games.test") -> bytes:
    """Write a plain mail."""
    head = f"From: Lin <linxd@example.com>\r\nTo: {to}\r\nSubject: {subject}\r\n"
    head += "Message-ID: <m1@example.com>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
    return (head + text).encode()


def run(*arguments: str) -> Result:
    """Call `pbp read`."""
    return CliRunner().invoke(main, ["read", *arguments])


def read_one(raw: bytes, **wanted: Any) -> dict[str, Any]:
    """Give the answer to one mail."""
    return answer("x.eml", raw, Wanted(**{"handles": HANDLES, **wanted}))


def test_each_mail_gives_one_line_in_order_with_all_keys(tmp_path: Path) -> None:
    for name, text in (("b", "杀 小一\n夜深了"), ("a", "投票 小二")):
        (tmp_path / f"{name}.eml").write_bytes(mail(text))
    result = run(str(tmp_path / "b.eml"), str(tmp_path / "a.eml"), "--handles", "阿甲,小一, 小二")
    assert result.exit_code == 0
    first, second = map(json.loads, result.stdout.splitlines())
    assert [list(first), list(second)] == [KEYS, KEYS]
    assert first["file"] == str(tmp_path / "b.eml")
    assert first["from"] == "linxd@example.com"
    assert first["readings"] == [{"kind": "kill", "targets": ["小一"], "text": "夜深了"}]
    assert second["readings"] == [{"kind": "vote", "targets": ["小二"], "text": ""}]


def test_a_file_that_cannot_be_read_is_named_and_the_others_are_printed(tmp_path: Path) -> None:
    (tmp_path / "a.eml").write_bytes(mail("杀 小一"))
    result = run(str(tmp_path / "none.eml"), str(tmp_path), str(tmp_path / "a.eml"))
    assert result.exit_code == 2
    assert len(result.stdout.splitlines()) == 1
    assert "none.eml" in result.stderr
    assert len(result.stderr.splitlines()) == 2


def test_a_game_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "a.eml").write_bytes(mail("杀 小一"))
    result = run(str(tmp_path / "a.eml"), "--game", "g41")
    assert result.exit_code == 2
    assert "g41" in result.stderr
    assert result.stdout == ""


def test_without_a_file_it_says_how_it_is_called() -> None:
    result = run()
    assert result.exit_code == 2
    assert "FILE.eml" in result.stderr


@pytest.mark.parametrize("locale", ["C", "POSIX", "en_US.ISO-8859-1"])
def test_the_output_is_utf8_whatever_the_locale(tmp_path: Path, locale: str) -> None:
    (tmp_path / "信.eml").write_bytes(mail("杀 小一\n夜深了😀"))
    environment = {"LC_ALL": locale, "LANG": locale, "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    call = "from pbp.cli import main; main()"
    words = [sys.executable, "-c", call, "read", str(tmp_path / "信.eml"), "--handles", "小一"]
    done = subprocess.run(words, env=environment, capture_output=True, check=True)
    told = json.loads(done.stdout.decode())
    assert told["readings"][0]["text"] == "夜深了😀"
    assert "😀" in done.stdout.decode()


@pytest.mark.parametrize(
    ("to", "given", "host", "kinds"),
    [
        ("gm+g41.k7@games.test", "gm", None, []),
        ("board+g41.k7@games.test", "gm", None, ["chat"]),
        ("board+g41@games.test", "gm", "games.test", ["chat"]),
        ("board+g41@games.test", "gm", "other.test", []),
        ("board+g41@games.test, gm+g41.k7@games.test", "gm", None, []),
        ("team+g41.k7@games.test, board+g41@games.test", "gm", None, []),
        ("someone@example.org", "gm", None, []),
        ("someone@example.org", "board", None, ["chat"]),
        ("board@example.org, gm@games.test", "gm", "games.test", []),
    ],
)
def test_the_to_line_says_where_it_goes_and_the_more_secret_place_wins(
    to: str, given: str, host: str | None, kinds: list[str]
) -> None:
    told = read_one(mail("大家好", to=to), to=given, host=host)
    assert [reading["kind"] for reading in told["readings"]] == kinds


def test_a_plain_name_is_a_vote_where_the_mail_answers_a_vote_thread() -> None:
    told = read_one(mail("小二", subject="Re: [g41] 第一天投票"), phase="day")
    assert told["readings"] == [{"kind": "vote", "targets": ["小二"], "text": ""}]
    assert read_one(mail("小二", subject="Re: [g41] 第二夜"), phase="night")["readings"] == []


def test_automatic_mail_has_no_readings_and_no_problem() -> None:
    raw = b"Auto-Submitted: auto-replied\r\n" + mail("杀 小一")
    told = read_one(raw)
    assert (told["automatic"], told["readings"], told["problem"]) == ("auto_reply", [], None)


def test_what_is_doubtful_shows_no_single_target() -> None:
    told = read_one(mail("投票 小"))
    assert told["readings"] == [{"kind": "vote", "targets": [], "text": ""}]
    assert told["problem"] == "near_miss"


def test_a_question_is_shown_with_the_word_that_was_written() -> None:
    assert read_one(mail("票数"))["readings"][0] == {"kind": "ask", "targets": [], "text": "票数"}


@given(st.one_of(st.binary(max_size=300), st.text(max_size=200).map(str.encode).map(lambda b: b)))
def test_any_bytes_give_an_answer_that_is_json(raw: bytes) -> None:
    told = json.dumps(read_one(raw), ensure_ascii=False)
    assert list(json.loads(told)) == KEYS
