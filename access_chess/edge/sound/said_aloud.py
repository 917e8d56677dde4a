"""Utterances as WAV files, for a page that speaks with the program's own voice."""

import io
import wave

from access_chess.edge.sound.clip import SAMPLE_RATE, SAMPLE_WIDTH, Clip, earcon_clip, joined
from access_chess.edge.sound.synthesiser import Synthesiser, SynthesisError
from access_chess.speech.utterance import NORMAL_RATE, Utterance


class SaidAloud:
    """Turns utterances into sound files; may be used from any thread. The engine starts with the first of them."""

    def __init__(self) -> None:
        self._voice: Synthesiser | None = None

    def __call__(self, utterance: Utterance) -> bytes | None:
        """The earcon and the words as a WAV file; None where the engine fails."""
        self._voice = self._voice or Synthesiser()
        clips: list[Clip] = [] if utterance.earcon is None else [earcon_clip(utterance.earcon)]
        rate = round(NORMAL_RATE * utterance.pace)
        try:
            clips += [
                self._voice.clip(part.spoken, language=part.language, rate=rate, role=utterance.role)
                for part in utterance.parts
            ]
        except SynthesisError:
            return None
        return _wave(joined(clips))

    def close(self) -> None:
        """Let the engine go."""
        if self._voice is not None:
            self._voice.close()


def _wave(clip: Clip) -> bytes:
    file = io.BytesIO()
    with wave.open(file, "wb") as written:
        written.setnchannels(1)
        written.setsampwidth(SAMPLE_WIDTH)
        written.setframerate(SAMPLE_RATE)
        written.writeframes(clip.samples)
    return file.getvalue()
