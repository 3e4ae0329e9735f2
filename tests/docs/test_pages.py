"""What the pages link to and name exists."""

import re
from pathlib import Path

import pytest

from arcade.engine import registry

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    path for where in ("*.md", "docs/**/*.md", "arcade/games/*/*.md") for path in ROOT.glob(where)
)


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


each_page = pytest.mark.parametrize(
    "page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix()
)


@each_page
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#\s]*)#?([^)\s]*)\)", page.read_text(encoding="utf-8"))
    for target, anchor in links:
        linked = page.parent / target if target else page
        assert linked.exists(), target
        assert not anchor or anchor in anchors(linked), f"{target}#{anchor}"


@each_page
def test_paths_are_those_of_the_tree(page: Path) -> None:
    named = r"`((?:arcade|screens|server|tests|tools|docs)/[\w/.-]+)`"
    for path in re.findall(named, page.read_text(encoding="utf-8")):
        assert (ROOT / path).exists() or (ROOT / f"{path}.py").exists(), path


def test_the_readme_begins_with_how_to_begin() -> None:
    first = re.search(r"```\n(.*?)```", text("README.md"), re.DOTALL)
    assert first
    assert re.findall(r"^make \w+", first[1], re.MULTILINE) == ["make serve", "make test"]
    assert len(text("README.md").splitlines()) < 120


def test_every_page_is_among_the_contents_of_the_site() -> None:
    contents = text("tools/site/conf.py").partition("CONTENTS = ")[2].partition("}")[0]
    named = set(re.findall(r"[\w/-]+", contents))
    assert {page.stem for page in (ROOT / "docs").glob("*.md")} <= named


def test_every_game_has_its_place_among_the_games() -> None:
    page = text("docs/games.md")
    for key, game in registry.games().items():
        if not registry.built_in(game):
            continue
        low, high = game.meta.seats
        assert f"`{key}`, {low}–{high} players" in page
        folder = registry.package(game).replace(".", "/")
        for language in ("en", "fr"):
            assert f"../{folder}/rules.{language}.md" in page


def test_the_bot_for_beginners_is_short() -> None:
    lines = text("docs/examples/bot.py").splitlines()
    assert len([line for line in lines if line.strip()]) <= 30
