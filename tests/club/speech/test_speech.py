"""The paragraph that is read aloud and the typed actions: at every game, in every language."""

from functools import cache
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from arcade.club.coaching import Reason
from arcade.club.i18n.words import Words, languages
from arcade.club.replays.review import Highlights, Remark
from arcade.club.speech import actions
from arcade.club.speech.absence import leaving_text
from arcade.club.speech.ending import (
    costliest_text,
    ending,
    finest_text,
    judged_text,
    tells,
    worth_text,
)
from arcade.club.speech.lobby import players_text
from arcade.club.speech.options import chosen
from arcade.club.speech.read_aloud import back, paragraph, sentences
from arcade.club.views import SeatLine, TableView
from arcade.engine import options, registry
from arcade.engine.chance import Stream
from arcade.engine.coach import Advice
from arcade.engine.news import counted, phrase
from arcade.engine.offers import covers
from arcade.games.golden21.rules.actions import Spend, Throw
from arcade.games.golden21.words import moment
from arcade.games.le421.rules.actions import Roll, Stop
from tests.laws.tables import Table, by_game, tables, trace
from tests.registered import registered
from tests.scenarios.given import arrange

NAMES = ("Anna", "Ben", "Cléo", "Dora", "Emil", "Fanny", "Gus", "Hana", "Iris", "Jo")
USUAL = [table for table in tables() if not table.name]
EVERY = by_game(tables())
TABLES = pytest.mark.parametrize("table", EVERY.values(), ids=EVERY, scope="module")
"""All tests of a table, one after another: its pictures are made once."""


def picture(table: Table, state: Any, seat: int | None) -> TableView:
    game = table.game
    waiting = game.to_act(state)
    return TableView(
        code="ABCDE",
        game=table.key,
        options={},
        phase="playing" if waiting else "over",
        version=1,
        seats=tuple(
            SeatLine(number, name, "person", yours=number == seat)
            for number, name in enumerate(NAMES[: table.seats])
        ),
        seat=seat,
        view=game.view(state, seat),
        offers=() if seat is None else game.legal(state, seat),
        to_act=waiting,
        games_played=1,
    )


@cache
def pictures(table: Table) -> tuple[tuple[Any, TableView], ...]:
    """Return a table at some states, for who is to act and for a watcher."""
    return tuple(
        (state, picture(table, state, seat))
        for state in trace(table).sample(25)
        for seat in (*table.game.to_act(state)[:1], None)
    )


@pytest.mark.parametrize("language", languages())
@TABLES
def test_every_state_can_be_read_aloud(table: Table, language: str) -> None:
    words = Words(language)
    for _, seen in pictures(table):
        text = paragraph(words, seen)
        assert text.isprintable()
        assert "{" not in text
        assert "  " not in text
        assert text.endswith((".", "!"))
        if seen.view.winners and seen.phase == "over":
            assert all(NAMES[seat] in text for seat in seen.view.winners)
        mine = words.t("It is your turn.")
        assert (mine in text) == (seen.seat is not None and seen.phase == "playing")


@pytest.mark.parametrize("table", USUAL, ids=str)
def test_no_english_word_is_left_in_french(table: Table) -> None:
    class Asked(Words):
        missing: set[str] = set()

        def t(self, text: str, **fields: Any) -> str:
            if text and self._catalogue.gettext(text) is text:
                self.missing.add(text)
            return super().t(text, **fields)

    words = Asked("fr")
    for _, seen in pictures(table):
        paragraph(words, seen)
        actions.choices(words, seen)
    assert not words.missing


def test_a_paragraph_tells_hidden_cards_to_their_seat_alone() -> None:
    table = next(table for table in USUAL if table.key == "golden-zero")
    state = trace(table).states[0]
    (seat,) = table.game.to_act(state)
    words = Words("en")
    assert "You hold " in paragraph(words, picture(table, state, seat))
    assert "hold" not in paragraph(words, picture(table, state, None))


