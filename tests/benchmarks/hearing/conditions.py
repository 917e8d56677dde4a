"""Rooms and noises of the corpus: quiet, pink noise, babble, a reverberant room; and noises that are no speech."""

from collections.abc import Callable

import numpy as np

from access_chess.recognition.adaptation.recordings import babble_of, pink, reverberated
from tests.benchmarks.hearing.samples import TALK
from tests.benchmarks.hearing.voices import RATE, Samples, say, speakers

CONDITIONS = ("quiet", "pink 20", "babble 20", "reverb", "pink 10", "babble 10", "pink 5", "babble 5")
_PEAK = 0.5  # of full scale: a well set microphone


def heard_in(condition: str, speech: Samples, babble: Samples, chance: np.random.Generator) -> Samples:
    """The speech as a microphone hears it, with a moment of the room before and after it."""
    before, after = chance.uniform(0.2, 0.5), chance.uniform(0.3, 0.5)
    padded = np.concatenate([np.zeros(int(before * RATE)), speech, np.zeros(int(after * RATE))])
    power = float(np.mean(speech**2))
    if condition == "reverb":
        padded = reverberated(padded, chance)
    kind, _, level = condition.partition(" ")
    decibels = float(level) if level else 45.0
    noise = _slice(babble, len(padded), chance) if kind == "babble" else pink(len(padded), chance)
    noise *= np.sqrt(power / 10 ** (decibels / 10) / float(np.mean(noise**2)))
    mixed = padded + noise
    heard: Samples = mixed * (_PEAK / float(np.max(np.abs(mixed))))
    return heard


def noises(babble: Samples) -> dict[str, Callable[[np.random.Generator], Samples]]:
    """Sounds that are no utterance: a burst, a cough, a knock, a slammed clock, the hall alone."""

    def burst(chance: np.random.Generator) -> Samples:
        length = int(chance.uniform(0.3, 1.8) * RATE)
        return pink(length, chance) * np.hanning(length)

    def cough(chance: np.random.Generator) -> Samples:
        pulses = []
        for _ in range(int(chance.integers(1, 4))):
            length = int(chance.uniform(0.15, 0.35) * RATE)
            decay = np.exp(-np.arange(length) / (0.08 * RATE))
            tone = np.sin(2 * np.pi * chance.uniform(90, 220) * np.arange(length) / RATE)
            pulses.append((pink(length, chance) * 30 + 0.5 * tone) * decay)
            pulses.append(np.zeros(int(0.08 * RATE)))
        return np.concatenate(pulses)

    def knock(chance: np.random.Generator) -> Samples:
        sounds = np.zeros(int(chance.uniform(0.6, 1.6) * RATE))
        for _ in range(int(chance.integers(1, 6))):
            start = int(chance.integers(len(sounds) - 3000))
            sounds[start : start + 3000] += chance.standard_normal(3000) * np.exp(-np.arange(3000) / 300)
        return sounds

    def hall(chance: np.random.Generator) -> Samples:
        return _slice(babble, int(chance.uniform(0.8, 2.5) * RATE), chance)

    return {"burst": burst, "cough": cough, "knock": knock, "hall": hall}


def _slice(noise: Samples, length: int, chance: np.random.Generator) -> Samples:
    start = int(chance.integers(len(noise) - length))
    return noise[start : start + length].copy()


def hall_voices() -> Samples:
    """The babble of the tuning voices, always the same."""
    sentences = [
        say(speaker, text)
        for tongue in ("en", "de")
        for speaker in speakers(tongue, "tuning")[:6]
        for text in TALK[tongue][:6]
    ]
    return babble_of(sentences, np.random.default_rng(2))
