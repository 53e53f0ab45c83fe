"""`pbp check`, this machine: data folder, templates, ports, certificates, keys, the clock.

Changes nothing but what a start would make anyway: the data folder.
"""

import ctypes
import os
import shutil
import socket
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from pbp import wiring
from pbp.commands import check_certificates
from pbp.commands.finding import FINE, HINT, SKIPPED, WRONG, Finding
from pbp.config import Config, ConfigError, Listener
from pbp.post.control import NotRunning, ask
from pbp.store import StoreError, StoreInUse

ROOM_MIN = 200 * 1024 * 1024
"""Bytes free on the disk below which a warning is due."""

UNSYNCHRONISED = 5
"""What adjtimex(2) gives where nothing sets the clock."""


def is_running(config: Config) -> bool:
    """Whether a server of this data folder runs."""
    path = config.data_path() / wiring.CONTROL
    try:
        ask(path, {"command": "none"})
    except (NotRunning, OSError):
        return False
    return True


def machine(config: Config, now: datetime, *, running: bool) -> Iterator[Finding]:
    """All of it."""
    yield from _data(config, running=running)
    yield _templates(config)
    yield from _doors(config, now, running=running)
    yield _key(config)
    yield _clock()


def _data(config: Config, *, running: bool) -> Iterator[Finding]:
    what = "data folder"
    try:
        folder = wiring.data_folder(config)
        probe = folder / ".pbp-check"
        probe.write_bytes(b"x")
        probe.unlink()
    except (OSError, ConfigError) as error:
        said = error.problems[0].found if isinstance(error, ConfigError) else error.strerror
        found = f"{config.data_path()}: {said or error}"
        yield Finding(what, WRONG, found, "give pbp's user a folder that it may write")
        return
    if folder.stat().st_mode & 0o077:
        do = f"chmod 700 {folder}"
        yield Finding(what, WRONG, f"{folder}: others on this machine may look in", do)
    else:
        yield Finding(what, FINE, str(folder))
    free = shutil.disk_usage(folder).free
    state, do = (FINE, "") if free >= ROOM_MIN else (WRONG, "make room: nothing is ever deleted")
    yield Finding("disk", state, f"{free // 1024**2} MB free", do)
    yield _journal(config, running=running)


def _journal(config: Config, *, running: bool) -> Finding:
    if running:
        return Finding("journal", FINE, "in use by the running server")
    try:
        with wiring.open_store(config) as store:
            return Finding(
                "journal", FINE, f"{len(store.games())} games, {store.count_letters()} letters"
            )
    except StoreInUse:
        return Finding("journal", WRONG, "another program holds it", "stop the other pbp")
    except (StoreError, OSError) as error:
        return Finding("journal", WRONG, str(error), "bring back a backup of the data folder")


def _templates(config: Config) -> Finding:
    try:
        wiring.renderer_of(config)
    except ConfigError as error:
        return Finding("templates", WRONG, str(error), "correct them, or leave templates_dir out")
    return Finding("templates", FINE, config.server.templates_dir or "those of the package")


def _doors(config: Config, now: datetime, *, running: bool) -> Iterator[Finding]:
    ways = config.intake
    for name, door in (("smtp", ways.smtp), ("submission", ways.submission)):
        if door.enabled:
            yield port(f"port of {name}", door.listen, door.port, running=running)
            yield from _certificate(config, f"certificate of {name}", door, now)
    if ways.lmtp.enabled and not ways.lmtp.socket:
        yield port("port of lmtp", ways.lmtp.listen, ways.lmtp.port, running=running)
    if not any((ways.smtp.enabled, ways.submission.enabled, ways.lmtp.enabled, ways.imap.enabled)):
        yield Finding("ways in", WRONG, "no mail can come in", "enable one under intake")


def port(what: str, host: str, number: int, *, running: bool) -> Finding:
    """Whether a port can be listened on."""
    where = f"{host} port {number}"
    if running:
        return Finding(what, FINE, f"{where}: the running server listens")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_STREAM) as door:
            door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            door.bind((host, number))
    except PermissionError:
        do = "take a port above 1023, or let the mail server hand mail over by LMTP"
        return Finding(what, WRONG, f"{where}: not allowed", do)
    except OSError as error:
        return Finding(what, WRONG, f"{where}: {error.strerror or error}", "take another port")
    return Finding(what, FINE, f"{where} is free")


def _certificate(config: Config, what: str, door: Listener, now: datetime) -> Iterator[Finding]:
    if not door.tls_certificate or not door.tls_key:
        if door.listen not in ("127.0.0.1", "::1", "localhost"):
            do = "set tls_certificate and tls_key"
            yield Finding(what, HINT, "mail from outside comes in clear text", do)
        return
    file, key = config.path(door.tls_certificate), config.path(door.tls_key)
    try:
        ends = check_certificates.ends_of_file(file, key)
    except check_certificates.CertificateTrouble as error:
        do = "certificate and key must be PEM, belong together, and be valid today"
        yield Finding(what, WRONG, f"{door.tls_certificate}: {error}", do)
        return
    yield check_certificates.ours(what, door.tls_certificate, ends, now)


def _key(config: Config) -> Finding:
    try:
        signer = wiring.signer_of(config)
    except ConfigError:
        do = "openssl genrsa -out dkim.pem 2048"
        return Finding("DKIM key", WRONG, "no RSA key in PEM that can sign", do)
    if signer is None:
        local = config.delivery.transport == "maildir"
        state, do = (SKIPPED, "") if local else (HINT, "unless the smarthost signs: delivery.dkim")
        return Finding("DKIM key", state, "mail is not signed here", do)
    file = config.path(config.delivery.dkim.key_file or "")
    return _privacy("DKIM key", file)


def _privacy(what: str, file: Path) -> Finding:
    if file.stat().st_mode & 0o077:
        return Finding(what, WRONG, f"{file}: others may read it", f"chmod 600 {file}")
    return Finding(what, FINE, str(file))


def _clock() -> Finding:
    """Whether something keeps the clock right, as the kernel knows it; cut-offs hang on it."""
    try:
        state = ctypes.CDLL(None, use_errno=True).adjtimex(ctypes.create_string_buffer(512))
    except (OSError, AttributeError):
        return Finding("clock", SKIPPED, "this system does not say whether it is kept right")
    if state == UNSYNCHRONISED:
        do = "run chrony or systemd-timesyncd: cut-offs are judged by this clock"
        return Finding("clock", HINT, "the kernel says that nothing keeps it right", do)
    if state < 0:
        return Finding("clock", SKIPPED, os.strerror(ctypes.get_errno()))
    return Finding("clock", FINE, "kept right")
