"""The commands of the line conversation."""

import re
from asyncio import timeout
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any, get_args

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from arcade.club.club import Club
from arcade.club.i18n.words import Words, languages
from arcade.club.operations.catalogue import OPERATIONS
from arcade.club.speech import actions
from arcade.club.speech.actions import verbs
from arcade.club.speech.read_aloud import asked
from arcade.club.start import Start
from arcade.club.table_session import TableSession
from arcade.club.views import Ending, LogLine, TableView
from arcade.engine import options, registry
from arcade.engine.chance import Stream
from arcade.engine.lesson import lesson
from arcade.engine.news import phrase
from arcade.engine.offers import Offer
from arcade.engine.words import folded
from arcade.eventlog.memory import MemoryLog
from arcade.games.vingt_et_un.rules.placing import Tile
from arcade.players.player import Player
from arcade.rooms.clocks import now
from arcade.rooms.errors import Refused
from arcade.rooms.facts import EMOTES
from arcade.rooms.timers import RoomSettings
from server.terminal.line_input import LineInput
from server.text import new_table
from server.text.aliases import word_of
from server.text.conversation import Conversation
from server.text.line_mode import COMMANDS, TYPED
from server.text.line_session import LineSession
from tests.screens.spot import picture_of
from tests.waiting import PATIENCE


@pytest.mark.parametrize("language", languages())
def test_a_command_may_be_written_as_its_help_begins(language: str) -> None:
    for name, command in COMMANDS.items():
        word = word_of(language, name)
        assert re.match(rf"{word}\b", Words(language).t(command.line.help))
        assert TYPED[folded(word)] is command


def test_help_names_as_many_words_as_must_follow() -> None:
    for operation in OPERATIONS:
        usage, _, _ = re.sub(r"\[.*?\]", "", operation.line.help).partition(":")
        words = usage.split()[1:]
        read_by_itself = operation.line.word in ("new", "gesture", "replay", "language")
        assert operation.line.needs == (0 if read_by_itself else len(words)), operation


def test_no_command_hides_an_action_of_a_game() -> None:
    both = set(verbs()) & TYPED.keys()
    assert both == {"end"}  # which does the action where somebody has a part in the game


class Talk:
    """A conversation in lines with a club of its own, without a channel."""

    def __init__(self, club: Club, language: str = "en", person: Player | None = None) -> None:
        self.output = ""
        player, code = (person, None) if person else club.accounts.guest()
        lines = LineInput(None, lambda _: None)
        self.session = LineSession(club, player, code, lines, self._write)
        self._talk = Conversation(self.session, Words(language), TYPED)

    async def _write(self, text: str) -> None:
        self.output += text

    async def welcome(self) -> str:
        """Return what is said to who comes in."""
        self.output = ""
        await self._talk.welcome()
        return self.output

    async def answer(self, line: str) -> str:
        """Write a line; return all that is said then, on one line."""
        self.output = ""
        if line:
            await self._talk.guarded(self._talk.answer, line)
        await self._talk.tell_news()
        return " ".join(self.output.split())

    async def name(self, line: str) -> str:
        """Write a line where a name is asked for; return all that is said then, on one line."""
        self.output = ""
        await self._talk.guarded(self._talk.name, line, Start("lobby"))
        return " ".join(self.output.split())

    def sentence(self, line: LogLine) -> str:
        return self._talk.narrator.sentence(line)

    def choices(self, table: TableView) -> list[actions.Choice]:
        return self._talk.narrator.choices(table)

    async def on_turn(self) -> str:
        """Wait for the first seat's turn; return what is said of it."""
        async with timeout(PATIENCE):
            while (
                self.table_session.table().phase == "playing"
                and 0 not in self.table_session.table().to_act
            ):
                await self.session.turn(lines=False)
        return await self.answer("who")

    @property
    def table_session(self) -> TableSession:
        """The table where one sits."""
        assert self.session.table_session is not None
        return self.session.table_session


@pytest.fixture
async def talk() -> AsyncIterator[Talk]:
    club = await Club.open(MemoryLog(), RoomSettings(bot_pause=0, linger=0))
    talker = Talk(club)
    yield talker
    talker.session.close()
    await club.close()


