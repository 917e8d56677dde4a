"""What only a player who practises may ask: pawns, what-if, hints, the engine's level, and all of exploring."""

from collections.abc import Callable, Mapping

import chess

from access_chess.practice.analysis import Analyst
from access_chess.practice.engine import HIGHEST_LEVEL
from access_chess.practice.exploring import pawns_on, what_if
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.requests.words import PlayerLanguage
from access_chess.session.announcer import Announcer
from access_chess.session.explorer import Explorer
from access_chess.session.game_in_play import GameInPlay
from access_chess.session.ports import Pointing
from access_chess.session.practising.advisor import Advisor
from access_chess.session.seat_setup import Extras
from access_chess.speech.announcement import announce
from access_chess.speech.answers.position import color_name
from access_chess.speech.language.voice_pack import listed
from access_chess.speech.utterance import SpokenPart


class PracticeConsole:
    """Answers to one player; `extras` is what the player's console gets of it. `set_level` takes 1 to 10; without an
    `analyst` nobody explains moves.
    """

    def __init__(
        self,
        session: GameInPlay,
        announcer: Announcer,
        language: PlayerLanguage,
        *,
        set_level: Callable[[int], None],
        color: chess.Color | None = None,
        pointing: Pointing | None = None,
        analyst: Analyst | None = None,
    ) -> None:
        self._session = session
        self._announcer = announcer
        self._language = language
        self._pack = language.pack
        self._set_level = set_level
        self._advisor = Advisor(session, announcer, language, analyst, pointing)
        self._explorer = Explorer(session, announcer, language, color, pointing)

    @property
    def extras(self) -> Extras:
        """The requests of this console, and its single keys."""
        requests = {**self._explorer.requests, **self._advisor.requests, **self._requests}
        return Extras(requests=requests, keys=self._explorer)

    @property
    def _requests(self) -> Mapping[RequestName, Callable[[Request], None]]:
        return {
            RequestName.PAWNS: self._pawns,
            RequestName.WHAT_IF: self._what_if,
            RequestName.LEVEL: self._level,
        }

    def _pawns(self, request: Request) -> None:
        board = self._session.game.board
        files = range(8) if request.file is None else (request.file,)
        for each in files:
            squares = pawns_on(board, each)
            name = self._pack.name_of(self._pack.names.files[each])
            if squares:
                pawns = listed(self._pawn(board, square) for square in squares)
                self._say(self._pack.phrase("practice_file", file=name, pawns=pawns))
            elif request.file is not None:
                self._say(self._pack.phrase("practice_no_pawns", file=name))

    def _what_if(self, request: Request) -> None:
        board = self._session.game.board
        assert request.move is not None, "a question about no move is not finished"
        found = what_if(board, request.move)
        move = announce(board, request.move, self._pack, form=self._language.form)
        if found.hanging is None:
            self._say(self._pack.phrase("practice_what_if", move=move, count=found.replies))
        else:
            piece = self._pack.piece(found.hanging)
            self._say(self._pack.phrase("practice_what_if_attacked", move=move, count=found.replies, piece=piece))

    def _level(self, request: Request) -> None:
        if request.number is not None and 1 <= request.number <= HIGHEST_LEVEL:
            self._set_level(request.number)
            self._say(self._pack.phrase("level_set", level=request.number))
        else:
            self._say(self._pack.phrase("level_missing", most=HIGHEST_LEVEL))

    def _pawn(self, board: chess.Board, square: chess.Square) -> SpokenPart:
        rank = self._pack.name_of(self._pack.names.ranks[chess.square_rank(square)])
        color = color_name(board.color_at(square) is chess.WHITE, self._pack)
        return self._pack.phrase("practice_pawn", color=color, rank=rank)

    def _say(self, part: SpokenPart) -> None:
        self._session.once_told(self._announcer, lambda: self._announcer.reply(part, None))
