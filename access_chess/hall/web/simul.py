"""The simultaneous exhibitions of a hall: whose they are, where their givers stand, moves that wait for them."""

import secrets
from datetime import datetime
from functools import partial

import chess
from msgspec.structs import replace

from access_chess.edge.packs.texts import Texts, load_web_texts
from access_chess.hall.games.running_games import RunningGame
from access_chess.hall.people.hall_file import Simul
from access_chess.hall.rules.simul import SimulBoard, SimulWords, Style, kept_with, waiting
from access_chess.hall.web.hall import Hall
from access_chess.hall.web.place import Place, tell_aside
from access_chess.hall.web.visit import Visit
from access_chess.laws.commands import Command
from access_chess.laws.commands.base import ByPlayer
from access_chess.machine_clock import utc_now

COLORS = {"white": chess.WHITE, "black": chess.BLACK}


def simul_words(texts: Texts) -> SimulWords:
    """What a giver types, as the pages of a language have it: words with commas between."""

    def words(key: str) -> tuple[str, ...]:
        return tuple(word.strip().casefold() for word in texts.texts[key].split(","))

    return SimulWords(
        next=words("simul_words_next"), waiting=words("simul_words_waiting"), back=words("simul_words_back"),
        board=words("simul_words_board"),
    )  # fmt: skip


def simul_of(here: Visit, place: Place) -> tuple[Simul, bool] | None:
    """The exhibition that a game belongs to, and whether the visitor gives it; None where it belongs to none."""
    simul = here.hall.database.simuls.of_game(place.game.number)
    return None if simul is None or here.visitor is None else (simul, simul.giver == here.visitor.person)


def boards_of(hall: Hall, simul: Simul) -> tuple[SimulBoard, ...]:
    """All boards as they stand."""
    kept = hall.database.simuls.waits_since(simul.number)
    return tuple(
        _board(hall, game_of(hall, number), board, simul, kept.get(number))
        for board, number in enumerate(simul.games, 1)
    )


def game_of(hall: Hall, number: int) -> RunningGame:
    """A board's game."""
    seated = hall.database.seated(number)
    assert seated is not None, "it was begun with the exhibition"
    return hall.games.game(number, seated.level)


def _board(hall: Hall, game: RunningGame, board: int, simul: Simul, kept: datetime | None) -> SimulBoard:
    stands = game.game
    seated = hall.database.seated(game.number)
    is_there = seated is not None and seated.person_of(not simul.color) is not None
    since = kept
    if is_there and not stands.is_over and stands.turn is simul.color:
        since = hall.entries(game.number)[-1].wall
    return SimulBoard(board=board, game=game.number, waits_since=since, is_over=stands.is_over)


def waiting_text(hall: Hall, simul: Simul, texts: Texts) -> str:
    """Which boards wait, in one sentence."""
    found = [str(each.board) for each in waiting(boards_of(hall, simul))]
    return texts.text("simul_waits", boards=", ".join(found)) if found else texts.text("simul_none_waits")


def tell_giver(hall: Hall, simul: Simul, number: int) -> None:
    """A board has come to wait: the giver hears its number at the board where they are, unless that is the one."""
    current = hall.database.simuls.giver(simul.number).current
    if current is None or simul.games[current - 1] == number:
        return
    seat = game_of(hall, simul.games[current - 1]).seat_at(simul.color)
    if seat is not None:
        texts = load_web_texts(seat.manner.language.pack.name)
        tell_aside(seat, waiting_text(hall, simul, texts), texts.language)


def arrive(hall: Hall, simul: Simul, board: int) -> int:
    """The giver comes to a board: a move that waits there is made now. The board's game."""
    book, number = hall.database.simuls, simul.games[board - 1]
    with hall.walking:
        book.go(simul.number, book.giver(simul.number).at(board))
        kept = book.kept(number)
    if kept:
        game_of(hall, number).do(*kept)
        book.forget(number)  # a hall that ends between the two finds the commands taken by their ids
    return number


def must_wait(hall: Hall, game: RunningGame, commands: tuple[Command, ...]) -> bool:
    """Whether this is an opponent's move, and kept until the giver comes, who walks and stands at another board."""
    if not all(isinstance(each, ByPlayer) for each in commands):
        return False
    book = hall.database.simuls
    simul = book.of_game(game.number)
    if simul is None or simul.style is not Style.WALK:
        return False
    with hall.walking:
        current = book.giver(simul.number).current
        is_there = current is not None and simul.games[current - 1] == game.number
        kept = None if is_there else kept_with(book.kept(game.number), commands, game.game, not simul.color)
        if kept is None:
            return False
        named = [each if each.id else replace(each, id=secrets.token_hex(8)) for each in kept]
        book.keep(game.number, named, utc_now())
    _tell_kept(game, not simul.color)
    hall.games.later(partial(tell_giver, hall, simul, game.number))
    return True


def _tell_kept(game: RunningGame, color: chess.Color) -> None:
    """Say at the player's page, if there is one, that the move is kept; a station says it by itself."""
    seat = game.seat_at(color)
    if seat is not None:
        texts = load_web_texts(seat.manner.language.pack.name)
        tell_aside(seat, texts.text("simul_kept"), texts.language)
