"""Line mode: the whole club in lines, for screen readers, scripts and plain terminals.

The commands are the operations of `arcade.club.operations` that have a `line`, with how some read
their arguments and show their results, and the few that only line mode has.

Must not know: channels and bytes, or a rule of any game.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

import msgspec
from msgspec.structs import fields

from arcade.club.duels.wording import duel_texts, duels_texts
from arcade.club.i18n import dates
from arcade.club.i18n.words import Words
from arcade.club.lesson_table import LessonTable
from arcade.club.operations import (
    account,
    deals,
    digest,
    duels,
    learning,
    lobby,
    people,
    puzzles,
    results,
    tournaments,
    webhook,
)
from arcade.club.operations import table as at_table
from arcade.club.operations.catalogue import OPERATIONS
from arcade.club.operations.operation import Line, Operation, TableOperation, game_key, perform
from arcade.club.speech import actions
from arcade.club.speech.company.friends import friend_lines, marked_text
from arcade.club.speech.company.webhook import webhook_texts
from arcade.club.speech.daily import share_text, zone_text
from arcade.club.speech.good_bye import good_bye
from arcade.club.speech.read_aloud import asked_help
from arcade.club.speech.ssh_command import by_ssh
from arcade.club.start import Start
from arcade.club.tournaments.wording import tonight_texts
from arcade.engine import registry
from arcade.engine.lesson import lesson
from arcade.engine.words import N_, folded
from arcade.rooms.clocks import now
from arcade.rooms.errors import refused
from server.text import answers
from server.text.aliases import aliases, word_of
from server.text.api import Api
from server.text.conversation import Conversation, LineCommand
from server.text.line_lesson import LineLesson
from server.text.line_replay import LineReplay
from server.text.line_session import LineSession, Mode
from server.text.listings import boards_texts, leagues_texts

MAX_NEWS = 20
"""The most lines of chat and events that `news` says."""


async def run_mode(
    session: LineSession, key: str, mode: Mode, shortcut: Start, words: Words, remember: bool
) -> None:
    """Run line mode or the JSON API until the client ends it, its lines end, or it is cancelled.

    With `remember`, the owner of the key gets line mode from now on.
    """
    try:
        await session.tell_key_changes(key)
        if mode == "api":
            await Api(session, words).run(shortcut)
        else:
            await Conversation(session, words, TYPED, remember).run(shortcut)
    finally:
        session.close()


Result = TypeVar("Result")


def _read(operation: type[Operation[Result]], rest: str) -> Operation[Result]:
    """Read a word for each text argument; the last one takes the rest of the line."""
    names = [field.name for field in fields(operation) if field.type is str]
    values = rest.split(" ", len(names) - 1) if names else ()
    return msgspec.convert(dict(zip(names, values, strict=False)), operation)


# What only line mode has

SELDOM = (
    *("brief", "normal", "full", "bell", "profile", "games", "invitations", "listed", "results"),
    *("league", "puzzle", "duel", "duels", "compare", "refuse", "rematch", "share", "zone"),
    *("come", "next", "back", "turn", "tournament", "review", "retry", "eyes", "news", "since"),
    *("webhook", "friends", "friend", "unfriend", "ignore", "report", "recovery", "forget"),
    *("decline", "language", "screens"),
)
"""Commands that `help` only names, so that its list fits in a terminal."""


async def _help(conversation: Conversation, rest: str) -> None:
    t, language = conversation.words.t, conversation.words.language
    if folded(rest) in conversation.commands:
        await conversation.say(t(conversation.commands[folded(rest)].line.help))
        return
    if folded(rest) in actions.verbs():
        await conversation.say(_help_verb(conversation, folded(rest)))
        return
    sits = conversation.session.table_session is not None
    listed = {name: command for name, command in COMMANDS.items() if command.at_table == sits}
    for name, command in listed.items():
        if name not in SELDOM:
            await conversation.say(t(command.line.help))
    if not sits:
        seldom = ", ".join(word_of(language, word) for word in SELDOM)
        also = t("Also: {commands}. help COMMAND explains one.", commands=seldom)
        more = t("At a table, help lists more.")
        await conversation.say(f"{also} {more}")
        return
    await conversation.say(
        t(
            "At a table: the number of a choice, or an action such as roll, keep 4 2, raise 30, "
            "announce 14, lay 5 h8."
        )
    )
    for own in asked_help(conversation.words, conversation.table) if conversation.table else ():
        await conversation.say(own)
    others = (word_of(language, word) for word, command in COMMANDS.items() if not command.at_table)
    await conversation.say(t("Everywhere: {commands}.", commands=", ".join(others)))


def _help_verb(conversation: Conversation, verb: str) -> str:
    """Explain an action of a game by its choices now, else by the games that have it."""
    words, table = conversation.words, conversation.table
    if table is not None and verb in actions.tags(table.game):
        tag = actions.tags(table.game)[verb]
        if choices := actions.choices_of(words, table, tag):
            return "\n".join(choices)
    games = [game.meta.name for key, game in registry.games().items() if verb in actions.tags(key)]
    return words.t(
        "{verb}: an action of {games}, at your turn.", verb=verb, games=words.listed(games)
    )


async def _see_end(conversation: Conversation, rest: str) -> None:
    """See how the game ends; while the player has a part in it, do the game's own action `end`."""
    table = conversation.table
    if table is not None and table.phase == "playing" and not table.decided:
        await conversation.act(f"end {rest}".strip())
    else:
        await perform(conversation.session, at_table.SeeEnd())


