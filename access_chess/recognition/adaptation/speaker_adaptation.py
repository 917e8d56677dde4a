"""What an enrolment found of a speaker: a transform of the acoustic model and scales of the network of phones.

They are one text: the transform as pocketsphinx reads it (`mean_transform`), then the scales, which say how much each
hidden unit counts when this speaker is heard.

Learning hidden unit contributions (LHUC): P. Swietojanski, S. Renals, "Learning hidden unit contributions for
unsupervised speaker adaptation of neural network acoustic models", SLT 2014, 171-176. A factor for a thousand weights
is enough to meet a voice, and too little to learn a dozen sentences by heart.
"""

from typing import TYPE_CHECKING

from msgspec import Struct

from access_chess.recognition.adaptation.mean_transform import MeanTransform, read_transform, transform_text

if TYPE_CHECKING:
    from access_chess.recognition.phone_network import PhoneNetwork


GREATEST = 2.0  # a unit counts twice at most, and not at all at least


class UnitScales(Struct, frozen=True, kw_only=True):
    """A factor for each hidden unit, by layer, of the network with this mark and of no other."""

    network: str
    layers: tuple[tuple[float, ...], ...]


def fit(scales: UnitScales, network: "PhoneNetwork") -> bool:
    """Were the scales learned for this network?"""
    return scales.network == network.mark and [*map(len, scales.layers)] == network.hidden_sizes


def scales_text(scales: UnitScales) -> str:
    """A line with the network's mark, then a line of factors for each layer."""
    lines = [" ".join(f"{factor:.4f}" for factor in layer) for layer in scales.layers]
    return "\n".join([f"network {scales.network}", *lines]) + "\n"


def read_scales(text: str) -> UnitScales:
    """The scales of such a text. Raises ValueError when it is none."""
    first, *lines = text.splitlines() or [""]
    if not first.startswith("network ") or not lines:
        raise ValueError(f"expected a network and its scales, got {first[:40]!r}")
    layers = tuple(tuple(float(word) for word in line.split()) for line in lines)
    if not all(0 <= factor <= GREATEST for layer in layers for factor in layer):  # what is no number is not among them
        raise ValueError(f"expected scales from 0 to {GREATEST:g}")
    return UnitScales(network=first.removeprefix("network "), layers=layers)


class SpeakerAdaptation(Struct, frozen=True, kw_only=True):
    """How both that hear are fitted to one speaker."""

    transform: MeanTransform
    scales: UnitScales


def adaptation_text(adaptation: SpeakerAdaptation) -> str:
    """The parts, one after the other."""
    return transform_text(adaptation.transform) + scales_text(adaptation.scales)


def read_adaptation(text: str) -> SpeakerAdaptation:
    """What such a text says. Raises ValueError when it is none, with the transform of an earlier version, too."""
    transform, of_network, scales = text.partition("network ")
    return SpeakerAdaptation(transform=read_transform(transform), scales=read_scales(of_network + scales))
