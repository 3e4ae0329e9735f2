"""The card at a game's end: it comes once the end was seen, and stays until its reader goes on."""

import asyncio
import re
from functools import partial

import pytest
from msgspec import structs
from textual.geometry import Size
from textual.pilot import Pilot

from arcade.club.club import Club
from arcade.club.i18n.words import Words
from arcade.club.replays.curve import Curve
from arcade.club.replays.review import Highlights, Remark, Review
from arcade.club.speech.ending import STORY_LINES, Ending, ending, tells
from arcade.club.start import Start
from arcade.club.views import TableView
from arcade.engine.coach import Advice
from arcade.engine.news import phrase
from arcade.games.golden_zero.losses import turns
from arcade.games.golden_zero.rules.state import Kind
from arcade.rooms.clocks import now
from arcade.rooms.room import LogLine
from screens.lobby.new_table import NewTable
from screens.table.result.telling import Telling
from screens.table.screen import TableScreen
from screens.terminal.rows import plain
from screens.terminal.seats import seat_mark
from screens.widgets.curve import DECISIVE
from tests import dice
from tests.laws.test_results import played as evening
from tests.laws.test_results import seen
from tests.people import CLEO as CLEO_AFTER
from tests.people import act_in_turn, begin
from tests.registered import registered
from tests.screens.conftest import (
    ANNA,
    BEN,
    CLEO,
    row_of,
    screen_text,
    see,
    session,
    table_screen,
    until,
)
from tests.screens.headlines import in_large
from tests.screens.spot import shown
from tests.snapshots.played import played, table_of
from tests.snapshots.views import result_of
from tests.waiting import PATIENCE


