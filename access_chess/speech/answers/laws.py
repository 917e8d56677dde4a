"""What the Laws say, to be heard: a rule by its number as it is written or spoken, rules by a word, what differs."""

import re
from collections.abc import Iterable
from datetime import timedelta
from difflib import get_close_matches
from functools import cache

from msgspec import Struct
from msgspec.structs import asdict, replace

from access_chess.laws.articles import Division, RuleNumber
from access_chess.laws.editions import RULES, BySpeed, Edition, Ladder
from access_chess.laws.rule_numbers import CHAPTERS, chapter_of, numbers_of, owner_of, typed_number
from access_chess.laws.rule_topics import TOPICS
from access_chess.laws.told_articles import SAID_BY, Rule, number_in
from access_chess.notation.vocabulary import folded
from access_chess.speech.guide_text import GuideTopic
from access_chess.speech.language.voice_pack import Slot, VoicePack, begun, joined, slots_of
from access_chess.speech.telling.narration import number_words, pointed_words
from access_chess.speech.utterance import SpokenPart

#: An edition takes what it does not say itself from the one of which `RULES` makes it.
MADE_OF = {
    Edition.FIDE_2018: Edition.FIDE_2009,
    Edition.FIDE_2023: Edition.FIDE_2018,
    Edition.FIDE_2005: Edition.FIDE_2009,
    Edition.SOVIET: Edition.FIDE_2009,
}
#: Which editions are compared where nobody says which: the new ones each with the one before it, the usual one with the
#: newest, those before it with it.
COMPARED = {
    Edition.FIDE_2005: (Edition.FIDE_2005, Edition.FIDE_2009),
    Edition.FIDE_2009: (Edition.FIDE_2009, Edition.FIDE_2023),
    Edition.FIDE_2018: (Edition.FIDE_2009, Edition.FIDE_2018),
    Edition.FIDE_2023: (Edition.FIDE_2018, Edition.FIDE_2023),
    Edition.SOVIET: (Edition.SOVIET, Edition.FIDE_2009),
}
YEARS = {
    Edition.FIDE_2005: 2005,
    Edition.FIDE_2009: 2009,
    Edition.FIDE_2018: 2018,
    Edition.FIDE_2023: 2023,
}
NEAR, MOST_NEAR = 0.5, 3  # how alike a word has to be that is proposed, and how many are
SHORTEST = 3  # letters of the beginning of a word that stands for the word
_LAST_STEP = re.compile(r"\W*(\d+|[^\W\d]+)\W*$|^\W+$")
_MARKS = re.compile(r"[.,;:?!।]+")
_DIVISIONS = {
    "article": Division.ARTICLE,
    "article_guideline": Division.GUIDELINE,
    "article_appendix": Division.APPENDIX,
    "article_row": Division.ROW,
    "article_chapter": Division.CHAPTER,
}


