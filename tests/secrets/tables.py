"""Random games of all three rule sets, told twice: two players hold each other's secrets.

A game is mails, some public, some secret, and acts of the GM. What the holder of a role does in
secret is done in the other game by whoever holds that role there.
"""

import os
import random
import re
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from pbp.game import facts as f
from pbp.game.nouns import Salts, Seat
from tests.board.board import LOOKER, Board, vouched
from tests.service.office import START, opened, seen_by

FULL = os.environ.get("PBP_SECRETS") == "full"
HOUR = timedelta(hours=1)
DECLARATION = "宣言：夜色像一块浸透了墨的布。"
SALTS = Salts(deal="d1" * 32, owners="0a" * 32, receipts="5c" * 32)
SEED = "7e" * 32

COMMITMENT = re.compile(r"(=\S+) [0-9a-f]{64}")

LIVES = ("past", "present", "next")
THREE = {
    "小一": ("past", "killer", "plain", "plain"),
    "小二": ("past", "wolf", "plain", "plain"),
    "小三": ("past", "binder", "plain", "healer"),
    "小四": ("past", "healer", "killer", "plain"),
    "小五": ("past", "plain", "plain", "plain"),
    "小六": ("past", "plain", "binder", "plain"),
    "小七": ("present", "plain", "killer", "wolf"),
    "小八": ("present", "plain", "wolf", "plain"),
    "小九": ("present", "plain", "plain", "killer"),
    "小十": ("present", "plain", "healer", "binder"),
}
PRAYER = {
    "阿甲": "killer",
    "阿乙": "killer",
    **dict.fromkeys(("小一", "小二", "小三", "小四", "小五"), "villager"),
}
SEVEN = {
    "阿甲": "tianfu",
    "阿丙": "qisha",
    "阿乙": "pojun",
    "阿丁": "tanlang",
    **dict.fromkeys(("小一", "小二", "小三", "小四", "小五"), "villager"),
}
CASTS: dict[str, dict[str, Any]] = {"prayer": PRAYER, "three_lives": THREE, "seven_kill": SEVEN}
OPTIONS: dict[str, dict[str, str]] = {
    "prayer": {},
    "three_lives": {"declaration_min": "3"},
    "seven_kill": {"declaration_min": "3", "checkin": "off"},
}
EVIL = {"killer", "wolf", "tianfu", "tianliang", "tianji", "tiantong", "tianxiang", "qisha"}
FRIENDS = {"pojun", "tanlang"}
SECRET = {
    "killer": ("杀 {who}\n" + DECLARATION, "放弃", "撤回"),
    "wolf": ("杀 {who}\n" + DECLARATION, "撤回"),
    "binder": ("束魂 {who}", "放弃", "撤回"),
    "healer": ("治疗 {who}", "撤回"),
    "plain": ("放弃", "状态"),
    "villager": ("祈祷 {who}", "撤回", "状态"),
    "tianfu": ("杀 {who}\n" + DECLARATION, "封刀", "撤回"),
    "qisha": ("杀 {who}\n" + DECLARATION, "必杀 {who}"),
    "pojun": ("状态", "天神\n请教一事"),
    "tanlang": ("免投 {who}", "撤回", "状态"),
}
SPOKEN = (
    "投票 {who}",
    "改票 {who}",
    "分析\n我看{who}很可疑，发言前后矛盾。",
    "灌水\n大家早上好",
    "剧情\n月黑风高。",
    "票数",
    "名单",
    "收信 每天",
    "收据",
    "投票完毕",
    "看不懂的话",
)
OF_THE_GM = ("公告\n请各位注意发言。", "延长 1h", "警告 {who} 灌水过多", "摘要", "试\n延长 2h")


class Mail(NamedTuple):
    """One mail. at: minutes after the start. secret: it is the holder of a role who writes."""

    at: int
    who: str
    text: str
    secret: bool


class Story(NamedTuple):
    """A game to be told twice. pair: who hold each other's secrets in the second telling."""

    ruleset: str
    pair: tuple[str, str]
    mails: tuple[Mail, ...]
    options: dict[str, str]


def roles_of(ruleset: str, who: str) -> tuple[str, ...]:
    """All secret roles of a player."""
    cast = CASTS[ruleset][who]
    return (cast,) if isinstance(cast, str) else cast[1:]


def written(ruleset: str, seed: int, hours: int = 60, count: int = 45) -> Story:
    """A random story. The pair act on others alone: to kill oneself is another thing."""
    lot = random.Random(f"{ruleset} {seed}")
    cast = CASTS[ruleset]
    pairs = [
        (one, other)
        for one in cast
        for other in cast
        if one < other and roles_of(ruleset, one) != roles_of(ruleset, other)
        if isinstance(cast[one], str) or cast[one][0] == cast[other][0]
    ]
    pair = lot.choice(pairs)
    others = [who for who in cast if who not in pair]
    mails = []
    for _ in range(count):
        at, who = lot.randrange(10, hours * 60), lot.choice(list(cast))
        whom = lot.choice([one for one in others if one != who])
        secret = lot.random() < 0.5
        words = lot.choice(SECRET[lot.choice(roles_of(ruleset, who))] if secret else SPOKEN)
        mails.append(Mail(at, who, words.format(who=whom), secret))
    for _ in range(4):
        words = lot.choice(OF_THE_GM).format(who=lot.choice(others))
        mails.append(Mail(lot.randrange(10, hours * 60), "gm", words, False))
    options = {
        "publish_hold": lot.choice(("0", "3m")),
        "publish_tick": lot.choice(("0", "1m")),
        "early_end": lot.choice(("ask", "off")),
        **OPTIONS[ruleset],
    }
    return Story(ruleset, pair, tuple(sorted(mails)), options)


