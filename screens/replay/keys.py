"""The keys of a replay."""

from arcade.engine.words import N_
from screens.keys import Action

STEPS = (
    Action("on", ("right", "l", "enter"), "←→", N_("step"), N_("Go a step on.")),
    Action("back_step", ("left", "h", "backspace"), "←", "", N_("Go a step back.")),
    Action("next_turn", ("down", "j", "pagedown"), "↑↓", N_("turn"), N_("Go to the next turn.")),
    Action("last_turn", ("up", "k", "pageup"), "↑", "", N_("Go to the turn before.")),
    Action("first", ("home",), "Home", "", N_("Go to the beginning.")),
    Action("last", ("end", "G"), "End", "", N_("Go to the end.")),
    Action("auto", ("space",), "Space", N_("play"), N_("Let it go on by itself, or stop it.")),
    Action("faster", ("plus", "equals_sign"), "+", "", N_("Faster.")),
    Action("slower", ("minus",), "-", "", N_("Slower.")),
)


JUMP = Action("jump", ("g",), "g", N_("go to"), N_("Go to a turn by its number."))
EYES = Action("eyes", ("tab",), "Tab", N_("viewpoint"), N_("See what the next player saw."))
SEATS = (
    *(
        Action(
            f"eyes_{seat}",
            (str(seat + 1),),
            "1-9",
            "",
            "" if seat else N_("See what the player of that seat saw."),
        )
        for seat in range(9)
    ),
    Action("eyes_none", ("0",), "0", "", N_("See what those saw who watched.")),
)
COACH = Action(
    "coach", ("c",), "c", N_("coach"), N_("Where the most was given away, as the coach weighs it.")
)
COSTLY = Action("costly", ("n",), "n", "", N_("Go to the next choice that gave something away."))
PLAY_ON = Action(
    "play_on",
    ("b",),
    "b",
    N_("retry"),
    N_("Play on from here, alone with bots; it counts for nothing."),
)
GO = Action("go", ("enter",), "Enter", N_("go there"), N_("Go to that turn."))
