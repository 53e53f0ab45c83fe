"""Opening the file of the public view: for writing by the server, for reading by the web."""

import sqlite3
from contextlib import suppress
from pathlib import Path

VERSION = 3
APPLICATION_ID = 0x70627062  # "pbpb"
CACHE_KIB = 2000

_SCHEMA = Path(__file__).with_name("schema.sql")


def open_to_write(path: Path | str) -> sqlite3.Connection:
    """The file, made where it is missing, broken or of another version: nothing in it is unique.

    Raises:
        OSError: it cannot be made there.

    Losing its last transactions to a power cut costs nothing either: hence synchronous off.
    """
    connection = _connected(path)
    if connection is None:
        remove(path)
        connection = _connected(path)
        if connection is None:
            raise OSError(f"{path} cannot be made")
    return connection


def _connected(path: Path | str) -> sqlite3.Connection | None:
    try:
        connection = sqlite3.connect(str(path), isolation_level=None, check_same_thread=False)
    except sqlite3.Error as error:
        raise OSError(f"it cannot be opened: {error}") from error
    try:
        connection.execute("PRAGMA journal_mode = WAL").fetchone()
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        if tables and version != VERSION:
            connection.close()
            return None
        if not tables:
            connection.executescript(_SCHEMA.read_text("utf-8"))
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {VERSION}")
    except sqlite3.DatabaseError:
        connection.close()
        return None
    return connection


def open_to_read(path: Path | str) -> sqlite3.Connection:
    """The file, read-only."""
    connection = sqlite3.connect(
        f"{Path(path).absolute().as_uri()}?mode=ro",
        uri=True,
        isolation_level=None,
        check_same_thread=False,
        timeout=5,
    )
    connection.execute("PRAGMA query_only = ON")
    connection.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
    return connection


def remove(path: Path | str) -> None:
    """Remove a file of SQLite and what stands beside it, where they are."""
    for ending in ("", "-wal", "-shm"):
        with suppress(FileNotFoundError):
            Path(f"{path}{ending}").unlink()
