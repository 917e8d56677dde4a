"""A whole game as it is kept: PGN for programs, a scoresheet as text for people, the same in braille."""

from datetime import date, timedelta

import chess
import chess.pgn

from access_chess.laws.commands import Result
from access_chess.laws.game import Game, Ply
from access_chess.laws.time_control import TimeControl
from access_chess.notation.braille import braille, braille_file_text
from access_chess.notation.letters import Letters
from access_chess.notation.written import san

BRAILLE_LINE = 40  # cells in a line of embossed paper
_STANDARD_RESULTS = {Result.WHITE_WINS: "1-0", Result.BLACK_WINS: "0-1", Result.DRAW: "1/2-1/2"}


def pgn(game: Game, begun: date) -> str:
    """The game in PGN, with the mover's display when each move was made; it ends before a move that is not legal."""
    record = chess.pgn.Game()
    record.headers.update({"Event": "?", "Site": "?", "Date": begun.strftime("%Y.%m.%d"), "Round": "?"})
    record.headers["White"] = game.setup.players.white.name or "?"
    record.headers["Black"] = game.setup.players.black.name or "?"
    record.headers["Result"] = _STANDARD_RESULTS.get(_result(game), "*")
    if game.setup.time is not None:
        record.headers["TimeControl"] = _time_control(game.setup.time)
    if game.end is not None:
        record.headers["Termination"] = game.end.ending.value
    start = chess.Board(game.setup.fen, chess960=game.setup.is_chess960)
    if start.fen() != chess.STARTING_FEN or start.chess960:
        record.setup(start)
    node: chess.pgn.GameNode = record
    for ply in game.plies:
        if not ply.legal:
            node.comment = "an illegal move followed"
            break
        node = node.add_variation(ply.move)
        if ply.clock is not None and game.setup.time is not None:
            node.set_clock(ply.clock.remaining(ply.color, ply.clock.since).total_seconds())
    return f"{record}\n"


def scoresheet(game: Game, letters: Letters) -> str:
    """The game as a list to be read line by line: "1. e4 e5", the result at the end."""
    lines = [_names(game)]
    for number, written in _numbered([(ply, _san(ply, letters)) for ply in game.plies]):
        lines.append(f"{number}. {written}")
    lines.append(_result(game).value if game.end is not None else "*")
    return "\n".join(lines) + "\n"


def braille_scoresheet(game: Game, letters: Letters) -> str:
    """The moves as a braille file (BRF), as many to the line as fit."""
    moves = [braille(ply.before, ply.move, letters) for ply in game.plies if ply.legal]
    lines, line = [], ""
    for move in moves:
        if line and len(line) + 1 + len(move) > BRAILLE_LINE:
            lines.append(line)
            line = ""
        line = f"{line} {move}" if line else move
    return braille_file_text("\n".join([*lines, line]) + "\n")


def _names(game: Game) -> str:
    players = game.setup.players
    return f"{players.white.name or '?'} - {players.black.name or '?'}"


def _numbered(written: list[tuple[Ply, str]]) -> list[tuple[int, str]]:
    """White's and Black's moves of each number; where Black begins, dots stand for White's."""
    rows: list[tuple[int, str]] = []
    for ply, text in written:
        number = ply.before.fullmove_number
        if ply.color is chess.BLACK and rows and rows[-1][0] == number:
            rows[-1] = (number, f"{rows[-1][1]} {text}")
        else:
            rows.append((number, text if ply.color else f"... {text}"))
    return rows


def _san(ply: Ply, letters: Letters) -> str:
    return san(ply.before, ply.move, letters) if ply.legal else f"{ply.move.uci()}?"


def _result(game: Game) -> Result:
    return game.end.result if game.end is not None else Result.NONE


def _time_control(control: TimeControl) -> str:
    """As PGN has it: 40/7200:900+30; a dash where there is no limit, a question mark for what it has no form for."""
    if control.periods[0].counts_up:
        return "-"
    if control.black or control.periods[-1].renewed:
        return "?"
    return ":".join(
        (f"{period.moves}/" if period.moves else "*" if period.sandglass else "")
        + _seconds(period.time)
        + (f"+{_seconds(period.increment)}" if period.increment else "")
        for period in control.periods
    )


def _seconds(time: timedelta) -> str:
    return f"{time.total_seconds():g}"
