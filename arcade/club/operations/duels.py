"""What somebody asks about duels without appointment."""

from collections.abc import Callable
from contextlib import suppress

from msgspec import Struct
from msgspec.structs import asdict

from arcade.club.club import Club
from arcade.club.duels.views import DuelView
from arcade.club.duels.wording import side_by_side
from arcade.club.operations.lobby import Arrived, arrive
from arcade.club.operations.operation import (
    CODE,
    JSON,
    NAME,
    Argument,
    Command,
    Key,
    Line,
    Operation,
    Visitor,
    game_here,
    name_of,
    words_for,
)
from arcade.club.replays.replay import Replay
from arcade.engine import registry
from arcade.engine.words import N_
from arcade.players.player import Player
from arcade.rooms.errors import Refused, refused

BEST_OF = "3"
"""The word that asks for the best of three."""
_MORE = Argument(N_("GAME"), optional=True, words=1 + registry.LONGEST)


class ListedDuels(Struct, frozen=True):
    duels: tuple[DuelView, ...]


class Compared(Struct, frozen=True):
    """A round that both have played: one's own run, and the other person's."""

    duel: DuelView
    number: int
    yours: Replay
    theirs: Replay


class TurnPair(Struct, frozen=True):
    """A turn of both runs, in words; "": that run was over before."""

    yours: str
    theirs: str


class RoundTurns(Struct, frozen=True):
    number: int
    turns: tuple[TurnPair, ...]


class DuelRead(DuelView, frozen=True):
    """A duel as it stands; of each round that both have played, both runs turn by turn."""

    runs: tuple[RoundTurns, ...] = ()


class ListDuels(Operation[ListedDuels], frozen=True):
    key = Key(
        "duels", ("u",), N_("duels"), N_("Play the same dice as somebody else, each when you like.")
    )
    line = Line("duels", N_("duels: your duels without appointment"))
    api = "duels"
    command = Command("duels", (JSON,), N_("your duels: whose turn it is, and how they ended"))

    async def run(self, visitor: Visitor) -> ListedDuels:
        return ListedDuels(visitor.club.duels.of(visitor.player))


class Challenge(Operation[DuelView], frozen=True):
    """Challenge a person by name, or ("") whoever comes with the code; `rounds` are 1 or 3."""

    api = "challenge"

    name: str = ""
    game: str = ""
    rounds: int = 1

    async def run(self, visitor: Visitor) -> DuelView:
        game = game_here(visitor, self.game) or usual_game(visitor.club, visitor.player)
        duels, name = visitor.club.duels, name_of(self.name)
        return await duels.challenge(visitor.player, name, game, self.rounds)


class PlayDuel(Operation[Arrived], frozen=True):
    """Go to one's own table for the next round of a duel."""

    line = Line(
        "duel",
        N_(
            "duel NAME [GAME] [3]: challenge somebody, to the best of three; duel GAME: get a code "
            "for anybody; duel CODE: play it"
        ),
        needs=1,
        risky=True,
    )
    api = "duel"
    command = Command(
        "duel",
        (NAME, _MORE, JSON),
        N_("challenge somebody (3 at the end: the best of three), or play the duel with this code"),
    )

    code: str = ""

    async def run(self, visitor: Visitor) -> Arrived:
        return arrive(visitor, await visitor.club.play_duel(visitor.player, self.code))


class CompareDuel(Operation[DuelRead], frozen=True):
    """Return a duel and its runs side by side, in a language ("": the person's own)."""

    line = Line("compare", N_("compare CODE: both runs of a duel, turn by turn"), needs=1)
    api = "compare"
    command = Command("compare", (CODE, JSON), N_("both runs of a duel, turn by turn"))

    code: str = ""
    language: str = ""

    async def run(self, visitor: Visitor) -> DuelRead:
        club, player, words = visitor.club, visitor.player, words_for(visitor, self.language)
        duel = club.duels.view(self.code, player)
        runs = [
            RoundTurns(
                pair.number,
                tuple(TurnPair(*turn) for turn in side_by_side(words, pair.yours, pair.theirs)),
            )
            for pair in await compared(club, player, duel)
        ]
        return DuelRead(**asdict(duel), runs=tuple(runs))


class RefuseDuel(Operation[DuelView], frozen=True):
    key = Key("refuse", ("x",), N_("refuse"), N_("Refuse the chosen duel, or take it back."))
    line = Line("refuse", N_("refuse CODE: refuse a duel, or take it back"), needs=1, risky=True)
    api = "refuse"

    code: str = ""

    async def run(self, visitor: Visitor) -> DuelView:
        return await visitor.club.duels.refuse(visitor.player, self.code)


class Rematch(Operation[DuelView], frozen=True):
    key = Key("rematch", ("m",), N_("rematch"), N_("Challenge the same person again."))
    line = Line("rematch", N_("rematch CODE: challenge the same person again"), needs=1, risky=True)
    api = "rematch"

    code: str = ""

    async def run(self, visitor: Visitor) -> DuelView:
        return await visitor.club.duels.rematch(visitor.player, self.code)


def read_duel(knows: Callable[[str], bool], text: str) -> PlayDuel | Challenge:
    """Read what follows `duel`: a duel's code, or a name, a game, or both, and perhaps "3"."""
    words = text.split()
    if len(words) == 1 and knows(words[0]):
        return PlayDuel(words[0])
    rounds = 3 if len(words) > 1 and words[-1] == BEST_OF else 1
    words = words[:-1] if rounds > 1 else words
    if registry.knows(" ".join(words)):
        return Challenge("", " ".join(words), rounds)
    return Challenge(words[0], " ".join(words[1:]), rounds)


def usual_game(club: Club, player: Player) -> str:
    """Return the game of a person's newest duel, else the first of all."""
    return club.duels.newest_game(player) or next(iter(registry.games()))


def opponents(club: Club, player: Player) -> tuple[str, ...]:
    """Name whom a person may want to challenge, friends first."""
    friends = [person.name for person in club.friends.all(player)]
    before = [duel.opponent for duel in club.duels.of(player) if duel.opponent]
    rivals = [club.accounts.known(key) for key in club.standings.rivals(player)]
    here, hidden = [*club.community.in_order(player)], club.accounts.ignored(player)
    ignored = {person.name for person in here if person.id in hidden}
    names = (
        *friends,
        *club.friends.unanswered(player),
        *before,
        *(rival.name for rival in rivals if not rival.guest),
        *(person.name for person in here if person.id != player.id and not person.guest),
    )
    return tuple(name for name in dict.fromkeys(names) if name and name not in ignored)


async def compared(club: Club, player: Player, duel: DuelView) -> list[Compared]:
    """Return both runs of each round that both have played to its end."""
    runs = []
    for played in duel.rounds:
        if played.yours and played.theirs:
            with suppress(Refused):  # somebody gave up: there is no whole game
                yours = await club.replay(played.yours.code, 0, player)
                theirs = await club.replay(played.theirs.code, 0, player)
                runs.append(Compared(duel, played.number, yours, theirs))
    return runs


async def compared_round(visitor: Visitor, code: str, number: int = 1) -> Compared:
    """Return both runs of a round; raises `Refused` while they may not be seen."""
    duel = visitor.club.duels.view(code, visitor.player)
    for runs in await compared(visitor.club, visitor.player, duel):
        if runs.number == number:
            return runs
    raise refused("A duel is shown when both have played it.")
