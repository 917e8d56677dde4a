"""What an enrolment is worth to people: `python -m tests.benchmarks.enrolment_of_people --people FOLDER`.

FOLDER is that of `hearing.judging`, as is that of `--squares`. Each person who was not trained on says squares, which
are heard without and with his enrolment, on the same sound. "other words": he is enrolled by one half of his letters
and digits, and says squares of the other half; and the other way round. Nothing that is heard was enrolled. "same
words": as a player does, he is enrolled by all letters and digits, and says them again. A man's digits are other
recordings then; of the rest there is one recording only, which is heard at another speed, spliced otherwise, in other
rooms.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import chess
import click
import numpy as np

from access_chess.edge.packs.lexicons import load_lexicon
from access_chess.edge.recognisers.enrolment import estimated
from access_chess.edge.recognisers.pocketsphinx import PocketsphinxRecogniser
from access_chess.edge.storage.own_voice import Recording
from access_chess.listening.lexicon import folded
from access_chess.listening.short_answers import Expected
from access_chess.recognition.adaptation.recordings import faster
from access_chess.recognition.adaptation.speaker_adaptation import SpeakerAdaptation
from tests.benchmarks.hearing.conditions import heard_in
from tests.benchmarks.hearing.development import PEOPLE, Person, Recordings, Said
from tests.benchmarks.hearing.judging import VALID, audio, networks_without, outcome, squares_option
from tests.benchmarks.hearing.samples import any_of, random_board
from tests.benchmarks.hearing.voices import RATE, Samples
from tests.training.people import Labelled

SEED = 6
SENTENCES = 24  # of an enrolment: squares, half as long as the twelve sentences that a player says
SPEEDS = (0.92, 1.1)  # of the same recording, when it is heard again
NO_BABBLE: Samples = np.zeros(20 * RATE)
Words = tuple[str, str]  # letters and digits
HALVES: tuple[Words, Words] = (("abef", "1256"), ("cdgh", "3478"))
ALL: Words = ("abcdefgh", "12345678")
_LANGUAGE = {"eins": "de", "one": "en"}
Counts = tuple[Counter[str], Counter[str]]  # before and after


class Part(Recordings):
    """Every other recording of a word that there are several of, from the first or the second on."""

    def __init__(self, folder: Path, start: int) -> None:
        super().__init__(folder)
        self._start = start

    def _rows_of(self, speaker: str, text: str) -> list[Labelled]:
        rows = super()._rows_of(speaker, text)
        return rows[self._start :: 2] if len(rows) > 1 else rows


class Again(Part):
    """As said another time: faster or slower."""

    def _said(self, speaker: str, text: str, chance: np.random.Generator) -> Samples:
        return faster(super()._said(speaker, text, chance), chance.uniform(*SPEEDS))


@click.command()
@click.option("--people", required=True, type=click.Path(path_type=Path), help="The folder with labels.tsv.")
@squares_option
@click.option("--count", default=24, help="Squares of each person, condition and enrolment.")
@click.option("--conditions", default="quiet,pink 20,pink 10")
def figures(people: Path, squares: Path | None, count: int, conditions: str) -> None:
    """Hears each person before and after the enrolment."""
    whole, first, again = Recordings(people), Part(people, 0), Again(people, 1)
    splits: dict[str, list[tuple[Recordings, Words, Recordings, Words]]] = {
        "other words": [(whole, HALVES[0], whole, HALVES[1]), (whole, HALVES[1], whole, HALVES[0])],
        "same words": [(first, ALL, again, ALL)],
    }
    for name, parts in splits.items():
        sums: dict[str, Counts] = defaultdict(lambda: (Counter(), Counter()))
        for person in PEOPLE:
            networks = networks_without(person, squares)
            own: dict[str, Counts] = defaultdict(lambda: (Counter(), Counter()))
            for enrolling, enrolment, saying, test in parts:
                adaptation = _adaptation(enrolling, person, enrolment)
                recognisers = (
                    PocketsphinxRecogniser(networks=networks),
                    PocketsphinxRecogniser(adaptation=adaptation, networks=networks),
                )
                for condition in conditions.split(","):
                    for said in _squares(saying, person, test, count, condition):
                        for place, heard in enumerate(_heard(recognisers, said)):
                            own[condition][place][heard] += 1
                            sums[condition][place][heard] += 1
            _tell(f"{name}, {person.name}", own)
        _tell(f"{name}, all", sums)


def _heard(recognisers: tuple[PocketsphinxRecogniser, PocketsphinxRecogniser], said: Said) -> Iterator[str]:
    for recogniser in recognisers:
        recogniser.expect(Expected(board=chess.Board(said.fen), commands=VALID))
        yield outcome(said, recogniser.hear(audio(said.sound)).asked)


def _tell(whose: str, sums: dict[str, Counts]) -> None:
    for condition, (before, after) in sums.items():
        kinds = ("right", "asked", *sorted({*before, *after} - {"right", "asked"}))
        told = ", ".join(f"{kind} {before[kind]} → {after[kind]}" for kind in kinds)
        print(f"{whose}, {condition}, of {before.total()}: {told}", flush=True)


def _adaptation(recordings: Recordings, person: Person, words: Words) -> SpeakerAdaptation:
    chance, lexicon, language = np.random.default_rng(SEED), load_lexicon(), _LANGUAGE[person.names[0]]
    (letters, digits), said = words, list[Recording]()
    for number in range(SENTENCES):
        place = number % len(letters)
        square = letters[place] + digits[(number // len(letters) + place) % len(digits)]
        rank = folded(person.names[int(square[1]) - 1])
        sound = heard_in("quiet", recordings.squares(person, (square,), chance), NO_BABBLE, chance)
        said.append(((f"{square[0]}.{language}", rank), audio(sound)))
    return estimated(lexicon, said)


def _squares(recordings: Recordings, person: Person, words: Words, count: int, condition: str) -> list[Said]:
    """Squares to which one move leads, said alone."""
    chance = np.random.default_rng(SEED + 1)
    said: list[Said] = []
    while len(said) < count:
        board = random_board(chance)
        targets = Counter(chess.square_name(move.to_square) for move in board.legal_moves)
        alone = [
            move for move in board.legal_moves
            if targets[name := chess.square_name(move.to_square)] == 1 and name[0] in words[0] and name[1] in words[1]
        ]  # fmt: skip
        if alone:
            move = any_of(chance, alone)
            sound = recordings.squares(person, (chess.square_name(move.to_square),), chance)
            heard = heard_in(condition, sound, NO_BABBLE, chance)
            said.append(
                Said(group="", voice=person.name, condition=condition, fen=board.fen(), sound=heard, meaning=move.uci())
            )
    return said


if __name__ == "__main__":
    figures()
