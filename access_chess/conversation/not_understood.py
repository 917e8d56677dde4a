"""What is said where a line or a voice was not understood: the smallest useful sentence.

The nearest known word is proposed where no legal move is as near, and never carried out.
"""

from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher

import chess
from msgspec.structs import replace

from access_chess.conversation.state import (
    AskAfter,
    Dialogue,
    Moment,
    NotUnderstood,
    Prompt,
    Say,
    Sign,
    Steps,
    offer_waits,
    say,
    told_turn,
)
from access_chess.laws.game import Game, Phase
from access_chess.listening.heard import HeardNothing, Nothing
from access_chess.notation.illegality import Illegal, Reason
from access_chess.notation.reading import Unreadable
from access_chess.notation.vocabulary import folded
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.requests.row import Here, blindfold
from access_chess.requests.slots import read_piece
from access_chess.requests.table import FOLLOWED, ROWS, is_known, refusal
from access_chess.requests.typed_line import typed_move
from access_chess.requests.words import RequestWords
from access_chess.speech.answers.reading_reply import reading_reply
from access_chess.speech.language.voice_pack import joined
from access_chess.speech.utterance import SpokenPart

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


#: One line that is not understood is a slip of the keys; two in a row, and somebody does not know what may be typed.
SLIPS = 2


def unreadable(dialogue: Dialogue, said: NotUnderstood, moment: Moment) -> tuple[Dialogue, Steps]:
    """A slip of the keys leaves a question open, which is asked again; an illegal move, which is meant, does not."""
    game, why = moment.game, said.why
    if why is None:
        return dialogue, (say("not_read", dialogue, moment),)
    if game.is_over:
        return dialogue, (say("refused_game_over", dialogue, moment, line=said.line),)
    part = reading_reply(why, game.board, moment.language.pack, is_blindfold=blindfold(game))
    if isinstance(why, Unreadable):
        part = with_nearest(part, said.line, dialogue, moment)
    reply = Say(part=part, color=dialogue.color, line=said.line)
    if not isinstance(why, Unreadable):
        if not dialogue.is_due(game) or game.phase is Phase.ADJOURNED:
            return dialogue, (told_turn(dialogue, moment, said.line),)
        turn = (told_turn(dialogue, moment, ""),) if _is_the_others(dialogue, said, moment) else ()
        illegal = (why, man_meant(why, game.board, said.line, moment))
        settled = replace(dialogue, pending=None, refused=part, not_legal=illegal)
        question = "" if dialogue.pending is None else settled.question(game)
        return settled, (reply, *turn, *((AskAfter(question=question),) if question else ()))
    dialogue = replace(dialogue, slips=dialogue.slips + 1)
    if dialogue.pending is not None:
        return dialogue, (reply, Say(part=dialogue.pending.asked, color=dialogue.color))
    if game.offer is not None and dialogue.standing(game) is RequestName.ACCEPT_DRAW:
        return dialogue, (reply, Say(part=offer_waits(moment), color=dialogue.color))
    turn = () if dialogue.is_due(game) else (told_turn(dialogue, moment, ""),)
    hint = (say("help_hint", dialogue, moment),) if dialogue.slips == SLIPS else ()
    return dialogue, (reply, *turn, *hint)


def man_meant(why: Illegal, board: chess.Board, line: str, moment: Moment) -> chess.PieceType | None:
    """The kind of man that was to move: the one that stands there, or the one that was named; else a pawn."""
    if why.move is not None:
        return board.piece_type_at(why.move.from_square)
    word, *_ = line.split() or [""]
    language = moment.language
    named = (read_piece(each, language.words, language.vocabulary) for each in (word, word[: word[:1].isupper()]))
    return next((kind for kind in named if kind is not None), chess.PAWN)


def with_nearest(
    part: SpokenPart, line: str, dialogue: Dialogue, moment: Moment, *, is_ruling: bool = False
) -> SpokenPart:
    """What is said to a line that is not understood, with the nearest known word after it, if there is one."""
    word = nearest(line, dialogue.here, moment, is_ruling=is_ruling)
    return part if word is None else joined((part, moment.language.pack.phrase("perhaps_word", word=word)))


def _is_the_others(dialogue: Dialogue, said: NotUnderstood, moment: Moment) -> bool:
    """Whether, at a keyboard of both, the move would be legal if the other player were to move."""
    board = moment.game.board
    is_told = isinstance(said.why, Illegal) and said.why.reason is Reason.NOT_YOUR_PIECE
    if dialogue.color is not None or is_told or board.is_check():
        return False
    turned = board.copy(stack=False)
    turned.push(chess.Move.null())
    return isinstance(typed_move(said.line, turned, moment.language), Request)


def missed(dialogue: Dialogue, said: HeardNothing, moment: Moment) -> tuple[Dialogue, Steps]:
    """Silence and noise pass without a word. What was not understood: repeat; the squares; then the keys.

    Where noise was why, the same again would not help: piece and both squares are asked for at once, then the keys.
    """
    if said.reason in (Nothing.SILENCE, Nothing.NOISE):
        return dialogue, ()
    if said.reason is Nothing.ILLEGAL:
        return dialogue, (Sign.NOT_UNDERSTOOD, say(Prompt.NOT_LEGAL, dialogue, moment))
    prompts = (Prompt.REPEAT_PLEASE, Prompt.SAY_THE_SQUARES, Prompt.USE_THE_KEYS)
    if said.reason is Nothing.TOO_NOISY:
        prompts = (Prompt.TOO_NOISY, Prompt.USE_THE_KEYS, Prompt.USE_THE_KEYS)
    prompt = prompts[min(dialogue.failures, len(prompts) - 1)]
    failed = replace(dialogue, failures=dialogue.failures + 1)
    return failed, (Sign.NOT_UNDERSTOOD, say(prompt, dialogue, moment))
