"""What is rarely asked for in competition, typed at a shared keyboard: what the Laws answer, and what is told."""

import re
from datetime import timedelta
from itertools import pairwise
from pathlib import Path

import chess
import pytest
from click.testing import CliRunner

from access_chess.cli import main
from access_chess.edge.storage.journal import Journal
from access_chess.edge.storage.places import HOME_VARIABLE, journal_file
from access_chess.laws.commands import Result, StartClock
from access_chess.laws.setup import ArbiterMode, Setup
from access_chess.laws.time_control import parse_time_control
from access_chess.machine_clock import utc_now
from access_chess.session.record import begin_game, resume_game
from tests.support.driver import Driver

ENGLISH = ("--voices", "en", "--time", "5400+30")
GERMAN = ("--voices", "de", "--time", "5400+30")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))


#: What a press by an empty line tells, which stands behind the move.
RUNS = re.compile(r"(White|Black)'s clock runs\.|Die Uhr von (Weiß|Schwarz) läuft\.")
MOVE = re.compile(r"(pawn|knight|bishop|rook|queen|king|Bauer|Springer|Läufer|Turm|Dame|König) [^.]*")


def told(typed: str, *arguments: str, profile: str = "tournament") -> list[str]:
    """What is written because of these lines, one for each semicolon; without beginning, presses and end."""
    lines = "\n".join([*typed.split("; "), "quit", ""])
    result = CliRunner().invoke(main, ["play", "--no-sound", "--profile", profile, *arguments], input=lines)
    assert result.exit_code == 0, result.output
    written = result.stdout.splitlines()
    begun = next(place for place, line in enumerate(written) if " to move" in line or " am Zug" in line)
    shown = written[begun + 1 : -1]
    is_press = [RUNS.fullmatch(line) and MOVE.fullmatch(before) for before, line in pairwise(["", *shown])]
    return [line for line, pressed in zip(shown, is_press, strict=True) if not pressed]


def test_a_game_with_all_that_rarely_happens() -> None:
    typed = (
        "knock over e2 d2; set up; unwritten e4; ; arbiter reconstruct; e5; ; Nf3; arbiter counter white 14;"
        " arbiter grant leave black; black leave; return; arbiter both resign; sign 1-0; sign 1-0"
    )
    assert told(typed, *ENGLISH) == [
        "White has knocked over: pawn Eva two, pawn David two",
        "White has put the pieces back.",
        "pawn Eva two Eva four",
        "The clocks are stopped. Article eight point five c.",
        "Black's clock runs.",
        "pawn Eva seven Eva five",
        "knight Gustav one Felix three",
        "The move counter of White's clock has been set. Article six point ten b.",
        "Black may leave for a while. Article twelve point two.",
        "Black has left.",
        "Black is back.",
        "Both players have resigned. The arbiter will decide on the result. Article five point one b.",
        "Arbiter: what is the result? Article five point one b.",
        "White has signed the result.",
        "Black has signed the result.",
        "Both players have signed this result. White wins. Article eight point seven.",
    ]
    journal = Journal(journal_file())
    game = resume_game(journal, 1).game
    journal.close()
    assert game.end is not None and game.end.result is Result.WHITE_WINS


def test_the_same_is_told_in_german() -> None:
    typed = (
        "umstoßen e2 d2; aufstellen; e4; ; schiedsrichter zähler weiß 14; schiedsrichter uhr falsch schwarz 5:00;"
        " schiedsrichter hinausgehen erlaubt schwarz; schwarz hinausgehen; wiederkommen;"
        " schiedsrichter beide geben auf; unterschreiben 1-0; unterschreiben 0-1"
    )
    assert told(typed, *GERMAN) == [
        "Weiß hat umgestoßen: Bauer Eva zwei, Bauer David zwei",
        "Weiß hat die Figuren wieder aufgestellt.",
        "Bauer Eva zwei Eva vier",
        "Der Zugzähler an der Uhr von Weiß ist neu gestellt. Artikel sechs Punkt zehn b.",
        "Die Uhr von Schwarz ist neu gestellt. Artikel sechs Punkt zehn b.",
        "Schwarz darf sich eine Weile entfernen. Artikel zwölf Punkt zwei.",
        "Schwarz ist hinausgegangen.",
        "Schwarz ist wieder da.",
        "Beide haben aufgegeben. Über das Ergebnis entscheidet der Schiedsrichter. Artikel fünf Punkt eins b.",
        "Schiedsrichter: Wie lautet das Ergebnis? Artikel fünf Punkt eins b.",
        "Weiß hat das Ergebnis unterschrieben.",
        "Schwarz hat das Ergebnis unterschrieben.",
        "Schiedsrichter: Wie lautet das Ergebnis? Artikel acht Punkt sieben.",
    ]


