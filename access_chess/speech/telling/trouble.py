"""What is said of something that went wrong, in one sentence."""

from dataclasses import replace

from access_chess.phrased_error import Filling, PhrasedError
from access_chess.speech.language.voice_pack import Slot, VoicePack
from access_chess.speech.utterance import SpokenPart


def trouble_words(error: Exception, pack: VoicePack) -> SpokenPart:
    """One sentence in the user's language; what has no phrase of its own is told in the words of its source."""
    if isinstance(error, PhrasedError):
        return pack.phrase(error.phrase, **{slot: _filled(value, pack) for slot, value in error.slots.items()})
    return pack.phrase("trouble", problem=str(error).rstrip(".") or type(error).__name__)


def _filled(value: Filling, pack: VoicePack) -> Slot:
    """What fills a slot; a sentence within a sentence has no full stop of its own."""
    if not isinstance(value, PhrasedError):
        return value
    told = trouble_words(value, pack)
    return replace(told, text=told.text.rstrip("."), spoken=told.spoken.rstrip("."))
