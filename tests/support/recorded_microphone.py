"""A microphone that hears what was recorded."""

from access_chess.edge.microphone.capture import CaptureStream, Microphone

CHUNK = 1024  # bytes: 32 ms


class RecordedStream(CaptureStream):
    """Delivers a recording; each part says whether the program spoke meanwhile."""

    def __init__(self, recording: list[tuple[bytes, bool]]) -> None:
        self._prepare()
        for sound, was_muted in recording:
            for start in range(0, len(sound), CHUNK):
                self._chunks.put((sound[start : start + CHUNK], was_muted, was_muted))

    def close(self) -> None:
        """There is no device."""


class RecordedMicrophone(Microphone):
    """A microphone that heard this."""

    def __init__(self, recording: list[tuple[bytes, bool]]) -> None:
        super().__init__()
        self._recording = recording

    def __enter__(self) -> Microphone:
        self.stream = RecordedStream(self._recording)
        return self
