"""What hearing costs: `python -m tests.benchmarks.hearing.pace [--count N]`.

Moves of synthetic voices in random positions: processor time of an answer and of a switch to another position's
sentences, and the most memory that the process ever had. Needs espeak-ng and flite.
"""

import resource
import time
from collections.abc import Callable
from functools import partial

import chess
import click
import numpy as np

from access_chess.edge.recognisers.pocketsphinx import Recogniser
from access_chess.listening.expected import Expected
from access_chess.profile import Profile
from access_chess.requests.table import said_in
from tests.benchmarks.hearing.conditions import heard_in
from tests.benchmarks.hearing.judging import audio
from tests.benchmarks.hearing.samples import VOCABULARIES, legal_move, phrase, random_board
from tests.benchmarks.hearing.voices import RATE, say, speakers


@click.command()
@click.option("--count", default=40, show_default=True)
def pace(count: int) -> None:
    """Print the figures."""
    chance, recogniser, valid = np.random.default_rng(3), Recogniser(), said_in(Profile.PRACTICE)
    answers, switches, lengths = [], [], []
    for number in range(count + 1):  # the first one loads and is not counted
        words = [*VOCABULARIES.values()][number % len(VOCABULARIES)]
        voices, board = speakers(words.tongue, "tuning"), random_board(chance)
        said = say(voices[number % len(voices)], phrase(board, legal_move(board, chance), words, chance))
        sound = audio(heard_in("pink 20", said, np.zeros(0), chance))
        switches.append(_seconds(partial(recogniser.expect, Expected(board=board, commands=valid))))
        answers.append(_seconds(partial(recogniser.hear, sound)))
        lengths.append(len(said) / RATE)
        if number == 0:
            recogniser.expect(Expected(board=chess.Board(), commands=valid))
    print(f"{count} moves, {np.median(lengths[1:]):.1f} seconds long in the median")
    for name, seconds in (("an answer", answers[1:]), ("a switch of the position", switches[1:])):
        middle, most, all_but_one = (np.percentile(seconds, part) for part in (50, 95, 99))
        print(f"{name}: {middle:.3f} s of one core in the median, 95 % {most:.3f}, 99 % {all_but_one:.3f}")
    print(f"most memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


def _seconds(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


if __name__ == "__main__":
    pace()
