"""`access-chess say`: how moves are announced, one line a move, or as sound."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

import chess
import click

from access_chess.command_line.options.defaults import names_option, spoken_pack
from access_chess.command_line.options.errors import InputError, wrong
from access_chess.command_line.options.told_help import ToldCommand
from access_chess.edge.packs.voice_packs import (
    DEFAULT,
    FileNames,
    load_voice_pack,
    reading_vocabulary,
    with_file_names,
)
from access_chess.notation.reading import MoveRead, read_move
from access_chess.notation.typed_position import board_of
from access_chess.notation.vocabulary import Vocabulary
from access_chess.phrased_error import not_written
from access_chess.speech.announcement import Form, Verbosity, announce
from access_chess.speech.answers.reading_reply import reading_reply
from access_chess.speech.utterance import Channel, SpokenPart


@click.command(cls=ToldCommand)
@click.option("--fen", default=chess.STARTING_FEN)
@click.option("--chess960", is_flag=True)
@click.option("--voices", default=DEFAULT, show_default=True)
@names_option
@click.option("--form", type=click.Choice([form.value for form in Form]), default=Form.FIDE.value, show_default=True)
@click.option(
    "--verbosity",
    type=click.Choice([verbosity.value for verbosity in Verbosity]),
    default=Verbosity.NORMAL.value,
    show_default=True,
)
@click.option("--wav", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--rate", type=click.IntRange(80, 900), default=180, show_default=True)
@click.argument("moves", nargs=-1, required=True, metavar="MOVE...")
def say(
    fen: str,
    chess960: bool,
    voices: str,
    names: str,
    form: str,
    verbosity: str,
    wav: Path | None,
    rate: int,
    moves: tuple[str, ...],
) -> None:
    """Print how each MOVE is announced; every move is played after the one before it."""
    pack, vocabulary = with_file_names(load_voice_pack(voices), FileNames(names)), reading_vocabulary(voices)
    board = board_of(fen, chess960=chess960)
    announcements = [
        announce(before, move, pack, form=Form(form), verbosity=Verbosity(verbosity))
        for before, move in played(board, moves, vocabulary)
    ]
    for announcement in announcements:
        click.echo(announcement.text)
    if wav:
        write_sound(wav, announcements, rate=rate)


def played(
    board: chess.Board, moves: tuple[str, ...], vocabulary: Vocabulary
) -> Iterator[tuple[chess.Board, chess.Move]]:
    """Each move with the board before it, which changes when the next is asked for. Raises InputError."""
    for text in moves:
        reading = read_move(text, board, vocabulary)
        if not isinstance(reading, MoveRead):
            reply = reading_reply(reading, board, spoken_pack())
            raise InputError(f"{text}: {reply.text}")
        yield board, reading.move
        board.push(reading.move)


def write_sound(file: Path, parts: list[SpokenPart], *, rate: int) -> None:
    """What a voice makes of it, as a WAV file. Raises InputError when it cannot be written or spoken."""
    from access_chess.edge.sound.clip import WaveFile
    from access_chess.edge.sound.synthesiser import Synthesiser, SynthesisError

    synthesiser = Synthesiser()
    try:
        with contextlib.ExitStack() as if_failing:
            sound = WaveFile(file)
            if_failing.callback(sound.give_up)
            for part in parts:
                sound.play(synthesiser.clip(part.spoken, language=part.language, rate=rate), Channel.ROOM)
            if_failing.pop_all()
            sound.close()
    except OSError as error:
        raise not_written(error) from error
    except SynthesisError as error:
        raise wrong("sound_fails", error=error) from error
    finally:
        synthesiser.close()