async def _wait(conversation: Conversation, _: str) -> None:
    conversation.waiting = True


async def _leave(conversation: Conversation, _: str) -> None:
    await conversation.narrator.say_seat_held()
    conversation.to_lobby()
    await conversation.say(conversation.words.t("You are in the lobby again."))


async def _duel(conversation: Conversation, rest: str) -> None:
    """Play a duel, or challenge somebody."""
    t, session = conversation.words.t, conversation.session
    if not rest:
        await conversation.say(
            t("A word is missing or wrong: {choice}", choice=t(duels.PlayDuel.line.help))
        )
        return
    asked = duels.read_duel(session.club.duels.knows, rest)
    if isinstance(asked, duels.PlayDuel):
        await perform(session, asked)
        await conversation.arrived()
    else:
        await conversation.say(*answers.show_challenge(conversation, await perform(session, asked)))


async def _compare(conversation: Conversation, rest: str) -> None:
    """Say both runs of a duel's round, turn by turn."""
    code, _, number = rest.partition(" ")
    session, words = conversation.session, conversation.words
    runs = await duels.compared_round(session, code, answers.whole_number(number) or 1)
    await conversation.say(*answers.show_compared(words, runs))


async def _share(conversation: Conversation, _: str) -> None:
    session, words = conversation.session, conversation.words
    text = share_text(words, session.club, session.player)
    await conversation.say(text or words.t("You have finished none of today's deals yet."))


async def _come(conversation: Conversation, _: str) -> None:
    if not conversation.invited:
        raise refused("Nobody has invited you.")
    await COMMANDS["join"].run(conversation, conversation.answered())


async def _news(conversation: Conversation, _: str) -> None:
    session, t = conversation.session, conversation.words.t
    seen = session.club.lobby(session.player)
    replay = word_of(conversation.words.language, "replay")
    lately = [(line.at, conversation.narrator.sentence(line)) for line in (*seen.lines, *seen.news)]
    for ending in seen.endings:
        result = conversation.words.say(ending.text)
        again = f"{replay} {ending.code} {ending.number}"
        lately.append(
            (ending.at, t("{said}. To see it again: {command}", said=result, command=again))
        )
    for at, sentence in sorted(lately)[-MAX_NEWS:]:
        when = dates.age(conversation.words, now() - at)
        await conversation.say(t("{age} ago: {said}", age=when, said=sentence))
    if not lately:
        await conversation.say(t("Nobody has said anything yet."))


async def _learn(conversation: Conversation, rest: str) -> None:
    session, t = conversation.session, conversation.words.t
    if session.table_session is not None:
        raise refused("Leave the table first.")
    if not rest:
        for key, game in registry.games().items():
            learned = session.club.accounts.learned(session.player, key)
            state = t("lesson done") if learned else t("not done yet")
            await conversation.say(t("{name}: {choice}", name=game.meta.name, choice=state))
        raise refused("Usage: learn GAME")
    plan = lesson(registry.find(game_key(rest)))
    if plan is None:
        raise refused("There is no lesson for this game.")
    conversation.lesson = LineLesson(LessonTable(plan, conversation.session.player))
    await conversation.say(*conversation.lesson.step(conversation.words))


