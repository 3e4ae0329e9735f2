"""What a screen says at the wrong moment, or not at all: prompts, hints, numbers, names."""

import re
from math import inf

import pytest
from msgspec.structs import replace
from textual.geometry import Size

from arcade.club.club import Club
from arcade.club.i18n.words import Words
from arcade.club.operations.table import Say
from arcade.club.replays.review import Highlights, Remark
from arcade.club.speech.daily import streak_text
from arcade.club.speech.ending import costliest_text, ending
from arcade.club.standings.plot import BLOCKS
from arcade.club.standings.views import PastGame, Profile
from arcade.club.start import Start
from arcade.club.views import SeatLine, TableView
from arcade.engine import codec, registry
from arcade.engine.chance import Stream
from arcade.engine.coach import Advice, coach
from arcade.engine.news import phrase
from arcade.games.le421 import GAME as LE421
from arcade.games.trente import GAME as TRENTE
from arcade.rooms.clocks import now
from screens.games.messages import Act
from screens.games.seat_rows import seat_row
from screens.keys import of
from screens.lobby.new_table import NewTable
from screens.lobby.screen import Lobby
from screens.pages.rules import key_blocks
from screens.pages.standing_rows import _records
from screens.table.bars import StatusLine
from screens.table.result.ranking import gauge_of
from screens.terminal.paint import Pane
from screens.terminal.rows import bar, filled, plain, row_width
from screens.widgets.chart import charted
from tests.people import begin
from tests.screens.conftest import ANNA, BEN, SIZES, screen_text, see, session, table_screen, until
from tests.screens.spot import picture_of, shown
from tests.snapshots.views import result_of


