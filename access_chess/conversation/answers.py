"""Questions that need no ruling: answered at once from the game as it stands, to the one who asked."""

from dataclasses import dataclass

import chess

from access_chess.edge.packs.typed_words import TypedWords
from access_chess.laws.clock import Instant
from access_chess.laws.events import Event
from access_chess.laws.game import Game
from access_chess.laws.touch_move import legal_moves
from access_chess.notation.vocabulary import Vocabulary
from access_chess.requests.player import Missing
from access_chess.requests.typed_line import Typed, TypedName, read_piece, read_squares, split_phrase
from access_chess.speech.announcement import Form
from access_chess.speech.answers import position as answers
from access_chess.speech.answers.clock import ClockQuestion, clock_answer
from access_chess.speech.answers.reasons import why
from access_chess.speech.language.voice_pack import VoicePack
from access_chess.speech.utterance import SpokenPart

LAST_FIVE = 10  # five moves of each player

#: About the position: not told to a player in competition, who has his own board (11.3.a, E.2.9.d).
ABOUT_THE_BOARD = frozenset(
    {
        TypedName.WHAT_IS_ON, TypedName.WHERE_IS, TypedName.WHOSE_TURN, TypedName.BOARD, TypedName.MATERIAL,
        TypedName.LEGAL_MOVES,
    }
)  # fmt: skip
_ABOUT_THE_CLOCK = {
    TypedName.MY_CLOCK: ClockQuestion.OWN,
    TypedName.OPPONENT_CLOCK: ClockQuestion.OPPONENT,
    TypedName.BOTH_CLOCKS: ClockQuestion.BOTH,
    TypedName.CLOCK_DIFFERENCE: ClockQuestion.DIFFERENCE,
    TypedName.CLOCK_EXACT: ClockQuestion.EXACT,
    TypedName.CLOCK_USED: ClockQuestion.USED,
    TypedName.CLOCK_TO_CONTROL: ClockQuestion.TO_CONTROL,
    TypedName.CLOCK_CONTROL: ClockQuestion.CONTROL,
}
QUESTIONS = (
    ABOUT_THE_BOARD
    | set(_ABOUT_THE_CLOCK)
    | {TypedName.LAST_MOVE, TypedName.LAST_FIVE, TypedName.MOVES, TypedName.MOVE_COUNT, TypedName.WHY}
)


@dataclass(frozen=True, kw_only=True)
class Language:
    """All that a place needs to understand and to answer in a player's language."""

    pack: VoicePack
    words: TypedWords
    vocabulary: Vocabulary
    form: Form = Form.FIDE


def answer(
    typed: Typed, game: Game, color: chess.Color, at: Instant, language: Language, *, ruling: Event | None
) -> tuple[SpokenPart, ...]:
    """The answer to one of `QUESTIONS`, line by line; `ruling` is what may be asked about."""
    pack = language.pack
    if typed.name in _ABOUT_THE_CLOCK:
        return (clock_answer(_ABOUT_THE_CLOCK[typed.name], game, color, at, pack),)
    match typed.name:
        case TypedName.WHAT_IS_ON:
            squares = read_squares(typed.rest, language.vocabulary)
            if not squares:
                return (pack.phrase(Missing.SQUARE),)
            return tuple(answers.what_is_on(game.board, square, pack) for square in squares)
        case TypedName.WHERE_IS:
            return (_where(typed.rest, game, color, language),)
        case TypedName.WHOSE_TURN:
            return (answers.whose_turn(game.board, pack),)
        case TypedName.BOARD:
            return answers.whole_board(game.board, pack)
        case TypedName.MATERIAL:
            return answers.material(game.board, pack)
        case TypedName.LEGAL_MOVES:
            return answers.legal_moves(game.board, legal_moves(game), pack)
        case TypedName.LAST_MOVE:
            return answers.last_moves(game, 1, pack, language.form)
        case TypedName.LAST_FIVE:
            return answers.last_moves(game, LAST_FIVE, pack, language.form)
        case TypedName.MOVES:
            return answers.last_moves(game, None, pack, language.form)
        case TypedName.MOVE_COUNT:
            return (answers.move_count(game, pack),)
        case _:
            return why(ruling, game.setup.edition, pack)


def _where(text: str, game: Game, color: chess.Color, language: Language) -> SpokenPart:
    whose, rest = split_phrase(text, language.words.words)
    piece = read_piece(rest, language.words, language.vocabulary)
    if piece is None:
        return language.pack.phrase("piece_missing")
    return answers.where_is(game.board, piece, color is (whose != "enemy"), language.pack)
