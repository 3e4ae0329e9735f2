"""Duels without appointment: one's own, what waits to be played, both runs side by side."""

from textual.app import ComposeResult
from textual.geometry import Size

from arcade.club.duels.views import DuelView, RoundView
from arcade.club.duels.wording import (
    left_text,
    opponent_text,
    run_text,
    side_by_side,
    state_text,
    winner_text,
)
from arcade.club.i18n.words import Words
from arcade.club.operations.duels import Challenge, Compared, RefuseDuel, Rematch, read_duel
from arcade.club.operations.operation import game_key
from arcade.club.speech.ssh_command import by_ssh
from arcade.engine.words import N_
from screens import keys
from screens.keys import Action
from screens.pages.listing import MOVES, Listing
from screens.pages.page import Page
from screens.terminal.rows import EMPTY, Row, beside, columns, fit, pad, row, wrap
from screens.widgets.lines import Lines
from screens.widgets.prompt import Prompt
from screens.widgets.sheet import BROAD, GAP

_PLAY = Action("play", ("enter", "space"), "Enter", N_("play it"), N_("Play the chosen duel."))
_COMPARE = Action(
    "compare", ("enter", "space"), "Enter", N_("compare"), N_("See both runs, turn by turn.")
)
_NEW = Action("new", ("n",), "n", N_("new duel"), N_("Challenge somebody, or get a code."))
_YOURS = Action("own", ("v",), "v", N_("your run"), N_("Look back at your own run."))
_THEIRS = Action("other", ("b",), "b", "", N_("Look back at the other run."))
_OPEN = ("yours", "theirs", "open")
_CODE, _GAME, _NAME = 9, 15, 22
_GAP = 3
_ALONE, _ROUNDS, _RUN = 100, 74, 28
"""Cells of a list with nothing beside it, of the rounds beside it, and of a run, at most."""


