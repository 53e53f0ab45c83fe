"""`pbp check` with real servers: what it finds right, and what it finds wrong."""

import json
import subprocess

import pytest

from pbp.demo.mailprogram import shown
from tests.servers.dovecot import Dovecot
from tests.servers.guide import replaced
from tests.servers.machines import program
from tests.servers.reading import arrived, behind_postfix, in_one_mailbox

DESK = "referee@players.test"


def checked(server, *more: str) -> dict[str, dict]:
    """What `pbp check` says, by what it looked at."""
    done = server.try_out("check", "--json", "--wait", "200", *more)
    assert done.exit_code in (0, 1), done.output
    rows = json.loads(done.stdout)
    wrong = any(row["state"] == "wrong" for row in rows)
    assert done.exit_code == wrong
    assert all(row["do"] for row in rows if row["state"] in ("wrong", "hint"))
    return {row["what"]: row for row in rows}


def test_behind_postfix_all_is_right_and_a_dawn_lies_in_the_gms_box(dovecot, postfix, pbp):
    server = pbp(behind_postfix(postfix))
    server.start()
    found = checked(server)
    assert found["way out"]["state"] == "fine"
    assert found["mail to ourselves"]["found"] == "gm@games.test: sent, and it came in"
    assert found["sample dawn"]["state"] == "fine"
    dawn = shown(arrived(dovecot, DESK, "夜", postfix.said).as_bytes())
    assert dawn.subject.startswith("[check] ")
    assert not [row for row in found.values() if row["state"] == "wrong"]


def test_one_mailbox_is_looked_into_before_a_server_runs(dovecot, postfix, pbp):
    """Logins by IMAP and SMTP over TLS; the mail to ourselves goes all the way round."""
    found = checked(pbp(in_one_mailbox(dovecot, postfix)))
    assert found["mailbox"]["state"] == "fine"
    assert "with IDLE: INBOX, Junk" in found["mailbox"]["found"]
    assert found["way out"]["found"].endswith("tls: logged in")
    assert found["mail to ourselves"]["found"] == "table@box.test: sent, and it came in"
    assert not [row for row in found.values() if row["state"] == "wrong"]


def test_a_folder_a_password_and_a_certificate_that_are_wrong_are_told(dovecot, postfix, pbp):
    text = in_one_mailbox(dovecot, postfix)
    server = pbp(replaced(text, ("[INBOX, Junk]", "[INBOX, 垃圾邮件]")))
    found = checked(server, "--no-mail")
    assert found["mailbox"]["state"] == "wrong"
    assert "Junk" in found["mailbox"]["do"]

    (server.folder / "imap-password").write_text("wrong_word\n", "ascii")
    found = checked(server)
    assert found["mailbox"]["state"] == found["way out"]["state"] == "wrong"
    assert "app code" in found["mailbox"]["do"]
    assert "app code" in found["way out"]["do"]
    assert "wrong_word" not in str(found)
    assert "sample dawn" not in found, "no mail is tried on a way out that does not open"

    stranger = pbp(text.replace(f"ca_file: {dovecot.certificate}", ""))
    found = checked(stranger)
    for what in ("mailbox", "way out"):
        assert found[what]["state"] == "wrong"
        assert "self-signed certificate" in found[what]["found"]


@pytest.fixture
def ending(house, folder):
    """A Dovecot of its own with a certificate that ends in ten days."""
    files = folder / "soon.pem", folder / "soon.key"
    names = "subjectAltName=DNS:localhost,IP:127.0.0.1"
    command = f"req -x509 -newkey rsa:2048 -nodes -days 10 -subj /CN=localhost -addext {names}"
    made = [program("openssl"), *command.split(), "-out", str(files[0]), "-keyout", str(files[1])]
    subprocess.run(made, check=True, capture_output=True)
    (folder / "dovecot").mkdir()
    server = Dovecot(folder / "dovecot", *files)
    yield server
    server.close()


def test_a_certificate_that_ends_in_ten_days_is_told(ending, postfix, pbp):
    text = in_one_mailbox(ending, postfix)
    found = checked(pbp(text), "--no-mail")
    assert found["mailbox"]["state"] == "fine"
    told = found["certificate of the mailbox"]
    assert told["state"] == "hint"
    assert "9 days from now" in told["found"]
    assert "renew" in told["do"]
