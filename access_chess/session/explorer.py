"""A position explored by one who practises: by single keys, typed words and voice; nothing of it touches a man (4.2).

The cursor is where the last question has left it, and a question that names no square is asked of its square.
"""

from collections.abc import Callable, Mapping, Sequence

import chess
from msgspec import Struct
from msgspec.structs import replace

from access_chess.conversation.state import Say
from access_chess.laws.game import Game
from access_chess.practice.exploring import (
    Cursor,
    Direction,
    diagonal_of,
    line_through,
    new_cursor,
    next_man,
    pawns_on,
    runs,
    what_if,
)
from access_chess.practice.readings import ReadingOrder, changes, new_attacks, read_out
from access_chess.practice.relations import attackers, fight, hanging, pinned_by, pins, reach
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.requests.words import PlayerLanguage
from access_chess.session.announcer import LookAt, Read, ReadOn, Told
from access_chess.session.exploring_keys import NoRequest, asked_by_key
from access_chess.speech.announcement import announce
from access_chess.speech.answers.position import color_name, what_is_on
from access_chess.speech.language.voice_pack import VoicePack, listed
from access_chess.speech.practising import position_words, relation_words
from access_chess.speech.utterance import Earcon, Priority, SpokenPart, Utterance

_ORDERS = {
    RequestName.BOARD: ReadingOrder.BY_KIND,
    RequestName.BOARD_BY_RANK: ReadingOrder.BY_RANK,
    RequestName.BOARD_BY_FILE: ReadingOrder.BY_FILE,
    RequestName.BOARD_MINE_FIRST: ReadingOrder.MINE_FIRST,
    RequestName.BOARD_FROM_KING: ReadingOrder.FROM_THE_KING,
}
_KEYS = ("squares", "lines", "men", "square", "position", "marks")  # of the phrases that tell the keys


class Exploring(Struct, frozen=True, kw_only=True):
    """How far a player has explored: a value, whose every question makes the next.

    `color` is the player's (None: of the one to move, where both share the place). `was_read` is the board as it was
    read out last. `is_on`: single keys ask.
    """

    pack: VoicePack
    color: chess.Color | None
    cursor: Cursor | None = None
    was_read: chess.Board | None = None
    is_on: bool = False

    def after(self, request: Request, game: Game) -> tuple["Exploring", tuple[Told, ...]]:
        """What one of `EXPLORED` leads to, and what is told."""
        look = _Look(self, game)
        EXPLORED[request.name](look, request)
        return look.found

    def asked(self, key: str, game: Game) -> Request | tuple[Told, ...]:
        """What a key asks for while a position is explored; else what is told of it."""
        here = self.cursor or new_cursor(game.board, own_color(self.color, game))
        match asked_by_key(key, here, game.board, self.pack.language):
            case NoRequest.EDGE:
                return (Utterance(parts=(), priority=Priority.NEXT, earcon=Earcon.EDGE),)
            case NoRequest.UNKNOWN:
                return (Say(part=self.pack.phrase("explore_no_key"), color=self.color),)
            case Request() as request:
                return request


def own_color(color: chess.Color | None, game: Game) -> chess.Color:
    """Whose side is explored."""
    return game.turn if color is None else color


