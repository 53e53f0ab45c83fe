"""Bringing a journal file to today's tables, in one transaction; must never touch what happened.

PRAGMA user_version holds the number of the schema. A new file gets schema.sql; an older one the
files migrations/NNNN-what.sql with a greater number, in order. application_id marks files as ours.
"""

import re
from pathlib import Path

from pbp.store.database import Database
from pbp.store.errors import StoreBroken, StoreTooNew

VERSION = 5
APPLICATION_ID = 0x70627031  # "pbp1"
_HERE = Path(__file__).parent


def bring_up_to_date(
    database: Database, migrations: Path = _HERE / "migrations", version: int = VERSION
) -> None:
    """Create or migrate the tables.

    Raises:
        StoreTooNew: a later version of the program wrote the file.
        StoreBroken: the file belongs to another program, or a migration is missing.
    """
    found = check_version(database, version)
    if found == version:
        return
    with database.transaction() as connection:
        if found == 0:
            scripts = [(_HERE / "schema.sql").read_text("utf-8")]
        else:
            scripts = _steps(migrations, found, version)
        for script in scripts:
            for statement in _statements(script):
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {version}")


def check_version(database: Database, version: int = VERSION) -> int:
    """Give the file's schema number, 0 for an empty file; see bring_up_to_date for errors."""
    (found,) = database.rows("PRAGMA user_version")[0]
    (owner,) = database.rows("PRAGMA application_id")[0]
    (tables,) = database.rows("SELECT count(*) FROM sqlite_schema")[0]
    if tables and owner != APPLICATION_ID:
        message = "not a journal of ours"
        raise StoreBroken(message)
    if found > version:
        message = f"schema {found}, this program knows {version}"
        raise StoreTooNew(message)
    return int(found)


def _steps(migrations: Path, found: int, version: int) -> list[str]:
    files = {int(path.name[:4]): path for path in migrations.glob("[0-9][0-9][0-9][0-9]-*.sql")}
    wanted = range(found + 1, version + 1)
    missing = [number for number in wanted if number not in files]
    if missing:
        message = f"migration {missing[0]:04} is missing"
        raise StoreBroken(message)
    return [files[number].read_text("utf-8") for number in wanted]


def _statements(script: str) -> list[str]:
    """Split a script at the semicolons that end a line, but not inside a trigger's BEGIN … END."""
    parts = re.split(r";[^\S\n]*(?:--[^\n]*)?\n", script + "\n")
    statements: list[str] = []
    for part in parts:
        if statements and _open_trigger(statements[-1]):
            statements[-1] += ";\n" + part
        elif part.strip():
            statements.append(part)
    return statements


def _open_trigger(statement: str) -> bool:
    return "CREATE TRIGGER" in statement and not re.search(r"\bEND\s*$", statement)
