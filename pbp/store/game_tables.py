"""Games in the SQLite store: birth, deadlines, inputs, facts, the address index, counters."""

import sqlite3
from collections.abc import Iterator, Sequence
from datetime import datetime

from pbp.store.database import Database, Row, is_text
from pbp.store.errors import StoreConflict
from pbp.store.instants import from_micros, maybe_instant, maybe_micros, to_micros
from pbp.store.rows import Address, Fact, Game, GameState, Input

_SELECT = "SELECT id, ruleset, locale, config, secret, created_at, state, next_deadline FROM games"


class GameTables:
    """The part of the store that keeps games; see Store for what each method promises."""

    _db: Database

    def game(self, game: str) -> Game | None:
        """Give one game."""
        row = self._db.row(f"{_SELECT} WHERE id = ?", (game,))
        return None if row is None else _from_row(row)

    def games(self) -> list[Game]:
        """Give all games in order of their birth."""
        rows = self._db.rows(f"{_SELECT} ORDER BY born")
        return [_from_row(row) for row in rows]

    def game_ids(self) -> frozenset[str]:
        """Give the ids of all games."""
        return frozenset(row[0] for row in self._db.rows("SELECT id FROM games"))

    def due_games(self, now: datetime) -> list[str]:
        """Give the games whose next deadline is at or before now, the earliest first."""
        rows = self._db.rows(
            "SELECT id FROM games WHERE next_deadline <= ? ORDER BY next_deadline, id",
            (to_micros(now),),
        )
        return [row[0] for row in rows]

    def next_deadline(self) -> datetime | None:
        """Give the earliest deadline of all games."""
        sql = "SELECT min(next_deadline) FROM games WHERE next_deadline IS NOT NULL"
        return maybe_instant(self._db.rows(sql)[0][0])

    def inputs(self, game: str, after: int = 0) -> Iterator[Input]:
        """Give a game's inputs in order, those with seq > after."""
        rows = self._db.pages(
            "SELECT seq, at, kind, body FROM inputs"
            " WHERE game = ? AND seq > ? ORDER BY seq LIMIT ?",
            (game,),
            after,
        )
        return (Input(game, seq, from_micros(at), kind, body) for seq, at, kind, body in rows)

    def facts(self, game: str, after: int = 0) -> Iterator[Fact]:
        """Give a game's facts in order, those with seq > after."""
        rows = self._db.pages(
            "SELECT seq, input_seq, body FROM facts"
            " WHERE game = ? AND seq > ? ORDER BY seq LIMIT ?",
            (game,),
            after,
        )
        return (Fact(game, seq, input_seq, body) for seq, input_seq, body in rows)

    def last_seqs(self, game: str) -> tuple[int, int]:
        """Give the numbers of a game's last input and last fact."""
        rows = self._db.rows(
            "SELECT (SELECT coalesce(max(seq), 0) FROM inputs WHERE game = ?1),"
            " (SELECT coalesce(max(seq), 0) FROM facts WHERE game = ?1)",
            (game,),
        )
        return rows[0][0], rows[0][1]

    def find_games_of(self, address: str) -> list[Address]:
        """Give the index entries of an address."""
        if not is_text(address):
            return []
        rows = self._db.rows(
            "SELECT address, game, seat, kind FROM addresses WHERE address = ?"
            " ORDER BY game, seat, kind",
            (address.lower(),),
        )
        return [Address(*row) for row in rows]

    def counter(self, name: str) -> int:
        """Give the value of a named counter."""
        row = self._db.row("SELECT value FROM counters WHERE name = ?", (name,))
        return 0 if row is None else int(row[0])

    def counters(self, prefix: str) -> dict[str, int]:
        """Give all counters whose name begins with prefix."""
        rows = self._db.rows(
            "SELECT name, value FROM counters WHERE substr(name, 1, length(?1)) = ?1"
            " AND name >= ?1 ORDER BY name",
            (prefix,),
        )
        return {row[0]: row[1] for row in rows}


def write_games(connection: sqlite3.Connection, games: Sequence[Game]) -> None:
    """Write new games, inside the caller's transaction."""
    connection.executemany(
        "INSERT INTO games VALUES"
        " (?, (SELECT coalesce(max(born), 0) + 1 FROM games), ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                game.id,
                game.ruleset,
                game.locale,
                game.config,
                game.secret,
                to_micros(game.created_at),
                game.state,
                maybe_micros(game.next_deadline),
            )
            for game in games
        ],
    )


def write_inputs(connection: sqlite3.Connection, inputs: Sequence[Input]) -> None:
    """Append inputs, inside the caller's transaction."""
    connection.executemany(
        "INSERT INTO inputs VALUES (?, ?, ?, ?, ?)",
        [(row.game, row.seq, to_micros(row.at), row.kind, row.body) for row in inputs],
    )


def write_facts(connection: sqlite3.Connection, facts: Sequence[Fact]) -> None:
    """Append facts, inside the caller's transaction."""
    connection.executemany(
        "INSERT INTO facts VALUES (?, ?, ?, ?)",
        [(row.game, row.seq, row.input_seq, row.body) for row in facts],
    )


def write_states(connection: sqlite3.Connection, states: Sequence[GameState]) -> None:
    """Write where games stand now, inside the caller's transaction.

    Raises:
        StoreConflict: there is no such game.
    """
    for state in states:
        changed = connection.execute(
            "UPDATE games SET state = ?, next_deadline = ? WHERE id = ?",
            (state.state, maybe_micros(state.next_deadline), state.game),
        ).rowcount
        if not changed:
            message = "no such game"
            raise StoreConflict(message)


def _from_row(row: Row) -> Game:
    number, ruleset, locale, config, secret, created_at, state, next_deadline = row
    return Game(
        id=number,
        ruleset=ruleset,
        locale=locale,
        config=config,
        secret=secret,
        created_at=from_micros(created_at),
        state=state,
        next_deadline=maybe_instant(next_deadline),
    )
