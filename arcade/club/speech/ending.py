"""How a game ended, and what its choices were worth, in words.

Must not know: a screen, a terminal, or more of a table than its reader may see.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import inf
from typing import Never

from msgspec import Struct

from arcade.club.coaching import VISIBLE_DIFFERENCE, Odds, Reason
from arcade.club.i18n.words import Words
from arcade.club.replays.replay import Replay
from arcade.club.replays.review import Highlights, Remark
from arcade.club.speech.actions import explained, label
from arcade.club.speech.read_aloud import Speech
from arcade.club.views import LogLine, RatingChange, SeatLine, TableView
from arcade.engine import registry
from arcade.engine.coach import Advice
from arcade.engine.game import Outcome, ranks
from arcade.engine.news import News, counted, phrase
from arcade.engine.words import N_, Final
from arcade.rooms.room import GAME_BEGINS

CHANCES: Mapping[str, str] = {
    "% of the game": N_("wins, in 100 games"),
    "% of the manche": N_("manches won, in 100"),
    "games of 100 won": N_("wins, in 100 games"),
}
"""The heading of a coach's figures, for units that are chances."""

_WHOLE = 1.5
"""A difference of worths from which it is told as a whole number."""
_CHANCES = N_("chances in 100")
"""The unit of a difference between two of them."""

_GAINED = N_("+{n}% over the next choice"), N_("about +{worth}")
_GIVEN = N_("−{n}% chance"), N_("about −{worth}")
"""What a choice gained or gave away, in chances and in another unit."""

STORY_LINES = 3
"""Lines of a story, if there is no room for more."""


class ResultLine(Struct, frozen=True):
    """One seat at the end; `share` is how long its bar is, −1 to 1 (None: scores do not tell)."""

    seat: SeatLine
    rank: int
    points: str
    change: str
    note: str
    share: float | None
    rating: RatingChange | None


class Ending(Struct, frozen=True):
    """The end of a game: who wins, why, the places, best first, and what happened, in order.

    `stories` tell it in ever more lines.
    """

    winner: str
    why: str
    results: tuple[ResultLine, ...]
    stories: tuple[tuple[str, ...], ...]


def ending(words: Words, table: TableView, lines: int = STORY_LINES) -> Ending | None:
    """Return how the last game ended, if it has a result, with a story of at most `lines`."""
    outcome = table.outcome
    if outcome is None:
        return None
    table = table.as_played()
    words, game_lines = words.to(table.you), _game_lines(table)
    news = [line.news for line in game_lines if line.news is not None]
    speech = Speech(words, table, news=news)
    game = registry.find(table.game)
    final: Final = registry.function(game, "words", "final", lambda _: Final())(speech)
    names = tuple(seat.name for seat in table.seats)
    ranking = [
        _result_line(table, outcome, final, seat, rank)
        for seat, rank in zip(table.seats, ranks(outcome), strict=True)
    ]
    gains = registry.function(game, "words", "gains", _nothing)(speech)
    own_turns = registry.function(game, "words", "turns", _nothing)(speech)
    turns = [*_turns(gains, outcome), *own_turns]

    retell = registry.function(game, "words", "retell", lambda all_news, at: all_news[at])
    retold = {at: item for at in range(len(news)) if (item := retell(news, at)) is not None}
    story = getattr(registry.part(game, "words"), "STORY", {})
    stories = _stories(story, news, retold, gains, turns, lines)
    return Ending(
        _winner(words, table, outcome),
        final.why,
        tuple(sorted(ranking, key=lambda row: (row.rank, row.seat.number))),
        tuple(
            tuple(_story_line(words, game_lines[at].turn, item, names) for at, item in story)
            for story in stories
        ),
    )


def ending_text(words: Words, table: TableView) -> str:
    end = ending(words, table)
    if end is None:
        return ""
    lines = [_result_text(words, row) for row in end.results]
    return ". ".join(filter(None, (end.winner, end.why, *lines))) + "."


def _result_text(words: Words, row: ResultLine) -> str:
    t = words.t
    name = t("you") if row.seat.yours else row.seat.name
    what = ", ".join(filter(None, (row.points, row.change, row.note)))
    return t("Place {n}, {name}: {what}", n=row.rank, name=name, what=what)


def _winner(words: Words, table: TableView, outcome: Outcome) -> str:
    if outcome.winners == (table.seat,):
        return words.t("You win")
    names = [table.seats[seat].name for seat in outcome.winners]
    return words.nt("{names} wins", "{names} win", len(names), names=words.listed(names))


