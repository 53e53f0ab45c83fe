"""The only place that speaks SQL: letters, games, inputs, facts, outbox.

What is in here is kept as it came and given back in order; nothing in here reads a mail, knows a
rule or asks the clock. Rooms above import the names below and never sqlite3.
"""

from pbp.store.errors import (
    StoreBroken,
    StoreBusy,
    StoreConflict,
    StoreError,
    StoreFull,
    StoreInUse,
    StoreTooNew,
)
from pbp.store.interface import Store
from pbp.store.rows import (
    Act,
    Address,
    Counter,
    Delivery,
    DeliveryKey,
    Fact,
    Game,
    GameState,
    Input,
    Letter,
    LetterRead,
    NewLetter,
    NewMail,
    OutboxRow,
    Outcome,
    Position,
    Vital,
)
from pbp.store.sqlite_store import SqliteStore

__all__ = [
    "Act",
    "Address",
    "Counter",
    "Delivery",
    "DeliveryKey",
    "Fact",
    "Game",
    "GameState",
    "Input",
    "Letter",
    "LetterRead",
    "NewLetter",
    "NewMail",
    "OutboxRow",
    "Outcome",
    "Position",
    "SqliteStore",
    "Store",
    "StoreBroken",
    "StoreBusy",
    "StoreConflict",
    "StoreError",
    "StoreFull",
    "StoreInUse",
    "StoreTooNew",
    "Vital",
]