class DuelsScreen(Listing[None]):
    """Lists a person's duels; Enter plays the chosen one, or compares both runs."""

    TITLE = N_("Duels")
    HORIZONTAL_BREAKPOINTS = [(BROAD, "-broad")]

    def __init__(self, game: str = "") -> None:
        """`game` is the one that was just played: a challenge without a game is for that."""
        super().__init__()
        self.results = Lines(self.draw_results, id="results")
        self.prompt = Prompt()
        self.duels: tuple[DuelView, ...] = ()
        self._game = game

    def compose(self) -> ComposeResult:
        yield from super().compose()
        yield self.results

    def count(self) -> int:
        return len(self.duels)

    def on_mount(self) -> None:
        self.listen_to(self.arcade.visit)
        self.changed()

    def on_screen_resume(self) -> None:
        self.changed()

    def changed(self) -> None:
        self.duels = self.arcade.club.duels.of(self.arcade.player)
        self.choose(self.at)

    def choose(self, number: int) -> None:
        super().choose(number)
        self.results.redraw()

    @property
    def chosen(self) -> DuelView | None:
        return self.duels[self.at] if self.duels else None

    def line(self) -> Prompt:
        return self.prompt

    def actions(self) -> list[Action]:
        if self.prompt.typing:
            return [keys.SEND, keys.STOP_TYPING]
        actions: list[Action] = []
        if (duel := self.chosen) is not None:
            shown = _shown(duel)
            if duel.state == "yours":
                actions.append(_PLAY)
            elif shown is not None:
                actions.append(_COMPARE)
            own = _YOURS if shown is None else _YOURS.labelled("")  # Enter shows both
            actions += [own] if duel.rounds[0].yours else []
            actions += [_THEIRS] if shown is not None else []
            actions += [keys.of(Rematch)] if duel.state not in _OPEN and duel.opponent else []
            actions += [keys.of(RefuseDuel)] if duel.state in _OPEN else []
        return [*actions, _NEW, *MOVES, keys.MENU, keys.BACK, keys.QUIT]

    # What the keys do

    async def do_play(self) -> None:
        if (duel := self.chosen) is not None:
            session = await self.arcade.club.play_duel(self.arcade.player, duel.code)
            await self.arcade.navigator.go_to_table(session)

    async def do_compare(self) -> None:
        """Show both runs of the rounds that both have played."""
        duel, club, player = self.chosen, self.arcade.club, self.arcade.player
        if duel is None:
            return
        runs = [
            Compared(
                duel,
                await club.replay(played.yours.code, 0, player),
                await club.replay(played.theirs.code, 0, player),
            )
            for played in duel.rounds
            if played.yours and played.theirs
        ]
        words = self.words
        title = words.t("Duel {code}", code=duel.code)
        self.app.push_screen(Page(title, lambda cells: _compared(words, runs, cells)))

    async def do_own(self) -> None:
        if (duel := self.chosen) is not None and (run := duel.rounds[0].yours) is not None:
            await self.arcade.navigator.show_replay(run.code)

    async def do_other(self) -> None:
        played = _shown(self.chosen) if self.chosen is not None else None
        if played is not None and played.theirs is not None:
            await self.arcade.navigator.show_replay(played.theirs.code)

    async def do_rematch(self) -> None:
        if (duel := self.chosen) is not None:
            await self.arcade.club.duels.rematch(self.arcade.player, duel.code)
            self.at = 0
            self.changed()

    async def do_refuse(self) -> None:
        if (duel := self.chosen) is not None:
            await self.arcade.club.duels.refuse(self.arcade.player, duel.code)
            self.changed()

    def do_new(self) -> None:
        self.prompt.label(self.words.t("name and game, a game alone, or a code: "))
        self.prompt.open()
        self.show_pane(self.prompt)

    async def do_send(self) -> None:
        """Challenge whom the typed words name, or play the duel with the typed code."""
        club, player, text = self.arcade.club, self.arcade.player, self.prompt.text.strip()
        if not text:
            return
        asked = read_duel(club.duels.knows, text)
        if not isinstance(asked, Challenge):
            session = await club.play_duel(player, asked.code)
            self.do_stop_typing()
            await self.arcade.navigator.go_to_table(session)
            return
        game = game_key(asked.game) if asked.game else self._game or self._last_game()
        duel = await club.duels.challenge(player, asked.name, game, asked.rounds)
        self.do_stop_typing()
        self.at = 0
        self.changed()
        self.tell(self._made(duel))

    def _made(self, duel: DuelView) -> str:
        if duel.opponent:
            return self.words.t("{name} finds your challenge here.", name=duel.opponent)
        how = by_ssh("play", self.arcade.club.address).replace("ssh ", "ssh -t ", 1)
        return self.words.t("Whoever comes plays it: {how}", how=f"{how} duel {duel.code}")

    def _last_game(self) -> str:
        """Return the game of the newest duel, else of the first daily deal."""
        return next((duel.game for duel in self.duels), "") or next(
            table.game for table in self.arcade.club.daily.all()
        )

    def do_stop_typing(self) -> None:
        self.prompt.close()
        self.show_pane(self.prompt, False)

    # What it shows

    def draw(self, size: Size) -> list[Row]:
        """Draw the duels; beside them, in a wide terminal, the rounds of the chosen one."""
        width, height = size
        if width <= _ALONE:
            return self._listed(width)
        main = width - _ROUNDS - GAP
        rounds = self.draw_results(Size(_ROUNDS, height - 2))
        return beside(self._listed(main), [EMPTY, EMPTY, *rounds], main, GAP)

    def _listed(self, width: int) -> list[Row]:
        t = self.words.t
        text = t(
            "The same sealed dice and the same bots for two people, each whenever they like, "
            "within 14 days. Nobody sees the other's play before both have played."
        )
        rows = [*wrap(row((text, "dim")), width), EMPTY]
        if not self.duels:
            return [*rows, row((t("You have no duel yet."), "dim"))]
        for number, duel in enumerate(self.duels):
            here = number == self.at
            tone = "gold" if duel.state == "yours" else "dim"
            line = row(
                ("▶ " if here else "  ", "gold"),
                (pad(duel.code, _CODE), "cursor" if here else "strong", str(number)),
                (pad(duel.name, _GAME), ""),
                (pad(opponent_text(self.words, duel), _NAME), ""),
                (state_text(self.words, duel), tone),
            )
            rows.append(fit(line, width))
        return rows

    def draw_results(self, size: Size) -> list[Row]:
        """Draw the rounds of the chosen duel: one's own run, the other's, who won."""
        duel, t = self.chosen, self.words.t
        if duel is None:
            return []
        head = f"{duel.code} · {duel.name}"
        head += f" · {t('best of {n}', n=len(duel.rounds))}" if len(duel.rounds) > 1 else ""
        left = left_text(self.words, duel)
        rows = [row((head, "gold"), (f"  {left}" if duel.state in _OPEN else "", "dim"))]
        rows.append(
            row(("  " + pad("", 4) + pad(t("you"), _RUN) + opponent_text(self.words, duel), "dim"))
        )
        for played in duel.rounds:
            won = winner_text(self.words, played)
            line = row(
                f"  {pad(str(played.number), 4)}",
                (pad(run_text(self.words, played.yours), _RUN), ""),
                (pad(run_text(self.words, played.theirs), _RUN), ""),
                (won, "gold" if played.won else "dim"),
            )
            rows.append(fit(line, size.width))
        seal = t("sealed by {digits}", digits=f"{duel.rounds[0].commitment[:16]}…")
        return [*rows, EMPTY, row((seal, "dim"))][: size.height]


def _shown(duel: DuelView) -> RoundView | None:
    """Return the first round of which both runs may be seen."""
    return next((played for played in duel.rounds if played.yours and played.theirs), None)


def _compared(words: Words, runs: list[Compared], cells: int) -> list[Row]:
    """Draw both runs of each round in two columns, a turn a row."""
    half = (cells - _GAP) // 2
    rows: list[Row] = []
    for number, run in enumerate(runs, 1):
        name = opponent_text(words, run.duel)
        if len(run.duel.rounds) > 1:
            rows += [EMPTY, row((words.t("Round {n}", n=number), "gold"))]
        rows += [
            EMPTY,
            *beside([row((words.t("you"), "strong"))], [row((name, "strong"))], half, _GAP),
        ]
        for own, other in side_by_side(words, run.yours, run.theirs):
            sides = [list(wrap(row(text), half, 2)) if text else [EMPTY] for text in (own, other)]
            tone = "" if own == other else "accent"
            rows += columns([[fit(line, half, tone) for line in side] for side in sides], _GAP)
    return rows