def _result_line(
    table: TableView, outcome: Outcome, final: Final, seat: SeatLine, rank: int
) -> ResultLine:
    number = seat.number
    points = final.points[number] if final.points else str(outcome.scores[number])
    return ResultLine(
        seat=seat,
        rank=rank,
        points=points.replace("-", "−"),
        change=final.change[number] if final.change else "",
        note=final.notes[number] if final.notes else "",
        share=_share(outcome, outcome.scores[number]),
        rating=table.change(number),
    )


def _share(outcome: Outcome, score: int) -> float | None:
    if outcome.better == "none":
        return None
    if outcome.better == "less" and min(outcome.scores) < 0:
        score = -score  # a debt below zero is a gain
    return score / max(1, *map(abs, outcome.scores))


def _game_lines(table: TableView) -> list[LogLine]:
    """Return what happened in the last game, as far as the log still holds it."""
    game_lines: list[LogLine] = []
    for line in table.lines:
        if line.news and line.news.kind == GAME_BEGINS:
            game_lines = []
        elif line.kind == "game" and line.news:
            game_lines.append(line)
    return game_lines


def _nothing(_: Speech) -> Sequence[Never]:
    return ()


ScoresThen = tuple[int, list[int]]
"""The number of a news item, and every seat's score after it: more is better."""


def _turns(gains: Sequence[tuple[int, int, int]], outcome: Outcome) -> list[tuple[int, News]]:
    """Return after which news the winner took the lead, who gained most, and who was far apart."""
    if not gains or len(outcome.winners) != 1:
        return []
    amounts = Counter[tuple[int, int]]()
    for at, seat, amount in gains:
        amounts[at, seat] += amount
    (winner,), sign = outcome.winners, -1 if outcome.better == "less" else 1
    standings = _standings(amounts, [sign * score for score in outcome.scores])
    most = _most(amounts, len(outcome.scores))
    return [*_lead(standings, winner, sign), *most, _apart(standings, winner)]


def _standings(amounts: Mapping[tuple[int, int], int], final: Sequence[int]) -> list[ScoresThen]:
    """Count back from the end: the log may have lost the first gains."""
    now = list(final)
    for (_, seat), amount in amounts.items():
        now[seat] -= amount
    standings: list[ScoresThen] = []
    for number in sorted({at for at, _ in amounts}):
        now = [score + amounts.get((number, seat), 0) for seat, score in enumerate(now)]
        standings.append((number, now))
    return standings


def _next_best(scores: Sequence[int], winner: int) -> int:
    others = (seat for seat in range(len(scores)) if seat != winner)
    return max(others, key=scores.__getitem__)


def _lead(standings: Sequence[ScoresThen], winner: int, sign: int) -> list[tuple[int, News]]:
    final_lead: list[tuple[int, News]] = []
    led = False
    for at, now in standings:
        best = _next_best(now, winner)
        leads = now[winner] > now[best]
        if leads and not led:
            own, other = (str(sign * now[seat]).replace("-", "−") for seat in (winner, best))
            lead = phrase(
                "{seat:@ leads|You lead} from then on: {own} to {other}.",
                seat=winner,
                own=own,
                other=other,
            )
            final_lead = [(at, lead)]
        led = leads
    return final_lead


def _most(amounts: Mapping[tuple[int, int], int], seats: int) -> list[tuple[int, News]]:
    """Return who gained the most at once; nothing where everybody did."""
    most = max(amounts.values())
    best_of = {seat: at for (at, seat), amount in amounts.items() if amount == most}
    if len(best_of) == seats:
        return []
    gained = counted(
        "{seats:@ gains|You gain} the most in one turn: {points}.",
        "{seats:@ gain|You and @ gain} the most in one turn: {points}.",
        len(best_of),
        seats=tuple(sorted(best_of)),
        points=most,
    )
    return [(max(best_of.values()), gained)]


