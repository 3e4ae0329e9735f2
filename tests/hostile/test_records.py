"""Records changed in every field, and by every fact as a whole: none is accepted in silence."""

import pytest

from tests.fair.mutations import run, told
from tests.hostile.conftest import Tell


@pytest.mark.exhaustive
@pytest.mark.timeout(600)
@pytest.mark.attack(41, "a record changed in every field, and by every fact")
def test_every_change_of_every_record(figures: Tell) -> None:
    table, silent = run(most=1, seed=1)
    tried = sum(counts.total() for counts in table.values())
    figures(f"{tried} changes, {len(silent)} accepted in silence\n{told(table)}")
    assert tried >= 2000
    assert silent == []
