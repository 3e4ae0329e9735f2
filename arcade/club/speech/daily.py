"""What the club offers a person today: the daily deal, yesterday, each game."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date

from arcade.club.club import Club
from arcade.club.deals.daily import DailyRow, DailyTable
from arcade.club.deals.facts import BotPlayed
from arcade.club.deals.league import League
from arcade.club.duels.views import Run
from arcade.club.i18n import dates, zones
from arcade.club.i18n.words import Words
from arcade.club.speech.ssh_command import by_ssh
from arcade.club.standings.views import owner
from arcade.engine import registry
from arcade.players.player import Player
from arcade.players.results import DAY
from arcade.rooms.clocks import now

SQUARES = 5


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
                parts.append(words.t("your rating: {n}", n=line.rating))
        sentences[table.game] = " · ".join(parts)
    return sentences


def deal_text(words: Words, tables: Sequence[DailyTable], streak: int) -> str:
    """Return a line on today's deals: the reader's own results, else who leads."""
    t, nt = words.t, words.nt
    mine = [(table, result) for table in tables for result in table.rows if result.yours]
    parts: list[str] = []
    if mine:
        table, best = min(mine, key=lambda pair: pair[1].position)
        parts.append(nt("{n} of {all} played", "{n} of {all} played", len(mine), all=len(tables)))
        placing = place_text(words, best.position, table.people)
        parts.append(t("{place} at {game}", place=placing, game=table.name))
    else:
        leaders = Counter(
            result.name for table in tables for result in table.rows if result.position == 1
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
        placing = place_text(words, own.position, table.people)
        parts = [words.t("This was today's deal: {place} so far", place=placing)]
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
            placing = next((result.position for result in table.rows if result.yours), 0)
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


def result_text(words: Words, result: DailyRow | BotPlayed | Run) -> str:
    """Describe a result: won or the rank at the table, and the score."""
    placing = words.t("{place} at the table", place=ordinal(words, result.rank))
    won = words.t("won") if result.rank == 1 else placing
    return f"{won}, " + words.t("score {score}", score=result.score)


def bots_text(words: Words, compared: Sequence[BotPlayed]) -> str:
    """Say what bots made of the same dice; "" if none has played them."""
    results = " · ".join(
        words.t("{name}: {choice}", name=owner(words, "", bot.bot), choice=result_text(words, bot))
        for bot in compared
    )
    return words.t("In your seat, on the same dice: {results}", results=results) if results else ""


def day_ends_text(words: Words, club: Club, player: Player) -> str:
    """Say when the next deals come, in the person's time zone if they have said it."""
    zone, left = club.accounts.zone(player), club.daily.left
    return words.t(
        "The next deals come in {time}, at {hour} ({zone}).",
        time=dates.age(words, left),
        hour=zones.hour(now() + left, zone),
        zone=zone or zones.UTC,
    )


def zone_text(words: Words, zone: str) -> str:
    """Say where a person's days end."""
    if zone:
        return words.t("Your days end at midnight in this time zone: {zone}.", zone=zone)
    return words.t("Your days end at midnight UTC: nobody has told the house your time zone.")


def podiums_of(words: Words, club: Club, name: str) -> str:
    """Say how often the person with this name stood on the podium of a week; "" if never."""
    player = club.accounts.find(name)
    return podium_text(words, club.daily.podiums(player)) if player is not None else ""


def podium_text(words: Words, podiums: Mapping[str, Sequence[int]]) -> str:
    """Say how often somebody stood on the podium of a week; "" if never."""
    steps = [sum(counts) for counts in zip(*podiums.values(), strict=True)]
    parts = [f"{ordinal(words, number)} ×{times}" for number, times in enumerate(steps, 1) if times]
    return words.t("Leagues of a week: {places}", places=", ".join(parts)) if parts else ""


def share_text(words: Words, club: Club, player: Player, way: str = "") -> str:
    """Return the person's results of today for others to read, a line each, without spoilers.

    The squares are the share of the others that they beat: of the players, or of the table while
    nobody else has finished the deal. `way` is how to come, by SSH if it is not said. "" before the
    first result.
    """
    tables = club.daily.all(player)
    own = [(table, result) for table in tables for result in table.rows if result.yours]
    if not own:
        return ""
    day = dates.written(words, date.fromisoformat(tables[0].day))
    count = words.t("{n} of {all} daily deals", n=len(own), all=len(tables))
    days = streak_text(words, club.daily.streak(player))
    lines = [" · ".join(filter(None, (f"ssh-arcade {day}", count, days)))]
    for table, result in own:
        star = " ★" if result.rank == 1 else ""
        placing = place_text(words, result.position, table.people) if table.people > 1 else ""
        lines.append(f"{squares(table, result)} {table.name}{star} {placing}".rstrip())
    if way or club.address != Club.address:
        lines.append(way or by_ssh("play", club.address))
    return "\n".join(lines)


def squares(table: DailyTable, result: DailyRow, full: str = "🟩", empty: str = "⬜") -> str:
    """Draw the share of others that a result beats."""
    meta = registry.find(table.game).meta
    ahead, others = result.beaten, table.people - 1
    if not others:
        seats = meta.daily_seats or meta.best_seats
        ahead, others = seats - result.rank, seats - 1
    count = round(SQUARES * ahead / others)
    return full * count + empty * (SQUARES - count)


def league_text(words: Words, league: League, most: int) -> str:
    """Return the head of a week's league and its first rows, and the reader's own."""
    t = words.t
    monday = dates.written(words, date.fromisoformat(league.monday))
    head = t("{name}, week of {day}:", name=league.name, day=monday)
    if not league.rows:
        return f"{head}\n{t('Nobody has a result yet.')}"
    shown = [row for number, row in enumerate(league.rows) if number < most or row.yours]
    lines = [head]
    for row in shown:
        points = words.nt("{n} point", "{n} points", row.points)
        days = sum(day is not None for day in row.days)
        on_days = words.nt("{n} day", "{n} days", days)
        what = f"{points}, {on_days}"
        lines.append(t("Place {n}, {name}: {what}", n=row.position, name=row.name, what=what))
    return "\n".join(lines)
