"""The odds beside the picture: for whom, and that nothing waits for them."""

import re

import pytest
from msgspec.structs import replace

from arcade.club.club import Club
from arcade.club.coaching import Odds
from arcade.club.errors import Refused
from arcade.club.speech.actions import label
from arcade.club.start import Start
from arcade.club.views import TableView
from arcade.engine.coach import Advice
from arcade.engine.news import phrase
from arcade.games.le421.rules.actions import Roll
from arcade.rooms.table_rules import TableRules
from screens.table.keys import coach_actions
from screens.table.screen import TableScreen
from tests.people import act, begin
from tests.screens.conftest import ANNA, BEN, SIZES, screen_text, see, session, table_screen, until
from tests.screens.games.test_le421 import table_of
from tests.screens.spot import Spot


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("game", "unit"), [("vingt-et-un", "points"), ("golden-zero", "chips")])
async def test_the_odds_of_each_choice_stand_beside_the_picture(
    club: Club, game: str, unit: str, size: tuple[int, int]
) -> None:
    (table_session,) = await begin(club, ANNA, game=game, seats=0)
    async with session(club, ANNA, size, start=Start("join", table_session.code)) as anna:
        await until(anna, lambda: table_screen(anna).game.mine)
        await anna.press("i")
        await see(anna, "worth, in")
        screen = table_screen(anna)
        odds = screen.panes.coach._odds
        assert odds is not None
        assert odds.unit == unit
        text = screen_text(anna)
        worth = anna.app.words.number(odds.advice[0].worth, 1, signed=True)
        name = label(anna.app.words, game, odds.advice[0].action, ("Anna",))
        first, rest = name.split()[0], name.split()[1:2]  # the name may take two rows
        assert re.search(rf"{re.escape(' '.join([first, *rest]))}.* {re.escape(worth)}", text)
        assert all(len(line) <= size[0] for line in text.splitlines())
        await anna.press("escape")  # closes the odds, and does not leave
        await until(anna, lambda: "worth, in" not in screen_text(anna))
        assert table_screen(anna) is screen


class Coached(Spot):
    """A place at a table whose coach has answered."""

    def __init__(self, table: TableView, *advice: Advice) -> None:
        super().__init__(table)
        self.advice = advice

    async def odds(self) -> Odds:
        return Odds("% of the game", self.advice)

    def reason(self) -> None:
        return None


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (160, 45)])
async def test_what_each_other_choice_gives_away_stands_behind_it(
    club: Club, size: tuple[int, int]
) -> None:
    choices = (("keep 2-1", 42.5, (2, 1)), ("keep 4", 42.48, (4,)), ("roll all", 38.6, ()))
    spot = Coached(
        table_of(6, 1, 4, 2, 1, moves=({"do": "roll"},)),
        *(Advice(Roll(keep), worth, phrase("It wins.")) for _, worth, keep in choices),
    )
    async with session(club, ANNA, size) as anna:
        await anna.app.push_screen(TableScreen([spot]))  # type: ignore[list-item]
        await anna.press("i")
        await see(anna, "wins, in 100 games")
        lines = screen_text(anna).splitlines()
        rows = [
            next(re.search(rf"{name}.* {worth:.1f} (.*)", line) for line in lines if name in line)
            for name, worth, _ in choices
        ]
        best, equal, least = (line[1].rstrip() for line in rows if line)
        assert {*best} == {"▄"} and best == equal, "what hardly differs gives nothing away"
        assert len(best) > 40 or size[0] == 160, "long enough to show what differs"
        assert re.fullmatch("▄+▖? −3.9", least) and least.count("▄") <= len(best)
        assert screen_text(anna).count("keep 2-1") == 1, "the best choice is said once"
        assert sum("▼ keep" in line for line in lines) == 1, "the advised dice are marked"


