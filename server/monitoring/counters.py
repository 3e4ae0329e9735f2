"""What a server counts as it happens, for `metrics`: whole numbers, which cost next to nothing."""

from collections.abc import Callable


class OutputCounters:
    """Frames on their way out, of all sessions; `painted` is told how long each took to draw."""

    def __init__(self) -> None:
        self.frames = 0
        self.bytes = 0
        self.skipped_frames = 0
        self.skipped_bytes = 0
        self.painted: Callable[[float], None] | None = None
        """Takes seconds; None where nobody wants to know, and then nothing is timed."""

    def sent(self, size: int) -> None:
        """Count a frame that was sent."""
        self.frames += 1
        self.bytes += size

    def skipped(self, size: int) -> None:
        """Count a frame that a client was too slow for."""
        self.skipped_frames += 1
        self.skipped_bytes += size
