"""Where the judge of hearing draws its lines: on the line, and just beside it; and what each sign is made of."""

from math import exp
from typing import Any

import chess
import pytest
from msgspec.structs import replace

from access_chess.listening import readings
from access_chess.listening.evidence import Evidence, Hypothesis
from access_chess.listening.heard import DESTRUCTIVE, Asked, HeardChoice, HeardCommand, HeardMove, HeardNothing, Nothing
from access_chess.listening.readings import chance, reading_of, signs
from access_chess.listening.sentences import Meaning
from access_chess.listening.weights import OF_MOVES
from access_chess.requests.names import NUMBERS, RequestName

E4, D4, C4, A4 = (chess.Move.from_uci(move) for move in ("e2e4", "d2d4", "c2c4", "a2a4"))
ALL = frozenset(RequestName)
LITTLE = 1e-9


def said(score: float, *moves: chess.Move, words: int = 2, **meaning: object) -> Hypothesis:
    """A sentence of so many words with this score, the same for both that hear."""
    meant = Meaning(moves=moves, **meaning)  # type: ignore[arg-type]
    return Hypothesis(words=("eva",) * words, meaning=meant, score=score, model=score, network=score, weakest=0)


def spelt(score: float, *moves: chess.Move, words: int = 2) -> Hypothesis:
    """One with a letter and a number, of which both are sure."""
    return replace(said(score, *moves, words=words), names=(0.0, 0.0))


CLEAR = said(0, E4)


def heard(best: Hypothesis | None = CLEAR, *, seconds: float = 2.0, **more: Any) -> Evidence:
    """In quiet both have heard this, and nothing else is near."""
    given = {"model": best, "network": best, "decibels": 40.0, **more}
    return Evidence(seconds=seconds, best=best, **given)


