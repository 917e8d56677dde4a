"""The colors of the window, as values whose contrast can be computed (WCAG 2.1, 1.4.3 and 1.4.11).

Text has 7 : 1 at the least. A man's disc and its ring have 4.5 : 1 between them, and one of the two has 3 : 1 to its
square, so that every man is seen on every square; so are the marks.
"""

from msgspec import Struct

Color = tuple[int, int, int]

BLACK, WHITE = (0, 0, 0), (255, 255, 255)


class Theme(Struct, frozen=True, kw_only=True):
    """Behind all, for words and for the line that is typed; of the squares; of frames, arrows and dots on them."""

    name: str
    background: Color
    text: Color
    typed: Color
    light: Color
    dark: Color
    mark: Color


THEMES = (
    Theme(
        name="black-white", background=BLACK, text=WHITE, typed=(255, 255, 0), light=WHITE, dark=(128, 128, 128),
        mark=BLACK,
    ),
    Theme(
        name="yellow-black", background=BLACK, text=(255, 255, 0), typed=WHITE, light=(255, 255, 0), dark=(120, 112, 0),
        mark=BLACK,
    ),
    Theme(
        name="blue-cream", background=(0, 0, 70), text=(255, 245, 220), typed=(255, 255, 0), light=(255, 245, 220),
        dark=(95, 135, 205), mark=(110, 0, 0),
    ),
    Theme(
        name="dark", background=(18, 18, 18), text=(232, 232, 232), typed=(255, 210, 0), light=(120, 120, 120),
        dark=(40, 40, 40), mark=(255, 210, 0),
    ),
    Theme(
        name="inverse", background=WHITE, text=BLACK, typed=(0, 0, 160), light=WHITE, dark=(140, 140, 140),
        mark=(0, 0, 160),
    ),
)  # fmt: skip
BY_NAME = {theme.name: theme for theme in THEMES}


def luminance(color: Color) -> float:
    """How bright a color is, 0 to 1, as WCAG 2.1 defines it."""
    red, green, blue = (_linear(part / 255) for part in color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def contrast(one: Color, other: Color) -> float:
    """The contrast of two colors, 1 to 21.

    >>> contrast((0, 0, 0), (255, 255, 255))
    21.0
    """
    darker, brighter = sorted((luminance(one), luminance(other)))
    return (brighter + 0.05) / (darker + 0.05)
