"""Vosk, with the folder of a model.

The words to expect are a list of phrases, each of one word, since a phrase of several makes just that row of words
likely (alphacep/vosk-api, issue 859 on GitHub).
"""

import json
from pathlib import Path

import speech_recognition

from access_chess.edge.recognisers.text import Clues, Said, TextRecogniser, loaded, package_of
from access_chess.recognition.loudness import RATE
from access_chess.session.ports import NoRecogniserError


def with_model(model: str, said: Said) -> TextRecogniser:
    """Vosk with the model of a folder. Raises NoRecogniserError when the package or the model is missing."""
    package = package_of("Vosk", "vosk")
    if not Path(model).is_dir():
        raise NoRecogniserError("model_missing", path=repr(model))
    package.SetLogLevel(-2)  # its own lines are for its makers; at -1 it warns of each word that the model lacks
    vosk = loaded("Vosk", lambda: package.Model(model), model)

    def transcribe(audio: speech_recognition.AudioData, clues: Clues) -> str:
        # SpeechRecognition's own recognize_vosk takes neither a model's place nor a list of phrases.
        recogniser = package.KaldiRecognizer(vosk, RATE, json.dumps([*clues.words, "[unk]"], ensure_ascii=False))
        recogniser.AcceptWaveform(audio.get_raw_data(convert_rate=RATE, convert_width=2))
        return str(json.loads(recogniser.FinalResult())["text"]).replace("[unk]", "")

    return TextRecogniser(said, transcribe)