class _Look:
    """One question about a position: where it leaves the cursor, and what is told."""

    def __init__(self, exploring: Exploring, game: Game) -> None:
        self._before = exploring
        self._game = game
        self._board = game.board
        self._pack = exploring.pack
        self._color = exploring.color
        self._own = own_color(exploring.color, game)
        self._cursor = exploring.cursor
        self._was_read = exploring.was_read
        self._is_on = exploring.is_on
        self._told: list[Told] = []

    @property
    def found(self) -> tuple[Exploring, tuple[Told, ...]]:
        """How far it has been explored now, and what is told."""
        now = replace(self._before, cursor=self._cursor, was_read=self._was_read, is_on=self._is_on)
        return now, tuple(self._told)

    @property
    def _here(self) -> Cursor:
        if self._cursor is None:
            self._cursor = new_cursor(self._board, self._own)
        return self._cursor

    def _begin(self, request: Request) -> None:
        self._is_on = True
        self._move_to(self._here.square)
        self._say(self._pack.phrase("explore_begins"), position_words.look(self._board, self._here.square, self._pack))

    def _end(self, request: Request) -> None:
        self._is_on = False
        self._told.append(LookAt(square=None))
        self._say(self._pack.phrase("explore_ends"))

    def _tell_keys(self, request: Request) -> None:
        self._read_out([self._pack.phrase(f"explore_keys_{each}") for each in _KEYS])

    def _go_to(self, request: Request) -> None:
        self._move_to(request.squares[-1])
        self._say(*(position_words.look(self._board, square, self._pack) for square in request.squares))

    def _go_to_last(self, request: Request) -> None:
        plies = self._game.plies
        if not plies:
            self._say(self._pack.phrase("answer_no_moves"))
            return
        self._look_at(plies[-1].move.to_square)

    def _go_to_mark(self, request: Request) -> None:
        mark = self._here.mark
        if mark is None:
            self._say(self._pack.phrase("no_mark"))
        else:
            self._look_at(mark)

    def _mark(self, request: Request) -> None:
        square = self._square(request)
        self._cursor = replace(self._here, mark=square)
        self._say(self._pack.phrase("mark_set", square=self._pack.square(square)))

    def _next_man(self, request: Request) -> None:
        kind = request.piece
        assert kind is not None, "a question for no piece is not finished"
        color = (self._own is not request.is_opponents) if request.whose is None else request.whose
        found = next_man(self._board, self._here, kind, color)
        if found is None:
            self._say(self._pack.phrase("answer_no_such_piece", piece=self._pack.piece(kind)))
        else:
            self._move_to(found.square)
            self._say(position_words.found_man(found, kind, self._pack))

    def _square_color(self, request: Request) -> None:
        self._say(position_words.shade(self._square(request), self._pack))

    def _reach(self, request: Request) -> None:
        if (square := self._manned(request)) is not None:
            found, by = reach(self._board, square), pinned_by(self._board, square)
            self._told.append(LookAt(square=square, targets=frozenset((*found.quiet, *found.captures))))
            self._say(relation_words.reached(self._board, square, found, by, self._pack))

    def _captures(self, request: Request) -> None:
        if (square := self._manned(request)) is not None:
            self._say(relation_words.taken(self._board, reach(self._board, square), self._pack))

    def _attackers(self, request: Request) -> None:
        square = self._square(request)
        men = attackers(self._board, not self._owner(square), square)
        self._say(relation_words.attacked(self._board, men, self._pack))

    def _defenders(self, request: Request) -> None:
        square = self._square(request)
        men = attackers(self._board, self._owner(square), square)
        self._say(relation_words.defended(self._board, men, self._pack))

    def _fight(self, request: Request) -> None:
        square = self._square(request)
        found = fight(self._board, square)
        if found is None:
            self._attackers(request)
            self._defenders(request)
        else:
            self._say(relation_words.fought_over(self._board, square, found, self._pack))

    def _hanging(self, request: Request) -> None:
        own, others = hanging(self._board, self._own), hanging(self._board, not self._own)
        self._say(relation_words.hangs(self._board, own, others, self._pack))

    def _pins(self, request: Request) -> None:
        own, others = pins(self._board, self._own), pins(self._board, not self._own)
        self._say(*relation_words.pinned(self._board, own, others, self._pack))

    def _read_rank(self, request: Request) -> None:
        if request.number is None or not 1 <= request.number <= 8:
            self._say(self._pack.phrase("number_missing"))
        else:
            self._tell_line(line_through(chess.square(0, request.number - 1), Direction.RIGHT))

    def _read_file(self, request: Request) -> None:
        file = chess.square_file(self._here.square) if request.file is None else request.file
        self._tell_line(line_through(chess.square(file, 0), Direction.UP))

    def _read_diagonal(self, request: Request) -> None:
        """The one on which two squares lie, or both through one square."""
        one, other = (request.squares or (self._here.square,))[0], request.squares[-1] if request.squares else None
        if other is None or other == one:
            for direction in (Direction.UP_RIGHT, Direction.DOWN_RIGHT):
                if len(line := line_through(one, direction)) > 1:
                    self._tell_line(line)
        elif (found := diagonal_of(one, other)) is None:
            named = {"square": self._pack.square(one), "other": self._pack.square(other)}
            self._say(self._pack.phrase("no_diagonal", **named))
        else:
            self._tell_line(line_through(one, found))

    def _tell_line(self, line: tuple[chess.Square, ...]) -> None:
        self._say(position_words.line(runs(self._board, line), self._pack))

    def _changed(self, request: Request) -> None:
        """What the opponent has done since this player's last move."""
        plies, own = self._game.plies, self._own
        mine = max((index for index, ply in enumerate(plies) if ply.color is own), default=-1)
        since = plies[mine + 1 :]
        if not since:
            self._say(self._pack.phrase("changed_nothing"))
            return
        told = [position_words.moved(ply.before, ply.move, self._pack) for ply in since]
        attacked = new_attacks(since[0].before, self._board, own, [ply.move for ply in since])
        if attacked:
            told.append(position_words.attacks_now(attacked, self._pack))
        self._say(*told)

    def _read(self, request: Request) -> None:
        parts = read_out(self._board, _ORDERS[request.name], self._own)
        told = [position_words.stretch(self._board, part, self._pack) for part in parts]
        self._read_out(told or [self._pack.phrase("answer_board_empty")])
        self._was_read = self._board.copy(stack=False)

    def _board_new(self, request: Request) -> None:
        if self._was_read is None:
            self._read(replace(request, name=RequestName.BOARD))
            return
        self._read_out(position_words.changed(changes(self._was_read, self._board), self._pack))
        self._was_read = self._board.copy(stack=False)

    def _read_on(self, request: Request) -> None:
        self._told.append(ReadOn(if_over=Say(part=self._pack.phrase("reading_over"), color=self._color)))

    def _manned(self, request: Request) -> chess.Square | None:
        """The square that is asked about, if somebody stands on it; else that is told."""
        square = self._square(request)
        if self._board.piece_type_at(square) is not None:
            return square
        self._say(what_is_on(self._board, square, self._pack))
        return None

    def _square(self, request: Request) -> chess.Square:
        if request.squares:
            self._move_to(request.squares[0])
        return self._here.square

    def _owner(self, square: chess.Square) -> chess.Color:
        """Whose the man on a square is; an empty one is defended by the player."""
        color = self._board.color_at(square)
        return self._own if color is None else color

    def _move_to(self, square: chess.Square) -> None:
        self._cursor = replace(self._here, square=square)
        self._told.append(LookAt(square=square))

    def _look_at(self, square: chess.Square) -> None:
        self._move_to(square)
        self._say(position_words.look(self._board, square, self._pack))

    def _say(self, *parts: SpokenPart) -> None:
        self._told += (Say(part=part, color=self._color) for part in parts)

    def _read_out(self, parts: Sequence[SpokenPart]) -> None:
        self._told.append(Read(parts=tuple(parts), color=self._color))


