"""Each expectation of a scenario against the game record; a sentence for each that fails.

Reads nothing but the record (docs/scenario-format.md), which is plain JSON values. Beside the keys
of the format it needs two that are added there: `mails[].held` (gm_folder · until_end · refused ·
null: where a mail meant for the board is kept) and `posts[].mail` (the number of the mail that the
post was made from, or null). Never plays, and never looks behind the record.
"""

from collections.abc import Callable, Iterator
from typing import Any

from pbp.scenario.judge_ballot import judge_ballot, judge_executed
from pbp.scenario.judge_text import (
    judge_held,
    judge_no_notice,
    judge_notice,
    judge_post,
    judge_published,
)
from pbp.scenario.model import Expectation, Scenario
from pbp.scenario.record import Record, differs, people

Sentences = Iterator[str]


def judge(scenario: Scenario, record: dict[str, Any]) -> list[str]:
    """What was expected and did not come, each with its line in the file; empty if all came."""
    seen = Record(record)
    return [
        f"line {expectation.line}: {sentence}"
        for expectation in scenario.expect
        for sentence in _JUDGES[expectation.kind](expectation, seen)
    ]


def _dead(expected: Expectation, seen: Record) -> Sentences:
    """Exactly these died at that phase's close, executions not counted."""
    phase, life = expected.more["in"], expected.more.get("life")
    if not seen.was_closed(phase):
        yield f"expected the close of {phase}, but it was not reached"
        return
    deaths = {
        death["who"]: death
        for death in seen.deaths
        if death["phase"] == phase and death["life"] == life and "executed" not in death["causes"]
    }
    place = f"{phase}, {life}" if life else phase
    if set(deaths) != set(expected.value):
        wanted, came = people(expected.value), people(deaths)
        yield f"expected dead in {place}: {wanted}; dead were: {came}"
    for who, causes in expected.more.get("causes", {}).items():
        found = deaths.get(who, {}).get("causes", [])
        if set(found) != set(causes):
            yield f"expected {who} to die in {place} of {people(causes)}, not {people(found)}"
    for who, role in expected.more.get("revealed", {}).items():
        revealed = deaths.get(who, {}).get("revealed")
        if revealed != role:
            yield f"expected {who}, dead in {place}, to be revealed as {role}, not as {revealed}"


def _alive(expected: Expectation, seen: Record) -> Sentences:
    living = [handle for handle, player in seen.players.items() if player["alive"]]
    if set(living) != set(expected.value):
        yield f"expected alive: {people(expected.value)}; alive are: {people(living)}"


def _answer(expected: Expectation, seen: Record) -> Sentences:
    mail = seen.mail(expected.value)
    if mail is None:
        yield f"expected an answer to mail {expected.value}, but it was never received"
        return
    wanted = {key: expected.more[key] for key in ("verdict", "code") if key in expected.more}
    if differs(mail, wanted):
        asked = " ".join(str(value) for value in wanted.values())
        came = f"{mail['verdict']} {mail['code']}"
        read = [f"{r['kind']} {people(r['targets'])}" for r in mail["readings"]] or ["nothing"]
        yield (
            f"expected mail {expected.value} ({mail['from']}, {mail['at']}) to be {asked}; "
            f"it was {came}, read as: {', '.join(read)}"
        )


def _order(expected: Expectation, seen: Record) -> Sentences:
    number, kind = expected.value, expected.more.get("kind")
    orders = [o for o in seen.orders if o["mail"] == number and kind in (None, o["kind"])]
    noun = f"a {kind} of mail {number}" if kind else f"an order of mail {number}"
    if not orders:
        yield f"expected {noun}; no such order came with it"
    wanted = expected.more["effective"]
    for order in orders:
        if order["effective"] is not wanted:
            what = f"{order['kind']} {people(order['targets'])} for {order['phase']}"
            yield f"expected {noun} to be {_effective(wanted)}; {what} was {_effective(not wanted)}"


def _effective(yes: bool) -> str:
    return "effective" if yes else "not effective"


def _warnings(expected: Expectation, seen: Record) -> Sentences:
    """Those named must match; {} means that nobody has any."""
    found = {who: count for who, count in seen.warnings.items() if count}
    if not expected.value and found:
        yield f"expected no warnings; there are: {found}"
    for who, count in expected.value.items():
        if found.get(who, 0) != count:
            yield f"expected {count} warnings for {who}; he has {found.get(who, 0)}"


def _out(expected: Expectation, seen: Record) -> Sentences:
    wanted = {"who": expected.value}
    for key, its in (("why", "why"), ("in", "phase")):
        if key in expected.more:
            wanted[its] = expected.more[key]
    if not any(not differs(out, wanted) for out in seen.out):
        came = [f"{out['who']} ({out['why']}, {out['phase']})" for out in seen.out]
        asked = " ".join(wanted.values())
        yield f"expected out: {asked}; out are: {people(came)}"


def _phase(expected: Expectation, seen: Record) -> Sentences:
    phase = seen.phase(expected.value)
    if phase is None:
        ids = people(phase["id"] for phase in seen.phases)
        yield f"expected a phase {expected.value}; there were: {ids}"
        return
    for key in ("opens", "closes"):
        if key in expected.more and seen.time(phase[key]) != expected.more[key]:
            wanted = expected.more[key].astimezone(seen.time(phase[key]).tzinfo)
            yield f"expected {expected.value} {key} {wanted}; it {key} {seen.time(phase[key])}"


def _silence(expected: Expectation, seen: Record) -> Sentences:
    if seen.silence != expected.value:
        yield (
            f"expected silence at the close of {expected.value or 'no phase'}; "
            f"it was announced at {seen.silence or 'none'}"
        )


def _winner(expected: Expectation, seen: Record) -> Sentences:
    winners, state = seen.result["winners"], seen.result["state"]
    if set(winners) != set(expected.value) or state != expected.more.get("state", state):
        wanted = f"{people(expected.value)} {expected.more.get('state', '')}".rstrip()
        yield f"expected winners: {wanted}; the result is: {people(winners)} {state}"


def _prizes(expected: Expectation, seen: Record) -> Sentences:
    prizes = seen.prizes()
    for who, share in expected.value.items():
        if prizes.get(who, 0) != seen.fraction(share):
            yield f"expected {share} for {who}; he has {prizes.get(who, 0)}"


_JUDGES: dict[str, Callable[[Expectation, Record], Sentences]] = {
    "dead": _dead,
    "alive": _alive,
    "answer": _answer,
    "notice": judge_notice,
    "no_notice": judge_no_notice,
    "post": judge_post,
    "executed": judge_executed,
    "ballot": judge_ballot,
    "order": _order,
    "warnings": _warnings,
    "out": _out,
    "phase": _phase,
    "silence": _silence,
    "winner": _winner,
    "prizes": _prizes,
    "held": judge_held,
    "published": judge_published,
}
