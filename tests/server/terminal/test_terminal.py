"""What is taken from a client's own description of its terminal."""

from server.terminal.terminal import allowed, clamp, terminal


def test_only_some_short_ascii_variables_are_taken() -> None:
    sent = {
        b"LANG": b"fr_FR.UTF-8",
        b"LC_ALL": b"x" * 65,
        b"COLORTERM": "é".encode(),
        b"NO_COLOR": b"",
        b"TEXTUAL_DEBUG": b"1",
        b"LD_PRELOAD": b"evil",
        b"\xff": b"\xff",
    }
    assert allowed(sent) == {"LANG": "fr_FR.UTF-8"}


def test_sizes_are_clamped() -> None:
    assert clamp(0, 0) == (80, 24)
    assert clamp(1, 4) == (20, 5)
    assert clamp(4_294_967_295, 4_294_967_295) == (500, 200)
    assert clamp(120, 40) == (120, 40)


def test_a_terminal_from_what_was_sent() -> None:
    terminal_sent = terminal("xterm-256color", (100, 0), {b"LC_ALL": b"fr_BE", b"LANG": b"en_GB"})
    assert terminal_sent.size == (100, 24)
    assert terminal_sent.depth == "256"
    assert terminal_sent.locale == "fr_BE"
    assert terminal_sent.only_ascii


def test_lines_are_for_who_asks_and_for_terminals_without_screens() -> None:
    assert terminal("xterm", (80, 24), {b"ACCESSIBLE": b"1"}).accessible
    assert not terminal("xterm", (80, 24), {b"ACCESSIBLE": b"0"}).accessible
    assert not terminal("xterm", (80, 24), {}).accessible


def test_utf8_is_what_the_first_of_three_variables_says() -> None:
    for sent, ascii_only in (
        ({}, False),
        ({b"LANG": b"fr_FR.UTF-8"}, False),
        ({b"LANG": b"C.utf8"}, False),
        ({b"LC_CTYPE": b"UTF-8", b"LANG": b"C"}, False),
        ({b"LANG": b"C"}, True),
        ({b"LC_ALL": b"POSIX", b"LANG": b"fr_FR.UTF-8"}, True),
        ({b"LANG": b"fr_FR@euro"}, True),
    ):
        assert terminal("xterm", (80, 24), sent).only_ascii == ascii_only, sent
