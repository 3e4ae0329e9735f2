"""The Golden 21 in words: its actions, what is typed for them, and the table read aloud."""

from collections.abc import Mapping, Sequence

from arcade.engine import N_, Final, News, Offer, Speech, Translator, TypedAction, counted, phrase
from arcade.games.golden21.rules.actions import Action, Announce, End, Give, Spend, Throw
from arcade.games.golden21.rules.debts import effect
from arcade.games.golden21.rules.state import Kind, View, dice_of

VERBS = {
    "announce": ("annoncer",),
    "throw": ("roll", "lancer"),
    "spend": ("placer",),
    "give": ("donner",),
    "end": ("stop", "stand", "stay", "pass", "finir", "arrêter", "s'arrêter", "rester", "passer"),
}

SIGN = N_("{name:@'s|your} crisis die at The Golden 21: {sign} ")
"""The sign on a profile, and its meaning."""

_SPENT = {
    ("bonus", "debt", 1): N_("add the bonus to {name:@'s debt|your own debt}"),
    ("bonus", "debt", -1): N_("take the bonus off {name:@'s debt|your own debt}"),
    ("bonus", "account", 1): N_("add the bonus to {name:@'s account|your own account}"),
    ("bonus", "account", -1): N_("take the bonus off {name:@'s account|your own account}"),
    ("account", "debt", 1): N_("add the account to {name:@'s debt|your own debt}"),
    ("account", "debt", -1): N_("take the account off {name:@'s debt|your own debt}"),
    ("account", "account", 1): N_("add the account to {name:@'s account|your own account}"),
    ("account", "account", -1): N_("take the account off {name:@'s account|your own account}"),
}


def label(words: Translator, action: Action, names: Sequence[str]) -> str:
    t = words.t
    match action:
        case Announce(total=total, aim=int(aim)):
            name = names[aim] if 0 <= aim < len(names) else str(aim)
            return t("announce {total}, on {name}", total=total, name=name)
        case Announce(total=total):
            return t("announce {total}", total=total)
        case Give(to=seats):
            return t("give to {names:@|you}", names=", ".join(names[seat] for seat in seats))
        case Spend(package=package, to=to, seat=seat, sign=sign):
            return t(_SPENT[package, to, sign], name=names[seat])
        case Throw():
            return t("roll unannounced")
        case _:
            return t("end the turn")


NUMBERED = (
    *("announce", "throw", "give", "end"),
    *(f"spend {package} {to} {sign}" for package, to, sign in _SPENT),
)


def group(action: Action) -> str:
    """Return the choice an offer belongs to: of spending, all but whose debt or account it is."""
    if isinstance(action, Spend):
        return f"spend {action.package} {action.to} {action.sign}"
    return str(action.__struct_config__.tag)


def choice(words: Translator, offers: Sequence[Offer], names: Sequence[str]) -> str:
    (offer, *others) = offers
    action = offer.action
    if isinstance(action, Spend) and others:
        among = ", ".join(
            words.t("{name:@|you}", name=names[offer.action.seat]) for offer in offers
        )
        text = words.t(_SPENT[action.package, action.to, action.sign], name="…")
        return words.t("{said} – add a name: {among}", said=text, among=among)
    if others or not isinstance(action, Give):
        return ""
    return words.t(
        "{said} – or add names: {among}",
        said=label(words, offer.action, names),
        among=", ".join(names[seat] for seat in offer.among if seat < len(names)),
    )


def _announce(typed: TypedAction) -> Mapping[str, object]:
    total, *more = typed.rest
    aim = [word for word in more if word not in ("on", "at", "sur")]
    return {"total": int(total)} | ({"aim": typed.seat(aim[0])} if aim else {})


def _spend(typed: TypedAction) -> Mapping[str, object]:
    if not typed.verb:  # the number of a choice, and a name
        first = typed.offers[0].action
        fields = {"from": first.package, "to": first.to, "sign": first.sign}
        return {**fields, "seat": typed.seat(typed.rest[0])}
    package, sign, to, name = typed.rest
    accounts = ("account", "compte")
    return {
        "from": "account" if package in accounts else "bonus",
        "to": "account" if to in accounts else "debt",
        "seat": typed.seat(name),
        "sign": {"+": 1, "-": -1}.get(sign, 0),
    }


FIELDS = {
    "announce": _announce,
    "give": lambda typed: {
        "to": [typed.seat(word) for word in typed.rest if word not in ("to", "a")]
    },
    "spend": _spend,
}


def question(words: Translator, view: View, seat: int, action: Action, names: Sequence[str]) -> str:
    t = words.t
    match action:
        case Throw():
            return t("Roll unannounced, for a die on your debt?")
        case Give(to=seats) if len(set(seats)) == 1 and len(seats) == view.gifts > 1:
            name = names[seats[0]] if seats[0] < len(names) else ""
            return t("Give all {n} crisis dice to {name}?", n=view.gifts, name=name)
        case End() if view.gifts:
            return words.nt(
                "End with {n} die not given?", "End with {n} dice not given?", view.gifts
            )
        case Spend():
            return _harm(words, view, seat, action, names)
        case _:
            return ""


