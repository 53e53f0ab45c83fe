"""News of a new game: whoever asked for it in an earlier one is told when a sign-up opens.

收信 新局 asks for it, 收信 不要新局 ends it; what somebody said last counts, whichever the game.
Each letter says how to end it, and goes to a mailbox once.
"""

from collections.abc import Callable, Iterator
from datetime import datetime

from pbp.game import facts as f
from pbp.game import people
from pbp.service.addresses import write
from pbp.service.incoming import Ref
from pbp.service.live import Live
from pbp.service.messages import Envelope, Listed
from pbp.service.outcomes import STOPPED
from pbp.service.outgoing import PUBLIC_NEXT, Writer, about_of
from pbp.service.tokens import message_id
from pbp.store.interface import Store
from pbp.store.rows import NewMail

NEWS = "news"
"""The kind of such a letter."""

STOP = "收信 不要新局"
"""What ends it, as the header of each letter has it."""

Wanted = dict[str, tuple[datetime, bool, str, Live, str]]


def letters(
    store: Store, load: Callable[[str], Live], opened: Live, writer: Writer
) -> list[NewMail]:
    """A letter to everybody who wants news, of a game whose sign-up has just been posted."""
    post = next((p for p in opened.play.table.posts if p.kind == "signup"), None)
    if post is None:
        return []
    told = set(_told_anyway(opened))
    return [
        _letter(opened, writer, post, address, live, who)
        for mailbox, (_, wants, address, live, who) in sorted(_wanted(store, load).items())
        if wants and mailbox not in told
    ]


def _told_anyway(opened: Live) -> Iterator[str]:
    """The GM gets the post itself."""
    return (people.mailbox(address) for address in opened.addresses_of("gm"))


def _wanted(store: Store, load: Callable[[str], Live]) -> Wanted:
    """Mailbox → when it was said last, what, from which address, in which game, as whom."""
    found: Wanted = {}
    for row in store.games():
        if row.state == STOPPED:
            continue
        live = load(row.id)
        for who, (wants, at) in live.play.table.around.news.items():
            address = next(iter(live.addresses_of(who)), "")
            key = people.mailbox(address)
            if "@" in address and (key not in found or found[key][0] <= at):
                found[key] = (at, wants, address, live, who)
    return found


def _letter(
    opened: Live, writer: Writer, post: f.Posted, address: str, live: Live, who: str
) -> NewMail:
    settings = writer.settings
    about = about_of(opened, settings)
    page = writer.renderer.news(post, about)
    gm = writer.names(about)["gm"], about.gm_address
    name = message_id(opened.secret, settings.host, opened.setup.id, NEWS, address)
    leave = write(settings, "gm", live.setup.id, live.token(who) if live.knows(who) else "")
    envelope = Envelope(
        to=address,
        address=address,
        sender=gm,
        reply_to=gm,
        subject=page.subject,
        text=page.text,
        at=post.at,
        name=name,
        ref=Ref(game=opened.setup.id, to=address, kind=NEWS),
        priority=PUBLIC_NEXT,
        listed=Listed(
            name=f"{NEWS}.{settings.host}", post=about.gm_address, leave=leave, subject=STOP
        ),
    )
    return writer.mail(opened, envelope)
