"""The last lines of a visit: what happens to the person's seats, and how to come back."""

from collections.abc import Iterator

from arcade.club.club import Club
from arcade.club.errors import Refused
from arcade.club.i18n.words import Words
from arcade.club.speech.absence import seat_kept_text
from arcade.club.speech.daily import deal_text
from arcade.club.speech.ssh_command import by_ssh
from arcade.players.player import Player


def good_bye(
    words: Words, club: Club, player: Player, resume_code: str | None, in_browser: bool = False
) -> str:
    """Return the last lines of a visit; to come back, a page has a button."""
    lines = [*_lines(words, club, player, resume_code)]
    return "\n".join(lines[:-1] if in_browser and player.name and not resume_code else lines)


def _lines(words: Words, club: Club, player: Player, resume_code: str | None) -> Iterator[str]:
    t = words.t
    yield t("Good-bye, {name}!", name=player.name)
    if not player.name:
        return
    seats: dict[str, list[str]] = {}
    for code in club.tables.seated(player):
        try:
            table = club.tables.row(code)
        except Refused:
            continue  # closed meanwhile
        if table.phase == "playing":
            others = not table.asleep and (table.taken > 1 or table.watchers > table.by_link)
            room = club.rooms.find(code).room
            what = seat_kept_text(words, table.days, others, room.of_tournament, bool(room.paused))
            kept = others or table.days or room.of_tournament
            seats.setdefault(what if kept else "", []).append(code)
    for what, codes in seats.items():
        names = words.listed(codes)
        alone = words.nt(
            "Your game at {codes} waits as you left it.",
            "Your games at {codes} wait as you left them.",
            len(codes),
            codes=names,
        )
        text = words.nt(
            "Table {code}: {what}", "Tables {code}: {what}", len(codes), code=names, what=what
        )
        yield text if what else alone
    deals = club.daily.all(player)
    yield deal_text(words, deals, club.daily.streak(player))
    codes_kept = [code for codes in seats.values() for code in codes]
    user = codes_kept[0] if len(codes_kept) == 1 else "play"
    back = f"resume-{resume_code}" if resume_code else user
    yield t("To come back: {how}", how=by_ssh(back, club.address))
