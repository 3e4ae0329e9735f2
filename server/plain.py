"""The whole club in lines, for screen readers, scripts and plain terminals: a command, an entry.

Must not know: channels and bytes, or a rule of any game.
"""

from collections.abc import Mapping

from arcade.club import rulebook
from arcade.club.spoken import paragraph
from arcade.club.words import Words, languages
from arcade.engine import registry
from arcade.engine.words import N_
from arcade.rooms.errors import refused
from server import daily, newtable, standing
from server.caller import Caller
from server.conversation import Command, Conversation
from server.identity import Shortcut


async def converse(caller: Caller, words: Words, wish: Shortcut) -> None:
    """Talk with a caller, from where they wished to begin, until they have enough."""
    also = {other: COMMANDS[name] for other, name in ALSO.items()}
    await Conversation(caller, words, {**COMMANDS, **also}).run(wish)


async def _help(talk: Conversation, _: str) -> None:
    for command in COMMANDS.values():
        await talk.say(f"{command.usage}: {talk.words.t(command.help)}")
    await talk.say(
        talk.words.t(
            "At a table: the number of a choice, or an action such as roll, keep 4 2, raise 30, "
            "announce 14, lay 5 h8."
        )
    )


async def _list(talk: Conversation, _: str) -> None:
    t, nt = talk.words.t, talk.words.nt
    rows = talk.caller.club.lobby(talk.caller.player).tables
    states = {"waiting": t("waiting"), "playing": t("playing"), "over": t("over")}
    for one in rows:
        people = ", ".join(one.people) or "–"
        free = nt("{n} seat to take", "{n} seats to take", one.open)
        marks = [t("it is your turn") if one.turn else t("you sit there") if one.yours else ""]
        parts = [f"{one.code}: {one.name}", states.get(one.phase, one.phase), people, free, *marks]
        await talk.say(", ".join(part for part in parts if part) + ".")
    if not rows:
        await talk.say(t("No table is open. Open one!"))


async def _play(talk: Conversation, rest: str) -> None:
    game = newtable.game_key(rest) if rest else None
    talk.caller.go(await talk.caller.club.quick_play(talk.caller.player, game))
    await talk.arrived()


async def _new(talk: Conversation, rest: str) -> None:
    if not rest:
        games = ", ".join(registry.games())
        await talk.say(
            talk.words.t("Write new GAME SEATS option=value …; games: {games}", games=games)
        )
        return
    wish = newtable.read(rest)
    if wish.asked:
        for line in newtable.options_text(talk.words, wish.game):
            await talk.say(line)
        return
    caller = talk.caller
    code = await caller.club.create(
        caller.player, wish.game, wish.options, wish.seats, wish.private, wish.table
    )
    caller.go(await caller.club.join(caller.player, code))
    await talk.arrived()


async def _join(talk: Conversation, rest: str) -> None:
    talk.caller.go(await talk.caller.club.join(talk.caller.player, rest.upper()))
    await talk.arrived()


async def _watch(talk: Conversation, rest: str) -> None:
    talk.caller.go(await talk.caller.club.watch(talk.caller.player, rest.upper()))
    await talk.arrived()


async def _leave(talk: Conversation, _: str) -> None:
    talk.to_lobby()
    await talk.say(talk.words.t("You are in the lobby again."))


async def _quit(talk: Conversation, _: str) -> None:
    await talk.say(talk.words.t("Good-bye, {name}!", name=talk.caller.player.name))
    talk.ended = True


async def _who(talk: Conversation, _: str) -> None:
    t, caller = talk.words.t, talk.caller
    people = caller.place.here() if caller.place else caller.club.company.people(caller.player)
    for one in people:
        where = (
            t("plays") if one.playing else t("at a table") if one.at_table else t("in the lobby")
        )
        await talk.say(f"{one.name}: {where}" + (f" {one.where}" if one.where else ""))


async def _say(talk: Conversation, rest: str) -> None:
    caller = talk.caller
    if caller.place is not None:
        await caller.place.say(rest)
    else:
        await caller.club.company.say(caller.player, rest)


