"""The commands of the line conversation."""

import re
from asyncio import timeout
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import get_args

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from arcade.club.club import Club
from arcade.club.i18n.words import Words, languages
from arcade.club.operations import OPERATIONS
from arcade.club.speech import actions
from arcade.club.speech.actions import verbs
from arcade.club.table_session import TableSession
from arcade.engine import registry
from arcade.engine.lesson import lesson
from arcade.engine.offers import Offer
from arcade.eventlog.memory import MemoryLog
from arcade.rooms.clocks import now
from arcade.rooms.errors import Refused
from arcade.rooms.timers import RoomSettings
from server.text.conversation import Conversation
from server.text.line_input import LineInput
from server.text.line_mode import ALIASES, COMMANDS, READ, SHOW, TYPED
from server.text.line_session import LineSession
from tests.waiting import PATIENCE


@pytest.mark.parametrize("language", languages())
def test_a_command_may_be_written_as_its_help_begins(language: str) -> None:
    for name, command in COMMANDS.items():
        word = Words(language).t(command.line).split()[0].rstrip(":")
        assert ALIASES.get(word, word) == name


def test_every_operation_is_asked_for_somewhere_and_shown_where_it_returns_something() -> None:
    for operation in OPERATIONS.values():
        assert operation.line or operation.api or operation.command, operation.name
        assert bool(operation.command) == bool(operation.about), operation.name
    assert READ.keys() | SHOW.keys() <= {one.name for one in OPERATIONS.values() if one.line}


def test_no_command_hides_an_action_of_a_game() -> None:
    both = set(verbs()) & (COMMANDS.keys() | ALIASES.keys())
    assert both == {"end"}  # which does the action where somebody has a part in the game


class Talk:
    """A conversation in lines with a club of its own, without a channel."""

    def __init__(self, club: Club, language: str = "en") -> None:
        self.said = ""
        player, code = club.accounts.guest()
        lines = LineInput(None, lambda _: None)
        self.session = LineSession(club, player, code, lines, self._write)
        self._talk = Conversation(self.session, Words(language), TYPED)

    async def _write(self, text: str) -> None:
        self.said += text

    async def welcome(self) -> str:
        """Give what is said to who comes in."""
        self.said = ""
        await self._talk.welcome()
        return self.said

    async def told(self, line: str) -> str:
        """Write a line; gives all that is said then, on one line."""
        self.said = ""
        await self._talk.guarded(self._talk.answer, line)
        await self._talk.tell_news()
        return " ".join(self.said.split())

    async def on_turn(self) -> str:
        """Wait for the first seat's turn; gives what is said of it."""
        async with timeout(PATIENCE):
            while self.place.table().phase == "playing" and 0 not in self.place.table().to_act:
                await self.session.turn(lines=False)
        return await self.told("who")

    @property
    def place(self) -> TableSession:
        """The table where one sits."""
        assert self.session.place is not None
        return self.session.place


@pytest.fixture
async def talk() -> AsyncIterator[Talk]:
    club = await Club.open(MemoryLog(), RoomSettings(bot_pause=0, linger=0))
    one = Talk(club)
    yield one
    one.session.close()
    await club.close()


async def test_what_is_no_command_here_is_answered_with_what_may_be_meant(talk: Talk) -> None:
    for line, answer in (
        ("jion KAFEL", "Unknown command: jion. Did you mean join?"),
        ("roll", "That works at a table."),
        ("start", "That works at a table."),
        ("zzzz", "Unknown command: zzzz."),
    ):
        assert answer in await talk.told(line), talk.said
    assert await talk.told("help play") == COMMANDS["play"].line
    helped = await talk.told("help")
    assert len(talk.said.splitlines()) < 22 and "results, come, next" in helped
    results = await talk.told("results 421")
    assert results.count("Nobody has finished it yet.") == 1
    assert results.count("Nobody finished it.") == 1


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("new echecs", "Il n'y a pas de jeu echecs ; il y a : "),
        ("new 421 pot=12", "pot ne peut pas valoir 12 ; choix possibles : 21, 11, 41."),
        ("new 421 turn=-1", "turn ne peut pas valoir '-1' ; il faut un nombre entier de 0 à 3600."),
        ("new 421 cloth=green", "Une table n'a pas de règle 'cloth' ; elle a : bots, coach"),
        ("new 421 watching=hands", "Le 421 n'a pas de mains cachées"),
        ("new golden21 5 teams=yes", "teams demande un nombre pair de places : 4, 6, 8 ou 10"),
        ("new golden21 variant=killer expert=yes", "expert ne peut valoir true que si variant"),
        ("new 21 3 teams=yes", "teams ne peut valoir true qu'avec 4 places, pas 3."),
        ("new 421 dancing", "Écrivez dancing=valeur, un nombre de places, ou private."),
        ("new 421 ?", "Choix : un nombre entier de 0 à 3600."),
    ],
)
async def test_bad_options_are_refused_in_the_language_of_who_reads(line: str, answer: str) -> None:
    club = await Club.open(MemoryLog(), RoomSettings(bot_pause=0, linger=0))
    one = Talk(club, "fr")
    assert answer in await one.told(line)
    one.session.close()
    await club.close()


