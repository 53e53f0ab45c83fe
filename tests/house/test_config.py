"""config.yaml: the sample is the defaults, and every mistake is told at once, where it stands."""

import re
from datetime import timedelta
from pathlib import Path

import jsonschema
import msgspec
import pytest

from pbp.config import Config, ConfigError, load_config
from pbp.configfile import config_schema
from pbp.configrules import parse_size

ROOT = Path(__file__).parents[2]


def written(folder: Path, text: str) -> Path:
    path = folder / "config.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def mistakes(folder: Path, text: str) -> list[str]:
    path = written(folder, text)
    with pytest.raises(ConfigError) as caught:
        load_config(path)
    lines = str(caught.value).splitlines()
    assert len(lines) == len(caught.value.problems)
    return [line.removeprefix(f"{path}:") for line in lines]


def test_the_sample_equals_the_defaults() -> None:
    sample = load_config(ROOT / "config.yaml")
    assert sample.games == {"prayer": {}, "three_lives": {}, "seven_kill": {}}
    assert msgspec.structs.replace(sample, games={}, folder=".", file="config.yaml") == Config()


def test_the_sample_shows_every_key_there_is() -> None:
    text = (ROOT / "config.yaml").read_text(encoding="utf-8")
    for section, schema in config_schema()["properties"].items():
        for key in (section, *schema["properties"]):
            assert re.search(rf"^[ #]*{key}:", text, re.MULTILINE), key


def test_the_schema_of_the_configuration_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(config_schema())


def test_every_key_of_the_schema_has_a_place_in_the_tree() -> None:
    def compare(schema: dict, value: object, place: str) -> None:
        if "properties" not in schema or isinstance(value, dict):
            return
        fields = set(value.__struct_fields__) - ({"folder", "file"} if place == "config" else set())
        assert fields == set(schema["properties"]), place
        for key, below in schema["properties"].items():
            compare(below, getattr(value, key), f"{place}.{key}")

    compare(config_schema(), Config(), "config")


def test_without_a_file_the_defaults_stand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert load_config() == Config()


def test_without_a_path_the_file_in_the_working_folder_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path, "server: {host: game.example.org}\n")
    monkeypatch.chdir(tmp_path)
    assert load_config().server.host == "game.example.org"


def test_a_path_that_is_given_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        load_config(tmp_path / "none.yaml")
    (problem,) = caught.value.problems
    assert (problem.line, problem.key) == (0, "")
    assert "cannot be read" in str(problem)
    assert "none.yaml: " in str(problem)


def test_a_file_that_is_no_text_is_told(tmp_path: Path) -> None:
    path = tmp_path / "config.yaml"
    path.write_bytes(b"server: {host: \xff\xfe}")
    with pytest.raises(ConfigError, match="not UTF-8"):
        load_config(path)


@pytest.mark.parametrize("text", ["", "# only words\n", "server:\n", "server: {data: }\n"])
def test_nothing_said_is_nothing_changed(tmp_path: Path, text: str) -> None:
    config = load_config(written(tmp_path, text))
    assert msgspec.structs.replace(config, folder=".", file="config.yaml") == Config()


def test_values_are_read_as_people_write_them(tmp_path: Path) -> None:
    config = load_config(
        written(
            tmp_path,
            """
            intake: {smtp: {enabled: off, size_max: 2M, line_max: 4096, idle_timeout: 1m30s}}
            delivery: {retry: [90s, 2d], give_up: 1d12h}
            addressing: catchall
            auth: {authserv_ids: [mx.example.org], token_from: strict}
            games: {prayer: {night: 12h}, seven_kill: {weekends: no}}
            """,
        )
    )
    assert config.intake.smtp.enabled is False
    assert (config.intake.smtp.size_max, config.intake.smtp.line_max) == (2 * 1024**2, 4096)
    assert config.intake.smtp.idle_timeout == timedelta(seconds=90)
    assert config.delivery.retry == (timedelta(seconds=90), timedelta(days=2))
    assert config.delivery.give_up == timedelta(hours=36)
    assert config.addressing.style == "catchall"
    assert config.auth.authserv_ids == ("mx.example.org",)
    assert config.options("prayer")["night"] == timedelta(hours=12)
    assert config.options("prayer", {"night": "6h"})["night"] == timedelta(hours=6)
    assert config.options("seven_kill")["weekends"] is False


def test_paths_start_at_the_folder_of_the_file(tmp_path: Path) -> None:
    config = load_config(written(tmp_path, "server: {data: d}\ndelivery: {folder: out}\n"))
    assert config.data_path() == tmp_path / "d"
    assert config.mailboxes_path() == tmp_path / "d" / "out"
    assert config.path(str(ROOT)) == ROOT


