"""`access-chess learned`: what the program learned of a user's speech; it can be read, copied and forgotten."""

from pathlib import Path

import click
import msgspec

from access_chess.command_line.options.errors import InputError, error_words, not_written, readable, wrong
from access_chess.command_line.options.told_help import ToldGroup
from access_chess.edge.packs.voice_packs import DEFAULT, VoicePackError, load_voice_pack
from access_chess.edge.recognisers.learned import enrolled_voice
from access_chess.edge.storage.corrections import forget, learned_folder, load, users
from access_chess.edge.storage.enrolments import BrokenEnrolmentError, enrolled, forget_enrolment
from access_chess.edge.storage.own_names import forget_habits, load_habits
from access_chess.edge.storage.own_recordings import forget_recordings, recordings_of, words_of
from access_chess.edge.storage.whole_file import write_private
from access_chess.listening.learning import ENOUGH
from access_chess.recognition.adaptation.speaker_adaptation import adaptation_text
from access_chess.speech.language.voice_pack import VoicePack, listed
from access_chess.speech.utterance import SpokenPart

user_option = click.option("--user", default="")
voices_option = click.option("--voices", default=DEFAULT, show_default=True)


@click.group(cls=ToldGroup)
@click.pass_context
def learned(context: click.Context) -> None:
    """List, export or forget what the program learned of a user's speech."""
    assert isinstance(context.command, click.Group)
    context.default_map = dict.fromkeys(context.command.commands, context.default_map or {})


@learned.command(name="list")
@user_option
@voices_option
def list_learned(user: str, voices: str) -> None:
    """Print what is known of a user, a line each."""
    known, pack = load(user), _pack(voices)
    click.echo(_voice_line(user, pack).text)
    for (heard, meant), count in sorted(known.counts.items()):
        key = "learned_in_use" if count >= ENOUGH else "learned_in_use_after"
        click.echo(pack.phrase(key, heard=heard, meant=meant, count=count, enough=ENOUGH).text)
    if not known.counts:
        click.echo(pack.phrase("learned_no_words").text)
    habits = load_habits(user).sentences
    if habits:
        click.echo(pack.phrase("learned_habits", sentences=", ".join(habits)).text)
    files = recordings_of(user)
    if files:
        folder = str(files[0].parent.parent)
        click.echo(pack.phrase("learned_recordings", count=str(len(files)), folder=folder).text)
    others = [_named(other, pack) for other in users() if other != user]
    if others:
        click.echo(pack.phrase("learned_others", users=listed(others)).text)


@learned.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@user_option
@voices_option
def export(file: Path, user: str, voices: str) -> None:
    """Write all that is known of a user to FILE."""
    pack = _pack(voices)
    try:
        adaptation = enrolled(user)
    except BrokenEnrolmentError as error:
        raise wrong("voice_unread", error=error) from error
    corrections = [
        {"heard": heard, "meant": meant, "count": count} for (heard, meant), count in sorted(load(user).counts.items())
    ]
    known = {
        "user": readable(user),
        "corrections": corrections,
        "enrolment": None if adaptation is None else adaptation_text(adaptation),
        "moves": load_habits(user).sentences,
        "recordings": [{"words": words_of(file), "file": readable(str(file))} for file in recordings_of(user)],
    }
    written = msgspec.json.encode(known)
    try:
        write_private(file, msgspec.json.format(written) + b"\n")
    except OSError as error:
        raise not_written(error) from error
    click.echo(pack.phrase("learned_written", file=str(file)).text)


@learned.command(name="forget")
@user_option
@voices_option
def forget_learned(user: str, voices: str) -> None:
    """Remove all that is known of a user."""
    pack = _pack(voices)
    known = user in users()
    try:
        forget(user)
        forget_enrolment(user)
        forget_habits(user)
        forget_recordings(user)
    except OSError as error:
        raise wrong("not_removed", path=learned_folder(), error=error.strerror) from error
    click.echo(pack.phrase("learned_forgotten" if known else "learned_nothing", user=_named(user, pack)).text)


def _pack(voices: str) -> VoicePack:
    try:
        return load_voice_pack(voices)
    except VoicePackError as error:
        raise InputError(error_words(error)) from error


def _voice_line(user: str, pack: VoicePack) -> SpokenPart:
    named = _named(user, pack)
    try:
        is_enrolled = enrolled_voice(user) is not None
    except BrokenEnrolmentError as error:
        return pack.phrase("learned_voice_broken", user=named, error=str(error))
    return pack.phrase("learned_voice_known" if is_enrolled else "learned_voice_unknown", user=named)


def _named(user: str, pack: VoicePack) -> SpokenPart:
    return pack.phrase("learned_user", name=user) if user else pack.phrase("learned_nameless")
