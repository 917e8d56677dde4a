"""A table whose game is on a server: waited for in its lobby, and then followed there."""

from functools import partial

from msgspec.structs import replace

from access_chess.machine_clock import monotonic_clock
from access_chess.online.calls import game_stream
from access_chess.online.following import outcome_of
from access_chess.online.lines import GameFull, GameLine, GameState, game_line
from access_chess.play.at_server import SERVER_DEEDS, AtServer
from access_chess.play.lobby import LobbyGame
from access_chess.play.messages import ServerTold
from access_chess.play.server_stream import GameServer, LineNews, Listening
from access_chess.play.table_games import Furnished, TableGames
from access_chess.session.record import Record
from access_chess.wiring.table import TableParts, furnished, games_at


def server_games(parts: TableParts, server: GameServer, found: LobbyGame) -> TableGames:
    """The games at a table where the other player is on a server, which rules them by itself."""
    return games_at(parts, partial(_furnished, parts, server, found))


def _furnished(parts: TableParts, server: GameServer, found: LobbyGame, record: Record, level: int) -> Furnished:
    """Who sits there in one game; its stream is read from now on."""

    def put(told: GameLine | LineNews) -> None:
        parts.inbox.put(ServerTold(told=told, at=monotonic_clock()))

    stream = Listening[GameLine](server, game_stream(found.full.id), put, game_line, is_last=_is_last)
    at = AtServer(server=server, full=found.full, color=found.color, pack=parts.language.pack)
    made = furnished(parts, record, level, deeds=SERVER_DEEDS, server=at)

    def close() -> None:
        stream.close()
        made.close()

    stream.start()
    return replace(made, close=close)


def _is_last(line: GameLine) -> bool:
    """Whether nothing comes after it."""
    state = line.state if isinstance(line, GameFull) else line
    return isinstance(state, GameState) and outcome_of(state.status) is not None