@TABLES
def test_every_number_of_the_list_is_a_legal_action(table: Table) -> None:
    game = table.game
    for state, seen in pictures(table):
        choices = actions.choices(Words("en"), seen)
        listed = [offer for choice in choices for offer in choice.offers]
        names, rare = tuple(seat.name for seat in seen.seats), actions.seldom(Words(), seen)
        aside = [
            offer
            for offer in seen.offers
            if rare and actions.label(Words(), seen.game, offer.action, names) in rare
        ]
        assert sorted([*listed, *aside], key=str) == sorted(seen.offers, key=str)
        for choice in choices:
            line = str(choice.number)
            if len(choice.offers) > 1:
                first = msgspec.to_builtins(choice.offers[0].action)
                if seen.game == "421":
                    line += f" {seen.view.dice[0]}"
                elif "seat" in first:
                    line += f" {first['seat'] + 1}"
                elif "bon" in first:
                    line += f" {' '.join(map(str, first['keep']))}"
                else:
                    line += f" {first['at']} {first['as'] or ''}" if "at" in first else " all"
                if any(getattr(offer.action, "first", None) for offer in choice.offers):
                    line += f" first {seen.view.dice[0]}"
            plain = actions.read(Words("en"), line, choices, seen)
            action = msgspec.convert(plain, game.action)
            game.check(state, seen.seat or 0, action)
            assert any(covers(offer, action) for offer in choice.offers)


