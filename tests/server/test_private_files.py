"""What a server keeps is its owner's from the start, whatever the umask and the folder were."""

import os
import shutil

from tests.house.sources import ROOT
from tests.server.test_serve import until


def test_nobody_else_may_read_what_a_server_keeps(house) -> None:
    data = house.folder / "data"
    data.mkdir()
    shutil.copy(ROOT / "data" / "README.md", data)  # the folder as it comes with pbp
    data.chmod(0o755)
    old = os.umask(0o022)
    try:
        house.pbp("game", "new", house.game_file())
        house.configure("")
        text = house.config.read_text("utf-8")
        text = text.replace("web: {enabled: false}", "web: {port: 0}")
        house.config.write_text(text, "utf-8")
        server = house.serve()
        until(lambda: house.mailbox("referee@gm.test"))
        found = {str(path.relative_to(data)): path.lstat().st_mode for path in data.rglob("*")}
        house.stop(server)
    finally:
        os.umask(old)
    assert {"journal.sqlite", "public.sqlite3", "mailboxes"} <= set(found)
    assert data.stat().st_mode & 0o077 == 0
    made = {name: mode for name, mode in found.items() if name != "README.md"}
    assert [name for name, mode in made.items() if mode & 0o077] == []
