"""A whole game from sign-up to the closing report, and what each of its people was mailed."""

from datetime import timedelta
from email import message_from_bytes, policy
from functools import cache
from typing import Any

from tests.signup.house import CLOSES, GM_ADDRESS, NAMES, House, address_of

PLAYERS = NAMES[:6]


def play(house: House, *, chatty: bool = True) -> House:
    """Killers do nothing, everybody votes one killer out a day; the villagers win."""
    house.fill(6)
    house.until(CLOSES)
    for name in PLAYERS:
        house.mail(address_of(name), "签到")
    killers = [who for who, p in house.table.players.items() if p.role == "killer"]
    owner = dict(house.table.start.names)
    for victim in killers:
        if chatty:
            for name in PLAYERS[:3]:
                house.mail(address_of(name), "收据")
        house.until(house.table.phase.closes)
        for who in house.table.living():
            house.mail(address_of(owner[who]), f"投票 {victim}")
        house.until(house.table.phase.closes)
    assert house.table.ended is not None
    assert house.table.ended.winners == ("villagers",)
    return house


@cache
def whole_game() -> House:
    house = play(House(options={"pot": "100", "unit": "金币"}))
    for name in PLAYERS[:2]:
        house.mail(address_of(name), "收据")
    return house


def mails_to(house: House, name: str) -> list[bytes]:
    """All that somebody was mailed, as his mailbox has it."""
    address = GM_ADDRESS if name == "gm" else address_of(name)
    return [bytes(row.data) for row in house.outbox() if row.recipient == address]


def text_of(raw: bytes) -> str:
    body = message_from_bytes(raw, policy=policy.default).get_body(("plain",))
    assert body is not None
    return str(body.get_content()).replace("\r\n", "\n")


def with_text(raw: bytes, text: str) -> bytes:
    """The same mail with another text."""
    message: Any = message_from_bytes(raw, policy=policy.default)
    message.clear_content()
    message.set_content(text)
    return bytes(message.as_bytes())


DAY = timedelta(days=1)
