"""A browser's own key: made there, readable by no script, proved on each connection.

Its fingerprint is like that of an SSH key: names, links, recovery and bans know no difference.
"""

import base64
import binascii
import hashlib

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, EllipticCurvePublicKey
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_der_public_key

from server.web.messages import PURPOSE

HALF = 32
"""Bytes of each of the two numbers of a signature."""


def proved(key: str, proof: str, nonce: bytes, origin: str) -> str:
    """Return the fingerprint of the key that signed the nonce for this origin; "" if none did."""
    try:
        public = load_der_public_key(base64.b64decode(key, validate=True))
        signature = base64.b64decode(proof, validate=True)
    except (ValueError, binascii.Error, UnsupportedAlgorithm):
        return ""
    if not isinstance(public, EllipticCurvePublicKey) or not isinstance(public.curve, SECP256R1):
        return ""
    if len(signature) != 2 * HALF:
        return ""
    numbers = (int.from_bytes(half, "big") for half in (signature[:HALF], signature[HALF:]))
    signed = PURPOSE + origin.encode() + b"\0" + nonce
    try:
        public.verify(encode_dss_signature(*numbers), signed, ECDSA(SHA256()))
    except InvalidSignature:
        return ""
    return _fingerprint(public)


def _fingerprint(public: EllipticCurvePublicKey) -> str:
    """Return what `ssh-keygen -l` would print for it."""
    line = public.public_bytes(Encoding.OpenSSH, PublicFormat.OpenSSH)
    digest = hashlib.sha256(base64.b64decode(line.split()[1])).digest()
    return "SHA256:" + base64.b64encode(digest).decode().rstrip("=")
