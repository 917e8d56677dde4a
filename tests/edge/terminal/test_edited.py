"""What is felt at a terminal: the display follows the cursor, and nothing that is typed is broken or lost."""

import re
import signal
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.terminal_screen import COLUMNS, TerminalScreen, playing

pytest.importorskip("readline", reason="this system has no line editor")

#: answers what is entered; at a signal it speaks unasked, as a clock does
PROGRAM = """
import queue, signal, sys, time
from access_chess.edge.terminal.opening import kept_terminal, open_terminal
from access_chess.session.inbox import take
from access_chess.machine_clock import monotonic_clock
time.sleep(float(sys.argv[1]))
inbox = queue.SimpleQueue()
keys = []
with kept_terminal():
    terminal = open_terminal(inbox.put, monotonic_clock, on_key=lambda: keys.append("key"))
    signal.signal(signal.SIGUSR1, lambda *_: print("one minute thirty seconds.", file=terminal))
    print("Ready.", file=terminal)
    terminal.proceed()
    while (entered := take(inbox)) is not None:
        if entered.text == "keys":
            print(f"{len(keys)} keys.", file=terminal)
        elif entered.text == "many":
            for number in range(60):
                print(f"Line {number}.", file=terminal)
        elif entered.text != "key":
            print(f"Read: {entered.text}", file=terminal)
        terminal.proceed(with_line=entered.text not in ("key", "escape"))
    terminal.close()
"""


@pytest.fixture
def talking() -> Iterator[TerminalScreen]:
    with closing(TerminalScreen("-c", PROGRAM, "0")) as terminal:
        terminal.until_row("Ready. ")
        yield terminal


@pytest.fixture
def game(tmp_path: Path) -> Iterator[TerminalScreen]:
    with closing(playing(tmp_path, "--voices", "en", "--opponent", "human")) as terminal:
        terminal.until_row("The game begins. White to move. ")
        yield terminal


def test_the_cursor_stands_behind_each_announcement(game: TerminalScreen) -> None:
    game.press("e4\n")
    game.until_row("pawn Eva two Eva four ")
    game.press("e5\n")
    game.until_row("pawn Eva seven Eva five ")
    game.press("Ke5")
    game.until_row("pawn Eva seven Eva five Ke5")
    game.press("\x7f\x7f\x7fquit\n")
    assert game.program.wait(60) == 0
    game.until(lambda: game.row == "" and "kept" in game.rows[-1])
    assert game.echoes
    assert [row for row in game.rows if "Eva two Eva four" in row] == ["pawn Eva two Eva four e5"]


def test_in_a_language_that_the_system_lacks_rows_are_as_long_as_their_letters() -> None:
    with closing(TerminalScreen("-c", PROGRAM, "0", environment={"LC_ALL": "de_XX.UTF-8"})) as terminal:
        terminal.until_row("Ready. ")
        terminal.press("Fünf Läufer über fünf Türme, möchte Bärbel hören\n")
        terminal.until_row("möchte Bärbel hören")
        terminal.press("?")
        terminal.until_row("möchte Bärbel hören ?")
        assert terminal.rows[-2:] == ["Read: Fünf Läufer über fünf Türme,", "möchte Bärbel hören ?"]


def test_behind_a_line_that_fills_its_row_what_is_typed_leaves_the_row_above_as_it_is(talking: TerminalScreen) -> None:
    line = "e" * (COLUMNS - len("Read: ") - 1)
    talking.press(f"{line}\n")
    talking.until_row(f"Read: {line}")
    above = talking.rows[:-1]
    talking.press("?")
    talking.until_row("?")
    assert talking.rows == [*above, f"Read: {line}", "?"]


def test_a_key_of_any_time_leaves_what_is_half_typed_as_it_is(game: TerminalScreen) -> None:
    game.press("kni")
    game.until_row("The game begins. White to move. kni")
    for keys, row in [
        ("\x1bOQ", "Eva one, white king. kni"),  # F2
        ("\x1b[A", "Eva two, white pawn. kni"),
        ("\x1b[1;3D", "David three, light. kni"),
        ("\x1b[1;5A", "David seven, black pawn. kni"),
        ("N", "Knight Bella eight, one of two. kni"),
        ("\x1b[12~", "No more exploring. kni"),  # F2 of other terminals
    ]:
        game.press(keys)
        game.until_row(row)
    game.press("ght f3\n")
    game.until_row("knight Gustav one Felix three ")


