"""Read and answer a letter of the maildir transport from the command line, to try pbp alone.

python3 examples/answer.py owner1@owner.test            shows the newest letters
python3 examples/answer.py owner1@owner.test "杀 小一"   answers the newest private letter

Needs nothing but Python. In a real game this is any mail program's part.
"""

import sys
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import formatdate, make_msgid, parseaddr
from pathlib import Path
from smtplib import SMTP
from urllib.parse import quote

MAILBOXES = Path("data/mailboxes")
LAST = 3
SERVER = ("127.0.0.1", 2525)


def letters(owner: str) -> list[EmailMessage]:
    """Give the owner's letters, the newest last."""
    folder = MAILBOXES / quote(owner.lower(), safe="@+=") / "new"
    if not folder.is_dir():
        sys.exit(f"no mail for {owner}; those who have some: {', '.join(owners()) or 'nobody'}")
    files = sorted(folder.iterdir(), key=lambda file: file.stat().st_mtime_ns)
    return [message_from_bytes(file.read_bytes(), policy=policy.default) for file in files]


def owners() -> list[str]:
    """Give the mailboxes that there are."""
    return sorted(folder.name for folder in MAILBOXES.glob("*@*"))


def show(letter: EmailMessage) -> None:
    """Print what a mail program would show."""
    body = letter.get_body(("plain",))
    words = body.get_content() if body else ""
    print(f"From:     {letter['From']}\nSubject:  {letter['Subject']}")
    print(f"Reply-To: {letter['Reply-To']}\n\n{words}")


def answer(owner: str, letter: EmailMessage, text: str) -> None:
    """Send the text to where the letter wants its answers."""
    to = parseaddr(str(letter["Reply-To"] or letter["From"]))[1]
    mail = EmailMessage()
    mail["From"], mail["To"] = owner, to
    mail["Subject"] = f"Re: {letter['Subject']}"
    mail["Date"], mail["Message-ID"] = formatdate(), make_msgid(domain=owner.rpartition("@")[2])
    mail["In-Reply-To"] = letter["Message-ID"]
    mail.set_content(text)
    with SMTP(*SERVER, timeout=30) as server:
        server.send_message(mail, owner, [to])
    print(f"sent to {to}; the server's answer: python3 examples/answer.py {owner}")


def main() -> None:
    """Show, or answer."""
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    owner = sys.argv[1]
    found = letters(owner)
    if len(sys.argv) == 2:
        for letter in found[-LAST:]:
            print("-" * 72)
            show(letter)
        return
    private = [letter for letter in found if str(letter["Reply-To"] or "").find("gm") >= 0]
    answer(owner, (private or found)[-1], sys.argv[2])


if __name__ == "__main__":
    main()
