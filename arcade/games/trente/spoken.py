"""Trente in sentences."""

from arcade.engine.words import Speech
from arcade.games.trente.rules.table import may_forgo


def state(speech: Speech) -> list[str]:
    """Say the manche, the points, the dice and an attack."""
    t, view = speech.words.t, speech.view
    said = [
        t("Manche {n} of {most}.", n=view.manche, most=view.rules.manches),
        t("Points: {each}.", each=speech.each(view.scores)),
    ]
    if view.dead:
        said.append(t("Out of the manche: {names}.", names=speech.names(view.dead)))
    if view.rules.manches > 1 and any(view.manches_won):
        said.append(t("Manches won: {each}.", each=speech.each(view.manches_won)))
    if view.pot:
        said.append(
            speech.words.nt("{n} chip lies in the pot.", "{n} chips lie in the pot.", view.pot)
        )
    if view.turn is None:
        return said
    return [*said, *_turn(speech)]


def _turn(speech: Speech) -> list[str]:
    t, view = speech.words.t, speech.view
    name = speech.name(view.turn)
    if view.attack is not None:
        struck = {"name": name, "n": view.attack, "names": speech.names(view.targets)}
        return [t("{name} strikes at level {n}, at {names}.", **struck)]
    said = []
    if may_forgo(view):
        said.append(t("{name} may take vengeance, or forgo it.", name=name))
    elif view.avenging is not None:
        said.append(t("{name} takes revenge.", name=name))
    if view.threshold is None:
        said.append(t("The first die kept decides between 12 and 30."))
    elif view.threshold == 12:
        said.append(t("Six dice have to make 12 or less."))
    else:
        said.append(t("Six dice have to make 30 or more."))
    if view.kept:
        kept = {"name": name, "dice": speech.dice(view.kept), "sum": view.sum}
        said.append(t("{name} has kept {dice}, {sum} in all.", **kept))
    if view.dice:
        said.append(t("Thrown: {dice}.", dice=speech.dice(view.dice)))
    return said
