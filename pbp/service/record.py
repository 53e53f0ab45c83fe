"""The game record (docs/scenario-format.md): the table and the rendered pages as plain JSON.

For the GM: it holds every secret. Keys are only ever added.
"""

from datetime import datetime
from typing import Any

from pbp.game import facts as f
from pbp.game.intents import POST_KINDS
from pbp.game.table import Player, Table
from pbp.render import About, Renderer
from pbp.service.lines import ballot_line, phase_line, result_line, time_in


class Recorder:
    """Makes the record of one game."""

    def __init__(self, table: Table, renderer: Renderer, about: About) -> None:
        """The table is read, never changed."""
        self.table = table
        self.renderer = renderer
        self.about = about

    def record(self) -> dict[str, Any]:
        """The whole record."""
        table = self.table
        return {
            "format": 1,
            "game": table.start.game,
            "ruleset": table.start.ruleset,
            "timezone": table.start.timezone,
            "phases": [phase_line(p, table.zone) for p in table.phases],
            "mails": [self._mail(m) for m in table.mails.values()],
            "orders": [self._order(o) for o in table.orders.values()],
            "deaths": [self._death(d) for d in table.deaths],
            "ballots": [ballot_line(c) for c in table.counts],
            "notices": [self._notice(n) for n in table.notices],
            "posts": [self._post(p) for p in table.posts],
            "warnings": {p.handle: p.warnings for p in table.players.values() if p.warnings},
            "out": self._out(),
            "silence": table.silence,
            "players": {p.handle: self._player(p) for p in table.players.values()},
            "result": result_line(table.ended),
        }

    def _time(self, at: datetime | None) -> str | None:
        return time_in(self.table.zone, at)

    def _mail(self, mail: f.MailHeard) -> dict[str, Any]:
        fate = self.table.fates.get(mail.n)
        return {
            "n": mail.n,
            "at": self._time(mail.at),
            "from": mail.sender,
            "to": mail.to,
            "readings": [
                {"kind": r.kind, "targets": list(r.targets), "text": r.text} for r in mail.readings
            ],
            "verdict": mail.verdict,
            "code": mail.code,
            "published": fate.published if fate else None,
            "held": fate.held if fate else None,
        }

    def _order(self, order: Any) -> dict[str, Any]:
        return {
            "mail": order.mail,
            "phase": order.phase,
            "actor": order.actor,
            "kind": order.kind,
            "targets": list(order.targets),
            "life": order.life,
            "effective": order.effective,
        }

    def _death(self, death: Any) -> dict[str, Any]:
        return {
            "phase": death.phase,
            "who": death.who,
            "life": death.life,
            "causes": list(death.causes),
            "revealed": death.revealed,
        }

    def _notice(self, notice: f.Notified) -> dict[str, Any]:
        page = self.renderer.notice(notice, self.about)
        return {
            "at": self._time(notice.at),
            "phase": notice.phase,
            "to": notice.to,
            "kind": notice.kind,
            "life": notice.life,
            "mail": notice.mail,
            "subject": page.subject,
            "text": page.text,
        }

    def _post(self, post: f.Posted) -> dict[str, Any]:
        page = self.renderer.post(post, self.about)
        return {
            "at": self._time(post.at),
            "phase": post.phase,
            "kind": self._kind(post),
            "life": post.life,
            "author": post.author or "神的使者",
            "mail": post.mail,
            "subject": page.subject,
            "text": page.text,
        }

    def _kind(self, post: f.Posted) -> str:
        """What a post counts as: the GM may have called it otherwise since (C-5.1)."""
        fate = self.table.fates.get(post.mail or 0)
        is_players = post.kind in POST_KINDS and fate is not None and fate.published
        return fate.published or post.kind if is_players and fate is not None else post.kind

    def _out(self) -> list[dict[str, Any]]:
        killed = {(d.who, d.phase) for d in self.table.deaths if {"kill", "wolf"} & set(d.causes)}
        return [
            {"who": out.who, "phase": out.phase, "why": out.why}
            for out in self.table.outs
            if (out.who, out.phase) not in killed
        ]

    def _player(self, player: Player) -> dict[str, Any]:
        line: dict[str, Any] = {
            "number": player.seat.number,
            "alive": player.alive,
            "role": player.role,
        }
        if player.seat.lives:
            line["lives"] = {life: self._life(player, life) for life in player.seat.lives}
        return line

    def _life(self, player: Player, life: str) -> dict[str, str]:
        if life in player.died_in or not player.alive:
            state = "dead"
        else:
            state = "alive" if player.life == life else "unborn"
        return {"role": player.seat.lives[life], "state": state}
