"""The first words of a game: who plays, or where the game stands."""

import chess

from access_chess.laws.game import Phase
from access_chess.profile import Profile
from access_chess.requests.row import blindfold
from access_chess.session.kept_time import gap_told
from access_chess.session.record import Record
from access_chess.speech.answers.clock import control_words
from access_chess.speech.answers.position import last_moves, starting_position, whose_turn, whose_turn_in
from access_chess.speech.utterance import SpokenPart
from access_chess.wiring.table import TableParts


def open_game(parts: TableParts, record: Record, *, level: int, is_first: bool = False) -> None:
    """Say who plays, the program at this level, or where the game stands.

    Who practises is told how to move in the first game.
    """
    announcer, pack, form, game = parts.announcer, parts.language.pack, parts.language.form, record.game
    if record.entries > 1:
        stands = (*last_moves(game, 1, pack, form), whose_turn_in(game, pack))
        since = () if game.setup.is_elsewhere or game.phase is Phase.ADJOURNED else _taken_up(parts, record)
        for part in (*since, *stands):
            announcer.reply(part, None)
        return
    names = {chess.COLOR_NAMES[color]: _player(parts, color, record, level) for color in chess.COLORS}
    announcer.reply(pack.phrase("game_opens", **names), None)
    if is_first and parts.profile is Profile.PRACTICE:
        announcer.reply(pack.phrase("game_how"), None)
    if blindfold(game):
        announcer.reply(pack.phrase("blindfold"), None)
    if game.board.fen() != chess.STARTING_FEN and not game.setup.moves:  # which nobody knows by heart
        announcer.read(starting_position(game.board, pack), None)
    if game.setup.moves:
        for part in (*last_moves(game, 1, pack, form), whose_turn(game.board, pack)):
            announcer.reply(part, None)
    if game.setup.time is not None:
        announcer.reply(pack.phrase("clock_set_by_oneself", control=control_words(game.setup.time, pack)), None)


def _taken_up(parts: TableParts, record: Record) -> tuple[SpokenPart, ...]:
    """How a game goes on, what became of the time since, and which the arbiter has still to decide on."""
    pack = parts.language.pack
    if record.counts_gap:
        return ()
    if parts.profile is Profile.PRACTICE or (parts.opponent_is_away and record.gap):
        return (pack.phrase("game_resumes", time=record.gap),)
    if parts.opponent_is_away:
        return ()
    stood = () if record.game.is_clock_on and record.lost else (pack.phrase("clock_resumes", time=record.gap),)
    if record.lost is None:
        return stood
    return (*stood, gap_told(record.lost, "game_gap", pack))


def _player(parts: TableParts, color: chess.Color, record: Record, level: int) -> SpokenPart | str:
    pack = parts.language.pack
    if color is parts.color:
        return pack.phrase("player_self")
    if parts.color is not None and parts.profile is Profile.PRACTICE:
        return pack.phrase("player_engine", level=level)
    return record.game.setup.players[color].name or pack.phrase("player_other")
