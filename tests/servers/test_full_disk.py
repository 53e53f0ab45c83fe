"""A disk that is really full (a small tmpfs, so root mounts it): the game is the same."""

import errno
import smtplib
import subprocess

import pytest

from tests.faults.driver import STORY, Driver, Played
from tests.faults.test_kill import (
    all_mails_are_the_same_and_have_gone_out,
    no_letter_is_lost,
    undisturbed,
)

SIZE = "24m"
BLOCK = 4096


@pytest.fixture
def small_disk(tmp_path):
    """A folder with room for one game and little else."""
    folder = tmp_path / "disk"
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", folder], check=True)
    yield folder
    subprocess.run(["umount", "--lazy", folder], check=True)


class Filling(Driver):
    """Before every mail the disk is filled to its last byte; it is emptied a little later."""

    refused = 0

    def _send(self, recipient: str, raw: bytes) -> None:
        filler = self.folder / "filler"
        self._fill(filler)
        try:
            super()._send(recipient, raw)
            return
        except smtplib.SMTPDataError as error:
            assert error.smtp_code == 451
            self.refused += 1
        finally:
            filler.unlink()
        super()._send(recipient, raw)

    def _fill(self, filler) -> None:
        with filler.open("wb", buffering=0) as file:
            while True:
                try:
                    file.write(bytes(BLOCK))
                except OSError as error:
                    assert error.errno == errno.ENOSPC
                    return


def test_a_disk_without_a_free_byte_refuses_for_now_and_the_game_is_the_same(small_disk):
    driver = Filling(small_disk)
    driver.play()
    played, calm = Played(small_disk), undisturbed()
    assert driver.refused > len(STORY) // 2
    assert played.record == calm.record
    no_letter_is_lost(driver, played)
    all_mails_are_the_same_and_have_gone_out(played, calm)
