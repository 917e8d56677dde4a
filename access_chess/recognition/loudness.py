"""Where in a recording somebody speaks, by loudness alone; and how loud the room is, from which speech stands out."""

import math
from array import array
from collections.abc import Sequence
from functools import cache

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

RATE = 16_000  # Hz: what the acoustic model was trained on
FRAME = RATE // 50  # samples: 20 ms
_MARGIN = 12  # frames of silence on each side, made up where they were cut off: without them a first word is lost
_FLOOR = 30.0  # of 32767: below this there is no sound but the converter's own noise
_ABOVE_NOISE = 2.5  # times the quiet tenth of the recording
ROOM = 10 ** (-30 / 20)  # of the speech
_PITCHED = 2 * FRAME  # samples in which a pitch shows: two periods of the lowest
_HIGHEST_PITCH, _LOWEST_PITCH = RATE // 400, RATE // 60  # samples from one pulse of a voice to the next
_LOUD = 0.1  # of the greatest power: vowels
_BELL = np.hanning(_PITCHED)
_OF_BELL = np.fft.irfft(np.abs(np.fft.rfft(_BELL, 2 * _PITCHED)) ** 2)[: _LOWEST_PITCH + 1]  # what it takes away
_SPOKEN = 0.01  # of the greatest power: 20 decibels below the loudest moment nobody speaks
# Loud 20 ms: what is measured of so much speech is as good as of all of it; of a second, people were understood worse.
_ENOUGH_SAID = 80


