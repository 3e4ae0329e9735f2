"""French keyboards: the row of digits without Shift, as UTF-8 bytes through a real client.

With --rewrite-pictures a game of Trente becomes docs/pictures/azerty.cast.
"""

import re
from functools import partial

import pytest

from arcade.engine import registry
from arcade.engine.lesson import lesson
from tests.screens.headlines import in_large
from tests.ssh.film import FOLDER, Film, draw, scenes, take
from tests.ssh.inside import Inside
from tests.ssh.process import Server
from tests.ssh.seats import choose, come_in, settled
from tests.ssh.terminal import DOWN, ENTER, RIGHT, Terminal

FRENCH = {"LANG": "fr_FR.UTF-8", "COLORTERM": "truecolor"}
DICE = (*(2, 1, 3, 6, 6, 6), *(6, 6, 1), 6, *[6] * 6, *[1] * 6)
"""36 attacks at level 6; six hits take 36 points, and the next roll has no 6."""

PRESSED = (
    (ENTER, "Gardez au moins un dé"),
    ("'", "Entrée garde 6 et"),
    ("(", "Entrée garde 6-6 et"),
    ("-", "Entrée garde 6-6-6 et"),
    (ENTER, "6-6-1."),
    ("&", "Fait 24 "),
    ("é", "Fait 30 "),
    (ENTER, "36 dépasse 30"),
    (ENTER, "lancer les dégâts"),
    (ENTER, "Ben succombe et peut se venger"),
)
"""What she presses, and what is then to be read."""

UNSHIFTED = dict(zip("1234567890", "&é\"'(§è_çà", strict=True))
KEYS = {**UNSHIFTED, "enter": ENTER, "down": DOWN, "right": RIGHT, "plus": "=", "minus": "-"}
"""A person's keys for those of a lesson: never Shift. Where − means minus, 6 is §."""


async def learn(server: Server, name: str) -> Terminal:
    """Begin a game's lesson in French."""
    terminal = server.guest().open(environment=FRENCH, size=(80, 24))
    await terminal.wait_for("Jouer")
    terminal.type("L")
    await terminal.wait_for("Quel jeu voulez-vous apprendre")
    while not re.search(rf"▸ \d\s+{name}\s", terminal.text):
        before = terminal.text
        terminal.type(DOWN)
        await terminal.wait_for(partial(str.__ne__, before))
    terminal.type(ENTER)
    await terminal.wait_for("étape 1 sur")
    return terminal


@pytest.mark.parametrize("key", ["421", "trente", "vingt-et-un", "golden21"])
async def test_turns_without_shift(server: Server, key: str) -> None:
    game = registry.find(key)
    plan = lesson(game)
    assert plan is not None
    terminal = await learn(server, game.meta.name)
    pressed_keys = 0
    for number, step in enumerate(plan.steps[:-1], 1):
        await terminal.wait_for(f"étape {number} sur")
        await terminal.wait_gone("On attend")
        for sign in step.keys:
            terminal.type(KEYS.get(sign, sign))
            if sign == "minus":  # the 6 of a French keyboard: it chooses, and only Enter spends
                await terminal.wait_for(" ▸ ")
                assert f"étape {number} sur" in terminal.text
            if sign in ("1", "2"):
                await terminal.wait_for(
                    "Clavier AZERTY" if not pressed_keys else f"étape {number} sur"
                )
                pressed_keys += 1
    await terminal.wait_for(f"étape {len(plan.steps)} sur")
    assert pressed_keys


async def test_a_french_game_is_won_without_shift(
    written: Inside, request: pytest.FixtureRequest
) -> None:
    written.context.club.address = "play.example.org"
    amelie = written.person().open(environment=FRENCH, size=(80, 24))
    await amelie.wait_for("Nom ›")
    amelie.type("Amélie" + ENTER + ENTER)
    await amelie.wait_for("Jouer")
    amelie.type("n")
    await amelie.wait_for("ouvre une table de")
    for line, value in (("Jeu", "Trente"), ("Places", "2")):
        await choose(amelie, line, value)
    amelie.type(ENTER)
    await amelie.wait_for(re.compile("ssh [A-Z]{5}@").search)
    (host,) = written.context.club.rooms
    ben = await come_in(written.person(), "Ben", "join", host.room.code)
    await amelie.wait_for("Ben")
    amelie.type("s")
    await amelie.wait_for("À vous")
    filmed = request.config.getoption("rewrite_pictures")
    film = Film(amelie, caption="") if filmed else None
    scene = partial(take, film)
    await scene("her turn", 3)
    for keys, shown in PRESSED:
        await settled(lambda: amelie.lines, 0.1)
        amelie.type(keys)
        await amelie.wait_for(shown)
        if film is not None:
            film.caption = f" touches › {'Entrée' if keys == ENTER else keys}"
        await scene(keys, 2.5)
    await ben.wait_for("f forgoes your")
    ben.type("f")
    await ben.wait_for("Forgo your revenge?")
    ben.type(ENTER)
    await amelie.wait_for(in_large("Vous gagnez"))
    if film is not None:
        film.caption = ""
    await scene("the result", 6)
    if film is not None:
        film.write("azerty", "Trente on a French keyboard, without Shift", (80, 26))


def test_the_recording_goes_from_her_turn_to_her_win() -> None:
    shown = [
        "\n".join("".join(piece.text for piece in line) for line in at)
        for *_, at in scenes("azerty")
    ]
    assert "À vous" in shown[0] and in_large("Vous gagnez") in shown[-1]
    assert sum("touches ›" in text for text in shown) == len(PRESSED)
    assert any("Clavier AZERTY" in text for text in shown)


def test_its_picture_is_drawn_from_it() -> None:
    drawn = (FOLDER / "azerty.svg").read_text("utf-8")
    assert drawn == draw("azerty"), "python -m tests.ssh.film azerty"
