"""`access-chess voices`: which voice packs there are, and whether they are complete and unambiguous."""

import contextlib
import sys
from collections.abc import Callable

import click

from access_chess.command_line.options.errors import InputError, error_words, wrong
from access_chess.command_line.options.sound import LAST_WORDS, SoundOptions, open_sound, sound_options
from access_chess.edge.packs.clock_words import load_clock_words
from access_chess.edge.packs.gaps import FILES, clashing_words, left_to_english
from access_chess.edge.packs.lexicons import (
    DEFAULT_LANGUAGES,
    language_names,
    load_examples,
    load_language,
    load_lexicon,
)
from access_chess.edge.packs.typed_words import load_typed_words
from access_chess.edge.packs.voice_packs import DEFAULT, REFERENCE, VoicePackError, load_voice_pack, voice_pack_names
from access_chess.edge.packs.web_texts import load_web_texts
from access_chess.listening.examples import misunderstood
from access_chess.listening.lexicon import LexiconError, sound_alikes_of
from access_chess.notation.clashes import clashes
from access_chess.session.announcer import Announcer
from access_chess.speech.language.plurals import Counted
from access_chess.speech.language.voice_pack import VoicePack, fallen_back
from access_chess.speech.telling.narration import NarrationSettings
from access_chess.speech.utterance import SpokenPart


@click.group()
def voices() -> None:
    """Check or list the voice packs."""


@voices.command(name="list")
def list_packs() -> None:
    """Print each pack with the language it speaks."""
    for name in voice_pack_names():
        try:
            title = load_voice_pack(name).title
        except VoicePackError as error:
            title = f"cannot be used. {error}"
        click.echo(f"{name}: {title}{' (default)' if name == DEFAULT else ''}")


@voices.command()
@click.argument("key")
@click.option("--voices", default=DEFAULT, show_default=True, help="The voice pack, a folder of voices/.")
@sound_options
def say(key: str, voices: str, sound: SoundOptions) -> None:
    """Hear one sentence: KEY is the name before the sign = in phrases.toml. Slots are heard by their names."""
    try:
        pack = load_voice_pack(voices)
    except VoicePackError as error:
        raise InputError(error_words(error)) from error
    phrase = pack.phrases.get(key)
    if phrase is None:
        raise click.BadParameter(key, param_hint="KEY")
    speaker = open_sound(pack, sound)
    with contextlib.closing(speaker):
        announcer = Announcer(speaker, NarrationSettings(pack=pack), screen=sys.stdout)
        for form in phrase.forms if isinstance(phrase, Counted) else (phrase,):
            plain = form.replace("{", "").replace("}", "").replace("_", " ")
            shown = SpokenPart(text=pack.spelling.shown(plain), spoken=plain, language=pack.language)
            announcer.reply(shown, None)
        speaker.drain(LAST_WORDS)


@voices.command()
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.pass_context
def check(context: click.Context, names: tuple[str, ...]) -> None:
    """Say of each pack, or of those named, whether it is complete; the exit status is 1 when one is not.

    A pack may do without phrases of its own: what it lacks is said in English, and named here.
    """
    unknown = [name for name in names if name not in voice_pack_names()]
    if unknown:
        raise wrong("no_voice_pack", name=unknown[0], known=", ".join(voice_pack_names()))
    is_well = True
    for name in names or voice_pack_names():
        faults, notes = examined(name)
        is_well = is_well and not faults
        click.echo(f"{name}: {'not complete' if faults else _extent(name)}.")
        for line in (*faults, *notes):
            click.echo(f"  {line}")
    context.exit(0 if is_well else 1)


def _extent(name: str) -> str:
    """How much is said in the language of a pack in which nothing is wrong."""
    return "complete" if load_voice_pack(name).phrases else "moves only"


def examined(name: str) -> tuple[list[str], list[str]]:
    """What is wrong with a pack, and what is only worth knowing, a sentence each."""
    try:
        pack = load_voice_pack(name)
        load_typed_words(name)
        load_clock_words(name)
        load_web_texts(name)
        if name in language_names():
            load_language(name)
    except (VoicePackError, LexiconError) as error:
        return [str(error)], []
    return [fault for faults in FAULTS for fault in faults(pack)], [note for notes in NOTES for note in notes(pack)]


def _ambiguous_names(pack: VoicePack) -> list[str]:
    return [f"The name {spelling!r} stands for more than one thing." for spelling in clashes(pack.names)]


def _misunderstood_examples(pack: VoicePack) -> list[str]:
    """What may be spoken must be understood as the pack's examples say, together with the languages always heard."""
    if pack.name not in language_names():
        return []
    try:
        lexicon = load_lexicon(tuple(dict.fromkeys((*DEFAULT_LANGUAGES, pack.name))))
    except LexiconError as error:
        return [str(error)]
    sentences = [misunderstood(example, lexicon) for example in load_examples(pack.name).get("example", [])]
    return [sentence for sentence in sentences if sentence is not None]


def _english_phrases(pack: VoicePack) -> list[str]:
    """Named one by one where some are missing; a pack of names only is one short line, as it is read aloud."""
    missing = fallen_back(pack)
    if len(missing) == len(load_voice_pack(REFERENCE).phrases):
        return [f"All {len(missing)} phrases are said in English; moves are said in its own names."]
    return [f"{len(missing)} phrases are said in English: {', '.join(missing)}."] if missing else []


def _words_of_two_requests(pack: VoicePack) -> list[str]:
    return [f"Typed, {words} means {' and '.join(keys)}." for words, keys in clashing_words(pack.name)]


def _english_files(pack: VoicePack) -> list[str]:
    """What may be typed and what pages say, as far as it is English; the keys are named, as they stand in the file."""
    missing = {file: left_to_english(pack.name, file) for file in FILES}
    return [f"{file}: {len(keys)} in English: {', '.join(keys)}." for file, keys in missing.items() if keys]


def _words_that_sound_alike(pack: VoicePack) -> list[str]:
    """What may be spoken is told apart by its phones; letters bear their language behind a dot."""
    if pack.name not in language_names():
        return []
    pairs = sound_alikes_of(load_language(pack.name))
    return [f"Spoken, {_word(one)} and {_word(other)} sound alike." for one, other in pairs]


def _word(key: str) -> str:
    return key.partition(".")[0]


#: each looks at one pack and returns sentences
FAULTS: tuple[Callable[[VoicePack], list[str]], ...] = (
    _ambiguous_names,
    _words_of_two_requests,
    _misunderstood_examples,
)
NOTES: tuple[Callable[[VoicePack], list[str]], ...] = (_english_phrases, _english_files, _words_that_sound_alike)
