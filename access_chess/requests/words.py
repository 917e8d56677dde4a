"""The words of the voice packs for everything that may be asked, as values; who reads them stands in `edge.packs`."""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

import chess
from msgspec import Struct, field
from msgspec.structs import replace

from access_chess.laws.commands import PenaltyKind
from access_chess.notation.vocabulary import Vocabulary
from access_chess.requests.names import RequestName
from access_chess.requests.row import Topic
from access_chess.requests.spoken_times import TimeWords, time_words
from access_chess.speech.announcement import Form
from access_chess.speech.language.voice_pack import VoicePack

if TYPE_CHECKING:
    from access_chess.speech.answers.laws import LawTexts  # with all Laws

Words = tuple[str, ...]  # folded, so that case, accents and hyphens do not matter


class RequestWords(Struct, frozen=True, kw_only=True):
    """What may be typed, from the folded words to what they mean.

    The pack's own language comes first: where it means something else by a word, it is right. `arbiter` and
    `assistant` are what may follow these two words. `answers` are what counts as yes, no or a number, only where that
    was asked. `help` is by name, in the order of the file; `help_language` (BCP 47) may be the pack's own or English.
    `own` and `own_rulings` are the phrases of the pack's own language alone, as they are written.
    """

    commands: Mapping[Words, RequestName]
    arbiter: Mapping[Words, RequestName]
    assistant: Mapping[Words, RequestName]
    words: Mapping[Words, str]
    answers: Mapping[Words, RequestName]
    pieces: Mapping[Words, chess.PieceType]
    penalties: Mapping[Words, PenaltyKind]
    topics: Mapping[Words, Topic]
    topic_names: Mapping[Topic, str]
    units: Mapping[str, tuple[str, ...]]
    help: Mapping[RequestName, str]
    help_language: str
    own: Mapping[str, RequestName] = field(default_factory=dict)
    own_rulings: Mapping[str, RequestName] = field(default_factory=dict)


class ClockWords(Struct, frozen=True, kw_only=True):
    """What may be typed at the clock, its keys with the player whose they are, and the answers in its dialogues."""

    requests: RequestWords
    keys: Mapping[str, tuple[RequestName, chess.Color | None]]
    words: Mapping[str, frozenset[Words]]


class PlayerLanguage(Struct, frozen=True, kw_only=True, dict=True):
    """All that a place needs to understand a player and to answer in their language."""

    pack: VoicePack
    words: RequestWords
    vocabulary: Vocabulary
    form: Form = Form.FIDE
    laws: "Callable[[], LawTexts | None]" = lambda: None  # those in this language, read when they are asked for

    @cached_property
    def at_page(self) -> "PlayerLanguage":
        """The language of a page, which is closed where a program is ended."""
        told = {**self.words.help, RequestName.QUIT: self.pack.phrase("quit_at_page").text}
        return replace(self, words=replace(self.words, help=told))

    @cached_property
    def without_arbiter(self) -> "PlayerLanguage":
        """The language of a game that has no arbiter."""
        return replace(self, pack=self.pack.without_arbiter)

    @cached_property
    def times(self) -> TimeWords:
        """Numbers and times in words; made when they are first asked for, since there are hundreds of them."""
        return time_words(self.pack, self.words.units)
