"""The lesson of Le 421: one small game of two, won."""

from arcade.engine.lesson import Lesson, Step, Turn
from arcade.engine.words import N_

MARGOT = 1

LESSON = Lesson(
    game="421",
    seats=2,
    options={"pot": 11},
    draws=(6, 2),
    steps=(
        Step(
            "Three dice, and a pot of tokens nobody wants. First the pot is loaded onto "
            "those who throw badly; then everybody tries to get rid of them. You play "
            "against Margot, who waits for you."
        ),
        Step(
            "You threw highest for the lead, so you begin. Throw the three dice.",
            {"do": "roll"},
            draws=(4, 6, 2),
            hint=N_("Just throw, for a beginning."),
        ),
        Step(
            "A 4 and a 2: with a 1 they are 421, the best hand there is. Keep these two, "
            "and throw the 6 again.",
            {"do": "roll", "keep": (4, 2)},
            keys=("1", "3", "enter"),
            draws=(1,),
            hint=N_("Keep the 4 and the 2, the first die and the third, and only these."),
        ),
        Step(
            "421! It is worth ten tokens. You might throw a third time, but nothing is "
            "better: stand. The others must throw exactly as often as you did.",
            {"do": "stop"},
            keys=("s",),
            hint=N_("Do not throw 421 away: stand on it."),
            turns=(
                Turn(MARGOT, {"do": "roll"}, (3, 6, 5)),
                Turn(MARGOT, {"do": "roll", "keep": (3,)}, (3, 2)),
            ),
        ),
        Step(
            "Margot owed two throws and ended with 332. The worst hand takes from the pot "
            "what the best one is worth: ten tokens for her, and one is left. The loser "
            "leads the next round.",
            turns=(Turn(MARGOT, {"do": "roll"}, (6, 5, 4)), Turn(MARGOT, {"do": "stop"})),
        ),
        Step(
            "She stands on 654, a run, after one throw. So you have one throw as well.",
            {"do": "roll"},
            draws=(2, 1, 2),
            hint=N_("One throw, whatever it brings."),
        ),
        Step(
            "221, the nénette: the lowest hand, and it costs two tokens. There was only one, "
            "and you have it. The pot is empty: with the fewest tokens you win the charge, "
            "the first half of the game."
        ),
        Step(
            "Now the décharge. It runs the other way: the best hand GIVES its tokens to "
            "the worst, and who is rid of the last one wins. Margot has the most, so she "
            "leads.",
            turns=(Turn(MARGOT, {"do": "roll"}, (6, 3, 1)), Turn(MARGOT, {"do": "stop"})),
        ),
        Step(
            "She stands on 631, a weak hand. One throw for you.",
            {"do": "roll"},
            draws=(1, 1, 1),
            hint=N_("Throw: 631 is not hard to beat."),
        ),
        Step(
            "Three aces, the second best hand. Your token goes to Margot, you are rid of "
            "all: both halves are yours, and the game. (At one all, la belle decides: one"
            " round more.) What hands are worth is in the rules, and shown as you play."
        ),
    ),
)