@pytest.mark.parametrize("language", languages())
async def test_nobody_is_called_for_good_by_a_command(talk: Talk, language: str) -> None:
    club, t = talk.session.club, Words(language).t
    newcomer = Talk(club, language, Player("SHA256:new", ""))
    assert t("Others see the name; it is chosen once.") in " ".join(
        (await newcomer.welcome()).split()
    )
    for command in ("help", "screens", "play"):
        word = word_of(language, command)
        refusal = t("{word} is a command; a name comes first.", word=word)
        assert await newcomer.name(word) == refusal
        assert not club.accounts.known("SHA256:new").name
    assert "Jeanne" in await newcomer.name("Jeanne")
    assert club.accounts.known("SHA256:new").name == "Jeanne"


async def test_what_is_no_command_here_is_answered_with_what_may_be_meant(talk: Talk) -> None:
    for line, answer in (
        ("jion KAFEL", "Understood: join. There is no table KAFEL."),
        ("qit", "Unknown command: qit. Did you mean quit?"),
        ("qx", "Unknown command: qx."),
        ("lear", "Understood: learn."),
        ("rev", "Did you mean review, "),
        ("roll", "That works at a table."),
        ("start", "That works at a table."),
        ("zzzz", "Unknown command: zzzz."),
    ):
        assert answer in await talk.answer(line), talk.output
    assert await talk.answer("help play") == COMMANDS["play"].line.help
    helped = await talk.answer("help")
    assert len(talk.output.splitlines()) < 22 and "come, next" in helped
    results = await talk.answer("results 421")
    assert results.count("Nobody has finished it yet.") == 1
    assert results.count("Nobody finished it.") == 1


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("new echecs", "Il n'y a pas de jeu echecs ; il y a : "),
        ("new 421 pot=12", "pot ne peut pas valoir 12 ; choix possibles : 21, 11, 41."),
        (
            "new 421 turn=-1",
            "turn ne peut pas valoir -1 ; choix possibles : un nombre entier de 0 à 3600.",
        ),
        ("new 421 cloth=green", "Le 421 n'a pas d'option « cloth » ; il a : partie, pot"),
        ("new 421 watching=hands", "Le 421 n'a pas de mains cachées"),
        (
            "new golden21 5 teams=yes",
            "Des équipes demandent un nombre pair de places",
        ),
        (
            "new golden21 variant=killer expert=yes",
            "« Expert » ne se joue que dans la variante Original.",
        ),
        ("new 21 3 teams=yes", "Des équipes se jouent à 4 places, pas à 3."),
        ("new 421 dancing", "Écrivez dancing=valeur, un nombre de places, ou privée."),
        ("new 421 ?", "Choix : un nombre entier de 0 à 3600."),
    ],
)
async def test_bad_options_are_refused_in_the_language_of_who_reads(line: str, answer: str) -> None:
    club = await Club.open(MemoryLog(), RoomSettings(bot_pause=0, linger=0))
    talker = Talk(club, "fr")
    assert answer in await talker.answer(line)
    talker.session.close()
    await club.close()


async def test_lines_say_what_is_new_what_time_is_left_and_that_the_seat_waits(talk: Talk) -> None:
    assert "wait" not in await talk.welcome()
    first = await talk.answer("play 421") + await talk.on_turn()
    table_session = talk.table_session
    heading = f"Table {table_session.code}, Le 421."
    assert heading in first
    again = await talk.answer("roll") + await talk.on_turn()
    assert heading not in again and "It is your turn." in again
    assert "99 is not one of your choices now: 1" in await talk.answer("99")
    assert (await talk.answer("loook")).startswith(f"Understood: look. {heading}")
    assert heading in await talk.answer("look")
    table = table_session.table()
    clocks = (now() + 60_000, None, None)
    table_session.table = lambda: replace(table, clocks=clocks, reserves=(50, 0, 0))  # type: ignore[method-assign]
    assert "in reserve" not in await talk.answer("who") and "50 in reserve" in await talk.answer(
        "look"
    )
    clocks = (now() + 5_000, None, None)
    assert "seconds left; then the table plays for you." in await talk.answer("who")
    assert "then the table" not in await talk.answer("who")
    assert (
        f"It is your turn at table {table_session.code}, Le 421.\nnext goes" in await talk.welcome()
    )
    gone = await talk.answer("leave")
    assert "your game waits as you leave it" in gone and "join " in gone
    assert talk.session.table_session is None


