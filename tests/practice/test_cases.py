"""Cases to rule on: what is told of a story and what not, that the answer is the referee's, and that none is stale."""

import os
import re
import tomllib
from collections import Counter
from collections.abc import Sequence
from functools import cache
from zlib import crc32

import msgspec
import pytest

from access_chess.command_line.story import read_announcement
from access_chess.edge.packs.cases import load_case_words, load_cases
from access_chess.laws.decision import SEARCH_NODES
from access_chess.laws.editions import Edition
from access_chess.laws.rule_numbers import numbers_of
from access_chess.practice.case_making import CaseDraft, Unfit, drafts_of
from access_chess.practice.cases import MOST_WORDS, Case, CaseQuestion, PlayedCase, played_case, read_cases, ruled
from access_chess.practice.rulings import Ruling, RulingKind
from access_chess.practice.sentence import Sentence
from access_chess.stories.story import written_for
from tests.support.game_record import GOLDEN
from tests.support.story_record import FOLDER
from tests.tools import cases as tool

CASES = load_cases()
ONE_IN = 1 if "ACCESS_CHESS_ALL_CASES" in os.environ else 20
SAMPLE = [case for case in CASES if crc32(case.name.encode()) % ONE_IN == 0]
BY_NAME = pytest.mark.parametrize("case", SAMPLE, ids=lambda case: case.name)


@cache
def played(name: str) -> PlayedCase:
    return played_case(next(case for case in CASES if case.name == name), read_announcement)


def heard(sentences: Sequence[Sentence], pack: str = "en") -> str:
    return tool.told_in(pack, sentences)


def drafted(story: str, edition: str = "fide-2009") -> CaseDraft | Unfit:
    tables = {**written_for(tomllib.loads(story), edition), "edition": edition}
    found = drafts_of("touch/story", tables, read_announcement)
    return found if isinstance(found, Unfit) else found[0]


def told(story: str, edition: str = "fide-2009") -> str:
    draft = drafted(story, edition)
    assert isinstance(draft, CaseDraft), draft
    case = Case(name=draft.name, rule="", article="1.1", asks=draft.asks, right=1, choices=(), story=draft.tables)
    made = played_case(case, read_announcement)
    return heard((*made.told, made.question))


def test_they_are_those_of_the_stories_as_these_are_now() -> None:
    made_of = tool.MADE_OF.read_text(encoding="utf-8").strip()
    assert made_of == tool.digest_of_stories(), "python -m tests.tools.cases"


@pytest.mark.parametrize("pack", tool.HEARD_IN)
def test_ten_of_them_are_told_as_somebody_has_read_them(pack: str) -> None:
    assert tool.ten_told(pack, CASES) == (GOLDEN / "cases" / f"{pack}.txt").read_text(encoding="utf-8")


@BY_NAME
def test_it_is_told_alike_without_a_search_for_mates(case: Case) -> None:
    """A search takes its time, and what is right is known."""
    searched = played_case(case, read_announcement, nodes=SEARCH_NODES)
    assert (played(case.name).told, played(case.name).question) == (searched.told, searched.question)


@BY_NAME
def test_the_referee_rules_as_the_answer_says(case: Case) -> None:
    assert ruled(case.asks, played_case(case, read_announcement, nodes=SEARCH_NODES).last) == case.ruling
    assert [choice for choice in case.choices if choice == case.ruling] == [case.ruling]


@BY_NAME
def test_it_is_made_of_its_story_as_it_is_made_now(case: Case) -> None:
    name, _, edition = case.name.rpartition("@")
    story, _, step = name.rpartition(".")
    written = tomllib.loads((FOLDER / f"{story}.toml").read_text(encoding="utf-8"))
    drafts = drafts_of(story, {**written_for(written, edition), "edition": edition}, read_announcement)
    assert not isinstance(drafts, Unfit)
    draft = next(each for each in drafts if each.step == int(step))
    made = (draft.asks, draft.ruling, draft.article, draft.tables)
    assert made == (case.asks, case.ruling, case.article, case.story)


