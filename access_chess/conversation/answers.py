"""Questions that need no ruling: answered at once from the game as it stands, to the one who asked."""

import chess

from access_chess.laws.clock import Instant
from access_chess.laws.commands import Question
from access_chess.laws.events import Event
from access_chess.laws.game import Game
from access_chess.laws.touch_move import legal_moves
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.requests.words import PlayerLanguage
from access_chess.speech.answers import position as answers
from access_chess.speech.answers.clock import clock_answer
from access_chess.speech.answers.position import whose_turn_in
from access_chess.speech.answers.reading_reply import why
from access_chess.speech.utterance import SpokenPart

LAST_FIVE = 10  # five moves of each player

#: What the clock is asked, by the request.
ABOUT_THE_CLOCK = {
    RequestName.MY_CLOCK: Question.MY_TIME,
    RequestName.OPPONENT_CLOCK: Question.OPPONENT_TIME,
    RequestName.BOTH_CLOCKS: Question.TIMES,
    RequestName.CLOCK_DIFFERENCE: Question.DIFFERENCE,
    RequestName.CLOCK_EXACT: Question.EXACT_TIME,
    RequestName.CLOCK_USED: Question.TIME_USED,
    RequestName.CLOCK_TO_CONTROL: Question.TO_CONTROL,
    RequestName.CLOCK_CONTROL: Question.CONTROL,
    RequestName.CLOCK_MOVES: Question.MOVES,
    RequestName.CLOCK_DIAL: Question.DIAL,
}
#: What the Laws rule on in competition (13.6): who may be told, and that it was asked.
RULED_ON = {**ABOUT_THE_CLOCK, RequestName.MOVE_COUNT: Question.MOVES}
#: Requests that are questions.
QUESTIONS = frozenset(
    {
        *ABOUT_THE_CLOCK, RequestName.WHAT_IS_ON, RequestName.WHERE_IS, RequestName.WHOSE_TURN, RequestName.BOARD,
        RequestName.MATERIAL, RequestName.LEGAL_MOVES, RequestName.LAST_MOVE, RequestName.LAST_FIVE,
        RequestName.MOVES, RequestName.MOVE_COUNT, RequestName.WHY, RequestName.FEN,
        RequestName.PIECE_VALUE,
    }
)  # fmt: skip


def answer(
    request: Request, game: Game, color: chess.Color, at: Instant, language: PlayerLanguage, *, ruling: Event | None
) -> tuple[SpokenPart, ...]:
    """The answer to one of `QUESTIONS`, line by line; `ruling` is what may be asked about."""
    pack = language.pack
    if request.name in ABOUT_THE_CLOCK:
        return (clock_answer(ABOUT_THE_CLOCK[request.name], game, color, at, pack),)
    match request.name:
        case RequestName.WHAT_IS_ON:
            return tuple(answers.what_is_on(game.board, square, pack) for square in request.squares)
        case RequestName.WHERE_IS:
            whose = (color is not request.is_opponents) if request.whose is None else request.whose
            if request.piece is None:
                return answers.men_of(game.board, whose, pack)
            return (answers.where_is(game.board, request.piece, whose, pack),)
        case RequestName.WHOSE_TURN:
            return (whose_turn_in(game, pack),)
        case RequestName.BOARD:
            return answers.whole_board(game.board, pack)
        case RequestName.FEN:
            return (pack.phrase("position_fen", fen=game.board.fen()),)
        case RequestName.PIECE_VALUE:
            assert request.piece is not None, "a question for no piece is not finished"
            return (answers.worth(request.piece, pack),)
        case RequestName.MATERIAL:
            return answers.material(game.board, pack)
        case RequestName.LEGAL_MOVES:
            moves = [move for move in legal_moves(game) if not request.squares or move.from_square in request.squares]
            kind = game.board.piece_type_at(request.squares[0]) if request.squares else request.piece
            if request.squares and kind is None:
                return (answers.what_is_on(game.board, request.squares[0], pack),)
            return answers.legal_moves(game.board, moves, pack, kind)
        case RequestName.LAST_MOVE:
            return answers.last_moves(game, 1, pack, language.form)
        case RequestName.LAST_FIVE:
            return answers.last_moves(game, LAST_FIVE, pack, language.form)
        case RequestName.MOVES:
            return answers.last_moves(game, None, pack, language.form)
        case RequestName.MOVE_COUNT:
            return (answers.move_count(game, pack),)
        case _:
            return why(ruling, game.setup.edition, pack)
