"""How a game begins: who is first, and each seat's hand and series (page: Set-up)."""

from arcade.engine.chance import Card, Chance
from arcade.engine.news import News, told
from arcade.games.vingt_et_un.rules.state import HAND, STAR, TILES, is_low, value


def turn_over(seats: int, chance: Chance) -> tuple[int, tuple[News, ...]]:
    """Let each seat turn over a tile; the highest begins, those who tie for it turn again."""
    news = []
    level = tuple(range(seats))
    while True:
        turned = {seat: TILES[chance.pick(len(TILES))] for seat in level}
        news += [_told_turned(seat, tile) for seat, tile in turned.items()]
        best = max(value(tile) for tile in turned.values())
        level = tuple(seat for seat in level if value(turned[seat]) == best)
        if len(level) == 1:
            news.append(told("{seat:seat} has the highest tile and begins.", seat=level[0]))
            return level[0], tuple(news)
        news.append(told("{seats:seats} are level and turn over again.", seats=level))


def deal(seat: int, chance: Chance) -> tuple[tuple[Card, ...], tuple[Card, ...], tuple[News, ...]]:
    """Shuffle a seat's tiles until its hand has a low tile or a star: hand, series and account."""
    news: tuple[News, ...] = ()
    while True:
        tiles = chance.shuffle(TILES)
        hand = tiles[:HAND]
        if any(is_low(tile) or tile == STAR for tile in hand):
            return hand, tiles[HAND:], news
        again = told(
            "{seat:seat} has drawn neither a tile of 9 or less nor a star, and draws again.",
            seat=seat,
        )
        news = (*news, again)


def _told_turned(seat: int, tile: Card) -> News:
    if isinstance(tile, int):
        return told("{seat:seat} turns over {n}.", seat=seat, n=tile)
    return told("{seat:seat} turns over a star, which counts 21.", seat=seat)
