"""config.yaml as one frozen tree: what a server is told before it starts, with every default.

Values only: how a file is read and what is wrong with it stands in pbp.configfile. Must never
open a socket, read a password or create a folder; pbp.wiring does that.
"""

from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path

import msgspec

from pbp.configfile import ConfigError, ConfigProblem, read_config
from pbp.game.options import OptionValue, parse_options

__all__ = ["Config", "ConfigError", "ConfigProblem", "load_config"]

USUAL_FILE = "config.yaml"


class Server(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """host: the domain of our addresses. data, templates_dir: folders (see Config.path)."""

    host: str = "localhost"
    data: str = "data"
    templates_dir: str | None = None
    locale: str = "zh"
    timezone: str = "Asia/Shanghai"


class SmtpIntake(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The SMTP listener. size_max, line_max in bytes; port 0 takes any free one."""

    enabled: bool = True
    listen: str = "127.0.0.1"
    port: int = 2525
    size_max: int = 25 * 1024 * 1024
    line_max: int = 64 * 1024
    idle_timeout: timedelta = timedelta(minutes=5)
    connections_max: int = 200
    recipients_max: int = 50
    tls_certificate: str | None = None
    tls_key: str | None = None


class Intake(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The ways in."""

    smtp: SmtpIntake = SmtpIntake()


class Smarthost(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The server that takes our mail. The password is named here, never written here."""

    host: str | None = None
    port: int = 587
    security: str = "starttls"
    login: str | None = None
    password_env: str | None = None
    password_file: str | None = None
    timeout: timedelta = timedelta(seconds=60)


class Delivery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The way out. transport maildir: a folder a recipient under `folder`, inside the data folder.

    retry: how long to wait after each failure, the last one again and again until `give_up`.
    per_minute: how many mails go out in a minute at most.
    """

    transport: str = "maildir"
    folder: str = "mailboxes"
    smtp: Smarthost = Smarthost()
    retry: tuple[timedelta, ...] = (
        timedelta(minutes=1),
        timedelta(minutes=5),
        timedelta(minutes=15),
        timedelta(hours=1),
    )
    give_up: timedelta = timedelta(days=5)
    per_minute: int = 600


class Addressing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How game and token stand in an address: plus | catchall | single (then: that mailbox)."""

    style: str = "plus"
    delimiter: str = "+"
    mailbox: str | None = None


class Auth(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose word on a sender counts. authserv_ids, hosts: names of our own mail servers.

    token_from: a live token with another From is acted on and told (tell) or asked first (strict).
    """

    authserv_ids: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    token_from: str = "tell"  # noqa: S105 - a policy, no password


class AnswersPerHour(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many answers an hour one sender gets: proved to be who he is, or not."""

    proved: int = 30
    unproved: int = 3


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a sender gets. mail_max: bytes; a larger mail is kept and answered too_large."""

    answers_per_hour: AnswersPerHour = AnswersPerHour()
    stranger_answers_per_day: int = 1
    not_understood_in_a_row: int = 3
    mail_max: int = 5 * 1024 * 1024


class Gm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The human game-master of games that name no other."""

    addresses: tuple[str, ...] = ("referee@localhost",)
    name: str = "GM"


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All of it. games: options by rule set, as written (checked). folder: where paths start."""

    server: Server = Server()
    intake: Intake = Intake()
    delivery: Delivery = Delivery()
    addressing: Addressing = Addressing()
    auth: Auth = Auth()
    limits: Limits = Limits()
    gm: Gm = Gm()
    games: dict[str, dict[str, object]] = {}
    folder: str = "."

    def path(self, written: str) -> Path:
        """Give a path of the configuration, which starts at the configuration's own folder."""
        return Path(self.folder) / Path(written).expanduser()

    def data_path(self) -> Path:
        """Give the data folder."""
        return self.path(self.server.data)

    def mailboxes_path(self) -> Path:
        """Give the folder of the maildir transport: inside the data folder, unless absolute."""
        return self.data_path() / self.delivery.folder

    def options(
        self, ruleset: str, given: Mapping[str, object] | None = None
    ) -> dict[str, OptionValue]:
        """Give a game's options: its own, else this configuration's, else the rule set's."""
        return parse_options(ruleset, {**self.games.get(ruleset, {}), **(given or {})})


def load_config(path: str | Path | None = None) -> Config:
    """Read a configuration, or raise one ConfigError that holds everything that is wrong.

    Without a path: ./config.yaml, and where there is none, the defaults. A path that is given
    must be there.
    """
    chosen = Path(USUAL_FILE if path is None else path)
    if path is None and not chosen.exists():
        return Config()
    data = read_config(chosen)
    return msgspec.convert({**data, "folder": str(chosen.parent)}, Config)