def corrected(story: Story, seed: int, times: int = 8) -> Story:
    """The story with mails voided by lot, shown first and confirmed.

    None is read otherwise: a secret mail that becomes a vote is its writer's in public.
    """
    lot = random.Random(f"corrections {seed}")
    more = []
    for _ in range(times):
        at, n = lot.randrange(26 * 60, story.mails[-1].at), lot.randrange(2, len(story.mails))
        more.append(Mail(at, "gm", f"作废 {n} 看错了", secret=False))
        more.append(Mail(at + 1, "gm", lot.choice(("确认", "确认 复活")), secret=False))
    return story._replace(mails=tuple(sorted((*story.mails, *more))))


def seats_of(ruleset: str, pair: tuple[str, str], swapped: bool) -> tuple[Seat, ...]:
    """The seats; swapped: the pair hold each other's roles."""
    cast = CASTS[ruleset]
    holder = dict(zip(pair, pair[::-1], strict=True)) if swapped else {}
    seats = []
    for number, who in enumerate(cast, start=1):
        secret = cast[holder.get(who, who)]
        if isinstance(secret, str):
            seats.append(Seat(number=number, handle=who, role=secret))
        else:
            lives = dict(zip(LIVES, secret[1:], strict=True))
            seats.append(
                Seat(number=number, handle=who, lives=lives, start=cast[who][0], arrival=number)
            )
    return tuple(seats)


def told(story: Story, *, swapped: bool = False, more: tuple[Mail, ...] = ()) -> Board:
    """The game as it goes, with an onlooker; time passes an hour at a time."""
    board = Board(
        CASTS[story.ruleset],
        changes={
            "ruleset": story.ruleset,
            "seats": seats_of(story.ruleset, story.pair, swapped),
            "seed": SEED,
            "salts": SALTS,
        },
        **story.options,
    )
    board.subscribed()
    board.mail(LOOKER, "收信 每两小时", START + HOUR / 60, headers=vouched(LOOKER))
    holder = dict(zip(story.pair, story.pair[::-1], strict=True)) if swapped else {}
    counts: dict[str, int] = {}
    for mail in sorted((*story.mails, *more)):
        who = holder.get(mail.who, mail.who) if mail.secret else mail.who
        counts[who] = counts.get(who, 0) + 1
        if board.store.game(board.setup.id).state != "running":
            break
        at = START + timedelta(minutes=mail.at)
        name = f"<{who.encode().hex()}.{counts[who]}@client.test>"
        board.mail(who, mail.text, at, message_id=name)
    board.tick(START + timedelta(minutes=story.mails[-1].at) + HOUR)
    return board


def revealed_at(board: Board, pair: tuple[str, str]) -> datetime:
    """When a rule first tells the two games apart: one of the pair dies or is out, or the end.

    Or one of them takes his vote back by 撤回: that is public, whatever else he meant (C-6.4).
    """
    for fact in board.facts():
        if isinstance(fact, f.GameEnded):
            return fact.at
        if isinstance(fact, f.Died) and fact.death.who in pair:
            return fact.at
        if isinstance(fact, f.PutOut) and fact.who in pair:
            return fact.at
        if isinstance(fact, f.ChangeSpent) and fact.voter in pair and fact.why == "recalled":
            return fact.at
    return START + timedelta(days=365)


def outsiders_of(story: Story) -> list[str]:
    """Who knows no secret of the pair: neither they, nor who is told of them at the start.

    Those who share a camp of evil know each other, and so do Pojun and Tanlang (S-1).
    """
    cast = CASTS[story.ruleset]
    told = {
        (place, role)
        for one in story.pair
        for place, role in enumerate(roles_of(story.ruleset, one))
        if role in EVIL
    }
    places = {place for place, _ in told}
    friends = (
        FRIENDS if FRIENDS & {roles_of(story.ruleset, one)[0] for one in story.pair} else set()
    )
    return [
        who
        for who in cast
        if who not in story.pair
        and roles_of(story.ruleset, who)[0] not in friends
        and not any(
            place in places and role in EVIL
            for place, role in enumerate(roles_of(story.ruleset, who))
        )
    ]


def seen(board: Board, readers: list[str], until: datetime) -> dict[str, list[tuple[Any, ...]]]:
    """Whole rows of the outbox, reader by reader, in their order."""
    places = {board.address(who): who for who in readers} | {LOOKER: LOOKER}
    found: dict[str, list[tuple[Any, ...]]] = {who: [] for who in places.values()}
    for row in board.outbox():
        if row.recipient in places and row.created_at < until:
            found[places[row.recipient]].append((row.kind, *_shown(board, row)))
    return found


def _shown(board: Board, row: Any) -> tuple[Any, ...]:
    """What is seen of a row; of commitments, which hide the secrets, that they are there."""
    shown = list(seen_by(row))
    parts = [part for part in opened(row).walk() if not part.is_multipart()]
    words = [part.get_content() for part in parts]
    if any(COMMITMENT.search(word) for word in words):
        head = row.data.partition(b"\r\n\r\n")[0]
        shown[4] = (head, *(COMMITMENT.sub(r"\1 …", word) for word in words))
    return tuple(shown)
