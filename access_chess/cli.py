"""The command line: one word for each thing the program does.

Commands are imported when they are called, so that `access-chess play` speaks its first word early.
"""

import contextlib
import io
import os
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Any, TextIO

import click

from access_chess import first_word_is_out
from access_chess.command_line.options.errors import InputError, reason, told_in_a_sentence, wrong
from access_chess.command_line.options.told_help import ToldGroup, help_texts
from access_chess.edge.terminal.text import SPELT, between_words, shown_lines

#: All commands, in the order of the help. Each has a file of its name in `command_line/`, but those in `_FILES`.
COMMANDS = (
    "play", "guide", "laws", "learn", "exam", "train", "settings", "help", "serve", "lichess", "puzzles", "openings",
    "demo", "story", "say", "hear", "enrol", "winnable", "board", "clock", "games", "export", "import",
    "compare", "complete", "archive", "replay", "voices", "doctor",
)  # fmt: skip
_FILES = {
    "import": "import_", "help": "options.told_help", "export": "sheets", "compare": "sheets", "complete": "sheets",
    "learn": "train", "exam": "train", "openings": "puzzles", "winnable": "story", "laws": "guide",
}  # fmt: skip
_IN_PYTHON = {"import": "import_", "help": "help_"}  # words of Python's own
_RENAMED = {"learned": "enrol"}  # names that go on working
#: Libraries by the names of their distributions and of their modules; a part of the program works without each.
LIBRARIES = {
    "pyttsx3": "pyttsx3", "SpeechRecognition": "speech_recognition", "pocketsphinx": "pocketsphinx",
    "pyserial": "serial", "pygame": "pygame", "starlette": "starlette", "nats-py": "nats", "httpx": "httpx",
    "typst": "typst", "soundfile": "soundfile",
}  # fmt: skip

FIRST_WORD_EARLY = "play"  # it tells by itself when its first word is out
INTERRUPTED = 130  # the exit status that shells give to what Control-C has ended
UNREAD = 141  # and to what has written to somebody who reads no more


class LazyGroup(ToldGroup):
    """A group whose commands are imported only when they are called; wrong usage is told in one sentence."""

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Read the arguments; what is wrong with them is one sentence."""
        with _written(), _one_sentence(), told_in_a_sentence():
            from access_chess.command_line.options.defaults import default_map

            extra.setdefault("default_map", default_map(COMMANDS))
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Call the command; how it ends is an exit status."""
        with _written(), _one_sentence():
            try:
                return super().invoke(ctx)
            except KeyboardInterrupt:  # nobody has to be told that they pressed Control-C
                raise click.exceptions.Exit(INTERRUPTED) from None

    def remembered_below(self, remembered: dict[str, Any]) -> dict[str, Any]:
        """It is that of the commands already."""
        return remembered

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands, in the order of the help."""
        return list(COMMANDS)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """The command that is meant, with its arguments."""
        return super().resolve_command(ctx, [_RENAMED.get(args[0], args[0]), *args[1:]])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name, imported now; None where there is none."""
        if cmd_name not in COMMANDS:
            return None
        module = _FILES.get(cmd_name, cmd_name)
        command = getattr(import_module(f"access_chess.command_line.{module}"), _IN_PYTHON.get(cmd_name, cmd_name))
        if cmd_name != FIRST_WORD_EARLY:
            first_word_is_out()
        assert isinstance(command, click.Command)
        return command


def _tell_version(ctx: click.Context, _option: click.Parameter, is_asked: bool) -> None:
    if is_asked and not ctx.resilient_parsing:
        click.echo("\n".join(version_told()))
        ctx.exit()


def version_told() -> Iterator[str]:
    """What `--version` tells, in the user's language: the version, and which libraries and programs are installed.

    Nothing is loaded for it: what is installed is looked up by its name.
    """
    from importlib.metadata import version  # these take their time
    from importlib.util import find_spec

    yield f"access-chess {version('access-chess')}"
    texts = help_texts()
    found = [_named(*each) for each in LIBRARIES.items() if find_spec(each[1]) is not None]
    absent = [name for name, module in LIBRARIES.items() if find_spec(module) is None]
    (found if which_engine() else absent).append("Stockfish")
    if sys.platform == "linux" and find_spec("espeakng_loader") is not None:
        found.insert(0, _named("espeakng-loader", "espeakng_loader"))
    for key, names in (("installed", found), ("absent", absent)):
        if names:
            yield texts.text(f"words.{key}", names=", ".join(names))


