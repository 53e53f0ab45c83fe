"""What the rooms above may ask of a store. SQLite stands behind it; PostgreSQL could stand beside.

Every method may raise StoreError; a write that raises has written nothing. Methods may be called
from any thread. One process writes a journal; others may open it read-only.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Protocol

from pbp.store.rows import (
    Act,
    Address,
    Delivery,
    Fact,
    Forgotten,
    Game,
    Input,
    Letter,
    LetterRead,
    NewLetter,
    OutboxRow,
    Outcome,
    Position,
    Rewritten,
    Vital,
    Waiting,
)


class Store(Protocol):
    """The journal of one server: letters, games with inputs and facts, outbox."""

    def append_letters(self, letters: Sequence[NewLetter]) -> list[int]:
        """Write letters in one transaction and give their ids; returns once they are on disk."""

    def append_fetched(self, letters: Sequence[NewLetter], position: Position) -> list[int]:
        """Write letters from a mailbox elsewhere and how far it was read, in one transaction.

        A letter whose very bytes were fetched from that mailbox before is not written again; gives
        the ids of the others.
        """

    def position(self, name: str) -> Position | None:
        """Give how far a mailbox elsewhere was read; None if it never was."""

    def next_letters(self, limit: int) -> list[Letter]:
        """Give the unread letters that come first, in order of (received_at, id)."""

    def waiting(self, limit: int, until: datetime | None = None) -> list[Waiting]:
        """Give the outsides of these letters, received up to `until`, in the same order."""

    def letter(self, letter_id: int) -> Letter | None:
        """Give one letter."""

    def letter_read(self, letter_id: int) -> LetterRead | None:
        """Give what became of a letter; None while it is unread."""

    def letters_of(self, game: str) -> Iterator[tuple[Letter, LetterRead]]:
        """Give the letters that were read for a game, by id."""

    def count_letters(self) -> int:
        """Count all letters, read and unread."""

    def count_unread(self) -> int:
        """Count the letters that nobody has read yet."""

    def seen(self, keys: Sequence[bytes]) -> set[bytes]:
        """Give those of these delivery keys with which a letter came before."""

    def add_game(self, game: Game) -> None:
        """Write a new game alone; commit() does it together with its first inputs.

        Raises:
            StoreConflict: the id is taken.
        """

    def game(self, game: str) -> Game | None:
        """Give one game."""

    def games(self) -> list[Game]:
        """Give all games in order of their birth."""

    def game_ids(self) -> frozenset[str]:
        """Give the ids of all games."""

    def due_games(self, now: datetime) -> list[str]:
        """Give the games whose deadline is at or before now, the earliest first, then by id."""

    def next_deadline(self) -> datetime | None:
        """Give the earliest deadline of all games."""

    def inputs(self, game: str, after: int = 0) -> Iterator[Input]:
        """Give a game's inputs in order, those with seq > after."""

    def facts(self, game: str, after: int = 0) -> Iterator[Fact]:
        """Give a game's facts in order, those with seq > after."""

    def last_seqs(self, game: str) -> tuple[int, int]:
        """Give the numbers of a game's last input and last fact; 0 where there is none."""

    def find_games_of(self, address: str) -> list[Address]:
        """Give the index entries of an address (compared in lower case), by game and seat."""

    def counter(self, name: str) -> int:
        """Give the value of a named counter; 0 if it was never set."""

    def counters(self, prefix: str) -> dict[str, int]:
        """Give all counters whose name begins with prefix."""

    def commit(self, *outcomes: Outcome) -> None:
        """Write outcomes, in order, in one transaction: all of it or nothing.

        Raises:
            StoreConflict: a seq, a delivery key or a game id is taken, a letter was read
                before, or a game or input that is named does not exist.
            StoreBusy, StoreFull: not now; the same outcome may be tried again.
        """

    def claim_due(self, now: datetime, limit: int) -> list[OutboxRow]:
        """Take queued mails whose time has come (state sending), by priority, then age."""

    def mark(self, deliveries: Sequence[Delivery]) -> None:
        """Write how attempts went, in one transaction."""

    def mark_sent(self, mail: int) -> None:
        """Write that one mail was taken over by the other side."""

    def mark_failed(self, mail: int, error: str, retry_at: datetime | None = None) -> None:
        """Write that one attempt failed; without retry_at for good."""

    def recover(self) -> int:
        """Put mails found in sending back to queued (at start only) and count them.

        Whether the other side took them is not known: they go out again, same Message-ID.
        """

    def sent_since(self, at: datetime) -> list[datetime]:
        """Give when mails were sent since then, as far as that is known, the earliest first."""

    def next_try(self) -> datetime | None:
        """Give the earliest instant at which a queued mail may go out."""

    def outbox_row(self, mail: int) -> OutboxRow | None:
        """Give one mail of the outbox."""

    def find_sent(self, message_id: str) -> OutboxRow | None:
        """Give the mail that we sent, or will send, with this Message-ID (In-Reply-To look-ups)."""

    def find_begun(self, beginning: str) -> OutboxRow | None:
        """Give the mail that we sent whose Message-ID begins so (bounces name but a part)."""

    def failed_mails(self, game: str | None) -> list[OutboxRow]:
        """Give the mails of a game (None: of no game) that could not be delivered, by id."""

    def games_with_failures(self) -> list[str]:
        """Give the games of which a mail could not be delivered."""

    def outbox_of(self, game: str, after: int = 0) -> Iterator[OutboxRow]:
        """Give all mails of a game in order of writing, those with id > after."""

    def count_outbox(self) -> dict[str, int]:
        """Count the mails by state."""

    def beat(self, at: datetime) -> None:
        """Note that the server was alive at this instant."""

    def last_beat(self) -> datetime | None:
        """Give the last instant that was noted."""

    def note_act(self, act: Act) -> None:
        """Write down what was done on the server's own machine; it stays."""

    def acts(self, after: int = 0) -> Iterator[Act]:
        """Give what was done on the server's own machine, in order, those with id > after."""

    def vital(self, now: datetime) -> Vital:
        """Give numbers that tell how the journal stands; cheap however long it is."""

    def drop_raw(self, before: datetime, games: Sequence[str]) -> int:
        """Drop the bytes of letters that came before an instant, of these games; how many."""

    def forgotten(self, game: str) -> list[Forgotten]:
        """Give when somebody was forgotten in a game, the earliest first."""

    def forget(self, address: str, games: Sequence[Rewritten]) -> int:
        """Write games without somebody, and drop what he wrote to no game; letters dropped.

        All of it or nothing; afterwards the file is written anew.
        """

    def close(self) -> None:
        """Close the journal; a second call does nothing."""
