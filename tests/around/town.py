"""One server with several games, and people who sign up, play and answer by mail alone.

Nobody here knows more than what he was mailed, but for the habits at the end, which look at the
table to keep a game going. The clock is whatever a test says.
"""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from pbp.game.nouns import Salts
from pbp.game.optiontable import IN_SCENARIOS
from pbp.game.table import Table
from pbp.render import Renderer
from pbp.rulesets.shelf import law_of
from pbp.service import setup
from pbp.service.live import Live
from pbp.service.referee import Referee
from pbp.service.settings import Settings
from pbp.store import NewLetter, OutboxRow, SqliteStore
from tests.service.office import opened, text_of

HOST, MX = "games.test", "mx.games.test"
GM_ADDRESS = "referee@gm.test"
OPENS = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
SETTINGS = Settings(host=HOST, authserv_ids=(MX,), hosts=(MX,), gm=(GM_ADDRESS,))
RENDERER = Renderer()
NAMES = (
    *("王五", "李四", "赵六", "孙七", "周八", "吴九", "郑十", "钱一", "冯二"),
    *("陈三", "褚四", "卫五", "蒋六", "沈七", "韩八", "杨九", "朱十"),
)
HANDLES = (
    *("青石", "晨风", "夜雨", "孤帆", "落霞", "寒梅", "秋水", "云雀", "白鹭"),
    *("苍松", "墨竹", "红豆", "铁马", "冰河", "渔火", "远山", "归雁", "残雪"),
)


def address_of(name: str) -> str:
    return f"person{NAMES.index(name) + 1}@owner{NAMES.index(name) + 1}.test"


class Town:
    """A referee with no game yet."""

    def __init__(self, journal: str | Path = ":memory:") -> None:
        self.store = SqliteStore.open(journal)
        self.referee = Referee(self.store, SETTINGS, RENDERER)
        self.now, self.count = OPENS, 0
        self._rows: list[OutboxRow] = []

    def open(self, game: str, ruleset: str, **changes) -> Live:
        """A game's sign-up opens; it closes in a day."""
        given = changes.pop("options", {})
        options = {**IN_SCENARIOS, **given}
        plan = setup.Plan(
            seats=changes.pop("seats", 0) or law_of(ruleset).players(_parsed(ruleset, options)),
            closes=self.now + DAY,
            handles=changes.pop("handles", HANDLES),
            begins=changes.pop("begins", None),
            story=changes.pop("story", ""),
        )
        made = setup.Setup(
            id=game,
            ruleset=ruleset,
            locale=changes.pop("locale", "zh"),
            timezone="Asia/Shanghai",
            starts=self.now,
            seed=game[-1] * 64,
            options=options,
            seats=(),
            owners={},
            gm=(GM_ADDRESS,),
            salts=Salts(deal="d0" * 32, owners="0a" * 32, receipts="4e" * 32),
            plan=plan,
        )
        return self.referee.new_game(made, game.encode() * 8, self.now)

    def live(self, game: str) -> Live:
        live = self.referee.live(game)
        assert live is not None, f"{game} was stopped"
        return live

    def table(self, game: str) -> Table:
        return self.live(game).play.table

    def until(self, at: datetime) -> None:
        self.now = max(self.now, at)
        while self.referee.read_letters(self.now):
            pass
        while self.referee.tick(self.now):
            pass

    def rows(self) -> list[OutboxRow]:
        """Everything that was sent, whatever game it is of, in order of writing."""
        while (row := self.store.outbox_row(len(self._rows) + 1)) is not None:
            self._rows.append(row)
        return self._rows

    def got(self, address: str, kind: str = "") -> list[OutboxRow]:
        return [r for r in self.rows() if r.recipient == address and kind in ("", r.kind)]

    def mail(
        self,
        sender: str,
        text: str,
        to: str = f"gm@{HOST}",
        *,
        subject: str = "",
        answers: OutboxRow | None = None,
        vouched: bool = True,
    ) -> list[OutboxRow]:
        """Somebody writes; what he gets for it."""
        self.count += 1
        self.now += timedelta(seconds=1)
        lines = [f"From: {sender}", f"To: {to}", f"Subject: {subject}"]
        lines.append(f"Message-ID: <own.{self.count}@mail.test>")
        if vouched:
            domain = sender.rpartition("@")[2]
            lines.insert(0, f"Authentication-Results: {MX}; dkim=pass header.d={domain}")
        if answers is not None:
            lines.append(f"In-Reply-To: {answers.message_id}")
        lines += ["MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8"]
        raw = "\r\n".join([*lines, "Content-Transfer-Encoding: 8bit", "", text, ""]).encode()
        before = len(self.rows())
        letter = NewLetter(
            received_at=self.now, recipients=(to,), raw=raw, envelope_from=sender.encode()
        )
        self.store.append_letters([letter])
        self.until(self.now)
        return [row for row in self.rows()[before:] if row.recipient == sender]

    def reply(self, row: OutboxRow, text: str) -> list[OutboxRow]:
        """Press "Reply", write, send."""
        shown = opened(row)
        to = shown["Reply-To"].addresses[0].addr_spec
        return self.mail(row.recipient, text, to, subject=f"Re: {shown['Subject']}", answers=row)

    def sign_up(self, game: str, names: Iterable[str], word: str = "报名") -> None:
        for name in names:
            (asked,) = self.mail(address_of(name), f"{word} {name}", f"gm+{game}@{HOST}")
            rows = self.reply(asked, "确认")
            assert rows[0].kind == "signed_up", text_of(rows[0])

    def gm(self, game: str, text: str) -> str:
        """The GM writes from his private address."""
        to = f"gm+{game}.{self.live(game).token('gm')}@{HOST}"
        return "\n".join(text_of(row) for row in self.mail(GM_ADDRESS, text, to))

    def say(self, game: str, who: str, text: str) -> list[OutboxRow]:
        """A player writes to his private address."""
        live = self.live(game)
        return self.mail(live.addresses_of(who)[0], text, f"gm+{game}.{live.token(who)}@{HOST}")


