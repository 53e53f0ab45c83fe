"""Which fields the data of each notice and post has: the promise between the rules and the words.

A kind has one shape or several. `required` fields are always there; `optional` ones may be missing
and are then none to a template. A template that asks for anything else fails. This table is also
what docs/templates.md explains, and tests hold every template and every fact against it.
"""

from collections.abc import Mapping
from typing import Any

import msgspec


class Shape(msgspec.Struct, frozen=True):
    """Fields that come together."""

    required: frozenset[str] = frozenset()
    optional: frozenset[str] = frozenset()

    @property
    def fields(self) -> frozenset[str]:
        """All fields that this shape may have."""
        return self.required | self.optional


def _shape(required: str = "", optional: str = "") -> Shape:
    return Shape(frozenset(required.split()), frozenset(optional.split()))


UNCHECKED = "unchecked checkin_until"
"""Every private notice may say that its reader has not checked in yet, and until when he can."""

LAST_ANSWER = "last_answer"
"""An answer may say that it is the last for this hour, or for today (hour | day)."""

RESULT = _shape(
    "kind targets text heard meant verdict code",
    "phase order closes change_until repeated displaced instead_of counted needed missing "
    "candidates standing has_voted change_left spends recalled where due post released "
    "passed_on confirmed award side choice question life seat handle role alive checked_in "
    "warnings orders vote "
    "ballots counts rows now short deliver concerns insists onlooker quote",
)
"""One entry of an answer's `results`: a reading, what became of it, what goes with it."""

BLANK: Mapping[str, Any] = {
    **dict.fromkeys(sorted(RESULT.fields)),
    "kind": "",
    "targets": (),
    "text": "",
    "heard": "",
    "meant": (),
    "verdict": "refused",
}
"""A result of nothing; templates know it as `blank`."""

ANSWER = _shape(
    "receipt received cut_off results verdict code unchecked checkin_until quote",
    "passed_to_team not_an_order leaf last_answer unseen",
)

ASKED = Shape(
    ANSWER.required, ANSWER.optional | frozenset(("phrase", "named", "voting", "standing"))
)
"""What is asked back may show a turn of phrase that is never a vote."""
"""The answer to a mail."""

WEB_LINK = Shape(ANSWER.required, ANSWER.optional | frozenset(("link", "code", "minutes")))
"""The answer to who wants to sign in on the web; the link is put in when the mail is written."""


def _private(required: str = "", optional: str = "") -> Shape:
    return _shape(required, f"{optional} {UNCHECKED} {LAST_ANSWER}")


NOTICES: Mapping[str, tuple[Shape, ...]] = {
    "seat": (
        _private(
            "handle number role living closes checkin_until",
            "killers villagers night mates knows life address team_address change_until",
        ),
    ),
    "order_taken": (ANSWER,),
    "order_replaced": (ANSWER,),
    "order_refused": (ANSWER, _private("order targets code", "closes change_until")),
    "declaration_short": (ANSWER,),
    "vote_taken": (ANSWER,),
    "vote_refused": (ANSWER,),
    "ask_again": (ASKED, _private("signup until", "name wish")),
    "team": (_private("by order", "targets instead_of text closes change_until"),),
    "kill_right": (_private("closes change_until needed", "role"),),
    "sure_kill": (_private("closes change_until needed names"),),
    "binding_missed": (_private("target"),),
    "healing_missed": (_private("target"),),
    "kill_missed": (_private("why", "missing warned"),),
    "reborn": (_private("life role", "living closes change_until"),),
    "warning": (_private("why count out_at", "reason secret"),),
    "out": (_private("why", "reason"),),
    "reminder": (_private("what closes", "change_until"),),
    "confirm": (ANSWER, _private("what", "quote until from address")),
    "signed_up": (
        _private("public_name", "handle substitute vouched confirmed until reveal_owners place by"),
        _private("public_name withdrawn", "by reason"),
        _private("public_name moved_up", "handle"),
    ),
    "not_seated": (_private("public_name", "substitute place waiting"),),
    "unpost": (ANSWER,),
    "receipts": (ANSWER,),
    "poll": (_private("question choices closes", "number"),),
    "new_token": (_private("why", "address"),),
    "address_added": (_private("address", "confirmed"),),
    "gm_acted": (_private("act", "order targets instead_of phase reason text gone undone"),),
    "late": (_private("received cut_off", "phase admitted quote"),),
    "muted": (_private("until", "reason"),),
    "unreachable": (_private("who since", "count reason"),),
    "replacement_call": (_private("until"),),
    "replacement_taken": (
        _private(
            "taken", "handle number role life living orders closes change_until mates knows address"
        ),
    ),
    "replacement_cancelled": (_private(),),
    "leave_answer": (_private("granted", "hours until text"),),
    "status": (ANSWER,),
    "web_link": (WEB_LINK, _private("", "link code minutes")),
    "help": (
        ANSWER,
        _private("stranger"),
        _private("signup", "name wish substitute pending until seats names"),
    ),
    "exposed": (_private("by", "reason"),),
    "message": (
        ANSWER,
        _private(
            "what",
            "from text closes change_until clause reason why mail "
            "mails clauses accounts precedents length most",
        ),
    ),
    "bundle": (_shape("count authors"),),
    "subscription": (_private("what", "name mode"),),
    "desk": (_shape("what rows", f"{LAST_ANSWER} meant"),),
    "digest": (
        _shape(
            "why_now closes paused questions if_closed_now unheard late held not_understood "
            "analyses warnings leaves living drafts",
            "deliveries automatic signups declarations entered clocks appeals rulings seats taken "
            "starts ended",
        ),
    ),
    "why": (_shape("found lines", "closed over"),),
    "stats": (_shape("year games rulesets players awards", "draft"),),
}
"""Private notices, FORMAT.md's kinds."""

