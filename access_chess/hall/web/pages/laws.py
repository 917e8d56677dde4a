"""The Laws to be read: the list of chapters and topics, all rules of an edition, and those of one topic.

The pages need no script. Each rule has an address by its number as it is written, `/laws/fide-2023#7.5.1`.
"""

from collections.abc import Iterable
from typing import Any
from urllib.parse import urlencode

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from access_chess.edge.packs.laws import has_laws, load_laws
from access_chess.edge.packs.voice_packs import REFERENCE
from access_chess.hall.web.place import visit_beside_games
from access_chess.hall.web.visit import Visit
from access_chess.laws.articles import ROMAN, Division, RuleNumber
from access_chess.laws.editions import Edition
from access_chess.laws.rule_numbers import CHAPTERS, numbers_of
from access_chess.laws.rule_topics import TOPICS
from access_chess.laws.told_articles import Rule
from access_chess.speech.answers.laws import LawTexts, rules_of

EDITIONS = {edition.value: edition for edition in Edition}
_GUIDELINE = "guideline."  # before a number of 2009 that is an article's, too


class RuleShown(Struct, frozen=True, kw_only=True):
    """A rule on a page: its number, empty where it has none; its place on the page of its edition; what it says."""

    number: str
    place: str
    text: str


class RulesShown(Struct, frozen=True, kw_only=True):
    """A part of a page: its name in the address, its title, its rules."""

    name: str
    title: str
    rules: tuple[RuleShown, ...]


class LawBook(Struct, frozen=True, kw_only=True):
    """The Laws of an edition, in the visitor's language or, where they have asked for it, in English."""

    texts: LawTexts
    edition: Edition
    is_english: bool

    @property
    def title(self) -> str:
        """ "Laws of 2023"."""
        return _edition_title(self.texts, self.edition)

    def rules(self, rules: Iterable[Rule]) -> tuple[RuleShown, ...]:
        """Rules as they are shown; of those that share a number the first is at its place."""
        numbers, shown, taken = numbers_of(self.edition), list[RuleShown](), set[str]()
        for rule in rules:
            place = place_of_number(numbers[rule])
            number = place.removeprefix(_GUIDELINE)
            said = self.texts.text(rule, self.edition).text
            shown.append(RuleShown(number=number, place="" if place in taken else place, text=said))
            taken.add(place)
        return tuple(shown)

    def chapters(self) -> tuple[RulesShown, ...]:
        """All chapters of the edition."""
        return tuple(
            RulesShown(name=name, title=self.texts.chapter(name, self.edition), rules=self.rules(found))
            for name in CHAPTERS[self.edition]
            if (found := rules_of(name, self.edition))
        )

    def topic(self, name: str) -> RulesShown:
        """What a topic of the index gathers."""
        title, rules = self.texts.topics[name][0], rules_of(name, self.edition, is_topic=True)
        return RulesShown(name=name, title=title, rules=self.rules(rules))


def place_of_number(number: RuleNumber) -> str:
    """Where a rule stands on the page of its edition, as its number is written; empty where it has none.

    >>> place_of_number(RuleNumber(Division.ARTICLE, ("7", "5", "1")))
    '7.5.1'
    """
    match number.division:
        case Division.PREFACE | Division.CHAPTER:
            return ""
        case Division.ROW:
            return "".join(number.steps)
        case Division.GUIDELINE if number.steps[0] not in ROMAN:
            return _GUIDELINE + ".".join(number.steps)
    return ".".join(number.steps)


async def index(request: Request) -> Response:
    """The chapters and topics of an edition: that by which games are played here, where none is chosen."""
    here = await visit_beside_games(request)
    named = request.query_params.get("edition", here.hall.games.edition.value)
    if named not in EDITIONS:
        return here.refused(404, "error_missing")
    book = _book(here, EDITIONS[named])
    if book is None:
        return _offer(here)
    topics = [topic for name in TOPICS if (topic := book.topic(name)).rules]
    return _page(here, book, "laws.html", here.text("laws_title"), chapters=book.chapters(), topics=topics)


async def edition(request: Request) -> Response:
    """All rules of an edition."""
    here = await visit_beside_games(request)
    return _read(here, None)


async def topic(request: Request) -> Response:
    """The rules of one topic, each with the way to it among all."""
    here = await visit_beside_games(request)
    return _read(here, request.path_params["word"])


def _read(here: Visit, topic: str | None) -> Response:
    named, chosen = here.request.path_params["edition"], here.request.query_params.get("edition")
    if named not in EDITIONS or topic not in (None, *TOPICS) or chosen not in (None, *EDITIONS):
        return here.refused(404, "error_missing")
    if chosen is not None:
        path = f"/laws/{chosen}" if topic is None else f"/laws/{chosen}/{topic}"
        return here.sent_on(path + _asked_in(here))
    book = _book(here, EDITIONS[named])
    if book is None:
        return _offer(here)
    if topic is None:
        return _page(here, book, "laws_edition.html", book.title, chapters=book.chapters())
    found = book.topic(topic)
    pack = book.texts.pack
    empty = "" if found.rules else pack.phrase("laws_unlisted", word=found.title).text
    shown = pack.spelling.shown(found.title)
    return _page(here, book, "laws_topic.html", f"{shown}: {book.title}", topic=found, empty=empty)


def _book(here: Visit, edition: Edition) -> LawBook | None:
    """None where the visitor's language has no text, and they have not asked for English: tongues never mix."""
    voices = here.look.voices
    is_english = not has_laws(voices)
    if is_english and not _asked_in(here):
        return None
    return LawBook(texts=load_laws(REFERENCE if is_english else voices), edition=edition, is_english=is_english)


def _asked_in(here: Visit) -> str:
    """The end of an address where English was asked for."""
    return f"?in={REFERENCE}" if here.request.query_params.get("in") == REFERENCE else ""


def _offer(here: Visit) -> Response:
    """English, as the command offers it."""
    asked = {key: value for key, value in here.request.query_params.items() if key == "edition"}
    english = f"{here.request.url.path}?{urlencode(asked | {'in': REFERENCE})}"
    title = here.text("laws_title")
    return here.page("in_english.html", title=title, sentence=here.text("laws_not_here"), english=english)


def _page(here: Visit, book: LawBook, template: str, title: str, **values: Any) -> Response:
    """A page of the Laws; on each another edition can be chosen."""
    language = book.texts.pack.language
    return here.page(
        template, title=title, book=book, written_in=language, asked_in=_asked_in(here) if book.is_english else "",
        editions=[(each.value, _edition_title(book.texts, each)) for each in Edition], **values,
    )  # fmt: skip


def _edition_title(texts: LawTexts, edition: Edition) -> str:
    return texts.edition(edition).text.rstrip(".")