@pytest.mark.parametrize("key", registry.games())
async def test_every_language_says_once_whose_turn_it_is(key: str) -> None:
    for language in languages():
        club = await Club.open(MemoryLog(), RoomSettings(bot_pause=0, linger=0))
        talker, mine = Talk(club, language), Words(language).t("It is your turn.")
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
        await club.close()


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


async def test_a_lesson_that_was_finished_is_known(talk: Talk) -> None:
    plan = lesson(registry.find("421"))
    assert plan is not None and "Le 421: not done yet" in await talk.answer("learn")
    await talk.answer("learn 421")
    for step in plan.steps[:-1]:
        keep = "".join(f" {die}" for die in step.do.get("keep", ())) if step.do else ""
        await talk.answer(step.do["do"] + keep if step.do else "next")
    text = await talk.answer("learn")
    assert "Le 421: lesson done" in text and "Trente: not done yet" in text


async def test_earlier_news_is_read_on_demand(talk: Talk) -> None:
    assert await talk.answer("news") == "Nobody has said anything yet."
    other = Talk(talk.session.club)
    await other.answer("say Bonjour")
    await other.answer("new 421 2")
    text = await Talk(talk.session.club).answer("news")
    name = other.session.player.name
    assert text.count("1 min ago") == 2 and f"[talk] {name}: Bonjour" in text
    assert f"{name} opens a table: Le 421." in text
    ended = phrase("{who} wins at {game}, ahead of {others}", who="Anna", game="21", others="Ben")
    other.session.club.feed._endings.append(Ending("KAFEL", 3, now(), ended, 2))
    text = await other.answer("news")
    assert "Anna wins at 21, ahead of Ben. To see it again: replay KAFEL 3" in text
    other.session.close()


async def test_rules_and_help_are_heard_as_sentences(talk: Talk) -> None:
    page = await talk.answer("rules 421")
    assert "Le 421" in page and not set("#*`") & set(page)
    await talk.answer("new 421 2 private")
    helped = await talk.answer("help")
    assert COMMANDS["pause"].line.help in helped and COMMANDS["standing"].line.help not in helped
    assert "Everywhere: help, " in helped and " rules, " in helped
    await talk.answer("start")
    await talk.on_turn()
    for word in ("status", "table", "whose", "w", "q"):
        assert "It is your turn." in await talk.answer(word)
    for word in ("stand", "stay", "pass"):
        assert "Roll the dice first." in await talk.answer(word)


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
    await talk.answer("language fr")
    assert answer in await talk.answer(line)
    assert f"{talk.session.player.name} : au comptoir" in await talk.answer("qui")


@pytest.mark.parametrize(("language", "line"), [("fr", "tables"), ("en", "tables"), ("fr", "avis")])
async def test_a_word_of_the_screens_is_no_typing_error(
    talk: Talk, language: str, line: str
) -> None:
    """The screens say "Tables" and "avis"; "avis" is near to "amis"."""
    await talk.answer(f"language {language}")
    answer = await talk.answer(line)
    assert not any(word in answer for word in ("inconnue", "Unknown", "Compris")), answer


@pytest.mark.parametrize(
    ("line", "sentence"), [("profil", "Aucune partie"), ("semaine", "Personne n'a encore")]
)
async def test_a_sentence_stands_in_a_line_of_its_own(talk: Talk, line: str, sentence: str) -> None:
    await talk.answer("language fr")
    await talk.answer(line)
    assert any(row.startswith(sentence) for row in talk.output.splitlines()), talk.output


async def test_a_seat_is_taken_by_its_number_only(talk: Talk) -> None:
    await talk.answer("new 421 3")
    for line in ("sit left", "sit 0"):
        assert "Usage: sit SEAT_NUMBER" in await talk.answer(line)
    await talk.answer("giveup")
    assert "seat" in await talk.answer("sit 9")


