"""Files of the world: what is read of them, and what is named as wrong."""

import chess
import pytest

from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.notation.written import LETTERS
from access_chess.scoresheets.comparison_words import reading_words
from access_chess.scoresheets.faults import FaultKind
from access_chess.scoresheets.pgn_reading import read_pgn, read_trees
from access_chess.scoresheets.reading import SheetRead

EN = load_voice_pack("en")
TAGS = '[Event "Club"]\n[White "Ada"]\n[Black "Ben"]\n'
ENDING_KING = "7k/5K2/8/8/8/8/8/6Q1 w - - 0 1"


def told(text: str) -> list[tuple[str, str, str]]:
    """Of each game its moves, with a question mark before what was not read, its result, and its faults."""
    return [_told(read) for read in read_pgn(text)]


def _told(read: SheetRead) -> tuple[str, str, str]:
    moves = [
        f"?{line.text}" if line.move is None or line.before is None else line.before.san(line.move)
        for line in read.sheet.lines
    ]
    faults = [f"{fault.kind.name} {fault.line}" for fault in read.faults]
    return " ".join(moves), read.sheet.heading.result.value, ", ".join(faults)


FOUR = "e4 e5 Nf3 Nc6"


@pytest.mark.parametrize(
    ("moves", "read"),
    [
        pytest.param("1. e4 e5\n\n2. Nf3 Nc6 *", FOUR, id="an empty line"),
        pytest.param("{A remark.\n\nIn paragraphs.}\n\n1. e4 e5 2. Nf3 Nc6 *", FOUR, id="a remark in paragraphs"),
        pytest.param("1.e4 e5 2.Nf3 Nc6 *", FOUR, id="numbers glued to moves"),
        pytest.param("1) e4 e5 2) Nf3 Nc6 *", FOUR, id="numbers with a bracket"),
        pytest.param("1: e4 e5 2: Nf3 Nc6 *", FOUR, id="numbers with a colon"),
        pytest.param("1 e4 e5 2 Nf3 Nc6 *", FOUR, id="numbers without a stop"),
        pytest.param("e4 e5 Nf3 Nc6 *", FOUR, id="no numbers"),
        pytest.param("1. e4 1... e5 2. Nf3 2...Nc6 *", FOUR, id="a number for each ply"),
        pytest.param("1. e4 1... e5 2. Nf3 2… Nc6 *", FOUR, id="an ellipsis"),
        pytest.param("1.- e4 e5 2.- Nf3 Nc6 *", FOUR, id="a dash behind the number"),
        pytest.param("1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 *", FOUR, id="long form"),
        pytest.param("1. e2–e4 e7–e5 2. Ng1–f3 Nb8–c6 *", FOUR, id="long form with long dashes"),
        pytest.param("1. e2e4 e7e5 2. g1f3 b8c6 *", FOUR, id="as engines write"),
        pytest.param("1. 5254 5755 2. 7163 2836 *", FOUR, id="digits of correspondence chess"),
        pytest.param("1. e4 e5 2. ♘f3 ♞c6 *", FOUR, id="figurines"),
        pytest.param("1. e4 e5 2. nf3 nc6 *", FOUR, id="small letters"),
        pytest.param("1. e4 e5 2. Sf3 Sc6 *", FOUR, id="German letters"),
        pytest.param("1. e4 e5 2. Кf3 Кc6 *", FOUR, id="Russian letters"),
        pytest.param("1. e4! e5?! 2. Nf3!? Nc6?? *", FOUR, id="praise"),
        pytest.param("1. e4 $1 e5$2 2. Nf3 ! Nc6 +- *", FOUR, id="marks of every kind"),
        pytest.param("1. e4 ; best by test\ne5 2. Nf3 Nc6 *", FOUR, id="a remark behind a semicolon"),
        pytest.param("1. e4 e5\n% an escape 2. d4\n2. Nf3 Nc6 *", FOUR, id="a line with the escape"),
        pytest.param("1. e4 e5 (1... c5 2. Nf3 (2. c3) d6) 2. Nf3 Nc6 *", FOUR, id="side lines"),
        pytest.param("1. e4 ({only words}) e5 2. Nf3 (see there) Nc6 *", FOUR, id="words in brackets"),
        pytest.param("1. e4 {[%clk 0:01]} e5 {a {nested} one} 2. Nf3 Nc6 *", FOUR, id="braces in braces"),
        pytest.param("1. e4 {:-{ } e5 2. Nf3 Nc6 *", FOUR, id="a brace that is only a sign"),
        pytest.param('1. e4 {see\n[Event "Open"]\nthere} e5 2. Nf3 Nc6 *', FOUR, id="a tag in a remark"),
        pytest.param('1. e4 {see\n[Event "a"]\n[White "b"]\n} e5 2. Nf3 Nc6 *', FOUR, id="tags in a remark"),
        pytest.param("1. e4&nbsp;e5<br>2. Nf3&#32;Nc6 *", FOUR, id="as copied from a page"),
        pytest.param("> 1. e4 e5\n>> 2. Nf3 Nc6 *", FOUR, id="quoted in a letter"),
        pytest.param("1. e4\xa0e5\u200b 2.\u2009Nf3 Nc6\ufeff *", FOUR, id="blanks and what is unseen"),
        pytest.param("1. e4 e5 2. Nf3 0:05 Nc6 *", FOUR, id="a clock time"),
        pytest.param("1. e4 (=) e5 2. Nf3 Nc6 *", FOUR, id="a draw offer"),
        pytest.param("1. e4 e5 2. Nf3 Nc6", FOUR, id="no result at all"),
        pytest.param("1. f4 e5 2. g4 Qh4 mate 0-1", "f4 e5 g4 Qh4#", id="mate as a word"),
        pytest.param("1. e4 a6 2. e5 d5 3. exd6 e.p. *", "e4 a6 e5 d5 exd6", id="en passant apart"),
        pytest.param("1. e4 a6 2. e5 d5 3. exd6e.p. *", "e4 a6 e5 d5 exd6", id="en passant"),
        pytest.param("1. e4 e5 2. Bc4 Bc5 3. Nf3 Nf6 4. 0-0! *", "e4 e5 Bc4 Bc5 Nf3 Nf6 O-O", id="noughts"),
        pytest.param("1. e4 e5 2. Bc4 Bc5 3. Nf3 Nf6 4.0-0 *", "e4 e5 Bc4 Bc5 Nf3 Nf6 O-O", id="noughts at the number"),
        pytest.param("1. e4 e5 2. Bc4 Bc5 3. Nf3 Nf6 4. o - o *", "e4 e5 Bc4 Bc5 Nf3 Nf6 O-O", id="castling apart"),
    ],
)  # fmt: skip
def test_moves_are_read_whole(moves: str, read: str) -> None:
    assert told(f"{TAGS}\n{moves}\n") == [(read, "0-1" if "mate" in moves else "none", "")]


