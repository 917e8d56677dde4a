"""A case to rule on as a drill: a number is chosen, then the article named; every third asks for the article itself, or
for the time. It is remembered by its rule, so what was missed comes again as another case of that rule.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import ClassVar
from zlib import crc32

import chess
from msgspec import Struct
from msgspec.structs import replace

from access_chess.laws.articles import Division, RuleNumber
from access_chess.laws.rule_numbers import typed_number
from access_chess.practice.cases import Case, CaseQuestion, PlayedCase, played_case
from access_chess.practice.drill import AnswerKind, DrillAnswer, DrillOutcome, DrillVerdict
from access_chess.practice.round import Attempt
from access_chess.practice.rulings import Ruling, RulingKind, case_sentence
from access_chess.practice.sentence import ArticleName, ColorName, Sentence, sentence
from access_chess.stories.runner import read_plainly
from access_chess.stories.scene import Reader

KIND = "cases"
MOST_ARTICLES = 4  # from which one is chosen
OPEN_EVERY = 3  # so often nothing can be chosen: four guesses in a row are right once in a while
MINUTE = 60  # seconds


class CaseDrill(Struct, frozen=True, kw_only=True):
    """One case. `is_open`: there are no choices; `is_chosen`: the decision was right, and the article is asked for.

    Who speaks chooses it from `articles`: its number is no word.
    """

    played: PlayedCase
    articles: tuple[RuleNumber, ...] = ()
    is_open: bool = False
    is_chosen: bool = False

    kind = KIND
    is_hidden = False
    waits = True
    squares = 0
    made: ClassVar[tuple[chess.Move, ...]] = ()
    hints: ClassVar[tuple[Sentence, ...]] = ()

    @property
    def name(self) -> str:
        """The rule, which is what is remembered."""
        return self.played.case.rule

    @property
    def before(self) -> chess.Board:
        """The position in which it is judged."""
        return self.played.board

    @property
    def has_article(self) -> bool:
        """Whether it has a number that can be named: those of the Soviet code have none outside this program."""
        return self.played.case.number.division not in (Division.CHAPTER, Division.ROW)

    @property
    def minutes(self) -> int:
        """How many are added, where the decision is about whole minutes; else none."""
        minutes, rest = divmod(self.played.case.ruling.seconds, MINUTE)
        return 0 if rest else int(minutes)

    @property
    def _asks_minutes(self) -> bool:
        return self.is_open and self.minutes > 0

    @property
    def _asks_article(self) -> bool:
        return self.is_chosen or (self.is_open and not self.minutes and self.has_article)

    @property
    def expects(self) -> AnswerKind:
        """A choice or a time, or an article."""
        return AnswerKind.ARTICLE if self._asks_article else AnswerKind.RULING

    @property
    def has_choices(self) -> bool:
        """Whether something can be chosen: an open case asks for a number, but where none is to be named."""
        return not self._asks_minutes and not (self.is_open and self.has_article)

    @property
    def question(self) -> tuple[Sentence, ...]:
        """What happened, what is asked, and what may be chosen; once the decision is made, which article."""
        if self.is_chosen:
            named = (ArticleName(number) for number in self.articles)
            choices = (case_sentence("choice", number=place, answer=each) for place, each in enumerate(named, 1))
            return (case_sentence("asks_article"), *choices)
        color = self.played.case.ruling.color
        if self._asks_minutes and color is not None:
            return (*self.played.told, case_sentence("asks_minutes", color=ColorName(color)))
        if self._asks_article:
            return (*self.played.told, case_sentence("asks_which_article"))
        return (*self.played.told, self.played.question, *self.played.choices)

    @property
    def guessed(self) -> Fraction:
        """How often somebody is right who only guesses; what is open nobody guesses."""
        return Fraction(1, len(self.played.case.choices)) if self.has_choices else Fraction(0)

    @property
    def explain(self) -> tuple[Sentence, ...]:
        """What is right, by which article, and where the case was published."""
        return (case_sentence("right_answer", answer=self._answer), *self._article)

    @property
    def _answer(self) -> Sentence:
        """What is right; who has not heard that yes or no is asked hears a whole sentence."""
        if self.has_choices or self.played.case.asks is not CaseQuestion.ALLOWED:
            return self.played.answer
        is_allowed = self.played.case.ruling.kind is RulingKind.ALLOWED
        return case_sentence("is_allowed" if is_allowed else "ruled_not_allowed")

    @property
    def _article(self) -> tuple[Sentence, ...]:
        source = self.played.story.source
        published = (case_sentence("published", text=source),) if source else ()
        if not self.has_article:
            return published
        return (case_sentence("article", article=ArticleName(self.played.case.number)), *published)

    def accepts(self, answer: DrillAnswer) -> DrillVerdict:
        """Right or wrong at once; a right decision with another article is right, and hard."""
        if (refused := self._refused(answer)) is not None:
            return DrillVerdict(outcome=DrillOutcome.REFUSED, said=(refused,))
        if self.is_chosen:
            if self._is_article(answer):
                return DrillVerdict(outcome=DrillOutcome.SOLVED, said=(case_sentence("right"), *self._article))
            said = (case_sentence("only_ruling"), *self._article)
            return DrillVerdict(outcome=DrillOutcome.SOLVED, said=said, is_hard=True)
        if not self._is_right(answer):
            return DrillVerdict(outcome=DrillOutcome.MISSED, said=(case_sentence("wrong"), *self.explain))
        if self.has_article and not self._asks_article:
            then = replace(self, is_chosen=True)
            said = (case_sentence("right_answer", answer=self.played.answer), *then.question)
            return DrillVerdict(outcome=DrillOutcome.GOES_ON, said=said, then=then)
        return DrillVerdict(outcome=DrillOutcome.SOLVED, said=(case_sentence("right"), *self.explain))

    def _refused(self, answer: DrillAnswer) -> Sentence | None:
        """What is said where it is no answer: a number of no choice, or of an article, which is typed."""
        if not self._asks_article:
            return sentence("drill_expects_number") if self._chosen(answer) is None else None
        if answer.number is None or self._article_chosen(answer) is not None:
            return None
        return sentence("drill_expects_number") if self.articles and self.is_chosen else case_sentence("article_typed")

    def _is_right(self, answer: DrillAnswer) -> bool:
        if self._asks_article:
            return self._is_article(answer)
        return self._chosen(answer) == (self.minutes if self._asks_minutes else self.played.case.right)

    def _chosen(self, answer: DrillAnswer) -> float | None:
        """The minutes, or the number of the choice, however it was named; None: of no choice, or of several."""
        if self._asks_minutes:
            return answer.number if answer.time is None else answer.time.total_seconds() / MINUTE
        if answer.number is not None:
            return answer.number if 1 <= answer.number <= len(self.played.case.choices) else None
        named = [place for place, each in enumerate(self.played.case.choices, 1) if _is_named(each, answer)]
        return named[0] if len(named) == 1 else None

    def _article_chosen(self, answer: DrillAnswer) -> RuleNumber | None:
        """The one that has this number among those from which it is chosen."""
        typed = int(answer.article) if answer.article.isdecimal() else None
        place = typed if answer.number is None else answer.number
        is_choice = self.is_chosen and place is not None and 1 <= place <= len(self.articles)
        return self.articles[place - 1] if is_choice and place is not None else None

    def _is_article(self, answer: DrillAnswer) -> bool:
        """Its number, or one within it; the article as a whole is not exact enough."""
        number = self._article_chosen(answer) or typed_number(answer.article, self.played.case.edition)
        return number is not None and self.played.case.number.begins(number)


class StrictCase(Struct, frozen=True, kw_only=True):
    """A case without help, of which nothing is told: right is who chooses right, and names the article where asked."""

    case: CaseDrill

    kind = KIND
    is_hidden = False
    waits = False
    squares = 0
    made: ClassVar[tuple[chess.Move, ...]] = ()
    hints: ClassVar[tuple[Sentence, ...]] = ()
    explain: ClassVar[tuple[Sentence, ...]] = ()

    @property
    def name(self) -> str:
        """The rule."""
        return self.case.name

    @property
    def before(self) -> chess.Board:
        """The position in which it is judged."""
        return self.case.before

    @property
    def expects(self) -> AnswerKind:
        """As without strictness."""
        return self.case.expects

    @property
    def question(self) -> tuple[Sentence, ...]:
        """What happened, and what is asked."""
        return self.case.question

    def accepts(self, answer: DrillAnswer) -> DrillVerdict:
        """Right or not, without a word, but that something is no answer."""
        verdict = self.case.accepts(answer)
        if verdict.outcome is DrillOutcome.REFUSED:
            return verdict
        is_right = verdict.outcome in (DrillOutcome.SOLVED, DrillOutcome.GOES_ON)
        return DrillVerdict(outcome=DrillOutcome.SOLVED if is_right else DrillOutcome.MISSED)


def _is_named(ruling: Ruling, answer: DrillAnswer) -> bool:
    """Whether an answer in words means this decision."""
    match ruling.kind:
        case RulingKind.WINS:
            return answer.winner is not None and ruling.color is answer.winner
        case RulingKind.DRAW:
            return answer.is_draw
        case RulingKind.ALLOWED:
            return answer.is_yes is True
        case RulingKind.NOT_ALLOWED:
            return answer.is_yes is False
    return answer.time is not None and ruling.seconds > 0 and ruling.time == answer.time


def examined(cases: Sequence[CaseDrill], attempts: Sequence[Attempt]) -> tuple[Sentence, ...]:
    """How an exam went, as far as it did: what was right, by topic, the articles missed, and what guessing gives."""
    pairs = list(zip(cases, attempts, strict=False))
    right = sum(attempt.is_right for attempt in attempts)
    topics: dict[str, list[bool]] = {}
    for drill, attempt in pairs:
        topics.setdefault(drill.played.case.topic, []).append(attempt.is_right)
    missed = dict.fromkeys(drill.played.case.number for drill, attempt in pairs if not attempt.is_right)
    return (
        sentence("round_ends", right=right, count=len(pairs)),
        *(
            case_sentence("exam_topic", topic=case_sentence(f"topic_{name}"), count=sum(had), most=len(had))
            for name, had in sorted(topics.items())
        ),
        *(case_sentence("exam_missed", article=ArticleName(number)) for number in missed),
        case_sentence("exam_guessing", count=round(sum(drill.guessed for drill, _ in pairs))),
    )


def case_drills(
    cases: Sequence[Case], reader: Reader = read_plainly, *, among: Sequence[Case] = ()
) -> tuple[CaseDrill, ...]:
    """Cases one after the other, every third of them without choices; articles are chosen from those of cases `among`
    which they are, if any are given.
    """
    return tuple(
        CaseDrill(
            played=played_case(case, reader),
            is_open=place % OPEN_EVERY == 0,
            articles=articles_beside(case, among) if among else (),
        )
        for place, case in enumerate(cases, 1)
    )


def articles_beside(case: Case, among: Sequence[Case]) -> tuple[RuleNumber, ...]:
    """The article of a case and three others, in their order: those of cases of the same topic first, by chance."""
    others = sorted(among, key=lambda each: (each.topic != case.topic, crc32(f"{case.name} {each.name}".encode())))
    numbers = dict.fromkeys(each.number for each in others)
    wrong = [each for each in numbers if not each.begins(case.number) and not case.number.begins(each)]
    return tuple(sorted((case.number, *wrong[: MOST_ARTICLES - 1]), key=_in_order))


def _in_order(number: RuleNumber) -> tuple[int, list[str]]:
    """As the Laws are read: articles before what is appended to them, the ninth before the tenth."""
    return number.division.value, [step.zfill(2) for step in number.steps]


def cases_to_ask(cases: Sequence[Case], *, count: int, due: Sequence[str], heard: Sequence[str]) -> tuple[Case, ...]:
    """So many cases, each of another rule: first those of the rules that are due, then those longest unheard of.

    `heard` are the names of cases in the order in which they were heard; of a rule the one heard longest ago is asked.
    """
    last = {name: place for place, name in enumerate(heard)}
    by_rule: dict[str, list[Case]] = {}
    for case in cases:
        by_rule.setdefault(case.rule, []).append(case)
    first = [rule for rule in dict.fromkeys(due) if rule in by_rule]
    rest = sorted(by_rule.keys() - set(first), key=lambda rule: (_unheard(by_rule[rule], last), _mixed(rule, heard)))
    rules = (*first, *rest)[:count]
    return tuple(
        min(by_rule[rule], key=lambda case: (last.get(case.name, -1), _mixed(case.name, heard))) for rule in rules
    )


def _unheard(cases: Sequence[Case], last: Mapping[str, int]) -> int:
    """When something of this rule was heard last; the smallest, where nothing was."""
    return max(last.get(case.name, -1) for case in cases)


def _mixed(name: str, heard: Sequence[str]) -> int:
    """An order that is another one each time."""
    return crc32(f"{len(heard)} {name}".encode())
