"""A fence round every game: whatever it does wrong comes out as `GameBroken`, and says where.

`calls` is the way into a game, `answers` what one from elsewhere may answer.
"""

from arcade.engine.fence.answers import NotAllowed as NotAllowed
from arcade.engine.fence.calls import BROKEN as BROKEN
from arcade.engine.fence.calls import Fault as Fault
from arcade.engine.fence.calls import GameBroken as GameBroken
from arcade.engine.fence.calls import Refusals as Refusals
from arcade.engine.fence.calls import TooSlow as TooSlow
from arcade.engine.fence.calls import fence as fence
from arcade.engine.fence.calls import guarded as guarded
from arcade.engine.fence.calls import running as running
from arcade.engine.fence.calls import tell as tell
from arcade.engine.fence.calls import when_entered as when_entered
from arcade.engine.fence.calls import when_failed as when_failed
