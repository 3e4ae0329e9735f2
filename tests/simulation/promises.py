"""What people of the simulated world were told, and whether all of it is stored, once."""

from collections.abc import Mapping, Sequence

import msgspec

from arcade.club.deals import facts as deals
from arcade.players import roster
from tests.simulation.disk import Broken

Streams = Mapping[str, Sequence[bytes]]


class Promises:
    """`named` is who was told to have which name."""

    def __init__(self) -> None:
        self.named: dict[str, str] = {}
        self._texts: dict[str, tuple[str, bool]] = {}

    def say(self, text: str, stream: str) -> None:
        """Note that something is about to be said."""
        self._texts[text] = stream, False

    def heard(self, text: str) -> None:
        """Note that it was acknowledged."""
        self._texts[text] = self._texts[text][0], True

    def check(self, streams: Streams) -> None:
        """Compare with what is stored in the end; raises `Broken`."""
        for text, (stream, acknowledged) in self._texts.items():
            mismatches = sum(
                fact.count(f'"{text}"'.encode())
                for name, kept in streams.items()
                if name.startswith(stream)
                for fact in kept
            )
            if mismatches > 1 or (acknowledged and not mismatches):
                raise Broken(f"{text!r} in {stream} stands there {mismatches} times")
        results = [msgspec.json.decode(data) for data in streams.get("results", ())]
        played_games = [(result["code"], result["number"]) for result in results]
        if len(set(played_games)) != len(played_games):
            raise Broken(f"a result is stored twice: {played_games}")
        _check_daily(streams)
        self._check_names(streams)

    def _check_names(self, streams: Streams) -> None:
        """Nobody has another's name, and who was told to have one has it."""
        stored = [roster.decode(stream).fact for stream in streams["players"]]
        owners = {
            stored_fact.id: stored_fact.name
            for stored_fact in stored
            if isinstance(stored_fact, roster.Named)
        }
        if len(set(owners.values())) != len(owners):
            raise Broken(f"a name is two people's: {owners}")
        if any(owners.get(player) != name for player, name in self.named.items()):
            raise Broken(f"a name was told and is not stored: {self.named} {owners}")


def _check_daily(streams: Streams) -> None:
    """Nobody has two attempts a day, and one deal is everybody's."""
    deal_facts = [deals.decode(data).fact for data in streams.get("daily", ())]
    for kind in (deals.Dealt, deals.Began, deals.Finished):
        whose = [
            (item.day, item.game, getattr(item, "player", ""))
            for item in deal_facts
            if isinstance(item, kind)
        ]
        if len(set(map(str, whose))) != len(whose):
            raise Broken(f"{kind.__name__} twice: {whose}")
