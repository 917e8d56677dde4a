"""A second opinion of what was said: a small neural network that tells the phone of each moment.

A hybrid of network and hidden Markov model (Bourlard and Morgan 1994): the network's probability of a phone, divided by
how common the phone is, takes the place of a likelihood. It was trained on people and synthetic voices in noise
(training/model_card.md); the recogniser's own model was trained on people alone. What both hear is believed.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from access_chess.recognition.filterbank import Floats

SILENCE = "SIL"
_LEAST = -9.0  # nats: nothing is so improbable that one frame settles a sentence
_COMMONNESS = 0.7  # how far common phones are held back; 1 would be the whole of Bayes' rule


@dataclass(frozen=True, kw_only=True)
class PhoneNetwork:
    """Layers of weights (inputs × outputs) and biases, with the phones in the order of the outputs and the share of
    each in the training.
    """

    phones: tuple[str, ...]
    shares: Floats
    weights: tuple[Floats, ...]
    biases: tuple[Floats, ...]

    @cached_property
    def place(self) -> dict[str, int]:
        """The column of each phone in the scores."""
        return {phone: number for number, phone in enumerate(self.phones)}

    def outputs(self, seen: Floats) -> Floats:
        """The last layer, for what is seen of some frames (`network_inputs.seen`)."""
        hidden = seen
        for weights, biases in zip(self.weights[:-1], self.biases[:-1], strict=True):
            hidden = np.maximum(hidden @ weights + biases, 0)
        return np.asarray(hidden @ self.weights[-1] + self.biases[-1], np.float32)

    def scores(self, seen: Floats) -> Floats:
        """How well each frame fits each phone: frames × phones, in nats."""
        outputs = self.outputs(seen)
        outputs -= outputs.max(1, keepdims=True)
        outputs -= np.log(np.exp(outputs).sum(1, keepdims=True))
        return np.asarray(np.maximum(outputs, _LEAST) - _COMMONNESS * np.log(self.shares), np.float32)


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
