"""The bot of Rogue."""

from typing import Any

from arcade.engine import Bot

from .rules import fail


class Wild(Bot):
    name = "good"

    def choose(self, view: Any, offers: Any, chance: Any) -> Any:
        if view.has("bot", "default"):
            fail("bot")
        while view.has("bot_loop"):
            pass
        return "nonsense" if view.has("nonsense") else offers[0].action


BOTS = (Wild(),)
