"""Opens the sound of a command: aloud, into a file, or as text only; said once in words where it cannot be."""

from collections.abc import Callable
from contextlib import ExitStack
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click
from msgspec import Struct

from access_chess.command_line.options.errors import reason, wrong
from access_chess.edge.screen_reader import Speech
from access_chess.edge.sound.speaker import Speaker, SpeechSettings, open_speaker
from access_chess.phrased_error import PhrasedError, not_written
from access_chess.session.ports import Screen
from access_chess.speech.language.voice_pack import VoicePack, trouble_words
from access_chess.speech.utterance import NORMAL_RATE

Command = TypeVar("Command", bound=Callable[..., Any])

_CHOSEN = f"{__name__}.chosen"  # where the choice of the command that runs is kept


def _choose(context: click.Context, _parameter: click.Parameter, value: str | None) -> None:
    context.meta[_CHOSEN] = None if value is None else Speech(value)


speech_option = click.option(
    "--speech",
    type=click.Choice([each.value for each in Speech]),
    expose_value=False,
    callback=_choose,
)


def chosen_speech() -> Speech | None:
    """Who speaks by the command line or the settings; None: nobody has chosen."""
    context = click.get_current_context(silent=True)
    chosen: Speech | None = None if context is None else context.meta.get(_CHOSEN)
    return chosen


LAST_WORDS = 10.0  # seconds that the end waits for what is still being said
_FILE = click.Path(dir_okay=False, path_type=Path)
_OPTIONS = (
    click.option("--rate", type=click.IntRange(80, 900), default=NORMAL_RATE, show_default=True),
    click.option("--no-sound/--sound", "no_sound", default=False),
    speech_option,
    click.option("--wav", type=_FILE),
    click.option("--transcript", type=_FILE),
)


class SoundOptions(Struct, frozen=True, kw_only=True):
    """How a command speaks: words a minute, in writing only, and the files for the sound and for the words."""

    rate: int = NORMAL_RATE
    no_sound: bool = False
    wav: Path | None = None
    transcript: Path | None = None


def sound_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of every command that speaks, which gets them as one argument, `sound`; and `--speech`."""

    @wraps(command)
    def with_sound(
        *args: Any, rate: int, no_sound: bool, wav: Path | None, transcript: Path | None, **rest: Any
    ) -> Any:
        sound = SoundOptions(rate=rate, no_sound=no_sound, wav=wav, transcript=transcript)
        return command(*args, sound=sound, **rest)

    for option in reversed(_OPTIONS):
        with_sound = option(with_sound)
    return with_sound


headsets_option = click.option(
    "--headsets",
    nargs=2,
    metavar="WHITE BLACK",
)


def open_sound(
    pack: VoicePack,
    options: SoundOptions,
    *,
    headsets: tuple[str, str] | None = None,
    screen: Screen | None = None,
) -> Speaker:
    """The speaker. Raises InputError where a file cannot be written, or where there is no such headset.

    What fails is written in the player's language, on the screen if there is one, and the game goes on in text.
    """
    show: Callable[[str], object] = click.echo if screen is None else lambda line: print(line, file=screen, flush=True)

    def tell(error: Exception) -> None:
        from access_chess.edge.sound.mixer import NoSoundDeviceError

        if headsets and isinstance(error, NoSoundDeviceError):
            raise wrong("headsets_fail", error=error) from error
        if isinstance(error, NoSoundDeviceError):
            show(pack.phrase("no_sound").text)
        elif isinstance(error, PhrasedError):
            show(trouble_words(error, pack).text)
        else:
            show(pack.phrase("trouble", problem=reason(error)).text)

    speech = chosen_speech()
    wav, transcript = options.wav, options.transcript
    settings = SpeechSettings(rate=options.rate, words=wav is not None or speech is not Speech.SCREEN_READER)
    try:
        if wav is None and (options.no_sound or speech is Speech.NONE):
            lines = transcript.open("w", encoding="utf-8") if transcript else None
            return Speaker(voice=None, outputs=(), transcript=lines, settings=settings)
        return open_speaker(wav=wav, transcript=transcript, headsets=headsets, settings=settings, on_trouble=tell)
    except OSError as error:
        raise not_written(error) from error


def sound_to_the_end(
    closing: ExitStack,
    pack: VoicePack,
    options: SoundOptions,
    *,
    headsets: tuple[str, str] | None = None,
    screen: Screen | None = None,
) -> Speaker:
    """The speaker, which at the end is let go after its last words. Raises InputError."""
    speaker = open_sound(pack, options, headsets=headsets, screen=screen)
    closing.callback(speaker.close)
    closing.callback(speaker.drain, LAST_WORDS)
    return speaker
