"""What an enrolment found of a speaker: a transform of the acoustic model, scales of the network of phones, and how his
answers go.

They are one text: the transform as pocketsphinx reads it (`mean_transform`), then the scales (`unit_scales`), then the
answers, if he gave any (`own_answers`).
"""

from dataclasses import dataclass

from access_chess.recognition.adaptation.mean_transform import MeanTransform, read_transform, transform_text
from access_chess.recognition.adaptation.unit_scales import UnitScales, read_scales, scales_text
from access_chess.recognition.own_answers import NO_ANSWERS, OwnAnswers, answers_text, read_answers


@dataclass(frozen=True, kw_only=True)
class SpeakerAdaptation:
    """How both that hear are fitted to one speaker, and where his answers lie."""

    transform: MeanTransform
    scales: UnitScales
    answers: OwnAnswers = NO_ANSWERS


def adaptation_text(adaptation: SpeakerAdaptation) -> str:
    """The parts, one after the other."""
    return transform_text(adaptation.transform) + scales_text(adaptation.scales) + answers_text(adaptation.answers)


def read_adaptation(text: str) -> SpeakerAdaptation:
    """What such a text says. Raises ValueError when it is none, with the transform of an earlier version, too."""
    transform, of_network, rest = text.partition("network ")
    scales, of_answers, answers = rest.partition("answers ")
    return SpeakerAdaptation(
        transform=read_transform(transform),
        scales=read_scales(of_network + scales),
        answers=read_answers(of_answers + answers),
    )
