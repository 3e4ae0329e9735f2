"""The Golden 21 in sentences."""

from arcade.engine.words import Speech


def state(speech: Speech) -> list[str]:
    """Say the year, debts, accounts, dice, and what waits to be disposed of."""
    t, view = speech.words.t, speech.view
    said = [
        t("Year {n} of {most}.", n=view.year, most=view.years)
        if view.years
        else t("Year {n}.", n=view.year),
        t("Debts: {each}.", each=speech.each(_debts(speech))),
        t("Accounts: {each}.", each=speech.each(view.accounts)),
    ]
    if any(view.kills):
        said.append(t("Kills: {each}.", each=speech.each(view.kills)))
    if view.teams:
        pairs = [
            speech.names(seat for seat, one in enumerate(view.teams) if one == team)
            for team in (0, 1)
        ]
        said.append(t("Teams: {one}; against {other}.", one=pairs[0], other=pairs[1]))
    crisis = speech.each(dice or None for dice in view.crisis)
    said.append(
        speech.words.nt("{n} golden die.", "{n} golden dice.", view.golden)
        if not crisis
        else t("{n} golden dice; crisis dice: {each}.", n=view.golden, each=crisis)
    )
    if view.thrower is not None and view.announced is not None and view.dice:
        said.append(
            t(
                "{name} announced {n} and threw {dice}, {sum} in all.",
                name=speech.name(view.thrower),
                n=view.announced,
                dice=speech.dice(view.dice),
                sum=sum(view.dice),
            )
        )
    return [*said, *_turn(speech)]


def _debts(speech: Speech) -> list[str]:
    t, view = speech.words.t, speech.view
    marks = {"in": "", "21": t("at 21"), "out": t("insolvent"), "dead": t("dead")}
    return [
        f"{debt} ({marks[status]})" if marks[status] else str(debt)
        for debt, status in zip(view.debts, view.status, strict=True)
    ]


def _turn(speech: Speech) -> list[str]:
    view, nt = speech.view, speech.words.nt
    if view.turn is None:
        return []
    name = speech.name(view.turn)
    if view.phase == "announce":
        return [
            nt(
                "{name} is to announce and throws {n} die.",
                "{name} is to announce and throws {n} dice.",
                view.throws,
                name=name,
            )
        ]
    said = []
    if view.bonus:
        said.append(
            nt(
                "{name} has a bonus of {n} point.",
                "{name} has a bonus of {n} points.",
                view.bonus,
                name=name,
            )
        )
    if view.gifts:
        said.append(
            nt(
                "{name} may give {n} crisis die.",
                "{name} may give {n} crisis dice.",
                view.gifts,
                name=name,
            )
        )
    return said
