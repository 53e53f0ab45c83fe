"""What the tests with a game share: the guide's configurations, a game, and the mails that come."""

from collections.abc import Callable
from email.message import Message

from pbp.demo.mailprogram import shown
from tests.servers.dovecot import Dovecot
from tests.servers.guide import block, replaced
from tests.servers.machines import Pbp, header, swaks, until
from tests.servers.postfix import Postfix

OWNER, OTHER = "w5@players.test", "z6@players.test"
"""Who owns the handles 小一 and 小二."""

GAME = f"""\
title: A game
game:
  ruleset: prayer
  options: {{checkin: off, reminders: off, publish_hold: 0, publish_tick: 0, settle_wait: 0}}
  cast: {{阿甲: killer, 阿乙: killer, 小一: villager, 小二: villager, 小三: villager}}
  owners: {{小一: "王五 <{OWNER}>", 小二: "赵六 <{OTHER}>"}}
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


def with_game(server: Pbp, text: str = GAME) -> str:
    """Start a game; what was said of it."""
    file = server.folder / "game.yaml"
    file.write_text(text, "utf-8")
    return server.run("game", "new", file)


def say(
    front: Postfix, to: str, text: str, number: int = 1, *more: str, sender: str = OWNER
) -> str:
    """Somebody's mail from his own program; its Message-ID."""
    name = f"<{number}@players.test>"
    status, said = swaks(
        front.port,
        to,
        *("--body", text, "--header", f"Message-Id: {name}"),
        *("--add-header", "Content-Type: text/plain; charset=utf-8"),
        *more,
        sender=sender,
    )
    assert status == 0, said
    return name


def words(mail: Message) -> str:
    """The plain words of a mail."""
    parts = [part for part in mail.walk() if part.get_content_type() == "text/plain"]
    return "".join(part.get_payload(decode=True).decode() for part in parts)


def said_by(*logs) -> Callable[[], str]:
    """What servers have logged, one below the other, asked when somebody has waited in vain."""
    return lambda: "\n".join(log() for log in logs)


def arrived(dovecot: Dovecot, address: str, wanted: str, *logs) -> Message:
    """The first mail in somebody's mailbox that has some words in it, once it is there."""

    def found() -> list[Message]:
        return [mail for mail in dovecot.mails(address) if wanted in words(mail)]

    return until(found, said_by(*logs))[0]


def answer_to(dovecot: Dovecot, message_id: str, *logs, owner: str = OWNER) -> Message:
    """The one answer to a mail, in its writer's mailbox."""

    def found() -> list[Message]:
        return [m for m in dovecot.mails(owner) if header(m, "In-Reply-To") == message_id]

    (answer,) = until(found, said_by(*logs))
    return answer


def seat_letter(dovecot: Dovecot, *logs, owner: str = OWNER, game: str = "g1") -> Message:
    """The letter that tells an owner who he is."""

    def found() -> list[Message]:
        return [mail for mail in dovecot.mails(owner) if _is_private(mail, game)]

    return until(found, said_by(*logs))[0]


def _is_private(mail: Message, game: str) -> bool:
    letter = shown(mail.as_bytes())
    return letter.answers_to[0] == "密信·神的使者" and letter.subject.startswith(f"[{game}]")


def own_address(seat: Message) -> str:
    """The private address that it names."""
    return header(seat, "Reply-To").rpartition("<")[2].strip(">")
