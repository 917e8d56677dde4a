"""`access-chess voices`: which voice packs there are, and whether they are complete and right, and how they sound."""

import contextlib
import sys

import click

from access_chess.command_line.options.defaults import spoken_pack
from access_chess.command_line.options.errors import wrong
from access_chess.command_line.options.talking import sound_options
from access_chess.command_line.options.told_help import ToldGroup
from access_chess.edge.packs.translated_from import note_translated
from access_chess.edge.packs.voice_packs import REFERENCE, VoicePackError, load_voice_pack, voice_pack_names
from access_chess.edge.storage.places import data_folder
from access_chess.phrased_error import not_written
from access_chess.session.announcer import Announcer
from access_chess.speech.language.durations import Counted
from access_chess.speech.telling.narration import NarrationSettings
from access_chess.speech.utterance import SpokenPart
from access_chess.wiring.sound import LAST_WORDS, SoundOptions, open_sound


@click.group(cls=ToldGroup)
def voices() -> None:
    """Check or list the voice packs."""


@voices.command(name="list")
def list_packs() -> None:
    """Print each pack with the language it speaks."""
    for name in voice_pack_names():
        try:
            line = f"{name}: {load_voice_pack(name).title}"
        except VoicePackError as error:
            line = _said("voices_unusable", name=name, error=str(error))
        click.echo(_said("voices_default", line=line) if name == spoken_pack().name else line)


@voices.command()
@click.argument("key")
@click.option("--voices", default=REFERENCE, show_default=True)
@sound_options
def say(key: str, voices: str, sound: SoundOptions) -> None:
    """Hear one sentence: KEY is the name before the sign = in phrases.toml. Slots are heard by their names."""
    pack = load_voice_pack(voices)
    speaking = pack if key in pack.phrases or pack.fallback is None else pack.fallback
    phrase = speaking.phrases.get(key)
    if phrase is None:
        raise wrong("voices_no_sentence", name=key)
    speaker = open_sound(pack, sound)
    with contextlib.closing(speaker):
        announcer = Announcer(speaker, NarrationSettings(pack=pack), screen=sys.stdout)
        for form in phrase.forms if isinstance(phrase, Counted) else (phrase,):
            plain = form.replace("{", "").replace("}", "").replace("_", " ")
            shown = SpokenPart(text=speaking.spelling.shown(plain), spoken=plain, language=speaking.language)
            announcer.reply(shown, None)
        speaker.drain(LAST_WORDS)


@voices.command()
@click.argument("packs", nargs=-1, metavar="[NAME]...")
@click.pass_context
def check(context: click.Context, packs: tuple[str, ...]) -> None:
    """Say of each pack, or of those named, whether it is complete and right; the exit status is 1 when one is not."""
    from access_chess.edge.translating import examined  # the cases and their stories come with it

    _check_known(packs)
    is_well = True
    for name in packs or voice_pack_names():
        found = examined(name, spoken_pack())
        is_well = is_well and not found.faults
        click.echo(_said("check_faulty" if found.faults else "check_whole", name=name))
        for line in (*found.faults, *found.extent, *found.notes):
            click.echo(f"  {line}")
    context.exit(0 if is_well else 1)


@voices.command()
@click.argument("packs", nargs=-1, metavar="[NAME]...")
def translated(packs: tuple[str, ...]) -> None:
    """Note that each pack, or those named, says all that English says now; say what of it is new."""
    from access_chess.edge.translating import some  # as above

    _check_known(packs)
    for name in packs or voice_pack_names():
        try:
            new = note_translated(name)
        except OSError as error:
            raise not_written(error) from error
        if new:
            keys = some([key for _, key in new], spoken_pack())
            click.echo(_said("voices_noted", name=name, number=str(len(new)), keys=keys))


@voices.command()
@click.argument("language")
def new(language: str) -> None:
    """Begin a voice pack in a LANGUAGE, to be translated."""
    from access_chess.edge.translating import language_title, write_new_pack  # as above

    title = language_title(language)
    if title is None:
        raise wrong("voices_no_language", name=language)
    folder = data_folder("voices")
    try:
        counts = write_new_pack(language, title, folder)
    except OSError as error:
        raise not_written(error) from error
    for file, count in counts.items():
        click.echo(f"{folder / language / file}: {count}")


def _check_known(names: tuple[str, ...]) -> None:
    unknown = next((name for name in names if name not in voice_pack_names()), None)
    if unknown is not None:
        raise wrong("no_voice_pack", name=unknown, known=", ".join(voice_pack_names()))


def _said(phrase: str, **slots: str) -> str:
    return spoken_pack().phrase(phrase, **slots).text
