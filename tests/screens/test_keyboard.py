"""Letters of a language: on every screen each key has one meaning, and sentences name it."""

import re

import pytest
from textual import events

from arcade.club.club import Club
from arcade.club.i18n.words import Words, languages
from arcade.club.operations.catalogue import OPERATIONS
from arcade.club.start import Start
from arcade.players.roster import read_letters, write_letters
from arcade.rooms import decide
from screens import keys, letters
from screens.games import view_class
from screens.keys import Action, Keyboard, movable, pressed
from screens.letters import Letters
from screens.pages.ask import Ask
from tests.people import sit_down
from tests.registered import registered
from tests.screens.conftest import ANNA, BEN, SIZES, screen_text, see, session, until
from tests.screens.games.test_golden_zero_keys import Asked, seated
from tests.screens.golden_zero_tables import answering

HOUSE = {"enter", "play", "new", "watch", "rules", "past", "standing", "come", "settings"}
TABLE = [
    member
    for member in vars(keys).values()
    if isinstance(member, Action) and member.name not in HOUSE
]


IN_TURN = {("call", "stay"), ("call", "stand"), ("call", "start"), ("pot", "recording")}
"""Never offered together."""


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("key", registered())
def test_a_language_makes_no_key_ambiguous(key: str, language: str) -> None:
    keyboard, everything = Keyboard(Words(language)), [*view_class(key).KEYS, *TABLE]
    shown = [(keyboard.letter(action) or action.shown, action.name) for action in everything]
    before = {(key, action.name) for action in everything for key in action.keys}
    new = [(letter, name) for letter, name in shown if (letter, name) not in before]
    new = [(letter, name) for letter, name in new if len(letter) == 1 and letter.isalpha()]
    clash = {(mine, other) for letter, mine in new for sign, other in shown if sign == letter}
    assert not {(mine, other) for mine, other in clash if mine != other} - IN_TURN


def key(character: str) -> events.Key:
    return events.Key(character, character)


def test_signs_of_a_french_keyboard_are_digits_unless_they_mean_something() -> None:
    six, minus = Action("six", ("6",), "6", "", ""), Action("less", ("minus",), "-", "", "")
    plus = Action("more", ("plus",), "+", "", "")
    french_six, equals = events.Key("minus", "-"), events.Key("equals_sign", "=")
    assert pressed(french_six, [six]) == six and pressed(key("§"), [six, minus]) == six
    assert pressed(french_six, [six, minus]) == minus
    assert pressed(equals, [six, plus]) == plus and pressed(key("&"), [six]) is None


async def test_a_question_is_answered_with_oui(club: Club) -> None:
    asked = [("leave", "y", "partir"), ("give_up", "g", "laisser"), ("", "n", "rester")]
    for typed, name in (("o", "leave"), ("y", "leave"), ("l", "give_up"), ("n", "")):
        answers: list[str | None] = []
        async with session(club, ANNA, language="fr") as anna:
            await anna.app.push_screen(Ask("?", "?", asked), answers.append)
            await see(anna, " o  partir")
            await anna.press(typed)
            assert answers == [name]


async def test_a_hand_is_bid_in_french(club: Club) -> None:
    table_session = await seated(club)
    async with session(club, ANNA, language="fr", start=Start("join", table_session.code)) as anna:
        asked = Asked(anna)
        asked.show(answering())
        assert asked.view.hint() == "10 à suivre, vous avez 495."
        assert " s  suivre 10" in screen_text(anna) and "T tapis (" in screen_text(anna)
        assert await asked.press("s") == [{"do": "call"}]
        assert await asked.press("p", "enter") == [{"do": "fold"}]
        assert await asked.press("c", "enter") == [{"do": "raise", "to": 45}]
        assert await asked.press("T", "o") == [], "no sentence goes all-in"
        assert await asked.press("T", "enter") == [{"do": "raise", "to": 495}]


def test_every_letter_of_lobby_and_tables_can_be_another(club: Club) -> None:
    groups = (letters.TABLE, *(actions for _, actions in letters.places()))
    listed = {action.name for actions in groups for action in actions}
    asked = (keys.of(operation) for operation in OPERATIONS if operation.key.name)
    actions = [action for action in (*vars(keys).values(), *asked) if isinstance(action, Action)]
    named = {action.name for action in actions if movable(action)}
    # Keys of a page, not of table or lobby:
    of_pages = {
        "ignore",
        "report",
        "hush",
        "send_away",
        "friend",
        "league",
        "puzzles",
        "zone",
        "refuse",
        "rematch",
    }
    assert {"take", "door", "bots", "watch_on", "next_deal"} <= named - of_pages <= listed


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_all_keys_stand_side_by_side_where_there_is_room(club: Club, language: str) -> None:
    async with session(club, ANNA, SIZES[-1], language=language) as anna:
        await anna.app.push_screen(page := Letters())
        t = Words(language).t
        await see(anna, t("In the lobby"))
        text = screen_text(anna)
        assert not [key.what for _, key in page._lines if t(letters.in_short(key)) not in text]
        assert t(page._lines[0][1].what) in text, "of the chosen one it says more"
        rules = [line.rstrip() for line in text.splitlines() if line.endswith("─")]
        assert len(set(map(len, rules))) == 1, "the columns and what is below them end alike"


