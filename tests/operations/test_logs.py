"""The log: one line an event, its fields by name, and never a word of a mail or an error."""

import io
import json
import logging
import re

import pytest

from pbp import logs


@pytest.fixture
def written(request):
    """What is logged in a format, line by line; the log is as it was afterwards."""
    root, ours = logging.getLogger(), logging.getLogger("pbp")
    before = root.handlers[:], root.level, ours.level
    stream = io.StringIO()
    logs.configure(request.param, "info", stream)
    yield lambda: stream.getvalue().splitlines()
    root.handlers[:], level, own = before
    root.setLevel(level)
    ours.setLevel(own)


both = pytest.mark.parametrize("written", ["text", "json"], indirect=True)


@pytest.mark.parametrize("written", ["json"], indirect=True)
def test_a_line_of_json_has_the_event_and_its_fields_with_their_types(written):
    logging.getLogger("pbp.post").warning("mail given up: mail=%d, attempts=%d", 7, 3)
    (line,) = map(json.loads, written())
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", line.pop("time"))
    assert line == {
        "level": "warning",
        "logger": "pbp.post",
        "event": "mail given up",
        "mail": 7,
        "attempts": 3,
    }


@pytest.mark.parametrize("written", ["text"], indirect=True)
def test_a_line_of_text_has_the_same(written):
    logging.getLogger("pbp.post").warning("mail given up: mail=%d, attempts=%d", 7, 3)
    (line,) = written()
    assert line.endswith("Z WARNING pbp.post mail given up: mail=7, attempts=3")


@both
def test_an_event_is_one_line_whatever_stands_in_its_fields(written):
    logging.getLogger("pbp").warning("a thing: name=%s", "one\r\ntwo\u2028three\x1b[31m")
    assert len(written()) == 1
    assert "\x1b" not in written()[0]


@both
def test_an_error_is_named_by_type_and_place_and_not_by_its_words(written):
    try:
        {}["阿甲"]
    except KeyError:
        logging.getLogger("pbp").exception("a game stopped: game=%s", "g1")
    (line,) = written()
    assert "KeyError at test_logs.py:" in line
    assert "阿甲" not in line
    assert "\\u963f" not in line
    assert "Traceback" not in line


@both
def test_a_library_is_heard_from_warning_on_and_its_words_are_left_out(written):
    logging.getLogger("asyncio").info("x@owner.test connected")
    logging.getLogger("asyncio").warning("x@owner.test %s", "小一")
    (line,) = written()
    assert "a library says" in line
    assert "owner" not in line
    assert "小一" not in line
