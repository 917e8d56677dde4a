"""Ruling on cases: how an answer is judged and graded, what is asked of the third one, and which case comes next."""

from datetime import timedelta

import pytest

from access_chess.command_line.story import read_announcement
from access_chess.edge.packs.cases import load_case_words, load_cases
from access_chess.edge.packs.voice_packs import voice_pack_names
from access_chess.play.drill_answers import read_answer
from access_chess.practice import round as rounds
from access_chess.practice.case_drill import MOST_ARTICLES, CaseDrill, StrictCase, case_drills, cases_to_ask
from access_chess.practice.cases import Case, CaseQuestion, played_case
from access_chess.practice.drill import AnswerKind, DrillAnswer, DrillOutcome
from access_chess.practice.round import Grade, SaySentence, Steps, round_of
from access_chess.practice.rulings import Ruling, RulingKind
from access_chess.speech.practising.sentences import worded
from access_chess.wiring.language import language_of

CASES = {case.name: case for case in load_cases()}
AT = timedelta(seconds=20)
BLITZ = "blitz/claimed_illegal_move_with_a_bare_king.3@fide-2009"
MINUTES = "irregularity/first_illegal_move.2@fide-2009"
CHAPTER = "touch/t01_first_touched_that_can_move.3@soviet"


def drill(name: str, *, is_open: bool = False) -> CaseDrill:
    return CaseDrill(played=played_case(CASES[name], read_announcement), is_open=is_open)


def right(name: str) -> DrillAnswer:
    return DrillAnswer(number=CASES[name].right)


def said(steps: Steps) -> list[str]:
    return [worded(step.sentence, load_case_words("en")).text for step in steps if isinstance(step, SaySentence)]


def test_the_decision_comes_first_and_then_its_article() -> None:
    state = round_of((drill(BLITZ),))
    state, steps = rounds.answered(state, right(BLITZ), AT)
    assert said(steps) == ["Right is: The game is drawn.", "Which article? A number, or Enter."]
    assert state.drill.expects is AnswerKind.ARTICLE
    state, steps = rounds.answered(state, DrillAnswer(article="b3c"), AT)
    assert said(steps)[:2] == ["Right.", "It is decided by this rule: Appendix B, three c."]
    assert state.attempts[0].grade is Grade.GOOD
    assert (state.attempts[0].kind, state.attempts[0].name) == ("cases", CASES[BLITZ].rule)


@pytest.mark.parametrize("article", ["", "7.4", "b3", "b3a", "99", "fish"])
def test_a_right_decision_with_another_article_was_hard(article: str) -> None:
    state, _ = rounds.answered(round_of((drill(BLITZ),)), right(BLITZ), AT)
    state, steps = rounds.answered(state, DrillAnswer(article=article), AT)
    assert state.attempts[0].grade is Grade.HARD
    assert said(steps) == [
        "The decision is right. The article is another one.",
        "It is decided by this rule: Appendix B, three c.",
    ]


@pytest.mark.parametrize("name", [BLITZ, MINUTES])
def test_who_speaks_chooses_the_article_among_real_ones_that_are_other_rules(name: str) -> None:
    case = CASES[name]
    (asked,) = case_drills([case], read_announcement, among=[*[*CASES.values()][::5], case])
    assert len(set(asked.articles)) == MOST_ARTICLES and case.number in asked.articles
    others = [number for number in asked.articles if number != case.number]
    assert not any(each.begins(case.number) or case.number.begins(each) for each in others)
    state, steps = rounds.answered(round_of((asked,)), right(name), AT)
    assert [line.split(":")[0] for line in said(steps)[-4:]] == ["One", "Two", "Three", "Four"]
    place = asked.articles.index(case.number) + 1
    for answer, grade in (
        (DrillAnswer(number=place), Grade.GOOD),
        (DrillAnswer(article=str(place)), Grade.GOOD),
        (DrillAnswer(article=case.article), Grade.GOOD),
        (DrillAnswer(number=place % MOST_ARTICLES + 1), Grade.HARD),
        (DrillAnswer(), Grade.HARD),
    ):
        assert rounds.answered(state, answer, AT)[0].attempts[0].grade is grade


def test_an_article_is_no_number_that_was_said_where_none_can_be_chosen() -> None:
    for asked in (drill(BLITZ, is_open=True), rounds.answered(round_of((drill(BLITZ),)), right(BLITZ), AT)[0].drill):
        verdict = asked.accepts(DrillAnswer(number=4))
        assert verdict.outcome is DrillOutcome.REFUSED
        assert worded(verdict.said[0], load_case_words("en")).text == "The number of an article is typed, not said."


