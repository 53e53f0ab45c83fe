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
    """host: the domain of our addresses. data, templates_dir: folders (see Config.path).

    game_prefix: what games are called, with a number behind it. retain_raw: so long after the end
    of a game its mails are kept as they came in; None: for ever.
    """

    host: str = "localhost"
    game_prefix: str = "g"
    data: str = "data"
    templates_dir: str | None = None
    locale: str = "zh"
    timezone: str = "Asia/Shanghai"
    retain_raw: timedelta | None = None


class Listener(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A door where mail is brought. Sizes in bytes; port 0 takes any free one; 0 is no limit.

    line_max: some clients write paragraphs as one line. idle_timeout: between two commands;
    data_timeout: for a whole mail. The limits of one host do not hold for this machine itself.
    """

    enabled: bool = False
    listen: str = "127.0.0.1"
    port: int = 0
    size_max: int = 25 * 1024 * 1024
    line_max: int = 64 * 1024
    idle_timeout: timedelta = timedelta(minutes=5)
    data_timeout: timedelta = timedelta(minutes=10)
    connections_max: int = 200
    connections_per_host: int = 20
    recipients_max: int = 50
    mails_per_connection: int = 100
    mails_per_hour_host: int = 1000
    mails_per_hour_sender: int = 120
    tls_certificate: str | None = None
    tls_key: str | None = None


class SmtpIntake(Listener, frozen=True, forbid_unknown_fields=True):
    """Mail that other servers or programs hand to us. With a certificate STARTTLS is offered."""

    enabled: bool = True
    port: int = 2525


class Submission(Listener, frozen=True, forbid_unknown_fields=True):
    """Mail of people who log in. users: a file with a line a login, written by `pbp login`.

    security: starttls (port 587) or tls (port 465); a login is never taken in clear.
    """

    port: int = 2587
    security: str = "starttls"
    users: str | None = None


class LmtpIntake(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Mail that a mail server of our own in front passes on. socket: a path instead of a port.

    lag: how long a mail may take from the line that the server in front writes to us.
    queue_wait: after a stop over a deadline, how long it may take to bring what it held.
    """

    enabled: bool = False
    listen: str = "127.0.0.1"
    port: int = 2424
    socket: str | None = None
    socket_mode: str = "660"
    size_max: int = 25 * 1024 * 1024
    line_max: int = 64 * 1024
    idle_timeout: timedelta = timedelta(minutes=5)
    data_timeout: timedelta = timedelta(minutes=10)
    connections_max: int = 50
    recipients_max: int = 50
    mails_per_connection: int = 1000
    mails_per_hour_sender: int = 0
    lag: timedelta = timedelta(seconds=5)
    queue_wait: timedelta = timedelta(minutes=3)


class ImapIntake(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mailbox that somebody else keeps. The password is named here, never written here.

    auth xoauth2: what the password names is an access token. folders: the first is watched, all
    are read every `poll`. lag: how long a mail may take from its INTERNALDATE to the folder.
    look_back: what is older at the very first visit is left alone. page: mails fetched at once.
    """

    enabled: bool = False
    host: str | None = None
    port: int = 993
    security: str = "tls"
    ca_file: str | None = None
    login: str | None = None
    auth: str = "password"
    password_env: str | None = None
    password_file: str | None = None
    folders: tuple[str, ...] = ("INBOX",)
    idle: bool = True
    poll: timedelta = timedelta(minutes=1)
    lag: timedelta = timedelta(seconds=5)
    look_back: timedelta = timedelta(days=7)
    size_max: int = 25 * 1024 * 1024
    page: int = 50
    timeout: timedelta = timedelta(seconds=60)
    retry: tuple[timedelta, ...] = (
        timedelta(seconds=5),
        timedelta(seconds=15),
        timedelta(minutes=1),
        timedelta(minutes=5),
    )


class Intake(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The ways in.

    time_of_receipt: which clock counts, the most trusted first. wait_max: how long a phase waits
    for a way in that does not work.
    """

    time_of_receipt: tuple[str, ...] = ("received", "data", "internaldate")
    wait_max: timedelta = timedelta(minutes=30)
    smtp: SmtpIntake = SmtpIntake()
    submission: Submission = Submission()
    lmtp: LmtpIntake = LmtpIntake()
    imap: ImapIntake = ImapIntake()


class Smarthost(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The server that takes our mail. The password is named here, never written here."""

    host: str | None = None
    port: int = 587
    security: str = "starttls"
    login: str | None = None
    password_env: str | None = None
    password_file: str | None = None
    ca_file: str | None = None
    timeout: timedelta = timedelta(seconds=60)


class DkimKey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Our signature on what goes out: made where there is a key. domain: else server.host."""

    key_file: str | None = None
    selector: str = "pbp"
    domain: str | None = None


class Delivery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The way out. transport maildir: a folder a recipient under `folder`, inside the data folder.

    retry: how long to wait after each failure, the last one again and again until `give_up`.
    per_minute: how many mails go out to one domain in a minute at most; domains: other numbers for
    some. per_day: what the provider lets out in a day, None: no limit.
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
    domains: dict[str, int] = {}
    per_day: int | None = None
    dkim: DkimKey = DkimKey()


class Addressing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How game and token stand in an address: plus | catchall | single (then: that mailbox)."""

    style: str = "plus"
    delimiter: str = "+"
    mailbox: str | None = None


class Auth(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose word on a sender counts. authserv_ids, hosts: names of our own mail servers.

    token_from: a live token with another From is acted on and told (tell) or asked first (strict).
    dkim: signatures are checked here, with keys from DNS.
    """

    authserv_ids: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    token_from: str = "tell"  # noqa: S105 - a policy, no password
    dkim: bool = True


class AnswersPerHour(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many answers an hour one sender gets: proved to be who he is, or not."""

    proved: int = 30
    unproved: int = 3


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a sender gets. mail_max: bytes; a larger mail is kept and answered too_large.

    reading_time: of the processor, for one mail; reading_memory: bytes. Over it the mail is cut off
    and goes to the GM. games_kept: games that stay in memory. judges: processes that share the
    letters where many wait, never more than cores; 1: none.
    """

    answers_per_hour: AnswersPerHour = AnswersPerHour()
    stranger_answers_per_day: int = 1
    not_understood_in_a_row: int = 3
    mail_max: int = 5 * 1024 * 1024
    reading_time: timedelta = timedelta(seconds=2)
    reading_memory: int = 256 * 1024 * 1024
    games_kept: int = 200
    judges: int = 4


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The public board. forum_text: a block to paste at the end of announcements, or off.

    list_address: of a mailing list elsewhere, to which posts go instead of to each reader.
    """

    forum_text: str = "off"
    list_address: str | None = None


class Web(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The board for browsers. base_url: how the world calls it, without it this machine alone.

    trusted_proxies: whose word on a visitor's address counts. link_valid: how long a mailed link
    for signing in lives; session: how long one stays signed in. requests_per_minute and
    forms_per_minute: from one address. form_max: bytes of one form.
    """

    enabled: bool = True
    listen: str = "127.0.0.1"
    port: int = 8080
    base_url: str | None = None
    trusted_proxies: tuple[str, ...] = ("127.0.0.1", "::1")
    link_valid: timedelta = timedelta(minutes=15)
    session: timedelta = timedelta(hours=12)
    posts_per_page: int = 50
    requests_per_minute: int = 600
    forms_per_minute: int = 20
    form_max: int = 64 * 1024
    connections_max: int = 200


class Gm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The human game-master of games that name no other."""

    addresses: tuple[str, ...] = ("referee@localhost",)
    name: str = "GM"


class Log(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What standard error gets. format: text | json. level: debug | info | warning, of our own."""

    format: str = "text"
    level: str = "info"


class Metrics(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Figures for Prometheus and a health check, on this machine alone.

    Unhealthy is: a mail that could go out waits longer than queue_max, one that came in is unread
    longer than intake_max, a cut-off was passed by more than late_max.
    """

    enabled: bool = False
    listen: str = "127.0.0.1"
    port: int = 9425
    queue_max: timedelta = timedelta(hours=1)
    intake_max: timedelta = timedelta(minutes=5)
    late_max: timedelta = timedelta(hours=1)


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All of it. games: options by rule set, as written (checked). folder: where paths start.

    file: where it was written, for what is said of a key.
    """

    server: Server = Server()
    intake: Intake = Intake()
    delivery: Delivery = Delivery()
    addressing: Addressing = Addressing()
    auth: Auth = Auth()
    limits: Limits = Limits()
    board: Board = Board()
    web: Web = Web()
    gm: Gm = Gm()
    log: Log = Log()
    metrics: Metrics = Metrics()
    games: dict[str, dict[str, object]] = {}
    folder: str = "."
    file: str = USUAL_FILE

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
    return msgspec.convert({**data, "folder": str(chosen.parent), "file": str(chosen)}, Config)
