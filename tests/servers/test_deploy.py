"""docs/deploy.md: what it says to write into config.yaml is what is run here."""

import re
import shutil
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from pbp.demo.mailprogram import shown
from tests.servers.dovecot import Dovecot
from tests.servers.guide import block, replaced
from tests.servers.machines import LOGIN_WORD, free_port, header, swaks, until
from tests.servers.mutt import mutt
from tests.servers.postfix import Postfix
from tests.servers.reading import (
    GAME,
    OTHER,
    OWNER,
    answer_to,
    arrived,
    behind_postfix,
    in_one_mailbox,
    own_address,
    said_by,
    say,
    seat_letter,
    with_game,
    words,
)

ZONE = ZoneInfo("Asia/Shanghai")


def test_behind_postfix_a_player_is_answered_the_whole_way(
    dovecot: Dovecot, postfix: Postfix, pbp, folder: Path
):
    """swaks → Postfix → LMTP → pbp → Postfix → Dovecot, read back by IMAP and with mutt."""
    server = pbp(behind_postfix(postfix))
    server.start()
    with_game(server)
    logs = postfix.said, server.said
    own = own_address(seat_letter(dovecot, *logs))
    assert own.startswith("gm+g1.")
    answer = answer_to(dovecot, say(postfix, own, "祈祷 小二"), *logs)
    assert "小二" in words(answer)
    others = own_address(seat_letter(dovecot, *logs, owner=OTHER))
    each = say(postfix, others, "收信 每帖", 1, sender=OTHER)
    answer_to(dovecot, each, *logs, owner=OTHER)
    server.run("gm", "g1", "结束阶段")
    arrived(dovecot, OWNER, "投票 ", *logs)
    vote = say(postfix, own, "投票 阿甲", 2)
    answer_to(dovecot, vote, *logs)
    _as_imapclient_shows_it(dovecot)
    _as_mutt_shows_it(dovecot, folder)
    _as_mutt_threads_them(dovecot, folder, *logs)


def _as_imapclient_shows_it(dovecot: Dovecot) -> None:
    """The server's own reading of each head is what the mail's own bytes say."""
    with dovecot.open(OWNER) as client:
        client.select_folder("INBOX", readonly=True)
        found = client.fetch(client.search("ALL"), ["ENVELOPE", "BODYSTRUCTURE", "BODY.PEEK[]"])
    assert len(found) > 3
    for each in found.values():
        letter, envelope = shown(each[b"BODY[]"]), each[b"ENVELOPE"]
        assert letter.subject.startswith("[g1] ")
        assert envelope.message_id.decode() == letter.message_id
        (sender,), (reply_to,) = envelope.from_, envelope.reply_to
        assert (sender.mailbox, sender.host) == (b"gm+g1", b"games.test")
        assert f"{reply_to.mailbox.decode()}@{reply_to.host.decode()}" == letter.answers_to[1]
        (plain, html), kind = each[b"BODYSTRUCTURE"][:2]
        assert kind == b"alternative"
        assert plain[:2] == (b"text", b"plain")
        assert {b"flowed", b"yes"} <= set(plain[2])
        assert html[:2] == (b"text", b"html")


def _as_mutt_shows_it(dovecot: Dovecot, folder: Path) -> None:
    """Each head and each text as mutt decodes them, and the votes in one thread."""
    raws = {header(mail, "Message-ID"): mail.as_bytes() for mail in dovecot.mails(OWNER)}
    mails = mutt(dovecot, OWNER, folder / "mutt")
    assert {mail["message-id"] for mail in mails} == set(raws)
    for mail in mails:
        ours = shown(raws[mail["message-id"]])
        assert mail["subject"] == ours.subject
        assert re.search("[\u4e00-\u9fff]", mail["subject"])
        assert mail["from"] == f"{ours.sender[0]} <gm+g1@games.test>"
        assert mail["reply-to"] == f"{ours.answers_to[0]} <{ours.answers_to[1]}>"
        assert ours.answers_to[0] in ("密信·神的使者", "公开·公告板")
        assert _flat(mail.text) == _flat(ours.text)


