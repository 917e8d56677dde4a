"""What is right at a task of the course, as it is typed in a language."""

import chess

from access_chess.edge.packs.lessons import LessonWords
from access_chess.practice.drill import Drill
from access_chess.requests.names import RequestName
from access_chess.requests.words import PlayerLanguage
from tests.practice.test_course import right


def right_line(drill: Drill, words: LessonWords, language: PlayerLanguage) -> str:
    """The line that answers a drill rightly; a part that was told is gone on from by an empty one."""
    answer = right(drill)
    squares = " ".join(map(chess.square_name, answer.squares))
    if answer.request:
        return " ".join(filter(None, (words.typed[answer.request], squares, answer.result)))
    if answer.man is not None:
        return f"{words.pack.piece(answer.man.piece_type).text} {squares}".strip()
    if answer.move is not None:
        return answer.move.uci()
    if answer.is_yes is not None:
        return words.typed[RequestName.YES if answer.is_yes else RequestName.NO]
    if answer.is_light is not None:
        meant = "light" if answer.is_light else "dark"
        return next(" ".join(word) for word, meaning in language.words.words.items() if meaning == meant)
    return squares if answer.number is None else str(answer.number)
