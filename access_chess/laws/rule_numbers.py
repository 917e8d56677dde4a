"""Which rules an edition of the Laws has, in its order and by its chapters, and which is meant by a typed number."""

import re
from functools import cache

from access_chess.laws.articles import PREFACE, ROMAN, Division, RuleNumber, read_number
from access_chess.laws.editions import Edition
from access_chess.laws.told_articles import RULES_TOLD, Rule, number_in


@cache
def numbers_of(edition: Edition) -> dict[Rule, RuleNumber]:
    """All rules that an edition has with their numbers, in the order in which it tells them."""
    numbers = {rule: read_number(number, edition) for rule in RULES_TOLD if (number := number_in(rule, edition))}
    places = {rule: (_order(number), _elsewhere(rule, chapter_of(number, edition))) for rule, number in numbers.items()}
    return {rule: numbers[rule] for rule in sorted(numbers, key=places.__getitem__)}


def rules_at(number: RuleNumber, edition: Edition) -> tuple[Rule, ...]:
    """The rules that stand under a number of an edition, with those of its parts."""
    return tuple(rule for rule, its in numbers_of(edition).items() if number.begins(its))


_Order = tuple[int, tuple[tuple[int, str], ...]]


def _elsewhere(rule: Rule, chapter: str) -> list[tuple[bool, _Order]]:
    """Rules with one number stand as they do in the other editions, the oldest first; last, those of other chapters."""
    editions = (Edition.FIDE_2009, Edition.FIDE_2018)
    numbers = [(read_number(number_in(rule, edition) or PREFACE, edition), edition) for edition in editions]
    return [(chapter_of(number, edition) != chapter, _order(number)) for number, edition in numbers]


def _order(number: RuleNumber) -> _Order:
    """Articles first, the preface last; "10" after "9"."""
    division = len(Division) + 1 if number.division is Division.PREFACE else number.division.value
    return division, tuple((int(step) if step.isdigit() else ROMAN.get(step, 0), step) for step in number.steps)


_FIDE_2009 = {
    "nature": "1", "position": "2", "moves": "3", "act": "4", "completion": "5", "clock": "6", "irregularities": "7",
    "recording": "8", "drawn": "9", "quickplay": "10", "points": "11", "conduct": "12", "arbiter": "13", "fide": "14",
    "rapid": "A", "blitz": "B", "notation": "C", "quickplay_alone": "D", "blind": "E", "chess960": "F",
    "adjournment": "guideline", "preface": PREFACE,
}  # fmt: skip
_FIDE_2018 = {
    "nature": "1", "position": "2", "moves": "3", "act": "4", "completion": "5", "clock": "6", "irregularities": "7",
    "recording": "8", "drawn": "9", "points": "10", "conduct": "11", "arbiter": "12",
    "rapid": "A", "blitz": "B", "notation": "C", "blind": "D",
    "adjournment": "I", "chess960": "II", "quickplay": "III", "preface": PREFACE,
}  # fmt: skip
_SOVIET = {
    "general": "13.1", "impossible": "P", "endings": "E", "claims": "13.3", "clock": "13.4", "times": "13.5",
    "recording": "13.6", "conduct": "13.7",
}  # fmt: skip
#: The chapters of each edition in its order: their names, as laws.toml titles them, and where they begin.
CHAPTERS: dict[Edition, dict[str, str]] = {
    Edition.FIDE_2009: _FIDE_2009,
    Edition.FIDE_2005: _FIDE_2009,
    Edition.FIDE_2018: _FIDE_2018,
    Edition.FIDE_2023: _FIDE_2018,
    Edition.SOVIET: _SOVIET,
}


def chapter_of(number: RuleNumber, edition: Edition) -> str:
    """The name of the chapter in which a number stands."""
    match number.division:
        case Division.PREFACE:
            first = PREFACE
        case Division.CHAPTER:
            first = ".".join(number.steps[:2])
        case Division.GUIDELINE if number.steps[0] not in ROMAN:
            first = "guideline"
        case _:
            first = number.steps[0]
    return next(name for name, begins in CHAPTERS[edition].items() if begins == first)


_STEPS = re.compile(r"\d+|[a-z]+")


def typed_number(text: str, edition: Edition, division: Division | None = None) -> RuleNumber | None:
    """The number that was typed, "4.3", "4.3b", "b3c" or "III.5.1", where an edition has a rule there.

    Articles come before guidelines: the bare "4" of 2009 is the article, unless a division is named. A guideline that
    is named may be written in figures: "3.5" for "III.5".
    """
    steps = tuple(_STEPS.findall(text.lower()))
    if not steps or re.sub(r"[\s.,;:()-]", "", text.lower()) != "".join(steps):
        return None
    numbers = _meant(steps)
    if division is Division.GUIDELINE:
        numbers += [RuleNumber(division, (roman, *steps[1:])) for roman, n in ROMAN.items() if steps[0] == str(n)]
    meant = (number for number in numbers if division in (None, number.division) and rules_at(number, edition))
    return next(meant, None)


def _meant(steps: tuple[str, ...]) -> list[RuleNumber]:
    if steps[0].isdigit():
        return [RuleNumber(kind, steps) for kind in (Division.ARTICLE, Division.CHAPTER, Division.GUIDELINE)]
    capital = (steps[0].upper(), *steps[1:])
    return [RuleNumber(kind, capital) for kind in (Division.ROW, Division.APPENDIX, Division.GUIDELINE)]


def owner_of(text: str) -> tuple[Edition, RuleNumber] | None:
    """An edition that has a rule at this number, the newest first: for one that another edition lacks."""
    for edition in (Edition.FIDE_2023, Edition.FIDE_2018, Edition.FIDE_2009, Edition.SOVIET):
        if (number := typed_number(text, edition)) is not None:
            return edition, number
    return None