async def test_lines_say_what_is_new_what_time_is_left_and_that_the_seat_waits(talk: Talk) -> None:
    assert "wait" not in await talk.welcome()
    first = await talk.told("play 421") + await talk.on_turn()
    place = talk.place
    heading = f"Table {place.code}, Le 421."
    assert heading in first
    again = await talk.told("roll") + await talk.on_turn()
    assert heading not in again and "It is your turn." in again
    assert "99 is not one of your choices now: 1, 2, 3," in await talk.told("99")
    assert "Did you mean look" in await talk.told("loook")
    assert heading in await talk.told("look")
    table = place.table()
    clocks = (now() + 60_000, None, None)
    place.table = lambda: replace(table, clocks=clocks, reserves=(50, 0, 0))  # type: ignore[method-assign]
    assert "in reserve" not in await talk.told("who") and "50 in reserve" in await talk.told("look")
    clocks = (now() + 5_000, None, None)
    assert "seconds left; then the table plays for you." in await talk.told("who")
    assert "then the table" not in await talk.told("who")
    assert f"1 game waits for you.\nLe 421: join {place.code}" in await talk.welcome()
    gone = await talk.told("leave")
    assert "the game waits for you as it stands" in gone and "join " in gone
    assert talk.session.place is None


@pytest.mark.parametrize("key", registry.games())
async def test_every_language_says_once_whose_turn_it_is(key: str) -> None:
    for language in languages():
        club = await Club.open(MemoryLog(), RoomSettings(bot_pause=0, linger=0))
        one, mine = Talk(club, language), Words(language).t("It is your turn.")
        said = await one.told(f"new {key} 3 pace=none") + await one.told("start")
        for _ in range(12):
            said += await one.on_turn()
            assert said.count(mine) <= 1, said
            table = one.place.table()
            if table.phase == "over":
                break
            with suppress(Refused):  # a bot has dealt meanwhile
                await one.place.act(to_builtins(table.offers[0].action), table.version)
            said = ""
        one.session.close()
        await club.close()


async def test_a_long_list_of_choices_is_told_whole_on_demand_only(talk: Talk) -> None:
    await talk.told("new 21 2 pace=none")
    said = await talk.told("start") + await talk.on_turn()
    while "choices lists them all" not in said:
        table = talk.place.table()
        await talk.place.act(to_builtins(table.offers[0].action), table.version)
        said = await talk.on_turn()
    assert re.search(r"[A-O]\d+( \d+(-\d+)?)?, … \(choices lists them all\)", said), said
    assert len(talk.said.splitlines()) < 16
    assert "choices lists them all" not in await talk.told("choices")


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("trente", r"Your attack strikes .+ at level 1, 3, and 5\."),
        ("vingt-et-un", r"You have not laid yet: 1, 1, .*17, star, star, and star\."),
        ("golden21", r"Bourse of year 1: you "),
        ("421", r"The rules say it all: rules\."),
    ],
)
async def test_what_stands_beside_a_picture_is_told_on_demand(
    talk: Talk, key: str, said: str
) -> None:
    await talk.told(f"new {key} 3 pace=none")
    await talk.told("start")
    await talk.on_turn()
    assert re.search(said, told := await talk.told("details")), told


async def test_a_lesson_that_was_finished_is_known(talk: Talk) -> None:
    plan = lesson(registry.find("421"))
    assert plan is not None and "Le 421: not done yet" in await talk.told("learn")
    await talk.told("learn 421")
    for step in plan.steps[:-1]:
        keep = "".join(f" {die}" for die in step.do.get("keep", ())) if step.do else ""
        await talk.told(step.do["do"] + keep if step.do else "next")
    said = await talk.told("learn")
    assert "Le 421: lesson done" in said and "Trente: not done yet" in said


