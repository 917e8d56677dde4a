"""What is typed in haste: small letters of men, words that read as moves, and why something was refused."""

import chess
import pytest

from access_chess.edge.packs.typed_words import load_language
from access_chess.laws.commands import PlayMove
from access_chess.laws.events import GameSetUp
from access_chess.laws.game import new_game
from access_chess.laws.setup import Setup
from access_chess.profile import Profile
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.requests.typed_line import typed_request
from tests.conversation.golden_dialogues import Place

WORDS = "k3r3/5P2/8/8/8/8/7P/K7 w - - 0 1"
BOTH = "4k3/8/8/8/2p5/1P6/4B3/4K3 w - - 0 1"
ITALIAN = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"


def test_a_small_b_is_a_bishop_where_no_pawn_moves_like_that() -> None:
    place = Place(fen=ITALIAN)
    place.type("bc4")
    assert place.game.plies[-1].move.uci() == "f1c4"


def test_where_pawn_and_bishop_both_can_it_is_asked() -> None:
    place = Place(fen=BOTH)
    assert place.type("bc4")[-1].endswith("?")
    assert not place.game.plies
    written = Place(fen=BOTH)
    written.type("bxc4")
    assert written.game.plies[-1].move.uci() == "b3c4"


@pytest.mark.parametrize("line", ["fen", "Fen", "FEN"])
def test_fen_tells_the_position_at_home_and_is_asked_about_elsewhere(line: str) -> None:
    home = Place(fen=WORDS)
    assert home.type(line) == (f"FEN: {WORDS}",)
    away = Place(fen=WORDS, profile=Profile.TOURNAMENT)
    assert away.type(line)[-1].endswith("Yes or no.")
    assert not home.game.plies and not away.game.plies
    away.type("yes")
    assert away.game.plies[-1].move.uci() == "f7e8n"


@pytest.mark.parametrize(
    ("line", "said", "why"),
    [
        ("what if Ke2", "Not legal: your own pawn is on Eva two.", "Article three point one."),
        ("if Qh5", "Not legal: blocked by the pawn on Eva two.", "Article three point five."),
        ("what if blah", "I do not understand this move.", "I do not understand this move."),
    ],
)
def test_a_question_about_a_move_that_is_none_gets_the_reason(line: str, said: str, why: str) -> None:
    place = Place()
    assert place.type(line) == (said,)
    (told,) = place.type("why")
    assert told.startswith(why)
    assert place.dialogue.pending is None


def test_the_move_that_was_asked_about_is_chosen_and_not_played() -> None:
    place = Place(fen="4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1")
    place.type("what if")
    assert place.type("Nd2") == ("Bella or Felix?",)
    place.type("bella")
    assert not place.game.plies


def test_why_tells_the_rule_that_was_broken_until_something_is_done() -> None:
    """Two men on one square; the knight's own way; and what breaks no rule is refused once more."""
    place = Place()
    place.type("Ke2")
    place.type("board")
    (told,) = place.type("why")
    assert told.startswith("Article three point one. No piece goes")
    place.type("Nf5")
    assert place.type("why")[0].startswith("Article three point six. A knight goes")
    refused = place.type("e7e5")
    assert place.type("why") == refused[:1]
    place.type("e4")
    assert place.type("why") == ("There has been no ruling.",)


@pytest.mark.parametrize(("answer", "plies"), [("no", 2), ("yes", 1)])
def test_a_legal_move_is_called_illegal_only_after_a_question(answer: str, plies: int) -> None:
    place = Place()
    for uci in ("e2e4", "e7e5"):
        place.submit(PlayMove(color=place.game.turn, move=chess.Move.from_uci(uci)))
    assert place.type("arbiter illegal 1 black")[0].endswith("was legal. Call it illegal? Yes or no.")
    assert len(place.game.plies) == 2
    place.type(answer)
    assert len(place.game.plies) == plies


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("who moves", "White to move, move one."),
        ("am I in check", "White to move, move one."),
        ("what stands on e4", "Eva four is empty."),
        ("legal knight", "knight Caesar three, knight Anna three"),
        ("legal king", "king: no legal move."),
        ("value of a rook", "rook: five."),
    ],
)
def test_the_questions_of_a_newcomer_are_understood(line: str, said: str) -> None:
    assert Place().type(line)[0] == said


