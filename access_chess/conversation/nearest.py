"""The nearest known word for what is not understood: proposed where no legal move is as near, and never carried out."""

from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher

from access_chess.conversation.state import Moment
from access_chess.laws.game import Game
from access_chess.notation.vocabulary import folded
from access_chess.requests.names import RequestName
from access_chess.requests.phases import Here
from access_chess.requests.table import FOLLOWED, ROWS, is_known, refusal
from access_chess.requests.words import RequestWords

#: How alike two words are from which on one may be a slip for the other: one letter of four, two of eight.
NEAR = 0.75
SHORTEST = 3  # letters; a slip in two of them may be anything
LONGEST = 60  # characters of a line that is looked at


def nearest(line: str, here: Here, moment: Moment, *, is_ruling: bool = False) -> str | None:
    """The line with its first words as they may have been meant; None where nothing is near, or a move is as near.

    Only what can be asked for here counts, in the words of the player's own language: of an arbiter the rulings.
    """
    words = moment.language.words
    said, line = _after_arbiter(line, words) if is_ruling else ("", line.strip())
    asked = words.own_rulings if is_ruling else words.own
    names = {phrase: name for phrase, name in asked.items() if _is_possible(name, moment.game, here)}
    is_game = not (is_ruling or here.is_clock or here.is_arbiters)
    meant = {**dict.fromkeys(_named(moment), RequestName.MOVE), **names} if is_game else names
    found = _best(_slips(line, meant), NEAR) if len(line) <= LONGEST else None
    if found is None or (is_game and _best(_moves(line, moment), found[0]) is not None):
        return None
    return f"{said} {found[1]}".strip()


def _after_arbiter(line: str, words: RequestWords) -> tuple[str, str]:
    """The word "arbiter", where it was typed, and what follows it and the PIN, which is not repeated."""
    first, _, rest = line.strip().partition(" ")
    if words.words.get(folded(first)) != "arbiter":
        return "", line.strip()
    pin, _, after = rest.strip().partition(" ")
    return first, after if pin.isdecimal() else rest.strip()


def _is_possible(name: RequestName, game: Game, here: Here) -> bool:
    return is_known(name, here) and refusal(name, game, here) is None and not ROWS[name].is_hidden


def _named(moment: Moment) -> Iterator[str]:
    """The names with which a move begins: of men and files."""
    names = moment.language.pack.names
    for name in names.all[: 6 + len(names.files)]:
        yield name.text.lower()


def _slips(line: str, meant: Mapping[str, RequestName]) -> Iterator[tuple[str, str, str]]:
    """For each phrase the words of the line in whose place it would stand, itself, and the line with it."""
    typed = line.split()
    for phrase, name in meant.items():
        count = len(phrase.split())
        rest = " ".join(typed[count:])
        if len(typed) >= count and (name in FOLLOWED or bool(rest) is (name is RequestName.MOVE)):
            yield " ".join(folded(" ".join(typed[:count]))), " ".join(folded(phrase)), f"{phrase} {rest}".strip()


def _moves(line: str, moment: Moment) -> Iterator[tuple[str, str, str]]:
    board, typed = moment.game.board, "".join(line.lower().split())
    for move in board.legal_moves:
        for text in (board.san(move).lower(), move.uci()):
            yield typed, text, text


def _best(slips: Iterable[tuple[str, str, str]], least: float) -> tuple[float, str] | None:
    """The proposal whose words are nearest to what was typed, and how near; None where none is near enough."""
    best = None
    for typed, text, proposal in slips:
        if min(len(typed), len(text)) < SHORTEST or typed == text:
            continue
        matcher = SequenceMatcher(None, typed, text, autojunk=False)
        if matcher.real_quick_ratio() >= least and (ratio := matcher.ratio()) >= least:
            best, least = (ratio, proposal), ratio + 1e-9
    return best
