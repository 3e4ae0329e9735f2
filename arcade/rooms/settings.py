"""How long a table waits for what."""

from msgspec import Struct


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """Times in seconds.

    - `bot_pause`: before a bot acts, so that people can follow.
    - `linger`: before a bot does what a person at the table may do as well (deal the next hand).
    - `away_after`: how long a vanished person's seat waits before a bot holds it.
    - `free_after`: how long it is kept where no game runs; then the seat is open.
    - `close_after`: how long a table without anybody stays open when no game runs.
    - `forget_after`: the same for a table whose game is unfinished, or with days for a move.
    - `longest_pause`: after which a game goes on by itself.
    - `patience`: how long a slow bot or the coach may think before something quick is done instead.
    - `thinkers`: how many processes there may be that do it (a number, not a time).
    """

    bot_pause: float = 0.9
    linger: float = 12.0
    away_after: float = 30.0
    free_after: float = 120.0
    close_after: float = 600.0
    forget_after: float = 7 * 86_400.0
    longest_pause: float = 15 * 60.0
    patience: float = 2.0
    thinkers: int = 1
