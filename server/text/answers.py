"""What commands of line mode answer.

How operations read a line, how their results are said, and what can be asked about a table beside
the operations.

Must not know: channels and bytes, or a rule of any game.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from arcade.club.deals.daily import DailyTable
from arcade.club.duels.views import DuelView
from arcade.club.duels.wording import duel_text, round_texts, run_texts, side_by_side
from arcade.club.i18n.words import Words
from arcade.club.operations.account import Forgetting, Listing, RecoveryCode
from arcade.club.operations.digest import DigestLines
from arcade.club.operations.duels import Compared
from arcade.club.operations.learning import PlayOn
from arcade.club.operations.lobby import Lobby, OpenTable
from arcade.club.operations.operation import Line
from arcade.club.operations.people import Declined, DeclineInvitation, Ignored
from arcade.club.operations.results import DealsOfDay, ListPastGames, ReadReplay, ReadRules
from arcade.club.operations.table import Coached, Invited, MakeGesture, Sit
from arcade.club.puzzles.views import PuzzleList
from arcade.club.puzzles.wording import puzzles_texts, solved_of
from arcade.club.replays.replay import Replay
from arcade.club.speech.actions import label
from arcade.club.speech.clock import clock_sentence
from arcade.club.speech.company.digest import NOTHING, digest_texts
from arcade.club.speech.company.friends import declined_text, invited_text
from arcade.club.speech.daily import day_ends_text, podiums_of
from arcade.club.speech.ending import judged_text, margin_text, worth_heading, worth_text
from arcade.club.speech.fairness import fair_lines
from arcade.club.speech.lobby import offer_text, stakes_text, table_text
from arcade.club.speech.preferences import VALUES
from arcade.club.speech.read_aloud import details, hand, scores, sentences, whose_turn
from arcade.club.speech.retelling import last_turn
from arcade.club.speech.ssh_command import by_ssh, forgetting_text, recovery_text
from arcade.club.standings.views import PastPage, Profile
from arcade.club.views import Person, TableView
from arcade.engine import registry
from arcade.engine.words import N_, folded
from arcade.rooms.errors import refused
from arcade.rooms.facts import EMOTES
from server.text import listings, new_table
from server.text.conversation import Conversation, LineCommand
from server.text.line_replay import LineReplay
from server.text.narrator import DETAIL
from server.text.plain_text import page_lines

MAX_ADVICE = 6
"""The most choices that `odds` lists without `all`."""

Result = TypeVar("Result")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_HEAD = re.compile(r"\d+\. ")


# What an operation reads from the rest of a line; a text is said in place of running it


def read_new_table(conversation: Conversation, rest: str) -> OpenTable | str:
    t = conversation.words.t
    if not rest:
        games = ", ".join(registry.games())
        return t("Usage: new GAME SEATS option=value …; games: {games}", games=games)
    if "?" in rest.split():
        return new_table.options_text(conversation.words, rest)
    return new_table.read(conversation.words, rest)


def read_seat(_: Conversation, rest: str) -> Sit:
    number = whole_number(rest)
    if rest and not number:
        raise refused("Usage: sit SEAT_NUMBER")
    return Sit(number - 1 if number else None)


def read_past_game(_: Conversation, rest: str) -> ReadReplay:
    code, _space, number = rest.partition(" ")
    if not code or (number and not whole_number(number)):
        raise refused("Usage: replay CODE [GAME]")
    return ReadReplay(code, whole_number(number))


def read_declined(conversation: Conversation, rest: str) -> DeclineInvitation:
    return DeclineInvitation(rest or conversation.answered())


def read_retry(conversation: Conversation, rest: str) -> PlayOn:
    """Read a table and the number of a game; without them, the replay that is read, from there."""
    if rest:
        past = read_past_game(conversation, rest)
        return PlayOn(past.code, past.number)
    reading, table = conversation.replay, conversation.table
    if reading is not None:
        room, turn = reading.replay.room, reading.turn
        step = reading.replay.starts[turn - 1] - 1 if turn > 1 else None
        return PlayOn(room.code, reading.replay.number, step)
    if table is None:
        raise refused("Usage: retry CODE [GAME]")
    return PlayOn(table.code)


def read_gesture(conversation: Conversation, rest: str) -> MakeGesture:
    """Read a gesture by its name in the reader's language or in English."""
    called = {key: conversation.words.t(gesture.label) for key, gesture in EMOTES.items()}
    wanted = _letters(rest)
    names = [key for key, label in called.items() if wanted in (key, _letters(label))]
    if not names:
        raise refused("Choose one of: {known}", known=", ".join(called.values()))
    return MakeGesture(names[0])


