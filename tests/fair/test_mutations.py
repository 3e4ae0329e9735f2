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
        code, report = verified(record)
        assert code == (2 if name == "golden-zero, daily" else 0), report
        changes = list(mutations(record, other, 1, seed=7, every=35 if "daily" in name else 90))
        assert len(changes) >= 10, name
        for change in changes:
            verdict, report = change.judge()
            assert verdict != "ACCEPTED", f"{name}: {change.kind}: {change.what}: {report}"


async def test_a_sample_of_changes_beside_a_checkpoint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    signed = Signed(tmp_path)
    newest = await signed.proofs()
    monkeypatch.setattr(verify, "KNOWN_HOSTS", signed.known_hosts)
    monkeypatch.setattr(verify, "check_signature", asked_once)
    for name, (record, checkpoint) in newest.items():
        code, report = check([json.dumps(line) for line in record], checkpoint)
        assert code == (2 if name == "golden-zero, daily" else 0), report
        assert HOLDS in report
    tried, accepted = silent(newest, 83)
    assert tried > 100
    assert accepted == []
