"""From what the server says to what is kept and told here."""

from collections.abc import Iterator
from datetime import timedelta
from enum import StrEnum

import chess

from access_chess.laws.by_color import ByColor
from access_chess.laws.commands import FollowServer, ServerEnding
from access_chess.laws.setup import ArbiterMode, Occasion, Player, Regulations, Setup
from access_chess.laws.time_control import Period, TimeControl
from access_chess.online.lines import GameFull, GameState

#: Those whose moves are those of chess.
VARIANTS = frozenset({"standard", "chess960", "fromPosition"})
MILLISECOND = timedelta(milliseconds=1)
_GOING_ON = frozenset({"created", "started"})
_OUTCOMES = {
    "aborted": ServerEnding.ABORTED, "mate": ServerEnding.MATE, "resign": ServerEnding.RESIGNED,
    "stalemate": ServerEnding.STALEMATE, "timeout": ServerEnding.LEFT, "draw": ServerEnding.DRAWN,
    "insufficientMaterialClaim": ServerEnding.DRAWN, "outoftime": ServerEnding.OUT_OF_TIME,
}  # fmt: skip


class LichessNews(StrEnum):
    """What has no place in the game itself, and is said nevertheless; the values are phrases."""

    TAKE_BACK_WANTED = "online_take_back_wanted"
    TAKE_BACK_REFUSED = "online_take_back_refused"


def setup_of(full: GameFull, address: str) -> Setup:
    """What is agreed for a game that the server rules; `address` is the server's."""
    fen = chess.STARTING_FEN if full.initial_fen == "startpos" else full.initial_fen
    return Setup(
        fen=fen,
        is_chess960=full.variant.key == "chess960",
        moves=tuple(legal_moves(fen, full.state.moves, is_chess960=full.variant.key == "chess960")),
        time=None if full.clock is None else _control(full.clock.initial, full.clock.increment),
        times=ByColor(None, None) if full.clock is None else _both(times_of(full.state)),
        players=ByColor(Player(name=full.white.called), Player(name=full.black.called)),
        arbiter=ArbiterMode.NONE,
        regulations=Regulations(take_backs=True),
        presses_for=ByColor(True, True),
        is_elsewhere=True,
        occasion=Occasion(event=full.speed, site=site_of(full.id, address)),
    )


def site_of(game: str, address: str) -> str:
    """The address of a game, by which it is found again in the journal."""
    return f"{address.rstrip('/')}/{game}"


def legal_moves(fen: str, moves: str, *, is_chess960: bool) -> Iterator[str]:
    """The server's moves as they are kept here, as far as they are legal; castling may be written either way.

    >>> list(legal_moves("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1 e8e7", is_chess960=False))
    ['e1g1', 'e8e7']
    """
    board = chess.Board(fen, chess960=is_chess960)
    for text in moves.split():
        try:
            move = board.parse_uci(text)
        except ValueError:
            return
        yield move.uci()
        board.push(move)


def command_of(state: GameState, own: chess.Color, *, is_timed: bool, is_settled: bool = False) -> FollowServer:
    """Make the game here stand as the server says. An offer that both make is an agreement, and so the end."""
    offer = chess.WHITE if state.wdraw else chess.BLACK if state.bdraw else None
    return FollowServer(
        moves=tuple(state.moves.split()),
        times=times_of(state) if is_timed else None,
        offer=offer,
        outcome=outcome_of(state.status),
        winner=None if state.winner not in chess.COLOR_NAMES else state.winner == "white",
        sender=own,
        is_settled=is_settled,
    )


def outcome_of(status: str) -> ServerEnding | None:
    """Why the game is over; None while it goes on.

    >>> [outcome_of(status) for status in ("started", "outoftime", "cheat")]
    [None, <ServerEnding.OUT_OF_TIME: 'out_of_time'>, <ServerEnding.OTHER: 'other'>]
    """
    return None if status in _GOING_ON else _OUTCOMES.get(status, ServerEnding.OTHER)


def times_of(state: GameState) -> ByColor[timedelta]:
    """What both displays show."""
    return ByColor(max(0, state.wtime) * MILLISECOND, max(0, state.btime) * MILLISECOND)


def proposals_of(state: GameState) -> ByColor[bool]:
    """Who proposes to take a move back."""
    return ByColor(state.wtakeback, state.btakeback)


def news(before: GameState | None, after: GameState, own: chess.Color) -> Iterator[LichessNews]:
    """What is said of a new state beside what the game itself tells."""
    if outcome_of(after.status) is not None:
        return
    proposed, had = proposals_of(after), ByColor(False, False) if before is None else proposals_of(before)
    if proposed[not own] and not had[not own]:
        yield LichessNews.TAKE_BACK_WANTED
    is_shorter = before is not None and len(after.moves.split()) < len(before.moves.split())
    if had[own] and not proposed[own] and not is_shorter:
        yield LichessNews.TAKE_BACK_REFUSED


def _both(times: ByColor[timedelta]) -> ByColor[timedelta | None]:
    return ByColor(times.white, times.black)


def _control(initial: int, increment: int) -> TimeControl:
    return TimeControl(periods=(Period(time=initial * MILLISECOND, increment=increment * MILLISECOND),))