def test_after_different_signatures_the_arbiter_is_asked() -> None:
    typed = "resign; yes; sign 0-1; sign 1-0; arbiter declare 0-1"
    assert told(typed, *ENGLISH)[-4:] == [
        "White has signed the result.",
        "Black has signed the result.",
        "Arbiter: what is the result? Article eight point seven.",
        "The arbiter has decided. Black wins. Article thirteen point one.",
    ]


def test_two_hands_put_back_before_the_press_are_no_offence() -> None:
    typed = "two hands e4; put back; e4; "
    assert told(typed, "--edition", "fide-2018", *ENGLISH) == [
        "pawn Eva two Eva four",
        "pawn Eva two Eva four is taken back. White must move, if possible: pawn Eva two. "
        "Article seven point five point one.",
        "White's clock runs.",
        "pawn Eva two Eva four",
    ]
    journal = Journal(journal_file())
    game = resume_game(journal, 1).game
    journal.close()
    assert (game.illegal_count.white, game.completed.white) == (0, 1)


def test_a_move_against_touch_stands_until_the_opponent_claims() -> None:
    assert told("touch d2; against touch e4; ; touched d2", *ENGLISH, "--blind", "none") == [
        "Noted.",
        "pawn Eva two Eva four",
        "Black is right: the piece was touched and must move. Article four point three a.",
        "pawn Eva two Eva four is taken back. White must move, if possible: pawn David two. "
        "Article four point three a.",
        "White's clock runs.",
    ]


def test_an_illegal_move_stands_until_the_clock_is_pressed() -> None:
    assert told("against rules e2e5; ; e4; other hand; against rules e7e8; e5", *ENGLISH, "--blind", "none") == [
        "Noted.",
        "Illegal move by White. Offence number one. Article seven point four a.",
        "Black gets two minutes more. Article seven point four b.",
        "pawn Eva two Eva five is taken back. White must move, if possible: pawn Eva two. Article seven point four a.",
        "White's clock runs.",
        "pawn Eva two Eva four",
        "White is warned. White has pressed the clock with the other hand. Article six point seven b.",
        "Noted.",
        "pawn Eva seven Eva five",
    ]


def test_a_pawn_left_on_the_last_rank_is_found_at_the_press() -> None:
    pawn = ("--position", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "--edition", "fide-2018", "--blind", "none")
    assert told("against rules a7a8; ; Kd7", *pawn, *ENGLISH)[1:4] == [
        "White has left a pawn on the last rank and pressed the clock. Offence number one. "
        "Article seven point five point two.",
        "White's pawn becomes a queen. Article seven point five point two.",
        "Black gets two minutes more. Article seven point five point five.",
    ]


def test_touched_at_once_the_king_counts_as_first() -> None:
    castling = ("--position", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "--blind", "none")
    answers = told("touch at once h1 e1; Rg1; O-O", *castling, *ENGLISH)
    assert answers[1].startswith("This move is not allowed now: what was touched") and answers[2] == "Castles short"


def test_who_leaves_anyway_is_warned() -> None:
    assert told("leave venue anyway; return; white leave anyway", *ENGLISH) == [
        "Black has left.",
        "Black is warned. Black has left without leave. Article twelve point two.",
        "Black is back.",
        "White has left.",
        "White is warned. White has left without leave. Article twelve point two.",
    ]


