"""What goes wrong with mail, one row a case: verdict, code, exact answer or none, and it is kept.

The answers stand in golden/bad-input.LOCALE.txt, as the writer reads them. PBP_GOLDEN=write makes
them anew; whoever does so reads the difference.
"""

import os
from datetime import timedelta
from pathlib import Path

import msgspec
import pytest

from pbp.game import facts as f
from pbp.service.addresses import write
from tests.service.office import (
    DAY,
    GAME,
    HOST,
    MX,
    SETTINGS,
    START,
    Office,
    opened,
    setup_for,
    text_of,
)

GOLDEN = Path(__file__).parent / "golden"
NIGHT, DAY_ONE = START + timedelta(hours=2), START + DAY + timedelta(hours=2)


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """One bad mail. dead: 小一 was killed in the first night. over: the game has ended.

    answers: how many mails come back to the writer. held: the writer's words are not published.
    """

    name: str
    who: str = "小一"
    text: str = ""
    verdict: str
    code: str | None
    answers: int = 1
    day: bool = False
    dead: bool = False
    over: bool = False
    how: dict = {}
    raw: bytes | None = None


PROOF = f"{MX}; dkim=pass header.d=stranger.test; dmarc=pass header.from=stranger.test"
LINE = b"x" * 70 + b"\r\n"


def mail(head: str, body: bytes) -> bytes:
    lines = (
        "From: private3@owner3.test",
        f"To: gm@{HOST}",
        "Message-ID: <raw@client.test>",
        head,
        "",
    )
    return "\r\n".join(lines).encode() + b"\r\n" + body


