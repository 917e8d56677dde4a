"""Going through the guide: a line is typed, and the next part is told, the one before, the same again, or a topic."""

from msgspec import Struct
from msgspec.structs import replace

from access_chess.notation.vocabulary import folded
from access_chess.requests.names import RequestName
from access_chess.requests.words import RequestWords
from access_chess.speech.guide_text import Guide
from access_chess.speech.language.voice_pack import VoicePack, joined
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
        match self.words.commands.get(folded(line)) if line.strip() else RequestName.NEXT:
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
