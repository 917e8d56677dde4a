"""Dialogues whose every word is kept in `tests/golden/dialogues/`: each is typed, and said, and the words are the same.

A file begins with its settings (`voices`, `profile`, `fen`, `color`); then each line that begins with `>` is something
that is entered, and the lines after it are what is answered. After a second `>` stands the same as a microphone would
understand it: a move in UCI, several for a doubt, or the name of a request with what it names. Where there is none, it
is only typed; `>>` alone before it: it is only heard.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

import chess
from msgspec import Struct
from msgspec.structs import replace

from access_chess.conversation.answers import QUESTIONS, answer
from access_chess.conversation.dialogue import after
from access_chess.conversation.reading import heard, typed
from access_chess.conversation.state import AskAfter, CarryOut, Dialogue, Moment, Said, Say, Steps, offer_waits, waiting
from access_chess.edge.packs.lexicons import language_names, load_lexicon
from access_chess.edge.packs.typed_words import load_language
from access_chess.laws.by_color import ByColor, both
from access_chess.laws.commands import Command, OfferDraw, PlayMove, PressClock, StartClock
from access_chess.laws.decide import decide
from access_chess.laws.events import GameSetUp
from access_chess.laws.evolve import evolve
from access_chess.laws.game import Game, new_game
from access_chess.laws.setup import Player, Regulations, Setup
from access_chess.laws.time_control import ZERO
from access_chess.listening.heard import Asked, HeardChoice, HeardCommand, HeardMove, HeardNothing, Nothing
from access_chess.profile import Profile
from access_chess.requests.commands import REQUESTS, RULINGS, command_of
from access_chess.requests.names import RequestName
from access_chess.requests.row import Here
from access_chess.speech.telling.narration import NarrationSettings
from access_chess.speech.telling.narrator import narrate

FOLDER = Path(__file__).parents[1] / "golden" / "dialogues"
_COLORS = {"white": chess.WHITE, "black": chess.BLACK, "both": None}


class Turn(Struct, frozen=True, kw_only=True):
    """What is entered, typed and heard (either may be missing), and what is answered."""

    line: str | None
    sound: str | None
    answers: tuple[str, ...]


@dataclass(kw_only=True)
class Place:
    """One player's conversation with the Laws beneath it: no threads, no sound, no clock."""

    voices: str = "en"
    profile: Profile = Profile.PRACTICE
    color: chess.Color | None = None
    fen: str = chess.STARTING_FEN
    blind: bool = False
    left: RequestName | None = None
    now: timedelta = ZERO
    game: Game = field(init=False)
    dialogue: Dialogue = field(init=False)

    def __post_init__(self) -> None:
        is_practice = self.profile is Profile.PRACTICE
        self.language = load_language(self.voices)
        names = dict.fromkeys(name for name in (self.voices, "fide") if name in language_names())
        self.lexicon = load_lexicon(tuple(names))
        regulations = Regulations(take_backs=is_practice)
        players = ByColor(Player(is_blind=self.blind), Player())
        setup = Setup(fen=self.fen, regulations=regulations, presses_for=both(is_practice), players=players)
        self.game = new_game(GameSetUp(setup=setup))
        self.dialogue = Dialogue(here=Here(profile=self.profile), color=self.color)
        self.settings = NarrationSettings(pack=self.language.pack, volunteers=is_practice)
        self.submit(StartClock())

    @property
    def moment(self) -> Moment:
        """Now."""
        return Moment(game=self.game, language=self.language, lexicon=self.lexicon)

    def type(self, line: str) -> tuple[str, ...]:
        """What is said because this was typed."""
        if not line:
            return self.submit(PressClock(color=self.game.clock.running or False))
        return self.converse(typed(line, self.dialogue, self.moment))

    def hear(self, sound: str) -> tuple[str, ...]:
        """What is said because this was heard."""
        return self.converse(heard(asked(sound)))

    def converse(self, said: Said) -> tuple[str, ...]:
        """What is said because of it, in the words that a voice gets."""
        self.dialogue, steps = after(self.dialogue, said, self.moment)
        return tuple(self._told(steps))

    def submit(self, *commands: Command) -> tuple[str, ...]:
        """What the Laws make of it, in words."""
        told = []
        for command in commands:
            for event in decide(self.game, command, at=self.now):
                before, self.game = self.game, evolve(self.game, event)
                said = narrate(event, before=before, after=self.game, settings=self.settings)
                told += [" ".join(part.spoken for part in each.parts) for each in said]
        return tuple(told)

    def arrive(self, *commands: Command) -> tuple[str, ...]:
        """What is said of what somebody else does: an offer asks after what was asked before it, the end at once."""
        before, said = self.game, self.submit(*commands)
        if self.game.is_over and not before.is_over:
            return (*said, self.language.pack.phrase("play_again").spoken)
        if self.game.offers == before.offers or self.dialogue.standing(self.game) is None:
            return said
        older = waiting(self.dialogue, self.moment) if self.dialogue.is_older_than_offer(self.game) else None
        return (*said, (older or offer_waits(self.moment)).spoken)

    def _told(self, steps: Steps) -> Iterator[str]:
        for step in steps:
            match step:
                case Say(part=part):
                    yield part.spoken
                case CarryOut(request=request, color=color) if request.name is RequestName.MOVE:
                    assert request.move is not None
                    offers = (OfferDraw(color=color),) if request.offers_draw else ()
                    yield from self.submit(PlayMove(color=color, move=request.move), *offers)
                case CarryOut(request=request, color=color) if request.name in REQUESTS:
                    yield from self.submit(command_of(request, color))
                case CarryOut(request=request) if request.name in RULINGS:
                    yield from self.submit(command_of(request, self.game.turn))
                case CarryOut(request=request, color=color) if request.name in QUESTIONS:
                    parts = answer(request, self.game, color, self.now, self.language, ruling=None)
                    yield from (part.spoken for part in parts)
                case CarryOut(request=request):
                    self.left = request.name
                case AskAfter(question=number) if number == self.dialogue.question(self.game) and (
                    asked := waiting(self.dialogue, self.moment)
                ):
                    yield asked.spoken