async def _next(conversation: Conversation, _: str) -> None:
    if conversation.lesson is not None and conversation.session.table_session is None:
        await conversation.learn(conversation.lesson, "next")
        return
    if conversation.replay is not None:
        await conversation.say(*conversation.replay.step(conversation.words, 1))
        return
    arrived = await perform(conversation.session, lobby.NextTurn(conversation.turn_at))
    conversation.turn_at = arrived.code
    await conversation.arrived()


async def _back(conversation: Conversation, _: str) -> None:
    await conversation.say(*_replay(conversation).step(conversation.words, -1))


async def _turn(conversation: Conversation, rest: str) -> None:
    await conversation.say(
        *_replay(conversation).go(conversation.words, answers.whole_number(rest))
    )


def _replay(conversation: Conversation) -> LineReplay:
    if conversation.replay is None:
        raise refused("Write replay and the code of a table first.")
    return conversation.replay


async def _screens(conversation: Conversation, _: str) -> None:
    club = conversation.session.club
    await club.accounts.prefer(conversation.session.player, "plain", "off")
    conversation.back = ""
    how = by_ssh("play", club.address)
    if conversation.session.in_browser:
        how = f"{club.watch_links.site}/play"
    await conversation.say(conversation.words.t("Next time you have the screens: {how}", how=how))


async def _quit(conversation: Conversation, _: str) -> None:
    session = conversation.session
    club, player, code = session.club, session.player, session.resume_code
    last = good_bye(conversation.words, club, player, code, session.in_browser)
    await conversation.say(last if session.in_browser else last + conversation.back)
    conversation.ended = True


# The table of commands


def _command(
    operation: type[Operation[Result]],
    show: Callable[[Conversation, Result], Iterable[str]] | None = None,
    read: Callable[[Conversation, str], Operation[Result] | str] | None = None,
) -> LineCommand:
    """Return an operation as a command that reads its arguments and shows its result."""
    line = operation.line

    async def run(conversation: Conversation, rest: str) -> None:
        before, t = conversation.session.table_session, conversation.words.t
        if len(rest.split()) < line.needs:
            await conversation.say(t("A word is missing or wrong: {choice}", choice=t(line.help)))
            return
        request = read(conversation, rest) if read else _read(operation, rest)
        if isinstance(request, str):
            await conversation.say(request)
            return
        result = await perform(conversation.session, request)
        if show is not None:
            await conversation.say(*show(conversation, result))
        if conversation.session.table_session is not before:
            await conversation.arrived()

    return LineCommand(line, run, issubclass(operation, TableOperation))


_NEW_RECOVERY = _command(account.NewRecovery, answers.show_recovery)


async def _recovery(conversation: Conversation, code: str) -> None:
    if code:
        await conversation.recover(code)
    else:
        await _NEW_RECOVERY.run(conversation, "")


async def _rules(conversation: Conversation, rest: str) -> None:
    request, section = answers.read_rules(conversation.words, rest)
    page = await perform(conversation.session, request)
    await conversation.say(*answers.show_rules(conversation, page, section))


async def _eyes(conversation: Conversation, name: str) -> None:
    await conversation.say(*_replay(conversation).look_as(conversation.words, name))


async def _review(conversation: Conversation, rest: str) -> None:
    if conversation.replay is None:
        table = conversation.table
        await COMMANDS["replay"].run(conversation, table.code if table is not None else "")
    await conversation.say(*_replay(conversation).ask(conversation.words, everybody=bool(rest)))