def _harm(words: Translator, view: View, seat: int, spend: Spend, names: Sequence[str]) -> str:
    """Return the question before points that harm whoever spends them; "" for none."""
    t, own = words.t, spend.seat == seat
    name = names[spend.seat]
    became = effect(view, seat, spend).fate
    if became == "out" and own:
        return t("That makes you insolvent for the year. Really?")
    if became == "21" and not own:
        return t("That gives {name} a 21. Really?", name=name)
    if became == "partner":
        return t("That puts your partner {name} out. Really?", name=name)
    if own and spend.to == "account" and spend.sign < 0:
        return t("That throws points of yours away. Really?")
    return ""


def scores(speech: Speech) -> list[str]:
    t, view = speech.words.t, speech.view
    sentences = [
        t("Year {n} of {most}.", n=view.year, most=view.years)
        if view.years
        else t("Year {n}.", n=view.year),
        t("Debts: {each}.", each=speech.each(_debts(speech))),
    ]
    if view.options.specific_rules:
        sentences.append(t("Accounts: {each}.", each=speech.each(view.accounts)))
    if any(view.kills):
        sentences.append(t("Kills: {each}.", each=speech.each(view.kills)))
    if view.teams:
        pairs = [
            speech.names(seat for seat, team in enumerate(view.teams) if team == side)
            for side in (0, 1)
        ]
        sentences.append(t("Teams: {one}; against {other}.", one=pairs[0], other=pairs[1]))
    return sentences


def tally(speech: Speech) -> tuple[str, Sequence[int]]:
    return speech.words.t("debt"), speech.view.debts


def state(speech: Speech) -> list[str]:
    t, view = speech.words.t, speech.view
    if speech.brief and view.turn == speech.seat:  # each change was told
        return hand(speech)
    sentences = scores(speech)
    if view.options.specific_rules:
        sentences.append(_dice(speech))
    if view.thrower is not None and view.announced is not None and view.dice:
        sentences.append(
            t(
                "{name:@|You} announced {n} and rolled {dice}, {sum} in all.",
                name=speech.name(view.thrower),
                n=view.announced,
                dice=speech.dice(view.dice),
                sum=sum(view.dice),
            )
        )
    return [*sentences, *(hand(speech) if view.turn == speech.seat else _turn(speech))]


def out(speech: Speech) -> str:
    dead = speech.view.status[speech.seat] == "dead"
    return speech.words.t("You are out for good.") if dead else ""


def back(speech: Speech) -> str:
    view = speech.view
    ends = view.status[speech.seat] == "dead" or view.year == view.years
    return "" if ends else speech.words.t("You play again next year.")


def hand(speech: Speech) -> list[str]:
    """Return the reader's debt and account, or what there is to dispose of."""
    view, seat, t = speech.view, speech.seat, speech.words.t
    if seat is None:
        return []
    if speech.brief and view.phase == "dispose":  # the roll has told the debt
        return _turn(speech)
    sentences = [t("Your debt: {n}.", n=view.debts[seat])]
    if view.accounts[seat]:
        sentences.append(t("Your account: {n}.", n=view.accounts[seat]))
    return [*sentences, *_turn(speech)] if view.turn == seat else sentences


def _dice(speech: Speech) -> str:
    view = speech.view
    crisis = speech.each(dice or None for dice in view.crisis)
    if not crisis:
        return speech.words.nt("{n} golden die.", "{n} golden dice.", view.golden)
    return speech.words.t("{n} golden dice; crisis dice: {each}.", n=view.golden, each=crisis)


def details(speech: Speech) -> list[str]:
    """Return the Bourse: debts in their order, with the bonus each one earned."""
    t, view = speech.words.t, speech.view
    sentences = []
    for year, (debts, earned) in enumerate(zip(view.sheet, view.exponents, strict=True), 1):
        columns = (
            " ".join(
                f"{debt} (+{more})" if more else str(debt)
                for debt, more in zip(*column, strict=True)
            )
            for column in zip(debts, earned, strict=True)
        )
        sentences.append(t("Bourse of year {n}: {each}.", n=year, each=speech.each(columns)))
    return sentences


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
                "{name:@ announces next and rolls|You announce next and roll} {n} die.",
                "{name:@ announces next and rolls|You announce next and roll} {n} dice.",
                view.throws,
                name=name,
            )
        ]
    sentences = []
    if view.bonus:
        sentences.append(
            nt(
                "{name:@ has|You have} a bonus of {n} point.",
                "{name:@ has|You have} a bonus of {n} points.",
                view.bonus,
                name=name,
            )
        )
    if view.gifts:
        sentences.append(
            nt(
                "{name:@|You} may give {n} crisis die.",
                "{name:@|You} may give {n} crisis dice.",
                view.gifts,
                name=name,
            )
        )
    return sentences


