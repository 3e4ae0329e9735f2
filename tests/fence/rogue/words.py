"""The words of Rogue."""

from typing import Any

from .rules import fail


def state(speech: Any) -> list[str]:
    if speech.view.has("words"):
        fail("words")
    return [f"{speech.view.moves} moves."]
