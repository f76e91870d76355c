"""Draws the two icons of the app package. Run it after a change:  python tests/cards/draw_icons.py

A sheet with lines of writing, and the seal of an approval on its corner. Drawn large, then made small.
"""

from pathlib import Path

from PIL import Image, ImageDraw

MANIFEST = Path(__file__).parents[2] / "manifest"
SCALE = 8
Box = tuple[float, float, float, float]
INDIGO, DEEP, PAPER, INK, SEAL = (84, 88, 190), (58, 60, 146), (255, 255, 255), (176, 179, 232), (33, 150, 83)


class Sheet:
    """A drawing in units of the finished icon."""

    def __init__(self, size: int, ground: tuple[int, ...]) -> None:
        self.size = size
        self.image = Image.new("RGBA", (size * SCALE, size * SCALE), ground)
        self.pen = ImageDraw.Draw(self.image)

    def shape(self, points: list[tuple[float, float]], fill: tuple[int, ...]) -> None:
        self.pen.polygon([(x * SCALE, y * SCALE) for x, y in points], fill=fill)

    def box(self, box: Box, radius: float, fill: tuple[int, ...]) -> None:
        self.pen.rounded_rectangle([value * SCALE for value in box], radius * SCALE, fill=fill)

    def stroke(self, points: list[tuple[float, float]], width: float, fill: tuple[int, ...]) -> None:
        """A line with round ends and corners."""
        far = [(x * SCALE, y * SCALE) for x, y in points]
        self.pen.line(far, fill=fill, width=round(width * SCALE), joint="curve")
        for x, y in far:
            self.dot(x / SCALE, y / SCALE, width / 2, fill)

    def dot(self, x: float, y: float, radius: float, fill: tuple[int, ...]) -> None:
        self.pen.ellipse([(x - radius) * SCALE, (y - radius) * SCALE, (x + radius) * SCALE, (y + radius) * SCALE], fill)

    def save(self, name: str, white_only: bool = False) -> None:
        small = self.image.resize((self.size, self.size), Image.Resampling.LANCZOS)
        if white_only:
            full = Image.new("L", small.size, 255)
            small = Image.merge("RGBA", (full, full, full, small.getchannel("A")))
        small.save(MANIFEST / name, optimize=True)


def colour() -> None:
    sheet = Sheet(192, (*INDIGO, 255))
    for row in range(192):  # a little deeper towards the foot
        part = row / 191
        shade = tuple(round(a + (b - a) * part) for a, b in zip(INDIGO, DEEP, strict=True))
        sheet.pen.rectangle([0, row * SCALE, 192 * SCALE, (row + 1) * SCALE], fill=(*shade, 255))
    sheet.box((48, 42, 122, 146), 9, (*PAPER, 255))
    for y, end in ((66, 106), (82, 106), (98, 90)):
        sheet.stroke([(64, y), (end, y)], 6, (*INK, 255))
    sheet.dot(120, 126, 29, (*DEEP, 255))
    sheet.dot(120, 126, 24, (*SEAL, 255))
    sheet.stroke([(108.5, 127), (117, 135), (132, 118)], 6, (*PAPER, 255))
    sheet.save("color.png")


def outline() -> None:
    white, nothing = (255, 255, 255, 255), (255, 255, 255, 0)
    sheet = Sheet(32, nothing)
    sheet.box((6, 3, 23, 27), 3, white)
    sheet.box((8, 5, 21, 25), 1.4, nothing)
    for y, end in ((10, 18), (14.5, 18)):
        sheet.stroke([(11, y), (end, y)], 2, white)
    sheet.dot(21.5, 22.5, 8.3, nothing)
    sheet.dot(21.5, 22.5, 6.6, white)
    sheet.stroke([(18.6, 22.8), (20.8, 24.9), (24.6, 20.6)], 1.8, nothing)
    sheet.save("outline.png", white_only=True)


if __name__ == "__main__":
    colour()
    outline()
