"""The screen of standing, and what a table tells of ratings after a game."""

import random
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from arcade.club.club import Club
from arcade.club.i18n.words import Words
from arcade.club.replays.curve import Curve, Find
from arcade.club.speech.daily import notes, ordinal
from arcade.club.standings.ledger import STREAM
from arcade.club.standings.views import Opponent, signed
from arcade.club.start import Start
from arcade.engine import registry
from arcade.eventlog.memory import MemoryLog
from arcade.players.player import Player
from arcade.players.results import DAY, Result, Seat, encode
from screens.lobby.screen import Lobby
from screens.pages.page import Page
from screens.pages.past_games import PastGames, past_rows
from screens.pages.standing import StandingScreen
from screens.pages.standing_rows import rival_rows
from screens.replay.screen import ReplayScreen
from screens.table.screen import TableScreen
from screens.terminal.rows import plain
from screens.widgets.log import LogPane
from tests.club.standings.test_standing import SHORT, play
from tests.people import sit_down
from tests.screens.conftest import (
    ANNA,
    BEN,
    CLEO,
    PATIENT,
    SIZES,
    row_of,
    screen_text,
    see,
    session,
    table_screen,
    until,
)
from tests.screens.lobby.test_company import to_people

GAMES = ["421", "421", "421", "golden21", "trente", "vingt-et-un", "golden-zero"]
PEOPLE = {"SHA256:a": "Anna", "SHA256:b": "Ben", "SHA256:c": "Cleo"}
NOW = 20_000 * DAY


def written(count: int) -> list[Result]:
    """Write this many results of Anna, Ben, Cleo and two bots; Anna is good at it."""
    chance = random.Random(1)
    seats = [Seat(name, key) for key, name in PEOPLE.items()]
    seats += [Seat("Margot", bot="good"), Seat("Lucien", bot="expert")]
    made = []
    for number in range(1, count + 1):
        owners = [seats[0], *chance.sample(seats[1:], 3)]
        worth = [chance.random() + (owner.name == "Anna") / 2 for owner in owners]
        ranks = tuple(1 + sum(other > number for other in worth) for number in worth)
        game = chance.choice(GAMES)
        made.append(
            Result(
                *(
                    "KAFEL",
                    number,
                    game,
                    NOW + number * DAY // 3,
                    NOW + number * DAY // 3 + 900_000,
                ),
                seats=tuple(owners),
                ranks=ranks,
                scores=tuple(9 - rank for rank in ranks),
                length=40,
                stakes=(ranks.index(1),) * 4 if game == "golden21" else (),
            )
        )
    return made


async def test_the_lobby_has_a_word_on_what_each_game_holds_for_me(club: Club) -> None:
    text = notes(Words("en"), club, club.accounts.known("SHA256:a"))
    assert text.keys() == registry.games().keys()
    assert re.fullmatch(
        r"daily deal: to play · \d+ games played · your rating: \d+\??", text["421"]
    )
    assert notes(Words("fr"), club, Player("SHA256:x", "Xena"))["421"] == "donne du jour : à jouer"


@asynccontextmanager
async def after_a_hundred_games() -> AsyncIterator[Club]:
    """Open a club in which a hundred games have been played."""
    events = MemoryLog({STREAM: [encode(result) for result in written(100)]})
    opened = await Club.open(events, PATIENT)
    for key, name in PEOPLE.items():
        await opened.choose_name(opened.accounts.known(key), name)
    opened.address = "arcade.example"
    yield opened
    await opened.close()


@pytest.fixture
async def club() -> AsyncIterator[Club]:
    async with after_a_hundred_games() as opened:
        yield opened


def anna(club: Club) -> Player:
    return club.accounts.known("SHA256:a")


def screen(pilot: Pilot[str]) -> StandingScreen:
    assert isinstance(pilot.app.screen, StandingScreen)
    return pilot.app.screen


@pytest.mark.parametrize("size", SIZES)
async def test_every_page_fits(club: Club, size: tuple[int, int]) -> None:
    async with session(club, anna(club), size) as pilot:
        await pilot.press("s")
        await see(pilot, "100 games")
        for title in (
            "Rating in Le 421",
            "people are rated",
            "place    rating  with",
            "The last games with",
        ):
            await see(pilot, title)
            shown = screen_text(pilot).splitlines()
            assert len(shown) <= size[1] and all(len(line) <= size[0] for line in shown)
            assert "…" not in "".join(shown[1:-1]) or title == "place    rating  with"
            await pilot.press("tab")
        await see(pilot, "Rating in Le 421")
        await pilot.press("shift+tab")
        await see(pilot, "The last games with")
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, Lobby))


