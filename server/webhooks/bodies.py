"""What is sent: the body and its type for each service, and the signature."""

import base64
import hmac

import msgspec

from arcade.club.webhooks.webhooks import Message


def body(message: Message) -> tuple[bytes, str]:
    """Return the body and its type."""
    text = message.text
    match message.target.form:
        case "ntfy" | "plain":
            return text.encode(), "text/plain; charset=utf-8"
        case "discord":  # no name is a mention
            value: object = {"content": text, "allowed_mentions": {"parse": []}}
        case "matrix":  # a hook of hookshot reads `text`, a homeserver the others
            value = {"text": text, "msgtype": "m.text", "body": text}
        case "json":
            value = {**msgspec.to_builtins(message.occasion), "text": text}
    return msgspec.json.encode(value), "application/json"


def headers(message: Message, key: str, at: int, data: bytes, kind: str) -> dict[str, str]:
    """Return the headers, signed as https://www.standardwebhooks.com says."""
    signed = b".".join((key.encode(), str(at).encode(), data))
    signature = base64.b64encode(hmac.digest(message.secret, signed, "sha256")).decode()
    return {
        "Content-Type": kind,
        "User-Agent": "ssh-arcade",
        "webhook-id": key,
        "webhook-timestamp": str(at),
        "webhook-signature": f"v1,{signature}",
    }