async def test_nobody_is_taken_the_card_away_by_one_who_is_ready(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arcade.rooms.room.REMATCH_WAIT", 500)
    code = await club.create(ANNA, "421", {"mode": "manche"}, 3)
    start = Start("join", code)
    async with (
        session(club, ANNA, start=start) as anna,
        session(club, BEN, start=start) as ben,
        session(club, CLEO, start=start) as cleo,
    ):
        table_sessions = [table_screen(pilot).table_session for pilot in (anna, ben, cleo)]
        await table_sessions[0].start()
        while table_sessions[0].table().phase == "playing":
            await act_in_turn(*table_sessions)
        for pilot in (anna, ben, cleo):
            await see(pilot, "The best hand")
            await see(pilot, "rating")
        await ben.press("a")
        await until(ben, lambda: table_sessions[0].table().phase == "playing")
        for pilot in (anna, cleo):
            await see(pilot, "Ben is ready for another game (1 of 3).")
            assert "The best hand" in screen_text(pilot)
            await see(pilot, "A bot plays for you. j takes your seat back.")
            assert "Enter to the table" in screen_text(pilot)
        await until(ben, lambda: "The best hand" not in screen_text(ben))
        async with asyncio.timeout(PATIENCE):
            while "Ratings:" not in screen_text(ben):  # a page or two up, as long as the game's log
                await ben.press("pageup")
        await anna.press("x")
        await until(anna, lambda: "The best hand" not in screen_text(anna))
        await cleo.press("j")
        await until(cleo, lambda: table_sessions[2].table().seats[2].kind == "person")
        await until(cleo, lambda: "The best hand" not in screen_text(cleo))


async def test_the_time_until_the_next_game_is_counted_down(club: Club) -> None:
    asked = structs.replace(result_of("421"), asked={"again": (1,)}, begins=now() + 15_000)
    async with shown(club, asked) as (pilot, _):
        await see(pilot, "Ben: another game? a agrees.")
        seen: set[str] = set()

        def counting() -> bool:
            seen.update(re.findall(r"◷ 0:1(\d)", screen_text(pilot)))
            return len(seen) > 1

        await until(pilot, counting)


async def test_who_sits_down_after_a_game_has_not_played_it(club: Club) -> None:
    before = result_of("421")
    eve = structs.replace(before.seats[0], name="Eve")
    anna = structs.replace(before.played[0], yours=False)
    played = (anna, *before.played[1:])
    table = structs.replace(before, seats=(eve, *before.seats[1:]), played=played)
    async with shown(club, table) as (pilot, _):
        await see(pilot, in_large("Anna wins"))
        text = screen_text(pilot)
        assert "Anna wins." not in text, "the card says it"
        assert "Eve" not in text and "Your" not in text


@pytest.mark.parametrize("key", ["trente", "vingt-et-un"])
async def test_what_became_of_me_is_a_row_of_its_own(club: Club, key: str) -> None:
    async with shown(club, result_of(key)) as (pilot, _):
        await see(pilot, in_large("Ben wins"))
        letters = "▀▄█ "
        rows = [line.lstrip(letters).strip() for line in screen_text(pilot).splitlines()]
        assert "■ You are 3rd of 3." in rows


def _above_the_bars(pilot: Pilot[str]) -> list[str]:
    """Return what is written above the status line, and above the last lines of the log."""
    screen = table_screen(pilot)
    placed = screen.placed
    y = min(placed[pane].y for pane in (screen.status, screen.log_pane) if pane in placed) - 1
    return [line for line in screen_text(pilot).splitlines()[1:y] if line[:52].strip()]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("key", registered())
async def test_card_and_board_tell_a_newcomer_what_they_tell_a_watcher(
    club: Club, key: str, language: str
) -> None:
    room = evening(key)[1].room
    pictures = []
    for table in (seen(room), seen(room, CLEO_AFTER)):
        async with shown(club, table, language=language) as (pilot, _):
            await until(pilot, lambda pilot=pilot: table_screen(pilot).result.shown)
            pilot.app.newcomer = False  # whoever is new has a row more below
            table_screen(pilot).bars()
            await pilot.pause()
            card = _above_the_bars(pilot)
            await pilot.press("tab")
            await until(pilot, lambda pilot=pilot: not table_screen(pilot).result.shown)
            pictures.append((card, [line[:52].rstrip() for line in _above_the_bars(pilot)]))
    assert pictures[0] == pictures[1]


def test_a_story_tells_nothing_twice() -> None:
    end = ending(Words("en"), result_of("vingt-et-un"))
    assert end is not None and len({*end.stories[-1]}) == len(end.stories[-1]) == STORY_LINES


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        (
            "vingt-et-un",
            (
                "Turn 25: Chloé is 30 points ahead of Ben.",
                "Turn 51: Ben leads from then on: 70 to 60.",
                "Turn 73: Ben and Chloé gain the most in one turn: 30.",
            ),
        ),
        (
            "golden-zero",
            (
                "Turn 41: You win 1053: tied at 22, a Garde (spare card) beats none.",
                "Turn 106: Chloé loses 179: 15 for a target of 16.",
                "Turn 116: Ben loses 192: 15 for a target of 16.",
            ),
        ),
        (
            "trente",
            (
                "Turn 27: You hit Chloé for 6: −3, dead.",
                "Turn 31: Ben hits you for 4: −3, dead.",
                "Turn 32: Ben wins set 1 (manche) with a score of 3.",
            ),
        ),
        (
            "421",
            (
                "Turn 17: You win the charge with the fewest tokens: 2.",
                "Turn 22: Chloé gets rid of the last token and wins the décharge.",
                "Turn 23: You have the best hand, 554, and win la belle.",
            ),
        ),
        (
            "golden21",
            (
                "Turn 51: Chloé's debt grows by 15, from 6 to 21.",
                "Turn 51: Chloé leads from then on: −10 to −5.",
                "Turn 86: You fall 14 points behind.",
            ),
        ),
    ],
)
def test_a_story_tells_how_the_game_was_won(key: str, expected: tuple[str, ...]) -> None:
    end = ending(Words("en"), result_of(key))
    assert end is not None and end.stories[-1] == expected


def test_how_a_hand_was_lost_is_told_by_its_last_news() -> None:
    deal = (phrase("Hand", Kind.HAND_BEGINS, antes=(5, 5)), phrase("", Kind.TARGET, target=17))
    paid = phrase("", Kind.CALLED, seat=1, chips=-40)
    folded = (*deal, paid, phrase("", Kind.FOLDED, seat=1))
    burned = (*deal, paid, phrase("", Kind.NOTHING_SHOWN, seat=1))
    for news, how in ((folded, "by folding"), (burned, "above the target of 17")):
        ((_, sentence),) = turns(news, (900, 100))
        text = Words("en").say(sentence, ("Anna", "Ben"))
        assert text.startswith("Ben loses 45") and how in text