_OPENING = _shape("living closes change_until", "candidates lives declaration_min")
_RESULT_OF_VOTE = _shape("who role votes out", "candidates declarations")
_BY_PLAYER = _shape("text", "title what")

_POSTS: Mapping[str, tuple[Shape, ...]] = {
    "signup": (
        _shape(
            "seats closes",
            "players commitment address substitutes starts beacon reveal_owners",
        ),
    ),
    "roster": (
        _shape(
            "living closes checkin_until",
            "killers villagers night roles lives commitment owners_commitment seed_commitment "
            "cast_by_hand beacon select_commitment",
        ),
    ),
    "nightfall": (_OPENING,),
    "dawn": (_shape("dead declarations", "out"),),
    "vote_open": (_OPENING,),
    "vote": (_shape("voter target before changed received reason"),),
    "vote_count": (_shape("count unvoted voters closes"),),
    "runoff_open": (_OPENING,),
    "execution": (_RESULT_OF_VOTE,),
    "no_execution": (_RESULT_OF_VOTE,),
    "arrival": (_shape("who"),),
    "last_words": (_BY_PLAYER,),
    "analysis": (_BY_PLAYER,),
    "plot": (_BY_PLAYER,),
    "chat": (_BY_PLAYER,),
    "checkin": (_shape("who received"),),
    "handover": (_shape("who", "cut_offs closes change_until"),),
    "extension": (_shape("before closes", "change_until"),),
    "pause": (_shape("paused", "closes change_until"),),
    "silence": (_shape("living number"),),
    "proxy_vote": (_shape("voter target received", "reason before changed"),),
    "ballot": (_shape("votes filled tally leaders round", "candidates threshold"),),
    "rules": (_shape("changes", "reason text"),),
    "signup_state": (_shape("open names seats", "closes substitutes starts cancelled"),),
    "checkin_list": (_shape("checked_in missing", "checkin_until"),),
    "out": (_RESULT_OF_VOTE,),
    "warning": (_shape("warned", "why reason"),),
    "exposed": (_shape("who owner", "by"),),
    "poll": (_shape("question choices", "closes results number"),),
    "stats": (_shape("year games rulesets players awards"),),
    "awards": (_shape("stage", "nominated results closes"),),
    "game_over": (
        _shape(
            "state winners prizes roles actions",
            "points units pot unit owners lives acts reveal reason awards_until",
        ),
    ),
    "correction": (
        _shape("text", "reason"),
        _shape("what who", "target reason closes stands rows before"),
    ),
    "announcement": (_shape("text", "title what who closes change_until"),),
}

POSTS = {
    kind: tuple(Shape(shape.required, shape.optional | {"chain"}) for shape in shapes)
    for kind, shapes in _POSTS.items()
}
"""Public posts, FORMAT.md's kinds. Each may carry the head of the receipts' chain after a close."""


def completed(shapes: tuple[Shape, ...], data: Mapping[str, Any]) -> dict[str, Any]:
    """The data with what is missing of its shape's optional fields, and those of other shapes."""
    fitting = next((shape for shape in shapes if shape.required <= data.keys()), None)
    required = (fitting or shapes[0]).required if shapes else frozenset()
    fields = {field for shape in shapes for field in shape.fields}
    whole: dict[str, Any] = dict.fromkeys(fields - required)
    whole |= data
    if whole.get("results") and shapes and shapes[0] in (ANSWER, ASKED, WEB_LINK):
        whole["results"] = [_whole_result(result) for result in whole["results"]]
    return whole


def _whole_result(result: Mapping[str, Any]) -> dict[str, Any]:
    whole = {**dict.fromkeys(RESULT.optional), **result}
    if whole["confirmed"]:
        whole["confirmed"] = [_whole_result(inner) for inner in whole["confirmed"]]
    return whole
