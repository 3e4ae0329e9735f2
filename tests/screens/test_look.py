"""Themes hold their contrast, glyphs have twins, and what one sets holds at once and next time."""

import ast
import re
from collections.abc import Iterator
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po
from rich.cells import cell_len
from rich.style import Style
from textual.pilot import Pilot

from arcade.club.club import Club
from arcade.club.i18n import words
from arcade.players.player import Player
from arcade.players.roster import PREFERENCES
from screens.pages.settings import SettingsScreen
from screens.table.screen import TableScreen
from screens.terminal.attention import Attention
from screens.terminal.colours import Depth, reduced
from screens.terminal.glyphs import TWINS, in_cp437, twin
from screens.terminal.palette import CAFE, IN_256, PALETTES
from screens.terminal.seats import MARKS
from screens.widgets.lines import Lines
from tests.screens.conftest import ANNA, screen_text, see, session, until
from tests.screens.spot import shown
from tests.snapshots.views import tables

ROOT = Path(__file__).parents[2]
SEAT_TILES = [mark.tile for mark in MARKS]
SIXTEEN = ("sixteen", "sixteen-light")
MANY = [name for name in PALETTES if name not in (*SIXTEEN, "mono")]

OWN_SIXTEEN = {
    "xterm": "000000cd000000cd00cdcd000000eecd00cd00cdcde5e5e5"
    "7f7f7fff000000ff00ffff005c5cffff00ff00ffffffffff",
    "PuTTY": "000000bb000000bb00bbbb000000bbbb00bb00bbbbbbbbbb"
    "555555ff555555ff55ffff555555ffff55ff55ffffffffff",
    "Linux": "000000aa000000aa00aa55000000aaaa00aa00aaaaaaaaaa"
    "555555ff555555ff55ffff555555ffff55ff55ffffffffff",
}
"""The sixteen colours as terminals have them from the start."""

DRAWN = ("rule", "earns-0", "earns-1", "earns-2", "field-rule", "field-turned")
"""Tones of frames and bars, which no word has."""

FILLINGS = [mark.filling for mark in MARKS]
DIMMEST = {
    "rule": 2.0,
    "field-rule": 2.0,
    "field-turned": 1.4,
    **dict.fromkeys(FILLINGS, 2.0),
}
"""The contrast of what has no words: frames, dots, and the rims of turned tiles."""

Rgb = tuple[int, int, int]


@pytest.mark.parametrize("keys", [(), ("o",), ("question_mark",), ("colon",), ("n",)])
async def test_headings_are_not_gold_as_keys_are(club: Club, keys: tuple[str, ...]) -> None:
    async with session(club, ANNA, (160, 45)) as anna:
        await anna.press(*keys)
        await anna.pause()
        titles = [
            piece
            for pane in anna.app.screen.query(Lines)
            for line in map(pane.row_at, range(pane.size.height))
            for piece, blank, rule in zip(line, line[1:], line[2:], strict=False)
            if "──" in rule.text and blank.text.isspace() and any(map(str.isalpha, piece.text))
        ]
        assert len(titles) > 1
        assert {piece.tone for piece in titles} == {"strong"}, titles


def test_every_theme_has_every_tone_and_can_be_chosen() -> None:
    assert all(palette.keys() == CAFE.keys() for palette in PALETTES.values())
    assert set(PREFERENCES["theme"]) == PALETTES.keys() - {"sixteen-light", "mono"}


def test_head_and_foot_have_a_ground_of_their_own_in_every_theme() -> None:
    for name, palette in PALETTES.items():
        for tone in ("bar", "bar-dim", "bar-gold", "bar-alert") if name != "mono" else ():
            style = palette[tone]
            assert style.reverse or style.bgcolor != palette[""].bgcolor, (name, tone)


@pytest.mark.parametrize("theme", MANY)
def test_a_card_without_a_frame_has_one_colour(theme: str) -> None:
    """What ends it above and below is written in text."""
    shown = PALETTES[theme]
    assert shown[""].color == shown["tile"].bgcolor


def light(colour: Rgb) -> float:
    """Return the relative luminance: WCAG 2.2."""
    parts = (part / 255 for part in colour)
    red, green, blue = (x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: Rgb, other: Rgb) -> float:
    low, high = sorted((light(first), light(other)))
    return (high + 0.05) / (low + 0.05)


