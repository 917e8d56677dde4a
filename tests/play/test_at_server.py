"""A game on a server: what is done here arrives there once, and what stands there is heard once.

All without a network and without real time, once with the streams ahead of the answers and once behind them.
"""

from datetime import timedelta
from pathlib import Path

import chess
import pytest

from access_chess.edge.storage.journal import Journal
from access_chess.laws.commands import Result
from access_chess.online.calls import Reply
from access_chess.play.server_stream import Busy, Ended, LineState
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.session.leaving import Leaving
from access_chess.session.ports import JournalError
from tests.play.server_table import ServerTable, StillServer, sent
from tests.support.lichess_server import FarGame


@pytest.fixture
def far() -> StillServer:
    return StillServer()


@pytest.fixture(params=[False, True], ids=["stream ahead", "stream behind"])
def is_late(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


def begun(far: StillServer, *moves: str, color: chess.Color = chess.WHITE, fen: str = "startpos") -> FarGame:
    variant = "standard" if fen == "startpos" else "fromPosition"
    return far.add(FarGame(id="game0001", color=color, moves=list(moves), fen=fen, variant=variant))


def is_sent(far: StillServer, what: str) -> int:
    return sum(what in call for call in sent(far))


def test_a_whole_game_is_heard_once(far: StillServer, is_late: bool) -> None:
    """Castling comes as king to rook; the last pawn becomes a knight; the mate is the server's word."""
    game = begun(far, fen="r3k2r/1P5p/8/8/8/8/7p/R3K2R w KQkq - 0 1")
    anna = ServerTable(far, game, is_late=is_late)
    for own, other in (("O-O-O", "e8h8"), ("b8=S", "a8a1"), ("Kd2", "a1d1")):
        anna.enter(own)
        assert anna.agrees()
        far.plays(game, other)
        assert anna.agrees()
    assert "Black wins" in anna.enter("resign", "yes")[-1]
    assert anna.said[:3] == ["The game begins. White to move.", "Castles long", "Castles short"]
    assert len([line for line in anna.said if "rook Anna" in line]) == 2
    assert anna.said[-1] == "White resigns. Black wins. Article five point one b."
    assert anna.moves[:2] == ["e1c1", "e8g8"]
    assert game.moves[0] == "e1a1"
    assert anna.here.end is not None and anna.here.end.result is Result.BLACK_WINS


@pytest.mark.parametrize("castling", ["e1g1", "e1h1"])
def test_castling_is_understood_both_ways(far: StillServer, castling: str) -> None:
    game = begun(far, color=chess.BLACK, fen="4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    anna = ServerTable(far, game)
    far.tell(game.id, {**game.state, "moves": castling})
    assert anna.said[-1] == "Castles short"
    assert anna.moves == ["e1g1"]


def test_chess960(far: StillServer) -> None:
    """The king castles to g1 from b1, over nothing but his rook's way."""
    fen = "1k1r4/8/8/8/8/8/3P1P2/1K4R1 w Gd - 0 1"
    game = far.add(FarGame(id="game960a", fen=fen, variant="chess960"))
    anna = ServerTable(far, game)
    assert anna.here.setup.is_chess960
    anna.enter("O-O")
    assert game.moves == ["b1g1"]
    far.plays(game, "b8d8")
    assert anna.here.board.king(chess.WHITE) == chess.G1
    assert anna.here.board.king(chess.BLACK) == chess.G8


def test_both_displays_are_the_servers(far: StillServer) -> None:
    game = begun(far)
    anna = ServerTable(far, game)
    anna.enter("e4")
    far.plays(game, "e7e5", times=(700_000, 650_000))
    assert anna.enter("both clocks") == ["White: eleven minutes forty seconds. Black: ten minutes fifty seconds."]
    assert not [line for line in anna.said if "set" in line]
    far.tell(game.id, {**game.state, "wtime": 0})  # a flag falls when the server says so
    anna.enter("my time")
    assert anna.here.end is None


@pytest.mark.parametrize(
    ("status", "sentence", "pause"),
    [
        (429, "The server asks the program to wait for one minute.", 60),
        (503, "Connection lost.", 1),
        (None, "Connection lost.", 1),
    ],
)
def test_a_move_that_did_not_get_through_is_sent_again(
    far: StillServer, status: int | None, sentence: str, pause: int
) -> None:
    game = begun(far)
    anna = ServerTable(far, game)
    far.fail("/move/", status)
    assert anna.enter("e4")[1].startswith(sentence)
    assert anna.pauses == [pause] and is_sent(far, "move/") == 1
    assert anna.passes(pause)[-1].startswith("Connected again")
    assert is_sent(far, "move/") == 2
    assert anna.moves == game.moves == ["e2e4"]


def test_a_move_is_sent_as_often_as_it_takes(far: StillServer) -> None:
    """What failed once is told once, however often it fails."""
    game = begun(far)
    anna = ServerTable(far, game)
    far.fail("/move/", 503, times=8)
    anna.enter("e4")
    for pause in (1, 2, 4, 8, 15, 15, 15, 15):
        assert anna.pauses == [pause]
        anna.passes(pause)
    assert game.moves == ["e2e4"]
    assert anna.said[1:] == ["pawn Eva two Eva four", anna.said[2], anna.said[3]]


def test_each_move_has_failures_of_its_own(far: StillServer) -> None:
    game = begun(far)
    anna = ServerTable(far, game)
    far.fail("/move/", 503, times=2)
    anna.enter("e4")
    anna.passes(1)
    anna.passes(2)
    far.plays(game, "e7e5")
    far.fail("/move/", 503)
    anna.enter("Nf3")
    assert anna.pauses == [1]


def test_a_move_that_was_taken_back_meanwhile_is_not_sent(far: StillServer) -> None:
    """It was thought of for another position."""
    game = begun(far)
    anna = ServerTable(far, game)
    anna.enter("e4")
    far.plays(game, "e7e5")
    far.fail("/move/", 503)
    anna.enter("Nf3")
    game.moves.pop()
    far.show(game)
    assert anna.moves == ["e2e4"]
    anna.passes(1)
    assert is_sent(far, "g1f3") == 1 and anna.pauses == []


def test_a_move_whose_answer_was_lost_is_made_once(far: StillServer, is_late: bool) -> None:
    """The server says then that it is not your move: what stands there is looked up, and nothing is taken back."""
    game = begun(far)
    anna = ServerTable(far, game, is_late=is_late)
    far.fail("/move/", None, is_done_first=True)
    far.fail("/move/", 400, is_done_first=True)
    anna.enter("e4")
    anna.passes(1)
    far.plays(game, "e7e5")
    anna.enter("Nf3")
    anna.passes(1)
    assert len(game.moves) == 3 and anna.agrees()
    assert not [line for line in anna.said if "taken back" in line or "refuses" in line]
    assert anna.said.count("pawn Eva two Eva four") == 1


def test_where_the_stream_has_shown_a_move_it_is_not_sent_again(far: StillServer) -> None:
    game = begun(far)
    anna = ServerTable(far, game)
    far.fail("/move/", None, is_done_first=True)
    anna.enter("e4")
    anna.passes(1)
    assert is_sent(far, "move/") == 1
    assert game.moves == ["e2e4"]


def test_a_move_that_the_server_does_not_want_is_taken_back(far: StillServer, is_late: bool) -> None:
    game = begun(far)
    anna = ServerTable(far, game, is_late=is_late)
    far.fail("/move/", 400)
    said = anna.enter("e4")
    assert said[0] == "pawn Eva two Eva four"
    assert "taken back" in said[1]
    assert said[-1] == "The server refuses: fault 400"
    assert anna.moves == []
    anna.enter("d4")
    assert game.moves == ["d2d4"]


def test_where_it_cannot_be_looked_up_a_refused_move_is_sent_again(far: StillServer) -> None:
    game = begun(far)
    anna = ServerTable(far, game)
    far.fail("/move/", 400)
    far.fail("/stream/", 503)
    anna.enter("e4")
    assert anna.moves == ["e2e4"] and game.moves == []
    anna.passes(1)
    assert game.moves == ["e2e4"]


@pytest.mark.parametrize(
    ("status", "sentence"), [(401, "Log in again"), (403, "Log in again"), (404, "does not know this game")]
)
@pytest.mark.parametrize("by_stream", [False, True])
def test_what_cannot_be_mended_ends_the_place(far: StillServer, status: int, sentence: str, by_stream: bool) -> None:
    game = begun(far)
    anna = ServerTable(far, game)
    if by_stream:
        anna.fares(Ended(Reply(status=status)))
    else:
        far.fail("/move/", status)
        anna.enter("e4")
    assert anna.table.leaving is Leaving.QUIT
    assert sentence in anna.said[-1]


def test_how_the_line_fares_is_told(far: StillServer) -> None:
    anna = ServerTable(far, begun(far))
    (lost,) = anna.fares(LineState.LOST)
    assert lost.startswith("Connection lost.")
    assert anna.fares(LineState.LOST) == []
    (found,) = anna.fares(LineState.FOUND)
    assert found.startswith("Connected again.")
    assert anna.fares(LineState.FOUND) == []
    (busy,) = anna.fares(Busy(timedelta(minutes=1)))
    assert busy == "The server asks the program to wait for one minute. Then it tries again."


def test_what_is_told_twice_is_heard_once(far: StillServer) -> None:
    """After a cut the whole game is told again."""
    game = begun(far)
    anna = ServerTable(far, game)
    anna.enter("e4")
    far.plays(game, "e7e5")
    before = anna.said
    for line in (game.full, game.state, game.full):
        far.tell(game.id, line)
    far.send(game.id, b'{"type":"gameState","moves":"e2e4 e7')
    assert anna.said == before
    assert anna.enter("whose turn") == ["White to move, move two."]


def test_draws_are_offered_and_answered(far: StillServer, is_late: bool) -> None:
    game = begun(far)
    anna = ServerTable(far, game, is_late=is_late)
    assert anna.enter("e4 (=)") == ["pawn Eva two Eva four", "White offers a draw."]
    assert game.draws == {chess.WHITE}
    assert sent(far) == ["move/e2e4", "draw/yes"]
    far.plays(game, "e7e5")
    assert "Black declines the draw." in anna.said
    game.draws.add(chess.BLACK)
    far.show(game)
    assert "Black offers a draw." in anna.said
    anna.enter("no")
    assert not game.draws
    game.draws.add(chess.BLACK)
    far.show(game)
    assert anna.said.count("Black offers a draw.") == 2
    assert anna.enter("yes")[-1].startswith("Agreed. The game is drawn.")


def test_an_answer_that_is_too_late_is_no_offer(far: StillServer) -> None:
    """The call that accepts a draw offers one where none is offered any more."""
    game = begun(far, "e2e4")
    game.draws.add(chess.BLACK)
    anna = ServerTable(far, game)
    far.fail("/draw/", 503)
    anna.enter("yes")
    game.draws.clear()
    far.show(game)
    assert anna.passes(1) == ["There is no question to answer."]
    assert is_sent(far, "draw/") == 1


def test_an_offer_is_tried_three_times(far: StillServer) -> None:
    game = begun(far)
    anna = ServerTable(far, game)
    far.fail("/draw/", 503, times=3)
    anna.enter("e4", "draw", "yes")
    anna.passes(1)
    assert anna.pauses == [2]
    assert "not" in anna.passes(2)[-1]
    assert anna.pauses == [] and is_sent(far, "draw/") == 3


def test_after_the_end_nothing_is_offered(far: StillServer) -> None:
    game = begun(far)
    anna = ServerTable(far, game)
    far.fail("/draw/", 503)
    anna.enter("e4 (=)")
    game.end("resign", chess.WHITE)
    far.show(game)
    assert anna.passes(1) == []
    assert is_sent(far, "draw/") == 1


def test_moves_are_taken_back_where_both_agree(far: StillServer, is_late: bool) -> None:
    game = begun(far)
    anna = ServerTable(far, game, is_late=is_late)
    anna.enter("e4")
    assert anna.enter("back", "yes")[-1] == "Sent."
    assert game.take_backs == {chess.WHITE}
    game.take_backs.clear()
    far.show(game)
    assert anna.said[-1] == "Boris does not agree to take moves back."
    far.plays(game, "e7e5")
    game.take_backs.add(chess.BLACK)
    far.show(game)
    assert anna.said[-1] == "Boris asks to take moves back. Yes or no."
    assert anna.enter("no") == [] and not game.take_backs
    game.take_backs.add(chess.BLACK)
    far.show(game)
    assert anna.said[-1].startswith("Boris asks")
    anna.enter("yes")
    assert game.moves == ["e2e4"] and anna.agrees()
    assert "Black to move." in anna.said[-1]
    far.plays(game, "c7c5")
    anna.enter("d4")
    assert len(game.moves) == 3
    anna.enter("back", "yes")
    assert game.take_backs == {chess.WHITE}
    game.moves.pop()  # Boris agrees, and our last move is no longer on its way
    game.take_backs.clear()
    far.show(game)
    assert len(anna.moves) == 2 and is_sent(far, "d2d4") == 1


def proposes(far: StillServer, game: FarGame) -> None:
    game.take_backs.add(chess.BLACK)
    far.show(game)


def offers(far: StillServer, game: FarGame, *, still: bool = True) -> None:
    (game.draws.add if still else game.draws.discard)(chess.BLACK)
    far.show(game)


def test_the_older_of_two_questions_is_answered_first(far: StillServer) -> None:
    """What yes and no answer is what was asked first, an offer or a proposal, and is told again."""
    game = begun(far, "e2e4")
    anna = ServerTable(far, game)
    proposes(far, game)
    offers(far, game)
    assert anna.said[-2:] == ["Black offers a draw.", "Boris asks to take moves back. Yes or no."]
    anna.enter("no")
    assert sent(far)[-1] == "takeback/no" and game.draws
    proposes(far, game)
    assert anna.said[-1] == "White: yes or no?", "the offer goes on waiting"
    anna.enter("no")
    assert sent(far)[-1] == "draw/no"
    assert anna.said[-1] == "Boris asks to take moves back. Yes or no.", "its turn has come"
    offers(far, game)
    assert anna.said[-1] == "Boris asks to take moves back. Yes or no.", "and is not lost to a newer one"
    anna.enter("yes")
    assert sent(far)[-1] == "takeback/yes"


def test_a_question_of_ones_own_goes_on_waiting(far: StillServer) -> None:
    game = begun(far, "e2e4")
    anna = ServerTable(far, game)
    (asked,) = anna.enter("resign")
    proposes(far, game)
    assert anna.said[-2:] == ["Boris asks to take moves back. Yes or no.", asked]
    said = anna.enter("no")
    assert said[-1] == "Boris asks to take moves back. Yes or no."
    anna.enter("no")
    assert sent(far) == ["takeback/no"]


def test_an_opponent_who_has_left(far: StillServer) -> None:
    game = begun(far)
    anna = ServerTable(far, game)
    far.tell(game.id, {"type": "opponentGone", "gone": True, "claimWinInSeconds": 8})
    assert anna.said[-1] == "Boris has left. You may claim victory, or a draw, in eight seconds."
    far.tell(game.id, {"type": "opponentGone", "gone": False})
    assert anna.said[-1] == "Boris is back."
    assert anna.passes(8) == []
    assert anna.enter("claim victory") == ["The server refuses: You cannot claim now"]
    far.tell(game.id, {"type": "opponentGone", "gone": True, "claimWinInSeconds": 8})
    assert anna.passes(8) == ["You may claim victory, or a draw."]
    far.tell(game.id, {"type": "opponentGone", "gone": True, "claimWinInSeconds": 0})
    assert anna.said[-1] == "You may claim victory, or a draw."
    game.is_claimable = True
    assert "Black has left the game. White wins." in anna.enter("claim victory")[-1]


def test_nothing_is_claimed_after_the_end(far: StillServer) -> None:
    game = begun(far)
    anna = ServerTable(far, game)
    far.tell(game.id, {"type": "opponentGone", "gone": True, "claimWinInSeconds": 8})
    game.end("resign", chess.WHITE)
    far.show(game)
    assert anna.passes(8) == []


def test_a_move_ends_the_waiting_for_the_opponent(far: StillServer) -> None:
    game = begun(far)
    anna = ServerTable(far, game)
    far.tell(game.id, {"type": "opponentGone", "gone": True, "claimWinInSeconds": 8})
    anna.enter("e4")
    assert anna.pauses == [] and anna.passes(8) == []


@pytest.mark.parametrize(("line", "status"), [("abort", "aborted"), ("claim draw", "timeout")])
def test_other_ways_to_end_it(far: StillServer, line: str, status: str) -> None:
    game = begun(far)
    game.is_claimable = True
    anna = ServerTable(far, game)
    assert anna.enter(line)[-1].startswith("The server has decided.")
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
def test_how_the_server_ends_a_game(far: StillServer, status: str, winner: str | None, sentence: str) -> None:
    game = begun(far)
    anna = ServerTable(far, game)
    game.status, game.winner = status, winner
    far.show(game)
    assert sentence in anna.said[-1]


def test_a_game_is_taken_up_where_it_was_left(far: StillServer, tmp_path: Path) -> None:
    """What was played meanwhile is heard; a move that was kept here and had not arrived is not sent unasked."""
    game, file = begun(far), tmp_path / "journal.sqlite"
    anna = ServerTable(far, game, file)
    anna.enter("e4")
    far.plays(game, "e7e5")
    far.fail("/move/", 503, times=99)
    anna.enter("Nf3")
    assert is_sent(far, "g1f3") == 1
    anna.leaves()
    far.mend()
    anna = ServerTable(far, game, file)
    assert anna.said[-1].endswith("White to move.")
    assert anna.agrees() and is_sent(far, "g1f3") == 1
    anna.enter("Nf3")
    assert game.moves == ["e2e4", "e7e5", "g1f3"]
    anna.leaves()
    assert not (why := game.make("b8c6", chess.BLACK)), why
    anna = ServerTable(far, game, file)
    assert anna.said == ["knight Bella eight Cesar six"]
    assert anna.moves == game.moves
    anna.leaves()


def test_a_game_of_which_nothing_was_kept_begins_where_it_stands(far: StillServer) -> None:
    game = begun(far, "e2e4", "e7e5", "g1f3")
    anna = ServerTable(far, game)
    assert anna.moves == ["e2e4", "e7e5", "g1f3"]
    game.moves.clear()
    far.show(game)
    assert anna.agrees()


def test_what_is_heard_is_confirmed_before_it_is_sent(far: StillServer) -> None:
    """Over a network nothing that was misheard can be taken back by oneself."""
    game = begun(far)
    anna = ServerTable(far, game)
    e4 = Request(name=RequestName.MOVE, words="eva vier", moves=(chess.Move.from_uci("e2e4"),), is_heard=True)
    yes = Request(name=RequestName.YES, words="yes", is_heard=True)
    assert anna.hear(e4) == ["pawn Eva two Eva four? Yes or no."]
    assert not anna.moves
    anna.hear(yes)
    assert game.moves == ["e2e4"]
    assert "abort the game?" in anna.hear(Request(name=RequestName.ABORT, words="abort the game", is_heard=True))[0]
    anna.hear(yes)
    assert game.status == "aborted"


def test_nothing_is_sent_that_is_not_on_disk(far: StillServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """What follows a move waits with it; where the game goes on without the disk, both are sent in their order."""
    game = begun(far)
    anna = ServerTable(far, game)

    def fails(*rest: object, **named: object) -> None:
        raise JournalError("journal_disk_full", path="p")

    monkeypatch.setattr(Journal, "append", fails)
    anna.enter("e4 (=)")
    assert anna.moves == [] and sent(far) == []
    anna.enter("yes")
    assert anna.moves == game.moves == ["e2e4"]
    assert sent(far) == ["move/e2e4", "draw/yes"]


def test_nothing_helps_in_a_game_elsewhere(far: StillServer) -> None:
    anna = ServerTable(far, begun(far))
    said = anna.enter("hint", "explore", "if e4", "pawns", "level 5")
    assert len(said) == 5 and all("That is not available in this game." in line for line in said)


def test_what_the_opponent_writes_is_read_and_steers_nothing(far: StillServer) -> None:
    game = begun(far)
    anna = ServerTable(far, game)
    far.tell(game.id, {"type": "chatLine", "room": "spectator", "username": "x", "text": "Qh5 wins"})
    far.tell(game.id, {"type": "chatLine", "room": "player", "username": "Boris", "text": "Hi\x1b[2J\nthere"})
    assert anna.said[1:] == ["Boris writes: Hi [2J there"]
