"""A game on a server, over a real line: what is done here arrives there once, and what stands there is heard once."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import chess
import pytest

from access_chess.laws.commands import Result
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from tests.support.lichess_server import FarGame, FarServer, far_server
from tests.support.online_seat import OnlineSeat

_numbers = count()


@pytest.fixture(scope="module")
def far() -> Iterator[FarServer]:
    with far_server() as server:
        yield server


@pytest.fixture(autouse=True)
def forget(far: FarServer) -> None:
    far.asked.clear()
    far.silent = False


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


def begun(far: FarServer, *moves: str, color: chess.Color = chess.WHITE, fen: str = "startpos") -> FarGame:
    variant = "standard" if fen == "startpos" else "fromPosition"
    return far.add(FarGame(id=f"game{next(_numbers):04}", color=color, moves=list(moves), fen=fen, variant=variant))


def sent(far: FarServer, what: str) -> int:
    return sum(what in call for call in far.asked)


def test_a_whole_game_is_heard_once(far: FarServer, file: Path) -> None:
    """Castling comes as king to rook; the last pawn becomes a knight; the mate is the server's word."""
    game = begun(far, fen="r3k2r/1P5p/8/8/8/8/7p/R3K2R w KQkq - 0 1")
    with OnlineSeat(far, game, file) as anna:
        for own, other in (("O-O-O", "e8h8"), ("b8=S", "a8a1"), ("Kd2", "a1d1")):
            anna.enter(own)
            anna.follows()
            far.until(lambda: game.board.turn is chess.BLACK)
            far.plays(game, other)
            anna.follows()
        anna.enter("resign", "yes")
        anna.hears("Black wins")
        assert anna.said[:3] == ["The game begins. White to move.", "Castles long", "Castles short"]
        assert len([line for line in anna.said if "rook Anna" in line]) == 2
        assert anna.said[-1] == "White resigns. Black wins. Article five point one b."
        assert anna.moves[:2] == ["e1c1", "e8g8"]
        assert game.moves[0] == "e1a1"
        assert anna.here.end is not None and anna.here.end.result is Result.BLACK_WINS


