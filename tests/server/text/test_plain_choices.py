"""What one does and asks at a game, in lines."""

import re
from asyncio import timeout
from contextlib import suppress
from typing import Any, get_args

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from arcade.club.i18n.words import Words, languages
from arcade.club.speech import actions
from arcade.club.speech.actions import verbs
from arcade.club.speech.read_aloud import asked
from arcade.club.views import LogLine
from arcade.engine import options, registry
from arcade.engine.chance import Stream
from arcade.engine.news import phrase
from arcade.engine.offers import Offer
from arcade.games.vingt_et_un.rules.placing import Tile
from arcade.rooms.errors import Refused
from server.text.line_mode import TYPED
from tests.screens.spot import picture_of
from tests.server.text.talk import Talk
from tests.waiting import PATIENCE


def test_no_command_hides_an_action_of_a_game() -> None:
    both = set(verbs()) & TYPED.keys()
    assert both == {"end"}  # which does the action where somebody has a part in the game


@pytest.mark.parametrize("key", registry.games())
async def test_every_language_says_once_whose_turn_it_is(talk: Talk, key: str) -> None:
    for language in languages():
        talker = Talk(talk.session.club, language)
        mine = Words(language).t("It is your turn.")
        text = await talker.answer(f"new {key} 3 pace=none") + await talker.answer("start")
        for _ in range(12):
            text += await talker.on_turn()
            assert text.count(mine) <= 1, text
            table = talker.table_session.table()
            if table.phase == "over":
                break
            with suppress(Refused):  # a bot has dealt meanwhile
                await talker.table_session.act(to_builtins(table.offers[0].action), table.version)
            text = ""
        talker.session.close()


async def test_a_long_list_of_choices_is_whole_on_demand_only(talk: Talk) -> None:
    await talk.answer("new 21 2 pace=none")
    text = await talk.answer("start") + await talk.on_turn()
    while "choices lists them all" not in text:
        table = talk.table_session.table()
        await talk.table_session.act(to_builtins(table.offers[0].action), table.version)
        text = await talk.on_turn()
    assert re.search(r"[A-O]\d+( \d+(-\d+)?)?, … \(choices lists them all\)", text), text
    assert len(talk.output.splitlines()) < 16
    assert "choices lists them all" not in await talk.answer("choices")


@pytest.mark.parametrize(
    ("key", "sentence"),
    [
        ("trente", r"Your attack strikes .+ at level 1, 3, and 5\."),
        ("vingt-et-un", r"You have not laid yet: 1, 1, .*17, star, star, and star\."),
        ("golden21", r"Bourse of year 1: you "),
        ("421", r"421: 10 tokens; 111: 7 tokens; .* 221 is last\."),
        ("golden-zero", r"The rules say it all: rules\."),
    ],
)
async def test_side_panels_are_read_on_demand(talk: Talk, key: str, sentence: str) -> None:
    await talk.answer(f"new {key} 3 pace=none")
    await talk.answer("start")
    await talk.on_turn()
    assert re.search(sentence, reply := await talk.answer("details")), reply


async def test_a_choice_keeps_its_number_as_long_as_the_game_lasts(talk: Talk) -> None:
    await talk.answer("normal")
    text = await talk.answer("play 421") + await talk.on_turn()
    numbers: dict[str, set[str]] = {}
    while "Write again" not in text:
        listed = re.findall(r"(\d+)\. (roll all three|roll|stand|keep dice)", text)
        for number, choice in listed:
            numbers.setdefault(choice, set()).add(number)
        number = "1" if "421" in text.rpartition("You roll")[2] else listed[-1][0]
        kept = f" {talk.table_session.table().view.dice[0]}" if number == "3" else ""
        text = await talk.answer(f"{number}{kept}") + await talk.on_turn()
        if "Write yes" in text:
            text = await talk.answer("yes") + await talk.on_turn()
    assert numbers["roll"] == numbers["roll all three"] == {"1"}
    assert numbers["stand"] == {"2"} and numbers["keep dice"] == {"3"}


