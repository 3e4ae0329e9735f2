"""Chance that can be checked afterwards: commitments, keys, and the draws they give.

The exact bytes, with a worked example: docs/fair-dice.md. `server/hosting/verify.py` does
the same from that page and not from this file: a change here needs a new version in the tags.
"""

import hashlib
import hmac
from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from arcade.engine.chance import Card, Cards, Stream, ascending

SEED_BYTES = 32

SEAL = "ssh-arcade/1/seal"
WORDS = "ssh-arcade/1/words"
GAME = "ssh-arcade/1/game"
DRAWS = "ssh-arcade/1/draws"
DAILY = "ssh-arcade/1/daily"
BOT = "ssh-arcade/1/whim"
SALT = "ssh-arcade/1/salt"
CARD = "ssh-arcade/1/card"

Kind = Literal["words", "sealed", "bot", "none"]


class Contribution(Struct, frozen=True):
    """What a seat gave to a game's dice.

    `kind` says what `text` is: "words" the revealed words, "sealed" the commitment (hex) of words
    that were not revealed; a "bot" gives nothing, nor does a person without words ("none").
    """

    kind: Kind
    text: str = ""
    commitment: str = ""
    """What the words had been sealed by before the start (hex); "" where there was nothing."""


def length_prefixed(*parts: str | bytes) -> bytes:
    """Join texts unambiguously: each after four bytes of its length."""
    encoded = [part.encode() if isinstance(part, str) else part for part in parts]
    return b"".join([len(part).to_bytes(4, "big") + part for part in encoded])


def seal(game: str, seed: bytes) -> str:
    return hashlib.sha256(length_prefixed(SEAL, game, seed)).hexdigest()


def seal_words(words: str) -> str:
    return hashlib.sha256(length_prefixed(WORDS, words)).hexdigest()


def game_key(
    seed: bytes, game: str, rules: str, room: str, number: int, seats: Sequence[Contribution]
) -> bytes:
    """Return the key of one game's draws; `rules` is text, `seats` are in seat order."""
    given = [
        length_prefixed(str(seat), contribution.kind, contribution.text)
        for seat, contribution in enumerate(seats)
    ]
    message = length_prefixed(GAME, game, rules, room, str(number), length_prefixed(*given))
    return hmac.digest(seed, hashlib.sha256(message).digest(), hashlib.sha256)


def daily_key(seed: bytes, game: str, rules: str, day: str) -> bytes:
    """Return the key of a day's deal, the same at every table."""
    message = length_prefixed(DAILY, game, rules, day)
    return hmac.digest(seed, hashlib.sha256(message).digest(), hashlib.sha256)


def bot_seed(key: bytes, label: str) -> bytes:
    """Return the 32-byte seed of a bot's random choices under a label."""
    return hmac.digest(key, length_prefixed(BOT, label), hashlib.sha256)


class Draws(Stream):
    """The draws of one label: the same key and label give the same forever.

    A shuffle begins from the cards in ascending order, so that it depends on which cards they are
    and not on how they lay.
    """

    def shuffle(self, cards: Sequence[Cards]) -> tuple[Cards, ...]:
        return super().shuffle(sorted(cards, key=ascending))

    def _labelled(self, label: str) -> bytes:
        return length_prefixed(DRAWS, label)

    def _counted(self, counter: int) -> bytes:
        return length_prefixed(str(counter))


def salt(key: bytes, label: str, draw: int, position: int) -> bytes:
    """Return the salt of one card: number of the draw under its label, and place in the shuffle."""
    return hmac.digest(key, length_prefixed(SALT, label, str(draw), str(position)), hashlib.sha256)


def seal_card(card: Card, salt: bytes) -> str:
    """Return the commitment (hex) to one card that stays hidden."""
    return hashlib.sha256(length_prefixed(CARD, str(card), salt)).hexdigest()
