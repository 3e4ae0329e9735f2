"""The lesson of Le 421: one small game of two, won."""

from arcade.engine import N_, Lesson, Step, Turn

MARGOT = 1

LESSON = Lesson(
    game="421",
    seats=2,
    options={"pot": 11},
    draws=(6, 2),
    steps=(
        Step(
            "Three dice, and a pot of tokens nobody wants. First the pot is loaded onto "
            "whoever rolls badly; then everybody tries to get rid of their tokens. You play "
            "against Margot, who waits for you."
        ),
        Step(
            "You rolled highest, so you lead. Roll the three dice.",
            {"do": "roll"},
            draws=(4, 6, 2),
            hint=N_("Just roll, to begin."),
        ),
        Step(
            "A 4 and a 2: add a 1 and you have 421, the best hand there is. Keep these two, "
            "and roll the 6 again.",
            {"do": "roll", "keep": (4, 2)},
            keys=("1", "3", "enter"),
            draws=(1,),
            hint=N_("Keep the 4 and the 2, the first die and the third, and only these."),
        ),
        Step(
            "421! It is worth ten tokens. You could roll a third time, but nothing is better: "
            "stand. The others must roll exactly as often as you did, or fewer times if they "
            "call le bon before a roll, where the table plays that.",
            {"do": "stop"},
            keys=("s",),
            hint=N_("Don't throw 421 away: stand on it."),
            turns=(
                Turn(MARGOT, {"do": "roll"}, (3, 6, 5)),
                Turn(MARGOT, {"do": "roll", "keep": (3,)}, (3, 2)),
            ),
        ),
        Step(
            "Margot owed two rolls and ended with 332. The worst hand takes from the pot what "
            "the best one is worth: ten tokens for her, and one is left. The loser leads the "
            "next round.",
            turns=(Turn(MARGOT, {"do": "roll"}, (6, 5, 4)), Turn(MARGOT, {"do": "stop"})),
        ),
        Step(
            "She stands on 654, a run, after one roll. So you get one roll as well.",
            {"do": "roll"},
            draws=(2, 1, 2),
            hint=N_("One roll, whatever it brings."),
        ),
        Step(
            "221, the nénette: the lowest hand, and it costs two tokens. There was only one, "
            "and you have it. The pot is empty: with the fewest tokens you win the charge, "
            "the first half of the game."
        ),
        Step(
            "Now the décharge. It runs the other way: the best hand GIVES its tokens to the "
            "worst, and whoever gets rid of the last one wins. Margot has the most, so she "
            "leads.",
            turns=(Turn(MARGOT, {"do": "roll"}, (6, 3, 1)), Turn(MARGOT, {"do": "stop"})),
        ),
        Step(
            "She stands on 631, a weak hand. You get one roll.",
            {"do": "roll"},
            draws=(1, 1, 1),
            hint=N_("Roll: 631 is not hard to beat."),
        ),
        Step(
            "Three aces, the second best hand. Your token goes to Margot and you have none "
            "left: both halves are yours, and the game. (At one all, la belle decides: one "
            "more round.) What hands are worth is in the rules, and shown as you play."
        ),
    ),
)
