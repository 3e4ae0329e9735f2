"""The lesson of Trente: a strike, a miss, a blow taken, and thirty exactly."""

from arcade.engine import N_, Lesson, Step, Turn

MARGOT, LUCIEN = 1, 2

_MISSES = (
    Turn(MARGOT, {"do": "roll"}, (1, 3, 4, 2, 6, 5)),
    Turn(MARGOT, {"do": "keep", "dice": (6, 5)}, (3, 2, 6, 1)),
    Turn(MARGOT, {"do": "keep", "dice": (6,)}, (5, 2, 4)),
    Turn(MARGOT, {"do": "keep", "dice": (5, 4)}, (2,)),
    Turn(MARGOT, {"do": "keep", "dice": (2,)}),
)
_STRIKES = (
    Turn(LUCIEN, {"do": "roll"}, (6, 6, 5, 6, 4, 6)),
    Turn(LUCIEN, {"do": "keep", "dice": (6, 6, 5, 6, 4, 6)}),
    Turn(LUCIEN, {"do": "attack"}, (3, 1, 3, 6, 5, 2, 4, 4, 1, 6)),
)

LESSON = Lesson(
    game="trente",
    seats=3,
    draws=(0,),
    steps=(
        Step(
            "Thirty points each, and they only go down. With six dice you try to make 30: "
            "what you fall short, you lose; what you go over strikes somebody else. Below "
            "zero you are dead, and the last one alive wins."
        ),
        Step(
            "It is your turn. Roll the six dice.",
            {"do": "roll"},
            draws=(6, 2, 6, 5, 1, 3),
            hint=N_("Just roll, to begin."),
        ),
        Step(
            "Keep at least one die of each roll; the others are rolled again. You need high "
            "dice: keep both 6s and the 5.",
            {"do": "keep", "dice": (6, 6, 5)},
            keys=("1", "3", "4", "enter"),
            draws=(2, 6, 3),
            hint=N_("Choose both 6s and the 5, and nothing else; the same key puts a die back."),
        ),
        Step(
            "17 so far, with three dice to come. Keep the 6, and roll the other two again.",
            {"do": "keep", "dice": (6,)},
            keys=("2", "enter"),
            draws=(4, 5),
            hint=N_("Only the 6: 2 and 3 are too little."),
        ),
        Step(
            "23, and 5 and 4 make nine more: 32, two above 30. Keep them all.",
            {"do": "keep", "dice": (4, 5)},
            keys=("a", "enter"),
            hint=N_("Choose both dice, and keep them."),
        ),
        Step(
            "Two above 30 is a strike at level 2: roll six dice, and only 2s count. As long "
            "as a roll brings any, you go on rolling the rest. The level also says whom it "
            "hits: even is your neighbour on the right, odd the one on the left.",
            {"do": "attack"},
            draws=(2, 5, 2, 1, 6, 2, 4, 2, 4, 3, 1),
            hint=N_("Roll the damage."),
        ),
        Step(
            "Four 2s: Lucien loses eight points. Now the others play; watch their points.",
            turns=(*_MISSES, *_STRIKES),
        ),
        Step(
            "Margot made 28: two points lost. Lucien made 33 and struck at level 3, odd: that "
            "is you. Two 3s, six points. Your turn: roll.",
            {"do": "roll"},
            draws=(5, 4, 6, 5, 5, 5),
            hint=N_("Roll the six dice."),
        ),
        Step(
            "30 in one roll! Exactly thirty costs nothing and strikes nobody: a safe place to "
            "be. Keep them all.",
            {"do": "keep", "dice": (5, 4, 6, 5, 5, 5)},
            keys=("a", "enter"),
            hint=N_("Choose all six dice, and keep them."),
        ),
        Step(
            "So it goes round. One more thing: whoever is killed by a strike may take revenge "
            "at once, with one last turn, or forgo it. If your own miss kills you, there is "
            "no revenge."
        ),
    ),
)
