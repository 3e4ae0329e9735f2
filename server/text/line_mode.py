"""Line mode: the whole club in lines, for screen readers, scripts and plain terminals.

The commands are the operations of `arcade.club.operations` that have a `line`, with how some read
their arguments and show their results, and the few that only line mode has.

Must not know: channels and bytes, or a rule of any game.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import TypeVar

import msgspec
from msgspec.structs import fields

from arcade.club.daily import DailyTable
from arcade.club.i18n import dates
from arcade.club.i18n.words import Words
from arcade.club.lesson_table import LessonTable
from arcade.club.operations.account import (
    ChooseInvitations,
    ChooseLanguage,
    NewRecovery,
    RecoveryCode,
)
from arcade.club.operations.catalogue import OPERATIONS
from arcade.club.operations.lobby import (
    JoinTable,
    ListTables,
    Lobby,
    OpenTable,
    PlayNow,
    TakeSeat,
)
from arcade.club.operations.operation import Line, Operation, TableOperation, game_key, perform
from arcade.club.operations.people import Ignore, Ignored, Report, SeePeople
from arcade.club.operations.results import (
    DailyResults,
    ListPastGames,
    PlayDaily,
    ReadProfile,
    ReadReplay,
    ReadRules,
    Standing,
)
from arcade.club.operations.table import (
    AskOdds,
    Coached,
    Invite,
    Invited,
    Leave,
    MakeGesture,
    SealWords,
    SeeEnd,
    Sit,
)
from arcade.club.replays.replay import Replay
from arcade.club.speech import actions
from arcade.club.speech.actions import label
from arcade.club.speech.daily import ordinal
from arcade.club.speech.ending import judged_text, worth_heading, worth_text
from arcade.club.speech.fairness import fair_lines
from arcade.club.speech.good_bye import good_bye
from arcade.club.speech.lobby import offer_text, stakes_text, table_text
from arcade.club.speech.preferences import VALUES
from arcade.club.speech.ssh_command import by_ssh, recovery_text
from arcade.club.standings.views import Board, PastGame, Profile
from arcade.club.start import Start
from arcade.club.views import Person
from arcade.engine import registry
from arcade.engine.lesson import lesson
from arcade.engine.registry import NoSuchGame
from arcade.engine.words import N_, folded
from arcade.rooms.clocks import now
from arcade.rooms.errors import refused
from arcade.rooms.facts import EMOTES
from server.ssh.context import Identity, ServerContext
from server.text import listings, new_table
from server.text.aliases import aliases, word_of
from server.text.api import Api
from server.text.conversation import CELLS, Conversation, LineCommand
from server.text.line_input import LineInput
from server.text.line_lesson import LineLesson
from server.text.line_replay import LineReplay
from server.text.line_session import LineSession, Mode
from server.text.plain_text import page_lines
from server.text.questions import QUESTIONS

SEEN = 0.5
"""Seconds within which a line cannot be meant for what has just been said."""
BEST = 6
"""How many choices are weighed aloud, unless all are asked for."""

PAST = 20
"""How many past games are listed at most."""

_HEAD = re.compile(r"\d+\. ")

NEWS = 20
"""How many lines of talk and of what happened are told at most."""


WatchLine = Callable[[Callable[[], bool | None], Callable[[bool], None]], None]
"""Tells when the client does not answer, and when it does again, while its person plays."""


async def run_mode(
    context: ServerContext,
    identity: Identity,
    mode: Mode,
    shortcut: Start,
    words: Words,
    lines: LineInput,
    write: Callable[[str], Awaitable[None]],
    remember: bool,
    watch_line: WatchLine,
) -> None:
    """Run line mode or the JSON API until the client ends it, its lines end, or it is cancelled.

    With `remember`, somebody with a key talks in lines from now on.
    """
    session = LineSession(context.club, identity.player, identity.resume_code, lines, write)
    session.watch_line = lambda: watch_line(lambda: session.plays_with_others, session.note_line)
    try:
        await session.tell_key_changes(identity.key)
        if mode == "api":
            await Api(session, words).run(shortcut)
        else:
            await Conversation(session, words, TYPED, remember).run(shortcut)
    finally:
        session.close()


# What an operation takes from the rest of a line; a text is said instead of running it


def _new_table(conversation: Conversation, rest: str) -> OpenTable | str:
    t = conversation.words.t
    if not rest:
        games = ", ".join(registry.games())
        return t("Usage: new GAME SEATS option=value …; games: {games}", games=games)
    if "?" in rest.split():
        return new_table.options_text(conversation.words, rest)
    return new_table.read(conversation.words, rest)


def _seat(_: Conversation, rest: str) -> Sit:
    number = _number(rest)
    if rest and not number:
        raise refused("Usage: sit SEAT_NUMBER")
    return Sit(number - 1 if number else None)


def _past_game(_: Conversation, rest: str) -> ReadReplay:
    code, _space, number = rest.partition(" ")
    if not code or (number and not _number(number)):
        raise refused("Usage: replay CODE [GAME]")
    return ReadReplay(code, _number(number))


def _gesture_of(conversation: Conversation, rest: str) -> MakeGesture:
    """Read a gesture as it is called in the reader's language, or in English."""
    called = {key: conversation.words.t(gesture.label) for key, gesture in EMOTES.items()}
    wanted = _letters(rest)
    names = [key for key, label in called.items() if wanted in (key, _letters(label))]
    if not names:
        raise refused("Choose one of: {known}", known=", ".join(called.values()))
    return MakeGesture(names[0])


