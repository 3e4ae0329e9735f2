"""The lesson of The Golden 21: one year of a first table, won at exactly 21."""

from arcade.engine import N_, Lesson, Step, Turn

YOU, MARGOT, LUCIEN = 0, 1, 2

LESSON = Lesson(
    game="golden21",
    seats=3,
    options={"specific_rules": False, "years": 1},
    draws=(1, 3, 5),
    steps=(
        Step(
            "Three traders speculate on dice: you announce a sum and roll, and what you miss "
            "by is added to your debt. Above 21 you are insolvent: out for the year. This is a "
            "first table: nothing else happens here."
        ),
        Step(
            "Everybody rolls the same two dice. 7 is the likeliest sum, so announcing it costs "
            "least: announce 7.",
            {"do": "announce", "total": 7},
            keys=("7", "enter"),
            draws=(6, 6),
            hint=N_("Announce 7: type it, then roll."),
            turns=(
                Turn(MARGOT, {"do": "announce", "total": 12}, (1, 1)),
                Turn(LUCIEN, {"do": "announce", "total": 7}, (2, 1)),
            ),
        ),
        Step(
            "12, a miss of five: your debt is 5. Margot dreamt of 12 and rolled 2: ten points. "
            "Lucien announced 7 and rolled 3: four."
        ),
        Step(
            "7 again.",
            {"do": "announce", "total": 7},
            keys=("7", "enter"),
            draws=(4, 4),
            hint=N_("Announce 7: type it, then roll."),
            turns=(
                Turn(MARGOT, {"do": "announce", "total": 12}, (2, 1)),
                Turn(LUCIEN, {"do": "announce", "total": 7}, (6, 6)),
            ),
        ),
        Step(
            "Only one off: your debt is 6. Margot stands at 19, Lucien at 9. What does daring "
            "cost? Announce 12 and see.",
            {"do": "announce", "total": 12},
            keys=("1", "2", "enter"),
            draws=(1, 1),
            hint=N_("Announce 12: type it, then roll."),
            turns=(
                Turn(MARGOT, {"do": "announce", "total": 7}, (6, 6)),
                Turn(LUCIEN, {"do": "announce", "total": 2}, (5, 5)),
            ),
        ),
        Step(
            "Ten points: your debt is 16. Margot went to 24: insolvent, out for the year. "
            "Lucien stands at 17."
        ),
        Step(
            "Exactly 21 is the place to be: the last to reach it starts the next year ahead. You "
            "need a miss of five, and 7 is the likeliest sum. So announce 12, and hope to be "
            "wrong by five.",
            {"do": "announce", "total": 12},
            keys=("1", "2", "enter"),
            draws=(4, 3),
            hint=N_("Announce 12, to miss it by five: type it, then roll."),
        ),
        Step(
            "21! Only Lucien is below 21: the year is over. You start the next at minus what the "
            "others are away from 21 (3 and 4: −7), they at 0. This contract is of one year: "
            "your debt is the lowest, and wins."
        ),
        Step(
            "The whole game adds what a roll may bring: a bonus for hitting a sum that is not the "
            "likeliest, dice to give away for equal ones, more golden dice for runs, and kills. "
            "The rules have it all in one table (? at a table)."
        ),
    ),
)
