"""Small plots: columns as high as their values, as many as fit."""

from hypothesis import given
from hypothesis import strategies as st

from arcade.club.standings.plot import BLOCKS, plot, spark


def test_the_lowest_is_one_mark_high_and_the_highest_full() -> None:
    assert spark([1, 8, 4], 10) == "▁▆▃"
    assert plot([0, 15], 10, 2) == [" █", "▁█"]
    assert plot([5, 5], 10, 2) == ["  ", "██"]


def test_only_the_last_values_are_shown() -> None:
    assert spark(range(100), 3) == spark([97, 98, 99], 3)
    assert spark([], 9) == "" == spark([1], 0)
    assert spark([979], 9) == "", "a single value has no course"


@given(st.lists(st.integers(-999, 9999), min_size=1), st.integers(1, 40), st.integers(1, 6))
def test_columns_rise_with_their_values(values: list[int], cells: int, rows: int) -> None:
    drawn = plot(values, cells, rows)
    shown = values[-cells:]
    assert len(drawn) == rows and all(len(line) == len(shown) for line in drawn)
    heights = [sum(" ▁▂▃▄▅▆▇█".index(line[at]) for line in drawn) for at in range(len(shown))]
    assert max(heights) <= rows * len(BLOCKS) and min(heights) >= 1
    order = sorted(range(len(shown)), key=lambda at: shown[at])
    assert [heights[at] for at in order] == sorted(heights)
