"""The news of every throw, tie and token."""

from collections.abc import Sequence
from functools import cache, lru_cache

from arcade.engine import News, counted, phrase
from arcade.games.le421.rules.actions import Roll
from arcade.games.le421.rules.hands import NENETTE, Due, Rampo, Transfer, worth
from arcade.games.le421.rules.options import Options
from arcade.games.le421.rules.state import Kind, Round, View


@cache
def throw(seat: int, dice: tuple[int, ...], roll: Roll) -> tuple[News, ...]:
    if roll.keep is None:
        fallen = phrase("{seat:@ rolls|You roll} {dice:dice}.", Kind.ROLLED, seat=seat, dice=dice)
    elif not roll.keep:
        fallen = phrase(
            "{seat:@ rolls|You roll} all three again: {dice:dice}.",
            Kind.ROLLED,
            seat=seat,
            dice=dice,
        )
    else:
        fallen = phrase(
            "{seat:@ keeps|You keep} {kept:dice} and {seat:rolls|roll} {fresh:dice}: {dice:dice}.",
            Kind.ROLLED,
            seat=seat,
            kept=roll.keep,
            fresh=dice[len(roll.keep) :],
            dice=dice,
        )
    if not roll.bon:
        return (fallen,)
    called = phrase("{seat:@ calls|You call} le bon: this roll counts.", Kind.BON_CALLED, seat=seat)
    return called, fallen


def stand(table: View, seat: int, hand: int) -> News:
    stock = table.stock(seat)
    return _stand(seat, hand, None if stock is None else worth(table.options, hand, stock))


@cache
def _stand(seat: int, hand: int, tokens: int | None) -> News:
    if hand == NENETTE:
        return phrase(
            "{seat:@ stands|You stand} on {hand:hand}, the nénette (lowest hand).",
            Kind.STOOD,
            seat=seat,
            hand=hand,
        )
    if tokens is None:
        return phrase("{seat:@ stands|You stand} on {hand:hand}.", Kind.STOOD, seat=seat, hand=hand)
    return counted(
        "{seat:@ stands|You stand} on {hand:hand}, worth {n} token.",
        "{seat:@ stands|You stand} on {hand:hand}, worth {n} tokens.",
        tokens,
        Kind.STOOD,
        seat=seat,
        hand=hand,
    )


@cache
def limit(throws: str, n: int) -> News:
    if throws == "exact":
        return counted(
            "Everyone else gets exactly {n} roll.",
            "Everyone else gets exactly {n} rolls.",
            n,
            Kind.ROLLS_LIMITED,
        )
    if throws == "le-bon":
        return counted(
            "Everyone else gets {n} roll.",
            "Everyone else gets {n} rolls, fewer only if they call le bon.",
            n,
            Kind.ROLLS_LIMITED,
        )
    return counted(
        "Everyone else gets at most {n} roll.",
        "Everyone else gets up to {n} rolls.",
        n,
        Kind.ROLLS_LIMITED,
    )


def finished(last_round: Round, due: Sequence[Due], best: int, options: Options) -> list[News]:
    """Report a round whose best hand was `best`."""
    news: list[News] = []
    if options.ties == "fewer-throws":
        news += [
            phrase("{hand:hand} came more than once: fewer rolls are better.", hand=hand)
            for hand in _told_apart(last_round)
        ]
    for rampo in last_round.rampos:
        news += _rampo(rampo)
    if last_round.rampos and options.rampo == "one" and last_round.phase in ("charge", "decharge"):
        news.append(phrase("Settled by a rampo, the round is worth a single token.", Kind.RAMPO))
    wanted = {owed.seat: owed for owed in due}
    for paid in last_round.transfers:
        news += _transfer(paid, wanted[paid.seat], best)
    if last_round.phase == "manche" and last_round.best is not None:
        news.append(
            phrase(
                "{seat:@ has|You have} the best hand, {hand:hand}, and {seat:wins|win}.",
                seat=last_round.best,
                hand=best,
            )
        )
    if last_round.phase == "belle" and last_round.best is not None:
        news.append(
            phrase(
                "{seat:@ has|You have} the best hand, {hand:hand}, and {seat:wins|win} la belle.",
                Kind.BELLE_WON,
                seat=last_round.best,
                hand=best,
            )
        )
    return news


