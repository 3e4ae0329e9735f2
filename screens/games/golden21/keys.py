"""The keys of The Golden 21; the view decides when each of them works."""

from arcade.engine.words import N_
from screens.games.golden21.traders import WAYS
from screens.keys import Action

SHEET = ("close", "older", "newer")
"""The keys that work while the Bourse covers the table."""

_DIGITS = tuple(
    Action(
        f"digit_{n}",
        (str(n),),
        "0-9",
        "",
        "" if n else N_("Type a total, or choose a trader by number."),
    )
    for n in range(10)
)

KEYS = (
    Action("confirm", ("enter", "y"), "Enter", N_("yes"), N_("Do what was asked about.")),
    Action("cancel", ("escape", "n"), "Esc", N_("no"), N_("Leave it.")),
    Action("close", ("escape", "b"), "b", N_("close the Bourse"), N_("Back to the dice.")),
    Action("older", ("up", "k"), "↑↓", N_("years"), N_("Look at earlier years.")),
    Action("newer", ("down", "j"), "↓", "", N_("Look at later years.")),
    Action("throw", ("enter", "space"), "Enter", N_("throw"), N_("Announce it and throw.")),
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
        N_("throw blind"),
        N_("Throw without announcing, for a forfeit; asks first."),
    ),
    Action(
        "spend",
        ("enter", "space"),
        "Enter",
        N_("spend"),
        N_("Spend the points as the cursor says."),
    ),
    Action(
        "give",
        ("enter", "space"),
        "Enter",
        N_("give a die"),
        N_("Give a crisis die to the trader under the cursor."),
    ),
    Action("up", ("up", "k"), "↑↓", N_("trader"), N_("Choose a trader.")),
    Action("down", ("down", "j"), "↓", "", N_("Choose a trader.")),
    Action("on", ("right", "l"), "←→", "", N_("Choose how to spend.")),
    Action("back", ("left", "h"), "←", "", N_("Choose how to spend.")),
    *(
        Action(f"way_{n}", keys, keys[0] if n > 1 else WAYS[n], "", what)
        for n, (keys, what) in enumerate(
            (
                (
                    ("plus", "equals_sign"),
                    N_("Add the points to the debt of the trader chosen."),
                ),
                (("minus",), N_("Take the points off the debt of the trader chosen.")),
                (("a",), N_("Add the points to the account of the trader chosen.")),
                (("r",), N_("Take the points off the account of the trader chosen.")),
            )
        )
    ),
    Action("points", ("p",), "p", N_("points"), N_("Spend the account, or go back.")),
    Action("gifts", ("g",), "g", N_("gifts"), N_("Give crisis dice, or go back.")),
    Action("end", ("e",), "e", N_("end turn"), N_("End the turn; asks while dice are left.")),
    Action("bourse", ("b",), "b", N_("Bourse"), N_("Look at the score sheet.")),
    *_DIGITS,
)
