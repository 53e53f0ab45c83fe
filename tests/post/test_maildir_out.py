"""The embedded transport: a real Maildir a recipient, whatever the recipient is called."""

import mailbox
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbp.post.maildir_out import MaildirTransport, folder_name
from pbp.post.transport import TransportDown


@pytest.fixture
def mail(store, put):
    def make(message_id="<1@host.example>", **changes):
        put(message_id, **changes)
        return store.find_sent(message_id)

    return make


def test_a_mail_client_finds_the_message_as_it_was_sent(tmp_path, mail):
    MaildirTransport(tmp_path).send(mail(data=b"Subject: hello\r\n\r\nhello\r\n"))
    box = mailbox.Maildir(tmp_path / "player@example.org", create=False)
    (message,) = box.values()
    assert message["Subject"] == "hello"
    (file,) = (tmp_path / "player@example.org" / "new").iterdir()
    assert file.read_bytes() == b"Subject: hello\r\n\r\nhello\r\n"
    assert list((tmp_path / "player@example.org" / "tmp").iterdir()) == []


def test_one_message_sent_twice_is_one_file_and_two_messages_are_two(tmp_path, mail):
    out = MaildirTransport(tmp_path)
    first, second = mail("<1>"), mail("<2>")
    for row in (first, first, second):
        out.send(row)
    assert len(list((tmp_path / "player@example.org" / "new").iterdir())) == 2


def test_nobody_else_can_read_the_folders(tmp_path, mail):
    MaildirTransport(tmp_path).send(mail())
    assert (tmp_path / "player@example.org" / "new").stat().st_mode & 0o777 == 0o700


def test_a_folder_that_cannot_be_made_is_the_transports_trouble(tmp_path, mail, monkeypatch):
    def full(_descriptor):
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(TransportDown, match="ENOSPC"):
        MaildirTransport(tmp_path).send(mail())
    assert list((tmp_path / "player@example.org").glob("new/*")) == []


def test_an_address_gives_a_folder_that_a_person_recognises():
    assert folder_name("Player+g1@Example.org") == "player+g1@example.org"


@pytest.mark.parametrize(
    "address", ["", ".", "..", "../../etc/passwd", "/etc/passwd", ".hidden@x", "a" * 500, "a\x00b"]
)
def test_no_address_leads_outside_or_hides(tmp_path, address):
    name = folder_name(address)
    assert (tmp_path / name).resolve().parent == tmp_path.resolve()
    assert not name.startswith(".")
    (tmp_path / name).mkdir()


@given(st.sets(st.text(max_size=300).map(str.lower), max_size=5))
def test_different_addresses_have_different_folders(addresses):
    names = {folder_name(address) for address in addresses}
    assert len(names) == len(addresses)
    assert all(0 < len(name.encode()) <= 255 and "/" not in name for name in names)
