"""Setting the clock by oneself."""

from collections.abc import Sequence
from datetime import timedelta

import pytest
from msgspec.structs import replace

from access_chess.conversation.time_control_dialogue import (
    MOST_BYO_YOMI,
    NamedControl,
    Setting,
    SettingLanguage,
    SettingWord,
    TimeControlQuestion,
    answered,
    asked,
    listed,
)
from access_chess.edge.packs.clock_words import load_clock_words
from access_chess.edge.packs.typed_words import load_typed_words
from access_chess.edge.packs.voice_packs import load_voice_pack, voice_pack_names
from access_chess.laws.time_control import PeriodAdd, parse_time_control
from access_chess.phrased_error import PhrasedError
from access_chess.requests.spoken_times import time_words
from access_chess.speech.answers.clock import control_words
from access_chess.speech.language.voice_pack import trouble_words

KNOWN = (
    NamedControl(name="FIDE blitz", control=parse_time_control("180+2")),
    NamedControl(name="Club game", control=parse_time_control("36/5400, 1800")),
)


def language(pack: str) -> SettingLanguage:
    voice, words = load_voice_pack(pack), load_clock_words(pack)
    answers = {word: words.words[word.value] for word in SettingWord}
    return SettingLanguage(pack=voice, words=answers, times=time_words(voice, load_typed_words(pack).units))


def held(lines: Sequence[str], pack: str = "en") -> Setting:
    setting = Setting(known=KNOWN)
    for line in lines:
        setting = answered(setting, line, language(pack))
    return setting


@pytest.mark.parametrize(
    ("pack", "lines", "control", "added"),
    [
        ("en", ["1", "yes"], "180+2", PeriodAdd.ON_ZERO),
        ("en", ["two", "y"], "36/5400, 1800", PeriodAdd.ON_ZERO),
        ("en", ["fide blitz", "right"], "180+2", PeriodAdd.ON_ZERO),
        ("en", ["own", "all", "5", "none", "yes", ""], "300", PeriodAdd.ON_ZERO),
        ("en", ["own", "all", "ninety minutes", "increment", "thirty", "yes", "no"], "5400+30", PeriodAdd.ON_ZERO),
        ("en", ["own", "rest", "5", "delay", "3 seconds", "yes", "none"], "300d3", PeriodAdd.ON_ZERO),
        ("en", ["own", "all", "1", "hourglass", "yes", ""], "60 sandglass", PeriodAdd.ON_ZERO),
        (
            "en",
            ["own", "40", "2 hours", "none", "twenty", "1 hour", "none", "all", "15", "plus", "30", "moves", "yes", ""],
            "40/7200, 20/3600, 900+30",
            PeriodAdd.ON_QUOTA,
        ),
        (
            "de",
            ["eigene", "vierzig", "zwei Stunden", "nichts", "alle", "30", "Zugabe", "dreißig", "null", "ja", ""],
            "40/7200, 1800+30",
            PeriodAdd.ON_ZERO,
        ),
        ("en", ["15+10", "yes"], "900+10", PeriodAdd.ON_ZERO),
        ("en", ["15 + 10", "yes"], "900+10", PeriodAdd.ON_ZERO),
        ("en", ["fifteen plus ten", "yes"], "900+10", PeriodAdd.ON_ZERO),
        ("en", ["15 plus 10 seconds", "yes"], "900+10", PeriodAdd.ON_ZERO),
        ("en", ["one hour increment thirty", "yes"], "3600+30", PeriodAdd.ON_ZERO),
        ("en", ["twenty minutes", "yes"], "1200", PeriodAdd.ON_ZERO),
        ("en", ["24 hours", "yes"], "86400", PeriodAdd.ON_ZERO),
        ("en", ["0 plus 10", "yes"], "0+10", PeriodAdd.ON_ZERO),
        ("en", ["10 plus 24 hours", "yes"], "600+86400", PeriodAdd.ON_ZERO),
        ("en", ["own", "all", "24 hours", "increment", "24 hours", "yes", ""], "86400+86400", PeriodAdd.ON_ZERO),
        ("de", ["zwei Stunden und dreißig Minuten plus dreißig", "ja"], "9000+30", PeriodAdd.ON_ZERO),
        ("en", ["5:00+3/3:00", "yes"], "300+3/180+0", PeriodAdd.ON_ZERO),
        ("en", ["40/90, 30+30", "yes"], "40/5400, 1800+30", PeriodAdd.ON_ZERO),
        ("en", ["30 min, 3x30", "yes"], "1800, 3x30", PeriodAdd.ON_ZERO),
        ("en", ["count up", "yes"], "up", PeriodAdd.ON_ZERO),
        ("de", ["fünfzehn plus zehn", "ja"], "900+10", PeriodAdd.ON_ZERO),
        ("de", ["neunzig Minuten plus dreißig Sekunden", "ja"], "5400+30", PeriodAdd.ON_ZERO),
        ("de", ["aufwärts", "ja"], "up", PeriodAdd.ON_ZERO),
        ("en", ["own", "all", "30", "byo-yomi", "30", "five", "yes", ""], "1800, 5x30", PeriodAdd.ON_ZERO),
        (
            "en",
            ["own", "all", "30", "byo yomi", "30", str(MOST_BYO_YOMI), "yes", ""],
            f"1800, {MOST_BYO_YOMI}x30",
            PeriodAdd.ON_ZERO,
        ),
        ("en", ["own", "all", "30", "byo yomi", "30", "1", "yes", ""], "1800, 1x30", PeriodAdd.ON_ZERO),
        ("en", ["own", "40", "30", "byo yomi", "10 s", "3", "yes", ""], "40/1800, 3x10", PeriodAdd.ON_ZERO),
        (
            "en",
            ["own", "40", "30", "none", "all", "5", "byo yomi", "10 s", "3", "moves", "yes", ""],
            "40/1800, 300, 3x10",
            PeriodAdd.ON_QUOTA,
        ),
        ("en", ["own", "up", "yes", ""], "up", PeriodAdd.ON_ZERO),
        ("en", ["5+3", "other", "all", "3", "none", "yes", ""], "300+3/180+0", PeriodAdd.ON_ZERO),
        ("en", ["5+3", "other", "all", "5", "increment", "3", "yes", ""], "300+3", PeriodAdd.ON_ZERO),
        (
            "de",
            ["2", "andere", "20", "10", "nichts", "alle", "5", "nichts", "Züge", "ja", ""],
            "36/5400, 1800 / 20/600, 300",
            PeriodAdd.ON_QUOTA,
        ),
        ("fide", ["own", "alle", "fünf", "keine", "ja", "nein"], "300", PeriodAdd.ON_ZERO),
    ],
)
def test_dialogues(pack: str, lines: Sequence[str], control: str, added: PeriodAdd) -> None:
    setting = held(lines, pack)
    assert setting.question is TimeControlQuestion.SET
    assert setting.control == parse_time_control(control, added)


