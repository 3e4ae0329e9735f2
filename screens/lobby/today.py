"""What each game offers a person now, in a sentence: the daily deal, their rating."""

from collections.abc import Mapping

from arcade.club.club import Club
from arcade.club.i18n.words import Words
from arcade.players.player import Player
from screens.pages.daily import state_text


def notes(words: Words, club: Club, player: Player) -> Mapping[str, str]:
    """Return the sentence of every game by its key."""
    lines = {one.game: one for one in club.standings.profile(player).lines}
    said: dict[str, str] = {}
    for table in club.daily.all(player):
        parts = [words.t("daily deal: {state}", state=state_text(words, table))]
        line = lines.get(table.game)
        if line is not None:
            parts.append(words.nt("{n} game played", "{n} games played", line.games))
            if line.points is not None:
                unsure = "?" if line.unsure else ""
                parts.append(words.t("your rating: {n}", n=f"{line.points}{unsure}"))
        said[table.game] = " · ".join(parts)
    return said
