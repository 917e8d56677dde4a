"""Hearing people who were neither trained nor tuned on: `python -m tests.benchmarks.hearing.people [--times 5]`.

`--without` leaves one of the second looks out, which tells what it brings.

Their recordings are in Debian's packages: `asterisk-core-sounds-en-g722` has one woman's letters, NATO names, digits
and prompts, `scid-data` one man's pieces, letters and digits, `tuxpaint-stamps-default` digits of three more, single
words of others, and animals; `ktuberling-data` has words of many tongues, `warzone2100-data` what the actors of a game
say, `megaglest-data` and `openarena-data` have "yes" and "no" by others, and so have two adventure games, by a dozen
actors and more (`adventures.py`). Words with a moment between them make a move. It needs ffmpeg.

`--more FOLDER`: digits of four more, and the names of animals in German, of packages of Ubuntu 16.04
(archive.ubuntu.com, universe), each by `dpkg-deb -x PACKAGE FOLDER`: `childsplay` 2.6.5-1,
`childsplay-alphabet-sounds-de` and `-en-gb` 0.9.1-2, `predict` 2.2.3-4build1.
"""

import tempfile
import zipfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType

import chess
import click
import numpy as np

from access_chess.edge.recognisers.pocketsphinx import PocketsphinxRecogniser
from access_chess.listening.short_answers import ANSWERS_OF_QUESTIONS, Awaited, Expected
from access_chess.recognition.second_look import SecondLook
from access_chess.requests.names import NUMBERS, RequestName
from tests.benchmarks.hearing import adventures
from tests.benchmarks.hearing.adventures import DRASCULA, SKY, first_word, of_both
from tests.benchmarks.hearing.conditions import hall_voices, heard_in
from tests.benchmarks.hearing.development import ANSWERS, FOREIGN, Said, foreign_words
from tests.benchmarks.hearing.judging import AWAITED, VALID, audio, outcome
from tests.benchmarks.hearing.samples import any_of, illegal_move, random_board
from tests.benchmarks.hearing.voices import RATE, Samples, trimmed
from tests.training.people import decoded
from tests.training.units import SOUNDS

PROMPTS = Path("/usr/share/asterisk/sounds/en_US_f_Allison")
CHESS = Path("/usr/share/scid/sounds")
STAMPS = Path("/usr/share/tuxpaint/stamps")
GAME = Path("/usr/share/games/warzone2100/base.wz")
ORDERS = Path("/usr/share/games/openarena/missionpack/mp-pak0.pk3")
PACKAGES = (
    "asterisk-core-sounds-en-g722 scid-data tuxpaint-stamps-default ktuberling-data warzone2100-data megaglest-data "
    f"openarena-data ffmpeg {adventures.PACKAGES}"
)
CONDITIONS = ("quiet", "pink 20", "babble 20", "pink 10")
MOVES, ILLEGAL, TALK = 60, 20, 40  # of a vocabulary
ACTORS_TALK, LONGEST_TALK = 80, 8 * RATE  # sentences, and samples of each
BETWEEN = 0.06  # seconds
_SOFTEST = 0.02  # of full scale: below it a file is silent


@dataclass(frozen=True, kw_only=True)
class Person:
    """The files of somebody's words: of a file of the board by vocabulary, of a digit, and of the pieces, if any."""

    name: str
    files: Mapping[str, str]
    digit: str
    pieces: Mapping[chess.PieceType, str] = field(default_factory=lambda: MappingProxyType({}))


