"""Forms and verbosities of an announcement."""

import chess
import pytest

from access_chess.edge.packs.voice_packs import load_voice_pack, voice_pack_names
from access_chess.speech.announcement import Form, Verbosity, announce

CAPTURE = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 12"


@pytest.mark.parametrize(
    ("form", "text", "spoken"),
    [
        (Form.FIDE, "Bauer Eva vier schlaegt David fuenf", "Bauer Eva vier schlägt David fünf"),
        (Form.BRIEF, "Eva David fuenf", "Eva David fünf"),
        (Form.SAN, "exd5", "Eva David fünf"),
        (Form.LONG, "e4xd5", "Bauer Eva vier schlägt David fünf"),
        (Form.RUSSIAN, "e4:d5", "Bauer Eva vier schlägt David fünf"),
        (Form.UCI, "e4d5", "Bauer Eva vier schlägt David fünf"),
        (Form.ICCF, "5445", "Bauer Eva vier schlägt David fünf"),
        (Form.BRAILLE, "⠑⠭⠙⠢", "Eva David fünf"),
    ],
)
def test_writing_is_spoken_in_names(form: Form, text: str, spoken: str) -> None:
    said = announce(chess.Board(CAPTURE), chess.Move.from_uci("e4d5"), load_voice_pack(), form=form)
    assert (said.text, said.spoken, said.language) == (text, spoken, "de")


@pytest.mark.parametrize(
    ("name", "verbosity", "text"),
    [
        ("fide", Verbosity.BRIEF, "Eva David fuenf"),
        ("fide", Verbosity.NORMAL, "Bauer Eva vier schlaegt David fuenf"),
        ("fide", Verbosity.FULL, "Bauer Eva vier schlaegt David fuenf, genommen: Bauer, Weiss, Zug zwoelf"),
        ("en", Verbosity.FULL, "pawn Eva four takes David five, pawn taken, White, move twelve"),
    ],
)
def test_verbosities(name: str, verbosity: Verbosity, text: str) -> None:
    board, move = chess.Board(CAPTURE), chess.Move.from_uci("e4d5")
    assert announce(board, move, load_voice_pack(name), verbosity=verbosity).text == text


@pytest.mark.parametrize("name", voice_pack_names())
def test_the_board_is_left_as_it_was(name: str) -> None:
    board = chess.Board()
    for form in Form:
        announce(board, chess.Move.from_uci("e2e4"), load_voice_pack(name), form=form, verbosity=Verbosity.FULL)
    assert board == chess.Board()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("de", "Läufer Felix eins Cäsar vier"),
        ("en", "bishop Felix one Cesar four"),
        ("es", "alfil Félix uno César cuatro"),
        ("et", "oda Feliks üks Cesar neli"),
        ("fide", "Laeufer Felix eins Cesar vier"),
        ("fr", "fou Félix un César quatre"),
        ("is", "biskup Felix einn Sesar fjórir"),
        ("mr", "उंट फेलिक्स एक सीझर चार"),
        ("pt", "bispo Félix um César quatro"),
        ("ru", "слон Феликс один Цезарь четыре"),
        ("sq", "oficeri Feliks një Cezar katër"),
        ("sw", "askofu Felix moja Cesar nne"),
    ],
)
def test_every_language(name: str, text: str) -> None:
    board = chess.Board("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
    assert announce(board, chess.Move.from_uci("f1c4"), load_voice_pack(name)).text == text