def test_the_opponents_offer_is_not_accepted_on_a_condition() -> None:
    assert told("e4; draw; yes; ; draw if you resign; yes", *ENGLISH)[2:] == [
        "White offers a draw.",
        "Black: yes or no?",
        "Black's clock runs.",
        "There is a draw offer already. It waits for its answer.",
        "Black accepts the draw.",
        "Agreed. The game is drawn. Article five point two c.",
    ]


def test_the_arbiter_puts_a_wrong_clock_right() -> None:
    typed = "e4; ; e5; ; arbiter wrong clock white 5:00 black 4:00"
    assert told(typed, *ENGLISH)[-2:] == [
        "White's clock has been set. Article six point ten b.",
        "Black's clock has been set. Article six point ten b.",
    ]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("withdraw", "There is no draw offer."),
        ("withdraw claim", "There is no claim to rule on."),
        ("draw if you play h3", "An offer may have no conditions. Offer a draw without any."),
        ("draw; yes; withdraw", "That cannot be withdrawn."),
        ("sign 1-0", "The game is not over yet."),
        ("resign; yes; sign 0-1; white sign 0-1", "You have signed already."),
        ("resign; yes; complete sheet", "The game is over."),
        ("set up", "No piece is to be put back."),
        ("e4; put back", "This move cannot be put back."),
        ("against rules e2e4", "This move is legal."),
        ("white leave", "The player to move may not leave. Make the move first."),
        ("leave venue", "The arbiter has to allow that first."),
        ("arbiter reconstruct", "Nothing has to be reconstructed."),
        ("arbiter counter white 500000", "No game has that many moves."),
        ("resign; yes; arbiter both resign", "The game is over."),
    ],
)
def test_out_of_place_the_laws_say_why(typed: str, sentence: str) -> None:
    assert told(typed, *ENGLISH)[-1] == sentence


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("zurückziehen", "Es gibt kein Remisangebot."),
        ("forderung zurückziehen", "Es gibt keinen Antrag zu entscheiden."),
        ("remis; ja; angebot zurückziehen", "Das kann nicht zurückgezogen werden."),
        ("unterschreiben 1-0", "Die Partie ist noch nicht zu Ende."),
        ("aufgeben; ja; unterschreiben 0-1; weiß unterschreiben 0-1", "Sie haben schon unterschrieben."),
        ("aufgeben; ja; formular ergänzen", "Die Partie ist zu Ende."),
        ("aufstellen", "Es ist keine Figur zurückzustellen."),
        ("e4; zurückstellen", "Dieser Zug kann nicht zurückgestellt werden."),
        ("weiß hinausgehen", "Wer am Zug ist, darf nicht hinausgehen. Zuerst den Zug machen."),
        ("turnierbereich verlassen", "Das muss der Schiedsrichter erst erlauben."),
        ("schiedsrichter nachspielen", "Es ist nichts nachzuspielen."),
    ],
)
def test_out_of_place_the_laws_say_why_in_german(typed: str, sentence: str) -> None:
    assert told(typed, *GERMAN)[-1] == sentence


def test_where_there_is_no_clock_none_can_be_set() -> None:
    answers = told("arbiter wrong clock white 5:00; arbiter counter white 14", "--voices", "en")
    assert answers == ["That is not possible in this game."] * 2


def test_with_a_pin_only_the_arbiter_grants_leave() -> None:
    arguments = (*ENGLISH, "--arbiter-pin", "4711")
    assert told("arbiter grant leave black", *arguments) == [
        "Only the arbiter may do that: say arbiter, the PIN, and the ruling."
    ]
    assert told("arbiter 4711 grant leave black", *arguments)[-1].startswith("Black may leave")


@pytest.fixture
def interrupted() -> None:
    """White thought for twenty seconds, then the power was away for a minute."""
    journal = Journal(journal_file())
    begun = utc_now() - timedelta(seconds=80)
    setup = Setup(time=parse_time_control("300"), arbiter=ArbiterMode.HUMAN)
    Driver(begin_game(journal, setup, wall=lambda: begun), journal, wall=lambda: begun).do(StartClock())
    journal.beat(1, at=timedelta(seconds=20), wall=begun + timedelta(seconds=20))
    journal.close()