class LawTexts(Struct, frozen=True, kw_only=True, eq=False):
    """The Laws in one language.

    `pack` says them; `keys` tells by which of its phrases, for each rule and each edition that says it otherwise.
    `chapters` are their titles, `topics` the title of each and the words by which it is found.
    """

    pack: VoicePack
    keys: dict[Rule, dict[Edition, str]]
    chapters: dict[str, str]
    topics: dict[str, tuple[str, ...]]

    def text(self, rule: Rule, edition: Edition) -> SpokenPart:
        """What a rule says in an edition."""
        values = parameter_slots(edition)
        return self.pack.phrase(self.key(rule, edition), **{slot: values[slot] for slot in self.slots(rule, edition)})

    def key(self, rule: Rule, edition: Edition) -> str:
        """By which phrase an edition says a rule."""
        while edition not in self.keys[rule]:
            edition = MADE_OF[edition]
        return self.keys[rule][edition]

    def slots(self, rule: Rule, edition: Edition) -> frozenset[str]:
        """The numbers and times that a rule tells in an edition."""
        return slots_of(self.pack.phrases[self.key(rule, edition)])

    def words(self, number: RuleNumber, edition: Edition) -> SpokenPart:
        """The sentence that names where a rule stands; a chapter of the Soviet code by its title."""
        if number.division in (Division.PREFACE, Division.CHAPTER):
            title = self.chapters[chapter_of(number, edition)]
            return SpokenPart(
                text=self.pack.spelling.shown(f"{title}."), spoken=f"{title}.", language=self.pack.language
            )
        return number_words(number, self.pack)

    def short(self, number: RuleNumber, edition: Edition) -> SpokenPart:
        """The same within a sentence: "nine point one a"; what is no article is called what it is."""
        if number.division is not Division.ARTICLE:
            words = self.words(number, edition)
            return SpokenPart(text=words.text[:-1], spoken=words.spoken[:-1], language=words.language)
        return pointed_words(number, self.pack)

    def told(self, rule: Rule, edition: Edition) -> SpokenPart:
        """A rule with its number. Raises KeyError where the edition has none."""
        return joined((self.words(numbers_of(edition)[rule], edition), self.text(rule, edition)))

    def edition(self, edition: Edition) -> SpokenPart:
        """ "Laws of 2009." """
        if edition is Edition.SOVIET:
            return self.pack.phrase("laws_soviet")
        return self.pack.phrase("laws_edition", year=str(YEARS[edition]))

    def chapter(self, name: str, edition: Edition) -> str:
        """The title of a chapter with its number before it, as the voice says it."""
        begins, title = CHAPTERS[edition][name], self.chapters[name]
        number = next(each for each in numbers_of(edition).values() if chapter_of(each, edition) == name)
        if number.division not in (Division.ARTICLE, Division.APPENDIX):
            return title
        named = number_words(RuleNumber(number.division, (begins,)), self.pack).spoken.rstrip(".")
        return f"{named}: {title}"


@cache
def parameter_slots(edition: Edition) -> dict[str, Slot]:
    """The numbers and times of an edition, by the slots of `laws.toml`.

    A parameter by speeds is the standard game's, with those for rapid and blitz beside it; a ladder is the time of its
    first step, and beside it how many steps there are.
    """
    found: dict[str, Slot] = {}
    for name, value in asdict(RULES[edition]).items():
        match value:
            case BySpeed():
                found |= {name: value.standard, f"{name}_rapid": value.rapid, f"{name}_blitz": value.blitz}
            case Ladder(times=(first, *_)):
                found |= {name: first, f"{name}_count": len(value.times)}
            case timedelta():
                found[name] = value
            case int() if not isinstance(value, bool):
                found[name] = value
    return found


def asked_number(line: str, texts: LawTexts, edition: Edition) -> RuleNumber | None:
    """The number that is meant by "4.3", "4.3b", "article 4.3 b" or "article four point three b"."""
    if found := _spoken_numbers(texts, edition).get(_bare(line)):
        return found
    written = line.strip()
    first, _, rest = written.partition(" ")
    division = _division_words(texts.pack).get(" ".join(folded(first)))
    if division is None or not rest:
        return typed_number(written, edition)
    is_loose = division in (Division.ARTICLE, Division.CHAPTER)
    return typed_number(rest, edition, division) or (typed_number(rest, edition) if is_loose else None)


def nearest_number(line: str, texts: LawTexts, edition: Edition) -> RuleNumber | None:
    """The longest beginning of a number that is not there at which an edition has a rule: article nine of "9.9.9"."""
    while line := _LAST_STEP.sub("", line):
        if (number := asked_number(line, texts, edition)) is not None:
            return number
    return None


def topic_of(line: str, texts: LawTexts) -> str | None:
    """The topic that a word or its beginning means, if it means one only; or its English name.

    A question means what its longest known part does: "can I take back a move" is about taking back, not taking.
    """
    asked = _asked_words(line)
    known = {_asked_words(word): name for name, words in texts.topics.items() for word in words}
    if asked in known or "_".join(asked) in TOPICS:
        return known.get(asked, "_".join(asked))
    begins = " ".join(asked)
    found = {name for word, name in known.items() if len(begins) >= SHORTEST and " ".join(word).startswith(begins)}
    for length in range(len(asked) - 1, 0, -1):
        runs = (asked[start : start + length] for start in range(len(asked) - length + 1))
        found = found or {known[run] for run in runs if run in known}
    return found.pop() if len(found) == 1 else None