def _letters(text: str) -> str:
    return "".join(letter for letter in folded(text) if letter.isalnum())


def _rules_of(conversation: Conversation, rest: str) -> ReadRules:
    """Read a game's name and the number of a section; "421 4" is one, and "421" none."""
    game, _, number = rest.rpartition(" ")
    named = bool(_number(number)) and (not game or _is_game(game)) and not _is_game(rest)
    conversation.section = _number(number) if named else 0
    return ReadRules(game if named else rest, conversation.words.language)


def _is_game(text: str) -> bool:
    try:
        return bool(registry.named(text))
    except NoSuchGame:
        return False


def _number(text: str) -> int:
    """Read a number of up to nine digits; 0 for anything else."""
    return int(text) if text.isdecimal() and len(text) < 10 else 0


Result = TypeVar("Result")


def _read(operation: type[Operation[Result]], rest: str) -> Operation[Result]:
    """Read a word for each text argument; the last one takes the rest of the line."""
    names = [field.name for field in fields(operation) if field.type is str]
    values = rest.split(" ", len(names) - 1) if names else ()
    return msgspec.convert(dict(zip(names, values, strict=False)), operation)


# How results are shown


def _show_lobby(conversation: Conversation, lobby: Lobby) -> Iterator[str]:
    words = conversation.words
    for table in lobby.tables:
        yield table_text(words, table)
    if not lobby.tables:
        yield words.t("No table is open. Open one!")
    for table in lobby.tables:
        if table.code == lobby.joins:
            names = words.listed(table.people)
            yield words.t("play sits you down with {names}: {game}.", names=names, game=table.name)
    if lobby.seat is not None:
        text = words.t("seat: {said}", said=offer_text(words, lobby.seat))
        yield f"{text}. {stakes_text(words, lobby.seat)}"


def _show_played(conversation: Conversation, _: object) -> Iterator[str]:
    """Say with whom one plays: what the state says next does not tell a person from a seat."""
    words, table = conversation.words, conversation.table
    if table is None:
        return
    people = [seat.name for seat in table.seats if seat.kind == "person" and not seat.yours]
    if not people:
        yield words.t("A new game, with bots.")
        if table.table.late_join:
            yield words.t("People may come in from the next round on; door shuts it.")
    elif table.phase == "waiting":
        yield words.t("You sit down with {names}, who waited.", names=words.listed(people))
    else:
        yield words.t("You play the next game with {names}.", names=words.listed(people))


def _show_taken(conversation: Conversation, _: object) -> Iterator[str]:
    words, table = conversation.words, conversation.table
    if table is None:
        return
    people = words.listed(
        [seat.name for seat in table.seats if seat.kind == "person" and not seat.yours]
    )
    if table.next_seat is None:
        yield words.t("You take a bot's seat in a running game, with {names}.", names=people)
    else:
        bot = table.seats[table.next_seat].name
        yield words.t(
            "You take the seat of {bot} (a bot) from the next round on, with {names}.",
            bot=bot,
            names=people,
        )