@TABLES
@pytest.mark.parametrize("language", languages())
def test_what_the_coach_advises_may_be_written(
    table: Table, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("label", "_typed"):  # every offer is compared with all of them
        monkeypatch.setattr(actions, name, cache(getattr(actions, name)))
    words = Words(language)
    for _, seen in pictures(table):
        choices, names = actions.choices(words, seen), tuple(seat.name for seat in seen.seats)
        for offer in seen.offers:
            action = offer.action
            if offer.field and not offer.most:
                action = replace(action, **{offer.field: offer.high})
            sentence = actions.label(words.to(seen.you), seen.game, action, names)
            assert actions.read(words, sentence, choices, seen) == msgspec.to_builtins(action)


@pytest.mark.parametrize(
    ("key", "line", "plain"),
    [
        ("421", "roll", {"do": "roll", "keep": None, "bon": False}),
        ("421", "le bon", {"do": "roll", "bon": True}),
        ("421", "lancer", {"do": "roll"}),
        ("421", "arrêter", {"do": "stop"}),
        ("golden-zero", "raise 30", {"do": "raise", "to": 30}),
        ("golden-zero", "relancer 30", {"do": "raise", "to": 30}),
        ("golden21", "announce 14", {"do": "announce", "total": 14}),
        ("golden21", "announce 14 on ben", {"do": "announce", "total": 14, "aim": 1}),
        ("golden21", "give ben 3", {"do": "give", "to": [1, 2]}),
        (
            "golden21",
            "spend bonus - debt Anna",
            {"do": "spend", "from": "bonus", "to": "debt", "seat": 0, "sign": -1},
        ),
        ("vingt-et-un", "lay 5 h8", {"do": "place", "tile": 5, "at": "H8"}),
        ("vingt-et-un", "lay * h8 as 7", {"do": "place", "tile": "*", "at": "H8", "as": 7}),
        ("trente", "keep 6 6 first 6", {"do": "keep", "dice": [6, 6], "first": 6}),
        ("trente", "attack ben", {"do": "attack", "target": 1}),
    ],
)
def test_typed_actions(key: str, line: str, plain: dict[str, Any]) -> None:
    table = next(table for table in USUAL if table.key == key)
    state = trace(table).states[0]
    seen = picture(table, state, table.game.to_act(state)[0])
    assert actions.read(Words("en"), line, actions.choices(Words("en"), seen), seen) == plain
    msgspec.convert(plain, registered()[key].action)


@pytest.mark.parametrize(
    ("key", "do"),
    [("golden-zero", "stand"), ("golden-zero", "stay"), ("golden21", "end")],
)
def test_who_wants_no_more_may_say_it_as_they_like(key: str, do: str) -> None:
    table = next(table for table in USUAL if table.key == key)
    words = ("stand", "stay", "stop", "pass", "arrêter", "rester")
    for _, seen in pictures(table):
        offers = [offer for offer in seen.offers if type(offer.action).__struct_config__.tag == do]
        if offers:
            choices = actions.choices(Words("en"), seen)
            shown = [actions.label(Words(to), key, offers[0].action, ()) for to in ("en", "fr")]
            for line in (*words, *shown):
                assert actions.read(Words("en"), line, choices, seen) == {"do": do}, line
            return
    pytest.fail(f"{key} never offers {do}")


def test_keeping_dice_at_421() -> None:
    table = next(table for table in USUAL if table.key == "421")
    state = next(state for state in trace(table).states if state.dice and state.turn is not None)
    seen = picture(table, state, state.turn)
    choices = actions.choices(Words("en"), seen)
    kept = state.dice[:2]
    for line in (f"keep {kept[0]} {kept[1]}", f"garder {kept[0]}{kept[1]}"):
        assert actions.read(Words("en"), line, choices, seen) == {"do": "roll", "keep": list(kept)}
    for line in ("roll", "roll all three", "1"):
        assert not actions.read(Words("en"), line, choices, seen)["keep"]


def test_le_bon_is_called_with_the_dice_that_are_kept() -> None:
    """The second of three throws may be called, with any two dice or none."""
    game = registered()["421"]
    fields = {"hands": [665, None], "leader": 0, "turn": 1, "dice": [4, 2, 2], "limit": 3}
    fresh = game.setup(options.read(game, {"throws": "le-bon"}), 2, Stream(b"le bon"))
    seen = picture(Table("421", 2), arrange(game, fresh, {**fields, "throws": 1}), 1)
    choices = actions.choices(Words("en"), seen)
    last = choices[-1]
    assert last.text.startswith("le bon: ")
    for line in ("bon 4 2", "le bon 42", "keep 4 2 bon", "roll bon 4 2", f"{last.number} 4 2"):
        plain = actions.read(Words("fr"), line, choices, seen)
        assert plain == {"do": "roll", "keep": [4, 2], "bon": True}, line
    for line in ("bon none", "le bon aucun", f"{last.number} none"):
        plain = actions.read(Words("fr"), line, choices, seen)
        assert plain == {"do": "roll", "keep": [], "bon": True}, line
    for line in ("bon", "le bon", "le 4 2", str(last.number)):
        with pytest.raises(actions.Unclear):
            actions.read(Words("fr"), line, choices, seen)


@pytest.mark.parametrize(("ties", "heard"), [("rampo", "665, "), ("fewer-throws", "665 in 2, ")])
def test_hands_are_told_with_their_rolls_where_these_decide(ties: str, heard: str) -> None:
    game = registered()["421"]
    fields = {"hands": [665, 431, None], "leader": 0, "turn": 2, "limit": 2}
    fresh = game.setup(options.read(game, {"throws": "at-most", "ties": ties}), 3, Stream(b"hands"))
    seen = picture(Table("421", 3), arrange(game, fresh, fields), 2)
    assert heard in paragraph(Words("en"), seen)


def test_dice_after_a_word_for_rolling_again_are_those_that_are_rolled() -> None:
    game = registered()["421"]
    fields = {"hands": [665, None], "leader": 0, "turn": 1, "dice": [4, 2, 2], "throws": 1}
    fresh = game.setup(options.read(game, {}), 2, Stream(b"again"))
    seen = picture(Table("421", 2), arrange(game, fresh, {**fields, "limit": 3}), 1)
    choices = actions.choices(Words("fr"), seen)
    for line, keep in (
        *(("relancer tout", []), ("relancer", []), ("lancer tout", []), ("roll all", [])),
        *(("relancer 2", [4, 2]), ("reroll 4 2", [2]), ("garder 4 2", [4, 2])),
    ):
        plain = actions.read(Words("fr"), line, choices, seen)
        assert plain == {"do": "roll", "keep": keep}, line
    with pytest.raises(actions.Unclear):
        actions.read(Words("fr"), "relancer 6", choices, seen)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("fr", "Vous menez, en 3 lancers au plus."), ("en", "You lead, with up to 3 rolls.")],
)
def test_whoever_opens_a_round_reads_it_once(language: str, sentence: str) -> None:
    game = registered()["421"]
    fresh = game.setup(options.read(game, {}), 2, Stream(b"opens"))
    state = arrange(game, fresh, {"leader": 1, "turn": 1, "limit": None})
    text = paragraph(Words(language), picture(Table("421", 2), state, 1))
    assert text.count(sentence) == 1 and text.count("menez") + text.count("lead") == 1, text


@pytest.mark.parametrize(
    ("key", "chosen", "fields", "sentence"),
    [
        ("golden21", {}, {"year": 1, "status": ["out", "in", "in"]}, "You play again next year."),
        ("golden21", {}, {"year": 5, "years": 5, "status": ["out", "in", "in"]}, ""),
        ("golden21", {}, {"year": 1, "status": ["dead", "in", "in"]}, ""),
        ("trente", {"manches": 2}, {}, "You play again in the next manche (set)."),
        ("trente", {"manches": 2}, {"manche": 2}, ""),
        ("421", {}, {}, ""),
        ("golden-zero", {}, {}, ""),
    ],
)
def test_an_eliminated_player_reads_whether_they_play_again(
    key: str, chosen: dict[str, int], fields: dict[str, object], sentence: str
) -> None:
    game = registered()[key]
    state = game.setup(options.read(game, chosen), 3, Stream(b"back"))
    table = picture(Table(key, 3), arrange(game, state, fields), 0)
    assert back(Words(), table) == sentence