def which_engine() -> str | None:
    """Where Stockfish is, where it is."""
    import shutil

    from access_chess.edge.engines import places

    return shutil.which("stockfish", path=places())


def _named(distribution: str, module: str) -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return f"{distribution} {version(distribution)}"
    except PackageNotFoundError:  # the one-folder program has the module and not what is told of it
        return module


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_tell_version)
def main() -> None:
    """The program; its words stand in `voices/*/help.toml`."""


def run() -> None:
    """The program, as a shell calls it."""
    _make_streams_safe()
    # numpy has as many threads as there are cores, which wait for one another by turning round and round: for small
    # matrices, on a machine that does other things as well, four times the processor time of one thread.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    main()


def _make_streams_safe() -> None:
    """Once, at the start of the program: what was closed is empty, and what is no text is read with signs for it.

    A number of a closed stream would else be given to the next file that is opened, such as the journal.
    """
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            with contextlib.suppress(OSError):  # what cannot even be opened stays away
                _open_nothing(number)
                setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    sys.stdout, sys.stderr = _safe(sys.stdout), _safe(sys.stderr)


def _open_nothing(number: int) -> None:
    opened = os.open(os.devnull, os.O_RDWR)
    if opened != number:
        os.dup2(opened, number)
        os.close(opened)


def _safe(stream: TextIO) -> TextIO:
    return stream if stream is None else SafeOutput(stream)  # type: ignore[return-value]


class SafeOutput(io.TextIOBase):
    """A text stream that shows what would steer a terminal, and spells letters that its encoding does not have."""

    def __init__(self, stream: TextIO) -> None:
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=SPELT)
        self._stream = stream

    @property
    def encoding(self) -> str:  # type: ignore[override]  # a base class says it is a plain attribute
        """That of the stream."""
        return self._stream.encoding

    def write(self, text: str, /) -> int:
        """Write it."""
        self._stream.write(between_words(shown_lines(text), self._columns()))
        return len(text)

    def _columns(self) -> int:
        """Of the terminal that it is; 0 where it is none, or does not know."""
        try:
            return os.get_terminal_size(self._stream.fileno()).columns if self._stream.isatty() else 0
        except (OSError, ValueError):
            return 0

    def flush(self) -> None:
        """Let it be read now."""
        if not self._stream.closed:
            self._stream.flush()

    def fileno(self) -> int:
        """The number that the system has given it."""
        return self._stream.fileno()

    def isatty(self) -> bool:
        """Whether it is a terminal."""
        return self._stream.isatty()

    def writable(self) -> bool:
        """It is."""
        return True


@contextlib.contextmanager
def _written() -> Iterator[None]:
    """See to it that all that is written arrives; where it cannot, end with the exit status for that."""
    try:
        try:
            yield
        finally:
            sys.stdout.flush()
    except (BrokenPipeError, InputError) as error:  # as `| head` does, whatever a command has made of it
        if not any(isinstance(each, BrokenPipeError) for each in _causes(error)):
            raise
        _drop_output()
        raise click.exceptions.Exit(UNREAD) from None
    except OSError as error:
        _drop_output()
        raise wrong("output_unwritten", error=reason(error)) from error


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """It, and what it was made of."""
    while error is not None:
        yield error
        error = error.__cause__


def _drop_output() -> None:
    from access_chess.edge.terminal.plain import drop_output

    drop_output()


@contextlib.contextmanager
def _one_sentence() -> Iterator[None]:
    """Turn click's several lines about wrong usage into a sentence: all of them would be read aloud."""
    try:
        yield
    except click.exceptions.NoArgsIsHelpError:
        raise
    except click.UsageError as error:
        from access_chess.command_line.options.told_help import usage_error

        raise usage_error(error) from error
