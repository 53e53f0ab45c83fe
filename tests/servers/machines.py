"""Real servers on loopback: Postfix, Dovecot and pbp, each in its folder, started and stopped here.

Whatever is missing is an error, never a skip. Ports are free ones above 1024; nothing outside the
temporary folder is written, and no process outlives its object.
"""

import email
import os
import re
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

from imapclient import IMAPClient

from tests.servers.guide import block, replaced

WAIT = 60.0
SBIN = "/usr/sbin:/usr/bin:/sbin:/bin"
PASSWORD = "app code"


def program(name: str) -> str:
    """The path of a server's program; without it the suite cannot be run."""
    found = shutil.which(name, path=f"{os.environ.get('PATH', '')}:{SBIN}")
    if found is None:
        raise RuntimeError(f"{name} is not installed; .ci/run says which packages are needed")
    return found


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def until(condition: Callable[[], object], what: object = "") -> object:
    """Wait for a condition of other processes; what it gave."""
    end, pause = time.monotonic() + WAIT, threading.Event()
    while not (found := condition()):
        assert time.monotonic() < end, f"it never came: {what() if callable(what) else what}"
        pause.wait(0.05)
    return found


def listens(port: int) -> bool:
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0


class Postfix:
    """A mail server: takes mail for our domain, and hands it on by LMTP."""

    def __init__(self, folder: Path, hand_on: str, boxes: str, ours: str = "games.test") -> None:
        """hand_on: where mail of ours goes by LMTP; boxes: where that of players goes."""
        self.folder = folder
        self.port = free_port()
        self.log = folder / "mail.log"
        self.config = folder / "etc"
        for name in ("etc", "queue", "data", "queue/pbp"):
            (folder / name).mkdir()
        shutil.chown(folder / "data", "postfix")
        shutil.chown(folder / "queue" / "pbp", group="postfix")
        (folder / "queue" / "pbp").chmod(0o710)
        others = f"/^table@{re.escape(ours)}$/ box\n/@players\\.test$/ box\n"
        addresses = block("Behind Postfix", "# /etc/postfix/pbp-addresses")
        addresses = replaced(addresses, (r"games\.example\.org", re.escape(ours)))
        (self.config / "addresses").write_text(addresses + others, "utf-8")
        (self.config / "boxes").write_text(f"players.test lmtp:{boxes}\n", "ascii")
        (self.config / "main.cf").write_text(self._main(ours, hand_on), "ascii")
        (self.config / "master.cf").write_text(self._master(), "ascii")
        self.run("start")
        until(lambda: listens(self.port), self.log.read_text)

    @property
    def socket(self) -> Path:
        """Where pbp listens, for the transport lmtp:unix:pbp/lmtp."""
        return self.folder / "queue" / "pbp" / "lmtp"

    def _main(self, ours: str, hand_on: str) -> str:
        """What the guide says, and what a server needs that is not the machine's own."""
        guide = replaced(
            block("Behind Postfix", "# main.cf"),
            ("games.example.org", f"{ours}, players.test"),
            ("regexp:/etc/postfix/pbp-addresses", f"regexp:{self.config}/addresses"),
            ("lmtp:unix:pbp/lmtp", f"lmtp:{hand_on}"),
            ("= 60s", "= 2s"),
            ("= 5m", "= 4s"),
        )
        return f"""\
compatibility_level = 3.6
queue_directory = {self.folder}/queue
data_directory = {self.folder}/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
maillog_file = {self.log}
maillog_file_prefixes = {self.folder}
import_environment = MAIL_CONFIG MAIL_DEBUG MAIL_LOGTAG TZ LANG=C
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
myhostname = mx.games.test
mydestination =
alias_maps =
alias_database =
local_recipient_maps =
virtual_alias_maps =
default_transport = discard
transport_maps = texthash:{self.config}/boxes
smtpd_peername_lookup = no
smtp_dns_support_level = disabled

{guide}"""

    def _master(self) -> str:
        return f"""\
127.0.0.1:{self.port} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
showq unix n - n - - showq
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
virtual unix - n n - - virtual
lmtp unix - - y - - lmtp
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
"""

    def run(self, word: str) -> None:
        done = subprocess.run(
            [program("postfix"), "-c", str(self.config), word],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "PATH": SBIN},
        )
        assert done.returncode == 0, (word, done.stderr, self.said())

    def said(self) -> str:
        return self.log.read_text("utf-8", "replace") if self.log.exists() else ""

    def close(self) -> None:
        self.run("stop")
        until(lambda: not listens(self.port))