def _show_odds(conversation: Conversation, coached: Coached) -> Iterator[str]:
    words = conversation.words.to(conversation.session.player.name)
    t, table_session = words.t, conversation.session.table_session
    if table_session is None:
        return
    table = table_session.table()
    names = tuple(seat.name for seat in table.seats)
    last = coached.last
    if last is not None:
        chosen = label(words, table.game, last.advice.action, names)
        text = t("{name}: {choice}", name=names[last.seat], choice=chosen)
        judged = judged_text(words, table.game, last, names)
        yield f"{text}. {words.say(last.advice.why, names)} {judged}"
    advised = coached.odds.advice if coached.whole else coached.odds.advice[:BEST]
    if not advised:
        yield t("There is nothing to weigh here.")
    last_why = ""
    for number, advice in enumerate(advised):
        choice = label(words, table.game, advice.action, names)
        why = words.say(advice.why, names)
        if not number:
            yield f"{t('My advice: {choice}.', choice=choice)} {why}"
            yield t("Of each choice: {what}.", what=worth_heading(words, coached.odds.unit))
        worth = worth_text(words, advice.worth, coached.odds.unit)
        worth += f". {why}" if number and why != last_why else ""
        yield t("{name}: {choice}", name=choice, choice=worth)
        last_why = why
    if left := len(coached.odds.advice) - len(advised):
        yield words.nt(
            "{n} more choice, which is worth no more: odds all.",
            "{n} more choices, which are worth no more: odds all.",
            left,
        )


def _show_seal(conversation: Conversation, given: bool) -> Iterator[str]:
    words, table_session = conversation.words, conversation.session.table_session
    if given:
        yield words.t("Your words are sealed; everybody reads them when the game begins.")
    elif table_session is not None:
        table = table_session.table()
        yield from (line.text + line.value for line in fair_lines(words, table))


def _show_invited(conversation: Conversation, invited: Invited) -> Iterator[str]:
    t = conversation.words.t
    yield t("{name} is invited to table {code}.", name=invited.name, code=invited.code)


def _show_people(conversation: Conversation, people: tuple[Person, ...]) -> Iterator[str]:
    t = conversation.words.t
    for person in people:
        at_table = t("at a table") if person.at_table else t("in the lobby")
        where = t("plays") if person.playing else at_table
        if person.where:
            table, _ = conversation.session.club.tables.glance(
                person.where, conversation.session.player
            )
            game = registry.find(table.game).meta.name
            at = {"code": person.where, "game": game}
            plays, watches = (
                t("plays at table {code}, {game}", **at),
                t("watches table {code}, {game}", **at),
            )
            where = plays if person.playing else watches
        yield t("{name}: {choice}", name=person.name, choice=where)


def _show_ignored(conversation: Conversation, whom: Ignored) -> Iterator[str]:
    t = conversation.words.t
    muted, again = (
        t("You have muted {name}.", name=whom.name),
        t("You read {name} again.", name=whom.name),
    )
    yield muted if whom.on else again


def _show_reported(conversation: Conversation, _: None) -> Iterator[str]:
    yield conversation.words.t("Reported to the host. Thank you.")


def _show_deals(conversation: Conversation, deals: tuple[DailyTable, ...]) -> Iterator[str]:
    if deals:
        left = conversation.session.club.daily.left
        yield listings.deals_text(conversation.words, deals, left)


def _show_results(conversation: Conversation, deals: tuple[DailyTable, ...]) -> Iterator[str]:
    today = conversation.session.club.daily.today
    for deal in deals:
        yield listings.results_text(conversation.words, deal, today)


def _show_boards(conversation: Conversation, boards: tuple[Board, ...]) -> Iterator[str]:
    most = listings.MOST if len(boards) == 1 else listings.FEW
    for board in boards:
        yield listings.board_text(conversation.words, board, most)


def _show_profile(conversation: Conversation, profile: Profile) -> Iterator[str]:
    yield listings.profile_text(conversation.words, profile)


def _show_past_games(conversation: Conversation, games: list[PastGame]) -> Iterator[str]:
    words = conversation.words
    for game in games[:PAST]:
        seats = sorted(game.seats, key=lambda seat: seat.rank)
        who = ", ".join(f"{seat.name} {ordinal(words, seat.rank)}" for seat in seats)
        text = f"{game.title}, {dates.moment(words, game.at)}, {who}"
        name = f"{game.code} {game.number}"
        yield conversation.words.t("{name}: {choice}", name=name, choice=text)
    if not games:
        yield conversation.words.t("No game of yours is over yet.")


