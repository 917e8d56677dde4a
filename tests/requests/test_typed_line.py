"""What a typed line asks for, in German, English and both mixed; and that no move is ever taken for a command."""

from datetime import timedelta

import chess
import pytest

from access_chess.edge.packs.clock_words import load_clock_words
from access_chess.edge.packs.typed_words import load_language, load_typed_words
from access_chess.edge.packs.voice_packs import load_voice_pack, voice_pack_names
from access_chess.laws.commands import PlayMove, StartClock
from access_chess.laws.decide import advance
from access_chess.laws.events import GameSetUp
from access_chess.laws.game import Game, new_game
from access_chess.laws.setup import Setup
from access_chess.notation.illegality import Illegal
from access_chess.requests.names import DRILL_ANSWERS, NUMBERS, RequestName
from access_chess.requests.request import Request
from access_chess.requests.slots import read_file, read_piece, read_squares
from access_chess.requests.spoken_times import SECOND, read_duration
from access_chess.requests.typed_line import typed_answer, typed_move, typed_request
from access_chess.speech.announcement import Form, announce
from access_chess.speech.language.spelling import Spelling

GERMAN, ENGLISH = load_language("fide"), load_language("en")
GAME = new_game(GameSetUp(setup=Setup()))
NF3 = (chess.Move.from_uci("g1f3"),)
POSITIONS = (
    chess.STARTING_FEN,
    "r3k2r/pPp2ppp/8/3pP3/1b2n3/2N2N2/P1P2PPP/R2QK2R w KQkq d6 0 9",
    "8/P6k/8/8/8/8/p6K/8 b - - 0 1",
)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("?", Request(name=RequestName.HELP)),
        ("aufgeben", Request(name=RequestName.RESIGN)),
        ("Ich gebe auf", Request(name=RequestName.RESIGN)),
        ("resign", Request(name=RequestName.RESIGN)),
        ("remis anbieten", Request(name=RequestName.OFFER_DRAW)),
        ("dreimal Sf3", Request(name=RequestName.CLAIM_THREEFOLD, words="Sf3", moves=NF3)),
        ("fünfzig", Request(name=RequestName.CLAIM_FIFTY)),
        ("fuenfzig Sf3", Request(name=RequestName.CLAIM_FIFTY, words="Sf3", moves=NF3)),
        ("was steht auf Eva vier", Request(name=RequestName.WHAT_IS_ON, words="Eva vier", squares=(chess.E4,))),
        ("what is on e4", Request(name=RequestName.WHAT_IS_ON, words="e4", squares=(chess.E4,))),
        ("wo sind meine Springer", Request(name=RequestName.WHERE_IS, words="Springer", piece=chess.KNIGHT)),
        ("where is the king", Request(name=RequestName.WHERE_IS, words="king", piece=chess.KING)),
        ("wo steht der König", Request(name=RequestName.WHERE_IS, words="König", piece=chess.KING)),
        (
            "where are enemy rooks",
            Request(name=RequestName.WHERE_IS, words="enemy rooks", piece=chess.ROOK, is_opponents=True),
        ),
        ("where black", Request(name=RequestName.WHERE_IS, words="black", whose=chess.BLACK)),
        ("wo weiß", Request(name=RequestName.WHERE_IS, words="weiß", whose=chess.WHITE)),
        (
            "where are white knights",
            Request(name=RequestName.WHERE_IS, words="white knights", piece=chess.KNIGHT, whose=chess.WHITE),
        ),
        ("legal g1", Request(name=RequestName.LEGAL_MOVES, words="g1", squares=(chess.G1,))),
        ("legal knight", Request(name=RequestName.LEGAL_MOVES, words="knight", piece=chess.KNIGHT)),
        ("wer ist am Zug", Request(name=RequestName.WHOSE_TURN)),
        ("whose turn", Request(name=RequestName.WHOSE_TURN)),
        ("letzte fünf Züge", Request(name=RequestName.LAST_FIVE)),
        ("meine Uhr", Request(name=RequestName.MY_CLOCK)),
        ("züge", Request(name=RequestName.MOVES)),
        ("warum", Request(name=RequestName.WHY)),
        ("noch einmal", Request(name=RequestName.REPEAT)),
        ("ja", Request(name=RequestName.YES)),
        ("no", Request(name=RequestName.NO)),
        ("arbiter start", Request(name=RequestName.ARBITER_START)),
        ("arbiter please", Request(name=RequestName.CALL_ARBITER)),
        ("schiedsrichter rufen", Request(name=RequestName.CALL_ARBITER)),
        ("sr halt", Request(name=RequestName.ARBITER_STOP)),
        ("assistent zeiten", Request(name=RequestName.ASSISTANT_TELL_TIMES)),
        ("stufe 7", Request(name=RequestName.LEVEL, words="7", number=7)),
        ("bauern e", Request(name=RequestName.PAWNS, words="e", file=4)),
        ("ende", Request(name=RequestName.QUIT)),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_requests(line: str, expected: Request) -> None:
    assert typed_request(line, GAME, GERMAN) == expected


