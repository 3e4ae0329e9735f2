"""What somebody asks about the time since they were last here."""

from msgspec import Struct

from arcade.club.operations.operation import JSON, Command, Line, Operation, Visitor, words_for
from arcade.engine.words import N_


class DigestLine(Struct, frozen=True):
    """A line; with a `code` it is about that table."""

    kind: str
    text: str
    code: str


class DigestLines(Struct, frozen=True):
    """What happened since `at`, in ms since 1970 (0: nobody knows when)."""

    at: int
    lines: tuple[DigestLine, ...]


class ReadDigest(Operation[DigestLines], frozen=True):
    """Say what happened since the person was last here, in a language ("": their own)."""

    line = Line("since", N_("since: what happened since you were last here"))
    api = "since"
    command = Command("since", (JSON,), N_("what happened since you were last here"))

    language: str = ""

    async def run(self, visitor: Visitor) -> DigestLines:
        club, player = visitor.club, visitor.player
        words = words_for(visitor, self.language)
        last = club.digest.last_visit(player)
        lines = (
            DigestLine(item.kind, words.say(item.news), item.code)
            for item in club.digest.read(player)
        )
        digest = DigestLines(last.at, tuple(lines))
        if visitor.visiting:
            club.community.show_invitations(player, last.at)
        return digest