async def test_what_happened_before_one_came_is_told_on_demand(talk: Talk) -> None:
    assert await talk.told("news") == "Nobody has said anything yet."
    other = Talk(talk.session.club)
    await other.told("say Bonjour")
    await other.told("new 421 2")
    said = await Talk(talk.session.club).told("news")
    name = other.session.player.name
    assert said.count("1 min ago") == 2 and f"{name}: Bonjour" in said
    assert f"{name} opens a table: Le 421." in said
    other.session.close()


async def test_rules_and_help_are_heard_as_sentences(talk: Talk) -> None:
    page = await talk.told("rules 421")
    assert "Le 421" in page and not set("#*`") & set(page)
    await talk.told("new 421 2 private")
    helped = await talk.told("help")
    assert COMMANDS["pause"].line in helped and COMMANDS["standing"].line not in helped
    assert "Everywhere: help, " in helped and " rules, " in helped
    await talk.told("start")
    await talk.on_turn()
    for word in ("status", "table", "hand"):
        assert "It is your turn." in await talk.told(word)
    for word in ("stand", "stay", "pass"):
        assert "Roll the dice first." in await talk.told(word)


async def test_a_choice_keeps_its_number_as_long_as_the_game_lasts(talk: Talk) -> None:
    said = await talk.told("play 421") + await talk.on_turn()
    numbers: dict[str, set[str]] = {}
    while "Write again" not in said:
        listed = re.findall(r"(\d+)\. (roll|stand|keep [\d-]+, roll the rest)", said)
        for number, choice in listed:
            numbers.setdefault(choice, set()).add(number)
        said = await talk.told(listed[-1][0]) + await talk.on_turn()
    assert all(len(one) == 1 for one in numbers.values()), numbers
    assert len({*map(str, numbers.values())}) == len(numbers) > 5
    assert numbers["roll"] == {"1"} and numbers["stand"] == {"2"}


@pytest.mark.parametrize("key", registry.games())
async def test_every_choice_is_understood_as_it_is_written(talk: Talk, key: str) -> None:
    await talk.told(f"new {key} 3 pace=none")
    await talk.told("start")
    await talk.on_turn()
    for _ in range(30):
        table = talk.place.table()
        if table.phase == "over":
            break
        for words in map(Words, languages()):
            found = actions.choices(words, table)
            for choice in found:
                written = choice.said.partition(" – ")[0].replace("'", "’").upper()
                assert written.split()[0].lower() not in TYPED.keys() - {"end"}
                try:
                    read = actions.read(words, written, found, table)
                except actions.Unclear as unclear:
                    assert unclear.choice == choice.said and len(choice.offers) > 1
                else:
                    assert read == to_builtins(choice.offers[0].action)
                if len(choice.offers) > 1:
                    continue
                with pytest.raises(actions.Unclear):
                    actions.read(words, f"{choice.number} nonsense", found, table)
        with suppress(Refused):  # a bot has dealt meanwhile
            await talk.place.act(to_builtins(choice.offers[0].action), table.version)
        await talk.on_turn()
    for words in map(Words, languages()):
        for kind in get_args(registry.find(key).action):
            if not kind.__struct_fields__:
                said = actions.label(words, key, kind(), ())
                only = [actions.Choice(1, said, (Offer(kind()),))]
                assert actions.read(words, said, only, table) == to_builtins(kind())


@pytest.mark.parametrize(
    ("game", "line", "answers"),
    [
        ("421", "1 nonsense", ("A word is missing or wrong: roll",)),
        ("421", "s'arrêter", ("Roll the dice first.",)),
        ("421", "raise nonsense", ("raise nonsense is not one of your choices now: 1.",)),
        ("trente", "roll 9", ("A word is missing or wrong: roll",)),
        ("golden21", "announce", ("A word is missing or wrong: announce", "or add a number")),
        ("golden21", "announce 14 nobody", ("A word is missing or wrong: announce",)),
        ("vingt-et-un", "lay 99 h8", ("§2: You have no tile 99",)),
    ],
)
async def test_a_wrong_line_names_what_is_wrong_and_what_may_be_written(
    talk: Talk, game: str, line: str, answers: tuple[str, ...]
) -> None:
    await talk.told(f"new {game} 3 pace=none")
    await talk.told("start")
    await talk.on_turn()
    version = talk.place.table().version
    said = await talk.told(line)
    assert all(answer in said for answer in answers), said
    assert talk.place.table().version == version


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("rejoindre", "ou l'un d'eux ne va pas : rejoindre CODE"),
        ("dire", "ou l'un d'eux ne va pas : dire …"),
        ("signaler jeanne", "ou l'un d'eux ne va pas : signaler NOM"),
        ("langue", "Choisissez parmi : en, fr"),
        ("revoir", "Usage : revoir CODE"),
        ("apprendre", "Usage : apprendre JEU"),
        ("xyzzy", "Commande inconnue : xyzzy. Écrivez aide"),
    ],
)
async def test_a_command_without_its_words_says_how_it_is_written(
    talk: Talk, line: str, answer: str
) -> None:
    await talk.told("language fr")
    assert answer in await talk.told(line)
    assert f"{talk.session.player.name} : au comptoir" in await talk.told("qui")


