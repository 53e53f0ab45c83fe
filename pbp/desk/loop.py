"""The desk's own course: choose a game, see the digest, answer, order, look again, leave.

Every command is shown before it is done (试), but for those that only look, and for corrections,
which show themselves and wait for 确认. Whatever is done is undone by 撤销, as by mail.
"""

from collections.abc import Callable, Mapping
from typing import Any

from pbp.desk.talk import Talk
from pbp.language.gm_reader import form_of
from pbp.language.gm_words import ANSWERS, FORMS

Ask = Callable[[dict[str, Any]], dict[str, Any]]
"""Hands a command to the server, or carries it out here; the answer, "error" where it failed."""

LEAVE = ("q", "quit", "exit", "离开", "退出")
HELP = ("?", "？", "h", "help", "帮助")
FULL = ("full", "more", "全文")
GAMES = ("games", "各局")
YES = ("y", "yes", "是", "好", "照办")
AND_REVIVE = ("r", "revive", "复活")

AT_ONCE = frozenset(
    {"status", "digest", "why", "undo", "confirm", "dry", "agree", "change", "postpone"}
    | {"as usual", "void", "read", "reject", "revive", "publish", "hold"}
)
"""Words that are not tried first: they look, are shown by their own, or are plain."""

DRAFTS = frozenset({"story", "announce", "answer", "rule", "poll"})
"""Words with a text below; what comes back is a draft with a number."""

WRITTEN = {form.word: form.words for form in FORMS}


