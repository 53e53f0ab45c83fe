"""A player's own addresses, printed in the letters that tell him them and in no other.

The facts hold no token: what is written here goes into one mail and nowhere else, neither into the
journal of facts nor into the record.
"""

from msgspec.structs import replace

from pbp.game import facts as f
from pbp.service import addresses, webkeys
from pbp.service.live import Live
from pbp.service.settings import Settings

TELL_THEM = ("seat", "replacement_taken", "new_token")
"""Notices that tell a player where to write."""


def with_addresses(fact: f.Notified, live: Live, settings: Settings) -> f.Notified:
    """The notice with its reader's private address, and his team's where he has one (C-1.4).

    A notice that he may sign in on the web gets its link and its digits.
    """
    if fact.kind == "web_link":
        return _with_link(fact, live, settings)
    if fact.kind not in TELL_THEM or settings.style == addresses.SINGLE or not live.knows(fact.to):
        return fact
    game, token = live.setup.id, live.token(fact.to)
    own = {"address": addresses.write(settings, "gm", game, token)}
    table, law = live.play.table, live.play.law
    if fact.kind != "new_token" and fact.to in table.players and law.correspondents(table, fact.to):
        own["team_address"] = addresses.write(settings, "team", game, token)
    return replace(fact, data={**fact.data, **own})


def _with_link(fact: f.Notified, live: Live, settings: Settings) -> f.Notified:
    """The link of this mail alone: it follows from the instant at which the mail was written."""
    if not settings.web_url or fact.to not in webkeys.visitors(live):
        return fact
    found = {
        "link": webkeys.link_of(live, fact.to, fact.at, settings),
        "code": webkeys.code_of(live, fact.to, fact.at),
        "minutes": settings.web_link_seconds // 60,
    }
    return replace(fact, data={**fact.data, **found})
