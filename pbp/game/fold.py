"""The fold: what each kind of fact does to the table. One short function a kind; no decision."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from pbp.game import facts as f
from pbp.game.book import BOOKED, Book
from pbp.game.fold_board import ON_THE_BOARD
from pbp.game.options import parse_options
from pbp.game.table import Ballot, Player, Table


def apply(table: Table, fact: f.AnyFact) -> None:
    """Fold one fact into the table."""
    table.due = None
    _FOLD[type(fact)](table, fact)


def run(table: Table, new: Iterable[f.AnyFact]) -> list[f.AnyFact]:
    """Fold facts in as they are born: a generator sees each of its own facts on the table."""
    done = []
    for fact in new:
        apply(table, fact)
        done.append(fact)
    return done


def fold(facts: Iterable[f.AnyFact]) -> Table:
    """The table that these facts tell."""
    table = Table()
    for fact in facts:
        apply(table, fact)
    return table


def _ballot(table: Table, phase: str, life: str | None) -> Ballot:
    return table.ballots.setdefault((phase, life), Ballot())


def _game_started(table: Table, fact: f.GameStarted) -> None:
    table.started = table.dealt = fact
    table.options = parse_options(fact.ruleset, fact.options)
    table.players = {s.handle: Player(s, fact.checked_in) for s in fact.seats}
    table.substitutes = list(fact.substitutes)
    table.board_from = len(table.posts)


def _phase_opened(table: Table, fact: f.PhaseOpened) -> None:
    table.phases.append(fact.phase)


def _cut_off_moved(table: Table, fact: f.CutOffMoved) -> None:
    _change_phase(table, fact.phase, closes=fact.closes)
    table.moved[fact.phase] = fact.at


def _phase_closed(table: Table, fact: f.PhaseClosed) -> None:
    _change_phase(table, fact.phase, closed=fact.at)
    table.receipt_log.append((fact.phase, 0, 0))


def _server_was_down(table: Table, fact: f.ServerWasDown) -> None:
    table.outages.append(fact)


def _change_phase(table: Table, name: str, **changes: Any) -> None:
    for place, phase in enumerate(table.phases):
        if phase.id == name:
            table.phases[place] = replace(phase, **changes)


def _phase_skipped(table: Table, fact: f.PhaseSkipped) -> None:
    table.skipped.append(fact.phase)


def _mail_heard(table: Table, fact: f.MailHeard) -> None:
    table.mails[fact.n] = fact
    if fact.sender in table.players and fact.verdict != "ignored":
        number = table.receipts[fact.sender] = table.receipts.get(fact.sender, 0) + 1
        table.receipt_log.append((fact.sender, number, fact.n))
    elif fact.sender in table.subscribers and fact.verdict != "ignored":
        table.receipts[fact.sender] = table.receipts.get(fact.sender, 0) + 1


def _mail_confirmed(table: Table, fact: f.MailConfirmed) -> None:
    table.confirmed.add(fact.n)


def _token_changed(table: Table, fact: f.TokenChanged) -> None:
    table.token_turns[fact.who] = table.token_turns.get(fact.who, 0) + 1


def _address_asked(table: Table, fact: f.AddressAsked) -> None:
    before = table.asked_addresses.get(fact.address, ())
    table.asked_addresses[fact.address] = (*(w for w in before if w != fact.who), fact.who)


def _address_added(table: Table, fact: f.AddressAdded) -> None:
    table.asked_addresses.pop(fact.address, None)
    table.further_addresses.setdefault(fact.who, []).append(fact.address)


def _order_given(table: Table, fact: f.OrderGiven) -> None:
    if fact.order.id not in table.orders:
        table.orders_for.setdefault(fact.order.phase, []).append(fact.order.id)
    table.orders[fact.order.id] = fact.order


def _order_ended(table: Table, fact: f.OrderEnded) -> None:
    table.orders[fact.order] = replace(table.orders[fact.order], state=fact.how)


def _order_repeated(table: Table, fact: f.OrderRepeated) -> None:
    table.orders[fact.order] = replace(table.orders[fact.order], state="standing")


def _order_counted(table: Table, fact: f.OrderCounted) -> None:
    table.orders[fact.order] = replace(table.orders[fact.order], effective=True)


def _declared(table: Table, fact: f.Declared) -> None:
    table.declarations.append(fact.declaration)


def _vote_cast(table: Table, fact: f.VoteCast) -> None:
    ballot = _ballot(table, fact.phase, fact.life)
    ballot.votes[fact.vote.voter] = fact.vote
    ballot.cast.setdefault(fact.vote.voter, []).append(fact.vote)


def _change_spent(table: Table, fact: f.ChangeSpent) -> None:
    _ballot(table, fact.phase, fact.life).spent[fact.voter] = fact.why


def _voting_done(table: Table, fact: f.VotingDone) -> None:
    _ballot(table, fact.phase, fact.life).done.add(fact.voter)


def _checked_in(table: Table, fact: f.CheckedIn) -> None:
    table.players[fact.who].checked_in = True


def _ballot_counted(table: Table, fact: f.BallotCounted) -> None:
    table.counts.append(fact.count)


def _died(table: Table, fact: f.Died) -> None:
    table.deaths.append(fact.death)
    player = table.players[fact.death.who]
    if fact.death.life is None:
        player.alive = False
        return
    player.died_in.add(fact.death.life)
    player.alive = len(player.died_in) < len(player.seat.lives)


def _revived(table: Table, fact: f.Revived) -> None:
    """What was announced of his death stays announced; he is in the game again."""
    player = table.players[fact.who]
    player.alive, player.out = True, None
    if fact.life is not None:
        player.died_in.discard(fact.life)
        player.life = fact.life
    table.outs = [out for out in table.outs if out.who != fact.who]


def _warned(table: Table, fact: f.Warned) -> None:
    player = table.players[fact.who]
    player.warnings += 1
    player.secret_warnings += fact.secret


def _put_out(table: Table, fact: f.PutOut) -> None:
    table.outs.append(fact)
    table.players[fact.who].out = fact.why


def _silence_began(table: Table, fact: f.SilenceBegan) -> None:
    table.silence = fact.phase


def _arrived(table: Table, fact: f.Arrived) -> None:
    player = table.players[fact.who]
    player.life = fact.life
    player.place[fact.life] = fact.place


def _timer_set(table: Table, fact: f.TimerSet) -> None:
    table.timers[fact.key] = fact.due


def _timer_rang(table: Table, fact: f.TimerRang) -> None:
    table.timers.pop(fact.key, None)


def _replacement_began(table: Table, fact: f.ReplacementBegan) -> None:
    table.replacing[fact.who] = fact


def _replacement_ended(table: Table, fact: f.ReplacementEnded) -> None:
    table.replacing.pop(fact.who, None)
    table.replaced.append(fact)


def _seat_taken(table: Table, fact: f.SeatTaken) -> None:
    """What was held against the predecessor is not held against the substitute."""
    table.substitutes.remove(fact.substitute)
    table.seat_takers.setdefault(fact.who, []).append(fact)
    table.players[fact.who].warnings = 0
    table.players[fact.who].checked_in = True
    table.further_addresses.pop(fact.who, None)


def _changes_renewed(table: Table, fact: f.ChangesRenewed) -> None:
    for (phase, _), ballot in table.ballots.items():
        if phase == fact.phase:
            ballot.spent.clear()
            ballot.done.clear()


def _noted(table: Table, fact: f.Noted) -> None:
    table.notes[fact.key] = fact.value


def _notified(table: Table, fact: f.Notified) -> None:
    table.notices.append(fact)
    table.notices_to[fact.to] = table.notices_to.get(fact.to, 0) + 1
    if fact.mail is not None:
        table.answers.setdefault(fact.to, []).append(fact)


def _game_ended(table: Table, fact: f.GameEnded) -> None:
    table.ended = fact
    table.sealed = len(table.receipt_log)


def _paused(table: Table, fact: f.Paused) -> None:
    table.paused = fact.at


def _resumed(table: Table, fact: f.Resumed) -> None:
    """The clock goes on; what the GM was asked has as long as it had before."""
    if table.paused is None:
        return
    table.pauses.append((table.paused, fact.at))
    for question in table.open_questions():
        stood = fact.at - max(table.paused, question.at)
        table.questions[question.number] = replace(question, due=question.due + stood)
    stood = fact.at - table.paused
    table.timers = {key: due + stood for key, due in table.timers.items()}
    table.paused = None


def _option_changed(table: Table, fact: f.OptionChanged) -> None:
    written = {**table.charter.options, fact.name: fact.value}
    if table.started is not None:
        table.started = replace(table.started, options=written)
    elif table.signup is not None:
        table.signup.opened = replace(table.signup.opened, options=written)
    table.options = parse_options(table.charter.ruleset, written)


def _acted(table: Table, fact: f.Acted) -> None:
    table.acts.append(fact)


def _rewound(table: Table, fact: f.Rewound) -> None:
    """Done by whoever holds the facts (service/playing.py): a fold cannot forget."""


def _question_asked(table: Table, fact: f.QuestionAsked) -> None:
    table.questions[fact.number] = fact


def _question_answered(table: Table, fact: f.QuestionAnswered) -> None:
    table.answered[fact.number] = fact


def _reminded(table: Table, fact: f.Reminded) -> None:
    table.reminded.add(fact.key)


def _vote_voided(table: Table, fact: f.VoteVoided) -> None:
    """A change that is void leaves the vote before it, and used nothing up."""
    ballot = _ballot(table, fact.phase, fact.life)
    earlier = ballot.before(fact.voter)
    ballot.cast[fact.voter] = ballot.cast.get(fact.voter, [])[:-1]
    if earlier is None:
        ballot.votes.pop(fact.voter, None)
        return
    ballot.votes[fact.voter] = earlier
    if ballot.spent.get(fact.voter) == "changed":
        del ballot.spent[fact.voter]


def _change_restored(table: Table, fact: f.ChangeRestored) -> None:
    _ballot(table, fact.phase, fact.life).spent.pop(fact.voter, None)


def _declaration_voided(table: Table, fact: f.DeclarationVoided) -> None:
    table.declarations = [
        replace(d, void=True) if d.mail == fact.mail else d for d in table.declarations
    ]


def _muted(table: Table, fact: f.Muted) -> None:
    table.muted[fact.who] = fact.until


def _exposed(table: Table, fact: f.Exposed) -> None:
    table.exposed.add(fact.who)


def _leave_asked(table: Table, fact: f.LeaveAsked) -> None:
    if fact.back:
        table.leaves.pop(fact.who, None)
    else:
        table.leaves[fact.who] = fact


def _leave_decided(table: Table, fact: f.LeaveDecided) -> None:
    if not fact.granted:
        table.leaves.pop(fact.who, None)


def _signup_opened(table: Table, fact: f.SignupOpened) -> None:
    table.signup = Book(fact)
    table.options = parse_options(fact.ruleset, fact.options)


def _of_signup(table: Table, fact: f.AnyFact) -> None:
    if table.signup is not None:
        table.signup.fold(fact)


def _withdrawal_asked(table: Table, fact: f.WithdrawalAsked) -> None:
    table.withdrawing[fact.who] = fact.mail


_FOLD: dict[type, Any] = {
    f.GameStarted: _game_started,
    f.SignupOpened: _signup_opened,
    **dict.fromkeys(BOOKED, _of_signup),
    f.WithdrawalAsked: _withdrawal_asked,
    f.PhaseOpened: _phase_opened,
    f.CutOffMoved: _cut_off_moved,
    f.ServerWasDown: _server_was_down,
    f.Paused: _paused,
    f.Resumed: _resumed,
    f.OptionChanged: _option_changed,
    f.Acted: _acted,
    f.Rewound: _rewound,
    f.QuestionAsked: _question_asked,
    f.QuestionAnswered: _question_answered,
    f.Reminded: _reminded,
    f.VoteVoided: _vote_voided,
    f.ChangeRestored: _change_restored,
    f.DeclarationVoided: _declaration_voided,
    f.Muted: _muted,
    f.Exposed: _exposed,
    f.LeaveAsked: _leave_asked,
    f.LeaveDecided: _leave_decided,
    f.PhaseClosed: _phase_closed,
    f.PhaseSkipped: _phase_skipped,
    f.MailHeard: _mail_heard,
    f.MailConfirmed: _mail_confirmed,
    f.TokenChanged: _token_changed,
    f.AddressAsked: _address_asked,
    f.AddressAdded: _address_added,
    f.OrderGiven: _order_given,
    f.OrderEnded: _order_ended,
    f.OrderRepeated: _order_repeated,
    f.OrderCounted: _order_counted,
    f.Declared: _declared,
    f.VoteCast: _vote_cast,
    f.ChangeSpent: _change_spent,
    f.VotingDone: _voting_done,
    f.CheckedIn: _checked_in,
    f.BallotCounted: _ballot_counted,
    f.Died: _died,
    f.Revived: _revived,
    f.Warned: _warned,
    f.PutOut: _put_out,
    f.SilenceBegan: _silence_began,
    f.Arrived: _arrived,
    f.TimerSet: _timer_set,
    f.TimerRang: _timer_rang,
    f.ReplacementBegan: _replacement_began,
    f.ReplacementEnded: _replacement_ended,
    f.SeatTaken: _seat_taken,
    f.ChangesRenewed: _changes_renewed,
    f.Noted: _noted,
    f.Notified: _notified,
    f.GameEnded: _game_ended,
    **ON_THE_BOARD,
}
