"""Utterances on which the judge is fitted: people who were not trained on, and voices that are not in the figures.

People's moves are spliced of their letters and digits, as they are or faster, in quiet and in noise; and there is what
must not be taken: moves that are not legal, words, talk and noises. Of synthetic voices one kind is unheard: the
network learned nothing of it, as it learned nothing of those who will speak to it. It learned of who says the German
and English words; what it hears in the words of strangers is to be seen in other tongues: Debian's `ktuberling-data`
has them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

import chess
import numpy as np

from access_chess.recognition.adaptation.recordings import below
from tests.benchmarks.hearing.conditions import hall_voices, heard_in, noises
from tests.benchmarks.hearing.samples import (
    COMMANDS,
    TALK,
    VOCABULARIES,
    any_of,
    illegal_move,
    legal_move,
    phrase,
    random_board,
)
from tests.benchmarks.hearing.voices import RATE, Samples, say, speakers
from tests.training.people import Labelled, decoded, labelled

Thing = TypeVar("Thing")

CONDITIONS = ("quiet", "quiet", "pink 20", "babble 20", "reverb", "pink 10")
MUCH_NOISE = ("pink 10", "babble 10", "pink 5")
SEED = 11
MOVES, ILLEGAL = 120, 60  # of each voice of people
SHORT = 60  # of each voice of people: a square alone, or a piece and a square
SYNTHETIC = 60  # moves of each vocabulary, half as many that are not legal, and each command three times
UNHEARD = 2  # times as many by voices of an unheard kind
WORDS, NOISES = 600, 40
FOREIGN = Path("/usr/share/ktuberling/sounds")
#: Its tongues on which the judge is fitted; `people.py` hears others.
FOREIGN_TONGUES = (
    "ca", "da", "el", "es", "fi", "ga", "it", "lt", "nds", "nn", "pt", "ro", "ru", "sl", "sr", "sv", "uk",
)  # fmt: skip
ROOMS = 18  # in which a speaker's four answers are heard at least
GERMAN = ("eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht")
ENGLISH = ("one", "two", "three", "four", "five", "six", "seven", "eight")
ANSWERS = ("one", "two", "three", "four")
_TELEPHONE = 3600  # Hz
_SPOKEN = 0.01  # of the loudest power
#: Words of children's programs that mean something at a board are no talk.
_CHESS = frozenset(
    {
        "bauer", "pferd", "könig", "dame", "golf", "king", "knight", "queen", "castle", "stop", "back", "clock", "draw",
        "time", "mate", "springen", "help", "turm",
    }
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Said:
    """A sound with what it means: a move's UCI, a command's name, or None: nothing that may be taken."""

    group: str
    voice: str
    condition: str
    fen: str
    sound: Samples
    meaning: str | None


@dataclass(frozen=True, kw_only=True)
class Person:
    """Recordings of letters and digits that make moves, and of pieces, which somebody else says; `is_narrow`: by
    telephone, as the digits are.
    """

    name: str
    letters: str
    digits: str
    names: tuple[str, ...]
    pieces: Mapping[chess.PieceType, tuple[str, str]] = field(default_factory=lambda: MappingProxyType({}))
    is_narrow: bool = False


_PIECES = MappingProxyType({chess.KNIGHT: ("gcompris-en-words", "knight"), chess.QUEEN: ("gcompris-en-words", "queen")})

PEOPLE = (
    Person(name="GCompris de", letters="gcompris-de-alphabet", digits="gcompris-de-alphabet", names=GERMAN),
    Person(
        name="GCompris en",
        letters="gcompris-en-alphabet",
        digits="gcompris-en-alphabet",
        names=ENGLISH,
        pieces=_PIECES,
    ),
    Person(name="KLettres de", letters="klettres-de-alpha", digits="gcompris-de-alphabet", names=GERMAN),
    Person(
        name="KLettres en",
        letters="klettres-en-alpha",
        digits="fsdd-nicolas",
        names=ENGLISH,
        pieces=_PIECES,
        is_narrow=True,
    ),
    Person(
        name="KLettres en_GB",
        letters="klettres-en_GB-alpha",
        digits="fsdd-nicolas",
        names=ENGLISH,
        pieces=_PIECES,
        is_narrow=True,
    ),
)

#: Who is shown and never fitted on: a voice with letters and digits of her own, and its digits as answers.
KEPT_APART = frozenset({"GCompris en", "gcompris-en-alphabet"})


def development(
    folder: Path, share: float = 1.0, conditions: Sequence[str] = CONDITIONS, seed: int = SEED
) -> Iterator[Said]:
    """Always the same utterances for a seed, of the recordings in a folder and of synthetic voices: all, or about a
    share of each kind. Each is heard in the next of the conditions.
    """
    chance, babble = np.random.default_rng(seed), hall_voices()
    recordings = Recordings(folder)

    def condition(number: int) -> str:
        return conditions[number % len(conditions)]

    def put(group: str, voice: str, board: chess.Board, sound: Samples, meaning: str | None, condition: str) -> Said:
        heard = heard_in(condition, sound, babble, chance)
        return Said(group=group, voice=voice, condition=condition, fen=board.fen(), sound=heard, meaning=meaning)

    for person in PEOPLE:
        for number in range(round(MOVES * share)):
            board, move = _plain_move(chance, legal_move)
            sound = recordings.move(person, board, move, chance)
            yield put("people's moves", person.name, board, sound, move.uci(), condition(number))
        for number in range(round(ILLEGAL * share)):
            board, move = _plain_move(chance, illegal_move)
            sound = recordings.move(person, board, move, chance)
            yield put("people's illegal moves", person.name, board, sound, None, condition(number))
    for number, (voice, sound, answer) in enumerate(recordings.answers(share)):
        yield put("people's digits", voice, random_board(chance), sound, answer, condition(number))
    for number, (voice, sound) in enumerate(recordings.words(chance, round(WORDS * share))):
        yield put("people's words", voice, random_board(chance), sound, None, condition(number))
    for number, (kind, voice, board, sound, meaning) in enumerate(_synthetic("tuning", chance, share)):
        yield put(f"synthetic {kind}", voice, board, sound, meaning, condition(number))
    for name, make in noises(babble).items():
        for _ in range(round(NOISES * share)):
            yield put("noises", name, random_board(chance), make(chance), None, "quiet")
    for number, (group, voice, board, sound, meaning) in enumerate(_short(recordings, chance, share)):
        yield put(group, voice, board, sound, meaning, condition(number // 2))
    for kind, voice, board, sound, meaning in _synthetic("tuning", chance, share):
        yield put(f"synthetic {kind} in noise", voice, board, sound, meaning, any_of(chance, MUCH_NOISE))
    for _ in range(UNHEARD):
        for kind, voice, board, sound, meaning in _synthetic("pico", chance, share):
            yield put(f"unheard kind's {kind}", voice, board, sound, meaning, any_of(chance, conditions))
    for tongue, path in _some(foreign_words(FOREIGN_TONGUES), share):
        yield put(
            "words in other tongues", tongue, random_board(chance), _trimmed(path), None, any_of(chance, conditions)
        )


def foreign_words(tongues: Iterable[str]) -> list[tuple[str, Path]]:
    """Things to put on a potato, each said by somebody; none means anything at a board."""
    if not FOREIGN.is_dir():
        raise FileNotFoundError(f"{FOREIGN} is missing: apt install ktuberling-data")
    return [(tongue, path) for tongue in tongues for path in sorted((FOREIGN / tongue).iterdir())]


def _short(
    recordings: "Recordings", chance: np.random.Generator, share: float
) -> Iterator[tuple[str, str, chess.Board, Samples, str | None]]:
    """A move and one that is not legal in turn."""
    for person in PEOPLE:
        for _ in range(round(SHORT * share)):
            board, move = _short_move(person, chance, legal_move)
            sound = recordings.short_move(person, board, move, chance)
            yield "people's short moves", person.name, board, sound, move.uci()
            board, move = _short_move(person, chance, illegal_move)
            sound = recordings.short_move(person, board, move, chance)
            yield "people's short illegal moves", person.name, board, sound, None


def _synthetic(
    part: str, chance: np.random.Generator, share: float
) -> Iterator[tuple[str, str, chess.Board, Samples, str | None]]:
    for words in VOCABULARIES.values():
        voices = speakers(words.tongue, part)
        for number in range(round(SYNTHETIC * share)):
            board, voice = random_board(chance), voices[number % len(voices)]
            move = legal_move(board, chance)
            yield "moves", voice.name, board, say(voice, phrase(board, move, words, chance)), move.uci()
            if number % 2 == 0:
                move = illegal_move(board, chance)
                sound = say(voice, phrase(board, move, words, chance))
                yield "illegal moves", voice.name, board, sound, None
    for name, phrases in COMMANDS.items():
        voices = speakers("de" if "german" in name else "en", part)
        for number, (command, text) in _some(enumerate([*phrases.items()] * 3), share):
            voice = voices[number % len(voices)]
            yield "commands", voice.name, random_board(chance), say(voice, text), command
    for tongue, talk in TALK.items():
        voices = speakers(tongue, part)
        for number, text in _some(enumerate(talk), share):
            voice = voices[number % len(voices)]
            yield "talk", voice.name, random_board(chance), say(voice, text), None


def _some(things: Iterable[Thing], share: float) -> Iterator[Thing]:
    """Every so many of them."""
    return islice(things, 0, None, round(1 / share))


class Recordings:
    """People's letters and digits, by what they say: those of a folder, and more."""

    def __init__(self, folder: Path, more: Sequence[Labelled] = ()) -> None:
        self._rows = [*labelled(folder), *more]

    def move(self, person: Person, board: chess.Board, move: chess.Move, chance: np.random.Generator) -> Samples:
        """By its squares: where it comes from, unless it is a pawn that needs it not, and where it goes."""
        is_pawn = board.piece_type_at(move.from_square) == chess.PAWN
        rivals = [
            other for other in board.legal_moves
            if other.to_square == move.to_square and board.piece_type_at(other.from_square) == chess.PAWN
        ]  # fmt: skip
        both = not is_pawn or len(rivals) > 1 or chance.random() < 0.3
        named = (move.from_square, move.to_square) if both else (move.to_square,)
        return self.squares(person, tuple(chess.square_name(square) for square in named), chance)

    def short_move(self, person: Person, board: chess.Board, move: chess.Move, chance: np.random.Generator) -> Samples:
        """By the piece, unless it is a pawn, and the square to which it goes."""
        piece = person.pieces.get(board.piece_type_at(move.from_square) or chess.PAWN)
        return self.spliced(person, [*([piece] if piece else []), *square_said(person, move.to_square)], chance)

    def squares(self, person: Person, squares: tuple[str, ...], chance: np.random.Generator) -> Samples:
        """Squares in the person's letters and digits, one after the other."""
        words = [word for square in squares for word in square_said(person, chess.parse_square(square))]
        return self.spliced(person, words, chance)

    def spliced(self, person: Person, words: Sequence[tuple[str, str]], chance: np.random.Generator) -> Samples:
        """Words, each by a speaker, one after the other."""
        longest = 0.02 if chance.random() < 0.5 else 0.12  # seconds between two words
        parts = [np.zeros(0)]
        for speaker, text in words:
            said = self._said(speaker, text, chance) * 10 ** (chance.uniform(-1.5, 1.5) / 20)
            is_wide = person.is_narrow and speaker != person.digits
            parts += [below(said, _TELEPHONE) if is_wide else said]
            parts += [np.zeros(int(chance.uniform(longest / 2, longest) * RATE))]
        return np.concatenate(parts)

    def answers(self, share: float) -> Iterator[tuple[str, Samples, str]]:
        """One to four by each who says them, the few of some speakers in several rooms."""
        for speaker, names in dict.fromkeys((person.digits, person.names) for person in PEOPLE):
            rows = [row for row in self._rows if row.speaker == speaker and row.text in names[: len(ANSWERS)]]
            for row in _some(rows * (1 + ROOMS * len(ANSWERS) // len(rows)), share):
                yield speaker, _trimmed(row.path), ANSWERS[names.index(row.text)]

    def words(self, chance: np.random.Generator, count: int) -> Iterator[tuple[str, Samples]]:
        """Single words that mean nothing here."""
        speakers = ("gcompris-de-words", "gcompris-en-words")
        rows = [row for row in self._rows if row.speaker in speakers and not _CHESS & set(row.text.lower().split())]
        for place in chance.permutation(len(rows))[:count]:
            yield rows[place].speaker, _trimmed(rows[place].path)

    def _said(self, speaker: str, text: str, chance: np.random.Generator) -> Samples:
        rows = self._rows_of(speaker, text)
        return _trimmed(any_of(chance, rows).path)

    def _rows_of(self, speaker: str, text: str) -> list[Labelled]:
        return self._by_text[speaker, text]

    @cached_property
    def _by_text(self) -> dict[tuple[str, str], list[Labelled]]:
        found: dict[tuple[str, str], list[Labelled]] = {}
        for row in self._rows:
            found.setdefault((row.speaker, row.text.lower()), []).append(row)
        return found


@cache
def _trimmed(path: Path) -> Samples:
    """Without the quiet around it, as loud as every other."""
    samples = decoded(path) / 32768
    frames = len(samples) // (RATE // 100)
    power = (samples[: frames * RATE // 100].reshape(frames, -1) ** 2).mean(1)
    loud = np.flatnonzero(power > _SPOKEN * power.max())
    first, last = max(0, loud[0] - 2) * RATE // 100, min(frames, loud[-1] + 3) * RATE // 100
    said: Samples = samples[first:last] * (0.4 / np.abs(samples[first:last]).max())
    return said


def _plain_move(
    chance: np.random.Generator, some: Callable[[chess.Board, np.random.Generator], chess.Move]
) -> tuple[chess.Board, chess.Move]:
    """One that its squares tell: no promotion and no castling."""
    while True:
        board = random_board(chance)
        move = some(board, chance)
        if not move.promotion and not board.is_castling(move):
            return board, move


def _short_move(
    person: Person,
    chance: np.random.Generator,
    some: Callable[[chess.Board, np.random.Generator], chess.Move],
) -> tuple[chess.Board, chess.Move]:
    """One of a pawn that takes nothing, or of a piece that the person names, that no other such piece makes."""
    while True:
        board, move = _plain_move(chance, some)
        piece = board.piece_type_at(move.from_square) or chess.PAWN
        alike = [
            other for other in board.legal_moves
            if other.to_square == move.to_square and board.piece_type_at(other.from_square) == piece
        ]  # fmt: skip
        is_alone = len(alike) <= 1 and (piece != chess.PAWN or not board.is_capture(move))
        if is_alone and (piece == chess.PAWN or piece in person.pieces):
            return board, move


def square_said(person: Person, square: chess.Square) -> list[tuple[str, str]]:
    """Who says its letter and its digit, and how."""
    letter, digit = chess.FILE_NAMES[chess.square_file(square)], person.names[chess.square_rank(square)]
    return [(person.letters, letter), (person.digits, digit)]
