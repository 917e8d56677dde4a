"""What holds of every file: no text is too strange, and what was exported is the same game when it is read."""

from hypothesis import example, given, settings
from hypothesis import strategies as st

from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.laws.commands import Result
from access_chess.scoresheets.comparison_words import reading_words
from access_chess.scoresheets.encodings import decoded
from access_chess.scoresheets.pgn_reading import read_pgn, read_trees
from access_chess.scoresheets.pgn_text import pgn_text
from access_chess.scoresheets.sheet import Heading, Sheet
from tests.scoresheets.games import random_sheet

EN = load_voice_pack("en")
SIGNS = (
    '[Event "x"]|[White "A|"]|[FEN "|]|8/8/8/8/8/8/4P3/4K2k w - - 0 1|1.|2.|1...|e4|e5|Nf3|Nc6|Sf3|O-O|0-0|e8=Q|--|{|}|'
    "(|)|;|%|$1|!?|1-0|1/2-1/2|*|½-½|\n|\n\n| |&nbsp;|<br>|> |\r|\x1a|\ufeff|3. g3|Nd|(=)|[%clk 0:01]|é|К|…|12|1851|abc"
)
PIECES = st.sampled_from(SIGNS.split("|"))
RUBBISH = st.one_of(st.lists(PIECES, max_size=40).map(" ".join), st.lists(PIECES, max_size=40).map("".join), st.text())
VALUES = st.text(st.characters(exclude_categories=["C", "Zl", "Zp", "Zs"]), max_size=30).filter(
    lambda text: "&" not in text and text.strip() not in ("", "?", "-")
)


@settings(max_examples=150, deadline=None)
@given(RUBBISH)
@example("1-0 {")
def test_no_text_is_too_strange_and_every_move_that_is_read_is_legal(text: str) -> None:
    for read in read_pgn(text):
        board = read.sheet.start
        for line in read.certain:
            assert line.move is not None and line.move in board.legal_moves
            board.push(line.move)
        reading_words(read, EN)
        assert read.is_game or not read.is_whole
    for tree in read_trees(text):
        str(tree.game)


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=400), st.sampled_from(["en", "de", "ru", "et", "mr"]))
def test_no_bytes_are_too_strange(content: bytes, language: str) -> None:
    list(read_pgn(decoded(content, language).text))


@settings(max_examples=50, deadline=None)
@given(
    st.integers(0, 50),
    st.lists(VALUES, min_size=5, max_size=5),
    st.dictionaries(st.sampled_from(["WhiteElo", "BlackTeam", "ECO", "Annotator", "MyOwn"]), VALUES),
    st.sampled_from(["????.??.??", "1851.??.??", "1999.06.??"]),
    st.sampled_from([Result.NONE, Result.WHITE_WINS, Result.DRAW]),
)
def test_what_is_exported_is_read_as_the_same_game_with_all_its_tags(
    seed: int, values: list[str], others: dict[str, str], day: str, result: Result
) -> None:
    white, black, event, site, round_ = values
    tags = (("Date", day), *others.items())
    heading = Heading(white=white, black=black, event=event, site=site, round=round_, result=result, tags=tags)
    sheet = Sheet(heading=heading, lines=random_sheet(seed, 20).lines)
    (read,) = read_pgn(pgn_text(sheet))
    assert (read.sheet.heading, read.faults) == (heading, ())
    assert [line.move for line in read.sheet.lines] == [line.move for line in sheet.lines]
