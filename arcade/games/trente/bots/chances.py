"""Each seat's chance to win a game of Trente: the manche by its scores, later ones evenly."""

from functools import lru_cache

from arcade.engine import clockwise, put
from arcade.games.trente.bots.stakes import shares
from arcade.games.trente.rules.state import View


def chances(view: View) -> tuple[float, ...]:
    scores, turn = view.scores, view.origin if view.turn is None else view.turn
    order, won = clockwise(len(scores), turn - 1), view.manches_won
    manche = shares(scores, next((seat for seat in order if scores[seat] >= 0), turn))
    left = view.rules.manches - view.manche
    games = [_game(put(won, seat, own + 1), left) for seat, own in enumerate(won)]
    return tuple(
        sum(share * game[seat] for share, game in zip(manche, games, strict=True))
        for seat in range(len(scores))
    )


def _game(won: tuple[int, ...], left: int) -> tuple[float, ...]:
    """Return each seat's share of the game with this many manches left, which anybody may win."""
    order = sorted(range(len(won)), key=won.__getitem__)
    shares = dict(zip(order, _ranked(tuple(sorted(won)), left), strict=True))
    return tuple(shares[seat] for seat in range(len(won)))


@lru_cache(maxsize=4096)
def _ranked(won: tuple[int, ...], left: int) -> tuple[float, ...]:
    """Return the shares by ascending wins: of eight seats and nine manches, few orders differ."""
    if not left or won[-1] > left + won[-2]:
        best = won[-1]
        return tuple((own == best) / won.count(best) for own in won)
    after = [_game(put(won, seat, own + 1), left - 1) for seat, own in enumerate(won)]
    return tuple(sum(game[seat] for game in after) / len(won) for seat in range(len(won)))
