"""From new facts to mails: who gets what, from which address, under which Message-ID.

One message a recipient. What is slow for a reader waits for his bundle, what a role alone is told
travels inside a post that all get. Addresses and headers of a kind are the same whatever it says.
"""

import logging
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import msgspec

from pbp.game import deliveries
from pbp.game import facts as f
from pbp.render import About, Page, Renderer
from pbp.service import addresses, tokens, webkeys
from pbp.service.enclosing import HOSTS, Enclosures
from pbp.service.incoming import ANSWERED_TO_GM, LETTER, POLL, VOTE_THREAD, Ref
from pbp.service.lastgate import LastGate
from pbp.service.live import GM, Live
from pbp.service.messages import Envelope, Listed, message
from pbp.service.private import with_addresses
from pbp.service.settings import Settings
from pbp.service.threads import opens_thread, thread_of
from pbp.store.rows import NewMail

log = logging.getLogger("pbp.outgoing")

CODES = {"team": "order", POLL: "number"}
"""What a notice's reference keeps as its code, where that is not its code."""

LIST = "list"
"""The list elsewhere among the recipients; no handle is called so (it has no seat)."""

PRIVATE_FIRST, PUBLIC_NEXT = 3, 5
"""Priorities in the outbox: private notices go first."""


class Batch:
    """Facts that are being told: how each reader has the board, and the number of each fact."""

    def __init__(self, live: Live, about: About, facts: list[f.AnyFact]) -> None:
        """The table holds the facts already; modes are taken back to before the first of them."""
        table = live.play.table
        self.live, self.about, self.facts = live, about, facts
        self.enclosures = Enclosures(facts)
        self.modes: dict[str, str] = {}
        self._posts = len(table.posts) - sum(isinstance(x, f.Posted) for x in facts)
        self._notices: dict[str, int] = {}
        for fact in facts:
            if isinstance(fact, f.DeliveryChosen):
                self.modes.setdefault(fact.who, fact.before)
            if isinstance(fact, f.Notified):
                told = self._notices.get(fact.to, table.notices_to.get(fact.to, 0))
                self._notices[fact.to] = told - 1

    def mode_of(self, who: str) -> str:
        """How a reader has the board at this place of the batch."""
        return self.modes.get(who) or deliveries.mode_of(self.live.play.table, who)

    def is_late(self, post: f.Posted, who: str) -> bool:
        """Whether a post does not come at once to a reader; before the start all do."""
        if self.live.play.table.started is None or not deliveries.is_slow(post):
            return False
        return self.mode_of(who) != deliveries.EACH

    def next_post(self) -> str:
        """What makes this post one among all."""
        self._posts += 1
        return f"post {self._posts}"

    def next_notice(self, who: str) -> str:
        """What makes this notice one among all to its reader."""
        self._notices[who] += 1
        return f"notice {self._notices[who]}"