@pytest.mark.parametrize("pack", tool.HEARD_IN)
@BY_NAME
def test_it_is_heard_whole_and_keeps_its_answer_to_itself(case: Case, pack: str) -> None:
    it = played(case.name)
    happened, answer = heard((*it.told, it.question), pack), heard([it.answer], pack)
    assert len(happened.split()) <= MOST_WORDS
    assert "{" not in happened + heard(it.choices, pack)
    assert case.asks is CaseQuestion.ALLOWED or answer not in happened
    assert len({heard([choice], pack).partition(": ")[2] for choice in it.choices}) == len(case.choices)


@pytest.mark.parametrize("edition", Edition)
def test_each_edition_has_cases_and_each_article_is_one_of_its_own(edition: Edition) -> None:
    mine = [case for case in CASES if case.edition is edition]
    numbers = {rule.name.lower(): number for rule, number in numbers_of(edition).items()}
    assert len(mine) >= 50
    assert {case.name: case.article for case in mine if numbers.get(case.rule) != case.number} == {}


def test_the_right_choice_is_as_often_at_each_number() -> None:
    found = Counter((len(case.choices), case.right) for case in CASES)
    for count in (2, 3, 4):
        times = [found[count, right] for right in range(1, count + 1)]
        assert max(times) - min(times) <= 1


def test_no_is_not_nearly_always_right() -> None:
    kinds = Counter(case.ruling.kind for case in CASES if case.asks is CaseQuestion.ALLOWED)
    assert kinds[RulingKind.ALLOWED] * 2 > kinds[RulingKind.NOT_ALLOWED]


def test_there_is_one_case_for_each_name() -> None:
    assert len({case.name for case in CASES}) == len(CASES)


def test_a_line_that_is_no_case_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="rule"):
        read_cases([b'{"name": "touch/a.1@fide-2009"}'])


# told too much


ILLEGAL = """
title = "The third illegal move loses (7.4.b)"
time = "5400"
[[step]]
do = "play-illegal a1b2"
[[step]]
do = "press"
illegal_count = {white = 1}
"""
ENDING = 'position = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"'


def test_a_move_is_told_by_where_it_goes_and_the_title_never() -> None:
    assert told(ENDING + ILLEGAL) == (
        "A standard game. Laws of 2009. White: king Eva one, rook Anna one. Black: king Eva eight. White is to move. "
        "White moves: rook Anna one, to Bella two. White presses the clock. What follows?"
    )


def test_a_pawn_that_was_not_replaced_is_left_where_it_went() -> None:
    text = ILLEGAL.replace("a1b2", "a7a8")
    story = told('position = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"' + text)
    assert "White moves: pawn Anna seven, to Anna eight. White presses the clock." in story


def test_castling_is_called_so_whether_it_is_legal_or_not() -> None:
    story = told('position = "4kr2/8/8/8/8/8/8/4K2R w K - 0 1"' + ILLEGAL.replace("a1b2", "e1g1"))
    assert "White castles: king Eva one, to Gustav one." in story
    assert "White has moved neither king nor rook." in story


# wrong ruling


def test_the_article_is_the_one_that_the_story_names() -> None:
    story = 'time = "5400"\n[[step]]\ndo = "stop-clocks other"\nwarnings = {white = 1}\narticle = "6.12.d"'
    draft = drafted(story)
    assert isinstance(draft, CaseDraft)
    assert (draft.article, draft.rule) == ("6.12.d", "stop_without_reason")
    assert draft.ruling == Ruling(kind=RulingKind.WARNED, color=True)


def test_what_ends_the_game_outweighs_the_clock_that_stands() -> None:
    draft = drafted(ENDING + '\ntime = "5400"\n[[step]]\ndo = "resign"\nresult = "0-1"')
    assert isinstance(draft, CaseDraft) and draft.rule == "resignation"


def test_what_binds_a_hand_is_the_rule_of_its_obligation() -> None:
    draft = drafted('[[step]]\ndo = "touch g1 b1"\nlegal = ["Nf3", "Nh3"]', "soviet")
    assert isinstance(draft, CaseDraft) and (draft.rule, draft.article) == ("touched_own", "13.1")


