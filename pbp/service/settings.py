"""What the service is told by the wiring: plain values, no files, no sockets."""

import msgspec


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """host: the domain of our addresses. delimiter: between base and game in a local part.

    style: plus · catchall · single; mailbox: the one address of `single`.
    authserv_ids: names under which our own MX writes Authentication-Results; hosts: names of our
    hosts in Received lines. gm: addresses of the human GM of games that name none.
    answers_proved, answers_unproved: answers an hour to one sender; not_understood_max: answered
    mails in a row in which nothing was understood; strangers_per_day: answers to one stranger.
    mail_max: bytes; a larger mail is answered too_large. games_kept: loaded games that stay in
    memory, the others are read again when needed. outage_min: seconds without a heartbeat
    that count as an outage (C-2.9). forum_text: off · plain · bbcode.
    board_list: the list elsewhere to which posts go, "" for our own. game_prefix: of their ids.
    web_url: of the board on the web, without a slash at its end, "" where there is none;
    web_link_seconds: how long a mailed link for signing in lives.
    """

    host: str = "localhost"
    style: str = "plus"
    delimiter: str = "+"
    mailbox: str = ""
    authserv_ids: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    token_from: str = "tell"  # noqa: S105 - a policy, no password
    gm: tuple[str, ...] = ()
    answers_proved: int = 30
    answers_unproved: int = 3
    not_understood_max: int = 3
    strangers_per_day: int = 1
    mail_max: int = 5 * 1024 * 1024
    games_kept: int = 200
    outage_min: float = 30.0
    forum_text: str = "off"
    board_list: str = ""
    web_url: str = ""
    web_link_seconds: int = 900
    game_prefix: str = "g"
