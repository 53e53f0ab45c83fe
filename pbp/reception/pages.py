"""What a signed-in person is shown: his own seat, or the GM's desk. Plain values for the web.

Looking changes nothing: nothing here brings about a fact. A seat is shown what its holder could
ask for by mail, and nothing from before his own time on it.
"""

from datetime import datetime
from typing import Any

from pbp.game import digest, questions
from pbp.game import facts as f
from pbp.game.hearing import Hearing
from pbp.game.intents import Reading
from pbp.game.table import Table
from pbp.language.gm_words import word_in
from pbp.render import About, Page, Renderer
from pbp.render.columns import unwrapped
from pbp.service.live import GM, Live

LETTERS_MAX = 12
RECEIPTS_MAX = 200


class PrivatePages:
    """Makes the pages of one game's people."""

    def __init__(self, live: Live, renderer: Renderer, about: About) -> None:
        """about: what everybody knows of the game."""
        self.live = live
        self.table: Table = live.play.table
        self.renderer = renderer
        self.about = about

    # -- a seat -----------------------------------------------------------------------------------

    def seat(self, who: str, now: datetime) -> dict[str, Any]:
        """A player's own page."""
        status = self._answered(who, "status", now)
        player = self.table.players[who]
        return {
            "handle": who,
            "status": self.renderer.answered(status, self.about),
            "orders": [self._order(order, status) for order in status.get("orders") or ()],
            "receipts": self._receipts(who, now),
            "team": player.alive and bool(self.live.play.law.correspondents(self.table, who)),
            "letters": self._letters(who),
        }

    def _answered(self, who: str, word: str, now: datetime) -> dict[str, Any]:
        """What a question by mail would be answered with."""
        reading = Reading(kind="ask", text=word)
        hearing = Hearing(mail=0, at=now, now=now, actor=who, reading=reading)
        return dict(questions.answer_question(self.table, hearing).data)

    def _order(self, order: dict[str, Any], status: dict[str, Any]) -> dict[str, Any]:
        words = self.renderer.words(self.about)
        runs = order["phase"] == status.get("phase")
        return {
            "phase": order["phase"],
            "said": str(words.order(order["order"], order["targets"])).strip(),
            "until": status["change_until"] if runs else None,
        }

    def _receipts(self, who: str, now: datetime) -> list[dict[str, Any]]:
        """The newest first."""
        words = self.renderer.words(self.about)
        rows = self._answered(who, "receipts", now)["rows"][-RECEIPTS_MAX:]
        return [
            {
                "number": row["number"],
                "at": row["at"],
                "phase": row["phase"],
                "verdict": words.verdicts.get(row["verdict"], row["verdict"]),
                "code": self.renderer.label(row["code"], self.about) if row["code"] else "",
                "read": "; ".join(
                    str(words.reading({**one, "heard": ""})).strip() for one in row["readings"]
                ),
            }
            for row in reversed(rows)
        ]

    def _letters(self, who: str) -> list[dict[str, Any]]:
        """The last private letters that were no answers, of his own time on the seat."""
        takers = self.table.seat_takers.get(who)
        since = takers[-1].at if takers else self.table.start.at
        found = [
            notice
            for notice in self.table.notices
            if notice.to == who and notice.mail is None and notice.at >= since
        ]
        return [
            {"at": notice.at.isoformat(), "title": page.subject, "text": page.text}
            for notice in reversed(found[-LETTERS_MAX:])
            for page in [self._page(notice)]
        ]

    def answer_to(self, who: str, message_id: str) -> str | None:
        """What a letter of his was answered; None while it is not judged."""
        mail = next(
            (m for m in reversed(self.table.mails.values()) if _is(m.message_id, message_id)), None
        )
        if mail is None:
            return None
        found = (n for n in self.table.notices if n.to == who and n.mail == mail.n)
        return "\n".join(self._page(notice).text for notice in found)

    def _page(self, notice: f.Notified) -> Page:
        """A private letter's words, without the head that mails have."""
        return self.renderer.page(notice, self.about, enclosed=True, wrap=False)

    # -- the desk ---------------------------------------------------------------------------------

    def desk(self, why: str, now: datetime) -> dict[str, Any]:
        """The GM's desk. why: the phase whose account he wants to see."""
        law, table = self.live.play.law, self.table
        notice = digest.notice(table, law, now, "asked")
        found = {
            "digest": self.renderer.page(notice, self.about, wrap=False).text,
            "questions": [self._question(one) for one in notice.data["questions"]],
            "as_usual": word_in(self.about.locale, "as usual"),
            "undo": word_in(self.about.locale, "undo"),
            "phases": [phase.id for phase in table.phases],
            "why": "",
        }
        if why in found["phases"]:
            data = digest.why(table, law, why)
            account = f.Notified(at=now, kind="why", to=GM, phase=why, data=data)
            found["why"] = self.renderer.page(account, self.about, wrap=False).text
        return found

    def _question(self, question: dict[str, Any]) -> dict[str, Any]:
        """A question with its ready answers, each the line by which a mail would give it."""
        gm = self.renderer.desk_words(self.about)
        number = question["number"]
        said = unwrapped(str(gm.question(question))).rstrip("\n").split("\n")
        agree = f"{word_in(self.about.locale, 'agree')} {number}"
        change = f"{word_in(self.about.locale, 'change')} {number}"
        words = [str(gm.answers.get(answer, answer)) for answer in question["answers"]]
        answers = [
            {"word": word, "line": f"{change} {word}" if place else agree}
            for place, word in enumerate(words)
        ]
        default = question["default"]
        return {
            "number": number,
            "text": "\n".join(said[:-2]),
            "answers": answers,
            "default": gm.answers.get(default, default),
            "due": question["due"],
        }


def _is(found: str | None, wanted: str) -> bool:
    return found is not None and found.strip("<>") == wanted.strip("<>")
