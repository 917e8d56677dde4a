"""Where things are in the window, and how it is typed into: the board on the left, clocks and words beside it.

Keys have names: a sign is its own, others are "up", "ctrl+left", "shift+4", "escape". The line that is typed is a value
with its caret: a key makes a new line.
"""

import chess
import pygame
from msgspec import Struct

WIDTH, HEIGHT = 1420, 800  # pixels where the screen has room for no more than that; a larger one gets larger letters
LARGEST = 2.0  # times that
FRAME = 80  # pixels of height for the window's title and the system's bar
SMALLEST_TEXT = 30  # pixels: large print on most screens
MAGNIFIED = 4  # times a square's size under the magnifier
NARROWEST_BOARD = 0.4  # of the width, however large the letters are


class Layout(Struct, frozen=True, kw_only=True):
    """Where things are in a window of so many pixels; `zoom` is a factor on the letters.

    `is_turned`: Black is below. `is_board_only`: nothing is beside the board.
    """

    width: int
    height: int
    zoom: float = 1.0
    is_turned: bool = False
    is_board_only: bool = False
    has_clocks: bool = False
    is_magnified: bool = False

    @property
    def text(self) -> int:
        """The height of letters."""
        return round(self.zoom * max(SMALLEST_TEXT, min(self.width // 36, self.height // 20)))

    @property
    def margin(self) -> int:
        """On each side of the board, wide enough for the names of files and ranks."""
        return self.text + 6

    @property
    def square(self) -> int:
        """The side of a square: the board has the whole height, but leaves room for words of this size."""
        share = 1.0 if self.is_board_only else max(NARROWEST_BOARD, 9 / 16 / max(1.0, self.zoom**0.5))
        return (min(self.height, int(self.width * share)) - 2 * self.margin) // 8

    @property
    def board(self) -> int:
        """The side of the board."""
        return 8 * self.square

    @property
    def left(self) -> int:
        """Where the board begins: alone, it stands in the middle."""
        return (self.width - self.board) // 2 if self.is_board_only else self.margin

    @property
    def clock(self) -> pygame.Rect:
        """The place for one clock, an eighth of the height; that of the other is below it."""
        words = self._beside
        return pygame.Rect(words.left, words.top, words.width, self.height // 8)

    @property
    def words(self) -> pygame.Rect:
        """The place for what was said, below the clocks and over the line that is typed."""
        beside, over = self._beside, self._clocks
        if self.is_magnified:
            over += self.magnified.height + self.text
        return pygame.Rect(beside.left, beside.top + over, beside.width, beside.height - over)

    @property
    def magnified(self) -> pygame.Rect:
        """The place for one square at four times its size, or as large as leaves room for words; its name is below."""
        if self.is_board_only:
            side = min(MAGNIFIED * self.square, self.height // 2)
            return pygame.Rect(self.width - side, 0, side, side)
        beside = self._beside
        side = min(MAGNIFIED * self.square, (beside.height - self._clocks) // 2)
        return pygame.Rect(beside.left, beside.top + self._clocks, side, side)

    @property
    def _clocks(self) -> int:
        return 2 * (self.height // 8) + self.margin // 2 if self.has_clocks else 0

    @property
    def _beside(self) -> pygame.Rect:
        left = self.board + 2 * self.margin
        return pygame.Rect(left, self.margin, self.width - left - self.margin // 2, self.height - 3 * self.margin)

    def place(self, square: chess.Square) -> pygame.Rect:
        """Where a square is."""
        file, rank = chess.square_file(square), 7 - chess.square_rank(square)
        if self.is_turned:
            file, rank = 7 - file, 7 - rank
        return pygame.Rect(self.left + self.square * file, self.margin + self.square * rank, self.square, self.square)

    def square_at(self, point: tuple[int, int]) -> chess.Square | None:
        """The square at a point; None beside the board."""
        return next((square for square in chess.SQUARES if self.place(square).collidepoint(point)), None)


def size_for(screen: tuple[int, int]) -> tuple[int, int]:
    """The size of the window on a screen of so many pixels: it fits, and makes use of a large one.

    >>> size_for((1024, 768)), size_for((1920, 1080))
    ((1024, 688), (1775, 1000))
    """
    width, height = screen[0], screen[1] - FRAME
    scale = min(LARGEST, width / WIDTH, height / HEIGHT)
    if scale < 1:
        return min(WIDTH, width), min(HEIGHT, height)
    return round(WIDTH * scale), round(HEIGHT * scale)


BLACK, WHITE = (0, 0, 0), (255, 255, 255)


_NAMED = {
    pygame.K_UP: "up", pygame.K_RIGHT: "right", pygame.K_DOWN: "down", pygame.K_LEFT: "left",
    pygame.K_ESCAPE: "escape", pygame.K_BACKSPACE: "backspace", pygame.K_RETURN: "enter", pygame.K_KP_ENTER: "enter",
    pygame.K_DELETE: "delete", pygame.K_HOME: "home", pygame.K_END: "end",
    **{getattr(pygame, f"K_F{number}"): f"F{number}" for number in range(1, 13)},
}  # fmt: skip
_ARROWS = (pygame.K_UP, pygame.K_RIGHT, pygame.K_DOWN, pygame.K_LEFT)
_WITH_CONTROL = {
    pygame.K_v: "ctrl+v", pygame.K_PLUS: "ctrl++", pygame.K_EQUALS: "ctrl++", pygame.K_KP_PLUS: "ctrl++",
    pygame.K_MINUS: "ctrl+-", pygame.K_KP_MINUS: "ctrl+-",
}  # fmt: skip
_DIGITS = range(pygame.K_1, pygame.K_8 + 1)


def key_name(event: pygame.event.Event) -> str:
    """The name of the key that went down; empty for one that says nothing alone, such as Shift."""
    modifiers = getattr(event, "mod", 0)
    if event.key in _NAMED:
        before = "ctrl+" if modifiers & pygame.KMOD_CTRL else "alt+" if modifiers & pygame.KMOD_ALT else ""
        return (before if event.key in _ARROWS else "") + _NAMED[event.key]
    if modifiers & pygame.KMOD_CTRL and event.key in _WITH_CONTROL:
        return _WITH_CONTROL[event.key]
    if modifiers & pygame.KMOD_SHIFT and event.key in _DIGITS:
        return f"shift+{event.key - pygame.K_0}"
    sign = getattr(event, "unicode", "")
    return sign if sign.isprintable() else ""


class TypedLine(Struct, frozen=True):
    """What is typed, and where the next letter goes."""

    text: str = ""
    caret: int = 0

    def typed(self, letters: str) -> "TypedLine":
        """With these letters at the caret; what would break the line is left out."""
        kept = "".join(sign for sign in letters if sign.isprintable())
        return TypedLine(self.text[: self.caret] + kept + self.text[self.caret :], self.caret + len(kept))

    def pressed(self, key: str) -> "TypedLine":
        """After one of `left`, `right`, `home`, `end`, `backspace`, `delete`; any other key changes nothing.

        >>> TypedLine("e4", 2).pressed("left").pressed("backspace")
        TypedLine(text='4', caret=0)
        """
        text, caret = self.text, self.caret
        match key:
            case "left":
                return TypedLine(text, max(0, caret - 1))
            case "right":
                return TypedLine(text, min(len(text), caret + 1))
            case "home":
                return TypedLine(text, 0)
            case "end":
                return TypedLine(text, len(text))
            case "backspace":
                return TypedLine(text[: max(0, caret - 1)] + text[caret:], max(0, caret - 1))
            case "delete":
                return TypedLine(text[:caret] + text[caret + 1 :], caret)
        return self
