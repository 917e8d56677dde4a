"""Sound with chapters as the bytes of a file: WAV by Python itself, the others by the extra `audio`. Such are the
chapters of a sheet, in the voices of play.
"""

import io
import wave
from collections.abc import Callable, Sequence
from enum import StrEnum
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from access_chess.edge.diagnosis import Diagnosis, installing
from access_chess.edge.sound.clip import SAMPLE_RATE, SAMPLE_WIDTH, Clip, joined, silence
from access_chess.edge.sound.synthesiser import Synthesiser
from access_chess.phrased_error import PhrasedError
from access_chess.scoresheets.spoken import Chapter

if TYPE_CHECKING:
    import numpy as np

PACKAGES = ("soundfile", "mutagen")
_UTF_16 = 1  # as ID3 counts encodings
OPUS_RATE = 24_000  # the rate of Opus that is nearest to that of speech


class AudioError(PhrasedError):
    """The sound cannot be written; the message is one plain sentence."""


class AudioForm(StrEnum):
    """The kinds of file, by their suffixes."""

    WAV = "wav"
    FLAC = "flac"
    MP3 = "mp3"
    OGG = "ogg"
    OPUS = "opus"


class Track(Struct, frozen=True, kw_only=True):
    """A stretch of sound that begins at a chapter of this title."""

    title: str
    clip: Clip


def has_audio() -> bool:
    """Whether what writes all forms is installed; WAV needs nothing."""
    return all(find_spec(package) is not None for package in PACKAGES)


def check(form: AudioForm) -> None:
    """Raise AudioError where this form cannot be written, before anything is said for it."""
    if form is not AudioForm.WAV and not has_audio():
        name = form.value.upper()
        raise AudioError("audio_package", name=name, install=installing(extra="audio"))


def audio_file(
    tracks: Sequence[Track],
    form: AudioForm,
    *,
    title: str,
    artist: str,
    on_progress: Callable[[int], None] = lambda done: None,
) -> bytes:
    """One track after the other, with a chapter each where the form has chapters (WAV has none).

    `on_progress` hears after each track how many are encoded, which with Opus takes its time. Raises AudioError.
    """
    check(form)
    if form is AudioForm.WAV:
        return _wav(tracks)
    rate = OPUS_RATE if form is AudioForm.OPUS else SAMPLE_RATE
    sounds = [_at_rate(track.clip, rate) for track in tracks]
    starts = [sum(map(len, sounds[:index])) / rate for index in range(len(sounds) + 1)]
    file = io.BytesIO(_encoded(sounds, form, rate, on_progress))
    _TAGGED[form](file, [track.title for track in tracks], starts, title, artist)
    return file.getvalue()


