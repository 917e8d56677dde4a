"""`access-chess learned`: what the program learned of a user's speech; it can be read, copied and forgotten."""

from pathlib import Path

import click
import msgspec

from access_chess.command_line.options.errors import InputError, not_written
from access_chess.edge.storage.corrections import forget, learned_folder, load, users
from access_chess.edge.storage.voice_transforms import BrokenEnrolmentError, enrolled, forget_enrolment
from access_chess.listening.learning import ENOUGH

user_option = click.option("--user", default="", help="Whose, as in play --name. Default: the one without a name.")


@click.group()
def learned() -> None:
    """List, export or forget what the program learned of a user's speech."""


@learned.command(name="list")
@user_option
def list_learned(user: str) -> None:
    """Print what is known of a user, a line each.

    These are the voice, and the words that were corrected with their counts.
    """
    known = load(user)
    click.echo(_voice_line(user))
    for (heard, meant), count in sorted(known.counts.items()):
        use = "in use" if count >= ENOUGH else f"in use after {ENOUGH}"
        click.echo(f"{heard} was heard where {meant} was meant: {_times(count)}, {use}.")
    if not known.counts:
        click.echo("No corrected words are counted.")
    others = [other or "the user without a name" for other in users() if other != user]
    if others:
        click.echo(f"Something is known of these users as well: {', '.join(others)}.")


@learned.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@user_option
def export(file: Path, user: str) -> None:
    """Write all that is known of a user to FILE.

    It is JSON: the corrected words with their counts, and the transform of the voice.
    """
    try:
        path = enrolled(user)
        matrix = path.read_text(encoding="ascii") if path is not None else None
    except BrokenEnrolmentError as error:
        raise InputError(f"The saved voice cannot be read: {error}.") from error
    corrections = [
        {"heard": heard, "meant": meant, "count": count} for (heard, meant), count in sorted(load(user).counts.items())
    ]
    written = msgspec.json.encode({"user": user, "corrections": corrections, "enrolment": matrix})
    try:
        file.write_bytes(msgspec.json.format(written) + b"\n")
    except OSError as error:
        raise not_written(error) from error
    click.echo(f"Written to {file}.")


@learned.command(name="forget")
@user_option
def forget_learned(user: str) -> None:
    """Remove all that is known of a user.

    These are the corrected words and the voice.
    """
    known = user in users()
    try:
        forget(user)
        forget_enrolment(user)
    except OSError as error:
        raise InputError(f"It cannot be removed from {learned_folder()}: {error.strerror}.") from error
    click.echo(
        f"All that was known of {_named(user)} is forgotten." if known else f"Nothing was known of {_named(user)}."
    )


def _voice_line(user: str) -> str:
    try:
        is_enrolled = enrolled(user) is not None
    except BrokenEnrolmentError as error:
        return f"The saved voice of {_named(user)} cannot be used; enrol saves it anew. {error}."
    known = "is known by an enrolment" if is_enrolled else "is not enrolled"
    return f"The voice of {_named(user)} {known}."


def _named(user: str) -> str:
    return f"the user {user}" if user else "the user without a name"


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"
