"""The acoustic model that comes with pocketsphinx, read from its files."""

from functools import cache
from pathlib import Path

from access_chess.edge.recognisers.decoder import MODEL_FOLDER
from access_chess.recognition.adaptation.acoustic_model import AcousticModel, acoustic_model
from access_chess.recognition.context_states import ContextStates, context_states

_MODEL = Path(MODEL_FOLDER)


@cache
def installed_model() -> AcousticModel:
    """Its densities, kept for who asks often: they take 20 MB. Raises as `read_model`."""
    return read_model()


def read_model() -> AcousticModel:
    """Its densities. Raises ModelError, or OSError when a file is missing."""
    return acoustic_model(
        means=(_MODEL / "means").read_bytes(),
        variances=(_MODEL / "variances").read_bytes(),
        definition=(_MODEL / "mdef").read_bytes(),
        weights=(_MODEL / "sendump").read_bytes(),
    )


@cache
def installed_states() -> ContextStates:
    """Its states of phones between their neighbours. Raises ModelError, or OSError when the file is missing."""
    return context_states((_MODEL / "mdef").read_bytes())
