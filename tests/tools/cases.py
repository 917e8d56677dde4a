"""`python -m tests.tools.cases`: makes the cases to rule on of the stories that are fit, and writes them down.

It prints how many there are of each edition, and why the others are none. Beside them it notes what they were made of,
so that a test sees when a story is another, and writes how ten of them are told.
"""

import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from access_chess.command_line.story import read_announcement
from access_chess.edge.packs.cases import CASES, load_case_words
from access_chess.laws.editions import Edition
from access_chess.practice.case_choices import case_of, cases_of
from access_chess.practice.case_drill import CaseDrill
from access_chess.practice.case_making import CaseDraft, Unfit, drafts_of
from access_chess.practice.cases import MOST_WORDS, Case, CaseQuestion, played_case, written_cases
from access_chess.practice.sentence import Sentence
from access_chess.speech.practising.sentences import worded
from access_chess.stories.story import editions_of, written_for
from tests.support.game_record import GOLDEN
from tests.support.story_record import FOLDER, name_of

HEARD_IN = ("en", "de", "et", "is", "mr", "sq", "sw")
MADE_OF = GOLDEN / "cases" / "made_of.txt"
#: What is read by somebody who changes how cases are told.
TEN = (
    "blitz/claimed_illegal_move_with_a_bare_king.3@fide-2009",
    "touch/t07_order_unclear_own_first.1@fide-2023",
    "cases/choice_is_final_when_it_touches.4@fide-2023",
    "draws/offer_accepted.4@soviet",
    "irregularity/first_illegal_move.2@fide-2009",
    "ending/t26_mate_before_the_flag.1@fide-2018",
    "clock/quota_met.5@fide-2009",
    "conduct/device.1@fide-2018",
    "draws/t67_en_passant_makes_the_first_appearance_different.1@fide-2018",
    "blind/t83_feeling_binds_nothing.2@fide-2009",
)


def told_in(pack: str, sentences: Sequence[Sentence]) -> str:
    """What is heard, sentence by sentence."""
    words = load_case_words(pack)
    return " ".join(worded(each, words).text for each in sentences)


def is_fit_for_the_ear(case: Case) -> bool:
    """Whether what happened can be kept in the ear, and does not tell the answer, in any language."""
    played = played_case(case, read_announcement)
    for pack in HEARD_IN:
        happened = told_in(pack, (*played.told, played.question))
        tells = case.asks is not CaseQuestion.ALLOWED and told_in(pack, [played.answer]) in happened
        if tells or len(happened.split()) > MOST_WORDS:
            return False
    return True


def drafted(files: Sequence[Path]) -> Iterator[CaseDraft | Unfit]:
    """What the stories of these files make, an edition each."""
    for file in files:
        written = tomllib.loads(file.read_text(encoding="utf-8"))
        for edition in editions_of(written) or (Edition.FIDE_2009.value,):
            tables: dict[str, Any] = {**written_for(written, edition), "edition": edition}
            found = drafts_of(name_of(file), tables, read_announcement)
            yield from (found,) if isinstance(found, Unfit) else found


def made(files: Sequence[Path]) -> tuple[tuple[Case, ...], Counter[Unfit]]:
    """The cases of these files, and why their other stories make none."""
    all_drafts = list(drafted(files))
    fit = [each for each in all_drafts if isinstance(each, CaseDraft)]
    unheard = {draft.name for draft in fit if not is_fit_for_the_ear(case_of(draft))}
    return cases_of(fit, unheard=unheard), Counter(each for each in all_drafts if isinstance(each, Unfit))


def digest_of_stories() -> str:
    """Another one when a story is."""
    digest = sha256()
    for file in sorted(FOLDER.rglob("*.toml")):
        digest.update(name_of(file).encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


def ten_told(pack: str, cases: Sequence[Case]) -> str:
    """Ten cases, each with its answer and its article, as they are heard."""
    by_name = {case.name: played_case(case, read_announcement) for case in cases if case.name in TEN}
    told = []
    for name in TEN:
        drill = CaseDrill(played=by_name[name])
        told.append("\n".join((f"# {name}", told_in(pack, drill.question), told_in(pack, drill.explain), "")))
    return "\n".join(told)


def main() -> None:
    cases, unfit = made(sorted(FOLDER.rglob("*.toml")))
    CASES.write_bytes(written_cases(cases))
    MADE_OF.parent.mkdir(exist_ok=True)
    MADE_OF.write_text(digest_of_stories() + "\n", encoding="utf-8")
    for pack in HEARD_IN:
        (MADE_OF.parent / f"{pack}.txt").write_text(ten_told(pack, cases), encoding="utf-8")
    print(f"{len(cases)} cases of {len({case.name.partition('@')[0] for case in cases})} stories, {CASES}")
    for edition, count in Counter(case.edition.value for case in cases).most_common():
        print(f"  {edition}: {count}")
    for why, count in unfit.most_common():
        print(f"unfit: {count}, {why.value}")


if __name__ == "__main__":
    main()