def _asked_words(line: str) -> tuple[str, ...]:
    return folded(_MARKS.sub(" ", line))


def unlisted(line: str, texts: LawTexts, edition: Edition) -> tuple[SpokenPart, ...]:
    """What is told where nothing is found: what numbers there are, or which words are near."""
    asked = line.strip()
    if any(sign.isdigit() for sign in asked) or " ".join(folded(asked)[:1]) in _division_words(texts.pack):
        return (_extent(texts, edition),)
    known = {word.lower(): word for words in texts.topics.values() for word in words[1:] or words}
    near = get_close_matches(asked.lower(), known, MOST_NEAR, NEAR)
    told = texts.pack.phrase("laws_unlisted", word=asked)
    if not near:
        return told, _extent(texts, edition)
    return told, texts.pack.phrase("laws_near", words=", ".join(known[each] for each in near))


def elsewhere(line: str, texts: LawTexts, edition: Edition) -> tuple[tuple[SpokenPart, ...], Rule | None]:
    """What is told of a number that only another edition has, and the rule where this one has it by another number."""
    owner = owner_of(line) or next(
        ((each, number) for each in Edition if (number := asked_number(line, texts, each)) is not None), None
    )
    if owner is None:
        return (), None
    of, number = owner
    asked = next(rule for rule, its in numbers_of(of).items() if number.begins(its))
    rule = asked if asked in numbers_of(edition) else SAID_BY.get(asked, asked)
    if (here := numbers_of(edition).get(rule)) is None:
        return (lacking(rule, texts, edition),), None
    place = texts.short(here, edition)
    if edition is Edition.SOVIET:
        return (texts.pack.phrase("laws_renumbered_soviet", number=place),), rule
    return (texts.pack.phrase("laws_renumbered", year=str(YEARS[edition]), number=place),), rule


def lacking(rule: Rule, texts: LawTexts, edition: Edition) -> SpokenPart:
    """That an edition has no such rule, and where it stands in another: a number is never lent."""
    since = next(each for each in YEARS if each is not Edition.FIDE_2005 and number_in(rule, each))
    values: dict[str, Slot] = {"number": texts.short(numbers_of(since)[rule], since), "since": str(YEARS[since])}
    if edition is Edition.SOVIET:
        return texts.pack.phrase("laws_lacks_soviet", **values)
    is_later = YEARS[since] > YEARS[edition]
    return texts.pack.phrase("laws_lacks" if is_later else "laws_lacks_now", year=str(YEARS[edition]), **values)


def changes(
    texts: LawTexts, since: Edition, edition: Edition, rules: Iterable[Rule] | None = None
) -> tuple[SpokenPart, ...]:
    """What differs between two editions: rules that say something else, came or went; renumbering alone is nothing.

    First how many there are, of these `rules`, or of all, and which two were compared.
    """
    pack = texts.pack
    wanted = numbers_in_order(since, edition) if rules is None else rules
    told = [each for rule in wanted for each in _change(rule, texts, since, edition)]
    first, second = _label(texts, since), _label(texts, edition)
    if not told:
        return (pack.phrase("laws_same", first=first, second=second),)
    head = pack.phrase("laws_changes", count=len(told), first=first, second=second)
    return (replace(head, text=begun(head.text)), *told)


def numbers_in_order(*editions: Edition) -> tuple[Rule, ...]:
    """The rules of some editions together, in the order of the last of them, then what only the others have."""
    return tuple(dict.fromkeys(rule for edition in reversed(editions) for rule in numbers_of(edition)))


