"""What an enrolment is worth: `python -m tests.benchmarks.enrolment [--voices N] [--count N] [--conditions quiet,…]`.

Each synthetic voice says the twelve sentences of `voices/*/enrolment.toml` in a quiet room, then moves of random
positions that are other sentences; these are heard without and with what was found of the voice, on the same sound.
The voices are of the corpus's trial part: nothing was tuned on them. Printed are moves right at once, asked back with
the right one among the answers, wrong ones, and moves that are not legal taken for one that is.
"""

from collections.abc import Iterator

import chess
import click
import numpy as np
import speech_recognition

from access_chess.edge.packs.lexicons import load_enrolment_text, load_lexicon, spoken_words
from access_chess.edge.recognisers.enrolment import estimated
from access_chess.edge.recognisers.pocketsphinx import PocketsphinxRecogniser
from access_chess.listening.heard import HeardChoice, HeardMove
from access_chess.listening.short_answers import Expected
from access_chess.profile import Profile
from access_chess.recognition.adaptation.speaker_adaptation import SpeakerAdaptation
from access_chess.requests.table import said_in
from tests.benchmarks.hearing.conditions import heard_in
from tests.benchmarks.hearing.samples import VOCABULARIES, illegal_move, legal_move, phrase, random_board
from tests.benchmarks.hearing.voices import RATE, Samples, Speaker, say, speakers

SEED = 4
VALID = said_in(Profile.PRACTICE)
TONGUES = {"de": ("german",), "en": ("english fide", "english nato", "english letters")}
NO_BABBLE: Samples = np.zeros(20 * RATE)
OUTCOMES = ("right", "asked", "wrong", "taken")

Utterance = tuple[chess.Board, chess.Move, Samples]
Counts = np.ndarray[tuple[int, int], np.dtype[np.int64]]  # before and after × OUTCOMES


def main() -> None:
    """Prints the figures."""
    figures()


@click.command()
@click.option("--voices", default=3, help="Voices of each tongue.")
@click.option("--count", default=16, help="Legal moves of each voice, and as many illegal ones.")
@click.option("--conditions", default="quiet,pink 20,pink 10")
@click.option("--tongues", default=",".join(TONGUES))
def figures(voices: int, count: int, conditions: str, tongues: str) -> None:
    """Hears each voice before and after its enrolment."""
    print("| voice | condition | right before → after | asked | wrong | illegal taken |")
    print("| --- | --- | --- | --- | --- | --- |")
    for tongue in tongues.split(","):
        sums = {condition: np.zeros((2, len(OUTCOMES)), np.int64) for condition in conditions.split(",")}
        for speaker in speakers(tongue, "trial")[:voices]:
            for condition, counts in _heard(speaker, tongue, count, list(sums)):
                sums[condition] += counts
                _show(str(speaker), condition, counts, count)
        for condition, counts in sums.items():
            _show(f"all {tongue}", condition, counts, count * voices)


def _heard(speaker: Speaker, tongue: str, count: int, conditions: list[str]) -> Iterator[tuple[str, Counts]]:
    """Of each condition how many moves had which outcome, before and after."""
    utterances = list(_moves(speaker, tongue, count))
    recognisers = [PocketsphinxRecogniser(), PocketsphinxRecogniser(adaptation=_adaptation(speaker, tongue))]
    for condition in conditions:
        outcomes = [_outcomes(recogniser, utterances, condition) for recogniser in recognisers]
        yield condition, np.array([[each.count(name) for name in OUTCOMES] for each in outcomes])


def _adaptation(speaker: Speaker, tongue: str) -> SpeakerAdaptation:
    text, lexicon, chance = load_enrolment_text(tongue), load_lexicon(), np.random.default_rng(SEED)
    recordings = []
    for sentence in text.sentences:
        # A lone "a" would be read as an article by the English voices.
        sound = say(speaker, sentence.replace(" a ", " eh ") if tongue == "en" else sentence)
        recordings.append((spoken_words(sentence, text, lexicon), _audio(heard_in("quiet", sound, NO_BABBLE, chance))))
    return estimated(lexicon, recordings)


def _moves(speaker: Speaker, tongue: str, count: int) -> Iterator[Utterance]:
    chance = np.random.default_rng(SEED + 1)
    for number in range(count):
        vocabulary = VOCABULARIES[TONGUES[tongue][number % len(TONGUES[tongue])]]
        for choose in (legal_move, illegal_move):
            board = random_board(chance)
            move = choose(board, chance)
            yield board, move, say(speaker, phrase(board, move, vocabulary, chance))


def _outcomes(recogniser: PocketsphinxRecogniser, utterances: list[Utterance], condition: str) -> list[str]:
    chance = np.random.default_rng(SEED + 2)
    outcomes = []
    for board, move, sound in utterances:
        recogniser.expect(Expected(board=board, commands=VALID))
        asked = recogniser.hear(_audio(heard_in(condition, sound, NO_BABBLE, chance))).asked
        match asked:
            case HeardMove() if move not in board.legal_moves:
                outcomes.append("taken")
            case HeardMove():
                outcomes.append("right" if asked.move == move else "wrong")
            case HeardChoice() if move in asked.moves:
                outcomes.append("asked")
            case _:
                outcomes.append("refused")
    return outcomes


def _audio(sound: Samples) -> speech_recognition.AudioData:
    return speech_recognition.AudioData((np.clip(sound, -1, 1) * 32767).astype("<i2").tobytes(), RATE, 2)


def _show(name: str, condition: str, counts: Counts, of: int) -> None:
    shares = [f"{100 * before / of:.0f} → {100 * after / of:.0f} %" for before, after in counts.T]
    print(f"| {name} | {condition} | {' | '.join(shares)} |", flush=True)


if __name__ == "__main__":
    main()
