"""Help in small parts: the ten most used requests first, then topics; only what can be of use now."""

from collections.abc import Iterable

from msgspec import Struct

from access_chess.laws.game import Game
from access_chess.profile import WITHOUT_ARBITER
from access_chess.requests.names import RequestName
from access_chess.requests.row import Here, RequestAuthor, Topic
from access_chess.requests.table import MOST_USED, MOST_USED_AT_CLOCK, MOST_USED_BY_KEY, ROWS, is_possible, refusal
from access_chess.requests.words import PlayerLanguage
from access_chess.speech.utterance import SpokenPart

PART = 10  # lines: more cannot be kept in mind


class Help(Struct, frozen=True, kw_only=True):
    """Lines of help that are still to be told, many at a time, or `one_by_one`, as the Laws are."""

    lines: tuple[SpokenPart, ...]
    one_by_one: bool = False


NO_MORE = Help(lines=())


def most_used(game: Game, here: Here, language: PlayerLanguage) -> tuple[SpokenPart, ...]:
    """The ten most used requests, in one part; the last of them is help itself, with the topics that there are."""
    told = _told(game, here)
    ranked = MOST_USED_BY_KEY if here.has_keys else MOST_USED_AT_CLOCK if here.is_clock else MOST_USED
    used = [name for name in ranked if name in told]
    lines = [help_line(name, language) for name in used[: PART - 1]]
    return (*lines, topics_line(topics_of(game, here), language))


def topics_line(topics: Iterable[Topic], language: PlayerLanguage) -> SpokenPart:
    """The line that tells the words which may follow the question mark."""
    named = ", ".join(language.words.topic_names[topic] for topic in topics)
    return language.pack.phrase("help_topics", topics=_part(named, language))


def topics_of(game: Game, here: Here) -> tuple[Topic, ...]:
    """The topics of which there is something to tell now."""
    there = {ROWS[name].topic for name in _told(game, here)}
    return tuple(topic for topic in Topic if topic in there)


def about(topic: Topic, game: Game, here: Here, language: PlayerLanguage) -> tuple[SpokenPart, ...]:
    """All lines of a topic that can be of use now."""
    return tuple(help_line(name, language) for name in _told(game, here) if ROWS[name].topic is topic)


def help_line(name: RequestName, language: PlayerLanguage) -> SpokenPart:
    """The line that tells how this is asked for."""
    return _part(language.words.help[name], language)


def part_of(lines: tuple[SpokenPart, ...], language: PlayerLanguage) -> tuple[tuple[SpokenPart, ...], Help]:
    """The next part of these lines, and what is left for the request for more, which its last line tells of."""
    if len(lines) <= PART:
        return lines, NO_MORE
    told, left = lines[: PART - 1], lines[PART - 1 :]
    return (*told, help_line(RequestName.MORE, language)), Help(lines=left)


def _told(game: Game, here: Here) -> tuple[RequestName, ...]:
    """What can be of use now; at home and at a page nobody needs an arbiter's words, but who sets a clock is one."""
    return tuple(
        name
        for name, row in ROWS.items()
        if refusal(name, game, here) is None
        and is_possible(name, game, here)
        and not row.is_hidden
        and not (row.author is RequestAuthor.ARBITER and here.profile in WITHOUT_ARBITER and not here.is_clock)
    )


def _part(line: str, language: PlayerLanguage) -> SpokenPart:
    return SpokenPart(text=language.pack.spelling.shown(line), spoken=line, language=language.words.help_language)
