"""Whatever comes in, and in whatever order, each event is kept, then told once, then answered."""

from datetime import timedelta
from typing import Any

import chess
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from access_chess.board.pegs.players_board import PlayersBoard
from access_chess.board.wire.reports import (
    BoardState,
    ButtonPressed,
    Connected,
    Disconnected,
    Disconnection,
    LeverPressed,
    Lifted,
    Loss,
    Placed,
    Quiet,
    ReportsLost,
)
from access_chess.conversation.answers import answer
from access_chess.conversation.rights import ArbiterRights
from access_chess.conversation.state import Said
from access_chess.laws.commands import (
    DeclineDraw,
    PlayMove,
    PressClock,
    Resume,
    StopClocks,
    StopReason,
)
from access_chess.laws.evolve import replay
from access_chess.play.seat import PlayerSeat
from access_chess.profile import Profile
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from tests.play.at_table import LANGUAGE, NOTED, NOTHING, AtTable, at_table
from tests.support.table import HELLO

ASKED = {
    "whose turn": RequestName.WHOSE_TURN, "last": RequestName.LAST_MOVE, "material": RequestName.MATERIAL,
    "clocks": RequestName.BOTH_CLOCKS,
}  # fmt: skip
LINES = (
    "e4", "e5", "Nf3", "Ke2", "xyzzy", "", "1", "yes", "no", "resign", "offer draw", "accept", "decline", "take back",
    "why", "clock", "repeat", "hint", "pause", "resume", "adjust e2", "feel e2", "touch e2", "claim threefold",
    "claim flag", "withdraw offer", "press", "stop", "help", *ASKED,
)  # fmt: skip
SAID = (
    RequestName.YES, RequestName.NO, RequestName.RESIGN, RequestName.OFFER_DRAW, RequestName.LAST_MOVE,
    RequestName.TAKE_BACK, RequestName.ONE, RequestName.PRESS, RequestName.CLAIM_THREEFOLD,
)  # fmt: skip
ORDERS = (
    StopClocks(reason=StopReason.ARBITER), Resume(), PressClock(color=chess.WHITE), DeclineDraw(color=chess.BLACK),
    PlayMove(color=chess.BLACK, move=chess.Move.from_uci("e7e5")),
)  # fmt: skip


def steps(lines: tuple[str, ...]) -> st.SearchStrategy[list[tuple[str, Any, int]]]:
    return st.lists(
        st.one_of(
            st.tuples(st.just("type"), st.sampled_from(lines), st.integers(0, 60)),
            st.tuples(st.just("move"), st.integers(0, 60), st.integers(0, 60)),
            st.tuples(st.just("hear"), st.integers(0, 60), st.integers(0, 8)),
            st.tuples(st.just("result"), st.integers(0, 60), st.integers(0, 5)),
            st.tuples(st.just("time"), st.integers(1, 4000), st.just(0)),
            st.tuples(st.just("order"), st.sampled_from(ORDERS), st.just(0)),
        ),
        min_size=20,  # shorter ones seldom come to a word that is owed
        max_size=60,
    )


COMPETITION = (
    *LINES, "echo e4", "arbiter stop", "arbiter resume", "arbiter 4711 stop", "arbiter 4711", "arbiter 4711 resume",
    "arbiter penalty white warning", "arbiter add time black 60", "arbiter count", "arbiter declare 1-0",
    "arbiter compare", "arbiter dictate", "borrow sheet", "sheet", "number", "arbiter adjourn", "seal e4", "sealed",
    "assistant press",
)  # fmt: skip


@given(steps(LINES), st.sampled_from([None, "0:20", "0:05+1"]), st.sampled_from([None, chess.WHITE, chess.BLACK]))
@settings(max_examples=120, deadline=None, phases=(Phase.explicit, Phase.reuse, Phase.generate))
def test_in_any_order_each_event_is_kept_then_told_once_then_answered(
    steps: list[Any], time: str | None, engine: chess.Color | None
) -> None:
    at = at_table(time, engine=engine)
    for step in steps:
        turn = done(at, step)
        if step[0] == "type" and step[1] in ASKED and (time is not None or step[1] != "clocks"):
            asker = at.table.game.turn if engine is None else not engine
            answer_is_true(turn, Request(name=ASKED[step[1]]), asker, at, at.now - timedelta(milliseconds=step[2]))
    all_is_kept_and_told(at)


