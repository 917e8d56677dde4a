"""An enrolment that changes nothing: what tests of files and of switching it on need."""

from access_chess.edge.recognisers.pocketsphinx import load_network
from access_chess.recognition.adaptation.speaker_adaptation import (
    DIMENSIONS,
    STREAMS,
    MeanTransform,
    SpeakerAdaptation,
    StreamTransform,
    UnitScales,
)

UNCHANGED = SpeakerAdaptation(
    transform=MeanTransform(
        streams=(
            StreamTransform(
                matrix=tuple(tuple(float(row == column) for column in range(DIMENSIONS)) for row in range(DIMENSIONS)),
                shift=(0.0,) * DIMENSIONS,
            ),
        )
        * STREAMS
    ),
    scales=UnitScales(network=load_network().mark, layers=tuple((1.0,) * size for size in load_network().hidden_sizes)),
)