CASES = [
    Case(
        name="a stranger whom nothing vouches for",
        who="nobody@stranger.test",
        text="杀 小一",
        verdict="ignored",
        code="unknown_sender",
        answers=0,
    ),
    Case(
        name="a stranger whose domain vouches for him",
        who="nobody@stranger.test",
        text="杀 小一",
        verdict="asked",
        code="unknown_sender",
        how={"headers": [("Authentication-Results", PROOF)]},
    ),
    Case(
        name="a forged From: a player's address and nothing else",
        text="祈祷 小二",
        verdict="asked",
        code="unauthenticated",
        how={"auth": "from"},
    ),
    Case(name="an empty mail", text="", verdict="asked", code="unreadable"),
    Case(
        name="a charset that nobody can read",
        verdict="asked",
        code="unreadable",
        raw=mail(
            "Content-Type: text/plain; charset=x-martian\r\nContent-Transfer-Encoding: base64",
            b"/////v79/Pv6+fj39vX08/Lx8O/u7ezr6uno\r\n",
        ),
    ),
    Case(
        name="ten megabytes",
        verdict="refused",
        code="too_large",
        raw=mail("Content-Type: text/plain; charset=utf-8", LINE * (10 * 1024 * 1024 // 72)),
    ),
    Case(
        name="an order from the dead",
        text="祈祷 小二",
        verdict="refused",
        code="not_alive",
        day=True,
        dead=True,
    ),
    Case(
        name="an order for the dead",
        who="小二",
        text="祈祷 小一",
        verdict="refused",
        code="bad_target",
        day=True,
        dead=True,
    ),
    Case(name="an order of another role", text="杀 小二", verdict="refused", code="wrong_role"),
    Case(name="a name that nobody has", text="祈祷 西门吹雪", verdict="asked", code="unknown_name"),
    Case(
        name="a name that is nearly somebody's", text="祈祷 阿假", verdict="asked", code="near_miss"
    ),
    Case(name="a vote by night", text="投票 小二", verdict="refused", code="wrong_phase"),
    Case(
        name="an order after the end",
        text="祈祷 小二",
        verdict="refused",
        code="game_over",
        over=True,
    ),
    Case(
        name="a secret order on the board",
        text="祈祷 小二",
        verdict="held",
        code="secret_on_board",
        how={"to": "board"},
    ),
    Case(
        name="an automatic answer",
        text="祈祷 小二",
        verdict="ignored",
        code="automatic",
        answers=0,
        how={"headers": [("Auto-Submitted", "auto-replied")], "auth": "from"},
    ),
    Case(
        name="words in which nothing is found",
        text="今天天气不错，不知道说什么好",
        verdict="asked",
        code="unreadable",
    ),
    Case(
        name="an abstention where there is none",
        text="弃权",
        verdict="refused",
        code="not_permitted",
        day=True,
    ),
    Case(
        name="two targets in one vote",
        text="投票 小二 或者 小三",
        verdict="asked",
        code="ambiguous",
        day=True,
    ),
    Case(
        name="a killer's mail to the team from who has none",
        text="明天见",
        verdict="refused",
        code="wrong_role",
        how={"to": "team"},
    ),
]


def told(case: Case, locale: str) -> tuple[Office, list]:
    office = Office(setup_for(locale=locale))
    at = START + timedelta(hours=1)
    if case.dead:
        office.mail("阿甲", "杀 小一", at)
    if case.over:
        office.tick(START + 60 * DAY)
        at = START + 60 * DAY
    elif case.day:
        office.tick(DAY_ONE)
        at = DAY_ONE + timedelta(hours=1)
    else:
        at = NIGHT
    before = len(office.outbox())
    how = dict(case.how)
    letter = office.store_mail(case.who, case.text, at, raw=case.raw, **how)
    office.read(at)
    writer = office.address(case.who) if "@" not in case.who else case.who
    new = [row for row in office.outbox()[before:] if row.recipient == writer]
    assert office.store.letter(letter) is not None
    assert office.store.letter_read(letter).game == GAME
    return office, new


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name.replace(" ", "-"))
def test_a_bad_mail_has_its_verdict_its_answer_and_is_kept(case):
    office, new = told(case, "zh")
    heard = office.last_mail()
    assert (heard.verdict, heard.code) == (case.verdict, case.code)
    assert len(new) == case.answers
    assert (
        [x for x in office.facts() if isinstance(x, f.OrderCounted)] == [] or case.dead or case.over
    )
    orders = [o for o in office.table.orders.values() if o.mail == heard.n]
    assert all(order.state == "refused" for order in orders)
    assert not [post for post in office.table.posts if post.mail == heard.n]


@pytest.mark.parametrize("locale", ["zh", "en"])
def test_the_answers_are_these_words(locale):
    """Exact, case by case, in the game's language; private letters look alike at a glance."""
    found = []
    for case in CASES:
        _, new = told(case, locale)
        said = [f"{opened(row)['subject']}\n{text_of(row)}" for row in new]
        found.append(f"=== {case.name}\n" + ("".join(said) or "(no answer)\n"))
    words = "\n".join(found)
    golden = GOLDEN / f"bad-input.{locale}.txt"
    if os.environ.get("PBP_GOLDEN") == "write":
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(words, encoding="utf-8")
    assert words == golden.read_text(encoding="utf-8")
    if locale == "en":
        assert "Traceback" not in words


def test_an_answer_to_a_mail_with_broken_words_shows_them_without_their_machinery():
    """Headers, control characters and markup of the writer never come back as ours."""
    office = Office()
    (answer,) = office.mail(
        "小一", "\x1b[31m祈祷\x07 <script>alert(1)</script>\r\nBcc: everybody@else.test", NIGHT
    )
    message = opened(answer)
    assert message["bcc"] is None
    assert "\x1b" not in text_of(answer)
    assert "\x07" not in text_of(answer)


def test_a_second_delivery_is_ignored_and_the_same_words_in_a_new_mail_are_not():
    office = Office()
    first = office.mail("小一", "祈祷 小二", NIGHT, message_id="<one@client.test>")
    again = office.mail("小一", "祈祷 小二", NIGHT, message_id="<one@client.test>")
    assert (len(first), len(again)) == (1, 0)
    assert office.last_mail().code == "duplicate"
    anew = office.mail("小一", "祈祷 小二", NIGHT, message_id="<two@client.test>")
    assert len(anew) == 1
    assert office.last_mail().verdict == "accepted"


def test_mail_for_no_game_is_kept_and_answered_by_nobody():
    office = Office()
    before = len(office.outbox())
    letter = office.store_mail(
        "nobody@stranger.test", "报名 某人", NIGHT, recipient=write(SETTINGS, "gm")
    )
    office.read()
    assert office.store.letter_read(letter).game is None
    assert len(office.outbox()) == before


def test_mail_without_a_game_reaches_the_only_running_game_of_its_writer():
    """gm@HOST from a registered address: the game is understood (mail.md, Addresses)."""
    office = Office()
    office.store_mail(
        "小一",
        "祈祷 小二",
        NIGHT,
        recipient=write(SETTINGS, "gm"),
        headers=[
            ("Authentication-Results", f"{MX}; dkim=pass header.d=owner3.test"),
        ],
    )
    office.read()
    assert [o.actor for o in office.table.orders.values()] == ["小一"]
