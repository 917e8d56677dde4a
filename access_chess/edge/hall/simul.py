"""The simultaneous exhibitions of a hall: whose they are, where their givers stand, moves that wait for them."""

from datetime import datetime

import chess

from access_chess.edge.hall.database import Simul
from access_chess.edge.hall.place import Place, tell_aside
from access_chess.edge.hall.visit import Visit
from access_chess.edge.packs.texts import Texts, load_web_texts
from access_chess.hall.simul import Giver, SimulBoard, Style, Words, waiting
from access_chess.machine_clock import utc_now
from access_chess.session.hosting.ports import HostedGame


def simul_words(texts: Texts) -> Words:
    """What a giver types, as the pages of a language have it: words with commas between."""

    def words(key: str) -> tuple[str, ...]:
        return tuple(word.strip().casefold() for word in texts.texts[key].split(","))

    return Words(
        next=words("simul_words_next"), waiting=words("simul_words_waiting"), back=words("simul_words_back"),
        board=words("simul_words_board"),
    )  # fmt: skip


def simul_of(here: Visit, place: Place) -> tuple[Simul, bool] | None:
    """The exhibition that a game belongs to, and whether the visitor gives it; None where it belongs to none."""
    simul = here.hall.database.simul_of_game(place.game.number)
    return None if simul is None or here.visitor is None else (simul, simul.giver == here.visitor.person)


def giver_of(here: Visit, simul: Simul) -> Giver:
    """Where he stands; after a restart he stands nowhere yet."""
    return here.hall.givers.setdefault(simul.number, Giver())


def boards_of(here: Visit, simul: Simul) -> tuple[SimulBoard, ...]:
    """All boards as they stand."""
    prepared = giver_of(here, simul).prepared
    return tuple(
        _board(here, game(here, number), place, simul, prepared.get(number))
        for place, number in enumerate(simul.games, 1)
    )


def game(here: Visit, number: int) -> HostedGame:
    """A board's game."""
    seated = here.hall.database.seated(number)
    assert seated is not None, "it was begun with the exhibition"
    return here.hall.games.game(number, seated.level)


def _board(
    here: Visit, game: HostedGame, board: int, simul: Simul, prepared: tuple[str, datetime] | None
) -> SimulBoard:
    stands = game.game
    seated = here.hall.database.seated(game.number)
    is_there = seated is not None and seated.person_of(not simul.color) is not None
    since = None if prepared is None else prepared[1]
    if is_there and not stands.is_over and stands.turn is simul.color:
        since = here.hall.entries(game.number)[-1].wall
    return SimulBoard(board=board, game=game.number, waits_since=since, is_over=stands.is_over)


def waiting_text(here: Visit, simul: Simul, texts: Texts) -> str:
    """Which boards wait, in one sentence."""
    found = [str(each.board) for each in waiting(boards_of(here, simul))]
    return texts.text("simul_waits", boards=", ".join(found)) if found else texts.text("simul_none_waits")


def tell_giver(here: Visit, simul: Simul, number: int) -> None:
    """A board has come to wait: the giver hears its number at the board where he is, unless that is the one."""
    giver = giver_of(here, simul)
    if giver.current is None or simul.games[giver.current - 1] == number:
        return
    seat = game(here, simul.games[giver.current - 1]).seat_at(simul.color)
    if seat is not None:
        texts = load_web_texts(seat.manner.language.pack.name)
        tell_aside(seat, waiting_text(here, simul, texts), texts.language)


def arrive(here: Visit, simul: Simul, board: int) -> int:
    """The giver comes to a board: a move that waits for him there is made now. The board's game."""
    giver, number = giver_of(here, simul), simul.games[board - 1]
    if giver.current != board:
        giver.before, giver.current = giver.current, board
    prepared = giver.prepared.pop(number, None)
    opponent = game(here, number).seat_at(not simul.color)
    if prepared is not None and opponent is not None:
        opponent.enter(prepared[0])
    return number


def must_wait(here: Visit, simul: Simul, place: Place, line: str) -> bool:
    """Whether an opponent's move is only kept until the giver comes, who walks from board to board."""
    giver = giver_of(here, simul)
    is_there = giver.current is not None and simul.games[giver.current - 1] == place.game.number
    if simul.style is not Style.WALK or is_there or place.color is simul.color or not place.seat.is_move(line):
        return False
    giver.prepared[place.game.number] = line, utc_now()
    return True


COLORS = {"white": chess.WHITE, "black": chess.BLACK}
