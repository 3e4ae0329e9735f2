"""Somebody at a phone and somebody at a real `ssh` play Le 421 at one table.

With --rewrite-pictures it becomes docs/pictures/phone.cast.
"""

import base64
import json
from contextlib import suppress
from functools import partial
from itertools import islice, zip_longest
from pathlib import Path
from typing import Any

import asyncssh
import pytest
from rich.segment import Segment
from rich.style import Style

from arcade.rooms.host import Host
from arcade.rooms.table_rules import TableRules
from server.config.settings import Settings
from server.ssh.listener import listen
from tests.ssh.client import Client, make_key, name_owner
from tests.ssh.emulator import Screen, Stream
from tests.ssh.film import FOLDER, Film, draw, picture, scenes, take
from tests.ssh.terminal import ENTER, UNKNOWN_TO_PYTE, Terminal
from tests.waiting import until
from tests.web.chromium import Page, Tabs
from tests.web.conftest import Site
from tests.web.test_playing import MAIN

COLUMNS, ROWS = 50, 36
"""The cells of the phone: so many that its film is as high as it needs to be."""
SIZE = (80 + 1 + COLUMNS, ROWS + 5)
BORDER, GOLD = Style.parse("#6b5a3e"), Style.parse("bold #e0b050")


class PhoneFilm(Film):
    """A terminal, and to its right a phone: what came to its page, and its buttons."""

    def __init__(self, terminal: Terminal, page: Page) -> None:
        super().__init__(terminal)
        self._terminal = terminal
        self._page = page
        self._taken = 0
        self._screen = Screen(COLUMNS, ROWS)
        self._stream = Stream(self._screen)
        self._main = ""
        self._others: list[str] = []
        self._typing = False

    def rows(self) -> list[list[Segment]]:
        self._take()
        left = picture(self._terminal.screen)
        right = [*picture(self._screen)[:-1], *self._field(), *self._buttons()]
        rule = Segment("│", BORDER)
        blank = [Segment(" " * 80)], [Segment(" " * COLUMNS)]
        rows = islice(zip_longest(left, right), SIZE[1])
        return [[*(there or blank[0]), rule, *(here or blank[1])] for there, here in rows]

    def _take(self) -> None:
        """Take what the page's connection has brought, and the sizes the page has asked for."""
        for event in self._page.events[self._taken :]:
            frame = event["params"].get("response", {})
            kind = event["method"], frame.get("opcode")
            if kind == ("Network.webSocketFrameReceived", 2):
                data = base64.b64decode(frame["payloadData"])
                self._stream.feed(UNKNOWN_TO_PYTE.sub(b"", data).decode())
            elif kind[0].startswith("Network.webSocketFrame") and kind[1] == 1:
                self._hear(json.loads(frame["payloadData"]))
        self._taken = len(self._page.events)

    def _hear(self, message: dict[str, Any]) -> None:
        if size := message.get("size"):
            self._screen.resize(size[1], size[0])
        elif message["type"] == "field":
            self._typing = message["open"]
        elif message["type"] == "actions":
            labels = {button["action"]: button["label"] for button in message["buttons"]}
            self._main = labels.pop(message["main"], "")
            self._others = list(labels.values())[:-3]  # menu, way out and help are behind "…"

    def _field(self) -> list[list[Segment]]:
        line = "─" * (COLUMNS - 2)
        drawn = f"╭{line}╮", f"│{' ' * (COLUMNS - 2)}│", f"╰{line}╯"
        return [[Segment(row, GOLD)] for row in drawn] if self._typing else []

    def _buttons(self) -> list[list[Segment]]:
        """Draw the buttons as the page has them: others in two rows, the main one at the right."""
        wide = COLUMNS * 2 // 5
        line, blank = "─" * (wide - 2), " " * (wide - 2)
        box = (
            f"╭{line}╮",
            f"│{blank}│",
            f"│{self._main.center(wide - 2)}│",
            f"│{blank}│",
            f"╰{line}╯",
        )
        others = "", "   ".join(self._others[::2]), "", "   ".join(self._others[1::2]), ""
        beside = [f" {text}"[: COLUMNS - wide].ljust(COLUMNS - wide) for text in others]
        return [[Segment(text), Segment(row, GOLD)] for text, row in zip(beside, box, strict=True)]


async def take_a_name(page: Page) -> None:
    await page.tap("#field input")
    await page.write("Zoé")
    await page.tap(MAIN)
    await page.see("right?")
    await page.tap(MAIN)


async def throw(host: Host, terminal: Terminal, page: Page) -> None:
    """Throw for whoever is to act: the terminal is seat 0, the phone seat 1."""
    before, seat = host.room.version, host.room.state.turn
    while host.room.version == before:  # the first press may only end what still moves
        if seat:
            await page.tap(MAIN)
        else:
            terminal.type(ENTER)
        with suppress(TimeoutError):
            await until(lambda: host.room.version > before, 2)


async def talk(terminal: Terminal, page: Page) -> None:
    terminal.type("t")
    await terminal.wait_for("say ›")
    terminal.type("Salut Zoé !" + ENTER + ENTER)
    await page.see("Nadia: Salut Zoé !")
    await page.tap("#others [value=talk]")
    await page.tap("#field input")
    await page.write("Bien joué !")
    await page.tap(MAIN)
    await terminal.wait_for("Zoé: Bien joué !")


async def test_a_phone_and_a_terminal_play_at_one_table(
    site: Site, browser: Tabs, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    club = site.context.club
    club.address, club.watch_links.site = "play.example.org", "https://play.example.org"
    settings = Settings(data=tmp_path, host_key=tmp_path / "ssh", port=0)
    door = await listen(settings, asyncssh.generate_private_key("ssh-ed25519"), site.context)
    key = make_key(tmp_path / "id")
    nadia = await name_owner(club, key, "Nadia")
    code = await club.create(nadia, "421", {}, 2, False, TableRules())
    client = Client(tmp_path, door.get_port(), key)
    terminal = client.open("join", code, size=(80, 24), environment={"COLORTERM": "truecolor"})
    page = await browser.person()
    await page.phone(390, 658)
    await page.call("Network.enable")
    film = PhoneFilm(terminal, page) if request.config.getoption("rewrite_pictures") else None
    scene = partial(take, film)
    try:
        await terminal.wait_for("waiting for people")
        await page.open(f"{site.address}/t/{code}")
        await page.see("What shall we call you?")
        await scene("a link, opened on a phone", 3)
        await take_a_name(page)
        await terminal.wait_for("Everybody is here")
        await page.see("Everybody is here", "Nadia")
        await scene("both are there", 3)
        terminal.type("s")
        await page.see("CHARGE")
        await terminal.wait_for("CHARGE")
        (host,) = club.rooms
        for roll in range(5):
            await scene(f"roll {roll}", 3)
            await throw(host, terminal, page)
        await talk(terminal, page)
        await scene("they talk", 4)
        assert await page.faults() == []
    finally:
        terminal.close()
        door.close()
    if film is not None:
        film.write("phone", "one table: ssh, and a phone", SIZE)


def test_the_recording_goes_from_a_link_to_talk_at_the_table() -> None:
    shown = [
        "\n".join("".join(span.text for span in line) for line in at) for *_, at in scenes("phone")
    ]
    assert "What shall we call you?" in shown[0] and "waiting for people" in shown[0]
    assert shown[2].count("CHARGE") == 2
    assert shown[-1].count("Zoé: Bien joué !") == 2


def test_its_picture_is_drawn_from_it() -> None:
    assert (FOLDER / "phone.svg").read_text("utf-8") == draw("phone"), "tests.ssh.film phone"
