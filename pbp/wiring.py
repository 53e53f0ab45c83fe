"""The only place that builds concrete things from a configuration: store, pages, in and out.

What takes long to load and is not wanted by everybody is loaded where it is built.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pbp.config import Config, Listener, Submission
from pbp.config import LmtpIntake as LmtpDoor
from pbp.configfile import ConfigError, ConfigProblem
from pbp.files import keep_private, private_files
from pbp.post.clock import Clock
from pbp.post.control import whoami
from pbp.post.intakes import Intake
from pbp.post.journal_writer import JournalWriter
from pbp.post.lmtp_in import LmtpIntake, LmtpSettings
from pbp.post.monitor import Monitor
from pbp.post.outbox_worker import OutboxSettings
from pbp.post.rates import GateLimits
from pbp.post.receipt import Trust
from pbp.post.smtp_in import SmtpInSettings, SmtpIntake
from pbp.post.smtp_session import Limits
from pbp.post.transport import Transport
from pbp.post.vitals import Thresholds, Vitals
from pbp.service.settings import Settings
from pbp.store import SqliteStore

if TYPE_CHECKING:
    from pbp.post.imap_session import ImapSettings
    from pbp.post.judges import Judges
    from pbp.post.signing import Signer
    from pbp.render import Renderer
    from pbp.service.referee import Referee

JOURNAL, CONTROL = "journal.sqlite", "control.sock"
PUBLIC, WEB, README = "public.sqlite3", "web.sock", "README.md"


def settings_of(config: Config) -> Settings:
    """What the service is told."""
    return Settings(
        host=config.server.host,
        style=config.addressing.style,
        delimiter=config.addressing.delimiter,
        mailbox=config.addressing.mailbox or "",
        authserv_ids=config.auth.authserv_ids,
        hosts=config.auth.hosts,
        token_from=config.auth.token_from,
        gm=config.gm.addresses,
        answers_proved=config.limits.answers_per_hour.proved,
        answers_unproved=config.limits.answers_per_hour.unproved,
        not_understood_max=config.limits.not_understood_in_a_row,
        strangers_per_day=config.limits.stranger_answers_per_day,
        mail_max=config.limits.mail_max,
        games_kept=config.limits.games_kept,
        forum_text=config.board.forum_text,
        board_list=config.board.list_address or "",
        game_prefix=config.server.game_prefix,
        web_url=web_url_of(config),
        web_link_seconds=int(config.web.link_valid.total_seconds()),
    )


def data_folder(config: Config) -> Path:
    """The data folder, made if it is missing; nobody else on the machine may look in.

    Raises:
        ConfigError: it cannot be made there, or not be written.
    """
    folder = config.data_path()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ConfigError(
            (
                ConfigProblem(
                    file=str(folder),
                    line=0,
                    key="server.data",
                    found=f"no folder can be made there ({error.strerror})",
                    allowed="a folder, or a path where one can be made",
                ),
            )
        ) from error
    if not os.access(folder, os.W_OK | os.X_OK):
        found = f"may not be written by {whoami()}"
        allowed = "a folder of the user that pbp runs as"
        raise ConfigError((ConfigProblem(str(folder), 0, "server.data", found, allowed),))
    return folder


def open_store(config: Config, *, read_only: bool = False) -> SqliteStore:
    """The journal. read_only: beside a running server.

    Before the first journal is made, the folder is closed to others; whoever opens it later has
    his reasons, and `pbp check` tells him. One in which other things lie is left as it is.
    """
    if read_only:
        return SqliteStore.open(config.data_path() / JOURNAL, read_only=True)
    journal = data_folder(config) / JOURNAL
    with private_files():
        if not journal.exists() and not _is_shared(config, journal.parent):
            keep_private(journal.parent)
        return SqliteStore.open(journal)


def _is_shared(config: Config, folder: Path) -> bool:
    """Whether there is anything in a data folder that is not of pbp's making."""
    ours = (JOURNAL, PUBLIC, CONTROL, WEB, config.delivery.folder.partition("/")[0], ".", README)
    return any(not entry.name.startswith(ours) for entry in folder.iterdir())


def renderer_of(config: Config) -> "Renderer":
    """The pages, the GM's own templates first.

    Raises:
        ConfigError: one of them cannot be used.
    """
    from pbp.render import Renderer, problems

    written = config.server.templates_dir
    if written is None:
        return Renderer()
    folder = config.path(written)
    found = problems(folder) if folder.is_dir() else ["there is no such folder"]
    if found:
        raise ConfigError(
            tuple(
                ConfigProblem(
                    file=str(folder), key="server.templates_dir", line=0, found=problem, allowed=""
                )
                for problem in found
            )
        )
    return Renderer((folder,))


