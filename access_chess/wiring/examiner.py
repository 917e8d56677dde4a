"""Asks cases to rule on at a sitting, each with its article; a rule that was missed comes again as another case."""

from functools import partial
from pathlib import Path

from access_chess.edge.packs.cases import has_cases, load_case_words
from access_chess.edge.packs.voice_packs import REFERENCE
from access_chess.edge.practising.store import PracticeStoreError
from access_chess.edge.storage.places import write_whole
from access_chess.machine_clock import utc_now
from access_chess.notation.braille import braille_code
from access_chess.phrased_error import PhrasedError, not_written
from access_chess.play.training import NOT_IN_A_DRILL, Training, TrainingHelp
from access_chess.practice.case_drill import KIND, CaseDrill, StrictCase, case_drills, cases_to_ask, examined
from access_chess.practice.cases import Case
from access_chess.practice.round import Attempt, round_of
from access_chess.practice.rulings import case_sentence
from access_chess.practice.sentence import Sentence, sentence
from access_chess.requests.names import RequestName
from access_chess.requests.row import Topic
from access_chess.requests.table import ROWS
from access_chess.scoresheets.braille_text import BrailleStyle, brf_prose
from access_chess.session.leaving import Leaving
from access_chess.speech.practising.sentences import worded
from access_chess.wiring.sitting import Sitting

#: The kind of texts in the practice file, by the names of the cases, in the order in which they were heard.
HEARD = "cases"
#: What the case itself tells: the clocks and the moves before are those of its story.
IN_QUESTION = frozenset(name for name, row in ROWS.items() if row.topic is Topic.CLOCK) | {
    RequestName.MOVES, RequestName.LAST_MOVE, RequestName.LAST_FIVE, RequestName.MOVE_COUNT,
}  # fmt: skip
#: What would help to decide.
HELP = frozenset(name for name, row in ROWS.items() if row.topic is Topic.EXPLORING) | {
    RequestName.LAWS, RequestName.LEGAL_MOVES,
}  # fmt: skip


class Examiner:
    """Asks so many of these cases, in as many sittings as languages are chosen; `is_strict`: what is right is told at
    the end, and nothing helps. How it went is written to the `file`. Where it `offers_articles`, these are chosen, too.
    """

    def __init__(
        self, cases: list[Case], count: int, file: Path | None, *, is_strict: bool, offers_articles: bool = False
    ) -> None:
        self._cases = cases
        self._count = count
        self._file = file
        self._is_strict = is_strict
        self._offers_articles = offers_articles
        self._is_told_unkept = False
        self._drills: tuple[CaseDrill, ...] = ()
        self._attempts: list[Attempt] = []

    def examine(self, sitting: Sitting) -> None:
        """From the first case that is left to what became of all."""
        if not has_cases(sitting.language.pack.name):
            sitting.say(sentence("cases_only"))
            sitting.choice.chosen = REFERENCE
            return
        sitting.speak(load_case_words(sitting.language.pack.name).phrases)
        self._drills = self._drills or self._chosen(sitting)
        left = self._drills[len(self._attempts) :]
        sitting.say(case_sentence("exam_begins", count=len(left)))
        asked = tuple(StrictCase(case=each) for each in left) if self._is_strict else left
        training = Training(
            round=round_of(asked),
            edition=self._cases[0].edition,
            in_question=IN_QUESTION,
            withheld=NOT_IN_A_DRILL | HELP if self._is_strict else NOT_IN_A_DRILL,
        )
        help_ = TrainingHelp(keep=partial(self._keep, sitting), refute=lambda board, _: None)
        is_ended = sitting.train(training, help_).has_ended
        if self._attempts and sitting.choice.chosen is None:
            self._tell(sitting, is_ended=is_ended)

    def _chosen(self, sitting: Sitting) -> tuple[CaseDrill, ...]:
        due, heard = sitting.store.due(KIND, utc_now()), tuple(sitting.store.texts(HEARD))
        cases = cases_to_ask(self._cases, count=self._count, due=due, heard=heard)
        return case_drills(cases, among=self._cases if self._offers_articles else ())

    def _tell(self, sitting: Sitting, *, is_ended: bool) -> None:
        """How it went; a round that has ended has told how many were right. Raises PhrasedError."""
        told = examined(self._drills, self._attempts)
        if self._is_strict:
            sitting.say(*(told[1:] if is_ended else told))
        elif not is_ended:
            sitting.say(told[0])
        if not is_ended and not self._is_told_unkept:
            sitting.say(case_sentence("exam_kept"))
        try:
            if self._file is not None:
                _write(told, sitting, self._file)
        except PhrasedError:
            if not self._is_strict:
                sitting.say(*told[1:])  # it is told nowhere else
            raise

    def _keep(self, sitting: Sitting, attempt: Attempt) -> Leaving | None:
        """Remember an attempt, and that its case was heard; where that cannot be kept it is told once."""
        case = self._drills[len(self._attempts)].played.case
        self._attempts.append(attempt)
        try:
            sitting.store.keep(attempt, utc_now())
            sitting.store.remove_text(HEARD, case.name)
            sitting.store.keep_text(HEARD, case.name, case.rule)
        except PracticeStoreError:
            if not self._is_told_unkept:
                sitting.say(case_sentence("exam_unkept"))
            self._is_told_unkept = True
        return None


def _write(told: tuple[Sentence, ...], sitting: Sitting, file: Path) -> None:
    pack, form = sitting.language.pack, sitting.language.form
    lines = [worded(each, pack, form).text for each in told]
    if file.suffix.lower() == ".brf":
        text = brf_prose(lines, BrailleStyle(code=braille_code(pack.language, pack.letters)))
    else:
        text = "".join(f"{line}\n" for line in lines)
    try:
        write_whole(file, text.encode())
    except OSError as error:
        raise not_written(error) from error
