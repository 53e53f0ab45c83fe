"""Random games of prayer as scenario text: mails at all hours, and many at the very cut-offs."""

import json
import random
from datetime import datetime, timedelta

START = datetime(2026, 3, 2, 20)  # noqa: DTZ001 - local time, as a scenario writes it
OPTIONS = {
    "night": ["12h", "24h", "36h"],
    "day": ["24h", "30h"],
    "runoff": ["6h", "24h"],
    "freeze": ["0", "10m", "2h"],
    "vote_freeze": ["10m", "2h"],
    "warnings_out": [1, 2, 4],
    "silence_at": [2, 4, "off"],
    "checkin": ["12h", "24h", "30h", "72h"],
    "late_tolerance": ["0", "1h"],
}


def random_game(seed: int) -> str:
    """The text of a scenario without expectations."""
    lot = random.Random(seed)
    killers = lot.choice([1, 2, 2, 3])
    villagers = lot.randint(max(2, killers), 7)
    handles = [f"阿{name}" for name in "甲乙丙丁戊己庚辛壬癸"[: killers + villagers]]
    lot.shuffle(handles)
    cast = {
        handle: "killer" if number < killers else "villager"
        for number, handle in enumerate(lot.sample(handles, len(handles)))
    }
    days = lot.randint(3, 9)
    lines = [
        "title: a random game",
        "game:",
        "  ruleset: prayer",
        "  starts: 2026-03-02 20:00",
        f"  checkin: {lot.choice(['done', 'play'])}",
        f"  options: {json.dumps(_options(lot))}",
        f"  cast: {{{', '.join(f'{handle}: {cast[handle]}' for handle in handles)}}}",
        f"down: [{', '.join(f'[{begin}, {end}]' for begin, end in _outages(lot, days))}]",
        "mails:",
    ]
    mails = sorted(mail for day in range(days) for mail in _mails(lot, cast, day))
    for at, sender, to, text in mails:
        words = json.dumps(text, ensure_ascii=False)
        lines.append(f'  - {{at: "{at}", from: {sender}, to: {to}, text: {words}}}')
    return "\n".join(lines) + "\n"


def _options(lot: random.Random) -> dict[str, str | int]:
    if lot.random() < 0.4:
        return {}
    return {name: lot.choice(values) for name, values in OPTIONS.items() if lot.random() < 0.4}


def _outages(lot: random.Random, days: int) -> list[tuple[datetime, datetime]]:
    outages = []
    at = START + timedelta(days=2 * days) * (lot.random() < 0.5)  # half the games have none
    while at < START + timedelta(days=days):
        begin = at + timedelta(hours=lot.choice([20, 23, 24, 36, 47]), minutes=lot.randint(0, 59))
        at = begin + timedelta(
            minutes=lot.choice([3, 11, 65, 200, 1500]), seconds=lot.randint(0, 3)
        )
        outages.append((begin, at))
    return outages


def _mails(
    lot: random.Random, cast: dict[str, str], day: int
) -> list[tuple[datetime, str, str, str]]:
    return [
        (START + timedelta(days=day) + _hour(lot), handle, *_words(lot, cast, handle, day))
        for handle in cast
        for _ in range(lot.choice([1, 1, 2, 3]))
    ]


def _hour(lot: random.Random) -> timedelta:
    kind = lot.random()
    if kind < 0.2:
        return timedelta(hours=lot.choice([23, 24]), seconds=lot.choice([-1, 0, 0, 1]))
    return timedelta(minutes=lot.randint(1380, 1438) if kind < 0.35 else lot.randint(1, 1379))


def _words(lot: random.Random, cast: dict[str, str], who: str, day: int) -> tuple[str, str]:
    """The address and the text."""
    if day == 0 and lot.random() < 0.35:
        return lot.choice(["gm", "board"]), "签到"
    handles = list(cast)
    target = lot.choice(handles)
    if lot.random() < 0.1:
        target = lot.choice(["路人", "自己", str(lot.randint(1, len(handles)))])
    own, other = ("杀", "祈祷") if cast[who] == "killer" else ("祈祷", "杀")
    kind = lot.random()
    if kind < 0.48:
        text = f"{own if lot.random() < 0.96 else other} {target}"
        return "board" if lot.random() < 0.03 else "gm", lot.choice([text] * 14 + ["放弃"])
    if kind < 0.92:
        # a few are favoured, so that somebody is executed now and then
        aim = lot.choice(handles[:3]) if lot.random() < 0.6 else target
        return lot.choice(["gm", "board"]), f"{lot.choice(['投票', '投票', '改票'])} {aim}"
    if kind < 0.95:
        return "gm", "投票 无"
    return "gm", "撤回" if cast[who] == "villager" else "投票 自己"
