"""Whisper, with a model by its folder, file or name: by faster-whisper, which needs no PyTorch, or by OpenAI's own.

It goes on from a text that it is given: with moves as sentences it writes such sentences, where a mere list of words
helps little. Where it hears nothing that it knows it writes some of these, and doubts them itself. It is told which of
the languages that are listened for it hears, else it takes a short sentence for any of a hundred, and twice as long.
SpeechRecognition's own recognize_whisper would load the model anew for each sentence.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import speech_recognition

from access_chess.edge.recognisers.text import Clues, Said, TextRecogniser, loaded, package_of
from access_chess.recognition.loudness import RATE

FASTER = "faster_whisper"
#: Nats a piece of a word: with the base model what was right had -0.3 to -0.6, what was made up below -0.9.
_DOUBTED = -0.8


def with_model(model: str, said: Said) -> TextRecogniser:
    """Whisper with a model. Raises NoRecogniserError when the package is missing or the model cannot be loaded."""
    package = package_of("Whisper", FASTER, "whisper")
    written = _faster if package.__name__ == FASTER else _of_openai
    transcribed = loaded("Whisper", lambda: written(package, model, said.tongues), model)

    def transcribe(audio: speech_recognition.AudioData, clues: Clues) -> str:
        samples = np.frombuffer(audio.get_raw_data(convert_rate=RATE, convert_width=2), dtype="<i2")
        return str(transcribed(samples.astype(np.float32) / 32_768, " ".join(clues.moves)))

    return TextRecogniser(said, transcribe)


def _faster(package: Any, model: str, tongues: tuple[str, ...]) -> Callable[[Any, str], str]:
    whisper = package.WhisperModel(model, device="cpu", compute_type="int8")

    def tongue(samples: Any) -> str:
        likely = dict(whisper.detect_language(samples)[2])
        return max(tongues, key=lambda each: likely.get(each, 0.0))

    def transcribed(samples: Any, prompt: str) -> str:
        language = tongue(samples) if whisper.model.is_multilingual and len(tongues) > 1 else tongues[0]
        segments, _ = whisper.transcribe(
            samples, language=language, initial_prompt=prompt, condition_on_previous_text=False
        )
        return "".join(segment.text for segment in segments if segment.avg_logprob > _DOUBTED)

    return transcribed


def _of_openai(package: Any, model: str, tongues: tuple[str, ...]) -> Callable[[Any, str], str]:
    whisper = package.load_model(model)
    language = tongues[0] if len(tongues) == 1 else None  # of several it chooses itself

    def transcribed(samples: Any, prompt: str) -> str:
        found = whisper.transcribe(samples, language=language, initial_prompt=prompt, fp16=False)
        return "".join(segment["text"] for segment in found["segments"] if segment["avg_logprob"] > _DOUBTED)

    return transcribed
