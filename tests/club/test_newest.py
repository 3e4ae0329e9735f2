from arcade.newest import Newest


def test_what_was_set_longest_ago_is_forgotten() -> None:
    newest: Newest[str, int] = Newest(2)
    newest["a"] = newest["b"] = 1
    newest["a"] = 2
    newest["c"] = 1

    assert newest == {"a": 2, "c": 1}
