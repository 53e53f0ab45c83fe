"""`pbp check` tries a configuration for real, and says what is wrong and what to do."""

import json
import socket

import pytest
from click.testing import CliRunner

from pbp.cli import main
from pbp.commands.check import findings
from pbp.commands.check_names import names
from pbp.config import load_config
from pbp.letters.dkim_check import LookupTroubleError
from pbp.post.signing import Signer
from tests.proof.signing import key

HOST = "game.club"


def written(folder, text: str = "", port: int = 0):
    file = folder / "config.yaml"
    if "intake:" not in text:
        text += f"intake:\n  smtp: {{port: {port}}}\n"
    if "web:" not in text:
        text += "web: {port: 0}\n"
    file.write_text(text, "utf-8")
    return file


def run(file, *options: str):
    return CliRunner().invoke(main, ["check", "--config", str(file), "--no-mail", *options])


def rows(file, *options: str) -> dict[str, dict]:
    result = run(file, "--json", *options)
    return {row["what"]: row for row in json.loads(result.output)}


def test_a_laptop_is_fine_as_it_is_and_the_exit_status_says_so(tmp_path):
    result = run(written(tmp_path))
    assert result.exit_code == 0
    assert "nothing is wrong" in result.output
    assert "WRONG" not in result.output


def test_json_has_one_object_a_thing_that_was_looked_at(tmp_path):
    found = rows(written(tmp_path))
    assert {"data folder", "disk", "journal", "templates", "port of smtp", "clock", "DNS"} <= set(
        found
    )
    assert all(row["state"] in ("fine", "wrong", "hint", "skipped") for row in found.values())
    assert found["DNS"]["state"] == "skipped"


def test_a_configuration_that_cannot_be_read_is_another_exit_status(tmp_path):
    result = run(written(tmp_path, "server:\n  hots: x\n"))
    assert result.exit_code == 2