async def test_the_prompt_comes_back_after_a_refusal(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("screens.table.screen.SHORTEST_READ", 0.01)
    monkeypatch.setattr("screens.table.screen.LETTERS_A_SECOND", inf)
    (table_session,) = await begin(club, ANNA, game="trente", seats=2)
    async with session(club, ANNA, start=Start("join", table_session.code)) as anna:
        await until(anna, lambda: table_screen(anna).table.my_turn)
        screen, heard = table_screen(anna), []
        screen.status.show = lambda *args, **more: (  # type: ignore[method-assign]
            heard.append(args[1]),
            StatusLine.show(screen.status, *args, **more),
        )[1]
        await anna.press("enter")
        await see(anna, "Keep at least one die")
        await anna.press("enter")
        await until(
            anna, lambda: any(entry.startswith("Choose at least one die") for entry in heard)
        )
        await until(anna, lambda: not heard[-1])
        await see(anna, "Your turn. Keep at least one die")


async def test_a_choice_made_for_dice_that_are_gone_is_dropped(club: Club) -> None:
    (table_session,) = await begin(club, ANNA, game="trente", seats=2)
    async with session(club, ANNA, start=Start("join", table_session.code)) as anna:
        await until(anna, lambda: table_screen(anna).table.my_turn)
        await anna.press("enter")
        screen = table_screen(anna)
        await until(anna, lambda: screen.table.view.dice)
        seen = screen.table
        await anna.press("1", "enter")
        await until(anna, lambda: screen.game.pending or screen.table.view.dice != seen.view.dice)
        if screen.game.pending:  # a six is left among the others
            await anna.press("enter")
        await until(anna, lambda: screen.table.view.dice != seen.view.dice)
        now = table_session.table().view
        gone = {"do": "keep", "dice": list(seen.view.dice[1:3])}
        screen.call_later(screen.submit, Act(gone, seen.offers))
        for _ in range(5):
            await anna.pause()
        assert table_session.table().view == now and "!" not in screen_text(anna), screen_text(anna)


async def test_the_first_hint_ends_with_the_first_move_and_the_log_comes_back(club: Club) -> None:
    async with session(club, ANNA) as anna:
        await anna.app.navigator.play_from_lobby("trente")
        await until(anna, lambda: table_screen(anna).table.my_turn)
        await see(anna, "New here?")
        screen = table_screen(anna)
        screen.log_pane._back = 3
        await anna.press("enter")
        await until(anna, lambda: "New here?" not in screen_text(anna))
        assert not screen.log_pane.scrolled


async def test_one_is_asked_whether_to_go_home_only_right_after_a_table(club: Club) -> None:
    async with session(club, ANNA) as anna:
        await until(anna, lambda: isinstance(anna.app.screen, Lobby))
        assert anna.app.left_table == -inf
        table_session = await club.join(BEN, await club.create(BEN, "421", {}, 2))
        await anna.app.navigator.go_to_table(await club.watch(ANNA, table_session.code))
        anna.app.navigator.leave_table([])
        await until(anna, lambda: isinstance(anna.app.screen, Lobby))
        anna.app.left_table -= 60
        await anna.press("q")
        await until(anna, lambda: anna.app.return_value)


async def test_a_wide_number_goes_by_steps_and_is_typed(club: Club) -> None:
    async with session(club, ANNA) as anna:
        await until(anna, lambda: isinstance(anna.app.screen, Lobby))
        anna.app.push_screen(form := NewTable())
        await until(anna, lambda: anna.app.screen is form)
        await form.change(form.fields()[5], True)  # all rules in detail
        form.values["game"] = "golden-zero"
        form.at = next(n for n, field in enumerate(form.fields()) if field.name == "option stack")
        values = []
        for keys in (("right",), ("1", "0", "0"), ("left",), ("up", "down", "7"), ("right",)):
            await anna.press(*keys)
            values.append(form.values["option stack"])
        assert values == [550, 100, 50, 7, 50]
        await see(anna, "Stack")
        await anna.press("up", "down", "1", "2")
        await see(anna, "Stack: 12, from 1 to 1000000")


def test_a_gain_is_no_largest_loss() -> None:
    words, profile = Words("en"), Profile("Zoé", "", False, "▲")
    won = [
        PastGame(code="A", number=1, game="trente", title="Trente", at=0, minutes=1,
                 length=9, seats=(), seat=0, won=True, change=55)
    ]  # fmt: skip
    sentence = "\n".join(map(plain, _records(words, profile, won)))
    assert "largest gain" in sentence and "largest loss" not in sentence
    sentence = "\n".join(map(plain, _records(words, profile, [replace(won[0], change=-9)])))
    assert "largest loss" in sentence and "largest gain" not in sentence


def test_help_has_no_heading_with_nothing_under_it() -> None:
    (block,) = key_blocks(Words("en"), [of(Say)], 80)
    rows = list(map(plain, block))
    assert rows[0].startswith("With other people ") and "main keys" not in "".join(rows)


def test_a_streak_is_of_two_days_at_least_and_says_of_what() -> None:
    words = Words("en")
    assert [streak_text(words, n) for n in (0, 1, 2)] == ["", "", "2 days of deals in a row"]


async def test_a_clock_gives_way_to_the_prompt(club: Club) -> None:
    anna, _ = await begin(club, ANNA, BEN)
    async with session(club, ANNA, start=Start("join", anna.code)) as pilot:
        status = table_screen(pilot).status
        clocks, reserves = (now() + 230_500, None), (180, 180)
        seen = table_screen(pilot).table
        table = replace(seen, seat=0, to_act=(0,), clocks=clocks, reserves=reserves)
        hint = "1-3 keep, Enter rolls the rest, s stands here."
        status.show(table, "", hint=hint)
        brief = (140, "for this turn, then 3:00 in"), (100, "◷ 0:51, then"), (70, "◷ 0:51")
        for width, clock in brief:
            (line,) = map(plain, status.draw(Size(width, 1)))
            assert (
                f"Your turn. {hint}" in line and clock in line and not status._wrapped(width)[0][1:]
            )


def seat_state(pane: Pane, table: TableView, cells: int) -> str:
    """Return how the seat of a bot looks that Zoé has taken for the next round."""
    taken = replace(table.seats[3], kind="bot", after="Zoé")
    table = replace(table, seats=(*table.seats[:3], taken))
    return " ".join(plain(seat_row(pane, table, taken, cells))[4:].split())


def test_the_highest_roll_alone_is_told_of_who_leads() -> None:
    for seed in range(20):
        news = LE421.setup(LE421.options(), 8, Stream(bytes([seed]) * 32)).news
        *ties, leads = (sentence.text for sentence in news)
        assert "the highest" in leads and all("tie at {die}" in text for text in ties)


def test_less_than_nothing_has_a_bar_on_the_other_side() -> None:
    end = ending(Words("en"), result_of("trente"))
    assert end is not None
    assert [(result.points, result.share) for result in end.results] == [
        ("3 points", 0.6), ("−3 points", -0.6), ("−5 points", -1.0),
    ]  # fmt: skip
    best, *others = [plain(gauge_of(line, 15, (-1.0, 0.6))) for line in end.results]
    assert best.index("│") < best.index("▆")
    assert all(gauge.rindex("▆") < gauge.index("│") == best.index("│") for gauge in others)


def test_a_bar_is_full_only_where_nothing_is_missing() -> None:
    assert [filled(points, 30, 10) for points in (-1, 0, 1, 15, 28, 29, 30, 31)] == [
        0, 0, 1, 5, 9, 9, 10, 10,
    ]  # fmt: skip
    assert [row_width(bar(share, 8)) for share in (0, 0.99, 1)] == [8, 8, 8]
    assert plain(bar(0.99, 8)) == "▆" * 7 + " "


def test_a_curve_of_numbers_is_one_even_area() -> None:
    _, *drawn = charted("Rating", (1, 2, 3, 4), 30, 4, "cool")
    areas = [line[-1] for line in drawn]
    assert {area.tone for area in areas} == {"cool"}
    assert all(set(above.text.strip()) <= set(BLOCKS) for above in areas)
    full = [area.text.count("█") for area in areas]
    assert full == sorted(full) and full[-1] > full[0]


def test_a_high_curve_of_numbers_has_a_middle_and_a_foot() -> None:
    *_, middle, below, lowest, foot = charted("Rating", (1000, 1100, 1200), 30, 7, "cool")
    assert plain(middle).startswith("  1100 │") and plain(below).startswith("       │")
    assert plain(lowest).startswith("  1000 │") and plain(foot) == "       └" + "─" * 12


@pytest.mark.parametrize("size", SIZES)
async def test_what_the_rules_chosen_say_is_named(club: Club, size: tuple[int, int]) -> None:
    async with session(club, ANNA, size) as anna:
        await until(anna, lambda: isinstance(anna.app.screen, Lobby))
        anna.app.push_screen(form := NewTable())
        await until(anna, lambda: anna.app.screen is form)
        if size[0] < 160:
            await form.change(form.fields()[5], True)  # all rules in detail
        form.values["game"] = "trente"
        form.at = next(n for n, field in enumerate(form.fields()) if field.name == "option target")
        form.show()
        await see(anna, "◀  by odd and even (as the rules say)  ▶")
        form.values["option preset"] = "trente-douze"
        form.show()
        await see(anna, "◀  by manche (as the rules say)  ▶")
        await see(anna, "  3 (as the rules say)")


@pytest.mark.parametrize(
    ("game", "action", "sentence"),
    [
        ("vingt-et-un", {"do": "place", "tile": 1, "at": "G1"}, "Ben laid 1 on G1"),
        ("golden21", {"do": "announce", "total": 7}, "Ben announced 7 with 2 dice"),
        ("golden-zero", {"do": "fold"}, "Ben folded"),
        ("trente", {"do": "attack", "target": 0}, "Ben attacked Anna"),
    ],
)
def test_the_worst_move_is_said_as_it_was_made(
    game: str, action: dict[str, object], sentence: str
) -> None:
    rules = registry.find(game)
    view = rules.view(rules.setup(rules.options(), 3, Stream(bytes(32))), 1)
    chosen = codec.action_from(rules, action)
    advice = Advice(chosen, 0, phrase("It is."))
    moment = registry.part(rules, "words").moment(view, 1, chosen)
    remark = Remark(9, 1, 17.6, advice, advice, "points", turn=4, moment=moment)
    highlights = Highlights(game, ("Anna", "Ben", "Zoé"), costliest=remark)
    assert costliest_text(Words("en"), highlights) == f"Turn 4: {sentence}, about −18 points."


def test_the_coach_of_trente_tells_what_a_keep_does() -> None:
    rules, chance = registry.find("trente"), Stream(bytes(32))
    state = rules.setup(rules.options(), 3, chance)
    seat = rules.to_act(state)[0]
    state = rules.apply(state, seat, codec.action_from(rules, {"do": "roll"}), chance)
    teacher = coach(rules)
    assert teacher is not None
    best = teacher.advise(rules.view(state, seat), rules.legal(state, seat), chance)[0]
    sentence = Words("en").say(best.why)
    wording = r"It attacks \d+% of the time and misses \d+% \(−\d+\.\d on average\)\."
    assert re.fullmatch(wording, sentence), sentence


async def test_a_state_gives_way_to_a_name_and_a_guest_keeps_the_end_of_it(club: Club) -> None:
    async with session(club, ANNA) as anna:
        pane = anna.app.screen.footer
        state = LE421.setup(LE421.options(), 4, Stream(b"names"))
        table = picture_of(LE421, state, 0, ("guest-pm70", "guest-k7qf", "Gaston", "Albert"))
        assert seat_state(pane, table, 32) == "Albert bot → Zoé"
        assert seat_state(pane, table, 13) == "Albert ◍→"
        kinds = ("person", "held", "absent", "bot")
        seats = tuple(
            SeatLine(n, seat.name, kind, guest=n < 2, yours=n == 0)
            for n, (seat, kind) in enumerate(zip(table.seats, kinds, strict=True))
        )
        table = replace(table, seats=seats)
        drawn = {
            cells: [
                " ".join(plain(seat_row(pane, table, seat, cells))[4:].split()) for seat in seats
            ]
            for cells in (32, 18, 13)
        }
        assert drawn[32] == ["guest-pm70 you", "guest-k7qf away+bot", "Gaston away", "Albert bot"]
        assert drawn[18] == ["guest-pm70 you", "guest-k7qf …◍", "Gaston …", "Albert ◍"]
        assert drawn[13] == ["…est-pm70", "…est-k7qf", "Gaston …", "Albert ◍"]


@pytest.mark.parametrize(("played", "explains"), [(0, False), (1, True)])
async def test_a_legend_goes_once_the_game_is_learnt(
    club: Club, monkeypatch: pytest.MonkeyPatch, played: int, explains: bool
) -> None:
    monkeypatch.setattr("screens.table.screen._LEARNT", played)  # this person has played none
    begun = TRENTE.setup(TRENTE.options(), 2, Stream(bytes(32)))
    for seat in (0, None):
        table = picture_of(TRENTE, begun, seat, ("Anna", "Ben"))
        async with shown(club, table, (120, 40)) as (pilot, _):
            await see(pilot, "Ben")
            explained = "Below the threshold" in screen_text(pilot)
            lines = [line[:80].strip() for line in screen_text(pilot).splitlines()]
            at = next((at for at, line in enumerate(lines) if line.startswith("Below the")), 0)
            assert not at or not lines[at - 1].strip("│ "), "it touches what is above"
            assert explained is (explains or seat is None)