class Speaking(Struct, frozen=True, kw_only=True):
    """Where in a recording somebody begins to speak, and how loudly, as far as it was heard.

    `first` is the 20 ms from which speech is cut out, before the recording where it is negative; `threshold` is the
    level above which somebody speaks, `room` that of the noise of a quiet room that every recording gets: digital
    silence misleads the recogniser's noise estimate. 30 decibels below the speech is where the tuning voices were
    understood best, 4 points better than without.
    """

    first: int
    threshold: float
    room: float

    def length(self, levels: Sequence[float]) -> int:
        """How many samples of speech there are from the first on, of a recording whose 20 ms have these levels."""
        loud = next(number for number in reversed(range(len(levels))) if levels[number] > self.threshold)
        return (loud + 1 + _MARGIN - self.first) * FRAME

    def recorded(self, recording: bytes, length: int) -> slice:
        """Which samples of so much speech were recorded, not made up where they were cut off."""
        first = self.first * FRAME
        return slice(max(0, -first), min(length, len(recording) // 2 - first))

    def samples(self, recording: bytes, start: int, end: int) -> NDArray[np.float64]:
        """Samples of the speech, -32768 to 32767, from the first on; always the same noise is added to the same sample,
        so that the same recording has the same answer. What was cut off is silent.
        """
        heard = _heard(recording, self.first, start, end)
        noise = np.take(_pink(), np.arange(start, end), mode="wrap")
        return np.trunc(np.clip(heard + noise * self.room, -32_768, 32_767))


def speaking(recording: bytes, levels: Sequence[float]) -> Speaking | None:
    """Of a recording (16 kHz, 16 bit, mono) whose 20 ms have these levels; None when all is quiet."""
    threshold, loud = _loud(levels)
    if not loud:
        return None
    first = loud[0] - _MARGIN
    heard = _heard(recording, first, 0, (loud[-1] + 1 + _MARGIN - first) * FRAME)
    sums = np.concatenate([np.zeros(1), np.cumsum(np.pad(heard**2, (FRAME // 2, FRAME // 2)))])
    squares = (sums[FRAME:] - sums[:-FRAME]) / FRAME
    spoken = squares[squares >= _SPOKEN * squares.max()]
    return Speaking(first=first, threshold=threshold, room=ROOM * math.sqrt(spoken.mean()))


def is_enough(levels: Sequence[float]) -> bool:
    """Was so much said that the rest will be like it?"""
    return len(_loud(levels)[1]) >= _ENOUGH_SAID


def _loud(levels: Sequence[float]) -> tuple[float, list[int]]:
    """The level above which somebody speaks, and the 20 ms that are louder."""
    if not levels:
        return _FLOOR, []
    quiet, loudest = sorted(levels)[len(levels) // 10], max(levels)
    threshold = max(_FLOOR, min(quiet * _ABOVE_NOISE, loudest / 4))
    return threshold, [number for number, level in enumerate(levels) if level > threshold]


def _heard(recording: bytes, first: int, start: int, end: int) -> NDArray[np.float64]:
    """Samples of the recording, counted from the 20 ms `first`; nothing before its beginning and behind its end."""
    start, end = first * FRAME + start, first * FRAME + end
    values = np.frombuffer(recording, "<i2", count=len(recording) // 2)[max(0, start) : max(0, end)].astype(np.float64)
    before = min(max(0, -start), end - start)
    return np.pad(values, (before, end - start - before - len(values)))


def speech_within(samples: bytes) -> bytes:
    """From the first loud moment of a recording (16 kHz, 16 bit, mono) to the last; empty when all is quiet.

    A recording that is cut off at the word gets a moment before and after it.
    """
    levels = frame_levels(samples)
    found = speaking(samples, levels)
    return b"" if found is None else found.samples(samples, 0, found.length(levels)).astype("<i2").tobytes()


@cache
def _pink() -> NDArray[np.float64]:
    """Eight seconds of pink noise, as loud as 1."""
    length = 8 * RATE
    spectrum = np.fft.rfft(np.random.default_rng(0).standard_normal(length))
    noise = np.fft.irfft(spectrum / np.sqrt(np.maximum(np.arange(len(spectrum)), 200)), n=length)
    pink: NDArray[np.float64] = noise / np.sqrt(np.mean(noise**2))
    return pink


def frame_levels(samples: bytes) -> list[float]:
    """The root mean square of each 20 ms, 0 to 32767."""
    values = np.frombuffer(samples[: len(samples) // (2 * FRAME) * 2 * FRAME], "<i2").astype(np.float64)
    levels: list[float] = np.sqrt((values.reshape(-1, FRAME) ** 2).mean(1)).tolist()
    return levels


def decibels_of(samples: bytes) -> float:
    """How far the loud moments of a recording stand above its quiet ones: how little noise there is."""
    levels = sorted(frame_levels(samples))
    if not levels:
        return 0.0
    quiet, loud = (max(levels[int(len(levels) * part)], 1.0) for part in (0.1, 0.9))
    return 20 * math.log10(loud / quiet)


def _level(values: Sequence[int]) -> float:
    return math.sqrt(sum(value * value for value in values) / len(values)) if values else 0.0


class MicrophoneLevels(Struct, frozen=True, kw_only=True):
    """What a quiet moment and a spoken sentence told about a microphone. Levels are root mean squares, 0 to 32767."""

    noise: float
    speech: float

    @property
    def energy_threshold(self) -> float:
        """The level above which SpeechRecognition takes sound for speech: the geometric middle of noise and speech."""
        return max(_FLOOR, math.sqrt(max(self.noise, 1.0) * max(self.speech, 1.0)))

    @property
    def decibels(self) -> float:
        """How far speech stands above the noise; with less than `ENOUGH` the room is too loud for voice."""
        return 20 * math.log10(max(self.speech, 1.0) / max(self.noise, 1.0))


def calibration(room: bytes, sentence: bytes) -> MicrophoneLevels:
    """From two recordings: the room while nobody speaks, and a sentence (its loud half counts)."""
    quiet, loud = sorted(frame_levels(room)), sorted(frame_levels(sentence))
    return MicrophoneLevels(noise=_middle(quiet), speech=_middle(loud[len(loud) // 2 :]))


# Speech into a headset or half a metre from a table microphone; what is softer still stands above a quiet room.
_SPEECH = 3000.0
_LOWEST, _HIGHEST = 100.0, 4000.0  # thresholds: a breath is softer than the one, a voice that wants to be heard louder
_ABOVE_ROOM = 2.0  # times the room: noise sways, and babble more than a fan
_MEASURED = 1.0  # seconds: what is needed for a first judgement
_REMEMBERED = 10.0  # seconds; no sentence is longer than eight, so the quiet ones of ten are the room's own
_QUIET_PART = 0.15
ENOUGH = 10  # decibels of speech above the noise; at 5 hardly a move is understood
UNKNOWN_ROOM = 300.0  # the threshold before anything was measured


class RoomLoudness(Struct, frozen=True, kw_only=True):
    """How loud it is at a microphone while nobody speaks: the levels of the last ten seconds, of which the quiet count.

    So speech is not taken for the room, even when it begins at once; what stays is, after some seconds; and a room that
    falls quiet is known to be so after one.
    """

    levels: tuple[float, ...] = ()
    chunk: float = 0.0  # seconds of each level

    @property
    def is_measured(self) -> bool:
        """Has enough been heard for a first judgement?"""
        return len(self.levels) * self.chunk >= _MEASURED

    @property
    def noise(self) -> float:
        """The root mean square of the quiet moments, 0 to 32767; 0 when nothing was heard."""
        return sorted(self.levels)[int(len(self.levels) * _QUIET_PART)] if self.levels else 0.0

    @property
    def energy_threshold(self) -> float:
        """The level above which sound is speech. It has bounds, so that no room makes the ear deaf."""
        if not self.is_measured:
            return UNKNOWN_ROOM
        between = MicrophoneLevels(noise=self.noise, speech=_SPEECH).energy_threshold
        return min(max(between, self.noise * _ABOVE_ROOM, _LOWEST), _HIGHEST)

    @property
    def is_too_loud(self) -> bool:
        """Is the noise such that speech hardly stands above it?"""
        return self.is_measured and self.noise * _ABOVE_ROOM >= _HIGHEST


def room_with(room: RoomLoudness, samples: bytes) -> RoomLoudness:
    """The room after some more samples (16 kHz, 16 bit, mono), always as many at once."""
    values = array("h", samples[: len(samples) // 2 * 2])
    seconds = len(values) / RATE
    kept = int(_REMEMBERED / seconds) if seconds else 0
    return replace(room, levels=(*room.levels, _level(values))[-kept:], chunk=seconds) if kept else room


def _middle(levels: list[float]) -> float:
    return levels[len(levels) // 2] if levels else 0.0


def voiced(samples: bytes) -> float:
    """How clearly the loud moments have a pitch, 0 to 1: a voice's vowels do, a burst of noise has none."""
    values = np.frombuffer(samples, "<i2").astype(np.float64)
    if len(values) < _PITCHED or not values.any():
        return 0.0
    frames = np.lib.stride_tricks.sliding_window_view(values, _PITCHED)[::FRAME]
    power = (frames**2).sum(1)
    loud = frames[power > _LOUD * power.max()]
    spectrum = np.abs(np.fft.rfft((loud - loud.mean(1, keepdims=True)) * _BELL, 2 * _PITCHED)) ** 2
    likeness = np.fft.irfft(spectrum)[:, : _LOWEST_PITCH + 1] / _OF_BELL
    likeness /= likeness[:, :1] + 1e-9
    return min(1.0, float(likeness[:, _HIGHEST_PITCH:].max(1).mean()))
