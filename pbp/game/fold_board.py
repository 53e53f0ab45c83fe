"""The fold of what is on the board and around the play: posts, deliveries, onlookers, awards."""

from typing import Any

from pbp.game import facts as f
from pbp.game.around import AROUND
from pbp.game.deliveries import GRID, is_slow
from pbp.game.table import Table


def _posted(table: Table, fact: f.Posted) -> None:
    if table.started is not None and is_slow(fact):
        table.slow.append(len(table.posts))
    table.posts.append(fact)


def _delivery_chosen(table: Table, fact: f.DeliveryChosen) -> None:
    """Between two kinds of bundles what waits goes on waiting; else it is past."""
    table.deliveries[fact.who] = fact.mode
    if not {fact.mode, fact.before} <= set(GRID):
        table.undelivered[fact.who] = len(table.posts)


def _bundled(table: Table, fact: f.Bundled) -> None:
    table.undelivered[fact.to] = fact.last + 1


def _subscription_asked(table: Table, fact: f.SubscriptionAsked) -> None:
    table.subscribing[fact.address] = fact


def _subscribed(table: Table, fact: f.Subscribed) -> None:
    table.subscribing.pop(fact.address, None)
    table.subscribers[fact.address] = fact.name
    table.undelivered[fact.address] = len(table.posts)


def _unsubscribed(table: Table, fact: f.Unsubscribed) -> None:
    table.subscribers.pop(fact.address, None)
    table.deliveries.pop(fact.address, None)


def _unreached(table: Table, fact: f.Unreached) -> None:
    table.unreached.setdefault(fact.who, []).append(fact)


def _reached_again(table: Table, fact: f.ReachedAgain) -> None:
    table.unreached.pop(fact.who, None)
    table.reached_again[fact.who] = fact.at


def _mail_settled(table: Table, fact: f.MailSettled) -> None:
    table.fates[fact.n] = fact
    table.waiting.pop(fact.n, None)


def _post_waits(table: Table, fact: f.PostWaits) -> None:
    table.waiting[fact.mail] = fact


def _post_stopped(table: Table, fact: f.PostStopped) -> None:
    table.waiting.pop(fact.mail, None)


def _around(table: Table, fact: f.AnyFact) -> None:
    table.around.fold(fact)


ON_THE_BOARD: dict[type, Any] = {
    **dict.fromkeys(AROUND, _around),
    f.MailSettled: _mail_settled,
    f.PostWaits: _post_waits,
    f.PostStopped: _post_stopped,
    f.Posted: _posted,
    f.DeliveryChosen: _delivery_chosen,
    f.Bundled: _bundled,
    f.SubscriptionAsked: _subscription_asked,
    f.Subscribed: _subscribed,
    f.Unsubscribed: _unsubscribed,
    f.Unreached: _unreached,
    f.ReachedAgain: _reached_again,
}
"""One function a kind of fact; fold.py takes them over."""
