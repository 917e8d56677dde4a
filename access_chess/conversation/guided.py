"""Going through the guide: a line is typed, and the next part is told, the one before, the same again, or a topic. So
it is with the Laws: an article is told, the rules of a word, or the next rule.
"""

from msgspec import Struct
from msgspec.structs import replace

from access_chess.laws.articles import RuleNumber
from access_chess.laws.editions import Edition
from access_chess.laws.rule_numbers import CHAPTERS, chapter_of, numbers_of, rules_at
from access_chess.laws.rule_topics import TOPICS
from access_chess.laws.told_articles import Rule
from access_chess.notation.vocabulary import folded
from access_chess.requests.names import RequestName
from access_chess.requests.words import PlayerLanguage, RequestWords
from access_chess.speech.answers.laws import (
    COMPARED,
    YEARS,
    LawTexts,
    asked_number,
    changes,
    elsewhere,
    lacking,
    laws_guide,
    nearest_number,
    rules_of,
    topic_of,
    unlisted,
)
from access_chess.speech.guide_text import Guide
from access_chess.speech.language.voice_pack import VoicePack, begun, joined
from access_chess.speech.utterance import SpokenPart

SHORTEST = 3  # letters of the beginning of a word that stands for the word


class GuidePlace(Struct, frozen=True, kw_only=True):
    """Where a reader is: a topic and one of its parts, both from 0; without a topic, at the list of all."""

    topic: int | None = None
    part: int = 0


class GuideReader(Struct, frozen=True, kw_only=True):
    """What the guide is read with: in which words it answers, and what may be typed, with the words for it."""

    guide: Guide
    pack: VoicePack
    words: RequestWords
    typed: dict[RequestName, str]

    def told(self, place: GuidePlace) -> tuple[SpokenPart, ...]:
        """What is heard at a place; the first part of a topic comes after its title."""
        pack = self.pack
        if place.topic is None:
            titles = (self._titled("guide_entry", number) for number in range(len(self.guide)))
            return pack.phrase("guide_topics", topics=joined(titles, between="; ")), self._how()
        topic = self.guide[place.topic]
        part = topic.said(topic.parts[place.part], pack.spelling)
        if place.part:
            return (part,)
        foreign = () if topic.language == self.guide[0].language else (pack.phrase("guide_in_english"),)
        return (self._titled("guide_topic", place.topic), *foreign, part)

    def answered(self, line: str, place: GuidePlace) -> tuple[tuple[SpokenPart, ...], GuidePlace | None]:
        """What a line brings: what is told, and the place after it; None where the reader leaves."""
        match self.name_of(line):
            case RequestName.QUIT:
                return (), None
            case RequestName.STOP:
                return (), place
            case RequestName.REPEAT | RequestName.REPEAT_SLOWER:
                return self.told(place), place
            case RequestName.HELP:
                return self.told(GuidePlace()), GuidePlace()
            case RequestName.TAKE_BACK | RequestName.GO_TO_MARK | RequestName.DICTATE_BACK:
                before = self.before(place)
                return self.told(before), before
            case RequestName.NEXT | RequestName.NEXT_MAN | RequestName.MORE | RequestName.READ_ON | RequestName.RESUME:
                after = self.after(place)
                return ((self._over(),), place) if after is None else (self.told(after), after)
        topic = self.topic(line)
        if topic is None:
            return (self.pack.phrase("unreadable_word", word=line.strip()), self._how()), place
        return self.told(GuidePlace(topic=topic)), GuidePlace(topic=topic)

    def name_of(self, line: str) -> RequestName | None:
        """The request that a line is; an empty one goes on."""
        return self.words.commands.get(folded(line)) if line.strip() else RequestName.NEXT

    def topic(self, asked: str) -> int | None:
        """The topic that is meant by its number, its name, or words of its title, or beginnings, that no other has."""
        if asked.strip().isdecimal():
            number = int(asked) - 1
            return number if 0 <= number < len(self.guide) else None
        topics = list(enumerate(self.guide))
        named = [place for place, topic in topics if folded(topic.name) == folded(asked)]
        found = named or [place for place, topic in topics if _names(asked, topic.title)]
        return found[0] if len(found) == 1 else None

    def after(self, place: GuidePlace) -> GuidePlace | None:
        """The next part, of the next topic after the last one; None where there is no more."""
        if place.topic is None:
            return GuidePlace(topic=0)
        if place.part + 1 < len(self.guide[place.topic].parts):
            return replace(place, part=place.part + 1)
        return GuidePlace(topic=place.topic + 1) if place.topic + 1 < len(self.guide) else None

    def before(self, place: GuidePlace) -> GuidePlace:
        """The part before this one; before the first of all, the list of topics."""
        if place.part:
            return replace(place, part=place.part - 1)
        if not place.topic:
            return GuidePlace()
        return GuidePlace(topic=place.topic - 1, part=len(self.guide[place.topic - 1].parts) - 1)

    def _titled(self, phrase: str, topic: int) -> SpokenPart:
        named = self.guide[topic]
        return self.pack.phrase(phrase, number=topic + 1, title=named.said(named.title, self.pack.spelling))

    def _how(self) -> SpokenPart:
        again, back, leave = (
            self.typed[name] for name in (RequestName.REPEAT, RequestName.TAKE_BACK, RequestName.QUIT)
        )
        return self.pack.phrase("guide_how", again=again, back=back, quit=leave)

    def _over(self) -> SpokenPart:
        return self.pack.phrase("guide_over", quit=self.typed[RequestName.QUIT])


