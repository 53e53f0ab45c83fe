"""`pbp backup`, `pbp restore`, `pbp resume`: a copy that says nothing before it may."""

import os
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from pbp import archive
from pbp.commands import restore as restoring
from pbp.files import whole_folder, write_whole
from pbp.store import SqliteStore
from pbp.store.copying import copy_journal
from tests.server.test_serve import unread, until

WORD = "PBP_BACKUP_PASSPHRASE"


def backed_up(house, name: str = "one.backup", *more: str) -> Path:
    file = house.folder / name
    done = house.pbp("backup", file, *more)
    assert done.returncode == 0, done.stderr
    return file


def mailed(house) -> list[Path]:
    return sorted((house.folder / "data" / "mailboxes").glob("*/new/*"))


def other(house, name: str = "elsewhere"):
    """Another machine with the same configuration."""
    folder = house.folder / name
    folder.mkdir()
    moved = type(house)(folder)
    moved.configure("")
    return moved


def with_game(house):
    assert house.pbp("game", "new", house.game_file()).returncode == 0
    return house


def test_a_backup_restores_to_the_same_game_and_is_held(house) -> None:
    file = backed_up(with_game(house))
    there = other(house)
    told = there.pbp("restore", file)
    assert told.returncode == 0, told.stderr
    assert "nothing is read, settled or sent before: pbp resume" in told.stdout
    one, two = house.pbp("record", "g1"), there.pbp("record", "g1")
    assert one.stdout == two.stdout
    journal = there.folder / "data" / "journal.sqlite"
    assert stat.S_IMODE(journal.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert there.pbp("audit", "g1").returncode == 0


def test_a_held_copy_obeys_nobody_before_resume_and_goes_on_after_it(house) -> None:
    there = other(house)
    there.pbp("restore", backed_up(with_game(house)))
    refused = there.pbp("gm", "g1", "status")
    assert refused.returncode == 2
    assert "pbp resume" in refused.stderr
    done = there.pbp("resume", "--yes")
    assert done.returncode == 0, done.stderr
    assert there.pbp("gm", "g1", "status").returncode == 0
    again = there.pbp("resume", "--yes")
    assert again.returncode == 2
    assert "nothing is held" in again.stderr
    assert there.pbp("audit", "g1").returncode == 0


def test_a_server_on_a_held_copy_takes_mail_and_sends_nothing_until_resume(house) -> None:
    there = other(house)
    there.pbp("restore", backed_up(with_game(house)))
    server = there.serve()
    try:
        assert "; held: nothing is read or sent before pbp resume; Ctrl-C" in server.said
        there.mail(server, "gm+g1@games.test", "状态")
        assert mailed(there) == []
        assert "pbp resume" in there.program("gm", "g1", "status").stderr
        with SqliteStore.open(there.folder / "data" / "journal.sqlite", read_only=True) as store:
            assert (store.count_letters(), store.count_unread()) == (1, 1)
        assert there.program("resume", "--yes").returncode == 0
        until(lambda: len(mailed(there)) > 5 and unread(there) == 0)
    finally:
        there.stop(server)


def test_a_backup_of_a_running_server_is_whole(house) -> None:
    server = with_game(house).serve()
    try:
        file = house.folder / "running.backup"
        assert house.pbp("backup", file).returncode == 0
        wrong = house.pbp("restore", "--replace", file)
        assert (wrong.returncode, "a server runs already" in wrong.stderr) == (2, True)
    finally:
        house.stop(server)
    assert archive.unpack(file.read_bytes(), None)[archive.JOURNAL].startswith(b"SQLite format 3")


def test_what_was_sent_after_the_backup_is_listed_and_not_sent_again(house) -> None:
    file = backed_up(with_game(house))
    server = house.serve()
    until(lambda: len(mailed(house)) > 5)
    house.stop(server)
    before = mailed(house)
    names = {path.name for path in before}
    told = house.pbp("restore", "--replace", file)
    assert told.returncode == 0, told.stderr
    assert f"not sent again: {len(before)}" in told.stdout
    assert "mail sent after the backup that is known" in told.stdout
    assert list((house.folder / "data").glob("journal.sqlite.before-*")) != []
    for path in before:
        path.unlink()
    house.pbp("resume", "--yes")
    server = house.serve()
    until(lambda: any(b"backup" in m or b"5aSH5Lu9" in m for m in house.mailbox("referee@gm.test")))
    house.stop(server)
    assert names & {path.name for path in mailed(house)} == set()


def test_a_locked_backup_opens_with_its_passphrase_alone(house, monkeypatch) -> None:
    monkeypatch.setenv(WORD, "a word and another")
    file = backed_up(with_game(house), "locked.age", "--encrypt")
    assert archive.is_locked(file.read_bytes())
    assert "小一".encode() not in file.read_bytes()
    there = other(house)
    monkeypatch.setenv(WORD, "not the word")
    wrong = there.pbp("restore", file)
    assert (wrong.returncode, "passphrase is not the one" in wrong.stderr) == (2, True)
    assert not (there.folder / "data" / "journal.sqlite").exists()
    monkeypatch.setenv(WORD, "a word and another")
    assert there.pbp("restore", file).returncode == 0


def test_keys_go_along_only_where_they_are_asked_for(house) -> None:
    key = house.folder / "smtp-word"
    key.write_text("very secret", "utf-8")
    keyed = "delivery: {smtp: {login: gm, password_file: smtp-word}}\n"
    house.configure(keyed)
    with_game(house)
    plain = archive.unpack(backed_up(house).read_bytes(), None)
    assert b"very secret" not in b"".join(plain.values())
    file = backed_up(house, "keys.backup", "--with-keys")
    there = other(house)
    there.configure(keyed)
    assert there.pbp("restore", file, "--with-keys").returncode == 0
    put_back = there.folder / "smtp-word"
    assert put_back.read_text("utf-8") == "very secret"
    assert stat.S_IMODE(put_back.stat().st_mode) == 0o600


@pytest.mark.parametrize("content", [b"", b"no backup", b"\x1f\x8b\x08 damaged"])
def test_what_is_no_backup_is_said_so_and_changes_nothing(house, content: bytes) -> None:
    file = house.folder / "strange.backup"
    file.write_bytes(content)
    wrong = house.pbp("restore", file)
    assert wrong.returncode == 2
    assert "no backup of pbp" in wrong.stderr
    assert not (house.folder / "data" / "journal.sqlite").exists()


def repacked(file: Path, name: str, change) -> Path:
    """The backup once more, with one of its pieces changed."""
    pieces = archive.unpack(file.read_bytes(), None)
    made = file.with_name(f"changed-{len(list(file.parent.iterdir()))}.backup")
    made.write_bytes(archive.pack({**pieces, name: change(pieces[name])}, None))
    return made


def of_later_version(journal: bytes) -> bytes:
    """A journal whose tables are of a version that is yet to come."""
    changed = bytearray(journal)
    changed[60:64] = (999).to_bytes(4, "big")  # where SQLite keeps the version
    return bytes(changed)


def test_a_backup_that_is_damaged_or_too_new_is_named_and_changes_nothing(house) -> None:
    """Whatever is wrong is wrong with the file, not with the journal that is there."""
    file = backed_up(with_game(house))
    before = (house.folder / "data" / "journal.sqlite").read_bytes()
    flipped = bytearray(file.read_bytes())
    flipped[len(flipped) // 2] ^= 0xFF
    cut = file.with_name("cut.backup")
    cut.write_bytes(file.read_bytes()[:3000])
    other_bits = file.with_name("flipped.backup")
    other_bits.write_bytes(bytes(flipped))
    journal, manifest = archive.JOURNAL, archive.MANIFEST
    for wrong, said in (
        (cut, "it is no backup of pbp, or it is damaged"),
        (other_bits, "it is no backup of pbp, or it is damaged"),
        (repacked(file, journal, lambda old: old[: len(old) // 2]), "its journal is damaged"),
        (
            repacked(file, journal, lambda old: old[:-8192] + b"\xff" * 8192),
            "its journal is damaged",
        ),
        (repacked(file, journal, of_later_version), "its journal was written by a newer pbp"),
        (repacked(file, manifest, lambda old: old.replace(b'"format":1', b'"format":9')), "newer"),
    ):
        done = house.pbp("restore", "--replace", wrong)
        assert done.returncode == 2, wrong
        (line,) = done.stderr.splitlines()
        assert line.startswith(f"{wrong}: ")
        assert said in line
        assert (house.folder / "data" / "journal.sqlite").read_bytes() == before
    assert list((house.folder / "data").glob("*.before-*")) == []


def test_the_list_of_games_says_that_a_copy_is_held(house) -> None:
    file = backed_up(with_game(house))
    assert house.pbp("game", "list").stderr == ""
    assert house.pbp("restore", "--replace", file).returncode == 0
    listed = house.pbp("game", "list")
    assert (listed.returncode, "pbp resume" in listed.stderr) == (0, True)
    assert house.pbp("resume", "--yes").returncode == 0
    assert house.pbp("game", "list").stderr == ""


def games_in(view: Path) -> list[str]:
    """The games that the board shows."""
    if not view.exists():
        return []
    with closing(sqlite3.connect(view, timeout=20)) as there:
        try:
            return [game for (game,) in there.execute("SELECT id FROM games ORDER BY id")]
        except sqlite3.OperationalError:
            return []


def test_a_restored_copy_shows_no_game_that_came_after_the_backup(house) -> None:
    """The public view of before is thrown away: it follows from a journal that is no more."""
    text = house.config.read_text("utf-8").replace("web: {enabled: false}", "web: {port: 0}")
    house.config.write_text(text, "utf-8")
    file = backed_up(with_game(house))
    house.pbp("game", "new", house.game_file())
    view = house.folder / "data" / "public.sqlite3"
    server = house.serve()
    until(lambda: games_in(view) == ["g1", "g2"])
    assert house.stop(server) == 0
    assert house.pbp("restore", "--replace", file).returncode == 0
    server = house.serve()
    until(lambda: games_in(view))
    assert games_in(view) == ["g1"]
    assert house.stop(server) == 0
    assert house.pbp("doctor").stdout == "nothing is wrong\n"


def test_a_list_of_what_was_missed_that_cannot_be_read_stops_no_resume(house) -> None:
    file = backed_up(with_game(house))
    assert house.pbp("restore", "--replace", file).returncode == 0
    (house.folder / "data" / "restored.json").write_text("{", "utf-8")
    done = house.pbp("resume", "--yes")
    assert done.returncode == 0, done.stderr
    assert "the list of what was missed cannot be read" in done.stdout


def test_a_template_that_cannot_be_read_is_named(house, monkeypatch) -> None:
    words = house.folder / "words" / "zh" / "handles.txt"
    words.parent.mkdir(parents=True)
    words.write_text("晨风\n", "utf-8")
    text = house.config.read_text("utf-8").replace("{host:", "{templates_dir: words, host:")
    house.config.write_text(text, "utf-8")
    with_game(house)
    read = Path.read_bytes

    def refused(path: Path) -> bytes:
        if path == words:
            raise PermissionError(13, "Permission denied", str(path))
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", refused)
    done = house.pbp("backup", house.folder / "one.backup")
    assert (done.returncode, done.stderr) == (2, f"{words} cannot be read: Permission denied\n")
    assert not (house.folder / "one.backup").exists()


def test_wrong_use_is_named_with_what_would_be_right(house, monkeypatch) -> None:
    monkeypatch.delenv(WORD, raising=False)
    nothing = house.pbp("backup", house.folder / "x")
    assert (nothing.returncode, "pbp game new" in nothing.stderr) == (2, True)
    file = backed_up(with_game(house))
    twice = house.pbp("backup", file)
    assert (twice.returncode, "there already" in twice.stderr) == (2, True)
    there = house.pbp("restore", file)
    assert (there.returncode, "--replace" in there.stderr) == (2, True)
    keyless = house.pbp("restore", "--replace", "--with-keys", file)
    assert (keyless.returncode, "no keys in it" in keyless.stderr) == (2, True)
    locked = house.pbp("backup", "--encrypt", house.folder / "y")
    assert (locked.returncode, WORD in locked.stderr) == (2, True)


def test_a_backup_of_nothing_to_resume_is_refused(house) -> None:
    wrong = house.pbp("resume")
    assert (wrong.returncode, "pbp restore" in wrong.stderr) == (2, True)


def test_an_error_in_the_middle_leaves_no_half_file(house, monkeypatch, tmp_path) -> None:
    file = backed_up(with_game(house))
    there = other(house)

    def fails(*_: object, **__: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(restoring, "_held", fails)
    wrong = there.pbp("restore", file)
    assert (wrong.returncode, "the disk is full" in wrong.stderr) == (2, True)
    left = [path.name for path in (there.folder / "data").iterdir()]
    assert left == ["journal.sqlite.lock"]
    monkeypatch.setattr(os, "fsync", fails)
    with pytest.raises(OSError, match="full"):
        write_whole(tmp_path / "file", b"half")
    with pytest.raises(OSError, match="full"), whole_folder(tmp_path / "folder") as made:
        (made / "half").write_bytes(b"half")
    assert list(tmp_path.glob("*file*")) + list(tmp_path.glob("*folder*")) == []


def test_a_copy_that_fails_is_taken_away(tmp_path) -> None:
    (tmp_path / "broken").write_bytes(b"no journal, but long enough to be looked at" * 100)
    with pytest.raises(Exception, match=r".*"):
        copy_journal(tmp_path / "broken", tmp_path / "copy")
    assert not (tmp_path / "copy").exists()


def test_a_killed_backup_leaves_the_name_free(house) -> None:
    """Killed in the middle, under its own name nothing is there."""
    with_game(house)
    file = house.folder / "killed.backup"
    code = (
        "import os, signal, pbp.files as files\n"
        "real = os.fsync\n"
        "def die(d): os.kill(os.getpid(), signal.SIGKILL)\n"
        "os.fsync = die\n"
        "from pbp.cli import main\n"
        f"main(['backup', {str(file)!r}, '--config', {str(house.config)!r}])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert done.returncode == -9
    assert not file.exists()
    assert house.pbp("backup", file).returncode == 0
