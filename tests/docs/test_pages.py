"""The pages name what there is, and what they link to is there."""

import re
from pathlib import Path

import pytest

from arcade.engine import registry

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    said = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\((?!https?:)([^)#\s]+)", said):
        assert (page.parent / target).exists(), target


def test_the_readme_begins_with_how_to_begin() -> None:
    first = re.search(r"```\n(.*?)```", text("README.md"), re.DOTALL)
    assert first
    assert re.findall(r"^make \w+", first[1], re.MULTILINE) == ["make serve", "make test"]


def test_every_game_has_its_place_among_the_games() -> None:
    page = text("docs/games.md")
    for key, game in registry.games().items():
        if not registry.built_in(game):
            continue
        low, high = game.meta.seats
        assert f"`{key}`, {low}–{high} players" in page
        place = registry.package(game).replace(".", "/")
        for language in ("en", "fr"):
            assert f"../{place}/rules.{language}.md" in page


def test_the_bot_for_beginners_is_short() -> None:
    lines = text("docs/examples/bot.py").splitlines()
    assert len([line for line in lines if line.strip()]) <= 30
