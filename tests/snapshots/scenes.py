"""Every screen in its typical states, walked through in one session.

Full and hostile ones have names and talk that would break a screen: see `tests/snapshots/views.py`.
"""

import asyncio
from asyncio import sleep, timeout
from collections.abc import AsyncIterator, Callable, Sequence
from functools import partial
from typing import Any

from msgspec import structs

from arcade.club.club import Club
from arcade.club.coaching import Odds, Reason
from arcade.club.replays.curve import Curve, Curves, Find, curve_of
from arcade.club.replays.replay import Replay
from arcade.club.replays.review import SEED, Advise, Review, highlights_of
from arcade.club.table_view import room_view
from arcade.club.views import (
    LobbyView,
    Notice,
    Person,
    TableView,
)
from arcade.engine.coach import coach
from arcade.engine.lesson import lesson
from arcade.engine.news import phrase
from arcade.players.player import Player
from screens.base import BaseScreen
from screens.deals.daily import DailyScreen
from screens.deals.duels import DuelsScreen
from screens.deals.league import LeaguePage
from screens.deals.new_duel import NewDuel
from screens.games.generic import GenericView
from screens.lessons.screen import LessonScreen
from screens.lessons.tour import Tour
from screens.letters import Letters
from screens.lobby.game_list import GameList
from screens.lobby.naming import Naming
from screens.lobby.new_table import NewTable
from screens.lobby.screen import Lobby
from screens.pages.menu import Menu
from screens.pages.past_games import PastGames
from screens.pages.people import People
from screens.pages.settings import SettingsScreen
from screens.pages.standing import StandingScreen
from screens.replay.costliest import Costliest
from screens.replay.screen import ReplayScreen
from screens.table.layout import FilledRows
from screens.table.pass_the_keyboard import PassTheKeyboard
from screens.table.screen import TableScreen
from tests.registered import registered
from tests.screens.spot import Spot
from tests.snapshots.counsel import same_advice, same_chances
from tests.snapshots.deals import WHO, dealt, duels, league, ranks
from tests.snapshots.played import PEOPLE, played, table_of
from tests.snapshots.stage import Stage
from tests.snapshots.views import (
    EMPTY_LOBBY,
    FRIENDS,
    FULL_LOBBY,
    NAMES,
    SMALL_TALK,
    TOLD,
    crowded,
    result_of,
    tables,
    under_way,
    watched_to_the_end,
)
from tests.waiting import PATIENCE

GUEST = "AB12-CD34-EF56"
WEIGHED = 12
"""How many of a game's last choices its coach weighs for the card of its end."""


class Advised(Spot):
    """A place with the game's own coach."""

    def __init__(self, table: TableView, advise: Advise) -> None:
        super().__init__(table)
        self._advise = advise

    async def odds(self) -> Odds:
        table = self.shown
        advisor = coach(registered()[table.game])
        assert advisor is not None and table.view is not None
        weighed = await self._advise(table.game, table.view, table.offers, SEED)
        best = sorted(weighed, key=lambda advice: -advice.worth)
        return Odds(advisor.unit, tuple(best))

    def reason(self) -> Reason | None:
        return None


def _as_it_is(view: LobbyView, _: object) -> LobbyView:
    return view


def _glanced(view: LobbyView, code: str, _: Player) -> tuple[TableView, int]:
    """Return a table as one sees it who sits at one's own only."""
    row = next(row for row in view.tables if row.code == code)
    names = [*row.people, *(name for name in PEOPLE if name not in row.people)]
    replay = played(row.game, tuple(names[:3]), most=TOLD[row.game])
    last = len(replay.steps) - 1
    table = table_of(replay, last) if row.yours else room_view(replay.steps[last].room, None)
    return structs.replace(table, phase=row.phase), 0


def _scattered(people: Sequence[Person], names: Sequence[str]) -> tuple[Person, ...]:
    """Return people of whom three are at tables."""
    doing = {"Anna": ("KAFEL", True), names[1]: ("TOROM", True), names[2]: ("ZUFAJ", False)}
    return tuple(
        structs.replace(
            person, where=doing[person.name][0], at_table=True, playing=doing[person.name][1]
        )
        if person.name in doing
        else person
        for person in people
    )


