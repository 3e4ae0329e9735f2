"""The whole club in lines, for screen readers, scripts and plain terminals: a command, an entry.

Must not know: channels and bytes, or a rule of any game.
"""

from collections.abc import Mapping

from arcade.club.i18n import rulebook
from arcade.club.i18n.words import Words, languages
from arcade.club.lesson_table import LessonTable
from arcade.engine import registry
from arcade.engine.lesson import lesson
from arcade.engine.words import N_
from arcade.rooms.errors import refused
from screens.aloud import table_text
from screens.reach import recovery_text
from server.ssh.identity import Shortcut
from server.text import daily, line_table, new_table, standing
from server.text.conversation import Command, Conversation
from server.text.line_session import LineSession
from server.text.retelling import Retelling, past_text
from server.text.teaching import Teaching

PAST = 20
"""The most past games listed."""


async def converse(caller: LineSession, words: Words, wish: Shortcut) -> None:
    """Talk with a caller, from where they wished to begin, until they have enough."""
    also = {other: COMMANDS[name] for other, name in ALSO.items()}
    await Conversation(caller, words, {**COMMANDS, **also}).run(wish)


async def _help(talk: Conversation, rest: str) -> None:
    if rest.lower() in talk.commands:
        await talk.say(talk.words.t(talk.commands[rest.lower()].help))
        return
    at_table = talk.caller.place is not None
    # What has to do with where one is comes first: a list is heard from its beginning.
    for command in sorted(COMMANDS.values(), key=lambda one: not one.table):
        if at_table or not command.table:
            await talk.say(talk.words.t(command.help))
    if not at_table:
        await talk.say(talk.words.t("At a table, help tells more."))
        return
    await talk.say(
        talk.words.t(
            "At a table: the number of a choice, or an action such as roll, keep 4 2, raise 30, "
            "announce 14, lay 5 h8."
        )
    )


async def _list(talk: Conversation, _: str) -> None:
    rows = talk.caller.club.lobby(talk.caller.player).tables
    for one in rows:
        await talk.say(table_text(talk.words, one))
    if not rows:
        await talk.say(talk.words.t("No table is open. Open one!"))


async def _play(talk: Conversation, rest: str) -> None:
    game = new_table.game_key(rest) if rest else None
    talk.caller.go(await talk.caller.club.quick_play(talk.caller.player, game))
    await talk.arrived()


async def _new(talk: Conversation, rest: str) -> None:
    if not rest:
        games = ", ".join(registry.games())
        await talk.say(
            talk.words.t("Write new GAME SEATS option=value …; games: {games}", games=games)
        )
        return
    wish = new_table.read(rest)
    if wish.asked:
        for line in new_table.options_text(talk.words, wish.game):
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


async def _quit(talk: Conversation, _: str) -> None:
    await talk.tell_seat()
    await talk.say(talk.words.t("Good-bye, {name}!", name=talk.caller.player.name))
    talk.ended = True


async def _who(talk: Conversation, _: str) -> None:
    t, caller = talk.words.t, talk.caller
    people = caller.place.here() if caller.place else caller.club.community.people(caller.player)
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
        await caller.club.community.say(caller.player, rest)


async def _daily(talk: Conversation, rest: str) -> None:
    caller, deals = talk.caller, talk.caller.club.daily
    if rest:
        caller.go(await deals.play(caller.player, new_table.game_key(rest)))
        await talk.arrived()
    else:
        await talk.say(daily.states_text(talk.words, deals.all(caller.player)))


async def _results(talk: Conversation, rest: str) -> None:
    deals = talk.caller.club.daily
    game = _game(talk, rest, N_("Write results and the name of a game."))
    for day in (deals.today, deals.yesterday):
        found = deals.results(game, day, talk.caller.player)
        await talk.say(daily.results_text(talk.words, found, deals.today))


async def _standing(talk: Conversation, rest: str) -> None:
    club, words = talk.caller.club, talk.words
    games = [new_table.game_key(rest)] if rest else list(registry.games())
    for game in games:
        board = club.standings.leaderboard(game, talk.caller.player)
        await talk.say(standing.board_text(words, board, standing.MOST if rest else standing.FEW))


async def _profile(talk: Conversation, rest: str) -> None:
    found = talk.caller.club.standings.profile(rest or talk.caller.player)
    await talk.say(standing.profile_text(talk.words, found))


async def _games(talk: Conversation, _: str) -> None:
    player = talk.caller.player
    found = [one for one in talk.caller.club.standings.history(player, player) if one.code]
    for game in found[:PAST]:
        await talk.say(past_text(game))
    if not found:
        await talk.say(talk.words.t("No game of yours is over yet."))


async def _replay(talk: Conversation, rest: str) -> None:
    code, _, number = rest.partition(" ")
    if not code or (number and not line_table.number(number)):
        raise refused("Write replay, the code of a table and, if you like, a game's number.")
    caller = talk.caller
    found = await caller.club.replay(code, line_table.number(number), caller.player)
    talk.retelling = Retelling(found)
    await talk.say(talk.retelling.heading(talk.words))


async def _turn(talk: Conversation, rest: str) -> None:
    for said in _retelling(talk).go(talk.words, line_table.number(rest)):
        await talk.say(said)


async def _learn(talk: Conversation, rest: str) -> None:
    if talk.caller.place is not None:
        raise refused("Leave the table first.")
    plan = lesson(registry.find(_game(talk, rest, N_("Write learn and the name of a game."))))
    if plan is None:
        raise refused("There is no lesson for this game.")
    talk.teaching = Teaching(LessonTable(plan, talk.caller.player))
    for said in talk.teaching.step(talk.words):
        await talk.say(said)