async def test_a_seat_is_taken_by_its_number_only(talk: Talk) -> None:
    await talk.told("new 421 3")
    for line in ("sit left", "sit 0"):
        assert "Usage: sit SEAT_NUMBER" in await talk.told(line)
    await talk.told("giveup")
    assert "seat" in await talk.told("sit 9")


async def test_bots_and_watchers_come_and_go_at_a_table(talk: Talk) -> None:
    await talk.told("new 421 3")
    assert "There is no such seat." in await talk.told("unbot")
    await talk.told("bot")
    assert [seat.kind for seat in talk.place.table().seats] == ["person", "bot", "open"]
    await talk.told("unbot")
    assert [seat.kind for seat in talk.place.table().seats] == ["person", "open", "open"]
    other = Talk(talk.session.club)
    await other.told(f"watch {talk.place.code}")
    name = other.session.player.name
    assert f"You ask {name} to be quiet." in await talk.told(f"hush {name}")
    assert f"You let {name} speak again." in await talk.told(f"hush {name}")
    assert f"You send {name} away." in await talk.told(f"sendaway {name}")
    assert "You are in the lobby again." in await other.told("who")
    other.session.close()


async def test_lines_need_not_wait_for_bots_either(
    talk: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurried: list[str] = []
    await talk.told("new 421 2")
    monkeypatch.setattr(talk.place, "hurry", lambda: hurried.append(talk.place.code))
    await talk.told("faster")
    assert hurried == [talk.place.code]


@pytest.mark.parametrize("back", [" plain", ""])
async def test_the_way_back_leads_to_lines_unless_the_screens_were_chosen(
    talk: Talk, back: str
) -> None:
    if not back:
        assert "Next time you have the screens: ssh play@" in await talk.told("screens")
    assert (await talk.told("quit")).endswith(f"@…{back}")


async def test_the_coach_judges_a_past_game_which_others_eyes_may_see(talk: Talk) -> None:
    said = await talk.told("new 421 2 pot=11") + await talk.told("start") + await talk.on_turn()
    while "Write again" not in said:
        said = await talk.told(re.findall(r"(\d+)\. ", said)[0]) + await talk.on_turn()
    assert "Place 1, " in said and "The game is over" not in said, "told once"
    assert "The coach is looking for it" in await talk.told("review")
    async with timeout(PATIENCE):
        while not re.search(
            r"Turn \d+, you: Given away: [\d.]+% of the game.* Better: .* Chosen: ", said
        ):
            await talk.session.turn(lines=False)
            said = await talk.told("who")
    bot = talk.place.table().seats[1].name
    assert f"Tokens: {talk.session.player.name} " in await talk.told(f"eyes {bot}")
    assert "Choose one of: " in await talk.told("eyes nobody")
    assert "Turn 1 of" in await talk.told("next")


async def test_a_recovery_code_is_taken_by_a_key_only(talk: Talk) -> None:
    said = await talk.told("recovery ABCDE-FGHIJ")
    assert "This needs an SSH key." in said


async def test_lists_are_sentences(talk: Talk) -> None:
    await talk.told("daily")
    assert "Le 421: to play\n" in talk.said and "  " not in talk.said
    await talk.told("standing")
    assert "Le 421: Nobody is rated yet." in talk.said
    assert "421: Nobody is rated yet." in await talk.told("standing 421")


async def test_advice_is_short_unless_all_is_asked_for(talk: Talk) -> None:
    await talk.told("new trente 2")
    await talk.told("start")
    await talk.on_turn()
    await talk.told("roll")
    await talk.on_turn()
    short, whole = await talk.told("odds"), await talk.told("odds all")
    assert "Worth of each choice, in % of the manche: keep " in short
    assert re.search(r"\d+ more choices?, ", short) and len(short) < len(whole)
