"""Questions that need no ruling: answered at once from the game as it stands, to the one who asked."""

from collections.abc import Collection

import chess
from msgspec.structs import replace

from access_chess.conversation.help import Help
from access_chess.conversation.state import Dialogue
from access_chess.laws.articles import read_number
from access_chess.laws.clock import Instant
from access_chess.laws.commands import Question
from access_chess.laws.editions import Edition
from access_chess.laws.events import Event, article_of
from access_chess.laws.game import Game
from access_chess.laws.rule_numbers import rules_at
from access_chess.laws.setup import ArbiterMode
from access_chess.laws.told_articles import Rule
from access_chess.laws.touch_move import legal_moves
from access_chess.profile import Profile
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.requests.row import Here
from access_chess.requests.words import PlayerLanguage
from access_chess.speech.answers import position as answers
from access_chess.speech.answers.clock import clock_answer
from access_chess.speech.answers.position import whose_turn_in
from access_chess.speech.answers.reading_reply import reason_of, why
from access_chess.speech.answers.rules_of_phrases import RULE_OF
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


def laws_closed(game: Game, here: Here) -> str | None:
    """The phrase that says why nothing is told of the Laws; None where they may be asked about.

    While a game is played they are no source of information (12.3.a): an arbiter explains them, or nobody. At home, and
    at a clock alone, they are open.
    """
    if here.is_clock or here.profile is Profile.PRACTICE or not game.started or game.is_over:
        return None
    has_arbiter = here.profile is not Profile.ONLINE or game.setup.arbiter is ArbiterMode.HUMAN
    return "arbiter_explains_laws" if has_arbiter else "laws_afterwards"


def laws_answer(
    words: str, game: Game, dialogue: Dialogue, language: PlayerLanguage
) -> tuple[Dialogue, tuple[SpokenPart, ...]]:
    """What the Laws say, a part of it; the rest is told when more is asked for."""
    phrase, texts = laws_closed(game, dialogue.here), language.laws()
    if phrase is not None or texts is None:
        return dialogue, (language.pack.phrase(phrase or "laws_only"),)
    from access_chess.conversation.guided import laws_asked  # with all Laws, which few games need

    told, rest = laws_asked(words, texts, game.setup.edition, language)
    return replace(dialogue, help=Help(lines=rest, one_by_one=True)), told


def rule_of(event: Event | None, edition: Edition) -> Rule | None:
    """The rule that decided; of several with its number, the one that the reason speaks of. None where none did."""
    article = None if event is None else article_of(event)
    if event is None or not article:
        return None
    rules, reason = rules_at(read_number(article, edition), edition), reason_of(event)
    rule = None if reason is None else RULE_OF.get(reason)
    return rule if rule in rules else rules[0]


def after_why(
    told: Collection[SpokenPart], rule: Rule | None, game: Game, dialogue: Dialogue, language: PlayerLanguage
) -> Dialogue:
    """Why something was ruled has been told so: more is the rule in full, where the Laws may be asked about."""
    edition, texts = game.setup.edition, language.laws()
    if rule is None or texts is None or laws_closed(game, dialogue.here) is not None:
        return dialogue
    lines = () if texts.text(rule, edition) in told else (texts.told(rule, edition),)
    return replace(dialogue, help=Help(lines=lines, one_by_one=True))
