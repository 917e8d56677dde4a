"""Finds a speaker's scales of the network of phones from sentences that are known.

The network is pulled towards the phones that were said, but most of each target stays what it said before, so that
little speech does not carry it away: D. Yu, K. Yao, H. Su, G. Li, F. Seide, "KL-divergence regularized deep neural
network adaptation for improved large vocabulary speech recognition", ICASSP 2013. What was never said keeps its share.

A frame to learn from has what the network will see of it, and the half of a phone that it is.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from access_chess.recognition.adaptation.recordings import Samples, Spoken, at_speed, babble_of, in_some_room, sound_of
from access_chess.recognition.adaptation.speaker_adaptation import GREATEST, UnitScales
from access_chess.recognition.filterbank import AROUND as AROUND_SOUND
from access_chess.recognition.filterbank import Floats, levels
from access_chess.recognition.loudness import RATE
from access_chess.recognition.network_inputs import AROUND, views
from access_chess.recognition.phone_likelihoods import PhoneLikelihoods
from access_chess.recognition.phone_network import Halves, PhoneNetwork, places_of, shares_of

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


STEPS = 60
BATCH = 512  # frames
MOST = 12_000  # frames: neighbours are much alike, and an enrolment shall be over in seconds
_RATE = 0.05  # of the first step; the last is nearly none
# How far the targets stay what the network said: with less, more was wrong of what had not been enrolled; with three
# quarters, less was right of what had.
_UNCHANGED = 0.6


def in_rooms(
    spoken: Sequence[Spoken], copies: int, chance: np.random.Generator
) -> Iterator[tuple[Samples, float, tuple[str, ...]]]:
    """Every sentence so many times, at another speed, in another room, where others speak with the same voice."""
    longest = max(len(each.samples) for each in spoken) / RATE
    babble = babble_of([each.samples / 32768 for each in spoken], chance, 2 * longest / SPEEDS[0])
    for each in [*spoken] * copies:
        faster = at_speed(each, chance.uniform(*SPEEDS))
        yield in_some_room(faster.samples, spoken, babble, chance), 1.0, faster.phones


def learned_scales(network: PhoneNetwork, frames: Frames, chance: np.random.Generator) -> UnitScales:
    """The scales with which the network knows these frames better."""
    known = np.flatnonzero(frames.halves >= 0)
    if len(known) > MOST:
        known = chance.choice(known, MOST, replace=False)
    seen, halves = frames.seen(known), frames.halves[known]
    targets = _targets(shares_of(network.outputs(seen)), halves)
    first = seen @ network.weights[0] + network.biases[0]  # no scale comes before it
    ways = [np.zeros(size, np.float32) for size in network.hidden_sizes]
    adam = Adam(ways)
    for step in range(1, STEPS + 1):
        some = chance.choice(len(halves), min(BATCH, len(halves)), replace=False)
        adam.step(_slopes(network, ways, first[some], targets[some]), _RATE * (1 - step / STEPS))
    layers = tuple(tuple(float(factor) for factor in _factors(way)) for way in ways)
    return UnitScales(network=network.mark, layers=layers)


def _targets(before: Floats, halves: Places) -> Floats:
    """What the network shall say, of what it said before and what was said."""
    is_said = np.bincount(halves, minlength=before.shape[1]) > 0
    targets = np.where(is_said, np.float32(_UNCHANGED) * before, before)
    targets[np.arange(len(halves)), halves] += (1 - _UNCHANGED) * before[:, is_said].sum(1)
    return np.asarray(targets, np.float32)


def _slopes(network: PhoneNetwork, ways: Sequence[Floats], first: Floats, targets: Floats) -> list[Floats]:
    """Of the cross-entropy by each way; `first` is what comes into the first hidden layer."""
    factors, units, arriving = [_factors(way) for way in ways], [], first
    for own, weights, biases in zip(factors, network.weights[1:], network.biases[1:], strict=True):
        units.append(np.maximum(arriving, 0))
        arriving = (units[-1] * own) @ weights + biases
    slope = (shares_of(arriving) - targets) / len(targets)
    found: list[Floats] = []
    for own, unit, weights in zip(reversed(factors), reversed(units), reversed(network.weights[1:]), strict=True):
        slope = slope @ weights.T
        found.append((slope * unit).sum(0) * own * (1 - own / GREATEST))
        slope = slope * own * (unit > 0)
    return found[::-1]


def _factors(way: Floats) -> Floats:
    """Between nothing and twice; a way of nought changes nothing."""
    return np.asarray(GREATEST / (1 + np.exp(-way)), np.float32)


class Adam:
    """Steps for some parameters, which are changed in place; their length follows how steady each slope is (Kingma and
    Ba 2015).
    """

    def __init__(self, parameters: Sequence[Floats]) -> None:
        self._parameters = parameters
        self._moments = [(np.zeros_like(each), np.zeros_like(each)) for each in parameters]
        self._steps = 0

    def step(self, slopes: Sequence[Floats], rate: float) -> None:
        """Down the slopes, one for each parameter."""
        self._steps += 1
        for parameter, slope, (mean, square) in zip(self._parameters, slopes, self._moments, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            unbiased = np.sqrt(square / (1 - 0.999**self._steps)) + 1e-7
            parameter -= rate * mean / (1 - 0.9**self._steps) / unbiased