def _as_mutt_threads_them(dovecot: Dovecot, folder: Path, *logs) -> None:
    """Whoever gets each post has the votes below the opening of the vote."""
    opening = arrived(dovecot, OTHER, "投票 ", *logs)
    name = header(opening, "Message-ID")

    def below() -> list:
        return [mail for mail in dovecot.mails(OTHER) if header(mail, "In-Reply-To") == name]

    votes = until(below, said_by(*logs))
    thread = mutt(dovecot, OTHER, folder / "mutt", f"~(~i {name.strip('<>')})")
    assert [mail["message-id"] for mail in thread] == [
        name,
        *(header(vote, "Message-ID") for vote in votes),
    ]
    assert "阿甲" in thread[1].text


def _flat(text: str) -> str:
    """The words of a text: how wide a window is does not matter."""
    return "".join(text.split())


def test_in_one_mailbox_a_player_is_answered_and_a_mail_that_was_on_its_way_is_let_in(
    dovecot: Dovecot, postfix: Postfix, pbp
):
    """swaks → Postfix → Dovecot → IMAP → pbp → Postfix → Dovecot, with TLS and logins."""
    server = pbp(in_one_mailbox(dovecot, postfix))
    server.start()
    with_game(server, replaced(GAME, ("settle_wait: 0", "settle_wait: 1h")))
    logs = postfix.said, server.said
    seat = seat_letter(dovecot, *logs)
    assert header(seat, "Reply-To").endswith("<table@box.test>")
    thread = "--add-header", f"In-Reply-To: {header(seat, 'Message-ID')}"
    answer = answer_to(dovecot, say(postfix, "table@box.test", "祈祷 小二", 1, *thread), *logs)
    assert "小二" in words(answer)

    # The night is over; then comes a mail that its provider had taken before (C-2.1).
    server.run("gm", "g1", "结束阶段")
    taken = datetime.now(UTC).replace(microsecond=0) - timedelta(minutes=2)
    line = f"Received: from phone by smtp.provider.test; {format_datetime(taken)}"
    late = say(postfix, "table@box.test", "祈祷 小三", 2, *thread, "--add-header", line)
    answer_to(dovecot, late, *logs)
    digest = server.run("gm", "g1", "摘要")
    number, told = re.search(r"- (\d+)\s+小一[^-]+来信一方的邮局收下：([^-]+)）", digest).groups()
    assert f"{taken.astimezone(ZONE):%H:%M:%S}" in told
    assert f"✓ 补收 {number}" in server.run("gm", "g1", f"补收 {number}")


def test_on_a_laptop_people_hand_in_mail_with_a_login(pbp):
    """swaks logs in over TLS; without a login, or without TLS, nothing is taken."""
    port = free_port()
    server = pbp(
        replaced(
            block("A laptop", "# config.yaml"),
            ("games.example.org", "games.test"),
            ("0.0.0.0", "127.0.0.1"),
            ("port: 2587", f"port: {port}"),
            ("tls/fullchain.pem", "localhost.pem"),
            ("tls/privkey.pem", "localhost.key"),
        )
        + "  smtp: {enabled: false}\n"
    )
    for name in ("localhost.pem", "localhost.key"):
        shutil.copy(Path(__file__).parents[1] / "post" / name, server.folder / name)
    (server.folder / "submission-users").write_text(server.login("li@players.test"), "utf-8")
    server.start()
    login = ("--auth", "PLAIN", "--auth-user", "li@players.test", "--auth-password")
    for more, code in (
        ((), "530"),
        (("-tls",), "530"),
        (("-tls", *login, "wrong"), "535"),
    ):
        status, said = swaks(port, "gm@games.test", *more)
        assert (status != 0, code in said) == (True, True), said
    assert server.letters() == []
    status, said = swaks(port, "gm@games.test", "-tls", *login, LOGIN_WORD)
    assert status == 0, said
    (letter,) = server.letters()
    assert letter.proved == "li@players.test"
