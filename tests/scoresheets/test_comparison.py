"""Two sheets compared: the six kinds of error, each made at random in real games, and what is said of them."""

import random

import chess
import pytest
from msgspec.structs import replace

from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.scoresheets.comparison import Cause, compare
from access_chess.scoresheets.comparison_words import comparison_words
from access_chess.scoresheets.reading import read_sheet
from access_chess.scoresheets.sheet import Sheet, Whose
from tests.benchmarks.sheet_errors import is_named
from tests.scoresheets.errors import KINDS, real_games, with_error, words_of
from tests.scoresheets.games import random_sheet

EN, DE = load_voice_pack("en"), load_voice_pack("de")
GAMES = [game for game in real_games() if 20 <= len(game.lines) <= 50]  # the longer ones are the benchmark's


def read(words: list[str]) -> Sheet:
    return read_sheet(" ".join(words)).sheet


def test_the_same_game_in_other_words_is_the_same() -> None:
    sheet = random_sheet(5, 80)
    long_form = " ".join(line.move.uci() for line in sheet.lines if line.move)
    assert compare(sheet, read_sheet(long_form).sheet) is None


@pytest.mark.parametrize("cause", KINDS)
@pytest.mark.parametrize("place", ["first", "last", "anywhere"])
def test_the_kind_of_error_its_ply_and_its_sheet_are_named(cause: Cause, place: str) -> None:
    """Each kind at the first ply, the last and one between; the whole figure is the benchmark's."""
    dice = random.Random(f"{cause} {place}")
    made = 0
    for number, game in enumerate(GAMES):
        at = {"first": 0, "last": len(game.lines) - 1, "anywhere": None}[place]
        error = with_error(game, cause, dice, GAMES, at)
        if error is None:  # such as the last move exchanged with the one after it
            continue
        made += 1
        is_first = bool(number % 2)
        divergence = compare(error.sheet, game) if is_first else compare(game, error.sheet)
        assert is_named(divergence, error, len(game.lines)), (number, error, divergence)
        assert divergence is not None
        assert abs(divergence.ply - error.ply) <= error.count, (number, error, divergence)
        if cause in (Cause.OMITTED, Cause.DOUBLED, Cause.ILLEGAL):
            assert divergence.is_first is is_first, (number, error, divergence)
    assert made > 0 or (cause, place) in ((Cause.SWAPPED, "last"), (Cause.OTHER, "last"))


def test_two_errors_are_told_one_after_the_other() -> None:
    """The first is named, and to where the sheets agree after it."""
    game = GAMES[0]
    words = words_of(game)
    words[4], words[20:22] = "Kh8", []
    divergence = compare(game, read(words))
    assert divergence is not None
    assert (divergence.cause, divergence.ply, divergence.until) == (Cause.ILLEGAL, 4, game.lines[19])


@pytest.mark.parametrize(
    ("white", "black", "said"),
    [
        ("e4 e5 Nf3 Nc6", "e4 e5 Nf3 Nc6", "The sheets agree in all two moves."),
        (
            "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 d3 d6",
            "e4 e5 Bc4 Bc5 O-O Nf6 d3 d6",
            "The sheets agree to move one of Black. Black's sheet lacks move two; "
            "from move three of White on they agree.",
        ),
        (
            "e4 e5 Nf3 Nc6 Bc4 Bc5",
            "e4 e5 Nf3 Nf6 Bc4 Bc5",
            "The sheets agree to move two of White. "
            "Black's sheet has knight Gustav eight Felix six, White's sheet has knight Bella eight Cesar six; "
            "from move three of White on they agree.",
        ),
        (
            "e4 e5 Nf3 Nc6 Bc4",
            "e4 e5 Nf3 Nc6",
            "The sheets agree to move two of Black. Black's sheet ends there, White's sheet goes on.",
        ),
        (
            "e4 e5 Nf3 Nc6 Bc4 Bc5",
            "e4 e5 Nf3 Nf3 Nc6 Bc4 Bc5",
            "The sheets agree to move one of Black. Black's sheet has move two of White twice; "
            "from move two of Black on they agree.",
        ),
        (
            "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O",
            "e4 e5 Bc4 Nc6 Nf3 Bc5 O-O",
            "The sheets agree to move one of Black. "
            "Black's sheet has two moves in each other's place, from move two of White on; "
            "from move three of Black on they agree.",
        ),
        (
            "1. e4 e5 2. Nf3 Nc6 4. O-O Nf6 5. d3 d6",
            "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 5. d3 d6",
            "The sheets agree to move two of Black. White's sheet lacks move three; "
            "from move four of White on they agree.",
        ),
        (
            "e4 e5 Nf3 Ke9 d4",
            "e4 e5 Nf3 d6 d4",
            "The sheets agree to move two of White. White's sheet has Ke9, "
            "Black's sheet has pawn David seven David six; from move three of White on they agree.",
        ),
        (
            "e4 e5 Nf3 d6 Kf1 Bg4",
            "e4 e5 Nf3 d6 d4 Bg4",
            "White's sheet has an illegal move: three, king Felix one. There is a bishop on it.",
        ),
        (
            "d4 d5 c4 e6 Nc3",
            "e4 c5 Nf3 d6",
            "The sheets differ from the first move on. Black's sheet has "
            "pawn Eva two Eva four, White's sheet has pawn David two David four, and what follows differs as well.",
        ),
    ],
)
def test_what_is_said(white: str, black: str, said: str) -> None:
    first = replace(read_sheet(white).sheet, whose=Whose.WHITE)
    second = replace(read_sheet(black).sheet, whose=Whose.BLACK)
    parts = comparison_words(compare(first, second), first, second, ("a", "b"), EN)
    assert len(parts) <= 2
    assert " ".join(part.text for part in parts) == said


def test_what_is_said_in_german() -> None:
    first = replace(read_sheet("e4 e5 Sf3 Sc6 Lc4").sheet, whose=Whose.WHITE)
    second = replace(read_sheet("e4 e5 Sf3 Sf6 Lc4").sheet, whose=Whose.BLACK)
    parts = comparison_words(compare(first, second), first, second, ("a", "b"), DE)
    assert [part.text for part in parts] == [
        "Die Formulare stimmen bis Zug zwei von Weiß überein.",
        "Auf dem Formular von Schwarz steht Springer Gustav acht Felix sechs, "
        "auf dem Formular von Weiß Springer Bella acht Cäsar sechs; ab Zug drei von Weiß stimmen sie überein.",
    ]


def test_colors_are_python_chess_colors() -> None:
    assert random_sheet(1, 2).lines[0].color is chess.WHITE