def colours(style: Style) -> tuple[Rgb, Rgb]:
    assert style.color is not None
    assert style.bgcolor is not None
    return tuple(style.color.get_truecolor()), tuple(style.bgcolor.get_truecolor())


@pytest.mark.parametrize("theme", MANY)
def test_words_are_readable_with_many_colours_and_with_256(theme: str) -> None:
    for tone, style in PALETTES[theme].items():
        least = DIMMEST.get(tone, 7.0 if theme == "contrast" else 4.5)
        ink, ground = colours(style)
        assert contrast(ink, ground) >= least, tone
        assert contrast(*colours(reduced(style, "256"))) >= least, f"{tone} in 256 colours"


@pytest.mark.parametrize("terminal", OWN_SIXTEEN)
@pytest.mark.parametrize("theme", SIXTEEN)
def test_words_are_readable_with_sixteen_colours_whatever_the_users_ground(
    theme: str, terminal: str
) -> None:
    rgb = bytes.fromhex(OWN_SIXTEEN[terminal])
    for tone, style in PALETTES[theme].items():
        assert style.color is not None and style.bgcolor is not None, f"{tone} on the user's ground"
        ink, ground = style.color.number or 0, style.bgcolor.number or 0
        brown = terminal == "Linux" and 3 in (ink, ground)
        least = 2.0 if tone in DRAWN else 4.0 if brown else 4.5
        seen = [tuple(rgb[3 * number : 3 * number + 3]) for number in (ink, ground)]
        assert contrast(*seen) >= least, tone
        assert not (style.dim or style.reverse), tone
        assert not style.bold or (ink and theme == "sixteen"), f"{tone}: terminals draw it lighter"


@pytest.mark.parametrize("to", ["truecolor", "256"])
@pytest.mark.parametrize("theme", MANY)
def test_what_enter_takes_stands_out(theme: str, to: Depth) -> None:
    shown = {tone: colours(reduced(style, to)) for tone, style in PALETTES[theme].items()}
    for tone in ("cursor", "caret", "tile", "tile-held", "turn", *SEAT_TILES):
        assert contrast(shown[tone][1], shown[""][1]) >= 3, tone


@pytest.mark.parametrize(
    ("theme", "to"),
    [("sixteen", "16"), *((theme, to) for theme in MANY for to in ("truecolor", "256"))],
)
def test_no_two_seats_and_nothing_else_have_a_seats_colour_or_the_turns(
    theme: str, to: Depth
) -> None:
    shown = {tone: reduced(style, to) for tone, style in PALETTES[theme].items()}
    seats = [shown[mark.tone].color for mark in MARKS]
    tiles = [shown[mark.tile].bgcolor for mark in MARKS]
    assert seats == tiles and len(set(seats)) == len(MARKS)
    turn = shown["turn"].bgcolor
    others = {style for tone, style in shown.items() if tone not in ("turn", "turn-sign")}
    assert turn not in {ink for style in others for ink in (style.color, style.bgcolor)}


def test_every_colour_of_a_theme_was_chosen_for_256_too() -> None:
    for theme in MANY:
        for style in PALETTES[theme].values():
            assert {style.color.name, style.bgcolor.name} <= IN_256.keys()
    dim = reduced(PALETTES["cafe"]["dim"], "256").color
    assert dim is not None and dim.number == 144, "no mauve"


def test_seats_differ_in_shape_without_colour() -> None:
    for signs in ([mark.shape for mark in MARKS], [twin(mark.shape) for mark in MARKS]):
        assert len({*signs, "○", twin("○")}) == len(MARKS) + 2
    assert twin("○").lower() != twin("●"), "a free seat and a person differ by more than a capital"
    for mark in MARKS:
        assert PALETTES["mono"][mark.tile].reverse


# ASCII


ESCAPE = re.compile(r"\\[0-7xuUN]")
"""What may be another letter than those that a source has."""