def _told_apart(last_round: Round) -> list[int]:
    """List the hands, best or worst, of which only the number of throws made one the better."""
    best = None if last_round.best is None else last_round.hands[last_round.best]
    hands = dict.fromkeys((best, last_round.hands[last_round.worst]))
    return [
        hand
        for hand in hands
        if hand is not None
        and len(
            {
                made
                for other, made in zip(last_round.hands, last_round.made, strict=True)
                if other == hand
            }
        )
        > 1
    ]


@cache
def round_lost(loser: int) -> News:
    return phrase(
        "{seat:@ lost the round and leads|You lost the round and lead} the next one.",
        Kind.ROUND_LOST,
        seat=loser,
    )


def decharge_begins(tokens: tuple[int, ...], leader: int) -> list[News]:
    news: list[News] = []
    out = tuple(seat for seat, holding in enumerate(tokens) if not holding)
    if out:
        news.append(
            counted(
                "{seats:@ has no tokens and sits|You have no tokens and sit} the décharge out.",
                "{seats:@ have|You and @ have} no tokens and sit the décharge out.",
                len(out),
                seats=out,
            )
        )
    news.append(
        counted(
            "The décharge (unloading) begins; {seat:@ leads|you lead} with {n} token.",
            "The décharge (unloading) begins; {seat:@ leads|you lead} with {n} tokens.",
            tokens[leader],
            seat=leader,
        )
    )
    return news


def _rampo(rampo: Rampo) -> list[News]:
    match rampo.settles:
        case "both":
            why = phrase("Everyone ties: one rampo (roll-off) settles best and worst.", Kind.RAMPO)
        case "worst":
            why = phrase(
                "{seats:@ tie|You and @ tie} for the worst hand: rampo (roll-off).",
                Kind.RAMPO,
                seats=rampo.seats,
            )
        case _:
            why = phrase(
                "{seats:@ tie|You and @ tie} for the best hand: rampo (roll-off).",
                Kind.RAMPO,
                seats=rampo.seats,
            )
    throws = zip(rampo.seats, rampo.hands, strict=True)
    return [
        why,
        *(
            phrase("{seat:@ rolls|You roll} {hand:hand}.", Kind.RAMPO, seat=seat, hand=hand)
            for seat, hand in throws
        ),
    ]


def _transfer(paid: Transfer, due: Due, best: int) -> list[News]:
    news = [_from_pot(paid, due, best) if paid.source is None else _given(paid, due, best)]
    if paid.tokens < due.tokens:
        news.append(
            counted(
                "{n} token was due, but there were none left.",
                "{n} tokens were due, but there were not enough.",
                due.tokens,
                Kind.TOO_FEW_TOKENS,
            )
        )
    return news


@lru_cache(maxsize=4096)
def _from_pot(paid: Transfer, due: Due, best: int) -> News:
    if due.nenette:
        return counted(
            "The nénette: {seat:@ takes|you take} {n} token from the pot.",
            "The nénette: {seat:@ takes|you take} {n} tokens from the pot.",
            paid.tokens,
            seat=paid.seat,
        )
    return counted(
        "{best:hand} is the best hand; {seat:@ has the worst and takes|you have the worst and "
        "take} {n} token from the pot.",
        "{best:hand} is the best hand; {seat:@ has the worst and takes|you have the worst and "
        "take} {n} tokens from the pot.",
        paid.tokens,
        Kind.TAKEN,
        best=best,
        seat=paid.seat,
    )


@lru_cache(maxsize=4096)
def _given(paid: Transfer, due: Due, best: int) -> News:
    giver = -1 if paid.source is None else paid.source
    if due.nenette:
        return counted(
            "The nénette: {giver:@ is best with|you are best with} {best:hand} and "
            "{giver:gives|give} {seat:@|you} {n} token.",
            "The nénette: {giver:@ is best with|you are best with} {best:hand} and "
            "{giver:gives|give} {seat:@|you} {n} tokens.",
            paid.tokens,
            giver=giver,
            best=best,
            seat=paid.seat,
        )
    return counted(
        "{giver:@ has|You have} the best hand, {best:hand}, and {giver:gives|give} {n} token to "
        "{seat:@|you} for the worst.",
        "{giver:@ has|You have} the best hand, {best:hand}, and {giver:gives|give} {n} tokens to "
        "{seat:@|you} for the worst.",
        paid.tokens,
        Kind.GIVEN,
        giver=giver,
        best=best,
        seat=paid.seat,
    )