def test_enter_alone_leaves_the_cursor_where_it_is(talking: TerminalScreen) -> None:
    talking.press("\n")
    talking.until(lambda: talking.rows == ["Ready.", "Read:"])
    talking.press("e4\n")
    talking.until_row("Read: e4 ")
    assert talking.rows == ["Ready.", "Read: e4", "Read: e4"]


def test_a_half_typed_line_goes_on_behind_an_announcement(talking: TerminalScreen) -> None:
    talking.press("Nf")
    talking.until_row("Ready. Nf")
    talking.tell(signal.SIGUSR1)
    talking.until_row("one minute thirty seconds. Nf")
    talking.press("3\n")
    talking.until_row("Read: Nf3 ")


def test_the_cursor_stays_where_it_was_in_the_half_typed_line(talking: TerminalScreen) -> None:
    talking.press("Nf\x02")  # Control-B: one to the left
    talking.until(lambda: talking.row == "Ready. N")
    talking.tell(signal.SIGUSR1)
    talking.until_row("one minute thirty seconds. N")
    talking.press("g\n")
    talking.until_row("Read: Ngf ")


def test_a_line_that_was_typed_comes_back_with_an_arrow_key(talking: TerminalScreen) -> None:
    talking.press("Läufer\n")
    talking.until_row("Read: Läufer ")
    talking.press("\x1b[A")
    talking.until_row("Read: Läufer Läufer")
    talking.press("\x7f\n")
    talking.until_row("Read: Läufe ")


def test_a_long_announcement_is_broken_between_words_and_its_end_is_felt(talking: TerminalScreen) -> None:
    long = "one two three four five six seven eight nine ten eleven"
    talking.press(f"{long}\n")
    talking.until_row("eight nine ten eleven ")
    exact = "x" * (COLUMNS - len("Read: "))
    talking.press(f"{exact}\n")
    talking.until(lambda: talking.row.endswith("x "))


def test_what_was_typed_before_the_first_word_is_shown_behind_it_and_done() -> None:
    with closing(TerminalScreen("-c", PROGRAM, "1")) as terminal:
        terminal.press("Ng1\nf")
        terminal.until_row("Read: Ng1 f")
        assert terminal.rows == ["Ng1", "Ready. Ng1", "Read: Ng1 f"]  # the first is the system's own echo


def test_each_key_is_told_before_enter_and_a_single_key_needs_none(talking: TerminalScreen) -> None:
    for typed in ("k", "ke", "key", "keys"):
        talking.press(typed[-1])
        talking.until_row(f"Ready. {typed}")
    talking.press("\n")
    talking.until_row("5 keys. ")
    talking.press("key\n")
    talking.press("ü")
    talking.until(lambda: talking.row.endswith("Read: ü "))  # for a moment after Enter the system itself may echo
    assert not talking.echoes


def test_all_of_a_long_answer_stands_there_in_order(talking: TerminalScreen) -> None:
    talking.press("many\n")
    talking.until_row("Line 59. ")
    assert talking.rows[1:] == [f"Line {number}." for number in range(60)]


def test_a_program_that_is_told_to_end_leaves_a_terminal_that_echoes(game: TerminalScreen) -> None:
    assert not game.echoes
    game.tell(signal.SIGTERM)
    assert game.program.wait(60) == 128 + signal.SIGTERM
    assert game.echoes


def test_after_a_shell_had_the_terminal_the_line_is_drawn_again(talking: TerminalScreen) -> None:
    talking.press("Nf")
    talking.until_row("Ready. Nf")
    talking.tell(signal.SIGCONT)
    talking.press("3\n")
    talking.until_row("Read: Nf3 ")


def test_the_end_of_the_input_ends_it(talking: TerminalScreen) -> None:
    talking.press("\x04")
    assert talking.program.wait(60) == 0
    assert talking.echoes


