"""Write runs' figures into docs/performance.md: `python -m tools.bench.page bench.json ...`."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tools.bench.modes import MODES
from tools.bench.targets import results

PAGE = Path(__file__).parents[2] / "docs" / "performance.md"
BEGIN, END = "<!-- bench: written by tools.bench.page -->", "<!-- /bench -->"


def lines(report: dict[str, Any]) -> Iterator[str]:
    """Write a run as a paragraph, a table of the aims, and one of all figures."""
    command = "make bench FULL=1" if report["form"] == "full" else "make bench"
    if set(MODES) - {"workers"} > set(report["figures"]):
        command += f" ONLY={','.join(report['figures'])}"
    versions = ", ".join(f"{name} {number}" for name, number in report["versions"].items())
    yield (
        f"`{command}`, {report['date']}, {report['cores']} cores of {report['machine']}, load "
        f"{report['load']} at the start, Python {report['python']}, {versions}."
    )
    yield "\n| aim | | measured | |\n|---|---|---|---|"
    for result in results(measured(report)):
        met = "met" if result.met else "missed"
        yield f"| {result.what} | {result.aim} | {number(result.measured)} | {met} |"
    yield "\n| mode | figures |\n|---|---|"
    for mode, figures in report["figures"].items():
        if isinstance(figures, dict):
            figures = " · ".join(f"{what} {number(figure)}" for what, figure in figures.items())
        yield f"| {mode} | {figures} |"


def measured(report: dict[str, Any]) -> dict[str, dict[str, float]]:
    """Return the figures of the modes that finished."""
    return {mode: of for mode, of in report["figures"].items() if isinstance(of, dict)}


def number(figure: float) -> str:
    """Write a figure as short as it may be."""
    return f"{figure:,.0f}" if figure >= 100 else f"{figure:.3g}"


def main() -> None:
    text = PAGE.read_text()
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        sys.exit(f"{PAGE} has no place for it")
    runs = (json.loads(Path(name).read_text()) for name in sys.argv[1:])
    made = "\n\n".join("\n".join(lines(run)) for run in runs)
    PAGE.write_text(f"{before}{BEGIN}\n{made}\n{END}{after}")


if __name__ == "__main__":
    main()
