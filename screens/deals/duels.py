"""Duels without appointment: one's own, what waits to be played, both runs side by side."""

from rich.cells import cell_len
from textual.geometry import Size

from arcade.club.duels.facts import SENTENCES
from arcade.club.duels.views import DuelState, DuelView, RoundView, Run
from arcade.club.duels.wording import (
    absent_text,
    left_text,
    opponent_text,
    run_text,
    side_by_side,
    state_text,
    winner_text,
)
from arcade.club.i18n import rulebook
from arcade.club.i18n.words import Words
from arcade.club.operations.duels import (
    Challenge,
    Compared,
    RefuseDuel,
    Rematch,
    compared,
    read_duel,
    usual_game,
)
from arcade.club.operations.operation import game_key
from arcade.club.speech.daily import ordinal
from arcade.club.speech.ssh_command import by_ssh
from arcade.engine import registry
from arcade.engine.words import N_
from arcade.rooms.errors import refused
from screens import keys
from screens.deals.new_duel import UNSEEN, NewDuel, sealed
from screens.games.view import THUMBNAIL
from screens.keys import Action
from screens.lobby.cards import CARD, SIDES, drawn_game, edged, picture
from screens.pages.listing import MOVES, Listing
from screens.pages.page import Page
from screens.terminal.rows import (
    EMPTY,
    Row,
    balanced,
    bar,
    beside,
    centred,
    choice,
    clickable,
    columns,
    fit,
    indented,
    minus,
    pad,
    row,
    spread,
    wrap,
)
from screens.widgets import markdown
from screens.widgets.lines import excerpt
from screens.widgets.prompt import Prompt
from screens.widgets.sheet import GAP, headed, middle, piled

_PLAY = Action("play", ("enter", "space"), "Enter", N_("play it"), N_("Play the chosen duel."))
_COMPARE = Action(
    "compare", ("enter", "space"), "Enter", N_("compare"), N_("See both runs, turn by turn.")
)
_NEW = Action("new", ("n",), "n", N_("new duel"), N_("Challenge somebody, or get a code."))
_TYPE = Action("type", ("slash",), "/", N_("code"), N_("Type whom to challenge, or a duel's code."))
_YOURS = Action("own", ("v",), "v", N_("your run"), N_("Look back at your own run."))
_THEIRS = Action("other", ("b",), "b", "", N_("Look back at the other run."))
_HOW = N_(
    "The same sealed dice and the same bots for two people, each whenever they like, "
    "within 14 days."
)
_ANEW, _TAKE_BACK = N_("challenge again"), N_("take back")
"""How the keys are called where there was no result to avenge; where the challenge is one's own."""
_GAP = 3
_NUMBER, _PLACE, _BAR = 8, 5, 24
"""Cells of a round's number and of a place; of a bar, at most."""
_LIST, _BESIDE = 82, 130
"""Cells of the list beside the rounds of the chosen duel, and of a page that has room for both."""
_BROAD = 72
"""The fewest cells in which a picture stands beside what decides a duel."""
_PICTURE = 3
"""Rows of a game's picture."""
_BESIDE_ROUNDS = 6
"""Rows of the chosen duel besides its rounds."""
_GROUPS: tuple[tuple[str, frozenset[DuelState]], ...] = (
    (N_("For you to play"), frozenset(("yours",))),
    (N_("Waiting for others"), frozenset(("theirs", "open"))),
    (N_("Over"), frozenset(("over", "declined", "withdrawn", "lapsed"))),
)
"""The groups of the duels, and what those of each wait for."""


