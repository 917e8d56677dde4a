"""The acoustic model that comes with pocketsphinx, read from its files, and its decoder with the words of a lexicon."""

from functools import cache
from pathlib import Path

import pocketsphinx

from access_chess.listening.lexicon import Lexicon
from access_chess.recognition.adaptation.acoustic_model import AcousticModel, acoustic_model
from access_chess.recognition.context_states import ContextStates, context_states

MODEL_FOLDER = f"{pocketsphinx.get_model_path()}/en-us/en-us"


def decoder_of(lexicon: Lexicon, **settings: object) -> pocketsphinx.Decoder:
    """A decoder that knows the words by all their pronunciations; `settings` are pocketsphinx's own options.

    Raises RuntimeError when it does not start.
    """
    decoder = pocketsphinx.Decoder(hmm=MODEL_FOLDER, dict=None, lm=None, loglevel="FATAL", **settings)
    for word, sounds in lexicon.phones.items():
        for number, phones in enumerate(sounds, start=1):
            decoder.add_word(word if number == 1 else f"{word}({number})", " ".join(phones), False)
    return decoder


_MODEL = Path(MODEL_FOLDER)


@cache
def installed_model() -> AcousticModel:
    """Its densities, kept for those who ask often: they take 20 MB. Raises as `read_model`."""
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
