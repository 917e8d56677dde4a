"""Whisper, with a model by its folder, file or name: by faster-whisper, which needs no PyTorch, or by OpenAI's own.

It goes on from a text that it is given: with moves as sentences it writes such sentences, where a mere list of words
helps little. SpeechRecognition's own recognize_whisper would load the model anew for each sentence.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import speech_recognition

from access_chess.edge.recognisers.text import Clues, Said, TextRecogniser, loaded, package_of
from access_chess.recognition.loudness import RATE

FASTER = "faster_whisper"


def with_model(model: str, said: Said) -> TextRecogniser:
    """Whisper with a model. Raises NoRecogniserError when the package is missing or the model cannot be loaded."""
    package = package_of("Whisper", FASTER, "whisper")
    written = partial(_faster, package) if package.__name__ == FASTER else partial(_of_openai, package)
    transcribed = loaded("Whisper", lambda: written(model), model)

    def transcribe(audio: speech_recognition.AudioData, clues: Clues) -> str:
        samples = np.frombuffer(audio.get_raw_data(convert_rate=RATE, convert_width=2), dtype="<i2")
        return str(transcribed(samples.astype(np.float32) / 32_768, " ".join(clues.moves)))

    return TextRecogniser(said, transcribe)


def _faster(package: Any, model: str) -> Callable[[Any, str], str]:
    whisper = package.WhisperModel(model, device="cpu", compute_type="int8")

    def transcribed(samples: Any, prompt: str) -> str:
        segments, _ = whisper.transcribe(samples, initial_prompt=prompt, condition_on_previous_text=False)
        return "".join(segment.text for segment in segments)

    return transcribed


def _of_openai(package: Any, model: str) -> Callable[[Any, str], str]:
    whisper = package.load_model(model)
    return lambda samples, prompt: str(whisper.transcribe(samples, initial_prompt=prompt, fp16=False)["text"])
