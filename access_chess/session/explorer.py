"""A position explored by one who practises: by single keys, typed words and voice; nothing of it touches a man (4.2).

The cursor is where the last question has left it, and a question that names no square is asked of its square.
"""

from collections.abc import Callable, Mapping, Sequence

import chess
from msgspec.structs import replace

from access_chess.practice.exploring import (
    Cursor,
    Direction,
    diagonal_of,
    line_through,
    new_cursor,
    next_man,
    runs,
)
from access_chess.practice.readings import ReadingOrder, changes, new_attacks, read_out
from access_chess.practice.relations import attackers, fight, hanging, pinned_by, pins, reach
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.requests.words import PlayerLanguage
from access_chess.session.announcer import Announcer
from access_chess.session.exploring_keys import NoRequest, asked_by_key
from access_chess.session.game_in_play import GameInPlay
from access_chess.session.ports import Pointing
from access_chess.speech.answers.position import what_is_on
from access_chess.speech.practising import reading_words, relation_words, square_words
from access_chess.speech.utterance import Earcon, Priority, SpokenPart, Utterance

_ORDERS = {
    RequestName.BOARD: ReadingOrder.BY_KIND,
    RequestName.BOARD_BY_RANK: ReadingOrder.BY_RANK,
    RequestName.BOARD_BY_FILE: ReadingOrder.BY_FILE,
    RequestName.BOARD_MINE_FIRST: ReadingOrder.MINE_FIRST,
    RequestName.BOARD_FROM_KING: ReadingOrder.FROM_THE_KING,
}
_KEYS = ("squares", "lines", "men", "square", "position", "marks")  # of the phrases that tell the keys


class Explorer:
    """Answers about the position to the player of `color` (None: to the one to move, where both share the place)."""

    def __init__(
        self,
        session: GameInPlay,
        announcer: Announcer,
        language: PlayerLanguage,
        color: chess.Color | None,
        pointing: Pointing | None = None,
    ) -> None:
        self._session = session
        self._announcer = announcer
        self._pack = language.pack
        self._color = color
        self._pointing = pointing
        self._cursor: Cursor | None = None
        self._was_read: chess.Board | None = None
        self.is_on = False

    @property
    def requests(self) -> Mapping[RequestName, Callable[[Request], None]]:
        """What is answered here."""
        return {
            RequestName.EXPLORE: self._begin,
            RequestName.EXPLORE_END: self._end,
            RequestName.EXPLORE_KEYS: self._tell_keys,
            RequestName.GO_TO: self._go_to,
            RequestName.GO_TO_LAST: self._go_to_last,
            RequestName.GO_TO_MARK: self._go_to_mark,
            RequestName.MARK: self._mark,
            RequestName.NEXT_MAN: self._next_man,
            RequestName.SQUARE_COLOR: self._square_color,
            RequestName.REACH: self._reach,
            RequestName.CAPTURES: self._captures,
            RequestName.ATTACKERS: self._attackers,
            RequestName.DEFENDERS: self._defenders,
            RequestName.FIGHT: self._fight,
            RequestName.HANGING: self._hanging,
            RequestName.PINS: self._pins,
            RequestName.READ_RANK: self._read_rank,
            RequestName.READ_FILE: self._read_file,
            RequestName.READ_DIAGONAL: self._read_diagonal,
            RequestName.CHANGED: self._changed,
            RequestName.BOARD_NEW: self._board_new,
            RequestName.READ_ON: self._read_on,
            **dict.fromkeys(_ORDERS, self._read),
        }

    def asked(self, key: str) -> Request | None:
        """What a key asks for while a position is explored; None: it asks for nothing, and that has been told."""
        found = asked_by_key(key, self._here, self._board, self._pack.language)
        match found:
            case NoRequest.EDGE:
                edge = Utterance(parts=(), priority=Priority.NEXT, earcon=Earcon.EDGE)
                self._session.once_told(self._announcer, lambda: self._announcer.say(edge))
                return None
            case NoRequest.UNKNOWN:
                self._say(self._pack.phrase("explore_no_key"))
                return None
        return found

    @property
    def _board(self) -> chess.Board:
        return self._session.game.board

    @property
    def _own(self) -> chess.Color:
        return self._session.game.turn if self._color is None else self._color

    @property
    def _here(self) -> Cursor:
        if self._cursor is None:
            self._cursor = new_cursor(self._board, self._own)
        return self._cursor

    def _begin(self, request: Request) -> None:
        self.is_on = True
        self._move_to(self._here.square)
        self._say(self._pack.phrase("explore_begins"), square_words.look(self._board, self._here.square, self._pack))

    def _end(self, request: Request) -> None:
        self.is_on = False
        if self._pointing is not None:
            self._pointing.look_at(None)
        self._say(self._pack.phrase("explore_ends"))

    def _tell_keys(self, request: Request) -> None:
        self._read_out([self._pack.phrase(f"explore_keys_{each}") for each in _KEYS])

    def _go_to(self, request: Request) -> None:
        self._move_to(request.squares[-1])
        self._say(*(square_words.look(self._board, square, self._pack) for square in request.squares))

    def _go_to_last(self, request: Request) -> None:
        plies = self._session.game.plies
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
            self._say(square_words.found_man(found, kind, self._pack))

    def _square_color(self, request: Request) -> None:
        self._say(square_words.shade(self._square(request), self._pack))

    def _reach(self, request: Request) -> None:
        if (square := self._manned(request)) is not None:
            found, by = reach(self._board, square), pinned_by(self._board, square)
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
        self._say(square_words.line(runs(self._board, line), self._pack))

    def _changed(self, request: Request) -> None:
        """What the opponent has done since this player's last move."""
        plies, own = self._session.game.plies, self._own
        mine = max((index for index, ply in enumerate(plies) if ply.color is own), default=-1)
        since = plies[mine + 1 :]
        if not since:
            self._say(self._pack.phrase("changed_nothing"))
            return
        told = [reading_words.moved(ply.before, ply.move, self._pack) for ply in since]
        attacked = new_attacks(since[0].before, self._board, own, [ply.move for ply in since])
        if attacked:
            told.append(reading_words.attacks_now(attacked, self._pack))
        self._say(*told)

    def _read(self, request: Request) -> None:
        parts = read_out(self._board, _ORDERS[request.name], self._own)
        self._read_out([reading_words.stretch(self._board, part, self._pack) for part in parts])
        self._was_read = self._board.copy(stack=False)

    def _board_new(self, request: Request) -> None:
        if self._was_read is None:
            self._read(replace(request, name=RequestName.BOARD))
            return
        self._read_out(reading_words.changed(changes(self._was_read, self._board), self._pack))
        self._was_read = self._board.copy(stack=False)

    def _read_on(self, request: Request) -> None:
        def read_on() -> None:
            if not self._announcer.read_on():
                self._announcer.reply(self._pack.phrase("reading_over"), self._color)

        self._session.once_told(self._announcer, read_on)

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
        if self._pointing is not None:
            self._pointing.look_at(square)

    def _look_at(self, square: chess.Square) -> None:
        self._move_to(square)
        self._say(square_words.look(self._board, square, self._pack))

    def _say(self, *parts: SpokenPart) -> None:
        self._session.once_told(self._announcer, lambda: self._reply(parts))

    def _reply(self, parts: Sequence[SpokenPart]) -> None:
        for part in parts:
            self._announcer.reply(part, self._color)

    def _read_out(self, parts: Sequence[SpokenPart]) -> None:
        self._session.once_told(self._announcer, lambda: self._announcer.read(parts, self._color))
