"""Which recogniser hears: the built-in one, or Vosk or Whisper with a model that the user has."""

from pathlib import Path

from access_chess.edge.packs.lexicons import spellings
from access_chess.edge.recognisers.learned import LearnedSpeech
from access_chess.edge.recognisers.pocketsphinx import Recogniser as BuiltIn
from access_chess.edge.recognisers.text import vosk, whisper
from access_chess.session.ports import Recogniser


def recogniser_of(
    speech: LearnedSpeech, languages: tuple[str, ...], *, vosk_model: Path | None, whisper_model: str | None
) -> Recogniser:
    """A recogniser for what is listened for, by the folder of a Vosk model, or the file or name of a Whisper model.

    Without either the built-in one. Raises NoRecogniserError when the model cannot be used.
    """
    if vosk_model is not None:
        return vosk(vosk_model, speech.lexicon, spellings(languages))
    if whisper_model is not None:
        return whisper(whisper_model, speech.lexicon, spellings(languages))
    return BuiltIn(speech.lexicon, adaptation=speech.adaptation)