@pytest.mark.usefixtures("interrupted")
@pytest.mark.parametrize(
    ("language", "lost", "no_more"),
    [
        (("--voices", "en", "arbiter count"), "White loses one minute", "There is no such time to count."),
        (
            ("--voices", "de", "schiedsrichter mitzählen"),
            "Weiß verliert Zeit: eine Minute",
            "Es gibt keine solche Zeit",
        ),
    ],
)
def test_the_arbiter_has_the_time_of_a_power_cut_counted_once(
    language: tuple[str, str, str], lost: str, no_more: str
) -> None:
    *arguments, count = language
    answers = told(f"{count}; {count}", *arguments, "--resume")
    assert [answers[-2].startswith(lost), answers[-1].startswith(no_more)] == [True, True], answers
    journal = Journal(journal_file())
    game = resume_game(journal, 1).game
    journal.close()
    assert timedelta(seconds=210) < game.remaining(chess.WHITE, game.clock.since) <= timedelta(seconds=220)


@pytest.mark.usefixtures("interrupted")
def test_with_a_pin_only_the_arbiter_counts_it() -> None:
    arguments = ("--voices", "en", "--resume", "--arbiter-pin", "4711")
    answers = told("arbiter count; arbiter 4711 count", *arguments)
    assert answers[-2].startswith("Only the arbiter may do that:") and answers[-1].startswith("White loses one minute")


@pytest.mark.parametrize("wrong", ["arbiter 1; arbiter 2; arbiter 3", "arbiter 1 stop; arbiter 2; arbiter 3 stop"])
def test_a_pin_is_not_found_by_trying(wrong: str) -> None:
    answers = told(f"{wrong}; arbiter 4711 stop; arbiter 4711", *ENGLISH, "--arbiter-pin", "4711")
    assert answers[2:] == ["After three wrong numbers a PIN is taken only every twenty seconds."] * 3
    journal = Journal(journal_file())
    assert resume_game(journal, 1).game.is_clock_on
    journal.close()


def test_at_home_nobody_signs() -> None:
    assert told("sign 1-0", "--opponent", "human", "--voices", "en", profile="practice") == [
        "That is not available in this game."
    ]


BOTH_UNWRITTEN = "unwritten e4; ; unwritten e5; "


def test_a_sheet_is_borrowed_read_and_returned_before_the_move() -> None:
    """8.5.b: the borrower's clock runs, Enter reads pair by pair, and he cannot move with the other's sheet in hand."""
    typed = (
        "unwritten e4; ; e5; ; sheet; borrow sheet; ; dictate back; Bb5; complete sheet; return sheet; return sheet; "
        "Bc4; sheet"
    )
    assert told(typed, *ENGLISH)[2:] == [
        "On your scoresheet these moves are missing: one.",
        "White borrows Black's scoresheet. Article eight point five b.",
        "One pair of moves is read. Enter reads the next, dictate back the one before.",
        "one, White: pawn Eva two Eva four",
        "one, Black: pawn Eva seven Eva five",
        "That was the last.",
        "one, White: pawn Eva two Eva four",
        "one, Black: pawn Eva seven Eva five",
        "That was the last.",
        "You have your opponent's scoresheet. Return it before you move.",
        "Noted.",
        "Noted.",
        "You do not have your opponent's scoresheet.",
        "bishop Felix one Cesar four",
        "No move is missing on your scoresheet.",
    ]


def test_the_arbiter_reads_the_game_where_no_sheet_is_complete() -> None:
    """8.5.c: position, times and numbers are noted first; a player may not ask for it."""
    said = told(f"{BOTH_UNWRITTEN}; borrow sheet; arbiter dictate; ; arbiter reconstruct", *ENGLISH)[2:]
    assert said == [
        "Your opponent's scoresheet is not complete either. Ask the arbiter.",
        "The clocks are stopped. Article eight point five c.",
        "No scoresheet is complete. Position, times and numbers of moves are noted, and the game is played through. "
        "Article eight point five c.",
        "One pair of moves is read. Enter reads the next, dictate back the one before.",
        "one, White: pawn Eva two Eva four",
        "one, Black: pawn Eva seven Eva five",
        "That was the last.",
        "The clocks are stopped. Article eight point five c.",
        "White's clock runs.",
    ]


