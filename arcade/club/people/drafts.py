"""Lines of talk that somebody was typing when their line broke."""

from arcade.players.player import Player

MOST = 1000
"""Drafts kept; the oldest give way."""


class Drafts:
    """Keeps each person's last unfinished line, by the table it was for ("": the lobby)."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[str, str]] = {}

    def keep(self, player: Player, code: str, text: str) -> None:
        self._kept.pop(player.id, None)
        self._kept[player.id] = code, text
        if len(self._kept) > MOST:
            del self._kept[next(iter(self._kept))]

    def take(self, player: Player, code: str) -> str:
        """Return what this person had typed there, once; "" for nothing."""
        if self._kept.get(player.id, ("", ""))[0] != code:
            return ""
        return self._kept.pop(player.id, (code, ""))[1]