SHOWN = {
    command.line.word: command
    for command in (
        _command(lobby.ListTables, answers.show_lobby),
        _command(lobby.OpenTable, read=answers.read_new_table),
        _command(lobby.PlayNow, answers.show_played),
        _command(lobby.JoinTable, read=lambda _, code: lobby.JoinTable(code, watch=True)),
        _command(lobby.TakeSeat, answers.show_taken),
        _command(at_table.Sit, read=answers.read_seat),
        LineCommand(at_table.SeeEnd.line, _see_end, at_table=True),
        _command(at_table.AskOdds, answers.show_odds),
        _command(at_table.SealWords, answers.show_seal),
        _command(at_table.MakeGesture, read=answers.read_gesture),
        _command(at_table.Invite, answers.show_invited),
        _command(at_table.ShowLink, lambda _, linked: [linked.link]),
        LineCommand(at_table.Leave.line, _leave, at_table=True),
        _command(people.SeePeople, answers.show_people),
        _command(people.Ignore, answers.show_ignored),
        _command(people.ListFriends, answers.in_words(friend_lines)),
        _command(webhook.SetWebhook, answers.in_words(webhook_texts)),
        _command(
            digest.ReadDigest,
            answers.show_digest,
            lambda conversation, _: digest.ReadDigest(conversation.words.language),
        ),
        _command(people.Befriend, answers.in_words(marked_text)),
        _command(people.Unfriend, answers.in_words(marked_text)),
        _command(people.Report, answers.show_reported),
        _command(results.PlayDaily, answers.show_deals),
        _command(results.DailyResults, answers.show_results),
        _command(
            deals.ReadLeague,
            answers.in_words(lambda words, read: leagues_texts(words, read.leagues)),
        ),
        _command(puzzles.PlayPuzzle, answers.show_puzzles),
        _command(
            duels.ListDuels,
            answers.in_words(lambda words, own: duels_texts(words, own.duels)),
        ),
        LineCommand(duels.PlayDuel.line, _duel),
        LineCommand(duels.CompareDuel.line, _compare),
        _command(duels.RefuseDuel, answers.in_words(duel_texts)),
        _command(duels.Rematch, answers.show_challenge),
        _command(
            deals.ChooseZone, answers.in_words(lambda words, chosen: zone_text(words, chosen.zone))
        ),
        _command(results.ReadLeaderboards, answers.in_words(boards_texts)),
        _command(results.ReadProfile, answers.show_profile),
        _command(results.ListPastGames, answers.show_past_games, answers.read_past_games),
        _command(results.ReadReplay, answers.show_replay, answers.read_past_game),
        _command(learning.PlayOn, read=answers.read_retry),
        LineCommand(results.ReadRules.line, _rules),
        LineCommand(account.NewRecovery.line, _recovery),
        _command(tournaments.SeeTournament, answers.in_words(tonight_texts)),
        _command(people.DeclineInvitation, answers.show_declined, answers.read_declined),
        _command(account.ForgetMe, answers.show_forgetting),
        _command(account.ChooseInvitations, answers.show_invitations),
        _command(account.BeListed, answers.show_listing),
        _command(account.ChooseLanguage, answers.show_language),
    )
}
"""The operations that need a reader, show a result, or do more in line mode."""

OWN = (
    *answers.QUESTIONS,
    LineCommand(
        Line("wait", N_("wait: read no more lines until it is your turn; for scripts")),
        _wait,
        at_table=True,
    ),
    LineCommand(Line("share", N_("share: your results of today, to paste anywhere")), _share),
    LineCommand(Line("come", N_("come: go to the table you are invited to")), _come),
    LineCommand(Line("news", N_("news: what was said and what happened lately")), _news),
    LineCommand(
        Line(
            "next",
            N_(
                "next: go to the next table where it is your turn; in a replay the next turn, in a "
                "lesson the next step"
            ),
        ),
        _next,
    ),
    LineCommand(Line("back", N_("back: go to the previous turn of a replay")), _back),
    LineCommand(Line("turn", N_("turn N: go to turn N of a replay")), _turn),
    LineCommand(
        Line(
            "review",
            N_(
                "review [all]: where you gave the most away in a replay, as the coach weighs it; "
                "all: everybody"
            ),
        ),
        _review,
    ),
    LineCommand(
        Line(
            "eyes",
            N_("eyes [NAME]: the state of a replay as that player saw it, or as spectators did"),
        ),
        _eyes,
    ),
    LineCommand(
        Line("learn", N_("learn GAME: learn a game by playing it, in two minutes")), _learn
    ),
    LineCommand(
        Line("screens", N_("screens: have the screens again, from the next time on")), _screens
    ),
    LineCommand(Line("quit", N_("quit: leave the arcade"), risky=True), _quit),
)

COMMANDS: Mapping[str, LineCommand] = {
    command.line.word: command
    for command in (
        LineCommand(Line("help", N_("help [COMMAND]: list the commands, or explain one")), _help),
        *(
            SHOWN.get(operation.line.word) or _command(operation)
            for operation in OPERATIONS
            if operation.line.word
        ),
        *OWN,
    )
}

TYPED = {
    folded(typed): COMMANDS[word]
    for typed, word in (*((word, word) for word in COMMANDS), *aliases())
}
"""The commands by every word a person may type for them, without accents."""