def test_it_is_read_back_before_it_counts() -> None:
    setting = held(["own", "all", "two hours", "increment", "thirty seconds"])
    assert setting.question is TimeControlQuestion.CONFIRM
    assert asked(setting, language("en")).text == (
        "all moves in two hours, and thirty seconds more before each move. Right? Yes or no."
    )


def test_no_begins_anew_and_back_drops_all() -> None:
    assert held(["1", "no"]).question is TimeControlQuestion.CHOOSE
    dropped = held(["own", "all", "back"])
    assert dropped.is_over and dropped.control is None


NOT_READ = "That does not answer this question."


@pytest.mark.parametrize(
    ("lines", "note"),
    [
        (["chess"], NOT_READ),
        (["plus ten"], NOT_READ),
        (["fifteen plus"], NOT_READ),
        (["fifteen plus many"], NOT_READ),
        (["own", "all", "5", "delay", "many"], NOT_READ),
        (["own", "all", "5", "maybe"], NOT_READ),
        (["own", "40", "5", "none", "up"], NOT_READ),
        (["99"], "The list ends at number two. For a time, say minutes."),
        (["zero"], "The list ends at number two. For a time, say minutes."),
        (["ninety"], "The list ends at number two. For a time, say minutes."),
        (["own", "0"], "A number from one to two hundred."),
        (["own", "500"], "A number from one to two hundred."),
        (["own", "all", "5", "byo-yomi", "30", "0"], "A number from one to thirty."),
        (["own", "all", "5", "byo-yomi", "30", "31"], "A number from one to thirty."),
        *(
            (lines, f"The time cannot be read: {why}.")
            for lines, why in (
                (["40/90, 0"], "a time control needs some time: '40/90, 0'"),
                (["0+0"], "a time control needs some time: '0+0'"),
                (["zero plus zero"], "a time control needs some time: 'zero plus zero'"),
                (["own", "all", "0"], "a time control needs some time: '0'"),
                (["own", "all", "5", "increment", "0"], "a time control needs some time: '0'"),
                (["own", "all", "5", "byo-yomi", "0"], "a time control needs some time: '0'"),
                (["99999+1"], "no time is longer than twenty-four hours: '99999+1'"),
                (["25 hours"], "no time is longer than twenty-four hours: '25 hours'"),
                (["25 hours plus 10"], "no time is longer than twenty-four hours: '25 hours plus 10'"),
                (["10 plus 25 hours"], "no time is longer than twenty-four hours: '10 plus 25 hours'"),
                (["own", "all", "25 hours"], "no time is longer than twenty-four hours: '25 hours'"),
                (["own", "all", "5", "delay", "25 hours"], "no time is longer than twenty-four hours: '25 hours'"),
                (
                    ["90+30/30"],
                    "behind the stroke may be more time or Black's; write 40/90+30, 30+30, or 90+30 / 30: '90+30/30'",
                ),
                (["40/90:30"], "periods are parted by commas, as in 40/90, 30+30: '40/90:30'"),
                (["5 / 4 / 3"], "there are times of two players at most: '5 / 4 / 3'"),
                (["15, 3"], "only the last period may be without a number of moves: '15, 3'"),
                (["3x30, 15"], "byo-yomi comes last: '3x30, 15'"),
                (["up, 5"], "a clock that counts up has one period only: 'up, 5'"),
                (["15++10"], "a time is written like 15+10, 40/90, 30+30 or 1:30:00+30: '15++10'"),
            )
        ),
    ],
)
def test_what_is_no_answer_is_asked_again_with_its_reason(lines: Sequence[str], note: str) -> None:
    before, after = held(lines[:-1]), held(lines)
    assert after.question is before.question
    assert [each.text for each in after.notes] == [note]


