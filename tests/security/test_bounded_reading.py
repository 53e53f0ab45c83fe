"""What anybody can send is read within bounds, and nowhere else (docs/security.md, mail bombs)."""

import re
import time
from datetime import timedelta
from pathlib import Path

import pytest

from pbp.post.reader_process import BoundedReader
from tests.service.office import START, Office

ROOT = Path(__file__).parents[2] / "pbp"
READS = re.compile(
    r"^from pbp\.(?:letters\.opening import|language\.reader import .*\bread\b"
    r"|language\.gm_reader import .*\bread_commands\b|letters\.returned import .*\bread\b)",
    re.MULTILINE,
)
READERS = {
    "service/readers.py": "the readers themselves",
    "service/ordering.py": "what was typed at the machine itself",
    "reception/reception.py": "what a signed-in GM typed",
}
NIGHT, DAY = START + timedelta(hours=1), START + timedelta(hours=26)
LONG = 120_000
"""Characters that a reader gets through within its bounds, so that the rest is tried too."""
WRITES, BOARD = "gm", "board"
SECONDS = 5.0

MAILS = {
    "addresses": (BOARD, "灌水\n" + "a@" * (LONG // 2)),
    "numbers": (BOARD, "灌水\n" + "1 " * (LONG // 2)),
    "dots": (BOARD, "灌水\n" + "a." * (LONG // 2)),
    "letters of a token": (BOARD, "灌水\n" + "p" * LONG),
    "letters of a name": (BOARD, "灌水\n" + "P e r s o n " * (LONG // 12)),
    "handles": (BOARD, "灌水\n" + "阿甲说" * (LONG // 3)),
    "quoted arrows": (WRITES, "改票 阿乙\n" + ("> " + "→ " * 300 + "\n") * 390),
    "quoted brackets": (WRITES, "改票 阿乙\n" + ("> " + "[" * 600 + "\n") * 390),
    "quoted parentheses": (WRITES, "改票 阿乙\n" + ("> " + "(原票不变(" * 100 + "\n") * 390),
    "names of a sign-up": (WRITES, "报名 " + "王 " * (LONG // 2)),
    "a letter to the GM": (WRITES, "天神\n" + "x-1 " * (LONG // 4)),
    "a leave": (WRITES, "请假 " + "1d" * (LONG // 2)),
}
HEADERS = {
    "recipients": [("Cc", ", ".join(f"a{n}@x.test" for n in range(10_000)))],
    "senders": [("Sender", ", ".join(f"a{n}@x.test" for n in range(10_000)))],
    "references": [("References", " ".join([f"<p{'a' * 27}@games.test>"] * 10_000))],
    "signatures": [("DKIM-Signature", "v=1; a=rsa-sha256; d=owner3.test; s=s; h=from; b=AA")]
    * 3000,
    "results": [("Authentication-Results", "mx.games.test; dkim=pass header.d=x.test")] * 3000,
    "a result": [("Authentication-Results", "mx.games.test;" + " dkim=pass header.d=x;" * 9000)],
    "comments": [("Authentication-Results", "mx.games.test; " + "(" * 100_000)],
    "hops": [("Received", "from a by b; Tue, 03 Mar 2026 14:00:00 +0000")] * 3000,
    "a date": [("Date", "1 " * 100_000)],
}


def test_only_the_readers_open_mails_and_read_words():
    found = {
        str(path.relative_to(ROOT))
        for room in ("service", "post", "reception", "store", "board")
        for path in (ROOT / room).rglob("*.py")
        if READS.search(path.read_text(encoding="utf-8"))
    }
    assert found == set(READERS)


@pytest.fixture(scope="module")
def reader():
    made = BoundedReader()
    yield made
    made.close()


def day(reader) -> Office:
    """A game by day, with a vote that a mail can quote."""
    office = Office()
    office.tick(START + timedelta(hours=24))
    office.mail("小一", "投票 阿甲", START + timedelta(hours=25))
    office.referee.reader = reader
    return office


def takes_little(office: Office, text: str, to: str, auth: str, **how) -> None:
    before = time.process_time()
    office.mail("小一", text, DAY, to=to, auth=auth, **how)
    assert time.process_time() - before < SECONDS
    assert office.store.game(office.setup.id).state == "running"


@pytest.mark.parametrize("auth", ["none", "token"])
@pytest.mark.parametrize(("to", "text"), MAILS.values(), ids=MAILS)
def test_a_mail_that_is_made_to_be_slow_is_not(to, text, auth, reader):
    takes_little(day(reader), text, to, auth)


@pytest.mark.parametrize("headers", HEADERS.values(), ids=HEADERS)
def test_headers_that_are_made_to_be_slow_are_not(headers, reader):
    takes_little(day(reader), "投票 阿乙", "gm", "none", headers=headers)
