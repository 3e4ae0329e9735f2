"""The lesson of 21: four rounds on the board of two, a line, and a star."""

from arcade.engine import N_, Lesson, Shuffled, Step, Turn

MARGOT = 1

_YOURS = Shuffled((9, 8, 4, 3, "*", 12))
_MARGOTS = Shuffled((5, 6, 2, 1, 7, 10))

LESSON = Lesson(
    game="vingt-et-un",
    seats=2,
    draws=(18, 2, _YOURS, _MARGOTS),
    steps=(
        Step(
            "Tiles on a board. Lay a tile so that a straight line adds up to 21, and you "
            "score what the square is worth: 5, 10 on squares of your own colour, 15, 20 or "
            "30 on marked ones. You are blue."
        ),
        Step(
            "The first tile goes on your own start square. You have 9, 8 and 4: lay the 9.",
            {"do": "place", "tile": 9, "at": "G7"},
            hint=N_("Choose the 9, the first tile of your hand, and lay it on G7."),
            turns=(Turn(MARGOT, {"do": "place", "tile": 5, "at": "I7"}),),
        ),
        Step(
            "From now on a tile goes where it touches another, by a side or a corner. On F6 "
            "an 8 makes 17 with your 9, along the diagonal. The cursor stands there: lay it.",
            {"do": "place", "tile": 8, "at": "F6"},
            hint=N_("The 8, on F6: left of the 9 and one up."),
            turns=(Turn(MARGOT, {"do": "place", "tile": 6, "at": "H6"}),),
        ),
        Step(
            "A 4 on E5 would make 21, but nothing scores before round 4. Save it: take the 3, "
            "and lay it on F7, two down and one to the right.",
            {"do": "place", "tile": 3, "at": "F7"},
            keys=("2", "down", "down", "right", "enter"),
            hint=N_("The 3, on F7: below the 8, left of the 9."),
            turns=(Turn(MARGOT, {"do": "place", "tile": 2, "at": "J7"}),),
        ),
        Step(
            "Round 4: now it counts. The 4 goes on E5, and 4 + 8 + 9 are 21.",
            {"do": "place", "tile": 4, "at": "E5"},
            keys=("1", "enter"),
            hint=N_("The 4, on E5: at the end of the diagonal."),
            turns=(Turn(MARGOT, {"do": "place", "tile": 1, "at": "K7"}),),
        ),
        Step(
            "15 points, as the square says; and the tile is turned face down. It counts no "
            "more, and nothing may be laid along its sides."
        ),
        Step(
            "Your star may be any number. As 15 on H5 it makes 21 with Margot's 6: all tiles "
            "count, whoever laid them. And as 21 it would score alone.",
            {"do": "place", "tile": "*", "at": "H5", "as": 15},
            keys=("1", "enter"),
            hint=N_("The star (15) on H5, above Margot's 6."),
        ),
        Step(
            "30 points. It ends when somebody has laid all 29 tiles, or nothing fits any more; "
            "what the others still hold is taken off their points."
        ),
    ),
)
