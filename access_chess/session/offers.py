"""What is offered to somebody who plays at home for the first time: one thing, when it is of use, and never again."""

from collections.abc import Iterator, Mapping, MutableSet

import chess

from access_chess.conversation.state import Dialogue, NotUnderstood, Said
from access_chess.laws.events import GameEnded, MoveMade
from access_chess.laws.setup import ArbiterMode
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.session.ports import Recorded
from access_chess.speech.language.voice_pack import VoicePack
from access_chess.speech.utterance import SpokenPart

MOVES = 3  # of the player: then nobody knows the whole position by heart any more

OFFERED = (RequestName.BOARD, RequestName.HELP, RequestName.REVIEW)


class Offers:
    """All pieces after three moves, the question mark after the first line that is not understood, at the end a review.

    `told` remembers what was offered, from one game to the next; `typed` are the words of the player's language.
    """

    def __init__(self, pack: VoicePack, typed: Mapping[RequestName, str], told: MutableSet[str]) -> None:
        self._pack = pack
        self._typed = typed
        self._told = told
        self._moves = 0

    def after(self, recorded: Recorded, listener: chess.Color | None) -> Iterator[SpokenPart]:
        """What is said after an event; `listener` is None where both players listen."""
        event, game = recorded.event, recorded.after
        if game.setup.arbiter is ArbiterMode.HUMAN:
            return
        if isinstance(event, GameEnded):
            yield from self._once(RequestName.REVIEW, "offer_review", word=self._typed[RequestName.REVIEW])
        elif isinstance(event, MoveMade) and event.color is (chess.BLACK if listener is None else not listener):
            if self._moves >= MOVES and not game.is_over:
                yield from self._once(RequestName.BOARD, "offer_board", word=self._typed[RequestName.BOARD])
        elif isinstance(event, MoveMade):
            self._moves += 1

    def after_line(self, said: Said, dialogue: Dialogue) -> Iterator[SpokenPart]:
        """What is said after a line; a player who asks for a thing need not be told of it."""
        if isinstance(said, Request) and said.name in OFFERED:
            self._told.add(said.name)
        elif isinstance(said, NotUnderstood) and dialogue.slips == 1 and not dialogue.here.trains:
            yield from self._once(RequestName.HELP, "help_hint")

    def _once(self, name: RequestName, phrase: str, **slots: str) -> Iterator[SpokenPart]:
        if name not in self._told:
            self._told.add(name)
            yield self._pack.phrase(phrase, **slots)
