"""The lobby in sentences: its tables, the seats one can take, who is here."""

from arcade.club.calls import Occasion
from arcade.club.duels.facts import SENTENCES
from arcade.club.i18n.words import Words
from arcade.club.views import LobbyView, SeatOffer, TableRow, TableView
from arcade.engine import registry
from arcade.engine.game import Meta
from arcade.engine.words import N_
from arcade.rooms.clocks import now

RECENT_LINES = 5
"""How many lines of talk are repeated."""
MAX_NAMED = 12
"""How many tables and people of a long list are named."""


def table_text(words: Words, table: TableRow) -> str:
    """Describe one table of the lobby: code, game, state, people, free seats."""
    t, nt = words.t, words.nt
    states = {"waiting": t("waiting"), "playing": t("playing"), "over": t("over")}
    state = t("next game") if table.begins else states.get(table.phase, table.phase)
    if table.asleep and table.phase != "over":
        state = t("nobody is there")
    people = ", ".join(table.people) or "–"
    over = table.phase == "over" and not table.begins
    free = "" if over else nt("{n} seat to take", "{n} seats to take", table.open)
    watched = nt("{n} watching", "{n} watching", table.watchers) if table.watchers else ""
    own = t("it is your turn") if table.turn else t("you sit there") if table.yours else ""
    head = t("{name}: {choice}", name=table.code, choice=table.name)
    parts = [head, state, people, free, watched, own]
    return ", ".join(part for part in parts if part) + "."


def players_text(words: Words, game: Meta, brief: bool = False) -> str:
    """Say how many play a game."""
    low, high = game.seats
    if low == high:
        return words.nt("{n} player", "{n} players", low)
    text = N_("{low}–{high} players") if brief else N_("{low} to {high} players")
    return words.t(text, low=low, high=high)


def offer_text(words: Words, offer: SeatOffer) -> str:
    """Describe a seat that can be taken in a running game, and its company."""
    whose = {"bot": offer.bot, "names": words.listed(offer.people), "game": offer.name}
    text = words.t("{bot}'s seat: {game}, with {names}", **whose)
    if offer.waits:
        text = words.t("{bot}'s seat from the next round on: {game}, with {names}", **whose)
    return text


def stakes_text(words: Words, offer: SeatOffer) -> str:
    """Say what the seat has won so far, and when somebody there moved last."""
    ago = max(1, (now() - offer.moved) // 1000)
    moved = words.nt("Last move {n} second ago.", "Last move {n} seconds ago.", ago)
    return f"{words.say(offer.holds)} {moved}" if offer.holds is not None else moved


def occasion_text(words: Words, occasion: Occasion) -> str:
    """Say why somebody is called."""
    table = {"code": occasion.code, "game": occasion.name}
    number, who = len(occasion.people), words.listed(occasion.people)
    if occasion.kind == "friend":
        return words.t("{who} is here.", who=who)
    if occasion.kind == "turn":
        return words.t("It is your turn at table {code}, {game}.", **table)
    if occasion.kind == "round":
        return words.t("Your round of the tournament begins at table {code}, {game}.", **table)
    if occasion.kind.startswith("duel-"):
        sentence = SENTENCES[occasion.kind.removeprefix("duel-")]
        return words.t(sentence, who=who, game=occasion.name)
    if occasion.kind == "joined":
        return words.nt(
            "{who} sits down at your table {code}, {game}.",
            "{who} sit down at your table {code}, {game}.",
            number,
            who=who,
            **table,
        )
    return words.nt(
        "{who} waits for a player at table {code}, {game}.",
        "{who} wait for a player at table {code}, {game}.",
        number,
        who=who,
        **table,
    )


def private_text(words: Words, table: TableView) -> str:
    """Say who opened a private table, and who is there, before the reader sits down."""
    name = registry.find(table.game).meta.name
    whose = {"code": table.code, "who": table.opener, "game": name}
    people = [seat.name for seat in table.seats if seat.kind in ("person", "absent", "held")]
    if others := [name for name in people if name != table.opener]:
        names = words.listed(others)
        return words.t("Table {code} is {who}'s: {game}, with {names}.", **whose, names=names)
    return words.t("Table {code} is {who}'s: {game}.", **whose)


def lobby_text(words: Words, view: LobbyView, chosen: str) -> str:
    """Describe who is here, the tables, and the last lines of talk."""
    t, nt = words.t, words.nt
    here = nt("{n} person here", "{n} people here", view.number)
    people = ", ".join(view.people[:MAX_NAMED])
    sentences = [t("{name}: {choice}", name=here, choice=people) + "."]
    sentences.append(t("Chosen: {line}", line=chosen) + ".")
    sentences += [table_text(words, table) for table in view.tables[:MAX_NAMED]]
    if not view.tables:
        sentences.append(t("No table is open. Open one!"))
    if more := len(view.tables) - MAX_NAMED:
        sentences += [nt("{n} more table.", "{n} more tables.", more)] if more > 0 else []
    talk = (line for line in view.lines[-RECENT_LINES:] if line.text)
    sentences += [t("{name}: {choice}", name=line.who, choice=line.text) for line in talk]
    return " ".join(sentences)
