"""The panels beside the lobby's list, or below it: daily deal, lessons, talk, people."""

from collections.abc import Sequence
from itertools import accumulate, takewhile

from rich.cells import cell_len
from textual.geometry import Size

from arcade.club.deals.daily import DailyTable
from arcade.club.i18n import dates
from arcade.club.operations.duels import ListDuels
from arcade.club.operations.lobby import OpenTable
from arcade.club.operations.people import SeePeople
from arcade.club.operations.results import PlayDaily, ReadLeaderboards
from arcade.club.speech.daily import place_text, streak_text
from arcade.club.speech.ssh_command import by_ssh, lines_by_ssh
from arcade.club.standings.plot import spark
from arcade.club.standings.views import Profile, games_text
from arcade.club.views import LobbyView, LogLine, Person
from arcade.engine import registry
from arcade.engine.lesson import lesson
from arcade.engine.words import N_
from arcade.players.results import DAY
from arcade.rooms.clocks import now
from screens import keys
from screens.keys import Action
from screens.pages.standing_rows import TO_COME
from screens.terminal.rows import (
    EMPTY,
    Row,
    balanced,
    columns,
    fit,
    flow,
    indented,
    pad,
    row,
    row_width,
    rows_apart,
    spread,
    wrap,
)
from screens.widgets.lines import Lines
from screens.widgets.log import brief, sentence
from screens.widgets.sheet import headed

AGE = 7
"""Cells for how long ago something happened."""

ONCE = N_("The same for everybody, once a day.")

_FEW = 8
"""Rows that many people who are here may have, at least."""

_LEAST_TALK = 8
"""Rows of talk that the ways to play with friends leave to it."""

_TODAY = 40
"""Cells of a panel that has today's deals, and who is here in two columns."""

_MOST = 12
"""Rows of talk below the list."""

_OTHERS = 24
"""Cells beside the names of some people for how many others are here."""

_APART, _AIR = 2, 3
"""Cells between two columns of names; the blank rows a block from which its lines stand apart."""


def block(title: str, key: str, lines: Sequence[Row], cells: int) -> list[Row]:
    """Put a title over lines, with the key that shows more; frames are for what is played."""
    return headed(title, lines, cells, row((key, "gold")) if key else "")


