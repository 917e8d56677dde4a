"""A game as others may see it: a demonstration board (6.14 of 2009), and what a player at a page sees of their own.

A view is made of the game and never of an event, and names all that it shows: what has no field here is not shown.
A spectator never gets events, only views, which change when something public has happened. Who may learn of an event
stands in one row for every type; a test refuses an event that is not named.
"""

from datetime import timedelta
from enum import Enum, auto

import chess
import msgspec

from access_chess.laws import events as happened
from access_chess.laws.by_color import ByColor
from access_chess.laws.clock import Instant
from access_chess.laws.commands import Result
from access_chess.laws.events import Event
from access_chess.laws.game import Game, Phase


class Publication(Enum):
    """How far the news of an event goes."""

    PUBLIC = auto()  # spectators, later if the hall delays them, without articles, reasons and texts
    BOTH = auto()  # the players, as the narrator allows, and the arbiter
    ONE = auto()  # the player concerned, as the narrator allows; the arbiter on the board's own page
    SEALED = auto()  # nobody before the envelope is opened: it stays where the game is played


#: 6.14 (2009) has a demonstration board show the position and the moves; all else in a game is the players' affair.
PUBLICATION: dict[type, Publication] = {
    **dict.fromkeys(
        (
            happened.GameSetUp,
            happened.PlayerArrived,
            happened.MoveMade,
            happened.MoveCompleted,
            happened.ClockStarted,
            happened.ClockPressed,
            happened.ClockHandedBack,
            happened.ClocksStopped,
            happened.PeriodBegun,
            happened.TimeSet,
            happened.TimeAdded,
            happened.MoveCounterSet,
            happened.ExtraDelayGranted,
            happened.PositionRestored,
            happened.PromotedToQueen,
            happened.CastlingRightLost,
            happened.MovesTakenBack,
            happened.SealingCalled,
            happened.GameAdjourned,
            happened.GameResumed,
            happened.EnvelopeOpened,
            happened.GameEnded,
        ),
        Publication.PUBLIC,
    ),
    **dict.fromkeys(
        (
            happened.PlayerLeft,
            happened.PlayerReturned,
            happened.LeaveGranted,
            happened.MoveAnnounced,
            happened.SlipCorrected,
            happened.AnnouncementRepeated,
            happened.ExecutedOnOtherBoard,
            happened.FlagFell,
            happened.ClockCounterSet,
            happened.DrawOffered,
            happened.DrawDeclined,
            happened.DrawAccepted,
            happened.ClaimMade,
            happened.ClaimAccepted,
            happened.ClaimRejected,
            happened.ClaimPostponed,
            happened.ArbiterAsked,
            happened.IrregularityFound,
            happened.WarningGiven,
            happened.PenaltyImposed,
            happened.PiecesKnockedOver,
            happened.PiecesSetUp,
            happened.BoardTurned,
            happened.ColorsStay,
            happened.BoardsCompared,
            happened.CorrectionAgreed,
            happened.EnvelopeLost,
            happened.AppealMade,
            happened.AppealRuled,
            happened.ResultSigned,
            happened.SheetBorrowed,
            happened.SheetReturned,
            happened.SheetHandedIn,
            happened.CompletionDue,
            happened.ReconstructionBegun,
        ),
        Publication.BOTH,
    ),
    **dict.fromkeys(
        (
            happened.CommandTaken,
            happened.Refused,
            happened.Told,
            happened.QuestionAsked,
            happened.MoveWritten,
            happened.OfferWritten,
            happened.ScoresheetCompleted,
            happened.PiecesTouched,
            happened.PieceLifted,
            happened.PiecePutBack,
            happened.PieceBrushed,
            happened.PieceRemoved,
            happened.PieceReleased,
            happened.PiecesAdjusted,
            happened.PromotionChosen,
        ),
        Publication.ONE,
    ),
    happened.MoveSealed: Publication.SEALED,
}


def publication_of(event: Event) -> Publication:
    """How far the news of this event goes."""
    return PUBLICATION[type(event)]