def _wav(tracks: Sequence[Track]) -> bytes:
    content = io.BytesIO()
    with wave.open(content, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(SAMPLE_WIDTH)
        file.setframerate(SAMPLE_RATE)
        for track in tracks:
            file.writeframes(track.clip.samples)
    return content.getvalue()


def _at_rate(clip: Clip, rate: int) -> "np.ndarray[Any, np.dtype[np.int16]]":
    """The samples at another rate, by their spectrum: nothing is added above what was there.

    A clip begins and ends in silence, so that it does no harm that a spectrum has no ends.
    """
    import numpy as np  # takes its time to load

    samples = np.frombuffer(clip.samples, dtype="<i2")
    if rate == SAMPLE_RATE or not len(samples):
        return samples
    step = SAMPLE_RATE // int(np.gcd(rate, SAMPLE_RATE))  # only whole steps have a whole number of new samples
    padded = np.pad(samples, (0, -len(samples) % step)).astype(np.float64)
    length = len(padded) * rate // SAMPLE_RATE
    sound = np.fft.irfft(np.fft.rfft(padded), length) * (length / len(padded))
    return np.clip(np.rint(sound), -32768, 32767).astype(np.int16)


#: container, encoder, and what is asked of it: about 40,000 bits a second, enough for speech
_ENCODERS: dict[AudioForm, tuple[str, str, dict[str, object]]] = {
    AudioForm.FLAC: ("FLAC", "PCM_16", {}),
    AudioForm.MP3: ("MP3", "MPEG_LAYER_III", {"bitrate_mode": "VARIABLE", "compression_level": 0.8}),
    AudioForm.OGG: ("OGG", "VORBIS", {"compression_level": 0.8}),
    AudioForm.OPUS: ("OGG", "OPUS", {"compression_level": 0.86}),
}


def _encoded(sounds: Sequence[Any], form: AudioForm, rate: int, on_progress: Callable[[int], None]) -> bytes:
    soundfile: Any = import_module("soundfile")
    container, encoder, asked = _ENCODERS[form]
    content = io.BytesIO()
    with soundfile.SoundFile(
        content, "w", samplerate=rate, channels=1, format=container, subtype=encoder, **asked
    ) as file:
        for done, sound in enumerate(sounds, start=1):  # libsndfile's encoders for Ogg put a whole piece on the stack
            file.write(sound)
            on_progress(done)
    return content.getvalue()


def _tag_comments(module: str, kind: str) -> Callable[..., None]:
    """Chapters as comments, CHAPTER001=00:01:02.345 and CHAPTER001NAME, which FLAC, Ogg and Opus have in common."""

    def tag(file: io.BytesIO, titles: Sequence[str], starts: Sequence[float], title: str, artist: str) -> None:
        file.seek(0)
        tags = getattr(import_module(module), kind)(file)
        tags["TITLE"], tags["ARTIST"] = title, artist
        for number, (name, start) in enumerate(zip(titles, starts, strict=False)):
            tags[f"CHAPTER{number:03}"] = _clock(start)
            tags[f"CHAPTER{number:03}NAME"] = name
        file.seek(0)
        tags.save(file)

    return tag


def _tag_mp3(file: io.BytesIO, titles: Sequence[str], starts: Sequence[float], title: str, artist: str) -> None:
    """Chapters as frames of ID3 (version 2.3, which more players read): CHAP each, and CTOC for their order."""
    id3: Any = import_module("mutagen.id3")
    tags = id3.ID3()
    tags.add(id3.TIT2(encoding=_UTF_16, text=[title]))
    tags.add(id3.TPE1(encoding=_UTF_16, text=[artist]))
    names = _names_of_one_length(titles)
    flags = id3.CTOCFlags.TOP_LEVEL | id3.CTOCFlags.ORDERED
    tags.add(id3.CTOC(element_id="contents", flags=flags, child_element_ids=names, sub_frames=[]))
    for index, (name, text) in enumerate(zip(names, titles, strict=True)):
        start, end = (round(1000 * at) for at in starts[index : index + 2])
        sub_frames = [id3.TIT2(encoding=_UTF_16, text=[text])]
        tags.add(id3.CHAP(element_id=name, start_time=start, end_time=end, sub_frames=sub_frames))
    file.seek(0)
    tags.save(file, v2_version=3)


def _names_of_one_length(titles: Sequence[str]) -> list[str]:
    """Names of frames, filled up so that all frames are of one length.

    Some players take chapters in the order in which they are written, and mutagen writes the shortest frames first.
    """
    lengths = [len(title.encode("utf-16-le")) for title in titles]
    return [f"{number:05}" + "." * (max(lengths) - length) for number, length in enumerate(lengths)]


_TAGGED: dict[AudioForm, Callable[..., None]] = {
    AudioForm.FLAC: _tag_comments("mutagen.flac", "FLAC"),
    AudioForm.OGG: _tag_comments("mutagen.oggvorbis", "OggVorbis"),
    AudioForm.OPUS: _tag_comments("mutagen.oggopus", "OggOpus"),
    AudioForm.MP3: _tag_mp3,
}


def _clock(seconds: float) -> str:
    milliseconds = round(1000 * seconds)
    minutes, rest = divmod(milliseconds, 60_000)
    return f"{minutes // 60:02}:{minutes % 60:02}:{rest // 1000:02}.{rest % 1000:03}"


def examine() -> list[Diagnosis]:
    """Can sheets be written as compressed sound? For `access-chess doctor`."""
    part = "doctor_part_audio"
    if not has_audio():
        slots = {"install": installing(extra="audio")}
        return [Diagnosis(part=part, works=False, found="doctor_not_needed", mend="doctor_mend_audio", slots=slots)]
    silence = Track(title="Doctor", clip=Clip(bytes(SAMPLE_WIDTH * SAMPLE_RATE)))
    for form in AudioForm:
        audio_file([silence], form, title="Doctor", artist="Doctor")
    return [Diagnosis(part=part, works=True, found="doctor_audio_works")]


PAUSE_BETWEEN_SENTENCES = 0.25  # seconds
PAUSE_WITHIN_PAIR = 0.12  # seconds; so that a move and the clock behind it are two things
PAUSE_BETWEEN_PAIRS = 0.6  # seconds; who writes along needs them


def spoken_tracks(
    chapters: Sequence[Chapter],
    synthesiser: Synthesiser,
    *,
    rate: int,
    on_progress: Callable[[int], None] = lambda done: None,
) -> tuple[Track, ...]:
    """Each chapter as a track; `on_progress` hears after each how many are done. Raises SynthesisError."""
    tracks = []
    for done, chapter in enumerate(chapters, start=1):
        tracks.append(Track(title=chapter.title, clip=_said(chapter, synthesiser, rate)))
        on_progress(done)
    return tuple(tracks)


def _said(chapter: Chapter, synthesiser: Synthesiser, rate: int) -> Clip:
    between = PAUSE_WITHIN_PAIR if chapter.is_pair else PAUSE_BETWEEN_SENTENCES
    clips = []
    for part, role in chapter.said:
        clips += [synthesiser.clip(part.spoken, language=part.language, rate=rate, role=role), silence(between)]
    return joined([*clips, silence(PAUSE_BETWEEN_PAIRS)])
