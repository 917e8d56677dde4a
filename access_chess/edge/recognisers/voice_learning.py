"""Learns a user's voice from all that is kept of it: after an enrolment, and anew beside a game, after some others.

`python -m access_chess.edge.recognisers.voice_learning NICENESS USER LANGUAGE…` is the process that does it.
"""

import contextlib
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence

from access_chess.edge.packs.lexicons import load_lexicon
from access_chess.edge.recognisers.enrolment import estimated
from access_chess.edge.recognisers.learned import enrolled_voice
from access_chess.edge.storage.enrolments import BrokenEnrolmentError, save_enrolment
from access_chess.edge.storage.own_recordings import is_answer, new_moves, own_recordings, recordings_of, words_of
from access_chess.listening.lexicon import Lexicon
from access_chess.recognition.adaptation.speaker_adaptation import SpeakerAdaptation

LEAST = 12  # sentences: with fewer, some file, rank or piece is missing
ENOUGH = 8  # new moves, until it is worth while
LAST = 19  # the niceness of a process that lets whoever plays come first


def learn_voice(user: str, lexicon: Lexicon) -> None:
    """From all recordings of words that are known. Raises ValueError when there are none, and OSError."""
    recordings = [each for each in own_recordings(user) if {*each[0]} <= {*lexicon.phones}]
    found = estimated(lexicon, recordings)
    if recordings_of(user):  # else he was forgotten meanwhile
        save_enrolment(user, found)


def is_due(user: str) -> bool:
    """Would anything new be learned? What was learned for another network counts as nothing."""
    if sum(not is_answer(words_of(path)) for path in recordings_of(user)) < LEAST:
        return False
    try:
        return new_moves(user) >= ENOUGH or enrolled_voice(user) is None
    except BrokenEnrolmentError:
        return True


class VoiceLearning:
    """Goes on until it is over or closed; `then` is called in its thread with what was found, if anything was."""

    def __init__(
        self,
        user: str,
        languages: Sequence[str],
        then: Callable[[SpeakerAdaptation], None],
        *,
        niceness: int = LAST,
    ) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__, str(niceness), user, *languages],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Control-C is for the game
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),  # Windows would open a console beside the game
        )
        threading.Thread(target=self._wait, args=(user, then), name="voice learning", daemon=True).start()

    @property
    def is_over(self) -> bool:
        """Whether it may begin anew."""
        return self._process.poll() is not None

    def close(self) -> None:
        """Leave it for another time."""
        self._process.terminate()

    def _wait(self, user: str, then: Callable[[SpeakerAdaptation], None]) -> None:
        if self._process.wait() == 0:
            with contextlib.suppress(BrokenEnrolmentError):
                found = enrolled_voice(user)
                if found is not None:
                    then(found)


if __name__ == "__main__":
    with contextlib.suppress(AttributeError, OSError):  # Windows knows no niceness
        os.nice(int(sys.argv[1]))
    learn_voice(sys.argv[2], load_lexicon(tuple(sys.argv[3:])))
