"""What can be counted is said in the singular of one: every such sentence has two forms."""

import re

import pytest

from arcade.club.i18n.words import languages
from tests.catalogues import Message, literals, parts, translations

_WORD = re.compile(r"[^\W\d_]+")
_COUNTED = re.compile(r"\{(\w+)(?::tenths)?\} (?=(?:(?:golden|crisis) )?([^\W\d_]+))")

NO_NUMBER = {"who", "name", "seat", "calls", "raises", "dice"}
"""Fields that may stand before a verb: names, keys, dice; there are two golden dice at least."""

NEVER_ONE = {
    "Nearest to {target} wins; above it a hand burns.",
    "{hand} is number {place} of the {most} hands",
    "{seat:@ makes|You make} {sum} and {seat:strikes|strike} {target:@|you}, for nothing: "
    "{score} left.",
    "You have {n} rolls, fewer only with le bon.",
    "{seat:@ strikes|You strike} {target:@|you}, for nothing: {score} left.",
    "{n} days in a row",
    "Your best {n} days count, each with up to 100 points.",
    "{n} days of deals in a row",
    "Only a roll called le bon beforehand ends a turn early: {limit} rolls in all. Roll again.",
    "Guests from your address have {n} seats at other people's tables, and that is the most. "
    "Open a table of your own, or ask for an invitation.",
    "You have a seat at {n} tables, and that is the most. Give one up first: {codes}",
    "{n} golden dice; crisis dice: {each}.",
    "A run of {length}: {golden} golden dice are in play now.",
    "With {n} dice a total from {low} to {high} can be announced.",
    "Give all {n} crisis dice to {name}?",
    "Won {won} of {played} halves",
    "teams can only be true with {most} seats, not {seats}.",
    "{seat:@ scores|You score} {points} points, as the square says.",
    "{seat:@ makes|You make} 21 with a star on {at}: {points} points.",
    "{seat:@ makes|You make} 21 with {n} on {at}: {points} points.",
    "{seat:@ scores|You score} {points} points on {seat:their|your} own colour.",
    "{seat:@ scores|You score} {points} points.",
    "○ where the tile may go, +{plain} where it makes 21; on your own colour {n} points.",
    "{game} is for {low} to {high} players.",
    "{low} to {high} players",
    "{low}–{high} players",
    "Found by playing {games} games on at random.",
    "All these hands have burned: {amount} chips stay on the table for the next hand.",
    "All these hands have burned: {amount} chips are shared.",
    "A day brings 100 points for beating everybody, 50 for half of them or playing alone. "
    "Your best {n} days count. Weeks begin on Monday at 00:00 UTC.",
    "You have {n} duels open, and that is the most.",
    "You have marked {n} people, and that is the most.",
    "{n} people have joined, and that is the most.",
    "Left {left} of the last {games} games with other people.",
    "You left {left} of your last {games} games with other people.",
}


def forms(language: str) -> dict[Message, Message]:
    """Return each sentence as it is said in a language."""
    if language == "en":
        return {literal: literal for literal in literals()}
    return {message: translation for message, translation, _ in translations(language)}


@pytest.mark.parametrize("language", languages())
def test_what_is_counted_has_a_singular(language: str) -> None:
    known = forms(language)
    pairs = [parts(sentence) for sentence in known.values() if not isinstance(sentence, str)]
    counted = {
        word
        for single, many in pairs
        for word in {*_WORD.findall(many)} - {*_WORD.findall(single)}
        if word.endswith(("s", "x", "dice"))
        and len(word) > 1
        and word[:-1] not in ("vou", "plu", "foi")
    }
    assert {"points", "tokens"} <= counted or {"points", "jetons"} <= counted
    wrong = [
        sentence
        for message, sentence in known.items()
        if isinstance(sentence, str) and message not in NEVER_ONE
        for field, word in _COUNTED.findall(sentence)
        if word in counted and field not in NO_NUMBER
    ]
    assert not wrong, "\n".join(map(str, wrong))
