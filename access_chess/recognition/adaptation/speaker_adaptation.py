"""What an enrolment found of a speaker: a transform of the acoustic model and scales of the network of phones.

They are one text: the transform as pocketsphinx reads it (`mean_transform`), then the scales (`unit_scales`).
"""

from dataclasses import dataclass

from access_chess.recognition.adaptation.mean_transform import MeanTransform, read_transform, transform_text
from access_chess.recognition.adaptation.unit_scales import UnitScales, read_scales, scales_text


@dataclass(frozen=True, kw_only=True)
class SpeakerAdaptation:
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
