"""What a player is told of their board, as words of a voice pack."""

from access_chess.board.pegs.occupancy import SetupStep
from access_chess.board.pegs.players_board import BoardNoticeKind, Notice
from access_chess.speech.answers.position import color_name
from access_chess.speech.language.voice_pack import VoicePack
from access_chess.speech.utterance import SpokenPart

#: So many squares are named at once; where more differ, the player asks for them.
NAMED = 4


def notice_words(notice: Notice, pack: VoicePack) -> tuple[SpokenPart, ...]:
    """The sentences of a notice; none for the question after a new piece, which the console asks."""
    steps = notice.steps
    match notice.kind:
        case BoardNoticeKind.FOUND:
            return (pack.phrase("board_found"), *(_left(steps, pack) if steps else (pack.phrase("board_correct"),)))
        case BoardNoticeKind.LOST:
            return (pack.phrase("board_lost"),)
        case BoardNoticeKind.NOT_FOUND:
            return (pack.phrase("board_not_found"),)
        case BoardNoticeKind.PROTOCOL:
            return (pack.phrase("board_protocol"),)
        case BoardNoticeKind.CLOCK_LEAPT:
            return (pack.phrase("board_clock_leapt"),)
        case BoardNoticeKind.KNOCKED_OR_TOUCHED:
            squares = tuple(pack.square(square) for square in notice.squares)
            return (pack.phrase("board_knocked_or_touched"), *squares)
        case BoardNoticeKind.NOT_EXECUTED:
            return (pack.phrase("board_not_executed"), *(step_words(step, pack) for step in steps))
        case BoardNoticeKind.KNOCKED:
            return (pack.phrase("board_knocked"),)
        case BoardNoticeKind.DIFFERS:
            named = steps if len(steps) <= NAMED else ()
            differs = pack.phrase("board_differs", count=len(steps))
            return (*_to_move(notice, pack), differs, *(step_words(step, pack) for step in named))
        case BoardNoticeKind.NOT_ON_MOVE:
            return (*_to_move(notice, pack), *(step_words(step, pack) for step in steps))
        case BoardNoticeKind.STEP:
            return (step_words(steps[0], pack), *_left(steps, pack))
        case BoardNoticeKind.ALL_STEPS:
            return tuple(step_words(step, pack) for step in steps)
        case BoardNoticeKind.CORRECT:
            return (pack.phrase("board_correct"),)
        case BoardNoticeKind.WHICH_PIECE:
            return ()


def _to_move(notice: Notice, pack: VoicePack) -> tuple[SpokenPart, ...]:
    color = notice.to_move
    return () if color is None else (pack.phrase("is_to_move", color=color_name(color, pack)),)


def step_words(step: SetupStep, pack: VoicePack) -> SpokenPart:
    """One thing to do: "Take out what is on Eva vier."."""
    square = pack.square(step.square)
    if step.piece is None:
        return pack.phrase("board_take_out", square=square)
    color, piece = color_name(step.piece.color, pack), pack.piece(step.piece.piece_type)
    return pack.phrase("board_put", square=square, color=color, piece=piece)


def _left(steps: tuple[SetupStep, ...], pack: VoicePack) -> tuple[SpokenPart, ...]:
    return (pack.phrase("board_steps_left", count=len(steps)),)