@pytest.mark.parametrize(
    ("pack", "line"),
    [
        ("en", "value of the queen"),
        ("en", "value of an enemy queen"),
        ("de", "wert der dame"),
        ("de", "Wert von Dame"),
        ("es", "valor de la dama"),
        ("et", "kui palju on väärt lipp"),
        ("et", "väärtus lipu"),
        ("fr", "valeur de la dame"),
        ("is", "hvers virði er drottning"),
        ("is", "gildi drottningar"),
        ("mr", "मूल्य सांगा वजीर"),
        ("pt", "valor da dama"),
        ("ru", "цена ферзя"),
        ("ru", "сколько стоит ферзь"),
        ("sq", "vlera e mbretëreshës"),
        ("sw", "thamani ya malkia"),
    ],
)
def test_the_value_of_a_piece_is_asked_for_as_people_say_it(pack: str, line: str) -> None:
    found = typed_request(line, new_game(GameSetUp(setup=Setup())), load_language(pack))
    assert isinstance(found, Request)
    assert (found.name, found.piece) == (RequestName.PIECE_VALUE, chess.QUEEN)


@pytest.mark.parametrize(
    ("line", "piece"),
    [
        ("wert des springers", chess.KNIGHT),
        ("wert des läufers", chess.BISHOP),
        ("wert des turms", chess.ROOK),
        ("wert eines bauern", chess.PAWN),
        ("wert des königs", chess.KING),
    ],
)
def test_german_genitives_are_the_same_pieces(line: str, piece: chess.PieceType) -> None:
    found = typed_request(line, new_game(GameSetUp(setup=Setup())), load_language("de"))
    assert isinstance(found, Request) and found.piece == piece


@pytest.mark.parametrize("profile", [Profile.PRACTICE, Profile.TOURNAMENT])
@pytest.mark.parametrize(
    ("line", "fen", "said", "played"),
    [
        ("fed", WORDS, "pawn Felix seven takes Eva eight queen check? Yes or no.", "f7e8q"),
        ("feb", WORDS, "pawn Felix seven takes Eva eight bishop? Yes or no.", "f7e8b"),
        ("fed", chess.STARTING_FEN, "Not legal: there is nothing to take like that.", None),
        ("feb", chess.STARTING_FEN, "Not legal: there is nothing to take like that.", None),
        ("bed", WORDS, "I do not understand this move.", None),
        ("gab", WORDS, "I do not understand this move.", None),
        ("fenn", chess.STARTING_FEN, "I do not understand this move.", None),
    ],
)
def test_a_capture_that_is_a_word_is_asked_about_where_it_is_legal(
    line: str, fen: str, said: str, played: str | None, profile: Profile
) -> None:
    place = Place(fen=fen, profile=profile)
    assert place.type(line)[0].startswith(said)
    assert not place.game.plies
    if played is not None:
        place.type("no")
        assert not place.game.plies
        place.type(line)
        place.type("yes")
        assert [ply.move.uci() for ply in place.game.plies] == [played]


@pytest.mark.parametrize(
    ("line", "fen", "played"),
    [("ed", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5"), ("cb", "4k3/8/8/8/1p6/2P5/8/4K3 w - - 0 1", "c3b4")],
)
def test_a_short_capture_that_is_no_word_is_played(line: str, fen: str, played: str) -> None:
    place = Place(fen=fen)
    place.type(line)
    assert [ply.move.uci() for ply in place.game.plies] == [played]


@pytest.mark.parametrize("line", ["fen", "value of a rook"])
def test_what_is_of_practice_is_told_to_be_absent_from_a_tournament(line: str) -> None:
    assert Place(profile=Profile.TOURNAMENT).type(line) == ("That is not available in this game.",)
