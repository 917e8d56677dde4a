"""A sensor board at which drills are asked: what a hand did there is offered to the drill, as a typed move is.

What follows on the board is decided by `access_chess.board.pegs.drill_hand`; here it joins the round.
"""

from typing import TYPE_CHECKING

import chess
from msgspec import Struct
from msgspec.structs import replace

from access_chess.board.pegs.drill_board import DrillBoard, HandTurn, confirmed, steps_left, wanting, with_piece
from access_chess.board.pegs.drill_hand import reported
from access_chess.board.pegs.occupancy import SetupStep
from access_chess.board.pegs.players_board import BoardNoticeKind
from access_chess.board.pegs.playing import HELP_BUTTON, LISTEN_BUTTON
from access_chess.board.wire.reports import BoardReport, ButtonPressed, CommandRefused, Lifted
from access_chess.conversation.board_notices import notice_words
from access_chess.conversation.state import Say
from access_chess.laws.clock import Instant
from access_chess.laws.game import Game
from access_chess.play.at_boards import TypedHand
from access_chess.play.messages import BoardReported, Effects, LookAgain, Silence, ToSeat, Typed
from access_chess.practice.drill import AnswerKind, Drill, DrillAnswer
from access_chess.practice.lesson_drills import ActDrill, GameDrill, SetUpDrill
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.requests.typed_line import typed_answer
from access_chess.session.inbox import SpokenWords

if TYPE_CHECKING:
    from access_chess.play.trainer import TrainerSeat, Turned
    from access_chess.play.training import Training


class AtDrillBoard(Struct, frozen=True, kw_only=True):
    """The board of a place at which drills are asked, and the hand that does there what is typed."""

    board: DrillBoard = DrillBoard()
    hand: TypedHand = TypedHand()

    @property
    def is_busy(self) -> bool:
        """Whether what the hand was told to do has still to be done, felt, or to count."""
        return self.hand.is_busy or self.board.counts_soon

    def turn(self, seat: "TrainerSeat", message: ToSeat, game: Game) -> "Turned":
        """What follows at this seat; then the board is looked at again."""
        match message:
            case LookAgain():
                return self._looked(seat, game)
            case BoardReported():
                seat, effects = self._reported(seat, message, game)
            case Typed(line=line) if (hand := self.hand.told(line)) is not None:
                seat, effects = replace(self, hand=hand)._moved(seat, message.at)
            case Typed() | SpokenWords() if (is_it := self._confirms(seat, message)) is not None:
                seat, effects = self._done(seat, confirmed(self.board, is_it=is_it), game, message.at)
            case _:
                seat, effects = seat.at_keys(message, game)
        return seat, (*effects, LookAgain())

    def checked(self, seat: "TrainerSeat") -> "Turned":
        """All that is wrong on the board."""
        steps = steps_left(self.board)
        board = replace(self.board, told=steps, is_led=bool(steps))
        kind = BoardNoticeKind.ALL_STEPS if steps else BoardNoticeKind.CORRECT
        return replace(self, board=board)._in(seat), _words(HandTurn(board=board).noting(kind, steps), seat)

    def _in(self, seat: "TrainerSeat") -> "TrainerSeat":
        return replace(seat, training=replace(seat.training, board=self))

    def _moved(self, seat: "TrainerSeat", at: Instant) -> "Turned":
        hand, effects = self.hand.moved(at, is_heard=self.board.is_connected)
        return replace(self, hand=hand)._in(seat), effects

    def _confirms(self, seat: "TrainerSeat", message: Typed | SpokenWords) -> bool | None:
        """Yes or no, where it is asked whether the right man stands there; None: something else was said."""
        if self.board.asked is None or seat.player.dialogue.pending is not None:
            return None
        if isinstance(message, Typed):
            name = typed_answer(message.line, seat.player.language.words)
        else:
            name = message.said.name if isinstance(message.said, Request) else None
        return {RequestName.YES: True, RequestName.NO: False}.get(name) if name is not None else None

    def _reported(self, seat: "TrainerSeat", message: BoardReported, game: Game) -> "Turned":
        report = message.report
        if isinstance(report, CommandRefused):
            return seat, ()
        if isinstance(report, ButtonPressed) and report.button == LISTEN_BUTTON:
            seat, effects = seat.at_keys(SpokenWords(said=Request(name=RequestName.LISTEN), at=message.at), game)
            return seat, (Silence(color=seat.player.dialogue.color), *effects)
        if isinstance(report, ButtonPressed) and report.button == HELP_BUTTON:
            return self.checked(seat)
        here = replace(self, hand=self.hand.felt(report))
        seat, effects = here._done(_taken_up(seat, report), reported(self.board, report), game, message.at)
        assert seat.training.board is not None, "it is this board's seat"
        seat, moves = seat.training.board._moved(seat, message.at)
        return seat, (*effects, *moves)

    def _done(self, seat: "TrainerSeat", turn: HandTurn, game: Game, at: Instant) -> "Turned":
        """What the hand did is answered by the drill; then it is said what has to be done on the board."""
        drill = seat.training.round.drill
        answer = _answer(turn, drill, seat.training.color) if seat.training.is_asking else None
        turn = turn if answer is None else turn.judged_by_touch
        seat, effects = replace(self, board=turn.board)._in(seat), Effects()
        if turn.move is not None and drill.expects is AnswerKind.MOVE and not isinstance(drill, SetUpDrill):
            line = "".join(map(chess.square_name, turn.move))
            seat, effects = seat.at_keys(Typed(line=line, at=at), game)
            effects = tuple(replace(each, line="") if isinstance(each, Say) else each for each in effects)
        if answer is not None:
            seat, effects = seat.answered(answer, game, at)
        pending = seat.player.dialogue.pending
        is_back = any(each.kind is BoardNoticeKind.THERE for each in turn.notices)
        asked = (Say(part=pending.asked),) if is_back and pending is not None else ()
        return seat, (*effects, *_words(turn, seat), *asked)

    def _looked(self, seat: "TrainerSeat", game: Game) -> "Turned":
        """The position may be another one; a move that was judged may have led to nothing."""
        training = seat.training
        if training.leaving is not None or seat.refuting is not None or seat.player.dialogue.pending is not None:
            return seat, ()
        drill = training.round.drill
        left = drill.left.items() if isinstance(drill, SetUpDrill | ActDrill) and training.is_asking else ()
        sought = tuple(SetupStep(square=square, piece=man) for square, man in left)
        wanted = game.board if _is_on_board(training) else None
        for step in sought:  # who is to be put there does not stand there yet
            wanted = None if wanted is None else with_piece(wanted, step.square, None)
        return self._done(seat, wanting(self.board, wanted, sought), game, self.board.now)


