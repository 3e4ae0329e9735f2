"""No change of a record is accepted in silence: a sample here, thousands in `tests/hostile`."""

import json
from pathlib import Path

import pytest

from server.hosting import verify
from tests.fair.checkpoints import HOLDS, Signed, asked_once, check, silent
from tests.fair.mutations import mutations, records
from tests.fair.tables import verified


def test_a_sample_of_changes() -> None:
    for name, record, other in records():
        code, said = verified(record)
        assert code == (2 if name == "golden-zero, daily" else 0), said
        changes = list(mutations(record, other, 1, seed=7))
        for one in changes[:: len(changes) // 10]:
            verdict, said = one.judge()
            assert verdict != "ACCEPTED", f"{name}: {one.kind}: {one.what}: {said}"


async def test_a_sample_of_changes_beside_a_checkpoint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    signed = Signed(tmp_path)
    told = await signed.told()
    monkeypatch.setattr(verify, "KNOWN_HOSTS", signed.known_hosts)
    monkeypatch.setattr(verify, "check_signature", asked_once)
    for name, (record, checkpoint) in told.items():
        code, said = check([json.dumps(line) for line in record], checkpoint)
        assert code == (2 if name == "golden-zero, daily" else 0), said
        assert HOLDS in said
    tried, accepted = silent(told, 83)
    assert tried > 100
    assert accepted == []
