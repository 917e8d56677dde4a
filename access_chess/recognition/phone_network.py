"""A second opinion of what was said: a small neural network that tells the half of a phone of each moment.

A hybrid of network and hidden Markov model (Bourlard and Morgan 1994): the network's probability of a phone, divided by
how common the phone is, takes the place of a likelihood. It was trained on people and synthetic voices in noise
(training/model_card.md); the recogniser's own model was trained on people alone. What both hear is believed.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from typing import Any

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from access_chess.recognition.filterbank import Floats

SILENCE = "SIL"
Halves = tuple[int, int]

_LEAST = -9.0  # nats: nothing is so improbable that one frame settles a sentence
_COMMONNESS = 0.7  # how far common phones are held back; 1 would be the whole of Bayes' rule


class PhoneNetwork(Struct, frozen=True, kw_only=True, dict=True):
    """Layers of weights (inputs × outputs) and biases, with the share of each output in the training.

    The outputs are silence, then the first and the second half of each phone: a "b" ends otherwise than it begins.
    """

    phones: tuple[str, ...]
    shares: Floats
    weights: tuple[Floats, ...]
    biases: tuple[Floats, ...]

    @cached_property
    def places(self) -> dict[str, Halves]:
        """The columns of the halves of each phone in the scores."""
        return places_of(self.phones)

    @cached_property
    def mark(self) -> str:
        """Other weights have another mark: what was learned for a network is of no use to another."""
        parts = [" ".join(self.phones).encode(), *(each.tobytes() for each in (*self.weights, *self.biases))]
        return sha256(b"".join(parts)).hexdigest()[:16]

    @property
    def hidden_sizes(self) -> list[int]:
        """How many units each hidden layer has."""
        return [len(biases) for biases in self.biases[:-1]]

    def scaled(self, layers: Sequence[Sequence[float]]) -> "PhoneNetwork":
        """The network with a factor for each hidden unit, by layer; it takes no more time."""
        factors: list[Floats] = [np.array(layer, np.float32)[:, None] for layer in layers]
        first, *others = self.weights
        return replace(self, weights=(first, *(own * each for own, each in zip(others, factors, strict=True))))

    def outputs(self, seen: Floats) -> Floats:
        """The last layer, for what is seen of some frames (`network_inputs.seen`)."""
        hidden = seen
        for weights, biases in zip(self.weights[:-1], self.biases[:-1], strict=True):
            hidden = np.maximum(hidden @ weights + biases, 0)
        return np.asarray(hidden @ self.weights[-1] + self.biases[-1], np.float32)

    def scores(self, seen: Floats) -> Floats:
        """How well each frame fits each phone: frames × halves of phones, in nats."""
        outputs = self.outputs(seen)
        outputs -= outputs.max(1, keepdims=True)
        outputs -= np.log(np.exp(outputs).sum(1, keepdims=True))
        return np.asarray(np.maximum(outputs, _LEAST) - _COMMONNESS * np.log(self.shares), np.float32)


def shares_of(outputs: Floats) -> Floats:
    """How the outputs of a last layer share each frame: frames × outputs, each row of them one in all."""
    powers = np.exp(outputs - outputs.max(1, keepdims=True))
    shares: Floats = powers / powers.sum(1, keepdims=True)
    return shares


def places_of(phones: Sequence[str]) -> dict[str, Halves]:
    """The columns of the halves of phones, and of silence, which has but one."""
    spoken = [phone for phone in phones if phone != SILENCE]
    return {SILENCE: (0, 0)} | {phone: (2 * place + 1, 2 * place + 2) for place, phone in enumerate(spoken)}


def phone_network(arrays: Mapping[str, NDArray[Any]]) -> PhoneNetwork:
    """The network of arrays as `arrays_of` gives them. Raises KeyError or ValueError when they are none."""
    layers = range(sum(name.startswith("weights") for name in arrays))
    return PhoneNetwork(
        phones=tuple(str(phone) for phone in arrays["phones"]),
        shares=arrays["shares"].astype(np.float32),
        weights=tuple(arrays[f"weights{layer}"].astype(np.float32) for layer in layers),
        biases=tuple(arrays[f"biases{layer}"].astype(np.float32) for layer in layers),
    )


def arrays_of(network: PhoneNetwork) -> dict[str, NDArray[Any]]:
    """The network as arrays for an `.npz` file, its weights in 16 bits."""
    layers = {f"weights{layer}": weights.astype(np.float16) for layer, weights in enumerate(network.weights)}
    layers |= {f"biases{layer}": biases.astype(np.float16) for layer, biases in enumerate(network.biases)}
    return {"phones": np.array(network.phones), "shares": network.shares, **layers}
