"""Everybody here, people at one's table first: invite, ignore, report, send away."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType

from textual.geometry import Size

from arcade.club.errors import Refused
from arcade.club.operations.lobby import WatchTable
from arcade.club.operations.people import Befriend, Ignore, Report
from arcade.club.operations.table import Hush, Invite, SendAway
from arcade.club.speech.company.friends import invited_text, marked_text
from arcade.club.standings.views import PastGame, Profile, games_text
from arcade.club.table_session import TableSession
from arcade.club.views import Person, TableRow
from arcade.engine.words import N_
from arcade.players.player import Player
from screens import keys
from screens.keys import Action
from screens.lobby.cards import CARD, SIDES, card, state_rows
from screens.lobby.table_rows import phase_text
from screens.pages import standing_rows
from screens.pages.listing import FINDING, LONG, Listing
from screens.terminal.rows import (
    EMPTY,
    Row,
    blocks_apart,
    choice,
    columns,
    indented,
    pad,
    plain,
    row,
    spread,
    wrap,
)
from screens.widgets.lines import in_sight
from screens.widgets.prompt import Prompt
from screens.widgets.sheet import GAP, framed, headed, is_tall, piled, side_by_side, split

_BESIDE, _PROFILE = 140, 72
"""Cells of a page on which the chosen person's games stand beside the list, and their cells."""
_PLOT = 6
"""The fewest rows of a curve below the list."""
_NAME, _TIGHT, _ROOMY = 23, 21, 76
"""Cells of a name; in a list of fewer cells than the third number it has the second."""
_FEWEST = 6
"""The lines of people shown before any about the chosen person."""
_AIRY = 4
"""Rows for each line of a list from which a blank row stands between two."""
_INDENT, _KEY, _RATED = 2, 8, 6
"""Cells before the card below the list, of a key in a card, and of a rating."""
_DEEDS = ("invite", "watch", "friend", "ignore", "report", "hush", "send_away")
"""What one can do about somebody, as the card says it."""
_WHO: Mapping[str, str] = MappingProxyType(
    {
        "invite": N_("Invite {name} to your table."),
        "watch": N_("Watch the table where {name} is."),
        "friend": N_("Mark {name} as a friend."),
        "no friend": N_("Mark {name} no more."),
        "ignore": N_("Ignore {name}: read nothing more from them."),
        "unmute": N_("Read what {name} says again."),
        "report": N_("Report {name} to the host."),
    }
)
"""What keys do about somebody, by their labels."""
_UNDER = 2
"""Blank rows between the list and the tables below it."""


