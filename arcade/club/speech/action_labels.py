"""What one may do, in a few words: the choices of every game, for coach, replay and line mode."""

from collections.abc import Sequence
from typing import Any

from msgspec import to_builtins

from arcade.club.i18n.words import Words


def named(words: Words, action: Any, names: Sequence[str]) -> str:
    """Name an action; `names` are those of the seats."""
    match to_builtins(action):
        case {"do": "roll" | "throw" | "stop" | "keep" | "attack"} as plain:
            return _with_dice(words, plain, names)
        case {"do": "announce" | "spend" | "give" | "end"} as plain:
            return _of_golden21(words, plain, names)
        case {"do": "open" | "call" | "raise" | "fold" | "stand" | "card" | "stay"} as plain:
            return _of_bidding(words, plain)
        case {"do": "forgo"}:
            return words.t("forgo the vengeance")
        case {"do": "deal"}:
            return words.t("deal the next hand")
        case {"do": "last-hand"}:
            return words.t("make the next hand the last")
        case {"do": "place" | "swap" | "pass" | "mulligan"} as plain:
            return _with_tiles(words, plain)
        case plain:
            return plain_words(plain)


def reasoned(words: Words, action: Any, why: str, names: Sequence[str]) -> str:
    """Name an action, and say the sentence about it."""
    return f"{named(words, action, names)} – {why}"


def plain_words(plain: dict[str, Any]) -> str:
    """Name an action of a game this module does not know by its fields."""
    fields = [f"{name} {value}" for name, value in plain.items() if name != "do" and value]
    return " · ".join([plain["do"], *fields])


def _with_dice(words: Words, plain: dict[str, Any], names: Sequence[str]) -> str:
    match plain:
        case {"do": "roll", "keep": [*kept]} if kept:
            return words.t("keep {dice}, throw the rest", dice=_dice(kept))
        case {"do": "keep", "dice": [*kept]}:
            return words.t("keep {dice}", dice=_dice(kept))
        case {"do": "attack", "target": int(seat)}:
            return words.t("attack {name}", name=names[seat])
        case {"do": "attack"}:
            return words.t("attack")
        case {"do": "stop"}:
            return words.t("stop here")
        case _:
            return words.t("throw")


def _of_golden21(words: Words, plain: dict[str, Any], names: Sequence[str]) -> str:
    match plain:
        case {"do": "announce", "total": total, "aim": int(aim)}:
            return words.t("announce {total}, on {name}", total=total, name=_whom(aim, names))
        case {"do": "announce", "total": total}:
            return words.t("announce {total}", total=total)
        case {"do": "give", "to": [*seats]}:
            return words.t("give to {names}", names=", ".join(names[seat] for seat in seats))
        case {"do": "spend", "to": "debt", "seat": seat, "sign": sign}:
            return words.t("bonus: {sign} to the debt of {name}", sign=sign, name=names[seat])
        case {"do": "spend", "seat": seat, "sign": sign}:
            return words.t("bonus: {sign} to the account of {name}", sign=sign, name=names[seat])
        case _:
            return words.t("end the turn")


def _of_bidding(words: Words, plain: dict[str, Any]) -> str:
    match plain:
        case {"do": "open", "amount": amount}:
            return words.t("open for {n}", n=amount)
        case {"do": "raise", "to": to}:
            return words.t("raise to {n}", n=to)
        case {"do": "call"}:
            return words.t("call")
        case {"do": "fold"}:
            return words.t("fold")
        case {"do": "card"}:
            return words.t("take a card")
        case {"do": "stay"}:
            return words.t("stay")
        case _:
            return words.t("stand")


def _with_tiles(words: Words, plain: dict[str, Any]) -> str:
    match plain:
        case {"do": "place", "as": int(value), "at": at}:
            return words.t("star as {n} on {at}", n=value, at=at)
        case {"do": "place", "tile": tile, "at": at}:
            return words.t("{n} on {at}", n=tile, at=at)
        case {"do": "swap", "tile": tile}:
            return words.t("exchange {tile}", tile=tile)
        case {"do": "mulligan"}:
            return words.t("another first hand")
        case _:
            return words.t("pass")


def _dice(kept: Sequence[int]) -> str:
    return "-".join(str(die) for die in kept)


def _whom(seat: int, names: Sequence[str]) -> str:
    return names[seat] if 0 <= seat < len(names) else str(seat)
