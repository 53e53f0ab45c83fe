"""Several games on one journal in a file, and letters that wait; read at home, or shared."""

import random
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from pathlib import Path

from pbp.post.judge_child import Ask, answer
from pbp.render import Renderer
from pbp.service import sharing
from pbp.service.addresses import write
from pbp.service.judging import Judge
from pbp.service.referee import Referee
from pbp.service.sharing import Share
from pbp.store import NewLetter, SqliteStore
from pbp.store.rows import Outcome
from tests.service.office import CAST, GM_ADDRESS, HOST, SECRET, SETTINGS, START, setup_for

GAMES = tuple(f"g{number}" for number in range(1, 7))
MINUTE = timedelta(minutes=1)
RENDERER = Renderer()
WORDS = (
    "杀 小一|杀 小二|祈祷 小三|祈祷 阿甲|投票 阿甲|投票 小二|状态|规则|撤回|你好"
    "|聊天 早上好|帮助|收信 每帖|换密钥|公告\n今天我怀疑阿乙"
)
TABLES = {
    "letter_reads": "letter",
    "inputs": "game, seq",
    "facts": "game, seq",
    "outbox": "id",
    "games": "id",
    "delivery_keys": "letter",
    "addresses": "address, game, seat, kind",
    "unread": "letter",
}


class Panel:
    """Judges in this process, as many as are wanted, who see the journal as others do."""

    def __init__(self, journal: Path, count: int = 2) -> None:
        self.judges = [
            Judge(SqliteStore.open(journal, read_only=True), SETTINGS, RENDERER)
            for _ in range(count)
        ]
        self.anew = False
        self.asked: list[Share] = []
        self.due: list[str] = []

    def judge(self, shares: Sequence[Share], then: Sequence[Share] = ()) -> list[Outcome] | None:
        self.asked += shares
        found: dict[int, Outcome] = {}
        for place, judge in enumerate(self.judges):
            mine = tuple(s for s in shares if self._place(s.game) == place)
            outcomes = answer(judge, Ask(self.anew, shares=mine))
            found.update((s.letter, o) for s, o in zip(mine, outcomes, strict=True))
        self.anew = False
        return [found[share.letter] for share in shares]

    def settle(self, games: Sequence[str], now: datetime) -> list[Outcome] | None:
        self.due += games
        found: dict[str, Outcome] = {}
        for place, judge in enumerate(self.judges):
            mine = tuple(game for game in games if self._place(game) == place)
            outcomes = answer(judge, Ask(self.anew, due=mine, until=now))
            found.update(zip(mine, outcomes, strict=True))
        self.anew = False
        return [found[game] for game in games]

    def _place(self, game: str) -> int:
        return int(game[1:]) % len(self.judges)

    def are_there(self) -> bool:
        return bool(self.asked)

    def forget(self) -> None:
        self.anew = True


class City:
    """A journal with six games of the same six people, all in their first night."""

    def __init__(self, folder: Path, judges: Callable[[Path], sharing.Judges] | None = None):
        folder.mkdir()
        self.journal = folder / "journal.sqlite"
        self.store = SqliteStore.open(self.journal)
        self.referee = Referee(self.store, SETTINGS, RENDERER)
        self.referee.share_with(judges(self.journal) if judges is not None else None)
        for game in GAMES:
            self.referee.new_game(setup_for(game=game), SECRET, START)
        self.count = 0

    def token(self, game: str, handle: str) -> str:
        live = self.referee.live(game)
        assert live is not None
        return live.token(handle)

    def raw(self, handle: str, text: str, to: str, answers: str = "", name: str = "") -> bytes:
        self.count += 1
        number = list(CAST).index(handle) + 1 if handle in CAST else 0
        sender = f"private{number}@owner{number}.test" if number else GM_ADDRESS
        lines = [
            f"From: {sender}",
            f"To: {to}",
            f"Message-ID: <{name or f'n{self.count}'}@client.test>",
            *([f"In-Reply-To: {answers}"] if answers else []),
            "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8",
            "",
            text,
        ]
        return "\r\n".join(lines).encode()

    def put(self, *letters: NewLetter) -> None:
        self.store.append_letters(letters)

    def letter(self, game: str, handle: str, text: str, minutes: float = 1, **how) -> NewLetter:
        base = how.pop("base", "gm")
        to = how.pop("to", None) or write(SETTINGS, base, game, self.token(game, handle))
        return NewLetter(
            received_at=START + minutes * MINUTE,
            recipients=(to,),
            raw=how.pop("raw", None) or self.raw(handle, text, to, **how),
            envelope_from=b"x@client.test",
        )

    def read(self, minutes: float) -> None:
        at = START + minutes * MINUTE
        while self.referee.read_letters(at):
            pass
        while self.referee.tick(at):
            pass

    def all_rows(self) -> dict[str, list[tuple]]:
        """Everything that the journal holds, but for the letters themselves."""
        rows = self.store._db.rows
        return {t: list(rows(f"SELECT * FROM {t} ORDER BY {o}")) for t, o in TABLES.items()}

    def letters_by_lot(self, seed: int, count: int, minutes: float) -> list[NewLetter]:
        """Orders, votes, posts, questions, commands, copies and answers, in all games."""
        chance = random.Random(seed)
        words = WORDS.split("|")
        mails = list(self.store._db.rows("SELECT message_id FROM outbox LIMIT 400"))
        made: list[NewLetter] = []
        for number in range(count):
            at = minutes + 10 * number / count
            lot = chance.random()
            game, handle = chance.choice(GAMES), chance.choice(list(CAST))
            if lot < 0.05 and made:
                made.append(_later(chance.choice(made), START + at * MINUTE))
            elif lot < 0.15:
                gm = chance.choice(("延长 1h", "状态", "摘要", "警告 小二", "撤销", "投票 阿甲"))
                made.append(self.letter(game, "gm", gm, at))
            elif lot < 0.25:
                answers = chance.choice(mails)[0] if mails else ""
                made.append(self.letter(game, handle, chance.choice(words), at, answers=answers))
            elif lot < 0.35:
                base = chance.choice(("board", "team"))
                made.append(self.letter(game, handle, chance.choice(words), at, base=base))
            elif lot < 0.40:
                made.append(self.letter(game, handle, "状态", at, to=f"gm@{HOST}"))
            elif lot < 0.45:
                made.append(self.letter(game, handle, "状态", at, to=f"gm+g99@{HOST}"))
            else:
                made.append(self.letter(game, handle, chance.choice(words), at))
        return made


def _later(letter: NewLetter, at) -> NewLetter:
    """The same mail once more."""
    return NewLetter(
        received_at=at, recipients=letter.recipients, raw=letter.raw, envelope_from=b"x@client.test"
    )
