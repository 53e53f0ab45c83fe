"""A sign-up over a journal in memory: people write real mails and answer what they get.

Shared by the tests of sign-up, end and verify. Nobody here knows more than what he was mailed.
"""

import re
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.utils import parseaddr
from typing import Any

import msgspec

from pbp.game import facts as f
from pbp.game.nouns import Salts
from pbp.game.optiontable import IN_SCENARIOS
from pbp.game.table import Table
from pbp.render import Renderer
from pbp.service import setup
from pbp.service.live import Live
from pbp.service.referee import Referee
from pbp.service.settings import Settings
from pbp.store import NewLetter, OutboxRow, SqliteStore

GAME, HOST, MX = "g41", "games.test", "mx.games.test"
GM_ADDRESS = "referee@gm.test"
OPENS = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
CLOSES = OPENS + timedelta(days=1)
SETTINGS = Settings(host=HOST, authserv_ids=(MX,), hosts=(MX,), gm=(GM_ADDRESS,))
RENDERER = Renderer()
HANDLES = tuple("青石 晨风 夜雨 孤帆 落霞 寒梅 秋水 云雀 白鹭 苍松 墨竹 红豆".split())  # noqa: SIM905
NAMES = tuple("王五 李四 赵六 孙七 周八 吴九 郑十 钱一 冯二".split())  # noqa: SIM905
SEED, SALTS = "5e" * 32, Salts(deal="d0" * 32, owners="0a" * 32, receipts="4e" * 32)


def made(**changes: Any) -> setup.Setup:
    """A prayer game of six that begins with a sign-up."""
    options = {**IN_SCENARIOS, "killers": "2", "villagers": "4", **changes.pop("options", {})}
    plan = setup.Plan(
        seats=6,
        closes=changes.pop("closes", CLOSES),
        handles=changes.pop("handles", HANDLES),
        begins=changes.pop("begins", None),
        beacon=changes.pop("beacon", ""),
    )
    whole = setup.Setup(
        id=GAME,
        ruleset="prayer",
        locale="zh",
        timezone="Asia/Shanghai",
        starts=OPENS,
        seed=SEED,
        options=options,
        seats=(),
        owners={},
        gm=(GM_ADDRESS,),
        salts=SALTS,
        plan=plan,
    )
    return msgspec.structs.replace(whole, **changes)


class House:
    """A referee with one game whose sign-up has opened."""

    def __init__(self, whole: setup.Setup | None = None, **changes: Any) -> None:
        self.store = SqliteStore.open(":memory:")
        self.referee = Referee(self.store, SETTINGS, RENDERER)
        self.referee.new_game(whole or made(**changes), b"known to the tests alone", OPENS)
        self.now = OPENS
        self.count = 0

    @property
    def live(self) -> Live:
        live = self.referee.live(GAME)
        assert live is not None, "the game was stopped"
        return live

    @property
    def table(self) -> Table:
        return self.live.play.table

    def facts(self) -> list[f.AnyFact]:
        return [f.from_bytes(fact.body) for fact in self.store.facts(GAME)]

    def outbox(self) -> list[OutboxRow]:
        return list(self.store.outbox_of(GAME))

    # -- time ---------------------------------------------------------------------------------

    def pass_time(self, **span: float) -> None:
        """So much later everything is done that became due."""
        self.until(self.now + timedelta(**span))

    def until(self, at: datetime) -> None:
        self.now = at
        while self.referee.read_letters(at):
            pass
        while self.referee.tick(at):
            pass

    # -- mail ---------------------------------------------------------------------------------

    def mail(
        self,
        sender: str,
        text: str,
        *,
        to: str = f"gm+{GAME}@{HOST}",
        vouched: bool = True,
        answers: OutboxRow | None = None,
        subject: str = "",
        headers: tuple[str, ...] = (),
        name: str = "",
    ) -> list[OutboxRow]:
        """Somebody writes; what he gets for it."""
        self.count += 1
        self.now += timedelta(seconds=1)
        lines = [*headers, f"From: {sender}", f"To: {to}", f"Subject: {subject}"]
        lines.append(f"Message-ID: {name or f'<own.{self.count}@mail.test>'}")
        if vouched:
            domain = sender.rpartition("@")[2]
            lines.insert(0, f"Authentication-Results: {MX}; dkim=pass header.d={domain}")
        if answers is not None:
            lines.append(f"In-Reply-To: {answers.message_id}")
        lines += ["MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8"]
        raw = "\r\n".join([*lines, "Content-Transfer-Encoding: 8bit", "", text, ""]).encode()
        before = len(self.outbox())
        letter = NewLetter(
            received_at=self.now, recipients=(to,), raw=raw, envelope_from=sender.encode()
        )
        self.store.append_letters([letter])
        self.until(self.now)
        return [row for row in self.outbox()[before:] if row.recipient == sender]

    def answer(self, row: OutboxRow, text: str, **how: Any) -> list[OutboxRow]:
        """Reply to a mail as every mail program does: to its Reply-To, in its thread."""
        to = parseaddr(str(message_from_bytes(row.data, policy=policy.default)["Reply-To"]))[1]
        return self.mail(row.recipient, text, to=to, answers=row, **how)

    def sign_up(self, name: str, wish: str = "", *, word: str = "报名", **how: Any) -> OutboxRow:
        """Sign up and confirm; the mail that says that it counts."""
        sender = how.pop("sender", None) or address_of(name)
        (asked,) = self.mail(sender, f"{word} {name} {wish}".strip(), **how)
        assert asked.kind == "confirm", text_of(asked)
        (counts,) = self.answer(asked, "确认", **how)
        return counts

    def fill(self, count: int = 6, first: int = 0) -> None:
        for name in NAMES[first : first + count]:
            assert self.sign_up(name).kind == "signed_up"

    def gm(self, text: str) -> str:
        """The GM writes from his own private address; what he is answered."""
        to = f"gm+{GAME}.{self.live.token('gm')}@{HOST}"
        rows = self.mail(GM_ADDRESS, text, to=to)
        return "\n".join(text_of(row) for row in rows)

    # -- what people got ----------------------------------------------------------------------

    def last(self, kind: str, to: str = GM_ADDRESS) -> str:
        """The last mail of a kind that somebody got."""
        rows = [row for row in self.outbox() if row.kind == kind and row.recipient == to]
        assert rows, f"{to} never got {kind}"
        return text_of(rows[-1])

    def got(self, to: str, kind: str) -> list[OutboxRow]:
        return [row for row in self.outbox() if row.recipient == to and row.kind == kind]

    def questions(self) -> dict[str, f.QuestionAsked]:
        return {question.kind: question for question in self.table.open_questions()}

    def public_bytes(self) -> bytes:
        """Everything that went to players."""
        return b"".join(
            str(message_from_bytes(row.data, policy=policy.default)).encode() + row.data
            for row in self.outbox()
            if row.recipient != GM_ADDRESS
        )

    def handle_of(self, name: str) -> str:
        """The handle that somebody got, from his own seat notice."""
        text = self.last("seat", address_of(name))
        found = re.search(r"你的马甲：(\S+?)（", text)
        assert found, text
        return found[1]


def address_of(name: str) -> str:
    number = NAMES.index(name) + 1 if name in NAMES else 90 + len(name)
    return f"person{number}@owner{number}.test"


def text_of(row: OutboxRow) -> str:
    """What a person reads: subject and text."""
    message = message_from_bytes(row.data, policy=policy.default)
    body = message.get_body(("plain",))
    assert body is not None
    return f"{message['Subject']}\n{body.get_content()}".replace("\r\n", "\n")