def test_a_wrong_decision_ends_the_case_with_what_is_right() -> None:
    wrong = DrillAnswer(number=CASES[BLITZ].right % 4 + 1)
    state, steps = rounds.answered(round_of((drill(BLITZ),)), wrong, AT)
    assert state.attempts[0].grade is Grade.AGAIN
    assert said(steps)[:2] == ["No.", "Right is: The game is drawn."]


def test_every_third_asks_for_the_article_itself() -> None:
    drills = case_drills([CASES[BLITZ]] * 6, read_announcement)
    assert [each.expects for each in drills] == [AnswerKind.RULING, AnswerKind.RULING, AnswerKind.ARTICLE] * 2
    third = drills[2]
    assert said(tuple(SaySentence(sentence=each) for each in third.question))[-1] == "Which article decides this?"
    assert third.accepts(DrillAnswer(article="B.3.c")).outcome is DrillOutcome.SOLVED
    assert third.accepts(DrillAnswer(article="B.2")).outcome is DrillOutcome.MISSED


def test_where_time_is_added_the_third_asks_how_much() -> None:
    asked = drill(MINUTES, is_open=True)
    words = said(tuple(SaySentence(sentence=each) for each in asked.question))
    assert words[-1] == "How many minutes are added for Black?"
    assert not any("two minutes" in each for each in words)
    assert asked.accepts(DrillAnswer(number=3)).outcome is DrillOutcome.MISSED
    assert asked.accepts(DrillAnswer(time=timedelta(seconds=90))).outcome is DrillOutcome.MISSED
    assert asked.accepts(DrillAnswer(is_draw=True)).outcome is DrillOutcome.REFUSED
    assert asked.accepts(DrillAnswer(time=timedelta(minutes=2))).outcome is DrillOutcome.GOES_ON
    then = asked.accepts(DrillAnswer(number=2))
    assert then.outcome is DrillOutcome.GOES_ON and then.then is not None and then.then.expects is AnswerKind.ARTICLE


IN_WORDS = {
    "draw": RulingKind.DRAW, "White": RulingKind.WINS, "black": RulingKind.WINS, "yes": RulingKind.ALLOWED,
    "no": RulingKind.NOT_ALLOWED, "two minutes": RulingKind.TIME, "2:00": RulingKind.TIME,
}  # fmt: skip


@pytest.mark.parametrize("line", IN_WORDS)
def test_a_decision_in_words_is_that_of_its_number(line: str) -> None:
    answer = read_answer(line, AnswerKind.RULING, language_of("en", "fide", "fide"))
    assert answer is not None and answer.number is None
    found = 0
    for case in CASES.values():
        meant = [place for place, each in enumerate(case.choices, 1) if is_meant(each, line)]
        if len(meant) == 1 and found < 5:
            found += 1
            asked = drill(case.name)
            assert asked.accepts(answer) == asked.accepts(DrillAnswer(number=meant[0])), case.name
    assert found, "some case has it among its choices"


@pytest.mark.parametrize("pack", voice_pack_names())
def test_the_words_that_are_told_for_answers_are_understood(pack: str) -> None:
    """White, Black, draw, yes and no, each as its language names it."""
    language = language_of(pack, "fide", "fide")
    named = language.pack.phrase("drill_expects_ruling").text.rpartition(": ")[2].split(", ")[:5]
    meant = [DrillAnswer(winner=True), DrillAnswer(winner=False), DrillAnswer(is_draw=True)]
    meant += [DrillAnswer(is_yes=True), DrillAnswer(is_yes=False)]
    assert [read_answer(word, AnswerKind.RULING, language) for word in named] == meant


def is_meant(ruling: Ruling, line: str) -> bool:
    if line in ("two minutes", "2:00"):
        return ruling.seconds == 120
    wins = {"White": True, "black": False}
    return ruling.kind is IN_WORDS[line] and (line not in wins or ruling.color is wins[line])


def test_a_word_for_none_of_the_choices_is_no_answer() -> None:
    without = next(case for case in CASES.values() if not any(each.kind is RulingKind.DRAW for each in case.choices))
    for asked in (drill(without.name), StrictCase(case=drill(without.name))):
        assert asked.accepts(DrillAnswer(is_draw=True)).outcome is DrillOutcome.REFUSED


