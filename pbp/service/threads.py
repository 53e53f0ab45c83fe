"""Threads of the board: which posts stand together in a reader's mail program.

A thread is named here, its Message-ID is made per recipient by whoever sends. The opening of a vote
opens the vote's thread, the roster that of the check-ins; what players discuss in a phase stands
together under an id that no mail has.
"""

from pbp.game import facts as f
from pbp.game.table import Table

OPENINGS = ("vote_open", "runoff_open", "roster")

OF_VOTES = frozenset(
    (
        *("vote_open", "runoff_open", "vote", "proxy_vote"),
        *("vote_count", "ballot", "execution", "no_execution"),
    )
)
_TALK = frozenset(("analysis", "chat", "plot", "last_words"))


def thread_of(post: f.Posted) -> str:
    """The name of a post's thread; "" where it stands alone."""
    if post.kind in OF_VOTES:
        return f"thread vote {post.phase} {post.life or ''}"
    if post.kind in _TALK:
        return f"thread talk {post.phase}"
    if post.kind in ("roster", "checkin", "checkin_list"):
        return "thread roster"
    return ""


def opens_thread(table: Table, post: f.Posted) -> bool:
    """Whether it is the post under which its thread stands: the first of its kind there."""
    if post.kind not in OPENINGS:
        return False
    name = thread_of(post)
    same = (other for other in table.posts if other.kind == post.kind)
    first = next((other for other in same if thread_of(other) == name), None)
    return first is None or first == post
