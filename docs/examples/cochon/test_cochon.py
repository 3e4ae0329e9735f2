"""A whole game of Cochon on a screen, in French, against a bot, and read aloud."""

from arcade.club.club import Club
from arcade.club.i18n.words import Words
from arcade.club.speech.read_aloud import paragraph
from arcade.eventlog.memory import MemoryLog
from cochon.screen import CochonView
from screens.start import Start
from tests.screens.conftest import (
    ANNA,
    PATIENT,
    screen_text,
    see,
    session,
    table_screen,
    until,
)


async def test_a_game_on_the_screen() -> None:
    """By Enter and s, to the end."""
    club = await Club.open(MemoryLog(), PATIENT)
    code = await club.create(ANNA, "cochon", {"goal": 40}, 2)
    place = await club.join(ANNA, code)
    await place.start()
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
        await see(anna, f"★ {winner}")
        assert all(len(line) <= 80 for line in screen_text(anna).splitlines())
    assert "Points, sur 40 : Anna " in paragraph(Words("fr"), place.table())
    await club.close()
