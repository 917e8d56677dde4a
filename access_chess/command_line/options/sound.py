"""Opens the sound of a command: aloud, into a file, or as text only; said once in words where it cannot be."""

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Protocol, TypeVar

import click

from access_chess.command_line.options.errors import not_written, reason, wrong
from access_chess.command_line.options.speech import chosen_speech, speech_option
from access_chess.edge.sound.mixer import NoSoundDeviceError
from access_chess.edge.sound.speaker import Speaker, SpeechSettings, open_speaker
from access_chess.edge.sound.synthesiser import NORMAL_RATE
from access_chess.session.ports import PhrasedError, Screen
from access_chess.session.trouble import trouble_words
from access_chess.speech.language.voice_pack import VoicePack
from access_chess.speech.who_speaks import Speech

Command = TypeVar("Command", bound=Callable[..., Any])

LAST_WORDS = 10.0  # seconds that the end waits for what is still being said
_FILE = click.Path(dir_okay=False, path_type=Path)
_OPTIONS = (
    click.option(
        "--rate", type=click.IntRange(80, 500), default=NORMAL_RATE, show_default=True, help="Words a minute."
    ),
    click.option(
        "--no-sound/--sound", "no_sound", default=False, help="Write only, for a screen reader or a braille display."
    ),
    speech_option,
    click.option("--wav", type=_FILE, help="Write the sound to this file instead."),
    click.option("--transcript", type=_FILE, help="Write all that is said there."),
)


def sound_options(command: Command) -> Command:
    """The options of every command that speaks: `rate`, `no_sound`, `wav` and `transcript`; and `--speech`."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


headsets_option = click.option(
    "--headsets",
    nargs=2,
    metavar="WHITE BLACK",
    help="Two sound devices by the names that access-chess doctor tells: each player hears his own.",
)


def open_sound(
    pack: VoicePack,
    *,
    rate: int = NORMAL_RATE,
    is_silent: bool = False,
    wav: Path | None = None,
    transcript: Path | None = None,
    headsets: tuple[str, str] | None = None,
    screen: Screen | None = None,
) -> Speaker:
    """The speaker. Raises InputError where a file cannot be written, or where there is no such headset.

    What fails is written for the player in his language, on the screen if there is one, and the game goes on in text.
    """
    show: Callable[[str], object] = click.echo if screen is None else lambda line: print(line, file=screen, flush=True)

    def tell(error: Exception) -> None:
        if headsets and isinstance(error, NoSoundDeviceError):
            raise wrong("headsets_fail", error=error) from error
        if isinstance(error, NoSoundDeviceError):
            show(pack.phrase("no_sound").text)
        elif isinstance(error, PhrasedError):
            show(trouble_words(error, pack).text)
        else:
            show(pack.phrase("trouble", problem=reason(error)).text)

    speech = chosen_speech()
    is_silent = is_silent or speech is Speech.NONE
    settings = SpeechSettings(rate=rate, words=wav is not None or speech is not Speech.SCREEN_READER)
    try:
        if is_silent and wav is None:
            lines = transcript.open("w", encoding="utf-8") if transcript else None
            return Speaker(voice=None, outputs=(), transcript=lines, settings=settings)
        return open_speaker(wav=wav, transcript=transcript, headsets=headsets, settings=settings, on_trouble=tell)
    except OSError as error:
        raise not_written(error) from error


class SoundOptions(Protocol):
    """What `sound_options` bring."""

    @property
    def rate(self) -> int:
        """Words a minute."""
        ...

    @property
    def no_sound(self) -> bool:
        """Write only."""
        ...

    @property
    def wav(self) -> Path | None:
        """The sound goes there."""
        ...

    @property
    def transcript(self) -> Path | None:
        """All that is said goes there."""
        ...


class HeadsetOptions(SoundOptions, Protocol):
    """What `sound_options` and `headsets_option` bring."""

    @property
    def headsets(self) -> tuple[str, str] | None:
        """White's device and Black's."""
        ...


def sound_to_the_end(closing: ExitStack, pack: VoicePack, options: HeadsetOptions, screen: Screen) -> Speaker:
    """The speaker, which at the end is let go after its last words. Raises InputError."""
    speaker = open_sound(
        pack,
        rate=options.rate,
        is_silent=options.no_sound,
        wav=options.wav,
        transcript=options.transcript,
        headsets=options.headsets,
        screen=screen,
    )
    closing.callback(speaker.close)
    closing.callback(speaker.drain, LAST_WORDS)
    return speaker