@given(steps(COMPETITION), st.sampled_from([None, "0:20", "0:05+1"]), st.sampled_from([None, "4711"]))
@settings(max_examples=50, deadline=None, phases=(Phase.explicit, Phase.reuse, Phase.generate))
def test_so_it_is_in_competition(steps: list[Any], time: str | None, pin: str | None) -> None:
    at = at_table(time, profile=Profile.TOURNAMENT, rights=ArbiterRights(pin=pin))
    for step in steps:
        done(at, step)
    all_is_kept_and_told(at)


REPORTED = ("lift", "place", "lever", "quiet", "out", "in", "lost", "button")
#: Of a tournament at boards: lines, hands and clocks in any order, and reports that come late.
AT_BOARDS = (
    "e4", "e5", "Nf3", "", "clock", "adjust", "offer draw", "yes", "no", "arbiter stop", "arbiter resume",
    "arbiter displaced", "check board", "why", "press", "hand moves", "queen", *ASKED,
)  # fmt: skip


def reports() -> st.SearchStrategy[tuple[str, Any, int]]:
    """What a board tells, of which of the legal moves, and how many milliseconds ago it was done."""
    told = st.tuples(st.just("report"), st.tuples(st.sampled_from(REPORTED), st.integers(0, 60)), st.integers(0, 80))
    moved = st.tuples(st.just("by hand"), st.integers(0, 60), st.integers(0, 700))
    return st.one_of(moved, told, st.tuples(st.just("time"), st.integers(1, 900), st.just(0)))


@given(
    st.lists(st.one_of(reports(), steps(AT_BOARDS).map(lambda found: found[0])), min_size=20, max_size=60),
    st.sampled_from([None, "0:20", "0:05+1"]), st.sampled_from([1, 2]), st.booleans(),
)  # fmt: skip
@settings(max_examples=20, deadline=None, phases=(Phase.explicit, Phase.reuse, Phase.generate))
def test_so_it_is_at_boards(steps: list[Any], time: str | None, count: int, is_blind: bool) -> None:
    owners = (chess.WHITE, chess.BLACK) if count == 2 else (None,)
    boards = [PlayersBoard(color=color, has_levers=True) for color in owners]
    at = at_table(time, profile=Profile.TOURNAMENT, boards=boards, blind=chess.WHITE if is_blind else None)
    for index in range(count):
        told(at, "in", 0, index)
    for step in steps:
        if step[0] == "report":
            at.now += timedelta(milliseconds=step[2])
            told(at, step[1][0], step[1][1], step[1][1] % count)
        elif step[0] == "by hand":
            by_hand(at, *step[1:])
        else:
            done(at, step)
    assert at.trouble == []
    all_is_kept_and_told(at)
    stamps = [entry.at for entry in at.journal.entries(1)]
    assert stamps == sorted(stamps), "time runs one way, however late a report comes"


def by_hand(at: AtTable, number: int, rests: int) -> None:
    """A hand makes a legal move on each board, and presses perhaps; reports are on their way for eight milliseconds."""
    game = at.table.game
    legal = list(game.board.legal_moves)
    if not legal or game.is_over:
        return
    move = legal[number % len(legal)]
    for index in range(len(boards_of(at))):
        taken = [move.to_square] if game.board.piece_at(move.to_square) else []
        for square in (move.from_square, *taken):
            tell(at, Lifted(square=square, at=at.now), index)
        tell(at, Placed(square=move.to_square, at=at.now), index)
    at.passes(timedelta(milliseconds=rests))
    if number % 3:
        tell(at, LeverPressed(color=game.turn, at=at.now), 0)


def boards_of(at: AtTable) -> tuple[PlayersBoard, ...]:
    seat = at.table.seat(0)
    assert isinstance(seat, PlayerSeat) and seat.boards is not None
    return seat.boards.boards.boards


def tell(at: AtTable, report: Any, index: int) -> None:
    at.now += timedelta(milliseconds=8)
    at.report(report, board=index)


def told(at: AtTable, kind: str, number: int, index: int) -> None:
    """A board tells of what a hand may have done anywhere."""
    square, now = number % 64, at.now
    pegs = at.table.game.board.occupied ^ (1 << square if number % 2 else 0)
    tell(at, {
        "lift": Lifted(square=square, at=now),
        "place": Placed(square=square, at=now),
        "lever": LeverPressed(color=bool(number % 2), at=now),
        "quiet": Quiet(at=now),
        "out": Disconnected(port="", reason=Disconnection.UNPLUGGED, at=now),
        "in": Connected(port="", identity=HELLO, state=BoardState(squares=pegs), at=now),
        "lost": ReportsLost(reason=Loss.GONE, state=BoardState(squares=pegs), at=now),
        "button": ButtonPressed(button=1 + number % 2, at=now),
    }[kind], index)  # fmt: skip