def test_a_board_whose_port_somebody_else_holds_is_wrong_and_named_by_its_key(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        number = taken.getsockname()[1]
        found = rows(written(tmp_path, f"web: {{port: {number}}}\n"))["port of web"]
    assert (found["state"], str(number) in found["found"]) == ("wrong", True)
    assert "port of web" not in rows(written(tmp_path, "web: {enabled: false}\n"))


@pytest.mark.parametrize(
    ("url", "state"),
    [
        ("https://games.example.org", "skipped"),
        ("http://games.example.org", "wrong"),
        ("http://127.0.0.1:8080", "skipped"),
        (None, "hint"),
    ],
)
def test_how_the_world_calls_the_board_is_looked_at(tmp_path, url, state):
    called = f", base_url: {url}" if url else ""
    found = rows(written(tmp_path, f"web: {{port: 0{called}}}\n"))["web.base_url"]
    assert found["state"] == state


@pytest.mark.parametrize(
    "url", ["games.example.org", "ftp://x.test", "https://a b", "https://x/?q"]
)
def test_an_address_of_the_board_that_no_browser_could_call_is_named_by_its_key(tmp_path, url):
    result = run(written(tmp_path, f"web: {{port: 0, base_url: '{url}'}}\n"))
    assert result.exit_code == 2
    assert "web.base_url" in result.stderr


def test_a_port_that_somebody_else_holds_is_wrong_and_something_can_be_done(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        file = written(tmp_path, port=taken.getsockname()[1])
        result = run(file)
        assert result.exit_code == 1
        assert "WRONG  port of smtp" in result.output
        assert "-> take another port" in result.output


def test_a_data_folder_that_cannot_be_one_is_wrong(tmp_path):
    (tmp_path / "data").write_text("a file")
    found = rows(written(tmp_path))
    assert found["data folder"]["state"] == "wrong"


def test_a_data_folder_that_others_can_look_into_is_wrong(tmp_path):
    (tmp_path / "data").mkdir(mode=0o755)
    (tmp_path / "data").chmod(0o755)
    found = rows(written(tmp_path))
    assert found["data folder"]["do"].startswith("chmod 700")


def test_templates_with_a_mistake_are_wrong(tmp_path):
    page = tmp_path / "own" / "zh" / "notice" / "help.txt"
    page.parent.mkdir(parents=True)
    page.write_text("{{ data.nothing_of_the_kind }}\n")
    found = rows(written(tmp_path, "server:\n  templates_dir: own\n"))
    assert found["templates"]["state"] == "wrong"
    assert "help.txt" in found["templates"]["found"]


def test_a_certificate_that_is_none_is_wrong(tmp_path):
    for name in ("c.pem", "k.pem"):
        (tmp_path / name).write_text("rubbish")
    text = "intake:\n  smtp: {port: 0, tls_certificate: c.pem, tls_key: k.pem}\n"
    assert rows(written(tmp_path, text))["certificate of smtp"]["state"] == "wrong"


def test_a_smarthost_that_does_not_answer_is_wrong_and_no_mail_is_tried(tmp_path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    smtp = f"{{host: 127.0.0.1, port: {port}, security: none}}"
    file = written(tmp_path, f"delivery:\n  transport: smtp\n  smtp: {smtp}\n")
    found = {f.what: f for f in findings(load_config(file), wait=0, send=True)}
    assert found["way out"].state == "wrong"
    assert "ConnectionRefusedError" in found["way out"].found
    assert "sample dawn" not in found


def test_a_sample_dawn_goes_to_the_gms_own_boxes_and_to_nobody_else(tmp_path):
    text = "gm:\n  addresses: [one@gm.test, two@gm.test]\nserver:\n  host: games.test\n"
    file = written(tmp_path, text)
    found = {f.what: f for f in findings(load_config(file), wait=0, send=True)}
    assert found["sample dawn"].state == "fine"
    boxes = tmp_path / "data" / "mailboxes"
    assert {box.name for box in boxes.iterdir()} == {"one@gm.test", "two@gm.test", "gm@games.test"}
    (mail,) = (boxes / "one@gm.test" / "new").iterdir()
    assert b"Subject: =?utf-8?" in mail.read_bytes()


def test_a_key_that_others_may_read_is_wrong(tmp_path):
    (tmp_path / "dkim.pem").write_bytes(key("check").pem)
    (tmp_path / "dkim.pem").chmod(0o644)
    file = written(tmp_path, "delivery:\n  dkim: {key_file: dkim.pem}\n")
    assert rows(file)["DKIM key"]["do"].startswith("chmod 600")


# -- names ----------------------------------------------------------------------------------------


def records(**changes: list[str]):
    """DNS in memory, all of it right but for the changes; keys: mx, spf, dmarc, dkim."""
    good = {
        "mx": ["mx.game.club"],
        "spf": ["something else", "v=spf1 mx -all"],
        "dmarc": ["v=DMARC1; p=none"],
        "dkim": [f"v=DKIM1; k=rsa; p={Signer(HOST, 'pbp', key('check').pem).public_key()}"],
    }
    kept = {**good, **changes}

    def ask(name: str, kind: str) -> list[str]:
        if kind == "MX":
            return kept["mx"]
        if name.startswith("_dmarc."):
            return kept["dmarc"]
        return kept["dkim"] if "_domainkey" in name else kept["spf"]

    return ask


def looked_up(tmp_path, ask, text: str = "") -> dict:
    (tmp_path / "dkim.pem").write_bytes(key("check").pem)
    signing = "delivery:\n  dkim: {key_file: dkim.pem}\n"
    config = load_config(written(tmp_path, f"server:\n  host: {HOST}\n{signing}{text}"))
    return {finding.what: finding for finding in names(config, ask, lambda *_: "250 OK")}


def test_names_that_are_right_are_fine(tmp_path):
    found = looked_up(tmp_path, records())
    states = {what: finding.state for what, finding in found.items()}
    assert states == {
        "MX": "fine",
        "greylisting": "fine",
        "SPF": "fine",
        "DKIM": "fine",
        "DMARC": "fine",
    }


@pytest.mark.parametrize(
    ("what", "change"),
    [
        ("MX", {"mx": []}),
        ("SPF", {"spf": ["nothing"]}),
        ("SPF", {"spf": ["v=spf1 mx -all", "v=spf1 -all"]}),
        ("DMARC", {"dmarc": []}),
        ("DKIM", {"dkim": []}),
        ("DKIM", {"dkim": [key("another").record.decode()]}),
    ],
)
def test_a_record_that_is_missing_or_wrong_is_told_with_the_right_one(tmp_path, what, change):
    finding = looked_up(tmp_path, records(**change))[what]
    assert finding.state == "wrong"
    assert finding.do


def test_the_record_for_our_key_is_the_one_that_its_owner_made(tmp_path):
    finding = looked_up(tmp_path, records(dkim=[]))["DKIM"]
    assert key("check").record.decode() in finding.do


def test_a_resolver_that_is_silent_is_said_and_nothing_is_wrong(tmp_path):
    def silent(name: str, kind: str) -> list[str]:
        raise LookupTroubleError("Timeout")

    (finding,) = looked_up(tmp_path, silent).values()
    assert finding.state == "skipped"
    assert "no resolver answers" in finding.found
