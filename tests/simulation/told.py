"""What people of the simulated world were told, and whether all of it is stored, once."""

from collections.abc import Mapping, Sequence

import msgspec

from arcade.players import deals, roster
from tests.simulation.disk import Broken

Streams = Mapping[str, Sequence[bytes]]


class Told:
    """`named` is who was told to have which name."""

    def __init__(self) -> None:
        self.named: dict[str, str] = {}
        self._said: dict[str, tuple[str, bool]] = {}

    def say(self, text: str, stream: str) -> None:
        """Note that something is about to be said."""
        self._said[text] = stream, False

    def heard(self, text: str) -> None:
        """Note that it was acknowledged."""
        self._said[text] = self._said[text][0], True

    def check(self, streams: Streams) -> None:
        """Compare with what is stored in the end; raises `Broken`."""
        for text, (stream, acknowledged) in self._said.items():
            found = sum(
                fact.count(f'"{text}"'.encode())
                for name, kept in streams.items()
                if name.startswith(stream)
                for fact in kept
            )
            if found > 1 or (acknowledged and not found):
                raise Broken(f"{text!r} in {stream} stands there {found} times")
        results = [msgspec.json.decode(one) for one in streams.get("results", ())]
        places = [(one["code"], one["number"]) for one in results]
        if len(set(places)) != len(places):
            raise Broken(f"a result is stored twice: {places}")
        _check_daily(streams)
        self._check_names(streams)

    def _check_names(self, streams: Streams) -> None:
        """Nobody has another's name, and who was told to have one has it."""
        stored = [roster.decode(one).fact for one in streams["players"]]
        owners = {one.id: one.name for one in stored if isinstance(one, roster.Named)}
        if len(set(owners.values())) != len(owners):
            raise Broken(f"a name is two people's: {owners}")
        if any(owners.get(player) != name for player, name in self.named.items()):
            raise Broken(f"a name was told and is not stored: {self.named} {owners}")


def _check_daily(streams: Streams) -> None:
    """Nobody has two attempts a day, and one deal is everybody's."""
    found = [deals.decode(one).fact for one in streams.get("daily", ())]
    for kind in (deals.Dealt, deals.Began, deals.Finished):
        whose = [
            (one.day, one.game, getattr(one, "player", ""))
            for one in found
            if isinstance(one, kind)
        ]
        if len(set(map(str, whose))) != len(whose):
            raise Broken(f"{kind.__name__} twice: {whose}")
