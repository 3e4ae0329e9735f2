"""What an action is, in a few words: for the coach, who speaks of choices that nobody made."""

from typing import Any

from arcade.club.words import Words
from arcade.engine import codec


def deed(words: Words, action: Any, names: tuple[str, ...]) -> str:
    """Name an action, "" where it has no name here; `names` are those of the seats."""
    t, plain = words.t, codec.plain(action)
    match plain:
        case {"do": "place", "tile": tile, "at": place}:
            return t("tile {tile} on {place}", tile=tile, place=place)
        case {"do": "swap", "tile": tile}:
            return t("give tile {tile} back", tile=tile)
        case {"do": "mulligan"}:
            return t("three other tiles")
        case {"do": "open", "amount": amount}:
            return t("open for {n}", n=amount)
        case {"do": "raise", "to": amount}:
            return t("raise to {n}", n=amount)
        case {"do": "roll" | "keep"} if kept := plain.get("keep") or plain.get("dice"):
            return t("keep {dice}", dice="-".join(map(str, kept)))
        case {"do": "roll"}:
            return t("throw all dice")
        case {"do": "throw", "total": int(total)}:
            return t("announce {n}", n=total)
        case {"do": "attack", "target": int(seat)} if seat < len(names):
            return t("strike {name}", name=names[seat])
        case {"do": do}:
            return {
                "stop": t("stop there"),
                "call": t("call"),
                "fold": t("fold"),
                "stand": t("stand"),
                "card": t("take a card"),
                "stay": t("take no card"),
                "pass": t("pass"),
                "end": t("end the turn"),
            }.get(do, "")
    return ""


def told_of(words: Words, action: Any, why: str, names: tuple[str, ...]) -> str:
    """Say what the coach says of an action, its name first."""
    named = deed(words, action, names)
    return f"{named} – {why}" if named else why
