"""Two sheets compared: the six kinds of error, each made at random in whole games, and what is said of them."""

import random
from dataclasses import replace

import chess
import pytest

from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.notation.written import san
from access_chess.scoresheets.comparison import Cause, compare
from access_chess.scoresheets.comparison_words import comparison_words
from access_chess.scoresheets.reading import read_sheet
from access_chess.scoresheets.sheet import Sheet, Whose
from tests.scoresheets.games import random_sheet

EN = load_voice_pack("en")
MUTATIONS = 75


def words_of(sheet: Sheet) -> list[str]:
    return [san(line.before, line.move, EN.letters) for line in sheet.lines if line.before and line.move]


def mutated(words: list[str], cause: Cause, dice: random.Random, sheet: Sheet) -> tuple[list[str], int]:
    """A sheet with one error, and the ply from which on it differs."""
    words = list(words)
    at = dice.randrange(2, len(words) - 4)
    count = dice.choice((1, 2))
    match cause:
        case Cause.OMITTED:
            del words[at : at + count]
        case Cause.DOUBLED:
            words[at:at] = words[at : at + count]
        case Cause.SWAPPED:
            words[at], words[at + count] = words[at + count], words[at]
        case Cause.MISWRITTEN:
            board = sheet.lines[at].before
            assert board is not None
            others = [move for move in board.legal_moves if move != sheet.lines[at].move]
            words[at] = san(board, dice.choice(others), EN.letters) if others else words[at]
        case Cause.SHORTER:
            del words[at:]
        case _:
            words[at:] = words_of(random_sheet(dice.randrange(10**6) + 1000, 60))[: len(words) - at]
    return words, at


def read(words: list[str]) -> Sheet:
    return read_sheet(" ".join(words)).sheet


def test_the_same_game_in_other_words_is_the_same() -> None:
    sheet = random_sheet(5, 80)
    long_form = " ".join(line.move.uci() for line in sheet.lines if line.move)
    assert compare(sheet, read_sheet(long_form).sheet) is None


def test_the_kinds_of_error_are_named_rightly() -> None:
    """At least 95 in a hundred; the ply where they part is always right."""
    dice = random.Random(7)
    kinds = (Cause.OMITTED, Cause.DOUBLED, Cause.SWAPPED, Cause.MISWRITTEN, Cause.SHORTER)
    right, tried = 0, 0
    missed: list[tuple[int, Cause, Cause | None]] = []
    for number in range(MUTATIONS):
        sheet = random_sheet(number, 24 + number % 20)
        words = words_of(sheet)
        if len(words) < 12:
            continue
        cause = kinds[number % len(kinds)]
        changed, at = mutated(words, cause, dice, sheet)
        if changed == words:
            continue
        tried += 1
        divergence = compare(sheet, read(changed))
        if divergence is None:  # what was swapped or doubled is the same move again
            missed.append((number, cause, None))
            continue
        is_named = divergence.cause is cause
        right += is_named
        if not is_named:
            missed.append((number, cause, divergence.cause))
        assert not divergence.is_first or cause is Cause.SHORTER, (number, cause, divergence)
        if is_named and cause in (Cause.OMITTED, Cause.MISWRITTEN, Cause.SHORTER):
            assert divergence.ply >= at - 2, (number, cause, divergence)
    assert right >= 0.95 * tried, (right, tried, missed)


def test_a_doubled_ply_is_one_even_at_the_end() -> None:
    sheet = random_sheet(3, 30)
    words = words_of(sheet)
    divergence = compare(sheet, read([*words, *words[-2:]]))
    assert divergence is not None
    assert (divergence.cause, divergence.count) in ((Cause.DOUBLED, 2), (Cause.SHORTER, 2))


@pytest.mark.parametrize(
    ("white", "black", "said"),
    [
        ("e4 e5 Nf3 Nc6", "e4 e5 Nf3 Nc6", "The sheets agree in all two moves."),
        (
            "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 d3 d6",
            "e4 e5 Bc4 Bc5 O-O Nf6 d3 d6",
            "The sheets agree to move one of Black. Black's scoresheet lacks move two; from there on they agree.",
        ),
        (
            "e4 e5 Nf3 Nc6 Bc4 Bc5",
            "e4 e5 Nf3 Nf6 Bc4 Bc5",
            "The sheets agree to move two of White. "
            "Black's scoresheet has knight Gustav eight Felix six, the other one knight Bella eight Cesar six; "
            "then they agree.",
        ),
        (
            "e4 e5 Nf3 Nc6 Bc4",
            "e4 e5 Nf3 Nc6",
            "The sheets agree to move two of Black. Black's scoresheet ends there; the other one goes on.",
        ),
        (
            "e4 e5 Nf3 Nc6 Bc4 Bc5",
            "e4 e5 Nf3 Nf3 Nc6 Bc4 Bc5",
            "The sheets agree to move one of Black. Black's scoresheet has move two of White twice; "
            "from there on they agree.",
        ),
        (
            "e4 e5 Nf3 Ke9 d4",
            "e4 e5 Nf3 d6 d4",
            "The sheets agree to move two of White. White's scoresheet has Ke9, "
            "the other one pawn David seven David six; then they agree.",
        ),
    ],
)
def test_what_is_said(white: str, black: str, said: str) -> None:
    first = replace(read_sheet(white).sheet, whose=Whose.WHITE)
    second = replace(read_sheet(black).sheet, whose=Whose.BLACK)
    parts = comparison_words(compare(first, second), first, second, ("a", "b"), EN)
    assert len(parts) <= 2
    assert " ".join(part.text for part in parts) == said


def test_colors_are_python_chess_colors() -> None:
    assert random_sheet(1, 2).lines[0].color is chess.WHITE
