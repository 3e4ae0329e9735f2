"""Which sights stand in the documents, as docs/pictures/<name>.svg; `make pictures` draws them."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"


class Picture(NamedTuple):
    """A sight to draw: its scene, language, size, and theme ("" the house's own)."""

    scene: str
    title: str = "ssh play@host"
    language: str = "en"
    size: tuple[int, int] = (80, 24)
    theme: str = ""


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
    "over": Picture("trente-over"),
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
    "daily": Picture("daily"),
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
    **{
        f"theme-{theme}": Picture("trente-told", theme=theme, title=f"theme: {theme}")
        for theme in ("light", "contrast", "zinc", "sixteen", "mono")
    },
}
