"""The keys, and a person's choices before they act: a total, an aim, a trader."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from arcade.engine.offers import Offer
from arcade.engine.words import N_
from arcade.games.golden21.rules.actions import Announce, End, Give, Package, Spend
from arcade.games.golden21.rules.state import View
from screens.games.view import CANCEL, CONFIRM, digits
from screens.keys import Action

Mode = Literal["", "announce", "bonus", "account", "give", "rest"]
"""What the keys do now: nothing, choose a total, spend a package, give dice, or only end."""
_SPENDING: tuple[Mode, ...] = ("bonus", "account")
WORKS: Mapping[str, tuple[Mode, ...]] = MappingProxyType(
    {
        **dict.fromkeys(("throw", "more", "less", "erase", "aim"), ("announce",)),
        **dict.fromkeys(("spend", "way_0", "way_1", "way_2", "way_3"), _SPENDING),
        **dict.fromkeys(("up", "down", "on", "back"), (*_SPENDING, "give")),
        **dict.fromkeys(("give", "give_all"), ("give",)),
    }
)
"""In which mode of choosing a key works; those not named work in any."""
COLUMNS: tuple[tuple[Literal["debt", "account"], Literal[1, -1]], ...] = (
    ("debt", 1),
    ("debt", -1),
    ("account", 1),
    ("account", -1),
)
"""The ways to spend on a trader, as columns."""
SHEET = ("close", "older", "newer")
"""The keys that work while the Bourse covers the table."""

_ENTER = ("enter", "space")

KEYS = (
    CONFIRM,
    CANCEL,
    Action("close", ("escape", "b"), "b", N_("close the Bourse"), N_("Back to the dice.")),
    Action("older", ("up", "k"), "↑↓", N_("years"), N_("Look at earlier years.")),
    Action("newer", ("down", "j"), "↓", "", N_("Look at later years.")),
    Action("throw", _ENTER, "Enter", N_("roll"), N_("Announce it and roll.")),
    Action(
        "more",
        ("right", "up", "plus", "equals_sign", "l", "k"),
        "←→",
        N_("total"),
        N_("Announce more or less."),
    ),
    Action("less", ("left", "down", "minus", "h", "j"), "←", "", N_("Announce less.")),
    Action("erase", ("backspace",), "⌫", "", N_("Take back a digit.")),
    Action("aim", ("a",), "a", N_("aim"), N_("Aim at somebody's die, or at nobody's.")),
    Action(
        "forfeit",
        ("f",),
        "f",
        N_("roll blind"),
        N_("Roll without announcing, for a forfeit; asks first."),
    ),
    Action("spend", _ENTER, "Enter", N_("spend"), N_("Spend the points as the cursor says.")),
    Action(
        "give",
        _ENTER,
        "Enter",
        N_("give"),
        N_("Give the trader under the cursor one crisis die, or as many as set."),
    ),
    Action(
        "give_all",
        ("a",),
        "a",
        N_("all"),
        N_("Give all crisis dice to the trader chosen; asks first."),
    ),
    Action("up", ("up", "k"), "↑↓", N_("trader"), N_("Choose a trader.")),
    Action("down", ("down", "j"), "↓", "", N_("Choose a trader.")),
    Action("on", ("right", "l"), "←→", "", N_("Choose how to spend, or how many dice to give.")),
    Action("back", ("left", "h"), "←", "", ""),
    Action(
        "way_0",
        ("plus", "equals_sign"),
        "+",
        "",
        N_("Add the points to the debt of the trader chosen."),
    ),
    Action("way_1", ("minus",), "-", "", N_("Take the points off the debt of the trader chosen.")),
    Action("way_2", ("a",), "a", "", N_("Add the points to the account of the trader chosen.")),
    Action("way_3", ("r",), "r", "", N_("Take the points off the account of the trader chosen.")),
    Action("points", ("p",), "p", N_("points"), N_("Spend the account, or go back.")),
    Action("gifts", ("g",), "g", N_("gifts"), N_("Give crisis dice, or go back.")),
    Action("end", ("e",), "e", N_("end turn"), N_("End the turn; asks while dice are left.")),
    Action("bourse", ("b",), "b", N_("Bourse"), N_("Look at the score sheet.")),
    *digits(N_("Type a total, or choose a trader by number.")),
)


class Choice:
    """The cursor of one decision; each decision has its own.

    `row` is a place in the order of play, None until chosen.
    """

    def __init__(self, view: View | None = None, offers: tuple[Offer, ...] = ()) -> None:
        self.order = view.order if view is not None else ()
        self.announces = tuple(offer for offer in offers if isinstance(offer.action, Announce))
        spends = [offer.action for offer in offers if isinstance(offer.action, Spend)]
        self._spends: dict[tuple[str, str, int, int], Spend] = {
            (spend.package, spend.to, spend.seat, spend.sign): spend for spend in spends
        }
        self._spent_on: dict[str, set[int]] = {}
        """The seats on which points of each package can be spent."""
        for spend in spends:
            self._spent_on.setdefault(spend.package, set()).add(spend.seat)
        self.gives = tuple(offer for offer in offers if isinstance(offer.action, Give))
        self.ends = any(isinstance(offer.action, End) for offer in offers)
        self.modes = self._modes({spend.package for spend in spends})
        self.wish: Mode = ""
        self.total: int = self.announces[0].action.total if self.announces else 0
        self.typed = ""
        self.aim: int | None = None
        self.row: int | None = None
        self.column = 1
        self.count = 1

    @property
    def mode(self) -> Mode:
        modes = self.modes
        return self.wish if self.wish in modes else modes[0] if modes else ""

    @property
    def valid(self) -> bool:
        """Return whether the chosen total can be announced; else it can only be typed on."""
        return any(offer.low <= self.total <= offer.high for offer in self.announces)

    @property
    def seat(self) -> int | None:
        return None if self.row is None else self.order[self.row]

    @property
    def spend(self) -> Spend | None:
        return None if self.row is None else self.spending(self.order[self.row], self.column)

    def spending(self, seat: int, column: int) -> Spend | None:
        to, sign = COLUMNS[column]
        return self._spends.get((self.mode, to, seat, sign))

    @property
    def aims(self) -> tuple[int | None, ...]:
        """List the possible aims of a free throw, nobody first."""
        return tuple(offer.action.aim for offer in self.announces)

    @property
    def spends(self) -> bool:
        """Whether points are being spent, for which each trader needs a whole row."""
        return self.mode in _SPENDING

    def keep(self, before: "Choice") -> None:
        """Keep the cursor of an earlier decision of the same turn."""
        if before.mode == self.mode == "announce" and self.valid:
            offer = self.announces[0]
            self.total = max(offer.low, min(before.total, offer.high))
            self.aim = before.aim if before.aim in self.aims else None
        elif before.mode == self.mode == "give" and before.row in self.rows:
            self.row = before.row

    def type(self, digit: str) -> None:
        """Type a digit of a total; a third digit, or one too large, starts again."""
        highest = self.announces[0].high
        typed = self.typed + digit
        self.typed = (typed if int(typed) <= highest else digit).lstrip("0")
        if self.typed:
            self.total = int(self.typed)

    def erase(self) -> None:
        self.typed = self.typed[:-1]
        self.total = int(self.typed) if self.typed else self.announces[0].action.total

    def step(self, by: int) -> None:
        offer = self.announces[0]
        self.typed = ""
        self.total = max(offer.low, min(self.total + by, offer.high))

    def aim_next(self) -> None:
        aims = self.aims
        self.aim = aims[(aims.index(self.aim) + 1) % len(aims)]

    @property
    def rows(self) -> list[int]:
        """List the places in the order of play where something can be chosen now."""
        mode = self.mode
        seats = self.gives[0].among if mode == "give" else self._spent_on.get(mode, ())
        return [at for at, seat in enumerate(self.order) if seat in seats]

    def move(self, by: int) -> None:
        """Move to the next trader up or down with something to choose."""
        rows = self.rows
        if not rows:
            return
        if self.row is None:
            self.row = rows[0 if by > 0 else -1]
        else:
            self.row = rows[(rows.index(self.row) + by) % len(rows) if self.row in rows else 0]
        self._settle(1)

    def slide(self, by: int) -> None:
        """Move to the next way to spend on the trader under the cursor, or give more dice."""
        if self.row is None:
            self.move(1)
            return
        if self.mode == "give":
            self.count = max(1, min(self.count + by, self.gives[0].most))
            return
        self.column = (self.column + by) % 4
        self._settle(by)

    def pick(self, at: int) -> bool:
        """Choose the trader at this place; return whether it was chosen already."""
        if at not in self.rows:
            return False
        again = self.row == at
        self.row = at
        self._settle(1)
        return again

    def _modes(self, packages: set[Package]) -> tuple[Mode, ...]:
        offered: dict[Mode, bool] = {
            "announce": bool(self.announces),
            "bonus": "bonus" in packages,
            "give": bool(self.gives),
            "account": "account" in packages,
        }
        modes = tuple(mode for mode, so in offered.items() if so)
        return modes or (("rest",) if self.ends else ())

    def _settle(self, by: int) -> None:
        for _ in range(4):
            if self.mode == "give" or self.spend is not None:
                return
            self.column = (self.column + by) % 4
