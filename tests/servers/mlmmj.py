"""A mailing list of mlmmj behind the suite's Postfix, set up as docs/deploy.md says."""

import shutil
import subprocess
from pathlib import Path

from tests.servers.guide import block, replaced
from tests.servers.machines import program

SECTION = "A mailing list as the board"


class MailingList:
    """game@lists.test. Changes of its settings hold from the next post on."""

    address = "game@lists.test"

    def __init__(self, lists: Path, port: int) -> None:
        """lists: the folder of all lists, whose owner runs mlmmj; port: of the mail server."""
        self.folder = lists / "game"
        for name in ("mlmmj-receive", "mlmmj-process", "mlmmj-send"):
            program(name)
        subprocess.run(
            [program("mlmmj-make-ml"), "-L", "game", "-s", str(lists)],
            input="lists.test\nowner@players.test\nen\n",
            capture_output=True,
            text=True,
            check=True,
        )
        access = block(SECTION, "# /var/spool/mlmmj/game/control/access")
        access = replaced(access, (r"games\.example\.org", r"games\.test")).partition("\n")[2]
        self.set(relayhost="127.0.0.1\n", smtpport=f"{port}\n", access=access)

    def set(self, **settings: str) -> None:
        """Write files of control/."""
        for name, text in settings.items():
            (self.folder / "control" / name).write_text(text, "utf-8")
        self._give_away()

    def subscribe(self, *addresses: str) -> None:
        for address in addresses:
            command = [program("mlmmj-sub"), "-L", str(self.folder), "-a", address]
            subprocess.run(command, capture_output=True, check=True)
        self._give_away()

    def archive(self) -> list[bytes]:
        """What was posted, in order."""
        files = (self.folder / "archive").iterdir()
        return [file.read_bytes() for file in sorted(files, key=lambda file: int(file.name))]

    def _give_away(self) -> None:
        for path in (self.folder, *self.folder.rglob("*")):
            shutil.chown(path, "list", "list")
