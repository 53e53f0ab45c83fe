"""Two servers of ours behind one Postfix, which sorts by the game in an address."""

import json

from ruamel.yaml import YAML

from tests.servers.guide import block, replaced
from tests.servers.machines import free_port, header, swaks, until
from tests.servers.reading import (
    answer_to,
    behind_postfix,
    own_address,
    say,
    seat_letter,
    with_game,
    words,
)


def test_each_game_has_its_own_mail_and_bounces_too(dovecot, postfix, pbp):
    first = pbp(behind_postfix(postfix))
    second = pbp(_of_the_second(postfix))
    logs = postfix.said, first.said, second.said
    first.start()
    second.start()
    assert with_game(first).startswith("game g1 ")
    own = own_address(seat_letter(dovecot, *logs))
    assert with_game(second).startswith("game h1 ")
    seat = seat_letter(dovecot, *logs, game="h1")
    other = own_address(seat)
    assert (own[:6], other[:6]) == ("gm+g1.", "gm+h1.")
    assert "小二" in words(answer_to(dovecot, say(postfix, own, "祈祷 小二", 1), *logs))
    assert "小三" in words(answer_to(dovecot, say(postfix, other, "祈祷 小三", 2), *logs))
    mails = [letter.recipients for server in (first, second) for letter in server.letters()]
    assert mails == [(own,), (other,)]
    for number, server in enumerate((first, second)):
        _bounce(postfix, header(seat, "Message-ID"), ("g1", "h1")[number])
        until(lambda: server.count() == 2, postfix.said)  # noqa: B023


def _of_the_second(front) -> str:
    """What the first one has, with what the guide says that differs."""
    differs = replaced(
        block("Several servers", "# config.yaml"),
        ("games.example.org", "games.test"),
        ("/var/spool/postfix/pbp/h", front.socket.with_name("h")),
        ("8081", free_port()),
    )
    same, other = (YAML(typ="safe").load(text) for text in (behind_postfix(front), differs))
    other["intake"]["lmtp"] = {**same["intake"]["lmtp"], **other["intake"]["lmtp"]}
    return json.dumps({**same, **other}, ensure_ascii=False)


def _bounce(front, name: str, game: str) -> None:
    """A bounce to the envelope sender of a mail of a game: it finds that game's server."""
    mark = name.strip("<>")[1:19]
    status, said = swaks(front.port, f"bounce+{game}.{mark}@games.test", sender="<>")
    assert status == 0, said
