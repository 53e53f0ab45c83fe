"""Commitments and the closing report: what is added to the rule sets' posts (C-3.5, C-3.6)."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from pbp.game import awards, questioning, receipts, sheets
from pbp.game import facts as f
from pbp.game.clauses import clause
from pbp.game.table import Table

NEVER_POSTED = {"leave", *questioning.WORDS}
"""Acts that are not told to the public even after the end: of a leave only an extension is posted
(C-7.2), and the number of a question says nothing to anybody."""


@clause("C-3.5")
def with_commitments(table: Table, facts: Iterable[f.AnyFact]) -> Iterator[f.AnyFact]:
    """The first roster post carries the commitments, and whether the GM cast roles by hand."""
    more = _commitments(table)
    for fact in facts:
        if more and isinstance(fact, f.Posted) and fact.kind == "roster":
            yield receipts.with_data(fact, **more)
            more = {}
        else:
            yield fact


def _commitments(table: Table) -> dict[str, Any]:
    started = table.start
    if started.salts is None:
        return {}
    more: dict[str, Any] = {
        "commitment": sheets.commitment(sheets.deal_lines(started)),
        "owners_commitment": sheets.commitment(sheets.owners_lines(started)),
        "cast_by_hand": bool(started.cast),
    }
    book = table.signup
    if book is not None:
        opened = book.opened
        seed = sheets.seed_lines(opened.game, opened.seed)
        more["seed_commitment"] = sheets.commitment(seed)
        more["beacon"] = book.beacon
    if started.selection:
        more["select_commitment"] = sheets.commitment(started.selection)
    return more


@clause("C-3.6", "C-7.2", "C-7.3", "C-8.3", "C-10")
def closing(table: Table, facts: Iterable[f.AnyFact], reason: str = "") -> Iterator[f.AnyFact]:
    """The closing report: whole units, the owners, the GM's acts, the sheets and all leaves.

    reason: the GM's, where it was he who ended the game.
    """
    for fact in facts:
        if isinstance(fact, f.Posted) and fact.kind == "game_over":
            why = {"reason": _without_addresses(reason)} if reason else {}
            yield receipts.with_data(fact, **_reported(table), **why)
        else:
            yield fact


def _reported(table: Table) -> dict[str, Any]:
    ended, pot, unit = table.ended, table.options["pot"], table.options["unit"]
    more: dict[str, Any] = {"pot": str(pot), "unit": unit}
    if ended is not None and ended.prizes and unit and pot.denominator == 1:
        more["units"] = whole_units(ended.prizes, pot.numerator)
    if table.options["reveal_owners"] and table.start.names:
        more["owners"] = {who: _owners(table, who) for who in table.handles}
    more["acts"] = [
        {
            "at": act.at.isoformat(),
            "text": _without_addresses(act.line.removesuffix(act.reason).strip()),
            "reason": _without_addresses(act.reason),
        }
        for act in table.acts
        if not act.problem and act.word not in NEVER_POSTED
    ]
    more["reveal"] = revealed(table)
    closes = awards.until(table)
    if closes is not None:
        more["awards_until"] = closes.isoformat()
    return more


def _owners(table: Table, who: str) -> str:
    """Who played a handle, one after the other (L-7.1)."""
    taken = [taker.substitute for taker in table.seat_takers.get(who, ())]
    return " → ".join([table.start.names.get(who, ""), *taken])


def _without_addresses(line: str) -> str:
    """An act as it was written; no address is ever published (C-3.1)."""
    return " ".join("…" if "@" in word or "＠" in word else word for word in line.split(" "))


@clause("C-8.3")
def whole_units(prizes: dict[str, str], pot: int) -> dict[str, int]:
    """Exact shares as whole units, by largest remainder; equal ones in order of the prizes."""
    exact = {who: Fraction(share) * pot for who, share in prizes.items()}
    units = {who: int(amount) for who, amount in exact.items()}
    left = int(sum(exact.values(), Fraction(0))) - sum(units.values())
    by_remainder = sorted(exact, key=lambda who: units[who] - exact[who])
    for who in by_remainder[:left]:
        units[who] += 1
    return units


@clause("C-3.5")
def revealed(table: Table) -> list[str]:
    """Every committed line and every leaf, exactly; nothing where nothing was committed to."""
    dealt, book = table.dealt, table.signup
    if dealt is None or dealt.salts is None:
        return []
    lines: list[str] = []
    if book is not None:
        lines += sheets.told("seed", sheets.seed_lines(book.opened.game, book.opened.seed))
        lines += sheets.told("lots", dealt.lots)
        if table.options["reveal_owners"] and dealt.selection:
            lines += sheets.told("select", dealt.selection)
    lines += sheets.told("deal", sheets.deal_lines(dealt))
    if table.options["reveal_owners"]:
        lines += sheets.told("owners", sheets.owners_lines(dealt))
    return [*lines, *receipts.told(table)]
