"""Every screen in its typical states, walked through in one session; names are hostile."""

from collections.abc import AsyncIterator, Iterator

from msgspec import structs
from textual.pilot import Pilot

from arcade.bots.advice import Advice
from arcade.club.club import Club
from arcade.club.coaching import Odds, Reason
from arcade.club.views import (
    FairView,
    Line,
    LobbyView,
    Notice,
    Sealing,
    SeatLine,
    TableRow,
    TableView,
)
from arcade.engine.fair import Contribution
from arcade.engine.news import told
from arcade.lessons.lesson import lesson
from arcade.players.player import Player
from screens.curtain import Curtain
from screens.lesson import LessonScreen
from screens.lobby import Lobby
from screens.naming import Naming
from screens.standing import StandingScreen
from screens.table import TableScreen
from tests.laws.tables import Table, trace
from tests.registered import registered
from tests.screens.conftest import table_screen, until
from tests.screens.spot import Spot, picture_of

WHO = Player("SHA256:e", "Éloïse")
NAMES = (
    *("Éloïse", "日本語の長い名前", "[b]Max[/b]", "Bertrand-le-Grand", "{name}"),
    *("WWWWWWWWWWWWWWWW", "Zoë", "Eve", "Ib", "Luc"),
)
SAID = ("[@click=app.quit]press[/]", "日本語 ★ {0} %s", "a word " * 30)

EMPTY_LOBBY = LobbyView((), ("Éloïse",))
FULL_LOBBY = LobbyView(
    (
        TableRow("KAFEL", "421", "Le 421", "playing", 3, 2, 1, 0, 0, NAMES[:2], True, turn=True),
        TableRow("TOROM", "trente", "Trente", "waiting", 8, 1, 0, 7, 0, NAMES[1:2], False),
        TableRow("ZUFAJ", "golden21", "The Golden 21", "playing", 9, 9, 0, 0, 12, NAMES, False),
        TableRow(
            "BIDUL", "golden-zero", "Golden Zero", "over", 6, 1, 5, 5, 0, NAMES[5:6], False, days=3
        ),
    ),
    NAMES,
    tuple(
        Line(number, 0, "chat", who=NAMES[number], text=text) for number, text in enumerate(SAID, 1)
    ),
)


FAIR = FairView(
    Sealing(2, "c0ffee" * 10, (Contribution("words", SAID[1]), Contribution("bot"))),
    Sealing(1, "f00d" * 16, (Contribution("none"), Contribution("bot")), "0badcafe" * 8),
)


class Advised(Spot):
    """A place whose coach says the same of every choice."""

    async def odds(self) -> Odds:
        why = told("{who} sits down.", who=NAMES[2])
        offers = self.shown.offers[:3]
        return Odds("%", tuple(Advice(one.action, 0.25, why) for one in offers))

    def reason(self) -> Reason | None:
        return None


def lines() -> tuple[Line, ...]:
    """Give a log: a sentence, a long one, and what was said."""
    news = told("{who} sits down.", who=NAMES[1])
    told_ = tuple(Line(number, 0, "table", news) for number in (1, 2))
    return (*told_, *(structs.replace(one, number=one.number + 2) for one in FULL_LOBBY.lines))


def tables(key: str) -> Iterator[tuple[str, TableView]]:
    """Give the states of a random game: waiting, first, middle, another's, watched, over."""
    game = registered()[key]
    low, high = game.meta.best_seats, game.meta.seats[1]
    played, crowded = trace(Table(key, low)), trace(Table(key, high))
    mine = [state for state in played.states if 0 in game.to_act(state)]
    many = [state for state in crowded.states if 0 in game.to_act(state)]
    others = [
        state for state in played.states if game.to_act(state) and 0 not in game.to_act(state)
    ]
    first = picture_of(game, mine[0], 0, NAMES[:low])
    free = tuple(
        SeatLine(number, name, "person" if name else "open", yours=not number)
        for number, name in enumerate([*NAMES[:2], *[""] * (low - 2)])
    )
    yield (
        "waiting",
        structs.replace(
            first, phase="waiting", view=None, seats=free, offers=(), to_act=(), lines=lines()[:2]
        ),
    )
    yield "first", first
    yield (
        "middle",
        structs.replace(
            picture_of(game, mine[len(mine) // 2], 0, NAMES[:low], people=2),
            lines=lines(),
            fair=FAIR,
        ),
    )
    yield "crowded", picture_of(game, many[len(many) // 2], 0, NAMES[:high], people=3)
    yield "watched", picture_of(game, others[len(others) // 2], None, NAMES[:low])
    yield "over", picture_of(game, played.end, 0, NAMES[:low])


async def walk(pilot: Pilot[str], club: Club) -> AsyncIterator[str]:
    """Go from screen to screen; name each when it is in front."""
    club.lobby = lambda _: EMPTY_LOBBY  # type: ignore[method-assign]
    app = pilot.app
    lobby = app.screen
    assert isinstance(lobby, Lobby)
    lobby.on_changed()
    yield "lobby-empty"
    club.lobby = lambda _: FULL_LOBBY  # type: ignore[method-assign]
    lobby.on_changed()
    yield "lobby-full"
    keys = {
        "new-table": "n", "settings": "o", "games": "r", "people": "W", "daily": "d",
        "past-games": "v", "tour": "h", "lessons": "L", "menu": "colon", "help": "question_mark",
    }  # fmt: skip
    for name, key in keys.items():
        await pilot.press("home", key)
        await until(pilot, lambda: app.screen is not lobby)
        yield name
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is lobby)
    plan = lesson(registered()["421"])
    assert plan is not None
    await app.push_screen(LessonScreen(plan))
    await pilot.press("enter", "enter", "x")
    yield "lesson"
    app.pop_screen()
    for name, screen in (("naming", Naming(Player("", ""))), ("curtain", Curtain(NAMES[5]))):
        await app.push_screen(screen)
        yield name
        app.pop_screen()
    for key in registered():
        spot = Spot(next(tables(key))[1])
        await app.push_screen(TableScreen([spot]))  # type: ignore[list-item]
        for name, table in tables(key):
            spot.show(table)
            await until(pilot, lambda wanted=table: table_screen(pilot).table is wanted)
            yield f"{key}-{name}"
        app.pop_screen()
    await app.push_screen(StandingScreen(club.known("SHA256:a")))
    for page in ("profile", "boards", "past", "rivals"):
        yield f"standing-{page}"
        await pilot.press("tab")
    app.pop_screen()
    spot = Advised(dict(tables("421"))["middle"])
    await app.push_screen(TableScreen([spot]))  # type: ignore[list-item]
    await pilot.press("i")
    yield "coach"
    await pilot.press("i")
    for name, key in {
        "rules": "question_mark",
        "fairness": "F",
        "leave": "q",
        "aloud": "ctrl+r",
    }.items():
        await pilot.press(key)
        await until(pilot, lambda: not isinstance(app.screen, TableScreen))
        yield name
        app.pop_screen()
    app.heard(Notice(told("{who} sits down.", who=NAMES[5]), 600, "KAFEL"))
    yield "notice"
