"""`pbp forget` in a game that came from a sign-up: nothing of him is left but a pseudonym."""

import sqlite3

from click.testing import CliRunner

from pbp.cli import main
from pbp.wiring import JOURNAL
from tests.around.town import DAY, NAMES, Town, address_of


def test_who_played_who_waited_and_who_never_confirmed_are_forgotten(tmp_path):
    config = tmp_path / "config.yaml"
    config.write_text(f"server: {{data: {tmp_path}}}\n", encoding="utf-8")
    town = Town(tmp_path / JOURNAL)
    town.open("g1", "prayer", options={"killers": "1", "villagers": "2"})
    town.sign_up("g1", NAMES[:4])
    town.mail(address_of("钱一"), "报名 钱一", "gm+g1@games.test")
    town.until(town.now + DAY)
    town.gm("g1", "平局 说好的")
    town.until(town.now + 4 * DAY)
    town.store.close()
    with sqlite3.connect(tmp_path / JOURNAL) as journal:
        journal.execute("UPDATE deliveries SET state = 'sent'")
    journal.close()

    for name in ("王五", "孙七", "钱一"):
        args = ["forget", address_of(name).upper(), "--yes", "--config", str(config)]
        done = CliRunner().invoke(main, args)
        assert done.exit_code == 0, done.output
        assert "forgotten in g1" in done.output

    dump = _everything_in(tmp_path / JOURNAL)
    for name in ("王五", "孙七", "钱一"):
        assert address_of(name).encode() not in dump.lower()
        assert name.encode() not in dump
    assert "李四".encode() in dump
    audited = CliRunner().invoke(main, ["audit", "g1", "--config", str(config)])
    assert audited.exit_code == 0, audited.output


def _everything_in(path) -> bytes:
    """All that stands in the tables, as bytes."""
    journal = sqlite3.connect(path)
    tables = journal.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    cells = [
        cell if isinstance(cell, bytes) else str(cell).encode()
        for (table,) in tables
        for row in journal.execute(f'SELECT * FROM "{table}"')
        for cell in row
    ]
    journal.close()
    return b"\n".join(cells)
