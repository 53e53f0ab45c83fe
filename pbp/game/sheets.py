"""Sheets: the exact lines behind each commitment, and their hashes (C-3.5). Pure.

A sheet is a list of lines. Its commitment is SHA-256 over its lines in UTF-8, each ended by one
line feed. At the end the sheets are posted as they are, so that anybody can do the same.
"""

import hashlib
from collections.abc import Iterable, Sequence

from pbp.game import facts as f
from pbp.game.clauses import clause
from pbp.game.nouns import Seat
from pbp.game.options import parse_options, show_value

CAST_BY_HAND = "by hand"


def commitment(lines: Iterable[str]) -> str:
    """SHA-256 over the lines, as hex."""
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


@clause("C-3.5")
def seed_lines(game: str, seed: str) -> list[str]:
    """The sheet of the seed; its commitment is posted when sign-up opens."""
    return [f"game {game}", f"seed {seed}"]


@clause("C-3.5")
def lots_lines(
    game: str, seed: str, signups: Iterable[str], substitutes: Iterable[str], beacon: str
) -> list[str]:
    """What the lots are drawn from: the seed, the valid sign-ups in order of name, the beacon.

    The hash of this sheet is the seed of all lots.
    """
    return [
        *seed_lines(game, seed),
        f"beacon {beacon or '-'}",
        *(f"signup {name}" for name in sorted(signups)),
        *(f"substitute {name}" for name in sorted(substitutes)),
    ]


@clause("C-3.5")
def deal_lines(started: f.GameStarted) -> list[str]:
    """The sheet of the deal: game, rule set, all options, roster, roles, seed, salt."""
    options = parse_options(started.ruleset, started.options)
    return [
        f"game {started.game}",
        f"ruleset {started.ruleset}",
        *(f"option {name} {show_value(value)}".rstrip() for name, value in sorted(options.items())),
        *(seat_line(seat, seat.handle in started.cast) for seat in started.seats),
        f"seed {started.seed}",
        f"salt {started.salts.deal if started.salts else ''}",
    ]


def seat_line(seat: Seat, by_hand: bool) -> str:
    """A place on the roster with its role, or its roles, the life of its start and its arrival."""
    words = [f"seat {seat.number} {seat.handle}"]
    if seat.lives:
        words += [f"{life}={role}" for life, role in seat.lives.items()]
        words.append(f"start={seat.start}")
        words.append(f"arrival={seat.arrival if seat.arrival is not None else '-'}")
    else:
        words.append(seat.role)
    return " ".join([*words, CAST_BY_HAND] if by_hand else words)


@clause("C-3.5", "C-3.6")
def owners_lines(started: f.GameStarted) -> list[str]:
    """The sheet of the owners, by their public names; a handle that was wished for says so."""
    return [
        f"game {started.game}",
        *(_owner_line(started, seat.handle) for seat in started.seats),
        f"salt {started.salts.owners if started.salts else ''}",
    ]


def _owner_line(started: f.GameStarted, handle: str) -> str:
    wished = " wished" if handle in started.wished else ""
    return f"owner {handle} {started.names.get(handle, '-')}{wished}"


def told(name: str, lines: Sequence[str]) -> list[str]:
    """A sheet as it is posted, between its marks."""
    return [f"=sheet {name}", *lines, "=end"]
