"""What the tests with real servers share: programs, ports, patience, pbp itself, swaks.

Whatever is missing is an error, never a skip. Ports are free ones of this machine; nothing outside
the temporary folder is written, and no process outlives its object. Nothing is waited for but by
its condition: the patience only ends a test that has failed, however busy the machine is.
"""

import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from email.message import Message
from pathlib import Path

from click.testing import CliRunner, Result

from pbp.cli import main

WAIT = 240.0
SBIN = "/usr/sbin:/usr/bin:/sbin:/bin"
LOGIN_WORD = "app_code"


def program(name: str) -> str:
    """The path of a server's program; without it the suite cannot be run."""
    found = shutil.which(name, path=f"{os.environ.get('PATH', '')}:{SBIN}")
    if found is None:
        raise RuntimeError(f"{name} is not installed; .ci/run says which packages are needed")
    return found


def free_port() -> int:
    """A port that nobody has, below those that outgoing connections are given."""
    while True:
        port = 10_000 + secrets.randbelow(22_000)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port


def until(condition: Callable[[], object], what: object = "") -> object:
    """Wait for a condition of other processes; what it gave."""
    end, pause = time.monotonic() + WAIT, threading.Event()
    while not (found := condition()):
        assert time.monotonic() < end, _never_came(what)
        pause.wait(0.02)
    return found


def _never_came(what: object) -> str:
    """What the servers said last."""
    return f"it never came: {str(what() if callable(what) else what)[-4000:]}"


def listens(port: int) -> bool:
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0


class Pbp:
    """`pbp serve` in a folder, as a process of its own."""

    def __init__(self, folder: Path, config: str) -> None:
        self.folder = folder
        self.config = folder / "config.yaml"
        if "web" not in config:  # its usual port may be somebody else's
            config += "web: {enabled: false}\n"
        self.config.write_text(config, "utf-8")
        (folder / "imap-password").write_text(LOGIN_WORD + "\n", "utf-8")
        self.log = folder / "pbp.log"
        self._before = 0
        self.process: subprocess.Popen[str] | None = None

    def command(self, *words: str | Path) -> list[str]:
        start = [sys.executable, "-c", "from pbp.cli import main; main()"]
        return [*start, *map(str, words), "--config", str(self.config)]

    def pbp(self, *words: str | Path, typed: str | None = None) -> Result:
        """One command, in this process: to import everything again takes longer than to do it."""
        done = CliRunner(env={"COLUMNS": "200"}).invoke(main, [*map(str, words)], input=typed)
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        return done

    def try_out(self, *words: str | Path) -> Result:
        """A command with our configuration, whatever comes of it."""
        return self.pbp(*words, "--config", self.config)

    def run(self, *words: str | Path) -> str:
        """A command with our configuration, which must do what it says."""
        done = self.try_out(*words)
        assert done.exit_code == 0, done.output
        return done.stdout

    def login(self, address: str) -> str:
        """The line of somebody who may log in."""
        return self.pbp("login", address, typed=LOGIN_WORD + "\n").stdout.splitlines()[-1] + "\n"

    def start(self) -> str:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command("serve"),
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=environment(),
            )
        said = self.process.stdout.readline()
        assert said.startswith("listening"), (said, self.said())
        return said

    def stop(self, number: int = signal.SIGTERM) -> int:
        if self.process is None:
            return 0
        self.process.send_signal(number)
        self.process.communicate(timeout=WAIT)
        status, self.process = self.process.returncode, None
        return status

    def close(self) -> None:
        self.stop(signal.SIGKILL)

    def said(self) -> str:
        return self.log.read_text("utf-8", "replace") if self.log.exists() else ""

    def forget(self) -> None:
        """Run, and count letters anew, so that the next test can have it."""
        if self.process is None:
            self.start()
        self._before += self.count()

    def count(self) -> int:
        """How many letters there are in the journal."""
        from pbp.store import SqliteStore
        from pbp.wiring import JOURNAL

        with SqliteStore.open(self.folder / "data" / JOURNAL, read_only=True) as store:
            return store.count_letters() - self._before

    def letters(self) -> list:
        """All letters in the journal, read and unread, in order of storing."""
        from pbp.store import SqliteStore
        from pbp.wiring import JOURNAL

        with SqliteStore.open(self.folder / "data" / JOURNAL, read_only=True) as store:
            numbers = range(self._before + 1, store.count_letters() + 1)
            return [store.letter(number) for number in numbers]


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONWARNINGS": "ignore", "COLUMNS": "200", "LC_ALL": "C.UTF-8"}


def swaks(port: int, to: str, *more: str, sender: str = "player@players.test") -> tuple[int, str]:
    """Send one mail with swaks; its exit status and what the two servers said to each other."""
    done = subprocess.run(
        [
            program("swaks"),
            *("--server", f"127.0.0.1:{port}", "--from", sender, "--to", to),
            *("--timeout", f"{WAIT:g}", "--suppress-data"),
            *more,
        ],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PATH": f"{os.environ['PATH']}:{SBIN}"},
    )
    return done.returncode, done.stdout + done.stderr


def header(mail: Message, name: str) -> str:
    return re.sub(r"\s+", " ", str(mail[name] or ""))
