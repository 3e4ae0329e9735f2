"""What the club offers a person today: the daily deal, yesterday, each game."""

from collections import Counter
from collections.abc import Mapping, Sequence

from arcade.club.club import Club
from arcade.club.deals.daily import DailyRow, DailyTable
from arcade.club.i18n.words import Words
from arcade.players.player import Player
from arcade.players.results import DAY
from arcade.rooms.clocks import now


def notes(words: Words, club: Club, player: Player) -> Mapping[str, str]:
    """Return what each game offers a person today, as a sentence by the game's key."""
    lines = {line.game: line for line in club.standings.profile(player).lines}
    sentences: dict[str, str] = {}
    for table in club.daily.all(player):
        parts = [words.t("daily deal: {state}", state=state_text(words, table))]
        line = lines.get(table.game)
        if line is not None:
            parts.append(words.nt("{n} game played", "{n} games played", line.games))
            if line.points is not None:
                unsure = "?" if line.unsure else ""
                parts.append(words.t("your rating: {n}", n=f"{line.points}{unsure}"))
        sentences[table.game] = " · ".join(parts)
    return sentences


def deal_text(words: Words, tables: Sequence[DailyTable], streak: int) -> str:
    """Return a line on today's deals: the reader's own results, else who leads."""
    t, nt = words.t, words.nt
    mine = [(table, result) for table in tables for result in table.rows if result.yours]
    parts: list[str] = []
    if mine:
        table, best = min(mine, key=lambda pair: pair[1].place)
        parts.append(nt("{n} of {all} played", "{n} of {all} played", len(mine), all=len(tables)))
        placing = place_text(words, best.place, table.people)
        parts.append(t("{place} at {game}", place=placing, game=table.name))
    else:
        leaders = Counter(
            result.name for table in tables for result in table.rows if result.place == 1
        )
        leader = max(leaders, key=lambda name: leaders[name], default="")
        parts.append(t("{name} leads", name=leader) if leader else t("nobody has finished it yet"))
    parts += filter(None, [streak_text(words, streak)])
    return t("Today's deal: {said}", said=" · ".join(parts))


def yesterday_text(words: Words, club: Club) -> str:
    """Return how much was played yesterday; "" if nothing was."""
    people, games = club.standings.yesterday()
    if not games:
        return ""
    played = words.nt("{n} game", "{n} games", games)
    return words.nt(
        "Yesterday {n} person played {games}.",
        "Yesterday {n} people played {games}.",
        people,
        games=played,
    )


def dealt_text(words: Words, club: Club, player: Player, code: str) -> str:
    """Return the reader's standing in the daily deal played at a table; "" for another table."""
    for table in club.daily.all(player):
        own = next((result for result in table.rows if result.yours and result.code == code), None)
        if own is None:
            continue
        placing = place_text(words, own.place, table.people)
        parts = [words.t("Daily deal: {place} so far", place=placing)]
        if own.beaten:
            parts.append(words.nt("ahead of {n} other", "ahead of {n} others", own.beaten))
        return ", ".join(parts)
    return ""


def day_text(words: Words, club: Club, player: Player) -> str:
    """Return a person's day so far: games, deals, days in a row."""
    t, nt, today = words.t, words.nt, now() // DAY
    games = sum(game.at // DAY == today for game in club.standings.history(player))
    deals = club.daily.all(player)
    played = sum(deal.state == "done" for deal in deals)
    days = club.standings.profile(player).days
    parts = [nt("{n} game", "{n} games", games)] if games else []
    parts.append(t("{n} of {all} daily deals", n=played, all=len(deals)))
    if days > 1:
        parts.append(t("{n} days in a row", n=days))
    return " · ".join(parts)


def state_text(words: Words, table: DailyTable) -> str:
    """Describe the reader's own attempt."""
    match table.state:
        case "new":
            return words.t("to play")
        case "begun":
            return words.t("under way")
        case "out":
            return words.t("not counted")
        case _:
            placing = next((result.place for result in table.rows if result.yours), 0)
            return words.t("played, {place} today", place=ordinal(words, placing))


def ordinal(words: Words, n: int) -> str:
    """Return an ordinal number, "2nd"."""
    if n == 1:
        return words.t("1st")
    match n % 10 if n % 100 not in (11, 12, 13) else 0:
        case 1:
            return words.t("{n}st", n=n)
        case 2:
            return words.t("{n}nd", n=n)
        case 3:
            return words.t("{n}rd", n=n)
        case _:
            return words.t("{n}th", n=n)


def place_text(words: Words, placing: int, many: int) -> str:
    """Return a place among all, "2nd of 4"."""
    return words.t("{place} of {many}", place=ordinal(words, placing), many=many)


def streak_text(words: Words, days: int) -> str:
    """Return the length of a streak of daily deals; "" below two days."""
    return words.t("{n} days of deals in a row", n=days) if days > 1 else ""


def result_text(words: Words, result: DailyRow) -> str:
    """Describe a result: won or the rank at the table, and the score."""
    placing = words.t("{place} at the table", place=ordinal(words, result.rank))
    won = words.t("won") if result.rank == 1 else placing
    return f"{won}, " + words.t("score {score}", score=result.score)
