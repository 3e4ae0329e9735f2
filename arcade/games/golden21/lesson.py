"""The lesson of The Golden 21: a bonus, a gift of dice, and a kill."""

from arcade.engine import N_, Lesson, Step, Turn

YOU, MARGOT, LUCIEN = 0, 1, 2

LESSON = Lesson(
    game="golden21",
    seats=3,
    draws=(1, 3, 5),
    steps=(
        Step(
            "Three traders speculate on dice: you announce a sum and roll, and what you miss "
            "by is added to your debt. The lowest debt wins in the end. Above 21 you are "
            "insolvent: out for the year."
        ),
        Step(
            "With two dice 7 is the likeliest sum, so hitting it earns nothing. One step "
            "away, a hit earns a bonus. Be a little daring: announce 6.",
            {"do": "announce", "total": 6},
            keys=("6", "enter"),
            draws=(2, 4),
            hint=N_("Announce 6: type it, then roll."),
        ),
        Step(
            "A hit! Two points of bonus, to be spent at once, on any debt or account. Yours "
            "is the first line: take them off your own debt.",
            {"do": "spend", "from": "bonus", "to": "debt", "seat": YOU, "sign": -1},
            keys=("1", "minus", "enter"),
            hint=N_("Choose your own line, the first, and take the points off the debt."),
        ),
        Step(
            "Your debt is below zero now, and that is the right direction. Watch the others.",
            turns=(
                Turn(MARGOT, {"do": "announce", "total": 12}, (1, 2)),
                Turn(LUCIEN, {"do": "announce", "total": 7}, (6, 6)),
                Turn(LUCIEN, {"do": "give", "to": (MARGOT,)}),
            ),
        ),
        Step(
            "Margot dreamt of 12 and rolled 3: nine points of debt. Lucien rolled a pair, and "
            "a pair gives a crisis die away: Margot has to roll three dice now, and the more "
            "dice, the bigger the misses."
        ),
        Step(
            "Your turn. Announce 7 this time: no bonus, but the least risk.",
            {"do": "announce", "total": 7},
            keys=("7", "enter"),
            draws=(5, 5),
            hint=N_("Announce 7: type it, then roll."),
        ),
        Step(
            "10, a miss of three, so your debt is 1. But it is a pair: you may give a crisis "
            "die too. Margot is deep in debt already: give it to her.",
            {"do": "give", "to": (MARGOT,)},
            keys=("2", "enter"),
            hint=N_("Choose Margot, the second line, and give."),
            turns=(
                Turn(MARGOT, {"do": "announce", "total": 20}, (1, 1, 2, 5)),
                Turn(MARGOT, {"do": "give", "to": (LUCIEN,)}),
                Turn(LUCIEN, {"do": "announce", "total": 10}, (6, 1, 4)),
            ),
        ),
        Step(
            "With four dice Margot announced 20 and rolled 9. Her debt is 20: at exactly 21 "
            "she would be safe and score, above it she is out. You want a bonus now: announce "
            "8.",
            {"do": "announce", "total": 8},
            keys=("8", "enter"),
            draws=(5, 3),
            hint=N_("Announce 8: type it, then roll."),
        ),
        Step(
            "Another hit! Two points. Margot has 20: add them to her debt.",
            {"do": "spend", "from": "bonus", "to": "debt", "seat": MARGOT, "sign": 1},
            keys=("2", "plus", "enter"),
            hint=N_("Choose Margot, the second line, and add the points to her debt."),
        ),
        Step(
            "22: a kill, and it is yours. At the end of the contract each kill takes a point "
            "off your debt for every trader. The year goes on until one trader at most is "
            "below 21; then the next one begins."
        ),
    ),
)