ALONE = [
    (
        "serve: {}",
        '1: serve: unknown key, found a mapping; did you mean "server"?; allowed: server',
    ),
    (
        "server:\n  hots: x",
        '2: server.hots: unknown key, found "x"; did you mean "host"?; allowed: ',
    ),
    ("x: [1]", "1: x: unknown key, found a list; allowed: server"),
    ("server: 3", "1: server: found 3; allowed: a mapping of the server's settings"),
    ("- 1", "1: found a list; allowed: a mapping of sections"),
    ("server: {host: a b}", '1: server.host: found "a b"; allowed: a domain name such as'),
    ("server: {game_prefix: G1}", '1: server.game_prefix: found "G1"; allowed: one to eight'),
    ("server: {locale: fr}", '1: server.locale: found "fr"; allowed: zh | en'),
    ("server: {timezone: Mars}", '1: server.timezone: found "Mars"; allowed: a time zone'),
    ("server: {timezone: ../etc}", '1: server.timezone: found "../etc"; allowed: a time zone'),
    ("server: {data: [a]}", "1: server.data: found a list; allowed: a folder"),
    ("server: {templates_dir: nowhere}", '1: server.templates_dir: found "nowhere", which is no'),
    ("intake: {smtp: {port: fast}}", '1: intake.smtp.port: found "fast"; allowed: a port, 0 to'),
    ("intake: {smtp: {port: 70000}}", "1: intake.smtp.port: found 70000; allowed: a port, 0 to"),
    ("intake: {smtp: {port: true}}", "1: intake.smtp.port: found true; allowed: a port, 0 to"),
    ("intake: {smtp: {size_max: big}}", '1: intake.smtp.size_max: found "big"; allowed: a size'),
    ("intake: {smtp: {size_max: 0}}", "1: intake.smtp.size_max: found 0; allowed: a size"),
    ("intake: {smtp: {enabled: 7}}", "1: intake.smtp.enabled: found 7; allowed: true | false"),
    ("intake: {smtp: {idle_timeout: 60}}", "1: intake.smtp.idle_timeout: found 60; allowed: a len"),
    ("intake: {time_of_receipt: [data, date]}", '1: intake.time_of_receipt.2: found "date"; allow'),
    (
        "intake: {time_of_receipt: [data, data]}",
        "1: intake.time_of_receipt: found a list; allowed: a",
    ),
    (
        "intake: {lmtp: {socket_mode: 888}}",
        "1: intake.lmtp.socket_mode: found 888; allowed: the rig",
    ),
    (
        "intake: {imap: {folders: []}}",
        "1: intake.imap.folders: found an empty list; allowed: a list",
    ),
    (
        "intake: {imap: {auth: kerberos}}",
        '1: intake.imap.auth: found "kerberos"; allowed: password',
    ),
    (
        "intake: {imap: {ca_file: no.pem}}",
        '1: intake.imap.ca_file: found "no.pem", which is no file',
    ),
    ("intake: {submission: {users: u}}", '1: intake.submission.users: found "u", which is no file'),
    ("delivery: {transport: pigeon}", '1: delivery.transport: found "pigeon"; allowed: maildir |'),
    ("delivery: {transport: smtp}", "1: delivery.smtp.host: nothing found; allowed: the name of"),
    ("delivery: {retry: []}", "1: delivery.retry: found an empty list; allowed: a list of lengths"),
    ("delivery: {retry: [1m, soon]}", '1: delivery.retry.2: found "soon"; allowed: a length'),
    ("addressing: {delimiter: _}", '1: addressing.delimiter: found "_"; allowed: + | -'),
    ("addressing: letters", '1: addressing.style: found "letters"; allowed: plus | catchall |'),
    ("addressing: single", "1: addressing.mailbox: nothing found; allowed: the address of the one"),
    ("auth: {token_from: maybe}", '1: auth.token_from: found "maybe"; allowed: tell | strict'),
    ("limits: {mail_max: -1}", "1: limits.mail_max: found -1; allowed: a size"),
    ("gm: {addresses: [me]}", '1: gm.addresses.1: found "me"; allowed: an address such as'),
    ("gm: {addresses: []}", "1: gm.addresses: found an empty list; allowed: a list of addresses"),
    (
        "games: {toy: {}}",
        "1: games.toy: unknown key, found a mapping; allowed: prayer, three_lives",
    ),
    ("games: {prayer: 3}", "1: games.prayer: found 3; allowed: a mapping of options"),
    ("games:\n  prayer:\n    day: 24", "3: games.prayer.day: found 24; allowed: a length of time"),
    ("games:\n  prayer: {nigth: 1h}", "2: games.prayer.nigth: unknown option; did you mean"),
    (
        "games:\n  prayer: {handover: 1h}",
        "2: games.prayer.handover: prayer has no such option, only",
    ),
    ("server: {data: a}\nserver: {data: b}", "2: server: the key is repeated (first in line 1)"),
    ("server: [", "1: not YAML: "),
    ("a: *b", "1: not YAML: found undefined alias"),
]


