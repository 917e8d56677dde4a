"""The sound of a command: aloud, into a file, or as text only; said once in words where it cannot be."""

import sys
from contextlib import ExitStack
from pathlib import Path

from msgspec import Struct

from access_chess.edge.screen_reader import Speech
from access_chess.edge.sound.speaker import Speaker, SpeechSettings, open_speaker
from access_chess.phrased_error import PhrasedError, cause, not_written
from access_chess.session.ports import Screen
from access_chess.speech.language.voice_pack import VoicePack, trouble_words
from access_chess.speech.utterance import NORMAL_RATE

LAST_WORDS = 10.0  # seconds that the end waits for what is still being said


class SoundOptions(Struct, frozen=True, kw_only=True):
    """How a command speaks: words a minute, in writing only, who speaks, and the files for the sound and for the words.

    `speech` is None where nobody has chosen who speaks.
    """

    rate: int = NORMAL_RATE
    no_sound: bool = False
    speech: Speech | None = None
    wav: Path | None = None
    transcript: Path | None = None


def open_sound(
    pack: VoicePack,
    options: SoundOptions,
    *,
    headsets: tuple[str, str] | None = None,
    screen: Screen | None = None,
) -> Speaker:
    """The speaker. Raises PhrasedError where a file cannot be written, or where there is no such headset.

    What fails is written in the player's language, on the screen if there is one, and the game goes on in text.
    """

    def tell(error: Exception) -> None:
        from access_chess.edge.sound.mixer import NoSoundDeviceError

        told = error if isinstance(error, PhrasedError) else PhrasedError("trouble", problem=cause(error))
        if isinstance(error, NoSoundDeviceError):
            if headsets:
                raise PhrasedError("headsets_fail", error=error) from error
            told = PhrasedError("no_sound")
        print(trouble_words(told, pack).text, file=sys.stdout if screen is None else screen, flush=True)

    speech, wav, transcript = options.speech, options.wav, options.transcript
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
    """The speaker, which at the end is let go after its last words. Raises PhrasedError."""
    speaker = open_sound(pack, options, headsets=headsets, screen=screen)
    closing.callback(speaker.close)
    closing.callback(speaker.drain, LAST_WORDS)
    return speaker
