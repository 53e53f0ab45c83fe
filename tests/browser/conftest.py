"""A running server with a game, its mailboxes, and a headless Chromium that looks at it.

Needs Debian's chromium; `make browser` and .ci/run see to it. Screenshots stay in build/browser.
"""

import os
import shutil
import signal
import smtplib
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

ROOT = Path(__file__).parents[2]
SHOTS = ROOT / "build" / "browser"
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or "/usr/bin/chromium"
QUIET = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
)
SIZES = {"phone": (390, 844), "desk": (1280, 900)}
GM = "referee@gm.test"
HANDLES = ("阿甲", "阿乙", "小一", "小二", "小三", "小四", "小五", "小六", "小七")
PATIENCE_MS = 20_000

GAME = """
title: A game to look at
game:
  ruleset: prayer
  locale: {locale}
  options:
    {{night: {night}, day: 60m, freeze: 1s, vote_freeze: 1s, checkin: off, reminders: off,
    digest_before: off, low_activity: off, publish_hold: 0, publish_tick: 0}}
  cast: {{阿甲: killer, 阿乙: killer, 小一: villager, 小二: villager, 小三: villager,
    小四: villager, 小五: villager, 小六: villager, 小七: villager}}
  owners:
"""


class House:
    """A data folder, a server on it, and the mails that it has sent."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.config = folder / "config.yaml"
        self.config.write_text(
            "server: {host: games.test}\n"
            "intake: {smtp: {port: 0}}\n"
            f"web: {{port: {free_port()}, requests_per_minute: 5000, forms_per_minute: 500}}\n"
            f"gm: {{addresses: [{GM}]}}\n",
            encoding="utf-8",
        )
        self.server = subprocess.Popen(
            self.command("serve"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        said = self.server.stdout.readline()
        assert "listening" in said, self.server.stderr.read()
        self.port = int(said.split("port ")[1].split(";")[0])
        self.url = said.split("board: ")[1].split(";")[0]
        self.count = 0

    def command(self, *words: str | Path) -> list[str]:
        program = [sys.executable, "-c", "from pbp.cli import main; main()"]
        return [*program, *map(str, words), "--config", str(self.config)]

    def pbp(self, *words: str | Path) -> str:
        done = subprocess.run(self.command(*words), capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def new_game(self, night: str = "60m", locale: str = "zh") -> str:
        """A game; who owns which handle is 甲一, 甲二 …"""
        file = self.folder / "game.yaml"
        owners = "".join(
            f'    {handle}: "张{number}先 <{self.address(handle)}>"\n'
            for number, handle in enumerate(HANDLES, start=1)
        )
        file.write_text(GAME.format(night=night, locale=locale) + owners, encoding="utf-8")
        return self.pbp("game", "new", file).split()[1]

    def address(self, who: str) -> str:
        return GM if who == "gm" else f"owner{HANDLES.index(who) + 1}@owner.test"

    def letters(self, who: str) -> list[EmailMessage]:
        """What somebody has been sent, the oldest first."""
        folder = self.folder / "data" / "mailboxes" / self.address(who) / "new"
        files = sorted(folder.glob("*"), key=lambda path: path.stat().st_mtime_ns)
        found = [message_from_bytes(path.read_bytes(), policy=policy.default) for path in files]
        return [mail for mail in found if isinstance(mail, EmailMessage)]

    def wait_for(self, who: str, word: str, game: str = "") -> str:
        """The words of the newest letter with a word in it, once it is there."""
        until = time.monotonic() + PATIENCE_MS / 1000
        while time.monotonic() < until:
            for mail in reversed(self.letters(who)):
                text = mail.get_body(("plain",)).get_content()
                if word in text and game in mail["Subject"]:
                    return text
            time.sleep(0.05)
        raise AssertionError(f"{who} got no letter with {word}")

    def write(self, who: str, text: str, base: str, game: str) -> None:
        """A plain mail from a player's private address."""
        seat = next(m for m in self.letters(who) if m["Reply-To"] and game in m["Subject"])
        to = seat["Reply-To"].addresses[0].addr_spec.replace("gm+", f"{base}+", 1)
        self.count += 1
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = self.address(who), to, "x"
        mail["Message-ID"] = f"<{self.count}@client.test>"
        mail.set_content(text)
        with smtplib.SMTP("127.0.0.1", self.port, timeout=20) as client:
            client.send_message(mail, self.address(who), [to])

    def stop(self) -> None:
        self.server.send_signal(signal.SIGTERM)
        _, said = self.server.communicate(timeout=30)
        assert self.server.returncode == 0, said
        assert "Traceback" not in said


def free_port() -> int:
    """A port that nobody listens on; links in mails name it, so it cannot be 0."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        return int(door.getsockname()[1])


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    made = House(tmp_path_factory.mktemp("house"))
    yield made
    made.stop()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    SHOTS.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        yield browser
        browser.close()


class Reader:
    """Somebody with a browser: of a size, a language, in the dark or the light, in Berlin."""

    def __init__(self, browser: Browser, house: House, size: str, lang: str, scheme: str) -> None:
        width, height = SIZES[size]
        self.name = f"{size}-{lang}-{scheme}"
        self.house = house
        self.strangers: list[str] = []
        self.faults: list[str] = []
        self.context: BrowserContext = browser.new_context(
            base_url=house.url,
            viewport={"width": width, "height": height},
            locale="zh-CN" if lang == "zh" else "en-GB",
            color_scheme=scheme,
            timezone_id="Europe/Berlin",
        )
        self.context.set_default_timeout(PATIENCE_MS)
        self.page: Page = self.context.new_page()
        self.page.on("request", self._asked)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", lambda said: self.faults.append(said.text))

    def _asked(self, request: object) -> None:
        if not request.url.startswith(self.house.url):
            self.strangers.append(request.url)

    def shot(self, name: str) -> None:
        self.page.screenshot(path=str(SHOTS / f"{name}.{self.name}.png"), full_page=True)

    def looks_well(self, name: str) -> None:
        """The page fits, asked nobody else, broke nothing, and axe finds no serious fault."""
        self.shot(name)
        page = self.page
        wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert page.evaluate(wide) <= 0, f"{name} is wider than the window"
        found = axe().run(page)
        serious = [
            (fault["id"], fault["impact"], [node["html"] for node in fault["nodes"]][:3])
            for fault in found.response["violations"]
            if fault["impact"] in ("serious", "critical")
        ]
        assert serious == []
        assert self.strangers == []
        assert self.faults == []


def axe() -> object:
    from axe_playwright_python.sync_playwright import Axe

    return Axe()


@pytest.fixture
def reader(request: pytest.FixtureRequest, chromium: Browser, house: House) -> Iterator[Reader]:
    size, lang, scheme = getattr(request, "param", ("phone", "zh", "light"))
    made = Reader(chromium, house, size, lang, scheme)
    yield made
    made.context.close()
