"""`python -m tests.support.random_dialogue [NUMBER...]`: conversations in which chance types, says and presses.

Whatever may be typed, with what may follow it or with something else, comes in whatever situation a game by chance has
come to: at a player's place, at the arbiter's desk, and where a clock is set. `tests/golden/random_dialogues.txt` has a
digest of each record, which `--write` brings up to date.
"""

import sys
from collections.abc import Iterator
from datetime import timedelta
from functools import cache

import chess

from access_chess.conversation.dialogue import after
from access_chess.conversation.reading import AT_DESK, heard, typed
from access_chess.conversation.state import CarryOut, Dialogue, Moment, Said
from access_chess.conversation.time_control_dialogue import (
    NamedControl,
    Setting,
    SettingLanguage,
    SettingWord,
    answered,
    asked,
)
from access_chess.edge.packs.clock_words import load_clock_words
from access_chess.edge.packs.lexicons import load_lexicon
from access_chess.edge.packs.typed_words import load_language, told_words
from access_chess.laws import commands
from access_chess.laws.commands import Command
from access_chess.laws.decide import advance, set_up
from access_chess.laws.evolve import replay
from access_chess.laws.game import Game
from access_chess.laws.time_control import parse_time_control
from access_chess.listening.heard import HeardChoice, HeardCommand, HeardMove, HeardNothing, Nothing
from access_chess.listening.lexicon import Lexicon
from access_chess.profile import Profile
from access_chess.requests.commands import (
    ASSISTANT_ACTS,
    REQUESTS,
    RULINGS,
    asker,
    assistant_command,
    command_of,
)
from access_chess.requests.names import NUMBERS, RequestName
from access_chess.requests.request import Request
from access_chess.requests.row import Here, Slot
from access_chess.requests.table import ROWS, is_known, is_possible, refusal
from access_chess.requests.words import PlayerLanguage
from tests.support.game_record import GOLDEN, told, write_digests
from tests.support.random_game import Chance, given_next, setup_of

DIGESTS = GOLDEN / "random_dialogues.txt"
DIALOGUES, LINES = 60, 40
#: What may stand behind the words of a request.
_FITTING = {
    Slot.SQUARE: ("e4", "e2 d2", "Eva vier"),
    Slot.SQUARES_IF_ANY: ("", "d5 e5", "e2"),
    Slot.SQUARE_IF_ANY: ("", "e4", "e4 e5"),
    Slot.CONDITION_IF_ANY: ("", "if you win", "if"),
    Slot.ANYWAY_IF_ANY: ("", "anyway"),
    Slot.PIECE: ("knight", "enemy pawns", "pawns", "Q"),
    Slot.PIECE_IF_ANY: ("", "knight", "pawns"),
    Slot.FILE_IF_ANY: ("", "e", "Eva"),
    Slot.MOVE: ("Nf3", "e4", "e5"),
    Slot.CLAIMED_MOVE_IF_ANY: ("", "Nf3", "not written e4", "by display not written Nc6"),
    Slot.ANY_MOVE: ("e2e5", "Eva zwei Eva fünf", "e7e8n"),
    Slot.WRITTEN_MOVE: ("Nf3", "e4", "Nd2", "e8"),
    Slot.SQUARES_ASKED: ("", "e4", "e1 e8"),
    Slot.NUMBER: ("5", "two", "14"),
    Slot.NUMBER_IF_ANY: ("", "2"),
    Slot.COLOR: ("white", "black", "white 3"),
    Slot.COLOR_OR_BOTH: ("white", "black", "both"),
    Slot.COLOR_TIME: ("white 10:00", "black 30", "black"),
    Slot.COLOR_TIMES: ("white 2:00 black 1:30", "schedule black 60", "white 1:00", "black 1:00 white"),
    Slot.COLOR_NUMBER: ("black 3", "white 40", "white"),
    Slot.NUMBER_COLOR: ("1 white", "2 black", "1"),
    Slot.NUMBER_COLOR_IF_ANY: ("", "1 white", "2 black", "3"),
    Slot.PENALTY: ("white warning", "black opponent time 120", "white loss", "black own time soon"),
    Slot.RESULT: ("1-0", "1/2-1/2", "0-0", "2-0"),
    Slot.SCORES: ("e4 e5; e4 d5", "e4"),
    Slot.STEPS: ("300, 600/60", "often"),
    Slot.TOPIC: ("", "claims", "clock", "weather"),
    Slot.TEXT_IF_ANY: ("", "1. e4 e5"),
}
_FOLLOWING = ("", "e4", "5", "white", "nonsense", "white 10:00")
_ALONE = ("", "e4", "Nf3", "e5", "Nd2", "e2", "king to e9", "O-O", "blah", "x" * 501, "draw", "yes", "no", "two", "?")
_SETTING = (
    "5",
    "40",
    "two hours",
    "ninety minutes",
    "30 seconds",
    "3+2",
    "90",
    "1:30",
    "0",
    "999",
    "3",
    "FIDE blitz",
    "x",
)
_SETTING_WORDS = (
    "own", "list", "back", "all", "increment", "delay", "sandglass", "byo-yomi", "count up", "other", "?", "none",
    "zero", "moves", "yes", "yes", "yes", "no",
)  # fmt: skip


@cache
def _language() -> tuple[PlayerLanguage, Lexicon]:
    return load_language("en"), load_lexicon(("en", "fide"))


