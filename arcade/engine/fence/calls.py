"""A fence round every game: whatever it does wrong comes out as `GameBroken`, and says where.

A fenced game is the same object with the same class name. Calls of a game's methods among each
other are part of the call from outside. The fence knows no time: who measures it asks `running`,
and raises `TooSlow` into a call that takes too long (server/limits/game_watch.py).
What ends a whole process (a crash of an extension, `os._exit`) is beyond any fence.
"""

import traceback
from collections.abc import Callable, Mapping
from functools import cache, update_wrapper
from inspect import currentframe, getattr_static
from pathlib import Path
from types import FrameType
from typing import Any, TypeVar

from msgspec import Struct

from arcade.engine.chance import NoDraw
from arcade.engine.errors import BadOptions, IllegalAction
from arcade.engine.fence.answers import CHECKS
from arcade.engine.game import Game
from arcade.engine.news import phrase

BROKEN = phrase("This game has broken down; nobody loses. The host has been told.")

T = TypeVar("T")
Refusals = type[Exception] | tuple[type[Exception], ...]
"""The exceptions by which a call says no."""


class TooSlow(BaseException):
    """A call into a game takes too long. No `Exception`: a game's own handlers must not stop it."""


class Fault(Struct, frozen=True):
    """A failure in a game: the call, the reason, and the traceback."""

    game: str
    call: str
    why: str
    where: str
    """The innermost line of the game, "rules.py line 88"."""
    traceback: str
    slow: bool = False
    """Whether it took too long, and others waited."""


class GameBroken(Exception):
    """A game failed in a way that is its own fault, not a player's; nothing has changed."""

    news = BROKEN

    def __init__(self, game: str, call: str, error: BaseException) -> None:
        trace = traceback.extract_tb(error.__traceback__)
        here = Path(__file__).parent
        inner = [frame for frame in trace if Path(frame.filename).parent != here]
        last = inner[-1] if inner else None
        self.fault = Fault(
            game,
            call,
            f"{type(error).__name__}: {error}"[:500],
            f"{Path(last.filename).name} line {last.lineno}" if last else "",
            "".join(traceback.format_exception(error))[-8000:],
            isinstance(error, TooSlow),
        )
        super().__init__(f"{game}: {call}: {self.fault.why} ({self.fault.where})")


class _Fence:
    """What the fence calls: whenever it is entered, and for a fault."""

    __slots__ = ("entered", "failed")

    def __init__(self) -> None:
        self.entered: Callable[[], object] | None = None
        self.failed: Callable[[Fault], object] = lambda _: None


_fence = _Fence()


def running(frame: FrameType | None) -> FrameType | None:
    """Return the frame of the call into a game that a frame is part of; None outside.

    It is the same object as long as the call runs; `game` and `call` are among its locals.
    """
    outermost = None
    while frame is not None:
        if frame.f_code in _AFTERWARDS:
            return None
        if frame.f_code in INSIDE:
            outermost = frame
        frame = frame.f_back
    return outermost


def _is_part() -> bool:
    """Return whether the guarded call that asks is part of another one."""
    here = currentframe()
    guard = here and here.f_back
    return guard is not None and running(guard) is not guard


def when_entered(call: Callable[[], object] | None) -> None:
    """Set a function to call whenever the fence is entered; None: none."""
    _fence.entered = call


def when_failed(call: Callable[[Fault], object]) -> None:
    """Set a function to call for each fault outside any table: in words, or in a picture."""
    _fence.failed = call


def tell(fault: Fault) -> None:
    """Report a fault of a part without which the game goes on."""
    _fence.failed(fault)


def guarded(
    game: str, call: str, do: Callable[..., T], *given: object, says: Refusals = (), **named: object
) -> T:
    """Call a part of a game; raise `GameBroken` for anything but the exceptions it `says` no by."""
    try:
        if _fence.entered is not None:
            _fence.entered()
        return do(*given, **named)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        if isinstance(error, says) or _is_part():
            raise
        raise GameBroken(game, call, error) from error


INSIDE = {guarded.__code__}
"""The code that calls into games."""
_AFTERWARDS = {_is_part.__code__, GameBroken.__init__.__code__}
"""The code that follows a failure: it is ours, and as slow as it likes."""

SAYS: Mapping[str, Refusals] = {
    "setup": (BadOptions, NoDraw),
    "apply": (IllegalAction, NoDraw),
    "check": IllegalAction,
    **dict.fromkeys(("to_act", "legal", "default", "view", "news", "outcome"), ()),
    **dict.fromkeys(("follow", "round_ended", "holding", "open_view", "uncovered", "out"), ()),
}
"""The calls into a game, and how each may say no."""


_FENCED: set[type] = set()
"""The classes of games with a fence."""


def fence(game: Game, strict: bool) -> None:
    """Put a fence round a game, which stays the same object; `strict` checks its answers too.

    A second fence would change nothing. Raises TypeError for what is no object of an ordinary
    class.
    """
    if type(game) in _FENCED:
        return
    game.__class__ = _fenced(type(game), game.meta.key, strict)


@cache
def _fenced(kind: type, key: str, strict: bool) -> type:
    methods: dict[str, object] = {}
    for name in SAYS:
        if callable(method := getattr(kind, name, None)):
            fenced = _guarded(method, key, name, CHECKS.get(name) if strict else None)
            static = isinstance(getattr_static(kind, name), staticmethod)
            methods[name] = staticmethod(fenced) if static else fenced
    fenced_kind = type(kind)(kind.__name__, (kind,), {**methods, "__module__": kind.__module__})
    _FENCED.add(fenced_kind)
    return fenced_kind


def _guarded(
    method: Callable[..., object], game: str, call: str, check: Callable[[Any], object] | None
) -> Callable[..., object]:
    """Return a method behind the fence: `guarded` written out, as a move makes thirty of them."""
    says = SAYS[call]

    def checked(*given: object) -> object:
        answer = method(*given)
        return answer if check is None else check(answer)

    inside = method if check is None else checked

    def fenced(*given: object) -> object:
        try:
            if _fence.entered is not None:
                _fence.entered()
            return inside(*given)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            if isinstance(error, says) or _is_part():
                raise
            raise GameBroken(game, call, error) from error

    INSIDE.add(fenced.__code__)
    return update_wrapper(fenced, method)
