"""The only place that builds concrete things from a configuration: store, pages, in and out."""

import os
from pathlib import Path
from typing import Literal

from pbp.config import Config
from pbp.configfile import ConfigError, ConfigProblem
from pbp.post.maildir_out import MaildirTransport
from pbp.post.outbox_worker import OutboxSettings
from pbp.post.smtp_in import SmtpInSettings
from pbp.post.smtp_out import SmtpOutSettings, SmtpTransport
from pbp.post.smtp_session import Limits
from pbp.post.transport import Transport
from pbp.render import Renderer, problems
from pbp.service.referee import Referee
from pbp.service.settings import Settings
from pbp.store import SqliteStore

JOURNAL, CONTROL = "journal.sqlite", "control.sock"


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
    )


def data_folder(config: Config) -> Path:
    """The data folder, made if it is missing; nobody else on the machine may look in."""
    folder = config.data_path()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def open_store(config: Config, *, read_only: bool = False) -> SqliteStore:
    """The journal. read_only: beside a running server."""
    if read_only:
        return SqliteStore.open(config.data_path() / JOURNAL, read_only=True)
    return SqliteStore.open(data_folder(config) / JOURNAL)


def renderer_of(config: Config) -> Renderer:
    """The pages, the GM's own templates first.

    Raises:
        ConfigError: one of them cannot be used.
    """
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


def referee_of(config: Config, store: SqliteStore) -> Referee:
    """The referee over a store."""
    return Referee(store, settings_of(config), renderer_of(config))


def transport_of(config: Config) -> Transport:
    """The way out."""
    if config.delivery.transport == "maildir":
        return MaildirTransport(config.mailboxes_path())
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
            timeout_seconds=smtp.timeout.total_seconds(),
        )
    )


def _security(written: str) -> Literal["none", "starttls", "tls"]:
    for known in ("none", "starttls", "tls"):
        if written == known:
            return known
    raise ValueError(written)


def outbox_settings_of(config: Config) -> OutboxSettings:
    """How sending goes."""
    delivery = config.delivery
    return OutboxSettings(
        retry_minutes=tuple(wait.total_seconds() / 60 for wait in delivery.retry),
        give_up_hours=delivery.give_up.total_seconds() / 3600,
        pace_seconds={} if delivery.transport == "maildir" else {"*": 60 / delivery.per_minute},
    )


def intake_settings_of(config: Config) -> SmtpInSettings:
    """How mail is accepted."""
    smtp = config.intake.smtp
    return SmtpInSettings(
        host=smtp.listen,
        port=smtp.port,
        hostname=config.server.host,
        certificate=config.path(smtp.tls_certificate) if smtp.tls_certificate else None,
        key=config.path(smtp.tls_key) if smtp.tls_key else None,
        connections_max=smtp.connections_max,
        limits=Limits(
            size_max=smtp.size_max,
            line_max=smtp.line_max,
            recipients_max=smtp.recipients_max,
            idle_seconds=smtp.idle_timeout.total_seconds(),
        ),
    )


def control_path(config: Config) -> Path:
    """Where a running server listens for the commands of its own machine."""
    return data_folder(config) / CONTROL


def new_secret() -> bytes:
    """256 bits from the operating system."""
    return os.urandom(32)