@pytest.mark.parametrize("pack", [name for name in voice_pack_names() if name != "en"])
def test_the_reason_is_told_in_every_language(pack: str) -> None:
    (note,) = answered(Setting(known=KNOWN), "90+30/30", language(pack)).notes
    assert (
        note.text
        == trouble_words(
            PhrasedError("time_unread", error=PhrasedError("time_unclear", text="'90+30/30'")), load_voice_pack(pack)
        ).text
    )
    assert note.language == load_voice_pack(pack).language


#: An answer to each question, in order, so that each is reached.
EACH_QUESTION = ["own", "2", "5", "none", "all", "5", "byo-yomi", "30", "3", "zero", "yes"]


@pytest.mark.parametrize("word", ["?", "help"])
@pytest.mark.parametrize("pack", ["en", "de"])
def test_each_question_has_a_help_of_its_own(pack: str, word: str) -> None:
    """It changes nothing, and the question is asked again."""
    helped: dict[TimeControlQuestion, str] = {}
    for answers in range(len(EACH_QUESTION) + 1):
        before = held(EACH_QUESTION[:answers])
        after = answered(before, word, language(pack))
        assert replace(after, notes=()) == replace(before, notes=())
        helped[before.question] = " ".join(note.text for note in after.notes)
    assert set(helped) == set(TimeControlQuestion) - {TimeControlQuestion.SET, TimeControlQuestion.DROPPED}
    assert len(set(helped.values())) == len(helped)
    assert not any(character.isdigit() for text in helped.values() for character in text)


def test_both_times_are_read_back() -> None:
    setting = held(["5+3", "other"])
    assert asked(setting, language("en")).text == "Black's period one. How many moves? A number, or: all."
    setting = held(["5+3", "other", "all", "3", "none"])
    assert asked(setting, language("en")).text == (
        "White: all moves in five minutes, and three seconds more before each move. "
        "Black: all moves in three minutes. Right? Yes or no."
    )


def test_a_name_of_its_own_is_kept_and_one_that_is_taken_is_not() -> None:
    own = ["own", "all", "5", "none", "yes"]
    assert held([*own, "Club night"]).kept_as == "Club night"
    assert asked(held([*own, "Club night"]), language("en")).text == "Kept as Club night."
    taken = held([*own, "club-game"])
    assert taken.question is TimeControlQuestion.NAME and taken.notes
    assert held([*own, ""]).kept_as is None


def test_the_list_names_all_with_number_and_words() -> None:
    lines = [part.text for part in listed(KNOWN, load_voice_pack("en"))]
    assert lines[0] == "one: FIDE blitz. all moves in three minutes, and two seconds more before each move."
    assert [note.text for note in held(["list"]).notes] == lines


def test_at_most_five_periods() -> None:
    lines = ["own", *["10", "5", "none"] * 5]
    setting = held(lines)
    assert setting.question is TimeControlQuestion.ADDED and len(setting.periods) == 5
    assert control_words(held([*lines, "zero"]).control, load_voice_pack("en")).text.count("ten moves") == 5
    assert setting.periods[0].time == timedelta(minutes=5)