def _names(asked: str, title: str) -> bool:
    """Whether each word that was typed is a word of the title, or begins one: "assist" for "For the assistant"."""
    words = folded(title)
    return all(
        each in words or (len(each) >= SHORTEST and any(word.startswith(each) for word in words))
        for each in folded(asked)
    )


class LawsReader(GuideReader, frozen=True, kw_only=True):
    """The guide of an edition's Laws: its chapters, and behind them what each topic of the index gathers."""

    texts: LawTexts
    edition: Edition

    @property
    def chapters(self) -> int:
        """How many of the topics are chapters; the list of all names only these."""
        return len(CHAPTERS[self.edition])

    @property
    def overview(self) -> tuple[SpokenPart, ...]:
        """The edition and its chapters."""
        titles = (self._entry(number) for number in range(self.chapters))
        return self.texts.edition(self.edition), self.pack.phrase(
            "laws_chapters", chapters=joined(titles, between="; ")
        )

    def told(self, place: GuidePlace) -> tuple[SpokenPart, ...]:
        """What is heard at a place; the first rule of a chapter or of a topic comes after its title."""
        pack = self.pack
        if place.topic is None:
            return (*self.overview, self._how())
        topic, part = self.guide[place.topic], self._part(place)
        if place.part:
            return (part,)
        title = topic.said(topic.title, pack.spelling)
        return pack.phrase("laws_topic", topic=title, count=len(topic.parts)), part

    def asked(self, line: str) -> tuple[tuple[SpokenPart, ...], GuidePlace | None]:
        """What a number or a word brings; without a place where the edition has nothing for it."""
        line, edition = dated(line, self.edition)
        if edition is not self.edition:
            return self._in_another(line, edition), None
        if not line:
            return self.overview, None
        if (number := asked_number(line, self.texts, edition)) is not None:
            return self._at(number)
        if line.isdecimal() and 0 < int(line) <= self.chapters:
            return self.told(place := GuidePlace(topic=int(line) - 1)), place
        is_number = any(sign.isdigit() for sign in line)
        told, rule = elsewhere(line, self.texts, edition) if is_number else ((), None)
        if rule is not None:
            found, place = self._at(numbers_of(edition)[rule])
            return (*told, *found[1:]), place
        if told:
            return told, None
        if is_number and (nearest := nearest_number(line, self.texts, edition)) is not None:
            found, place = self._at(nearest)
            return (self.pack.phrase("laws_unlisted", word=line), *found), place
        return self._of_word(line)

    def changed(self, line: str) -> tuple[SpokenPart, ...]:
        """What is new in the rules of a number or a word, or in all, in this edition or in that of a year behind it."""
        line, edition = dated(line, self.edition)
        if not line:
            return changes(self.texts, *COMPARED[edition])
        rules = replace(self, edition=edition).meant(line) or self.meant(line)
        return changes(self.texts, *COMPARED[edition], rules) if rules else self.asked(line)[0]

    def meant(self, line: str) -> tuple[Rule, ...]:
        """The rules of a number, be it another edition's, or of a word in any edition; none where nothing is found."""
        if (number := asked_number(line, self.texts, self.edition)) is not None:
            return rules_at(number, self.edition)
        if (topic := topic_of(line, self.texts)) is not None:
            return TOPICS[topic]
        _, rule = elsewhere(line, self.texts, self.edition)
        return () if rule is None else (rule,)

    def answered(self, line: str, place: GuidePlace) -> tuple[tuple[SpokenPart, ...], GuidePlace | None]:
        """What a line brings: what is told, and the place after it; None where the reader leaves."""
        if self.name_of(line) in _READING:
            return super().answered(line, place)
        if (of := _without_changes(line, self.words)) is not None:
            return self.changed(of), place
        told, found = self.asked(line)
        return told, place if found is None else found

    def after(self, place: GuidePlace) -> GuidePlace | None:
        """The next rule, of the next chapter after the last one; a topic of the index ends with its last rule."""
        found = super().after(place)
        if found is None or found.topic == place.topic or place.topic is None or found.topic is None:
            return found
        return found if found.topic < self.chapters else None

    def _over(self) -> SpokenPart:
        return self.pack.phrase("laws_over", quit=self.typed[RequestName.QUIT])

    def _how(self) -> SpokenPart:
        again, back, leave = (
            self.typed[name] for name in (RequestName.REPEAT, RequestName.TAKE_BACK, RequestName.QUIT)
        )
        return self.pack.phrase("laws_how", again=again, back=back, quit=leave)

    def _at(self, number: RuleNumber) -> tuple[tuple[SpokenPart, ...], GuidePlace]:
        """A number with how many parts it has, and its first rule; a whole chapter from its title."""
        rules, numbers = rules_at(number, self.edition), numbers_of(self.edition)
        chapter = chapter_of(numbers[rules[0]], self.edition)
        of_chapter = rules_of(chapter, self.edition)
        topic = next(place for place, each in enumerate(self.guide) if each.name == chapter)
        place = GuidePlace(topic=topic, part=of_chapter.index(rules[0]))
        edition = self.texts.edition(self.edition)
        if len(number.steps) == 1:
            return (edition, *self.told(place)), place
        if len(rules) == 1:
            return (edition, self.texts.told(rules[0], self.edition)), place
        head = self.texts.words(number, self.edition)
        parts = self.pack.phrase("laws_parts", count=len(rules))
        parts = replace(parts, text=begun(parts.text))
        return (edition, head, parts, self._part(place)), place

    def _part(self, place: GuidePlace) -> SpokenPart:
        assert place.topic is not None
        name, is_topic = self.guide[place.topic].name, place.topic >= self.chapters
        return self.texts.told(rules_of(name, self.edition, is_topic=is_topic)[place.part], self.edition)

    def _entry(self, chapter: int) -> SpokenPart:
        """A chapter in the list: an article has its own number there."""
        topic = self.guide[chapter]
        begins = CHAPTERS[self.edition][topic.name]
        title = self.texts.chapters[topic.name] if begins.isdigit() else topic.title
        return self.pack.phrase("guide_entry", number=chapter + 1, title=topic.said(title, self.pack.spelling))

    def _of_word(self, line: str) -> tuple[tuple[SpokenPart, ...], GuidePlace | None]:
        topic = topic_of(line, self.texts)
        if topic is not None:
            found = next(
                (place for place, each in enumerate(self.guide) if each.name == topic and place >= self.chapters), None
            )
            if found is None:
                return (lacking(TOPICS[topic][0], self.texts, self.edition),), None
            place = GuidePlace(topic=found)
            return (self.texts.edition(self.edition), *self.told(place)), place
        chapter = self.topic(line)
        if chapter is not None and chapter < self.chapters:
            return self.told(GuidePlace(topic=chapter)), GuidePlace(topic=chapter)
        return unlisted(line, self.texts, self.edition), None

    def _in_another(self, line: str, edition: Edition) -> tuple[SpokenPart, ...]:
        """All that another edition says of a number or a word, or where the rule of this number stands there."""
        of = replace(self, guide=laws_guide(self.texts, edition), edition=edition)
        if asked_number(line, self.texts, edition) is None and topic_of(line, self.texts) is None:
            return of.asked(line)[0]
        rules = [rule for rule in of.meant(line) if rule in numbers_of(edition)]
        if not rules:
            return of.asked(line)[0]
        return (self.texts.edition(edition), *(self.texts.told(rule, edition) for rule in rules))