def _parsed(ruleset: str, options: dict) -> dict:
    from pbp.game.options import parse_options

    return parse_options(ruleset, options)


# -- habits that bring a game to its end ----------------------------------------------------------

DECLARATION = "月黑风高，村口的灯笼一盏一盏灭了下去，只剩下河边的风还在吹。" * 5
ORDERS = {"killer": "杀 {x}\n" + DECLARATION, "wolf": "杀 {x}\n" + DECLARATION}
STARS = ("tianfu", "tianliang", "tianji", "tiantong", "tianxiang", "qisha")


VILLAINS = ("killer", "wolf", *STARS)


def play_phase(town: Town, game: str) -> None:
    """Everybody does something plain in the running phase; by day all vote for a villain."""
    table = town.table(game)
    phase = table.phases[-1]
    for who in list(table.living()):
        if town.table(game).ended is not None:
            return
        others = [x for x in table.living(table.players[who].life) if x != who]
        if not others:
            continue
        if phase.kind in ("day", "runoff"):
            named = [x for x in (*others, who) if not phase.candidates or x in phase.candidates]
            named.sort(key=lambda x: (table.role(x) not in VILLAINS, table.handles.index(x)))
            if named and who not in table.ballot(phase.id, table.players[who].life).votes:
                town.say(game, who, f"投票 {named[0]}")
        elif phase.kind == "night":
            _night(town, game, who, others)


def _night(town: Town, game: str, who: str, others: list[str]) -> None:
    table = town.table(game)
    role, night = table.role(who), table.phases[-1].number
    if role in ORDERS:
        rivals = [x for x in others if table.role(x) in ORDERS and table.role(x) != role]
        town.say(game, who, ORDERS[role].format(x=(rivals or others)[-1]))
    elif role in STARS and STARS[min(night, 6) - 1] == role and night < 7:
        town.say(game, who, f"杀 {others[-1]}\n{DECLARATION}")
