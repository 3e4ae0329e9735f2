"""Which sentences on a screen are cut: what drawing clips, and what has no room in its pane."""

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from itertools import combinations
from pkgutil import walk_packages
from typing import Any

import pytest
from rich.cells import cell_len, set_cell_size

import screens
from screens.base import BaseScreen
from screens.pages.page import PageText
from screens.terminal import rows
from screens.terminal.rows import Row, plain, row_width
from screens.widgets.lines import Lines

WORD = re.compile(r"[^\W\d_]{2,}")
BOUND = re.compile(r"^\s*|\s{2,}|\s*[│┃]\s*|\s*$")
"""What may stand beside a row within a pane: blanks, the edge, a line."""


class Cuts:
    """Takes note of what drawing cuts, and finds it on the screen in front.

    People choose their names and what they say: those may be cut. A page is scrolled.
    """

    def __init__(self, patch: pytest.MonkeyPatch, free: Iterable[str]) -> None:
        self._free = sorted({text.strip() for text in free}, key=len, reverse=True)
        self._cut: dict[str, str] = {}
        self._known: set[tuple[str, ...]] = set()
        self._wrapped: dict[str, set[tuple[tuple[str, ...], int]]] = {}
        self._caches: set[Any] = set()
        hooks: Mapping[str, Callable[[Any], Any]]
        hooks = {"clip": self._clip, "fit": self._fit, "wrap": self._wrap}
        for file in walk_packages(screens.__path__, "screens."):
            module = import_module(file.name)  # later it would keep this patch for good
            self._caches |= {part for part in vars(module).values() if hasattr(part, "cache_clear")}
        self.forget()
        for name, noted in hooks.items():
            real = getattr(rows, name)
            for module in [module for module in sys.modules.values() if hasattr(module, name)]:
                if getattr(module, name) is real:
                    patch.setattr(module, name, noted(real))

    def on(self, screen: BaseScreen[Any]) -> set[str]:
        """Return the sentences that the screen shows in part only."""
        cut_lines: set[str] = set()
        columns: dict[tuple[int, int], list[str]] = {}
        for pane, at in sorted(screen.placed.items(), key=lambda placed_pane: placed_pane[1].y):
            assert isinstance(pane, Lines)
            lines = [plain(line) for line in pane._rows or ()]
            cut_lines |= {line for line in lines[at.height :] if self._is_sentence(line)}
            cut_lines |= {
                line
                for line in lines
                if cell_len(line) > at.width
                and self._is_sentence(line, set_cell_size(line, at.width).strip())
            }
            seen = "\n".join(lines[: at.height])
            cut_lines |= {whole for kept, whole in self._cut.items() if kept in seen}
            if not isinstance(pane, PageText):
                columns.setdefault((at.x, at.width), []).extend(lines[: at.height])
        for column in columns.values():
            cut_lines |= set(self._broken_off(column))
        return cut_lines

    def forget(self) -> None:
        """Forget what was drawn: a row of one text may end another.

        What a cache still held would be drawn again without a note.
        """
        for noted in (self._cut, self._known, self._wrapped):
            noted.clear()
        for cache in self._caches:
            cache.cache_clear()

    def _broken_off(self, lines: Sequence[str]) -> Iterator[str]:
        """Yield what was wrapped, of which some rows are shown and others are not."""
        for y, line in enumerate(lines):
            for part in self._wrapped.keys() & _parts(line):
                known = self._wrapped[part]
                if not any(_all_there(text_lines, lines, y - at) for text_lines, at in known):
                    seen = "\n".join(lines)
                    for text_lines, _ in known:
                        gone = " ".join(entry for entry in text_lines if entry not in seen)
                        if self._is_sentence(gone) and self._is_sentence(" ".join(text_lines)):
                            yield " / ".join(text_lines)

    def _note(self, kept: str, whole: str) -> None:
        kept = kept.strip()
        if kept.strip("…") and self._is_sentence(whole, kept):
            self._cut[kept] = whole

    def _is_sentence(self, whole: str, kept: str = "") -> bool:
        """Return whether what is not kept has a word that nobody chose."""
        whole = whole.strip()
        lost = len(whole if kept == whole else kept.removesuffix("…"))
        for text in self._free:
            whole = whole.replace(text, "·" * len(text))
        start = whole.rfind(" ", 0, lost) + 1
        return lost < len(whole) and bool(WORD.search(whole[start:]))

    def _clip(self, real: Callable[[str, int], str]) -> Callable[[str, int], str]:
        def clip(text: str, cells: int) -> str:
            kept = real(text, cells)
            if cell_len(text) > cells:
                self._note(kept, text)
            return kept

        return clip

    def _fit(self, real: Callable[..., Row]) -> Callable[..., Row]:
        def fit(line: Row, cells: int, tone: str = "") -> Row:
            kept = real(line, cells, tone)
            if row_width(line) > cells:
                self._note(plain(kept), plain(line))
            return kept

        return fit

    def _wrap(self, real: Callable[..., Sequence[Row]]) -> Callable[..., Sequence[Row]]:
        def wrap(line: Row, cells: int, indent: int = 0) -> Sequence[Row]:
            wrapped = tuple(real(line, cells, indent))
            texts = tuple(plain(line).strip() for line in wrapped)
            if texts in self._known:
                return wrapped
            self._known.add(texts)
            for number, text in enumerate(texts):
                if self._is_sentence(text) and (number == 0 or " " in text):
                    self._wrapped.setdefault(text, set()).add((texts, number))
            return wrapped

        return wrap


@lru_cache(4096)
def _parts(line: str) -> frozenset[str]:
    """Return what may be a row of its own within a line."""
    bounds = [match.span() for match in BOUND.finditer(line)]
    return frozenset(line[start:end] for (_, start), (end, _) in combinations(bounds, 2))


def _all_there(texts: Sequence[str], lines: Sequence[str], y: int) -> bool:
    """Return whether all rows are shown, the first at this height."""
    return 0 <= y <= len(lines) - len(texts) and all(
        text in line for text, line in zip(texts, lines[y:], strict=False)
    )
