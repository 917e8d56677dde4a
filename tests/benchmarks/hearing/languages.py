"""Hearing in each language: `python -m tests.benchmarks.hearing.languages [LANGUAGE …] [--count N]`.

The speakers are espeak-ng's voice of the language in several throats: no people, and nothing was tuned on them. Said
are moves by the names of the pack, legal and not, and the commands that everybody needs. What is listened for is what
`play --voices LANGUAGE` listens for. Needs espeak-ng.
"""

from collections import Counter

import chess
import click
import numpy as np

from access_chess.edge.packs.lexicons import language_names, load_language, load_lexicon
from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.edge.recognisers.pocketsphinx import PocketsphinxRecogniser
from access_chess.listening.short_answers import Expected
from access_chess.wiring.voice import languages_of
from tests.benchmarks.hearing.conditions import heard_in
from tests.benchmarks.hearing.development import Said
from tests.benchmarks.hearing.judging import VALID, audio, outcome
from tests.benchmarks.hearing.samples import Vocabulary, illegal_move, legal_move, phrase, random_board
from tests.benchmarks.hearing.voices import RATE, Speaker, say

SEED = 8
THROATS = ("", "+f2", "+m3", "+f4", "+m7", "+f5")
SPEEDS = (150, 130, 165, 145, 135, 155)
VOICES = {"fr": "fr-fr", "en": "en-us"}
COMMANDS = ("my_clock", "last_move", "whose_turn", "offer_draw", "resign", "help", "take_back", "new_game", "repeat")
NO_BABBLE = np.zeros(20 * RATE)


@click.command()
@click.argument("languages", nargs=-1)
@click.option("--count", default=36, show_default=True, help="Legal moves of each language, half as many that are not.")
@click.option("--condition", default="quiet", show_default=True)
def figures(languages: tuple[str, ...], count: int, condition: str) -> None:
    """Print the figures."""
    print("| language | moves right at once | asked, right one among them | wrong | illegal taken | commands right |")
    print("| --- | --- | --- | --- | --- | --- |")
    for name in languages or [each for each in language_names() if load_language(each).grammar.commands]:
        heard = PocketsphinxRecogniser(load_lexicon(languages_of(name)))
        counts = Counter[tuple[str, str]]()
        for said in _said(name, count, condition):
            heard.expect(Expected(board=chess.Board(said.fen), commands=VALID))
            counts[said.group, outcome(said, heard.hear(audio(said.sound)).asked)] += 1
        commands = counts["commands", "right"], sum(n for (group, _), n in counts.items() if group == "commands")
        print(
            f"| {name} | {counts['moves', 'right']} of {count} | {counts['moves', 'asked']} | "
            f"{counts['moves', 'wrong move']} | {counts['illegal', 'wrong move']} of {count // 2} | "
            f"{commands[0]} of {commands[1]} |",
            flush=True,
        )


def vocabulary(name: str) -> Vocabulary:
    """The names of a pack, as a player says them."""
    names, moves = load_voice_pack(name).names, load_language(name).grammar.moves
    return Vocabulary(
        tongue=name,
        files=tuple(each.spoken for each in names.files),
        ranks=tuple(each.spoken for each in names.ranks),
        pieces={piece: getattr(names.pieces, chess.piece_name(piece)).spoken for piece in chess.PIECE_TYPES},
        to=moves["to"][0],
        takes=moves["takes"][0],
        castling=(moves["castle_kingside"][0], moves["castle_queenside"][0]),
    )


def _said(name: str, count: int, condition: str) -> list[Said]:
    chance, words, said = np.random.default_rng(SEED), vocabulary(name), list[Said]()
    voices = [
        Speaker(program="espeak-ng", voice=VOICES.get(name, name) + throat, tongue=name, speed=speed)
        for throat, speed in zip(THROATS, SPEEDS, strict=True)
    ]

    def put(group: str, board: chess.Board, text: str, meaning: str | None) -> None:
        voice = voices[len(said) % len(voices)]
        sound = heard_in(condition, say(voice, text), NO_BABBLE, chance)
        said.append(
            Said(group=group, voice=voice.voice, condition=condition, fen=board.fen(), sound=sound, meaning=meaning)
        )

    for number in range(count):
        board = random_board(chance)
        move = legal_move(board, chance)
        put("moves", board, phrase(board, move, words, chance), move.uci())
        if number % 2:
            move = illegal_move(board, chance)
            put("illegal", board, phrase(board, move, words, chance), None)
    commands = load_language(name).grammar.commands
    for command in COMMANDS:
        for text in commands[command][:2]:
            put("commands", random_board(chance), text, command)
    return said


if __name__ == "__main__":
    figures()
