"""The seats of a table: who sits there now, and who has played the running or last game."""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from arcade.engine.news import News, phrase
from arcade.engine.seats import put
from arcade.players.player import Player
from arcade.rooms import facts

SeatFact = facts.Sat | facts.Stood | facts.BotSat | facts.BotStood | facts.Held | facts.Returned
"""The facts about one seat."""

BOT_NAMES = (
    *("Margot", "Lucien", "Odette", "Marcel", "Colette"),
    *("Gaston", "Yvette", "Fernand", "Ginette", "Albert"),
)
"""As many as the largest table has seats."""

BOT_SITS = "bot-sits"
"""The kind of news that a front end may sum up for several bots."""


class Chair(Struct, frozen=True):
    """Who has a seat: a person, a bot, a bot for a person who may come back, or nobody.

    `gone`: the person left on purpose, so somebody else may take the seat. `waits`: the person has
    just come, and the bot plays until the next round begins.
    """

    player: Player | None = None
    bot: str = ""
    bot_name: str = ""
    gone: bool = False
    waits: bool = False

    @property
    def holder(self) -> Player | None:
        """The person whose seat it is, even while a bot plays for them."""
        return None if self.gone else self.player

    @property
    def free(self) -> bool:
        """Whether a person may sit down here."""
        return self.holder is None

    @property
    def has_person(self) -> bool:
        """Whether a person plays here themselves now."""
        return self.holder is not None and not self.bot

    @property
    def has_stand_in(self) -> bool:
        """Whether a bot plays for a person who is away."""
        return bool(self.bot) and not self.waits and self.holder is not None

    @property
    def name(self) -> str:
        """The player's name: the person's, even while a bot holds the seat for them."""
        holder = self.holder
        return self.bot_name if holder is None or self.waits else holder.name


def taken(chair: Chair, fact: SeatFact) -> tuple[Chair, News]:
    """Return the chair after a fact, and the sentence for the table log."""
    match fact:
        case facts.Sat(player=player, waits=True):
            item = phrase(
                "{who} takes {bot}'s seat from the next round on.",
                who=player.name,
                bot=chair.bot_name,
            )
            return Chair(player, chair.bot, chair.bot_name, waits=True), item
        case facts.Sat(player=player):
            item = phrase("{who:@ sits|You sit} down.", who=player.name)
            if chair.bot:
                item = phrase("{who} takes {bot}'s seat.", who=player.name, bot=chair.bot_name)
            return Chair(player), item
        case facts.Stood() if chair.waits and chair.player is not None:
            item = phrase("{who:@ leaves|You leave}.", who=chair.player.name)
            return Chair(bot=chair.bot, bot_name=chair.bot_name), item
        case facts.Stood(bot=""):
            return Chair(), phrase("{who:@ leaves|You leave}.", who=chair.name)
        case facts.Stood(bot=bot, bot_name=name):
            item = phrase(
                "{who:@ leaves|You leave}; {bot} (a bot) plays on.", who=chair.name, bot=name
            )
            return Chair(chair.player, bot, name, gone=True), item
        case facts.BotSat(bot=bot, bot_name=name):
            return Chair(bot=bot, bot_name=name), phrase(
                "{who} (a bot) sits down.", BOT_SITS, who=name
            )
        case facts.BotStood():
            return Chair(), phrase("{who} (a bot) leaves.", who=chair.bot_name)
        case facts.Held(bot=bot, bot_name=name):
            return replace(chair, bot=bot, bot_name=name), _stand_in_news(chair.name, fact)
        case facts.Returned():
            back = replace(chair, bot="", bot_name="", gone=False)
            return back, phrase("{who:@ is|You are} back.", who=back.name)


def _stand_in_news(who: str, fact: facts.Held) -> News:
    if fact.timed_out:
        return phrase(
            "{who:@ ran|You ran} out of time twice; {bot} (a bot) plays until {who:they "
            "are|you are} back.",
            who=who,
            bot=fact.bot_name,
        )
    if fact.long:
        return phrase(
            "{who:@ has|You have} not moved for five minutes; {bot} (a bot) plays until {who:they "
            "are|you are} back.",
            who=who,
            bot=fact.bot_name,
        )
    if fact.idle:
        return phrase(
            "{who:@ has|You have} not moved for a minute; {bot} (a bot) plays until {who:they "
            "are|you are} back.",
            who=who,
            bot=fact.bot_name,
        )
    if fact.unready:
        return phrase("{who:@ was|You were} not ready; a bot holds {who:the|your} seat.", who=who)
    return phrase("{who:@ is|You are} away; a bot holds {who:the|your} seat.", who=who)


NOBODY = ""
"""Stands for a bot or the clock in `Begun.moves`."""


class Begun(Struct, frozen=True):
    """One seat since the game began; `player` is None if a bot played it then.

    `moves` counts actions by the person's id, or `NOBODY`; `taken`: a person has played it since.
    """

    player: Player | None
    bot: str = ""
    bot_name: str = ""
    moves: Mapping[str, int] = {}
    taken: bool = False

    @property
    def fresh(self) -> bool:
        """Whether no person has had this seat in this game."""
        return self.player is None and not self.taken


class Course(Struct, frozen=True):
    """The course of the running or the last game, the table's `number`th to begin; times in ms."""

    number: int
    began: int
    at: int
    seats: tuple[Begun, ...]
    person_at: int = 0
    """When a person last moved."""
    turn: int = 1
    """Counts the turns; the next begins when another seat acts."""
    mover: int | None = None
    """The seat that acted last."""


def moved(course: Course, seat: int, who: str, at: int, counts: bool = True) -> Course:
    """Count one action of a seat, made by the person with this id, or by `NOBODY`."""
    begun = course.seats[seat]
    counted = replace(begun, moves={**begun.moves, who: begun.moves.get(who, 0) + counts})
    by_person = at if who != NOBODY else course.person_at
    turn = course.turn + (course.mover not in (None, seat))
    seats = put(course.seats, seat, counted)
    return replace(course, at=at, seats=seats, person_at=by_person, turn=turn, mover=seat)


def take(course: Course, seat: int) -> Course:
    """Note that a person plays a seat."""
    if course.seats[seat].taken:
        return course
    return replace(course, seats=put(course.seats, seat, replace(course.seats[seat], taken=True)))


def starters(course: Course | None) -> dict[str, str]:
    """Return the names by id of the persons who began a game, whether or not they still play."""
    seats = course.seats if course else ()
    return {begun.player.id: begun.player.name for begun in seats if begun.player is not None}


def players(course: Course | None) -> frozenset[str]:
    """Return the ids of the persons who began a game or have moved in it."""
    seats = course.seats if course else ()
    return frozenset(starters(course)).union(*(begun.moves for begun in seats)) - {NOBODY}


def voters(chairs: Sequence[Chair], course: Course | None, what: facts.Vote) -> dict[str, str]:
    """Return the names by id of everybody who must agree; for the end, absent people too.

    The people who began the game have a result at stake until it is over, and so do those who play
    it.
    """
    present = (chair.player for chair in chairs if chair.has_person)
    here = {player.id: player.name for player in present if player is not None}
    return {**starters(course), **here} if what == "end" else here


def of_other_voters(
    asked: Mapping[facts.Vote, tuple[int, ...]], seat: int
) -> Mapping[facts.Vote, tuple[int, ...]]:
    """Close the questions whose voters have changed; the seat is no longer ready."""
    return {
        what: tuple(other for other in seats if other != seat and what == "again")
        for what, seats in asked.items()
    }
