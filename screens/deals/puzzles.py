"""The puzzles of the day, and the coach's judgement of an answer."""

from textual.geometry import Size

from arcade.club.coaching import Judgement
from arcade.club.i18n.words import Words
from arcade.club.puzzles.views import PuzzleList, PuzzleView
from arcade.club.puzzles.wording import (
    ABOUT,
    PLAY_ON,
    finders_text,
    judgement_texts,
    own_text,
    state_text,
)
from arcade.club.views import TableView
from arcade.engine.words import N_
from screens import keys
from screens.keys import Action
from screens.pages.listing import MOVES, Listing
from screens.pages.page import Page
from screens.terminal.rows import EMPTY, Row, choice, indented, pad, row, wrap
from screens.widgets.sheet import MARGIN

_PLAY = Action(
    "play", ("enter", "space"), "Enter", N_("solve it"), N_("Find the best choice of this puzzle.")
)
_NAME, _STATE = 16, 18
_TONES = {"unknown": "dim", "new": "gold", "solved": "good", "missed": "alert"}


class PuzzlesScreen(Listing[None]):
    """Lists the games' puzzles of today; Enter goes to the chosen one."""

    TITLE = N_("The puzzles of the day")

    listed: PuzzleList

    def count(self) -> int:
        return len(self.listed.puzzles)

    def on_mount(self) -> None:
        self.arcade.club.puzzles.prepare()
        self.listen_to(self.arcade.visit)
        self.changed()

    def on_screen_resume(self) -> None:
        self.changed()

    def changed(self) -> None:
        self.listed = self.arcade.club.puzzles.of(self.arcade.player)
        self.choose(self.at)

    @property
    def chosen(self) -> PuzzleView:
        return self.listed.puzzles[self.at]

    def actions(self) -> list[Action]:
        play = [_PLAY] if self.chosen.state != "unknown" else []
        return [*play, *MOVES, keys.MENU, keys.BACK, keys.QUIT]

    async def do_play(self) -> None:
        arcade = self.arcade
        session = await arcade.club.play_puzzle(arcade.player, self.chosen.game)
        await arcade.navigator.go_to_table(session)

    def draw(self, size: Size) -> list[Row]:
        t, width = self.words.t, size.width
        about = wrap(row((t(ABOUT), "dim")), width - MARGIN)
        rows = [*indented(about, MARGIN), EMPTY]
        for number, puzzle in enumerate(self.listed.puzzles):
            here = number == self.at
            source = t("from a game of bots") if puzzle.bots else ""
            line = row(
                (pad(puzzle.name, _NAME + 2), "strong"),
                (pad(f"  {state_text(self.words, puzzle)}", _STATE), _TONES[puzzle.state]),
                (pad(finders_text(self.words, puzzle), _STATE), ""),
                (source, "dim"),
            )
            rows.append(choice(line, width, here, str(number)))
        own = own_text(self.words, self.listed.solved, self.listed.streak)
        below = [EMPTY, *indented([row((own, "strong"))], MARGIN)]
        return [*rows, *below] if own else rows


class JudgementPage(Page):
    """Shows what the coach says of an answer; the game goes on under it."""

    def __init__(self, words: Words, table: TableView, judgement: Judgement) -> None:
        verdict, *reasons = judgement_texts(words, table, judgement)

        def draw(cells: int) -> list[Row]:
            rows = [EMPTY, *wrap(row((verdict, "good" if judgement.right else "alert")), cells)]
            for reason in reasons:
                rows += [EMPTY, *wrap(row(reason), cells, 2)]
            return [*rows, EMPTY, *wrap(row((words.t(PLAY_ON), "dim")), cells)]

        super().__init__(words.t("The coach"), draw)
