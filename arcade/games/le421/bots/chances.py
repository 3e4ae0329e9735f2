"""Each seat's chance to win a game of Le 421, by the tokens on the table (`values`)."""

from arcade.games.le421.bots.expert import halves
from arcade.games.le421.rules.state import View


def chances(view: View) -> tuple[float, ...]:
    seats = range(len(view.tokens))
    if view.phase not in ("charge", "decharge"):
        return tuple((seat in view.playing) / len(view.playing) for seat in seats)
    table = halves(view.options, len(seats))
    shares = []
    for seat in seats:
        others = [other for other in seats if other != seat]
        if view.phase == "charge":
            tokens_of_others = tuple(sorted(view.tokens[other] for other in others))
            shares.append(table.in_charge(view.pot, view.tokens[seat], tokens_of_others))
        else:
            order = (seat, *others)
            tokens = tuple(view.tokens[other] for other in order)
            shares.append(
                table.in_decharge(tokens, tuple(view.manches_won[other] > 0 for other in order))
            )
    total = sum(shares)
    return tuple(share / total for share in shares)
