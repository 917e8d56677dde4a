"""What a drill waits for: said before its first question, after an answer that is none, and in help."""

from access_chess.conversation.help import help_line, topics_line
from access_chess.practice.drill import AnswerKind, Drill
from access_chess.requests.names import RequestName
from access_chess.requests.row import Topic
from access_chess.requests.words import PlayerLanguage
from access_chess.speech.language.voice_pack import VoicePack
from access_chess.speech.utterance import SpokenPart

#: What may be asked for at a drill, in the order in which help tells it, and what its position must be seen for.
_ASKED = (
    RequestName.REPEAT, RequestName.HINT, RequestName.SOLUTION, RequestName.NEXT, RequestName.WHAT_IS_ON,
    RequestName.BOARD, RequestName.QUIT, RequestName.STOP,
)  # fmt: skip
_SEEN = frozenset({RequestName.WHAT_IS_ON, RequestName.BOARD})


def expected(kind: AnswerKind, pack: VoicePack) -> SpokenPart:
    """What is to be answered: "Answer light or dark."."""
    return pack.phrase("drill_ready" if kind is AnswerKind.ANY_KEY else f"drill_expects_{kind.name.lower()}")


def drill_help(drill: Drill, language: PlayerLanguage) -> tuple[SpokenPart, ...]:
    """What may be answered and asked for at a drill: of a board that is kept in the head nothing is told."""
    useless = _SEEN if drill.is_hidden else frozenset()
    if drill.expects is not AnswerKind.MOVE:
        useless |= {RequestName.HINT}
    asked = [name for name in _ASKED if name not in useless]
    topics = [Topic.TRAINING, *(() if drill.is_hidden else (Topic.BOARD, Topic.EXPLORING)), Topic.PROGRAM]
    lines = (help_line(name, language) for name in asked)
    return (expected(drill.expects, language.pack), *lines, topics_line(topics, language))
