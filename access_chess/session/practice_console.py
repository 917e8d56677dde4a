"""What only a player who practises may ask: attackers, pawns, what-if, hints, the engine's level."""

import random
from collections.abc import Callable, Mapping

import chess

from access_chess.conversation.answers import Language
from access_chess.notation.reading import MoveRead, read_move
from access_chess.practice.engine import LEVELS, choose_move
from access_chess.practice.questions import attackers, pawns_on, what_if
from access_chess.requests.typed_line import Typed, TypedName, read_file, read_squares
from access_chess.session.announcer import Announcer
from access_chess.session.session import Session
from access_chess.speech.announcement import announce
from access_chess.speech.answers.position import color_name
from access_chess.speech.language.voice_pack import joined, listed
from access_chess.speech.utterance import SpokenPart

HINT_LEVEL = 9  # a good move within two seconds; the tenth may take longer


class PracticeDesk:
    """Answers to one player; `extras` is what his desk gets of it. `set_level` takes 1 to 10."""

    def __init__(
        self, session: Session, announcer: Announcer, language: Language, *, set_level: Callable[[int], None]
    ) -> None:
        self._session = session
        self._announcer = announcer
        self._language = language
        self._pack = language.pack
        self._set_level = set_level

    @property
    def extras(self) -> Mapping[TypedName, Callable[[Typed], None]]:
        """The commands of this desk."""
        return {
            TypedName.ATTACKERS: self._attackers,
            TypedName.PAWNS: self._pawns,
            TypedName.WHAT_IF: self._what_if,
            TypedName.HINT: self._hint,
            TypedName.LEVEL: self._level,
        }

    def _attackers(self, typed: Typed) -> None:
        squares = read_squares(typed.rest, self._language.vocabulary)
        if not squares:
            self._say(self._pack.phrase("square_missing"))
            return
        board, square = self._session.game.board, squares[0]
        found = attackers(board, square)
        named = self._pack.square(square)
        if found:
            pieces = listed(self._man(board, at) for at in found)
            self._say(self._pack.phrase("practice_attackers", square=named, pieces=pieces))
        else:
            self._say(self._pack.phrase("practice_not_attacked", square=named))

    def _pawns(self, typed: Typed) -> None:
        file = read_file(typed.rest, self._language.vocabulary)
        if typed.rest and file is None:
            self._say(self._pack.phrase("not_read"))
            return
        board = self._session.game.board
        files = range(8) if file is None else (file,)
        for each in files:
            squares = pawns_on(board, each)
            name = self._pack.name_of(self._pack.names.files[each])
            if squares:
                pawns = listed(self._pawn(board, square) for square in squares)
                self._say(self._pack.phrase("practice_file", file=name, pawns=pawns))
            elif file is not None:
                self._say(self._pack.phrase("practice_no_pawns", file=name))

    def _what_if(self, typed: Typed) -> None:
        board = self._session.game.board
        reading = read_move(typed.rest, board, self._language.vocabulary)
        if not isinstance(reading, MoveRead):
            self._say(self._pack.phrase("move_missing"))
            return
        found = what_if(board, reading.move)
        move = announce(board, reading.move, self._pack, form=self._language.form)
        if found.hanging is None:
            self._say(self._pack.phrase("practice_what_if", move=move, count=found.replies))
        else:
            piece = self._pack.piece(found.hanging)
            self._say(self._pack.phrase("practice_what_if_attacked", move=move, count=found.replies, piece=piece))

    def _hint(self, typed: Typed) -> None:
        game = self._session.game
        if game.is_over:
            self._say(self._pack.phrase("not_now"))
            return
        move = choose_move(game.board, LEVELS[HINT_LEVEL - 1], chance=random.random, seen=game.keys)
        said = announce(game.board, move, self._pack, form=self._language.form)
        self._say(self._pack.phrase("practice_hint", move=said))

    def _level(self, typed: Typed) -> None:
        if typed.rest.isdecimal() and 1 <= int(typed.rest) <= len(LEVELS):
            self._set_level(int(typed.rest))
            self._say(self._pack.phrase("level_set", level=int(typed.rest)))
        else:
            self._say(self._pack.phrase("level_missing", most=len(LEVELS)))

    def _man(self, board: chess.Board, square: chess.Square) -> SpokenPart:
        piece = board.piece_at(square)
        assert piece is not None
        parts = (color_name(piece.color, self._pack), self._pack.piece(piece.piece_type), self._pack.square(square))
        return joined(parts)

    def _pawn(self, board: chess.Board, square: chess.Square) -> SpokenPart:
        rank = self._pack.name_of(self._pack.names.ranks[chess.square_rank(square)])
        color = color_name(board.color_at(square) is chess.WHITE, self._pack)
        return self._pack.phrase("practice_pawn", color=color, rank=rank)

    def _say(self, part: SpokenPart) -> None:
        self._announcer.reply(part, None)