def done(at: AtTable, step: tuple[str, Any, int]) -> list[Any]:
    """What is recorded of a step, in which nothing is answered that did not follow."""
    kind, one, other = step
    legal = list(at.table.game.board.legal_moves)
    if kind == "type":
        turn = at.type(one, before=timedelta(milliseconds=other))
    elif kind == "move" and legal:
        san = at.table.game.board.san(legal[one % len(legal)])
        turn = at.type(san, before=timedelta(milliseconds=other))
    elif kind == "hear":
        turn = at.hear(*heard(at, one, other))
    elif kind == "result" and at.work:
        found = OSError("gone") if not other else legal[one % len(legal)] if legal else None
        turn = at.result(found, index=-1 - (one % min(len(at.work), 3)))  # perhaps of long ago, perhaps again
    elif kind == "order":
        turn = at.order(one)
    else:
        turn = at.passes(timedelta(milliseconds=one))
    entered = at.now - timedelta(milliseconds=other if kind in ("type", "move") else 0)
    answers_fit(turn, entered, at, is_feeling=kind == "type" and one == "feel e2")
    return turn


def heard(at: AtTable, number: int, stale: int) -> tuple[Said, chess.Board, str]:
    """A move, an answer or a request, said now or while another board stood."""
    game, seat = at.table.game, at.table.seat(0)
    assert isinstance(seat, PlayerSeat)
    legal = list(game.board.legal_moves)
    board = game.plies[-1].before if game.plies and stale < 3 else game.board
    if number < 30 and legal:
        moves = tuple(legal[(number + more) % len(legal)] for more in range(1 + number % 2))
        return Request(name=RequestName.MOVE, moves=moves, is_heard=True), board, ""
    name = SAID[number % len(SAID)]
    return Request(name=name, is_heard=True), board, seat.dialogue.question(game) if stale else "none"


def all_is_kept_and_told(at: AtTable) -> None:
    """Each event is on disk, then told once, in the order in which it happened; and the journal is the game."""
    kept = [number for entry in at.record if entry[0] == "kept" for number in entry[1]]
    told = [entry[1] for entry in at.record if entry[0] == "told"]
    assert kept == told == list(range(1, len(kept) + 1))
    said = [entry[1:] for entry in at.record if entry[0] == "said" and entry[1] is not None]
    assert len(said) == len(set(said)), "an event is told once"
    assert [event for event, _ in said] == sorted(event for event, _ in said), "in the order in which it happened"
    for place, entry in enumerate(at.record):
        if entry[0] == "said" and entry[1] is not None:
            assert any(before[0] == "kept" and entry[1] in before[1] for before in at.record[:place])
    assert replay(each.event for each in at.journal.entries(1)) == at.table.game


def answers_fit(turn: list[Any], entered: timedelta, at: AtTable, *, is_feeling: bool) -> None:
    """ "Noted" follows events of which nothing was said, and "that changes nothing" a command that had none: what is
    kept in its turn happened before it was entered, as a move that a hand had made on the board.

    Only feeling the board changes nothing, and is noted nevertheless (13.6: nothing is told of it).
    """
    for place, entry in enumerate(turn):
        if entry == ("said", None, NOTED) and not is_feeling:
            told = [each[1] for each in turn[:place] if each[0] == "told"]
            kept = [each for each in turn[:place] if each[0] == "kept"]
            assert told[-len(kept[-1][1]) :] == list(kept[-1][1])
            assert turn[place - 1] == ("told", told[-1]), "nothing was said of it"
        if entry == ("said", None, NOTHING):
            kept = [number for each in turn[:place] if each[0] == "kept" for number in each[1]]
            happened = [each.at for each in at.journal.entries(1) if each.number in kept]
            assert all(each < entered for each in happened) or turn[place - 1][0] == "said"


def answer_is_true(turn: list[Any], asked: Request, asker: chess.Color, at: AtTable, stamp: timedelta) -> None:
    """A question is answered of the game as it stands when the turn is over, and of the instant when it was asked."""
    last = at.journal.entries(1)[-1].at
    told = answer(asked, at.table.game, asker, max(stamp, last), LANGUAGE, ruling=None)
    said = [entry[2] for entry in turn if entry[0] == "said" and entry[1] is None]
    assert said[-len(told) :] == [part.text for part in told], "after the time, perhaps, which nobody has asked for"
