"""`access-chess learn`: lessons typed into a pipe, from the first word to the last.

What is heard of the whole course by Enter alone is written again by `python -m tests.command_line.test_learn`.
"""

import os
import tempfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from access_chess.cli import main
from access_chess.edge.packs.lessons import has_lessons, load_course
from access_chess.edge.packs.voice_packs import voice_pack_names
from access_chess.edge.practising.store import PracticeStore, PracticeStoreError
from access_chess.edge.storage.places import HOME_VARIABLE

GOLDEN = Path(__file__).parents[1] / "golden" / "lessons"
WHOLE = ("en", "de", "sw", "mr")
#: Where the first whole game begins, Enter is not enough.
HALVES = {"to_the_first_game": "board", "from_there_to_the_end": "notation"}
ENTERS = "\n" * 2500


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))


def learn(*arguments: str, typed: str = "", voices: str = "en") -> Result:
    return CliRunner().invoke(main, ["learn", *arguments, "--no-sound", "--voices", voices], input=typed)


KEPT = "Your stars are kept."


def all_heard(*arguments: str, typed: str, voices: str = "en") -> list[str]:
    result = learn(*arguments, typed=typed, voices=voices)
    assert result.exit_code == 0, result.output
    return result.stdout.splitlines()


def heard(*arguments: str, typed: str, voices: str = "en") -> list[str]:
    """All but that the stars are kept, which is told at the end to who leaves with some."""
    told = all_heard(*arguments, typed=typed, voices=voices)
    return told[:-1] if told[-1:] == [KEPT] else told


@pytest.mark.parametrize("leave", ["no\n", "quit\n", ""])
def test_who_leaves_with_stars_hears_that_they_are_kept(leave: str) -> None:
    assert KEPT not in all_heard("rook", typed=leave), "there are none yet"
    assert all_heard("rook", typed=f"\n\nrook d7\nrook h7\nrook h2\n{leave}").count(KEPT) == 1


@pytest.mark.parametrize("voices", WHOLE)
@pytest.mark.parametrize("half", HALVES)
def test_who_only_presses_enter_hears_the_whole_course(half: str, voices: str) -> None:
    recorded = (GOLDEN / f"{half}.{voices}.txt").read_text(encoding="utf-8").splitlines()
    assert all_heard(HALVES[half], typed=ENTERS, voices=voices) == recorded


@pytest.mark.parametrize("voices", [each for each in voice_pack_names() if has_lessons(each)])
def test_every_lesson_begins_in_each_language_that_has_it(voices: str) -> None:
    for number, lesson in enumerate(load_course().lessons, 1):
        begun = heard(str(number), typed="", voices=voices)
        assert len(begun) >= 2, lesson.name


def test_a_lesson_is_led_by_rules_hints_and_stars() -> None:
    told = heard("rook", typed="\n\nrook e5\nwhy\nrook d7\nhint\nrook h7\nboard\nrook h2\nquit\n")
    assert told == [
        "The rook: five tasks, about six minutes. A question mark tells what you may type.",
        "The rook is the tower in the corner. Feel its top: it is flat, with notches like a castle wall.",
        "It goes straight: along its rank or along its file, as far as it likes, forwards, back, left and right. "
        "It does not jump.",
        "You have rook David four. Coins lie on David seven, Hector two, Hector seven. Three moves are enough.",
        "Not yet. From David four the rook stays on rank four or on file David, and does not jump.",
        "A rook goes any distance along its rank or its file, and does not jump.",
        "Taken, two are left: Hector two, Hector seven.",
        "Which of them lies on the same rank or file as the rook?",
        "Taken. One is left: Hector two.",
        "White: rook Hector seven.",
        "Black, pawns: Hector two.",
        "Done, in three moves.",
        "With a hint: two stars.",
        "Next?",
        "Training ended.",
    ]


