"""The board as a picture: squares, men as discs with letters or as figures, and marks that are told by their shape."""

import math

import chess
import pygame
from msgspec import Struct

from access_chess.edge.window.layout import BLACK, WHITE, Layout
from access_chess.edge.window.themes import Color, Theme, luminance
from access_chess.notation.spoken import Names
from access_chess.notation.written import Letters

FIGURES = "♟♞♝♜♛♚"  # the filled ones, for both colors: a ring parts them from the square
FIGURE_FONTS = "dejavusans,segoeuisymbol,applesymbols,freeserif,symbola"
TO_THE_MAN = 0.42  # of a square: an arrow's tip stays before the man who has arrived
NOTHING_MARKED: frozenset[chess.Square] = frozenset()


class Marks(Struct, frozen=True, kw_only=True):
    """What is marked, each by a shape of its own: the last move and a hint by arrows, the king in check by a thick
    frame, the cursor by its corners, the man that is touched by a ring, where it may go by dots.
    """

    last: chess.Move | None = None
    hint: chess.Move | None = None
    check: chess.Square | None = None
    cursor: chess.Square | None = None
    touched: chess.Square | None = None
    targets: frozenset[chess.Square] = NOTHING_MARKED


class BoardPicture:
    """Draws boards on a surface; fonts are made anew for each layout."""

    def __init__(
        self, surface: pygame.Surface, layout: Layout, theme: Theme, letters: Letters, names: Names | None
    ) -> None:
        self._surface = surface
        self._layout = layout
        self._theme = theme
        self._letters = letters
        self._names = names
        self._large = pygame.font.Font(None, layout.square * 2 // 3)
        self._small = pygame.font.Font(None, layout.text)
        self._inside = pygame.font.Font(None, max(12, layout.square // 4))
        self._figures: pygame.font.Font | None = None
        self._figure_font: str | None = None

    def with_figures(self) -> None:
        """Draw figures instead of letters, where the system has a font with them."""
        path = pygame.font.match_font(FIGURE_FONTS)
        if path is not None:
            self._figure_font = path
            self._figures = pygame.font.Font(path, self._layout.square * 4 // 5)

    def draw(self, board: chess.Board, marks: Marks) -> None:
        """The whole board. Arrows and frames lie under the men, what tells of a man over it."""
        for square in chess.SQUARES:
            pygame.draw.rect(self._surface, self._shade(square), self._layout.place(square))
        if self._names is None:
            self._name_lines()
        for move in (marks.last, marks.hint):
            if move:
                self._arrow(move, is_hollow=move is marks.hint and move is not marks.last)
        self._frame(marks)
        for square, piece in board.piece_map().items():
            self._man(piece, self._layout.place(square))
        self._mark(marks)
        if self._names is not None:
            self._name_squares()

    def magnify(self, board: chess.Board, square: chess.Square, name: str) -> None:
        """One square at four times its size with its man and its name, in a frame."""
        field = self._layout.magnified
        pygame.draw.rect(self._surface, self._shade(square), field)
        pygame.draw.rect(self._surface, self._theme.text, field, width=4)
        piece = board.piece_at(square)
        if piece is not None and self._figure_font is not None:
            self._figure(piece, field, pygame.font.Font(self._figure_font, field.width * 4 // 5))
        elif piece is not None:
            self._disc(piece, field.center, field.width, pygame.font.Font(None, field.width * 2 // 3))
        named = self._small.render(name, True, self._theme.text, self._theme.background)
        self._surface.blit(named, named.get_rect(topright=field.bottomright))

    def _shade(self, square: chess.Square) -> Color:
        return self._theme.light if chess.BB_SQUARES[square] & chess.BB_LIGHT_SQUARES else self._theme.dark

    def _name_lines(self) -> None:
        """The letters of the files below, the numbers of the ranks on the left."""
        layout = self._layout
        for index in range(8):
            below = layout.place(chess.square(index, 7 if layout.is_turned else 0))
            beside = layout.place(chess.square(7 if layout.is_turned else 0, index))
            self._centered(chess.FILE_NAMES[index], (below.centerx, below.bottom + layout.margin // 2))
            self._centered(chess.RANK_NAMES[index], (beside.left - layout.margin // 2, beside.centery))

    def _name_squares(self) -> None:
        """The file's name and the rank's in each square of the outer lines."""
        assert self._names is not None
        for index in range(8):
            below = self._layout.place(chess.square(index, 7 if self._layout.is_turned else 0))
            beside = self._layout.place(chess.square(7 if self._layout.is_turned else 0, index))
            file = self._inside.render(str(self._names.files[index]), True, BLACK, WHITE)
            rank = self._inside.render(chess.RANK_NAMES[index], True, BLACK, WHITE)
            self._surface.blit(file, file.get_rect(bottomright=below.bottomright))
            self._surface.blit(rank, rank.get_rect(topleft=beside.topleft))

    def _frame(self, marks: Marks) -> None:
        """The king in check, and the cursor."""
        thick = self._thick
        if marks.check is not None:
            field = self._layout.place(marks.check)
            pygame.draw.rect(self._surface, self._rim, field, width=2 * thick + 2)
            pygame.draw.rect(self._surface, self._theme.mark, field, width=2 * thick)
        if marks.cursor is not None:
            field = self._layout.place(marks.cursor)
            self._corners(field, thick + 3, self._rim)
            self._corners(field, thick, self._theme.mark)

    def _mark(self, marks: Marks) -> None:
        """The man that is touched, and where it may go."""
        if marks.touched is not None:
            field = self._layout.place(marks.touched)
            pygame.draw.circle(self._surface, self._theme.mark, field.center, field.width // 2, width=self._thick)
        for square in marks.targets:
            pygame.draw.circle(self._surface, self._rim, self._layout.place(square).center, 2 * self._thick + 2)
            pygame.draw.circle(self._surface, self._theme.mark, self._layout.place(square).center, 2 * self._thick)

    @property
    def _thick(self) -> int:
        return max(4, self._layout.square // 14)

    @property
    def _rim(self) -> Color:
        """What parts a mark from a man of its own color."""
        return WHITE if luminance(self._theme.mark) < 0.2 else BLACK

    def _corners(self, field: pygame.Rect, thick: int, color: Color) -> None:
        length = field.width // 3
        for left in (field.left, field.right - length):
            for top in (field.top, field.bottom - thick):
                pygame.draw.rect(self._surface, color, (left, top, length, thick))
        for left in (field.left, field.right - thick):
            for top in (field.top, field.bottom - length):
                pygame.draw.rect(self._surface, color, (left, top, thick, length))

    def _arrow(self, move: chess.Move, *, is_hollow: bool) -> None:
        """From the middle of one square to that of the other; a hollow one for what is only thought of."""
        start = pygame.Vector2(self._layout.place(move.from_square).center)
        end = pygame.Vector2(self._layout.place(move.to_square).center)
        if start == end:
            return
        side, along = self._layout.square, (end - start).normalize()
        across = along.rotate(90) * (side / 10)
        tip, neck = end - along * (side * TO_THE_MAN), end - along * (side * (TO_THE_MAN + 0.35))
        shape = [
            start + across, neck + across, neck + across * 2.5, tip, neck - across * 2.5,
            neck - across, start - across,
        ]  # fmt: skip
        pygame.draw.polygon(self._surface, self._theme.mark, shape, width=max(3, side // 24) if is_hollow else 0)

    def _man(self, piece: chess.Piece, field: pygame.Rect) -> None:
        if self._figures is not None:
            self._figure(piece, field, self._figures)
        else:
            self._disc(piece, field.center, field.width, self._large)

    def _disc(self, piece: chess.Piece, center: tuple[int, int], side: int, font: pygame.font.Font) -> None:
        """A disc in the man's color with a letter in the other one; a pawn, which has none, is a small disc."""
        fill, edge = (WHITE, BLACK) if piece.color else (BLACK, WHITE)
        radius = side // 5 if piece.piece_type == chess.PAWN else side * 2 // 5
        pygame.draw.circle(self._surface, edge, center, radius + max(3, side // 24))
        pygame.draw.circle(self._surface, fill, center, radius)
        letter = font.render(self._letters.of(piece.piece_type), True, edge)
        self._surface.blit(letter, letter.get_rect(center=center))

    def _figure(self, piece: chess.Piece, field: pygame.Rect, font: pygame.font.Font) -> None:
        """The figure in the man's color, with a rim in the other one all around."""
        fill, edge = (WHITE, BLACK) if piece.color else (BLACK, WHITE)
        sign, rim = FIGURES[piece.piece_type - 1], max(2, field.width // 28)
        shape, around = font.render(sign, True, fill), font.render(sign, True, edge)
        for step in range(16):
            angle = step * math.tau / 16
            shifted = (field.centerx + rim * math.cos(angle), field.centery + rim * math.sin(angle))
            self._surface.blit(around, around.get_rect(center=shifted))
        self._surface.blit(shape, shape.get_rect(center=field.center))

    def _centered(self, text: str, center: tuple[int, int]) -> None:
        rendered = self._small.render(text, True, self._theme.text)
        self._surface.blit(rendered, rendered.get_rect(center=center))
