"""Which sights stand in the documents, as docs/pictures/<name>.svg; `make pictures` draws them."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from screens.terminal.colours import Depth

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"


class Picture(NamedTuple):
    """A sight to draw: its scene, language, size, theme ("" the house's own), and colours."""

    scene: str
    title: str = "ssh play@host"
    language: str = "en"
    size: tuple[int, int] = (80, 24)
    theme: str = ""
    depth: Depth = "truecolor"


WIDE = (160, 45)

PICTURES: Mapping[str, Picture] = {
    "421": Picture("421-told", "ssh KAFEL@host"),
    "trente": Picture("trente-told", "ssh KAFEL@host"),
    "golden21": Picture("golden21-told", "ssh KAFEL@host"),
    "golden-zero": Picture("golden-zero-told", "ssh KAFEL@host"),
    "vingt-et-un": Picture("vingt-et-un-told", "ssh KAFEL@host"),
    "lobby": Picture("lobby-friends"),
    "lobby-guest": Picture("lobby-guest"),
    "naming": Picture("naming"),
    "tour": Picture("tour"),
    "tour-keys": Picture("tour-keys"),
    "tour-again": Picture("tour-again"),
    "lessons": Picture("lessons"),
    "lesson": Picture("lesson"),
    "new-table": Picture("new-table"),
    "waiting": Picture("421-waiting"),
    "coach": Picture("coach"),
    "rules": Picture("rules"),
    "fairness": Picture("fairness"),
    "leave": Picture("leave"),
    "emote": Picture("emote"),
    "talk": Picture("talk"),
    "asked": Picture("table-asked"),
    "late": Picture("table-late"),
    "curtain": Picture("curtain"),
    "generic": Picture("generic"),
    "over": Picture("trente-result", "ssh KAFEL@host"),
    "replay": Picture("replay", "arcade replay FILE"),
    "costliest": Picture("costliest"),
    "look-back": Picture("look-back"),
    "past-games": Picture("past-games"),
    "standing": Picture("standing-profile"),
    "boards": Picture("standing-boards"),
    "history": Picture("standing-past"),
    "rivals": Picture("standing-rivals"),
    "games": Picture("games"),
    "help": Picture("help"),
    "daily": Picture("daily-played"),
    "people": Picture("people"),
    "settings": Picture("settings"),
    "menu": Picture("menu"),
    "aloud": Picture("aloud"),
    "notice": Picture("notice"),
    "lobby-fr": Picture("lobby-friends", language="fr"),
    "421-fr": Picture("421-told", language="fr"),
    "lobby-hostile": Picture("lobby-full"),
    "golden21-crowded": Picture("golden21-crowded"),
    "lobby-small": Picture("lobby-full", size=(60, 20)),
    "lobby-wide": Picture("lobby-friends", size=WIDE),
    "golden21-wide": Picture("golden21-told", size=WIDE),
    "replay-wide": Picture("replay", size=WIDE),
    "colours-256": Picture("421-told", title="256 colours", depth="256"),
    **{
        f"theme-{theme}": Picture("trente-told", theme=theme, title=f"theme: {theme}")
        for theme in ("light", "contrast", "zinc", "sixteen", "mono")
    },
}

ALBUM = (
    *("lobby-guest", "lobby-friends", "naming", "tour", "tour-again", "tour-keys"),
    *("lessons", "lesson", "games", "help", "menu", "new-table", "421-waiting", "people", "notice"),
    *("settings", "letters"),
    *("421-told", "trente-told", "golden21-told", "golden-zero-told", "vingt-et-un-told"),
    *("421-result", "trente-result", "golden21-result", "golden-zero-result"),
    *("vingt-et-un-result", "coach", "rules", "fairness", "leave", "emote", "talk", "aloud"),
    *("table-paused", "table-asked", "table-late", "curtain", "generic"),
    *("daily-played", "standing-profile", "standing-boards", "standing-past", "standing-rivals"),
    *("past-games", "replay", "costliest", "look-back"),
)
"""The scenes of docs/album.md, in English and in every size: docs/pictures/album/<scene>.svg."""