_READING = (
    RequestName.QUIT, RequestName.STOP, RequestName.REPEAT, RequestName.REPEAT_SLOWER, RequestName.HELP,
    RequestName.TAKE_BACK, RequestName.GO_TO_MARK, RequestName.DICTATE_BACK, RequestName.NEXT, RequestName.NEXT_MAN,
    RequestName.MORE, RequestName.READ_ON, RequestName.RESUME,
)  # fmt: skip


def dated(line: str, edition: Edition) -> tuple[str, Edition]:
    """A line without the year behind it, and the edition that is meant."""
    words, _, last = line.strip().rpartition(" ")
    named = next((each for each, year in YEARS.items() if last == str(year)), None)
    return (words, named) if named is not None else (line.strip(), edition)


def _without_changes(line: str, words: RequestWords) -> str | None:
    """What comes before the word that asks what has changed; None where that is not asked."""
    *before, last = line.split() or [""]
    return " ".join(before) if words.words.get(folded(last)) == "changes" else None


def laws_asked(
    line: str, texts: LawTexts, edition: Edition, language: PlayerLanguage
) -> tuple[tuple[SpokenPart, ...], tuple[SpokenPart, ...]]:
    """What a number or a word brings in a game, and what follows it in its chapter or topic; or all chapters.

    What has changed is told at once, of a number or a word; of all rules, after how many there are, one by one.
    """
    asked = _without_changes(line, language.words)
    line, edition = dated(line, edition) if asked is None else (line, edition)
    reader = LawsReader(
        guide=laws_guide(texts, edition), pack=texts.pack, words=language.words, typed={}, texts=texts, edition=edition
    )
    if asked is not None:
        told = reader.changed(asked)
        return (told, ()) if dated(asked, edition)[0] else (told[:1], told[1:])
    if not line:
        return reader.overview, ()
    told, place = reader.asked(line)
    if place is None or place.topic is None:
        return told, ()
    rest = range(place.part + 1, len(reader.guide[place.topic].parts))
    return told, tuple(each for part in rest for each in reader.told(replace(place, part=part)))
