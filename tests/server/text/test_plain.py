"""The commands of the line conversation."""

import re

import pytest
from msgspec.structs import replace

from arcade.club.club import Club
from arcade.club.i18n.words import Words, languages
from arcade.club.operations.catalogue import OPERATIONS
from arcade.club.views import Ending, LogLine
from arcade.engine import registry
from arcade.engine.lesson import lesson
from arcade.engine.news import phrase
from arcade.engine.words import folded
from arcade.players.player import Player
from arcade.rooms.clocks import now
from arcade.rooms.facts import EMOTES
from server.text.aliases import word_of
from server.text.line_mode import COMMANDS, TYPED
from tests.server.text.talk import Talk


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


async def test_how_much_is_said_is_kept_with_the_key(talk: Talk) -> None:
    club = talk.session.club
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


async def test_gestures_and_help_speak_the_readers_language(french: Talk) -> None:
    await french.answer("nouvelle 421 2")
    assert "cheers" not in await french.answer("geste ?")
    label = Words("fr").t(EMOTES["cheers"].label)
    assert label in await french.answer(f"geste {label}")
    assert Words("fr").t("The bell is silent.") in await french.answer("sonnette non")
    assert (
        await french.answer("aide garder")
        == "garder : une action, à votre tour : Le 421 et Trente."
    )


async def test_help_at_a_table_names_the_questions_that_its_game_answers(talk: Talk) -> None:
    await talk.answer("new 21 2")
    assert "square E5: see what a square pays" in (at_21 := await talk.answer("help"))
    assert "row 7: see which tiles" in at_21
    await talk.answer("leave")
    await talk.answer("new 421 2")
    assert "square E5" not in await talk.answer("help")


async def test_the_front_page_names_whoever_writes_so(club: Club) -> None:
    anna = Player("SHA256:a", "Anna")
    talk = Talk(club, person=anna)
    assert "does not name you" in await talk.answer("listed")
    assert "names you while you are here" in await talk.answer("listed on")
    assert "off, on" in await talk.answer("listed perhaps")
    assert club.accounts.preference(anna, "listed") == "on"
    assert "name" in await Talk(club).answer("listed on")  # a guest has none to show