async def test_the_profile_tells_what_the_club_knows(club: Club) -> None:
    async with session(club, anna(club)) as pilot:
        await pilot.press("s")
        profile = club.standings.profile("Anna")
        await see(pilot, f"100 games · {profile.wins} won")
        await see(pilot, str(profile.lines[0].points))
        await see(pilot, f"best {profile.best_row}")
        await see(pilot, "Dice won from: ")
        await see(pilot, "─ ? a first impression")
        await see(pilot, f"{profile.dice[0].sign} {profile.dice[0].owner} ×")
        assert "█" in screen_text(pilot)


async def test_from_a_game_to_its_board_to_somebody_and_back_to_oneself(club: Club) -> None:
    async with session(club, anna(club)) as pilot:
        await pilot.press("s", "down", "enter")
        await until(pilot, lambda: screen(pilot).page == 1)
        second = club.standings.profile("Anna").lines[1]
        board = club.standings.leaderboard(second.game)
        await see(pilot, second.title)
        assert board.rows[screen(pilot).at].name == "Anna"
        await pilot.press("right")
        assert screen(pilot).game != screen(pilot).games.index(second.game)
        await pilot.press("left", "home")
        await pilot.press(*["down"] * [row.name for row in board.rows].index("Ben"), "enter")
        await see(pilot, "79 games")
        assert screen(pilot).profile.name == "Ben"
        await pilot.press("s")
        assert screen(pilot).profile.name == "Anna"


async def test_rivals_and_bots_have_profiles(club: Club) -> None:
    async with session(club, anna(club)) as pilot:
        await pilot.press("s", "shift+tab")
        names = [opponent.name for opponent in club.standings.profile("Anna").opponents]
        await pilot.press(*["down"] * names.index("bot:good"))
        await see(pilot, "The last games with Bot (good)")
        await pilot.press("enter")
        assert screen(pilot).profile.bot == "good"
        await see(pilot, "Bot (good)")


