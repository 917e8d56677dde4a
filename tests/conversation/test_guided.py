"""Through a guide line by line: to the next part, back, again, to a topic, and out."""

import pytest

from access_chess.conversation.guided import GuidePlace, GuideReader, laws_asked
from access_chess.edge.packs.laws import load_laws
from access_chess.edge.packs.typed_words import load_language, load_typed_words, told_words
from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.laws.editions import Edition
from access_chess.speech.guide_text import GuideTopic

TOPICS = (
    GuideTopic(name="first-game", language="en", title="The first game", parts=("Type `e4`.", "Wait.")),
    GuideTopic(name="clock", language="en", title="The clock at the board", parts=("It runs.",)),
    GuideTopic(name="board", language="en", title="For the assistant", parts=("Help.", "Help again.")),
)
READER = GuideReader(
    guide=TOPICS, pack=load_voice_pack("en"), words=load_typed_words("en"), typed=told_words("en")
)  # fmt: skip
LIST = "The guide has these topics: one, The first game; two, The clock at the board; three, For the assistant."
START, CLOCK, LAST = GuidePlace(), GuidePlace(topic=1), GuidePlace(topic=2, part=1)


def at(topic: int, part: int = 0) -> GuidePlace:
    return GuidePlace(topic=topic, part=part)


def told(line: str, place: GuidePlace) -> tuple[list[str], GuidePlace | None]:
    parts, after = READER.answered(line, place)
    return [part.text for part in parts], after


@pytest.mark.parametrize(
    ("place", "line", "after"),
    [
        pytest.param(START, "", at(0), id="on, from the list"),
        pytest.param(START, "  ", at(0), id="blanks are no word"),
        pytest.param(at(0), "", at(0, 1), id="on, within a topic"),
        pytest.param(at(0, 1), "", at(1), id="on, to the next topic"),
        pytest.param(at(1), "next", at(2), id="on, past a topic of one part"),
        pytest.param(LAST, "", LAST, id="there is no more"),
        pytest.param(LAST, "back", at(2), id="back, within a topic"),
        pytest.param(at(2), "back", at(1), id="back, to a topic of one part"),
        pytest.param(at(1), "back", at(0, 1), id="back, to the last part of the topic before"),
        pytest.param(at(0), "back", START, id="back, to the list"),
        pytest.param(START, "back", START, id="there is nothing before it"),
        pytest.param(LAST, "again", LAST, id="again"),
        pytest.param(LAST, "?", START, id="what there is"),
        pytest.param(LAST, "quit", None, id="out"),
        pytest.param(at(1), "stop", at(1), id="silence does not leave"),
        pytest.param(START, "2", CLOCK, id="by number"),
        pytest.param(START, "0", START, id="no number of a topic"),
        pytest.param(START, "4", START, id="nor this one"),
        pytest.param(LAST, "FIRST-GAME", at(0), id="by name"),
        pytest.param(LAST, "board", at(2), id="a name comes before a word of another title"),
        pytest.param(LAST, "assist", at(2), id="by the beginning of a word"),
        pytest.param(LAST, "ass", at(2), id="as short a beginning as there may be"),
        pytest.param(LAST, "as", LAST, id="too short a beginning"),
        pytest.param(LAST, "at clock", CLOCK, id="a whole word may be as short"),
        pytest.param(LAST, "game first", at(0), id="by words of the title in any order"),
        pytest.param(LAST, "first clock", LAST, id="not by words of two titles"),
        pytest.param(LAST, "the", LAST, id="not by what several have"),
    ],
)
def test_where_a_line_leads(place: GuidePlace, line: str, after: GuidePlace | None) -> None:
    assert told(line, place)[1] == after


def test_what_is_heard_at_a_place() -> None:
    assert told("2", START)[0] == ["Topic two: The clock at the board.", "It runs."]
    assert told("", at(0))[0] == ["Wait."]
    assert told("back", at(0, 1))[0] == ["Topic one: The first game.", 'Type "e4".']
    assert told("quit", START)[0] == []
    assert told("?", LAST)[0] == [LIST, READER.told(START)[1].text]
    assert READER.told(START)[1].text.endswith("Enter alone goes on, back goes back, again repeats, quit leaves.")


def test_what_is_heard_where_there_is_no_more_or_no_such_topic() -> None:
    (over,) = told("", LAST)[0]
    assert over == READER.pack.phrase("guide_over", quit="quit").text
    unknown, how = told(" knights ", LAST)[0]
    assert unknown == READER.pack.phrase("unreadable_word", word="knights").text
    assert how == READER.told(START)[1].text


