"""The stored facts of a room, their envelope, and their JSON."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from msgspec import DecodeError, Struct, field
from msgspec.structs import replace

from arcade.engine.chance import Draw
from arcade.engine.codec import UnknownSchema, VersionedCodec
from arcade.engine.fair import Contribution
from arcade.engine.words import N_
from arcade.players.player import Player
from arcade.rooms.table_rules import TableRules

SCHEMA = 2
"""Version of the facts below; newer logs are refused."""


class _Fact(Struct, frozen=True, tag_field="fact"):
    """Base of all facts; the tag is the fact's name in the log."""


class Created(_Fact, frozen=True, tag="created"):
    """A table was opened for a game, with its options as given and its number of seats."""

    code: str
    game: str
    game_version: int
    options: Mapping[str, Any]
    seats: int
    by: Player
    private: bool = False
    table: TableRules = TableRules()


class Sat(_Fact, frozen=True, tag="sat"):
    """A person took a seat that was open or a bot's.

    `waits`: they play from the next round on; until it begins the bot plays.
    """

    seat: int
    player: Player
    waits: bool = False


class Stood(_Fact, frozen=True, tag="stood"):
    """A person gave up the seat; while a game runs the named bot takes over."""

    seat: int
    bot: str = ""
    bot_name: str = ""


class BotSat(_Fact, frozen=True, tag="bot-sat"):
    seat: int
    bot: str
    bot_name: str


class BotStood(_Fact, frozen=True, tag="bot-stood"):
    """A bot was removed before the game."""

    seat: int


class Held(_Fact, frozen=True, tag="held"):
    """A bot plays the seat until its person is back.

    The person was away too long, or (`timed_out`) ran out of time too often, or (`unready`) was not
    ready when the next game began, or (`idle`) kept a newcomer waiting, or (`long`) took minutes
    for a move without a clock.
    """

    seat: int
    bot: str
    bot_name: str
    timed_out: bool = field(default=False, name="late")
    unready: bool = False
    idle: bool = False
    long: bool = False


class Returned(_Fact, frozen=True, tag="returned"):
    seat: int


class Admitted(_Fact, frozen=True, tag="admitted"):
    """A person alone with bots opens their seats to others during the game, or closes them."""

    seat: int
    on: bool


class Started(_Fact, frozen=True, tag="started"):
    """A game began; `draws` are those of its set-up.

    `asked` says what each draw was for (see `engine.chance.Recorder`). `contributions`, one for
    each seat, went into the key of the draws; a daily deal has none. `game_version` is
    the version of the rules.
    """

    draws: tuple[Draw, ...]
    asked: tuple[str, ...] = ()
    contributions: tuple[Contribution, ...] = ()
    game_version: int = 0


Chooser = Literal["person", "bot", "clock"]
"""Who chose an action."""


class Acted(_Fact, frozen=True, tag="acted"):
    """A seat acted; `action` is plain JSON, `draws` are its random draws."""

    seat: int
    action: Mapping[str, Any]
    draws: tuple[Draw, ...] = ()
    by: Chooser = "person"
    asked: tuple[str, ...] = ()


class Resumed(_Fact, frozen=True, tag="resumed"):
    """The running clocks restart, because nobody could play for a while.

    `empty`: since when nobody was at the table, in ms since 1970: clocks go on from where they were
    then. None: the server was down, and they begin anew.
    """

    empty: int | None = None


Vote = Literal["pause", "end", "again", "rush", "settle"]
"""What the people at a table decide together.

"rush": to see at once how it ends; "settle": to end it now with a result, as somebody has left.
"""


class Asked(_Fact, frozen=True, tag="asked"):
    """A seat asks for a pause, or to end the game without a result, or is ready for another."""

    seat: int
    what: Vote


class Withdrew(_Fact, frozen=True, tag="withdrew"):
    """A seat no longer asks; one that did not ask says no, and nobody asks any more.

    `lapsed`: not everybody agreed in time.
    """

    seat: int
    what: Vote
    lapsed: bool = False


class Paused(_Fact, frozen=True, tag="paused"):
    """Everybody asked for a pause: clocks and bots stop."""


class WentOn(_Fact, frozen=True, tag="went-on"):
    """The pause is over: `seat` ended it, or it lasted long enough (None)."""

    seat: int | None = None


class Rushed(_Fact, frozen=True, tag="rushed"):
    """No person has a part in the game any more, and they want to see at once how it ends."""


class Settled(_Fact, frozen=True, tag="settled"):
    """The game ends as it stands: bots play the rest for everybody, at once.

    The people present agreed, as somebody had left; or the `house` ends it, whose time is over.
    """

    house: bool = False


class Ended(_Fact, frozen=True, tag="ended"):
    """The game ended without a result.

    Everybody asked for it, or its rules have changed, or its program has failed (`broken`).
    """

    outdated: bool = False
    broken: bool = False


def duel_deal(code: str, number: int) -> str:
    """Return the name of the deal of a duel's round: it stands where a daily deal has its day."""
    return f"{DUEL}{code} {number}"


def duel_of(deal: str) -> str:
    """Return the code of the duel that a deal belongs to; "" for a day's."""
    return deal.split()[1] if deal.startswith(DUEL) else ""


DUEL = "duel "


class Sealed(_Fact, frozen=True, tag="sealed"):
    """The secret seed of game `number` (from 1) at the table is fixed before the game begins.

    `seed` (hex) never leaves the log. For a deal that tables share, `day` is its day (ISO), or
    names the round of its duel, and the seed is the deal's; each seat then has its own draws,
    unless they are `shared` (decks for the whole table).
    """

    number: int
    commitment: str
    seed: str = ""
    day: str = ""
    shared: bool = False