@pytest.mark.parametrize(("manches", "text"), [(1, "its result counts"), (2, "a bot plays it")])
def test_who_is_out_for_good_is_not_told_that_a_bot_plays_for_them(manches: int, text: str) -> None:
    game = registered()["trente"]
    state = game.setup(options.read(game, {"manches": manches}), 3, Stream(b"leaving"))
    fields = {"dead": [0], "scores": [-1, 30, 30], "turn": 1, "origin": 1}
    table = picture(Table("trente", 3), arrange(game, state, fields), 0)
    assert text in leaving_text(Words(), table, others=True, attendance=None)


@pytest.mark.parametrize("line", ["", "dance", "99", "0", "keep", "raise", "raise much", "1 x y z"])
def test_a_line_that_is_no_action_is_refused_in_words(line: str) -> None:
    table = next(table for table in USUAL if table.key == "golden21")
    state = trace(table).states[0]
    seen = picture(table, state, table.game.to_act(state)[0])
    with pytest.raises(actions.Unclear):
        actions.read(Words("en"), line, actions.choices(Words("en"), seen), seen)


def test_a_number_without_its_words_names_the_choice_that_needs_them() -> None:
    table = next(table for table in USUAL if table.key == "trente")
    state = next(state for state in trace(table).states if len(state.dice) > 4)
    seen = picture(table, state, state.turn)
    choices = actions.choices(Words("en"), seen)
    number = choices[0].number
    for line in (f"{number}", f"{number} x"):
        with pytest.raises(actions.Unclear) as unclear:
            actions.read(Words("en"), line, choices, seen)
        assert unclear.value.choice == choices[0].text
    with pytest.raises(actions.Unclear) as unclear:
        actions.read(Words("en"), "dance", choices, seen)
    assert not unclear.value.choice


def test_to_who_has_heard_the_news_no_long_list_is_said_again() -> None:
    (table,) = (usual for usual in USUAL if usual.key == "vingt-et-un" and usual.seats == 2)
    state = trace(table).sample(2)[1]
    seen = picture(table, state, 0)
    whole, brief = (sentences(Words("en"), seen, brief) for brief in (False, True))
    assert any(text.startswith("Row 8: ") for text in whole)
    assert [text for text in whole if not text.startswith(("Row ", "The last tile "))] == brief


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "La belle: one round between you and Cléo; its best hand wins the game."),
        ("fr", "La belle : un coup entre vous et Cléo ; la meilleure main gagne la partie."),
    ],
)
def test_la_belle_is_said_without_tokens(language: str, sentence: str) -> None:
    table = next(table for table in USUAL if table.key == "421" and table.seats == 3)
    state = arrange(
        table.game,
        trace(table).states[0],
        {"phase": "belle", "tokens": (9, 12, 0), "manches_won": (0, 1, 1), "dice": (4, 2, 1)},
    )
    lines_said = sentences(Words(language), picture(table, state, 1))
    assert sentence in lines_said
    assert not any("jeton" in entry or "token" in entry.lower() for entry in lines_said)


@pytest.mark.parametrize(
    ("won", "sentence"),
    [
        ([1, 1], "Halves won: Anna 1, Ben 1."),
        ([2, 0], "Halves won: Anna 2, Ben 0."),
        ([2, 1], "Halves won: Anna 1, Ben 1. Anna won la belle."),
        ([2, 1, 1], "Halves won: Anna 1, Ben 1, Cléo 1. Anna won la belle."),  # one half was shared
    ],
)
def test_la_belle_is_no_half(won: list[int], sentence: str) -> None:
    table = next(usual for usual in USUAL if usual.key == "421" and usual.seats == len(won))
    end_state, belle = trace(table).states[-1], max(won) < sum(won) > 2
    phase = "belle" if belle else "decharge"
    last = replace(end_state.last_round, phase=phase)
    over = replace(end_state, manches_won=tuple(won), winners=(0,), last_round=last)
    heard = paragraph(Words("en"), picture(table, over, None))
    assert sentence in heard and ("la belle" in heard) == belle
    end = ending(Words("en"), replace(picture(table, over, None), outcome=table.game.outcome(over)))
    assert end is not None and (end.why == "La belle, one last round, decided the game") == belle
    assert [result.points for result in end.results if "belle" in result.points] == (
        ["1 half + la belle"] * belle
    )


