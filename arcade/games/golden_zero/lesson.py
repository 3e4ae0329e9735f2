"""The lesson of Golden Zero: one hand of two, from the deal to the showdown."""

from arcade.engine import N_, Lesson, Shuffled, Step, Turn

MARGOT = 1

_BUTTON = Shuffled((9, 4))
_DECK = Shuffled((4, 2, 10, 7, 3, 5, 0, 3, 2, 8, 5, 1, 6))
"""Closed, closed, open, Margot first; a card put aside; the target; put aside; yours."""

LESSON = Lesson(
    game="golden-zero",
    seats=2,
    options={"hands": 1},
    draws=(_BUTTON, _DECK),
    steps=(
        Step(
            "Cards from 0 to 10, and a target in the middle: 18 this time. Get as close to it "
            "as you can without going over. You hold two closed cards that only you see, 2 "
            "and 7, and one open card, a 5."
        ),
        Step(
            "You count your open cards and one or both of the closed ones: 7, 12 or 14 as it "
            "stands. A closed card you do not count is your Garde. First comes a round of "
            "bidding, the Levée: Margot has to open.",
            turns=(Turn(MARGOT, {"do": "open", "amount": 10}),),
        ),
        Step(
            "She opens for 10 chips of play money. See if she means it: call.",
            {"do": "call"},
            keys=("c",),
            hint=N_("Call: match her 10."),
        ),
        Step(
            "The bets are equal. You may still raise, or stand and leave it at that. You have "
            "nothing yet: stand.",
            {"do": "stand"},
            keys=("s",),
            hint=N_("Stand: leave the bets as they are."),
            turns=(Turn(MARGOT, {"do": "stand"}), Turn(MARGOT, {"do": "stay"})),
        ),
        Step(
            "Now the Choix: open cards, one at a time, as many as you like. Margot takes none. "
            "A 6 would be perfect: 5 and 6 and your 7 are 18. Take a card.",
            {"do": "card"},
            keys=("space",),
            hint=N_("Take a card; with 14 you will not win this."),
        ),
        Step(
            "The 6! You have 18 with the 7, and keep the 2 as Garde. At 18 a hand with a "
            "Garde beats one without, and a lower Garde a higher one. Take no more: stand.",
            {"do": "stay"},
            keys=("s",),
            hint=N_("Stand: any other card can only hurt."),
            turns=(Turn(MARGOT, {"do": "open", "amount": 20}),),
        ),
        Step(
            "The second bidding, the Reine, and she opens for 20. Only another 18 with a "
            "Garde of 0 or 1 would beat you: raise her to 60.",
            {"do": "raise", "to": 60},
            keys=("6", "0", "enter"),
            hint=N_("Raise to 60: type the amount, then bet it."),
            turns=(Turn(MARGOT, {"do": "call"}), Turn(MARGOT, {"do": "stand"})),
        ),
        Step(
            "She calls, and stands. You can too: on to the showdown.",
            {"do": "stand"},
            keys=("s",),
            hint=N_("Stand, and see her cards."),
        ),
        Step(
            "17 for Margot with both her cards: close, but the pot is yours. If your open "
            "cards go above the target, your hand burns. And if you make all the others fold, "
            "you win with anything."
        ),
    ),
)