class People(Listing[None]):
    """Lists everybody here (with a table session: its table first), with actions for each."""

    TITLE = N_("Who is here")

    def __init__(self, session: TableSession | None = None) -> None:
        super().__init__()
        self.table_session = session
        self.people: tuple[Person, ...] = ()
        self._near: frozenset[str] = frozenset()
        """The ids of those at the table."""
        self._tables: Mapping[str, TableRow] = {}
        self._profiles: dict[str, Profile] = {}
        self._past: dict[str, Sequence[PastGame]] = {}
        self._about = ""
        self._has_card = True
        """Whether a card says what one can do about the chosen person."""
        self.prompt = Prompt()

    def count(self) -> int:
        return len(self.people)

    def on_mount(self) -> None:
        self.listen_to(self.arcade.visit, self.table_session)
        self._check()

    def changed(self) -> None:
        self._check()

    @property
    def chosen(self) -> Person | None:
        """The chosen person; None if that is oneself."""
        person = self.people[self.at] if self.at < len(self.people) else None
        return None if person is None or person.you else person

    def _check(self) -> None:
        before = self.people[self.at].id if self.at < len(self.people) else ""
        community, player = self.arcade.club.community, self.arcade.player
        near = self.table_session.here() if self.table_session else ()
        self._near = frozenset(person.id for person in near)
        far = (person for person in community.people(player) if person.id not in self._near)
        self.people = (*near, *far, *self.arcade.club.friends.away(player))
        self._tables = {table.code: table for table in self.arcade.club.lobby(player).tables}
        self._profiles.clear()
        ids = [person.id for person in self.people]
        first = 1 if len(ids) > 1 else 0
        self.choose(ids.index(before) if before in ids and self.at else first)

    # Keys

    def line(self) -> Prompt:
        return self.prompt if self.prompt.typing else super().line()

    def actions(self) -> list[Action]:
        if self.prompt.typing:
            return [keys.SEND, keys.STOP_TYPING]
        if self.finder.typing:
            return [*FINDING]
        actions: list[Action] = []
        chosen = self.chosen
        if chosen is not None:
            ignore, hush = keys.of(Ignore), keys.of(Hush)
            near = chosen.id in self._near
            if not near:
                actions.append(keys.of(Invite))
            if self.table_session is None and chosen.where:
                watch = N_("Watch the table where that person is.")
                actions.append(keys.of(WatchTable).labelled(N_("watch"), watch))
            if chosen.ignored:
                ignore = ignore.labelled(N_("unmute"), N_("Read what that person says again."))
            friend = keys.of(Befriend)
            if chosen.marked:
                friend = friend.labelled(N_("no friend"), N_("Mark that person no more."))
            actions += [friend, ignore, keys.of(Report)]
            if near and self.table_session is not None and self.table_session.table().host:
                if chosen.hushed:
                    hush = hush.labelled(N_("let speak"), N_("Let that person speak here again."))
                actions.append(hush)
                if not chosen.playing or self.table_session.table().phase != "playing":
                    actions.append(keys.of(SendAway))
        return [*actions, *LONG, keys.MENU, keys.BACK, keys.QUIT]

    async def do_invite(self) -> None:
        """Invite the chosen person to this table, or to one's own."""
        chosen, t = self.chosen, self.words.t
        codes = self.arcade.club.tables.seated(self.arcade.player)
        if chosen is None:
            return
        if not codes and self.table_session is None:
            self.tell(t("Open a table first, or sit down at one; then invite."))
            return
        code = self.table_session.code if self.table_session is not None else codes[-1]
        here = await self.arcade.club.community.invite(self.arcade.player, chosen.id, code)
        self.tell(invited_text(self.words, chosen.name, code, here))

    async def do_watch(self) -> None:
        chosen = self.chosen
        if chosen is not None:
            await self.arcade.navigator.watch(chosen.where)

    async def do_friend(self) -> None:
        """Mark the chosen person as a friend, or no more."""
        chosen, friends = self.chosen, self.arcade.club.friends
        if chosen is not None:
            mark = await friends.mark(self.arcade.player, chosen.id, not chosen.marked)
            self._check()
            self.tell(marked_text(self.words, mark))

    async def do_ignore(self) -> None:
        chosen = self.chosen
        if chosen is not None:
            community = self.arcade.club.community
            await community.ignore(self.arcade.player, chosen.id, not chosen.ignored)
            self._check()

    def do_report(self) -> None:
        chosen = self.chosen
        if chosen is not None:
            self._about = chosen.id  # the list may change while one types
            self.open_line(self.prompt, " " + self.words.t("What is wrong?") + " › ")

    async def do_send(self) -> None:
        """Report to the host; the typed text stays in the line if refused."""
        await self.arcade.club.report(
            self.arcade.player, self._about, self.prompt.text, self.table_session
        )
        self.tell(self.words.t("The host will read it, with the last lines said here."))
        self.do_stop_typing()

    async def do_hush(self) -> None:
        chosen = self.chosen
        if chosen is not None and self.table_session is not None:
            await self.table_session.hush(chosen.id, not chosen.hushed)
            self._check()

    async def do_send_away(self) -> None:
        chosen = self.chosen
        if chosen is not None and self.table_session is not None:
            await self.table_session.send_away(chosen.id)
            self._check()

    def draw(self, size: Size) -> list[Row]:
        """Draw the list, and beside or below it the card of the chosen person."""
        width, height = size
        main, side = split(width, _PROFILE) if width >= _BESIDE else (width, 0)
        if side:
            beside = self._side(size)
            listed = self._listed(main, height, tall=is_tall(size))
            listed = [*listed[: height - 1], *self._unsure(main)]
            if is_tall(size):
                above = max(len(listed), len(beside)) + _UNDER
                if tables := self._tables_here(width - _INDENT, height - above, 2):
                    both = side_by_side(listed, beside, main)
                    return [*both, *[EMPTY] * (above - len(both)), *indented(tables, _INDENT)]
                tables = self._tables_here(main - _INDENT, height - len(listed) - _UNDER, 1)
                listed += [*[EMPTY] * _UNDER, *indented(tables, _INDENT)]
            return side_by_side(listed, beside, main)
        note = self._unsure(main)
        free = height - 2 - len(self.people) - len(note)
        about = self._card(main - _INDENT, free)
        self._tells(bool(about))
        about = about or self._games(main - _INDENT)
        room = max(height - 1 - len(note) - len(about), min(height, _FEWEST + 1))
        drawn = [*self._listed(main, room), *note, EMPTY, *indented(about, _INDENT)]
        spare = min(height - len(drawn) - 1, standing_rows.PLOT_ROWS + 1)
        course = self._course(main, spare) if spare >= _PLOT else []
        return [*drawn, EMPTY, *course][:height]

    def _tells(self, on: bool) -> None:
        """Note whether a card says what one can do: the bottom line then repeats only the first."""
        if on != self._has_card:
            self._has_card = on
            self.call_later(self.renew)

    def renew(self) -> None:
        super().renew()
        if self._has_card and not self.arcade.touch:
            offered = [each for each in self.bound() if each.name not in _DEEDS[2:]]
            self.footer.offer(offered, self.main)

    def _tables_here(self, cells: int, room: int, across: int) -> list[Row]:
        """Draw the tables where somebody is, as many as there is room for, `across` abreast."""
        codes = dict.fromkeys(person.where for person in self.people)
        tables = [self._tables[code] for code in codes if code in self._tables]
        wide = (cells - (across - 1) * GAP) // across
        tables = tables[: across * max(0, (room - 1) // (CARD + 1))]  # a head, and air
        widths = [wide] * (len(tables) - len(tables) % across) + [cells] * (len(tables) % across)
        cards = [
            card(
                *(self.words, table, phase_text(self.words, table)),
                *(self._glimpse(table, broad - SIDES), False, broad),
            )
            for table, broad in zip(tables, widths, strict=True)
        ]
        abreast = [columns(cards[at : at + across], GAP) for at in range(0, len(cards), across)]
        title = self.words.t("At the tables")
        return headed(title, [EMPTY, *blocks_apart(abreast)], cells) if abreast else []

    def _glimpse(self, table: TableRow, cells: int) -> list[Row]:
        """Draw the state of a game that is being played."""
        with suppress(Refused):
            if table.phase != "waiting":
                seen, _ = self.arcade.club.tables.glance(table.code, self.arcade.player)
                return state_rows(self.words, seen, 0, cells)
        return []

    def _listed(
        self,
        cells: int,
        height: int,
        tall: bool = False,
    ) -> list[Row]:
        """Draw the people under their heads, or say that nobody else is here."""
        t, people, room = self.words.t, self.people, height - 1
        who, state, rating = t("people"), t("state"), t("rating")
        heads = spread(row(f"    {pad(who, _names(cells))} {state}"), row(rating), cells - 2)
        shown = in_sight(self.words, len(people), self.at, room, lambda n: self._line(n, cells))
        if tall and _AIRY * len(shown) <= room:
            shown = [line for entry in shown for line in (EMPTY, entry)]
        listed = [row((plain(heads), "dim")), *shown]
        if len(people) < 2:
            nobody = self.words.t("Nobody else is here at the moment.")
            listed += [EMPTY, row((f"  {nobody}", "dim"))]
        return listed

    def _unsure(self, cells: int) -> list[Row]:
        """Explain below the ratings the sign behind some of them; nothing if there is none."""
        if not any("?" in self._rating(person) for person in self.people):
            return []
        note = row(("? ", "dim"), (self.words.t("a rating from few games"), "dim"))
        return [spread(EMPTY, note, cells - 2)]

    def _side(self, size: Size) -> list[Row]:
        """Draw the card of the chosen person, their rating over time, their last games."""
        height, gap = size.height, 2 if is_tall(size) else 1
        person = self.people[self.at]
        card = self._card(_PROFILE, height)
        self._tells(bool(card))
        rows = piled([card, self._course(_PROFILE, standing_rows.PLOT_ROWS + 1)], height, gap)
        past, free = self._past.get(person.id, ()), height - len(rows) - gap - 1
        last = standing_rows.last_rows(self.words, past[: max(0, free)], _PROFILE)
        return piled([rows, last], height, gap)

    def _course(self, cells: int, rows: int) -> list[Row]:
        """Draw the rating of the chosen person over time, in the game they play most."""
        profile = self._profile(self.people[self.at])
        if not profile.games:
            return []
        line = profile.lines[0]
        return standing_rows.rating_rows(self.words, line.title, line.ratings, cells, rows)

    def _card(self, cells: int, room: int) -> list[Row]:
        """Draw the chosen person in a frame: their games, and each key with what it does.

        Nothing where there is no room for it.
        """
        games, deeds = self._played(cells - 4), self._deeds(cells - 4)
        airy = [*games, *(line for deed in deeds for line in (EMPTY, *deed))]
        close = [*games, *[EMPTY] * bool(deeds), *(line for deed in deeds for line in deed)]
        ways = [EMPTY, *airy, EMPTY], [EMPTY, *close, EMPTY], close
        fitting = (lines for lines in ways if len(lines) + 2 <= room)
        return next((self._framed(lines, cells) for lines in fitting), [])

    def _games(self, cells: int) -> list[Row]:
        """Draw the games of the chosen person in a frame, where there is no room for more."""
        played = self._profile(self.people[self.at]).games
        return self._framed(self._played(cells - 4), cells) if played else []

    def _framed(self, lines: Sequence[Row], cells: int) -> list[Row]:
        person = self.people[self.at]
        title, end = (
            row(" ", (person.name, "strong"), " "),
            row((f" {self._where(person)} ", "dim")),
        )
        return framed(title, end, lines, cells, len(lines) + 2)

    def _played(self, cells: int) -> list[Row]:
        """Draw how many games the chosen person has finished, and how each kind went."""
        profile = self._profile(self.people[self.at])
        if not profile.games:
            return [row((self.words.t("No game has been played to its end yet."), "dim"))]
        kinds = standing_rows.game_rows(self.words, profile, -1, cells)
        return [row((games_text(self.words, profile), "strong")), EMPTY, *kinds]

    def _deeds(self, cells: int) -> list[list[Row]]:
        """List what one can do about the chosen person, each with its key before it."""
        rows = list[list[Row]]()
        for action in self.bound():
            if action.name in _DEEDS:
                shown = "" if self.arcade.touch else self.words.t(action.shown)
                key = row((pad(shown, _KEY), "gold", action.name))
                name = self.people[self.at].name
                text = self.words.t(_WHO.get(action.label, action.what), name=name)
                rows.append([*wrap(key + row((text, "", action.name)), cells, _KEY)])
        return rows

    def _line(self, number: int, cells: int) -> Row:
        """Draw a person: activity, rating, and the key to join the chosen one.

        Where a card says what one can do, the line does not say it too.
        """
        t, person, here = self.words.t, self.people[number], number == self.at
        guest = t("guest")
        name = f"{person.name} ({guest})" if person.guest else person.name
        marks = [
            *([t("you")] if person.you else []),
            *([t("ignored")] if person.ignored else []),
            *([t("friend")] if person.friend else [t("marked")] if person.marked else []),
            *([t("muted here")] if person.hushed else []),
            *([t("program")] if person.program else []),
            *([t("often leaves")] if person.leaves else []),
        ]
        tone = "dim" if person.where or person.away else "good"
        idle = "" if marks or person.at_table else "dim"
        line = row(
            ("○ " if person.away else "● ", tone),
            f"{pad(name, _names(cells))} ",
            (" · ".join((self._where(person), *marks)), idle),
        )
        able = [act for act in self.bound() if act.name in _DEEDS[:2]] if here else []
        does = EMPTY
        if able and not (self._has_card or person.you or person.ignored or person.hushed):
            does = row((f"{t(able[-1].shown)} {t(able[-1].label)}", "", able[-1].name))
        rating = row(pad(self._rating(person), _RATED, "right"))
        return choice(spread(line, does + rating, cells - 4), cells, here, str(number))

    def _profile(self, person: Person) -> Profile:
        if person.id not in self._profiles:
            who = Player(person.id, person.name, person.guest)
            self._profiles[person.id] = self.arcade.club.standings.profile(who)
            self._past[person.id] = self.arcade.club.standings.history(who, self.arcade.player)
        return self._profiles[person.id]

    def _rating(self, person: Person) -> str:
        """Return their rating in the game at their table, or in the one they play most."""
        table, profile = self._tables.get(person.where), self._profile(person)
        game = table.game if table else profile.favourite
        line = next((line for line in profile.lines if line.game == game and line.points), None)
        return f"{line.points}{'?' if line.unsure else ' '}" if line else ""

    def _where(self, person: Person) -> str:
        t = self.words.t
        if person.id in self._near:
            return t("plays here") if person.playing else t("watches here")
        if person.away:
            return t("away")
        if not person.at_table:
            return t("in the lobby")
        if not person.where:
            return t("at a private table")
        table_row = self._tables.get(person.where)
        table = f"{table_row.name} {person.where}" if table_row else person.where
        if not person.playing:
            return t("watches {table}", table=table)
        if table_row and table_row.phase == "waiting":
            return t("waits: {table}", table=table)
        if table_row and table_row.phase == "over":
            return t("finished: {table}", table=table)
        return t("plays {table}", table=table)


def _names(cells: int) -> int:
    return _NAME if cells >= _ROOMY else _TIGHT
