"""Cochon in words: its actions, what is typed for them, and the table read aloud."""

from collections.abc import Sequence

from arcade.engine import Speech, Translator
from cochon.rules import Action, Roll

VERBS = {"roll": ("throw", "lancer"), "stop": ("arrêter",)}


def label(words: Translator, action: Action, _: Sequence[str]) -> str:
    """Name an action."""
    return words.t("throw") if isinstance(action, Roll) else words.t("stop")


def state(speech: Speech) -> list[str]:
    """Say the scores, the dice and what the turn has brought."""
    t, view = speech.words.t, speech.view
    lines = [t("Points, of {goal}: {each}.", goal=view.options.goal, each=speech.each(view.scores))]
    if view.turn is not None and view.throws:
        dice = speech.dice(view.dice)
        name = speech.name(view.turn)
        lines.append(
            t("{name} has thrown {dice}, {n} this turn.", name=name, dice=dice, n=view.sum)
        )
    return lines
