"""Records changed in every field, and by every fact as a whole: none is accepted in silence."""

from pathlib import Path

import pytest

from server.hosting import verify
from tests.fair.checkpoints import Signed, asked_once, silent
from tests.fair.mutations import run, summary
from tests.hostile.conftest import Tell


@pytest.mark.exhaustive
@pytest.mark.timeout(600)
@pytest.mark.attack(41, "a record changed in every field, and by every fact")
def test_every_change_of_every_record(figures: Tell) -> None:
    table, silent = run(most=1, seed=1)
    tried = sum(counts.total() for counts in table.values())
    figures(f"{tried} changes, {len(silent)} accepted in silence\n{summary(table)}")
    assert tried >= 2000
    assert silent == []


@pytest.mark.exhaustive
@pytest.mark.timeout(600)
@pytest.mark.attack(43, "a record or a checkpoint changed, each beside the other")
async def test_every_change_beside_a_checkpoint(
    figures: Tell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    signed = Signed(tmp_path)
    checkpoint = await signed.proofs()
    monkeypatch.setattr(verify, "KNOWN_HOSTS", signed.known_hosts)
    monkeypatch.setattr(verify, "check_signature", asked_once)
    tried, accepted = silent(checkpoint, 1)
    figures(f"{tried} changes beside a checkpoint, {len(accepted)} accepted in silence")
    assert tried >= 5000
    assert accepted == []
