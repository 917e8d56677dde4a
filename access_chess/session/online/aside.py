"""What an opponent on a server has asked: yes or no to taking moves back, beside the game."""

from access_chess.conversation.state import Said
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.session.online.online_game import OnlineGame
from access_chess.speech.utterance import SpokenPart


class OnlineAside:
    """Hears yes and no while the opponent waits for them. An Answerer; all else is the game's."""

    is_over = False
    answers: frozenset[RequestName] = frozenset()
    wants_to_leave = False

    def __init__(self, game: OnlineGame) -> None:
        self._game = game

    @property
    def question(self) -> str:
        """The number of the opponent's proposal that waits for an answer; empty: there is none."""
        return self._game.take_back_wanted

    @property
    def asked(self) -> tuple[SpokenPart, ...]:
        """The proposal, in its own words."""
        return (self._game.take_back_words,)

    def takes(self, line: str) -> bool:
        """No line is kept from the game."""
        return False

    def does(self, said: Said) -> bool:
        """Whether it was the answer to the opponent."""
        is_answer = isinstance(said, Request) and said.name in (RequestName.YES, RequestName.NO)
        if not is_answer or not self.question:
            return False
        assert isinstance(said, Request), "it is an answer"
        self._game.answer_take_back(agrees=said.name is RequestName.YES)
        return True

    def plays(self, request: Request) -> bool:
        """Moves are the game's."""
        return False