def test_behind_a_line_that_fills_a_window_of_twenty_cells_the_cursor_stays_in_it(talking: TerminalScreen) -> None:
    talking.press("a move of nine\n")  # "Read: a move of nine" has twenty letters, "Read: move of nine." nineteen
    talking.until_row("Read: a move of nine ")
    talking.press("move of nine.\n")
    talking.until_row("Read: move of nine.")
    talking.press("Nf3")
    talking.until_row("Read: move of nine. Nf3")
    talking.press("\n")
    talking.until_row("Read: Nf3 ")
    assert talking.rows[-2:] == ["Read: move of nine. Nf3", "Read: Nf3"]


@pytest.mark.parametrize(
    "keys", ["\x1b", "\x1b\x1b", "\x1b[15~", "\x1b[24;2~", "\x1b[29~", "\x1b[[C", "\x1b[I", "\x1b[3^"]
)
def test_a_key_without_a_meaning_leaves_nothing_in_the_line_and_changes_nothing_behind_it(
    talking: TerminalScreen, keys: str
) -> None:
    talking.press(f"N{keys}f{keys}3\n")
    talking.until_row("Read: Nf3 ")


@pytest.mark.parametrize("line", ["Nf3", "bc4", "O-O", "0-0", "pa4", "no", "2"])
def test_escape_pressed_by_habit_is_a_key_of_its_own(talking: TerminalScreen, line: str) -> None:
    talking.press(f"\x1b{line}\n")
    talking.until_row(f"Read: {line} ")
    for sign in f"\x1b{line}\n":  # and by hand
        talking.press(sign)
        time.sleep(0.06)  # longer than the signs of one key are apart
    talking.until_row(f"Read: {line} ")
    assert talking.rows.count(f"Read: {line}") == 1


@pytest.mark.parametrize("terminal", ["xterm", "dumb"])
@pytest.mark.parametrize("key", ["q", "ä", "."])
def test_a_single_key_right_behind_escape_is_read_after_it(terminal: str, key: str) -> None:
    with closing(TerminalScreen("-c", PROGRAM, "0", environment={"TERM": terminal})) as screen:
        screen.until(lambda: "Ready." in screen.rows)
        for escapes in ("\x1b", "\x1b\x1b"):
            screen.press("key\n")
            time.sleep(0.1)  # until a key is awaited
            screen.press(f"{escapes}{key}")
            screen.until(lambda: screen.rows[-2:] == ["Read: escape", f"Read: {key}"])
            screen.press("Nf3\n")  # and the next line is whole
            screen.until(lambda: screen.rows[-1] == "Read: Nf3")


def test_escape_is_a_key_of_its_own_where_the_system_edits_the_line() -> None:
    with closing(TerminalScreen("-c", PROGRAM, "0", environment={"TERM": "dumb"})) as terminal:
        terminal.until(lambda: "Ready." in terminal.rows)
        terminal.press("\x1bN\x1b[15~f\x1b[A3\n")
        terminal.until(lambda: "Read: Nf3" in terminal.rows)


def test_what_is_pasted_is_typed(talking: TerminalScreen) -> None:
    talking.press("N\x1b[200~f3\x1b[201~\n")
    talking.until_row("Read: Nf3 ")


@pytest.mark.parametrize(
    "keys", ["\x1b[D\x1b[3~", "\x1bOD\x1b[3~", "\x1b[H\x1b[C\x1b[C\x1b[C\x1b[3~", "\x1b[1;5D\x1b[C\x1b[C\x1b[C\x1b[3~"]
)
def test_arrow_keys_and_delete_edit_the_line(talking: TerminalScreen, keys: str) -> None:
    talking.press(f"Nf34{keys}\n")
    talking.until_row("Read: Nf3 ")


def test_a_terminal_that_does_not_know_its_width_has_eighty_columns() -> None:
    with closing(TerminalScreen("-c", PROGRAM, "0", size=(0, 0))) as terminal:
        terminal.until_row("Ready. ")
        terminal.press("e4\n")
        terminal.until_row("Read: e4 ")
        terminal.press("\x1b[A\n")
        terminal.until(lambda: terminal.rows.count("Read: e4 e4") == 1)


def test_what_no_editor_shows_is_broken_between_words() -> None:
    with closing(TerminalScreen("-m", "access_chess", "games", "9")) as terminal:
        terminal.until(lambda: any(row.endswith("games --help.") for row in terminal.rows))
        assert re.fullmatch(
            r"9 is more than is expected; see (access-chess|python -m access_chess) games --help\.",
            " ".join(terminal.rows),
        )