async def test_the_end_is_told_once_a_picture(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def counted(words: Words, table: TableView, lines: int = STORY_LINES) -> Ending | None:
        asked.append(lines)
        return ending(words, table, lines)

    async with shown(club, result_of("421"), size=(100, 30)) as (pilot, _):
        await see(pilot, "The story")
        monkeypatch.setattr("screens.table.result.pane.ending", counted)
        with pilot.app._context():
            table_screen(pilot).result.pane.draw(Size(100, 26))
        assert len(asked) == 1


def test_a_long_story_leaves_out_what_mattered_little() -> None:
    end = ending(Words("en"), result_of("golden21"), 99)
    assert end is not None
    grown = [int(n) for line in end.stories[-1] for n in re.findall(r"debt grows by (\d+)", line)]
    assert len(grown) > 1 and min(grown) >= max(grown) / 2


@pytest.mark.parametrize("key", ["421", "golden21", "trente"])
async def test_a_story_is_longer_where_there_is_room(club: Club, key: str) -> None:
    sentences: list[int] = []
    for size in ((80, 22), (160, 45)):
        async with shown(club, result_of(key), size=size) as (pilot, _):
            await see(pilot, "The story")
            rows = [line.split("│")[0] for line in screen_text(pilot).splitlines()]
            first = row_of(rows, "The story")
            last = next(at for at, line in enumerate(rows[first:]) if not line.strip())
            sentences.append(len(re.findall(r"Turn \d+:", " ".join(rows[first : first + last]))))
            assert "Bien joué !" in screen_text(pilot)  # nothing else made way
    assert sentences[0] < sentences[1]


async def test_the_coach_tells_the_finest_and_the_costliest_choice(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("screens.table.screen.WEIGH_AFTER", 0.01)
    shown_remark = None
    for seed in range(40):  # until a game has a fine choice
        with dice.fixed(str(seed)):
            table_session, ben = await begin(club, ANNA, BEN, options={"mode": "manche"})
            code = table_session.code
            while table_session.table().phase == "playing":
                await act_in_turn(table_session, ben)
        shown_remark, other = [
            await club.highlights.of(code, 1, "421", player) for player in (ANNA, BEN)
        ]
        assert shown_remark is not None and shown_remark is other  # weighed once
        if shown_remark.finest is not None and tells(shown_remark.finest):
            break
        table_session.detach()
        ben.detach()
    assert shown_remark is not None
    assert shown_remark.finest is not None
    for seat, player in enumerate((ANNA, BEN)):
        who = (
            "You"
            if shown_remark.finest.seat == seat
            else shown_remark.names[shown_remark.finest.seat]
        )
        finest = rf"Best move ▲ Turn \d+: {who}\b.*, \+[0-9]+% over the next choice"
        async with session(club, player, start=Start("join", code)) as pilot:
            await until(pilot, partial(says, pilot, finest))


def says(pilot: Pilot[str], pattern: str) -> bool:
    """Return whether the screen says this, wherever its lines are broken."""
    return bool(re.search(pattern, " ".join(screen_text(pilot).split())))


@pytest.mark.parametrize(
    ("key", "little", "enough"), [("421", 0.9, 1.0), ("golden-zero", 9, 10), ("golden21", 0.9, 1)]
)
async def test_a_choice_that_mattered_little_is_not_the_finest(
    club: Club, key: str, little: float, enough: float
) -> None:
    review = Review(played(key), club.highlights._advise)
    advice = Advice(None, 0, phrase("The best choice."))
    for gain in (little, enough):
        review._known[1] = Remark(1, 0, 0, advice, advice, "points", gain)
        finest = review.finest()
        assert (finest is not None) == (gain == enough)


@pytest.mark.parametrize("key", registered())
async def test_the_card_comes_when_the_end_was_seen(club: Club, key: str) -> None:
    replay = played(key)
    last = len(replay.steps) - 1
    async with shown(club, table_of(replay, last - 1), animations=True) as (pilot, spot):
        screen = table_screen(pilot)
        spot.show(structs.replace(result_of(key), version=replay.room.version))
        await until(pilot, lambda: screen.table.phase == "over")

        def ended() -> bool:
            assert screen.game.playback.settled or not screen.result.shown
            assert not ("GAME OVER" in screen_text(pilot) and "Waiting for" in screen_text(pilot))
            return screen.result.shown

        await until(pilot, ended)
        assert screen.game.playback.settled
        await see(pilot, "The story")


async def test_one_key_shows_the_board_what_is_beside_it_and_the_card_again(club: Club) -> None:
    async with shown(club, result_of("421")) as (pilot, _):
        await see(pilot, "c share")
        await pilot.press("c")
        await see(pilot, "cast KAFEL 7")
        await see(pilot, "The story")
        await pilot.press("tab")
        await until(pilot, lambda: "The story" not in screen_text(pilot))
        assert "Tab result" in screen_text(pilot)
        for _ in ("log", *table_screen(pilot).side.panels):
            await pilot.press("tab")
            await see(pilot, "Tab result")
        await pilot.press("tab")
        await see(pilot, "The story")
        await pilot.press("n")
        await until(pilot, lambda: isinstance(pilot.app.screen, NewTable))
        await pilot.press("escape")
        await see(pilot, "The story")


async def test_a_new_table_comes_in_place_of_the_one_before(club: Club) -> None:
    async with shown(club, result_of("421")) as (pilot, _):
        await see(pilot, "n new game")
        await pilot.press("n")
        await until(pilot, lambda: isinstance(pilot.app.screen, NewTable))
        await pilot.press("enter")
        await see(pilot, "waiting for people")
        assert sum(isinstance(screen, TableScreen) for screen in pilot.app.screen_stack) == 1


@pytest.mark.parametrize("key", registered())
async def test_a_key_meant_for_the_game_does_nothing_to_its_end(
    club: Club, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    monkeypatch.setattr("screens.table.result.card.CALM", 1)
    before = table_of(played(key), len(played(key).steps) - 2)
    async with shown(club, before) as (pilot, spot):
        screen = table_screen(pilot)
        asked: list[str] = []
        monkeypatch.setattr(screen, "do_again", lambda: asked.append("again"))
        monkeypatch.setattr(screen, "do_leave", lambda: asked.append("leave"))
        time = 5.0
        screen.result.clock = lambda: time
        spot.show(structs.replace(result_of(key), version=before.version + 1))
        await see(pilot, "The story")
        time = 5.9
        for hasty in ("a", "n", "tab", "v", "q", "escape"):
            await pilot.press(hasty)
            await see(pilot, "You had not seen it all: now press it again.")
        assert table_screen(pilot) is screen and screen.result.shown and not asked
        await pilot.press("t", "a")  # talk waits for nobody
        await see(pilot, "› a")
        await pilot.press("escape")
        time = 6.1
        await pilot.press("a")
        await until(pilot, lambda: asked == ["again"])


@pytest.mark.parametrize("key", ["421", "vingt-et-un"])
async def test_a_win_that_a_bot_played_says_why_it_is_not_rated(club: Club, key: str) -> None:
    before = result_of(key)
    assert before.outcome is not None
    (winner,) = before.outcome.winners
    played = tuple(
        structs.replace(seat, yours=seat.number == winner) for seat in before.played or before.seats
    )
    table = structs.replace(before, played=played)
    why = "A bot played most of your moves: this win changes no rating."
    async with shown(club, table) as (pilot, _):
        await until(pilot, lambda: table_screen(pilot).result.shown)
        assert not says(pilot, why[:12])
        table_screen(pilot).result.pane.lend(True)
        await until(pilot, lambda: says(pilot, "A bot played most"))


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("key", ["golden21", "trente", "vingt-et-un"])
async def test_what_decided_is_a_sentence_of_its_own(club: Club, key: str, language: str) -> None:
    curve = Curve(((0.2, 0.44, 0.36), (0.0, 1.0, 0.0)), (1,), (1,))
    async with shown(club, result_of(key), language=language) as (pilot, _):
        await until(pilot, lambda: table_screen(pilot).result.shown)
        table_screen(pilot).result.pane.trace(curve)
        await until(pilot, lambda: DECISIVE in screen_text(pilot))
        rows = [line.lstrip("▀▄█ ").rstrip() for line in screen_text(pilot).splitlines()]
    first = row_of(rows, DECISIVE, begins=True)
    text = {
        "en": "Ben's chances went from 44% to 100%.",
        "fr": "les chances de Ben passent de 44 à 100 %.",
    }[language]
    assert text in " ".join(rows[first : first + 2])
    assert rows[first].endswith((":", text)), "it breaks after its colon, if at all"


async def test_what_stands_beside_a_board_has_all_rows_of_the_card(club: Club) -> None:
    async with shown(club, result_of("vingt-et-un"), (120, 30)) as (pilot, _):
        await until(pilot, lambda: table_screen(pilot).result.shown)
        table_screen(pilot).result.pane.trace(Curve(((0.2, 0.4, 0.4), (0, 1, 0)), (1,), (1,)))
        await until(pilot, lambda: DECISIVE in screen_text(pilot))
        rows = screen_text(pilot).splitlines()
    legend = row_of(rows, "the last tile, on A1")
    assert rows[legend + 2].strip(), "the story goes on below the board"


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (160, 45)])
async def test_who_won_has_a_star_and_their_colour_not_gold(
    club: Club, size: tuple[int, int]
) -> None:
    async with shown(club, result_of("trente"), size) as (pilot, _):
        large = in_large("Ben wins", high=size[1] > 40)
        await see(pilot, large)
        pane = table_screen(pilot).result.pane
        with pilot.app._context():
            rows = pane.draw(pane.size)
    tones = {piece.tone for line in rows for piece in line if piece.text.strip()}
    assert "gold" not in tones and "tile-held" not in tones
    starred = [line for line in rows if any("★" in piece.text for piece in line)]
    assert [plain(line).split()[:4] for line in starred] == [["★", "1", "♥", "Ben"]]
    named = [piece for piece in starred[0] if piece.text.strip() in ("★", "1", "♥", "Ben")]
    assert len(named) == 4 and {piece.tone for piece in named} == {"seat-1"}
    assert any((piece.text, piece.tone) == (large, "seat-1") for line in rows for piece in line)


@pytest.mark.parametrize("key", ["421", "golden21", "trente", "golden-zero"])
async def test_what_won_stands_beside_the_letters_where_both_have_room(
    club: Club, key: str
) -> None:
    async with shown(club, result_of(key), (80, 24)) as (pilot, _):
        await until(pilot, lambda: table_screen(pilot).result.shown)
        table_screen(pilot).result.pane.trace(Curve(((0.2, 0.4, 0.4), (0, 1, 0)), (1,), (1,)))
        await until(pilot, lambda: DECISIVE in screen_text(pilot))
        rows = screen_text(pilot).splitlines()
    letters = next(line for line in rows if "▀" in line)
    at = rows.index(letters)
    assert any(frame in line for line in rows[at : at + 2] for frame in "╭┏")


async def test_sentence_and_curve_are_about_the_same_seat(club: Club) -> None:
    async with shown(club, result_of("golden21"), (100, 30)) as (pilot, _):
        await until(pilot, lambda: table_screen(pilot).result.shown)
        pane = table_screen(pilot).result.pane
        pane.trace(Curve(((0.2, 0.4, 0.4), (0, 1, 0)), (1,), (1,)))
        await until(pilot, lambda: DECISIVE in screen_text(pilot))
        rows = [pane.row_at(y) for y in range(pane.size.height)]
    at = next(y for y, line in enumerate(rows) if DECISIVE in plain(line))
    tones = {piece.tone for line in rows[at + 1 :] for piece in line if "█" in piece.text}
    assert "Ben" in plain(rows[at]) and tones == {seat_mark(1).filling}


async def test_the_card_is_as_wide_as_the_bars(club: Club) -> None:
    async with shown(club, result_of("golden21"), (160, 45)) as (pilot, _):
        await until(pilot, lambda: table_screen(pilot).result.shown)
        await see(pilot, "The story")
        rows = screen_text(pilot).splitlines()
    assert any(line.startswith(" ★ 1") for line in rows)


async def test_a_large_card_around_a_board_has_large_letters_and_goes_from_edge_to_edge(
    club: Club,
) -> None:
    async with shown(club, result_of("vingt-et-un"), (160, 45)) as (pilot, _):
        await until(pilot, lambda: table_screen(pilot).result.shown)
        await see(pilot, in_large("Ben wins", high=True))
        rows = screen_text(pilot).splitlines()
    letters = next(line for line in rows if "██" in line)
    assert letters.index("█") == 1 and max(len(line) for line in rows[2:-1]) == 159


@pytest.mark.parametrize("size", [(80, 24), (160, 45)])
async def test_where_only_one_seat_has_anything_left_bars_show_what_each_gained(
    club: Club, size: tuple[int, int]
) -> None:
    async with shown(club, result_of("golden-zero"), size) as (pilot, _):
        await until(pilot, lambda: table_screen(pilot).result.shown)
        await see(pilot, "+1000")
        rows = screen_text(pilot).splitlines()
    best, *others = (line for line in rows if "chips  " in line and "│" in line)
    assert best.index("│") < best.index("▆") and "+1000" in best and len(others) == 2
    assert all(line.rindex("▆") < line.index("│") == best.index("│") for line in others)


@pytest.mark.parametrize("key", ["golden21"])
def test_a_debt_below_zero_is_a_bar_like_a_gain(key: str) -> None:
    end = ending(Words("en"), result_of(key))
    assert end is not None
    first, *others = [result.share or 0 for result in end.results]
    assert first == 1 and all(0 < share < 1 for share in others)


@pytest.mark.parametrize(("gain", "moves"), [(1.2, 0), (3.0, 1)])
async def test_a_card_tells_no_best_move_that_gained_next_to_nothing(
    club: Club, gain: float, moves: int
) -> None:
    table, advice = result_of("421"), Advice({}, 30.0, phrase("{best}% to be the best.", best=3))
    remark = Remark(4, 0, 0.0, advice, advice, "% of the game", gain, 3, phrase("You stood"))
    async with shown(club, table) as (pilot, _):
        end = ending(Words("en"), table)
        assert end is not None
        names = tuple(seat.name for seat in table.seats)
        highlights = Highlights("421", names, finest=remark, costliest=None)
        telling = Telling(table_screen(pilot).game, table, end, highlights, 60)
        assert len(telling.moves()) == moves == len(telling.moves_by_sign)


@pytest.mark.parametrize("size", [(100, 30), (160, 45)])
async def test_one_types_below_the_card_in_a_field_with_edges(
    club: Club, size: tuple[int, int]
) -> None:
    async with shown(club, result_of("421"), size) as (pilot, _):
        await until(pilot, lambda: table_screen(pilot).result.shown)
        await pilot.press("t", *"bravo")
        await see(pilot, "│ say › bravo")
        rows = screen_text(pilot).splitlines()
    at = row_of(rows, "say › bravo")
    assert rows[at - 1].startswith(" ╭─") and rows[at + 1].startswith(" ╰─")


async def test_what_was_said_last_stays_beside_curve_and_moves(club: Club) -> None:
    table = result_of("421")
    line = LogLine(len(table.lines) + 1, 0, "chat", who="Ben", text="Another one?")
    table = structs.replace(table, lines=(*table.lines, line))
    advice = Advice({}, 30.0, phrase("{best}% to be the best.", best=3))
    best, worst = (
        Remark(turn, 0, 0.0, advice, advice, "% of the game", 3.0, 3, phrase("You stood"))
        for turn in (1, 4)
    )
    names = tuple(seat.name for seat in table.seats)
    async with shown(club, table, (80, 24)) as (pilot, _):
        await until(pilot, lambda: table_screen(pilot).result.shown)
        pane = table_screen(pilot).result.pane
        pane.tell(Highlights("421", names, finest=best, costliest=worst))
        pane.trace(Curve(((0.2, 0.4, 0.4), (0, 1, 0)), (1,), (1,)))
        await until(pilot, lambda: DECISIVE in screen_text(pilot))
        await see(pilot, "Best move")
        await see(pilot, "Ben: Another one?")


async def test_ones_own_place_is_not_broken_beside_the_letters(club: Club) -> None:
    async with shown(club, result_of("golden21"), language="fr") as (pilot, _):
        await until(pilot, lambda: table_screen(pilot).result.shown)
        await see(pilot, "■ Vous êtes 2e sur 3, à égalité avec Ben.")


async def test_moves_story_and_talk_have_two_left_edges(club: Club) -> None:
    """Talk begins where the second half of the story does."""
    async with shown(club, result_of("trente"), (160, 45)) as (pilot, _):
        await until(pilot, lambda: table_screen(pilot).result.shown)
        curve = Curve(((0.2, 0.4, 0.4), (0, 1, 0)), (1,), (1,))
        table_screen(pilot).result.pane.trace(curve)
        await see(pilot, "■ Anna █")
        rows = screen_text(pilot).splitlines()
    story = next(line for line in rows if "The story" in line)
    assert story.count("Turn ") == 2
    talk = next(line for line in rows if "Bien joué" in line)
    assert talk.index("Ben:") in (1, story.rindex("Turn "))