async def _daily(talk: Conversation, rest: str) -> None:
    caller, deals = talk.caller, talk.caller.club.daily
    if rest:
        caller.go(await deals.play(caller.player, newtable.game_key(rest)))
        await talk.arrived()
    else:
        await talk.say(daily.states_text(talk.words, deals.all(caller.player)))


async def _standing(talk: Conversation, rest: str) -> None:
    club, words = talk.caller.club, talk.words
    games = [newtable.game_key(rest)] if rest else list(registry.games())
    for game in games:
        board = club.standing.leaderboard(game, talk.caller.player)
        await talk.say(standing.board_text(words, board, standing.MOST if rest else standing.FEW))


async def _rules(talk: Conversation, rest: str) -> None:
    place = talk.caller.place
    if not rest and place is None:
        raise refused("Write rules and the name of a game.")
    game = newtable.game_key(rest) if rest or place is None else place.table().game
    await talk.say(rulebook.rules(game, talk.words.language))


async def _start(talk: Conversation, _: str) -> None:
    if talk.caller.place is not None:
        await talk.caller.place.start()


async def _sit(talk: Conversation, rest: str) -> None:
    if talk.caller.place is not None:
        await talk.caller.place.sit(int(rest) - 1 if rest.isdecimal() else None)


async def _stand_up(talk: Conversation, _: str) -> None:
    if talk.caller.place is not None:
        await talk.caller.place.leave()


async def _look(talk: Conversation, _: str) -> None:
    if talk.caller.place is not None:
        table = talk.caller.place.table()
        await talk.say(paragraph(talk.words, table))
        await talk.say_choices(table)


async def _wait(talk: Conversation, _: str) -> None:
    talk.waiting = True


async def _language(talk: Conversation, rest: str) -> None:
    if rest not in languages():
        raise refused("There is: {known}", known=", ".join(languages()))
    await talk.caller.club.choose_language(talk.caller.player, rest)
    talk.words = Words(rest)
    await talk.say(talk.words.t("Now in English."))


COMMANDS: Mapping[str, Command] = {
    "help": Command("help", N_("this list"), _help),
    "list": Command("list", N_("the tables"), _list),
    "play": Command("play [GAME]", N_("play at once: with people, else against bots"), _play),
    "new": Command(
        "new GAME [SEATS] [option=value …]", N_("open a table; new GAME ? says the options"), _new
    ),
    "join": Command("join CODE", N_("sit down at a table"), _join),
    "watch": Command("watch CODE", N_("watch a table"), _watch),
    "start": Command("start", N_("begin the game"), _start, table=True),
    "again": Command("again", N_("play another game"), _start, table=True),
    "look": Command("look", N_("how the table stands, and what you may do"), _look, table=True),
    "wait": Command(
        "wait", N_("take no lines until it is your turn: for scripts"), _wait, table=True
    ),
    "sit": Command("sit [SEAT]", N_("take a seat, also back from a bot"), _sit, table=True),
    "giveup": Command("giveup", N_("give your seat up and watch"), _stand_up, table=True),
    "leave": Command("leave", N_("go to the lobby; your seat is held"), _leave, table=True),
    "say": Command("say …", N_("talk, at the table or in the lobby"), _say),
    "who": Command("who", N_("who is here"), _who),
    "daily": Command("daily [GAME]", N_("the daily deals; with a game, play its deal"), _daily),
    "standing": Command("standing [GAME]", N_("the best players"), _standing),
    "rules": Command("rules [GAME]", N_("the rules of a game"), _rules),
    "language": Command("language en|fr", N_("speak another language"), _language),
    "quit": Command("quit", N_("go home"), _quit),
}

ALSO: Mapping[str, str] = {
    "?": "help",
    "aide": "help",
    "liste": "list",
    "jouer": "play",
    "nouvelle": "new",
    "rejoindre": "join",
    "regarder": "watch",
    "commencer": "start",
    "encore": "again",
    "state": "look",
    "choices": "look",
    "état": "look",
    "choix": "look",
    "attendre": "wait",
    "asseoir": "sit",
    "partir": "leave",
    "dire": "say",
    "qui": "who",
    "jour": "daily",
    "classement": "standing",
    "règles": "rules",
    "langue": "language",
    "exit": "quit",
    "bye": "quit",
    "quitter": "quit",
}
"""Other words for the commands, in both languages."""
