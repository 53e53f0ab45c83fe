"""Mail of people who log in: inside TLS only, believed by their address, and told nothing else."""

import base64
import ssl

import pytest

from pbp.post import logins as logins_module
from pbp.post.logins import Logins, LoginsBroken, new_line
from pbp.post.smtp_in import SmtpInSettings
from pbp.post.submission import SubmissionIntake


@pytest.fixture(autouse=True)
def cheap(monkeypatch):
    monkeypatch.setattr(logins_module, "COST", 16)


@pytest.fixture
def users(tmp_path, cheap):
    path = tmp_path / "users"
    path.write_text(f"# who may\n\n{new_line('Player@Example.org', '暗号 secret')}\n", "utf-8")
    return path


@pytest.fixture
def door(run, here, users):
    def make(**settings):
        def kind(made, journal, is_ours):
            return SubmissionIntake(made, journal, is_ours, Logins(users))

        return run(
            door=(kind, SmtpInSettings),
            certificate=here / "localhost.pem",
            key=here / "localhost.key",
            **settings,
        )

    return make


def secured(client, here):
    """Begin TLS on a connection, and greet again."""
    tls = ssl.create_default_context(cafile=here / "localhost.pem")
    client.socket = tls.wrap_socket(client.socket, server_hostname="localhost")
    client.file.close()
    client.file = client.socket.makefile("rb")


def starttls(client, here):
    client.hear()
    client.say("EHLO c")
    assert client.say("STARTTLS").startswith("220 ")
    secured(client, here)
    return client.say("EHLO c")


def plain(login, password, behalf=""):
    return base64.b64encode(f"{behalf}\0{login}\0{password}".encode()).decode()


def test_whoever_logged_in_is_believed_by_his_address(door, here):
    server = door()
    with server.connect() as client:
        assert "AUTH PLAIN LOGIN" in starttls(client, here)
        assert client.say(f"AUTH PLAIN {plain('player@example.ORG', '暗号 secret')}")[:4] == "235 "
        assert client.say("AUTH PLAIN x").startswith("503 ")
        assert client.mail(sender="anybody@example.org").startswith("250 ")
    assert server.letters()[0].proved == "player@example.org"


def test_login_and_a_plain_that_is_asked_for_work_too(door, here):
    server = door()
    for begin, answers in (
        ("AUTH PLAIN", [plain("player@example.org", "暗号 secret")]),
        ("AUTH LOGIN", ["player@example.org", "暗号 secret"]),
        (f"auth login {base64.b64encode(b'player@example.org').decode()}", ["暗号 secret"]),
    ):
        with server.connect() as client:
            starttls(client, here)
            said = client.say(begin)
            for answer in answers:
                assert said.startswith("334")
                is_ready = begin == "AUTH PLAIN"
                said = client.say(answer if is_ready else base64.b64encode(answer.encode()))
            assert said.startswith("235 ")


def test_a_connection_that_begins_inside_tls_can_log_in(door, here):
    server = door(implicit_tls=True)
    with server.connect() as client:
        secured(client, here)
        client.hear()
        said = client.say("EHLO c")
        assert "STARTTLS" not in said
        assert "AUTH" in said
        assert client.say(f"AUTH PLAIN {plain('player@example.org', '暗号 secret')}")[:4] == "235 "
        assert client.mail().startswith("250 ")


def test_in_clear_nobody_logs_in_and_without_a_login_nobody_sends(door, here):
    with door().connect() as client:
        client.hear()
        assert "AUTH" not in client.say("EHLO c")
        assert client.say(f"AUTH PLAIN {plain('player@example.org', '暗号 secret')}")[:4] == "538 "
        assert client.say("MAIL FROM:<player@example.org>").startswith("530 ")
        assert client.say("STARTTLS").startswith("220 ")
        secured(client, here)
        client.say("EHLO c")
        assert client.say("MAIL FROM:<player@example.org>").startswith("530 ")


def test_a_wrong_password_and_an_unknown_address_get_the_same_answer(door, here):
    with door().connect() as client:
        starttls(client, here)
        wrong = client.say(f"AUTH PLAIN {plain('player@example.org', 'x')}")
        unknown = client.say(f"AUTH PLAIN {plain('nobody@example.org', 'x')}")
        assert wrong == unknown
        assert wrong.startswith("535 ")
        assert client.say("MAIL FROM:<player@example.org>").startswith("530 ")
        assert client.say(f"AUTH PLAIN {plain('', '')}").startswith("501 ")
        assert client.say(f"AUTH PLAIN {plain('a@b', 'x')}").startswith("421 ")
        assert client.hear() == ""


@pytest.mark.parametrize("said", ["*", "=", "%%%", "AAAA", "/////w==", ""])
def test_junk_is_no_login(door, here, said):
    with door().connect() as client:
        starttls(client, here)
        assert client.say("AUTH PLAIN").startswith("334")
        assert client.say(said).startswith("501 ")
        assert client.say("AUTH CRAM-MD5").startswith("504 ")
        assert client.say("AUTH").startswith("504 ")


def test_a_password_is_never_logged(door, here, everything_logged):
    with door().connect() as client:
        starttls(client, here)
        client.say(f"AUTH PLAIN {plain('player@example.org', 'wrongword')}")
        client.say("AUTH LOGIN")
        client.say(base64.b64encode(b"player@example.org"))
        client.say(base64.b64encode(b"wrongword"))
    assert "player" not in everything_logged.text
    assert "wrongword" not in everything_logged.text


def test_a_file_that_changes_is_read_anew(users):
    known = Logins(users)
    assert known.check("second@example.org", "two") is None
    users.write_text(
        users.read_text("utf-8") + new_line("second@example.org", "two") + "\n", "utf-8"
    )
    assert known.check("SECOND@example.org", "two") == "second@example.org"
    assert known.check("player@example.org", "暗号 secret") == "player@example.org"


def test_two_lines_of_one_password_have_nothing_in_common():
    one, other = new_line("a@example.org", "x"), new_line("a@example.org", "x")
    assert one.split("$")[4:] != other.split("$")[4:]
    assert "x" not in one.split("$")[4:]


@pytest.mark.parametrize("line", ["a@example.org", "a@example.org secret", "a scrypt$1$1$1$a$a"])
def test_a_broken_line_is_named_at_the_start_without_what_it_says(tmp_path, line):
    path = tmp_path / "users"
    path.write_text(f"# x\n{line}\n", "utf-8")
    with pytest.raises(LoginsBroken, match=r"^users:2$"):
        Logins(path)
    with pytest.raises(LoginsBroken, match=r"^none: FileNotFoundError$"):
        Logins(tmp_path / "none")
