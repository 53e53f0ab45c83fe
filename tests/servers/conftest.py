"""Servers of Debian packages on loopback, started once and shared; each test finds them as new."""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.servers.dovecot import Dovecot
from tests.servers.machines import Pbp
from tests.servers.mlmmj import MailingList
from tests.servers.postfix import Postfix

CERTIFICATES = Path(__file__).parents[1] / "post"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest test begins first, so that the others can run beside it."""
    items.sort(key=lambda item: "whole_game" not in item.name)


@pytest.fixture(scope="session")
def house() -> Iterator[Path]:
    """A short path that other users can enter: servers drop their rights, sockets have limits."""
    assert os.geteuid() == 0, "make servers needs root: mail servers begin as root and drop it"
    made = Path(tempfile.mkdtemp(prefix="pbp"))
    made.chmod(0o755)
    for name in ("localhost.pem", "localhost.key"):
        shutil.copy(CERTIFICATES / name, made / name)
    yield made
    shutil.rmtree(made)


@pytest.fixture(scope="session")
def one_dovecot(house: Path) -> Iterator[Dovecot]:
    """The IMAP server of all tests."""
    (house / "dovecot").mkdir()
    server = Dovecot(house / "dovecot", house / "localhost.pem", house / "localhost.key")
    yield server
    server.close()


@pytest.fixture(scope="session")
def one_postfix(house: Path, one_dovecot: Dovecot) -> Iterator[Postfix]:
    """The mail server of all tests."""
    for name in ("postfix", "lists"):
        (house / name).mkdir()
    server = Postfix(house / "postfix", one_dovecot, house / "lists")
    yield server
    server.close()


@pytest.fixture
def dovecot(one_dovecot: Dovecot) -> Dovecot:
    """An IMAP server without a mailbox."""
    one_dovecot.forget()
    return one_dovecot


@pytest.fixture
def postfix(dovecot: Dovecot, one_postfix: Postfix) -> Iterator[Postfix]:
    """A mail server with an empty queue; it hands on by LMTP."""
    yield one_postfix
    one_postfix.forget()


@pytest.fixture
def mailing_list(house: Path, postfix: Postfix) -> Iterator[MailingList]:
    """A mailing list without subscribers."""
    made = MailingList(house / "lists", postfix.port)
    yield made
    shutil.rmtree(made.folder)


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder of this test."""
    made = Path(tempfile.mkdtemp(prefix="pbp"))
    made.chmod(0o755)
    yield made
    shutil.rmtree(made)


@pytest.fixture
def pbp(folder: Path) -> Iterator[Callable[[str], Pbp]]:
    """Servers of ours with a configuration, not started; they end with the test."""
    made: list[Pbp] = []

    def make(config: str) -> Pbp:
        place = folder / f"server{len(made)}"
        place.mkdir()
        made.append(Pbp(place, config))
        return made[-1]

    yield make
    for server in reversed(made):
        server.close()
