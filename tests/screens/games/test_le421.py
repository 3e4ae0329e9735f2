"""Le 421 on the screen: what one is told to do, and asked before a dear hand flies."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace
from textual.geometry import Size

from arcade.club.club import Club
from arcade.club.i18n.words import Words
from arcade.club.views import TableView
from arcade.engine import codec
from arcade.engine.chance import Replay
from arcade.engine.news import phrase
from arcade.games.le421 import GAME
from arcade.games.le421.rules.actions import Roll, Stop
from arcade.rooms.room import LogLine
from screens.games.le421.ladder import ladder
from screens.terminal.rows import plain, row_width
from screens.widgets.banner import low_banner
from screens.widgets.lines import Lines
from tests.scenarios.given import arrange
from tests.screens.conftest import SIZES, row_of, screen_text, see, table_screen, until
from tests.screens.spot import picture_of, show, shown


def table_of(*draws: int, moves: tuple[dict[str, Any], ...] = (), version: int = 1) -> TableView:
    """Return a table of two: Anna leads, and the moves are made by whose turn it is."""
    chance = Replay(draws)
    state = GAME.setup(GAME.options(), 2, chance)
    for move in moves:
        action = codec.action_from(GAME, move)
        state = GAME.apply(state, GAME.to_act(state)[0], action, chance)
    return picture_of(GAME, state, 0, ("Anna", "Ben"), version)


ROLL = {"do": "roll"}
NAMES = ("Anna", "Ben", "Cleo", "Dora", "Eve", "Finn", "Gus", "Hal")


async def test_a_dear_hand_is_thrown_again_by_another_key_than_a_held_enter(club: Club) -> None:
    async with shown(club, table_of(6, 1, 4, 2, 1, moves=(ROLL,))) as (pilot, spot):
        await see(pilot, "421  the best hand there is")
        await see(pilot, "worth 10 tokens")
        await see(pilot, "CHARGE · worst hand takes tokens")
        await pilot.press("enter")
        await see(pilot, "Roll 421 again? y does, s stands.")
        assert "Enter roll" not in screen_text(pilot).splitlines()[-1]
        await pilot.press("1")
        await see(pilot, "Space or 1-3 keep, Enter rolls the rest, s stands.")
        await pilot.press("1", "enter", "enter", "enter")
        assert spot.asked == []
        await pilot.press("y")
        await until(pilot, lambda: spot.asked == [{"do": "roll", "keep": []}])
        await show(pilot, spot, table_of(6, 1, 6, 5, 2, moves=(ROLL,), version=2))
        await pilot.press("enter")  # a hand worth little flies at once
        await until(pilot, lambda: len(spot.asked) == 2)


async def test_a_hand_says_its_place(club: Club) -> None:
    async with shown(club, table_of(6, 1, 6, 4, 2, moves=(ROLL,))) as (pilot, _):
        await see(pilot, "worth 1 token")
        await see(pilot, "27 of 56 hands beat it")
    async with shown(club, table_of(6, 1, 6, 4, 2, moves=(ROLL,)), (100, 30)) as (pilot, _):
        await see(pilot, "27 of 56 hands beat it")
        lines = [line[:45].strip() for line in screen_text(pilot).splitlines()]
        at = lines.index("27 of 56 hands beat it")
        assert lines[at - 2 : at] == ["642", "worth 1 token"], "below the dice"
    async with shown(club, table_of(6, 1, 4, 2, 1, moves=(ROLL,))) as (pilot, _):
        await see(pilot, "421")
        assert "of 56" not in screen_text(pilot)  # it is the best: no "1e main" in French


async def test_the_dice_on_the_table_and_those_the_coach_keeps_are_marked(club: Club) -> None:
    async with shown(club, table_of(6, 1, 6, 4, 2, moves=(ROLL,))) as (pilot, _):
        (own,) = [line for line in screen_text(pilot).splitlines() if "Anna" in line]
        assert " rolling" in own and "642" not in own, "the dice lie above"
        assert "▼ keep" not in screen_text(pilot)
        table_screen(pilot).game.advise(Roll((6, 4)))
        await until(pilot, lambda: screen_text(pilot).count("▼ keep") == 2)
        table_screen(pilot).game.advise(None)
        await until(pilot, lambda: "▼ keep" not in screen_text(pilot))


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_a_free_row_is_between_the_gestures_and_the_line_of_the_turn(
    club: Club, language: str
) -> None:
    async with shown(club, table_of(6, 1, 6, 4, 2, moves=(ROLL,)), language=language) as (pilot, _):
        screen = table_screen(pilot)
        assert screen.status.second()
        await pilot.press("E")
        await until(pilot, lambda: screen.panes.gesturing)
        at = screen.regions(pilot.app.size)
        assert at[screen.panes.gestures].bottom < at[screen.status].y
        assert at[screen.status].bottom < pilot.app.size.height - 1, "nor does it touch the keys"
        assert not screen.status.second(), "nor is a key named that works later"
        listed = screen.panes.gestures.lines(80, 24)
        keys = {piece.text: piece.tone for line in listed for piece in line if piece.click}
        assert all(keys[f" {number} "] == "gold" for number in range(1, 9)), "as keys are below"
        air, *rows = screen.panes.gestures.draw(at[screen.panes.gestures].size)
        assert not air and len(rows) == len(listed), "they do not touch the rule that names them"
        assert row_width(rows[0]) > 74, "from edge to edge"


@pytest.mark.parametrize("size", SIZES)
async def test_dice_name_no_key_while_keys_go_elsewhere(club: Club, size: tuple[int, int]) -> None:
    async with shown(club, table_of(6, 1, 6, 4, 2, moves=(ROLL,)), size) as (pilot, _):
        for key in "Et":
            await see(pilot, "key 1")
            await pilot.press(key)
            await until(pilot, lambda: "key 1" not in screen_text(pilot))
            assert "Space or 1-3" not in screen_text(pilot)
            await pilot.press("escape")


async def test_who_keeps_all_is_told_what_comes_of_it(club: Club) -> None:
    async with shown(club, table_of(6, 1, 6, 5, 4, moves=(ROLL,))) as (pilot, spot):
        await pilot.press("1", "2", "3")
        await see(pilot, "Your turn. Enter stands on it.")
        again = {"do": "roll", "keep": [6]}
        draws = (1, 6, 6, 5, 2, 5, 2, 4, 2, 1)
        owes = table_of(*draws, moves=(ROLL, again, {"do": "stop"}, ROLL), version=2)
        await show(pilot, spot, owes)
        await pilot.press("1", "2", "3")
        await see(pilot, "You owe 1 more roll: 1-3 let go of a die.")
        await pilot.press("3")
        await see(pilot, "Space or 1-3 keep, Enter rolls the rest.")


async def test_what_a_bot_rolled_is_not_said_to_be_ones_own(club: Club) -> None:
    thrown = table_of(6, 1, 4, 2, 1, moves=(ROLL, {"do": "stop"}))
    news = phrase("{seat:@ rolls|You roll} {dice:dice}.", seat=0, dice=(4, 2, 1))
    line = LogLine(1, 0, "game", news, ("Anna", "Ben"), stand_ins=(0,))
    async with shown(club, replace(thrown, lines=(line,))) as (pilot, _):
        await see(pilot, "Anna (bot)'s last roll")
        await see(pilot, "Anna rolls 4-2-1.")
    async with shown(club, replace(thrown, lines=(replace(line, stand_ins=()),))) as (pilot, _):
        await see(pilot, "Your last roll")
        await see(pilot, "You roll 4-2-1.")


async def test_whoever_begins_has_three_dice_with_the_key_in_one(club: Club) -> None:
    begun = GAME.setup(GAME.options(), 2, Replay((6, 1, 2)))
    table = picture_of(GAME, begun, begun.turn, ("Anna", "Ben"))
    for mine in (True, False):
        offers = table.offers if mine else ()
        async with shown(club, replace(table, offers=offers)) as (pilot, _):
            await see(pilot, "tokens")
            assert ("│   Enter   │" in screen_text(pilot)) == mine
            text = screen_text(pilot)
            assert text.count("yet to roll") == text.count(" rolling") == 1, "who begins, too"


async def test_in_one_row_the_last_roll_has_all_its_dice_or_none(club: Club) -> None:
    begun = GAME.setup(GAME.options(), 2, Replay((6, 1)))
    rolled = GAME.apply(begun, 0, Roll(), Replay((5, 6, 2)))
    state = GAME.apply(rolled, 0, Stop(), Replay(()))
    for name, shows in (("Ann", True), ("Marie-Antoinette", False)):
        table = picture_of(GAME, state, 1, (name, "Ben"))
        async with shown(club, table, (62, 20)) as (pilot, _):
            await see(pilot, f"{name}'s last roll")
            (line,) = [line for line in screen_text(pilot).splitlines() if "last roll" in line]
            assert "…" not in line and ("5   6   2" in line) is shows, line


async def test_who_is_rid_of_all_tokens_is_told_to_sit_out(club: Club) -> None:
    begun = GAME.setup(GAME.options(), 3, Replay((6, 1, 2)))
    state = arrange(GAME, begun, {"phase": "decharge", "tokens": (0, 12, 9), "pot": 0, "turn": 1})
    table = picture_of(GAME, state, 0, ("Anna", "Ben", "Cleo"))
    async with shown(club, table) as (pilot, _):
        await see(pilot, "You hold no token: you sit out. Waiting for Ben.")


async def test_la_belle_says_who_plays_it_and_counts_no_tokens(club: Club) -> None:
    begun = GAME.setup(GAME.options(), 3, Replay((6, 1, 2)))
    fields = {"phase": "belle", "tokens": (0, 12, 9), "manches_won": (1, 1, 0)}
    state = arrange(GAME, begun, {**fields, "hands": (654, None, None), "limit": 1})
    names = ("Anna", "Ben", "Cleo")
    async with shown(club, picture_of(GAME, state, 1, names)) as (pilot, spot):
        await see(pilot, "LA BELLE")
        await see(pilot, "LA BELLE · one round, and its best hand wins")
        await see(pilot, "Your turn. Enter rolls.")
        await see(pilot, "★ 1 half won · ▲ best")
        text = screen_text(pilot)
        assert "tokens" not in text and "●●●" not in text and "sits out" in text
        await show(pilot, spot, picture_of(GAME, state, 2, names, 2))
        await see(pilot, "Others have won more: they play la belle.")


@pytest.mark.parametrize("pot", [11, 16, 21])
async def test_tokens_lie_in_even_rows_and_each_has_a_dot_where_there_is_room(
    club: Club, pot: int
) -> None:
    begun = table_of(6, 1)
    assert begun.view is not None
    view = replace(begun.view, pot=pot, tokens=(21 - pot, 0))
    async with shown(club, replace(begun, view=view), size=(160, 45)) as (pilot, _):
        screen = table_screen(pilot)
        for width, height in ((78, 30), (53, 20), (104, 41)):
            lines = [plain(line) for line in screen.game.draw(Size(width, height))]
            of_seat = re.compile("Anna|●●")  # in its row, or on its card
            rows = [line.count("● ") for line in lines if "● " in line and not of_seat.search(line)]
            if width == 78:  # in fives
                rows = [line.count("●") for line in lines if "●" in line and "Anna" not in line]
            assert sum(rows) == pot and max(rows) - min(rows) <= len(rows) - 1, (width, lines)
        fives, rest = divmod(21 - pot, 5)
        of_anna = " ".join(["●●●●●"] * fives + ["●" * rest] * bool(rest))
        assert any(re.search(f"┃ {of_anna} +┃", line) for line in lines) or not of_anna, lines
        assert "".join(lines).count("●") == 21, lines


async def test_tokens_and_hands_stand_beside_the_names(club: Club) -> None:
    begun = GAME.setup(GAME.options(), 3, Replay((6, 1, 2)))
    fields = {"dice": (6, 5, 2), "throws": 1, "turn": 0, "hands": (None, 421, None),
              "tokens": (0, 7, 1), "pot": 13}  # fmt: skip
    table = picture_of(GAME, arrange(GAME, begun, fields), 0, ("Anna", "Ben", "Cleo"))
    async with shown(club, table) as (pilot, _):
        await see(pilot, "23 of 56 hands beat it")
        lines = screen_text(pilot).splitlines()
    at = next(at for at, line in enumerate(lines) if "Anna" in line)
    assert not lines[at - 1].strip(), "and apart from the dice"
    assert re.search("Anna +you +0 tokens +rolling *$", lines[at]), lines
    assert re.search("Ben +7 tokens ●●●●● ●●  +4   2   1  ▲ best", lines[at + 1]), lines
    assert re.search("Cleo +1 token  ● +yet to roll", lines[at + 2]), lines
    assert not lines[at + 3].strip() and "─" in lines[at + 4], "a free row is above the log"


@pytest.mark.parametrize(("count", "framed"), [(2, True), (4, True), (8, False)])
async def test_a_screen_of_a_hundred_columns_has_the_seats_beside_the_dice(
    club: Club, count: int, framed: bool
) -> None:
    begun = GAME.setup(GAME.options(), count, Replay((6, *[1] * (count - 1))))
    fields = {"dice": (6, 5, 2), "throws": 1, "turn": 0, "pot": 18, "hands": (None, 421),
              "tokens": (0, 3, *[0] * (count - 2))}  # fmt: skip
    fields["hands"] += (None,) * (count - 2)
    table = picture_of(GAME, arrange(GAME, begun, fields), 0, NAMES[:count])
    async with shown(club, table, (100, 30)) as (pilot, _):
        lines = [plain(line) for line in table_screen(pilot).game.draw(Size(100, 21))]
    beside = [line[50:].rstrip() for line in lines]
    text = "\n".join(beside)
    assert all(name in text for name in NAMES[:count]) and ("╰─" in text) is framed, text
    if count < 8:
        assert re.search(r"Ben .* 3 tokens[ │]*\n.* 4   2   1  ▲ best +●●●", text), text
        assert text.count("yet to roll") == count - 2 and text.count(" rolling") == 1
    else:
        assert re.search(r"Ben +3 tokens 421 ▲ best", text), text
        named = [at for at, line in enumerate(beside) if "token" in line][-count:]
        assert {below - at for at, below in pairwise(named)} == {2}, "a free row between two"
    left = [line[:45].strip() for line in lines]
    assert left.index("23 of 56 hands beat it") > max(
        at for at, line in enumerate(left) if "╰" in line
    )
    assert len(lines) <= 21 and max(map(len, lines)) <= 100


async def test_in_a_broad_picture_the_card_of_whoever_rolls_says_what_their_dice_are_worth(
    club: Club,
) -> None:
    begun = GAME.setup(GAME.options(), 3, Replay((6, 1, 2)))
    fields = {"dice": (6, 6, 1), "throws": 1, "turn": 0, "hands": (None, 421, 542)}
    state = arrange(GAME, begun, fields)
    table = picture_of(GAME, state, 0, ("Anna", "Ben", "Cleo"))
    async with shown(club, table, size=(160, 45)) as (pilot, _):
        lines = [plain(line) for line in table_screen(pilot).game.draw(Size(104, 41))]
        face = [line for line in lines[: _card_at(lines)] if re.search("[╮│╯]", line)]
        assert len(face) == 11 and sum(line[:70].count("▐███▌") for line in face) == 13
        beside = [re.split("[╮│╯]", line)[-1].strip() for line in face]
        assert beside[:2] == ["CHARGE", "Pot 21"] and "661" not in " ".join(beside)
        below = lines[_card_at(lines) :]
        assert [count for line in below if (count := line.count("tokens"))] == [3]
        own = [line.split("┃")[1].strip() for line in below if "┃" in line]
        at = own.index("worth 1 token")
        assert own[at - 3 : at + 2] == [
            *map(str.strip, low_banner("661", 40)),
            "worth 1 token",
            "20 of 56 hands beat it",
        ]
        assert not any("│" in line for line in own), "the dice lie above"


@pytest.mark.parametrize(
    ("made", "others", "standing"),
    [
        ((1, 1, 1), (None, 211, 542), "▲ would be best"),
        ((5, 4, 2), (None, 211, 543), "▼ would be worst"),
        ((5, 4, 2), (None, 211, 221), ""),
        ((5, 4, 2), (None, None, None), ""),
    ],
)
async def test_the_card_of_whoever_rolls_says_how_their_dice_would_stand(
    club: Club, made: tuple[int, ...], others: tuple[int | None, ...], standing: str
) -> None:
    begun = GAME.setup(GAME.options(), 3, Replay((6, 1, 2)))
    fields = {"dice": made, "throws": 1, "turn": 0, "hands": others}
    table = picture_of(GAME, arrange(GAME, begun, fields), 0, ("Anna", "Ben", "Cleo"))
    async with shown(club, table, size=(160, 45)) as (pilot, _):
        text = "\n".join(plain(line) for line in table_screen(pilot).game.draw(Size(104, 41)))
    assert ("would be" in text) == bool(standing) and standing in text, text


def _card_at(lines: Sequence[str]) -> int:
    """Return the row in which the card of whoever has the turn begins."""
    return row_of(lines, "┏")


def test_who_rolled_a_hand_stands_beside_it_or_is_named_by_the_sign_of_the_seat() -> None:
    begun = GAME.setup(GAME.options(), 3, Replay((6, 1, 2)))
    view = GAME.view(arrange(GAME, begun, {"hands": (654, 542, 655), "limit": 1}), 0)
    names = ("Anna", "Ben", "Chloé")
    for cells, sentence in ((50, "◂\xa0Ben\xa0542, Chloé\xa0655"), (31, " all others  ♥542 ♣655")):
        rows = list(map(plain, ladder(Words(), view, cells, None, True, names.__getitem__)))
        assert any(sentence in line for line in rows) and max(map(len, rows)) <= cells, rows
    assert any(" ■654 543" in line for line in rows)


@pytest.mark.parametrize("size", [Size(53, 20), Size(66, 27), Size(104, 41)])
async def test_kept_dice_have_their_seats_colour_and_the_seats_alone_say_which_hand_is_best(
    club: Club, size: Size
) -> None:
    begun = GAME.setup(GAME.options(), 3, Replay((6, 1, 2)))
    given = {"hands": (None, 542, 655), "dice": (1, 1, 1), "throws": 1, "limit": 3, "turn": 0}
    table = picture_of(GAME, arrange(GAME, begun, given), 0, ("Anna", "Ben", "Cleo"))
    async with shown(club, table) as (pilot, _):
        await pilot.press("1")
        game = table_screen(pilot).game
        game.panelled = True
        pieces = [piece for line in game.draw(size) for piece in line]
    golden = [piece.text.strip() for piece in pieces if piece.tone == "gold"]
    assert not any(golden), golden  # gold is what one may press
    kept = {piece.tone for piece in pieces if "▲ kept" in piece.text or "┏" in piece.text}
    cards = {"seat-0", "on-1", "on-2"} if size.width > 100 else set()  # frame, hands
    assert kept == {"on-0", "cursor"} | cards, kept
    text = " ".join(piece.text for piece in pieces)
    assert text.count("655") == 1 and "▲ best" in text and "At stake" in text, text


async def test_a_pause_dims_all_dice_and_the_key_below_one(club: Club) -> None:
    begun = GAME.setup(GAME.options(), 3, Replay((6, 1, 2)))
    given = {"hands": (None, 542, 655), "dice": (1, 1, 2), "throws": 1, "limit": 3, "turn": 0}
    table = picture_of(GAME, arrange(GAME, begun, given), 0, ("Anna", "Ben", "Cleo"))
    async with shown(club, table) as (pilot, spot):
        await pilot.press("1")
        game = table_screen(pilot).game
        await until(pilot, lambda: {"tile", "on-0", "cursor"} <= tones(game))
        await show(pilot, spot, replace(table, paused=True, version=2))
        await until(pilot, lambda: not {"tile", "on-0", "cursor"} & tones(game))
        assert "▲ kept" in screen_text(pilot) and "tile-dim" in tones(game)


def tones(game: Lines) -> set[str]:
    """Return the tones that a picture shows."""
    game.draw_for(game.size)
    return {piece.tone for line in game._rows or () for piece in line}


async def test_a_narrow_picture_says_beside_the_dice_what_the_decharge_is_about(club: Club) -> None:
    begun = GAME.setup(GAME.options(), 3, Replay((6, 1, 2)))
    given = {"phase": "decharge", "pot": 0, "tokens": (10, 7, 4), "turn": 0, "leader": 0,
             "dice": (3, 2, 2), "throws": 1, "last_round": None}  # fmt: skip
    table = picture_of(GAME, arrange(GAME, begun, given), 0, ("Anna", "Ben", "Cleo"))
    async with shown(club, table) as (pilot, _):
        game = table_screen(pilot).game
        for learnt in (False, True):
            game.learnt = learnt
            rows = map(plain, game.draw(Size(53, 20)))
            assert any(re.search("│ +Décharge: the", line) for line in rows) != learnt


@pytest.mark.parametrize("size", [Size(33, 16), Size(53, 20), Size(80, 17), Size(104, 41)])
async def test_how_a_seat_stands_is_cut_nowhere_and_nothing_is_drawn_beyond_the_picture(
    club: Club, size: Size
) -> None:
    begun = GAME.setup(GAME.options(), 8, Replay((6, 1, 2, 3, 4, 5, 2, 1)))
    given = {"phase": "decharge", "pot": 0, "tokens": (0, 0, 0, 7, 2, 0, 7, 5), "turn": 6,
             "leader": 6, "manches_won": (1, 1, 1, 0, 0, 0, 1, 0),
             "dice": (1, 1, 1), "throws": 1}  # fmt: skip
    names = ("Bertrand-le-Grand", *(f"Anne-Marie-Lau{n}" for n in range(7)))
    table = picture_of(GAME, arrange(GAME, begun, given), 0, names)
    async with shown(club, table) as (pilot, _):
        lines = [plain(line).rstrip() for line in table_screen(pilot).game.draw(size)]
    assert max(map(len, lines)) <= size.width and len(lines) <= size.height
    assert not re.search(r"sits?…|sits o…|st\w*…|half \w*…", "\n".join(lines)), "\n".join(lines)
