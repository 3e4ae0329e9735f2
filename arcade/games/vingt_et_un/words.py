"""21 in words: its actions, what is typed for them, and the table read aloud."""

from collections.abc import Mapping, Sequence

from arcade.engine import N_, Final, News, Offer, Speech, Translator, TypedAction, phrase
from arcade.games.vingt_et_un.rules.actions import Action, Mulligan, Place, Swap
from arcade.games.vingt_et_un.rules.placing import SCORING_ROUND, rows, spots, squares, worth
from arcade.games.vingt_et_un.rules.state import Kind, View, unlaid

VERBS = {
    "place": ("lay", "poser"),
    "swap": ("exchange", "échanger"),
    "mulligan": ("another", "autre"),
    "pass": ("passer",),
}

_STARS = ("*", "star", "etoile", "joker")


def label(words: Translator, action: Action, _: Sequence[str]) -> str:
    match action:
        case Place(at=at, as_=int(value)):
            return words.t("lay a star ({n}) on {at}", n=value, at=at)
        case Place(tile=tile, at=at):
            return words.t("lay {n} on {at}", n=tile, at=at)
        case Swap(tile=tile):
            return words.t("exchange {tile}", tile=tile)
        case Mulligan():
            return words.t("another first hand")
        case _:
            return words.t("pass")


def moment(_: View, seat: int, action: Action) -> News | None:
    """Tell a choice as it was made."""
    match action:
        case Place(at=at, as_=int(value)):
            return phrase("{seat:@ laid|You laid} a star ({n}) on {at}", seat=seat, n=value, at=at)
        case Place(tile=int(tile), at=at):
            return phrase("{seat:@ laid|You laid} {n} on {at}", seat=seat, n=tile, at=at)
        case Swap(tile=int(tile)):
            return phrase("{seat:@ exchanged|You exchanged} {n}", seat=seat, n=tile)
        case _:
            return None


NUMBERED = (*(f"place {tile}" for tile in range(1, 18)), "place *", "swap", "mulligan", "pass")
"""The number of a tile is that of its choice."""


def group(action: Action) -> str:
    """Return the choice an offer belongs to: that of its tile."""
    return (
        f"place {action.tile}" if isinstance(action, Place) else str(action.__struct_config__.tag)
    )


def choice(words: Translator, offers: Sequence[Offer], _: Sequence[str]) -> str:
    first = offers[0].action
    if not isinstance(first, Place) or len(offers) == 1:
        return ""
    if isinstance(first.tile, int):
        squares = ", ".join(offer.action.at for offer in offers)
        return words.t("lay {n} – add the square: {squares}", n=first.tile, squares=squares)
    squares = ", ".join(_star_on(offer) for offer in offers)
    return words.t("lay the star – write lay * SQUARE as NUMBER: {squares}", squares=squares)


def _star_on(offer: Offer) -> str:
    """Return the squares and values a star may take, "H8 1-6", as people type it."""
    span = f"{offer.low}-{offer.high}" if offer.high > offer.low else f"{offer.action.as_}"
    return f"{offer.action.at} {span}"


def _placement(typed: TypedAction) -> Mapping[str, object]:
    picked = [] if typed.verb else [str(typed.offers[0].action.tile)]
    tile, at, *more = [*picked, *(word for word in typed.rest if word not in ("on", "en"))]
    value = [int(word) for word in more if word not in ("as", "comme")]
    return {"tile": _tile_of(tile), "at": at.upper()} | ({"as": value[0]} if value else {})


def _tile_of(word: str) -> int | str:
    return "*" if word in _STARS else int(word)


FIELDS = {"place": _placement, "swap": lambda typed: {"tile": _tile_of(typed.rest[0])}}


def scores(speech: Speech) -> list[str]:
    t, view = speech.words.t, speech.view
    return [t("Round {n}.", n=view.round), t("Scores: {each}.", each=speech.each(view.scores))]


def tally(speech: Speech) -> tuple[str, Sequence[int]]:
    return speech.words.t("points"), speech.view.scores


def state(speech: Speech) -> list[str]:
    t, view = speech.words.t, speech.view
    sentences = scores(speech)
    if view.teams:
        sentences.append(t("First and third play against second and fourth."))
    sentences += hand(speech)
    if not view.board:
        sentences.append(t("The board is empty."))
        return sentences
    if speech.brief:  # each of some forty tiles was told when it was laid
        return [*sentences, *_passes(speech)]
    sentences += filter(None, (_row(speech, row) for row in range(1, rows(len(view.scores)) + 1)))
    sentences += _passes(speech)
    if view.last is not None:
        sentences.append(t("The last tile lies on {at}.", at=view.last))
    return sentences


def hand(speech: Speech) -> list[str]:
    """Return the reader's tiles, and where they would make 21."""
    t, view, own = speech.words.t, speech.view, speech.seat
    tiles = [_tile(speech, tile) for tile in getattr(view, "hand", ())]
    if not tiles or own is None:
        return []
    left = view.series_counts[own]
    return [
        t("Your tiles: {tiles}.", tiles=speech.list(tiles)),
        speech.words.nt("{n} more tile to draw.", "{n} more tiles to draw.", left),
        *(_makes_21(speech) if view.board else ()),
    ]