def test_a_spent_package_is_called_by_its_name_and_not_by_a_sign() -> None:
    names = ("Anna", "Ben", "Cleo")
    bonus = Spend("bonus", "debt", 1, -1)
    account = Spend("account", "account", 2, 1)
    assert actions.label(Words("en"), "golden21", bonus, names) == "take the bonus off Ben's debt"
    sentence = actions.label(Words("fr"), "golden21", account, names)
    assert sentence == "ajouter le compte au compte de Cleo"
    assert actions.label(Words("fr"), "golden21", Throw(), names) == "lancer sans annoncer"


@pytest.mark.parametrize(
    ("target", "sentence"),
    [(1, "Ben put 4 points on their own debt"), (0, "Ben put 4 points on Anna's debt")],
)
def test_points_on_an_own_debt_name_nobody_twice(target: int, sentence: str) -> None:
    game = registered()["golden21"]
    view = replace(game.view(game.setup(game.options(), 3, Stream(b"debt")), None), bonus=4)
    news = moment(view, 1, Spend("bonus", "debt", target, 1))
    assert news is not None and Words("en").say(news, ("Anna", "Ben", "Cleo")) == sentence


def test_a_better_choice_is_named_with_what_it_would_have_gained() -> None:
    chosen, best = (
        Advice(Roll(keep), worth, phrase("")) for keep, worth in (((6,), 40), ((4, 2), 43))
    )
    reason = Reason(0, "% of the game", chosen, best)
    names = ("Anna", "Ben")
    sentence = judged_text(Words("en"), "421", reason, names)
    assert sentence == "Better by 3.0 chances in 100: keep 4-2, roll the rest."
    assert (
        judged_text(Words("en"), "421", replace(reason, better=None), names) == "The best choice."
    )


def test_a_choice_names_its_dice_its_turn_and_its_cost() -> None:
    """Chances are counted in a hundred games; the reader is "you"."""
    stood = counted(
        "{seat:@ stood|You stood} on {hand:hand} with {n} roll left",
        "{seat:@ stood|You stood} on {hand:hand} with {n} rolls left",
        1,
        seat=0,
        hand=622,
    )
    advice = Advice(Stop(), 30.0, phrase("{best}% to be the best.", best=3))
    remark = Remark(4, 0, 47.9, advice, advice, "% of the game", gain=1.69, turn=3, moment=stood)
    highlights = Highlights("421", ("Zoé", "Ben"), finest=remark, costliest=remark)
    en, fr = Words("en").to("Zoé"), Words("fr").to("Zoé")
    assert costliest_text(en, highlights) == (
        "Turn 3: You stood on 622 with 1 roll left, −48% chance."
    )
    assert finest_text(fr, highlights) == (
        "Tour 3 : Vous gardez 622, avec encore 1 lancer, +2 % sur le suivant."
    )
    assert tells(remark) and tells(replace(remark, gain=1.2, unit="points"))
    assert not tells(replace(remark, gain=1.2)), "a hundredth of the chances is luck"
    other = replace(highlights, names=("bob", "Ben"))
    assert finest_text(en, other).startswith("Turn 3: bob stood on 622")  # as he writes himself
    assert worth_text(en, 34.1, "% of the game") == "34.1"
    assert worth_text(en, 2.0, "chips") == "+2.0"


@pytest.mark.parametrize(
    ("language", "key", "values", "line"),
    [
        ("en", "golden-zero", {"all_burned": "carry"}, "Pot of burned hands kept"),
        ("fr", "golden-zero", {"all_burned": "carry"}, "Pot des mains brûlées gardé"),
        ("fr", "421", {"worth_421": 8}, "Un 421 vaut 8"),
        ("fr", "421", {"decider": "share"}, "À une manche partout on partage"),
    ],
)
def test_a_rule_that_was_chosen_reads_as_a_sentence(
    language: str, key: str, values: dict[str, object], line: str
) -> None:
    assert chosen(Words(language), registry.find(key), values) == line


@pytest.mark.parametrize(
    ("seats", "text"), [((2, 4), "2 to 4 players"), ((2, 2), "2 players"), ((1, 1), "1 player")]
)
def test_how_many_play_a_game_is_one_number_where_it_is(seats: tuple[int, int], text: str) -> None:
    game = replace(registry.first().meta, seats=seats)
    assert players_text(Words(), game) == text
    assert players_text(Words(), game, brief=True) == text.replace(" to ", "–")
