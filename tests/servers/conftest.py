"""Servers of Debian packages on loopback; see machines.py."""

import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.servers.machines import Dovecot, Pbp, Postfix

CERTIFICATES = Path(__file__).parents[1] / "post"


@pytest.fixture
def folder() -> Iterator[Path]:
    """A short path that other users can enter: servers drop their rights, sockets have limits."""
    made = Path(tempfile.mkdtemp(prefix="pbp"))
    made.chmod(0o755)
    yield made
    shutil.rmtree(made)


@pytest.fixture
def begin(folder: Path) -> Iterator[Callable[..., Any]]:
    """Start servers; they are stopped at the end, the last one first."""
    made: list[Any] = []

    def start(kind: type, *arguments: Any, **more: Any) -> Any:
        place = folder / f"{kind.__name__.lower()}{len(made)}"
        place.mkdir()
        made.append(kind(place, *arguments, **more))
        return made[-1]

    yield start
    for server in reversed(made):
        server.close()


@pytest.fixture
def dovecot(begin: Callable[..., Any], folder: Path) -> Dovecot:
    """An IMAP server."""
    for name in ("localhost.pem", "localhost.key"):
        shutil.copy(CERTIFICATES / name, folder / name)
    return begin(Dovecot, folder / "localhost.pem", folder / "localhost.key")


@pytest.fixture
def pbp(begin: Callable[..., Any]) -> Callable[[str], Pbp]:
    """A server of ours with a configuration, not started."""
    return lambda config: begin(Pbp, config)


@pytest.fixture
def postfix(begin: Callable[..., Any]) -> Callable[..., Postfix]:
    """A mail server that hands on by LMTP."""
    return lambda hand_on, boxes="inet:127.0.0.1:9": begin(Postfix, hand_on, boxes)