def test_it_goes_on_where_it_was_left_and_the_list_tells_the_stars() -> None:
    heard("rook", typed="\n\nrook d7\nrook h7\nrook h2\nquit\n")
    assert heard(typed="")[0].startswith("The board: "), "of the first lesson with a task left"
    assert heard("rook", typed="no\n")[:3] == [
        "The rook. Task two of five.",
        "From the beginning? Yes or no.",
        "Your rook stands on Anna one. Black has knight Cesar one, pawn Anna three. Name each move of the rook, one "
        "after the other. There are four.",
    ]
    told = heard("list", typed="")
    assert len(told) == 34
    assert told[2:4] == ["Three, The rook: three stars of fifteen.", "Four, The bishop: not begun."]


@pytest.mark.parametrize(
    ("typed", "told"), [("yes\n", "The rook is the tower"), ("no\n", "Your rook stands"), ("\n", "Your rook stands")]
)
def test_who_left_a_lesson_may_begin_it_anew(typed: str, told: str) -> None:
    heard("rook", typed="\n\nrook d7\nrook h7\nrook h2\nquit\n")
    assert heard("rook", typed=typed)[2].startswith(told)


def test_what_would_tell_the_answer_is_a_hint_and_is_asked_about() -> None:
    reach = "Two squares: Bella one, Anna two. Takes: knight Cesar one, pawn Anna three."
    told = heard("rook", typed="next\nnext\nnext\nlegal moves\nno\nreach a1\nyes\nRa2\nRa3\nRb1\nRc1\nquit\n")
    asked = told.index("That would be a hint. Yes or no.")
    assert told[asked : asked + 4] == [told[asked], "Not done.", told[asked], reach]
    assert told[-3] == "With a hint: two stars."
    assert "That would be a hint. Yes or no." not in heard("queen", typed="next\nreach d1\nquit\n")


def test_stars_take_few_cells_in_braille() -> None:
    typed = "\n\nRd7\nRh7\nhint\nRh2\nquit\n"
    assert heard("rook", "--form", "braille", typed=typed)[-3:] == ["**", "Next?", "Training ended."]


def test_a_question_of_the_board_that_waits_lets_nothing_of_a_game_into_a_lesson() -> None:
    told = heard("rook", typed="\n\nwhere are my pieces\nresign\nyes\nboard\nquit\n")
    assert told[4:6] == ["Which piece?", "That is not possible now."]
    assert "White: rook David four." in told


LIST_HOW = 'A name or a number begins a lesson. Enter or "next one" tells more, "back" leads back.'


def test_within_a_lesson_the_list_is_told_and_a_name_there_opens_it() -> None:
    told = heard("rook", typed="\n\nlessons\n\nhorse\nboard\nquit\n")
    goal = told.index("One, The board: not begun.")
    assert told[goal + 10] == told[goal + 21] == LIST_HOW, "ten at a time"
    assert told[goal + 22].startswith("There is no lesson horse. Near it: ")
    assert told[goal + 23].startswith("The board: five tasks, about three minutes.")
    assert told[-1] == "Training ended."


@pytest.mark.parametrize("leads_back", ["back", "\n\n\n", "next\nnext one\nyes\nnext", "stop\nback"])
def test_from_the_list_it_goes_on_where_it_was(leads_back: str) -> None:
    told = heard("rook", typed=f"\n\nrook d7\nlessons\n{leads_back}\nrook h7\nrook h2\nquit\n")
    assert told[-6].startswith("You have rook David seven. Coins lie on Hector two, Hector seven.")
    assert told[-5:] == ["Taken. One is left: Hector two.", "Done, in three moves.", "Three stars.", "Next?",
                         "Training ended."]  # fmt: skip


