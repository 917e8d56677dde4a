"""What a player is told of something that went wrong."""

from access_chess.session.ports import PhrasedError
from access_chess.speech.language.voice_pack import VoicePack
from access_chess.speech.utterance import SpokenPart


def trouble_words(error: Exception, pack: VoicePack) -> SpokenPart:
    """One sentence in his language; what has no phrase of its own is told in the words of whoever raised it."""
    if isinstance(error, PhrasedError):
        return pack.phrase(error.phrase, **error.slots)
    return pack.phrase("trouble", problem=str(error).rstrip(".") or type(error).__name__)