def everything_written() -> Iterator[str]:
    for storey in ("arcade", "screens", "server"):
        for file in (ROOT / storey).rglob("*.py"):
            source = file.read_text(encoding="utf-8")
            if source.isascii() and not ESCAPE.search(source):
                continue  # it writes letters of ASCII, as all the others do
            nodes = list(ast.walk(ast.parse(source)))
            docs = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
            for node in nodes:
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield "" if id(node) in docs else node.value
    for po in (ROOT / "arcade" / "locale").rglob("*.po"):
        for message in read_po(BytesIO(po.read_bytes())):
            yield from (message.string,) if isinstance(message.string, str) else message.string
    for page in (ROOT / "arcade" / "games").rglob("rules.*.md"):
        yield page.read_text(encoding="utf-8")


def test_every_glyph_in_use_has_a_twin_of_its_width_and_a_sign_of_the_console() -> None:
    used = {sign for text in everything_written() for sign in text if sign.isprintable()}
    assert len(used) > 160
    assert {sign for sign in used if not sign.isascii() and twin(sign) == "?"} == set()
    for sign, other in TWINS.items():
        assert cell_len(sign) == len(other) == 1 and other.isascii() and other.isprintable(), sign
    for sign in used:
        shown = in_cp437(sign)
        assert shown.isascii() or shown in CONSOLE, sign
        assert cell_len(shown) == cell_len(sign), sign


def test_a_twin_is_as_wide_and_ascii_whatever_it_is_of() -> None:
    for text in ("Éloïse", "日本", "👩‍👩‍👧 ✌️", "e\u0301\u0301", "\u202e½\x9b", "αβ\x07\x1b[2t"):
        shown_text = twin(text)
        assert shown_text.isascii()
        assert cell_len(shown_text) == cell_len(text), text
    assert twin("Éloïse\x07") == "Eloise\x07"


# What calls a person


def test_titles_calls_and_their_end() -> None:
    written: list[str] = []
    attention = Attention(written.append)
    attention.title("Ann's turn")
    attention.title("Ann's turn")
    assert written == ["\x1b[22;2t\x1b]2;Ann's turn\x07"]
    attention.title("a\x07\x1b]52;c;x\x9cb\n" + "x" * 200)
    assert written[1].count("\x07") == 1 and "\x9c" not in written[1] and len(written[1]) < 90
    attention.use_title(False)
    attention.title("not shown")
    attention.end()
    assert written[2:] == ["\x1b]2;\x07\x1b[23;2t"]
    attention.use_title(True)
    assert written[3] == "\x1b[22;2t\x1b]2;not shown\x07"
    written.clear()
    attention.call("Your turn")
    attention.rings, attention.notifies = False, "osc9"
    attention.call("Your turn")
    attention.notifies = "osc777"
    attention.call("Your; turn")
    assert written == [
        "\x07",
        "\x1b]9;Your turn\x07",
        "\x1b]777;notify;ssh-arcade;Your turn\x07",
    ]


# The settings


async def choose(pilot: Pilot[str], line: int, key: str = "right", times: int = 1) -> None:
    await pilot.press("o", *["down"] * line, *[key] * times)
    await pilot.pause()


@pytest.mark.parametrize("theme", sorted(PALETTES.keys() - {"cafe", "mono"}))
async def test_an_app_begun_with_a_theme_looks_as_one_that_changed_to_it(
    club: Club, theme: str
) -> None:
    def styles(pilot: Pilot[Any]) -> list[object]:
        nodes = [pilot.app, *pilot.app.screen.walk_children(with_self=True)]
        return [(set(node.classes), node.styles.background, node.styles.color) for node in nodes]

    async with session(club, ANNA, palette=theme) as begun:
        expected = styles(begun)
    async with session(club, ANNA) as changed:
        assert styles(changed) != expected
        changed.app.palette = theme
        await until(changed, lambda: styles(changed) == expected)


async def test_what_one_sets_holds_at_once_and_next_time(club: Club) -> None:
    async with session(club, ANNA, animations=True) as pilot:
        app = pilot.app
        await choose(pilot, 1, times=2)
        assert app.palette == "contrast" and "high contrast" in screen_text(pilot)
        await pilot.press("down", "enter", *["down"] * 6, "enter", "enter", "space")
        assert not app.moving and app.clicking
        await pilot.press(*["up"] * 3, "right", "down", "right", "up", "up", "right")
        assert not app.attention.rings and app.attention.notifies == "osc9"
        await pilot.press(*["up"] * 4, "right")
        await see(pilot, "Réglages")
    async with session(club, ANNA, language="fr", animations=True) as pilot:
        app = pilot.app
        assert (app.palette, app.moving, app.clicking) == ("contrast", False, True)
        assert not app.attention.rings and app.attention.notifies == "osc9"
    async with session(club, ANNA, palette="mono") as pilot:
        assert pilot.app.palette == "mono"


