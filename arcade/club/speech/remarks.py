"""What a choice was worth, in words."""

from arcade.club.i18n.words import Words
from arcade.club.replays.highlights import Highlights
from arcade.club.replays.review import Remark
from arcade.club.speech.actions import label


def given_text(words: Words, remark: Remark) -> str:
    """Return how much was given away."""
    unit = words.t(remark.unit)
    return words.t("Given away: {worth} {unit}.", worth=figure(words, remark.given), unit=unit)


def figure(words: Words, worth: float) -> str:
    """Return a value with as many decimals as matter."""
    return words.number(worth, 1 if worth >= 10 else 2 if worth >= 0.1 else 3)


def finest_text(words: Words, found: Highlights) -> str:
    """Return who made the finest choice, and how much better it was; "" if there was none."""
    if (one := found.finest) is None:
        return ""
    gain = words.t(
        "{worth} {unit} better than anything else",
        worth=figure(words, one.gain),
        unit=words.t(one.unit),
    )
    return f"{_choice(words, found, one)} – {gain}"


def costliest_text(words: Words, found: Highlights) -> str:
    """Return who made the costliest choice, and what it gave away; "" if there was none."""
    if (one := found.costliest) is None:
        return ""
    return f"{_choice(words, found, one)} – {given_text(words, one)}"


def _choice(words: Words, found: Highlights, remark: Remark) -> str:
    choice = label(words, found.game, remark.chosen.action, found.names)
    return words.t("{name}: {choice}", name=found.names[remark.seat], choice=choice)