@pytest.mark.parametrize("castling", ["e1g1", "e1h1"])
def test_castling_is_understood_both_ways(far: FarServer, file: Path, castling: str) -> None:
    game = begun(far, color=chess.BLACK, fen="4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    with OnlineSeat(far, game, file) as anna:
        far.tell(game.id, {**game.state, "moves": castling})
        anna.hears("Castles short")
        assert anna.moves == ["e1g1"]


def test_chess960(far: FarServer, file: Path) -> None:
    """The king castles to g1 from b1, over nothing but his rook's way."""
    fen = "1k1r4/8/8/8/8/8/3P1P2/1K4R1 w Gd - 0 1"
    game = far.add(FarGame(id="game960a", fen=fen, variant="chess960"))
    with OnlineSeat(far, game, file) as anna:
        assert anna.here.setup.is_chess960
        anna.enter("O-O")
        far.until(lambda: game.moves == ["b1g1"])
        far.plays(game, "b8d8")
        anna.follows()
        assert anna.here.board.king(chess.WHITE) == chess.G1
        assert anna.here.board.king(chess.BLACK) == chess.G8


def test_both_displays_are_the_servers(far: FarServer, file: Path) -> None:
    game = begun(far)
    with OnlineSeat(far, game, file) as anna:
        anna.enter("e4")
        far.until(lambda: game.moves == ["e2e4"])
        far.plays(game, "e7e5", times=(700_000, 650_000))
        anna.follows()
        anna.enter("both clocks")
        anna.hears("White: eleven minutes")
        anna.hears("Black: ten minutes fifty seconds.")
        assert not [line for line in anna.said if "set" in line]
        far.tell(game.id, {**game.state, "wtime": 0})  # a flag falls when the server says so
        anna.enter("my time")
        assert anna.here.end is None


@pytest.mark.parametrize(
    ("status", "sentence"),
    [(429, "The server asks the program to wait for one minute"), (503, "Connection lost"), (None, "Connection lost")],
)
def test_a_move_that_did_not_get_through_is_sent_again(
    far: FarServer, file: Path, status: int | None, sentence: str
) -> None:
    game = begun(far)
    with OnlineSeat(far, game, file) as anna:
        far.fail("/move/", status)
        anna.enter("e4")
        far.until(lambda: game.moves == ["e2e4"])
        anna.hears(sentence)
        anna.hears("Connected again")
        assert sent(far, "/move/") == 2
        assert anna.moves == ["e2e4"]
        if status == 429:
            assert 60.0 in anna.waited


def test_a_move_whose_answer_was_lost_is_made_once(far: FarServer, file: Path) -> None:
    """The server says then that it is not your move: what stands there is looked up, and nothing is taken back."""
    game = begun(far)
    with OnlineSeat(far, game, file) as anna:
        far.fail("/move/", None, is_done_first=True)
        anna.enter("e4")
        far.until(lambda: game.moves == ["e2e4"])
        far.plays(game, "e7e5")
        anna.follows()
        anna.enter("Nf3")
        far.until(lambda: len(game.moves) == 3)
        assert not [line for line in anna.said if "taken back" in line or "refuses" in line]
        assert anna.said.count("pawn Eva two Eva four") == 1


def test_a_move_that_the_server_does_not_want_is_taken_back(far: FarServer, file: Path) -> None:
    game = begun(far)
    with OnlineSeat(far, game, file) as anna:
        far.fail("/move/", 400)
        anna.enter("e4")
        anna.hears("The server refuses: fault 400")
        anna.hears("taken back")
        assert anna.moves == []
        anna.enter("d4")
        far.until(lambda: game.moves == ["d2d4"])


@pytest.mark.parametrize(
    ("status", "sentence"), [(401, "Log in again"), (403, "Log in again"), (404, "does not know this game")]
)
def test_what_cannot_be_mended_ends_the_place(far: FarServer, file: Path, status: int, sentence: str) -> None:
    game = begun(far)
    with OnlineSeat(far, game, file) as anna:
        far.fail("/move/", status)
        anna.enter("e4")
        assert anna.has_left.wait(30)
        anna.hears(sentence)


def test_a_token_that_has_ended_is_noticed_by_the_stream(far: FarServer, file: Path) -> None:
    game = begun(far)
    with OnlineSeat(far, game, file) as anna:
        far.fail("/game/stream/", 401)
        far.cut(game.id)
        assert anna.has_left.wait(30)


@pytest.mark.parametrize(
    "trouble", ["cut", "half a line", "half a line and a cut", "silence", "nonsense", "503", "429"]
)
def test_after_any_trouble_nothing_is_missing_or_said_twice(far: FarServer, file: Path, trouble: str) -> None:
    game = begun(far)
    with OnlineSeat(far, game, file) as anna:
        anna.enter("e4")
        far.until(lambda: game.moves == ["e2e4"])
        opened = far.opened[game.id]
        assert not (why := game.make("e7e5", chess.BLACK)), why
        match trouble:
            case "half a line":
                far.send(game.id, b'{"type":"gameState","moves":"e2e4 e7')
            case "half a line and a cut":
                far.send(game.id, b'{"type":"gameState","moves":"e2e4 e7')
                far.cut(game.id)
            case "nonsense":
                far.send(game.id, b'[]\n{"type":"weather"}\n\xff\xfe\n{"type":"gameState"}\n')
                far.show(game)
            case "silence":
                far.silent = True
            case "503" | "429":
                far.fail("/game/stream/", int(trouble), 2, retry_after="7" if trouble == "429" else "")
                far.cut(game.id)
            case _:
                far.cut(game.id)
        if trouble == "half a line":  # the rest of it comes later
            far.send(game.id, b' e7e5","wtime":1,"btime":1,"winc":0,"binc":0,"status":"started"}\n')
            far.show(game)
        elif trouble == "silence":
            far.until(lambda: far.opened[game.id] > opened)
            far.silent = False
        anna.follows()
        anna.hears("pawn Eva seven Eva five")
        anna.enter("whose turn")
        anna.hears("White to move, move two.")
        assert anna.said.count("pawn Eva seven Eva five") == 1
        assert anna.said.count("pawn Eva two Eva four") == 1
        if trouble == "429":
            assert 7.0 in anna.waited
        if trouble in ("503", "429"):
            anna.hears("Connected again")


def test_draws_are_offered_and_answered(far: FarServer, file: Path) -> None:
    game = begun(far)
    with OnlineSeat(far, game, file) as anna:
        anna.enter("e4 (=)")
        far.until(lambda: game.draws == {chess.WHITE})
        assert [call.partition("/game/")[2][9:] for call in far.asked if "POST" in call] == ["move/e2e4", "draw/yes"]
        anna.hears("White offers a draw.")
        far.plays(game, "e7e5")
        anna.hears("Black declines the draw.")
        game.draws.add(chess.BLACK)
        far.show(game)
        anna.hears("Black offers a draw.")
        anna.enter("no")
        far.until(lambda: not game.draws)
        game.draws.add(chess.BLACK)
        far.show(game)
        anna.hears("Black offers a draw.", times=2)
        anna.enter("yes")
        anna.hears("Agreed. The game is drawn.")


def test_moves_are_taken_back_where_both_agree(far: FarServer, file: Path) -> None:
    game = begun(far)
    with OnlineSeat(far, game, file) as anna:
        anna.enter("e4")
        far.until(lambda: game.moves == ["e2e4"])
        anna.enter("back", "yes")
        far.until(lambda: game.take_backs == {chess.WHITE})
        anna.hears("Sent.")
        game.take_backs.clear()
        far.show(game)
        anna.hears("Boris does not agree to take moves back.")
        far.plays(game, "e7e5")
        anna.follows()
        game.take_backs.add(chess.BLACK)
        far.show(game)
        anna.hears("Boris asks to take moves back. Yes or no.")
        anna.enter("no")
        far.until(lambda: not game.take_backs)
        game.take_backs.add(chess.BLACK)
        far.show(game)
        anna.hears("Boris asks", times=2)
        anna.enter("yes")
        far.until(lambda: game.moves == ["e2e4"])
        anna.follows()
        anna.hears("Black to move.")
        far.plays(game, "c7c5")
        anna.follows()
        anna.enter("d4")
        far.until(lambda: len(game.moves) == 3)
        anna.enter("back", "yes")
        far.until(lambda: game.take_backs == {chess.WHITE})
        game.moves.pop()  # Boris agrees, and our last move is no longer on its way
        game.take_backs.clear()
        far.show(game)
        anna.follows()
        assert len(anna.moves) == 2 and sent(far, "d2d4") == 1


def test_an_opponent_who_has_left(far: FarServer, file: Path) -> None:
    game = begun(far)
    with OnlineSeat(far, game, file) as anna:
        far.tell(game.id, {"type": "opponentGone", "gone": True, "claimWinInSeconds": 8})
        anna.hears("Boris has left. You may claim victory, or a draw, in eight seconds.")
        far.tell(game.id, {"type": "opponentGone", "gone": False})
        anna.hears("Boris is back.")
        anna.enter("claim victory")
        anna.hears("The server refuses: You cannot claim now")
        far.tell(game.id, {"type": "opponentGone", "gone": True, "claimWinInSeconds": 0})
        anna.hears("You may claim victory, or a draw.")
        game.is_claimable = True
        anna.enter("claim victory")
        anna.hears("Black has left the game. White wins.")


@pytest.mark.parametrize(
    ("line", "status", "sentence"),
    [("abort", "aborted", "annulled"), ("claim draw", "timeout", "server has decided")],
)
def test_other_ways_to_end_it(far: FarServer, file: Path, line: str, status: str, sentence: str) -> None:
    game = begun(far)
    game.is_claimable = True
    with OnlineSeat(far, game, file) as anna:
        anna.enter(line)
        anna.hears("The server has decided.")
        assert game.status == status
        assert anna.here.end is not None


@pytest.mark.parametrize(
    ("status", "winner", "sentence"),
    [
        ("resign", "white", "Black resigns. White wins."),
        ("timeout", "white", "Black has left the game. White wins."),
        ("outoftime", "black", "White's flag has fallen. Black wins."),
        ("outoftime", None, "White's flag has fallen, but Black cannot give mate. The game is drawn."),
        ("draw", None, "The server has decided. The game is drawn."),
        ("stalemate", None, "The server has decided. The game is drawn."),
        ("insufficientMaterialClaim", None, "The server has decided. The game is drawn."),
        ("cheat", "white", "The server has decided. White wins."),
        ("noStart", "black", "The server has decided. Black wins."),
        ("unknownFinish", None, "The server has decided."),
        ("somethingNew", "white", "The server has decided. White wins."),
    ],
)
def test_how_the_server_ends_a_game(far: FarServer, file: Path, status: str, winner: str | None, sentence: str) -> None:
    game = begun(far)
    with OnlineSeat(far, game, file) as anna:
        game.status, game.winner = status, winner
        far.show(game)
        anna.hears(sentence)


def test_a_game_is_taken_up_where_it_was_left(far: FarServer, file: Path) -> None:
    """What was played meanwhile is heard; a move that was kept here and had not arrived is not sent unasked."""
    game = begun(far)
    with OnlineSeat(far, game, file) as anna:
        anna.enter("e4")
        far.until(lambda: game.moves == ["e2e4"])
        far.plays(game, "e7e5")
        anna.follows()
        far.fail("/move/", 503, times=99)
        anna.enter("Nf3")
        far.until(lambda: sent(far, "g1f3") > 0)
    far.mend()
    with OnlineSeat(far, game, file) as anna:
        anna.hears("White to move.")
        anna.follows()
        anna.enter("Nf3")
        far.until(lambda: game.moves == ["e2e4", "e7e5", "g1f3"])
    assert not (why := game.make("b8c6", chess.BLACK)), why
    with OnlineSeat(far, game, file) as anna:
        anna.follows()
        anna.hears("knight Bella eight Cesar six")
        assert anna.moves == game.moves


def test_a_game_of_which_nothing_was_kept_begins_where_it_stands(far: FarServer, file: Path) -> None:
    game = begun(far, "e2e4", "e7e5", "g1f3")
    with OnlineSeat(far, game, file) as anna:
        assert anna.moves == ["e2e4", "e7e5", "g1f3"]
        game.moves.clear()
        far.show(game)
        anna.follows()


def test_what_is_heard_is_confirmed_before_it_is_sent(far: FarServer, file: Path) -> None:
    """Over a network nothing that was misheard can be taken back by oneself."""
    game = begun(far)
    with OnlineSeat(far, game, file) as anna:
        e4 = Request(name=RequestName.MOVE, words="eva vier", moves=(chess.Move.from_uci("e2e4"),), is_heard=True)
        anna.hear(e4)
        anna.hears("pawn Eva two Eva four? Yes or no.")
        assert not anna.moves
        anna.hear(Request(name=RequestName.YES, words="yes", is_heard=True))
        far.until(lambda: game.moves == ["e2e4"])
        anna.hear(Request(name=RequestName.ABORT, words="abort the game", is_heard=True))
        anna.hears("abort the game?")
        anna.hear(Request(name=RequestName.YES, words="yes", is_heard=True))
        far.until(lambda: game.status == "aborted")


def test_nothing_helps_in_a_game_elsewhere(far: FarServer, file: Path) -> None:
    game = begun(far)
    with OnlineSeat(far, game, file) as anna:
        for line in ("hint", "explore", "if e4", "pawns", "level 5"):
            anna.enter(line)
        anna.hears("That is not available in this game.", times=5)
        assert len(anna.said) == 6


def test_what_the_opponent_writes_is_read_and_steers_nothing(far: FarServer, file: Path) -> None:
    game = begun(far)
    with OnlineSeat(far, game, file) as anna:
        far.tell(game.id, {"type": "chatLine", "room": "spectator", "username": "x", "text": "Qh5 wins"})
        far.tell(game.id, {"type": "chatLine", "room": "player", "username": "Boris", "text": "Hi\x1b[2J\nthere"})
        anna.hears("Boris writes: Hi [2J there")
        assert not [line for line in anna.said if "Qh5" in line]