def _letters(text: str) -> str:
    return "".join(letter for letter in folded(text) if letter.isalnum())


def read_rules(words: Words, rest: str) -> tuple[ReadRules, int]:
    """Read a game's name and the number of a section (0: none); "421 4" has one, "421" has not."""
    game, _, number = rest.rpartition(" ")
    named = (
        bool(whole_number(number))
        and (not game or registry.knows(game))
        and not registry.knows(rest)
    )
    request = ReadRules(game if named else rest, words.language)
    return request, whole_number(number) if named else 0


def whole_number(text: str) -> int:
    """Read a number of up to nine digits; 0 for anything else."""
    return int(text) if text.isdecimal() and len(text) < 10 else 0


# How results are shown


def in_words(
    texts: Callable[[Words, Result], Iterable[str] | str],
) -> Callable[[Conversation, Result], Iterable[str]]:
    """Show a result by a function that needs only the words."""

    def show(conversation: Conversation, result: Result) -> Iterable[str]:
        shown = texts(conversation.words, result)
        return [shown] if isinstance(shown, str) else shown

    return show


def show_lobby(conversation: Conversation, lobby: Lobby) -> Iterator[str]:
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


def show_played(conversation: Conversation, _: object) -> Iterator[str]:
    """Say with whom the person plays: the state that follows does not say who is a bot."""
    words, table = conversation.words, conversation.table
    if table is None:
        return
    people = words.listed(table.company)
    if not table.company:
        yield words.t("A new game, with bots.")
        if table.table.late_join:
            yield words.t("People may come in from the next round on; door shuts it.")
    elif table.phase == "waiting":
        yield words.t("You sit down with {names}, who waited.", names=people)
    else:
        yield words.t("You play the next game with {names}.", names=people)


def show_taken(conversation: Conversation, _: object) -> Iterator[str]:
    words, table = conversation.words, conversation.table
    if table is None:
        return
    people = words.listed(table.company)
    if table.next_seat is None:
        yield words.t("You take a bot's seat in a running game, with {names}.", names=people)
    else:
        bot = table.seats[table.next_seat].name
        yield words.t(
            "You take the seat of {bot} (a bot) from the next round on, with {names}.",
            bot=bot,
            names=people,
        )


def show_odds(conversation: Conversation, coached: Coached) -> Iterator[str]:
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
    advised = coached.odds.advice if coached.whole else coached.odds.advice[:MAX_ADVICE]
    if not advised:
        yield t("There is nothing to weigh here.")
    last_why = ""
    for number, advice in enumerate(advised):
        choice = label(words, table.game, advice.action, names)
        why = words.say(advice.why, names)
        if not number:
            best = t("My advice: {choice}.", choice=choice)
            yield " ".join(filter(None, (best, margin_text(words, coached.odds), why)))
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


def show_seal(conversation: Conversation, given: bool) -> Iterator[str]:
    words, table_session = conversation.words, conversation.session.table_session
    if given:
        yield words.t("Your words are sealed; everybody reads them when the game begins.")
    elif table_session is not None:
        table = table_session.table()
        yield from (line.text + line.value for line in fair_lines(words, table))


def show_invited(conversation: Conversation, invited: Invited) -> Iterator[str]:
    yield invited_text(conversation.words, invited.name, invited.code, invited.here)


def show_declined(conversation: Conversation, declined: Declined) -> Iterator[str]:
    yield declined_text(conversation.words, declined.names)


def show_people(conversation: Conversation, people: tuple[Person, ...]) -> Iterator[str]:
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
        where += ", " + t("a program") if person.program else ""
        where += ", " + t("often leaves") if person.leaves else ""
        yield t("{name}: {choice}", name=person.name, choice=where)
    table_session = conversation.session.table_session
    if table_session is not None and (by_link := table_session.table().by_link):
        yield conversation.words.nt("{n} watching by link", "{n} watching by link", by_link)


def show_ignored(conversation: Conversation, whom: Ignored) -> Iterator[str]:
    t = conversation.words.t
    muted, again = (
        t("You have muted {name}.", name=whom.name),
        t("You read {name} again.", name=whom.name),
    )
    yield muted if whom.on else again


def show_digest(conversation: Conversation, digest: DigestLines) -> Iterator[str]:
    words = conversation.words
    yield from digest_texts(words, digest) if digest.lines else [words.t(NOTHING)]


def show_reported(conversation: Conversation, _: None) -> Iterator[str]:
    yield conversation.words.t("Reported to the host. Thank you.")


def show_deals(conversation: Conversation, of_day: DealsOfDay) -> Iterator[str]:
    if of_day.deals:
        session, words = conversation.session, conversation.words
        ends = day_ends_text(words, session.club, session.player)
        yield listings.deals_text(words, of_day.deals, ends)