@pytest.mark.parametrize("pack", ["en", "es", "de", "fide"])
@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("ja", RequestName.YES),
        ("was steht auf Eva vier", RequestName.WHAT_IS_ON),
        ("aufgeben", RequestName.RESIGN),
        ("what is on e4", RequestName.WHAT_IS_ON),
        ("schiedsrichter uhr stellen weiß 5:00", RequestName.ARBITER_SET_CLOCK),
        ("resign", RequestName.RESIGN),
    ],
)
def test_every_language_is_understood_with_every_pack(pack: str, line: str, name: RequestName) -> None:
    found = typed_request(line, GAME, load_language(pack))
    assert isinstance(found, Request) and found.name is name


@pytest.mark.parametrize(
    ("name", "german", "english"),
    [
        (RequestName.MY_CLOCK, "wie spät|noch Zeit|wie viel Zeit?", "time left|how much time|What time is it?"),
        (RequestName.OPPONENT_CLOCK, "wie viel Zeit hat er noch", "his time|how much time does my opponent have?"),
        (RequestName.LAST_MOVE, "was hat er gezogen?", "what did he play?|what was the last move"),
        (RequestName.BOARD, "Stellung|wie ist die Stellung?", "position|where are the pieces?"),
        (RequestName.OFFER_DRAW, "Remis?|unentschieden", "draw?|I offer a draw."),
        (RequestName.ACCEPT_DRAW, "angenommen|ich nehme an!", "I accept"),
        (RequestName.DECLINE_DRAW, "kein Remis|ich lehne ab", "no draw|I decline"),
        (RequestName.RESIGN, "ich gebe auf.|gebe auf", "I give up|resign!"),
        (RequestName.REPEAT, "Wie bitte?|noch mal|was?", "pardon?|what did you say|say that again"),
        (RequestName.HELP, "Hilfe!|was kann ich tippen?|Menü", "what can I type?|commands|menu"),
        (RequestName.WHOSE_TURN, "bin ich dran?|Schach?", "is it my turn?|whose move is it|check?"),
        (RequestName.TAKE_BACK, "einen Zug zurück", "undo the move|takeback|take it back"),
        (RequestName.QUIT, "aufhören", "bye!"),
    ],
)  # fmt: skip
def test_what_a_club_player_would_say(name: RequestName, german: str, english: str) -> None:
    for language, lines in ((GERMAN, german), (ENGLISH, english)):
        for line in lines.split("|"):
            found = typed_request(line, GAME, language)
            assert isinstance(found, Request) and found.name is name, line


@pytest.mark.parametrize("line", ["b 4", "Springer f3", "e4", "o-o", "Dame", "5254", "xyz", "h 4 h 5", "e4!?", "e4?"])
def test_what_is_no_request(line: str) -> None:
    assert typed_request(line, GAME, GERMAN) is None


def test_a_color_before_a_request_says_who_asks() -> None:
    assert typed_request("schwarz aufgeben", GAME, GERMAN) == Request(name=RequestName.RESIGN, color=chess.BLACK)
    assert typed_request("white resign", GAME, GERMAN) == Request(name=RequestName.RESIGN, color=chess.WHITE)


def position(fen: str) -> Game:
    return new_game(GameSetUp(setup=Setup(fen=fen)))


@pytest.mark.parametrize(
    ("fen", "line", "moves"),
    [
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "castles", "e1g1"),
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "Rochade", "e1c1"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "castle", "e1g1 e1c1"),
        ("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "Nd2", "b1d2 f3d2"),
    ],
)
def test_a_move_with_all_that_it_may_mean(fen: str, line: str, moves: str) -> None:
    found = typed_move(line, chess.Board(fen), ENGLISH)
    assert isinstance(found, Request)
    assert " ".join(move.uci() for move in found.moves) == moves
    assert found.words == line


def test_castling_that_is_not_legal_says_why() -> None:
    assert isinstance(typed_move("castles", chess.Board(), ENGLISH), Illegal)


@pytest.mark.parametrize(
    ("fen", "line", "is_doubtful"),
    [
        ("4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1", "Ne5x", True),
        ("4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1", "Nxe5", False),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "Ra8x", False),  # the Russian sign of mate, which it gives
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "Ra7x", True),
    ],
)
def test_a_sign_after_the_square_may_be_a_slip(fen: str, line: str, is_doubtful: bool) -> None:
    found = typed_move(line, chess.Board(fen), ENGLISH)
    assert isinstance(found, Request) and found.is_doubtful is is_doubtful


