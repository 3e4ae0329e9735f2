"""No change of a record is accepted in silence: a sample here, thousands in `tests/hostile`."""

import gzip
import json
from pathlib import Path

import pytest

from tests.fair.mutations import mutations, records
from tests.fair.tables import verified

OLD = json.loads(gzip.decompress(Path(__file__).with_name("records-dd71cae.json.gz").read_bytes()))


@pytest.mark.parametrize("name", sorted(OLD))
def test_records_of_the_first_release_hold(name: str) -> None:
    code, said = verified(OLD[name])
    assert code == (2 if name == "golden-zero daily" else 0), said
    assert "DOES NOT HOLD" not in said


def test_a_sample_of_changes() -> None:
    for name, record, other in records():
        code, said = verified(record)
        assert code == (2 if name == "golden-zero, daily" else 0), said
        changes = list(mutations(record, other, 1, seed=7))
        for one in changes[:: len(changes) // 20]:
            verdict, said = one.judge()
            assert verdict != "ACCEPTED", f"{name}: {one.kind}: {one.what}: {said}"