#: What is answered of a position.
EXPLORED: Mapping[RequestName, Callable[[_Look, Request], None]] = {
    RequestName.EXPLORE: _Look._begin,
    RequestName.EXPLORE_END: _Look._end,
    RequestName.EXPLORE_KEYS: _Look._tell_keys,
    RequestName.GO_TO: _Look._go_to,
    RequestName.GO_TO_LAST: _Look._go_to_last,
    RequestName.GO_TO_MARK: _Look._go_to_mark,
    RequestName.MARK: _Look._mark,
    RequestName.NEXT_MAN: _Look._next_man,
    RequestName.SQUARE_COLOR: _Look._square_color,
    RequestName.REACH: _Look._reach,
    RequestName.CAPTURES: _Look._captures,
    RequestName.ATTACKERS: _Look._attackers,
    RequestName.DEFENDERS: _Look._defenders,
    RequestName.FIGHT: _Look._fight,
    RequestName.HANGING: _Look._hanging,
    RequestName.PINS: _Look._pins,
    RequestName.READ_RANK: _Look._read_rank,
    RequestName.READ_FILE: _Look._read_file,
    RequestName.READ_DIAGONAL: _Look._read_diagonal,
    RequestName.CHANGED: _Look._changed,
    RequestName.BOARD_NEW: _Look._board_new,
    RequestName.READ_ON: _Look._read_on,
    **dict.fromkeys(_ORDERS, _Look._read),
}


def pawns_told(game: Game, file: int | None, pack: VoicePack) -> tuple[SpokenPart, ...]:
    """The pawns of a file, or of all files on which there are any."""
    told = []
    for each in range(8) if file is None else (file,):
        squares = pawns_on(game.board, each)
        name = pack.name_of(pack.names.files[each])
        if squares:
            pawns = listed(_pawn(game.board, square, pack) for square in squares)
            told.append(pack.phrase("practice_file", file=name, pawns=pawns))
        elif file is not None:
            told.append(pack.phrase("practice_no_pawns", file=name))
    return tuple(told)


def _pawn(board: chess.Board, square: chess.Square, pack: VoicePack) -> SpokenPart:
    rank = pack.name_of(pack.names.ranks[chess.square_rank(square)])
    return pack.phrase("practice_pawn", color=color_name(board.color_at(square) is chess.WHITE, pack), rank=rank)


def what_if_told(game: Game, move: chess.Move, language: PlayerLanguage) -> SpokenPart:
    """What would come of a move."""
    pack, found = language.pack, what_if(game.board, move)
    said = announce(game.board, move, pack, form=language.form)
    if found.hanging is None:
        return pack.phrase("practice_what_if", move=said, count=found.replies)
    piece = pack.piece(found.hanging)
    return pack.phrase("practice_what_if_attacked", move=said, count=found.replies, piece=piece)
