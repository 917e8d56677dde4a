"""`access-chess hear`: what is understood of recordings or of the microphone, one JSON object a line."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import chess
import click
import msgspec
import speech_recognition
from msgspec import Struct

from access_chess.command_line.options.defaults import spoken_pack
from access_chess.command_line.options.errors import error_words, wrong
from access_chess.command_line.options.talking import model_options
from access_chess.command_line.options.told_help import ToldCommand
from access_chess.edge.microphone.capture import Microphone
from access_chess.edge.microphone.ear import EarlyReader
from access_chess.edge.microphone.recording import recording
from access_chess.edge.packs.lexicons import language_names, load_lexicon
from access_chess.edge.recognisers.learned import learned_speech
from access_chess.edge.recognisers.registry import Model, recogniser_of
from access_chess.listening.heard import HeardChoice, HeardCommand, HeardMove, HeardNothing, Nothing
from access_chess.listening.lexicon import Lexicon
from access_chess.listening.questions import question
from access_chess.listening.short_answers import ANSWERS, Awaited, Expected, HeardAnswer
from access_chess.notation.typed_position import board_of
from access_chess.phrased_error import PhrasedError
from access_chess.profile import AT_THIS_MACHINE, Profile
from access_chess.requests.names import RequestName
from access_chess.requests.table import said_in
from access_chess.session.ports import Recogniser


class _BatchLine(msgspec.Struct, frozen=True):
    """A line of `--batch`: a recording, the position it was made in, and a name that the answer carries."""

    wav: str
    fen: str = chess.STARTING_FEN
    id: str | int | None = None


class _Request(Struct, frozen=True, kw_only=True):
    wav: Path
    fen: str
    id: str | int | None = None


@click.command(cls=ToldCommand)
@click.option("--fen", default=chess.STARTING_FEN)
@click.option("--wav", multiple=True, type=click.Path(path_type=Path), metavar="FILE")
@click.option("--batch", type=click.Path(path_type=Path), metavar="FILE.jsonl")
@click.option("--languages", default="fide,de,en", show_default=True)
@click.option(
    "--profile", type=click.Choice([each.value for each in AT_THIS_MACHINE]), default="practice", show_default=True
)
@model_options
@click.option("--user", default="")
@click.option("--arbiter-allows-learning", is_flag=True)
@click.option("--device")
def hear(
    fen: str,
    wav: tuple[Path, ...],
    batch: Path | None,
    languages: str,
    profile: str,
    model: Model | None,
    user: str,
    arbiter_allows_learning: bool,
    device: str | None,
) -> None:
    """Print what is understood, one JSON object a line; without --wav and --batch, of the microphone."""
    board = board_of(fen)
    names = _names(languages)
    speech = learned_speech(
        load_lexicon(names), user, Profile(profile), arbiter_allows=arbiter_allows_learning, pack_name=names[0]
    )
    recogniser = recogniser_of(speech, names, model)
    if speech.trouble is not None:
        click.echo(speech.trouble.text, err=True)
    ear = _Ear(recogniser=recogniser, profile=Profile(profile), lexicon=speech.lexicon)
    if batch is not None:
        for request in _batch(batch):
            click.echo(json.dumps(ear.answer_of_batch(request), ensure_ascii=False))
    elif wav:
        for path in wav:
            click.echo(json.dumps(ear.answer(board, recording(path)), ensure_ascii=False))
    else:
        _listen(ear, board, device)


def _names(languages: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in languages.split(","))
    unknown = next((name for name in names if name not in language_names()), None)
    if unknown is not None:
        known = ", ".join(language_names())
        raise wrong("hear_no_language", language=repr(unknown), known=known)
    return names


class _Ear(Struct, frozen=True, kw_only=True):
    recogniser: Recogniser
    profile: Profile
    lexicon: Lexicon

    def answer(self, board: chess.Board, audio: speech_recognition.AudioData) -> dict[str, Any]:
        """The JSON object of what was heard in the position."""
        self.recogniser.expect(self.expected(board))
        return _as_json(self.recogniser.hear(audio), board, self.lexicon)

    def expected(self, board: chess.Board) -> Expected:
        """What may be said in the position."""
        commands = said_in(self.profile)
        # Nobody has asked anything here, so that "two" and "yes" may be answers to whatever the caller has asked.
        awaited = Awaited(commands=commands & ANSWERS - {RequestName.LISTEN})
        return Expected(board=board, commands=commands, awaited=awaited)

    def answer_of_batch(self, request: _Request) -> dict[str, Any]:
        """As `answer`; a file or position that cannot be read is a line as well, so that the batch goes on."""
        try:
            board, audio = board_of(request.fen), recording(request.wav)
        except PhrasedError as error:
            return {"kind": "nothing", "reason": error_words(error), "seconds": 0.0, "id": request.id}
        return {**self.answer(board, audio), "id": request.id}


def _as_json(heard: HeardAnswer, board: chess.Board, lexicon: Lexicon) -> dict[str, Any]:
    asked = heard.asked
    answer: dict[str, Any]
    match asked:
        case HeardMove():
            answer = {"kind": "move", "uci": board.uci(asked.move)}
        case HeardCommand():
            answer = {"kind": "command", "name": asked.name.value, **_arguments(asked, board)}
        case HeardChoice():
            asking = question(board, asked.moves, lexicon)
            if asking is None:  # too many to ask about
                answer = {"kind": "nothing", "reason": Nothing.UNSURE.value}
            else:
                answer = {"kind": "choice", "uci": [board.uci(move) for move in asked.moves], "ask": str(asking)}
        case HeardNothing():
            answer = {"kind": "nothing", "reason": asked.reason.value}
    if answer["kind"] != "nothing" and not isinstance(asked, HeardNothing):
        answer |= {"confidence": round(asked.confidence, 3)}
    return answer | {"heard": asked.heard, "seconds": heard.seconds}


def _arguments(asked: HeardCommand, board: chess.Board) -> dict[str, str]:
    named = {
        "square": chess.square_name(asked.square) if asked.square is not None else None,
        "file": chess.FILE_NAMES[asked.file] if asked.file is not None else None,
        "rank": chess.RANK_NAMES[asked.rank] if asked.rank is not None else None,
        "piece": chess.piece_name(asked.piece) if asked.piece is not None else None,
        "uci": board.uci(asked.move) if asked.move is not None else None,
    }
    return {name: value for name, value in named.items() if value is not None}


def _batch(path: Path) -> Iterable[_Request]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        raise wrong("no_list", path=repr(str(path))) from None
    return [request for number, line in enumerate(lines, 1) if line.strip() for request in _request(path, number, line)]


def _request(path: Path, number: int, line: str) -> Iterator[_Request]:
    try:
        read = msgspec.json.decode(line, type=_BatchLine)
    except msgspec.DecodeError as error:
        raise wrong("list_line", number=number, file=repr(path.name), error=error) from error
    yield _Request(wav=path.parent / read.wav, fen=read.fen, id=read.id)


def _listen(ear: _Ear, board: chess.Board, device: str | None) -> None:
    with Microphone(device) as microphone:
        click.echo(spoken_pack().phrase("hear_begins").text, err=True)
        reader, expected = EarlyReader(ear.recogniser, microphone), ear.expected(board)
        while (audio := reader.listen(lambda: expected)) is not None:
            heard = reader.read(audio, expected)
            click.echo(json.dumps(_as_json(heard, board, ear.lexicon), ensure_ascii=False))
