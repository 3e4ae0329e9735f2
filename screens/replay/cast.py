"""A replay as an asciinema recording: what a spectator saw, with a marker at every turn.

The format is asciicast v2 (https://docs.asciinema.org/manual/asciicast/v2/): a header and events,
one JSON value a line.
"""

from collections.abc import Iterator

import msgspec
from textual.geometry import Region, Size

from arcade.club.replays.replay import Replay
from arcade.engine import registry
from arcade.players.player import Player
from screens.app import ArcadeApp
from screens.keys import Action
from screens.replay.screen import ReplayScreen
from screens.terminal.ansi import Stretch, written
from screens.terminal.rows import Row, differences
from screens.widgets.lines import Lines, strip

LEAST, MOST = 0.6, 2.0
"""The fewest and the most seconds a picture stands; in between, as long as at the table."""
TURN = 0.4
"""Extra seconds for the last picture of a turn."""
END = 3.0
"""Seconds the last picture stands, and the pause to which a player may shorten longer ones."""

BEGIN = "\x1b[?25l\x1b[?7l\x1b[2J"
"""No caret, no wrapping, a clear screen."""
FINISH = "\x1b[?7h\x1b[?25h"


class RecordedScreen(ReplayScreen):
    """A replay without keys: nobody controls it."""

    def actions(self) -> list[Action]:
        return []


def cast(replay: Replay, language: str, size: Size) -> Iterator[str]:
    """Yield a recording line by line, the header first; each line ends with a newline."""
    app = ArcadeApp(None, Player("", ""), language=language, animations=False)
    room = replay.room
    title = app.words.t(
        "{game}, table {code}, game {n}",
        game=registry.find(room.game).meta.name,
        code=room.code,
        n=replay.number,
    )
    yield _line(
        {
            "version": 2,
            "width": size.width,
            "height": size.height,
            "timestamp": replay.steps[0].at // 1000,
            "idle_time_limit": END,
            "title": title,
            "env": {"TERM": "xterm-256color"},
        }
    )
    with app.context():
        screen = RecordedScreen(replay)
    time, shown = 0.0, dict[tuple[int, int], Row]()
    for number, step in enumerate(replay.steps):
        with app.context():
            screen.show_step(number)
            picture = _picture(screen, size, shown)
        if number in replay.starts:
            yield _line([round(time, 3), "m", _turn(app, replay, number)])
        yield _line([round(time, 3), "o", picture if number else BEGIN + picture])
        if number + 1 < len(replay.steps):
            after = replay.steps[number + 1]
            time += min(MOST, max(LEAST, (after.at - step.at) / 1000))
            time += TURN * (after.turn != step.turn)
    yield _line([round(time + END, 3), "o", FINISH])


def _picture(screen: RecordedScreen, size: Size, shown: dict[tuple[int, int], Row]) -> str:
    """Return the output for what differs from the rows shown, by column and row of their beginning.

    Updates them; at first it is the whole screen. Must be used inside `app.context`.
    """
    cells, height = size
    regions = {
        screen.top: Region(0, 0, cells, 1),
        **screen.regions(size),  # the ground shows where they end
        screen.footer: Region(0, height - 1, cells, 1),
    }
    ground = "" if shown else written((0, y, screen.backdrop(y, cells)) for y in range(height))
    stretches: list[Stretch] = []
    for pane, at in regions.items():
        if not isinstance(pane, Lines):
            continue
        pane.take_size(at.size)
        for y in range(at.height):
            origin, line = (at.x, at.y + y), pane.row_at(y)
            whole = strip(line, at.width, pane.palette, pane.TONE)
            changed = differences(shown[origin], line) if origin in shown else ((0, at.width),)
            stretches += [
                (at.x + start, at.y + y, whole.crop(start, min(end, at.width)))
                for start, end in changed
                if start < at.width
            ]
            shown[origin] = line
    return ground + written(stretches) if stretches else ground


def _turn(app: ArcadeApp, replay: Replay, number: int) -> str:
    """Name a turn: its number and its player."""
    step = replay.steps[number]
    seat = step.seat
    if seat is None and number + 1 < len(replay.steps):
        seat = replay.steps[number + 1].seat  # the set-up belongs to the first turn
    name = step.room.names[seat] if seat is not None else ""
    return app.words.t("turn {n}, {name}", n=step.turn, name=name)


def _line(value: object) -> str:
    return msgspec.json.encode(value).decode() + "\n"
