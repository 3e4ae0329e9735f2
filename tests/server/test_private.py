"""The private parts of asyncssh and Textual that are relied on: a new version must keep them."""

import ast
import asyncio
import gc
import inspect
import textwrap
import weakref
from contextvars import Context
from functools import cache
from importlib.metadata import version
from types import ModuleType

import asyncssh
import pytest
import textual.app
from textual import events
from textual.app import App

import screens
import server
from screens.terminal import compositor, paint, reader
from server.ssh import transport
from server.terminal import driver
from server.terminal.driver import hosted
from tests import modules
from tests.server.sights import Sight
from tests.waiting import until

PRIVATE = (paint, compositor, reader, driver, transport)
"""The only modules that may use private parts (docs/decisions/0007-private-parts.md)."""


def sources(owner: type) -> list[str]:
    """Return the sources of a class and its bases, as far as two libraries and Rich wrote them."""
    return [
        text_of(base)
        for base in owner.__mro__
        if base.__module__.split(".")[0] in ("asyncssh", "textual", "rich")
    ]


def made_by(owner: type) -> set[str]:
    """List the private names that the libraries' part of a class and its bases make."""
    return {name for source in sources(owner) for name in made(source)}


@cache
def text_of(owner: type) -> str:
    return textwrap.dedent(inspect.getsource(owner))


def private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


@cache
def made(source: str) -> set[str]:
    """List the private names a source makes: methods, class variables, attributes of `self`."""
    return made_in(ast.parse(source))


def made_in(tree: ast.AST) -> set[str]:
    makers = set()
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                makers.add(name)
            case ast.Attribute(value=ast.Name("self"), attr=name, ctx=ast.Store()):
                makers.add(name)
            case ast.ClassDef(body=body):
                makers |= {
                    target.id
                    for line in body
                    for target in getattr(line, "targets", [getattr(line, "target", None)])
                    if isinstance(target, ast.Name)
                }
    return {name for name in makers if private(name)}


def used(source: str) -> set[str]:
    """List the private attributes a source asks anything for."""
    return used_in(ast.parse(source))


def used_in(tree: ast.AST) -> set[str]:
    return {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and private(node.attr)
    }


def test_the_versions_are_those_that_were_read() -> None:
    assert version("textual") == "8.2.8"
    assert version("asyncssh") == "2.24.1"


@pytest.mark.parametrize("module", PRIVATE, ids=lambda named: named.__name__)
def test_every_private_name_that_is_used_is_listed_and_there(module: ModuleType) -> None:
    listed = {name for names in module.PRIVATE.values() for name in names}
    for owner, names in module.PRIVATE.items():
        source = "".join(sources(owner))
        for name in names:
            there = hasattr(owner, name) or f"self.{name}" in source or f" {name}:" in source
            assert there, f"{owner.__name__}.{name}"
    source = inspect.getsource(module)
    theirs = {name for owner in module.PRIVATE for name in made_by(owner)}
    assert used(source) - made(source) <= listed
    assert made(source) & theirs <= listed
    assert listed <= made(source) | used(source) | {"send_userauth_failure"}


def test_nothing_else_overrides_or_shadows_a_private_name_of_textual() -> None:
    overridden = {}
    for module in set(modules.every(screens, server)).difference(PRIVATE):
        kinds = {
            kind.__name__: theirs
            for kind in vars(module).values()
            if isinstance(kind, type) and kind.__module__ == module.__name__
            if (theirs := made_by(kind))
        }
        if kinds:
            for node in ast.walk(ast.parse(inspect.getsource(module))):
                if isinstance(node, ast.ClassDef) and node.name in kinds:
                    ours = made_in(node) | used_in(node)
                    overridden[f"{module.__name__}.{node.name}"] = ours & kinds.pop(node.name)
        assert not kinds, f"{module.__name__} does not write these"
    assert len(overridden) > 50
    assert {name: both for name, both in overridden.items() if both} == {}


def test_asyncssh() -> None:
    for owner, names in transport.PRIVATE.items():
        source = "".join(
            text_of(base) for base in owner.__mro__[:-1] if base.__module__.startswith("asyncssh")
        )
        for name in names:
            assert hasattr(owner, name) or f"self.{name}" in source, name
    # The sessions' way in: what a login proved is forgotten with every new request.
    assert "_key_options = {}" in inspect.getsource(
        asyncssh.SSHServerConnection._process_userauth_request
    )


def test_asyncssh_has_the_algorithms() -> None:
    first = ["curve25519-sha256", "curve25519-sha256@libssh.org"]
    assert transport.OPTIONS["kex_algs"][:2] == first
    offered = transport.OPTIONS["signature_algs"]
    assert len(offered) == len(set(offered)) == 8


# What the driver's names mean; those of the screens: tests/screens/terminal/test_private.py


class Fragile(App[str]):
    """A plain Textual app, but for its timers."""

    set_timer = paint.set_timer

    def on_key(self, event: events.Key) -> None:
        if event.key == "b":
            raise ValueError(event.key)
        self.exit(event.key)


async def test_an_app_that_breaks_ends_and_tells_its_runner_alone(
    capfd: pytest.CaptureFixture[str],
) -> None:
    for key, ended in (("a", "a"), ("b", None)):
        sight = Sight()
        running = asyncio.create_task(driver.run(hosted(Fragile)(), sight), context=Context())
        await until(lambda watched=sight: watched.shown is not None)
        sight.type(key.encode())
        result = await running
        assert result.returned == ended
        assert (repr(result.error) == "ValueError('b')") == (key == "b")
    assert asyncio.get_running_loop().get_task_factory() is None
    assert capfd.readouterr() == ("", "")


async def test_an_app_has_the_size_that_the_channel_tells() -> None:
    sight, app = Sight((90, 20)), hosted(Fragile)()
    running = asyncio.create_task(driver.run(app, sight), context=Context())
    await until(lambda: sight.shown is not None and app.screen.size == (90, 20))
    sight.resize((50, 12))
    await until(lambda: app.size == app.screen.size == (50, 12))
    sight.type(b"a")
    await running


async def test_an_escape_is_a_key_at_the_end_and_a_parser_dies() -> None:
    parser = reader.Parser()
    assert [event.key for event in parser.feed("\x1b[97;5u") if isinstance(event, events.Key)] == [
        "ctrl+a"
    ]
    assert list(parser.feed("\x1b")) == []
    assert [event.key for event in parser.feed("") if isinstance(event, events.Key)] == ["escape"]
    gone = weakref.ref(parser)
    del parser
    gc.collect()
    assert gone() is None


def test_the_server_keeps_its_own_streams() -> None:
    assert {"redirect_stdout", "redirect_stderr"} <= set(vars(textual.app))
