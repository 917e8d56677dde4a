"""How well a model of sounds explains what was said: the measure of what an adaptation is worth."""

import numpy as np

from access_chess.recognition.adaptation.acoustic_model import AcousticModel
from access_chess.recognition.adaptation.mllr import AlignedSpeech, adapted, by_codebook, density_scores
from access_chess.recognition.adaptation.speaker_adaptation import MeanTransform


def likelihood(model: AcousticModel, speech: AlignedSpeech, transform: MeanTransform | None = None) -> float:
    """The mean logarithm of a counted frame's likelihood in its state."""
    model = model if transform is None else adapted(model, transform)
    total, frames = 0.0, 0
    for codebook, senones, observed in by_codebook(speech):
        for stream in range(model.streams):
            of_stream = density_scores(model, model.means, codebook, stream, senones, observed[stream])
            total += float(np.logaddexp.reduce(of_stream, axis=1).sum())
        frames += len(senones)
    return total / max(frames, 1)