@pytest.mark.parametrize(("text", "line"), ALONE, ids=[text for text, _ in ALONE])
def test_a_mistake_is_told_with_its_line_its_key_and_what_is_allowed(
    tmp_path: Path, text: str, line: str
) -> None:
    (found,) = mistakes(tmp_path, text)
    assert found.startswith(line)


BETWEEN_KEYS = [
    ("login: a, password_env: A, password_file: b", ["smtp.password_file: found both password_"]),
    ("password_env: A", ["smtp.login: nothing found beside password_env"]),
    ("login: a", ["smtp.login: found no password for it; allowed: password_env or password_file"]),
    ("login: a, password_env: A, security: none", ['smtp.security: found "none" beside login']),
]


@pytest.mark.parametrize(("text", "lines"), BETWEEN_KEYS)
def test_a_login_needs_one_password_and_a_safe_way(
    tmp_path: Path, text: str, lines: list[str]
) -> None:
    found = mistakes(tmp_path, f"delivery: {{transport: smtp, smtp: {{host: h, {text}}}}}")
    assert [line[: len(said) + 12] for line, said in zip(found, lines, strict=True)] == [
        f"1: delivery.{said}"[: len(said) + 12] for said in lines
    ]


def test_a_mailbox_needs_a_place_an_owner_and_a_safe_way(tmp_path: Path) -> None:
    found = mistakes(tmp_path, "intake: {imap: {enabled: true}}")
    assert [line.split(": ")[1] for line in found] == ["intake.imap.host", "intake.imap.login"]
    text = "intake: {imap: {enabled: true, host: imap.qq.com, login: a@qq.com, security: none}}"
    found = mistakes(tmp_path, text)
    assert [line.split(": ")[1] for line in found] == ["intake.imap.login", "intake.imap.security"]
    near = text.replace("imap.qq.com", "127.0.0.1").replace("none", "none, password_env: P")
    assert load_config(written(tmp_path, near)).intake.imap.security == "none"


def test_logins_need_a_certificate_and_somebody_who_may(tmp_path: Path) -> None:
    found = mistakes(tmp_path, "intake: {submission: {enabled: true}}")
    assert [line.split(": ")[1] for line in found] == [
        "intake.submission.tls_certificate",
        "intake.submission.users",
    ]


def test_a_certificate_needs_its_key_and_both_must_be_files(tmp_path: Path) -> None:
    (tmp_path / "chain.pem").write_text("", encoding="utf-8")
    alone = mistakes(tmp_path, "intake: {smtp: {tls_certificate: chain.pem}}")
    assert alone[0].startswith("1: intake.smtp.tls_key: nothing found; allowed: a PEM file")
    both = "intake: {smtp: {tls_certificate: chain.pem, tls_key: key.pem}}"
    assert mistakes(tmp_path, both)[0].startswith('1: intake.smtp.tls_key: found "key.pem", which')
    (tmp_path / "key.pem").write_text("", encoding="utf-8")
    assert load_config(written(tmp_path, both)).intake.smtp.tls_key == "key.pem"


def test_all_mistakes_of_a_file_are_told_at_once_in_the_order_of_their_lines(
    tmp_path: Path,
) -> None:
    text = "\n".join(
        [
            "server: {locale: fr, port: 25}",
            "intake: {smtp: {prot: 25}}",
            "delivery: {transport: smtp, retry: [1m, soon]}",
            "games: {prayer: {day: 24, nigth: 1h}, toy: {}}",
            "server: {}",
        ]
    )
    found = mistakes(tmp_path, text)
    assert [line.split(": ")[:2] for line in found] == [
        ["1", "server.locale"],
        ["1", "server.port"],
        ["2", "intake.smtp.prot"],
        ["3", "delivery.retry.2"],
        ["3", "delivery.smtp.host"],
        ["4", "games.prayer.day"],
        ["4", "games.prayer.nigth"],
        ["4", "games.toy"],
        ["5", "server"],
    ]


@pytest.mark.parametrize(
    ("text", "size"),
    [("64K", 65536), ("25M", 25 * 1024**2), ("1G", 1024**3), (100, 100), ("5MiB", 5 * 1024**2)],
)
def test_a_size_is_read_with_its_unit(text: object, size: int) -> None:
    assert parse_size(text) == size


@pytest.mark.parametrize("text", ["", "0", "-1", "1.5M", "M", "5T", True, None, []])
def test_what_is_no_size_is_none(text: object) -> None:
    assert parse_size(text) is None
