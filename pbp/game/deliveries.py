"""How the board's mail is delivered: each post at once, bundled, or announcements alone.

Only what players write, and counts of it, is ever late; every announcement and private notice
comes at once. Bundles are made on a fixed grid that is counted from the start of the game, so that
no secret moves one, or makes one.
"""

from bisect import bisect_left
from collections.abc import Iterator
from datetime import datetime, timedelta

from pbp.game import facts as f
from pbp.game.clauses import clause
from pbp.game.hearing import Hearing, Judged, Outcome
from pbp.game.table import Table

EACH, TWO_HOURS, DAILY, NOTICES = "each", "2h", "daily", "notices"
MODES = (EACH, TWO_HOURS, DAILY, NOTICES)
GAMES, NO_GAMES = "games", "nogames"
NEWS = (GAMES, NO_GAMES)
"""Whether he is told when a new game of this server opens its sign-up."""
GRID = {TWO_HOURS: timedelta(hours=2), DAILY: timedelta(hours=24)}

BY_PLAYERS = frozenset(("analysis", "last_words", "plot", "chat", "vote", "checkin"))
COUNTS = frozenset(("vote_count", "proxy_vote", "checkin_list"))

GM = "gm"


def is_slow(post: f.Posted) -> bool:
    """Whether a post may come in a bundle: a player's, or a count of what players did."""
    if post.kind == "awards":
        return bool(post.data.get("stage") == "nominate")
    return post.kind in COUNTS or (post.kind in BY_PLAYERS and post.author is not None)


def readers(table: Table) -> list[str]:
    """Who gets the board once the game has begun: seats, waiting substitutes, GM, onlookers."""
    return [*table.players, *table.substitutes, GM, *table.subscribers]


def mode_of(table: Table, who: str) -> str:
    """How somebody wants the board's mail."""
    return table.deliveries.get(who) or table.start.deliver


def is_own(table: Table, post: f.Posted, who: str) -> bool:
    """Whether the answer to a reader's own mail stood for his copy of the post.

    Where that answer said that the post is held he has not had it yet.
    """
    mail = table.mails.get(post.mail) if post.mail is not None else None
    if mail is None:
        return post.mail is not None and post.author == who
    return mail.sender == who and mail.verdict != "held"


def undelivered(table: Table, who: str) -> Iterator[int]:
    """The places of the slow posts that a reader has not had, in their order."""
    start = table.undelivered.get(who, table.board_from)
    for place in table.slow[bisect_left(table.slow, start) :]:
        if not is_own(table, table.posts[place], who):
            yield place


def missed(table: Table, who: str, since: datetime) -> Iterator[int]:
    """The places of the posts that somebody who could not be reached since has not had.

    Of what he would have had later, in a bundle, only what he has not had; of what he does not
    want (announcements alone) nothing.
    """
    mode, late = mode_of(table, who), set(undelivered(table, who))
    first = bisect_left(table.posts, since, key=lambda post: post.at)
    for place in sorted({*range(first, len(table.posts)), *(late if mode in GRID else ())}):
        post = table.posts[place]
        wanted = not is_slow(post) or (mode != NOTICES and (mode == EACH or place in late))
        if wanted and not is_own(table, post, who):
            yield place


def bundled(table: Table, fact: f.Bundled) -> list[f.Posted]:
    """The posts of a bundle."""
    if fact.places:
        return [table.posts[place] for place in fact.places]
    places = table.slow[
        bisect_left(table.slow, fact.first) : bisect_left(table.slow, fact.last + 1)
    ]
    posts = [table.posts[place] for place in places]
    return [post for post in posts if not is_own(table, post, fact.to)]


def due(table: Table) -> Iterator[tuple[datetime, str]]:
    """When each reader's next bundle is made: at the first line of his grid past a post."""
    for who in readers(table):
        if who in table.unreached:
            continue
        step = GRID.get(mode_of(table, who))
        first = next(undelivered(table, who), None) if step is not None else None
        if step is not None and first is not None:
            waits_since = max(table.posts[first].at, table.reached_again.get(who, table.start.at))
            yield _next_line(table.start.at, step, waits_since), who


def _next_line(start: datetime, step: timedelta, at: datetime) -> datetime:
    return start + ((at - start) // step + 1) * step


def bundle(table: Table, who: str, at: datetime) -> Iterator[f.AnyFact]:
    """All that a reader has not had goes to him as one mail."""
    places = list(undelivered(table, who))
    if places:
        yield f.Bundled(at=at, audience=(who,), to=who, first=places[0], last=places[-1])


@clause("C-1.2")
def choose(table: Table, who: str, mode: str, at: datetime) -> Iterator[f.AnyFact]:
    """Somebody wants the board in another way; what waits for him comes before `each` begins."""
    if mode == EACH:
        yield from bundle(table, who, at)
    before = mode_of(table, who)
    yield f.DeliveryChosen(at=at, audience=(who,), who=who, mode=mode, before=before)


def hear_deliver(table: Table, hearing: Hearing) -> Judged:
    """收信 每帖 · 每两小时 · 每天 · 只要公告; 新局 · 不要新局."""
    mode = hearing.reading.text
    if mode in NEWS:
        yield f.NewsChosen(
            at=hearing.now, audience=(hearing.actor,), who=hearing.actor, wants=mode == GAMES
        )
        return Outcome(data={"deliver": mode})
    if mode not in MODES:
        return Outcome(verdict="asked", code="unreadable")
    yield from choose(table, hearing.actor, mode, hearing.now)
    return Outcome(data={"deliver": mode})
