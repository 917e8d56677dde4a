"""What hearing costs: `python -m tests.benchmarks.hearing.pace [--count N]`.

Moves of synthetic voices in random positions, alone and several in a row, up to the longest utterance that is heard:
processor time of an answer to a recording; of what is left to do when it was followed while it was said, and of all of
that; of a switch to another position's sentences; and the most memory that the process ever had. Needs espeak-ng and
flite.
"""

import resource
import time
from collections.abc import Callable
from functools import partial

import chess
import click
import numpy as np
import speech_recognition

from access_chess.edge.recognisers.pocketsphinx import PocketsphinxRecogniser
from access_chess.listening.short_answers import Expected
from access_chess.profile import Profile
from access_chess.recognition.endpointing import EARLY, LONGEST
from access_chess.requests.table import said_in
from tests.benchmarks.hearing.conditions import heard_in
from tests.benchmarks.hearing.judging import audio
from tests.benchmarks.hearing.samples import VOCABULARIES, legal_move, phrase, random_board
from tests.benchmarks.hearing.voices import RATE, Samples, say, speakers

MOVES = (1, 2, 5)  # in a row, cut off at the longest utterance
CHUNK = 2 * 512  # bytes: what the microphone hands on
QUIET = 0.3  # seconds behind the last word, at least: then the answer is looked for
NOTHING = speech_recognition.AudioData(b"", RATE, 2)


@click.command()
@click.option("--count", default=40, show_default=True, help="Of each length.")
@click.option("--condition", default="pink 20", show_default=True, help="Or another one of `conditions.py`.")
def pace(count: int, condition: str) -> None:
    """Print the figures."""
    chance, recogniser, valid = np.random.default_rng(3), PocketsphinxRecogniser(), said_in(Profile.PRACTICE)
    switches: list[float] = []
    for moves in MOVES:
        figures: dict[str, list[float]] = {"a recording": [], "when it is over": [], "in all": []}
        lengths = []
        for number in range(count + 1):  # the first one loads and is not counted
            board, said = random_board(chance), _said(number, moves, chance)
            sound = audio(heard_in(condition, said, np.zeros(0), chance))
            switches.append(_seconds(partial(recogniser.expect, Expected(board=board, commands=valid))))
            recogniser.hear(NOTHING)
            figures["a recording"].append(_seconds(partial(recogniser.hear, sound)))
            recogniser.hear(NOTHING)
            following = _seconds(partial(_follow, recogniser, sound.frame_data))
            figures["when it is over"].append(_seconds(partial(recogniser.hear, sound)))
            figures["in all"].append(following + figures["when it is over"][-1])
            lengths.append(len(said) / RATE)
            recogniser.expect(Expected(board=chess.Board(), commands=valid))
        print(f"{count} utterances, {np.median(lengths[1:]):.1f} seconds long in the median")
        for name, seconds in figures.items():
            _tell(name, seconds[1:])
    _tell("a switch of the position", switches[1:])
    print(f"most memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


def _said(number: int, moves: int, chance: np.random.Generator) -> Samples:
    """So many moves in a row, by one voice."""
    words = [*VOCABULARIES.values()][number % len(VOCABULARIES)]
    voices = speakers(words.tongue, "tuning")
    parts = []
    for _ in range(moves):
        board = random_board(chance)
        parts.append(say(voices[number % len(voices)], phrase(board, legal_move(board, chance), words, chance)))
    return np.concatenate(parts)[: int((LONGEST - 2 * EARLY) * RATE)]


def _follow(recogniser: PocketsphinxRecogniser, sound: bytes) -> None:
    """As the microphone has it followed, until it is quiet for so long that the answer is looked for."""
    for end in range(RATE, len(sound) - int((QUIET - EARLY) * RATE) * 2, CHUNK):
        recogniser.follow(speech_recognition.AudioData(sound[:end], RATE, 2))


def _tell(name: str, seconds: list[float]) -> None:
    middle, most, all_but_one = (np.percentile(seconds, part) for part in (50, 95, 99))
    print(f"{name}: {middle:.3f} s of one core in the median, 95 % {most:.3f}, 99 % {all_but_one:.3f}", flush=True)


def _seconds(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


if __name__ == "__main__":
    pace()