class CompanyPanel(Lines):
    """What is on today, ways to play with friends, who is here, and what people say."""

    def __init__(self) -> None:
        super().__init__()
        self._deals: tuple[DailyTable, ...] = ()
        self._streak = 0
        self._lessons: tuple[tuple[str, bool], ...] = ()
        self._yesterday = ""
        self._profile: Profile | None = None
        self._lines: tuple[LogLine, ...] = ()
        self._people: tuple[Person, ...] = ()
        self._number = 0
        """How many are here, named or not."""

    def remind(
        self, deals: tuple[DailyTable, ...], streak: int, yesterday: str, profile: Profile
    ) -> None:
        """Take today's deals, the days in a row with a finished deal, and the standing."""
        learned, player = self.arcade.club.accounts.learned, self.arcade.player
        lessons = tuple(
            (game.meta.name, learned(player, key))
            for key, game in registry.games().items()
            if lesson(game) is not None
        )
        self._deals, self._streak, self._yesterday = deals, streak, yesterday
        self._lessons, self._profile = lessons, profile
        self.redraw()

    def show(self, view: LobbyView, people: tuple[Person, ...]) -> None:
        """Take what was said, and the first of those who are here."""
        self._lines, self._people, self._number = view.lines, people, view.number
        self.redraw()

    def draw(self, size: Size) -> list[Row]:
        """Draw as many blocks as fit, with air between their lines where much would stay blank."""
        blocks = self._composed(size, False)
        if size.height - sum(map(len, blocks)) > _AIR * len(blocks):
            blocks = self._composed(size, True)
        return blocks_spread(blocks, size.height - sum(map(len, blocks)))

    def _composed(self, size: Size, airy: bool) -> list[list[Row]]:
        """Draw the blocks, those of today where there is room; talk has what is left."""
        width, height = size
        t, shown = self.words.t, self.arcade.keyboard.shown
        today, more, last = list[list[Row]](), list[list[Row]](), list[list[Row]]()
        if self._profile is not None and width >= _TODAY:
            deals = self._today(width, airy)
            today = [block(t("The daily deal"), shown(keys.of(PlayDaily)), deals, width)]
            marks = block(t("Learn a game"), shown(keys.LESSON), self._learned(width), width)
            best = shown(keys.of(ReadLeaderboards))
            alone = self._number < 2  # among others, what is yet to come is not told
            if alone or self._profile.games:
                more.append(block(t("Standing"), best, self._standing(width), width))
            if any(learned for _, learned in self._lessons) or (alone and not self.arcade.newcomer):
                more.append(marks)  # a newcomer is offered a lesson in the list
        if not self.arcade.local:
            today.append(block(t("With friends"), "", self._friends(width, airy), width))
            if self._number > 1:
                last = [self._here(width, min(self._number, _rows_of_names(height)) + 1)]
            taken = sum(len(each) + 1 for each in (*today, *last))
            if height - taken < _LEAST_TALK:
                taken -= len(today.pop()) + 1
            talk = self._talk(width, height - taken - 1)
            last.append(block(t("Talk"), shown(keys.TALK_ALL), talk, width))
        for each in more:
            if sum(len(other) + 1 for other in (*today, *last, each)) <= height + 1:
                today.append(each)
        return [*today, *last]

    def _learned(self, cells: int) -> list[Row]:
        """Draw the games, each with whether one has learned it."""
        marks = [
            row(("✓ " if learned else "○ ", "good" if learned else "dim"), name)
            for name, learned in self._lessons
        ]
        lines = list[Row](flow(marks, cells, row("   ")))
        if not any(learned for _, learned in self._lessons):
            lines += balanced(row((self.words.t(keys.LESSON.what), "dim")), cells)
        return lines

    def _today(self, cells: int, airy: bool) -> list[Row]:
        """Draw today's deals, and what was played yesterday."""
        lines = [self._deal(deal, cells) for deal in self._deals]
        lines = [EMPTY, *rows_apart(lines)] if airy else lines
        days = streak_text(self.words, self._streak)
        lines += [EMPTY, row((days, "strong"))] if days else []
        if not any(result.yours for deal in self._deals for result in deal.rows):
            lines += [EMPTY, *balanced(row((self.words.t(ONCE), "dim")), cells)]
        if self._yesterday:
            lines += [EMPTY, *wrap(row((self._yesterday, "dim")), cells)]
        return lines

    def _friends(self, cells: int, airy: bool) -> list[Row]:
        """Name the ways to play with people one knows."""
        ways = (
            (keys.of(OpenTable), N_("open a table for them")),
            (keys.FIND, N_("go to their table, by code")),
            (keys.of(ListDuels), N_("duel them: the same dice")),
        )
        address = self.arcade.club.address
        come = [row((line, "accent")) for line in lines_by_ssh("play", address, cells - 3)]
        here = [row((self.words.t("They come in by this command:"), "dim"))] if address else []
        named = self._ways(ways, cells)
        named = [EMPTY, *rows_apart(named)] if airy else named
        return [*named, *[EMPTY] * airy, *indented([*here, *come], 3)]

    def _ways(self, ways: Sequence[tuple[Action, str]], cells: int) -> list[Row]:
        """Draw keys, each with what it leads to."""
        shown = self.arcade.keyboard.shown
        lines = (
            row((f"{shown(key)}  ", "gold", key.name), (self.words.t(text), "", key.name))
            for key, text in ways
        )
        return [fit(line, cells) for line in lines]

    def _standing(self, cells: int) -> list[Row]:
        """Draw one's games with ratings and their course, or say what will stand here."""
        profile = self._profile
        if profile is None or not profile.games:
            return list(balanced(row((self.words.t(TO_COME[0]), "dim")), cells))
        lines = [row((games_text(self.words, profile), "strong"))]
        for line in profile.lines:
            points = pad(line.rating, 7, "right")
            course = row((spark(line.ratings, 8), "cool"), (points, "gold"))
            lines.append(spread(row(line.title), course, cells))
        return lines

    def _deal(self, table: DailyTable, cells: int) -> Row:
        t = self.words.t
        mine = next((result for result in table.rows if result.yours), None)
        name = pad(table.name, 15)
        if mine is not None:
            placing = place_text(self.words, mine.position, table.people)
            return spread(row((name, "", "daily")), row((placing, "good")), cells)
        state = {"begun": t("under way"), "out": t("not counted")}.get(table.state, t("to play"))
        tone = "gold" if table.state == "begun" else "dim"
        return spread(row((name, "", "daily")), row((state, tone, "daily")), cells)

    def _talk(self, cells: int, room: int) -> list[Row]:
        """Draw the last of what was said, in so many rows."""
        rows: list[Row] = []
        today = now()
        for line in reversed(self._lines):
            past = today - line.at
            when = row((dates.age(self.words, past) if past < DAY else "", "dim"))
            written = wrap(sentence(self.words, line), cells - AGE)
            above = [spread(written[0], when, cells), *written[1:]]
            if len(rows) + len(above) > room:
                break
            rows = [*above, *rows]
        if not rows:
            quiet = self.words.t("Nobody has said anything yet.")
            rows = list(wrap(row((quiet, "dim")), cells))
            key = self.arcade.keyboard.shown(keys.TALK_ALL)
            how = row((f"{key}  ", "gold", keys.TALK_ALL.name), self.words.t(keys.TALK_ALL.what))
            rows += [EMPTY, *wrap(how, cells, 3)]
        return rows

    def _here(self, width: int, height: int) -> list[Row]:
        """Draw who is here, in two columns where there is room, with the tables they are at."""
        two = width >= _TODAY
        cells = (width - _APART) // 2 if two else width
        room = (height - 1) * (1 + two)
        shown = self._people[: room if self._number <= room else room - 1]
        lines = [self._line(person, cells) for person in shown]
        if more := self._number - len(shown):
            text = self.words.t("▼ {n} more", n=more)
            lines.append(fit(row((text, "accent", "who")), cells))
        if two:
            half = -(-len(lines) // 2)
            lines = columns([lines[:half], lines[half:]], _APART)
        key = self.arcade.keyboard.shown(keys.of(SeePeople))
        return block(self.words.t("Who is here"), key, lines, width)

    def _line(self, person: Person, cells: int) -> Row:
        """Name a person: a click invites them, or watches the game they play."""
        t = self.words.t
        does = f"watch {person.where}" if person.where else "" if person.you else "who"
        name = row(("● ", "good", does), (person.name, "strong" if person.you else "", does))
        where = t("you") if person.you else person.where
        if person.at_table and not where:
            where = t("private")
        return spread(name, row((where, "dim", does)), cells)


def _rows_of_names(height: int) -> int:
    return max(_FEW, height // 3)


def most_named(height: int) -> int:
    """Return how many people a panel of so many rows names at most, in two columns."""
    return 2 * _rows_of_names(height)


# Below the list, where there is no room beside it


def blocks_spread(blocks: Sequence[Sequence[Row]], spare: int) -> list[Row]:
    """Put blocks below each other with as much air between them as leaves none below the last."""
    between = max(1, len(blocks) - 1)
    rows = list[Row]()
    for at, each in enumerate(blocks):
        air = max(1, spare // between + (at <= spare % between)) if at else 0
        rows += [*[EMPTY] * air, *each]
    return rows


class ChatPane(Lines):
    """The last lines of the lobby's chat, the newest at the bottom, under the names of all here."""

    def __init__(self) -> None:
        super().__init__()
        self.talk: tuple[LogLine, ...] = ()
        self._people: tuple[tuple[str, ...], int] = (), 0

    def show(self, lines: Sequence[LogLine], people: tuple[str, ...], unnamed: int) -> None:
        if (self.talk, self._people) != (tuple(lines), (people, unnamed)):
            grows = len(lines) != len(self.talk) < _MOST
            self.talk, self._people = tuple(lines), (people, unnamed)
            self.redraw()
            if grows:
                self.refresh(layout=True)

    def get_content_height(self, container: Size, _viewport: Size, _width: int) -> int:
        return max(0, min(_MOST, container.height // 3 - 3, 2 + len(self.talk)))

    def draw(self, size: Size) -> list[Row]:
        width, height = size
        apart = height > 2
        room = max(1, height - 1 - apart)
        rows: list[Row] = []
        for line in reversed(self.talk):
            whole = wrap(sentence(self.words, line), max(10, width - 1), 2)
            rows = [*brief(whole, width, room), *rows]  # who says it stays in sight; the end goes
            if len(rows) >= room:
                break
        if not rows:
            quiet = self.words.t("Nobody has said anything yet.")
            rows = list(wrap(row((quiet, "dim")), max(10, width - 1)))
        talk = self.words.t("Talk")
        here = names_of(self, *self._people, width - cell_len(talk))
        (head,) = headed(talk, (), width, here)
        rows = rows[-room:]
        return [*[EMPTY] * apart, head, *([EMPTY] * (room - len(rows))), *rows]


class WhoIsHere(Lines):
    """Names the people here in two lines, with a guest's private code."""

    def __init__(self) -> None:
        super().__init__()
        self._people: tuple[tuple[str, ...], int] = (), 0

    def show(self, people: tuple[str, ...], unnamed: int) -> None:
        """Take the names of some, and how many more are here."""
        self._people = people, unnamed
        self.redraw()

    def draw(self, size: Size) -> list[Row]:
        """Draw the names above the code; an app without a server names nobody."""
        width, height = size
        if self.arcade.local:
            return []
        code = self._way_back(width, height)
        if len(self._people[0]) < 2:
            return [EMPTY, *code][-height:]
        head = self.words.t("Here now: ")
        here = row((head, "dim"), *names_of(self, *self._people, width - cell_len(head)))
        above = [EMPTY] * (height > len(code) + 1)
        return [*above, *[fit(here, width)][: height - len(code)], *code]

    def _way_back(self, cells: int, height: int) -> list[Row]:
        """Say how a guest comes back. The command is never cut; its explanation is."""
        t, code = self.words.t, self.arcade.resume_code
        if not code:
            return []
        who = self.arcade.player.name
        intro = row((t("You are a guest. To come back as {name}: ", name=who), "dim"))
        user, address = f"resume-{code}", self.arcade.club.address
        lines = [intro + row((by_ssh(user, address), "gold"))]
        if row_width(lines[0]) > cells:
            command = lines_by_ssh(user, address, cells - 2)
            typed = [row("  ", (line, "gold")) for line in command]
            lines = [*wrap(intro, cells), *typed]
            if len(lines) > height:
                lines = [row((t("To come back: {how}", how="").strip(), "dim")), *typed]
        key = t("With an SSH key you need no code, and choose your own name.")
        how = wrap(row((key, "dim")), cells)
        if len(lines) + len(how) <= height:
            lines += how
        return [fit(line, cells) for line in lines[-height:]]


def names_of(pane: Lines, people: Sequence[str], unnamed: int, cells: int) -> Row:
    """Name as many of the people here as fit, and count the others, with the key to see all."""
    ends = accumulate(cell_len(name) + 2 for name in people)
    known = sum(1 for _ in takewhile(lambda end: end <= cells - _OTHERS, ends)) or 1
    names = ", ".join(people[:known])
    more = len(people) + unnamed - known
    others = pane.words.nt(" and {n} more", " and {n} more", more) if more > 0 else ""
    key = keys.of(SeePeople)
    shown = "" if pane.arcade.touch else pane.arcade.keyboard.shown(key)
    return row(names, others, (f"  {shown}", "gold", key.name))