class Contributed(_Fact, frozen=True, tag="contributed"):
    """A seat committed to its contribution to the next game's dice.

    `words` never leave the log before the game begins; "" if only the commitment is known. `typed`:
    the person chose them; otherwise they are random.
    """

    seat: int
    commitment: str
    words: str = ""
    typed: bool = False


class Revealed(_Fact, frozen=True, tag="revealed"):
    """Game `number` is over and its seed (hex) is revealed; `aborted`: it ended without a result.

    `seed` is "" in games whose unshown hands stay hidden forever.
    """

    number: int
    seed: str
    aborted: bool = False


class Said(_Fact, frozen=True, tag="said"):
    """A chat message at the table; the text is clean.

    `watcher`: a spectator wrote it during a game; players see it afterwards. `id` is the person's,
    `who` their name at the time.
    """

    who: str
    text: str
    watcher: bool = False
    id: str = ""


class Emote(Struct, frozen=True):
    """A gesture: the label in the menu, and what the others see."""

    label: str
    seen: str


EMOTES: Mapping[str, Emote] = {
    "cheers": Emote(N_("Cheers!"), N_("{who:@ lifts|You lift} a glass: “Cheers!”")),
    "bravo": Emote(N_("Bravo!"), N_("{who:@ claps|You clap}: “Bravo!”")),
    "laugh": Emote(N_("Ha ha!"), N_("{who:@ bursts|You burst} out laughing.")),
    "alas": Emote(N_("Oh là là!"), N_("{who:@ sighs|You sigh}: “Oh là là!”")),
    "think": Emote(N_("Hmm…"), N_("{who:@ scratches their|You scratch your} chin: “Hmm…”")),
    "hurry": Emote(N_("Well?"), N_("{who:@ drums|You drum} on the table: “Well?”")),
    "sorry": Emote(N_("Sorry!"), N_("{who:@ makes|You make} a face: “Sorry!”")),
    "thanks": Emote(N_("Thanks, all!"), N_("{who:@ bows|You bow}: “Thanks, all!”")),
}
"""Gestures by the name that is stored, in the order of the menu."""


class Emoted(_Fact, frozen=True, tag="emoted"):
    who: str
    emote: str
    watcher: bool = False
    id: str = ""


class Hushed(_Fact, frozen=True, tag="hushed"):
    player: Player
    on: bool = True


class SentAway(_Fact, frozen=True, tag="sent-away"):
    player: Player


class DayOver(_Fact, frozen=True, tag="day-over"):
    """The day of this table's daily deal is over: an unfinished game does not count."""


class RecordDamaged(_Fact, frozen=True, tag="record-damaged"):
    """The table's stored facts differ from those written: it has no record."""


class Closed(_Fact, frozen=True, tag="closed"):
    """The table is closed; its record stays."""


Fact = (
    Created
    | Sat
    | Stood
    | BotSat
    | BotStood
    | Held
    | Returned
    | Admitted
    | Started
    | Acted
    | Resumed
    | Asked
    | Withdrew
    | Paused
    | WentOn
    | Rushed
    | Settled
    | Ended
    | Sealed
    | Contributed
    | Revealed
    | Said
    | Emoted
    | Hushed
    | SentAway
    | DayOver
    | RecordDamaged
    | Closed
)

Facts = tuple[Fact, ...]


def person_of(fact: Fact) -> str:
    """Return the id of the person a fact names, "" for none."""
    match fact:
        case Created(by=player) | Sat(player=player) | Hushed(player=player):
            return player.id
        case SentAway(player=player):
            return player.id
        case Said(id=who) | Emoted(id=who):
            return who
        case _:
            return ""


class Played(Struct, frozen=True):
    """Facts that include a `Started` or an `Acted`, and the game's state after that one.

    Pass `state` to `evolve`, so that the rules run only once.
    """

    facts: Facts
    state: Struct

    def __iter__(self) -> Iterator[Fact]:
        return iter(self.facts)


Decision = Facts | Played
"""What a request leads to."""


class Stored(Struct, frozen=True):
    """A fact with its place and time: `n` counts from 1 in its room, `at` is ms since 1970."""

    n: int
    at: int
    fact: Fact
    v: int = SCHEMA


form = VersionedCodec(Stored, SCHEMA)
encode, decode = form.encode, form.decode


UNSAID = "…"
"""Stands for what somebody said who was forgotten."""


def without_names(data: bytes, forgotten: Mapping[str, str]) -> bytes:
    """Return a stored fact with the pseudonyms of forgotten people (by id) for their names."""
    if not any(player_id.encode() in data for player_id in forgotten):
        return data
    try:
        stored = decode(data)
    except (DecodeError, UnknownSchema):
        return data  # whoever reads it says so
    return encode(replace(stored, fact=_apart(stored.fact, forgotten)))


def _apart(fact: Fact, forgotten: Mapping[str, str]) -> Fact:
    match fact:
        case Created(by=Player() as player):
            return replace(fact, by=_pseudonym(player, forgotten))
        case Sat(player=player) | Hushed(player=player) | SentAway(player=player):
            return replace(fact, player=_pseudonym(player, forgotten))
        case Said(id=who) if who in forgotten:
            return replace(fact, who=forgotten[who], text=UNSAID)
        case Emoted(id=who) if who in forgotten:
            return replace(fact, who=forgotten[who])
        case _:
            return fact


def _pseudonym(player: Player, forgotten: Mapping[str, str]) -> Player:
    return replace(player, name=forgotten.get(player.id, player.name))
