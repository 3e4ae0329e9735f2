"""The tables of attacks in docs/security.md: a number belongs to one section, and has its tests."""

import re
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SECTIONS = (ROOT / "docs" / "security.md").read_text().split("\n## ")
ROW = re.compile(r"^\| (\d+) \|(.*)\|$", re.MULTILINE)
ROWS = [row for section in SECTIONS for row in ROW.findall(section)]


def test_a_number_stands_for_attacks_of_one_kind() -> None:
    sections = defaultdict(set)
    for section in SECTIONS:
        for number, _ in ROW.findall(section):
            sections[number].add(section.partition("\n")[0])
    assert len(sections) > 50
    assert [number for number, names in sections.items() if len(names) > 1] == []


@pytest.mark.parametrize(("number", "row"), ROWS, ids=[number for number, _ in ROWS])
def test_the_tests_of_each_attack_are_there(number: str, row: str) -> None:
    named = re.findall(r"`([^`]+)`", row.rpartition("|")[2])
    assert named
    for name in named:
        pattern = name if name.startswith("tests/") else f"tests/hostile/**/{name}"
        assert any(ROOT.glob(f"{pattern}.py")) or (ROOT / name).is_dir(), name