@pytest.mark.parametrize(("square", "rule"), [("g1", "castling_impossible"), ("e3", "touched_own")])
def test_a_king_that_goes_two_squares_means_to_castle_where_it_goes_sideways(square: str, rule: str) -> None:
    hand = f'[[step]]\ndo = "touch e1"\n[[step]]\ndo = "release {square}"\nlegal = []'
    draft = drafted(f'position = "4kr2/8/8/8/8/8/8/4K2R w K - 0 1"\n{hand}')
    assert isinstance(draft, CaseDraft) and draft.rule == rule


# told too little


def test_time_is_told_where_it_matters_and_a_flag_before_the_move_that_came_too_late() -> None:
    story = """
        time = "60"
        position = "k7/8/8/8/8/8/8/KQ6 w - - 0 1"
        [[step]]
        at = 61
        do = "wait"
        result = "0-1"
    """
    text = told(story.replace("KQ6", "KQ5r"))
    assert text.endswith("One minute one second later: The flag of White falls. What follows?")
    assert "Time: all moves in one minute." in text
    assert "later" not in told(ENDING + '\n[[step]]\nat = 40\ndo = "resign"\nresult = "0-1"')


def test_what_is_added_for_each_move_is_told_where_a_claim_hangs_on_it() -> None:
    story = ENDING + '\ntime = "5400{}"\nclock = {{white = 150, black = 300}}\n[[step]]\ndo = "claim quickplay-means"'
    assert "thirty seconds more before each move" in told(story.format("+30") + "\nrefused = true")
    assert "after a delay of five seconds" in told(story.format("d5") + "\nrefused = true")
    assert "Time:" not in told(story.format("") + "\nrefused = true")


def test_two_times_that_pass_are_told_as_one() -> None:
    waits = '[[step]]\nat = 40\ndo = "wait"\n' * 2 + '[[step]]\nat = 61\ndo = "wait"\nresult = "0-1"'
    text = told(f'time = "60"\n{waits}')
    assert text.count("later:") == 1 and "One minute one second later: The flag of White falls." in text


def test_a_move_that_is_written_for_a_claim_is_told_with_it_alone() -> None:
    story = """
        position = "7k/8/8/8/8/8/5R2/K7 b - - 99 80"
        [[step]]
        do = "write Kg7"
        [[step]]
        do = "{}"
        result = "{}"
    """
    text = told(story.format("claim fifty Kg7", "1/2-1/2"))
    assert text.count("writes down") == 1 and text.endswith("claims a draw by fifty moves. What do you decide?")
    assert "writes down: king Hector eight, to Gustav seven. Black resigns." in told(story.format("resign", "1-0"))


def test_displays_that_a_story_names_are_told() -> None:
    story = 'time = "5400+30"\nclock = {white = 200, black = 900}\n[[step]]\ndo = "resign"\nresult = "0-1"'
    assert "The clock shows three minutes twenty seconds for White and fifteen minutes for Black." in told(story)


def test_a_claim_that_waits_for_a_person_is_not_decided() -> None:
    claim = 'arbiter = "human"\ntime = "300"\nclock = {white = 60, black = 90}\n[[step]]\ndo = "claim quickplay-means"'
    assert drafted(f"{claim}\nresult = 'none'") is Unfit.NO_ARTICLE
    heard_out = drafted(f"{claim}\nrefused = false")
    assert isinstance(heard_out, CaseDraft) and heard_out.rule.startswith("quickplay")


def test_whose_step_it_is_goes_by_the_game_as_it_stands() -> None:
    story = 'time = "5400"\n[[step]]\ndo = "play e4"\n[[step]]\ndo = "offer-draw"\narticle = "9.1"'
    assert "White moves: pawn Eva two, to Eva four. The clock is not pressed. White offers a draw." in told(story)


def test_of_a_repetition_all_moves_are_told_or_it_is_no_case() -> None:
    twice = "Nf3 Nf6 Ng1 Ng8 " * 2
    claim = '[[step]]\ndo = "claim threefold"\nresult = "1/2-1/2"'
    assert "knight Felix six Gustav eight. White claims" in told(f'moves = "{twice}"\n{claim}')
    assert drafted(f'moves = "{twice} {twice}"\n{claim}') is Unfit.NO_WORDS