PEOPLE = (
    Person(
        name="Allison",
        files={"letters": f"{PROMPTS}/letters/{{}}.g722", "NATO": f"{PROMPTS}/phonetic/{{}}_p.g722"},
        digit=f"{PROMPTS}/digits/{{}}.g722",
    ),
    Person(
        name="Scid",
        files={"letters": f"{CHESS}/{{}}.wav"},
        digit=f"{CHESS}/{{}}.wav",
        pieces={
            piece: f"{CHESS}/{chess.piece_name(piece).title()}.wav" for piece in range(chess.KNIGHT, chess.KING + 1)
        },
    ),
)
UNHEARD = ("be", "da", "lt")  # languages of the stamps whose speakers the network was not trained on
POTATO = ("de", "en", "fr", "gl", "nl", "wa")  # those of `ktuberling-data` on which the judge is not fitted
TALKING = ("coltive", "memressp", "nexus", "proxmessages", "taunts", "trnsppil", "tutorial", "vtoltalk")


#: Units of factions that others speak than those of `units.py`, with what is "yes" to Whisper's base model of
#: what they answer an order (not in a fight), and with what is a word or two else.
UNITS_SAY_YES = {
    "egypt/units/anubis_warrior": "warrior_ack1 warrior_ack2",
    "egypt/units/spearman": "spearman_ack3",
    "indian/units/archer": "archer_select2 archer_select5",
    "indian/units/fire_archer": "archer_select3",
    "indian/units/horseman": "horseman_ack2 horseman_select1 horseman_select3",
    "indian/units/shaman": "shaman_ack2",
    "indian/units/spearman": "stickfighter_ack2 stickfighter_select6",
    "indian/units/stickfighter": "stickfighter_select6",
    "norsemen/units/battleaxe": "daemon_select1 daemon_select6",
    "norsemen/units/cudgel_lady": "cudgel_select1 cudgel_select7",
    "norsemen/units/flying_valkyrie": "horseman_select2",
    "norsemen/units/spearman": "swordman_select1",
    "norsemen/units/swordman": "swordman_ack6 swordman_select3 swordman_select4",
    "persian/units/fakir": "stickfighter_select6",
    "persian/units/flying_carpet": "carpet_sel1",
    "persian/units/genie": "genie_ack5 genie_ack6 genie_select1 genie_select4",
}
UNITS_SAY = {
    "egypt/units/spearman": "spearman_ack1 spearman_ack2 spearman_ack4 spearman_select1 spearman_select2",
    "indian/units/archer": "archer_ack1 archer_ack4 archer_ack5 archer_ack6 archer_select3 archer_select4",
    "indian/units/fire_archer": "archer_ack2 archer_ack4 archer_ack5 archer_ack6 archer_select1 archer_select2",
    "indian/units/horseman": "horseman_ack1 horseman_ack3 horseman_select2 horseman_select4",
    "indian/units/shaman": "shaman_ack1 shaman_ack3 shaman_select2 shaman_select4 shaman_select5",
    "indian/units/spearman": "stickfighter_ack1 stickfighter_ack3 stickfighter_select1 stickfighter_select2",
    "indian/units/stickfighter": "stickfighter_ack1 stickfighter_ack2 stickfighter_ack4 stickfighter_select1",
    "indian/units/worker": "worker_ack1 worker_ack2 worker_ack7",
    "norsemen/units/battleaxe": "daemon_ack1 daemon_ack2 daemon_ack3 daemon_ack5 daemon_select3 daemon_select7",
    "norsemen/units/cudgel_lady": "cudgel_ack1 cudgel_ack5 cudgel_select2 cudgel_select3 cudgel_select4 cudgel_select5",
    "norsemen/units/flying_valkyrie": "horseman_ack2 horseman_ack3 horseman_ack5 horseman_select1",
    "norsemen/units/spearman": "swordman_ack3 swordman_select3 swordman_select4",
    "norsemen/units/swordman": "swordman_ack2 swordman_ack3 swordman_ack4 swordman_select1 swordman_select2",
    "norsemen/units/valkyrie": "valkyrie_ack2 valkyrie_select2 valkyrie_select3",
    "persian/units/fakir": "stickfighter_ack1 stickfighter_ack2 stickfighter_ack6 stickfighter_select1",
    "persian/units/flying_carpet": "carpet_ack2 carpet_ack3 carpet_ack5 carpet_sel2",
    "persian/units/genie": "genie_select2 genie_select3",
    "persian/units/magician": "ack1 ack5 select2 select3",
}
#: Sentences of "Beneath a Steel Sky" and "Drascula" that begin with "yes" or "no" and a pause, or are nothing else, to
#: Whisper's base model, surer than -1.1 nats a token.
SKY_SAYS = {
    "yes": "50627 51645 51894 51917 52233 52440 52713 52715 53095 54093 54113 54950 55032",
    "no": "50019 50985 51084 51414 51754 51944 51968 52569 52615 52864 53048 53260 53385 53800 53818 54217 54234",
}
DRASCULA_SAYS = {"yes": "10 24 123 195 217 229 241 385 431 438 BJ12 D34", "no": "13 163 239 336 500"}