async def test_bots_and_watchers_come_and_go_at_a_table(talk: Talk) -> None:
    await talk.answer("new 421 3")
    assert "There is no such seat." in await talk.answer("unbot")
    await talk.answer("bot")
    assert [seat.kind for seat in talk.table_session.table().seats] == ["person", "bot", "open"]
    await talk.answer("unbot")
    assert [seat.kind for seat in talk.table_session.table().seats] == ["person", "open", "open"]
    other = Talk(talk.session.club)
    await other.answer(f"watch {talk.table_session.code}")
    name, host, where = other.session.player.name, talk.session.player.name, talk.table_session.code
    text = await talk.answer("who")
    assert f"{host}: plays at table {where}, Le 421" in text
    assert f"{name}: watches table {where}, Le 421" in text
    assert "by link" not in text
    talk.session.club.watched_by_link(where)
    assert "1 watching by link" in await talk.answer("who")
    await other.answer("language fr")
    text = await other.answer("qui")
    assert "1 regarde par lien" in text
    assert f"{host} : joue à la table {where} (421)" in text.replace("Le 421", "421")
    assert f"{name} : regarde la table {where} (421)" in text.replace("Le 421", "421")
    await other.answer("langue en")
    assert f"You ask {name} to be quiet." in await talk.answer(f"hush {name}")
    assert f"You let {name} speak again." in await talk.answer(f"hush {name}")
    assert f"You send {name} away." in await talk.answer(f"sendaway {name}")
    assert "You are in the lobby again." in await other.answer("who")
    other.session.close()


async def test_lines_need_not_wait_for_bots_either(
    talk: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurried: list[str] = []
    await talk.answer("new 421 2")
    monkeypatch.setattr(
        talk.table_session, "hurry", lambda: hurried.append(talk.table_session.code)
    )
    await talk.answer("faster")
    assert hurried == [talk.table_session.code]


@pytest.mark.parametrize("back", [" plain", ""])
async def test_the_way_back_leads_to_lines_unless_the_screens_were_chosen(
    talk: Talk, back: str
) -> None:
    if not back:
        assert "Next time you have the screens: ssh play@" in await talk.answer("screens")
    assert (await talk.answer("quit")).endswith(f"@…{back}")


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


async def test_a_recovery_code_is_taken_by_a_key_only(talk: Talk) -> None:
    text = await talk.answer("recovery ABCDE-FGHIJ")
    assert "This needs an SSH key." in text


async def test_lists_are_sentences(talk: Talk) -> None:
    await talk.answer("daily")
    assert "Le 421: to play\n" in talk.output and "  " not in talk.output
    assert re.search(r"The next deals come in \d+ (h|min), at \d\d:\d\d", talk.output)
    await talk.answer("standing")
    assert "Le 421: Nobody is rated yet." in talk.output
    assert "421: Nobody is rated yet." in await talk.answer("standing 421")


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


async def test_how_much_is_said_is_kept_with_the_key() -> None:
    club = await Club.open(MemoryLog(), RoomSettings(bot_pause=0, linger=0))
    person = await club.choose_name(Player("SHA256:z", ""), "Zoé")
    first = Talk(club, "fr", person)
    assert "bref, normal, complet" in await first.answer("réglages")
    assert await first.answer("complet") == (
        "Tout est dit, et l'état complet à chacun de vos tours."
    )
    assert await first.answer("sonnette non") == "La sonnette se tait."
    first.session.close()
    again = Talk(club, "fr", person)
    reply = await again.answer("reglages")
    assert "Ce qui est dit : complet." in reply and "Sonnette à votre tour : non." in reply
    await again.answer("nouvelle 421 2 pot=11 rythme=sans-pause")
    assert "Jetons : vous 0" in await again.answer("commencer") + await again.on_turn()
    text = await again.answer("1") + await again.on_turn()
    assert f"Table {again.table_session.code}" in text, "the whole state at each turn"
    again.session.close()
    await club.close()


async def test_the_bell_rings_when_ones_turn_comes_among_people(talk: Talk) -> None:
    await talk.answer("new 421 2")
    other = Talk(talk.session.club)
    await other.answer(f"join {talk.table_session.code}")
    heard = {talk: "", other: ""}
    for talker, line in ((talk, "start"), (other, "start"), (talk, ""), (other, "")):
        await talker.answer(line)
        heard[talker] += talker.output
    (leads,) = talk.table_session.table().to_act
    assert [heard[talker].count("\a") for talker in (talk, other)] == [leads == 0, leads == 1]
    assert "\a" not in heard[other if leads == 0 else talk]
    other.session.close()


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
    ("line", "expected"),
    [
        ("nouvelle 421 2 lancers=au-plus-autant privée", {"throws": "at-most"}),
        ("nouvelle 421 2 lancers=au-plus nenette=deux-de-plus", {"nenette": "plus2"}),
        ("nouvelle golden 21 4 équipes=oui", {"teams": True}),
        ("nouvelle golden 21 4 equipes=oui années=3", {"teams": True, "years": 3}),
        ("nouvelle golden21 4 teams=true", {"teams": True}),
    ],
)
async def test_options_are_read_in_the_language_of_who_writes_and_in_english(
    line: str, expected: dict[str, object]
) -> None:
    club = await Club.open(MemoryLog(), RoomSettings(bot_pause=0, linger=0))
    talker = Talk(club, "fr")
    await talker.answer(line)
    table = talker.table_session.table()
    assert expected.items() <= dict(table.options).items()
    assert table.private == line.endswith("privée")
    talker.session.close()
    await club.close()


