"""What a command says of bad input: one plain sentence and exit status 2."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

import click

from access_chess.phrased_error import DataFileError, PhrasedError, cause

LONGEST_WORD = 80  # characters of an input without blanks that are repeated
LONGEST_PATH = 260  # and of a file's place, without which nobody finds it: as long as Windows has them
LONGEST = 600  # characters of a sentence with two of them; less than a minute is heard


class InputError(click.ClickException):
    """Bad usage or input; the message is one sentence that says what was wrong and what would be right."""

    exit_code = 2

    def __init__(self, message: str) -> None:
        super().__init__(shortened(message))

    def show(self, file: IO[Any] | None = None) -> None:
        """The sentence alone, on standard error: it is read aloud."""
        click.echo(self.format_message(), file=file, err=file is None)


def shortened(message: str) -> str:
    """The sentence without most of a long input that it repeats: it is read aloud, and has to end.

    >>> shortened("There is no game in " + "x" * 1000 + ".").count("x") <= LONGEST_WORD
    True
    >>> shortened(os.sep.join(["The journal is in ", *["folder"] * 20])).count("folder")
    20
    """
    message = re.sub(rf"\S{{{LONGEST_WORD + 1},}}", _shortened_word, message)
    return message if len(message) <= LONGEST else f"{message[: LONGEST // 2]} … {message[-LONGEST // 4 :]}"


def _shortened_word(found: re.Match[str]) -> str:
    word = found.group()
    most = LONGEST_PATH if os.sep in word else LONGEST_WORD
    return word if len(word) <= most else f"{word[: most - 2]}…"


def readable(name: str) -> str:
    """A name from the command line, whose bytes may be no text: each that is none becomes a sign for it."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def error_words(error: Exception) -> str:
    """What an error says to the user: by a phrase in the language that they are spoken to in, if it has one."""
    if not isinstance(error, PhrasedError):
        return f"{str(error).rstrip('.')}."
    from access_chess.command_line.options.defaults import spoken_pack
    from access_chess.speech.language.voice_pack import trouble_words

    return trouble_words(error, spoken_pack()).text


@contextmanager
def told_in_a_sentence() -> Iterator[None]:
    """What is raised within and has a sentence is told in it."""
    try:
        yield
    except (PhrasedError, DataFileError) as error:
        raise InputError(error_words(error)) from error


def wrong(phrase: str, **slots: object) -> InputError:
    """The sentence that a phrase of the user's language makes of bad usage or input."""
    told = {slot: value if isinstance(value, PhrasedError) else str(value) for slot, value in slots.items()}
    return InputError(error_words(PhrasedError(phrase, **told)))


def reason(error: Exception) -> str:
    """What went wrong, without the numbers that the system gives to errors, and without a full stop."""
    found = cause(error)
    return error_words(found).rstrip(".") if isinstance(found, PhrasedError) else str(found)
