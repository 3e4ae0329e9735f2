"""A dictionary that forgets."""

from typing import TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class Newest(dict[Key, Value]):
    """At most `most` values: what was set longest ago is forgotten first. Set them by `[key] =`."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def __setitem__(self, key: Key, value: Value) -> None:
        self.pop(key, None)
        super().__setitem__(key, value)
        if len(self) > self._most:
            del self[next(iter(self))]
