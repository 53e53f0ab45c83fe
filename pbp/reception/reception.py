"""Answering the web process: each question is checked, done in the referee's thread, answered.

Commands of the GM go the way of `pbp gm`, letters of players the way of every letter: stored
first, then read in their turn. Nothing that is asked here is logged.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from datetime import datetime, timedelta
from typing import Any

from pbp.game import facts as f
from pbp.language.gm_reader import read_commands
from pbp.language.gm_words import word_in
from pbp.reception.keys import Keys, Refused, Visit
from pbp.reception.letters import letter_of
from pbp.reception.pages import PrivatePages
from pbp.service import webkeys
from pbp.service.live import GM, Live
from pbp.service.ordering import gm_context
from pbp.service.outgoing import about_of
from pbp.service.private import with_addresses
from pbp.service.referee import Referee
from pbp.store import NewLetter, Outcome

log = logging.getLogger("pbp.reception")

Work = Callable[[Referee], dict[str, Any]]
Submit = Callable[[Work], "Future[dict[str, Any]]"]
StoreLetter = Callable[[NewLetter], Awaitable[int]]

ANSWER_SECONDS = 5.0
"""How long a form waits for its letter to be read; then the answer comes by mail alone."""

LOOK_SECONDS = 0.05
FORMS_MAX = 1000
"""Forms that are remembered, so that none is carried out twice."""

NO_DRY = ("status", "digest", "why", "web", "dry", "confirm")


class Reception:
    """The one at the desk."""

    def __init__(
        self,
        submit: Submit,
        store_letter: StoreLetter,
        now: Callable[[], datetime],
        link_valid: timedelta,
        session: timedelta,
    ) -> None:
        """submit: hands work to the referee's thread. store_letter: the journal's way in."""
        self._submit = submit
        self._store_letter = store_letter
        self._now = now
        self._times = link_valid, session
        self._keys: Keys | None = None
        self._forms: OrderedDict[str, None] = OrderedDict()

    async def answer(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Answer one question of the web process; {"error": WORD} where it may not be."""
        acts: dict[str, Callable[[Referee, Live, dict[str, Any]], dict[str, Any]]] = {
            "link": self._link,
            "enter": self._enter,
            "out": self._out,
            "seat": self._seat,
            "desk": self._desk,
            "leaving": self._leaving,
        }
        what = str(asked.get("do"))
        if what == "link":
            _ = self._submit(self._work(acts[what], asked))
            return {}
        if what in ("send", "leave"):
            return await self._send(asked) if what == "send" else await self._leave(asked)
        if what not in acts:
            return {"error": "unknown"}
        return await self._done(self._work(acts[what], asked))

    async def _done(self, work: Work) -> dict[str, Any]:
        return await asyncio.wrap_future(self._submit(work))

    def _work(
        self,
        act: Callable[[Referee, Live, dict[str, Any]], dict[str, Any]],
        asked: dict[str, Any],
    ) -> Work:
        """An act with its game; what is refused is an answer."""

        def work(referee: Referee) -> dict[str, Any]:
            live = referee.live(str(asked.get("game")))
            if live is None:
                return {"error": "unknown"}
            try:
                return act(referee, live, asked)
            except Refused as refused:
                return {"error": str(refused)}

        return work

    def _of(self, referee: Referee) -> Keys:
        if self._keys is None:
            self._keys = Keys(referee.store, *self._times)
        return self._keys

    # -- coming and going -------------------------------------------------------------------------

    def _link(self, referee: Referee, live: Live, asked: dict[str, Any]) -> dict[str, Any]:
        """Mail a link to a registered address; whoever asked is told nothing of it."""
        now, address = self._now(), str(asked.get("address")).lower()
        keys = self._of(referee)
        who = live.seat_of(address)
        if not keys.may_ask(live.setup.id, address, now):
            return {}
        if who is None or who not in webkeys.visitors(live):
            return {}
        phase = live.play.table.phase
        notice = f.Notified(
            at=now, audience=(who,), kind="web_link", to=who, phase=phase.id if phase else None
        )
        mails = referee.writer.mails(live, [notice], None)
        mine = [mail for mail in mails if mail.recipient.lower() == address] or mails
        referee.store.commit(Outcome(mails=tuple(mine)))
        keys.mailed(live.setup.id, who, now)
        return {}

    def _enter(self, referee: Referee, live: Live, asked: dict[str, Any]) -> dict[str, Any]:
        keys, now = self._of(referee), self._now()
        if asked.get("key"):
            session, visit = keys.enter(live, str(asked["key"])[:80], now)
        else:
            address, code = str(asked.get("address")), str(asked.get("code"))
            session, visit = keys.enter_by_code(live, address[:254], code[:8], now)
        return {"session": session, **_of_visit(visit)}

    def _out(self, referee: Referee, live: Live, asked: dict[str, Any]) -> dict[str, Any]:
        visit = self._visit(referee, live, asked)
        self._of(referee).leave(str(asked["session"]))
        return _of_visit(visit)

    def _visit(self, referee: Referee, live: Live, asked: dict[str, Any]) -> Visit:
        return self._of(referee).visit(live, str(asked.get("session"))[:80], self._now())

    def _is_new(self, once: str) -> bool:
        """Whether a form is handed in for the first time."""
        if not once or once in self._forms:
            return False
        self._forms[once] = None
        if len(self._forms) > FORMS_MAX:
            self._forms.popitem(last=False)
        return True

    # -- a seat -----------------------------------------------------------------------------------

    def _pages(self, referee: Referee, live: Live) -> PrivatePages:
        return PrivatePages(live, referee.writer.renderer, about_of(live, referee.settings))

    def _seat(self, referee: Referee, live: Live, asked: dict[str, Any]) -> dict[str, Any]:
        visit = self._visit(referee, live, asked)
        found = _of_visit(visit)
        if visit.who != GM:
            found["seat"] = self._pages(referee, live).seat(visit.who, self._now())
        return found

    async def _send(self, asked: dict[str, Any]) -> dict[str, Any]:
        """A form's text as a letter; its answer, if it comes soon."""
        name = ""

        def prepare(referee: Referee, live: Live, _: dict[str, Any]) -> dict[str, Any]:
            nonlocal name
            visit = self._visit(referee, live, asked)
            if visit.who == GM:
                raise Refused("unknown")
            to, text = str(asked.get("to")), str(asked.get("text"))
            letter, name = letter_of(live, visit.who, to, text, self._now(), referee.settings)
            return {"who": visit.who, "letter": letter}

        ready = await self._done(self._work(prepare, asked))
        if "error" in ready:
            return ready
        answer = ""
        if self._is_new(str(asked.get("once"))):
            await self._store_letter(ready["letter"])
            answer = await self._answer_to(ready["who"], name, asked)
        found = await self._done(self._work(self._seat, asked))
        return {**found, "answer": answer}

    async def _answer_to(self, who: str, name: str, asked: dict[str, Any]) -> str:
        def look(referee: Referee, live: Live, _: dict[str, Any]) -> dict[str, Any]:
            return {"answer": self._pages(referee, live).answer_to(who, name)}

        for _ in range(int(ANSWER_SECONDS / LOOK_SECONDS)):
            found = await self._done(self._work(look, asked))
            if found.get("answer") is not None:
                return str(found["answer"])
            await asyncio.sleep(LOOK_SECONDS)
        return ""

    # -- the desk ---------------------------------------------------------------------------------

    def _desk(self, referee: Referee, live: Live, asked: dict[str, Any]) -> dict[str, Any]:
        """The GM's desk, after whatever he commands."""
        visit = self._visit(referee, live, asked)
        found = _of_visit(visit)
        if visit.who != GM:
            return found
        lines, game = str(asked.get("lines") or ""), live.setup.id
        if lines and self._is_new(str(asked.get("once"))):
            if asked.get("how") == "try":
                lines = tried(lines, live, self._now())
            facts = referee.command(game, lines, self._now())
            found["answers"] = self._told(referee, game, facts)
        elif lines:
            found["twice"] = True
        live = referee.live(game) or live
        found["desk"] = self._pages(referee, live).desk(str(asked.get("why") or ""), self._now())
        return found

    def _told(self, referee: Referee, game: str, facts: list[f.AnyFact]) -> list[str]:
        """What the GM is answered, as by mail."""
        live = referee.live(game)
        if live is None:
            raise Refused("unknown")
        about = about_of(live, referee.settings)
        told = (fact for fact in facts if isinstance(fact, f.Notified) and fact.to == GM)
        return [
            referee.writer.renderer.page(
                with_addresses(fact, live, referee.settings), about, wrap=False
            ).text
            for fact in told
        ]

    # -- the list ---------------------------------------------------------------------------------

    def _leaving(self, _: Referee, live: Live, asked: dict[str, Any]) -> dict[str, Any]:
        """Whether a link of leaving is known; nothing changes."""
        return {"known": webkeys.leaver(str(asked.get("token")), live) is not None}

    async def _leave(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Leave the list (RFC 8058), as the mail to its address would."""

        def prepare(referee: Referee, live: Live, _: dict[str, Any]) -> dict[str, Any]:
            who = webkeys.leaver(str(asked.get("token")), live)
            if who is None:
                return {"known": False}
            letter, _name = letter_of(live, who, "unsubscribe", "", self._now(), referee.settings)
            return {"known": True, "letter": letter}

        ready = await self._done(self._work(prepare, asked))
        if not ready.get("known"):
            return {"known": False}
        await self._store_letter(ready["letter"])
        return {"known": True}


def tried(lines: str, live: Live, now: datetime) -> str:
    """Commands as one tries them first: each with "dry" before it.

    A text to be published comes back as a draft anyway, and goes out by a second command alone.
    """
    found, dry = [], word_in(live.setup.locale, "dry")
    for command in read_commands("", lines, gm_context(live, now)):
        may_try = command.word not in NO_DRY and not command.problem and not command.text
        found.append(f"{dry} {command.line}" if may_try else command.line)
        if command.text:
            found.append(command.text)
    return "\n".join(found)


def _of_visit(visit: Visit) -> dict[str, Any]:
    return {"gm": visit.who == GM, "until": visit.until.isoformat()}
