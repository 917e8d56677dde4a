"""What a command says of bad input: one plain sentence and exit status 2."""

from typing import IO, Any

import click


class InputError(click.ClickException):
    """Bad usage or input; the message is one sentence that says what was wrong and what would be right."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        """The sentence alone, on standard error: it is read aloud."""
        click.echo(self.format_message(), file=file, err=file is None)


def not_written(error: OSError) -> InputError:
    """What is said of a file that cannot be written."""
    return InputError(f"{_file(error)} cannot be written: {reason(error)}.")


def not_read(error: OSError | UnicodeDecodeError) -> InputError:
    """What is said of a file that cannot be read."""
    return InputError(f"{_file(error)} cannot be read: {reason(error)}.")


def reason(error: Exception) -> str:
    """What went wrong, without the numbers that the system gives to errors, and without a full stop."""
    if isinstance(error, UnicodeDecodeError):
        return "it is no text in UTF-8"
    said = error.strerror if isinstance(error, OSError) else None
    return (said or str(error)).rstrip(".")


def _file(error: OSError | UnicodeDecodeError) -> str:
    name = error.filename if isinstance(error, OSError) else None
    return f"The file {name}" if name else "The file"
