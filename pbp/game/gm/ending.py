"""The GM and the whole game: option, draw, abort (C-10)."""

from datetime import datetime

from pbp.game import awards, report
from pbp.game import facts as f
from pbp.game.clauses import clause
from pbp.game.commands import Command
from pbp.game.gm import optionhelp
from pbp.game.gm.acting import Act, Done, refused
from pbp.game.law import Law, SharesDraws
from pbp.game.options import OptionsError, is_country, parse_options, show_value
from pbp.game.posts import release_at_end
from pbp.game.table import Table

BEFORE_THE_START = ("killers", "villagers", "select", "first_phase")
"""Options that have done all they do once the roles are dealt."""


@clause("C-10")
def option(table: Table, law: Law, command: Command, at: datetime) -> Act:
    """Option NAME VALUE reason: a rule changes, and everybody is told."""
    name, value, ruleset = command.who, command.value, table.charter.ruleset
    if nothing := optionhelp.missing(name, value):
        return refused(nothing)
    only_dates = name == "holidays" and is_country(value)
    try:
        parsed = parse_options(ruleset, {**table.charter.options, name: value})
    except OptionsError:
        return refused("wrong_option", **optionhelp.findings(ruleset, name, value))
    if only_dates:
        found = optionhelp.findings(ruleset, name, value, only_dates=True)
        return refused("wrong_option", **found)
    if name in BEFORE_THE_START and table.started is not None:
        return refused("only_before_start", heard=name)
    if parsed[name] == table.options[name]:
        return refused("same_value", heard=f"{name} {show_value(parsed[name])}")
    before, after = show_value(table.options[name]), show_value(parsed[name])
    yield f.OptionChanged(at=at, audience=f.EVERYBODY, name=name, value=value)
    yield f.Posted(
        at=at,
        audience=f.EVERYBODY,
        kind="rules",
        phase=table.phase.id if table.phase else None,
        data={
            "changes": [{"option": name, "before": before, "after": after}],
            "reason": command.reason,
        },
    )
    return Done(data={"name": name, "before": before, "value": after})


@clause("C-10")
def draw(table: Table, law: Law, command: Command, at: datetime) -> Act:
    """Draw reason: the game ends without a winner."""
    return (yield from _end(table, law, command, at, "draw"))


@clause("C-10")
def abort(table: Table, law: Law, command: Command, at: datetime) -> Act:
    """Abort reason: the game ends without a result."""
    return (yield from _end(table, law, command, at, "aborted"))


def _end(table: Table, law: Law, command: Command, at: datetime, state: str) -> Act:
    if table.ended is not None:
        return refused("game_over")
    if not command.reason:
        return refused("needs_reason")
    phase = table.phase.id if table.phase else None
    ended = f.GameEnded(at=at, audience=f.EVERYBODY, phase=phase, state=state, winners=())
    if state == "draw" and isinstance(law, SharesDraws):
        ended = law.drawn(table, at)
    yield ended
    yield from report.closing(table, law.ending(table, ended), command.reason)
    yield from release_at_end(table, at)
    yield from awards.opened(table)
    until = awards.until(table)
    told = {"state": state, "prizes": ended.prizes, "points": ended.points}
    return Done(data={**told, "until": until.isoformat() if until else None}, undo=False)
