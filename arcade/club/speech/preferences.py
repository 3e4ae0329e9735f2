"""What people can set for themselves, in words."""

from collections.abc import Mapping

from arcade.engine.words import N_

LABELS: Mapping[str, tuple[str, str]] = {
    "theme": (N_("Colours"), N_("Takes effect at once.")),
    "motion": (N_("Motion"), N_("Whether dice tumble and cards turn for a moment.")),
    "mouse": (
        N_("Mouse"),
        N_("Whether keys, tables, dice and tiles can be clicked; ^O changes it for this visit."),
    ),
    "ascii": (
        N_("Glyphs"),
        N_(
            "For terminals and fonts without frames, stars and accents: the same pictures in ASCII."
        ),
    ),
    "bell": (N_("Bell"), N_("Whether the terminal's bell rings when it is your turn.")),
    "notify": (
        N_("Notification"),
        N_(
            "Whether the desktop tells you of your turn; which sequence the terminal knows, if any."
        ),
    ),
    "title": (N_("Window title"), N_("Whether the terminal's window says whose turn it is.")),
    "invitations": (
        N_("Invitations"),
        N_("Who may invite you to a table: everybody, people you have played with, or nobody."),
    ),
    "listed": (
        N_("Front page"),
        N_("Whether the page that browsers open first names you while you are here."),
    ),
    "plain": (
        N_("Plain mode"),
        N_("Lines instead of screens from the next login on, for screen readers."),
    ),
}
"""Each setting's name and what it is."""

VALUES: Mapping[str, str] = {
    "theme cafe": N_("café, dark"),
    "theme light": N_("café crème, light"),
    "theme contrast": N_("high contrast"),
    "theme zinc": N_("zinc, cool and dark"),
    "theme sixteen": N_("your terminal's own 16"),
    "ascii auto": N_("what your terminal shows"),
    "ascii on": N_("ASCII only"),
    "ascii off": N_("all of them"),
    "invitations all": N_("from everybody"),
    "invitations known": N_("from those I played with"),
    "invitations none": N_("no invitations"),
    "listed on": N_("names me"),
    "listed off": N_("does not name me"),
    "title on": N_("whose turn it is"),
    "title off": N_("left as it is"),
    "notify osc9": N_("OSC 9 (iTerm2, kitty, Windows Terminal)"),
    "notify osc777": N_("OSC 777 (foot, urxvt, WezTerm)"),
}
"""The values that "on" and "off" do not name."""
