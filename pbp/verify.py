"""`pbp verify`: whether a game was fair, from its published mails alone (C-3.5, C-3.6).

Commitments against the sheets that were posted at the end, all lots drawn again, the receipts in
the log and the log under the heads that were posted. Knows no journal and no server; what the
mails do not hold is said not to have been checked.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from pbp.evidence import Evidence, Mail, Report
from pbp.game import dealing, receipts, sheets
from pbp.game.dice import Dice
from pbp.game.law import Deals
from pbp.game.nouns import Seat
from pbp.game.options import OptionsError, parse_options
from pbp.rulesets.shelf import SHELF, law_of

RIGHT, WRONG, OPEN = "ok", "WRONG", "not checked"


class Finding(msgspec.Struct, frozen=True):
    """One thing that was looked at. verdict: ok · WRONG · not checked."""

    verdict: str
    what: str

    def line(self) -> str:
        """The finding for a person."""
        return f"{self.verdict}: {self.what}"


def verify(mails: Iterable[Mail]) -> dict[str, list[Finding]]:
    """What was found, by game."""
    games: dict[str, list[Mail]] = {}
    for mail in mails:
        games.setdefault(mail.game, []).append(mail)
    return {game: list(_game(game, found)) for game, found in sorted(games.items())}


def _game(game: str, mails: list[Mail]) -> Iterator[Finding]:
    evidence = Evidence(mails)
    for problem in evidence.unreadable:
        yield Finding(WRONG, f"a line that nobody of ours wrote so: {problem}")
    for word, found in evidence.commitments.items():
        if len(found) > 1:
            yield Finding(WRONG, f"{len(found)} different commitments to the {NAMES[word]}")
    for phase, heads in evidence.heads.items():
        if len(heads) > 1:
            yield Finding(WRONG, f"{len(heads)} different heads of the receipts' chain at {phase}")
    reports = evidence.reports
    if not reports:
        yield Finding(OPEN, "the closing report is not among these mails; the rest needs it")
        return
    if any(other != reports[0] for other in reports[1:]):
        yield Finding(WRONG, "two closing reports that are not the same")
    yield from _reported(game, evidence, reports[0])


NAMES = {"seed": "seed", "deal": "roles", "own": "owners", "select": "selection"}
"""Word of a commitment → what it is of."""

SHEETS = {"seed": "seed", "deal": "deal", "own": "owners", "select": "select"}
"""Word of a commitment → its sheet."""


def _reported(game: str, evidence: Evidence, report: Report) -> Iterator[Finding]:
    for word in NAMES:
        yield from _commitment(word, evidence.commitments.get(word, set()), report)
    for name, lines in report.sheets.items():
        if f"game {game}" not in lines[:1]:
            yield Finding(WRONG, f"the sheet {name} is not of this game")
    if "deal" not in report.sheets:
        yield Finding(OPEN, "there is no sheet of the deal")
    else:
        yield from _guarded(report)
        yield from _listed(evidence, report)
    yield from _chain(evidence, report)
    yield from _receipts(evidence, report)


def _commitment(word: str, posted: set[str], report: Report) -> Iterator[Finding]:
    """A sheet against its commitment."""
    lines = report.sheets.get(SHEETS[word])
    if lines is None:
        if posted:
            yield Finding(OPEN, f"the commitment to the {NAMES[word]} was not opened")
        return
    if not posted:
        yield Finding(OPEN, f"the commitment to the {NAMES[word]} is not among these mails")
        return
    if posted == {sheets.commitment(lines)}:
        yield Finding(RIGHT, f"the commitment to the {NAMES[word]} was kept")
    else:
        yield Finding(WRONG, f"the commitment to the {NAMES[word]} was not kept")


# -- the lots -----------------------------------------------------------------------------------


def _guarded(report: Report) -> Iterator[Finding]:
    """A sheet that cannot be read is wrong, whatever is wrong in it."""
    try:
        deal = Dealt(report.sheets["deal"])
        found = [*_lots(deal, report), *_drawn(deal), *_owners(deal, report)]
    except (ValueError, KeyError, IndexError, OptionsError) as error:
        yield Finding(WRONG, f"a sheet cannot be read: {' '.join(str(error).split())[:100]}")
        return
    yield from found


class Dealt:
    """The sheet of the deal, taken apart."""

    def __init__(self, lines: list[str]) -> None:
        """lines: of the sheet.

        Raises:
            ValueError, KeyError, IndexError: it is no such sheet.
        """
        words = [line.split(" ") for line in lines]
        self.ruleset = _only(words, "ruleset")
        self.seed = _only(words, "seed")
        written = {w[1]: " ".join(w[2:]) for w in words if w[0] == "option"}
        self.law = law_of(self.ruleset) if self.ruleset in SHELF else None
        self.options: dict[str, Any] = parse_options(self.ruleset, written)
        self.select = written["select"]
        self.lines = [line for line in lines if line.startswith("seat ")]
        self.cast = {w[2]: w[3] for w in words if w[0] == "seat" and w[-2:] == ["by", "hand"]}
        self.handles = [w[2] for w in words if w[0] == "seat"]


def _only(words: list[list[str]], key: str) -> str:
    """What stands behind a word that begins exactly one line."""
    found = [row[1] for row in words if row[0] == key]
    if len(found) != 1:
        raise ValueError(f"there is not one line that begins with {key}")
    return found[0]


def _lots(deal: Dealt, report: Report) -> Iterator[Finding]:
    """The seed of all lots is the hash of seed, sign-ups and beacon."""
    lots = report.sheets.get("lots")
    if lots is None:
        yield Finding(OPEN, "there was no sign-up: the GM cast the roles, nothing was drawn")
        return
    good = sheets.commitment(lots) == deal.seed
    yield Finding(
        RIGHT if good else WRONG,
        "the lots come from the seed, the sign-ups and the public value"
        if good
        else "the lots do not come from the seed, the sign-ups and the public value",
    )
    if lots[1:2] != report.sheets.get("seed", ["", ""])[1:2]:
        yield Finding(WRONG, "the seed of the lots is not the one that was committed to")


def _drawn(deal: Dealt) -> Iterator[Finding]:
    """Roster and roles drawn again."""
    if len(deal.cast) == len(deal.handles):
        yield Finding(OPEN, "all roles were cast by hand")
        return
    dice = Dice(deal.seed)
    by_lot = dice.shuffled(sorted(deal.handles), "roster")
    yield _judged(by_lot == deal.handles, "the numbers of the roster are as drawn")
    if not isinstance(deal.law, Deals):
        yield Finding(OPEN, f"{deal.ruleset} cannot be dealt again")
        return
    bare = [
        Seat(number=n, handle=who, role=deal.cast.get(who, ""))
        for n, who in enumerate(deal.handles, start=1)
    ]
    again = deal.law.deal(deal.options, dice, bare)
    lines = [sheets.seat_line(seat, seat.handle in deal.cast) for seat in again]
    yield _judged(lines == deal.lines, "the roles are as drawn")


def _owners(deal: Dealt, report: Report) -> Iterator[Finding]:
    """Who has which handle, drawn again."""
    owners, lots = report.sheets.get("owners"), report.sheets.get("lots")
    if owners is None or lots is None:
        return
    rows = [line.split(" ")[1:] for line in owners if line.startswith("owner ")]
    wished = {row[0] for row in rows if row[2:] == ["wished"]}
    name_of = {row[0]: row[1] for row in rows}
    signed_up = [line.removeprefix("signup ") for line in lots if line.startswith("signup ")]
    yield _judged(
        set(name_of.values()) <= set(signed_up) and list(name_of) == deal.handles,
        "every handle belongs to somebody who signed up",
    )
    free = [who for who in name_of if who not in wished]
    names = sorted(name_of[who] for who in free)
    by_lot = dict(zip(dealing.owners_by_lot(free, Dice(deal.seed)), names, strict=True))
    yield _judged(
        all(name_of[who] == name for who, name in by_lot.items()),
        "the handles that nobody wished for went to their owners by lot",
    )
    yield from _selected(deal, report, set(name_of.values()), signed_up)


def _selected(
    deal: Dealt, report: Report, seated: set[str], signed_up: list[str]
) -> Iterator[Finding]:
    """Who got a seat: by lot, the first, or the most active, as the sheet of the selection says."""
    rows = [line.split(" ") for line in report.sheets.get("select", ())]
    listed = [row[1:] for row in rows if row[0] == "signup"]
    how = _only(rows, "select") if rows else deal.select
    if rows and sorted(row[0] for row in listed) != sorted(signed_up):
        yield Finding(WRONG, "the sheet of the selection names others than those who signed up")
        return
    if how == "random":
        drawn = Dice(deal.seed).shuffled(sorted(signed_up), "select")[: len(deal.handles)]
        yield _judged(set(drawn) == seated, "the seats were given by lot")
    elif rows:
        if how == "activity":
            listed.sort(key=lambda row: -int(row[1]))
        first = {row[0] for row in listed[: len(deal.handles)]}
        word = "most active" if how == "activity" else "first"
        yield _judged(first == seated, f"the seats went to the {word} of those who signed up")
    elif len(signed_up) > len(deal.handles):
        yield Finding(OPEN, "who signed up first (the mails do not tell when)")


def _judged(good: bool, what: str) -> Finding:
    return Finding(RIGHT if good else WRONG, what if good else f"it is not so that {what}")


def _listed(evidence: Evidence, report: Report) -> Iterator[Finding]:
    """The names that people read are those of the sheet: all of them, or of one life."""
    seats = [line.split(" ") for line in report.sheets["deal"] if line.startswith("seat ")]
    starts = {word for row in seats for word in row if word.startswith("start=")}
    right = [[row[2] for row in seats if start in row] for start in starts]
    right.append([row[2] for row in seats if len(row) > 2])
    for what, listed in (("roster", evidence.rosters), ("closing report", [report.listed])):
        for row in listed:
            if row and row not in right:
                yield Finding(WRONG, f"the {what} names others than the sheet of the deal")


# -- the receipts -------------------------------------------------------------------------------


def _chain(evidence: Evidence, report: Report) -> Iterator[Finding]:
    """The log of leaves gives the heads that were posted at the closes."""
    if not report.leaves:
        yield Finding(OPEN, "no leaves of receipts were posted")
        return
    at, heads = receipts.BEGINNING, {}
    for phase, leaf in report.leaves:
        at = receipts.linked(at, leaf)
        if phase:
            heads[phase] = at
    for phase, posted in evidence.heads.items():
        if posted != {heads.get(phase)}:
            yield Finding(WRONG, f"the log of receipts does not give the head posted at {phase}")
            return
    if evidence.heads:
        count, closes = len(report.leaves), len(evidence.heads)
        yield Finding(RIGHT, f"the log of {count} leaves gives the heads of {closes} closes")
    else:
        yield Finding(OPEN, "no head of the receipts' chain is among these mails")


def _receipts(evidence: Evidence, report: Report) -> Iterator[Finding]:
    """Every receipt is in the log; every opened one is what its leaf says."""
    published = {leaf for phase, leaf in report.leaves if not phase}
    missing = [leaf for leaf in evidence.leaves if leaf not in published]
    for leaf in missing:
        yield Finding(WRONG, f"a receipt is not in the log: {leaf}")
    if evidence.leaves and not missing:
        yield Finding(RIGHT, f"{len(evidence.leaves)} receipts are in the log")
    strange = [lines for lines in evidence.opened if receipts.leaf_of(lines) not in published]
    for lines in strange:
        yield Finding(WRONG, f"the log has no such receipt: {lines[0]}")
    if evidence.opened and not strange:
        yield Finding(RIGHT, f"{len(evidence.opened)} receipts are in the log with their words")
    if not evidence.leaves and not evidence.opened:
        yield Finding(OPEN, "no receipt is among these mails")