def test_within_a_lesson_another_one_is_opened_by_its_name_and_what_was_done_is_kept() -> None:
    told = heard("rook", typed="\n\nrook d7\nrook h7\nrook h2\nlearn horse\nlearn Castling\nlessons\nrook\nquit\n")
    assert "There is no lesson horse. Near it: ares, firstgame." in told
    assert any(line.startswith("Castling: eight tasks") for line in told)
    assert told[-4] == LIST_HOW and "Three, The rook: three stars of fifteen." in told
    assert told[-3:-1] == ["The rook. Task two of five.", "From the beginning? Yes or no."]


def test_a_practice_game_is_left_for_a_lesson_and_goes_on_after_it() -> None:
    typed = "e4\nlearn castling\nno\nlearn castling\nyes\n\n0-0\nquit\nwhat is on e4\n"
    typed += "learn\nyes\n2\nquit\nlearn horse\nyes\nquit\n"
    result = CliRunner().invoke(main, ["play", "--no-sound", "--voices", "en", "--level", "1"], input=typed)
    assert result.exit_code == 0, result.output
    told = result.stdout.splitlines()
    asked = "Leave the game for the lesson castling? It is kept."
    first = told.index(asked)
    assert told[first : first + 3] == [asked, "Not done.", asked]
    assert told[first + 3].startswith("Castling: eight tasks")
    left = told.index("Training ended.")
    assert told[left + 1 : left + 5] == [
        KEPT, "White to move, move two.", "Eva four: White pawn.", "Leave the game for the lessons? It is kept.",
    ]  # fmt: skip
    assert any(line.startswith("Names for the ear: ") for line in told)
    assert told[-4:] == [
        "Leave the game for the lesson horse? It is kept.", "There is no lesson horse. Near it: ares, firstgame.",
        "White to move, move two.", "The game is kept as number one.",
    ]  # fmt: skip


def test_where_there_are_no_lessons_in_the_language_the_game_goes_on() -> None:
    command = ["play", "--no-sound", "--voices", "es"]
    result = CliRunner().invoke(main, command, input="e4\naprender torre\nsí\nabandonar\nsí\nsalir\n")
    assert result.exit_code == 0, result.output
    assert any("Con --voices en están en inglés." in line for line in result.stdout.splitlines())


def test_other_trainings_know_no_lessons() -> None:
    result = CliRunner().invoke(main, ["train", "puzzles", "--no-sound", "--voices", "en"], input="lessons\nquit\n")
    assert "That is not possible now." in result.stdout


def test_without_a_name_the_first_lesson_with_an_open_task_comes() -> None:
    assert heard(typed="")[0].startswith("The board: five tasks, about three minutes.")


def test_a_move_is_taken_back_and_a_task_begun_again() -> None:
    told = heard("rook", typed="\n\nrook d7\nback\nrook d7\nnew game\nquit\n")
    goal = "You have rook David four. Coins lie on David seven, Hector two, Hector seven. Three moves are enough."
    assert [line for line in told if line.startswith(("You have", "Taken"))] == [
        goal, "Taken, two are left: Hector two, Hector seven.", goal, "Taken, two are left: Hector two, Hector seven.",
        goal,
    ]  # fmt: skip


def test_nobody_is_stuck() -> None:
    """After two wrong answers a hint comes by itself, after four the solution."""
    told = heard("board", typed="\n7\n8\n9\n10\nquit\n")
    assert told[3:] == [
        "How many squares has the whole board?", "Not yet.", "Not yet.", "Eight rows, and eight squares in each.",
        "Not yet.", "Not yet.", "The answer is sixty-four.", "A square is named by its file and its rank.", "Next?",
        "Training ended.",
    ]  # fmt: skip


