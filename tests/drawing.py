"""A terminal's picture as SVG: small, the same every time, and right in any monospaced font."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape

from rich.cells import cell_len
from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import TerminalTheme

OWN = TerminalTheme(
    (24, 24, 24),
    (216, 216, 216),
    [(0, 0, 0), (205, 70, 70), (110, 170, 80), (200, 160, 60), (80, 120, 200), (180, 100, 180),
     (80, 170, 180), (216, 216, 216)],
)  # fmt: skip
"""The colours a terminal has of its own, where a picture leaves them to it."""

WIDE, HIGH = 10, 20
"""Units of a cell; the letters' size and where they stand in it follow from DejaVu Sans Mono."""
EDGE, TITLE = 10, 30
"""Units of the window's frame, and of its upper edge with the title."""

PAGE = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">
<style>
text {{ font: 16.6px "DejaVu Sans Mono", Menlo, Consolas, monospace; white-space: pre }}
g rect {{ shape-rendering: crispEdges }}
{styles}
</style>
<rect width="{width}" height="{height}" rx="8" fill="{ground}"/>
<text x="{middle}" y="21" text-anchor="middle" fill="{ink}">{title}</text>
{inside}
</svg>
"""

RUN = re.compile(r"[⺀-\ud7ff豈-￯]+|[^\s⺀-\ud7ff豈-￯]+(?: [^\s⺀-\ud7ff豈-￯]+)*")
"""Words to be drawn in one; letters of two cells apart, which another font may have."""

Line = Sequence[Segment]


class Drawing:
    """Collects the styles of what is drawn; a style is named by the order it came in."""

    def __init__(self, ground: Style) -> None:
        self._ground = _inks(ground)
        self._names: dict[str, str] = {}

    def line(self, line: Line, top: int) -> str:
        """Draw a line of the picture at this height, in units."""
        column = 0
        grounds: list[tuple[int, int, str]] = []
        texts: list[str] = []
        for text, style, _ in line:
            ink, ground = _inks(style or Style())
            cells = cell_len(text)
            if ground != self._ground[1]:
                grounds.append((column, cells, ground))
            texts += self._texts(text, column, top, ink, style or Style())
            column += cells
        return "".join([*_rects(grounds, top), *texts])

    def page(self, inside: str, size: tuple[int, int], title: str, styles: str = "") -> str:
        """Put what is drawn into a window."""
        own = [f".{name}{{{css}}}" for css, name in self._names.items()]
        width, height = size[0] * WIDE + 2 * EDGE, size[1] * HIGH + TITLE + EDGE
        return PAGE.format(
            width=width,
            height=height,
            middle=width // 2,
            ink=self._ground[0],
            ground=self._ground[1],
            title=escape(title),
            styles="\n".join([*own, *([styles] if styles else [])]),
            inside=f'<g transform="translate({EDGE} {TITLE})">\n{inside}\n</g>',
        )

    def _texts(self, text: str, column: int, top: int, ink: str, style: Style) -> Iterator[str]:
        """Draw words; gaps part them, so that each keeps its column whatever the font."""
        for run in RUN.finditer(text):
            x = (column + cell_len(text[: run.start()])) * WIDE
            length = cell_len(run[0]) * WIDE
            long = f' textLength="{length}"' if len(run[0]) > 1 else ""
            name = self._name(ink, style)
            yield f'<text class="{name}" x="{x}" y="{top + 15}"{long}>{escape(run[0])}</text>'

    def _name(self, ink: str, style: Style) -> str:
        css = f"fill:{ink}"
        css += ";font-weight:bold" if style.bold else ""
        css += ";opacity:.6" if style.dim else ""
        return self._names.setdefault(css, f"s{len(self._names)}")


def drawn(lines: Sequence[Line], size: tuple[int, int], title: str, ground: Style) -> str:
    """Return a picture of this many cells as a page of SVG; `ground` is its plain style."""
    drawing = Drawing(ground)
    inside = [drawing.line(line, number * HIGH) for number, line in enumerate(lines)]
    return drawing.page("\n".join(part for part in inside if part), size, title)


def sizes(pictures: Mapping[tuple[int, int], Sequence[Line]], title: str, ground: Style) -> str:
    """Return one screen in several sizes as a page: in one row, the last one below it."""
    drawing, parts = Drawing(ground), list[str]()
    x = y = height = width = 0
    for number, ((columns, rows), lines) in enumerate(pictures.items(), 1):
        if number == len(pictures):
            x, y = 0, height + 1
        frame = f'width="{columns * WIDE}" height="{rows * HIGH}" fill="none" stroke="#777"'
        inside = [drawing.line(line, HIGH * at) for at, line in enumerate(lines)]
        transform = f"translate({x * WIDE} {y * HIGH})"
        parts += [f'<g transform="{transform}"><rect {frame}/>', *filter(None, inside), "</g>"]
        x, height, width = x + columns + 1, max(height, y + rows), max(width, x + columns)
    return drawing.page("\n".join(parts), (width, height), title)


Scene = tuple[float, float, Sequence[Line]]
"""From when to when it is shown, in seconds, and the picture."""


def film(scenes: Sequence[Scene], size: tuple[int, int], title: str, ground: Style) -> str:
    """Return scenes as one page that shows them in turn, again and again.

    A line that several scenes have is drawn once. What knows no animation shows the last scene.
    """
    drawing, lines = Drawing(ground), dict[str, str]()
    whole, shown, styles = scenes[-1][1], list[str](), list[str]()
    for number, (begin, end, picture) in enumerate(scenes):
        last = number + 1 == len(scenes)
        first = "hidden" if number else "visible"
        styles.append(
            f"@keyframes k{number} {{ 0% {{ visibility: {first} }} "
            f"{100 * begin / whole:.2f}% {{ visibility: visible }} "
            f"{100 * end / whole:.2f}%, 100% {{ visibility: hidden }} }}\n"
            f"#k{number} {{ visibility: {'visible' if last else 'hidden'}; "
            f"animation: k{number} {whole:.1f}s step-end infinite }}"
        )
        uses = []
        for y, line in enumerate(picture):
            if made := drawing.line(line, 0):
                name = lines.setdefault(made, f"l{len(lines)}")
                uses.append(f'<use href="#{name}" y="{y * HIGH}"/>')
        shown.append(f'<g id="k{number}">{"".join(uses)}</g>')
    defined = [f'<g id="{name}">{made}</g>' for made, name in lines.items()]
    inside = "\n".join(["<defs>", *defined, "</defs>", *shown])
    return drawing.page(inside, size, title, "\n".join(styles))


def _rects(grounds: Iterable[tuple[int, int, str]], top: int) -> Iterator[str]:
    """Draw the grounds of a line; neighbours of one colour become one."""
    joined: list[tuple[int, int, str]] = []
    for column, cells, colour in grounds:
        if joined and joined[-1][0] + joined[-1][1] == column and joined[-1][2] == colour:
            joined[-1] = (joined[-1][0], joined[-1][1] + cells, colour)
        else:
            joined.append((column, cells, colour))
    for column, cells, colour in joined:
        geometry = f'x="{column * WIDE}" y="{top}" width="{cells * WIDE}" height="{HIGH}"'
        yield f'<rect {geometry} fill="{colour}"/>'


def _inks(style: Style) -> tuple[str, str]:
    """Return the colours of the letters and of the ground as a picture shows them."""
    ink = (style.color or Color.default()).get_truecolor(OWN).hex
    ground = (style.bgcolor or Color.default()).get_truecolor(OWN, foreground=False).hex
    return (ground, ink) if style.reverse else (ink, ground)
