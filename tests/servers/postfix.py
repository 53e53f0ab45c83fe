"""Postfix on loopback, with the blocks of docs/deploy.md, in a folder of its own.

One server for all tests. Where mail goes depends on its domain: games.test to pbp by a unix socket,
tcp.test to pbp by TCP, box.test and players.test into boxes on Dovecot, lists.test to the list.
127.0.0.1 is our own machine, and 127.0.0.2 the world outside.
"""

import os
import shutil
import subprocess
from pathlib import Path

from tests.servers.dovecot import Dovecot
from tests.servers.guide import block, replaced
from tests.servers.machines import SBIN, free_port, listens, program, until

DOMAINS = ("games", "tcp")
"""Domains of ours, below .test."""

BEHIND, LIST, SEVERAL = "Behind Postfix", "A mailing list as the board", "Several servers"


class Postfix:
    """A mail server. port: for everybody; submission: TLS at once, and a login on Dovecot."""

    def __init__(self, folder: Path, dovecot: Dovecot, lists: Path) -> None:
        """lists: the folder of the mailing lists, whose program runs as their owner."""
        self.folder = folder
        self.lists = lists
        self.port, self.submission, self.tcp = free_port(), free_port(), free_port()
        self.log = folder / "mail.log"
        self.config = folder / "etc"
        for name in ("etc", "queue", "data", "queue/pbp"):
            (folder / name).mkdir()
        shutil.chown(folder / "data", "postfix")
        shutil.chown(folder / "queue" / "pbp", group="postfix")
        (folder / "queue" / "pbp").chmod(0o710)
        self._tables(dovecot.lmtp)
        (self.config / "main.cf").write_text(self._main(dovecot), "ascii")
        (self.config / "master.cf").write_text(self._master(), "ascii")
        self._heard = 0
        self.run("start")
        until(lambda: listens(self.port) and listens(self.submission), self.said)

    @property
    def socket(self) -> Path:
        """Where pbp listens, for the transport lmtp:unix:pbp/lmtp."""
        return self.folder / "queue" / "pbp" / "lmtp"

    def _tables(self, boxes: int) -> None:
        """What is an address, and where its mail goes."""
        addresses = block(BEHIND, "# /etc/postfix/pbp-addresses")
        known = [addresses.replace(r"games\.example\.org", rf"{name}\.test") for name in DOMAINS]
        more = r"/^table@box\.test$/ box" + "\n" + r"/@players\.test$/ box" + "\n"
        (self.config / "addresses").write_text("".join(known) + more, "utf-8")
        to_dovecot = f"lmtp:inet:127.0.0.1:{boxes}"
        (self.config / "boxes").write_text(
            f"players.test {to_dovecot}\nbox.test {to_dovecot}\n"
            f"tcp.test lmtp:inet:127.0.0.1:{self.tcp}\n",
            "ascii",
        )
        lists = block(LIST, "# /etc/postfix/lists").replace(r"lists\.example\.org", r"lists\.test")
        (self.config / "lists").write_text(lists, "ascii")
        servers = block(SEVERAL, "# /etc/postfix/pbp-servers")
        servers = servers.replace(r"games\.example\.org", r"games\.test")
        (self.config / "servers").write_text(servers, "ascii")

    def _main(self, dovecot: Dovecot) -> str:
        """What the guide says, and what a server needs that is not the machine's own."""
        guide = replaced(
            block(BEHIND, "# main.cf"),
            ("games.example.org", "games.test, tcp.test, box.test, players.test"),
            ("regexp:/etc/postfix/pbp-addresses", f"regexp:{self.config}/addresses"),
            ("= 60s", "= 2s"),
            ("= 5m", "= 4s"),
        )
        lists = replaced(
            block(LIST, "# main.cf"),
            ("lists.example.org", "lists.test"),
            ("transport_maps = regexp:/etc/postfix/lists", self._transports()),
            ("regexp:/etc/postfix/lists", f"regexp:{self.config}/lists"),
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
mynetworks = 127.0.0.1/32
myhostname = mx.games.test
mydestination =
alias_maps =
alias_database =
local_recipient_maps =
virtual_alias_maps =
default_transport = discard
smtpd_peername_lookup = no
smtp_dns_support_level = disabled
smtpd_tls_cert_file = {dovecot.certificate}
smtpd_tls_key_file = {dovecot.key}
smtpd_sasl_type = dovecot
smtpd_sasl_path = inet:127.0.0.1:{dovecot.auth}

{guide}
{lists}"""

    def _transports(self) -> str:
        """The guide's own table of servers, then those of the lists and of the test's boxes."""
        tables = (f"regexp:{self.config}/{name}" for name in ("servers", "lists"))
        ours = ", ".join((*tables, f"texthash:{self.config}/boxes"))
        guide = block(SEVERAL, "# main.cf")
        return replaced(guide, ("regexp:/etc/postfix/pbp-servers", ours)).splitlines()[-1]

    def _master(self) -> str:
        pipe = replaced(
            block(LIST, "# master.cf"),
            ("user=mlmmj", "user=list"),
            ("/var/spool/mlmmj", str(self.lists)),
        )
        return f"""\
127.0.0.1:{self.port} inet n - n - - smtpd
127.0.0.1:{self.submission} inet n - n - - smtpd
  -o smtpd_tls_wrappermode=yes -o smtpd_sasl_auth_enable=yes
  -o smtpd_client_restrictions=permit_sasl_authenticated,reject
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
{pipe}"""

    def run(self, *words: str) -> None:
        """`postfix WORD`, or another of its programs."""
        name, *more = words if len(words) > 1 else ("postfix", *words)
        done = subprocess.run(
            [program(name), "-c", str(self.config), *more],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "PATH": SBIN},
        )
        assert done.returncode == 0, (words, done.stderr, self.said())

    def said(self) -> str:
        """What it has logged since the last test."""
        if not self.log.exists():
            return ""
        return self.log.read_bytes()[self._heard :].decode("utf-8", "replace")

    def forget(self) -> None:
        """Be as new: an empty queue, an empty log."""
        self.run("postsuper", "-d", "ALL")
        self._heard = self.log.stat().st_size

    def close(self) -> None:
        self.run("stop")
        until(lambda: not listens(self.port))
