"""The server's own environment: what is about its own terminal must not decide for clients."""

from collections.abc import MutableMapping

_ABOUT_A_TERMINAL = frozenset(
    {
        "CLICOLOR",
        "CLICOLOR_FORCE",
        "COLORTERM",
        "COLUMNS",
        "ESCDELAY",
        "FORCE_COLOR",
        "LC_TERMINAL",
        "LINES",
        "NO_COLOR",
        "ROWS",
        "TERM_PROGRAM",
        "TTY_COMPATIBLE",
        "TTY_INTERACTIVE",
        "UNICODE_VERSION",
    }
)


def forget_terminal(environment: MutableMapping[str, str]) -> None:
    """Drop what Textual and Rich read there; to be called before either is imported."""
    for name in list(environment):
        if name in _ABOUT_A_TERMINAL or name.startswith("TEXTUAL"):
            del environment[name]
    environment["TEXTUAL_COLOR_SYSTEM"] = "truecolor"