async def test_a_table_follows_what_is_set_from_there(club: Club) -> None:
    first = next(table for name, table in tables("421") if name == "first")
    async with shown(club, first) as (pilot, _):
        await see(pilot, "Your turn.")
        await pilot.press("O", "right", "down", "right", "escape")
        await see(pilot, "À vous.")
        assert pilot.app.palette == "light" and "Your" not in screen_text(pilot)


def written(pilot: Pilot[str]) -> str:
    """Return the whole screen as it is sent."""
    with pilot.app._context():
        return pilot.app.screen._compositor.render_full_update().render_segments(pilot.app.console)


async def test_only_ascii_leaves_for_who_has_nothing_else(club: Club) -> None:
    """Of all other screens tests/snapshots says the same."""
    person = Player("SHA256:e", "Éloïse")
    async with session(club, person, language="fr", only_ascii=True) as pilot:
        assert "É" in screen_text(pilot) and "É" not in written(pilot)
        assert written(pilot).isascii()
        await pilot.press("o", *["down"] * 3)
        await pilot.press(*["right"] * 2)
        assert "É" in written(pilot)
        await pilot.press("left")
        assert written(pilot).isascii()


async def test_a_language_is_added_by_dropping_in_a_catalogue(
    club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for language in ("fr", "de"):
        (tmp_path / "locale" / language).mkdir(parents=True)
    for po in (files("arcade") / "locale" / "fr").iterdir():
        (tmp_path / "locale" / "fr" / po.name).write_bytes(po.read_bytes())
    head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
    (tmp_path / "locale" / "de" / "look.po").write_text(
        head + 'msgid "English"\nmsgstr "Deutsch"\n\nmsgid "Settings"\nmsgstr "Einstellungen"\n',
        encoding="utf-8",
    )
    monkeypatch.setattr(words, "files", lambda _: tmp_path)
    words.languages.cache_clear()
    try:
        async with session(club, ANNA) as pilot:
            await choose(pilot, 0)
            assert isinstance(pilot.app.screen, SettingsScreen)
            assert {"Einstellungen", "Deutsch"} <= set(screen_text(pilot).split())
            assert club.accounts.language(ANNA) == "de"
    finally:
        words.languages.cache_clear()
        words._catalogue.cache_clear()


async def test_a_large_terminal_explains_each_setting_once(club: Club) -> None:
    async with session(club, ANNA, (160, 45)) as pilot:
        await pilot.press("o")
        await see(pilot, "What you read; the rules and the coach speak")
        text = screen_text(pilot)
        assert text.count("What you read") == 1, text
        assert re.search(r"● English\n.* {3}français", text), "values below each other"
        sample = [number for number, line in enumerate(text.splitlines()) if "Sample ─" in line]
        await pilot.press("down")
        await see(pilot, "● café, dark")
        lines = screen_text(pilot).splitlines()
        assert [number for number, line in enumerate(lines) if "Sample ─" in line] == sample


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (160, 45)])
async def test_each_die_of_the_sample_is_named_below_itself(
    club: Club, size: tuple[int, int]
) -> None:
    async with session(club, ANNA, size) as pilot:
        await pilot.press("o")
        await see(pilot, "▒ at risk")
        lines = screen_text(pilot).splitlines()
        at = next(number for number, line in enumerate(lines) if line.count("free") == 2)
        edges = [edge.span() for edge in re.finditer("[╰┗]\\S+[╯┛]", lines[at - 1])][:3]
        names = [name.span() for name in re.finditer("free|kept", lines[at])]
        for (left, right), (start, end) in zip(edges, names, strict=True):
            assert left <= start < end <= right, screen_text(pilot)


