"""Tests; those that need no network and no clock come first, `tests/ssh` last."""

import sys

# nats loads aiohttp where it lies, for websockets: as much again as all else that it loads. Hosts
# have none; here the tools of the environment bring it.
sys.modules["aiohttp"] = None  # type: ignore[assignment]