def laws_guide(texts: LawTexts, edition: Edition) -> tuple[GuideTopic, ...]:
    """The Laws as topics to be read through: the chapters of an edition, then what each topic of the index gathers."""
    chapters = {name: (texts.chapter(name, edition), rules_of(name, edition)) for name in CHAPTERS[edition]}
    topics = {name: (texts.topics[name][0], rules_of(name, edition, is_topic=True)) for name in TOPICS}
    return tuple(
        _topic(name, title, rules, texts, edition)
        for name, (title, rules) in (*chapters.items(), *topics.items())
        if rules
    )


def rules_of(name: str, edition: Edition, *, is_topic: bool = False) -> tuple[Rule, ...]:
    """The rules of a chapter of an edition, or those of a topic of the index that it has."""
    numbers = numbers_of(edition)
    if is_topic:
        return tuple(rule for rule in TOPICS[name] if rule in numbers)
    return tuple(rule for rule, number in numbers.items() if chapter_of(number, edition) == name)


def _topic(name: str, title: str, rules: Iterable[Rule], texts: LawTexts, edition: Edition) -> GuideTopic:
    parts = tuple(texts.told(rule, edition).text for rule in rules)
    return GuideTopic(name=name, language=texts.pack.language, title=title, parts=parts)


def _change(rule: Rule, texts: LawTexts, since: Edition, edition: Edition) -> Iterable[SpokenPart]:
    before, after = numbers_of(since).get(rule), numbers_of(edition).get(rule)
    if before is None and after is not None and SAID_BY.get(rule) not in numbers_of(since):
        yield texts.pack.phrase("laws_came", rule=texts.told(rule, edition))
    elif before is not None and after is None and SAID_BY.get(rule) not in numbers_of(edition):
        yield texts.pack.phrase("laws_went", rule=texts.told(rule, since))
    elif before is not None and after is not None:
        said = texts.text(rule, edition)
        if said.spoken != texts.text(rule, since).spoken:
            both = (_numbered(before, texts, since), _numbered(after, texts, edition))
            yield joined((texts.pack.phrase("laws_numbers", first=both[0], second=both[1]), said))


def _numbered(number: RuleNumber, texts: LawTexts, edition: Edition) -> SpokenPart:
    return joined((_label(texts, edition), texts.short(number, edition)), between=": ")


def _label(texts: LawTexts, edition: Edition) -> SpokenPart:
    if edition is Edition.SOVIET:
        words = texts.edition(edition)
        return SpokenPart(text=words.text.rstrip("."), spoken=words.spoken.rstrip("."), language=words.language)
    year = str(YEARS[edition])
    return SpokenPart(text=year, spoken=year, language=texts.pack.language)


def _extent(texts: LawTexts, edition: Edition) -> SpokenPart:
    if edition is Edition.SOVIET:
        return texts.pack.phrase(
            "laws_extent_soviet", chapters=", ".join(map(texts.chapters.__getitem__, CHAPTERS[edition]))
        )
    begins = CHAPTERS[edition].values()
    articles = [int(each) for each in begins if each.isdigit()]
    letters = [each for each in begins if len(each) == 1 and each.isalpha() and each != "I"]
    return texts.pack.phrase(
        "laws_extent", year=str(YEARS[edition]), first=articles[0], last=articles[-1], a=letters[0], z=letters[-1]
    )


def _bare(line: str) -> str:
    return " ".join(folded(line.replace(".", " ").replace(",", " ")))


@cache
def _spoken_numbers(texts: LawTexts, edition: Edition) -> dict[str, RuleNumber]:
    found: dict[str, RuleNumber] = {}
    for number in numbers_of(edition).values():
        for count in range(1, len(number.steps) + 1):
            prefix = RuleNumber(number.division, number.steps[:count])
            if number.division is Division.ROW and count == 1:
                continue
            for words in (number_words(prefix, texts.pack), pointed_words(prefix, texts.pack)):
                found.setdefault(_bare(words.spoken), prefix)
    return found


def _division_words(pack: VoicePack) -> dict[str, Division]:
    return {
        " ".join(folded(pack.phrase(key, number="", letter="").spoken.strip(" .,"))): division
        for key, division in _DIVISIONS.items()
    }
