"""All operations: the classes of the modules of this package, in the order of line mode's help."""

from types import ModuleType

from arcade.club.operations import (
    account,
    deals,
    digest,
    duels,
    learning,
    lobby,
    people,
    puzzles,
    results,
    table,
    tournaments,
    webhook,
)
from arcade.club.operations.operation import Operation


def _operations(module: ModuleType) -> list[type[Operation[object]]]:
    defined = (item for item in vars(module).values() if isinstance(item, type))
    return [
        item
        for item in defined
        if issubclass(item, Operation) and item.__module__ == module.__name__
    ]


OPERATIONS = tuple(
    operation
    for module in (
        *(lobby, table, people, results, deals, puzzles, digest, duels, learning),
        *(tournaments, webhook, account),
    )
    for operation in _operations(module)
)