def _these(people: tuple[Person, ...], _: Player, most: int | None = None) -> tuple[Person, ...]:
    return people[:most]


def _is_told(screen: ReplayScreen) -> bool:
    """Whether a replay has its curve, and the coach's word on its step."""
    return (
        screen._curve is not None
        and screen.review is not None
        and not screen.review.wants(screen.at)
    )


_TRACED = 24
"""More past games than a profile shows."""


async def _traced(code: str, number: int, find: Find) -> Curve:
    """Return a course of a game: the first seat wins it the later, the higher its number."""
    turns = range(12)
    points = [
        (0.25 + 0.7 * max(0, turn - number % 5) / 11 * (1 - 0.3 * ((turn + number) % 3 == 0)),)
        for turn in turns
    ]
    return Curve(tuple((own, *[(1 - own) / 3] * 3) for (own,) in points), (0,) * 11, (0,))


def _is_weighed(page: Costliest) -> bool:
    return not page.left


class Walk:
    """One session's way from screen to screen; each is named when it is in front."""

    def __init__(self, app: Stage, club: Club) -> None:
        self._app = app
        self._club = club
        self._advise, self._judge = same_advice(club), same_chances(club)
        assert isinstance(app.screen, Lobby)
        self._lobby = app.screen

    async def everywhere(self) -> AsyncIterator[str]:
        """Go through all of them."""
        parts = (self._house(), self._day(), self._people(), self._doors(), self._games())
        for part in (*parts, self._table(), self._past()):
            async for name in part:
                yield name
        sentence = "{who} invites you to table {code} ({game})"
        news = phrase(sentence, who=PEOPLE[3], code="TOROM", game="Trente")
        self._app.heard(Notice(news, 600, "TOROM"))
        while not self._app.invitation:  # a key follows it when it has been seen
            await asyncio.sleep(0.05)
        self._app.notices_changed()
        yield "notice"

    async def _house(self) -> AsyncIterator[str]:
        """The lobby, and what its keys open."""
        self._app.resume_code = GUEST
        self._show(EMPTY_LOBBY)
        yield "lobby-guest"
        self._app.resume_code = None
        await self._lobby.perform("no_tour")
        for name, view in {
            "lobby-empty": EMPTY_LOBBY, "lobby-friends": FRIENDS, "lobby-crowded": crowded(),
            "lobby-full": FULL_LOBBY,
        }.items():  # fmt: skip
            self._show(view)
            yield name
        screens: dict[str, Callable[[], BaseScreen[Any]]] = {
            "new-table": NewTable, "settings": SettingsScreen, "games": GameList,
            "letters": Letters,
            "daily": DailyScreen,
            "lessons": lambda: GameList(learning=True),
            "menu": lambda: Menu(self._lobby.actions()),
        }  # fmt: skip
        for name, made in screens.items():
            await self._app.push_screen(made())
            yield name
            self._app.pop_screen()

    async def _day(self) -> AsyncIterator[str]:
        """What there is to play each day, and the help."""
        daily = self._club.daily
        kept = daily.all, daily.streak, daily.ranks, daily.league
        daily.all = lambda *asked: dealt(len(asked) > 1)  # type: ignore[method-assign]
        daily.streak = lambda *_: 3  # type: ignore[method-assign]
        daily.ranks, daily.league = ranks, league  # type: ignore[method-assign]
        await self._app.push_screen(DailyScreen())
        yield "daily-played"
        self._app.pop_screen()
        await self._app.push_screen(LeaguePage(self._lobby.words, self._club, WHO))
        yield "league"
        self._app.pop_screen()
        daily.all, daily.streak, daily.ranks, daily.league = kept  # type: ignore[method-assign]
        own_duels = self._club.duels.of
        self._club.duels.of = duels  # type: ignore[method-assign]
        await self._app.push_screen(DuelsScreen())
        yield "duels"
        self._app.pop_screen()
        await self._app.push_screen(NewDuel(lambda _: None, "trente"))
        yield "new-duel"
        self._app.pop_screen()
        self._club.duels.of = own_duels  # type: ignore[method-assign]
        await self._opened("help")
        yield "help"
        self._app.pop_screen()

    async def _people(self) -> AsyncIterator[str]:
        """Who is here, and what they have played."""
        community = self._club.community
        of_lobby = community.people
        del community.people  # the lobby's scenes have replaced the method
        for name, names in (("people", FRIENDS.people[1:7]), ("people-hostile", NAMES[1:6])):
            others = [self._club.accounts.known("SHA256:a"), *(Player(n, n) for n in names)]
            visits = [self._club.presence.enter(other, lambda _: None) for other in others]
            here = _scattered(community.people(WHO), names)
            community.people = partial(_these, here)  # type: ignore[method-assign]
            page = People()
            await self._app.push_screen(page)
            page.choose(2 if name == "people" else 1)
            yield name
            self._app.pop_screen()
            del community.people
            for visit in visits:
                visit.leave()
        community.people = of_lobby  # type: ignore[method-assign]
        self._app.player = self._club.accounts.known("SHA256:a")
        await self._app.push_screen(PastGames())
        yield "past-games"
        self._app.pop_screen()
        self._app.player = WHO

    def _show(self, view: LobbyView) -> None:
        people = tuple(Person(name, name, False, name == WHO.name, False) for name in view.people)
        self._club.community.people = partial(_these, people)  # type: ignore[method-assign]
        self._club.lobby = partial(_as_it_is, view)  # type: ignore[method-assign]
        self._club.tables.glance = partial(_glanced, view)  # type: ignore[method-assign]
        self._lobby.on_changed()

    async def _doors(self) -> AsyncIterator[str]:
        """What a newcomer meets, and who shares a keyboard."""
        tour = Tour()
        await self._app.push_screen(tour)
        for name in ("tour", "tour-again", "tour-keys"):
            yield name
            await tour.perform("on")
        self._app.pop_screen()
        plan = lesson(registered()["421"])
        assert plan is not None
        learning = LessonScreen(plan)
        await self._app.push_screen(learning)
        await learning.perform("go_on")
        await learning.perform("roll")
        await self._until(lambda: learning.room.number == 2)
        learning._remind()
        yield "lesson"
        self._app.pop_screen()
        replay = played("golden-zero", most=TOLD["golden-zero"])
        last = len(replay.steps) - 1
        log_lines = replay.view(last, 0).lines
        dealt = structs.replace(room_view(replay.steps[last].room, None), lines=log_lines)
        for name, screen in (
            ("naming", Naming(Player("", ""))),
            ("curtain", PassTheKeyboard(dealt, dealt.to_act[0])),
        ):
            await self._app.push_screen(screen)
            yield name
            self._app.pop_screen()
        curves = self._club.curves
        kept, curves.of = curves.of, _traced  # type: ignore[method-assign]
        standing = StandingScreen(self._club.accounts.known("SHA256:a"))
        await self._app.push_screen(standing)
        standing.curves.want(standing.past[:_TRACED])
        await self._until(lambda: len(standing.curves.known) >= _TRACED)
        for page in ("profile", "boards", "past", "rivals"):
            yield f"standing-{page}"
            await self._front.perform("next")
        self._app.pop_screen()
        curves.of = kept  # type: ignore[method-assign]

    async def _games(self) -> AsyncIterator[str]:
        """The tables of every game."""
        for key in registered():
            states = dict(tables(key))
            if key in TOLD:
                replay = played(key, most=TOLD[key])
                states["told"] = table_of(replay, len(replay.steps) - 1)
                states["over"] = watched_to_the_end(key)
                states["result"] = result_of(key)
                states |= under_way(key)
            spot = Spot(states["first"])
            table = TableScreen([spot])  # type: ignore[list-item]
            await self._app.push_screen(table)
            guests = [Player(name, name) for name in FRIENDS.people[5:9]]
            visits = [self._club.presence.enter(guest, lambda _: None) for guest in guests]
            for name, state in states.items():
                spot.shown = state
                table.changed()
                if name in ("over", "result"):
                    await self._weigh(table, played(key))
                yield f"{key}-{name}"
                while visits:  # they are seen by who waits
                    visits.pop().leave()
            self._app.pop_screen()

    async def _weigh(self, table: TableScreen, replay: Replay) -> None:
        """Have the card of a game's end say what its curve and its coach tell."""
        curve = await curve_of(replay, self._judge)
        assert curve is not None
        review = Review(replay, self._advise)
        for step in review.decisions()[-WEIGHED:]:
            await review.remark(step)
        pane = table.result.pane
        pane.trace(curve)
        pane.tell(highlights_of(review))

    async def _table(self) -> AsyncIterator[str]:
        """What a table's keys open."""
        replay = played("421", most=TOLD["421"])
        spot = Advised(table_of(replay, len(replay.steps) - 1), self._advise)
        table = TableScreen([spot])  # type: ignore[list-item]
        await self._app.push_screen(table)
        await table.perform("odds")
        await self._until(lambda: table.panes.coach._odds)
        yield "coach"
        await table.perform("odds")
        spot.shown = dict(tables("421"))["middle"]
        table.changed()
        opened = {"rules": "help", "fairness": "fair", "leave": "leave", "aloud": "aloud"}
        for name, key in opened.items():
            await self._until(lambda: self._front is table)
            table.panes._filled = FilledRows()  # rows that another state needed would stay free
            table.rearrange()
            await self._opened(key)
            yield name
            self._app.pop_screen()
        await table.perform("emote")
        yield "emote"
        await table.perform("no_gesture")
        middle = spot.shown
        nobodys = tuple(structs.replace(seat, yours=False) for seat in middle.seats)
        states: dict[str, dict[str, Any]] = {
            "paused": {"paused": True},
            "asked": {"asked": {"end": (1,)}},
            "late": {
                "seat": None,
                "delayed": True,
                "offers": (),
                "watchers": FRIENDS.people[5:],
                "seats": nobodys,
            },
        }
        for name, changed in states.items():
            spot.shown = structs.replace(middle, **changed)
            table.changed()
            yield f"table-{name}"
        spot.shown = middle
        table.changed()
        await table.perform("talk")
        table.prompt.insert(SMALL_TALK[0])
        table.typed()
        yield "talk"
        self._app.pop_screen()
        table = TableScreen([spot])  # type: ignore[list-item]
        table.game = table.panes.game = GenericView(middle)
        await self._app.push_screen(table)
        yield "generic"
        self._app.pop_screen()

    async def _past(self) -> AsyncIterator[str]:
        """Games step by step: one that runs, one of people, and one with hostile names."""
        spot = Spot(dict(tables("trente"))["middle"])
        running = played("trente", NAMES[:4], most=20)
        await self._app.push_screen(ReplayScreen(running, at=12, session=spot))  # type: ignore[arg-type]
        yield "look-back"
        self._app.pop_screen()
        for name, key, names in (
            ("replay", "golden21", PEOPLE[:3]),
            ("replay-hostile", "421", NAMES[:3]),
        ):
            replay = played(key, names)
            screen = ReplayScreen(
                replay,
                self._advise,
                at=len(replay.steps) // 2,
                viewpoint=0,
                curves=Curves(self._judge),
            )
            await self._app.push_screen(screen)
            review = screen.review
            assert review is not None
            await self._until(partial(_is_told, screen))
            yield name
            self._app.pop_screen()
        review = Review(played("421", careless=4), self._advise)
        page = Costliest(review, again=True)
        await self._app.push_screen(page)
        await self._until(partial(_is_weighed, page))
        page.on_more_weighed()
        yield "costliest"
        self._app.pop_screen()

    @property
    def _front(self) -> BaseScreen[Any]:
        assert isinstance(self._app.screen, BaseScreen)
        return self._app.screen

    async def _opened(self, name: str) -> None:
        """Do what opens another screen, and wait for that."""
        before = self._front
        await before.perform(name)
        await self._until(lambda: self._front is not before and self._front.is_mounted)

    async def _until(self, what: Callable[[], object]) -> None:
        async with timeout(PATIENCE):
            while not what():
                await sleep(0)
