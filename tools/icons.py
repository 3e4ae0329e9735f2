"""Draws server/web/static/icon.svg as PNG: phones ask for one to put the arcade on a home screen.

It knows squares and circles in one colour each, and no more: a library that draws every picture
would be the largest of the build.
"""

import struct
import zlib
from collections.abc import Iterator
from math import hypot
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

SIZES = (180, 192, 512)
"""Pixels of a side: for iOS; for Android on a home screen, and at its start."""
SAFE = 0.9
"""How large the picture is within its ground, of which phones cut a circle or a drop."""

Colour = tuple[int, int, int]


class Shape(NamedTuple):
    """A rectangle with round corners; a circle is one that is nothing but corners."""

    middle: tuple[float, float]
    half: tuple[float, float]
    radius: float
    colour: Colour

    def distance(self, x: float, y: float) -> float:
        """Return how far a point is outside; less than 0: inside."""
        beyond = [
            abs(at - middle) - half + self.radius
            for at, middle, half in zip((x, y), self.middle, self.half, strict=True)
        ]
        outside = hypot(*(max(0.0, side) for side in beyond))
        return outside + min(0.0, max(beyond)) - self.radius


def icons(drawing: Path) -> dict[str, bytes]:
    """Return the icons by the names of their files."""
    svg = ElementTree.parse(drawing).getroot()
    _, _, width, _ = map(float, svg.attrib["viewBox"].split())
    ground, *shapes = _shapes(svg, (0, 0, 0))
    return {f"icon-{size}.png": _png(size, width, ground.colour, shapes) for size in SIZES}


def _shapes(element: ElementTree.Element, colour: Colour) -> Iterator[Shape]:
    given = {name: float(value) for name, value in element.attrib.items() if _is_number(value)}
    red_green_blue = bytes.fromhex(element.attrib.get("fill", "").removeprefix("#"))
    if red_green_blue:
        colour = (red_green_blue[0], red_green_blue[1], red_green_blue[2])
    match element.tag.rpartition("}")[2]:
        case "rect":
            half = given["width"] / 2, given["height"] / 2
            middle = given.get("x", 0) + half[0], given.get("y", 0) + half[1]
            yield Shape(middle, half, given.get("rx", 0), colour)
        case "circle":
            radius = given["r"]
            yield Shape((given["cx"], given["cy"]), (radius, radius), radius, colour)
        case _:
            for child in element:
                yield from _shapes(child, colour)


def _is_number(value: str) -> bool:
    return value.replace(".", "").isdigit()


def _png(size: int, width: float, ground: Colour, shapes: list[Shape]) -> bytes:
    pixels = [[ground] * size for _ in range(size)]
    scale = SAFE * size / width
    for shape in shapes:
        _paint(pixels, shape, scale, width / 2)
    rows = b"".join(b"\0" + bytes(part for pixel in row for part in pixel) for row in pixels)
    head = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)  # 8 bits each of red, green, blue
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*chunk) for chunk in chunks)


def _paint(pixels: list[list[Colour]], shape: Shape, scale: float, centre: float) -> None:
    """Paint a shape, the pixels of its edge as far as it covers them."""
    size = len(pixels)
    for row in range(size):
        y = (row + 0.5 - size / 2) / scale + centre
        if abs(y - shape.middle[1]) - shape.half[1] > 1 / scale:
            continue
        for column in range(size):
            x = (column + 0.5 - size / 2) / scale + centre
            covered = min(1.0, max(0.0, 0.5 - shape.distance(x, y) * scale))
            if covered:
                below = pixels[row][column]
                red, green, blue = (
                    round(under + covered * (over - under))
                    for under, over in zip(below, shape.colour, strict=True)
                )
                pixels[row][column] = red, green, blue


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