def _show_replay(conversation: Conversation, replay: Replay) -> Iterator[str]:
    session = conversation.session
    conversation.replay = LineReplay(replay, session.club.bot_pool.advise, session.wake)
    yield conversation.replay.heading(conversation.words)


def _show_rules(conversation: Conversation, page: str) -> Iterator[str]:
    lines = page_lines(page, CELLS)
    text = [re.sub(r"^(\d+) · ", r"\1. ", line) for line in lines if line.strip("─ ")]
    heads = {int(line.split(".")[0]): at for at, line in enumerate(text) if _HEAD.match(line)}
    t, section = conversation.words.t, conversation.section
    if not section:
        yield from text
        yield t("rules GAME NUMBER reads one section: 1 to {most}.", most=max(heads, default=1))
    elif section in heads:
        after = min((at for at in heads.values() if at > heads[section]), default=len(text))
        yield from text[heads[section] : after]
    else:
        yield t("There are the sections 1 to {most}.", most=max(heads, default=1))


def _show_recovery(conversation: Conversation, recovery: RecoveryCode) -> Iterator[str]:
    yield from recovery_text(conversation.words, recovery.code, conversation.session.club.address)


def _show_invitations(conversation: Conversation, chosen: str) -> Iterator[str]:
    yield conversation.words.t(VALUES[f"invitations {chosen}"])


def _show_language(conversation: Conversation, language: str) -> Iterator[str]:
    conversation.words = Words(language)
    yield conversation.words.t("Now in English.")


# What only line mode has

SELDOM = (
    "brief",
    "normal",
    "full",
    "bell",
    "profile",
    "games",
    "invitations",
    "results",
    "come",
    "next",
    "back",
    "turn",
    "review",
    "eyes",
    "ignore",
    "report",
    "recovery",
    "language",
    "screens",
)
"""Commands that help only names, so that its list fits in a terminal."""


async def _help(conversation: Conversation, rest: str) -> None:
    t, language = conversation.words.t, conversation.words.language
    if folded(rest) in conversation.commands:
        await conversation.say(t(conversation.commands[folded(rest)].line.help))
        return
    if folded(rest) in actions.verbs():
        await conversation.say(_help_verb(conversation, folded(rest)))
        return
    at_table = conversation.session.table_session is not None
    listed = {name: command for name, command in COMMANDS.items() if command.at_table == at_table}
    for name, command in listed.items():
        if name not in SELDOM:
            await conversation.say(t(command.line.help))
    if not at_table:
        seldom = ", ".join(word_of(language, word) for word in SELDOM)
        await conversation.say(t("Also: {commands}. help COMMAND explains one.", commands=seldom))
        await conversation.say(t("At a table, help lists more."))
        return
    await conversation.say(
        t(
            "At a table: the number of a choice, or an action such as roll, keep 4 2, raise 30, "
            "announce 14, lay 5 h8."
        )
    )
    others = (word_of(language, word) for word, command in COMMANDS.items() if not command.at_table)
    await conversation.say(t("Everywhere: {commands}.", commands=", ".join(others)))


def _help_verb(conversation: Conversation, verb: str) -> str:
    """Explain an action of a game: by the choice it is now, else by what may be typed."""
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
    """See how it ends; in a game with an action of that name, do it while one plays."""
    table = conversation.table
    if table is not None and table.phase == "playing" and not table.decided:
        await conversation.act(f"end {rest}".strip())
    else:
        await perform(conversation.session, SeeEnd())


async def _wait(conversation: Conversation, _: str) -> None:
    conversation.waiting = True


async def _leave(conversation: Conversation, _: str) -> None:
    await conversation.say_seat_held()
    conversation.to_lobby()
    await conversation.say(conversation.words.t("You are in the lobby again."))


async def _come(conversation: Conversation, _: str) -> None:
    if not conversation.invited:
        raise refused("Nobody has invited you.")
    unseen = asyncio.get_running_loop().time() - conversation.invited_at < SEEN
    if unseen and conversation.invited_before:  # the line was typed for that one
        code, conversation.invited_before = conversation.invited_before, ""
    else:
        code, conversation.invited, conversation.invited_before = conversation.invited, "", ""
    await COMMANDS["join"].run(conversation, code)


