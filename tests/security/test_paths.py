"""No name in a mail becomes a path: neither of an attachment nor of a recipient."""

from datetime import timedelta

import pytest

from pbp.post.maildir_out import MaildirTransport
from pbp.store import NewMail, Outcome, SqliteStore
from tests.service.office import START, Office

TRICKS = (
    "../../etc/passwd",
    "..\\\\..\\\\boot.ini",
    "/tmp/stolen",
    "a\x00b",
    "journal.sqlite",
    "CON",
)


@pytest.mark.parametrize("name", TRICKS)
def test_an_attachments_name_is_nowhere_on_the_disk(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data").mkdir()
    with SqliteStore.open(tmp_path / "data" / "journal.sqlite") as store:
        office = Office(store=store)
        before = sorted(path for path in tmp_path.rglob("*"))
        raw = (
            "From: private3@owner3.test\r\nMessage-ID: <1@client.test>\r\nMIME-Version: 1.0\r\n"
            "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n"
            "Content-Type: text/plain; charset=utf-8\r\n\r\n祈祷 小二\r\n--b\r\n"
            f'Content-Type: application/octet-stream; name="{name}"\r\n'
            f'Content-Disposition: attachment; filename="{name}"\r\n\r\nstolen words\r\n--b--\r\n'
        ).encode()
        office.mail("小一", "", START + timedelta(hours=1), raw=raw)
        assert office.last_mail().verdict == "accepted"
        assert sorted(path for path in tmp_path.rglob("*")) == before


@pytest.mark.parametrize(
    "address",
    ["../../escape@x.test", "/tmp/escape@x.test", "..@x.test", "a@../../x", ".@x", "a/b@x.test"],
)
def test_a_recipients_folder_is_inside_the_folder_of_mailboxes(address, tmp_path, monkeypatch):
    box = tmp_path / "in" / "mailboxes"
    with SqliteStore.open() as store:
        mail = NewMail(
            game=None,
            recipient=address,
            envelope_from="",
            message_id="<1@games.test>",
            kind="notice",
            data=b"Subject: x\r\n\r\nx\r\n",
            created_at=START,
        )
        store.commit(Outcome(mails=(mail,)))
        row = store.outbox_row(1)
    try:
        MaildirTransport(box).send(row)
    except Exception as error:
        assert type(error).__module__ == "pbp.post.transport", error
    inside = {path for path in box.rglob("*") if path.is_file()}
    everywhere = {path for path in tmp_path.rglob("*") if path.is_file()}
    assert inside == everywhere
