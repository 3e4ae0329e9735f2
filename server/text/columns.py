"""Plain text in columns."""

from collections.abc import Sequence


def columns(lines: Sequence[Sequence[str]], indent: str = "") -> str:
    """Write lines of cells with every column as wide as its widest cell."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "".join(
        f"{indent}{'  '.join(map(str.ljust, line, widths))}".rstrip() + "\n" for line in lines
    )
