"""What a typed line asks for, in German, English and both mixed; and that no move is ever taken for a command."""

from datetime import timedelta

import chess
import pytest

from access_chess.edge.packs.typed_words import load_typed_words
from access_chess.edge.packs.voice_packs import load_voice_pack, reading_vocabulary, voice_pack_names
from access_chess.requests.typed_line import (
    Typed,
    TypedName,
    read_file,
    read_piece,
    read_squares,
    read_time,
    typed_command,
)
from access_chess.speech.announcement import Form, announce
from access_chess.speech.language.spelling import Spelling

GERMAN = load_typed_words("fide")
VOCABULARY = reading_vocabulary("fide")
POSITIONS = (
    chess.STARTING_FEN,
    "r3k2r/pPp2ppp/8/3pP3/1b2n3/2N2N2/P1P2PPP/R2QK2R w KQkq d6 0 9",
    "8/P6k/8/8/8/8/p6K/8 b - - 0 1",
)


@pytest.mark.parametrize(
    ("line", "name", "rest"),
    [
        ("?", TypedName.HELP, ""),
        ("aufgeben", TypedName.RESIGN, ""),
        ("Ich gebe auf", TypedName.RESIGN, ""),
        ("resign", TypedName.RESIGN, ""),
        ("remis anbieten", TypedName.OFFER_DRAW, ""),
        ("dreimal Sf3", TypedName.CLAIM_THREEFOLD, "Sf3"),
        ("fünfzig", TypedName.CLAIM_FIFTY, ""),
        ("fuenfzig Tb1", TypedName.CLAIM_FIFTY, "Tb1"),
        ("was steht auf Eva vier", TypedName.WHAT_IS_ON, "Eva vier"),
        ("what is on e4", TypedName.WHAT_IS_ON, "e4"),
        ("wo sind meine Springer", TypedName.WHERE_IS, "Springer"),
        ("wer ist am Zug", TypedName.WHOSE_TURN, ""),
        ("whose turn", TypedName.WHOSE_TURN, ""),
        ("letzte fünf Züge", TypedName.LAST_FIVE, ""),
        ("meine Uhr", TypedName.MY_CLOCK, ""),
        ("züge", TypedName.MOVES, ""),
        ("warum", TypedName.WHY, ""),
        ("noch einmal", TypedName.REPEAT, ""),
        ("ja", TypedName.YES, ""),
        ("no", TypedName.NO, ""),
        ("schiedsrichter uhr stellen weiß 5:00", TypedName.ARBITER, "uhr stellen weiß 5:00"),
        ("arbiter start", TypedName.ARBITER, "start"),
        ("assistent zeiten", TypedName.ASSISTANT, "zeiten"),
        ("stufe 7", TypedName.LEVEL, "7"),
        ("ende", TypedName.QUIT, ""),
    ],
)
def test_commands(line: str, name: TypedName, rest: str) -> None:
    assert typed_command(line, GERMAN) == Typed(name=name, rest=rest)


@pytest.mark.parametrize("line", ["b 4", "Springer f3", "e4", "o-o", "Dame", "5254", "xyz", "h 4 h 5"])
def test_what_is_no_command(line: str) -> None:
    assert typed_command(line, GERMAN) is None


def test_a_color_before_a_command_says_who_asks() -> None:
    assert typed_command("schwarz aufgeben", GERMAN) == Typed(name=TypedName.RESIGN, color=chess.BLACK)
    assert typed_command("white resign", GERMAN) == Typed(name=TypedName.RESIGN, color=chess.WHITE)


@pytest.mark.parametrize("pack_name", voice_pack_names())
@pytest.mark.parametrize("form", list(Form))
def test_no_move_is_taken_for_a_command(pack_name: str, form: Form) -> None:
    words, pack = load_typed_words(pack_name), load_voice_pack(pack_name)
    for fen in POSITIONS:
        board = chess.Board(fen)
        for move in board.legal_moves:
            said = announce(board, move, pack, form=form).text
            assert typed_command(said, words) is None, said


@pytest.mark.parametrize("pack_name", voice_pack_names())
def test_every_command_can_be_typed_in_every_pack(pack_name: str) -> None:
    words = load_typed_words(pack_name)
    assert set(words.commands.values()) | {"arbiter", "assistant"} >= set(TypedName)
    assert set(words.help) <= set(words.commands.values())


@pytest.mark.parametrize("pack_name", ["en", "de"])
def test_the_list_of_commands_tells_of_every_one(pack_name: str) -> None:
    """All but yes, no and the spoken "what can I say", which answer a question or ask for the list."""
    told = set(load_typed_words(pack_name).help)
    assert set(TypedName) - told == {
        TypedName.YES,
        TypedName.NO,
        TypedName.WHAT_CAN_I_SAY,
        TypedName.ARBITER,
        TypedName.ASSISTANT,
    }


def test_the_languages_have_the_same_arbiter_and_assistant() -> None:
    english, german = load_typed_words("en"), load_typed_words("de")
    assert set(english.arbiter.values()) == set(german.arbiter.values())
    assert set(english.assistant.values()) == set(german.assistant.values())
    assert len(english.arbiter_help) == len(german.arbiter_help) == len(set(english.arbiter.values()))


def test_words_may_be_typed_with_umlauts_or_without() -> None:
    for words, name in GERMAN.commands.items():
        plain = tuple(Spelling.ASCII.shown(word) for word in words)
        assert GERMAN.commands.get(plain, name) == name


@pytest.mark.parametrize(
    ("text", "squares"),
    [
        ("e4", (chess.E4,)),
        ("Eva vier", (chess.E4,)),
        ("eva 4 David fünf", (chess.E4, chess.D5)),
        ("a1 h8", (chess.A1, chess.H8)),
        ("", ()),
        ("e9", None),
        ("Springer", None),
    ],
)
def test_squares(text: str, squares: tuple[chess.Square, ...] | None) -> None:
    assert read_squares(text, VOCABULARY) == squares


@pytest.mark.parametrize(("text", "file"), [("e", 4), ("Eva", 4), ("Hektor", 7), ("4", None), ("", None), ("x", None)])
def test_files(text: str, file: int | None) -> None:
    assert read_file(text, VOCABULARY) == file


@pytest.mark.parametrize(
    ("text", "piece"),
    [
        ("Springer", chess.KNIGHT),
        ("Bauern", chess.PAWN),
        ("knights", chess.KNIGHT),
        ("S", chess.KNIGHT),
        ("d", chess.QUEEN),
        ("Pferd", chess.KNIGHT),
        ("e4", None),
        ("", None),
    ],
)
def test_pieces(text: str, piece: chess.PieceType | None) -> None:
    assert read_piece(text, GERMAN, VOCABULARY) == piece


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("90", 90),
        ("5:00", 300),
        ("1:30:00", 5400),
        ("0.5", 0.5),
        ("5.", None),
        ("soon", None),
        ("", None),
        ("9" * 30 + ":00", None),
    ],
)
def test_times(text: str, seconds: float | None) -> None:
    assert read_time(text) == (None if seconds is None else timedelta(seconds=seconds))