def test_a_fifth_appearance_that_nobody_claims_is_no_case_without_its_moves() -> None:
    moves = "Nf3 Nf6 Ng1 Ng8 " * 3 + "Nf3 Nf6 Ng1"
    story = f'moves = "{moves}"\n[[step]]\ndo = "play Ng8"\nresult = "1/2-1/2"'
    assert drafted(story, "fide-2018") is Unfit.NO_WORDS


def test_a_claim_that_is_decided_at_once_is_asked_for_its_decision_else_whether_it_comes_in_time() -> None:
    touched = 'time = "5400"\n[[step]]\ndo = "touch g1"\n[[step]]\ndo = "breach e4"\n[[step]]\ndo = "press"\n'
    claim = '[[step]]\nby = "black"\ndo = "claim touch g1"\nrefused = false'
    decided, waits = drafted(touched + claim), drafted(f'arbiter = "human"\n{touched}{claim}')
    assert isinstance(decided, CaseDraft) and isinstance(waits, CaseDraft)
    assert (decided.ruling.kind, decided.article) == (RulingKind.RESTORED, "4.3.a")
    assert (waits.ruling.kind, waits.article) == (RulingKind.ALLOWED, "4.7")


def test_after_more_than_four_moves_the_position_is_told() -> None:
    story = 'moves = "e4 e5 Nf3 Nc6 Bb5"\n[[step]]\nby = "black"\ndo = "resign"\nresult = "1-0"'
    assert "Moves so far" not in told(story) and "Black is to move." in told(story)


# no question, no words


@pytest.mark.parametrize(
    ("story", "why"),
    [
        ('[[step]]\nby = "black"\ndo = "move e5"\nrefused = true', Unfit.NO_QUESTION),
        ('time = "5400"\n[[step]]\ndo = "penalty white loss"\nresult = "0-1"', Unfit.OWN_ACT),
        ('[[step]]\ndo = "move e4"\nboard = "8/8/8/8/8/8/8/8"', Unfit.NOTHING_EXPECTED),
        ('[[step]]\ndo = "move e4"\nresult = "none"', Unfit.NO_ARTICLE),
        ('[[step]]\ndo = "find-illegal 1 black"\nresult = "none"', Unfit.NO_QUESTION),
        (ENDING + ILLEGAL.replace('time = "5400"', ""), Unfit.NO_CLOCK),
        ('time = "5400"\n[[step]]\ndo = "borrow-sheet"\n[[step]]\ndo = "resign"\nresult = "0-1"', Unfit.NO_WORDS),
        (
            'time = "5400"\n[[step]]\ndo = "stop-clocks other"\nwarnings = {white = 1}\n'
            '[[step]]\nby = "black"\ndo = "arrive"',
            Unfit.LATER,
        ),
        ('arbiter = "human"\n[[step]]\ndo = "two-hands e4"\narticle = "4.1"', Unfit.NO_ARTICLE),
        (
            'arbiter = "human"\ntime = "60"\n[[step]]\nat = 70\ndo = "wait"\n[[step]]\ndo = "resign"\nresult = "0-1"',
            Unfit.NO_WORDS,
        ),
        ('chess960 = true\n[[step]]\ndo = "resign"\nresult = "0-1"', Unfit.NO_WORDS),
    ],
)
def test_a_story_that_makes_no_case_is_left_out_for_its_reason(story: str, why: Unfit) -> None:
    assert drafted(story) is why


def test_every_sentence_of_cases_is_short_enough_for_the_ear() -> None:
    for pack in tool.HEARD_IN:
        own = load_case_words(pack).phrases
        texts = {key: str(text) for key, text in own.items() if key.startswith("cases.")}
        sentences = {key: re.split(r"(?<=[.:!?])\s+", text) for key, text in texts.items()}
        assert {key for key, parts in sentences.items() if any(len(each.split()) > 20 for each in parts)} == set()


@pytest.mark.skipif(ONE_IN != 1, reason="ACCESS_CHESS_ALL_CASES: makes them all anew")
def test_all_of_them_are_made_alike_again() -> None:
    cases, _ = tool.made(sorted(FOLDER.rglob("*.toml")))
    assert cases == CASES
