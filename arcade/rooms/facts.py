"""What happens in a room, as stored: facts, their envelope, and their JSON."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal, Self

from msgspec import Struct

from arcade.engine.chance import Draw
from arcade.engine.fair import Contribution
from arcade.engine.versioned_codec import VersionedCodec
from arcade.engine.words import N_
from arcade.players.player import Player
from arcade.rooms.table_rules import TableRules

SCHEMA = 2
"""Version of the facts below; a log of a newer one is refused, older ones stay readable."""


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
    """A person took a seat that was open or a bot's."""

    seat: int
    player: Player


class Stood(_Fact, frozen=True, tag="stood"):
    """A person gave up the seat; while a game runs the named bot plays on."""

    seat: int
    bot: str = ""
    bot_name: str = ""


class BotSat(_Fact, frozen=True, tag="bot-sat"):
    """A bot took an open seat."""

    seat: int
    bot: str
    bot_name: str


class BotStood(_Fact, frozen=True, tag="bot-stood"):
    """A bot was sent away before the game."""

    seat: int


class Held(_Fact, frozen=True, tag="held"):
    """A person has been away too long: a bot plays the seat until the person is back.

    `late` says that the person's time ran out too often.
    """

    seat: int
    bot: str
    bot_name: str
    late: bool = False


class Returned(_Fact, frozen=True, tag="returned"):
    """A person is back and plays the held seat again."""

    seat: int


class Started(_Fact, frozen=True, tag="started"):
    """A game began; `draws` are those of its set-up.

    `asked` says what each draw was asked for (see `engine.chance.Recorder`). `contributions`, one a
    seat, went into the key of the game's draws; none where the game was not sealed. It is played
    under version `game_version` of the game's rules (0, in older logs: the table's own).
    """

    draws: tuple[Draw, ...]
    asked: tuple[str, ...] = ()
    contributions: tuple[Contribution, ...] = ()
    game_version: int = 0


Chooser = Literal["person", "bot", "clock"]
"""Who chose an action."""


class Acted(_Fact, frozen=True, tag="acted"):
    """A seat acted; `action` is plain, `draws` is what chance gave."""

    seat: int
    action: Mapping[str, Any]
    draws: tuple[Draw, ...] = ()
    by: Chooser = "person"
    asked: tuple[str, ...] = ()


class Resumed(_Fact, frozen=True, tag="resumed"):
    """The running clocks begin anew: nobody could play for a while."""


Vote = Literal["pause", "end"]
"""What the persons of a table decide together."""


class Asked(_Fact, frozen=True, tag="asked"):
    """A seat asks for a pause, or to end the game without a result."""

    seat: int
    what: Vote


class Withdrew(_Fact, frozen=True, tag="withdrew"):
    """A seat no longer asks for it."""

    seat: int
    what: Vote


class Paused(_Fact, frozen=True, tag="paused"):
    """All asked for a pause: clocks and bots stand still."""


class WentOn(_Fact, frozen=True, tag="went-on"):
    """The pause is over; `seat` ended it, or nobody did (None): it was long enough."""

    seat: int | None = None


class Ended(_Fact, frozen=True, tag="ended"):
    """The game is over without a result: all asked for it, or its rules have changed since."""

    outdated: bool = False


class Sealed(_Fact, frozen=True, tag="sealed"):
    """The secret seed of the table's game `number` (from 1) is fixed, before anything of it.

    `seed` (hex) is for the log only. Where the game is a daily deal, `day` says of which day
    (ISO), and the seed is that day's; each seat has draws of its own then, unless they are `shared`
    (decks for the whole table).
    """

    number: int
    commitment: str
    seed: str = ""
    day: str = ""
    shared: bool = False


class Contributed(_Fact, frozen=True, tag="contributed"):
    """A seat fixed what it gives to the next game's dice, by a commitment.

    `words` are for the log only, until the game begins; "" where only the commitment is known.
    `typed` says that the person chose them; else the session drew them.
    """

    seat: int
    commitment: str
    words: str = ""
    typed: bool = False


class Revealed(_Fact, frozen=True, tag="revealed"):
    """Game `number` is over and its seed (hex) is told; `aborted`: it ended without a result.

    `seed` is "" where hands that were not shown stay hidden for ever.
    """

    number: int
    seed: str
    aborted: bool = False


class Said(_Fact, frozen=True, tag="said"):
    """Somebody at the table said something; the text is clean.

    `watcher` says that it was a watcher while a game ran: the players read it afterwards. `id` is
    the person's, who was called `who` then; "" in older logs.
    """

    who: str
    text: str
    watcher: bool = False
    id: str = ""


class Emote(Struct, frozen=True):
    """A gesture: what the one who makes it chooses, and what the others see."""

    label: str
    seen: str


EMOTES: Mapping[str, Emote] = {
    "cheers": Emote(N_("Cheers!"), N_("{who} lifts a glass: “Cheers!”")),
    "bravo": Emote(N_("Bravo!"), N_("{who} claps: “Bravo!”")),
    "laugh": Emote(N_("Ha ha!"), N_("{who} bursts out laughing.")),
    "alas": Emote(N_("Oh là là!"), N_("{who} sighs: “Oh là là!”")),
    "think": Emote(N_("Hmm…"), N_("{who} scratches a chin: “Hmm…”")),
    "hurry": Emote(N_("Well?"), N_("{who} drums on the table: “Well?”")),
    "sorry": Emote(N_("Sorry!"), N_("{who} makes a face: “Sorry!”")),
    "thanks": Emote(N_("Thanks, all!"), N_("{who} bows: “Thanks, all!”")),
}
"""In the order of the menu."""


class Emoted(_Fact, frozen=True, tag="emoted"):
    """Somebody at the table made a gesture of `EMOTES`; the rest as in `Said`."""

    who: str
    emote: str
    watcher: bool = False
    id: str = ""


class Hushed(_Fact, frozen=True, tag="hushed"):
    """Who opened the table keeps a person from speaking there; `on` false: no longer."""

    player: Player
    on: bool = True


class SentAway(_Fact, frozen=True, tag="sent-away"):
    """Who opened the table sent a watcher away."""

    player: Player


class DayOver(_Fact, frozen=True, tag="day-over"):
    """The day of this table's daily deal is over: a game that is not over does not count."""


class Closed(_Fact, frozen=True, tag="closed"):
    """The table is gone; its record stays."""


Fact = (
    Created
    | Sat
    | Stood
    | BotSat
    | BotStood
    | Held
    | Returned
    | Started
    | Acted
    | Resumed
    | Asked
    | Withdrew
    | Paused
    | WentOn
    | Ended
    | Sealed
    | Contributed
    | Revealed
    | Said
    | Emoted
    | Hushed
    | SentAway
    | DayOver
    | Closed
)


Facts = tuple[Fact, ...]


class Played(tuple[Fact, ...]):
    """Facts one of which begins or moves the game; `state` is the game's state after that one.

    Whoever folds them passes it to `evolve`, so that the rules run once.
    """

    state: Any

    def __new__(cls, facts: Iterable[Fact], state: Any) -> Self:
        """Join the facts and the state."""
        played = super().__new__(cls, facts)
        played.state = state
        return played


class Stored(Struct, frozen=True):
    """A fact with its place and time: `n` counts from 1 in its room, `at` is ms since 1970."""

    n: int
    at: int
    fact: Fact
    v: int = SCHEMA


form = VersionedCodec(Stored, SCHEMA)
encode, decode = form.encode, form.decode
