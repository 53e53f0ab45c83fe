"""Other mail systems of this machine, where they are installed: how fast they take mail to its end.

Postfix delivers each mail into a Maildir, as a service of its own in a folder of its own, with its
own defaults. Mailman 3 is looked for, and said to be missing; where it is installed it must be
measured by hand, for it wants a site of its own.
"""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from bench.accept import load
from bench.load import pack
from bench.report import say

PATIENCE_SECONDS = 60.0
SBIN = "/usr/sbin:/usr/bin:/sbin:/bin"
_MAIN = """\
compatibility_level = 3.6
queue_directory = {folder}/queue
data_directory = {folder}/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
maillog_file = {folder}/mail.log
maillog_file_prefixes = {folder}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
myhostname = mx.host.example
mydestination =
alias_maps =
alias_database =
local_recipient_maps =
virtual_mailbox_domains = host.example
virtual_mailbox_base = {folder}/boxes
virtual_mailbox_maps = static:all/
virtual_uid_maps = static:{user}
virtual_gid_maps = static:{group}
virtual_minimum_uid = 1
smtpd_peername_lookup = no
import_environment = MAIL_CONFIG MAIL_DEBUG MAIL_LOGTAG LANG=C {slow}
"""
_MASTER = """\
127.0.0.1:{port} inet n - n - - smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
proxymap unix - - n - - proxymap
error unix - - n - - error
retry unix - - n - - error
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
"""


class Postfix:
    """A Postfix that delivers into one Maildir."""

    name = "Postfix to Maildir"

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self._folder = folder
        self._new = folder / "boxes" / "all" / "new"
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self._port = int(probe.getsockname()[1])
        for name in ("etc", "queue", "data", "boxes"):
            (folder / name).mkdir()
        shutil.chown(folder / "data", "postfix")
        shutil.chown(folder / "boxes", "nobody")
        for path in (folder, folder.parent):
            path.chmod(0o755)  # its processes run under another name
        nobody = shutil._get_uid("nobody")
        slow = [f"{n}={os.environ[n]}" for n in ("LD_PRELOAD", "SLOW_SYNC_US") if n in os.environ]
        words = {"folder": folder, "port": self._port, "user": nobody, "group": nobody}
        words["slow"] = " ".join(slow)
        (folder / "etc" / "main.cf").write_text(_MAIN.format(**words), "ascii")
        (folder / "etc" / "master.cf").write_text(_MASTER.format(**words), "ascii")
        self.run("start")

    def run(self, what: str) -> None:
        """Start it or stop it."""
        command = ["postfix", "-c", str(self._folder / "etc"), what]
        environment = {**os.environ, "PATH": f"{os.environ.get('PATH', '')}:{SBIN}"}
        subprocess.run(command, check=what == "start", capture_output=True, env=environment)

    def rate(self, written: Sequence[tuple[str, bytes]]) -> float:
        """Mails a second from the first byte to the last file."""
        file = self._folder / "mails"
        pack([("all@host.example", raw) for _, raw in written], file)
        before = self._delivered()
        begun = load(self._port, 10, len(written), "many", str(file))["begun"]
        until = time.monotonic() + PATIENCE_SECONDS
        while self._delivered() - before < len(written):
            if time.monotonic() > until:
                raise TimeoutError("Postfix did not deliver")
            time.sleep(0.01)
        return len(written) / (time.monotonic() - begun)

    def _delivered(self) -> int:
        return sum(1 for _ in self._new.iterdir()) if self._new.exists() else 0


@contextmanager
def found(base: Path) -> Iterator[list[Postfix]]:
    """The peers that can be measured here, running."""
    there = shutil.which("postfix", path=f"{os.environ.get('PATH', '')}:{SBIN}") is not None
    if not there or os.getuid():
        yield []
        return
    try:
        postfix = Postfix(base / "postfix")
    except (OSError, subprocess.CalledProcessError) as error:
        say(f"Postfix is installed, but did not start here: {type(error).__name__}")
        yield []
        return
    try:
        yield [postfix]
    finally:
        postfix.run("stop")


def said(peers: Sequence[Postfix]) -> str:
    """Which peers there are, in words."""
    names = [peer.name for peer in peers]
    missing = [] if names else ["Postfix (not installed, or not root)"]
    mailman = shutil.which("mailman")
    missing.append("Mailman 3" + (" (installed, but measured by hand)" if mailman else ""))
    return f"peers found: {', '.join(names) or 'none'}; not measured: {', '.join(missing)}"