async def test_a_page_of_the_keys_has_columns_and_a_number(club: Club) -> None:
    async with session(club, ANNA) as anna:
        await anna.app.push_screen(page := Letters())
        await see(anna, "page 1 of 3")
        assert "play now" in (first := screen_text(anna)) and "Before and after a game" not in first
        groups = "In the lobby", "Learn and look", "Also in the lobby"
        assert [first.count(f"{group} ─") for group in groups] == [1, 1, 1], "a place on a page"
        await anna.press("pagedown", *["down"] * 6)
        await see(anna, t_of(page))
        assert "At the table ─" in screen_text(anna)
        await anna.press("pagedown")
        await see(anna, "page 3 of 3")
        games = [game.meta.name for game in registered().values()]
        shown = screen_text(anna)
        assert all(len(re.findall(rf"(?m)(?:^|  ){game} ─", shown)) == 1 for game in games), shown
        page.choose(0)
        await anna.press("left")
        await see(anna, "page 3 of 3")
        for key, number in (("pageup", 2), ("pageup", 1), ("pageup", 1), ("pagedown", 2)):
            await anna.press(key)
            await see(anna, f"page {number} of 3  PgDn")


async def test_a_page_of_the_keys_is_full_before_there_is_another(club: Club) -> None:
    async with session(club, ANNA, (100, 30)) as anna:
        await anna.app.push_screen(Letters())
        await see(anna, "no key changed · page 1 of 2")
        await anna.press("enter", "z")
        await see(anna, "1 key changed · page 1 of 2")
        top, *below = screen_text(anna).splitlines()
        assert top.endswith("1 key changed · page 1 of 2  PgDn"), "at the right of the title"
        assert not any("page 1 of" in line for line in below), "and nowhere else"
        text = screen_text(anna)
        for group in (
            "In the lobby",
            "Learn and look",
            "Also in the lobby",
            "Before and after a game",
            "At the table",
        ):
            assert text.count(f"{group} ─") == 1, text
        await anna.resize_terminal(160, 45)
        edge = 160 - screen_text(anna).index("Keys of your own")
        await until(anna, lambda: len(screen_text(anna).splitlines()[0].rstrip()) == edge)
        await see(anna, "1 key changed")
        assert "page 1 of" not in screen_text(anna), "all stand on one page"


def t_of(page: Letters) -> str:
    group, action = page._lines[page.at]
    assert group == "Before and after a game"
    return action.what


def test_a_letter_stands_once_in_a_place_or_says_its_moment() -> None:
    seen = dict[tuple[str, str], str]()
    for group, action in Letters()._lines:
        other = seen.setdefault((group, action.shown), action.name)
        assert other == action.name or {other, action.name} & set(letters.WHEN), (group, other)


async def test_people_choose_keys_of_their_own(club: Club) -> None:
    async with session(club, ANNA) as anna:
        await anna.press("o", "K")
        await see(anna, "In the lobby")
        page = anna.app.screen
        assert isinstance(page, Letters)
        page.choose([action.name for _, action in page._lines].index("call"))
        await see(anna, "Match the highest bet.")
        await anna.press("enter", "escape", "enter", "3")
        await see(anna, "Only a letter can be chosen")
        await anna.press("t")
        await see(anna, "t is taken: Say something to the table.")
        assert screen_text(anna).splitlines()[-1].split() == ["Esc", "cancel"]  # R waits too
        await anna.press("x")
        await see(anna, "usually c")
        assert club.accounts.letters(ANNA) == {"call": "x"}
        page.choose([action.name for _, action in page._lines].index("look_back"))
        await anna.press("enter", "x")
        await see(anna, "x is taken: Match the highest bet.")
    table_session = await seated(club)
    async with session(club, ANNA, start=Start("join", table_session.code)) as anna:
        asked = Asked(anna)
        asked.show(answering())
        assert " x  call 10" in screen_text(anna)
        assert await asked.press("x") == await asked.press("c") == [{"do": "call"}]
    async with session(club, ANNA) as anna:  # back at the table
        await anna.press("O", "K", "R")
        await until(anna, lambda: club.accounts.letters(ANNA) == {})


def test_letters_are_stored_as_text_and_nonsense_is_not_read() -> None:
    own = {"stop": "x", "way_2": "é"}
    assert read_letters(write_letters(own)) == own
    assert read_letters("a=bc =x stop x=\x1b call=x") == {"call": "x"}


async def test_a_letter_shown_for_something_else_stays_with_it() -> None:
    stop, watch = Action("stop", ("s",), "s", "", ""), Action("watch", ("w",), "w", "", "")
    bound = Keyboard(Words(), {"stop": "w"}).bind([stop, watch])
    assert [sock.shown for sock in bound] == ["s", "w"]
    assert Keyboard(Words(), {"stop": "w"}).bind([stop])[0].keys == ("w", "s")


async def test_the_sentences_of_a_table_name_ones_own_keys(club: Club) -> None:
    (table_session,) = await sit_down(club, ANNA, seats=2)
    await club.accounts.choose_letters(ANNA, {"start": "z", "who": "u", "pause": "A"})
    async with (
        session(club, ANNA, start=Start("join", table_session.code)) as anna,
        session(club, BEN),
    ):
        await see(anna, " z   Start now")
        await see(anna, " u   Invite somebody who is here: Ben.")
        await (await club.join(BEN, table_session.code)).start()
        await table_session.do(decide.vote, "pause")
        await see(anna, "\xa0A\xa0 takes it back.")


async def test_the_chosen_key_is_told_beside_its_letter_and_that_others_may_have_it(
    club: Club,
) -> None:
    async with session(club, ANNA) as anna:
        await anna.press("o")
        await anna.app.push_screen(Letters())
        await see(anna, " p   Play at once")
        await see(anna, "A letter may do something else in another place.")
