"""The command line: one word for each thing the program does.

Commands are imported when they are called, so that `access-chess play` speaks its first word early.
"""

import contextlib
import gc
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import click

from access_chess.command_line.options.errors import InputError, error_words, reason, wrong

#: command -> (module with a click command of the same name, first line of its help)
COMMANDS: dict[str, tuple[str, str]] = {
    "play": ("play", "Play a game, by keys or by voice."),
    "guide": ("guide", "Hear how the program is used, topic by topic."),
    "serve": ("serve", "Serve pages to play on, in a browser."),
    "lichess": ("lichess", "Play on Lichess, against people elsewhere."),
    "train": ("train", "Practise by ear: today's round, puzzles, drills, reviews, openings, endings."),
    "puzzles": ("puzzles", "Bring puzzles to train: import a file, or find them in games."),
    "openings": ("openings", "Bring your own openings, to train them."),
    "demo": ("demo", "Hear a whole sample game, with no hardware at hand."),
    "story": ("story", "Run scenarios of the Laws."),
    "say": ("say", "Print or speak how moves are announced."),
    "hear": ("hear", "Print what is understood of a recording or of the microphone."),
    "enrol": ("enrol", "Let the program get to know your voice."),
    "learned": ("learned", "List, export or forget what was learned of a user's speech."),
    "winnable": ("winnable", "Can each side still give mate?"),
    "board": ("board", "Test a sensor board: what is lifted, placed and pressed."),
    "clock": ("clock", "The talking chess clock alone, for a game on any board."),
    "games": ("games", "List the games in the journal."),
    "export": ("export", "Write the scoresheet of a game."),
    "import": ("import_", "Read games or scoresheets into the journal."),
    "compare": ("compare", "Say whether two scoresheets have the same game, and why not."),
    "complete": ("complete", "Read the moves that are missing on a scoresheet."),
    "archive": ("archive", "Keep the scoresheets of a tournament in a folder."),
    "replay": ("replay", "Hear a game of the journal again."),
    "settings": ("settings", "Tell or change what is remembered from game to game."),
    "voices": ("voices", "Check or list the voice packs."),
    "doctor": ("doctor", "Say what works on this machine, and how to mend what does not."),
}

INTERRUPTED = 130  # the exit status that shells give to what Control-C has ended
UNREAD = 141  # and to what has written to somebody who reads no more


class LazyGroup(click.Group):
    """A group whose commands are imported only when they are called; wrong usage is told in one sentence."""

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Read the arguments; what is wrong with them is one sentence."""
        with _written(), _one_sentence():
            with _uncollected():
                from access_chess.command_line.options.defaults import default_map
                from access_chess.edge.storage.settings import SettingsError

            try:
                extra.setdefault("default_map", default_map(COMMANDS))
            except SettingsError as error:
                raise InputError(error_words(error)) from error
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Call the command; how it ends is an exit status."""
        with _written(), _one_sentence():
            try:
                return super().invoke(ctx)
            except KeyboardInterrupt:  # nobody has to be told that he pressed Control-C
                raise click.exceptions.Exit(INTERRUPTED) from None

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands, in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name, imported now; None where there is none."""
        if cmd_name not in COMMANDS:
            return None
        module, _ = COMMANDS[cmd_name]
        with _uncollected():
            command = getattr(import_module(f"access_chess.command_line.{module}"), module)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands in the help."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary) for name, (_, summary) in COMMANDS.items()])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="access-chess")
def main() -> None:
    """access_chess: audio chess for blind and visually impaired players."""


def run() -> None:
    """The program, as a shell calls it."""
    from access_chess.edge.terminal.streams import make_streams_safe

    make_streams_safe()
    main()


@contextlib.contextmanager
def _written() -> Iterator[None]:
    """See to it that all that is written arrives; where it cannot, end with the exit status for that."""
    try:
        try:
            yield
        finally:
            sys.stdout.flush()
    except BrokenPipeError:  # as `| head` does
        _drop_output()
        raise click.exceptions.Exit(UNREAD) from None
    except OSError as error:
        _drop_output()
        raise wrong("output_unwritten", error=reason(error)) from error


@contextlib.contextmanager
def _uncollected() -> Iterator[None]:
    """Import without a search for garbage: what is imported stays, and the searches take a twentieth of the start."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def _drop_output() -> None:
    from access_chess.edge.terminal.output import drop_output

    drop_output()


@contextlib.contextmanager
def _one_sentence() -> Iterator[None]:
    """Turn click's several lines about wrong usage into a sentence: all of them would be read aloud."""
    try:
        yield
    except click.exceptions.NoArgsIsHelpError:
        raise
    except click.UsageError as error:
        from access_chess.command_line.options.usage import usage_error

        raise usage_error(error) from error
