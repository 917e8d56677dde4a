"""A game controller at which drills are answered: one choice after the other is heard, and a button gives it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import chess
from msgspec import Struct
from msgspec.structs import replace

from access_chess.board.wire.reports import ButtonPressed, ControllerFound, ControllerLost, ControllerReport
from access_chess.conversation.state import Pending, Say
from access_chess.laws.clock import Instant
from access_chess.laws.game import Game
from access_chess.play.messages import Effects, Felt, Silence, Typed
from access_chess.practice.case_drill import CaseDrill, StrictCase
from access_chess.practice.drill import AnswerKind, Drill
from access_chess.practice.lesson_drills import AskDrill
from access_chess.practice.round import Round
from access_chess.practice.sentence import Sentence
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.requests.words import PlayerLanguage
from access_chess.session.inbox import SpokenWords
from access_chess.speech.practising.sentences import worded
from access_chess.speech.utterance import SpokenPart

if TYPE_CHECKING:
    from access_chess.play.trainer import TrainerSeat, Turned
    from access_chess.play.training import Training

#: What the buttons do, by the numbers of `edge.controllers`: the cross and the shoulders choose, the lower button gives
#: what is chosen, or goes on; the upper one repeats.
STEPS = {1: -1, 4: -1, 7: -1, 2: 1, 8: 1}
GIVE, AGAIN = 6, 5
#: The largest number that is chosen: of squares, of moves, of minutes.
MOST = 100


class AnswerOffered(Struct, frozen=True, kw_only=True):
    """One of the answers to a question, and what asks for it."""

    words: SpokenPart
    request: Request


class AtController(Struct, frozen=True, kw_only=True):
    """Where the choosing stands: the `place` of the choice that was heard last, while this round and this question of
    the conversation stand.
    """

    round: Round | None = None
    pending: Pending | None = None
    place: int | None = None

    def felt(self, seat: "TrainerSeat", felt: Felt, game: Game) -> "Turned":
        """What follows at the seat from what a controller has told."""
        match felt.report:
            case ButtonPressed(button=button) if button in STEPS:
                seat, effects = self._chosen(seat, STEPS[button], game)
            case ButtonPressed(button=button) if button == GIVE:
                seat, effects = self._given(seat, game, felt.at)
            case ButtonPressed(button=button) if button == AGAIN:
                seat, effects = _repeated(seat, game, felt.at)
            case report:
                return seat, _there(report, seat)
        return seat, (Silence(color=seat.player.dialogue.color), *effects)

    def _current(self, seat: "TrainerSeat") -> int | None:
        """The place of what is chosen; None: nothing yet, at this question."""
        is_here = self.round is seat.training.round and self.pending is seat.player.dialogue.pending
        return self.place if is_here else None

    def _chosen(self, seat: "TrainerSeat", step: int, game: Game) -> "Turned":
        offered, place = choices(seat, game), self._current(seat)
        if not offered:
            return seat, (Say(part=seat.player.language.pack.phrase("not_now")),)
        place = min(step, 0) if place is None else place + step
        place %= len(offered)
        here = AtController(round=seat.training.round, pending=seat.player.dialogue.pending, place=place)
        seat = replace(seat, training=replace(seat.training, controller=here))
        return seat, (Say(part=offered[place].words),)

    def _given(self, seat: "TrainerSeat", game: Game, at: Instant) -> "Turned":
        """What is chosen; without that it goes on, but a question waits on: it is repeated, and nothing is missed."""
        place, training = self._current(seat), seat.training
        if place is None and (seat.player.dialogue.pending is not None or (training.is_asking and not training.tells)):
            return _repeated(seat, game, at)
        if place is None:
            return _entered(seat, Typed(line="", at=at), game)
        seat = replace(seat, training=replace(seat.training, controller=AtController()))
        return _entered(seat, SpokenWords(said=choices(seat, game)[place].request, at=at), game)


def _repeated(seat: "TrainerSeat", game: Game, at: Instant) -> "Turned":
    return _entered(seat, SpokenWords(said=Request(name=RequestName.REPEAT), at=at), game)


def _entered(seat: "TrainerSeat", message: Typed | SpokenWords, game: Game) -> "Turned":
    """As if it had been typed or said; a board hears it first."""
    board = seat.training.board
    return seat.at_keys(message, game) if board is None else board.turn(seat, message, game)


def _there(report: ControllerReport, seat: "TrainerSeat") -> Effects:
    pack = seat.player.language.pack
    match report:
        case ControllerFound(name=name):
            return (Say(part=pack.phrase("clock_controller_found", name=name)),)
        case ControllerLost():
            return (Say(part=pack.phrase("clock_controller_lost")),)
    return ()


def choices(seat: "TrainerSeat", game: Game) -> tuple[AnswerOffered, ...]:
    """What may be answered now, if it is one of few; else nothing."""
    dialogue, training, language = seat.dialogue.current(game), seat.training, seat.player.language
    if dialogue.pending is not None and (choice := dialogue.pending.choice) is not None:
        named = choice.named(language)
        return tuple(AnswerOffered(words=words, request=Request(name=name)) for name, words in named)
    is_drills = dialogue.pending is None and training.is_asking and not _is_man_asked(training)
    if is_drills and training.round.drill.expects is not AnswerKind.YES_NO:
        return _of_drill(training.round.drill, language)
    if not dialogue.is_asked(game):
        return ()
    yes_or_no = (("choose_yes", RequestName.YES), ("choose_no", RequestName.NO))
    return tuple(AnswerOffered(words=language.pack.phrase(key), request=Request(name=name)) for key, name in yes_or_no)


def _is_man_asked(training: "Training") -> bool:
    """Whether it is asked who stands on the board."""
    return training.board is not None and training.board.board.asked is not None


def _of_drill(drill: Drill, language: PlayerLanguage) -> tuple[AnswerOffered, ...]:
    drill, pack = (drill.case if isinstance(drill, StrictCase) else drill), language.pack
    if isinstance(drill, CaseDrill) and drill.expects is AnswerKind.RULING and drill.has_choices:
        return _numbered(drill.played.choices, language)
    if isinstance(drill, AskDrill) and drill.task.choices:
        return _numbered(drill.question[1:], language)
    if isinstance(drill, CaseDrill) and drill.is_chosen:
        without = AnswerOffered(words=pack.phrase("drill_next"), request=Request(name=RequestName.NEXT))
        return (*_numbered(drill.question[1:], language), without)
    match drill.expects:
        case AnswerKind.RULING | AnswerKind.NUMBER:
            return tuple(AnswerOffered(words=pack.number(each), request=_number(each)) for each in range(1, MOST + 1))
        case AnswerKind.SQUARE_COLOR:
            colors = (("square_light", RequestName.LIGHT), ("square_dark", RequestName.DARK))
            return tuple(AnswerOffered(words=pack.phrase(key), request=Request(name=name)) for key, name in colors)
        case AnswerKind.ARTICLE:
            return (AnswerOffered(words=pack.phrase("drill_next"), request=Request(name=RequestName.NEXT)),)
        case AnswerKind.PIECE:
            kinds = ((kind, Request(name=RequestName.THIS_MAN, piece=kind)) for kind in chess.PIECE_TYPES)
            return tuple(AnswerOffered(words=pack.piece(kind), request=request) for kind, request in kinds)
    return ()


def _numbered(told: Sequence[Sentence], language: PlayerLanguage) -> tuple[AnswerOffered, ...]:
    words = (worded(each, language.pack, language.form) for each in told)
    return tuple(AnswerOffered(words=each, request=_number(number)) for number, each in enumerate(words, 1))


def _number(number: int) -> Request:
    return Request(name=RequestName.THIS_NUMBER, number=number)