@cache
def _unpacked(packed: Path, begins: tuple[str, ...]) -> tempfile.TemporaryDirectory[str]:
    """What is in a game's archive under such names."""
    folder = tempfile.TemporaryDirectory()
    with zipfile.ZipFile(packed) as game:
        game.extractall(folder.name, [name for name in game.namelist() if name.startswith(begins)])
    return folder


def _units(said: Mapping[str, str]) -> Iterator[Path]:
    for unit, names in said.items():
        yield from (SOUNDS / "factions" / unit / "sounds" / f"{name}.wav" for name in names.split())


def _ordered() -> Iterator[tuple[str, Path, str | None]]:
    """ "Yes", and what is no answer, by units, and both answers by a player who calls to others; as `_more`."""
    calls = Path(_unpacked(ORDERS, ("sound/voices/rott/",)).name) / "sound/voices/rott"
    yield from ((f"answers, {answer}", calls / f"{answer}.ogg", answer) for answer in ("yes", "no"))
    yield from (("answers, yes", path, "yes") for path in _units(UNITS_SAY_YES))
    yield from ((UNITS_WORDS, path, None) for path in _units(UNITS_SAY))


def _answering(answer: str) -> list[str]:
    """The sentences of actors that are this answer, by their names."""
    return [
        *(f"sky {number}" for number in SKY_SAYS[answer].split()),
        *(f"drascula {name}" for name in DRASCULA_SAYS[answer].split()),
    ]


def _acted() -> Iterator[tuple[str, Samples, str]]:
    """ "Yes" and "no" by actors: the group, the word, and what it means."""
    sentences = of_both()
    for answer in ("yes", "no"):
        for name in _answering(answer):
            yield f"answers, {answer}, actors", first_word(sentences[name]()) / 32768, answer


def _talked(count: int, chance: np.random.Generator) -> Iterator[Samples]:
    """So many other sentences of these actors, eight seconds of each."""
    sentences = of_both()
    others = sorted(sentences.keys() - {*_answering("yes"), *_answering("no")})
    for place in chance.permutation(len(others))[:count]:
        yield sentences[others[place]]()[:LONGEST_TALK] / 32768


#: What is nothing to a chess program.
NOTHING: Mapping[str, Callable[[], Iterable[Path]]] = {
    "prompts": lambda: PROMPTS.glob("*.g722"),
    "words, English": lambda: STAMPS.rglob("*_desc.ogg"),
    "words, other tongues": lambda: (path for tongue in UNHEARD for path in STAMPS.rglob(f"*_desc_{tongue}.ogg")),
    "words, potato": lambda: (path for _, path in foreign_words(POTATO)),
    "talk of a game": lambda: Path(_unpacked(GAME, tuple(f"audio/{each}/" for each in TALKING)).name).rglob("*.ogg"),
    "animals": lambda: (path for path in (STAMPS / "animals").rglob("*.ogg") if "_desc" not in path.name),
}
DIGITS = {person.name: person.digit for person in PEOPLE} | {
    f"Tux Paint{tongue}": f"{STAMPS}/symbols/math/{{}}{tongue}.ogg" for tongue in ("", "_en_GB", "_de")
}
#: More digits, whose files have their figures or, in English, their words; and single words.
MORE_DIGITS = {
    f"childsplay {tongue}": f"usr/share/sp_alphabetsounds/{tongue}/U003{{0}}.ogg" for tongue in ("de", "en", "en_GB")
} | {"predict": "usr/lib/predict/{1}.wav"}
GERMAN_ANIMALS = "words, animals in German"
UNITS_WORDS = "words, units"
ACTORS = "talk of actors"


