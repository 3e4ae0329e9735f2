"""What somebody asks about the tournaments of an evening."""

from arcade.club.operations.operation import JSON, Argument, Command, Key, Line, Operation, Visitor
from arcade.club.tournaments.views import Tonight
from arcade.engine.words import N_
from arcade.rooms.errors import refused

JOIN, LEAVE = "join", "leave"


class SeeTournament(Operation[Tonight], frozen=True):
    """Return the tournament that runs or comes, once the person has joined or left it, if asked."""

    key = Key("tournament", ("T",), "", N_("See the tournament of an evening, and join it."))
    line = Line(
        "tournament",
        N_("tournament [join or leave]: the tournament of an evening; take part, or not"),
    )
    api = "tournament"
    command = Command(
        "tournament",
        (Argument("join|leave", optional=True), JSON),
        N_("the tournament of an evening: who plays, the standings; take part, or not"),
    )

    what: str = ""

    async def run(self, visitor: Visitor) -> Tonight:
        tournaments = visitor.club.tournaments
        if self.what not in ("", JOIN, LEAVE):
            raise refused("Choose one of: {known}", known=f"{JOIN}, {LEAVE}")
        if self.what:
            await tournaments.enter(visitor.player, self.what == JOIN)
        return tournaments.tonight(visitor.player)
