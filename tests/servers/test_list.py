"""A mailing list of mlmmj as the board, behind the suite's Postfix, as docs/deploy.md says."""

import json
import re

import pytest

from tests.servers.guide import block, replaced
from tests.servers.machines import header, swaks, until
from tests.servers.mutt import mutt
from tests.servers.reading import (
    GAME,
    OWNER,
    arrived,
    behind_postfix,
    own_address,
    say,
    seat_letter,
)

GM, READER, LIST = "gm@games.test", "reader@players.test", "game@lists.test"


@pytest.fixture
def server(pbp, postfix, mailing_list):
    """pbp with the list as its board, running; the GM identity and a reader are subscribed."""
    mailing_list.subscribe(GM, READER)
    board = block("A mailing list as the board", "# config.yaml")
    made = pbp(behind_postfix(postfix) + replaced(board, ("game@lists.example.org", LIST)))
    made.start()
    return made


def checked(server) -> dict:
    """What `pbp check` says of the list."""
    done = server.try_out("check", "--json", "--wait", "200")
    assert done.exit_code in (0, 1), done.output
    (found,) = [row for row in json.loads(done.stdout) if row["what"] == "list as board"]
    return found


def begun(server):
    """Try to start a game."""
    file = server.folder / "game.yaml"
    file.write_text(GAME, "utf-8")
    return server.try_out("game", "new", file)


def test_no_game_starts_on_a_list_that_takes_a_strangers_post(server, mailing_list):
    mailing_list.set(access="allow\n")
    assert "may take posts from strangers" in begun(server).stderr
    found = checked(server)
    assert found["state"] == "wrong"
    assert "publishes what a stranger writes" in found["found"]
    assert "the GM identity alone" in found["do"]
    assert begun(server).exit_code == 2


def test_a_game_is_played_on_a_list_that_takes_posts_of_the_gm_alone(
    server, dovecot, postfix, mailing_list, folder
):
    found = checked(server)
    assert (found["state"], found["found"]) == (
        "fine",
        f"{LIST} takes our posts, and no stranger's",
    )
    assert begun(server).exit_code == 0
    seat = seat_letter(dovecot, postfix.said, server.said)
    own = own_address(seat)
    say(postfix, own, "灌水 大家好，我是新来的")
    chat = _shown(dovecot, folder, "大家好", postfix.said)
    assert "【小一】" in chat["subject"]
    assert chat.text.startswith("【小一】")
    assert re.fullmatch(r".*神的使者.* <gm\+g1@games\.test>", chat["from"])

    # A list that rewrites From, as many do for DMARC, loses nothing.
    mailing_list.set(delheaders="From:\n", customheaders=f"From: the club <{LIST}>\n")
    say(postfix, own, "灌水 今天天气不错", 2)
    again = _shown(dovecot, folder, "天气", postfix.said)
    assert again["from"] == f"the club <{LIST}>"
    assert "【小一】" in again["subject"]
    assert again.text.startswith("【小一】")
    for mail in (chat, again):
        assert re.fullmatch(r".*公告板 <board\+g1@games\.test>", mail["reply-to"])
        assert OWNER not in mail.text + str(mail.headers)
    _nothing_is_answered(server, postfix, mailing_list)


def test_the_mail_server_refuses_posts_in_the_gms_name_from_elsewhere(postfix, mailing_list):
    mailing_list.subscribe(READER)
    outside = ("--local-interface", "127.0.0.2")
    status, said = swaks(postfix.port, LIST, *outside, sender=GM)
    assert status != 0
    assert "554 5.7.1" in said
    status, said = swaks(postfix.port, GM, *outside, sender=READER)
    assert "250 2.1.5 Ok" in said, "mail for pbp comes from anywhere"
    assert mailing_list.archive() == []


def _shown(dovecot, folder, wanted: str, log):
    """A post as mutt shows it to a subscriber."""
    name = header(arrived(dovecot, READER, wanted, log), "Message-ID")
    (mail,) = mutt(dovecot, READER, folder / "mutt", f"~i {name.strip('<>')}")
    return mail


def _nothing_is_answered(server, front, mailing_list) -> None:
    """What the list brings back is known as our own, and nothing follows from it."""
    posted = len(mailing_list.archive())
    until(lambda: len(_from_list(server)) >= posted, server.said)
    files = []
    for number, letter in enumerate(_from_list(server)):
        files.append(server.folder / f"{number}.eml")
        files[-1].write_bytes(letter.raw)
    readings = [json.loads(line) for line in server.pbp("read", *files).stdout.splitlines()]
    assert [reading["automatic"] for reading in readings] == ["loop"] * len(files)
    server.run("gm", "g1", "状态")
    assert len(mailing_list.archive()) == posted
    assert not re.search(r"to=<(owner|game\+)[^>]*@lists\.test>", front.said())


def _from_list(server) -> list:
    return [x for x in server.letters() if (x.envelope_from or b"").startswith(b"game+bounces")]
