"""The daily deals: five games, one's own attempts, the results of today and yesterday."""

from collections.abc import Mapping

from textual.geometry import Region, Size

from arcade.club.daily import DailyRow, DailyTable
from arcade.club.i18n.words import Words
from arcade.engine.words import N_
from screens import keys
from screens.announcer import Announcer
from screens.keys import Action
from screens.pages.listing import MOVES, Listing
from screens.terminal.paint import Pane
from screens.terminal.rows import EMPTY, Row, beside, fit, row, wrap
from screens.widgets.lines import Drawn

_PLAY = Action(
    "play",
    ("enter", "space"),
    "Enter",
    N_("play it"),
    N_("Play the chosen game's deal, or go on with it."),
)


class DailyScreen(Listing[None]):
    """Lists the games' deals of today; Enter plays the chosen one."""

    def __init__(self) -> None:
        super().__init__()
        self.results = Drawn(self.draw_results)
        self.today: tuple[DailyTable, ...] = ()
        self.yesterday: tuple[DailyTable, ...] = ()

    def places(self, size: Size) -> Mapping[Pane, Region]:
        """Put the games above, the results of the chosen one below."""
        cells = min(100, size.width - 4)
        left = (size.width - cells) // 2
        above = 4 + len(self.today)
        return {
            self.top: Region(0, 0, size.width, 1),
            self.list: Region(left, 1, cells, above),
            self.results: Region(left, 1 + above, cells, max(0, size.height - 3 - above)),
            self.status: Region(0, size.height - 2, size.width, 1),
            self.footer: Region(0, size.height - 1, size.width, 1),
        }

    def heading(self) -> str:
        """Return the heading."""
        return self.words.t("The daily deal")

    def count(self) -> int:
        """Count the games."""
        return len(self.today)

    def on_mount(self) -> None:
        """Show the deals and listen for results."""
        self._changes = Announcer(self)
        if self.arcade.visit is not None:
            self._changes.listen(self.arcade.visit)
        self._show()

    def on_unmount(self) -> None:
        """Stop listening."""
        self._changes.stop()

    def on_screen_resume(self) -> None:
        """Refresh after a table: another deal may be finished."""
        self._show()

    def on_changed(self) -> None:
        """Take the newest results."""
        self._changes.taken()
        if self.is_current:
            self._show()

    def _show(self) -> None:
        daily, player = self.arcade.club.daily, self.arcade.player
        first = not self.today
        self.today = daily.all(player)
        self.yesterday = daily.all(player, daily.yesterday)
        if first:
            self.rearrange()
        self.choose(self.at)

    def choose(self, number: int) -> None:
        """Choose a game, and show its results."""
        super().choose(number)
        self.results.redraw()

    def actions(self) -> list[Action]:
        """List the keys that work here."""
        done = [*MOVES, keys.MENU, keys.BACK, keys.QUIT]
        if self.today and self.today[self.at].state in ("new", "begun"):
            return [_PLAY, *done]
        return done

    async def do_play(self) -> None:
        """Play the chosen game's deal."""
        arcade = self.arcade
        place = await arcade.club.play_daily(arcade.player, self.today[self.at].game)
        await arcade.go_to_table(place)

    def draw(self, width: int, height: int) -> list[Row]:  # noqa: ARG002
        """Draw a sentence and the games."""
        said = self.words.t(
            "The same throws and deals for everybody, against the same bots; one attempt a day. "
            "A new one at midnight, UTC."
        )
        done = [*wrap(row((said, "dim")), width)][:2]
        done += [EMPTY] * (3 - len(done))
        for number, table in enumerate(self.today):
            here = number == self.at
            line = row(
                ("▶ " if here else "  ", "gold"),
                (f" {table.name} ".ljust(18), "cursor" if here else "strong", str(number)),
                ("  ", ""),
                (state_text(self.words, table), "gold" if table.state == "begun" else "dim"),
            )
            done.append(fit(line, width))
        return done

    def draw_results(self, width: int, height: int) -> list[Row]:
        """Draw the results of the chosen game: today's left, yesterday's right."""
        t = self.words.t
        if not self.today:
            return []
        cells = width // 2
        today, before = self.today[self.at], self.yesterday[self.at]
        nobody = t("Nobody has finished it yet."), t("Nobody finished it.")
        left = _results(self.words, today, t("Today"), nobody[0], height - 1)
        right = _results(self.words, before, t("Yesterday"), nobody[1], height - 1)
        how = t("Winners first, then the rank at the table, then the score; equals share.")
        shown = beside(left, right, cells - 2)[: height - 1]
        return [fit(line, width) for line in (*shown, row((how, "dim")))]


def state_text(words: Words, table: DailyTable) -> str:
    """Describe one's own attempt."""
    match table.state:
        case "new":
            return words.t("to play")
        case "begun":
            return words.t("under way")
        case "out":
            return words.t("not counted")
        case _:
            place = next((one.place for one in table.rows if one.yours), 0)
            return words.t("played, place {place}", place=place)


def result_text(words: Words, one: DailyRow) -> str:
    """Describe a result: won or the rank at the table, and the score."""
    won = words.t("won") if one.rank == 1 else words.t("rank {rank}", rank=one.rank)
    return f"{won}, " + words.t("score {score}", score=one.score)


def _results(words: Words, table: DailyTable, title: str, nobody: str, most: int) -> list[Row]:
    t = words.t
    done = [EMPTY, row((title, "gold"), (f"  {table.day}", "dim"))]
    if not table.rows:
        done.append(row((nobody, "dim")))
    for one in table.rows[: max(1, most - 4)]:
        name = (f"{one.place:>3}  {one.name:<17}", "gold" if one.yours else "")
        done.append(row(name, (result_text(words, one), "dim")))
    if table.playing:
        still = words.nt("{n} still plays", "{n} still playing", table.playing)
        done.append(row((still, "dim")))
    if table.seed:
        done.append(row((t("its seed: {digits}", digits=f"{table.seed[:16]}…"), "dim")))
    elif table.commitment:
        done.append(row((t("sealed by {digits}", digits=f"{table.commitment[:16]}…"), "dim")))
    return done
