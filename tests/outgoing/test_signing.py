"""Our own DKIM signature: it holds, it is made last, and nobody can add to what it covers."""

from datetime import timedelta

import dkim
import pytest

from pbp import wiring
from pbp.config import load_config
from pbp.configfile import ConfigError
from pbp.post.signing import KeyBroken, Signer, SigningTransport
from pbp.post.transport import TransportDown
from tests.proof.signing import Zone, key
from tests.service.office import HOST, START, Office, ref_of

AT = START + timedelta(hours=1)
ROWS = Office().outbox()


class Kept:
    """A transport that keeps what it is handed."""

    def __init__(self) -> None:
        self.sent = []
        self.closed = False

    def send(self, mail) -> None:
        self.sent.append(mail)

    def close(self) -> None:
        self.closed = True


def signer() -> Signer:
    return Signer(HOST, "pbp", key(HOST).pem)


def holds(data: bytes) -> bool:
    zone = Zone()
    zone.publish(HOST, "pbp")
    return dkim.DKIM(data).verify(dnsfunc=lambda name, timeout=5: zone(name.decode().rstrip(".")))


def test_every_mail_is_signed_as_it_goes_out_and_its_signature_holds():
    kept = Kept()
    transport = SigningTransport(kept, signer())
    for row in ROWS:
        transport.send(row)
    assert len(kept.sent) == len(ROWS)
    for row, sent in zip(ROWS, kept.sent, strict=True):
        assert sent.data.startswith(b"DKIM-Signature:")
        assert sent.data.endswith(row.data)
        assert holds(sent.data)
        assert sent.message_id == row.message_id


@pytest.mark.parametrize(
    "added",
    [
        b"From: somebody@else.test",
        b"Subject: another",
        b"Reply-To: somebody@else.test",
        b"To: somebody@else.test",
        b"List-Unsubscribe: <mailto:somebody@else.test>",
        b"List-Unsubscribe-Post: List-Unsubscribe=One-Click",
    ],
)
def test_nobody_can_add_a_header_that_readers_act_on(added):
    posts = [row for row in ROWS if ref_of(row).public]
    data = signer().sign(posts[0].data)
    assert holds(data)
    assert not holds(added + b"\r\n" + data)
    head, _, body = data.partition(b"\r\n\r\n")
    assert not holds(head + b"\r\n" + added + b"\r\n\r\n" + body)


def test_the_way_to_leave_the_list_is_under_the_signature():
    posts = [row for row in ROWS if ref_of(row).public]
    data = signer().sign(posts[0].data)
    assert not holds(data.replace(b"-unsubscribe.", b"-unsubscribe.x"))


def test_the_signature_is_folded_and_short_lined():
    head = signer().sign(ROWS[0].data).partition(b"\r\n\r\n")[0]
    assert max(map(len, head.split(b"\r\n"))) <= 200


def test_a_mail_that_cannot_be_signed_does_not_go_out_unsigned():
    kept = Kept()
    broken = signer()
    broken._key = b"no key any more"
    with pytest.raises(TransportDown):
        SigningTransport(kept, broken).send(ROWS[0])
    assert kept.sent == []


def test_a_key_that_is_none_is_found_at_the_start(tmp_path):
    with pytest.raises(KeyBroken):
        Signer(
            HOST, "pbp", b"-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----\n"
        )
    with pytest.raises(KeyBroken):
        Signer.of_file(HOST, "pbp", tmp_path / "none.pem")


def test_the_configuration_says_who_signs(tmp_path):
    (tmp_path / "dkim.pem").write_bytes(key(HOST).pem)
    file = tmp_path / "config.yaml"
    text = f"server:\n  host: {HOST}\ndelivery:\n  dkim:\n    key_file: dkim.pem\n"
    file.write_text(text)
    assert isinstance(wiring.transport_of(load_config(file)), SigningTransport)
    file.write_text(text.replace("dkim.pem", "none.pem"))
    with pytest.raises(ConfigError, match=r"delivery\.dkim\.key_file"):
        load_config(file)
    (tmp_path / "dkim.pem").write_text("rubbish")
    file.write_text(text)
    with pytest.raises(ConfigError, match="cannot sign"):
        wiring.transport_of(load_config(file))


def test_the_transport_behind_is_closed_with_it():
    kept = Kept()
    SigningTransport(kept, signer()).close()
    assert kept.closed