def asked(sound: str) -> Asked:
    """What a microphone understands: moves in UCI, the name of a request, or why nothing was understood."""
    first, *rest = sound.split()
    if first in set(Nothing):
        return HeardNothing(reason=Nothing(first))
    if first in set(RequestName):
        command = HeardCommand(name=RequestName(first), confidence=0.99, heard=sound)
        for named in rest:
            if named in chess.SQUARE_NAMES:
                command = replace(command, square=chess.parse_square(named))
            else:
                command = replace(command, piece=chess.PIECE_NAMES.index(named))
        return command
    moves = tuple(map(chess.Move.from_uci, (first, *rest)))
    if len(moves) == 1:
        return HeardMove(move=moves[0], confidence=0.99, heard=sound)
    return HeardChoice(moves=moves, confidence=0.6, heard=sound)


def read(file: Path) -> tuple[dict[str, str], tuple[Turn, ...]]:
    """The settings and the turns of a file."""
    settings: dict[str, str] = {}
    turns: list[Turn] = []
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith(">"):
            written, _, sound = line[1:].partition(">")
            is_heard_only = not written.strip() and bool(sound.strip())
            turns.append(Turn(line=None if is_heard_only else written.strip(), sound=sound.strip() or None, answers=()))
        elif turns and line:
            turns[-1] = replace(turns[-1], answers=(*turns[-1].answers, line))
        elif line and not line.startswith("#"):
            key, _, value = line.partition(":")
            settings[key] = value.strip()
    return settings, tuple(turns)


def place_of(settings: dict[str, str]) -> Place:
    """The place where a dialogue takes place."""
    return Place(
        voices=settings.get("voices", "en"),
        profile=Profile(settings.get("profile", "practice")),
        color=_COLORS[settings.get("color", "both")],
        fen=settings.get("fen", chess.STARTING_FEN),
    )


def rewritten(file: Path) -> str:
    """The text of a file with what is said now, typed where it can be."""
    settings, turns = read(file)
    place = place_of(settings)
    head = [line for line in file.read_text(encoding="utf-8").split("\n>")[0].splitlines() if line]
    lines = [*head]
    for turn in turns:
        said = place.hear(turn.sound or "") if turn.line is None else place.type(turn.line)
        entered = f">> {turn.sound}" if turn.line is None else f"> {turn.line}".rstrip()
        lines += ["", entered + (f" > {turn.sound}" if turn.line is not None and turn.sound else ""), *said]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    for each in sorted(FOLDER.glob("*.txt")):
        each.write_text(rewritten(each), encoding="utf-8")
