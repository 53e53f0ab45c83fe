"""How fast is it here: `make bench`. Runs the commands that people run, and prints one line each.

taken     mails a second that `pbp serve` takes over SMTP, each on the disk before its 250
read      mails a second that `pbp read` opens and reads
played    scenarios a second that `pbp scenario` plays, mail to record
"""

import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from pathlib import Path
from smtplib import SMTP

ROOT = Path(__file__).parents[1]
PBP = Path(sys.executable).with_name("pbp")
SENDERS = 10
MAILS_A_SENDER = 200
MAILS_TO_READ = 300
ROUNDS = 3
START_MAX = 20.0


def main() -> None:
    """Measure each thing a few times and print the best."""
    with tempfile.TemporaryDirectory(prefix="pbp-bench-") as folder:
        report("taken", SENDERS * MAILS_A_SENDER, taken(Path(folder)))
        report("read", MAILS_TO_READ, repeated("read", *letters(Path(folder))))
    scenarios = sorted(ROOT.glob("tests/scenarios/**/*.yaml"))
    if scenarios:
        report("played", len(scenarios), repeated("scenario", *map(str, scenarios)))


def report(what: str, count: int, seconds: list[float]) -> None:
    """Print a rate: the best of the rounds, as the others were disturbed."""
    print(f"{what:<8}{count / min(seconds):>9.0f} a second   ({count} in {min(seconds):.2f} s)")


def repeated(*arguments: str) -> list[float]:
    """Run a command of pbp several times; give the seconds of each run."""
    seconds = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        subprocess.run([PBP, *arguments], stdout=subprocess.DEVNULL, check=True)
        seconds.append(time.perf_counter() - began)
    return seconds


def letters(folder: Path) -> list[str]:
    """Write mails to read, and give their names."""
    names = []
    for number in range(MAILS_TO_READ):
        path = folder / f"{number}.eml"
        path.write_bytes(a_mail(number).as_bytes())
        names.append(str(path))
    return names


def a_mail(number: int) -> EmailMessage:
    """Give a mail as a player might write it."""
    mail = EmailMessage()
    mail["From"] = f"owner{number}@owner.test"
    mail["To"] = "gm@localhost"
    mail["Subject"] = "Re: [g1] 第一夜"
    mail["Message-ID"] = f"<{number}.{time.monotonic_ns()}@owner.test>"
    mail.set_content("祈祷 3号\n\n" + "昨天说的我都想过了,还是这样。\n" * 30 + "\n发自我的iPhone\n")
    return mail


def taken(folder: Path) -> list[float]:
    """Send mails from several senders at once to a server of our own."""
    with serving(folder) as port:
        return [a_round(port) for _ in range(ROUNDS)]


def a_round(port: int) -> float:
    """Let all the senders send; give the seconds."""
    threads = [threading.Thread(target=send, args=(port, n)) for n in range(SENDERS)]
    began = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return time.perf_counter() - began


def send(port: int, sender: int) -> None:
    """Send one sender's mails over one connection."""
    with SMTP("127.0.0.1", port, timeout=30) as server:
        for number in range(MAILS_A_SENDER):
            server.send_message(a_mail(sender * MAILS_A_SENDER + number))


@contextmanager
def serving(folder: Path) -> Iterator[int]:
    """Start a server in a folder of its own, and stop it again."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    config = folder / "config.yaml"
    config.write_text(f"intake: {{smtp: {{port: {port}}}}}\n", encoding="utf-8")
    command = [PBP, "serve", "--config", str(config)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as server:
        try:
            wait_for(port, server)
            yield port
        finally:
            server.send_signal(signal.SIGTERM)


def wait_for(port: int, server: "subprocess.Popen[bytes]") -> None:
    """Wait until the server hears, or say why it does not."""
    until = time.monotonic() + START_MAX
    while time.monotonic() < until and server.poll() is None:
        try:
            SMTP("127.0.0.1", port, timeout=5).quit()
        except OSError:
            time.sleep(0.05)
        else:
            return
    server.kill()
    sys.exit(f"pbp serve did not start: {server.stderr.read().decode() if server.stderr else ''}")


if __name__ == "__main__":
    main()