def _taken_up(seat: "TrainerSeat", report: BoardReport) -> "TrainerSeat":
    """A pawn that leaves the last rank before it is said what it has become has not moved: that is asked no more."""
    dialogue = seat.player.dialogue
    choice = None if dialogue.pending is None else dialogue.pending.choice
    if choice is None or not isinstance(report, Lifted) or report.square != choice.moves[0].to_square:
        return seat
    return replace(seat, player=replace(seat.player, dialogue=replace(dialogue, pending=None)))


def _answer(turn: HandTurn, drill: Drill, color: chess.Color) -> DrillAnswer | None:
    """What a hand has done that answers otherwise than by a move: a man is put, or something done at the referee."""
    match drill:
        case SetUpDrill() if turn.put is not None:
            man = turn.put.piece or next(iter(drill.left.values()))
            return DrillAnswer(man=man, squares=(turn.put.square,))
        case ActDrill(task=task) if not task.move:
            if turn.put is not None and turn.put.piece is not None:
                return DrillAnswer(request=RequestName.SET_UP.value)
            if turn.pressed is color:
                return DrillAnswer(request=RequestName.PRESS.value)
            if turn.touched is not None:
                return DrillAnswer(request=RequestName.TOUCH.value, squares=(turn.touched.square,))
    return None


def _is_on_board(training: "Training") -> bool:
    """Whether the present drill has a position that may be felt."""
    drill = training.round.drill
    if not training.is_asking or drill.is_hidden or isinstance(drill, GameDrill):
        return False
    return isinstance(drill, SetUpDrill) or bool(drill.before.occupied)


def _words(turn: HandTurn, seat: "TrainerSeat") -> Effects:
    pack = seat.player.language.pack
    return tuple(Say(part=part) for each in turn.notices for part in notice_words(each, pack))
