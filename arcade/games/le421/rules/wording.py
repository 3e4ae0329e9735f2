"""What happened, in sentences: the exact account of every throw, tie and token."""

from collections.abc import Sequence

from arcade.engine.news import News, counted, told
from arcade.games.le421.rules.hands import NENETTE, Due, Rampo, Transfer, rank, worth
from arcade.games.le421.rules.options import Options
from arcade.games.le421.rules.state import Phase, Round


def throw(seat: int, dice: tuple[int, ...], keep: tuple[int, ...] | None) -> News:
    """Return the news of a throw; `keep` is None for the first one of a turn."""
    if keep is None:
        return told("{seat:seat} throws {dice:dice}.", seat=seat, dice=dice)
    if not keep:
        return told("{seat:seat} throws all three again: {dice:dice}.", seat=seat, dice=dice)
    return told(
        "{seat:seat} keeps {kept:dice} and throws {fresh:dice}: {dice:dice}.",
        seat=seat,
        kept=keep,
        fresh=dice[len(keep) :],
        dice=dice,
    )


def stand(phase: Phase, seat: int, hand: int) -> News:
    if hand == NENETTE:
        return told("{seat:seat} stands on {hand:hand}, the nénette.", seat=seat, hand=hand)
    if phase in ("manche", "belle"):
        return told("{seat:seat} stands on {hand:hand}.", seat=seat, hand=hand)
    return counted(
        "{seat:seat} stands on {hand:hand}, worth {n} token.",
        "{seat:seat} stands on {hand:hand}, worth {n} tokens.",
        worth(hand),
        seat=seat,
        hand=hand,
    )


def limit(throws: str, n: int) -> News:
    if throws == "exact":
        return counted(
            "Everyone else throws exactly {n} time.", "Everyone else throws exactly {n} times.", n
        )
    return counted(
        "Everyone else throws at most {n} time.", "Everyone else throws at most {n} times.", n
    )


def finished(done: Round, due: Sequence[Due], options: Options) -> list[News]:
    news: list[News] = []
    for rampo in done.rampos:
        news += _rampo(rampo)
    if done.rampos and options.rampo == "one" and done.phase in ("charge", "decharge"):
        news.append(told("Thrown off by rampo, the round is worth a single token."))
    hands = [one for one in done.hands if one is not None]
    best = min(hands, key=rank)
    wanted = {one.seat: one for one in due}
    for paid in done.transfers:
        news += _transfer(paid, wanted[paid.seat], best)
    if done.phase == "manche" and done.best is not None:
        news.append(
            told("{seat:seat} has the best hand, {hand:hand}, and wins.", seat=done.best, hand=best)
        )
    if done.phase == "belle" and done.best is not None:
        news.append(
            told(
                "{seat:seat} has the best hand, {hand:hand}, and wins la belle.",
                seat=done.best,
                hand=best,
            )
        )
    return news


def decharge_begins(tokens: tuple[int, ...], leader: int) -> list[News]:
    news: list[News] = []
    out = tuple(seat for seat, held in enumerate(tokens) if not held)
    if out:
        news.append(
            counted(
                "{seats:seats} has no token and sits the décharge out.",
                "{seats:seats} have no tokens and sit the décharge out.",
                len(out),
                seats=out,
            )
        )
    news.append(
        counted(
            "The décharge begins; {seat:seat} leads with {n} token.",
            "The décharge begins; {seat:seat} leads with {n} tokens.",
            tokens[leader],
            seat=leader,
        )
    )
    return news


def _rampo(rampo: Rampo) -> list[News]:
    match rampo.settles:
        case "both":
            why = told("Everyone ties: one rampo settles best and worst.")
        case "worst":
            why = told("{seats:seats} tie for the worst hand: rampo.", seats=rampo.seats)
        case _:
            why = told("{seats:seats} tie for the best hand: rampo.", seats=rampo.seats)
    throws = zip(rampo.seats, rampo.hands, strict=True)
    return [why, *(told("{seat:seat} throws {hand:hand}.", seat=a, hand=b) for a, b in throws)]


def _transfer(paid: Transfer, due: Due, best: int) -> list[News]:
    news = [_from_pot(paid, due, best) if paid.source is None else _given(paid, due, best)]
    if paid.tokens < due.tokens:
        news.append(
            counted(
                "{n} token was due; there were no more.",
                "{n} tokens were due; there were no more.",
                due.tokens,
            )
        )
    return news


def _from_pot(paid: Transfer, due: Due, best: int) -> News:
    if due.nenette:
        return counted(
            "The nénette: {seat:seat} takes {n} token from the pot.",
            "The nénette: {seat:seat} takes {n} tokens from the pot.",
            paid.tokens,
            seat=paid.seat,
        )
    return counted(
        "{best:hand} is best, {seat:seat} is worst and takes {n} token from the pot.",
        "{best:hand} is best, {seat:seat} is worst and takes {n} tokens from the pot.",
        paid.tokens,
        best=best,
        seat=paid.seat,
    )


def _given(paid: Transfer, due: Due, best: int) -> News:
    giver = -1 if paid.source is None else paid.source
    if due.nenette:
        return counted(
            "The nénette: {giver:seat}, best with {best:hand}, gives {seat:seat} {n} token.",
            "The nénette: {giver:seat}, best with {best:hand}, gives {seat:seat} {n} tokens.",
            paid.tokens,
            giver=giver,
            best=best,
            seat=paid.seat,
        )
    return counted(
        "{giver:seat} is best with {best:hand} and gives {seat:seat}, the worst, {n} token.",
        "{giver:seat} is best with {best:hand} and gives {seat:seat}, the worst, {n} tokens.",
        paid.tokens,
        giver=giver,
        best=best,
        seat=paid.seat,
    )