def record_of(number: int) -> list[str]:
    chance = Chance(number)
    match number % 6:
        case 0:
            return list(_setting(chance))
        case 1:
            return list(_talk(number, chance, AT_DESK))
    here = Here(
        profile=chance.one(list(Profile)),
        has_board=chance.is_so(0.3),
        has_microphone=chance.is_so(0.5),
        has_languages=chance.is_so(0.3),
        trains=chance.is_so(0.1),
        has_arbiter=chance.is_so(0.5),
    )
    return list(_talk(number, chance, Dialogue(here=here, color=chance.one((None, None, chess.WHITE, chess.BLACK)))))


def _talk(number: int, chance: Chance, dialogue: Dialogue) -> Iterator[str]:
    """A dialogue while a game goes on: what is meant, what is answered, which commands come of it."""
    language, lexicon = _language()
    game = _after(replay(set_up(setup_of(number))), commands.StartClock())
    yield told(dialogue)
    for count in range(LINES):
        if chance.is_so(0.5):
            for done in given_next(game, chance):
                game = _after(game, done, count)
        moment = Moment(game=game, language=language, lexicon=lexicon if chance.is_so(0.5) else None)
        said = _said(dialogue, moment, chance)
        dialogue, steps = after(dialogue, said, moment)
        yield f"{told(said)} -> {told(steps)}"
        yield f"  {told(dialogue)} {told(dialogue.answers(game))} {dialogue.is_asked(game)}"
        for step in steps:
            if isinstance(step, CarryOut) and (command := _command(step.request, step.color, game)) is not None:
                yield f"  {told(command)}"
                game = _after(game, command, count)
        if count % 8 == 0:
            yield "  " + " ".join(_in_place(name, game, dialogue) for name in RequestName)


def _in_place(name: RequestName, game: Game, dialogue: Dialogue) -> str:
    """Whether a place knows a request, why it is refused, whether it is of use, and whose it would be."""
    here = dialogue.here
    whose = asker(Request(name=name), game, dialogue.color)
    return f"{name}:{is_known(name, here)},{refusal(name, game, here)},{is_possible(name, game, here)},{whose}"


def _after(game: Game, command: Command, minutes: int = 0) -> Game:
    return advance(game, command, at=timedelta(seconds=10 * minutes))[0]


def _command(request: Request, color: chess.Color, game: Game) -> Command | None:
    if request.name in REQUESTS | RULINGS:
        return command_of(request, color)
    if request.name in ASSISTANT_ACTS:
        return assistant_command(request, game)
    if request.name is RequestName.MOVE and request.move is not None:
        return commands.PlayMove(color=color, move=request.move)
    return None


def _said(dialogue: Dialogue, moment: Moment, chance: Chance) -> Said:
    if not dialogue.here.is_arbiters and chance.is_so(0.25):
        return heard(_heard(moment.game, chance))
    return typed(_line(moment, chance), dialogue, moment)


def _heard(game: Game, chance: Chance) -> HeardMove | HeardChoice | HeardCommand | HeardNothing:
    moves = list(game.board.legal_moves)
    kind = chance.one(("move", "choice", "command", "answer", "nothing"))
    if kind == "nothing" or not moves:
        return HeardNothing(reason=chance.one(list(Nothing)), heard="eva vier")
    if kind == "move":
        return HeardMove(move=chance.one(moves), confidence=0.9, heard="eva vier")
    if kind == "choice":
        among = tuple(dict.fromkeys(chance.one(moves) for _ in range(chance.one((1, 2, 2, 3, 6)))))
        return HeardChoice(moves=among, confidence=0.5, heard="eva vier")
    if kind == "answer":
        name = chance.one((RequestName.YES, RequestName.NO, *NUMBERS))
        return HeardCommand(name=name, confidence=0.9, heard=name)
    name = chance.one([each for each in RequestName if ROWS[each].slot is None and each is not RequestName.MOVE])
    return HeardCommand(name=name, confidence=0.9, heard=name, rank=chance.one((None, 0, 6)))


def _line(moment: Moment, chance: Chance) -> str:
    """A request with what may follow it, an answer, a move, or nothing that means anything."""
    if chance.is_so(0.3):
        moves = list(moment.game.board.legal_moves)
        return moment.game.board.san(chance.one(moves)) if moves and chance.is_so(0.4) else chance.one(_ALONE)
    words = told_words("en")
    name = chance.one(sorted(words))
    slot = ROWS[name].slot
    follows = _FOLLOWING if slot is None or chance.is_so(0.15) else _FITTING[slot]
    whose = chance.one(("white ", "black ")) if chance.is_so(0.1) else ""
    return f"{whose}{words[name]} {chance.one(follows) if slot is not None or chance.is_so(0.1) else ''}".strip()


def _setting(chance: Chance) -> Iterator[str]:
    """A time control is made by one who answers whatever comes to his mind, more often what was asked for."""
    language, clock = _language()[0], load_clock_words("en")
    words = {word: clock.words[word.value] for word in SettingWord}
    dialogue = SettingLanguage(pack=language.pack, words=words, times=language.times)
    known = (
        NamedControl(name="FIDE blitz", control=parse_time_control("180+2")),
        NamedControl(name="Club game", control=parse_time_control("36/5400, 1800")),
    )
    setting = Setting(known=known)
    for _ in range(3 * LINES):
        line = chance.one(_SETTING)
        if chance.is_so(0.5):
            line = chance.one(_SETTING_WORDS)
        setting = answered(setting, line, dialogue)
        yield f"{line} -> {asked(setting, dialogue).text} {told(setting)}"
        if setting.is_over:
            setting = Setting(known=known)


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        write_digests(DIGESTS, ((str(number), record_of(number)) for number in range(DIALOGUES)))
    for each in sys.argv[1:] if sys.argv[1:] != ["--write"] else ():
        print(*record_of(int(each)), sep="\n")  # noqa: T201
