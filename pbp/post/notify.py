"""Telling systemd how the server is: ready, stopping, alive (sd_notify(3)).

A datagram to the socket that NOTIFY_SOCKET names; without that variable nobody is told. There is
no library that is kept up for these lines.
"""

import os
import socket
from collections.abc import Mapping


def notify(state: str, environment: Mapping[str, str] = os.environ) -> bool:
    """Say "READY=1", "STOPPING=1", "WATCHDOG=1" or "STATUS=…"; whether anybody was told."""
    where = environment.get("NOTIFY_SOCKET", "")
    if not where.startswith(("/", "@")):
        return False
    address = "\0" + where[1:] if where.startswith("@") else where
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
        try:
            line.sendto(state.encode(), address)
        except OSError:
            return False
    return True


def watchdog_seconds(environment: Mapping[str, str] = os.environ) -> float | None:
    """How often systemd wants to hear that we live: half of WatchdogSec; None if it does not."""
    written = environment.get("WATCHDOG_USEC", "")
    if not written.isascii() or not written.isdigit() or int(written) == 0:
        return None
    if environment.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return None
    return int(written) / 1_000_000 / 2
