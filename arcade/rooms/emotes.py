"""Gestures at a table, by the word that is stored."""

from collections.abc import Mapping

from msgspec import Struct

from arcade.engine.words import N_


class Emote(Struct, frozen=True):
    """A gesture: what the one who makes it chooses, and what the others see."""

    label: str
    seen: str


EMOTES: Mapping[str, Emote] = {
    "cheers": Emote(N_("Cheers!"), N_("{who} lifts a glass: “Cheers!”")),
    "bravo": Emote(N_("Bravo!"), N_("{who} claps: “Bravo!”")),
    "laugh": Emote(N_("Ha ha!"), N_("{who} bursts out laughing.")),
    "alas": Emote(N_("Oh là là!"), N_("{who} sighs: “Oh là là!”")),
    "think": Emote(N_("Hmm…"), N_("{who} scratches a chin: “Hmm…”")),
    "hurry": Emote(N_("Well?"), N_("{who} drums on the table: “Well?”")),
    "sorry": Emote(N_("Sorry!"), N_("{who} makes a face: “Sorry!”")),
    "thanks": Emote(N_("Thanks, all!"), N_("{who} bows: “Thanks, all!”")),
}
"""In the order of the menu."""
