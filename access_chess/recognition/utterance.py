"""An utterance while it is said: as soon as enough was heard to know how somebody speaks, the searches follow.

What is measured of the whole of a short sound is measured of the first words of a longer one, whatever comes later. So
the same recording is read in the same way in whatever pieces it comes, and of a long one but the last moments are left
when it is over.
"""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from access_chess.recognition.loudness import FRAME, Speaking, frame_levels, is_enough, speaking
from access_chess.recognition.phone_recogniser import PhoneRecogniser, Searches
from access_chess.recognition.unfolding import Measures, Samples, Unfolded
from access_chess.recognition.units import Scores

_LOOK = 16  # levels of 20 ms between two looks whether enough was said


class _Speaker(Struct, frozen=True, kw_only=True):
    """How somebody speaks, as far as it was heard, and how far that stands above the room."""

    speaking: Speaking
    measures: Measures


class FollowedSpeech(Struct, frozen=True, kw_only=True):
    """All that was said: the speech cut out of the recording, its scores, and what the searches found."""

    speech: bytes
    scores: Scores
    searches: Searches


class FollowedUtterance:
    """Of one recogniser that was told what to expect."""

    def __init__(self, phones: PhoneRecogniser) -> None:
        self._phones = phones
        self._recording = b""
        self._levels: list[float] = []
        self._looked = 0  # levels
        self._speaker: _Speaker | None = None
        self._unfolded = Unfolded()
        self.forget_searches()

    def forget_searches(self) -> None:
        """Something else is expected now: what was said already is searched anew."""
        self._searches: Searches | None = None
        self._searched = 0  # blocks

    def goes_on(self, recording: bytes) -> bool:
        """Is this the same recording, at least as long?"""
        return recording.startswith(self._recording)

    def follow(self, recording: bytes) -> None:
        """The recording so far (16 kHz, 16 bit, mono), from its beginning."""
        self._recording = recording
        self._levels += frame_levels(recording[len(self._levels) * FRAME * 2 :])
        while self._speaker is None and self._looked + _LOOK <= len(self._levels):
            self._looked += _LOOK
            if is_enough(levels := self._levels[: self._looked]):
                self._speaker = self._known(recording[: self._looked * FRAME * 2], levels, is_whole=False)
        if self._speaker is not None:
            speaking = self._speaker.speaking
            arrived = len(recording) // 2 - speaking.first * FRAME
            length = min(arrived, speaking.length(self._levels))
            self._unfolded = self._more(self._speaker, length, is_over=False)
            self._search(self._unfolded)

    def over(self) -> FollowedSpeech | None:
        """All of it; None when nothing was said. More may follow all the same."""
        speaker = self._speaker or self._known(self._recording, self._levels, is_whole=True)
        if speaker is None:
            return None
        length = speaker.speaking.length(self._levels)
        unfolded = self._more(speaker, length, is_over=True)
        searches = self._search(self._unfolded).copy()
        for block in unfolded.scores[len(self._unfolded.scores) :]:
            searches.follow(block)
        samples = speaker.speaking.samples(self._recording, 0, length)
        scores = np.concatenate(unfolded.scores, 1)
        return FollowedSpeech(speech=samples.astype("<i2").tobytes(), scores=scores, searches=searches)

    def _known(self, recording: bytes, levels: Sequence[float], *, is_whole: bool) -> _Speaker | None:
        """How somebody speaks, of a recording or its beginning; None when all is quiet."""
        heard = speaking(recording, levels)
        if heard is None:
            return None
        length = heard.length(levels) if is_whole else (len(levels) - heard.first) * FRAME
        samples, recorded = heard.samples(recording, 0, length), heard.recorded(recording, length)
        return _Speaker(speaking=heard, measures=self._phones.unfolding.measures(samples, recorded))

    def _more(self, speaker: _Speaker, length: int, *, is_over: bool) -> Unfolded:
        def samples(start: int, end: int) -> Samples:
            return speaker.speaking.samples(self._recording, start, end)

        return self._phones.unfolding.more(self._unfolded, speaker.measures, samples, length, is_over=is_over)

    def _search(self, unfolded: Unfolded) -> Searches:
        """The searches, which have come to the end of what is known."""
        if self._searches is None:
            self._searches = self._phones.searches()
        for block in unfolded.scores[self._searched :]:
            self._searches.follow(block)
        self._searched = len(unfolded.scores)
        return self._searches
