"""What may be typed for a move, and what is answered when it is none."""

import chess
import pytest

from access_chess.edge.packs.voice_packs import reading_vocabulary
from access_chess.notation.illegality import Illegal, Reason
from access_chess.notation.reading import Ambiguous, MoveRead, PromotionMissing, Reading, Unreadable, read_move

START = chess.STARTING_FEN
CAPTURE = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
EN_PASSANT = "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3"
PROMOTION = "3nk3/4P3/3K4/8/8/8/8/8 w - - 0 1"
CASTLING = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"
CHESS960 = "4k3/8/8/8/8/8/8/5KR1 w G - 0 1"
BISHOP = "4k3/8/8/8/3n4/8/1B6/4K3 w - - 0 1"
BISHOP_AND_PAWN = "4k3/8/8/8/8/2n5/1P6/B3K3 w - - 0 1"
QUEEN = "k7/pp6/8/8/6p1/8/5Q2/7K w - - 0 1"
KNIGHTS = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"


def read(fen: str, text: str, *, pack: str = "fide") -> Reading:
    return read_move(text, chess.Board(fen, chess960="G" in fen), reading_vocabulary(pack))


@pytest.mark.parametrize(
    ("fen", "uci", "texts"),
    [
        pytest.param(START, "g1f3", "Nf3 nf3 Sf3 sf3 Кf3 Кф3 кф3 ♘f3 N1f3 1.Nf3 Nf3! Nf3+ Nf3# Nf3++", id="C.8 short"),
        pytest.param(START, "g1f3", "Ng1f3 Ng1-f3 Sg1-f3 Кg1-f3 Кг1-ф3 кж1ф3 g1f3 g1-f3 7163", id="C.8 long"),
        pytest.param(START, "e2e4", "e4 E4 e2e4 e2-e4 Pe4 е4 е2е4 e४ 5254 e4. 1.e4 Eva4 eva2eva4", id="C.8 a pawn"),
        pytest.param(START, "d2d4", "d4 D4 d2d4", id="a file is no German queen"),
        pytest.param(CAPTURE, "e4d5", "exd5 ed5 ed e:d e:d5 e4xd5 e4d5 e4×d5 EXD5 5445", id="C.9 a pawn takes"),
        pytest.param(EN_PASSANT, "d4e3", "dxe3 dxe3e.p. dxe3ep de3 de d4xe3", id="C.9 en passant"),
        pytest.param(BISHOP, "b2d4", "Bxd4 bxd4 Bd4 bd4 Lxd4 B:d4 BxN", id="C.9 a piece takes"),
        pytest.param(BISHOP_AND_PAWN, "e1f2", "Kf2 kf2 Крf2", id="two letters for a king"),
        pytest.param(QUEEN, "f2f8", "Qf8+ Qf8x Фf8x Df8 df8", id="13.6 x at the end"),
        pytest.param(
            PROMOTION, "e7d8q", "exd8Q exd8=Q e7d8q exd8(Q) exd8/Q exd8D ed8Q edQ exd8=Q++ e:d8Ф 57481", id="C.12"
        ),
        pytest.param(PROMOTION, "e7d8n", "exd8N exd8=S exd8К e7d8n 57484", id="C.12 under-promotion"),
        pytest.param(CASTLING, "e1g1", "0-0 O-O o-o 00 OO О-О O-O+ e1g1 e1h1 Kg1 Ke1g1 5171", id="castling short"),
        pytest.param(CASTLING, "e1c1", "0-0-0 O-O-O o-o-o 000 e1c1 e1a1 Kc1", id="castling long"),
        pytest.param(CHESS960, "f1g1", "0-0 f1g1 O-O", id="F.3 king takes rook"),
    ],
)
def test_what_is_written(fen: str, uci: str, texts: str) -> None:
    assert {text: read(fen, text) for text in texts.split()} == {
        text: MoveRead(move=chess.Move.from_uci(uci)) for text in texts.split()
    }


