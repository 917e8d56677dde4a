"""The games of a PGN text, each with its tags and what stands below them; a result or the next tags end a game."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from access_chess.scoresheets.faults import Fault, FaultKind
from access_chess.scoresheets.pgn_tokens import PgnToken, PgnTokenKind

LONGEST_WORDS = 60  # signs of what is not understood that are told
_BESIDE = frozenset({PgnTokenKind.WORD, PgnTokenKind.NO_TAG})
_BEHIND_RESULT = frozenset(
    {PgnTokenKind.REMARK, PgnTokenKind.MARK, PgnTokenKind.OFFER, PgnTokenKind.DOTS, PgnTokenKind.TIME}
)


@dataclass(kw_only=True)
class GameText:
    """One game as it stands in the file. `body` has its brackets closed, and ends with the result if there is one."""

    line: int
    tags: list[PgnToken] = field(default_factory=list)
    body: list[PgnToken] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)

    def note(self, kind: FaultKind, token: PgnToken, text: str = "") -> None:
        """Something is wrong here."""
        self.faults.append(Fault(kind=kind, line=token.line, text=text))


def game_texts(tokens: Iterable[PgnToken]) -> Iterator[GameText]:
    """Every game, in the order of the file."""
    cutter = _Cutter()
    for token in tokens:
        yield from cutter.take(token)
    yield from cutter.end()


class _Cutter:
    """Collects tokens up to the end of each game."""

    def __init__(self) -> None:
        self._begin(GameText(line=1))

    def _begin(self, game: GameText) -> None:
        self._game = game
        self._open: list[int] = []  # where in the body brackets were opened
        self._plies = 0  # of the main line
        self._is_closed = False
        self._is_behind = False  # what stands here belongs to no game

    def take(self, token: PgnToken) -> Iterator[GameText]:
        """One token more; the game before it where it begins another."""
        if self._begins_game(token):
            yield from self.end()
            self._game.line = token.line
        if not self._game.tags and not self._game.body:
            self._game.line = token.line
        if token.kind is PgnTokenKind.TAG:
            self._tag(token)
        elif self._is_closed and not self._open:
            self._behind_result(token)
        else:
            self._in_game(token)

    def end(self) -> Iterator[GameText]:
        """The game that was collected, if there is one; words that belong to none are told with the next, or alone."""
        game = self._game
        if self._open:
            opening = game.body[self._open[0]]
            game.note(FaultKind.BRACKET, opening)
            del game.body[self._open[0] :]
        is_game = bool(game.tags) or any(token.kind not in _BESIDE for token in game.body) or bool(game.faults)
        self._begin(GameText(line=game.line))
        if is_game or game.body:
            yield game

    def _begins_game(self, token: PgnToken) -> bool:
        if token.kind is PgnTokenKind.TAG:
            if all(each.kind in _BESIDE for each in self._game.body) and not self._is_behind:
                names = {tag.name for tag in self._game.tags}
                is_another = bool(names) and (token.name in names or token.name == "Event")
                return is_another and (bool(self._game.body) or token.is_apart)
            return True
        if self._open or not self._plies:
            return False
        if self._is_closed:
            is_first = token.kind is PgnTokenKind.NUMBER and token.text == "1"
            return is_first or (token.kind is PgnTokenKind.MOVE and not self._is_behind)
        is_first = token.kind is PgnTokenKind.NUMBER and token.text == "1" and ".." not in token.name
        return is_first and token.is_apart and self._plies > 1

    def _tag(self, token: PgnToken) -> None:
        """Words among the tags are none of the game's."""
        game = self._game
        for words in _by_line(game.body):
            game.note(FaultKind.TAG, words[0], _shortened(words))
        game.body.clear()
        game.tags.append(token)

    def _behind_result(self, token: PgnToken) -> None:
        if self._is_behind:
            return
        if token.kind in (PgnTokenKind.OPENING, PgnTokenKind.OPEN_REMARK):
            self._in_game(token)
        elif token.kind in _BEHIND_RESULT:
            self._game.body.append(token)
        elif not self._plies and token.kind in (PgnTokenKind.MOVE, PgnTokenKind.NUMBER):
            self._is_closed = False  # the result stands above the moves
            self._in_game(token)
        elif token.kind is not PgnTokenKind.RESULT or token.text != self._game.body[-1].text:
            self._game.note(FaultKind.BEHIND_RESULT, token, _shortened([token]))
            self._is_behind = True

    def _in_game(self, token: PgnToken) -> None:
        game = self._game
        match token.kind:
            case PgnTokenKind.NO_TAG:
                game.note(FaultKind.TAG, token, token.text[:LONGEST_WORDS])
                return
            case PgnTokenKind.OPEN_REMARK:
                game.note(FaultKind.REMARK, token)
                if self._open:
                    del game.body[self._open[0] :]
                    self._open.clear()
                self._is_closed = self._is_behind = True
                return
            case PgnTokenKind.SEMICOLON:
                game.note(FaultKind.SEMICOLON, token)
                return
            case PgnTokenKind.SEMICOLON_NUMBER:
                game.note(FaultKind.SEMICOLON_NUMBER, token, token.text)
                return
            case PgnTokenKind.CLOSING if not self._open:
                if not game.body or game.body[-1].kind is not PgnTokenKind.NUMBER:  # "1)" is a number
                    game.note(FaultKind.CLOSING, token)
                return
            case PgnTokenKind.CLOSING:
                self._open.pop()
            case PgnTokenKind.OPENING:
                self._open.append(len(game.body))
            case PgnTokenKind.MOVE | PgnTokenKind.PASS:
                self._plies += not self._open
            case PgnTokenKind.RESULT:
                self._is_closed = self._is_closed or not self._open
        game.body.append(token)


def _by_line(words: Iterable[PgnToken]) -> Iterator[list[PgnToken]]:
    line: list[PgnToken] = []
    for word in words:
        if line and word.line != line[-1].line:
            yield line
            line = []
        line.append(word)
    if line:
        yield line


def _shortened(words: Iterable[PgnToken]) -> str:
    return " ".join(word.text for word in words)[:LONGEST_WORDS]