async def _news(conversation: Conversation, _: str) -> None:
    session, t = conversation.session, conversation.words.t
    lobby = session.club.lobby(session.player)
    lines = sorted((*lobby.lines, *lobby.news), key=lambda line: line.at)[-NEWS:]
    for line in lines:
        when = dates.age(conversation.words, now() - line.at)
        sentence = conversation.sentence(line)
        await conversation.say(t("{age} ago: {said}", age=when, said=sentence))
    if not lines:
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
    await conversation.say(*_replay(conversation).step(conversation.words, 1))


async def _back(conversation: Conversation, _: str) -> None:
    await conversation.say(*_replay(conversation).step(conversation.words, -1))


async def _turn(conversation: Conversation, rest: str) -> None:
    await conversation.say(*_replay(conversation).go(conversation.words, _number(rest)))


def _replay(conversation: Conversation) -> LineReplay:
    if conversation.replay is None:
        raise refused("Write replay and the code of a table first.")
    return conversation.replay


async def _screens(conversation: Conversation, _: str) -> None:
    club = conversation.session.club
    await club.accounts.prefer(conversation.session.player, "plain", "off")
    conversation.back = ""
    how = by_ssh("play", club.address)
    await conversation.say(conversation.words.t("Next time you have the screens: {how}", how=how))


async def _quit(conversation: Conversation, _: str) -> None:
    session = conversation.session
    club, player, code = session.club, session.player, session.resume_code
    await conversation.say(good_bye(conversation.words, club, player, code) + conversation.back)
    conversation.ended = True


# The table of commands


def _command(
    operation: type[Operation[Result]],
    show: Callable[[Conversation, Result], Iterator[str]] | None = None,
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


_NEW_RECOVERY = _command(NewRecovery, _show_recovery)


async def _recovery(conversation: Conversation, code: str) -> None:
    if code:
        await conversation.recover(code)
    else:
        await _NEW_RECOVERY.run(conversation, "")


async def _eyes(conversation: Conversation, name: str) -> None:
    await conversation.say(*_replay(conversation).look_as(conversation.words, name))


async def _review(conversation: Conversation, rest: str) -> None:
    if conversation.replay is None:
        table = conversation.table
        await COMMANDS["replay"].run(conversation, table.code if table is not None else "")
    everybody = rest.lower() in ("all", "tout", "tous")
    begun = _replay(conversation).ask(conversation.words, everybody)
    await conversation.say(*begun)


SHOWN = {
    command.line.word: command
    for command in (
        _command(ListTables, _show_lobby),
        _command(OpenTable, read=_new_table),
        _command(PlayNow, _show_played),
        _command(JoinTable, read=lambda _, code: JoinTable(code, watch=True)),
        _command(TakeSeat, _show_taken),
        _command(Sit, read=_seat),
        LineCommand(SeeEnd.line, _see_end, at_table=True),
        _command(AskOdds, _show_odds),
        _command(SealWords, _show_seal),
        _command(MakeGesture, read=_gesture_of),
        _command(Invite, _show_invited),
        LineCommand(Leave.line, _leave, at_table=True),
        _command(SeePeople, _show_people),
        _command(Ignore, _show_ignored),
        _command(Report, _show_reported),
        _command(PlayDaily, _show_deals),
        _command(DailyResults, _show_results),
        _command(Standing, _show_boards),
        _command(ReadProfile, _show_profile),
        _command(ListPastGames, _show_past_games),
        _command(ReadReplay, _show_replay, _past_game),
        _command(ReadRules, _show_rules, _rules_of),
        LineCommand(NewRecovery.line, _recovery),
        _command(ChooseInvitations, _show_invitations),
        _command(ChooseLanguage, _show_language),
    )
}
"""The operations with arguments or results of their own kind, or with more to do here."""

OWN = (
    *QUESTIONS,
    LineCommand(
        Line("wait", N_("wait: read no more lines until it is your turn; for scripts")),
        _wait,
        at_table=True,
    ),
    LineCommand(Line("come", N_("come: go to the table you are invited to")), _come),
    LineCommand(Line("news", N_("news: what was said and what happened lately")), _news),
    LineCommand(
        Line("next", N_("next: go to the next turn of a replay, or step of a lesson")), _next
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
"""The commands by all that one may type for them, accents aside."""
