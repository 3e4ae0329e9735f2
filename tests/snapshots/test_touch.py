"""On a touch screen no sentence of any screen names a key: buttons stand for the bottom line."""

import re

import pytest

from arcade.club.club import Club
from tests.snapshots.scenes import WHO, Walk
from tests.snapshots.stage import Stage

PHONE = (50, 52)
KEY = re.compile(
    r"\b(Enter|Entrée|Tab|Esc|Échap|Space|Espace|PgUp|PgDn|Ctrl)\b|←→|↑↓|← →|↑ ↓|⌫"
    r"|(?<![\w:’] )(?<!\S)[B-HJ-Zb-xz] {1,2}[a-zà-ÿ(]{2,}"
)
"""Names of keys, and letters of keys before what they do."""


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_no_screen_names_a_key_on_a_touch_screen(club: Club, language: str) -> None:
    app = Stage(club, WHO, language=language, animations=False, touch=True, pointer=True)
    named = []
    async with app.unpainted():
        async for scene in Walk(app, club).everywhere():
            lines = ["".join(piece.text for piece in line) for line in await app.sight(PHONE)]
            named += [f"{scene}: {line.strip()}" for line in lines[:-1] if KEY.search(line)]
    assert not named, "\n".join(named)