@pytest.mark.parametrize("key", registry.games())
async def test_every_choice_is_understood_as_it_is_written(talk: Talk, key: str) -> None:
    await talk.answer(f"new {key} 3 pace=none")
    await talk.answer("start")
    await talk.on_turn()
    for _ in range(30):
        table = talk.table_session.table()
        if table.phase == "over":
            break
        for words in map(Words, languages()):
            choices = actions.choices(words, table)
            for choice in choices:
                written = choice.text.partition(" – ")[0].replace("'", "’").upper()
                assert written.split()[0].lower() not in TYPED.keys() - {"end"}
                try:
                    read = actions.read(words, written, choices, table)
                except actions.Unclear as unclear:
                    assert unclear.choice == choice.text and len(choice.offers) > 1
                else:
                    assert read == to_builtins(choice.offers[0].action)
                if len(choice.offers) > 1:
                    continue
                with pytest.raises(actions.Unclear):
                    actions.read(words, f"{choice.number} nonsense", choices, table)
        with suppress(Refused):  # a bot has dealt meanwhile
            await talk.table_session.act(to_builtins(choice.offers[0].action), table.version)
        await talk.on_turn()
    for words in map(Words, languages()):
        for kind in get_args(registry.find(key).action):
            if not kind.__struct_fields__:
                sentence = actions.label(words, key, kind(), ())
                only = [actions.Choice(1, sentence, (Offer(kind()),))]
                assert actions.read(words, sentence, only, table) == to_builtins(kind())


@pytest.mark.parametrize(
    ("game", "line", "answers"),
    [
        ("421", "1 nonsense", ("A word is missing or wrong: roll",)),
        ("421", "s'arrêter", ("Roll the dice first.",)),
        ("421", "raise nonsense", ("raise nonsense is not one of your choices now: 1.",)),
        ("trente", "roll 9", ("A word is missing or wrong: roll",)),
        ("golden21", "announce", ("A word is missing or wrong: announce", "or add a number")),
        ("golden21", "announce 14 nobody", ("A word is missing or wrong: announce",)),
        ("vingt-et-un", "lay 99 h8", ("You have no tile 99 in hand. (rules, §2)",)),
    ],
)
async def test_a_wrong_line_names_what_is_wrong_and_what_may_be_written(
    talk: Talk, game: str, line: str, answers: tuple[str, ...]
) -> None:
    await talk.answer(f"new {game} 3 pace=none")
    await talk.answer("start")
    await talk.on_turn()
    version = talk.table_session.table().version
    text = await talk.answer(line)
    assert all(answer in text for answer in answers), text
    assert talk.table_session.table().version == version


async def test_the_coach_judges_a_past_game_which_others_eyes_may_see(talk: Talk) -> None:
    text = await talk.answer("new 421 2 pot=11") + await talk.answer("start") + await talk.on_turn()
    while "Write again" not in text:
        text = await talk.answer("yes" if "Write yes" in text else "1") + await talk.on_turn()
    assert "Place 1, " in text and "The game is over" not in text, "told once"
    assert "The coach is looking for it" in await talk.answer("review")
    async with timeout(PATIENCE):
        while not re.search(
            r"Turn \d+: You .* \(−[\d.]+ chances in 100\)\. Better: .*\. Chosen: ", text
        ):
            await talk.session.turn(lines=False)
            text = await talk.answer("who")
    bot = talk.table_session.table().seats[1].name
    assert f"Tokens: {talk.session.player.name} " in await talk.answer(f"eyes {bot}")
    assert "Choose one of: " in await talk.answer("eyes nobody")
    assert "Turn 1 of" in await talk.answer("next")


async def test_advice_is_short_unless_all_is_asked_for(talk: Talk) -> None:
    await talk.answer("new trente 2")
    await talk.answer("start")
    await talk.on_turn()
    await talk.answer("roll")
    await talk.on_turn()
    short, whole = await talk.answer("odds"), await talk.answer("odds all")
    assert "Of each choice: manches won, in 100. keep " in short
    assert re.search(r"\d+ more choices?, ", short) and len(short) < len(whole)


