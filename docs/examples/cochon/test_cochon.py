"""A whole game of Cochon on a screen, in French, against a bot, and read aloud."""

from arcade.club.club import Club
from arcade.club.i18n.words import Words
from arcade.club.speech.read_aloud import paragraph
from arcade.club.start import Start
from arcade.engine import Replay
from arcade.eventlog.memory import MemoryLog
from cochon.rules import GAME
from cochon.screen import CochonView
from tests.screens.conftest import ANNA, PATIENT, screen_text, see, session, table_screen, until
from tests.screens.headlines import in_large
from tests.screens.spot import Alone, picture_of


async def test_its_widget_alone() -> None:
    state = GAME.setup(GAME.options(), 2, Replay((0,)))
    async with Alone(CochonView(picture_of(GAME, state, 0, ("Anna", "Ben")))).run_test() as pilot:
        await pilot.press("enter")
        assert [message.action for message in pilot.app.posted] == [{"do": "roll"}]


async def test_a_game_on_the_screen() -> None:
    """By Enter and s, to the end."""
    club = await Club.open(MemoryLog(), PATIENT)
    code = await club.create(ANNA, "cochon", {"goal": 40}, 2)
    table_session = await club.join(ANNA, code)
    await table_session.start()
    async with session(club, ANNA, start=Start("join", code), language="fr") as anna:
        screen = table_screen(anna)
        assert isinstance(screen.game, CochonView)
        for _ in range(100):
            await until(anna, lambda: screen.table.offers or screen.table.phase == "over")
            table = screen.table
            if table.phase == "over":
                break
            await see(anna, f"{table.view.sum} ce tour-ci")
            await anna.press("s" if table.view.sum > 15 else "enter")
            await until(anna, lambda table=table: screen.table.version > table.version)
        winner = table.seats[table.view.winners[0]].name
        await see(anna, in_large(winner))
        assert all(len(line) <= 80 for line in screen_text(anna).splitlines())
    assert "Points, sur 40 : vous " in paragraph(Words("fr"), table_session.table())
    await club.close()
