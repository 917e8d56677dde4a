"""What an enrolment is worth to people: `python -m tests.benchmarks.enrolment_of_people --people FOLDER`.

FOLDER is that of `hearing.judging`. Each person who was not trained on is enrolled by one half of his letters and
digits, and then says squares of the other half; and the other way round. Nothing that is heard was enrolled. The
squares are heard without and with the transform of the voice, on the same sound.
"""

import tempfile
from collections import Counter
from pathlib import Path

import chess
import click
import numpy as np

from access_chess.edge.packs.lexicons import load_lexicon
from access_chess.edge.recognisers.enrolment import Recording, estimated
from access_chess.edge.recognisers.pocketsphinx import Recogniser
from access_chess.edge.storage.voice_transforms import enrolled, save_enrolment
from access_chess.listening.expected import Expected
from access_chess.listening.lexicon import folded
from access_chess.recognition.adaptation.mean_transform import MeanTransform
from tests.benchmarks.hearing.conditions import heard_in
from tests.benchmarks.hearing.development import PEOPLE, Person, Recordings, Said
from tests.benchmarks.hearing.judging import VALID, audio, outcome
from tests.benchmarks.hearing.samples import random_board
from tests.benchmarks.hearing.voices import RATE, Samples

SEED = 6
SENTENCES = 16  # of an enrolment
NO_BABBLE: Samples = np.zeros(20 * RATE)
HALVES = (("abef", "1256"), ("cdgh", "3478"))
_LANGUAGE = {"eins": "de", "one": "en"}


@click.command()
@click.option("--people", required=True, type=click.Path(path_type=Path), help="The folder with labels.tsv.")
@click.option("--count", default=24, help="Squares of each person and half.")
@click.option("--conditions", default="quiet,pink 20,pink 10")
def figures(people: Path, count: int, conditions: str) -> None:
    """Hears each person before and after the enrolment."""
    recordings, sums = (
        Recordings(people),
        {condition: (Counter[str](), Counter[str]()) for condition in conditions.split(",")},
    )
    for person in PEOPLE:
        for enrolment, test in (HALVES, HALVES[::-1]):
            with tempfile.TemporaryDirectory() as folder:
                save_enrolment("", _transform(recordings, person, enrolment), Path(folder))
                recognisers = Recogniser(), Recogniser(adaptation=enrolled("", Path(folder)))
                for condition, counts in sums.items():
                    for said in _squares(recordings, person, test, count, condition):
                        for recogniser, found in zip(recognisers, counts, strict=True):
                            recogniser.expect(Expected(board=chess.Board(said.fen), commands=VALID))
                            heard = outcome(said, recogniser.hear(audio(said.sound)).asked)
                            found[heard] += 1
                            found[f"{person.name} {heard}"] += 1
        for condition, counts in sums.items():
            told = " → ".join(f"{each[f'{person.name} right']} + {each[f'{person.name} asked']}" for each in counts)
            print(f"{person.name}, {condition}, of {2 * count}: {told}", flush=True)
    for condition, (before, after) in sums.items():
        names = sorted({name for name in {*before, *after} if not any(name.startswith(each.name) for each in PEOPLE)})
        print(f"{condition}: {', '.join(f'{name} {before[name]} → {after[name]}' for name in names)}")


def _transform(recordings: Recordings, person: Person, half: tuple[str, str]) -> MeanTransform:
    chance, lexicon, language = np.random.default_rng(SEED), load_lexicon(), _LANGUAGE[person.names[0]]
    said: list[Recording] = []
    for number in range(SENTENCES):
        square = half[0][number % 4] + half[1][(number // 4 + number) % 4]
        rank = folded(person.names[int(square[1]) - 1])
        sound = heard_in("quiet", recordings.squares(person, (square,), chance), NO_BABBLE, chance)
        said.append(((f"{square[0]}.{language}", rank), audio(sound)))
    return estimated(lexicon, said)


def _squares(recordings: Recordings, person: Person, half: tuple[str, str], count: int, condition: str) -> list[Said]:
    """Squares to which one move leads, said alone."""
    chance = np.random.default_rng(SEED + 1)
    said: list[Said] = []
    while len(said) < count:
        board = random_board(chance)
        targets = Counter(chess.square_name(move.to_square) for move in board.legal_moves)
        alone = [
            move for move in board.legal_moves
            if targets[name := chess.square_name(move.to_square)] == 1 and name[0] in half[0] and name[1] in half[1]
        ]  # fmt: skip
        if alone:
            move = alone[int(chance.integers(len(alone)))]
            sound = recordings.squares(person, (chess.square_name(move.to_square),), chance)
            heard = heard_in(condition, sound, NO_BABBLE, chance)
            said.append(
                Said(group="", voice=person.name, condition=condition, fen=board.fen(), sound=heard, meaning=move.uci())
            )
    return said


if __name__ == "__main__":
    figures()