@pytest.fixture
def likely(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The chance that the best sentence is taken to have; a list of one."""
    chances = [1.0]
    monkeypatch.setattr(readings, "chance", lambda evidence: chances[0])
    return chances


def kind(asked: Asked) -> object:
    return asked.reason if isinstance(asked, HeardNothing) else type(asked)


@pytest.mark.parametrize(
    ("likelihood", "outcome"),
    [
        pytest.param(0.75, HeardMove, id="likely: taken"),
        pytest.param(0.75 - LITTLE, HeardChoice, id="a little less: asked about"),
        pytest.param(0.15, HeardChoice, id="hardly worth asking"),
        pytest.param(0.15 - LITTLE, Nothing.UNSURE, id="not worth asking"),
        pytest.param(0.04, Nothing.UNSURE, id="hardly meant"),
        pytest.param(0.04 - LITTLE, Nothing.NOISE, id="not meant"),
    ],
)
def test_how_likely_a_square_alone_must_be(likely: list[float], likelihood: float, outcome: object) -> None:
    likely[0] = likelihood
    assert kind(reading_of(heard(), ALL)) == outcome


@pytest.mark.parametrize(("likeness", "outcome"), [(-2.0, HeardMove), (-2.0 - LITTLE, HeardChoice), (None, HeardMove)])
def test_a_square_alone_that_does_not_seem_said_is_asked_about(
    likely: list[float], likeness: float | None, outcome: object
) -> None:
    assert kind(reading_of(heard(replace(CLEAR, likeness=likeness)), ALL)) == outcome


@pytest.mark.parametrize(
    ("names", "spelt", "mean", "weakest"),
    [((), 0, 0, 0), ((0, 0), 1, 0, 0), ((-1, -2), 1, -1.5, -2), ((-0.5,), 1, -0.5, -0.5), ((-6, 0), 1, -3, -6)],
    ids=["it has none", "both are sure", "neither is", "a file alone", "one is something else"],
)
def test_letters_and_numbers_speak_for_a_move_or_against_it(
    names: tuple[float, ...], spelt: float, mean: float, weakest: float
) -> None:
    best = replace(CLEAR, names=names)
    found = readings.signs(heard(best), best)
    assert (found["spelt"], found["names"], found["weakest_name"]) == (spelt, mean, weakest)


@pytest.mark.parametrize(
    ("likeness", "sign"), [(None, 0.0), (1.5, 0.0), (0.5, -1.0), (-4.0, -5.5), (-9.0, -5.5), (5.0, 3.5), (9.0, 3.5)]
)
def test_likeness_speaks_for_a_sentence_or_against_it(likeness: float | None, sign: float) -> None:
    best = replace(CLEAR, likeness=likeness)
    assert readings.signs(heard(best), best)["likeness"] == sign


@pytest.mark.parametrize(
    ("likelihood", "outcome"),
    [(0.35, HeardChoice), (0.35 - LITTLE, Nothing.UNSURE), (0.10, Nothing.UNSURE), (0.10 - LITTLE, Nothing.NOISE)],
)
def test_from_where_on_a_longer_move_is_asked_about(likely: list[float], likelihood: float, outcome: object) -> None:
    likely[0] = likelihood
    assert kind(reading_of(heard(said(0, E4, words=3)), ALL)) == outcome


LOUD = 18.0 - LITTLE


@pytest.mark.parametrize(
    ("best", "least"),
    [
        (spelt(0, E4), 0.88),
        (said(0, E4), 0.75),
        (said(0, E4, words=1), 0.85),
        (spelt(0, E4, words=3), 0.92),
        (said(0, E4, words=3), 0.90),
        (replace(spelt(0, E4), words=("springer", "auf", "h", "sieben")), 0.92),
        (replace(spelt(0, E4), words=("laeufer", "hektor", "sieben")), 0.92),
        (replace(said(0, E4), words=("springer", "hektor", "sieben")), 0.90),
        (replace(spelt(0, E4), words=("springer", "gustav", "sieben")), 0.80),
    ],
    ids=[
        "a square whose letter is known",
        "one that is not",
        "a word",
        "more whose letter is known",
        "more",
        "of eighteen letters",
        "of nineteen",
        "of twenty",
        "of twenty whose number is known",
    ],
)
@pytest.mark.parametrize("decibels", [18.0, LOUD])
@pytest.mark.parametrize("surer", [0.0, 0.05])
def test_how_likely_a_move_must_be(
    likely: list[float], decibels: float, surer: float, best: Hypothesis, least: float
) -> None:
    """In noise as much, and by those that know the voice more."""
    needed = least + surer
    evidence = heard(best, decibels=decibels, is_fitted=surer > 0)
    likely[0] = needed
    assert kind(reading_of(evidence, ALL)) is HeardMove
    likely[0] = needed - LITTLE
    assert kind(reading_of(evidence, ALL)) is HeardChoice


GRAVE = [*sorted(DESTRUCTIVE), RequestName.YES]
HARMLESS = [RequestName.MY_CLOCK, RequestName.NO, RequestName.LAST_MOVE]


@pytest.mark.parametrize(
    ("names", "words", "needed", "in_noise"),
    [
        (GRAVE, "remis", 0.90, 0.94),
        (GRAVE, "remis annehme", 0.85, 0.90),
        (GRAVE, "remis annehmen", 0.85, 0.90),
        (list(NUMBERS), "zwei", 0.45, 0.45),
        (HARMLESS, "uhr", 0.85, 0.85),
        (HARMLESS, "anweisungswort", 0.85, 0.85),
        (HARMLESS, "beide uhren", 0.80, 0.85),
        (HARMLESS, "wer ist am zu", 0.80, 0.85),
        (HARMLESS, "wer ist am zuge", 0.80, 0.85),
        (HARMLESS, "wer ist am zuges", 0.50, 0.70),
    ],
    ids=[
        "what ends a game or confirms", "in several words", "long", "a number", "a word that can do no harm",
        "a long one", "several", "of ten letters", "of twelve", "of thirteen",
    ],
)  # fmt: skip
def test_how_likely_a_command_must_be(
    likely: list[float], names: list[RequestName], words: str, needed: float, in_noise: float
) -> None:
    for name in names:
        if name in NUMBERS and name in DESTRUCTIVE:
            continue
        for decibels, least, reason in ((18.0, needed, Nothing.UNSURE), (LOUD, in_noise, Nothing.TOO_NOISY)):
            best = replace(said(0, command=name), words=tuple(words.split()))
            evidence = heard(best, decibels=decibels)
            likely[0] = least
            assert kind(reading_of(evidence, ALL)) is HeardCommand, name
            likely[0] = least - LITTLE
            assert kind(reading_of(evidence, ALL)) is (Nothing.NOISE if " " not in words else reason), name


@pytest.mark.parametrize(
    ("as_whole", "answer", "outcome"),
    [
        (-0.1, RequestName.TWO, Nothing.NOISE),
        (None, RequestName.TWO, HeardCommand),
        (-0.1, RequestName.THREE, HeardCommand),
    ],
    ids=["looked at as a whole", "not looked at", "another was looked at"],
)
def test_what_was_refused_as_an_answer_is_no_command(
    likely: list[float], as_whole: float | None, answer: RequestName, outcome: object
) -> None:
    best, looked_at = (said(0, command=name, words=1) for name in (RequestName.TWO, answer))
    assert kind(reading_of(heard(best, answer=looked_at, as_whole=as_whole), ALL)) is outcome


@pytest.mark.parametrize(("decibels", "reason"), [(18.0, Nothing.UNSURE), (18.0 - LITTLE, Nothing.TOO_NOISY)])
def test_from_where_on_noise_is_why(likely: list[float], decibels: float, reason: Nothing) -> None:
    likely[0] = 0.10
    assert kind(reading_of(heard(said(0, E4, words=3), decibels=decibels), ALL)) is reason


def test_what_is_shorter_than_any_move_is_silence() -> None:
    assert kind(reading_of(heard(seconds=0.25 - LITTLE), ALL)) is Nothing.SILENCE
    assert kind(reading_of(heard(seconds=0.25), ALL)) is not Nothing.SILENCE


@pytest.mark.parametrize(
    ("best", "needed", "understood"),
    [
        pytest.param(said(0, E4, words=3), 110.0, HeardMove, id="a longer move"),
        pytest.param(said(0, command=RequestName.HELP, words=3), 110.0, HeardCommand, id="a longer command"),
        pytest.param(CLEAR, 65.0, HeardChoice, id="a square alone"),
        pytest.param(said(0, command=RequestName.HELP, words=2), 65.0, HeardCommand, id="a command of two words"),
    ],
)
def test_bare_phones_that_fit_so_much_better_in_each_second_were_no_sentence(
    likely: list[float], best: Hypothesis, needed: float, understood: object
) -> None:
    at_the_line = needed * 2
    assert kind(reading_of(heard(best, loop=at_the_line), ALL)) is understood
    nothing = HeardNothing(reason=Nothing.NOISE, heard=best.heard)
    assert reading_of(heard(best, loop=at_the_line + LITTLE), ALL) == nothing


@pytest.mark.parametrize(
    ("best", "otherwise"),
    [
        pytest.param(CLEAR, HeardChoice, id="a square alone is asked about"),
        pytest.param(said(0, command=RequestName.TWO, words=1), Nothing.NOISE, id="a number is none"),
        pytest.param(said(0, command=RequestName.HELP, words=1), Nothing.NOISE, id="a word is no command"),
        pytest.param(said(0, command=RequestName.HELP, words=2), HeardCommand, id="two words are one"),
    ],
)
def test_a_word_or_a_square_is_not_taken_when_bare_phones_fit_far_better(
    likely: list[float], best: Hypothesis, otherwise: object
) -> None:
    at_the_line = 50.0 * 2
    assert kind(reading_of(heard(best, loop=at_the_line), ALL)) in (HeardMove, HeardCommand)
    assert kind(reading_of(heard(best, loop=at_the_line + LITTLE), ALL)) is otherwise


def test_words_without_meaning_are_noise_however_well_they_fit(likely: list[float]) -> None:
    assert kind(reading_of(heard(said(0)), ALL)) is Nothing.NOISE
    assert reading_of(heard(None), ALL) == HeardNothing(reason=Nothing.NOISE, heard="")


@pytest.mark.parametrize(
    ("rival", "moves"),
    [
        pytest.param(None, (E4,), id="no rival at all"),
        pytest.param(said(-1.0, D4), (E4,), id="a legal rival that is behind"),
        pytest.param(said(-1.0 + LITTLE, D4), (E4, D4), id="one that is not"),
        pytest.param(said(-1.0 + LITTLE), (E4,), id="an illegal one"),
        pytest.param(said(-1.0 + LITTLE, command=RequestName.RESIGN), (E4,), id="a command"),
    ],
)
def test_a_tie_between_legal_moves_is_asked_about_however_likely(
    likely: list[float], rival: Hypothesis | None, moves: tuple[chess.Move, ...]
) -> None:
    reading = reading_of(heard(rival=rival), ALL)
    assert isinstance(reading, HeardMove | HeardChoice)
    assert (reading.moves if isinstance(reading, HeardChoice) else (reading.move,)) == moves


@pytest.mark.parametrize(
    ("more", "moves"),
    [
        pytest.param({"rival": said(-15.0 + LITTLE, D4)}, (E4, D4), id="a near rival"),
        pytest.param({"rival": said(-15.0, D4)}, (E4,), id="a distant one"),
        pytest.param({"model": said(0, D4), "network": said(0, C4)}, (E4, D4, C4), id="what each heard alone"),
        pytest.param({"model": None, "network": None}, (E4,), id="nobody alone"),
        pytest.param({"rival": said(-1, D4, C4, A4)}, (E4, D4, C4), id="no more than three"),
        pytest.param({"rival": said(-1, D4, E4)}, (E4, D4), id="none twice"),
        pytest.param({"best": said(0, E4, D4), "model": said(0, C4)}, (E4, D4), id="the words fit two moves"),
        pytest.param({"respelt": (spelt(-9, C4), spelt(-30, D4))}, (E4, C4, D4), id="other letters"),
        pytest.param({"best": spelt(0, E4), "respelt": (spelt(-40 + LITTLE, C4),)}, (E4, C4), id="near ones"),
        pytest.param({"best": spelt(0, E4), "respelt": (spelt(-40, C4),)}, (E4,), id="distant ones"),
        pytest.param({"best": spelt(0, E4), "model": said(0, D4)}, (E4,), id="of letters nobody alone"),
    ],
)
def test_what_is_put_into_the_question(
    likely: list[float], more: dict[str, Any], moves: tuple[chess.Move, ...]
) -> None:
    likely[0] = 0.35
    reading = reading_of(heard(**more), ALL)
    assert isinstance(reading, HeardChoice) and reading.moves == moves


@pytest.mark.parametrize(
    ("model", "network", "is_told"),
    [
        (120.0 + 1, 45.0 + 1, True),
        (120.0, 45.0 + 1, False),
        (120.0 + 1, 45.0, False),
    ],
)
def test_how_far_an_illegal_move_must_be_in_front(
    likely: list[float], model: float, network: float, is_told: bool
) -> None:
    likely[0] = 0.10
    for behind in (0, 7):  # whatever the best legal move has itself
        rival = replace(said(0), model=model - behind, network=network - behind)
        asked = reading_of(heard(said(-behind, E4), rival=rival), ALL)
        assert kind(asked) is (Nothing.ILLEGAL if is_told else Nothing.UNSURE)


def test_a_command_brings_what_it_names(likely: list[float]) -> None:
    likely[0] = 0.9
    best = said(0, E4, command=RequestName.WHAT_IF, square=chess.E4, piece=chess.PAWN, file=4, rank=3)
    assert reading_of(heard(best), ALL) == HeardCommand(
        name=RequestName.WHAT_IF, confidence=0.9, heard=best.heard, square=chess.E4, piece=chess.PAWN, move=E4, file=4,
        rank=3,
    )  # fmt: skip
    several = reading_of(heard(said(0, E4, D4, command=RequestName.WHAT_IF)), ALL)
    assert isinstance(several, HeardCommand) and several.move is None


def test_a_command_that_can_do_no_harm_need_not_be_heard_by_both(likely: list[float]) -> None:
    best = said(0, command=RequestName.MY_CLOCK)
    assert kind(reading_of(heard(best, model=said(-1, E4)), ALL)) is HeardCommand
    assert kind(reading_of(heard(best, network=said(-1, E4)), ALL)) is HeardCommand


def test_a_rival_is_illegal_only_where_there_is_one() -> None:
    assert [heard(rival=rival).has_illegal_rival for rival in (None, said(0), said(0, D4))] == [False, True, False]


def test_moves_and_commands_are_weighed_each_by_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """The chance is the logistic function of what the signs weigh together."""
    nothing = dict.fromkeys(OF_MOVES, 0.0)
    monkeypatch.setattr(readings, "OF_MOVES", {**nothing, "at_rest": 1.5})
    monkeypatch.setattr(readings, "OF_COMMANDS", {**nothing, "at_rest": -2.0, "model_agrees": 1.0})
    assert chance(heard()) == pytest.approx(1 / (1 + exp(-1.5)))
    assert chance(heard(said(0, command=RequestName.MY_CLOCK))) == pytest.approx(1 / (1 + exp(1.0)))
    assert chance(heard(), {**nothing, "at_rest": 0.5}) == pytest.approx(1 / (1 + exp(-0.5)))
    assert chance(heard(None)) == chance(heard(said(0))) == 0.0


@pytest.mark.parametrize(
    ("sign", "evidence", "value"),
    [
        ("at_rest", heard(), 1.0),
        ("model_agrees", heard(), 1.0),
        ("model_agrees", heard(model=said(0, D4)), 0.0),
        ("model_agrees", heard(model=None), 0.0),
        ("network_agrees", heard(), 1.0),
        ("network_agrees", heard(network=said(0, D4)), 0.0),
        ("before_rival", heard(), 3.0),
        ("before_rival", heard(rival=said(-20, D4)), 1.0),
        ("before_rival", heard(rival=said(-1000, D4)), 3.0),
        ("before_rival", heard(rival=said(1000, D4)), -3.0),
        ("before_rival", heard(rival=said(0)), 3.0),
        ("before_rival", heard(rival=said(-0.009)), 3.0),
        ("before_rival", heard(rival=said(-0.011)), 0.00055),
        ("before_rival", heard(rival=said(0.011)), -0.00055),
        ("before_rival", heard(rival=said(0, D4)), 0.0),
        ("before_rival_by_model", heard(rival=said(-20, D4)), 0.5),
        ("before_rival_by_model", heard(rival=said(-1000, D4)), 3.75),
        ("before_rival_by_network", heard(rival=said(-20, D4)), 1.0),
        ("before_rival_by_network", heard(rival=said(1000, D4)), -3.0),
        ("behind_model", heard(model=said(40, D4)), -2.0),
        ("behind_model", heard(model=said(-40, D4)), 0.0),
        ("behind_model", heard(model=said(1000, D4)), -5.0),
        ("behind_model", heard(model=None), 0.0),
        ("behind_network", heard(network=said(40, D4)), -2.0),
        ("behind_network", heard(network=said(1000, D4)), -3.0),
        ("behind_network", heard(network=None), 0.0),
        ("before_phones", heard(loop=-20), 0.5),
        ("before_phones", heard(loop=-1000), 1.0),
        ("before_phones", heard(loop=1000), -5.5),
        ("noise", heard(decibels=40), 0.0),
        ("noise", heard(decibels=22), 0.5),
        ("noise", heard(decibels=0), 1.0),
        ("model_agrees_in_noise", heard(decibels=22), 0.5),
        ("before_rival_in_noise", heard(decibels=22, rival=said(-20, D4)), 0.5),
        ("before_phones_in_noise", heard(decibels=22, loop=-20), 0.25),
        ("weakest_word", heard(replace(CLEAR, weakest=-10)), -2.0),
        ("weakest_word", heard(replace(CLEAR, weakest=-100)), -4.0),
        ("weakest_word", heard(replace(CLEAR, weakest=3)), 0.0),
        ("legal_rival", heard(rival=said(-20, D4)), 1.0),
        ("legal_rival", heard(rival=said(-20)), 0.0),
        ("legal_rival", heard(), 0.0),
        ("voiced", heard(voiced=0.8), 1.6),
        ("word_seconds", heard(said(0, E4, words=4)), 0.5),
        ("word_seconds", heard(said(0, E4, words=1)), 0.6),
        ("word_seconds", heard(said(0, E4, words=20)), 0.2),
        ("drawn_out", heard(said(0, E4, words=2)), 0.05),
        ("drawn_out", heard(said(0, E4, words=1)), 1.0),
        ("drawn_out", heard(said(0, E4, words=4)), 0.0),
        ("one_word", heard(said(0, E4, words=1)), 1.0),
        ("one_word", heard(), 0.0),
        ("two_squares", heard(), 0.0),
        ("two_squares", heard(said(0, E4, words=4, of_two_squares=True)), 1.0),
        ("clear", heard(said(60, E4)), 0.3),
        ("clear", heard(said(1000, E4)), 2.0),
        ("clear", heard(said(-20, E4)), 0.0),
    ],
)
def test_what_a_sign_is_made_of(sign: str, evidence: Evidence, value: float) -> None:
    assert evidence.best is not None
    assert signs(evidence, evidence.best)[sign] == pytest.approx(value)