def test_who_is_lost_hears_what_is_waited_for_and_no_part_again() -> None:
    """Neither the part that was told just now, nor what a game would have; yes is as good as Enter."""
    told = heard("board", typed="xyz\ne4\n?\nboard\nyes\n64\nfish\n?\nyes\nlight\nyes\nyes\nfish\ne4\npawn e4\nquit\n")
    ready, how = "Enter, when you are ready.", (
        'Enter goes on; at a question it helps. "hint" helps too, "solution" tells the answer, "why" the rule.',
        '"back" goes back, "again" repeats, "next one" leaves this task out. "board" tells what stands there.',
        '"learn" tells the lessons, "quit" leaves. Your stars are kept.',
    )  # fmt: skip
    assert told[2:9] == [ready, ready, ready, *how, "The board is empty."]
    assert told[9:18] == [
        "Answer with a number.", "How many squares has the whole board?", "Right.", "Three stars.", "Next?", ready,
        ready, *how[:2],
    ]  # fmt: skip
    assert told[-7:] == [
        "Name a piece and a square.", "Name a piece and a square.",
        "The files are a, b, c, d, and then?", "Right.", "With a hint: two stars.", "Next?", "Training ended.",
    ]  # fmt: skip


NUMBER = "Answer with a number."
SQUARES = "How many squares has the whole board?"
ONE_MOVE = "One move at a time: the piece, and the square to which it goes."
MAN_AND_SQUARE = "Name a piece and a square."
DEED = "Type what you do or say, or the move."
STRAIGHT = "Not yet. From David four the rook stays on rank four or on file David, and does not jump."
TAKEN = "Taken, two are left: Hector two, Hector seven."
LOOK = "Which of them lies on the same rank or file as the rook?"

CHILD = [
    ("rook", 2, ["tower d7", "i dont know", "rook left"], [ONE_MOVE, ONE_MOVE, LOOK, ONE_MOVE]),
    ("rook", 2, ["d7", "ROOK D-7"], ["Name the piece too, not only the square.", TAKEN]),
    ("rook", 2, ["7d", "rook seven david"], ["First the file, then the rank: David seven."] * 2 + [LOOK]),
    ("rook", 2, ["rook d7 rook h7", "rook to d7"], [ONE_MOVE, TAKEN]),
    ("rook", 2, ["no", "1", "rook d 7"], [ONE_MOVE, ONE_MOVE, LOOK, TAKEN]),
    ("rook", 2, ["rook h8", "horse b3", "castle d7"], [STRAIGHT, STRAIGHT, LOOK, TAKEN]),
    ("rook", 2, ["x" * 5000], [ONE_MOVE]),
    ("board", 1, ["i dont know"], [NUMBER, SQUARES]),
    ("board", 1, ["lots", "yes"], [NUMBER, SQUARES, NUMBER, "Eight rows, and eight squares in each."]),
    ("board", 1, ["Sixty Four"], ["Right.", "Three stars.", "Next?"]),
    ("board", 4, ["4e", "put a pawn on e4"],
     ["First the file, then the rank: Eva four.", "Right.", "Three stars.", "Next?"]),
    ("board", 4, ["E-4 PAWN"], ["Right.", "Three stars.", "Next?"]),
    ("board", 4, ["pawn", "pawn e4 e5"], [MAN_AND_SQUARE, MAN_AND_SQUARE, "The files are a, b, c, d, and then?"]),
    ("touch", 1, ["adjust knight g1"], ["Right.", "Three stars.", "Next?"]),
    ("touch", 1, ["adjust", "knight"], ["Not yet.", DEED, "It is said before you touch."]),
    ("sheet", 6, ["sign", "sign 0-1", "sign 1-0"],
     ["Not yet.", "Not yet.", "One to nil.", "Right.", "With a hint: two stars.", "Next?"]),
    ("blindboard", 4, ["echo Eva vier", "echo Eva f\u00fcnf"], ["Not yet.", "Right.", "Three stars.", "Next?"]),
    ("rook", 6, ["rook a4", "rook b1"], ["Not legal: your own knight is on Anna four.", "Bella one."]),
    ("check", 3, ["ke2", "king takes rook"],
     ["Not legal: the rook on Eva eight would give check.", "Not legal: there is nothing to take like that.",
      "Leave the file of the rook."]),
    ("castling", 4, ["0-0-0"],
     ["You cannot castle now: the rook on David eight attacks a square that the king crosses."]),
    ("pawn", 1, ["a4", "a5", "a6", "a7", "a8"],
     [*(f"Your opponent's pawn goes to Hector {rank}." for rank in ("five", "four", "three", "two")),
      "Done, in five moves.", "Three stars.", "Next?"]),
    ("oldmen", 1, ["a Vizier"], ["Right.", "Next?"]),
    ("setup", 7, ["at the", "right"], [NUMBER, "You sit behind Black's men. On which side of your king is your queen?",
                                       "One: At the left.", "Two: At the right.", "Right.", "Three stars.",
                                       "The lesson is done, with seven stars of fifteen.",
                                       "The next lesson: The wings. Shall it begin?"]),
    ("conduct", 9, ["arbiter", "call arbiter"], [DEED, "Right.", "Three stars.", "Next?"]),
]  # fmt: skip