@pytest.mark.parametrize("key", registry.games())
async def test_every_option_that_is_listed_can_be_written_so(key: str) -> None:
    club = await Club.open(MemoryLog(), RoomSettings(bot_pause=0, linger=0))
    for language in languages():
        talker, t = Talk(club, language), Words(language).t
        await talker.answer(f"new {key} ?")
        pattern = t("Choices: {known}.", known="@").partition("@")[0]
        for option in " ".join(talker.output.split()).split(pattern)[:-1]:
            assert option
        for line in re.sub(r"\n  ", " ", talker.output).splitlines():
            name = re.split(r"\s?:", line)[0]
            values = line.rpartition(pattern)[2].rstrip(".").split(", ")
            for value in (value.split()[-1] for value in values):
                read = new_table.read(Words(language), f"{key} {name}={value}")
                chosen = {**read.options, **read.table}
                assert len(chosen) + ("pace" in read.options) >= 1, line
        talker.session.close()
    await club.close()


async def test_one_section_of_the_rules_is_read_alone(talk: Talk) -> None:
    whole = await talk.answer("rules 421")
    section = await talk.answer("rules 421 4")
    assert section.startswith("4. ") and len(section) < len(whole) / 3 and section[:60] in whole
    assert "rules GAME NUMBER reads one section" in whole
    assert re.fullmatch(r"There are the sections 1 to \d+\.", await talk.answer("rules 421 99"))
    await talk.answer("new 421 2")
    assert (await talk.answer("rules 4")) == section
    assert "This board is a reconstruction" in await talk.answer("rules 21")


async def test_signs_are_not_read_aloud(talk: Talk) -> None:
    room_says = phrase("★ {who} wins at {game}.", who="Anna", game="Le 421")
    line = LogLine(1, 0, "game", room_says, ())
    assert talk.sentence(line) == "Anna wins at Le 421."


async def test_gestures_and_help_speak_the_readers_language() -> None:
    club = await Club.open(MemoryLog(), RoomSettings(bot_pause=0, linger=0))
    talker = Talk(club, "fr")
    await talker.answer("nouvelle 421 2")
    assert "cheers" not in await talker.answer("geste ?")
    label = Words("fr").t(EMOTES["cheers"].label)
    assert label in await talker.answer(f"geste {label}")
    assert Words("fr").t("The bell is silent.") in await talker.answer("sonnette non")
    assert (
        await talker.answer("aide garder")
        == "garder : une action, à votre tour : Le 421 et Trente."
    )
    talker.session.close()
    await club.close()


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


@pytest.mark.parametrize("word", ["robots", "force-des-robots", "bots", "strength"])
def test_an_option_is_known_by_a_word_of_its_name_alone(word: str) -> None:
    read: Any = new_table.read(Words("fr"), f"421 2 {word}=simple")
    assert read.table["bots"] == "simple"
    with pytest.raises(Refused):  # of two, none is meant
        new_table.read(Words("fr"), "421 2 décharge=oui")


async def test_the_front_page_names_whoever_writes_so(club: Club) -> None:
    anna = Player("SHA256:a", "Anna")
    talk = Talk(club, person=anna)
    assert "does not name you" in await talk.answer("listed")
    assert "names you while you are here" in await talk.answer("listed on")
    assert "off, on" in await talk.answer("listed perhaps")
    assert club.accounts.preference(anna, "listed") == "on"
    assert "name" in await Talk(club).answer("listed on")  # a guest has none to show