async def test_who_has_not_played_sees_why_it_is_empty(club: Club) -> None:
    guest, code = club.accounts.guest()
    async with session(club, guest, resume_code=code) as pilot:
        await pilot.press("s")
        await see(pilot, "a guest: not rated")
        await see(pilot, "No game has been played to its end yet.")
        await see(pilot, "Your games and wins will appear here")
        await see(pilot, "A rating says how well")
        await pilot.press("tab")
        screen(pilot).boards = [replace(board, rows=()) for board in screen(pilot).boards]
        screen(pilot).choose(0)
        await see(pilot, "Whoever finishes a game with other people stands here")
        for sentence in ("Every game you finish will appear", "The people you meet most"):
            await pilot.press("tab")
            await see(pilot, sentence)
            await see(pilot, "Enter play it")
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(pilot.app.screen, Page))
        await see(pilot, "begins at 1000")
        await pilot.press("escape", "tab", "down", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        assert table_screen(pilot).table.game == list(registry.games())[1]


async def test_clicks_choose_and_open(club: Club) -> None:
    async with session(club, anna(club)) as pilot:
        await pilot.press("s")
        await see(pilot, "100 games")
        lines = screen_text(pilot).splitlines()
        await pilot.click(offset=(lines[2].index("leaderboards") + 2, 2))
        await until(pilot, lambda: screen(pilot).page == 1)
        lines = screen_text(pilot).splitlines()
        at = row_of(lines, " Cleo ")
        await pilot.click(offset=(12, at))
        await pilot.click(offset=(12, at))
        await until(pilot, lambda: screen(pilot).profile.name == "Cleo")


async def test_french(club: Club) -> None:
    async with session(club, anna(club), language="fr") as pilot:
        await pilot.press("s")
        await see(pilot, "100 parties")
        for title in ("Cote au jeu Le 421", "personnes cotées", "place      cote  avec", "Robot ("):
            await see(pilot, title)
            await pilot.press("tab")


async def test_a_table_tells_what_the_game_did_to_ratings(club: Club) -> None:
    async with session(club, anna(club), (100, 30)) as pilot:
        (table_session,) = await sit_down(club, anna(club), options=SHORT, seats=2)
        await pilot.app.navigator.go_to_table(table_session)  # type: ignore[attr-defined]
        await play(
            table_session, await club.join(club.accounts.known("SHA256:b"), table_session.code)
        )
        await until(pilot, lambda: table_session.table().changes)
        change = table_session.table().changes[0]
        await see(pilot, f"rating {change.after} (−{change.before - change.after})")
        log = pilot.app.screen.query_one(LogPane)  # the card may lie on its last lines
        sentences = [Words("en").say(line.news, ()) for line in log._lines if line.kind == "table"]
        assert any(sentence.startswith("Ratings: Anna") for sentence in sentences)


async def test_a_past_game_is_seen_again_unless_its_table_was_private(club: Club) -> None:
    codes = []
    for private in (True, False):
        codes.append(await club.create(anna(club), "421", SHORT, 2, private=private))
        await play(await club.join(anna(club), codes[-1]))
    await club.standings.rebuild()
    async with session(club, anna(club)) as pilot:
        await pilot.press("s", "tab", "tab", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
        await see(pilot, codes[1])
    async with session(club, club.accounts.known("SHA256:b")) as pilot:
        await pilot.app.push_screen(StandingScreen("Anna"))
        await pilot.press("tab", "tab", "down", "enter")
        await see(pilot, "That was a private table")


async def test_people_stand_before_bots_and_nothing_needs_a_time_zone(club: Club) -> None:
    opponents = club.standings.profile("Anna").opponents
    assert [bool(opponent.bot) for opponent in opponents] == [False, False, True, True]
    for size in SIZES:
        async with session(club, anna(club), size) as pilot:
            await pilot.press("s")
            await until(pilot, lambda: "dice won" in screen_text(pilot).lower())
            for title in ("Rating in Le 421", "people are rated", "place    rating", "last games"):
                await see(pilot, title)
                text = screen_text(pilot)
                assert "UTC" not in text and not re.search(r"20\d\d-\d\d", text)
                await pilot.press("tab")
            await pilot.press("escape", "v")
            await see(pilot, " Nov 2024")


async def test_a_wide_leaderboard_shows_the_best_of_every_game(club: Club) -> None:
    async with session(club, anna(club), (160, 45)) as pilot:
        await pilot.press("s", "tab")
        await see(pilot, "people are rated")
        assert all(game.meta.name in screen_text(pilot) for game in registry.games().values())


async def test_a_profile_shows_the_last_games_and_at_the_side_what_stands_out(club: Club) -> None:
    past = club.standings.history("Anna")
    ranks = [game.seats[game.seat].rank for game in past]
    changes = [game.change for game in past if game.change is not None]
    for size in SIZES[1:]:
        async with session(club, anna(club), size) as pilot:
            await pilot.press("s")
            lines = screen_text(pilot).splitlines()
            signs = " ".join("★" if rank == 1 else str(rank) for rank in ranks[:20])
            assert f"Last places, the newest first (★ won): {signs}" in "\n".join(lines)
            at = row_of(lines, "Last games")
            for line, game in zip(lines[at + 1 : at + 4], past, strict=False):
                assert re.search(rf"{game.title:14}[★ ] {game.seats[game.seat].rank}/4", line)
            if size == SIZES[2]:
                text = "\n".join(lines)
                assert re.search(rf"\b1 +{ranks.count(1)}  ▆+", text)
                assert re.search(rf"largest gain +\+{max(changes)} ", text)
                assert re.search(rf"largest loss +−{-min(changes)} ", text)


async def test_a_profile_draws_the_course_of_the_last_games_and_names_who_won(club: Club) -> None:
    """The chances of one's own seat, in blocks that no colour is needed for."""

    async def traced(code: str, number: int, find: Find) -> Curve | None:
        points = ((0.1, 0.9, 0.0, 0.0), (0.5, 0.5, 0.0, 0.0), (0.9, 0.1, 0.0, 0.0))
        return Curve(points, (0, 1), (0,)) if number > 97 else None

    club.curves.of = traced  # type: ignore[method-assign]
    past = club.standings.history("Anna")
    async with session(club, anna(club), SIZES[2]) as pilot:
        await pilot.press("s")
        await see(pilot, "chances to win")
        lines = screen_text(pilot).splitlines()
        at = row_of(lines, "Last games")
        for game, line in zip(past[:4], lines[at + 1 : at + 5], strict=True):
            winner = min(game.seats, key=lambda seat: seat.rank)
            assert f"★ {winner.name}, " in line
            course = {0: "▁▁▁▅▅▅▆▆▆", 1: "▆▆▆▅▅▅▁▁▁"}.get(game.seat, "")
            assert (course in line) if game.number > 97 else "▅▅▅" not in line


async def test_rivals_are_compared_with_bars_game_by_game(club: Club) -> None:
    for size in SIZES:
        async with session(club, anna(club), size) as pilot:
            await pilot.press("s", "shift+tab")
            await see(pilot, "The last games with")
            rival = screen(pilot).profile.opponents[0]
            lines = screen_text(pilot).splitlines()
            own = next(line for line in lines if f"▸ {rival.name}" in line)
            assert re.search(rf" {rival.ahead} +{rival.behind} +{rival.games}  ▆+▂+", own)
            at = row_of(lines, "Game by game")
            figures = [re.findall(r"\d+", line[26:66]) for line in lines[at + 1 : at + 6]]
            sums = [sum(map(int, each)) for each in zip(*figures, strict=True)]
            assert sums == [rival.ahead, rival.behind, rival.games]
            met = club.standings.between("Anna", rival.name).past[0]
            other = next(seat.rank for seat in met.seats if seat.name == rival.name)
            mine = met.seats[met.seat].rank
            places = f"{ordinal(Words(), mine)}   {ordinal(Words(), other)} "
            assert f"{'▲' if mine < other else '▼'} {places}" in screen_text(pilot)


def test_the_chosen_rival_is_lit_and_bars_have_the_colour_of_their_head() -> None:
    rivals = [Opponent("Ben", "", 3, 2, 1, 0), Opponent("Cleo", "", 2, 1, 1, 0)]
    drawn = rival_rows(Words("en"), rivals, [], 0, 70, 20)
    ben, cleo = (next(line for line in drawn if name in plain(line)) for name in ("Ben", "Cleo"))
    assert {piece.tone for piece in ben if "▆" in piece.text} == {"good"}
    assert {piece.tone for piece in drawn[0] if "ahead" in piece.text} == {"good"}
    assert "cursor" in {piece.tone for piece in ben}
    assert {piece.tone for piece in cleo if "▆" in piece.text} == {"good"}
    assert not {"cursor", "gold"} & {piece.tone for piece in cleo}


async def test_past_games_mark_wins_by_a_star_and_how_the_chosen_one_ended(club: Club) -> None:
    for size in SIZES:
        async with session(club, anna(club), size) as pilot:
            await pilot.press("v", "down")
            await see(pilot, "Games to look at again")
            page = pilot.app.screen
            assert isinstance(page, PastGames)
            rows = [row for row in page.list._rows or () if any(p.click.isdigit() for p in row)]
            for line, game in zip(rows, page.games, strict=False):
                marked = {piece.tone for piece in line[1:] if piece.click}
                chosen = game is page.games[1]
                usual = {"dim", "", "good"} if game.won else {"dim", ""}
                assert marked == ({"cursor"} if chosen else usual), "all dates are alike"
            text = screen_text(pilot)
            wins = sum(game.won for game in page.games)
            assert text.splitlines()[0].endswith(f"{len(page.games)} games · {wins} won")
            shown = page.games[1]
            for seat in shown.seats:
                assert re.search(rf"{seat.rank}  {seat.name}(?: .you.)? +{seat.score}  ▆", text)
            assert f"{shown.points} ({signed(shown.change or 0)})" in text
            assert text.count("KAFEL") == 1 and f"table KAFEL, game {shown.number}" in text
            left = len(page.games) - len(rows)
            assert f"▼ {left} more" in text


async def test_a_wide_lobby_shows_ones_standing(club: Club) -> None:
    async with session(club, anna(club), (160, 45)) as pilot:
        profile = club.standings.profile("Anna")
        await see(pilot, f"100 games · {profile.wins} won")
        await see(pilot, f"{profile.lines[0].points}?")


async def test_who_is_here_says_what_each_does_with_a_rating_and_the_key_for_it(club: Club) -> None:
    code = await club.create(BEN, "trente", {}, 2)
    await (await club.join(BEN, code)).start()
    (rating,) = (line.points for line in club.standings.profile(BEN).lines if line.game == "trente")
    async with (
        session(club, ANNA) as anna,
        session(club, BEN, start=Start("join", code)),
        session(club, CLEO),
    ):
        await to_people(anna, "Cleo")
        text = screen_text(anna)
        (own, ben, cleo) = (
            next(line for line in text.splitlines() if f"● {name} " in line)
            for name in ("Anna", "Ben", "Cleo")
        )
        assert (
            re.search(r" you +\d+\?$", own) and f"plays Trente {code}" in ben and f"{rating}" in ben
        )
        assert "in the lobby" in cleo and re.search(r" Enter invite +\d+\?$", cleo), text
        assert "rating lately" in text
        assert "? a rating from few games" in text and "A rating says" not in text


@pytest.mark.parametrize("size", SIZES)
async def test_beside_or_below_a_short_leaderboard_stand_the_best_of_every_game(
    club: Club, size: tuple[int, int]
) -> None:
    async with session(club, anna(club), size) as pilot:
        await pilot.press("s", "tab")
        await see(pilot, "people are rated")
        lines = screen_text(pilot).splitlines()
        for game in registry.games().values():
            assert any(game.meta.name in line for line in lines), lines
        assert sum(line.count("Cleo") for line in lines) == len(registry.games())


def test_one_s_own_bar_in_a_past_game_is_told_from_those_of_others(club: Club) -> None:
    game = club.standings.history("Anna")[0]
    rows = past_rows(Words("en"), [game], 0, 100, 26)
    bars = [(plain(line), line[-1].tone) for line in rows if "▆" in plain(line)]
    best = min(seat.rank for seat in game.seats)
    for text, tone in bars:
        first = text.split()[0] == "★"
        assert tone == ("gold" if "Anna (you)" in text else "good" if first else "dim")
    assert len(bars) == len(game.seats) and best == 1
