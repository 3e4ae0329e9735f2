"""A first visit from end to end: a guest is shown round, learns Le 421, and plays it.

With --rewrite-pictures it is in English and becomes docs/pictures/first-visit.cast.
"""

import re
from collections.abc import Callable
from functools import partial

import pytest

from arcade.club.i18n.words import Words
from arcade.engine import registry
from arcade.engine.lesson import lesson
from tests.ssh.film import FOLDER, Film, draw, scenes, take
from tests.ssh.process import Server
from tests.ssh.terminal import ENTER, Terminal

SENT = {"enter": ENTER, "space": " "}
SIZE = (80, 24)
READ = 0.045
"""Seconds one needs to read a letter."""

PLAN = lesson(registry.find("421"))


async def test_a_guest_is_shown_round_learns_a_game_and_plays_it(
    made: Callable[..., Server], request: pytest.FixtureRequest
) -> None:
    server = made()
    await server.start("--address", "play.example.org")
    assert "ssh play@play.example.org" in server.announced
    filmed = request.config.getoption("rewrite_pictures")
    words, lang = (Words("en"), "C.UTF-8") if filmed else (Words("fr"), "fr_FR.UTF-8")
    sent = {"LANG": lang, "COLORTERM": "truecolor"}
    guest = server.guest().open(size=SIZE, environment=sent)
    film = Film(guest) if filmed else None
    await guest.wait_for(words.t("First time here?"))
    await visit(guest, words, film)
    assert (await server.guest().run("rooms")).out.count("Le 421") == 1  # and not the lesson
    if film is not None:
        film.write("first-visit", "ssh play@host: a first visit", SIZE)


def test_the_recording_goes_from_the_lobby_to_a_table() -> None:
    shown = [
        "\n".join("".join(piece.text for piece in line) for line in picture)
        for _, _, picture in scenes("first-visit")
    ]
    assert "First time here?" in shown[0]
    assert "That was the lesson." in shown[-2]
    assert re.search(r"Le 421 table [A-Z]{5}", shown[-1])
    assert PLAN is not None
    for step, seen in zip(PLAN.steps, shown[-1 - len(PLAN.steps) : -1], strict=True):
        assert set(step.say.split()) <= set(seen.split()), "make pictures FILM=1"


def test_its_picture_is_drawn_from_it() -> None:
    drawn = (FOLDER / "first-visit.svg").read_text("utf-8")
    assert drawn == draw("first-visit"), "python -m tests.ssh.film first-visit"


async def visit(guest: Terminal, words: Words, film: Film | None = None) -> None:
    """Go from the lobby through the tour and the lesson to a table."""
    scene = partial(take, film)
    assert PLAN is not None
    await scene("lobby", 4)
    for key, shown in (("h", "Where am I?"), (ENTER, "How do I come back?")):
        guest.type(key)
        await guest.wait_for(words.t(shown))
        await scene(shown, 6)
    await guest.wait_for(re.compile(r"ssh resume-[0-9A-Z-]{14}@play\.example\.org").search)
    guest.type(ENTER)
    await guest.wait_for(words.t("A few keys"))
    await scene("A few keys", 6)
    guest.type("LL")
    await guest.wait_for("▸ 3  Le 421")
    await scene("the games", 2)
    guest.type(ENTER)
    many = len(PLAN.steps)
    for number, step in enumerate(PLAN.steps, 1):
        await guest.wait_for(words.t("step {n} of {many} ", n=number, many=many).strip())
        await scene(f"step {number}", 1 + READ * len(step.say))
        guest.type("".join(SENT.get(key, key) for key in step.keys))
    await guest.wait_for(re.compile(r"Le 421 table [A-Z]{5}").search)
    await scene("a table", 4)
