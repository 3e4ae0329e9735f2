"""What other processes say about a person, handed to the part of the club that it concerns."""

from arcade.club.people.devices import CODE_MADE, Devices
from arcade.club.people.returns import Returns
from arcade.club.presence import ClubPresence
from arcade.club.streams.messenger import Came, Dropped, Entered, Issued, Messenger, Personal, Sent

SIMULTANEOUS = 2.0
"""Seconds within which two visits of a person count as simultaneous."""


class Inbox:
    """Takes the messages about people, and repeats what a new process has missed."""

    def __init__(
        self, messenger: Messenger, presence: ClubPresence, devices: Devices, returns: Returns
    ) -> None:
        self._messenger = messenger
        self._presence = presence
        self._devices = devices
        self._returns = returns

    def take(self, worker: str, message: Personal) -> None:
        match message:
            case Entered(player_id, after, arrived):
                later = after or worker > self._presence.peers.me
                self._presence.entered_elsewhere(player_id, 0.0 if later else SIMULTANEOUS)
                if arrived:
                    self._presence.arrived(player_id)
            case Sent(player_id, by, notice):
                self._presence.deliver(player_id, by, notice)
            case Dropped(player_id, code):
                self._returns.heard(player_id, code)
            case Issued(code):
                self._devices.remember(code)
                self._presence.tell(code.player.id, CODE_MADE)
            case Came(guest):
                self._devices.accounts.remember(guest)

    def repeat_codes(self) -> None:
        """Send the codes that may link a key: a new process does not know them."""
        for code in self._devices.pending:
            self._messenger.send(Issued(code))
