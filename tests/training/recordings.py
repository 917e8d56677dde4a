"""What only the training makes of recordings: cut, joined, in rooms, and as the networks of a second look see them."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from access_chess.recognition.adaptation.recordings import (
    FRAME,
    Samples,
    Spoken,
    at_speed,
    in_some_room,
    pink,
    sound_of,
)
from access_chess.recognition.adaptation.scale_learning import SPEEDS, Frames
from access_chess.recognition.answer_network import seen_of
from access_chess.recognition.filterbank import Floats, levels
from access_chess.recognition.loudness import RATE
from access_chess.recognition.network_inputs import seen, views
from access_chess.recognition.phone_likelihoods import PhoneLikelihoods
from access_chess.recognition.phone_network import SILENCE, PhoneNetwork
from access_chess.recognition.phone_search import steps_of
from access_chess.recognition.speech_embedding import SpeechEmbedding

THROATS = (0.84, 1.2)  # how much longer or shorter
_FASTER = 0.3  # of synthetic sentences, which have many speeds and pitches already
_NOISES = 14  # sentences for each bare noise
_JOINED = (1, 4)  # recordings of a person in a row, from and below
_LOUD = 0.03  # of the loudest 10 ms: below it nobody speaks
_BESIDE = 4  # frames kept beside the speech
_SHORTEST, _LONGEST = 0.08, 5.0  # seconds


def said_part(samples: Samples) -> Samples | None:
    """A recording without the quiet around it, at half of full scale; None when it is too short or too long."""
    frames = len(samples) // FRAME
    if frames == 0 or not np.any(samples):
        return None
    power = (samples[: frames * FRAME].reshape(frames, FRAME) ** 2).mean(1)
    loud = np.flatnonzero(power > _LOUD * power.max())
    first, last = max(0, loud[0] - _BESIDE), min(frames, loud[-1] + 1 + _BESIDE)
    said = samples[first * FRAME : last * FRAME]
    if not _SHORTEST <= len(said) / RATE <= _LONGEST:
        return None
    scaled: Samples = said * (0.5 * 32768 / np.abs(said).max())
    return scaled


def joined(recordings: Sequence[Spoken], chance: np.random.Generator) -> Spoken:
    """One speaker's recordings one after the other, nearly without a pause, as loud as each other."""
    sounds: list[Samples] = []
    phones: list[str] = []

    def hiss() -> None:
        frames = int(chance.uniform(8, 24))
        sounds.append(chance.standard_normal(frames * FRAME) * 3)
        phones.extend([SILENCE] * frames)

    hiss()
    for each in recordings:
        spoken = [number for number, phone in enumerate(each.phones) if phone != SILENCE]
        if not spoken:
            continue
        first = max(0, spoken[0] - int(chance.integers(0, 12)))
        last = min(len(each.phones), spoken[-1] + 1 + int(chance.integers(0, 12)))
        said = each.samples[first * FRAME : last * FRAME]
        frames = len(said) // FRAME
        sounds.append(said[: frames * FRAME] * 10 ** (chance.uniform(-2, 2) / 20))
        phones.extend(each.phones[first : first + frames])
    hiss()
    return Spoken(sound=sound_of(np.concatenate(sounds)), phones=tuple(phones), speaker=recordings[0].speaker)


def bare_noise(chance: np.random.Generator) -> Spoken:
    """Thuds, clicks, hums and rustles, all of which are silence to the network."""
    length = int(chance.uniform(0.4, 2.5) * RATE)
    sound = chance.standard_normal(length) * 1e-4
    for _ in range(int(chance.integers(1, 5))):
        size = int(min(length - 1, chance.uniform(0.02, 1.5) * RATE))
        start, time = int(chance.integers(length - size)), np.arange(size) / RATE
        rustle = pink(max(size, 8), chance)[:size]
        rustle /= np.abs(rustle).max() + 1e-9
        noises = [
            rustle * np.hanning(size) ** chance.uniform(0.3, 2),
            rustle * np.exp(-time / chance.uniform(0.01, 0.2)),
            0.3 * chance.standard_normal(size) * np.exp(-time / chance.uniform(0.005, 0.05)),
            (np.sin(2 * np.pi * chance.uniform(60, 900) * time) + 0.3 * rustle) * np.hanning(size),
        ]
        sound[start : start + size] += noises[int(chance.integers(4))] * chance.uniform(0.2, 1)
    scaled = (sound * (16_000 / np.abs(sound).max())).astype("<i2")
    return Spoken(sound=scaled.tobytes(), phones=(SILENCE,) * (length // FRAME + 1))


def in_a_row(parts: Sequence[Frames]) -> Frames:
    """The frames of all parts."""
    before = np.cumsum([0, *(len(part.halves) for part in parts[:-1])])
    return Frames(
        levels=np.concatenate([part.levels for part in parts]),
        room=np.concatenate([part.room for part in parts]),
        likelihoods=np.concatenate([part.likelihoods for part in parts]),
        first=np.concatenate([part.first + start for part, start in zip(parts, before, strict=True)]),
        last=np.concatenate([part.last + start for part, start in zip(parts, before, strict=True)]),
        halves=np.concatenate([part.halves for part in parts]),
    )


def people_in_rooms(
    recordings: Sequence[Spoken], babble: Samples, chance: np.random.Generator
) -> Iterator[tuple[Samples, float, tuple[str, ...]]]:
    """Every recording once: one to three of a speaker in a row, at another speed, in another room."""
    by_speaker: dict[str, list[Spoken]] = {}
    for each in recordings:
        by_speaker.setdefault(each.speaker, []).append(each)
    for own in by_speaker.values():
        order = chance.permutation(len(own))
        while len(order):
            number = int(chance.integers(*_JOINED))
            spoken = at_speed(joined([own[place] for place in order[:number]], chance), chance.uniform(*SPEEDS))
            order = order[number:]
            room = in_some_room(spoken.samples, recordings, babble, chance)
            yield room, chance.uniform(*THROATS), spoken.phones


def synthetic_in_rooms(
    sentences: Sequence[Spoken], babble: Samples, chance: np.random.Generator
) -> Iterator[tuple[Samples, float, tuple[str, ...]]]:
    """Every sentence once, some at another speed, in some room; and noises without speech."""
    for each in sentences:
        spoken = at_speed(each, chance.uniform(*SPEEDS)) if chance.random() < _FASTER else each
        yield in_some_room(spoken.samples, sentences, babble, chance), chance.uniform(*THROATS), spoken.phones
    for _ in range(len(sentences) // _NOISES):
        noise = bare_noise(chance)
        yield in_some_room(noise.samples, sentences, babble, chance), chance.uniform(*THROATS), noise.phones


def whole_of(
    samples: NDArray[np.float64],
    network: PhoneNetwork,
    model: PhoneLikelihoods,
    embedding: SpeechEmbedding,
    throat: float = 1.0,
) -> Floats | None:
    """What the network of answers sees of a sound at 16 kHz that no search has scored; None as `seen_of`."""
    return seen_of(halves_of(samples, network, model, throat), embedding.moments(samples))


def halves_of(
    samples: NDArray[np.float64], network: PhoneNetwork, model: PhoneLikelihoods, throat: float = 1.0
) -> Floats:
    """The scores of such a sound by the network of phones: steps × halves of phones."""
    logarithms, likelihoods = views(samples, model, throat)
    return steps_of(network.scores(seen(np.arange(len(logarithms)), *levels(logarithms), likelihoods)))