class Desk:
    """One sitting."""

    def __init__(self, talk: Talk, ask: Ask, words: Callable[[str], Mapping[str, str]]) -> None:
        """words: a locale's own words (terminal.txt)."""
        self.talk = talk
        self.ask = ask
        self._words_of = words
        self.words = words("")

    def sit(self, game: str | None) -> None:
        """Until he leaves. game: the one to begin with; else he is asked, if there are several.

        Raises:
            LookupError: there is no such game.
        """
        self.words = self._words_of("")
        while True:
            chosen = game or self._choose()
            if chosen is None or not self._at(chosen, first=game is not None):
                break
            game = None
        self.talk.say(self.words["bye"])

    # -- which game -------------------------------------------------------------------------------

    def _choose(self) -> str | None:
        """The game that he names; the only one that runs without asking."""
        found = self.ask({"command": "desk"}).get("games", [])
        if not found:
            self.talk.say(self.words["no_games"])
            return None
        lines = [self.words["games"]]
        for place, row in enumerate(found, start=1):
            told = [row["game"], row["ruleset"], self.words.get(row["state"], row["state"])]
            told += [self.words["closes"].format(at=row["closes"])] if row["closes"] else []
            told += [self.words["open"].format(n=row["open"])] if row["open"] else []
            lines.append(f"  {place}  {' · '.join(told)}")
        self.talk.say("\n".join(lines))
        names = [row["game"] for row in found]
        while True:
            said = self.talk.ask(self.words["which_game"], names)
            if said is None or said.lower() in LEAVE:
                return None
            if said in names:
                return said
            if said.isascii() and said.isdigit() and 0 < int(said) <= len(names):
                return str(names[int(said) - 1])
            self.talk.say(self.words["no_such_game"].format(name=said))

    # -- in a game --------------------------------------------------------------------------------

    def _at(self, game: str, *, first: bool) -> bool:
        """Sit at one game; whether he wants to see the other games now."""
        seen = self._look(game)
        if "error" in seen:
            if first:
                raise LookupError(seen["error"])
            self.talk.say(self.words["trouble"].format(why=seen["error"]))
            return True
        self.words = self._words_of(str(seen["locale"]))
        self._show(seen)
        while True:
            said = self.talk.ask(f"{game}> ", self._completions(seen))
            if said is None or said.lower() in LEAVE:
                return False
            if said.lower() in GAMES:
                return True
            if said.lower() in FULL:
                self.talk.say(str(seen["text"]))
            elif said in HELP:
                self._help()
            else:
                self._obey(game, said, seen)
                seen = self._look(game)
                if said == "":
                    self._show(seen)
                elif seen.get("questions"):
                    self.talk.say(self._questions(seen))

    def _look(self, game: str) -> dict[str, Any]:
        return self.ask({"command": "desk", "game": game})

    def _show(self, seen: dict[str, Any]) -> None:
        """The first screen of the digest, the questions, what can be done."""
        if "error" in seen:
            self.talk.say(self.words["trouble"].format(why=seen["error"]))
            return
        lines = str(seen["text"]).splitlines()
        room = self.talk.height
        told = lines[:room]
        if len(lines) > room:
            told.append(self.words["more"].format(n=len(lines) - room))
        told += ["", self._questions(seen), self.words["hint"]]
        self.talk.say("\n".join(told))

    def _questions(self, seen: dict[str, Any]) -> str:
        """The open questions, each on a line with its ready answers."""
        if not seen["questions"]:
            return self.words["nothing_open"]
        lines = [self.words["questions"]]
        for row in seen["questions"]:
            ready = " / ".join(self._answer(a, seen) for a in row["answers"])
            otherwise = self._otherwise(row, seen)
            lines.append(f"  {row['number']}  {ready}  ({otherwise})")
        return "\n".join(lines)

    def _otherwise(self, row: dict[str, Any], seen: dict[str, Any]) -> str:
        default = self._answer(row["default"], seen)
        return self.words["otherwise"].format(default=default, at=row["due"])

    def _answer(self, answer: str, seen: dict[str, Any]) -> str:
        """A ready answer in the words with which it can be written, or in the desk's own."""
        if said := self.words.get(f"answer_{answer}"):
            return said
        words = ANSWERS.get(answer, (answer,))
        return words[1] if seen["locale"] == "zh" and len(words) > 1 else words[0]

    def _help(self) -> None:
        """Every command, in both languages."""
        lines = [self.words["commands"]]
        lines += [f"  {' / '.join(words)}" for words in WRITTEN.values()]
        self.talk.say("\n".join(lines))

    def _completions(self, seen: dict[str, Any]) -> list[str]:
        """What Tab offers: commands, and those about a player with every handle."""
        words = [word for each in WRITTEN.values() for word in each]
        about = [
            f"{word} {handle}"
            for form in FORMS
            if form.parts[:1] in (("who",), ("name",))
            for word in form.words
            for handle in seen["handles"]
        ]
        numbers = [str(row["number"]) for row in seen["questions"]]
        return [*words, self.words["full"], self.words["other_games"], *numbers, *about]

    # -- what he says -----------------------------------------------------------------------------

    def _obey(self, game: str, said: str, seen: dict[str, Any]) -> None:
        """Carry one line out, shown first."""
        if said == "":
            return
        if said.isascii() and said.isdigit():
            self._one_question(game, int(said), seen)
            return
        word = word_of(said)
        if word in DRAFTS:
            text = self._text()
            if text is not None:
                self._order(game, f"{said}\n{text}")
            return
        if word not in AT_ONCE and not self._foreseen(game, said):
            return
        self._order(game, said)

    def _foreseen(self, game: str, line: str) -> bool:
        """Show what a line would do; whether it is to be done."""
        answer = self.ask({"command": "gm", "game": game, "lines": f"dry {line}"})
        if not self._say(answer, self.words["preview"]):
            return False
        return self._yes("sure")

    def _order(self, game: str, lines: str) -> None:
        """Do it; what only came back to be confirmed is asked about."""
        answer = self.ask({"command": "gm", "game": game, "lines": lines})
        if not self._say(answer):
            return
        rows = answer.get("rows", [])
        draft = next((row["draft"] for row in rows if row.get("draft")), None)
        if draft is not None:
            if self._yes("publish"):
                self._say(self.ask({"command": "gm", "game": game, "lines": f"publish {draft}"}))
        elif any(row.get("waits") for row in rows):
            said = (self.talk.ask(self.words["confirm"]) or "").lower()
            if said in AND_REVIVE:
                lines = "confirm revive"
            elif said in YES:
                lines = "confirm"
            else:
                self.talk.say(self.words["not_done"])
                return
            self._say(self.ask({"command": "gm", "game": game, "lines": lines}))

    def _one_question(self, game: str, number: int, seen: dict[str, Any]) -> None:
        """One of the open questions: its ready answers by number, or later."""
        row = next((row for row in seen["questions"] if row["number"] == number), None)
        if row is None:
            self.talk.say(self._questions(seen))
            return
        answers = list(dict.fromkeys([*row["answers"], row["default"]]))
        lines = [f"  {n}  {self._answer(a, seen)}" for n, a in enumerate(answers, start=1)]
        lines.append(f"  {len(answers) + 1}  {self.words['postpone']}")
        self.talk.say("\n".join([*lines, self._otherwise(row, seen)]))
        said = self.talk.ask(self.words["choose"]) or ""
        place = int(said) if said.isascii() and said.isdigit() else 0
        if place == len(answers) + 1:
            span = self.talk.ask(self.words["how_long"])
            line = f"postpone {number} {span}" if span else ""
        elif 0 < place <= len(answers):
            line = f"change {number} {answers[place - 1]}"
            line = f"agree {number}" if answers[place - 1] == row["answers"][0] else line
        else:
            line = ""
        if line and self._yes("sure"):
            self._order(game, line)
        elif not line:
            self.talk.say(self.words["not_done"])

    def _text(self) -> str | None:
        """Lines up to one with nothing but a dot; None where he leaves or writes nothing."""
        self.talk.say(self.words["text"])
        lines: list[str] = []
        while (line := self.talk.ask("| ")) not in (".", "。"):
            if line is None:
                return None
            lines.append(line)
        text = "\n".join(lines).strip()
        if not text:
            self.talk.say(self.words["not_done"])
        return text or None

    def _yes(self, question: str) -> bool:
        said = self.talk.ask(self.words[question])
        if said is not None and said.lower() in YES:
            return True
        self.talk.say(self.words["not_done"])
        return False

    def _say(self, answer: dict[str, Any], head: str = "") -> bool:
        """Show an answer; whether it was no refusal."""
        if "error" in answer:
            self.talk.say(self.words["trouble"].format(why=answer["error"]))
            return False
        self.talk.say("\n".join(filter(None, [head, *answer["pages"]])))
        return not answer["refused"]


def word_of(line: str) -> str:
    """The command that a line begins with, the longest that fits; "" where it is none."""
    found = form_of(line)
    return found[0].word if found is not None else ""