class DuelsScreen(Listing[None]):
    """Lists a person's duels; Enter plays the chosen one, or compares both runs."""

    TITLE = N_("Duels")

    def __init__(self, game: str = "") -> None:
        """`game` is the one that was just played: a challenge without a game is for that."""
        super().__init__()
        self.prompt = Prompt()
        self.duels: tuple[DuelView, ...] = ()
        self._game = game

    def count(self) -> int:
        return len(self.duels)

    def on_mount(self) -> None:
        self.arcade.forget_news(SENTENCES.values())
        self.listen_to(self.arcade.visit)
        self.changed()

    def on_screen_resume(self) -> None:
        self.changed()

    def changed(self) -> None:
        first = not self.duels
        duels = self.arcade.club.duels.of(self.arcade.player)
        self.duels = tuple(duel for _, states in _GROUPS for duel in duels if duel.state in states)
        to_play = (number for number, duel in enumerate(self.duels) if duel.state == "yours")
        self.choose(next(to_play, self.at) if first else self.at)

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
            if not duel.running and duel.opponent:
                again = keys.of(Rematch)
                actions.append(again if duel.state == "over" else again.labelled(_ANEW))
            if duel.challenged or duel.retractable:
                refuse = keys.of(RefuseDuel)
                actions.append(refuse if duel.challenged else refuse.labelled(_TAKE_BACK))
        return [*actions, _NEW, _TYPE, *MOVES, keys.MENU, keys.BACK, keys.QUIT]

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
        runs = await compared(club, player, duel)
        if not runs:
            raise refused("A duel is shown when both have played it.")
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
        self.app.push_screen(NewDuel(self._challenged, self._game))

    def _challenged(self, duel: DuelView) -> None:
        self.at = 0
        self.changed()
        self.tell(self._made(duel))

    def do_type(self) -> None:
        self.open_line(self.prompt, self.words.t("name and game, a game alone, or a code: "))

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
        game = game_key(asked.game) if asked.game else self._game or usual_game(club, player)
        duel = await club.duels.challenge(player, asked.name, game, asked.rounds)
        self.do_stop_typing()
        self._challenged(duel)

    def _made(self, duel: DuelView) -> str:
        if duel.opponent:
            return self.words.t("{name} finds your challenge here.", name=duel.opponent)
        how = by_ssh("play", self.arcade.club.address, terminal=True)
        return self.words.t("Whoever comes plays it: {how}", how=f"{how} duel {duel.code}")

    # What it shows

    def draw(self, size: Size) -> list[Row]:
        """Draw the duels under their heads, and the rounds of the chosen one beneath."""
        width, height = size
        t = self.words.t
        text = f"{t(_HOW)} {t(UNSEEN)}"
        beside_list = width >= _BESIDE
        if beside_list and self.duels and (cards := self._cards(_LIST - 2, height)):
            side = width - _LIST - GAP
            rule = headed(t("How duels go"), [EMPTY, *wrap(row(text), side - 2)], side - 2)
            rounds = self._rounds(side)
            game = self._rules(side - 2, height - len(rounds) - len(rule) - 2 * GAP)
            beside_cards = piled((rounds, indented(game, 2), indented(rule, 2)), height, 2)
            return middle(beside(indented(cards, 2), beside_cards, _LIST, GAP), size)
        about = [EMPTY, *indented(balanced(row((text, "dim")), width - 2), 2)]
        if not self.duels:
            return self._none_yet([*about[1:], EMPTY], size)
        main = _LIST if beside_list else width
        longest = max(len(duel.rounds) for duel in self.duels) + _BESIDE_ROUNDS
        room = height - len(about) - 1 - (0 if beside_list else longest)
        named = [
            (pad(name, cells), "dim")
            for name, cells in zip(self._heads, self._columns(), strict=True)
        ]
        head = row("  ", *named, (t("state"), "dim"))
        listed = [head, *excerpt(self.words, self._lines(main), self.at, max(3, room))]
        if beside_list:
            return [*beside(listed, self._rounds(width - main - GAP), main, GAP), *about]
        rows = [*listed, EMPTY]
        drawn = [*rows, *self._rounds(width)]
        if more := self._pictured(width - 2, height - len(drawn) - len(about) - 1):
            return [*drawn, *more, *about]
        with_picture = [*rows, *self._rounds(width, pictured=True)] if width >= _BROAD else drawn
        drawn = with_picture if len(with_picture) + len(about) <= height else drawn
        return [*drawn, *about]

    def _pictured(self, cells: int, room: int) -> list[Row]:
        """Draw the chosen duel's game beside what it is, in a frame if there is room."""
        if self.chosen is None or room <= _PICTURE:
            return []
        game = registry.find(self.chosen.game).meta
        about = balanced(row((self.words.t(game.blurb), "dim")), cells - SIDES - THUMBNAIL - GAP)
        drawn = beside(_dealt(self.chosen, large=False), about, THUMBNAIL, GAP)
        if room > CARD:
            drawn = edged(row((f"{game.name} ", "strong")), EMPTY, drawn, cells, CARD, False)
        return [EMPTY, *indented(drawn, 2)]

    @property
    def _heads(self) -> tuple[str, str, str]:
        t = self.words.t
        return t("code"), t("game"), t("against")

    def _columns(self) -> list[int]:
        """Return the cells of the codes, the games and the opponents, with a gap after each."""
        rows = [(duel.code, duel.name, opponent_text(self.words, duel)) for duel in self.duels]
        columns = zip(self._heads, *rows, strict=True)
        return [max(map(cell_len, column)) + 2 for column in columns]

    def _lines(self, width: int) -> list[Row]:
        """Draw a duel a line; the time left stands behind all that run, or behind none."""
        states = [state_text(self.words, duel) for duel in self.duels]
        lefts = [self._left(duel) for duel in self.duels]
        left = max(map(cell_len, lefts))
        code, game, name = self._columns()
        timed = code + game + name + max(map(cell_len, states)) + left + 4 <= width
        rows = list[Row]()
        for number, duel in enumerate(self.duels):
            line = row(
                (pad(duel.code, code), "dim"),
                pad(duel.name, game),
                (pad(opponent_text(self.words, duel), name), "strong"),
                (states[number], _tone(duel)),
            )
            end = row((pad(lefts[number], left, "right") if timed else "", "dim"), " ")
            line = spread(line, end, width - 2)
            rows.append(choice(line, width, number == self.at, str(number)))
        return rows

    def _cards(self, width: int, room: int) -> list[Row]:
        """Draw a duel a card, in groups by what they wait for; nothing if they do not all fit."""
        for apart in (1, 0):
            rows = self._grouped(width, apart)
            if len(rows) <= room:
                return rows
        return []

    def _grouped(self, width: int, apart: int) -> list[Row]:
        """Draw the cards in their groups, so many rows between two."""
        t, rows = self.words.t, list[Row]()
        numbered = list(enumerate(self.duels))
        for title, states in _GROUPS:
            group = [(number, duel) for number, duel in numbered if duel.state in states]
            if group:
                rows += [*[EMPTY] * bool(rows), *headed(t(title), (), width), EMPTY]
            for number, duel in group:
                rows += [EMPTY] * (apart * (duel is not group[0][1]))
                head = row((f"{duel.code}  {duel.name} ", "strong"))
                left = self._left(duel)
                end = row((left and f" {left} ", "dim"))
                who, state = opponent_text(self.words, duel), state_text(self.words, duel)
                named = [row((who, "strong"))] * (who not in state)  # once is enough
                about = *named, row((state, _tone(duel)))
                drawn = picture(registry.find(duel.game).meta, about, width - 4)
                framed = edged(head, end, drawn, width, CARD, number == self.at)
                rows += clickable(framed, str(number))
        return rows

    def _rules(self, cells: int, room: int) -> list[Row]:
        """Draw the chosen duel's game and say in a few sentences what it is, as there is room."""
        if self.chosen is None:
            return []
        text = rulebook.below_title(self.chosen.game, self.words.language)
        rules = markdown.introduction(text, cells)
        for drawn in ([*_dealt(self.chosen, large=True), EMPTY], []):
            rows = headed(self.chosen.name, [EMPTY, *drawn, *rules], cells)
            if len(rows) <= room:
                return rows
        return []

    def _left(self, duel: DuelView) -> str:
        return left_text(self.words, duel) if duel.running else ""

    def _none_yet(self, about: list[Row], size: Size) -> list[Row]:
        """Say in the middle that there is no duel yet, and how one begins."""
        t = self.words.t
        lines = row((t("You have no duel yet."), "strong")), row((t("n begins one."), "dim"))
        above = max(0, size.height - 2 * len(about) - len(lines)) // 3
        return [*about, *[EMPTY] * above, *(centred(line, size.width) for line in lines)]

    def _rounds(self, width: int, pictured: bool = False) -> list[Row]:
        """Draw the rounds of the chosen duel: one's own run, the other's, who won.

        Below, a picture of the game may stand beside what decides.
        """
        duel, t = self.chosen, self.words.t
        if duel is None:
            return []
        name = opponent_text(self.words, duel)
        title = t("{game} with {name}", game=duel.name, name=name)
        many = f" · {t('best of {n}', n=len(duel.rounds))}" if len(duel.rounds) > 1 else ""
        ended = max(map(cell_len, (t("won"), t("lost"), t("drawn"))))
        width -= 2
        side = (width - _NUMBER - ended - 2 * _GAP) // 2
        gap = " " * _GAP
        heads = (pad(t("round"), _NUMBER), pad(t("you"), side), pad(name, side))
        rows = [row((heads[0], "dim"), (heads[1], "strong"), gap, (heads[2], "strong"))]
        runs = [run for played in duel.rounds for run in (played.yours, played.theirs) if run]
        most = max((run.score for run in runs), default=0)
        for played in duel.rounds:
            own = self._run(played.yours, most, side, "–", played.won is not False)
            if played.yours is None and duel.running:
                own = fit(row((f"▶ {t('to play')}", "turn-sign")), side)
            absent = absent_text(self.words, duel, played)
            other = self._run(played.theirs, most, side, absent, not played.won)
            won = row((winner_text(self.words, played), "good" if played.won else "dim"))
            number = row((pad(str(played.number), _NUMBER), "dim"))
            rows.append(number + own + row(gap) + other + row(gap) + won)
        rule = t("The better place at the table wins; at the same place, the better score.")
        digits = f"{duel.rounds[0].commitment[:16]}…"
        seal = t("The seal of the dice: {digits}", digits=digits)
        room = width - THUMBNAIL - GAP if pictured else width
        foot = [*balanced(row((rule, "dim")), room), row((seal, "dim"))]
        if pictured:
            foot = beside(foot, _dealt(duel, large=False), room, GAP)
        note = state_text(self.words, duel)
        if duel.running:  # the list above says how long
            note = left_text(self.words, duel) if self.list.size.width >= _BESIDE else ""
        return indented(
            headed(f"{duel.code} · {title}{many}", [EMPTY, *rows, EMPTY, *foot], width, note), 2
        )

    def _run(self, run: Run | None, most: int, cells: int, absent: str, best: bool) -> Row:
        """Draw what somebody made of a round: place, score, and a bar of that, lit if it is `best`.

        The place decides: who lost may have the longer bar.
        """
        if run is None or not run.rank:
            return fit(row((run_text(self.words, run, absent), "dim")), cells)
        placed = f"{pad(ordinal(self.words, run.rank), _PLACE)}{pad(minus(run.score), 5, 'right')}"
        share = max(0, run.score) / most if most > 0 else 0
        drawn = bar(share, min(_BAR, cells - cell_len(placed) - 2), "good" if best else "rule")
        return fit(row(placed, "  ") + drawn, cells)


