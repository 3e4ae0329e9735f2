"""What one may ask a table in line mode, how much is said, and the answer to a question."""

from collections.abc import Callable, Sequence

from arcade.club.i18n.words import Words
from arcade.club.operations.operation import Line
from arcade.club.speech.clock import told_clock
from arcade.club.speech.read_aloud import details, hand, scores, sentences, whose_turn
from arcade.club.speech.retelling import last_turn
from arcade.club.views import TableView
from arcade.engine.words import N_, folded
from server.text.conversation import DETAIL, Conversation, LineCommand


async def _show_table(conversation: Conversation, _: str) -> None:
    if conversation.session.table_session is not None:
        table = conversation.session.table_session.table()
        await conversation.say_state(table)
        await conversation.say_choices(table)


async def _details(conversation: Conversation, _: str) -> None:
    table = conversation.table
    if table is not None:
        lines = details(conversation.words, table)
        await conversation.say(*lines or [conversation.words.t("The rules say it all: rules.")])


async def _scores(conversation: Conversation, _: str) -> None:
    await _tell(conversation, scores)


async def _hand(conversation: Conversation, _: str) -> None:
    await _tell(conversation, lambda words, table: hand(words, table) or sentences(words, table))


async def _choices(conversation: Conversation, _: str) -> None:
    if conversation.table is not None:
        await conversation.say_choices(conversation.table)


async def _clock(conversation: Conversation, _: str) -> None:
    none = conversation.words.t("No clock runs.")
    await _tell(conversation, lambda words, table: [told_clock(words, table) or none])


async def _whose(conversation: Conversation, _: str) -> None:
    await _tell(conversation, lambda words, table: [whose_turn(words, table)])


async def _latest(conversation: Conversation, _: str) -> None:
    await _tell(conversation, last_turn)


async def _tell(
    conversation: Conversation, what: Callable[[Words, TableView], Sequence[str]]
) -> None:
    """Say something of the table, in one paragraph."""
    if conversation.table is not None:
        await conversation.say(" ".join(what(conversation.words, conversation.table)))


async def _set_detail(conversation: Conversation, detail: str, sentence: str) -> None:
    player = conversation.session.player
    if not player.guest:
        await conversation.session.club.accounts.prefer(player, DETAIL, detail)
    conversation.detail = detail
    await conversation.say(conversation.words.t(sentence))


async def _brief(conversation: Conversation, _: str) -> None:
    await _set_detail(conversation, "brief", N_("In brief: a line for each turn of the others."))


async def _normal(conversation: Conversation, _: str) -> None:
    await _set_detail(conversation, "normal", N_("Everything that happens is said."))


async def _full(conversation: Conversation, _: str) -> None:
    sentence = N_("Everything is said, and the whole state at each turn of yours.")
    await _set_detail(conversation, "full", sentence)


async def _bell(conversation: Conversation, rest: str) -> None:
    wish = {"on": "on", "oui": "on", "yes": "on", "off": "off", "non": "off", "no": "off"}
    value = wish.get(folded(rest), "off" if conversation.bell == "on" else "on")
    player = conversation.session.player
    if not player.guest:
        await conversation.session.club.accounts.prefer(player, "bell", value)
    conversation.bell = value
    t = conversation.words.t
    rings = t("The bell rings when it is your turn."), t("The bell is silent.")
    await conversation.say(rings[value == "off"])


async def _settings(conversation: Conversation, _: str) -> None:
    t = conversation.words.t
    detail = {"brief": t("brief"), "normal": t("normal"), "full": t("full")}[conversation.detail]
    bell = t("on") if conversation.bell == "on" else t("off")
    await conversation.say(
        t("How much is said: {value}. Change it by: brief, normal, full.", value=detail),
        t("Bell at your turn: {value}. Change it by: bell on, bell off.", value=bell),
        t("Language: {value}. Change it by: language CODE.", value=t("English")),
        t("Plain mode: on. For the screens: screens."),
    )


async def _listen(conversation: Conversation, _: str) -> None:
    await conversation.listen()


async def _yes(conversation: Conversation, _: str) -> None:
    await conversation.confirm()


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
    LineCommand(Line("scores", N_("scores (s): how everybody stands")), _scores, at_table=True),
    LineCommand(
        Line("hand", N_("hand (h): your dice, cards or tiles, and what is missing")),
        _hand,
        at_table=True,
    ),
    LineCommand(
        Line("latest", N_("latest (l): the last turn, at full length")), _latest, at_table=True
    ),
    LineCommand(Line("clock", N_("clock (c): how much time is left")), _clock, at_table=True),
    LineCommand(Line("whose", N_("whose (w): whose turn it is")), _whose, at_table=True),
    LineCommand(Line("choices", N_("choices (x): list your choices")), _choices, at_table=True),
    LineCommand(Line("brief", N_("brief: a line for each turn of the others")), _brief),
    LineCommand(Line("normal", N_("normal: everything that happens")), _normal),
    LineCommand(Line("full", N_("full: everything, and the whole state at each turn")), _full),
    LineCommand(Line("bell", N_("bell [on]: ring at your turn, or not")), _bell),
    LineCommand(Line("settings", N_("settings: how much is said, bell, language")), _settings),
    LineCommand(
        Line("listen", N_("listen: hear the others play on when you play no more")),
        _listen,
        at_table=True,
    ),
    LineCommand(Line("yes", N_("yes: do what you were asked about")), _yes, at_table=True),
)
"""Their rows in the table of commands."""
