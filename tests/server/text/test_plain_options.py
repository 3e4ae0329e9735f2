"""The options of a new table, as they are written in lines."""

import re
from typing import Any

import pytest

from arcade.club.i18n.words import Words, languages
from arcade.engine import registry
from arcade.rooms.errors import Refused
from server.text import new_table
from tests.server.text.talk import Talk


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
        ("new golden21 5 teams=yes", "Des équipes demandent un nombre pair de places"),
        (
            "new golden21 variant=killer expert=yes",
            "« Expert » ne se joue que dans la variante Original.",
        ),
        ("new 21 3 teams=yes", "Des équipes se jouent à 4 places, pas à 3."),
        ("new 421 dancing", "Écrivez dancing=valeur, un nombre de places, ou privée."),
        ("new 421 ?", "Choix : un nombre entier de 0 à 3600."),
    ],
)
async def test_bad_options_are_refused_in_the_language_of_who_reads(
    french: Talk, line: str, answer: str
) -> None:
    assert answer in await french.answer(line)


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
    french: Talk, line: str, expected: dict[str, object]
) -> None:
    await french.answer(line)
    table = french.table_session.table()
    assert expected.items() <= dict(table.options).items()
    assert table.private == line.endswith("privée")


@pytest.mark.parametrize("key", registry.games())
async def test_every_option_that_is_listed_can_be_written_so(talk: Talk, key: str) -> None:
    for language in languages():
        talker, t = Talk(talk.session.club, language), Words(language).t
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


@pytest.mark.parametrize("word", ["robots", "force-des-robots", "bots", "strength"])
def test_an_option_is_known_by_a_word_of_its_name_alone(word: str) -> None:
    read: Any = new_table.read(Words("fr"), f"421 2 {word}=simple")
    assert read.table["bots"] == "simple"
    with pytest.raises(Refused):  # of two, none is meant
        new_table.read(Words("fr"), "421 2 décharge=oui")