def referee_of(config: Config, store: SqliteStore, judges: "Judges | None" = None) -> "Referee":
    """The referee over a store. judges: who share the letters where many wait."""
    from pbp.helpers import reader_of
    from pbp.post.resolver import Resolver
    from pbp.service.referee import Referee

    lookup = Resolver() if config.auth.dkim else None
    referee = Referee(
        store, settings_of(config), renderer_of(config), lookup, reader=reader_of(config)
    )
    referee.share_with(judges)
    return referee


def transport_of(config: Config) -> Transport:
    """The way out, signed where there is a key."""
    signer, transport = signer_of(config), bare_transport_of(config)
    if signer is None:
        return transport
    from pbp.post.signing import SigningTransport

    return SigningTransport(transport, signer)


def bare_transport_of(config: Config) -> Transport:
    """The way out, whoever signs before it."""
    if config.delivery.transport == "maildir":
        from pbp.post.maildir_out import MaildirTransport

        return MaildirTransport(config.mailboxes_path())
    from pbp.post.smtp_out import SmtpOutSettings, SmtpTransport

    smtp = config.delivery.smtp
    return SmtpTransport(
        SmtpOutSettings(
            host=smtp.host or "127.0.0.1",
            port=smtp.port,
            security=_security(smtp.security),
            hostname=config.server.host,
            username=smtp.login,
            password_env=smtp.password_env,
            password_file=config.path(smtp.password_file) if smtp.password_file else None,
            ca_file=config.path(smtp.ca_file) if smtp.ca_file else None,
            timeout_seconds=smtp.timeout.total_seconds(),
        )
    )


def signer_of(config: Config) -> "Signer | None":
    """Who signs what goes out; None where nobody does.

    Raises:
        ConfigError: the key cannot be used.
    """
    dkim = config.delivery.dkim
    if dkim.key_file is None:
        return None
    from pbp.post.signing import KeyBroken, Signer

    try:
        return Signer.of_file(
            dkim.domain or config.server.host, dkim.selector, config.path(dkim.key_file)
        )
    except KeyBroken:
        key, allowed = "delivery.dkim.key_file", "a file with an RSA key in PEM"
        problem = ConfigProblem(
            file="", key=key, line=0, found="found a key that cannot sign", allowed=allowed
        )
        raise ConfigError((problem,)) from None


def _security(written: str) -> Literal["none", "starttls", "tls"]:
    for known in ("none", "starttls", "tls"):
        if written == known:
            return known
    raise ValueError(written)


def outbox_settings_of(config: Config) -> OutboxSettings:
    """How sending goes."""
    delivery = config.delivery
    pace = {domain.lower(): 60 / number for domain, number in delivery.domains.items()}
    pace["*"] = 60 / delivery.per_minute
    return OutboxSettings(
        retry_minutes=tuple(wait.total_seconds() / 60 for wait in delivery.retry),
        give_up_hours=delivery.give_up.total_seconds() / 3600,
        pace_seconds={} if delivery.transport == "maildir" else pace,
        per_day=delivery.per_day,
    )


def intakes_of(
    config: Config,
    store: SqliteStore,
    clock: Clock,
    journal: JournalWriter,
    is_ours: Callable[[str], bool],
    on_stored: Callable[[], None],
) -> list[Intake]:
    """The ways in that are enabled.

    Raises:
        LoginsBroken: the file of those who may log in cannot be used.
    """
    ways, found = config.intake, list[Intake]()
    if ways.smtp.enabled:
        found.append(SmtpIntake(listener_settings_of(config, ways.smtp), journal, is_ours))
    if ways.submission.enabled:
        from pbp.post.logins import Logins
        from pbp.post.submission import SubmissionIntake

        logins = Logins(config.path(ways.submission.users or ""))
        settings = listener_settings_of(config, ways.submission)
        found.append(SubmissionIntake(settings, journal, is_ours, logins))
    if ways.lmtp.enabled:
        found.append(LmtpIntake(lmtp_settings_of(config), journal, is_ours))
    if ways.imap.enabled:
        from pbp.post.imap_in import ImapIntake

        found.append(ImapIntake(imap_settings_of(config), store, clock, is_ours, on_stored))
    return found