class Writer:
    """Turns new facts of one game into outbox rows."""

    def __init__(self, settings: Settings, renderer: Renderer) -> None:
        """renderer: the pages; settings: our addresses."""
        self.settings = settings
        self.renderer = renderer
        self._names: dict[str, dict[str, str]] = {}

    def mails(self, live: Live, facts: list[f.AnyFact], answers: str | None) -> list[NewMail]:
        """The mails that these facts bring about, in order; the table holds them already.

        answers: the Message-ID of the letter that brought them about.
        """
        batch = Batch(live, about_of(live, self.settings), facts)
        envelopes = [each for fact in facts for each in self._envelopes(batch, fact, answers)]
        gate = LastGate(live) if any(each.ref.public for each in envelopes) else None
        stopped = [each for each in envelopes if gate is not None and not gate.lets_out(each)]
        mails = [self.mail(live, each) for each in envelopes if each not in stopped]
        if stopped:
            log.error(
                "public mails stopped, a secret: game=%s, count=%d", live.setup.id, len(stopped)
            )
            mails += self.to_gm(live, "leak", stopped[0].at, stopped[0].name)
        return mails

    def _envelopes(self, batch: Batch, fact: f.AnyFact, answers: str | None) -> Iterator[Envelope]:
        match fact:
            case f.Notified():
                name = batch.next_notice(fact.to)
                if not batch.enclosures.holds(fact):
                    yield from self._notice(batch, fact, name, answers)
            case f.Posted():
                yield from self._post(batch, fact, batch.next_post())
            case f.Bundled():
                yield from self._bundle(batch, fact)
            case f.DeliveryChosen():
                batch.modes[fact.who] = fact.mode

    # -- private notices --------------------------------------------------------------------------

    def _notice(
        self, batch: Batch, fact: f.Notified, name: str, answers: str | None
    ) -> Iterator[Envelope]:
        live = batch.live
        page = self.renderer.notice(with_addresses(fact, live, self.settings), batch.about)
        told = fact.data.get(CODES.get(fact.kind, "code"))
        answered = "team" if fact.kind == "team" and told == LETTER else "gm"
        for place, address in self._mailboxes(live, fact.to):
            yield Envelope(
                to=fact.to,
                address=address,
                sender=self._gm(batch),
                reply_to=self._reply_to(batch, fact.to, answered),
                subject=page.subject,
                text=page.text,
                at=fact.at,
                name=self._name(live, fact.to, place, name, fact.at.isoformat()),
                ref=Ref(
                    game=live.setup.id,
                    to=fact.to,
                    kind=fact.kind,
                    mail=fact.mail,
                    phase=fact.phase,
                    code=None if told is None else str(told),
                    tenure=live.play.table.tenure(fact.to),
                    turn=live.turn(fact.to),
                ),
                priority=PRIVATE_FIRST,
                answers=answers if fact.mail is not None and fact.to != GM else None,
            )

    # -- posts ------------------------------------------------------------------------------------

    def _post(self, batch: Batch, fact: f.Posted, name: str) -> Iterator[Envelope]:
        live = batch.live
        forum = self.settings.forum_text if fact.author is None else "off"
        how: dict[str, Any] = {"may_hold": fact.kind in HOSTS, "forum": forum}
        plain = self.renderer.copy(fact, (), batch.about, **how)
        if self.settings.board_list:
            yield self._to_list(batch, fact, plain, name)
        for who in live.people():
            if self.settings.board_list and fact.kind not in HOSTS:
                break
            if batch.is_late(fact, who) or deliveries.is_own(live.play.table, fact, who):
                continue
            inside = batch.enclosures.of(fact, who)
            if who in live.play.table.unreached and not inside:
                continue
            page = self.renderer.copy(fact, inside, batch.about, **how) if inside else plain
            yield from self._copies(batch, fact, who, page, name)

    def _to_list(self, batch: Batch, fact: f.Posted, page: Page, name: str) -> Envelope:
        """A post to the list elsewhere: from the GM identity, whoever wrote it (0031)."""
        live, thread = batch.live, thread_of(fact)
        root = self._name(live, LIST, 0, thread) if thread else ""
        opens = bool(thread) and opens_thread(live.play.table, fact)
        return Envelope(
            to=LIST,
            address=self.settings.board_list,
            sender=self._gm(batch),
            reply_to=(
                self.names(batch.about)["board"],
                addresses.write(self.settings, "board", live.setup.id),
            ),
            subject=page.subject,
            text=page.text,
            at=fact.at,
            name=root if opens else self._name(live, LIST, 0, name, fact.at.isoformat()),
            thread="" if opens else root,
            ref=Ref(
                game=live.setup.id,
                to=LIST,
                kind=fact.kind,
                post=fact.mail,
                public=True,
                phase=fact.phase,
            ),
            priority=PUBLIC_NEXT,
        )

    def _copies(
        self, batch: Batch, fact: f.Posted, who: str, page: Page, name: str
    ) -> Iterator[Envelope]:
        live, thread = batch.live, thread_of(fact)
        answered = "gm" if fact.kind in ANSWERED_TO_GM else "board"
        for place, address in self._mailboxes(live, who):
            root = self._name(live, who, place, thread) if thread else ""
            opens = bool(thread) and opens_thread(live.play.table, fact)
            own = root if opens else self._name(live, who, place, name, fact.at.isoformat())
            yield Envelope(
                to=who,
                address=address,
                sender=self._author(batch, fact.author),
                reply_to=self._reply_to(batch, who, answered),
                subject=page.subject,
                text=page.text,
                at=fact.at,
                name=own,
                thread="" if opens else root,
                ref=Ref(
                    game=live.setup.id,
                    to=who,
                    kind=fact.kind,
                    post=fact.mail,
                    public=True,
                    phase=fact.phase,
                    tenure=live.play.table.tenure(who),
                    turn=live.turn(who),
                ),
                priority=PUBLIC_NEXT,
                listed=self._listed(live, who),
            )

    def _bundle(self, batch: Batch, fact: f.Bundled) -> Iterator[Envelope]:
        """All of a reader's late posts as one mail."""
        live, who = batch.live, fact.to
        posts = deliveries.bundled(live.play.table, fact)
        if not posts or self.settings.board_list:
            return
        page = self.renderer.bundle(posts, who, fact.at, batch.about)
        votes = [post for post in posts if post.kind in VOTE_THREAD]
        last = (votes or posts)[-1]
        for place, address in self._mailboxes(live, who):
            yield Envelope(
                to=who,
                address=address,
                sender=self._gm(batch),
                reply_to=self._reply_to(batch, who, "board"),
                subject=page.subject,
                text=page.text,
                at=fact.at,
                name=self._name(live, who, place, f"bundle {fact.first}", fact.at.isoformat()),
                thread=self._name(live, who, place, thread_of(last)),
                ref=Ref(
                    game=live.setup.id,
                    to=who,
                    kind="bundle",
                    posts=tuple(post.mail for post in posts if post.mail is not None),
                    votes=bool(votes),
                    public=True,
                    phase=last.phase,
                    tenure=live.play.table.tenure(who),
                    turn=live.turn(who),
                ),
                priority=PUBLIC_NEXT,
                listed=self._listed(live, who),
            )

    # -- addresses --------------------------------------------------------------------------------

    def _mailboxes(self, live: Live, who: str) -> Iterator[tuple[int, str]]:
        """Where a reader's mail goes: to his first address, to all of the GM's."""
        found = live.addresses_of(who)
        return iter(enumerate(found if who == GM else found[:1]))

    def _gm(self, batch: Batch) -> tuple[str, str]:
        game = batch.live.setup.id
        return self.names(batch.about)["gm"], addresses.write(self.settings, "gm", game)

    def _reply_to(self, batch: Batch, who: str, base: str) -> tuple[str, str]:
        """Where a reader's answer goes; the display name says it (mail.md)."""
        live, name = batch.live, self.names(batch.about)["private" if base == "gm" else base]
        token = live.token(who) if live.knows(who) else ""
        if who in live.play.table.subscribing and base == "gm":
            game = f"{live.setup.id}-subscribe"
            return name, addresses.write(self.settings, "board", game, live.token(who))
        return name, addresses.write(self.settings, base, live.setup.id, token)

    def _listed(self, live: Live, who: str) -> Listed:
        """The headers of the built-in list, with the reader's own way to leave it."""
        game, single = live.setup.id, self.settings.style == addresses.SINGLE
        leave = "withdraw" if who in live.play.table.subscribers else "deliver notices"
        return Listed(
            name=f"{game}.{self.settings.host}",
            post=addresses.write(self.settings, "board", game),
            leave=addresses.write(self.settings, "board", f"{game}-unsubscribe", live.token(who)),
            subject=f"[{game}] {leave}" if single else "",
            url=webkeys.leave_url(live, who, self.settings),
        )

    def _author(self, batch: Batch, author: str | None) -> tuple[str, str]:
        """One sender address a handle; the board's for onlookers, the GM identity's for its own."""
        if author is None:
            return self._gm(batch)
        player = batch.live.play.table.players.get(author)
        base = f"seat{player.seat.number}" if player else "board"
        return author, addresses.write(self.settings, base, batch.live.setup.id)

    def names(self, about: About) -> dict[str, str]:
        """The display names of our addresses, in the game's language (mailboxes.txt)."""
        if about.locale not in self._names:
            text = self.renderer.template("mailboxes.txt", about).render()
            rows = (row.partition(":") for row in text.splitlines() if ":" in row)
            self._names[about.locale] = {key.strip(): name.strip() for key, _, name in rows}
        return self._names[about.locale]

    def _name(self, live: Live, to: str, place: int, *parts: str) -> str:
        """A Message-ID: a keyed hash, another one for each recipient."""
        return tokens.message_id(
            live.secret, self.settings.host, live.setup.id, to, str(place), *parts
        )

    # -- rows -------------------------------------------------------------------------------------

    def to_gm(self, live: Live, what: str, at: datetime, place: str) -> list[NewMail]:
        """What the GM must know of a game and no fact tells: that it was stopped (design, 8).

        place: what makes it one event, so that its Message-ID is one.
        """
        about = about_of(live, self.settings)
        notice = f.Notified(at=at, kind="message", to=GM, phase=None, data={"what": what})
        page = self.renderer.notice(notice, about)
        gm = self.names(about)["gm"], addresses.write(self.settings, "gm", live.setup.id)
        return [
            self.mail(
                live,
                Envelope(
                    to=GM,
                    address=address,
                    sender=gm,
                    reply_to=gm,
                    subject=page.subject,
                    text=page.text,
                    at=at,
                    name=self._name(live, GM, number, what, place),
                    ref=Ref(game=live.setup.id, to=GM, kind="message"),
                    priority=PRIVATE_FIRST,
                ),
            )
            for number, address in self._mailboxes(live, GM)
        ]

    def _framed(self, live: Live, envelope: Envelope) -> Envelope:
        """The mail with its words as HTML too."""
        page = Page(subject=envelope.subject, text=envelope.text)
        html = self.renderer.frame(page, live.setup.locale, live.setup.ruleset)
        return msgspec.structs.replace(envelope, html=html)

    def mail(self, live: Live, envelope: Envelope) -> NewMail:
        """The mail as it goes into the outbox, with its words as HTML too."""
        return NewMail(
            game=live.setup.id,
            recipient=envelope.address,
            envelope_from=addresses.write(
                self.settings, "bounce", live.setup.id, envelope.name[2:20]
            ),
            message_id=envelope.name,
            kind=envelope.ref.kind,
            data=message(self._framed(live, envelope), live.setup.id, self.settings.host),
            created_at=envelope.at,
            priority=envelope.priority,
            ref=msgspec.json.encode(envelope.ref),
        )


def about_of(live: Live, settings: Settings) -> About:
    """What pages may know of a game besides the fact: nothing secret."""
    setup = live.setup
    return About(
        game=setup.id,
        ruleset=setup.ruleset,
        locale=setup.locale,
        timezone=setup.timezone,
        host=settings.host,
        handles=live.play.table.handles or tuple(seat.handle for seat in setup.seats),
        gm_address=addresses.write(settings, "gm", setup.id),
        one_mailbox=settings.style == addresses.SINGLE,
        law_url=f"{settings.web_url}/law" if settings.web_url else "",
    )