PROMOTING = '[FEN "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1"]\n[SetUp "1"]\n\n'


@pytest.mark.parametrize(
    "word", ["e8=Q", "e8Q", "e8/Q", "e8(Q)", "e8=q", "e7e8q", "e7-e8=Q", "e8 = Q", "e8=♕", "e8D", "e8=Q!"]
)
def test_a_promotion_is_read_in_every_form(word: str) -> None:
    assert told(f"{PROMOTING}1. {word} *\n") == [("e8=Q", "none", "")]


def test_a_promotion_without_its_piece_is_asked_about() -> None:
    (read,) = read_pgn(f"{PROMOTING}1. e8 *\n")
    assert read.doubt is not None
    assert (read.certain, len(read.doubt.moves)) == ((), 4)


@pytest.mark.parametrize(
    ("moves", "read"),
    [
        pytest.param("1. e4 e5 2. Ke3 Nc6 *", [("e4 e5 ?Ke3 ?Nc6", "none", "")], id="a move that is not possible"),
        pytest.param("1. e5 e6 *", [("?e5 ?e6", "none", "")], id="the first"),
        pytest.param("1. d4 d5 2. Xf3 Xf6 *", [("d4 d5 ?Xf3", "none", "WORD 5")], id="a sign that is no piece's"),
        pytest.param("1. d4 d5 2. Nf3 Nd", [("d4 d5 Nf3 ?Nd", "none", "")], id="half a move"),
        pytest.param("1. e4 d5 2. d5 *", [("e4 d5 ?d5", "none", "")], id="a capture without its file"),
        pytest.param("1. e4 e5 2. -- Nc6 *", [("e4 e5 ?-- ?Nc6", "none", "")], id="a pass"),
        pytest.param("1. e4 e5 2. Z0 Nc6 *", [("e4 e5 ?Z0 ?Nc6", "none", "")], id="a pass of ChessBase"),
        pytest.param("1. e4 e5 {good 2. Nf3 Nc6 1-0", [("e4 e5", "none", "REMARK 5")], id="an open remark"),
        pytest.param(
            "1. e4 {good e5 2. Nf3 {best} Nc6 1-0", [("e4", "none", "REMARK 5")], id="an open remark and another"
        ),
        pytest.param("1. e4 e5 (1... c5 2. Nf3 Nc6 1-0", [("e4 e5", "none", "BRACKET 5")], id="an open bracket"),
        pytest.param("1. e4 e5) 2. Nf3 Nc6 *", [(FOUR, "none", "CLOSING 5")], id="a bracket that closes nothing"),
        pytest.param("1. e4 e5 2. Nf3 nothing 3. Bb5 *", [("e4 e5 Nf3 ? ?Bb5", "none", "WORD 5")], id="a word for it"),
        pytest.param("1. e4 e5 nonsense 2. Nf3 Nc6 1-0", [(FOUR, "1-0", "WORD 5")], id="a word between"),
        pytest.param("Vienna, by a friend\n\n1. e4 e5 2. Nf3 Nc6 *", [(FOUR, "none", "WORD 5")], id="words above"),
        pytest.param("1. c4 e5 3. g3 g6 *", [("c4 e5 ? ? ?g3 ?g6", "none", "")], id="a number that is missing"),
        pytest.param("2. c4 e5 *", [("? ? ?c4 ?e5", "none", "")], id="the first number"),
        pytest.param("1. e4 2. Nf3 Nc6 *", [("e4 ? ?Nf3 ?Nc6", "none", "")], id="Black's move is missing"),
        pytest.param("1. e4 e5 1. Nf3 Nc6 *", [("e4 e5 ?Nf3 ?Nc6", "none", "NUMBER 5")], id="a number again"),
        pytest.param("1. e4 1. e5 2. Nf3 Nc6 *", [(FOUR, "none", "NUMBER_TWICE 5")], id="a number before Black's move"),
        pytest.param("1. e4 e5;2. Nf3 Nc6 *", [(FOUR, "none", "SEMICOLON 5")], id="a semicolon for a stop"),
        pytest.param(
            "1. e4 e5;2. Nf3 is best\n*", [("e4 e5", "none", "SEMICOLON_NUMBER 5")], id="a remark with the next number"
        ),
        pytest.param("1. e4 e5 ; 2. d4\n2. Nf3 Nc6 *", [(FOUR, "none", "")], id="a remark with another move"),
        pytest.param(
            "1. a3 a6 1/2-1/2 1. h3 h6 *", [("a3 a6", "1/2-1/2", ""), ("h3 h6", "none", "")], id="two games in one"
        ),
        pytest.param("1. a3 a6 1-0 1-0", [("a3 a6", "1-0", "")], id="the result twice"),
        pytest.param("1. a3 a6 1-0 2. h3", [("a3 a6", "1-0", "BEHIND_RESULT 5")], id="more behind the result"),
        pytest.param("1. a3 a6 1-0 {2. h3", [("a3 a6", "1-0", "REMARK 5")], id="an open remark behind the result"),
        pytest.param(
            "1. a3 a6 2. b3\n\n1. h3 h6", [("a3 a6 b3", "none", ""), ("h3 h6", "none", "")], id="another below"
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_named_and_never_guessed(moves: str, read: list[tuple[str, str, str]]) -> None:
    assert told(f"{TAGS}\n{moves}\n") == read


@pytest.mark.parametrize(
    ("tags", "faults"),
    [
        pytest.param(TAGS, "", id="as the standard has them"),
        pytest.param(TAGS.replace("\n", ""), "", id="on one line"),
        pytest.param(TAGS.replace("\n", "") + " ", "", id="with the moves on their line"),
        pytest.param(TAGS.replace("[", " ["), "", id="indented"),
        pytest.param(TAGS.replace("[", "> ["), "", id="quoted"),
        pytest.param(TAGS.replace('"', "'"), "", id="in single quotes"),
        pytest.param(TAGS.replace('[White "Ada"]', "[White “Ada”]"), "", id="in quotes of a word processor"),
        pytest.param(TAGS.replace('"', ""), "", id="without quotes"),
        pytest.param(TAGS.replace('"', "&quot;"), "", id="with entities"),
        pytest.param(TAGS.replace("]", "]]"), "", id="with a bracket too many"),
        pytest.param(TAGS.replace("]", ""), "", id="with a bracket too few"),
        pytest.param(TAGS.replace("[White", "White"), "", id="without the first bracket"),
        pytest.param(TAGS.replace("White", "white"), "", id="in small letters"),
        pytest.param(TAGS.replace(' "', ': "'), "", id="with a colon"),
        pytest.param(TAGS.replace("\n", "\r"), "", id="in lines of an old Macintosh"),
        pytest.param(TAGS.replace("\n", "\r\r\n"), "", id="in lines that end twice"),
        pytest.param("\x1a" + TAGS, "", id="behind the end of a file of DOS"),
        pytest.param("\ufeff" + TAGS, "", id="behind a mark"),
        pytest.param("%escape\n" + TAGS, "", id="behind an escape"),
        pytest.param("Dear Ada,\n\n" + TAGS, "TAG 1", id="behind a letter"),
        pytest.param(TAGS.replace("[Black", "what is this\n[Black"), "TAG 3", id="with a line between"),
        pytest.param(TAGS.replace("[Black", "[!!!]\n[Black"), "TAG 3", id="with a bracket between"),
        pytest.param(TAGS + '[White "Eve"]\n', "TAG_TWICE 4", id="twice"),
        pytest.param(TAGS + '[White "Ada"]\n', "", id="twice the same"),
        pytest.param(TAGS + '[Site "a city\nof old"]\n', "", id="broken over two lines"),
    ],
)
def test_tags_are_read_in_every_form(tags: str, faults: str) -> None:
    (read,) = read_pgn(f"{tags}\n1. e4 e5 *\n" if not tags.endswith(" ") else f"{tags}1. e4 e5 *")
    heading = read.sheet.heading
    assert (heading.event, heading.white, heading.black, read.plies) == ("Club", "Ada", "Ben", 2)
    assert ", ".join(f"{fault.kind.name} {fault.line}" for fault in read.faults) == faults


@pytest.mark.parametrize(
    ("value", "white"),
    [
        (r"Ada \"Countess\" L.", 'Ada "Countess" L.'),
        ('Ada "Countess" L.', 'Ada "Countess" L.'),
        (r"C:\\chess", r"C:\chess"),
        (r"a\b", r"a\b"),
        ("a\\", "a\\"),
        ("M&uuml;ller &amp; Co", "Müller & Co"),
        ("[x] {y} (z)", "[x] {y} (z)"),
        ("", ""),
        ("?", ""),
    ],
)
def test_the_value_of_a_tag_is_kept_as_it_is_meant(value: str, white: str) -> None:
    (read,) = read_pgn(f'[White "{value}"]\n[Black "Ben"]\n\n1. e4 *\n')
    assert (read.sheet.heading.white, read.sheet.heading.black, read.faults) == (white, "Ben", ())


@pytest.mark.parametrize(
    ("tag", "at_end", "result", "faults"),
    [
        ("1-0", "1-0", "1-0", ""),
        (None, "0-1", "0-1", ""),
        ("*", "0-1", "0-1", ""),
        ("1-0", "*", "1-0", ""),
        ("1-0", "", "1-0", ""),
        ("½-½", "½-½", "1/2-1/2", ""),
        ("1/2", "1/2", "1/2-1/2", ""),
        ("1–0", "1–0", "1-0", ""),
        ("1:0", "1:0", "1-0", ""),
        ("0.5-0.5", "0.5-0.5", "1/2-1/2", ""),
        ("1 - 0", "1 - 0", "1-0", ""),
        ("1-0 FF", "1-0", "1-0", ""),
        ("0-0", "0-0", "0-0", ""),
        ("?", "1/2-1/2", "1/2-1/2", ""),
        ("1-0", "0-1", "none", "RESULTS 4"),
        ("no idea", "", "none", "RESULT 1"),
    ],
)
def test_results_of_tag_and_moves_are_compared(tag: str | None, at_end: str, result: str, faults: str) -> None:
    tags = "[Event ?]\n" if tag is None else f'[Result "{tag}"]\n'
    assert told(f"{tags}[White ?]\n\n1. e4 e5 {at_end}\n") == [("e4 e5", result, faults)]


@pytest.mark.parametrize(
    ("fen", "moves", "result", "faults"),
    [
        (ENDING_KING, "1. Qg6 *", "1/2-1/2", ""),
        (ENDING_KING, "1. Qg6 0-1", "1/2-1/2", "BOARD_RESULT 5"),
        (ENDING_KING, "1. Qg7# *", "1-0", ""),
        (chess.STARTING_FEN, "1. f3 e5 2. g4 Qh4# *", "0-1", ""),
        (chess.STARTING_FEN, "1. f3 e5 2. g4 Qh4# 1-0", "0-1", "BOARD_RESULT 5"),
        ("8/8/8/8/8/5k2/4p3/4K3 w - - 0 1", "1. Kd2 Kf2 2. Kd3 *", "none", ""),
        ("8/8/8/8/8/5k2/4p3/3K4 w - - 0 1", "1. Kxe2 *", "?", ""),
        ("8/8/8/8/8/8/4pk2/3K4 w - - 0 1", "1. Kd2 *", "none", ""),
        ("8/8/8/8/8/2k5/3p4/3K4 b - - 0 1", "1... Kd3 1/2-1/2", "1/2-1/2", ""),
    ],
)
def test_the_last_position_is_asked_for_the_result(fen: str, moves: str, result: str, faults: str) -> None:
    ((read, found, wrong),) = told(f'[Event "x"]\n[FEN "{fen}"]\n[SetUp "1"]\n\n{moves}\n')
    if "?" in read:
        assert result == "?"
        return
    assert (found, wrong) == (result, faults)


@pytest.mark.parametrize(
    ("date", "day"),
    [
        ('[Date "2024.01.02"]', "2024-01-02"),
        ('[Date "2024-01-02"]', "2024-01-02"),
        ('[Date "2024/1/2"]', "2024-01-02"),
        ('[Date "2.1.2024"]', "2024-01-02"),
        ('[Date "2024-01-02T10:00:00Z"]', "2024-01-02"),
        ('[Date "????.??.??"]', ""),
        ('[Date "?"]', ""),
        ("", ""),
        ('[Date "1851.??.??"]', "1851"),
        ('[Date "1851"]', "1851"),
        ('[Date "1851.06.??"]', "1851-06"),
        ('[Date "1851.00.00"]', "1851"),
        ('[UTCDate "2024.01.02"]', "2024-01-02"),
        ('[Date "????.??.??"]\n[UTCDate "2024.01.02"]', "2024-01-02"),
    ],
)
def test_a_date_is_kept_as_far_as_it_is_known(date: str, day: str) -> None:
    (read,) = read_pgn(f'[Event "x"]\n{date}\n\n1. e4 *\n')
    assert (read.sheet.heading.day, read.faults) == (day, ())


@pytest.mark.parametrize("date", ["2024.02.30", "02/03/2024", "yesterday", "2024.13.01"])
def test_a_date_that_is_none_or_may_be_two_is_named(date: str) -> None:
    (read,) = read_pgn(f'[Event "x"]\n[Date "{date}"]\n\n1. e4 *\n')
    assert (read.sheet.heading.day, [fault.kind for fault in read.faults]) == ("", [FaultKind.DATE])


@pytest.mark.parametrize(
    ("tags", "moves", "read"),
    [
        ('[FEN "rubbish"]', "1. e4 e5 *", ("", "none", "POSITION 1")),
        ('[FEN "8/8/8/8/8/8/4P3/8 w - - 0 1"]', "1. e4 *", ("", "none", "POSITION 1")),
        ('[FEN "4k3/8/8/8/8/8/4P3/4K3"]', "1. e4 *", ("", "none", "POSITION 1")),
        ('[SetUp "1"]', "1. e4 e5 *", ("e4 e5", "none", "NO_POSITION 1")),
        ('[FEN "4k3/8/8/8/8/8/4P3/4K3 w - -"]', "1. e4 *", ("e4", "none", "")),
        ('[SetUp "0"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]', "1. e4 *", ("e4", "none", "")),
        ('[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7"]', "7... Kd7 8. e4 *", ("Kd7 e4", "none", "")),
        ('[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7"]', "7. Kd7 8. e4 *", ("Kd7 e4", "none", "")),
        ('[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]', "23. e4 Kd7 24. e5 *", ("e4 Kd7 e5", "none", "FIRST_NUMBER 3")),
        ('[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]', "1. e4 Kd7 3. e5 *", ("e4 Kd7 ? ? ?e5", "none", "")),
        ('[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]', "*", ("", "none", "ONLY_POSITION 1")),
        ('[FEN "4k3/8/8/8/8/8/4P3/R3K3 w KQkq - 0 1"]', "1. O-O-O *", ("O-O-O", "none", "")),
        ('[Variant "Crazyhouse"]', "1. e4 e5 *", ("", "none", "VARIANT 1")),
        ('[Variant "King of the Hill"]', "1. e4 e5 *", ("", "none", "VARIANT 1")),
        ('[Variant "Blindfold"]', "1. Nf3 Nf6 2. Ng1 Ng8 *", ("Nf3 Nf6 Ng1 Ng8", "none", "")),
        ('[Variant "From Position"]', "1. e4 *", ("e4", "none", "")),
        ('[Result "1-0"]', "1-0", ("", "1-0", "")),
        ('[Result "+/-"]', "+/-", ("", "1-0", "")),
        ('[Result "*"]', "*", ("", "none", "NO_MOVES 1")),
    ],
)
def test_where_a_game_begins_and_what_is_none(tags: str, moves: str, read: tuple[str, str, str]) -> None:
    assert told(f"{tags}\n\n{moves}\n") == [read]


@pytest.mark.parametrize(
    "fen",
    [
        "bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w KQkq - 0 1",
        "bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w GDgd - 0 1",
    ],
)
@pytest.mark.parametrize("variant", ['[Variant "Chess960"]\n', '[Variant "Fischerandom"]\n', '[Variant "chess 960"]\n'])
def test_chess960_is_known_by_its_name_or_its_castling(fen: str, variant: str) -> None:
    (read,) = read_pgn(f'{variant}[FEN "{fen}"]\n\n1. b3 c5 2. Nf3 d5 3. O-O *\n')
    assert (read.plies, read.sheet.is_chess960, read.faults) == (5, True, ())
    (without,) = read_pgn(f'[FEN "{fen}"]\n\n1. b3 c5 2. Nf3 d5 3. O-O *\n')
    assert (without.plies, without.sheet.is_chess960) == (5, True)


def test_two_languages_that_read_it_differently_are_a_doubt_but_the_spoken_one_decides() -> None:
    text = "1. e4 e5 2. Se2 *\n"  # a German knight or a Czech bishop
    (read,) = read_pgn(text)
    assert read.doubt is not None
    assert {move.uci() for move in read.doubt.moves} == {"g1e2", "f1e2"}
    (german,) = read_pgn(text, (LETTERS["de"],))
    assert german.is_whole


def test_a_game_with_faults_leaves_the_others_alone() -> None:
    good = '[Event "good"]\n\n1. d4 d5 1-0\n\n'
    for bad in ("1. e4 {open", "1. e4 (open", "1. e4 )", "[broken", "1. e4 }", '[White "x', "\x1a\x1a"):
        first, *_, last = told(f'{good}[Event "bad"]\n\n{bad}\n\n{good}')
        assert first == last == ("d4 d5", "1-0", ""), bad


def test_what_stands_beside_the_moves_is_counted() -> None:
    (read,) = read_pgn("1. e4! {a} e5 $1 (1... c5 (1... d5 {b}) {c}) 2. Nf3 ; d\n(= 3. Nc3) (words) *\n")
    left = read.left_out
    assert (left.remarks, left.side_lines, left.marks) == (3, 2, 2)


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ("1. e5 e6 *", "Line 5: Move one of White is not readable: e, 5."),
        ("1. e4 e5 {open", "Read one move of White and one of Black. Line 5: A remark is not closed; "
         "nothing is read from there on."),
        ("1. c4 e5 3. g3 *", "Read one move of White and one of Black. Line 5: Move two of White is not written, "
         "and what follows cannot be read without it."),
        ("1. c4 e5 1. g3 *", "Read one move of White and one of Black. Line 5: Move two of White has the number 1; "
         "nothing is read from there on."),
        ("*", "Game 1 has neither moves nor a result."),
    ],
)  # fmt: skip
def test_a_fault_is_told_with_its_line(moves: str, said: str) -> None:
    (read,) = read_pgn(f"{TAGS}\n{moves}\n")
    assert " ".join(part.text for part in reading_words(read, EN)) == said


@pytest.mark.parametrize(
    ("text", "tree", "faults"),
    [
        ("1. d4 (1. Nd5) (1. c4 e5) 1... d5 2. Bf4 *", "1. d4 ( 1. c4 e5 ) 1... d5 2. Bf4 *", ["SIDE_LINE Nd5"]),
        ("1. e4 e5 (1... Ke3) 2. Nf3 Nc6 *", "1. e4 e5 2. Nf3 Nc6 *", ["SIDE_LINE Ke3"]),
        ("1. e4 e5 2. Nf3 (2. d4 -- 3. d5) Nc6 *", "1. e4 e5 2. Nf3 ( 2. d4 ) 2... Nc6 *", ["PASS --"]),
        ("1. e4 {a [%eval 0.3] b} e5 *", "1. e4 { a b } 1... e5 *", []),
        ("1. e4 e5 (1... c5 {x} 2. Nf3 (2. c3)) *", "1. e4 e5 ( 1... c5 { x } 2. Nf3 ( 2. c3 ) ) *", []),
        ("(1. d4) 1. e4 *", "1. e4 *", ["SIDE_LINE d4"]),
        ("1. e4 e5 (3... c5) 2. Nf3 *", "1. e4 e5 2. Nf3 *", ["SIDE_LINE c5"]),
    ],
)
def test_side_lines_are_read_and_their_faults_end_nothing_else(text: str, tree: str, faults: list[str]) -> None:
    (read,) = read_trees(text)
    assert str(read.game).split("\n\n")[1] == tree
    assert [f"{fault.kind.name} {fault.text}" for fault in read.faults] == faults