@pytest.mark.parametrize(("lesson", "passed", "lines", "answers"), CHILD)
def test_a_childs_mistake_has_one_sentence_that_leads_on(
    lesson: str, passed: int, lines: list[str], answers: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    passing = "next\n" * passed + "quit\n"
    before = heard(lesson, typed=passing)[:-1]
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "again"))
    told = heard(lesson, typed=passing.replace("quit", "\n".join(lines)) + "quit\n")
    assert told[: len(before)] == before
    assert told[len(before) : -1] == answers


def test_ten_times_the_same_wrong_answer_is_not_told_ten_times_the_same() -> None:
    told = heard("rook", typed="next\nnext\n" + "rook h8\n" * 10 + "\n")
    assert told.count(STRAIGHT) == 4
    assert told.count("Enter, when you are ready.") == 6
    assert told[-1].startswith("Your rook stands on Anna one.")


def test_where_a_game_was_left_a_number_or_a_move_is_no_end_of_it() -> None:
    told = heard("firstgame", typed="next\n" * 7 + "e4\nquit\n10\ne4\nquit\n")
    assert told[-3:] == ["Enter, when you are ready.", "Enter, when you are ready.", "Training ended."]


def test_men_are_set_up_by_name_or_letter() -> None:
    told = heard("board", typed="\n64\n\nlight\n\n\npawn e4\n\n\nquit\n")
    assert told[-3:-1] == ["Place the board so that the corner at your right hand is light. Squares that touch only at "
                           "their corners make a diagonal. All squares of a diagonal have one colour. The longest dark "
                           "one joins Anna one with Hector eight.",
                           "You sit on White's side. Put a pawn on the corner that must be light."]  # fmt: skip
    assert "Three stars." in told


@pytest.mark.parametrize("answer", ["queen", "white queen", "Q"])
def test_a_man_is_named_without_a_colour(answer: str) -> None:
    told = heard("names", typed=f"{'next' + chr(10)}" * 5 + f"knight\n{answer}\nquit\n")
    asked = told.index("Answer with a piece.")
    assert told[asked + 2 : asked + 5] == ["Not yet.", "Right.", "Three stars."]


def test_what_is_done_at_a_board_is_said_as_in_a_game() -> None:
    told = heard("touch", typed="\nadjust e2\nadjust g1\nquit\n")
    assert [line for line in told if line in ("Not yet.", "Right.")] == ["Not yet.", "Right."]


@pytest.mark.parametrize(
    ("line", "voices"), [("stop the clocks", "en"), ("arbiter please", "en"), ("uhren anhalten", "de")]
)
def test_who_stops_the_clocks_calls_the_arbiter(line: str, voices: str) -> None:
    right, solved = {"en": ("Right.", "Three stars."), "de": ("Richtig.", "Drei Sterne.")}[voices]
    told = heard("clock", typed="next\n" * 11 + f"{line}\nquit\n", voices=voices)
    assert told[told.index(right) + 1] == solved