def trust_of(config: Config) -> Trust:
    """Which clock counts."""
    hosts = tuple(name.lower().rstrip(".") for name in config.auth.hosts)
    return Trust(order=config.intake.time_of_receipt, hosts=hosts)


def listener_settings_of(config: Config, door: Listener) -> SmtpInSettings:
    """How mail is accepted by SMTP, with or without a login."""
    return SmtpInSettings(
        host=door.listen,
        port=door.port,
        hostname=config.server.host,
        certificate=config.path(door.tls_certificate) if door.tls_certificate else None,
        key=config.path(door.tls_key) if door.tls_key else None,
        implicit_tls=isinstance(door, Submission) and door.security == "tls",
        connections_max=door.connections_max,
        trust=trust_of(config),
        lag_seconds=config.intake.lmtp.lag.total_seconds(),
        gate=GateLimits(
            connections_per_host=door.connections_per_host,
            mails_per_hour_host=door.mails_per_hour_host,
            mails_per_hour_sender=door.mails_per_hour_sender,
        ),
        limits=_limits_of(door),
    )


def lmtp_settings_of(config: Config) -> LmtpSettings:
    """How mail is accepted from a mail server of our own."""
    door = config.intake.lmtp
    return LmtpSettings(
        host=door.listen,
        port=door.port,
        socket=config.path(door.socket) if door.socket else None,
        socket_mode=int(door.socket_mode, 8),
        hostname=config.server.host,
        connections_max=door.connections_max,
        trust=trust_of(config),
        lag_seconds=door.lag.total_seconds(),
        queue_seconds=door.queue_wait.total_seconds(),
        gate=GateLimits(mails_per_hour_sender=door.mails_per_hour_sender, spare_near=False),
        limits=_limits_of(door),
    )


def _limits_of(door: Listener | LmtpDoor) -> Limits:
    return Limits(
        size_max=door.size_max,
        line_max=door.line_max,
        idle_seconds=door.idle_timeout.total_seconds(),
        data_seconds=door.data_timeout.total_seconds(),
        recipients_max=door.recipients_max,
        mails_max=door.mails_per_connection,
    )


def imap_settings_of(config: Config) -> "ImapSettings":
    """How a mailbox is read."""
    from pbp.post.imap_session import ImapSettings

    imap = config.intake.imap
    return ImapSettings(
        host=imap.host or "",
        port=imap.port,
        security=_security(imap.security),
        ca_file=config.path(imap.ca_file) if imap.ca_file else None,
        login=imap.login or "",
        auth="xoauth2" if imap.auth == "xoauth2" else "password",
        password_env=imap.password_env,
        password_file=config.path(imap.password_file) if imap.password_file else None,
        folders=imap.folders,
        idle=imap.idle,
        poll_seconds=imap.poll.total_seconds(),
        lag_seconds=imap.lag.total_seconds(),
        look_back=imap.look_back,
        size_max=imap.size_max,
        page_mails=imap.page,
        timeout_seconds=imap.timeout.total_seconds(),
        retry_seconds=tuple(wait.total_seconds() for wait in imap.retry),
        trust=trust_of(config),
    )


def vitals_of(config: Config, store: SqliteStore, clock: Clock) -> Vitals:
    """The numbers that tell how the server is."""
    metrics = config.metrics
    limits = Thresholds(metrics.queue_max, metrics.intake_max, metrics.late_max)
    return Vitals(store, clock, limits)


def monitor_of(config: Config, vitals: Vitals) -> Monitor | None:
    """Where they can be asked for; None where that is off."""
    metrics = config.metrics
    return Monitor(metrics.listen, metrics.port, vitals) if metrics.enabled else None


def control_path(config: Config) -> Path:
    """Where a running server listens for the commands of its own machine."""
    return data_folder(config) / CONTROL


def web_url_of(config: Config) -> str:
    """How the board on the web is called, without a slash at its end; "" where there is none.

    Without `web.base_url` only this machine can call it.
    """
    web = config.web
    if not web.enabled:
        return ""
    if web.base_url is not None:
        return web.base_url.rstrip("/")
    near = {"0.0.0.0": "127.0.0.1", "::": "[::1]", "::1": "[::1]"}  # noqa: S104 - to be replaced
    return f"http://{near.get(web.listen, web.listen)}:{web.port}"


def new_secret() -> bytes:
    """256 bits from the operating system."""
    return os.urandom(32)