@pytest.mark.parametrize("size", [(100, 30), (160, 45)])
async def test_settings_stand_below_each_other_and_their_headings_apart(
    club: Club, size: tuple[int, int]
) -> None:
    async with session(club, ANNA, size) as pilot:
        await pilot.press("o")
        await see(pilot, "What you see ─")
        lines = [line[:30].strip() for line in screen_text(pilot).splitlines()]
        at = lines.index(next(line for line in lines if line.startswith("What you see")))
        assert not lines[at - 1] and not lines[at + 1], "a heading is free of bar and lines"
        named = [line.lstrip("▸ ").split()[0] for line in lines[at + 2 :] if line]
        assert named[:5] == ["Language", "Colours", "Motion", "Glyphs", "Window"]


@pytest.mark.parametrize(
    ("language", "group", "behind"),
    [
        ("en", "What you see ─", "Settings · Le 421 goes on behind"),
        ("fr", "Ce que vous voyez ─", "Réglages · Le 421 continue derrière"),
    ],
)
async def test_settings_over_a_table_say_that_the_game_goes_on(
    club: Club, language: str, group: str, behind: str
) -> None:
    async with session(club, ANNA, language=language) as pilot:
        await pilot.press("o")
        await see(pilot, group)
        assert behind.partition("·")[2] not in screen_text(pilot)
        await pilot.press("escape", "p")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        await pilot.press("O")
        await see(pilot, behind)


@pytest.mark.parametrize(
    ("usual", "light"), [("cafe", "light"), ("sixteen", "sixteen-light"), ("mono", "mono")]
)
async def test_who_has_chosen_no_theme_has_the_one_for_the_terminals_ground(
    club: Club, usual: str, light: str
) -> None:
    async with session(club, ANNA, palette=usual) as pilot:
        pilot.app.ground(True)
        assert pilot.app.palette == light
        assert pilot.app.preference("theme") == "light", "as the settings show it"
    async with session(club, ANNA, palette=usual, light=True) as pilot:
        assert pilot.app.palette == light
        await pilot.app.prefer("theme", "cafe")
        assert pilot.app.palette == usual
        pilot.app.ground(True)
    async with session(club, ANNA, palette=usual, light=True) as pilot:
        assert pilot.app.palette == usual, "a choice counts, though it is the default"


CONSOLE = {*bytes(range(0x80, 0x100)).decode("cp437"), *"☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼"}


def test_the_linux_console_gets_signs_that_its_fonts_have() -> None:
    assert in_cp437("╭─╮ é ✗ 日") == "┌─┐ é x ??"
    signs = [in_cp437(mark.shape) for mark in MARKS]
    assert len({*signs, in_cp437("○"), in_cp437("●")}) == len(MARKS) + 2


async def test_a_console_is_drawn_in_its_signs_unless_one_says_it_has_all(club: Club) -> None:
    async with session(club, ANNA) as pilot:
        pilot.app.console.cp437 = True
        assert "┌─" in written(pilot) and "╭" not in written(pilot)
        await pilot.app.prefer("ascii", "off")
        assert "╭─" in written(pilot)
        await pilot.app.prefer("ascii", "on")
        assert written(pilot).isascii()


async def test_the_tour_says_how_to_get_ascii_and_does_it(club: Club) -> None:
    async with session(club, ANNA) as pilot:
        await pilot.press("h")
        await see(pilot, "in ASCII.")
        await pilot.press("g")
        await see(pilot, "in ASCII;")
        assert written(pilot).isascii()
        await pilot.press("g")
        await see(pilot, "in ASCII.")
        assert "╭" in written(pilot)


async def test_the_time_zone_is_a_line_of_the_settings(club: Club) -> None:
    async with session(club, ANNA, language="fr") as pilot:
        await pilot.press("o", "up")
        await see(pilot, "Fuseau horaire")
        await see(pilot, "UTC")
        await pilot.press("enter", *"nowhere", "enter")
        await see(pilot, "Il n'y a pas de fuseau horaire nowhere")
        await pilot.press("ctrl+u", *"tokyo", "enter")
        await see(pilot, "Vos jours finissent à minuit dans ce fuseau horaire : Asia/Tokyo")
        assert club.accounts.zone(ANNA) == "Asia/Tokyo"
        await pilot.press("right", "escape", "z", *"lima", "enter")
        await until(pilot, lambda: club.accounts.zone(ANNA) == "America/Lima")
