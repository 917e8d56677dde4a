"""What a player is told of something that went wrong."""

from access_chess.phrased_error import Filling, PhrasedError
from access_chess.speech.language.voice_pack import Slot, VoicePack
from access_chess.speech.utterance import SpokenPart


def trouble_words(error: Exception, pack: VoicePack) -> SpokenPart:
    """One sentence in his language; what has no phrase of its own is told in the words of whoever raised it."""
    if isinstance(error, PhrasedError):
        return pack.phrase(error.phrase, **{slot: _filled(value, pack) for slot, value in error.slots.items()})
    return pack.phrase("trouble", problem=str(error).rstrip(".") or type(error).__name__)


def _filled(value: Filling, pack: VoicePack) -> Slot:
    return trouble_words(value, pack) if isinstance(value, PhrasedError) else value
