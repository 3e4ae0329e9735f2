"""The proof that a browser's key gives."""

import base64

import asyncssh
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from hypothesis import given
from hypothesis import strategies as st

from server.web.key import proved
from server.web.messages import PURPOSE

HOME = "https://arcade.example"
NONCE = bytes(range(32))
KEY = ec.generate_private_key(ec.SECP256R1())
OTHER = ec.generate_private_key(ec.SECP256R1())
LONGER = ec.generate_private_key(ec.SECP384R1())


def spki(key: ec.EllipticCurvePrivateKey | ed25519.Ed25519PrivateKey) -> str:
    public = key.public_key()
    return base64.b64encode(
        public.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    ).decode()


def proof(
    key: ec.EllipticCurvePrivateKey = KEY,
    purpose: bytes = PURPOSE,
    origin: str = HOME,
    nonce: bytes = NONCE,
) -> str:
    """Return a proof as WebCrypto makes it: the two numbers, 32 bytes each."""
    der = key.sign(purpose + origin.encode() + b"\0" + nonce, ec.ECDSA(SHA256()))
    size = (key.curve.key_size + 7) // 8
    return base64.b64encode(
        b"".join(number.to_bytes(size, "big") for number in decode_dss_signature(der))
    ).decode()


def test_a_proved_key_has_the_fingerprint_that_ssh_gives_it() -> None:
    line = KEY.public_key().public_bytes(Encoding.OpenSSH, PublicFormat.OpenSSH)
    of_ssh = asyncssh.import_public_key(line).get_fingerprint()
    assert proved(spki(KEY), proof(), NONCE, HOME) == of_ssh


@pytest.mark.attack(53, "a proof by another key, or for something else")
@pytest.mark.parametrize(
    ("key", "signed"),
    [
        (KEY, proof(OTHER)),
        (KEY, proof(purpose=b"")),
        (KEY, proof(origin="https://elsewhere.example")),
        (KEY, proof(nonce=bytes(32))),
        (KEY, proof()[:-8]),
        (KEY, ""),
        (LONGER, proof(LONGER)),
        (ed25519.Ed25519PrivateKey.generate(), proof()),
    ],
    ids=["key", "purpose", "origin", "nonce", "cut", "nothing", "curve", "kind"],
)
def test_what_another_key_signed_or_for_something_else_proves_nothing(
    key: ec.EllipticCurvePrivateKey | ed25519.Ed25519PrivateKey, signed: str
) -> None:
    assert proved(spki(key), signed, NONCE, HOME) == ""


@given(key=st.text(max_size=200), signed=st.text(max_size=100))
def test_no_text_is_taken_for_a_key(key: str, signed: str) -> None:
    assert proved(key, proof(), NONCE, HOME) == ""
    assert proved(spki(KEY), signed, NONCE, HOME) == ""
