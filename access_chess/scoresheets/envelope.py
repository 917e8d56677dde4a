"""The envelope of a sealed move on paper: the seven facts outside (Guideline 2), and a page inside with the move.

The page inside is folded three times from below: its lowest quarter, with the move, comes to lie innermost, and the two
quarters around it are full of signs, so that neither light nor a finger can read the move through the paper.
"""

import textwrap
from collections.abc import Sequence

import chess
from msgspec import Struct

from access_chess.laws.adjournment import Envelope
from access_chess.notation.braille import braille_men
from access_chess.notation.written import Letters
from access_chess.scoresheets.braille_text import BrailleStyle, filled, prose
from access_chess.scoresheets.written_line import INDENT, NOT_WRITTEN, WIDTH, clock_text, one_line
from access_chess.speech.language.voice_pack import VoicePack

LINES = 60  # of a page of plain text
MASK, BRAILLE_MASK = "#", "⠿"
_QUARTERS = 4
_ORDER = (chess.KING, chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN)


class Fact(Struct, frozen=True, kw_only=True):
    """One of the lines outside; `men` are those of a position, which braille writes in its own way."""

    name: str
    text: str
    men: tuple[tuple[chess.PieceType, chess.Square], ...] = ()


class EnvelopePaper(Struct, frozen=True, kw_only=True):
    """What is printed, as texts of one language (BCP 47). `sealed` is the move as it was written; None: outside alone.

    `around` stands on an empty page between, so that nothing is printed on the back of the outside.
    """

    language: str
    title: str
    facts: tuple[Fact, ...]
    around: str
    inside: str
    sealed_name: str
    sealed: str | None


def envelope_paper(envelope: Envelope, pack: VoicePack, *, sealed: str | None = None) -> EnvelopePaper:
    """The envelope in the language of the pack, and the move inside where it is given."""
    return EnvelopePaper(
        language=pack.language,
        title=pack.phrase("envelope_title").text,
        facts=tuple(_facts(envelope, pack)),
        around=pack.phrase("envelope_around").text,
        inside=pack.phrase("envelope_inside").text,
        sealed_name=pack.phrase("envelope_sealed").text,
        sealed=None if sealed is None else one_line(sealed) or NOT_WRITTEN,
    )


def text_pages(paper: EnvelopePaper) -> str:
    """Pages of plain text, each ended by a form feed."""
    outside = [paper.title, ""]
    for fact in paper.facts:
        outside += textwrap.wrap(f"{fact.name}: {fact.text}", WIDTH, subsequent_indent=INDENT)
    pages = [outside]
    if paper.sealed is not None:
        around, inside = (textwrap.wrap(text, WIDTH) for text in (paper.around, paper.inside))
        move = textwrap.wrap(f"{paper.sealed_name}: {paper.sealed}", WIDTH)
        pages += [around, _folded([paper.title, *inside], move, LINES, MASK * WIDTH)]
    return "".join("\n".join(page) + "\n\f" for page in pages)


def braille_envelope(paper: EnvelopePaper, style: BrailleStyle) -> tuple[tuple[str, ...], ...]:
    """Pages of cells. A position is written man by man, with lowered digits, as moves are."""
    cells = style.page.cells

    def lines(text: str) -> list[str]:
        return filled(text.split(" "), cells, indent=2)

    outside = lines(prose(paper.title, style))
    for fact in paper.facts:
        men = braille_men(fact.men, style.code)
        outside += lines(f"{prose(fact.name, style)}{prose(':', style)} {men or prose(fact.text, style)}")
    pages = [outside[at : at + style.page.lines] for at in range(0, len(outside), style.page.lines)]
    if paper.sealed is not None:
        head = [*lines(prose(paper.title, style)), *lines(prose(paper.inside, style))]
        move = lines(prose(f"{paper.sealed_name}: {paper.sealed}", style))
        pages += [lines(prose(paper.around, style)), _folded(head, move, style.page.lines, BRAILLE_MASK * cells)]
    return tuple(map(tuple, pages))


def _folded(head: Sequence[str], move: Sequence[str], lines: int, mask: str) -> list[str]:
    """Four quarters: the heading, two of the mask, the move."""
    quarter = lines // _QUARTERS
    first = [*head[:quarter], *[""] * (quarter - len(head))]
    room = quarter - 1  # a line is left empty, so that the move is not in the fold
    return [*first, *[mask] * (2 * quarter), "", *move[:room]]


def _facts(envelope: Envelope, pack: VoicePack) -> list[Fact]:
    named = {color: pack.phrase(chess.COLOR_NAMES[color]).text for color in chess.COLORS}
    facts = [Fact(name=named[color], text=_name(envelope, color)) for color in chess.COLORS]
    facts += [_position(envelope, color, named[color], pack) for color in chess.COLORS]
    for color in chess.COLORS if envelope.times_used is not None else ():
        assert envelope.times_used is not None
        name = pack.phrase("envelope_used", color=named[color]).text
        facts.append(Fact(name=name, text=clock_text(envelope.times_used[color])))
    offer = envelope.offer
    return [
        *facts,
        Fact(
            name=pack.phrase("envelope_sealer").text,
            text=f"{named[envelope.sealer]}, {_name(envelope, envelope.sealer)}",
        ),
        Fact(name=pack.phrase("envelope_number").text, text=str(envelope.move_number)),
        Fact(
            name=pack.phrase("envelope_offer").text,
            text=pack.phrase("envelope_nobody").text if offer is None else named[offer],
        ),
        Fact(name=pack.phrase("envelope_resumption").text, text=one_line(envelope.resumption) or NOT_WRITTEN),
    ]


def _name(envelope: Envelope, color: chess.Color) -> str:
    return one_line(envelope.names[color]) or NOT_WRITTEN


def _position(envelope: Envelope, color: chess.Color, named: str, pack: VoicePack) -> Fact:
    board = chess.Board(envelope.position)
    men = tuple((kind, square) for kind in _ORDER for square in board.pieces(kind, color))
    text = " ".join(_letter(kind, pack.letters) + chess.square_name(square) for kind, square in men)
    return Fact(name=pack.phrase("envelope_position", color=named).text, text=text, men=men)


def _letter(kind: chess.PieceType, letters: Letters) -> str:
    return "" if kind == chess.PAWN else letters.of(kind)