@pytest.mark.parametrize(("line", "voices"), [("five hundred and twelve", "en"), ("fünfhundertzwölf", "de")])
def test_a_large_number_is_answered_in_words(line: str, voices: str) -> None:
    told = heard("wheat", typed="next\n" * 6 + f"{line}\nquit\n", voices=voices)
    assert {"en": "Right.", "de": "Richtig."}[voices] in told


def test_where_only_one_castling_is_allowed_the_side_is_chosen() -> None:
    told = heard("castling", typed="next\n" * 4 + "castle\n0-0\nnext\ncastle\nquit\n")
    asked = told.index("One move at a time: the piece, and the square to which it goes.")
    assert told[asked + 1 : asked + 4] == ["Right.", "Three stars.", "Next?"]
    assert told[-4:-2] == ["Right.", "Three stars."], "with one rook there is nothing to choose"


def test_the_first_whole_game_is_played_against_the_engine_and_may_be_left() -> None:
    told = heard("firstgame", typed="next\n" * 7 + "e4\nquit\nnext\nno\n")
    begun = told.index("From here against level one; leaving brings you back.")
    assert told[begun + 1] == "pawn Eva two Eva four"
    assert told[begun + 3 :] == [
        "Nine more moves of yours, and this task is done.", "The lesson is done, with five stars of fifteen.",
        "The next lesson: Writing moves. Shall it begin?", "Training ended.",
    ]  # fmt: skip


def test_the_first_whole_game_waits_where_it_was_left() -> None:
    told = heard("firstgame", typed="next\n" * 7 + "e4\nquit\n\nd4\nquit\nquit\n")
    assert told.count("Nine more moves of yours, and this task is done.") == 1
    assert told.count("Eight more moves of yours, and this task is done.") == 1
    again = heard("firstgame", typed="no\n\n\nboard\nquit\nquit\n")
    assert "Play a whole game. After ten moves of yours the task is done, and you may play on to the end." not in again
    begun = again.index("From here against level one; leaving brings you back.")
    assert again[begun - 1] == "Eight more moves of yours, and this task is done."
    assert "David four, Eva four" in " ".join(again[begun:])


def test_a_game_that_was_left_may_begin_anew() -> None:
    told = heard("firstgame", typed="next\n" * 7 + "e4\nquit\nnew game\n\ne4\nquit\nquit\n")
    assert told.count("Nine more moves of yours, and this task is done.") == 2


def test_what_cannot_be_kept_is_told_once_and_the_lesson_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise PracticeStoreError("practice_disk_full", path="practice.sqlite", error="no space")

    monkeypatch.setattr(PracticeStore, "keep", full)
    told = heard("rook", typed="\n\nrook d7\nrook h7\nrook h2\n\nsolution\n\nquit\n")
    assert told.count("Your progress cannot be kept.") == 1
    assert told[-1] == "Training ended."


@pytest.mark.parametrize(
    ("asked", "near"),
    [("horse", "There is no lesson horse. Near it: "), ("99", "There is no lesson 99. Near it: ")],
)
def test_a_lesson_that_is_not_there_is_told_with_those_near_it(asked: str, near: str) -> None:
    result = learn(asked)
    assert result.exit_code == 2
    assert result.stderr.startswith(near)


def test_a_language_without_lessons_says_so() -> None:
    result = learn(voices="es")
    assert result.exit_code == 2
    assert result.stderr.strip().endswith("Con --voices en están en inglés.")


def test_a_lesson_is_found_by_its_number_and_by_words_of_its_title() -> None:
    assert heard("3", typed="")[0] == heard("rook", typed="")[0] == heard("the rook", typed="")[0]


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for half, first in HALVES.items():
        for voices in WHOLE:
            with tempfile.TemporaryDirectory() as folder:
                os.environ[HOME_VARIABLE] = folder
                told = all_heard(first, typed=ENTERS, voices=voices)
            (GOLDEN / f"{half}.{voices}.txt").write_text("".join(f"{line}\n" for line in told), encoding="utf-8")