async def test_a_costly_move_is_asked_about_and_done_by_yes_or_when_repeated(talk: Talk) -> None:
    assert await talk.answer("yes") == "That works at a table. Write play, or list and join CODE."
    await talk.answer("new golden-zero 2 pace=none")
    await talk.answer("start")
    await talk.on_turn()
    assert await talk.answer("yes") == "Nothing is asked of you."
    question = "Announce that the next hand is the last? Write yes, or anything else not to."
    assert await talk.answer("last") == question
    assert talk.table_session.table().view.final is None
    assert "make the next hand the last" not in " ".join(
        choice.text for choice in talk.choices(talk.table_session.table())
    )
    assert "Also: make the next hand the last." in await talk.answer("x")
    assert "You announce that the next hand is the last." in await talk.answer("oui")
    opening = talk.table_session.table()
    bid = next(offer for offer in opening.offers if offer.field).high
    verb = "open" if opening.view.to_call == 0 else "raise"
    assert "All-in, with all your" in await talk.answer(f"{verb} {bid}")
    least = next(offer for offer in opening.offers if offer.field).low
    await talk.answer(f"{verb} {least}")
    await talk.on_turn()
    assert await talk.answer("yes") == "Nothing is asked of you.", "it was dropped"


@pytest.mark.parametrize(
    ("letters", "words", "answer"),
    [
        ("sj", ("scores", "points"), r"^\d+ chips in the pot\. You: \d+ chips, .*: \d+ chips, "),
        ("hm", ("hand", "main"), r"^You hold \d+ and \d+, and \d+ open\. That "),
        ("ld", ("latest", "dernier"), r"target is \d+: |opens for \d+\."),
        ("cp", ("clock", "pendule"), r"^No clock runs\.$"),
        ("wq", ("whose", "trait"), r"^It is your turn\.$"),
        ("xX", ("choices", "CHOIX"), r"^\d\. .* Also: make the next hand the last\.$"),
    ],
)
async def test_a_question_is_a_letter(
    talk: Talk, letters: str, words: tuple[str, ...], answer: str
) -> None:
    await talk.answer("new golden-zero 2 pace=none")
    await talk.answer("start")
    await talk.on_turn()
    answers = {await talk.answer(word) for word in (*letters, *words)}
    assert len(answers) == 1
    assert re.search(answer, text := answers.pop()), text


async def test_an_eliminated_player_is_asked_once_whether_to_listen(talk: Talk) -> None:
    await talk.answer("new golden-zero 3 pace=none")
    await talk.answer("start")
    await talk.on_turn()
    table = talk.table_session.table()
    broke = replace(table.view, out=(True, False, False), paid=(0, 0, 0))
    line = LogLine(999, 0, "game", phrase("{seat:@ folds|You fold}.", seat=1), ("", "Ben", "Cleo"))
    table = replace(table, view=broke, to_act=(1,), offers=())
    talk.table_session.table = lambda: table  # type: ignore[method-assign]
    text = await talk.answer("")
    assert text.endswith(
        "You have no chips left. Write listen to hear the others play on, or leave."
    )
    table = replace(table, lines=(*table.lines, line))
    assert await talk.answer("") == ""
    assert await talk.answer("listen") == "You hear the others play on."
    table = replace(table, lines=(*table.lines, replace(line, number=1000)), phase="over")
    assert "Ben folds." in await talk.answer("")


@pytest.mark.parametrize(
    ("language", "line", "answer"),
    [
        ("en", "square g7", "G7 9 of yours."),
        ("en", "row 7", "Row 7: G7 9 of yours."),
        ("en", "row 1", "Row 1 is empty."),
        ("fr", "case F6", "F6 est libre, 10 points. Un 12 y fait 21 ; rien de plus n'y va."),
        ("fr", "case a1", "A1 est libre, 30 points. Aucun jeton ne la touche."),
        ("fr", "rangée 7", "Ligne 7 : G7 9 de vous."),
        ("fr", "case Z9", ""),
        ("fr", "poser 5 F6", ""),
    ],
)
def test_the_board_of_21_is_asked_square_by_square(language: str, line: str, answer: str) -> None:
    game = registry.find("vingt-et-un")
    state: Any = game.setup(options.read(game, {}), 2, Stream(b"asked", "draws"))
    state = replace(state, board={"G7": Tile(0, 9)})
    table = picture_of(game, state, 0, ("Anna", "Ben"))
    assert asked(Words(language), table, line) == answer
