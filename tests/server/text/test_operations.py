"""Every request is in the catalogue once, and each front end has those that it should."""

from collections import Counter
from importlib import import_module
from pkgutil import walk_packages

import screens
from arcade.club.operations.catalogue import OPERATIONS
from screens.base import BaseScreen
from screens.table.keys import REQUESTS
from server.text import api, line_mode
from server.text.commands import catalogue


def test_each_name_is_given_once() -> None:
    for names in (
        [operation.__name__ for operation in OPERATIONS],
        [operation.key.name for operation in OPERATIONS],
        [operation.line.word for operation in OPERATIONS],
        [operation.api for operation in OPERATIONS],
        [operation.command.word for operation in OPERATIONS],
    ):
        assert [name for name, times in Counter(filter(None, names)).items() if times > 1] == []


def test_every_operation_can_be_asked_for_in_writing() -> None:
    for operation in OPERATIONS:
        own_key = operation.key.name == "come_back"  # in lines that is `sit`
        assert operation.line.word or operation.api or operation.command.word or own_key, operation


def test_line_mode_the_api_and_commands_have_their_operations() -> None:
    for operation in OPERATIONS:
        if operation.line.word:
            assert line_mode.COMMANDS[operation.line.word].line is operation.line
        if operation.api:
            assert api.REQUESTS[operation.api] is operation
        if operation.command.word:
            assert catalogue.COMMANDS[operation.command.word].command is operation.command
    assert set(line_mode.SELDOM) <= line_mode.COMMANDS.keys()
    assert line_mode.SHOWN.keys() <= {operation.line.word for operation in OPERATIONS}
    assert api.REQUESTS.keys() - {operation.api for operation in OPERATIONS} == {"hello", "bye"}


def test_a_screen_does_what_the_key_of_an_operation_says() -> None:
    methods = {name for screen in _screens() for name in dir(screen)}
    for operation in OPERATIONS:
        name = operation.key.name
        assert not name or f"do_{name}" in methods or REQUESTS[name] is operation, operation


def _screens() -> list[type[BaseScreen[object]]]:
    modules = [import_module(module.name) for module in walk_packages(screens.__path__, "screens.")]
    values = (value for module in modules for value in vars(module).values())
    return [value for value in values if isinstance(value, type) and issubclass(value, BaseScreen)]
