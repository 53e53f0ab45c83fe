"""Which private notices travel inside their reader's own copy of a post (docs/mail-commands.md).

So nobody gets a mail at dawn or nightfall that others do not get: what a role alone is told stands
below the public words, and subject and beginning are those of everybody's copy.
"""

from collections.abc import Iterable

from pbp.game import facts as f

ENCLOSED = frozenset(
    (
        "kill_right",
        "sure_kill",
        "binding_missed",
        "healing_missed",
        "kill_missed",
        "reborn",
        "order_refused",
        "warning",
    )
)
"""Notices that a rule sends when a phase closes or opens; as answers to a mail they go alone."""

HOSTS = ("nightfall", "dawn")
"""Posts that everybody gets when a phase closes or opens, in the order in which one is chosen."""


class Enclosures:
    """The notices of one batch of facts that have a post to travel in."""

    def __init__(self, facts: Iterable[f.AnyFact]) -> None:
        """Find a post of the same instant, phase and life for each notice."""
        facts = list(facts)
        hosts = [fact for fact in facts if isinstance(fact, f.Posted) and fact.kind in HOSTS]
        self._inside: dict[tuple[int, str], list[f.Notified]] = {}
        self._taken: set[int] = set()
        for fact in facts:
            if isinstance(fact, f.Notified) and fact.mail is None and fact.kind in ENCLOSED:
                host = _host(fact, hosts)
                if host is not None:
                    self._inside.setdefault((id(host), fact.to), []).append(fact)
                    self._taken.add(id(fact))

    def holds(self, notice: f.Notified) -> bool:
        """Whether a notice travels inside a post, so that it is no mail of its own."""
        return id(notice) in self._taken

    def of(self, post: f.Posted, who: str) -> list[f.Notified]:
        """What a reader's own copy of a post holds besides its words."""
        return self._inside.get((id(post), who), [])


def _host(notice: f.Notified, hosts: list[f.Posted]) -> f.Posted | None:
    """The post of the notice's own life, else one of no life, else any of that instant."""
    fitting = [h for h in hosts if h.at == notice.at and h.phase == notice.phase]
    fitting.sort(
        key=lambda h: (h.life != notice.life, h.life is not None, HOSTS.index(h.kind)),
    )
    return fitting[0] if fitting else None