@pytest.mark.parametrize(
    ("edition", "line", "first"),
    [
        (Edition.FIDE_2018, "7.5.5 changes", "One rule differs: 2009, 2018."),
        (Edition.FIDE_2023, "7.5.5 changes", "One rule differs: 2018, 2023."),
        (Edition.FIDE_2023, "9.1 changes", "Nothing differs: 2018, 2023."),
        (Edition.FIDE_2009, "6.6.a changes", "One rule differs: 2009, 2023."),
        (Edition.FIDE_2005, "6.6.a changes", "One rule differs: 2005, 2009."),
        (Edition.SOVIET, "E9 changes", "One rule differs: The Soviet code, 2009."),
        (Edition.FIDE_2009, "castling changes", "Nothing differs: 2009, 2023."),
        (Edition.FIDE_2009, "9.1 2018 changes", "One rule differs: 2009, 2018."),
        (Edition.FIDE_2009, "9.6.1 2023 changes", "Nothing differs: 2018, 2023."),
        (
            Edition.FIDE_2009,
            "9.6.1 changes",
            "The Laws of 2009 have no such rule; nine point six point one since 2018",
        ),
        (Edition.FIDE_2009, "7.5.5 changes", "One rule differs: 2009, 2023."),
        (Edition.FIDE_2009, "fish changes", "No rule is listed under fish."),
        (Edition.FIDE_2023, "changes", "Four rules differ: 2018, 2023."),
    ],
)
def test_changes_are_told_of_the_editions_that_are_next_to_each_other_or_the_newest(
    edition: Edition, line: str, first: str
) -> None:
    told, _ = laws_asked(line, load_laws("en"), edition, load_language("en"))
    assert told[0].text.startswith(first)


@pytest.mark.parametrize(
    ("edition", "line", "first", "rest"),
    [
        (
            Edition.FIDE_2009,
            "castling 2018",
            ["Laws of 2018.", "Castling: eight rules.", "Article three point eight"],
            7,
        ),
        (
            Edition.FIDE_2009,
            "7.4.a 2018",
            ["In the Laws of 2018 that is seven point five point one.", "Article seven"],
            5,
        ),
        (Edition.SOVIET, "quickplay 2009", ["Laws of 2009.", "The quickplay finish: nine rules.", "Article ten"], 8),
        (Edition.FIDE_2009, "", ["Laws of 2009.", "Chapters: one, The game and its aim;"], 0),
        (Edition.FIDE_2009, "2018", ["Laws of 2018.", "Chapters: one, The game and its aim;"], 0),
        (Edition.FIDE_2018, "2018", ["Laws of 2018.", "Chapters: one, The game and its aim;"], 0),
        (Edition.FIDE_2023, "changes", ["Four rules differ: 2018, 2023."], 4),
        (Edition.FIDE_2009, "2023 changes", ["Four rules differ: 2018, 2023."], 4),
    ],
)
def test_another_edition_is_heard_by_its_year_and_gone_on_in(
    edition: Edition, line: str, first: list[str], rest: int
) -> None:
    told, more = laws_asked(line, load_laws("en"), edition, load_language("en"))
    assert [part.text[: len(begins)] for part, begins in zip(told, first, strict=False)] == first
    assert len(more) == rest


@pytest.mark.parametrize(
    ("edition", "line", "expected"),
    [
        (
            Edition.FIDE_2009,
            "9.9.9",
            ["No rule is listed under 9.9.9.", "Laws of 2009.", "Article nine: The drawn"],
        ),
        (
            Edition.FIDE_2018,
            "7.4.2",
            ["No rule is listed under 7.4.2.", "Laws of 2018.", "Article seven point four"],
        ),
        (Edition.SOVIET, "6.9", ["In the Soviet code that stands under Row P eleven.", "Row P eleven."]),
        (
            Edition.FIDE_2018,
            "guideline 10",
            ["In the Laws of 2018 that is Guideline one point ten.", "Guideline one point ten."],
        ),
        (Edition.FIDE_2009, "0", ["The Laws of 2009 have articles one to fourteen and appendices A to F."]),
    ],
)
def test_a_number_that_is_not_there_leads_to_one_that_is(edition: Edition, line: str, expected: list[str]) -> None:
    told, _ = laws_asked(line, load_laws("en"), edition, load_language("en"))
    assert [part.text[: len(begins)] for part, begins in zip(told, expected, strict=False)] == expected
