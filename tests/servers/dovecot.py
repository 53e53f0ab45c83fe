"""Dovecot on loopback: IMAP, LMTP for the boxes, and the logins of Postfix's submission.

A wrong password makes nobody wait: all tests come from one address, and would pay for it.
"""

import email
import os
import re
import shutil
import signal
import subprocess
from email.message import Message
from pathlib import Path

from imapclient import IMAPClient

from tests.servers.machines import LOGIN_WORD, WAIT, free_port, listens, program, until


class Dovecot:
    """A server with as many mailboxes as are asked for; all have one password."""

    def __init__(self, folder: Path, certificate: Path, key: Path) -> None:
        self.folder = folder
        self.certificate, self.key = certificate, key
        self.imap, self.imaps, self.lmtp, self.auth = (free_port() for _ in range(4))
        self.config = folder / "dovecot.conf"
        self.log = folder / "dovecot.log"
        self._heard = 0
        self._read: dict[str, tuple[frozenset[str] | None, list[Message]]] = {}
        (folder / "mail").mkdir()
        shutil.chown(folder / "mail", "nobody", "nogroup")
        self.config.write_text(self._config(), "ascii")
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    def _config(self) -> str:
        return f"""\
base_dir = {self.folder}/run
state_dir = {self.folder}/state
log_path = {self.log}
listen = 127.0.0.1
protocols = imap lmtp
ssl = yes
ssl_cert = <{self.certificate}
ssl_key = <{self.key}
ssl_dh =
disable_plaintext_auth = no
auth_username_format = %Lu
auth_failure_delay = 0
mail_location = maildir:{self.folder}/mail/%u
first_valid_uid = 1
mail_max_userip_connections = 100
imap_idle_notify_interval = 1 mins
passdb {{
  driver = static
  args = password={LOGIN_WORD}
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
service auth {{
  inet_listener {{
    port = {self.auth}
  }}
}}
service anvil {{
  unix_listener anvil-auth-penalty {{
    mode = 0
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
        """Start, unless it runs."""
        if self.process is not None:
            return
        with self.log.open("ab") as log:
            command = [program("dovecot"), "-F", "-c", str(self.config)]
            self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=log)
        until(lambda: all(map(listens, (self.imap, self.imaps, self.lmtp, self.auth))), self.said)

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait(WAIT)
            self.process = None

    close = stop

    def said(self) -> str:
        """What it has logged since the last test."""
        if not self.log.exists():
            return ""
        return self.log.read_bytes()[self._heard :].decode("utf-8", "replace")

    def forget(self) -> None:
        """Be as new: running, no mailbox, an empty log."""
        self.start()
        self.drop_connections()
        until(lambda: not self._sessions(), self.said)
        for box in (self.folder / "mail").iterdir():
            shutil.rmtree(box)
        self._read.clear()
        self._heard = self.log.stat().st_size

    def open(self, address: str) -> IMAPClient:
        """Somebody's mailbox, as his mail program opens it."""
        client = IMAPClient("127.0.0.1", port=self.imap, ssl=False, timeout=WAIT)
        client.login(address, LOGIN_WORD)
        return client

    def mails(self, address: str) -> list[Message]:
        """All that lies in somebody's INBOX, in order; read again only where something came."""
        box = self.folder / "mail" / address
        files = frozenset(file.name for part in ("new", "cur") for file in (box / part).glob("*"))
        known, mails = self._read.get(address, (None, []))
        if not files:
            return []
        if known != files:
            mails = self._fetched(address)
            files = frozenset(f.name for part in ("new", "cur") for f in (box / part).glob("*"))
            self._read[address] = files if len(files) == len(mails) else None, mails
        return mails

    def _fetched(self, address: str) -> list[Message]:
        with self.open(address) as client:
            client.select_folder("INBOX", readonly=True)
            found = client.fetch(client.search("ALL"), ["BODY.PEEK[]"])
        return [email.message_from_bytes(found[uid][b"BODY[]"]) for uid in sorted(found)]

    def put(self, address: str, raws: list[bytes], folder: str = "INBOX") -> None:
        """Append mails to a mailbox."""
        with self.open(address) as client:
            for raw in raws:
                client.append(folder, raw)

    def fill(self, address: str, raws: list[bytes]) -> None:
        """Put many mails into a mailbox that is new, as a restored backup does."""
        box = self.folder / "mail" / address
        for name in ("", "cur", "new", "tmp"):
            (box / name).mkdir()
        for number, raw in enumerate(raws):
            (box / "new" / f"1700000000.{number}.backup").write_bytes(raw)
        for path in (box, *box.rglob("*")):
            shutil.chown(path, "nobody", "nogroup")

    def number_anew(self, address: str) -> None:
        """Give a mailbox another UIDVALIDITY, as a server does that has lost its index.

        One more than before: left to itself Dovecot takes the second in which it is asked, which
        can be the one in which the mailbox was made. A session that is open would bring the old
        one back, so it ends.
        """
        folder = self.folder / "mail" / address
        head = (folder / "dovecot-uidlist").read_bytes().split(b"\n")[0]
        validity = re.search(rb" V(\d+)", head)
        assert validity is not None, head
        anew = head.replace(validity[0], b" V%d" % (int(validity[1]) + 1))
        for index in folder.glob("dovecot*"):
            if index.is_file():
                index.unlink()
        (folder / "dovecot-uidlist").write_bytes(re.sub(rb" N\d+", b" N1", anew) + b"\n")
        self.drop_connections()

    def drop_connections(self) -> None:
        """End every IMAP session, as a server does that is restarted; the listeners stay."""
        for number in self._sessions():
            try:
                os.kill(number, signal.SIGKILL)
            except ProcessLookupError:
                continue

    def _sessions(self) -> list[int]:
        listed = subprocess.run(
            ["pgrep", "-P", str(self.process.pid), "-x", "imap"],
            capture_output=True,
            text=True,
            check=False,
        )
        return [int(number) for number in listed.stdout.split()]