def show_results(conversation: Conversation, deals: tuple[DailyTable, ...]) -> Iterator[str]:
    daily = conversation.session.club.daily
    for deal in deals:
        compared = daily.compared(deal.day, deal.game)
        yield listings.results_text(conversation.words, deal, daily.today, compared)


def show_puzzles(conversation: Conversation, listed: PuzzleList) -> Iterator[str]:
    if listed.puzzles:
        yield from puzzles_texts(conversation.words, listed)


def show_challenge(conversation: Conversation, duel: DuelView) -> Iterator[str]:
    t = conversation.words.t
    yield duel_text(conversation.words, duel)
    yield t("duel {code} plays it, for you and for the other person.", code=duel.code)


def show_compared(words: Words, runs: Compared) -> Iterator[str]:
    """Say both runs of a round, turn by turn, then how it ended."""
    pairs = side_by_side(words, runs.yours, runs.theirs)
    yield from run_texts(words, runs.duel.opponent, pairs)
    yield from round_texts(words, runs.duel)
    yield duel_text(words, runs.duel)


def show_profile(conversation: Conversation, profile: Profile) -> Iterator[str]:
    yours = profile.name == conversation.session.player.name
    around = conversation.words, conversation.session.club, profile.name
    honours = podiums_of(*around), solved_of(*around)
    yield listings.profile_text(conversation.words, profile, yours, honours)


def read_past_games(_: Conversation, rest: str) -> ListPastGames:
    """Read a name, a day and the number of a page, each of which may be missing."""
    name = since = ""
    page = 1
    for word in rest.split():
        if _DAY.fullmatch(word):
            since = word
        elif whole_number(word):
            page = whole_number(word)
        else:
            name = word
    return ListPastGames(name, since, page)


def show_past_games(conversation: Conversation, past: PastPage) -> Iterator[str]:
    words = conversation.words
    yield from (listings.past_text(words, game) for game in past.games)
    if not past.of:
        yield words.t("No such game is over yet.")
    elif past.page < past.pages:
        where = {"page": past.page, "pages": past.pages, "next": past.page + 1}
        yield words.t("Page {page} of {pages}; with {next} at its end you read the next.", **where)


def show_replay(conversation: Conversation, replay: Replay) -> Iterator[str]:
    session = conversation.session
    conversation.replay = LineReplay(
        replay, session.club.bot_pool.advise, session.club.curves, session.wake
    )
    yield conversation.replay.heading(conversation.words)


def show_rules(conversation: Conversation, page: str, section: int) -> Iterator[str]:
    """Say one section of the rules; 0: all of them."""
    lines = page_lines(page, conversation.session.cells)
    text = [re.sub(r"^(\d+) · ", r"\1. ", line) for line in lines if line.strip("─ ")]
    heads = {int(line.split(".")[0]): at for at, line in enumerate(text) if _HEAD.match(line)}
    t = conversation.words.t
    if not section:
        yield from text
        yield t("rules GAME NUMBER reads one section: 1 to {most}.", most=max(heads, default=1))
    elif section in heads:
        after = min((at for at in heads.values() if at > heads[section]), default=len(text))
        yield from text[heads[section] : after]
    else:
        yield t("There are the sections 1 to {most}.", most=max(heads, default=1))


def show_recovery(conversation: Conversation, recovery: RecoveryCode) -> Iterator[str]:
    yield from recovery_text(conversation.words, recovery.code, conversation.session.club.address)


def show_forgetting(conversation: Conversation, asked: Forgetting) -> Iterator[str]:
    words = conversation.words
    if asked.forgotten:
        yield words.t("You are forgotten here. Farewell.")
        conversation.ended = True
        return
    how = by_ssh("play", conversation.session.club.address) + " export"
    yield from forgetting_text(words, asked.name, how)


def show_invitations(conversation: Conversation, chosen: str) -> Iterator[str]:
    yield conversation.words.t(VALUES[f"invitations {chosen}"])


def show_listing(conversation: Conversation, listing: Listing) -> Iterator[str]:
    t = conversation.words.t
    if listing.listed == "on":
        yield t("The page that browsers open first names you while you are here.")
    else:
        yield t("The page that browsers open first does not name you.")


def show_language(conversation: Conversation, language: str) -> Iterator[str]:
    conversation.narrator.words = Words(language)
    yield conversation.words.t("Now in English.")


# What one may ask a table, how much is said, and the answer to a question