#: Each second look by its method, and what that says where it does not know.
LOOKS: Mapping[str, tuple[str, object]] = {
    "answers": ("as_whole", None),
    "squares": ("spelt", []),
    "verifier": ("likeness", None),
}


@click.command()
@click.option("--without", type=click.Choice(list(LOOKS)), multiple=True, help="A second look that is left out.")
@click.option("--only", default="", help="Groups whose name has this in it.")
@click.option("--times", default=1, help="How many times as much is said, in other positions.")
@click.option("--more", type=click.Path(exists=True, path_type=Path), help="A folder with packages of Ubuntu 16.04.")
def main(without: tuple[str, ...], only: str, times: int, more: Path | None) -> None:
    """Print the figures."""
    for method, unknown in map(LOOKS.__getitem__, without):
        setattr(SecondLook, method, lambda _look, _words, unknown=unknown: unknown)
    if not all(path.exists() for path in (PROMPTS, CHESS, STAMPS, FOREIGN, GAME, SOUNDS, ORDERS, SKY, DRASCULA)):
        raise click.ClickException(f"Missing: apt install {PACKAGES}")
    recogniser = PocketsphinxRecogniser()
    for condition in CONDITIONS:
        outcomes: dict[str, Counter[str]] = {}
        for said in people(condition, times, more):
            for group, (commands, is_asked) in _asked(said).items():
                if only in group:
                    awaited = Awaited(commands=commands & AWAITED.commands, is_asked=is_asked)
                    recogniser.expect(Expected(board=chess.Board(said.fen), commands=commands, awaited=awaited))
                    heard = outcome(said, recogniser.hear(audio(said.sound)).asked)
                    outcomes.setdefault(group, Counter())[heard] += 1
        for group, counts in outcomes.items():
            told = ", ".join(f"{name} {count}" for name, count in counts.most_common())
            print(f"{condition}: {group}, {counts.total()}: {told}", flush=True)


def _asked(said: Said) -> dict[str, tuple[frozenset[RequestName], bool]]:
    """What may be said, and whether it was just asked: as in `hear`, where anything may be an answer; answers, and what
    is nothing, as in `play` after a question between moves or one of yes or no; "no", and what is nothing, after a move
    that was heard and played, which "no" takes back; and what is nothing as long as nothing was asked.
    """
    asked = {said.group: (VALID, False)}
    is_nothing = said.group in (*NOTHING, GERMAN_ANIMALS, UNITS_WORDS, ACTORS)
    if is_nothing or said.group.startswith("digits"):
        asked[f"{said.group}, after a question"] = (VALID, True)
    if is_nothing or said.group.startswith("answers"):
        asked[f"{said.group}, after a question of yes or no"] = (VALID - {*NUMBERS}, True)
    if is_nothing or said.group.startswith("answers, no"):
        asked[f"{said.group}, after a move"] = (VALID - {RequestName.YES, *NUMBERS}, True)
    if is_nothing:
        asked[f"{said.group}, nothing asked"] = (VALID - ANSWERS_OF_QUESTIONS, False)
    return asked


