"""Plays a whole prayer game over SMTP on loopback, while the server is killed again and again."""

import os
import random
import smtplib
import threading
from collections.abc import Iterable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from pbp.post.control import NotRunning, ask
from pbp.render import Renderer
from pbp.service import record
from pbp.service.live import GM
from pbp.service.outgoing import about_of
from pbp.service.referee import Referee
from pbp.store import SqliteStore
from pbp.wiring import CONTROL, JOURNAL, settings_of
from tests.faults.child import Child, config_of
from tests.service.office import GAME, RENDERER, START, Office, setup_for

HOUR = timedelta(hours=1)
STORY = (
    (1, "阿甲", "杀 小一\n宣言：今夜有雨。", "gm"),
    (2, "阿乙", "杀 小二", "gm"),
    (3, "小一", "祈祷 小一", "gm"),
    (4, "小二", "今天写什么好呢", "gm"),
    (25, "小一", "投票 阿甲", "board"),
    (26, "小三", "分析 阿乙太安静了。", "board"),
    (27, "小三", "投票 阿乙", "gm"),
    (28, "小四", "投票 阿乙", "gm"),
    (29, "阿甲", "投票 小一", "gm"),
    (30, "小一", "改票 阿乙", "gm"),
    (31, "阿乙", "投票 小一", "gm"),
    (32, "小二", "遗言 别了，各位，请多看阿甲一眼。", "board"),
    (49, "阿甲", "杀 小三", "gm"),
    (50, "小三", "祈祷 小三", "gm"),
    (51, "小一", "祈祷 小三", "gm"),
    (52, "小四", "祈祷 小三", "gm"),
    (73, "小一", "投票 阿甲", "gm"),
    (74, "小三", "投票 阿甲", "gm"),
    (75, "小四", "状态", "gm"),
    (76, "小四", "投票 阿甲", "gm"),
)
"""Hours after the start, who, what, where. The game is over when the second day closes."""

END_HOUR = 97
TROUBLE = (OSError, smtplib.SMTPException, NotRunning, EOFError, ValueError)


class Driver:
    """One game in one folder.

    kills: how many times the server shall die on the way, at any moment. steps: at which of its
    steps each server dies, the first one first; the last one lives. story: see STORY.
    """

    def __init__(
        self,
        folder: Path,
        kills: int = 0,
        seed: int = 0,
        steps: Iterable[int | str] = (),
        *,
        watched: bool = False,
        story: tuple[tuple[float, str, str, str], ...] = STORY,
    ) -> None:
        self.folder, self.left, self.kills = folder, kills, 0
        self.steps, self.watched = iter(steps), watched
        self.chance = random.Random(seed)
        self.now = START
        with SqliteStore.open(folder / JOURNAL) as store:
            office = Office(setup_for(), store=store, settings=settings_of(config_of(folder)))
            self.mails = [
                (
                    START + hour * HOUR,
                    office.recipient(who, to),
                    office.bytes_of(who, text, to=office.recipient(who, to)),
                )
                for hour, who, text, to in story
            ]
        self.accepted: list[bytes] = []
        self.child = self._born()

    def _born(self) -> Child:
        """Another server on the same folder; if it dies at once, another one."""
        while True:
            try:
                return Child(self.folder, self.now, next(self.steps, None), watched=self.watched)
            except EOFError:
                continue

    def play(self) -> None:
        """Every mail at its time, then on to the end, until all has gone out."""
        for at, recipient, raw in self.mails:
            self.go_to(at)
            self.surely(lambda r=recipient, m=raw: self._send(r, m))
            self.surely(self._settled)
        for hour in range(80, END_HOUR + 1, 4):
            self.go_to(START + hour * HOUR)
        self.go_to(START + END_HOUR * HOUR)
        self.surely(self._delivered)
        while self.left:
            self.left -= 1
            self._die()
        self.surely(self._delivered)
        assert self.child.end() == 0

    def go_to(self, at: datetime) -> None:
        self.now = at
        self.surely(self._set_clock)
        self.surely(self._settled)

    def surely(self, act: Any) -> None:
        """Do it, however often the server dies over it."""
        victim, timer = self.child, self._death()
        while True:
            try:
                act()
            except TROUBLE:
                if self.child.alive:
                    self.child.process.join(5)
                self.child = self._born()
                continue
            break
        if timer is not None:
            before = self.kills
            timer.cancel()
            timer.join()
            if not self.child.alive:
                self.child = self._born()
            if self.kills == before and victim.alive:
                self.left += 1

    def _death(self) -> threading.Timer | None:
        """A kill at a random moment of what comes next."""
        if not self.left or self.chance.random() > 0.8:
            return None
        self.left -= 1
        victim = self.child

        def strike() -> None:
            if victim.alive:
                victim.kill()
                victim.process.join()
                self.kills += 1

        timer = threading.Timer(self.chance.random() * 0.015, strike)
        timer.start()
        return timer

    def _die(self) -> None:
        self.child.kill()
        self.child.process.join()
        self.kills += 1
        self.child = self._born()

    def _send(self, recipient: str, raw: bytes) -> None:
        with smtplib.SMTP("127.0.0.1", self.child.port, timeout=20) as client:
            client.sendmail("x@client.test", [recipient], raw)
        self.accepted.append(raw)

    def _ask(self, **command: Any) -> dict[str, Any]:
        answer = ask(self.folder / CONTROL, command)
        if not answer or "error" in answer:
            raise EOFError
        return answer

    def _set_clock(self) -> None:
        self._ask(command="clock", at=self.now.isoformat())

    def _settled(self) -> None:
        while True:
            state = self._ask(command="state")
            if not state["unread"] and not state["due"]:
                return

    def _delivered(self) -> None:
        while self._ask(command="state")["queued"]:
            pass


class Played:
    """What is left of a game that was played in a folder."""

    def __init__(self, folder: Path) -> None:
        config = config_of(folder)
        with SqliteStore.open(folder / JOURNAL) as store:
            settings = settings_of(config)
            self.live = Referee(store, settings, RENDERER).loaded(GAME)
            about = about_of(self.live, settings)
            self.record = record.Recorder(self.live.play.table, Renderer(), about).record()
            self.letters = [letter for letter, _ in store.letters_of(GAME)]
            self.unread = store.count_unread()
            self.rows = list(store.outbox_of(GAME))
            from pbp.audit import audit_game

            self.audit = audit_game(store, store.game(GAME), settings)
        self.delivered = [
            path.read_bytes()
            for box in sorted((folder / "mailboxes").iterdir())
            for path in sorted((box / "new").iterdir())
        ]

    def without_duplicates(self) -> dict[str, Any]:
        """The record as if no mail had come twice: those lines gone, the rest counted anew.

        The GM's digests name mails by their numbers: what they say is left out.
        """
        kept = [mail for mail in self.record["mails"] if mail["code"] != "duplicate"]
        number = {mail["n"]: place for place, mail in enumerate(kept, start=1)} | {None: None}

        def anew(lines: list[dict[str, Any]], key: str) -> list[dict[str, Any]]:
            return [{**line, key: number[line.get(key)]} for line in lines]

        return {
            **self.record,
            "mails": anew(kept, "n"),
            "orders": anew(self.record["orders"], "mail"),
            "notices": [
                {**line, "text": ""} if line["to"] == GM else line
                for line in anew(self.record["notices"], "mail")
            ],
            "posts": anew(self.record["posts"], "mail"),
        }


FULL = os.environ.get("PBP_FAULTS") == "full"
