"""`access-chess exam`: cases to rule on, each with its article; a rule that was missed comes again as another case."""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from access_chess.command_line.options.errors import wrong
from access_chess.command_line.options.sound import sound_options
from access_chess.command_line.options.talking import talking_options, window_options
from access_chess.command_line.options.told_help import ToldCommand
from access_chess.edge.packs.cases import has_cases, load_case_words, load_cases
from access_chess.edge.packs.voice_packs import REFERENCE
from access_chess.edge.practising.store import PracticeStoreError
from access_chess.laws.editions import Edition
from access_chess.machine_clock import utc_now
from access_chess.play.training import Training, TrainingHelp
from access_chess.practice.case_drill import KIND, StrictCase, case_drills, cases_to_ask
from access_chess.practice.cases import Case
from access_chess.practice.round import Attempt, round_of
from access_chess.practice.rulings import case_sentence
from access_chess.practice.sentence import ArticleName
from access_chess.session.leaving import Leaving

if TYPE_CHECKING:
    from access_chess.command_line.practising.sitting import Sitting

USUAL = 20
#: What concerns whom; an arbiter is asked everything.
_PLAYERS = ("basics", "touch", "clock", "draws", "ending", "conduct")
CONCERNS = {"player": _PLAYERS, "blind": (*_PLAYERS, "blind", "says", "adjournment"), "arbiter": ()}
#: What the cases are about: the folders of their stories.
TOPICS = (
    "adjournment", "arbiter", "basics", "blind", "blitz", "cases", "clock", "conduct", "draws", "ending",
    "irregularity", "old", "quickplay", "rapid", "says", "scoresheet", "soviet", "soviet_draws", "touch",
    "winnability",
)  # fmt: skip
#: The kind of texts in the practice file, by the names of the cases, in the order in which they were heard.
HEARD = "cases"


@click.command(cls=ToldCommand)
@click.option("--for", "whom", type=click.Choice(list(CONCERNS)), default="arbiter", show_default=True)
@click.option("--edition", type=click.Choice([each.value for each in Edition]), default=Edition.FIDE_2009.value,
              show_default=True)  # fmt: skip
@click.option("--topic", type=click.Choice(TOPICS))
@click.option("--count", type=click.IntRange(1, 100), default=USUAL, show_default=True, metavar="N")
@click.option("--strict", is_flag=True)
@window_options
@talking_options
@sound_options
def exam(
    whom: str, edition: str, topic: str | None, count: int, strict: bool, voices: str, **options: Any
) -> None:  # fmt: skip
    """Rule on cases, by ear."""
    from access_chess.command_line.practising.sitting import PracticeOptions, sit_down  # they take their time

    if not has_cases(voices) and not sys.stdin.isatty():
        raise wrong("cases_only")
    language = voices if has_cases(voices) else REFERENCE
    cases = [
        case
        for case in load_cases()
        if case.edition.value == edition
        and (topic is None or case.topic == topic)
        and (not CONCERNS[whom] or case.topic in CONCERNS[whom])
    ]
    if not cases:
        raise wrong("cases_none")
    asked = PracticeOptions(voices=language, tablebases=None, **options)
    sit_down(asked, lambda sitting: _Examiner(sitting, cases, count, is_strict=strict).examine())


class _Examiner:
    """Asks so many of these cases; `is_strict`: what is right is told at the end."""

    def __init__(self, sitting: "Sitting", cases: list[Case], count: int, *, is_strict: bool) -> None:
        sitting.speak(load_case_words(sitting.language.pack.name).phrases)
        self._sitting = sitting
        self._is_strict = is_strict
        self._is_told_unkept = False
        self._attempts: list[Attempt] = []
        store = sitting.store
        due, heard = store.due(KIND, utc_now()), tuple(store.texts(HEARD))
        self._cases = cases_to_ask(cases, count=count, due=due, heard=heard)

    def examine(self) -> None:
        """From the first case to what became of them."""
        drills = case_drills(self._cases)
        strict = tuple(StrictCase(case=each) for each in drills)
        self._sitting.say(case_sentence("exam_begins", count=len(drills)))
        help_ = TrainingHelp(keep=self._keep, refute=lambda board, _: None)
        asked = round_of(strict if self._is_strict else drills)
        if self._sitting.train(Training(round=asked), help_) and self._is_strict:
            self._tell(strict)

    def _tell(self, drills: Sequence[StrictCase]) -> None:
        """How many were missed, by which articles, and how many one would guess."""
        pairs = zip(self._cases, self._attempts, strict=False)
        for number in dict.fromkeys(case.number for case, attempt in pairs if not attempt.is_right):
            self._sitting.say(case_sentence("exam_missed", article=ArticleName(number)))
        self._sitting.say(case_sentence("exam_guessing", count=round(sum(drill.guessed for drill in drills))))

    def _keep(self, attempt: Attempt) -> Leaving | None:
        """Remember an attempt, and that its case was heard; where that cannot be kept it is told once."""
        case = self._cases[len(self._attempts)]
        self._attempts.append(attempt)
        try:
            self._sitting.store.keep(attempt, utc_now())
            self._sitting.store.remove_text(HEARD, case.name)
            self._sitting.store.keep_text(HEARD, case.name, case.rule)
        except PracticeStoreError:
            if not self._is_told_unkept:
                self._sitting.say(case_sentence("exam_unkept"))
            self._is_told_unkept = True
        return None
