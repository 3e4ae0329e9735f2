"""A name in large letters."""

from screens.widgets.banner import banner, low_banner


def test_a_name_has_large_letters_where_all_are_known_and_have_room() -> None:
    accent, *letters = banner("Zoé", 80)
    assert accent.rstrip() == " " * 20 + "▀▀" and letters == banner("ZOE", 80)
    assert len(banner("Zoe", 80)) == 5
    assert {len(line) for line in banner("Anna", 80)} == {2 * 6 + 2 * 8 + 3 * 2}
    assert banner("日本", 80) == [] and banner("Anna", 20) == [] and banner("", 80) == []


def test_low_letters_are_half_as_large() -> None:
    assert low_banner("Zoé wins", 40) == [
        "          ▀" + 21 * " ",
        "▀▀█ █▀█ █▀▀   █   █ ▀█▀ █▄ █ █▀▀",
        "▄▀  █ █ █▀    █ █ █  █  █ ▀█ ▀▀█",
        "▀▀▀ ▀▀▀ ▀▀▀    ▀ ▀  ▀▀▀ ▀  ▀ ▀▀▀",
    ]
    assert low_banner("Zoé wins", 20) == low_banner("日本", 80) == []
