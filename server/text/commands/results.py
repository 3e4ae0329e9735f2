"""Commands about results: boards, daily deals, duels, leagues, profiles and past games."""

import re

import msgspec
from msgspec.structs import replace

from arcade.club.duels.wording import duel_text, duel_texts, duels_texts, round_texts, run_texts
from arcade.club.operations.deals import ChooseZone, ReadLeague
from arcade.club.operations.digest import ReadDigest
from arcade.club.operations.duels import CompareDuel, ListDuels, PlayDuel, read_duel
from arcade.club.operations.operation import SHARE
from arcade.club.operations.results import (
    DailyResults,
    ListPastGames,
    PlayDaily,
    ReadLeaderboards,
    ReadProfile,
)
from arcade.club.operations.tournaments import SeeTournament
from arcade.club.puzzles.wording import solved_of
from arcade.club.speech.company.digest import NOTHING
from arcade.club.speech.daily import day_ends_text, podiums_of, share_text, zone_text
from arcade.club.speech.ssh_command import by_another_key, by_ssh
from arcade.club.standings.standings import PAGE
from arcade.club.start import Start
from arcade.club.tournaments.wording import tonight_texts
from arcade.players.player import Player
from arcade.rooms.errors import refused
from server.text import listings
from server.text.commands.call import DONE, FAILED, Call, answer, long_answer, misused, saying

_GAMES = re.compile(
    r"(--since[ =](?P<first>\S+) ?)?(?P<name>(?!--)\S+)?( --since[ =](?P<since>\S+))?"
)
"""The arguments of `games` without `--json`: a name and a day, in either order."""


async def since(call: Call) -> int:
    call.must_have_key()
    digest = await call.ask(ReadDigest(call.words.language))
    texts = [line.text for line in digest.lines] or [call.words.t(NOTHING)]
    return await answer(call, digest, "\n".join(texts) + "\n")


async def top(call: Call) -> int:
    """Write the leaderboard of a game, or the first few rows of each."""
    words, game = call.words, call.arguments
    boards = await call.ask(ReadLeaderboards(" ".join(game)))
    text = "\n".join(listings.boards_texts(words, boards))
    return await answer(call, boards[0] if game else boards, text)


async def daily(call: Call) -> int:
    """Write today's daily deals; for one game, yesterday's results too."""
    words, club, player = call.words, call.club, call.player or Player("", "")
    game = " ".join(word for word in call.arguments if word != SHARE.kind)
    await club.daily.end_days()
    if SHARE.kind in call.arguments:
        return await _share(call, game)
    if not game:
        tables = (await call.ask(PlayDaily())).deals
        ends = day_ends_text(words, club, player)
        return await answer(call, tables, listings.deals_text(words, tables, ends))
    tables = await call.ask(DailyResults(game))
    compared = [club.daily.compared(table.day, table.game) for table in tables]
    text = "\n".join(
        listings.results_text(words, table, club.daily.today, bots)
        for table, bots in zip(tables, compared, strict=True)
    )
    return await answer(call, tables, text)


zone = saying(
    lambda *city: ChooseZone(" ".join(city)), lambda words, chosen: zone_text(words, chosen.zone)
)


async def _share(call: Call, game: str) -> int:
    """Write the caller's results of today, to paste anywhere."""
    if game:
        return await misused(call, PlayDaily.command)
    text = share_text(call.words, call.club, call.must_have_key())
    if not text:
        raise refused("You have finished none of today's deals yet.")
    await call.write(text + "\n")
    return DONE


async def duels(call: Call) -> int:
    call.must_have_key()
    duels = (await call.ask(ListDuels())).duels
    return await answer(call, duels, "\n".join(duels_texts(call.words, duels)) + "\n")


async def duel(call: Call) -> int:
    """Challenge somebody, or play the duel with this code; without a terminal, say its state."""
    player = call.must_have_key()
    asked = read_duel(call.club.duels.knows, " ".join(call.arguments))
    if isinstance(asked, PlayDuel) and call.terminal and not call.as_json:
        return await call.client.play(Start("join", (await call.ask(asked)).code))
    if isinstance(asked, PlayDuel):
        duel = call.club.duels.view(asked.code, player)
    else:
        duel = await call.ask(asked)
    lines = [*duel_texts(call.words, duel)]
    if duel.state in ("yours", "open"):
        how = by_ssh("play", call.club.address, terminal=True)
        lines.append(call.words.t("To play it: {how}", how=f"{how} duel {duel.code}"))
    return await answer(call, duel, "\n".join(lines) + "\n")


async def compare(call: Call) -> int:
    """Write a duel as it stands, and both runs of each round that both have played."""
    call.must_have_key()
    duel = await call.ask(CompareDuel(call.arguments[0], call.words.language))
    if not duel.runs:
        raise refused("A duel is shown when both have played it.")
    lines = []
    for run in duel.runs:
        if len(duel.runs) > 1:
            lines.append(call.words.t("Round {n}", n=run.number))
        pairs = [(turn.yours, turn.theirs) for turn in run.turns]
        lines += run_texts(call.words, duel.opponent, pairs)
    lines += [*round_texts(call.words, duel), duel_text(call.words, duel)]
    return await answer(call, duel, "\n".join(lines) + "\n")


async def league(call: Call) -> int:
    """Write the league of a game, or the first few rows of each."""
    leagues = (await call.ask(ReadLeague(" ".join(call.arguments)))).leagues
    text = "\n".join(listings.leagues_texts(call.words, leagues))
    return await answer(call, leagues, text + "\n")


async def profile(call: Call) -> int:
    """Write somebody's profile, or the caller's own."""
    names = call.arguments
    if not names and not (call.player and call.player.name):
        text = call.words.t("Nobody knows you here yet: log in with a key, or write profile NAME.")
        if call.key:
            how = by_another_key(call.words, call.club.address)
            text += "\n" + call.words.t("Been here with another key? {how}", how=how)
        await call.complain(text)
        return FAILED
    profile = await call.ask(ReadProfile("".join(names)))
    yours = call.player is not None and profile.name == call.player.name
    around = call.words, call.club, profile.name
    honours = podiums_of(*around), solved_of(*around)
    text = listings.profile_text(call.words, profile, yours, honours)
    return await answer(call, profile, text)


async def games(call: Call) -> int:
    """Write all games of somebody, or the caller's own, newest first, page by page."""
    words = call.words
    asked = _GAMES.fullmatch(" ".join(call.arguments))
    if asked is None:
        return await misused(call, ListPastGames.command)
    if not asked["name"]:
        call.must_have_key()
    since = asked["since"] or asked["first"] or ""
    wish = ListPastGames(asked["name"] or "", since, most=PAGE)
    async with long_answer(call):
        pages = 1
        while wish.page <= pages:
            past = await call.ask(wish)
            pages, wish = past.pages, replace(wish, page=wish.page + 1)
            for game in past.games:
                text = listings.past_text(words, game)
                line = msgspec.json.encode(game).decode() if call.as_json else text
                await call.write(line + "\n")
        if not pages and not call.as_json:
            await call.write(words.t("No such game is over yet.") + "\n")
    return DONE


tournament = saying(SeeTournament, tonight_texts, anybody=True)