@pytest.mark.parametrize(
    ("fen", "uci", "text"),
    [
        pytest.param(START, "e2e4", "Eva vier", id="E.2.1 brief"),
        pytest.param(START, "g1f3", "springer gustav eins felix drei", id="E.2.1 long"),
        pytest.param(START, "g1f3", "Gustav eins Felix drei", id="E.2.1 both squares"),
        pytest.param(START, "g1f3", "Springer Gustav eins nach Felix drei", id="a word between"),
        pytest.param(START, "g1f3", "ich ziehe den Springer nach f3", id="a German sentence"),
        pytest.param(START, "g1f3", "I move the knight to f3, please", id="an English sentence"),
        pytest.param(START, "e2e4", "my move is e4", id="words before"),
        pytest.param(START, "g1f3", "knight golf one foxtrot three", id="NATO"),
        pytest.param(START, "g1f3", "knight f 3", id="a word, a letter and a digit"),
        pytest.param(START, "g1f3", "Springer f3", id="a word and a square"),
        pytest.param(START, "g1f3", "Gustav-eins Felix-drei", id="hyphens"),
        pytest.param(START, "h2h4", "Hektor vier", id="Hektor"),
        pytest.param(START, "c2c3", "Cäsar drei", id="Cäsar"),
        pytest.param(START, "c2c3", "Caesar drei", id="Caesar"),
        pytest.param(START, "a2a3", "Anna zwo Anna drei", id="zwo"),
        pytest.param("4k3/8/8/4P3/8/8/8/4K3 w - - 0 1", "e5e6", "eva funf eva sechs", id="funf"),
        pytest.param("4k3/8/8/4P3/8/8/8/4K3 w - - 0 1", "e5e6", "eva fünf eva sechs", id="fünf"),
        pytest.param("4k3/8/4P3/8/8/8/8/5K2 w - - 0 1", "e6e7", "Eva seiben", id="seiben"),
        pytest.param(CASTLING, "e1e2", "koenig eva zwei", id="koenig"),
        pytest.param(CASTLING, "e1e2", "König Eva zwei", id="König"),
        pytest.param(CASTLING, "e1g1", "König Gustav eins", id="the king's two squares"),
        pytest.param(CASTLING, "e1g1", "kurze Rochade", id="kurze Rochade"),
        pytest.param(CASTLING, "e1g1", "castle short", id="castle short"),
        pytest.param(CASTLING, "e1c1", "lange rochade", id="lange Rochade"),
        pytest.param(BISHOP, "b2d4", "Läufer schlägt David vier", id="schlägt"),
        pytest.param(BISHOP, "b2d4", "Laeufer schlaegt Springer", id="piece takes piece"),
        pytest.param(BISHOP, "b2d4", "bishop takes knight", id="piece takes piece in English"),
        pytest.param(CAPTURE, "e4d5", "Eva David fuenf", id="a pawn takes, file by file"),
        pytest.param(CAPTURE, "e4d5", "Eva schlägt David", id="a pawn takes, files only"),
        pytest.param(EN_PASSANT, "d4e3", "David Eva drei en passant", id="en passant"),
        pytest.param(PROMOTION, "e7d8q", "Eva David acht Dame Matt", id="promotion"),
        pytest.param(START, "g1f3", "конь феликс три", id="Russian"),
    ],
)
def test_what_is_said(fen: str, uci: str, text: str) -> None:
    assert read(fen, text) == MoveRead(move=chess.Move.from_uci(uci))


def test_a_draw_offer_is_read_beside_the_move() -> None:
    assert read(START, "e4 (=)") == MoveRead(move=chess.Move.from_uci("e2e4"), offers_draw=True)


def test_the_own_language_comes_first() -> None:
    board = "4k3/8/8/8/8/8/8/R2K4 w - - 0 1"
    assert read(board, "Re1", pack="fr") == MoveRead(move=chess.Move.from_uci("d1e1"))
    assert read(board, "Rc1", pack="en") == MoveRead(move=chess.Move.from_uci("a1c1"))


def test_a_small_b_is_a_pawn_where_a_pawn_may_go() -> None:
    assert read(BISHOP_AND_PAWN, "bc3") == MoveRead(move=chess.Move.from_uci("b2c3"))
    assert read(BISHOP_AND_PAWN, "Bxc3") == Illegal(
        reason=Reason.BLOCKED, move=chess.Move.from_uci("a1c3"), square=chess.B2
    )


@pytest.mark.parametrize(
    ("text", "word"),
    [("frühstück", "frühstück"), ("e9", "e9"), ("Nz3", "Nz3"), ("springer nowhere", "nowhere"), ("0000", "0000")],
)
def test_a_word_that_is_not_understood_is_named(text: str, word: str) -> None:
    assert read(START, text) == Unreadable(word=word)


def test_a_square_beyond_the_rook_is_no_castling() -> None:
    assert isinstance(read(CHESS960, "f1h1"), Illegal)


@pytest.mark.parametrize("text", ["b" * 60, "", "   ", "e", "N", "44", "springer springer", "e4 e5 e6", "ae4 b5"])
def test_words_that_make_no_move(text: str) -> None:
    assert read(START, text) == Unreadable()


@pytest.mark.parametrize(
    ("fen", "text", "moves"),
    [
        pytest.param(KNIGHTS, "Nd2", "b1d2 f3d2", id="C.10"),
        pytest.param(KNIGHTS, "Springer David zwei", "b1d2 f3d2", id="C.10 spoken"),
        pytest.param("4k3/3p1p2/2P1P3/3p4/2P5/8/8/4K3 w - - 0 1", "cd", "c4d5 c6d7", id="13.6 two captures"),
    ],
)
def test_doubt_is_not_decided(fen: str, text: str, moves: str) -> None:
    reading = read(fen, text)
    assert isinstance(reading, Ambiguous)
    assert {move.uci() for move in reading.moves} == set(moves.split())


@pytest.mark.parametrize("text", ["exd8", "e7d8", "Eva David acht", "5748", "ed"])
def test_the_promotion_piece_is_asked(text: str) -> None:
    reading = read(PROMOTION, text)
    assert isinstance(reading, PromotionMissing)
    assert [move.promotion for move in reading.moves] == [chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT]
