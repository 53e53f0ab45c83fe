"""docs/deploy.md: what it says to write into config.yaml is what is run here."""

import shutil
from email.message import Message
from pathlib import Path

from tests.servers.dovecot import Dovecot
from tests.servers.guide import block, replaced
from tests.servers.machines import LOGIN_WORD, free_port, header, swaks, until
from tests.servers.postfix import Postfix

GAME = """\
title: A game
game:
  ruleset: prayer
  options: {checkin: off, reminders: off}
  cast: {阿甲: killer, 阿乙: killer, 小一: villager, 小二: villager, 小三: villager}
  owners: {小一: "王五 <w5@players.test>"}
"""


def behind_postfix(front: Postfix) -> str:
    """The guide's configuration, with the names and ports of the suite."""
    return replaced(
        block("Behind Postfix", "# config.yaml"),
        ("games.example.org", "games.test"),
        ("mx.example.org", "mx.games.test"),
        ("/var/spool/postfix/pbp/lmtp", front.socket),
        ("port: 25,", f"port: {front.port},"),
        ("referee@players.example.org", "referee@players.test"),
    )


def in_one_mailbox(dovecot: Dovecot, front: Postfix) -> str:
    """The guide's configuration, with the names, ports and certificate of the suite."""
    ca = f"ca_file: {dovecot.certificate}"
    return replaced(
        block("One mailbox", "# config.yaml"),
        ("host: imap.example.org", f"host: localhost\n    port: {dovecot.imaps}\n    {ca}"),
        ("host: smtp.example.org", f"host: localhost\n    {ca}"),
        ("port: 465", f"port: {front.submission}"),
        ("table@example.org", "table@box.test"),
        ("host: example.org", "host: box.test"),
        ("mx.example.org", "mx.games.test"),
        ("referee@players.example.org", "referee@players.test"),
    )


def words(mail: Message) -> str:
    parts = [part for part in mail.walk() if part.get_content_type() == "text/plain"]
    return "".join(part.get_payload(decode=True).decode() for part in parts)


def with_game(server) -> None:
    file = server.folder / "game.yaml"
    file.write_text(GAME, "utf-8")
    server.run("game", "new", file)


def answer_to(dovecot: Dovecot, address: str, message_id: str, *logs) -> Message:
    """The one answer to a mail, in its writer's mailbox."""

    def found() -> list[Message]:
        return [m for m in dovecot.mails(address) if header(m, "In-Reply-To") == message_id]

    until(found, lambda: "\n".join(log() for log in logs))
    (answer,) = found()
    return answer


def seat_letter(dovecot: Dovecot, *logs) -> Message:
    def found() -> list[Message]:
        return [m for m in dovecot.mails("w5@players.test") if "小一" in words(m)]

    until(found, lambda: "\n".join(log() for log in logs))
    return found()[0]


def test_behind_postfix_a_player_is_answered_the_whole_way(dovecot: Dovecot, postfix: Postfix, pbp):
    """swaks → Postfix → LMTP → pbp → Postfix → Dovecot, read back by IMAP."""
    front = postfix
    server = pbp(behind_postfix(front))
    server.start()
    with_game(server)
    seat = seat_letter(dovecot, front.said, server.said)
    address = header(seat, "Reply-To").rpartition("<")[2].strip(">")
    assert address.startswith("gm+g1.")
    status, said = swaks(
        front.port,
        address,
        *("--body", "祈祷 小二", "--header", "Message-Id: <1@players.test>"),
        *("--add-header", "Content-Type: text/plain; charset=utf-8"),
        sender="w5@players.test",
    )
    assert status == 0, said
    answer = answer_to(dovecot, "w5@players.test", "<1@players.test>", front.said, server.said)
    assert "小二" in words(answer)


def test_in_one_mailbox_a_player_is_answered_the_whole_way(dovecot: Dovecot, postfix: Postfix, pbp):
    """swaks → Postfix → Dovecot → IMAP → pbp → Postfix → Dovecot, with TLS and logins."""
    front = postfix
    server = pbp(in_one_mailbox(dovecot, front))
    server.start()
    with_game(server)
    seat = seat_letter(dovecot, front.said, server.said)
    assert header(seat, "Reply-To").endswith("<table@box.test>")
    status, said = swaks(
        front.port,
        "table@box.test",
        *("--body", "祈祷 小二", "--header", "Message-Id: <1@players.test>"),
        *("--add-header", f"In-Reply-To: {header(seat, 'Message-ID')}"),
        *("--add-header", "Content-Type: text/plain; charset=utf-8"),
        sender="w5@players.test",
    )
    assert status == 0, said
    answer = answer_to(dovecot, "w5@players.test", "<1@players.test>", front.said, server.said)
    assert "小二" in words(answer)


def test_on_a_laptop_people_hand_in_mail_with_a_login(pbp, folder: Path):
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