async def _show_table(conversation: Conversation, _: str) -> None:
    if conversation.session.table_session is not None:
        table = conversation.session.table_session.table()
        await conversation.narrator.say_state(table)
        await conversation.narrator.say_choices(table)


async def _details(conversation: Conversation, _: str) -> None:
    table = conversation.table
    if table is not None:
        lines = details(conversation.words, table)
        await conversation.say(*lines or [conversation.words.t("The rules say it all: rules.")])


async def _choices(conversation: Conversation, _: str) -> None:
    if conversation.table is not None:
        await conversation.narrator.say_choices(conversation.table)


def _hand(words: Words, table: TableView) -> list[str]:
    return hand(words, table) or sentences(words, table)


def _clock(words: Words, table: TableView) -> list[str]:
    return [clock_sentence(words, table) or words.t("No clock runs.")]


def _asking(line: Line, what: Callable[[Words, TableView], Sequence[str]]) -> LineCommand:
    """Return a command that says sentences about the table in one paragraph."""

    async def run(conversation: Conversation, _: str) -> None:
        if conversation.table is not None:
            await conversation.say(" ".join(what(conversation.words, conversation.table)))

    return LineCommand(line, run, at_table=True)


def _setting(line: Line, sentence: str) -> LineCommand:
    """Return a command that sets how much is said, to what its word names."""

    async def run(conversation: Conversation, _: str) -> None:
        player = conversation.session.player
        if not player.guest:
            await conversation.session.club.accounts.prefer(player, DETAIL, line.word)
        conversation.narrator.detail = line.word
        await conversation.say(conversation.words.t(sentence))

    return LineCommand(line, run)


async def _bell(conversation: Conversation, rest: str) -> None:
    t = conversation.words.t
    meant = {"on": "on", "yes": "on", "off": "off", "no": "off"}
    meant |= {folded(t(word)): value for word, value in meant.items()}
    value = meant.get(folded(rest), "off" if conversation.narrator.bell == "on" else "on")
    player = conversation.session.player
    if not player.guest:
        await conversation.session.club.accounts.prefer(player, "bell", value)
    conversation.narrator.bell = value
    rings = t("The bell rings when it is your turn."), t("The bell is silent.")
    await conversation.say(rings[value == "off"])


async def _settings(conversation: Conversation, _: str) -> None:
    t = conversation.words.t
    detail = {"brief": t("brief"), "normal": t("normal"), "full": t("full")}[
        conversation.narrator.detail
    ]
    bell = t("on") if conversation.narrator.bell == "on" else t("off")
    await conversation.say(
        t("How much is said: {value}. Change it by: brief, normal, full.", value=detail),
        t("Bell at your turn: {value}. Change it by: bell on, bell off.", value=bell),
        t("Language: {value}. Change it by: language CODE.", value=t("English")),
        t("Plain mode: on. For the screens: screens."),
    )


QUESTIONS = (
    LineCommand(
        Line("look", N_("look: see the state of the table and your choices")),
        _show_table,
        at_table=True,
    ),
    LineCommand(
        Line("details", N_("details: the Bourse, whom attacks strike, or the tiles not laid yet")),
        _details,
        at_table=True,
    ),
    _asking(Line("scores", N_("scores (s): how everybody stands")), scores),
    _asking(Line("hand", N_("hand (h): your dice, cards or tiles, and what is missing")), _hand),
    _asking(Line("latest", N_("latest (l): the last turn, at full length")), last_turn),
    _asking(Line("clock", N_("clock (c): how much time is left")), _clock),
    _asking(
        Line("whose", N_("whose (w): whose turn it is")),
        lambda words, table: [whose_turn(words, table)],
    ),
    LineCommand(Line("choices", N_("choices (x): list your choices")), _choices, at_table=True),
    _setting(
        Line("brief", N_("brief: a line for each turn of the others")),
        N_("In brief: a line for each turn of the others."),
    ),
    _setting(
        Line("normal", N_("normal: everything that happens")),
        N_("Everything that happens is said."),
    ),
    _setting(
        Line("full", N_("full: everything, and the whole state at each turn")),
        N_("Everything is said, and the whole state at each turn of yours."),
    ),
    LineCommand(Line("bell", N_("bell [on]: ring at your turn, or not")), _bell),
    LineCommand(Line("settings", N_("settings: how much is said, bell, language")), _settings),
    LineCommand(
        Line("listen", N_("listen: hear the others play on when you play no more")),
        lambda conversation, _: conversation.narrator.listen(),
        at_table=True,
    ),
    LineCommand(
        Line("yes", N_("yes: do what you were asked about")),
        lambda conversation, _: conversation.confirm(),
        at_table=True,
    ),
)
"""The commands that ask about the table or set how much is said."""
