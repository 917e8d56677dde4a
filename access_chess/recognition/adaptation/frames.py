"""Frames to learn from: what the network will see of each, and the half of a phone that it is."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from access_chess.recognition.adaptation.spoken import Samples, Spoken, sound_of
from access_chess.recognition.filterbank import AROUND as AROUND_SOUND
from access_chess.recognition.filterbank import Floats, levels
from access_chess.recognition.network_inputs import AROUND, views
from access_chess.recognition.phone_likelihoods import PhoneLikelihoods
from access_chess.recognition.phone_network import Halves, places_of

Places = NDArray[np.int64]

SPEEDS = (0.90, 1.12)  # and pitches, of people


class Frames(Struct, frozen=True, kw_only=True):
    """Of many sounds in a row. `first` and `last` bound the sound of each frame; `halves` are the columns of the
    network, -1 for what is not learned. 16 bits are enough, and five million frames fit into memory.
    """

    levels: NDArray[np.float16]
    room: NDArray[np.float16]
    likelihoods: NDArray[np.float16]
    first: Places
    last: Places
    halves: Places

    def seen(self, places: Places) -> Floats:
        """What the network sees of these frames, as `network_inputs.seen` has it."""
        first, last = self.first[places][:, None], self.last[places][:, None]
        around = self.levels[np.clip(places[:, None] + AROUND_SOUND, first, last)].reshape(len(places), -1)
        likelihoods = self.likelihoods[np.clip(places[:, None] + AROUND, first, last)].reshape(len(places), -1)
        return np.concatenate([around, self.room[places], likelihoods], 1).astype(np.float32)


def frames_of(
    sounds: Iterator[tuple[Samples, float, tuple[str, ...]]], model: PhoneLikelihoods, phones: tuple[str, ...]
) -> Frames:
    """Of sounds, each with its throat and its phones."""
    places = places_of(phones)
    parts: list[tuple[Floats, ...]] = []
    bounds: list[tuple[int, int]] = []
    learned: list[int] = []
    for samples, throat, said in sounds:
        logarithms, likelihoods = views(samples, model, throat)
        length = min(len(logarithms), len(said))
        sound, room = levels(logarithms[:length])
        parts.append((sound, np.broadcast_to(room, sound.shape), likelihoods[:length]))
        bounds += [(len(learned), len(learned) + length - 1)] * length
        learned += halved(said, places)[:length]
    shown = [np.concatenate([part[number].astype(np.float16) for part in parts]) for number in range(3)]
    first, last = np.array(bounds).T
    return Frames(
        levels=shown[0], room=shown[1], likelihoods=shown[2], first=first, last=last, halves=np.array(learned)
    )


def halved(phones: Sequence[str], places: Mapping[str, Halves]) -> list[int]:
    """The half of its phone that each frame is: its column, or -1 where the network does not know the phone."""
    found: list[int] = []
    for phone, frames in groupby(phones):
        length = len(list(frames))
        first, second = places.get(phone, (-1, -1))
        found += [first] * ((length + 1) // 2) + [second] * (length // 2)
    return found


def as_recorded(recordings: Sequence[Spoken]) -> Iterator[tuple[Samples, float, tuple[str, ...]]]:
    """Recordings as they are, to see how well they are known."""
    for each in recordings:
        yield np.frombuffer(sound_of(each.samples), "<i2").astype(np.float64), 1.0, each.phones