def test_the_arbiter_hears_why_two_sheets_differ_before_the_decision() -> None:
    """E.2.7, E.2.8: nothing is changed by it."""
    said = told("e4; ; e5; ; arbiter compare e4 e5;e4 c5; arbiter compare; arbiter proof", *ENGLISH)[2:]
    assert said == [
        "The sheets agree to move one of White.",
        "Black's sheet has pawn Cesar seven Cesar five, White's sheet has pawn Eva seven Eva five; nothing follows.",
        "The sheets agree in all one moves.",
        "This position has stood only once.",
    ]


def test_the_arbiter_hears_the_proof_of_a_repetition() -> None:
    typed = "Nf3; ; Nf6; ; Ng1; ; Ng8; ; arbiter proof"
    assert told(typed, *ENGLISH)[-1] == (
        "The same position stood two times: before the first move, after move two of Black."
    )


def test_of_the_sheets_in_german() -> None:
    typed = "ungeschrieben e4; ; e5; ; formular; formular leihen; ; Lb5; formular ergänzen; formular zurückgeben"
    assert told(typed, *GERMAN)[2:6] == [
        "Auf Ihrem Formular fehlen diese Züge: eins.",
        "Weiß leiht sich das Formular von Schwarz. Artikel acht Punkt fünf b.",
        "Ein Zugpaar wird vorgelesen. Enter liest das nächste, diktat zurück das davor.",
        "eins, Weiß: Bauer Eva zwei Eva vier",
    ]


def test_the_arbiter_hears_why_the_sheets_differ_before_they_set_the_boards() -> None:
    """E.2.8, and each sheet is read in the letters of his language."""
    typed = "e4; ; e5; ; Sf3; ; Sc6; ; Lb5; ; arbiter boards differ e4 e5 Sf3 Sc6 Lb5; letzter Zug"
    other = typed.replace("Lb5; letzter", "Lb5 ;e4 e5 Sf3 Sf6 Lb5; letzter")
    said = told(other, "--voices", "de", *ENGLISH[2:])[5:]
    assert said[:3] == [
        "Die Formulare stimmen bis Zug zwei von Weiß überein.",
        "Auf dem Formular von Schwarz steht Springer Gustav acht Felix sechs, auf dem Formular von Weiß Springer Bella "
        "acht Cäsar sechs; ab Zug drei von Weiß stimmen sie überein.",
        "Die Partieformulare weichen ab. Die Partie geht zurück bis dahin, wo sie übereinstimmen. "
        "Anhang E, zwei Punkt acht.",
    ]
    agreed = typed.replace("Lb5; letzter", "Lc4 ;e4 e5 Sf3 Sc6 Lc4; letzter")
    assert "Läufer Felix eins Cäsar vier" in told(agreed, "--voices", "de", *ENGLISH[2:])


def test_boards_are_not_set_by_a_sheet_that_cannot_be_read() -> None:
    said = told("e4; ; e5; ; Nf3; ; arbiter boards differ e4 e5 Qh9 ;e4 e5; last", *ENGLISH)[3:]
    assert said == [
        "Read one move of White and one of Black.",
        "Move two of White is not readable: Q, h, 9.",
        "two White: knight Gustav one Felix three.",
    ]


def test_after_a_right_claim_everybody_may_hear_after_which_moves_the_position_stood() -> None:
    """9.2, with the move that was claimed and is not played."""
    typed = "Nf3; ; Nf6; ; Ng1; ; Ng8; ; Nf3; ; Nf6; ; Ng1; ; claim threefold Ng8; why"
    assert told(typed, *ENGLISH)[-1] == (
        "The same position stood three times: before the first move, after move two of Black, after move four of Black."
    )