class PublicPhase(Enum):
    """Where a game stands, as everybody in the room sees it: hands, claims and calls are nobody's business."""

    WAITING = "waiting"
    PLAYING = "playing"
    STOPPED = "stopped"
    ADJOURNED = "adjourned"
    FINISHED = "finished"


class ClockView(msgspec.Struct, frozen=True, kw_only=True):
    """What both displays show at the instant `at`; `runs` is the player whose display runs. Durations are exact."""

    white: timedelta
    black: timedelta
    runs: chess.Color | None
    at: Instant


class BoardView(msgspec.Struct, frozen=True, kw_only=True):
    """A demonstration board: position, last move, number of the move to be made, clocks, result.

    `men` are the 64 squares as `men_of` has them, `last` the last move's from-square and to-square, `check` where the
    king stands that is in check. `clock` is None in a game without clocks.
    """

    men: str
    turn: chess.Color
    last: tuple[chess.Square, chess.Square] | None
    check: chess.Square | None
    move_number: int
    plies: int
    phase: PublicPhase
    clock: ClockView | None
    result: Result
    names: ByColor[str]


_PHASES = {
    Phase.WAITING: PublicPhase.WAITING,
    Phase.THINKING: PublicPhase.PLAYING,
    Phase.TOUCHED: PublicPhase.PLAYING,
    Phase.RELEASED: PublicPhase.PLAYING,
    Phase.MADE: PublicPhase.PLAYING,
    Phase.STOPPED: PublicPhase.STOPPED,
    Phase.ADJOURNED: PublicPhase.ADJOURNED,
    Phase.FINISHED: PublicPhase.FINISHED,
}


_EMPTY = "." * len(chess.SQUARES)
COIN = "o"  # where a coin of a lesson lies, among the letters of men
_LETTERS = [(kind, color, chess.Piece(kind, color).symbol()) for kind in chess.PIECE_TYPES for color in chess.COLORS]


def men_of(board: chess.Board) -> str:
    """The 64 squares from a8 to h1, as they stand in a FEN: a letter for each man, a dot for an empty one.

    >>> men_of(chess.Board("8/8/8/8/8/8/8/K1k5 w - - 0 1"))[56:]
    'K.k.....'
    """
    men = [*_EMPTY]
    for kind, color, letter in _LETTERS:
        for square in chess.scan_forward(board.pieces_mask(kind, color)):
            men[chess.square_mirror(square)] = letter
    return "".join(men)


def view_of(game: Game, at: Instant, *, with_names: bool = True, with_position: bool = True) -> BoardView:
    """The game as a demonstration board shows it at this instant; names only where the players let them be shown.

    Without the position the board is empty, as for a player who plays blindfold.
    """
    board = game.board
    last = game.plies[-1].move if game.plies and with_position else None
    players = game.setup.players
    return BoardView(
        men=men_of(board) if with_position else _EMPTY,
        turn=board.turn,
        last=None if last is None else (last.from_square, last.to_square),
        check=board.king(board.turn) if with_position and board.is_check() else None,
        move_number=board.fullmove_number,
        plies=len(game.plies),
        phase=_PHASES[game.phase],
        clock=clock_view(game, at),
        result=Result.NONE if game.end is None else game.end.result,
        names=ByColor(players.white.name, players.black.name) if with_names else ByColor("", ""),
    )


def clock_view(game: Game, at: Instant) -> ClockView | None:
    """Both displays at this instant; None in a game without clocks."""
    if game.clock.control is None:
        return None
    return ClockView(
        white=game.remaining(chess.WHITE, at),
        black=game.remaining(chess.BLACK, at),
        runs=game.clock.running,
        at=at,
    )


def view_after(view: BoardView, event: Event, after: Game, at: Instant) -> BoardView:
    """The public's view when this event has led to `after`: the same where the public does not learn of it."""
    if publication_of(event) is not Publication.PUBLIC:
        return view
    return view_of(after, at, with_names=view.names != ByColor("", ""))