async def test_the_log_begins_below_what_the_coach_says(club: Club) -> None:
    moves = ({"do": "roll"},)
    advice = [Advice(Roll((face,)), 40.0 - face, phrase("It wins.")) for face in (1, 2, 4)]
    spot = Coached(table_of(6, 1, 4, 2, 1, moves=moves), *advice)
    async with session(club, ANNA, (160, 45)) as anna:
        await anna.app.push_screen(TableScreen([spot]))  # type: ignore[list-item]
        await anna.press("i")
        await see(anna, "It wins.")
        coach = table_screen(anna).panes.coach
        assert coach.size.height == 8 > coach.filled.stop
        spot.advice = tuple(replace(each, why=phrase("It wins. " * 30)) for each in advice)
        coach._asked = None
        coach.show(spot, spot.table())  # type: ignore[arg-type]
        await until(anna, lambda: coach.size.height == coach.filled.stop > 8)


async def test_keys_are_taken_while_the_coach_thinks_and_the_odds_follow_the_game(
    club: Club,
) -> None:
    (table_session,) = await begin(club, ANNA, game="golden-zero", seats=0)
    async with session(club, ANNA, start=Start("join", table_session.code)) as anna:
        await until(anna, lambda: table_screen(anna).game.mine)
        await anna.press("i", "t", *"hello", "enter", "escape")
        await see(anna, "The coach")
        await until(anna, lambda: any(line.text == "hello" for line in table_session.table().lines))
        await until(anna, lambda: table_screen(anna).panes.coach._odds)
        first = table_session.table().version
        await table_session.act(
            {"do": "call"} if table_session.table().view.to_call else {"do": "open", "amount": 10}
        )
        await until(
            anna, lambda: table_session.table().version > first and table_screen(anna).game.mine
        )
        await until(anna, lambda: table_screen(anna).panes.coach._odds)


async def test_no_odds_among_people_unless_the_table_has_a_coach(club: Club) -> None:
    for allowed in (False, True):
        rules = TableRules(coach=allowed)
        table_session = await club.join(ANNA, await club.create(ANNA, "vingt-et-un", table=rules))
        other = await club.join(BEN, table_session.code)
        await table_session.start()
        mine = table_session if table_session.table().to_act == (0,) else other
        if allowed:
            assert (await mine.odds()).advice
            with pytest.raises(Refused, match="on your turn"):
                await (other if mine is table_session else table_session).odds()
        else:
            with pytest.raises(Refused, match="No coach at this table"):
                await mine.odds()
            async with session(club, ANNA, start=Start("join", table_session.code)) as anna:
                await anna.press("i")
                await see(anna, "No coach at this table")
                assert not any(
                    action.what for action in anna.app.screen.actions() if action.name == "odds"
                )
                assert not table_screen(anna).panes.coach.open


async def test_a_watcher_gets_no_odds(club: Club) -> None:
    (table_session,) = await begin(club, ANNA, game="vingt-et-un", seats=0)
    watcher = await club.watch(BEN, table_session.code)
    with pytest.raises(Refused):
        await watcher.odds()


async def test_a_bots_reason_is_told_where_it_gives_no_hand_away(club: Club) -> None:
    (table_session,) = await begin(club, ANNA, game="golden-zero", seats=0)
    async with session(club, ANNA, start=Start("join", table_session.code)) as anna:
        if table_session.table().offers:  # the first of the hand, by lot
            await act(table_session)
        await until(
            anna, lambda: table_session.host.last and table_session.host.last[1].by == "bot"
        )
        assert table_session.reason() is None


async def test_the_footer_names_the_coach_where_it_would_answer(club: Club) -> None:
    (table_session,) = await begin(club, ANNA, seats=3)
    table = replace(table_session.table(), to_act=(0,))
    assert [key.label for key in coach_actions(table, shown=False)] == ["coach"]
    assert [key.label for key in coach_actions(replace(table, to_act=(1,)), shown=False)] == [""]
    assert [key.label for key in coach_actions(replace(table, coach=False), shown=False)] == [""]
    await club.join(BEN, table_session.code)
    assert table_session.table().coach  # until the decision under way is made
