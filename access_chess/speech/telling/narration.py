"""How an event is told: by which voice pack, with what settings, and the game before and after it. The number of an
article is in words that a voice reads well: "Article seven point four b.".
"""

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

import chess
from msgspec import Struct

from access_chess.laws.articles import ROMAN, Division, RuleNumber, read_number
from access_chess.laws.editions import Edition
from access_chess.laws.game import Game
from access_chess.laws.setup import ArbiterMode
from access_chess.speech.announcement import Form, Verbosity, announce
from access_chess.speech.language.voice_pack import Slot, VoicePack, joined, listed
from access_chess.speech.utterance import Channel, Earcon, Priority, SpokenPart, Utterance, VoiceRole


def article_words(number: str, edition: Edition, pack: VoicePack) -> SpokenPart:
    """The sentence that names an article by its number as `laws/articles.py` writes it."""
    return number_words(read_number(number, edition), pack)


def number_words(number: RuleNumber, pack: VoicePack) -> SpokenPart:
    """The sentence that names an article, or a whole chapter, "Article seven point four b."."""
    first, *rest = number.steps
    match number.division:
        case Division.ROW:
            return pack.phrase("article_row", letter=_letter(first, pack), number=int(rest[0]))
        case Division.GUIDELINE:
            return pack.phrase("article_guideline", number=_pointed([str(ROMAN.get(first, first)), *rest], pack))
        case Division.APPENDIX if not rest:
            return pack.phrase("article_appendix", letter=_letter(first, pack))
        case Division.APPENDIX:
            return pack.phrase("article_of_appendix", letter=_letter(first, pack), number=_pointed(rest, pack))
    is_chapter = number.division is Division.CHAPTER
    return pack.phrase("article_chapter" if is_chapter else "article", number=_pointed([first, *rest], pack))


def pointed_words(number: RuleNumber, pack: VoicePack) -> SpokenPart:
    """The number within a sentence, "seven point four b" or "A point four c"."""
    first, *rest = (str(ROMAN.get(step, step)) for step in number.steps)
    said = _pointed([first, *rest], pack) if first.isdigit() else _letter(first, pack)
    if not first.isdigit():
        for step in rest:
            said = _stepped(said, step, pack)
    return pack.number(said) if isinstance(said, int) else said


def _pointed(steps: list[str], pack: VoicePack) -> SpokenPart | int:
    """ "seven point four b"; a number alone stays one, and becomes a word of the sentence's own language."""
    said: SpokenPart | int = int(steps[0])
    for step in steps[1:]:
        said = _stepped(said, step, pack)
    return said


def _stepped(said: SpokenPart | int, step: str, pack: VoicePack) -> SpokenPart:
    if step.isdigit():
        return pack.phrase("article_point", left=said, right=int(step))
    return pack.phrase("article_letter", left=said, letter=_letter(step, pack))


def _letter(letter: str, pack: VoicePack) -> SpokenPart:
    """Capitals are read by their names: "a" alone may be taken for a word."""
    return SpokenPart(text=letter, spoken=letter.upper(), language=pack.language)


class NarrationSettings(Struct, frozen=True, kw_only=True):
    """How events are told.

    `volunteers`: whether numbers of moves and times may be told that nobody asked for; in competition they may not
    (13.6, E.2.9.d). `listener` is the player in whose ears their own moves sound different from the opponent's; None:
    several people listen, and White's moves sound as own moves do.
    """

    pack: VoicePack
    form: Form = Form.FIDE
    verbosity: Verbosity = Verbosity.NORMAL
    volunteers: bool = False
    listener: chess.Color | None = None


class Narration(Struct, frozen=True, kw_only=True):
    """One event's surroundings, and the words for what is in them.

    `number` is the event's number in the journal, for utterances that must not be said twice.
    """

    settings: NarrationSettings
    before: Game
    after: Game
    number: int | None = None

    def phrase(self, key: str, **slots: Slot) -> SpokenPart:
        """A sentence of the voice pack."""
        return self.settings.pack.phrase(key, **slots)

    @property
    def players_may_pause(self) -> bool:
        """In practice without a clock a stop is a pause, which the players end by a word of theirs."""
        setup = self.before.setup
        return setup.time is None and setup.regulations.take_backs and setup.arbiter is not ArbiterMode.HUMAN

    def color(self, color: chess.Color) -> SpokenPart:
        """White or Black in words."""
        return self.phrase(chess.COLOR_NAMES[color])

    def players(self, color: chess.Color) -> dict[str, Slot]:
        """The slots `color` and `opponent`."""
        return {"color": self.color(color), "opponent": self.color(not color)}

    def move(self, board: chess.Board, move: chess.Move) -> SpokenPart:
        """A move named within a sentence; what is said or claimed may be any move, even from an empty square."""
        pack = self.settings.pack
        if board.is_legal(move):
            return announce(board, move, pack, form=self.settings.form)
        if board.piece_type_at(move.from_square) is None:
            return pack.name_of(*pack.names.square(move.from_square), *pack.names.square(move.to_square))
        return announce(board, move, pack)

    def pieces(self, board: chess.Board, squares: Iterable[chess.Square]) -> SpokenPart:
        """What stands on these squares, with their names: "knight Gustav eins, pawn Eva vier"."""
        pack = self.settings.pack
        named = []
        for square in squares:
            kind = board.piece_type_at(square)
            named.append(joined([pack.square(square)] if kind is None else [pack.piece(kind), pack.square(square)]))
        return listed(named)

    def say(
        self,
        *parts: SpokenPart,
        to: chess.Color | None = None,
        role: VoiceRole = VoiceRole.ARBITER,
        earcon: Earcon | None = None,
        priority: Priority = Priority.NEXT,
        shown: SpokenPart | None = None,
    ) -> tuple[Utterance, ...]:
        """One utterance of these sentences, to one player or to everybody.

        Events keep their order, so all have the same priority, before answers that wait.
        """
        channel = Channel.ROOM if to is None else Channel.WHITE if to else Channel.BLACK
        return (
            Utterance(
                parts=parts,
                priority=priority,
                channel=channel,
                role=role,
                earcon=earcon,
                event=self.number,
                shown=shown,
            ),
        )

    def rule(self, article: str, *parts: SpokenPart, earcon: Earcon | None = None) -> tuple[Utterance, ...]:
        """A ruling, for everybody to hear, which names its article unless little is to be said.

        What was only recorded, on a sheet from elsewhere, has none.
        """
        if article and self.settings.verbosity is not Verbosity.BRIEF:
            parts = (*parts, article_words(article, self.before.setup.edition, self.settings.pack))
        return self.say(*parts, earcon=earcon)


#: What is said of one type of event.
Teller: TypeAlias = Callable[[Narration, Any], tuple[Utterance, ...]]
