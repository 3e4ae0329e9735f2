"""The lesson of Cochon: a game to 20 points, won."""

from arcade.engine import N_, Lesson, Step, Turn

MARGOT = 1
ROLL = {"do": "roll"}
STOP = {"do": "stop"}

LESSON = Lesson(
    game="cochon",
    seats=2,
    options={"goal": 20},
    draws=(0,),
    steps=(
        Step(
            "One die. What it shows is added up, until you stop and write it down. But a 1, "
            "and the turn has brought nothing. You play to 20 points against Margot."
        ),
        Step(
            "You begin: throw the die.",
            ROLL,
            draws=(5,),
            hint=N_("Just throw, for a beginning."),
        ),
        Step(
            "5 this turn. Nothing is written down yet. Throw once more.",
            ROLL,
            draws=(6,),
            hint=N_("Throw: with so little, one more throw is worth it."),
        ),
        Step(
            "11 this turn. The more there is, the more a 1 would take. Write it down.",
            STOP,
            keys=("s",),
            hint=N_("Stop: that writes the points down."),
            turns=(Turn(MARGOT, ROLL, (6,)), Turn(MARGOT, ROLL, (1,))),
        ),
        Step(
            "Margot had 6 and dared too much: a 1, and they are gone. The die is yours.",
            ROLL,
            draws=(1,),
            hint=N_("Throw once at least: one may not stop before."),
            turns=(Turn(MARGOT, ROLL, (4,)), Turn(MARGOT, STOP)),
        ),
        Step(
            "A 1 for you as well: the turn is over. What is written down stays. Margot took 4 "
            "and stopped. You need 9 more: throw.",
            ROLL,
            draws=(6,),
            hint=N_("Throw: 9 points are to be had in a turn."),
        ),
        Step(
            "3 are missing still. Throw.",
            ROLL,
            draws=(4,),
            hint=N_("Throw: to stop now would leave Margot a turn."),
        ),
        Step(
            "That makes 21. But only what is written down counts.",
            STOP,
            keys=("s",),
            hint=N_("Stop, and you have won."),
        ),
        Step("You have won. Whether to throw once more: that is the whole game."),
    ),
)