class Dovecot:
    """An IMAP server with as many mailboxes as are asked for; all have one password."""

    def __init__(self, folder: Path, certificate: Path, key: Path) -> None:
        self.folder = folder
        self.imap, self.imaps, self.lmtp = free_port(), free_port(), free_port()
        self.config = folder / "dovecot.conf"
        self.log = folder / "dovecot.log"
        (folder / "mail").mkdir()
        shutil.chown(folder / "mail", "nobody", "nogroup")
        self.config.write_text(self._config(certificate, key), "ascii")
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    def _config(self, certificate: Path, key: Path) -> str:
        return f"""\
base_dir = {self.folder}/run
state_dir = {self.folder}/state
log_path = {self.log}
listen = 127.0.0.1
protocols = imap lmtp
ssl = yes
ssl_cert = <{certificate}
ssl_key = <{key}
ssl_dh =
disable_plaintext_auth = no
auth_username_format = %Lu
mail_location = maildir:{self.folder}/mail/%u
first_valid_uid = 1
mail_max_userip_connections = 100
imap_idle_notify_interval = 1 mins
passdb {{
  driver = static
  args = password={PASSWORD.replace(" ", "_")}
}}
userdb {{
  driver = static
  args = uid=nobody gid=nogroup home={self.folder}/mail/%u allow_all_users=yes
}}
service imap-login {{
  inet_listener imap {{
    port = {self.imap}
  }}
  inet_listener imaps {{
    port = {self.imaps}
    ssl = yes
  }}
}}
service lmtp {{
  inet_listener lmtp {{
    port = {self.lmtp}
  }}
}}
namespace inbox {{
  inbox = yes
  mailbox Junk {{
    auto = subscribe
  }}
}}
"""

    def start(self) -> None:
        self.process = subprocess.Popen(
            [program("dovecot"), "-F", "-c", str(self.config)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        until(lambda: listens(self.imap) and listens(self.lmtp), self.said)

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait(WAIT)
            self.process.stderr.close()
            self.process = None

    close = stop

    def said(self) -> str:
        return self.log.read_text("utf-8", "replace") if self.log.exists() else ""

    def open(self, address: str) -> IMAPClient:
        """Somebody's mailbox, as his mail program opens it."""
        client = IMAPClient("127.0.0.1", port=self.imap, ssl=False, timeout=WAIT)
        client.login(address, PASSWORD.replace(" ", "_"))
        return client

    def mails(self, address: str) -> list[Message]:
        """All that lies in somebody's INBOX, in order."""
        with self.open(address) as client:
            client.select_folder("INBOX", readonly=True)
            found = client.fetch(client.search("ALL"), ["BODY.PEEK[]"])
        return [email.message_from_bytes(found[uid][b"BODY[]"]) for uid in sorted(found)]

    def put(self, address: str, raws: list[bytes], folder: str = "INBOX") -> None:
        """Append mails to a mailbox."""
        with self.open(address) as client:
            for raw in raws:
                client.append(folder, raw)

    def number_anew(self, address: str) -> None:
        """Give a mailbox another UIDVALIDITY, as a server does that has lost its index."""
        folder = self.folder / "mail" / address
        for index in folder.glob("dovecot*"):
            if index.is_file():
                index.unlink()

    def drop_connections(self) -> None:
        """End every IMAP session, as a server does that is restarted; the listeners stay."""
        listed = subprocess.run(
            ["pgrep", "-P", str(self.process.pid), "-x", "imap"],
            capture_output=True,
            text=True,
            check=False,
        )
        for number in listed.stdout.split():
            os.kill(int(number), signal.SIGKILL)


class Pbp:
    """`pbp serve` in a folder, as a process of its own."""

    def __init__(self, folder: Path, config: str) -> None:
        self.folder = folder
        self.config = folder / "config.yaml"
        self.config.write_text(config, "utf-8")
        (folder / "imap-password").write_text(PASSWORD.replace(" ", "_") + "\n", "utf-8")
        self.log = folder / "pbp.log"
        self.process: subprocess.Popen[str] | None = None

    def command(self, *words: str | Path) -> list[str]:
        start = [sys.executable, "-c", "from pbp.cli import main; main()"]
        return [*start, *map(str, words), "--config", str(self.config)]

    def run(self, *words: str | Path) -> str:
        done = subprocess.run(
            self.command(*words), capture_output=True, text=True, check=False, env=environment()
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def login(self, address: str) -> str:
        """The line of somebody who may log in."""
        start = [sys.executable, "-c", "from pbp.cli import main; main()", "login", address]
        word = PASSWORD.replace(" ", "_") + "\n"
        done = subprocess.run(start, input=word, capture_output=True, text=True, check=True)
        return done.stdout

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

    def letters(self) -> list:
        """All letters in the journal, read and unread, in order of storing."""
        from pbp.store import SqliteStore
        from pbp.wiring import JOURNAL

        with SqliteStore.open(self.folder / "data" / JOURNAL, read_only=True) as store:
            return [store.letter(number) for number in range(1, store.count_letters() + 1)]


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONWARNINGS": "ignore", "COLUMNS": "200", "LC_ALL": "C.UTF-8"}


def swaks(port: int, to: str, *more: str, sender: str = "player@players.test") -> tuple[int, str]:
    """Send one mail with swaks; its exit status and what the two servers said to each other."""
    done = subprocess.run(
        [
            program("swaks"),
            *("--server", f"127.0.0.1:{port}", "--from", sender, "--to", to),
            *("--timeout", "30", "--suppress-data"),
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