def people(condition: str, times: int = 1, more: Path | None = None) -> Iterator[Said]:
    """Moves, moves that are not legal, digits as answers, and what is nothing to a chess program; then some `more`."""
    chance, babble = np.random.default_rng(1), hall_voices()

    def said(group: str, board: chess.Board, sound: Samples, meaning: str | None) -> Said:
        heard = heard_in(condition, sound, babble, chance)
        return Said(group=group, voice="", condition=condition, fen=board.fen(), sound=heard, meaning=meaning)

    for person in PEOPLE:
        for vocabulary in person.files:
            name = f"{person.name}, {vocabulary}"
            for _ in range(MOVES * times):
                board, move = _plain_move(person, chance)
                yield said(name, board, _said(person, vocabulary, board, move), move.uci())
            for _ in range(ILLEGAL * times):
                board = random_board(chance)
                move = illegal_move(board, chance)
                if person.pieces or not any(each.to_square == move.to_square for each in board.legal_moves):
                    yield said(f"{name}, not legal", board, _said(person, vocabulary, board, move), None)
    for voice, files in DIGITS.items():
        for number, answer in enumerate(ANSWERS, start=1):
            yield said(f"digits, {voice}", random_board(chance), _recording(Path(files.format(number))), answer)
    for group, recorded in NOTHING.items():
        paths = sorted(recorded())
        for place in chance.permutation(len(paths))[: TALK * times]:
            if len(sound := _recording(paths[place])):
                yield said(group, random_board(chance), sound, None)
    for group, path, meaning in (*([] if more is None else _more(more)), *_ordered()):
        yield said(group, random_board(chance), _recording(path), meaning)
    for group, sound, meaning in _acted():
        yield said(group, random_board(chance), sound, meaning)
    for sound in _talked(ACTORS_TALK * times, chance):
        yield said(ACTORS, random_board(chance), sound, None)


def _more(folder: Path) -> Iterator[tuple[str, Path, str | None]]:
    """Digits of others, each as an answer, and the animals: the group, the file, and what it means."""
    for number, answer in enumerate(ANSWERS, start=1):
        for voice, files in MORE_DIGITS.items():
            yield f"digits, {voice}", folder / files.format(number, answer), answer
    for path in sorted(folder.glob("usr/share/**/FlashcardsData/names/de/*.ogg")):
        yield GERMAN_ANIMALS, path, None


def _plain_move(person: Person, chance: np.random.Generator) -> tuple[chess.Board, chess.Move]:
    """A position, and a move that its squares and, where it is no pawn's, its piece tell."""
    while True:
        board = random_board(chance)
        moves = [
            move for move in board.legal_moves
            if board.piece_type_at(move.from_square) == chess.PAWN and not board.is_capture(move) and not move.promotion
        ]  # fmt: skip
        if person.pieces:
            moves += [
                move for move in board.legal_moves
                if board.piece_type_at(move.from_square) in person.pieces and not board.is_castling(move)
            ]  # fmt: skip
        if moves:
            return board, any_of(chance, moves)


def _said(person: Person, vocabulary: str, board: chess.Board, move: chess.Move) -> Samples:
    """The square; before it the piece, and where it comes from if another one goes there, too."""
    piece = board.piece_type_at(move.from_square) or chess.PAWN
    squares, files = [move.to_square], []
    if piece in person.pieces:
        files += [person.pieces[piece]]
        others = [
            each for each in board.legal_moves
            if each.to_square == move.to_square and board.piece_type_at(each.from_square) == piece
        ]  # fmt: skip
        squares = [move.from_square, *squares] if len(others) > 1 else squares
    for square in map(chess.square_name, squares):
        files += [person.files[vocabulary].format(square[0]), person.digit.format(square[1])]
    between = np.zeros(int(BETWEEN * RATE))
    return np.concatenate([part for file in files for part in (_recording(Path(file)), between)][:-1])


@cache
def _recording(path: Path) -> Samples:
    """Without the quiet around it, and not endless; empty when nothing is to be heard."""
    samples = decoded(path) / 32768
    return trimmed(samples)[: 8 * RATE] if np.abs(samples).max() > _SOFTEST else np.zeros(0)


if __name__ == "__main__":
    main()
