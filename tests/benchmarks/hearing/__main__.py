"""Figures of hearing: `python -m tests.benchmarks.hearing [--count N] [--conditions quiet,reverb]`.

All speech is synthetic (espeak-ng and flite), of voices that were not used for tuning. For each vocabulary and
condition: understood at the first attempt, after one question, wrong moves accepted, and the rest, refused. Speech
outside the grammar, illegal moves and noises count what is accepted. `--beside` adds, on the same sound,
SpeechRecognition's plain `recognize_sphinx` and one fixed grammar of all moves. `--festival`: by another kind of voices
instead (apt: festival, festvox-kallpc16k, festvox-kdlpc16k), in English.
"""

import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle, islice

import chess
import click
import numpy as np
import speech_recognition

from access_chess.edge.packs.lexicons import load_lexicon
from access_chess.edge.recognisers.pocketsphinx import PocketsphinxRecogniser
from access_chess.listening.heard import DESTRUCTIVE, Asked, HeardChoice, HeardCommand, HeardMove
from access_chess.listening.sentences import Meaning, sentences
from access_chess.listening.short_answers import Expected
from access_chess.profile import Profile
from access_chess.requests.table import said_in
from tests.benchmarks.hearing.conditions import CONDITIONS, hall_voices, heard_in, noises
from tests.benchmarks.hearing.fixed_grammar import FixedGrammar
from tests.benchmarks.hearing.samples import (
    COMMANDS,
    TALK,
    VOCABULARIES,
    illegal_move,
    legal_move,
    phrase,
    random_board,
)
from tests.benchmarks.hearing.voices import RATE, Samples, Speaker, say, speakers

SEED = 2
VALID = said_in(Profile.PRACTICE)


@dataclass(frozen=True, kw_only=True)
class Utterance:
    """A sound with what it means: a move's UCI, a command's name, or nothing that may be accepted."""

    group: str
    fen: str
    sound: Samples
    meaning: str | None
    voice: str = ""


def main() -> None:
    """Prints the figures."""
    figures()


@click.command()
@click.option("--count", default=20, help="Utterances a vocabulary and condition.")
@click.option("--conditions", default=",".join(CONDITIONS))
@click.option("--beside", is_flag=True, help="Also the plain recogniser and one fixed grammar.")
@click.option("--festival", is_flag=True, help="Voices of a kind that the network has never heard.")
def figures(count: int, conditions: str, beside: bool, festival: bool) -> None:
    """Runs the corpus through the recogniser."""
    babble = hall_voices()
    utterances = list(_corpus(count, babble, "festival" if festival else "trial"))
    listeners = _listeners() if beside else {}
    heard = _Hearing()
    for condition in conditions.split(","):
        chance = np.random.default_rng(SEED + 10)
        outcomes: dict[str, list[str]] = defaultdict(list)
        by_voice: dict[str, list[bool]] = defaultdict(list)
        for utterance in utterances:
            audio = _audio(heard_in(condition, utterance.sound, babble, chance))
            outcome = heard.outcome(utterance, audio)
            outcomes[utterance.group].append(outcome)
            if utterance.meaning is not None:
                by_voice[utterance.voice].append(outcome == "right")
            for name, listen in listeners.items():
                outcomes[f"{utterance.group} ({name})"].append(_plainly(utterance, listen(utterance, audio)))
        _show(condition, outcomes, by_voice)
    middle, slow = np.percentile(heard.seconds, [50, 95])
    print(f"\nprocessor seconds an utterance: middle {middle:.2f}, 95 % within {slow:.2f}")


class _Hearing:
    """The recogniser under test, and the processor seconds that it took for each answer."""

    def __init__(self) -> None:
        self._recogniser = PocketsphinxRecogniser()
        self.seconds: list[float] = []

    def outcome(self, utterance: Utterance, audio: speech_recognition.AudioData) -> str:
        self._recogniser.expect(Expected(board=chess.Board(utterance.fen), commands=VALID))
        started = time.process_time()
        asked = self._recogniser.hear(audio).asked
        self.seconds.append(time.process_time() - started)
        return _outcome(utterance, asked)


def _listeners() -> dict[str, Callable[[Utterance, speech_recognition.AudioData], Meaning | None]]:
    fixed = FixedGrammar()
    return {
        "one fixed grammar": lambda said, audio: fixed.meaning(audio.get_raw_data(), chess.Board(said.fen)),
        "recognize_sphinx": _written,
    }


