"""`access-chess demo`: a whole game to listen to."""

import contextlib
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import chess
import chess.pgn
import click

from access_chess.board.ports import EmulatedBoard, Listener
from access_chess.command_line.options.defaults import names_option
from access_chess.command_line.options.errors import InputError, wrong
from access_chess.command_line.options.talking import sound_options
from access_chess.command_line.options.told import tell
from access_chess.command_line.options.told_help import ToldCommand
from access_chess.edge.boards.emulator import emulated_board
from access_chess.edge.boards.in_process import in_process_board
from access_chess.edge.packs.voice_packs import REFERENCE, FileNames, load_voice_pack, with_file_names
from access_chess.edge.sheets.files import open_sheet_file
from access_chess.edge.terminal.plain import StandardOutput
from access_chess.play.demonstration.demonstrated_board import NoReportError, OpenBoard
from access_chess.play.demonstration.demonstration import RecordNotAllowedError, demonstrate
from access_chess.play.demonstration.guide import scene_words
from access_chess.scoresheets.comparison_words import reading_words
from access_chess.scoresheets.faults import ENDING, faults_told
from access_chess.scoresheets.pgn_reading import read_trees
from access_chess.session.announcer import Announcer
from access_chess.speech.announcement import Form, announce
from access_chess.speech.language.voice_pack import VoicePack
from access_chess.speech.telling.narration import NarrationSettings
from access_chess.wiring.sound import SoundOptions, open_sound

SAMPLE = Path(__file__).parent / "samples" / "opera.pgn"
PAUSE = 1.0  # seconds of silence after each move, without --fast
EMULATOR = "emulator"
IN_PROCESS = "in-process"
_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command(cls=ToldCommand)
@click.option("--pgn", type=_FILE, default=SAMPLE)
@click.option("--voices", default=REFERENCE, show_default=True)
@names_option
@click.option(
    "--form",
    type=click.Choice([each.value for each in Form]),
    default=Form.FIDE.value,
    show_default=True,
)
@sound_options
@click.option(
    "--board",
    type=click.Choice([EMULATOR, IN_PROCESS]),
    default=IN_PROCESS,
    show_default=True,
)
@click.option("--fast", is_flag=True)
def demo(
    pgn: Path,
    voices: str,
    names: str,
    form: str,
    sound: SoundOptions,
    board: str,
    fast: bool,
) -> None:
    """Hear a whole game between a blind and a sighted player, with no hardware at hand."""
    pack = with_file_names(load_voice_pack(voices), FileNames(names))
    record = _record(pgn, pack)
    speaker = open_sound(pack, sound)
    screen = StandardOutput(lambda: None)
    announcer = Announcer(speaker, NarrationSettings(pack=pack, form=Form(form), volunteers=True), screen=screen)

    def wait() -> None:
        if screen.failure is not None:  # nobody reads any more
            raise screen.failure
        speaker.drain()

    def pause() -> None:
        wait()
        if not fast and not sound.no_sound and sound.wav is None:
            time.sleep(PAUSE)

    open_board = _emulated(announcer, pack) if board == EMULATOR else in_process_board
    with contextlib.closing(screen), contextlib.closing(speaker), _told(pgn):
        demonstrate(
            record, output=announcer, say=partial(_words, pack), pause=pause, open_board=open_board,
            guide=lambda scene: announcer.reply(scene_words(scene, pack), None),
        )  # fmt: skip
        wait()
    if screen.failure is not None:
        raise screen.failure


@contextlib.contextmanager
def _told(pgn: Path) -> Iterator[None]:
    """Turn what cannot be demonstrated into a sentence."""
    try:
        yield
    except RecordNotAllowedError as error:
        raise wrong("game_unplayable", path=pgn, error=error) from error
    except NoReportError as error:
        raise wrong("board_fails", error=error) from error


def _words(pack: VoicePack, board: chess.Board, move: chess.Move) -> str:
    return announce(board, move, pack).text


def _emulated(announcer: Announcer, pack: VoicePack) -> OpenBoard:
    """The emulator; where the firmware cannot be built here, the board of values, which is said."""

    def opened(listener: Listener, occupied: chess.SquareSet) -> EmulatedBoard:
        emulated = emulated_board(listener, occupied=occupied)
        if emulated.why_not_firmware:
            announcer.reply(pack.phrase("board_in_process"), None)
        return emulated

    return opened


def _record(path: Path, pack: VoicePack) -> chess.pgn.Game:
    """The first game of a file. What is odd in it is told, one that cannot be read to its end is refused."""
    tree = next(read_trees(open_sheet_file(path, pack, is_braille=False).texts[0], (pack.letters,)), None)
    if tree is None or not (tree.read.sheet.lines or tree.read.faults):
        raise wrong("no_game_in", path=path)
    read = tree.read
    if (
        not read.plies
        or len(read.certain) < len(read.sheet.lines)
        or any(fault.kind in ENDING for fault in read.faults)
    ):
        raise InputError(" ".join(part.text for part in reading_words(read, pack)))
    tell(faults_told(read.faults, pack))
    tree.game.headers["Result"] = read.sheet.heading.result.value
    return tree.game