def test_an_offer_is_typed_with_the_move() -> None:
    for line in ("e4 (=)", "Nd2 (=)"):
        found = typed_move(line, chess.Board("4k3/8/8/8/8/5N2/4P3/1N2K3 w - - 0 1"), ENGLISH)
        assert isinstance(found, Request) and found.offers_draw


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("y", RequestName.YES),
        ("Ja", RequestName.YES),
        ("n", RequestName.NO),
        ("2", RequestName.TWO),
        ("eins", NUMBERS[0]),
    ],
)
def test_short_answers(line: str, name: RequestName) -> None:
    assert typed_answer(line, ENGLISH.words) is name


@pytest.mark.parametrize("line", ["yes and no", "5", "e4", ""])
def test_what_is_no_short_answer(line: str) -> None:
    assert typed_answer(line, ENGLISH.words) is None


@pytest.mark.parametrize("pack_name", voice_pack_names())
@pytest.mark.parametrize("form", list(Form))
def test_no_move_is_taken_for_a_command(pack_name: str, form: Form) -> None:
    language, pack = load_language(pack_name), load_voice_pack(pack_name)
    for fen in POSITIONS:
        game = position(fen)
        board = game.board
        for move in board.legal_moves:
            said = announce(board, move, pack, form=form).text
            assert typed_request(said, game, language) is None, said


#: What is only asked for by a key, is answered without a word of its own, or begins with another word.
UNTYPED = {RequestName.MOVE, RequestName.ARBITER_PIN, RequestName.ASSISTANT_PLAY, *NUMBERS, *DRILL_ANSWERS}


@pytest.mark.parametrize("pack_name", voice_pack_names())
def test_everything_can_be_typed_in_every_pack(pack_name: str) -> None:
    words, clock = load_typed_words(pack_name), load_clock_words(pack_name)
    tables = (words.commands, words.arbiter, words.assistant, clock.requests.commands)
    keyed = {name for name, _ in clock.keys.values()}
    assert {name for table in tables for name in table.values()} | keyed | UNTYPED == set(RequestName)


def test_words_may_be_typed_with_umlauts_or_without() -> None:
    commands = GERMAN.words.commands
    for words, name in commands.items():
        plain = tuple(Spelling.ASCII.shown(word) for word in words)
        assert commands.get(plain, name) == name


@pytest.mark.parametrize(
    ("text", "squares"),
    [
        ("e4", (chess.E4,)),
        ("Eva vier", (chess.E4,)),
        ("eva 4 David fünf", (chess.E4, chess.D5)),
        ("a1 h8", (chess.A1, chess.H8)),
        ("Eva4 gustav8", (chess.E4, chess.G8)),
        ("е4 г8 ж8 ф1", (chess.E4, chess.G8, chess.G8, chess.F1)),  # as a Russian keyboard has them
        ("e४", (chess.E4,)),  # and a Marathi one
        ("", ()),
        ("e9", None),
        ("Springer", None),
    ],
)
def test_squares(text: str, squares: tuple[chess.Square, ...] | None) -> None:
    assert read_squares(text, GERMAN.vocabulary) == squares


@pytest.mark.parametrize(("text", "file"), [("e", 4), ("Eva", 4), ("Hektor", 7), ("4", None), ("", None), ("x", None)])
def test_files(text: str, file: int | None) -> None:
    assert read_file(text, GERMAN.vocabulary) == file


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
    assert read_piece(text, GERMAN.words, GERMAN.vocabulary) == piece


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
    assert read_duration(text, ENGLISH.times, unit=SECOND) == (None if seconds is None else timedelta(seconds=seconds))


@pytest.mark.parametrize("line", ["", " ", "white", "black", "weiß", "Nf3", "white dances"])
def test_what_asks_for_nothing_is_no_request(line: str) -> None:
    for language in (GERMAN, ENGLISH):
        assert typed_request(line, GAME, language) is None


def test_only_what_repeats_or_puts_right_the_last_move_is_read_on_the_board_before_it() -> None:
    """`e5` is no move of White's, and `e4` none of Black's."""
    game = GAME
    for command in (StartClock(), PlayMove(color=chess.WHITE, move=chess.Move.from_uci("e2e4"))):
        game, _ = advance(game, command, at=timedelta())
    read = {
        line: typed_request(line, game, ENGLISH) for line in ("echo e4", "correct e4", "threefold e5", "two hands e5")
    }
    moves = {line: request.moves[0].uci() for line, request in read.items() if isinstance(request, Request)}
    assert moves == {"echo e4": "e2e4", "correct e4": "e2e4", "threefold e5": "e7e5", "two hands e5": "e7e5"}