def _dealt(duel: DuelView, large: bool) -> list[Row]:
    """Draw the deal as sealed while somebody has yet to play it, else a picture of the game."""
    return sealed(large) if duel.running else drawn_game(duel.game, large)


def _tone(duel: DuelView) -> str:
    """Return the tone of a duel's state: what is to be done, what was won, what was lost."""
    if duel.state == "yours":
        return "turn-sign"
    if duel.state != "over" or duel.won == duel.lost:
        return ""
    return "good" if duel.won > duel.lost else "alert"


def _shown(duel: DuelView) -> RoundView | None:
    """Return the first round of which both runs may be seen."""
    return next((played for played in duel.rounds if played.yours and played.theirs), None)


def _compared(words: Words, runs: list[Compared], cells: int) -> list[Row]:
    """Draw both runs of each round in two columns, a turn a row."""
    half = (cells - _GAP) // 2
    rows: list[Row] = []
    for run in runs:
        name = opponent_text(words, run.duel)
        if len(run.duel.rounds) > 1:
            rows += [EMPTY, row((words.t("Round {n}", n=run.number), "strong"))]
        rows += [
            EMPTY,
            *beside([row((words.t("you"), "strong"))], [row((name, "strong"))], half, _GAP),
        ]
        for own, other in side_by_side(words, run.yours, run.theirs):
            sides = [list(wrap(row(text), half, 2)) if text else [EMPTY] for text in (own, other)]
            tone = "" if own == other else "accent"
            rows += columns([[fit(line, half, tone) for line in side] for side in sides], _GAP)
    return rows
