"""Duels in words: whose turn it is, how they ended, and both runs turn by turn."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from math import ceil

from arcade.club.duels.views import DuelView, RoundView, Run
from arcade.club.i18n.words import Words
from arcade.club.replays.replay import Replay
from arcade.club.speech.daily import result_text
from arcade.club.speech.retelling import retell
from arcade.club.standings.views import program_text
from arcade.players.results import DAY

OWN = 0
"""The seat from which both play."""


def opponent_text(words: Words, duel: DuelView) -> str:
    if duel.program:
        return program_text(words, duel.opponent)
    return duel.opponent or words.t("whoever comes")


def state_text(words: Words, duel: DuelView) -> str:
    """Say whose turn it is, or how the duel ended."""
    t = words.t
    match duel.state:
        case "yours" if duel.challenged:
            return t("{name} challenges you", name=duel.by)
        case "yours" if any(played.hidden for played in duel.rounds):
            return t("{name} has played", name=duel.opponent)
        case "yours":
            return t("under way") if duel.under_way else t("to play")
        case "theirs":
            return t("{name} to play", name=duel.opponent)
        case "open":
            return t("no taker yet")
        case "over":
            score = t("{n} to {m}", n=duel.won, m=duel.lost)
            ended = t("won") if duel.won > duel.lost else t("lost")
            return f"{t('drawn') if duel.won == duel.lost else ended}, {score}"
        case "declined":
            return t("refused")
        case "withdrawn":
            return t("taken back")
        case _:
            return t("not played in time: no result")


def duel_text(words: Words, duel: DuelView) -> str:
    """Return a duel in a line: code, game, the other person, state, time left."""
    t = words.t
    head = t("{game} with {name}", game=duel.name, name=opponent_text(words, duel))
    parts = [head]
    if len(duel.rounds) > 1:
        parts.append(t("best of {n}", n=len(duel.rounds)))
    parts.append(state_text(words, duel))
    if duel.running:
        parts.append(left_text(words, duel))
    return t("{name}: {choice}", name=duel.code, choice=", ".join(parts))


def waiting_text(words: Words, duels: Iterable[DuelView]) -> str:
    """Say which duel waits for the person, or how many; "" for none."""
    waiting = [duel for duel in duels if duel.state == "yours"]
    if len(waiting) != 1:
        text = words.nt("{n} duel waits for you", "{n} duels wait for you", len(waiting))
        return text if waiting else ""
    (duel,) = waiting
    named = words.t("{game} with {name}", game=duel.name, name=opponent_text(words, duel))
    return words.t("A duel waits for you: {duel}", duel=named)


def left_text(words: Words, duel: DuelView) -> str:
    """Say how many days are left, the one that has begun among them."""
    return words.nt("{n} day left", "{n} days left", max(1, ceil(duel.left / DAY)))


def round_texts(words: Words, duel: DuelView) -> Iterator[str]:
    """Yield each round that somebody has a result of, side by side."""
    for played in duel.rounds:
        if played.yours or played.theirs:
            you = run_text(words, played.yours)
            them = run_text(words, played.theirs, absent_text(words, duel, played))
            sides = words.t(
                "you {yours}; {name} {theirs}",
                yours=you,
                name=opponent_text(words, duel),
                theirs=them,
            )
            number = words.t("Round {n}", n=played.number)
            yield words.t("{name}: {choice}", name=number, choice=sides)


def duel_texts(words: Words, duel: DuelView) -> Iterator[str]:
    yield duel_text(words, duel)
    yield from round_texts(words, duel)


def duels_texts(words: Words, duels: Sequence[DuelView]) -> list[str]:
    """Return a line for each duel; without any, how to challenge somebody."""
    none = words.t("You have no duel. duel NAME GAME challenges somebody.")
    return [duel_text(words, duel) for duel in duels] or [none]


def absent_text(words: Words, duel: DuelView, played: RoundView) -> str:
    """Say why the other person's run of a round is not shown."""
    if not duel.running:
        return "–"
    return words.t("has played") if played.hidden else words.t("has not played yet")


def run_text(words: Words, run: Run | None, none: str = "–") -> str:
    """Say what somebody made of a round."""
    if run is None:
        return none
    return result_text(words, run) if run.rank else words.t("gave up")


def winner_text(words: Words, played: RoundView) -> str:
    """Say who won a round; "" while that is open."""
    if played.drawn:
        return words.t("drawn")
    if played.won is None:
        return ""
    return words.t("won") if played.won else words.t("lost")


def turns(words: Words, replay: Replay) -> list[str]:
    """Return the turns of the person's own seat in a run, a sentence each.

    Whoever shows them says whose they are: none begins with the name and a colon.
    """
    log = [line for line in replay.lines if line.kind == "game"]
    retold, _ = retell(words, replay.room.game, log, None, whole=True)
    named = words.t("{name}: {choice}", name=replay.room.names[OWN], choice="")
    return [turn.sentence.removeprefix(named) for turn in retold if turn.seat == OWN]


def side_by_side(words: Words, yours: Replay, theirs: Replay) -> list[tuple[str, str]]:
    """Pair the turns of both runs of a round."""
    return list(zip_longest(turns(words, yours), turns(words, theirs), fillvalue=""))


def run_texts(words: Words, opponent: str, pairs: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Say both runs of a round, turn by turn."""
    for number, (own, other) in enumerate(pairs, 1):
        turn = words.t("Turn {n}", n=number)
        texts = [words.t("You: {said}", said=own)] if own else []
        texts += [words.t("{name}: {choice}", name=opponent, choice=other)] if other else []
        yield words.t("{name}: {choice}", name=turn, choice=" ".join(texts))