async def _next(talk: Conversation, _: str) -> None:
    if talk.teaching is not None and talk.caller.place is None:
        await talk.learn(talk.teaching, "next")
        return
    for said in _retelling(talk).step(talk.words, 1):
        await talk.say(said)


async def _back(talk: Conversation, _: str) -> None:
    for said in _retelling(talk).step(talk.words, -1):
        await talk.say(said)


def _retelling(talk: Conversation) -> Retelling:
    if talk.retelling is None:
        raise refused("Write replay and the code of a table first.")
    return talk.retelling


async def _rules(talk: Conversation, rest: str) -> None:
    game = _game(talk, rest, N_("Write rules and the name of a game."))
    await talk.say(rulebook.rules(game, talk.words.language))


def _game(talk: Conversation, rest: str, no: str) -> str:
    """Give the game that is named, else the one of the table; refuse with `no` without either."""
    place = talk.caller.place
    if rest or place is None:
        if not rest:
            raise refused(no)
        return new_table.game_key(rest)
    return place.table().game


async def _come(talk: Conversation, _: str) -> None:
    if not talk.invited:
        raise refused("Nobody has invited you.")
    code, talk.invited = talk.invited, ""
    await _join(talk, code)


async def _ignore(talk: Conversation, rest: str) -> None:
    caller, t = talk.caller, talk.words.t
    whom = caller.club.community.find(rest)
    on = whom.id not in caller.club.accounts.ignored(caller.player)
    await caller.club.community.ignore(caller.player, whom.id, on)
    no_more, again = (
        t("You read {name} no more.", name=whom.name),
        t("You read {name} again.", name=whom.name),
    )
    await talk.say(no_more if on else again)


async def _report(talk: Conversation, rest: str) -> None:
    caller = talk.caller
    name, _, why = rest.partition(" ")
    await caller.club.community.report(caller.player, name, why, caller.place)
    await talk.say(talk.words.t("The host is told. Thank you."))


async def _recovery(talk: Conversation, _: str) -> None:
    club = talk.caller.club
    code = await club.devices.recovery(talk.caller.player)
    for said in recovery_text(talk.words, code, club.address):
        await talk.say(said)


async def _language(talk: Conversation, rest: str) -> None:
    if rest not in languages():
        raise refused("There is: {known}", known=", ".join(languages()))
    await talk.caller.club.accounts.choose_language(talk.caller.player, rest)
    talk.words = Words(rest)
    await talk.say(talk.words.t("Now in English."))


COMMANDS: Mapping[str, Command] = {
    "help": Command(N_("help [COMMAND]: this list, or one line of it"), _help),
    "list": Command(N_("list: the tables"), _list),
    "play": Command(N_("play [GAME]: play at once: with people, else against bots"), _play),
    "new": Command(
        N_("new GAME [SEATS] [option=value …]: open a table; new GAME ? says the options"), _new
    ),
    "join": Command(N_("join CODE: sit down at a table"), _join),
    "watch": Command(N_("watch CODE: watch a table"), _watch),
    **line_table.COMMANDS,
    "say": Command(N_("say …: talk, at the table or in the lobby"), _say),
    "who": Command(N_("who: who is here"), _who),
    "come": Command(N_("come: go where you are invited"), _come),
    "ignore": Command(N_("ignore NAME: read nothing more by somebody, or again"), _ignore),
    "report": Command(N_("report NAME WHY: tell the host about somebody"), _report),
    "daily": Command(N_("daily [GAME]: the daily deals; with a game, play its deal"), _daily),
    "results": Command(N_("results [GAME]: the results of a daily deal"), _results),
    "standing": Command(N_("standing [GAME]: the best players"), _standing),
    "profile": Command(N_("profile [NAME]: games, ratings and rivals of somebody"), _profile),
    "games": Command(N_("games: your own past games"), _games),
    "replay": Command(N_("replay CODE [GAME]: tell a past game, turn by turn"), _replay),
    "next": Command(N_("next: its next turn; in a lesson, the next step"), _next),
    "back": Command(N_("back: the turn before"), _back),
    "turn": Command(N_("turn N: how the table stood before that turn, and the turn"), _turn),
    "learn": Command(N_("learn GAME: learn a game by playing it, in two minutes"), _learn),
    "rules": Command(N_("rules [GAME]: the rules of a game"), _rules),
    "recovery": Command(N_("recovery: a code for the day your key is lost"), _recovery),
    "language": Command(N_("language CODE: speak another language, such as fr"), _language),
    "quit": Command(N_("quit: go home"), _quit),
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
    "continuer": "continue",
    "céder": "giveup",
    "terminer": "endgame",
    "cotes": "odds",
    "équité": "fair",
    "geste": "gesture",
    "inviter": "invite",
    "venir": "come",
    "y": "come",
    "ignorer": "ignore",
    "signaler": "report",
    "partir": "leave",
    "dire": "say",
    "qui": "who",
    "jour": "daily",
    "résultats": "results",
    "classement": "standing",
    "profil": "profile",
    "parties": "games",
    "revoir": "replay",
    "suivant": "next",
    "retour": "back",
    "tour": "turn",
    "apprendre": "learn",
    "règles": "rules",
    "secours": "recovery",
    "langue": "language",
    "exit": "quit",
    "bye": "quit",
    "quitter": "quit",
}
"""Other words for the commands, in both languages."""
