"""The modules of the house, as a test that asks something of all of them imports them."""

import sys
from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType


def every(*packages: ModuleType) -> Iterator[ModuleType]:
    """Import every module of some packages, also the one that sends by aiohttp."""
    if sys.modules.get("aiohttp", sys) is None:
        del sys.modules["aiohttp"]  # the tests keep it from nats: see tests/__init__.py
    for package in packages:
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            yield import_module(module.name)