def _apart(standings: Sequence[ScoresThen], winner: int) -> tuple[int, News]:
    """Return who was farthest ahead of the winner, or else how far the next best fell behind."""
    gaps = [
        (score - now[winner], -at, seat)
        for at, now in standings
        for seat, score in enumerate(now)
        if seat != winner
    ]
    gap, at, seat = max(gaps)
    if gap > 0:
        ahead = counted(
            "{seat:@ is|You are} {n} point ahead of {other:@|you}.",
            "{seat:@ is|You are} {n} points ahead of {other:@|you}.",
            gap,
            seat=seat,
            other=winner,
        )
        return -at, ahead
    best = _next_best(standings[-1][1], winner)
    gap, at, seat = min((gap for gap in gaps if gap[2] == best), key=lambda gap: (gap[0], -gap[1]))
    behind = counted(
        "{seat:@ falls|You fall} {n} point behind.",
        "{seat:@ falls|You fall} {n} points behind.",
        -gap,
        seat=seat,
    )
    return -at, behind


def _stories(
    story: Mapping[str, str],
    news: Sequence[News],
    retold: Mapping[int, News],
    gains: Sequence[tuple[int, int, int]],
    turns: Sequence[tuple[int, News]],
    lines: int,
) -> list[list[tuple[int, News]]]:
    """Tell the turning points of a game in order, and where there is room what else mattered most.

    Of news that mattered equally, the later is preferred; of news in the same words, only the last
    counts. Beyond the first `STORY_LINES` lines, news must have mattered at least half as much as
    the most that is measured. Where nothing mattered, the last news is the story.
    """

    def weight(at: int) -> tuple[float, int]:
        field = story[news[at].kind]
        worth = news[at].data[field] if field else inf
        return (float(worth) if isinstance(worth, int | float) else 0.0), at

    known = {at for at, *_ in gains} if turns else set()
    candidates = [
        at
        for at, item in enumerate(news)
        if item.kind in story and at in retold and at not in known
        if retold[at] not in (other for later, other in retold.items() if later > at)
    ]
    if not candidates and not turns:
        last = list(enumerate(news))
        return [last[-many:] for many in range(min(STORY_LINES, lines), lines + 1)]
    candidates.sort(key=weight, reverse=True)
    half = max((worth for at in candidates if (worth := weight(at)[0]) < inf), default=0) / 2
    first = max(0, STORY_LINES - len(turns))
    enough = sum(weight(at)[0] >= half for at in candidates)
    stories = []
    for many in range(first, max(first, min(enough, lines - len(turns))) + 1):
        chosen = [*turns, *((at, retold[at]) for at in candidates[:many])]
        stories.append(sorted(chosen, key=lambda pair: pair[0]))
    return stories


def _story_line(words: Words, turn: int, item: News, names: tuple[str, ...]) -> str:
    """Say a line of the story, and in which turn that was: curves and moves count turns too."""
    text = words.say(item, names)
    return words.t("{when}: {said}", when=words.t("Turn {n}", n=turn), said=text) if turn else text


def given_text(words: Words, remark: Remark) -> str:
    return words.t("Given away: {worth}.", worth=figure(words, remark.given, remark.unit))


def remark_texts(words: Words, replay: Replay, remark: Remark) -> tuple[str, str, str]:
    """Return where a choice was made and what it gave away, what was better, what was chosen."""
    step = replay.steps[remark.step]
    names = step.room.names
    words = words.to("" if replay.own is None else names[replay.own])

    def explanation(advice: Advice) -> str:
        return explained(
            words, replay.room.game, advice.action, words.say(advice.why, names), names
        )

    worth = figure(words, remark.given, remark.unit)
    did = _choice(words, replay.room.game, names, remark)
    return (
        words.t("Turn {turn}: {did} (−{worth})", turn=step.turn, did=did, worth=worth),
        words.t("Better: {why}", why=explanation(remark.best)),
        words.t("Chosen: {why}", why=explanation(remark.chosen)),
    )


def figure(words: Words, worth: float, unit: str) -> str:
    """Return a difference of worths, with one decimal if it is small, and its unit."""
    return _amount(words, worth, _CHANCES if unit in CHANCES else unit, 10)


def _about(words: Words, worth: float, unit: str) -> str:
    """Return a difference of worths as a whole number, if it is no small one, and its unit."""
    return _amount(words, worth, unit, _WHOLE)


def _amount(words: Words, worth: float, unit: str, whole: float) -> str:
    """Return a number, with one decimal below `whole`, and its unit."""
    return f"{words.number(worth, 0 if worth >= whole else 1)} {words.unit(unit, worth)}"


class Prices(Struct, frozen=True):
    """The worth of a choice, of the best one, and their difference, all in one precision."""

    chosen: str
    best: str
    cost: str


