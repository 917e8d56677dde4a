"""How fast speech begins and ends: `python -m tests.benchmarks.speech`.

Every figure is taken from the call of `say` or `silence` to the moment at which SDL has the samples or has lost them. A
sound device adds what it has buffered: at most two buffers, of which the length is printed. The peer is pyttsx3's own
way with the same engine and texts, `save_to_file` and `runAndWait`, which ends with a file that is still to be played.
"""

import os
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable

from access_chess.edge.sound.clip import SAMPLE_RATE, Clip
from access_chess.edge.sound.mixer import BUFFER_FRAMES, Mixer
from access_chess.edge.sound.speaker import Speaker
from access_chess.edge.sound.synthesiser import Synthesiser
from access_chess.speech.utterance import Channel, Priority, Utterance, spoken_part

PIECES = ("König", "Dame", "Turm", "Läufer", "Springer", "Bauer")
FILES = ("Anna", "Bella", "Cesar", "David", "Eva", "Felix", "Gustav", "Hector")
TEXTS = [f"{piece} {name} drei {FILES[-index]} vier" for piece in PIECES for index, name in enumerate(FILES)]

PEER = """
import sys, time
from pathlib import Path
from access_chess.edge.sound.speech_engine import load_espeak_library
load_espeak_library()
import pyttsx3
engine = pyttsx3.init()
engine.setProperty("voice", "gmw/de")
path = str(Path(sys.argv[1]))
for text in sys.argv[2:]:
    start = time.perf_counter()
    engine.save_to_file(text, path)
    engine.runAndWait()
    print(time.perf_counter() - start, file=sys.stderr)
"""


class TimedMixer(Mixer):
    """The mixer, which notes when it has been given a clip."""

    def __init__(self) -> None:
        self.played = threading.Event()
        self.at = 0.0
        super().__init__()

    def play(self, clip: Clip, channel: Channel) -> None:
        super().play(clip, channel)
        self.at = time.perf_counter()
        self.played.set()


def saying(text: str) -> Utterance:
    return Utterance(parts=(spoken_part(text, language="de"),), priority=Priority.NOW)


def spoken(speaker: Speaker, mixer: TimedMixer, text: str) -> float:
    """Seconds from `say` until the mixer has the clip."""
    mixer.played.clear()
    start = time.perf_counter()
    speaker.say(saying(text))
    mixer.played.wait()
    return mixer.at - start


def silenced(speaker: Speaker) -> float:
    """Seconds from a key until the mixer has lost the clip."""
    start = time.perf_counter()
    speaker.silence()
    return time.perf_counter() - start


def peer_times() -> list[float]:
    """Seconds in which pyttsx3 writes each text to a file."""
    command = [sys.executable, "-c", PEER, os.devnull, *TEXTS]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    return [float(line) for line in result.stderr.splitlines()]


def report(name: str, seconds: list[float], budget: float | None = None) -> None:
    """One line: median, 95th percentile and worst, in milliseconds."""
    percentile = statistics.quantiles(seconds, n=20)[-1]
    figures = " ".join(f"{1000 * value:8.2f}" for value in (statistics.median(seconds), percentile, max(seconds)))
    print(f"{name:44} {figures}   {f'budget {1000 * budget:.0f}' if budget else ''}")


def measured(speaker: Speaker, mixer: TimedMixer, prepare: Callable[[], None]) -> tuple[list[float], list[float]]:
    """Times to the first sample and to silence, for each text."""
    begins, ends = [], []
    for text in TEXTS:
        prepare()
        begins.append(spoken(speaker, mixer, text))
        time.sleep(0.03)  # a key comes while it is heard
        ends.append(silenced(speaker))
    return begins, ends


def main() -> None:
    """Measure and print."""
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    start = time.perf_counter()
    mixer = TimedMixer()
    speaker = Speaker(voice=Synthesiser(), outputs=[mixer])
    spoken(speaker, mixer, "Willkommen")
    first_word = time.perf_counter() - start
    silenced(speaker)
    new, silence_new = measured(speaker, mixer, lambda: None)
    cached, silence_cached = measured(speaker, mixer, lambda: None)
    speaker.close()
    peer = peer_times()
    print(f"{len(TEXTS)} announcements; milliseconds:                    median      95 %    worst")
    report("event to the mixer, new words", new, 0.150)
    report("event to the mixer, cached words", cached, 0.030)
    report("key to silence in the mixer", silence_new + silence_cached, 0.050)
    report("peer: pyttsx3 save_to_file, to a whole file", peer)
    print(f"new words against the peer: {statistics.median(new) / statistics.median(peer):.2f} of its time")
    print(f"a device adds at most two buffers: {2000 * BUFFER_FRAMES / SAMPLE_RATE:.1f} ms")
    print(f"mixer and engine opened, and the first word spoken: {1000 * first_word:.0f} ms")


if __name__ == "__main__":
    main()