def _makes_21(speech: Speech) -> list[str]:
    """Return where the tiles in hand would score a line of 21, on the reader's turn."""
    view, seat, nt = speech.view, speech.seat, speech.words.nt
    if seat is None or view.turn != seat or view.round < SCORING_ROUND:
        return []
    ways = []
    for tile in sorted({tile for tile in view.hand if isinstance(tile, int)}):
        for at, most, barred in sorted(spots(view.board).values()):
            if most == tile and not barred and at in squares(len(view.scores)):
                laid = {"tile": tile, "at": at}
                points = worth(at, seat)
                ways.append(
                    nt("{tile} on {at}, {n} point", "{tile} on {at}, {n} points", points, **laid)
                )
    return (
        [speech.words.t("You can make 21: {ways}.", ways=speech.words.t("; ").join(ways))]
        if ways
        else []
    )


ASKED = {"square": ("case",), "row": ("rangee", "ligne")}
"""Questions about the board, and other words for each."""
ASKED_HELP = (
    N_("square E5: see what a square pays, and which tile makes 21 there"),
    N_("row 7: see which tiles lie in a row"),
)


def asked(speech: Speech, what: str, rest: str) -> str:
    """Answer "square E5" and "row 7"; "" for a square or a row that there is not."""
    seats = len(speech.view.scores)
    if what == "square":
        return _square(speech, rest.upper()) if rest.upper() in squares(seats) else ""
    if not rest.isdecimal() or not 1 <= int(rest) <= rows(seats):
        return ""
    return _row(speech, int(rest)) or speech.words.t("Row {n} is empty.", n=int(rest))


def _square(speech: Speech, at: str) -> str:
    t, nt, view = speech.words.t, speech.words.nt, speech.view
    if at in view.board:
        return f"{_laid(speech, at)}."
    points = 0 if speech.seat is None else worth(at, speech.seat)
    sentences = [nt("{at} is free, {n} point.", "{at} is free, {n} points.", points, at=at)]
    spot = spots(view.board).get(at)
    if spot is None:
        sentences.append(t("No tile touches it."))
    elif spot[2]:
        sentences.append(t("It is beside a face-down tile: only a star as 21 fits."))
    else:
        sentences.append(t("A {n} makes 21 there, and no more fits.", n=spot[1]))
    return " ".join(sentences)


def _row(speech: Speech, row: int) -> str:
    laid = [at for at in sorted(speech.view.board) if int(at[1:]) == row]
    tiles = ", ".join(_laid(speech, at) for at in laid)
    return speech.words.t("Row {n}: {tiles}.", n=row, tiles=tiles) if laid else ""


def details(speech: Speech) -> list[str]:
    """Say which tiles everybody has not laid yet."""
    left = [unlaid(speech.view, seat) for seat in range(len(speech.view.scores))]
    return [
        speech.words.t(
            "{name:@ has|You have} not laid yet: {tiles}.",
            name=speech.name(seat),
            tiles=speech.list([_tile(speech, tile) for tile in tiles.elements()]),
        )
        for seat, tiles in enumerate(left)
    ]


def _passes(speech: Speech) -> list[str]:
    view = speech.view
    if not view.passes or view.turn is None:
        return []
    return [
        speech.words.nt(
            "{n} of {seats} has passed; when all pass in a row, the game ends.",
            "{n} of {seats} have passed; when all pass in a row, the game ends.",
            view.passes,
            seats=len(view.scores),
        )
    ]


def _tile(speech: Speech, tile: int | str) -> str:
    return str(tile) if isinstance(tile, int) else speech.words.t("star")


def _laid(speech: Speech, at: str) -> str:
    tile = speech.view.board[at]
    laid = {"at": at, "n": tile.value, "name": speech.name(tile.seat)}
    if not tile.face_up:
        return speech.words.t("{at} {n} {name:of @|of yours}, face down", **laid)
    return speech.words.t("{at} {n} {name:of @|of yours}", **laid)


STORY = {Kind.SCORED: "points", Kind.LOST: "n"}


def retell(news: Sequence[News], at: int) -> News | None:
    """Report a score with the tile that made it."""
    item = news[at]
    tiles = (Kind.TILE_LAID, Kind.STAR_LAID)
    laid = next((before for before in reversed(news[:at]) if before.kind in tiles), None)
    if item.kind != Kind.SCORED or laid is None:
        return item
    of = {"seat": item.number("seat"), "at": laid.data["at"], "points": item.number("points")}
    if laid.kind == Kind.STAR_LAID:
        return phrase("{seat:@ makes|You make} 21 with a star on {at}: {points} points.", **of)
    return phrase(
        "{seat:@ makes|You make} 21 with {n} on {at}: {points} points.", n=laid.number("n"), **of
    )


def gains(speech: Speech) -> Sequence[tuple[int, int, int]]:
    """Return what each seat gained or lost: after which news, whose, how much.

    What a tile scores counts from the news of the tile.
    """
    gained, at = [], 0
    for number, item in enumerate(speech.news):
        match item.kind:
            case Kind.TILE_LAID | Kind.STAR_LAID | Kind.LAST_TILE:
                at = number
            case Kind.SCORED:
                gained.append((at, item.number("seat"), item.number("points")))
            case Kind.LOST:
                gained.append((at, item.number("seat"), -item.number("n")))
    return gained


def score(words: Translator, n: int) -> str:
    return words.nt("{made} point", "{made} points", abs(n), made=n)


def final(speech: Speech) -> Final:
    t, view = speech.words.t, speech.view
    why = t("The team with the most points wins") if view.teams else t("The most points win")
    points = [score(speech.words, total) for total in view.scores]
    return Final(why, tuple(points))
