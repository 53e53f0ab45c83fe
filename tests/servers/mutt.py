"""Mails as mutt shows them: opened by its own IMAP, decoded and threaded by its own parser."""

import os
import pty
import re
import subprocess
from pathlib import Path

from tests.servers.dovecot import Dovecot
from tests.servers.machines import LOGIN_WORD, SBIN, program

RC = """\
set folder="{home}" spoolfile="{home}/none" header_cache="" certificate_file=""
set imap_user="{address}" imap_pass="{word}" ssl_starttls=no ssl_force_tls=no
set sort=threads strict_threads=yes quit=yes wait_key=no timeout=1
set pipe_decode=yes pipe_split=yes reflow_text=yes
ignore *
unignore from to subject reply-to date message-id in-reply-to references
push "<tag-pattern>{pattern}<enter><tag-prefix><pipe-message>{pipe}<enter><quit>"
"""


class Shown:
    """One mail as mutt shows it. text: its own words, as lines of a reader's window."""

    def __init__(self, piped: str) -> None:
        head, _, self.text = piped.partition("\n\n")
        lines = re.sub(r"\n[ \t]+", " ", head).split("\n")
        self.headers = {name.lower(): text for name, _, text in (x.partition(": ") for x in lines)}

    def __getitem__(self, name: str) -> str:
        return self.headers.get(name.lower(), "")


def mutt(dovecot: Dovecot, address: str, home: Path, pattern: str = "~A") -> list[Shown]:
    """The mails of a mailbox that fit a pattern of mutt, in the order in which it lists them."""
    home.mkdir(exist_ok=True)
    out = home / "out"
    out.write_bytes(b"")
    pipe = home / "pipe"
    pipe.write_text(f"#!/bin/sh\ncat >> {out}\nprintf '\\f' >> {out}\n", "ascii")
    pipe.chmod(0o755)
    (home / "rc").write_text(
        RC.format(home=home, address=address, word=LOGIN_WORD, pattern=pattern, pipe=pipe), "utf-8"
    )
    url = f"imap://127.0.0.1:{dovecot.imap}/INBOX"
    screen = _in_a_terminal(["mutt", "-n", "-R", "-F", str(home / "rc"), "-f", url], home)
    mails = out.read_text("utf-8").split("\f")[:-1]
    assert mails, screen
    return [Shown(mail) for mail in mails]


def _in_a_terminal(command: list[str], home: Path) -> str:
    """Run a program that wants a screen; what it wrote there."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [program(command[0]), *command[1:]],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={"PATH": SBIN, "TERM": "xterm", "LC_ALL": "C.UTF-8", "HOME": str(home)},
        start_new_session=True,
    )
    os.close(theirs)
    written = []
    try:
        while part := os.read(ours, 65536):
            written.append(part)
    except OSError:  # the terminal is closed: it has ended
        pass
    os.close(ours)
    status, screen = process.wait(), b"".join(written).decode("utf-8", "replace")
    assert status == 0, screen
    return screen
