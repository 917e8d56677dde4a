"""A sheet to be heard: its chapters, what is said in each, and in whose voice."""

import chess

from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.laws.by_color import ByColor
from access_chess.laws.commands import Command, PlayIllegalMove, PlayMove, PressClock, Resign, SignResult
from access_chess.laws.commands import Result as GameResult
from access_chess.laws.setup import ArbiterMode, Occasion, Player, Setup
from access_chess.laws.time_control import parse_time_control
from access_chess.scoresheets.of_game import Notes, sheet_of
from access_chess.scoresheets.sheet import Sheet, SheetPly, Whose
from access_chess.scoresheets.spoken import Chapter, chapters
from access_chess.speech.utterance import VoiceRole
from tests.scoresheets.games import DAY, events_of

TIMED = Setup(
    time=parse_time_control("5400+30"),
    players=ByColor(Player(name="Anna Muster"), Player(name="Boris Beispiel")),
    occasion=Occasion(event="Open", site="Wien", round="3"),
)
ILLEGAL = PlayIllegalMove(color=chess.WHITE, move=chess.Move.from_uci("d2d5"))


def heard(setup: Setup, *done: str | Command, whose: Whose = Whose.RECORD, voices: str = "en") -> tuple[Chapter, ...]:
    pack = load_voice_pack(voices)
    notes = Notes(pack)
    made = sheet_of(events_of(setup, *done), DAY, whose=whose, note=notes)
    return chapters(made, pack, notes.words)


def words(chapter: Chapter) -> list[str]:
    return [part.text for part, _ in chapter.said]


def test_it_begins_with_the_heading_and_ends_with_the_result() -> None:
    first, *_, last = heard(
        TIMED,
        "e2e4",
        Resign(color=chess.BLACK),
        SignResult(color=chess.WHITE, result=GameResult.WHITE_WINS),
    )
    assert first.title == "Record of the game"
    assert words(first) == [
        "Record of the game.",
        "White: Anna Muster.",
        "Black: Boris Beispiel.",
        "Event: Open.",
        "Site: Wien.",
        "Round: 3.",
        "Date: two thousand twenty-six, one, two.",
        "White wins.",
        "White has signed the result.",
    ]
    assert (last.title, words(last)) == ("Result", ["White wins.", "White has signed the result."])


def test_a_chapter_a_pair_with_number_moves_and_clocks() -> None:
    _, first, second, last = heard(TIMED, "e2e4", "e7e5", "g1f3")
    assert first.title == "Move 1"
    assert words(first) == [
        "one",
        "pawn Eva two Eva four",
        "one hour thirty minutes twenty seconds",
        "pawn Eva seven Eva five",
        "one hour thirty minutes twenty-one seconds",
    ]
    assert [role for _, role in first.said] == [
        VoiceRole.ARBITER, VoiceRole.OWN, VoiceRole.OWN, VoiceRole.OPPONENT, VoiceRole.OPPONENT,
    ]  # fmt: skip
    assert words(second)[:2] == ["two", "knight Gustav one Felix three"]
    assert words(last) == ["The game is not over."]


def test_a_ruling_is_heard_behind_the_move_that_it_follows_in_the_words_of_play() -> None:
    _, first, *_ = heard(TIMED, "e2e4", "e7e5", ILLEGAL, PressClock(color=chess.WHITE), "d2d4", voices="fide")
    ruling = [part for part, role in first.said if role is VoiceRole.ARBITER and "egelwidrig" in part.text]
    assert ruling
    assert any("ä" in part.spoken or "ü" in part.spoken for part, _ in first.said), "the voice gets umlauts"


def test_gaps_and_what_is_not_legal_are_said() -> None:
    unwritten = PlayMove(color=chess.WHITE, move=chess.Move.from_uci("e2e4"), written=False)
    _, first, *_ = heard(Setup(), unwritten, PressClock(color=chess.WHITE), "e7e5", "d2d4", whose=Whose.WHITE)
    assert words(first) == ["one", "not written", "not written"]
    played = heard(Setup(arbiter=ArbiterMode.NONE), "e2e4", "e7e5", ILLEGAL, PressClock(color=chess.WHITE))
    assert words(played[2]) == ["two", "pawn David two David five", "not legal"]


def test_what_cannot_be_read_is_said_sign_by_sign() -> None:
    pack = load_voice_pack("en")
    unread = Sheet(lines=(SheetPly(number=1, color=chess.WHITE, text="Qh9"),))
    assert words(chapters(unread, pack, {})[1]) == ["one", "Q, h, 9"]


def test_another_position_is_read_out_first() -> None:
    first, *_ = heard(Setup(fen="4k3/8/8/8/8/8/4P3/4K3 b - - 3 7"), "e8d7")
    assert words(first)[-3:] == ["Black king: Eva eight.", "White king: Eva one.", "White pawn: Eva two."]
