"""What is done on the server's own machine is written down: by whom, when, what, how it ended.

Commands of the control socket and of the command line alike, a start and a stop too. What a GM
orders by mail is a fact of its game and stands there.
"""

import json
import logging
from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Any

from pbp.store.interface import Store
from pbp.store.rows import Act

if TYPE_CHECKING:
    from pbp.service.referee import Referee

log = logging.getLogger("pbp.acts")

HEAD = ("command", "game", "by", "words")
"""Keys of a command that have a column of their own."""

WORDS_MAX = 4000
"""Characters of one command that are kept."""

Work = Callable[["Referee"], dict[str, Any]]


def administered(asked: dict[str, Any], work: Work, now: Callable[[], datetime]) -> Work:
    """Give the work that does the same and then notes it, whatever became of it."""

    def act(referee: "Referee") -> dict[str, Any]:
        try:
            answer = work(referee)
        except BaseException:
            noted(referee.store, asked, now(), "failed")
            raise
        named = asked if asked.get("game") else {**asked, "game": answer.get("game")}
        noted(referee.store, named, now(), "refused" if _is_refused(answer) else "done")
        return answer

    return act


def noted(store: Store, asked: dict[str, Any], at: datetime, outcome: str = "done") -> None:
    """Write one act down. asked: the command, and by: the user of this machine."""
    words = asked.get("words") or _words(asked)
    game = asked.get("game")
    act = Act(
        at=at,
        who=str(asked.get("by") or "unknown"),
        command=str(asked["command"]),
        game=None if game is None else str(game),
        words=str(words)[:WORDS_MAX],
        outcome=outcome,
    )
    store.note_act(act)
    log.info(
        "done on this machine: command=%s, game=%s, who=%s, outcome=%s",
        act.command,
        act.game,
        act.who,
        act.outcome,
    )


def _words(asked: dict[str, Any]) -> str:
    """The rest of a command; a new game's set-up is left out, it stands with the game."""
    if "lines" in asked:
        return str(asked["lines"])
    rest = {key: value for key, value in asked.items() if key not in (*HEAD, "setup") and value}
    return json.dumps(rest, ensure_ascii=False) if rest else ""


def _is_refused(answer: dict[str, Any]) -> bool:
    return "error" in answer or answer.get("refused") is True
