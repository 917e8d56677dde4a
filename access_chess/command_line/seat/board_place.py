"""The sensor boards of `play`: whose they are, and who is told of them."""

from collections.abc import Callable, Sequence
from functools import partial

import chess
from msgspec.structs import replace

from access_chess.board.pegs.players_board import BoardNoticeKind, Notice
from access_chess.board.ports import EmulatedBoard, Listener, SensorBoard, SimulatedHand
from access_chess.command_line.options.board_names import MOST
from access_chess.conversation.board_notices import notice_words
from access_chess.edge.boards.registry import open_board
from access_chess.edge.boards.table import BoardTable, TableBoard
from access_chess.edge.storage.calibration import load_calibration
from access_chess.laws.game import Game
from access_chess.profile import Profile
from access_chess.requests.words import PlayerLanguage
from access_chess.session.announcer import Announcer
from access_chess.session.console import Console
from access_chess.session.game_series import Entry
from access_chess.session.ports import OnTrouble
from access_chess.session.seat_setup import SeatSetup
from access_chess.speech.answers.position import color_name


def with_boards(
    place: SeatSetup,
    names: Sequence[str],
    announcer: Announcer,
    language: PlayerLanguage,
    *,
    enter: Callable[[Entry], None],
    move_hand: Callable[[SimulatedHand, list[str]], None],
) -> SeatSetup:
    """The place with these boards, one or two.

    `enter` takes what the console has to do; `move_hand` does a typed line by the hand of an emulated board, or raises
    ValueError. Raises CalibrationError.
    """
    calibration = load_calibration()

    def boards(game: Game, on_trouble: OnTrouble) -> BoardTable:
        owners = _owners(len(names), game, place.color)
        seats = [
            TableBoard(
                open=partial(_opened, name, announcer=announcer, language=language),
                color=color,
                announces=place.profile is not Profile.TOURNAMENT,
                has_levers=not all(game.setup.presses_for[each] for each in chess.COLORS),
            )
            for name, color in zip(names, owners, strict=True)
        ]
        telling = _Telling(announcer, language, enter, is_one_of_two=len(names) == MOST)
        return BoardTable(
            seats,
            tell=telling.tell,
            on_trouble=on_trouble,
            on_listen=lambda: enter(Console.listen),
            move_hand=move_hand,
            calibration=calibration,
        )

    return replace(place, boards=boards)


def _owners(count: int, game: Game, own: chess.Color | None) -> tuple[chess.Color | None, ...]:
    """Two boards are White's and Black's; one is the only blind player's, or that of the player against the program."""
    if count == MOST:
        return (chess.WHITE, chess.BLACK)
    blind = [color for color in chess.COLORS if game.setup.players[color].is_blind]
    return (blind[0] if len(blind) == 1 and own is None else own,)


def _opened(
    name: str, listener: Listener, occupied: chess.SquareSet, *, announcer: Announcer, language: PlayerLanguage
) -> SensorBoard | EmulatedBoard:
    opened = open_board(name, listener, occupied)
    if isinstance(opened, EmulatedBoard) and opened.why_not_firmware:
        announcer.reply(language.pack.phrase("board_in_process"), None)
    return opened


class _Telling:
    """Tells players of their boards."""

    def __init__(
        self,
        announcer: Announcer,
        language: PlayerLanguage,
        enter: Callable[[Entry], None],
        *,
        is_one_of_two: bool,
    ) -> None:
        self._announcer = announcer
        self._pack = language.pack
        self._enter = enter
        self._is_one_of_two = is_one_of_two

    def tell(self, notice: Notice, color: chess.Color | None) -> None:
        """Say it to the player whose board it is; the question after a new piece is the console's."""
        if notice.kind is BoardNoticeKind.WHICH_PIECE:
            self._enter(Console.ask_new_piece)
        words = notice_words(notice, self._pack)
        if words and color is not None and self._is_one_of_two:
            words = (self._pack.phrase("board_of", color=color_name(color, self._pack)), *words)
        for part in words:
            self._announcer.reply(part, color)