@pytest.mark.parametrize("number", [0, 5])
def test_a_number_that_no_choice_has_is_no_answer_but_any_may_be_minutes(number: int) -> None:
    for asked in (drill(BLITZ), StrictCase(case=drill(BLITZ))):
        assert asked.accepts(DrillAnswer(number=number)).outcome is DrillOutcome.REFUSED
    assert drill(MINUTES, is_open=True).accepts(DrillAnswer(number=number)).outcome is DrillOutcome.MISSED


def test_a_chapter_without_numbers_is_asked_for_no_article() -> None:
    chosen = drill(CHAPTER)
    assert chosen.accepts(right(CHAPTER)).outcome is DrillOutcome.SOLVED
    assert drill(CHAPTER, is_open=True).expects is AnswerKind.RULING


def test_of_a_chapter_without_numbers_a_guess_may_be_right_though_it_is_open() -> None:
    assert drill(CHAPTER, is_open=True).guessed == drill(CHAPTER).guessed > 0
    assert drill(BLITZ, is_open=True).guessed == 0


@pytest.mark.parametrize(("kind", "told"), [("allowed", "That is allowed."), ("not_allowed", "That is not allowed.")])
def test_who_is_asked_for_the_article_alone_hears_the_decision_in_a_whole_sentence(kind: str, told: str) -> None:
    asked = next(
        case for case in CASES.values() if case.asks is CaseQuestion.ALLOWED and case.ruling.kind.value == kind
    )
    _, steps = rounds.answered(round_of((drill(asked.name, is_open=True),)), DrillAnswer(article="99"), AT)
    assert said(steps)[1] == f"Right is: {told}"


def test_where_a_case_was_published_is_told_after_the_answer_and_never_in_a_strict_exam() -> None:
    name = next(case.name for case in CASES.values() if case.story.get("source") and case.asks is CaseQuestion.RULING)
    told = f"Source: {CASES[name].story['source']}."
    wrong = DrillAnswer(number=CASES[name].right % len(CASES[name].choices) + 1)
    state, steps = rounds.answered(round_of((drill(name),)), right(name), AT)
    assert told not in said(steps) and told in said(rounds.answered(state, DrillAnswer(article="99"), AT)[1])
    assert told in said(rounds.answered(round_of((drill(name),)), wrong, AT)[1])
    strict = round_of((StrictCase(case=drill(name)),))
    assert told not in said((*rounds.answered(strict, wrong, AT)[1], *rounds.given_up(strict, AT)[1]))


def test_who_gives_up_hears_what_is_right() -> None:
    state, steps = rounds.given_up(round_of((drill(BLITZ),)), AT)
    assert said(steps)[0] == "Right is: The game is drawn."
    assert state.attempts[0].grade is Grade.AGAIN


# which case comes next


def of_rule(rule: str) -> list[Case]:
    return [case for case in CASES.values() if case.rule == rule]


def test_what_was_missed_comes_again_as_the_case_of_that_rule_heard_longest_ago() -> None:
    cases = of_rule("touched_both")
    heard = [case.name for case in cases]
    assert len(heard) > 2
    for place, oldest in enumerate(heard):
        order = [*heard[place:], *heard[:place]]
        assert [case.name for case in cases_to_ask(cases, count=1, due=["touched_both"], heard=order)] == [oldest]


def test_one_that_was_never_heard_comes_before_all_that_were() -> None:
    cases = of_rule("touched_both")
    new = cases.pop(1)
    heard = [case.name for case in cases]
    assert cases_to_ask([*cases, new], count=1, due=["touched_both"], heard=heard) == (new,)


def test_rules_that_are_due_come_first_and_each_rule_once() -> None:
    asked = cases_to_ask(tuple(CASES.values()), count=20, due=["stalemate", "displaced", "stalemate"], heard=())
    assert [case.rule for case in asked[:2]] == ["stalemate", "displaced"]
    assert len(asked) == 20 == len({case.rule for case in asked})


def test_the_rest_are_rules_unheard_of_for_longest() -> None:
    all_cases = tuple(CASES.values())
    first = cases_to_ask(all_cases, count=30, due=(), heard=())
    second = cases_to_ask(all_cases, count=20, due=(), heard=[case.name for case in first])
    assert {case.rule for case in first} & {case.rule for case in second} == set()
