"""Cochon in sentences, to be read aloud."""

from arcade.engine.words import Speech


def state(speech: Speech) -> list[str]:
    """Say the scores, the dice and what the turn has brought."""
    t, view = speech.words.t, speech.view
    said = [t("Points, of {goal}: {each}.", goal=view.options.goal, each=speech.each(view.scores))]
    if view.turn is not None and view.throws:
        dice = speech.dice(view.dice)
        name = speech.name(view.turn)
        said.append(t("{name} has thrown {dice}, {n} this turn.", name=name, dice=dice, n=view.sum))
    return said
