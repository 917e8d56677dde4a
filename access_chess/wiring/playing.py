"""The games at a table, one after the other, from the first words of each to the last."""

from functools import partial

import chess

from access_chess import first_word_is_out
from access_chess.edge.terminal.opening import Terminal
from access_chess.laws.game import Phase
from access_chess.laws.setup import Setup
from access_chess.phrased_error import PhrasedError
from access_chess.play.table_games import TableGames
from access_chess.profile import Profile
from access_chess.requests.row import blindfold
from access_chess.session.kept_time import gap_told
from access_chess.session.leaving import Leaving
from access_chess.session.record import Record, resume_game
from access_chess.speech.answers.clock import control_words
from access_chess.speech.answers.position import last_moves, starting_position, whose_turn, whose_turn_in
from access_chess.speech.utterance import SpokenPart
from access_chess.wiring.questions import questioner_at
from access_chess.wiring.table import TableParts, played


def play_games(
    parts: TableParts,
    terminal: Terminal,
    games: TableGames,
    record: Record,
    setup: Setup | None,
    *,
    goes_on: bool = False,
) -> None:
    """Play this game, and others of this setup after it (None: there are none), until the player leaves.

    A game that `goes_on` in another language is known to the players.
    """
    terminal.watch(games.look_for_hanging)
    sit = partial(_sit, parts, terminal, games, record, setup, goes_on=goes_on)
    if parts.window is None:
        sit()
        return

    def on_key() -> None:
        parts.announcer.silence_listener()
        games.look_for_hanging()

    parts.window.show(record.game)
    parts.window.run(sit, on_key)


def _sit(
    parts: TableParts, terminal: Terminal, games: TableGames, record: Record, setup: Setup | None, *, goes_on: bool
) -> None:
    pack, held = parts.language.pack, parts.held
    if goes_on and not record.game.is_over:
        parts.announcer.reply(whose_turn_in(record.game, pack), None)
    else:
        open_game(parts, record, level=games.level, is_first=terminal.is_typed)
    first_word_is_out()
    held.take(record.number)
    while (leaving := played(games, record)) not in (Leaving.QUIT, Leaving.LANGUAGE):
        if leaving is Leaving.NEW_GAME:
            if setup is None:
                raise PhrasedError("not_now")  # one invites again
            record = questioner_at(parts, terminal).begin(parts.journal, setup)
            held.take(record.number)
            open_game(parts, record, level=games.level)
        else:
            _train(parts, leaving, record.number)
            record = resume_game(parts.journal, record.number)
            if not record.game.is_over:
                parts.announcer.reply(whose_turn_in(record.game, pack), None)
    held.let_go()
    if leaving is Leaving.QUIT and not games.is_taken_over:
        is_kept = not parts.journal.is_in_memory
        phrase = "game_kept" if games.is_kept and is_kept else "game_unkept" if is_kept else "game_not_kept"
        parts.announcer.reply(pack.phrase(phrase, number=record.number), None)


def _train(parts: TableParts, leaving: Leaving, number: int) -> None:
    """The review of the game that has ended, the round of the day, or lessons."""
    from access_chess.wiring.sitting import Talk  # absent from all other profiles
    from access_chess.wiring.trainings import train_between

    talk = Talk(
        language=parts.language, announcer=parts.announcer, speaker=parts.speaker, inbox=parts.inbox,
        reader=parts.reader, window=parts.window,
    )  # fmt: skip
    lesson = None if parts.choice is None else parts.choice.lesson
    train_between(talk, leaving, number, lesson or "")


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
