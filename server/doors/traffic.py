"""What browsers asked for, counted for the host's metrics."""

from collections import Counter


class WebTraffic:
    """Counts responses and WebSockets; what limits refuse is counted there."""

    def __init__(self) -> None:
        self.sockets = 0
        """WebSockets that are open."""
        self.responses: Counter[str] = Counter()
        """Responses by their status: 101 begins a WebSocket, 403 goes to another site's page,
        429 to an address that opens too many.
        """
        self.closed: Counter[str] = Counter()
        """WebSockets that the server closed, by reason."""
