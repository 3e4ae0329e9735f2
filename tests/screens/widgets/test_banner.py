"""A name in large letters."""

from screens.widgets.banner import banner


def test_a_name_has_large_letters_without_accents_where_all_are_known_and_have_room() -> None:
    assert banner("Zoé", 80) == banner("ZOE", 80) and len(banner("Zoé", 80)) == 5
    assert {len(line) for line in banner("Anna", 80)} == {4 * 6 + 3 * 2}
    assert banner("日本", 80) == [] and banner("Anna", 20) == [] and banner("", 80) == []