def prices(words: Words, remark: Remark) -> Prices:
    """Return the worths of a choice and of the best one, whole chances or with one decimal."""
    chosen, best = remark.chosen.worth, remark.best.worth
    if remark.unit not in CHANCES:
        return Prices(
            words.number(chosen, 1, signed=True),
            words.number(best, 1, signed=True),
            words.number(round(chosen, 1) - round(best, 1), 1),
        )
    cost, t = round(best) - round(chosen), words.t
    return Prices(
        t("{n}%", n=round(chosen)),
        t("{n}%", n=round(best)),
        t("{n}%", n=f"−{cost}") if cost else t("under {n}%", n=1),
    )


def worth_heading(words: Words, unit: str) -> str:
    """Return what the figures beside the choices count."""
    if unit in CHANCES:
        return words.t(CHANCES[unit])
    return words.t("worth, in {unit}", unit=words.t(unit))


def worth_text(words: Words, worth: float, unit: str) -> str:
    """Return the worth of one choice among several: a chance, or more or less of something."""
    return words.number(worth, 1, signed=unit not in CHANCES)


def judged_text(words: Words, game: str, reason: Reason, names: Sequence[str]) -> str:
    """Return whether a bot's choice was the best, else the best one, and by how much."""
    better = reason.better
    if better is None:
        return words.t("The best choice.")
    worth = figure(words, better.worth - reason.advice.worth, reason.unit)
    choice = label(words, game, better.action, names)
    return words.t("Better by {worth}: {choice}.", worth=worth, choice=choice)


def finest_text(words: Words, highlights: Highlights) -> str:
    """Return who made the finest choice, and how much better it was; "" if there was none."""
    remark = highlights.finest
    return "" if remark is None else best_text(words, highlights, remark)


def costliest_text(words: Words, highlights: Highlights) -> str:
    """Return who made the costliest choice, and what it gave away; "" if there was none."""
    remark = highlights.costliest
    return "" if remark is None else worst_text(words, highlights, remark)


def tells(remark: Remark) -> bool:
    """Whether a fine choice gained enough to be told: a hundredth of the chances is luck."""
    return remark.unit not in CHANCES or remark.gain >= _WHOLE


def best_text(words: Words, highlights: Highlights, remark: Remark) -> str:
    """Return who made a fine choice, when, and how much better it was."""
    return _move(words, highlights, remark, remark.gain, _GAINED)


def worst_text(words: Words, highlights: Highlights, remark: Remark) -> str:
    """Return who made a costly choice, when, and what it gave away."""
    return _move(words, highlights, remark, remark.given, _GIVEN)


def sentence(text: str, names: tuple[str, ...]) -> str:
    """Return a text with a capital at its beginning; a name there stays as it is written."""
    begins = any(name and text.startswith(name) for name in names)
    return text if begins else text[:1].upper() + text[1:]


def _move(
    words: Words, highlights: Highlights, remark: Remark, worth: float, ways: tuple[str, str]
) -> str:
    """Say a choice and what it was worth, in chances or in another unit."""
    chances, other = ways
    if remark.unit in CHANCES:
        amount = words.t(chances, n=max(1, round(worth)))
    else:
        amount = words.t(other, worth=_about(words, worth, remark.unit))
    if remark.moment is None:
        return words.t(
            "Turn {turn}, {name:@|you}: {choice}, {worth}.",
            name=highlights.names[remark.seat],
            turn=remark.turn,
            choice=label(words, highlights.game, remark.chosen.action, highlights.names),
            worth=amount,
        )
    did = sentence(words.say(remark.moment, highlights.names), highlights.names)
    return words.t("Turn {turn}: {did}, {worth}.", did=did, turn=remark.turn, worth=amount)


def _choice(words: Words, game: str, names: tuple[str, ...], remark: Remark) -> str:
    """Describe a choice in the game's words, if it has any."""
    if remark.moment is not None:
        return words.say(remark.moment, names)
    choice = label(words, game, remark.chosen.action, names)
    return words.t("{name:@|You}: {choice}", name=names[remark.seat], choice=choice)


def margin_text(words: Words, odds: Odds) -> str:
    """Return how much better the coach's first choice is than the next; "" where it is alone."""
    if len(odds.advice) < 2:
        return ""
    gain = odds.advice[0].worth - odds.advice[1].worth
    if gain < VISIBLE_DIFFERENCE:
        return words.t("The next choice is as good.")
    return words.t(
        "That is {gain} better than the next choice.", gain=figure(words, gain, odds.unit)
    )