def _corpus(count: int, babble: Samples, part: str) -> Iterator[Utterance]:
    chance = np.random.default_rng(SEED)
    for name, words in VOCABULARIES.items():
        voices = speakers(words.tongue, part)
        for voice in islice(cycle(voices), count):
            for legal in (True, False):
                board = random_board(chance)
                move = legal_move(board, chance) if legal else illegal_move(board, chance)
                yield Utterance(
                    group=name if legal else f"illegal: {name}",
                    fen=board.fen(),
                    sound=say(voice, phrase(board, move, words, chance)),
                    meaning=move.uci() if legal else None,
                    voice=str(voice),
                )
    for name, phrases in COMMANDS.items():
        yield from _sentences(
            name, list(phrases.items())[:count], chance, speakers("de" if "german" in name else "en", part)
        )
    for tongue, talk in TALK.items():
        yield from _sentences(
            f"talk: {tongue}", [(None, text) for text in talk[:count]], chance, speakers(tongue, part)
        )
    for name, make in noises(babble).items():
        for _ in range(max(3, count // 4)):
            yield Utterance(group=f"noise: {name}", fen=random_board(chance).fen(), sound=make(chance), meaning=None)


def _sentences(
    group: str,
    sentences: list[tuple[str, str]] | list[tuple[None, str]],
    chance: np.random.Generator,
    voices: Sequence[Speaker],
) -> Iterator[Utterance]:
    for (meaning, text), voice in zip(sentences, cycle(voices), strict=False):
        yield Utterance(group=group, fen=random_board(chance).fen(), sound=say(voice, text), meaning=meaning)


def _outcome(utterance: Utterance, asked: Asked) -> str:
    """`right`, `asked` (the right move is an option), `wrong`, `harmless` (a wrong question or command), `none`."""
    match asked:
        case HeardMove():
            return "right" if asked.move.uci() == utterance.meaning else "wrong"
        case HeardChoice():
            return "asked" if utterance.meaning in [move.uci() for move in asked.moves] else "harmless"
        case HeardCommand():
            if asked.name == utterance.meaning:
                return "right"
            return "wrong" if asked.name in DESTRUCTIVE else "harmless"
        case _:
            return "none"


def _plainly(utterance: Utterance, meaning: Meaning | None) -> str:
    """The outcome when whatever was written down is believed."""
    if meaning is None or not (meaning.command or meaning.moves):
        return "none"
    if meaning.command:
        return "right" if meaning.command == utterance.meaning else "harmless"
    if utterance.meaning not in [move.uci() for move in meaning.moves]:
        return "wrong" if len(meaning.moves) == 1 else "harmless"
    return "right" if len(meaning.moves) == 1 else "asked"


def _written(utterance: Utterance, audio: speech_recognition.AudioData) -> Meaning | None:
    """What SpeechRecognition writes down as it comes, explained by the sentences of the position."""
    try:
        words = speech_recognition.Recognizer().recognize_sphinx(audio).split()
    except speech_recognition.UnknownValueError:
        return None
    return sentences(load_lexicon(), chess.Board(utterance.fen), VALID).meaning(tuple(words))


def _audio(sound: Samples) -> speech_recognition.AudioData:
    return speech_recognition.AudioData((np.clip(sound, -1, 1) * 32767).astype("<i2").tobytes(), RATE, 2)


def _show(condition: str, outcomes: dict[str, list[str]], by_voice: dict[str, list[bool]]) -> None:
    print(f"\n{condition}\n\n| said | number | right | asked | wrong | harmless | refused |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for group, results in outcomes.items():
        shares = [100 * results.count(name) / len(results) for name in ("right", "asked", "wrong", "harmless", "none")]
        print(f"| {group} | {len(results)} | " + " | ".join(f"{share:.1f} %" for share in shares) + " |", flush=True)
    shares_right = {voice: sum(right) / len(right) for voice, right in by_voice.items() if voice}
    worst, best = (pick(shares_right, key=lambda voice: shares_right[voice]) for pick in (min, max))
    print(f"\nmoves right at once, by voice: {shares_right[worst]:.0%} ({worst}) to {shares_right[best]:.0%} ({best})")


if __name__ == "__main__":
    main()