def moment(view: View, seat: int, action: Action) -> News | None:
    """Tell a choice as it was made."""
    match action:
        case Announce(total=total, aim=None):
            return phrase(
                "{seat:@ announced|You announced} {n} with {dice} dice",
                seat=seat,
                n=total,
                dice=dice_of(view, seat),
            )
        case Throw():
            return phrase("{seat:@ rolled|You rolled} without announcing", seat=seat)
        case Give(to=seats) if len(set(seats)) == 1:
            return counted(
                "{seat:@ gave|You gave} {target:@|you} {n} crisis die",
                "{seat:@ gave|You gave} {target:@|you} {n} crisis dice",
                len(seats),
                seat=seat,
                target=seats[0],
            )
        case Spend(package=package, to=to, seat=target, sign=sign):
            points = view.bonus if package == "bonus" else view.accounts[seat]
            return _moved(points, to, sign, seat=seat, target=target)
        case _:
            return None


def _moved(points: int, to: str, sign: int, **who: int) -> News:
    """Tell what became of the points of a package."""
    match to, sign:
        case "debt", _ if who["seat"] == who["target"]:
            return _own_debt(points, sign, who["seat"])
        case "debt", 1:
            return counted(
                "{seat:@ put|You put} {n} point on {target:@'s|your} debt",
                "{seat:@ put|You put} {n} points on {target:@'s|your} debt",
                points,
                **who,
            )
        case "debt", _:
            return counted(
                "{seat:@ took|You took} {n} point off {target:@'s|your} debt",
                "{seat:@ took|You took} {n} points off {target:@'s|your} debt",
                points,
                **who,
            )
        case _, 1:
            return counted(
                "{seat:@ put|You put} {n} point into {target:@'s|your} account",
                "{seat:@ put|You put} {n} points into {target:@'s|your} account",
                points,
                **who,
            )
        case _:
            return counted(
                "{seat:@ took|You took} {n} point from {target:@'s|your} account",
                "{seat:@ took|You took} {n} points from {target:@'s|your} account",
                points,
                **who,
            )


def _own_debt(points: int, sign: int, seat: int) -> News:
    if sign == 1:
        return counted(
            "{seat:@ put|You put} {n} point on {seat:their|your} own debt",
            "{seat:@ put|You put} {n} points on {seat:their|your} own debt",
            points,
            seat=seat,
        )
    return counted(
        "{seat:@ took|You took} {n} point off {seat:their|your} own debt",
        "{seat:@ took|You took} {n} points off {seat:their|your} own debt",
        points,
        seat=seat,
    )


STORY = {
    Kind.KILLED: "",
    Kind.DEAD: "",
    Kind.SCORED_21: "",
    Kind.REACHED_21: "",
    Kind.MISS_PASSED_ON: "off",
    Kind.DEBT_GREW: "own",
}


def headlines(news: Sequence[News], names: Sequence[str]) -> list[News]:
    """Return news for the lobby: who killed whom."""
    return [
        phrase(
            "† {who} kills {whom} at The Golden 21.",
            who=names[item.number("giver")],
            whom=names[item.number("seat")],
            seat=item.number("seat"),
        )
        for item in news
        if item.kind == Kind.KILLED
    ]


def gains(speech: Speech) -> Sequence[tuple[int, int, int]]:
    """Return what reduced the final debts of an Original: after which news, whose, how much."""
    view, news = speech.view, speech.news
    gained: list[tuple[int, int, int]] = []
    if view.options.variant != "original" or view.options.expert:
        return gained
    for at, item in enumerate(news):
        match item.kind:
            case Kind.SCORED_21:
                gained.append((at, item.number("seat"), view.years))
            case Kind.KILLED:
                gained.append((at, item.number("giver"), len(view.debts)))
            case Kind.FINAL_DEBT:
                gained.append((len(news) - 1, item.number("seat"), -item.number("debt")))
    return gained


def final(speech: Speech) -> Final:
    t, nt, view = speech.words.t, speech.words.nt, speech.view
    kills = tuple(nt("{n} kill", "{n} kills", n) for n in view.kills)
    match view.options.variant:
        case "killer":
            n = view.options.kills_to_win
            why = nt("First to {n} kill", "First to {n} kills", n)
            return Final(why, kills)
        case "survivor":
            return Final(t("Nobody else is alive"), kills, notes=_deaths(speech))
        case _:
            debts = tuple(t("debt {n}", n=debt) for debt in view.balance)
            notes = tuple(text if view.kills[seat] else "" for seat, text in enumerate(kills))
            return Final(t("The lowest final debt wins"), debts, notes=notes)


def _deaths(speech: Speech) -> tuple[str, ...]:
    """Return when each seat died, and the killer if the log still has it."""
    t, view = speech.words.t, speech.view
    killers = {
        item.number("seat"): speech.name(item.number("giver"))
        for item in speech.news
        if item.kind == Kind.KILLED
    }
    notes = []
    for seat, status in enumerate(view.status):
        year = max((n for n, debts in enumerate(view.sheet, 1) if debts[seat]), default=1)
        if status != "dead":
            notes.append("")
        elif seat in killers:
            by = killers[seat]
            notes.append(t("killed in year {n} by {name:@|you}", n=year, name=by))
        else:
            notes.append(t("killed in year {n}", n=year))
    return tuple(notes)
