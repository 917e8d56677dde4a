"""Fits the judge (`listening/weights.py`): `python -m tests.benchmarks.hearing.judging --people FOLDER --write TABLE`.

FOLDER holds recordings of people and their `labels.tsv`, as for the training; only speakers that the network was not
trained on are used. Needs espeak-ng, flite, ffmpeg, ktuberling-data and ttspico (pip). Prints what the judge makes of
each kind of utterance with weights that were found without its voice; the voices that are kept apart are never fitted
on. The network of squares' names has met these people, too: `--squares FOLDER` has one for each that has not met him
(`training_squares --apart FOLDER`). Without `--write` nothing is kept. `--beside SIGN` fits only such signs of the
tables to be written, beside the others as they are. `--shipped` fits nothing and shows what the weights as they are do,
on `--share` of the utterances.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path
from unittest import mock

import chess
import click
import numpy as np
import speech_recognition
from msgspec.structs import replace
from numpy.typing import NDArray

from access_chess.edge.recognisers.pocketsphinx import PocketsphinxRecogniser, load_word_networks
from access_chess.listening import readings, short_answers, weights
from access_chess.listening.evidence import Evidence
from access_chess.listening.heard import (
    DESTRUCTIVE,
    Asked,
    HeardChoice,
    HeardCommand,
    HeardMove,
    HeardNothing,
)
from access_chess.listening.readings import of_answer, signs
from access_chess.listening.sentences import Meaning
from access_chess.listening.short_answers import ANSWERS, Awaited, Expected
from access_chess.profile import Profile
from access_chess.recognition.second_look import WordNetworks
from access_chess.recognition.square_names import square_names
from access_chess.requests.names import RequestName
from access_chess.requests.table import said_in
from tests.benchmarks.hearing.development import CONDITIONS, KEPT_APART, PEOPLE, SEED, Person, Said, development
from tests.benchmarks.hearing.voices import RATE, Samples

TABLES = ("OF_MOVES", "OF_LONGER_MOVES", "OF_COMMANDS", "OF_COMMANDS_IN_NOISE", "OF_ANSWERS")
VALID = said_in(Profile.PRACTICE)
AWAITED = Awaited(commands=VALID & ANSWERS - {RequestName.LISTEN})  # as `hear` awaits them
ASKED = replace(AWAITED, is_asked=True)
NOT_TO_BE_TAKEN = 0.7  # how far such an utterance counts, against one that means something
SHORT = 2.0  # of short moves as many are not legal, of others half as many
STEADINESS = 0.003  # holds weights near nought: few voices must not carry them away
_ROUNDS = 60  # of Newton's method, far more than it needs

Table = NDArray[np.float64]
Row = tuple[Said, Evidence]
Chances = dict[tuple[int, int], float]

squares_option = click.option(
    "--squares",
    type=click.Path(exists=True, path_type=Path),
    help="A folder of networks of squares' names that have not met one of the people each.",
)


@click.command()
@click.option("--people", required=True, type=click.Path(path_type=Path), help="The folder with labels.tsv.")
@click.option("--write", multiple=True, type=click.Choice(TABLES), help="A table that is fitted anew; none: only show.")
@click.option("--shipped", is_flag=True, help="Fit nothing: show what the shipped weights do.")
@click.option("--share", default=1.0, show_default=True, help="Of the utterances.")
@click.option("--conditions", default=",".join(CONDITIONS), show_default=True)
@click.option("--seed", multiple=True, default=[SEED], show_default=True, help="Others draw other positions and rooms.")
@click.option(
    "--beside",
    multiple=True,
    type=click.Choice([*weights.OF_MOVES]),
    help="With --write: a sign that is fitted beside the others, which stay.",
)
@squares_option
@click.option(
    "--only", default="", help="With --shipped: groups whose name has one of these in it, such as `digits,tongues`."
)
def judge(
    people: Path,
    write: tuple[str, ...],
    shipped: bool,
    share: float,
    conditions: str,
    seed: tuple[int, ...],
    beside: tuple[str, ...],
    squares: Path | None,
    only: str,
) -> None:
    """Fit the judge and show what it does."""
    if only and not shipped:
        raise click.UsageError("The weights are fitted on all groups: --only needs --shipped.")
    if beside and not write:
        raise click.UsageError("A sign is fitted beside the others of a table: --beside needs --write.")
    every = chain.from_iterable(development(people, share, conditions.split(","), draw) for draw in seed)
    rows = found([said for said in every if any(part in said.group for part in only.split(","))], squares)
    if shipped:
        _show_as_shipped(rows)
        return
    fitted = [row for row in rows if row[0].voice not in KEPT_APART]
    free = {name: None if not beside else beside if name in write else () for name in TABLES}
    tables = {name: _fitted(name, part, free[name]) for name, part in _parts(fitted).items()}
    _show(fitted, _chances_by_others(fitted, free))
    print("Kept apart:")
    apart = [row for row in rows if row[0].voice in KEPT_APART]
    _show(apart, {name: _chances(part, [*tables[name].values()]) for name, part in _parts(apart).items()})
    if write:
        _write({name: tables[name] if name in write else getattr(weights, name) for name in TABLES})


def found(utterances: Sequence[Said], squares: Path | None = None) -> list[Row]:
    """What the recogniser finds in each; of a person by a network of squares' names without him, if given."""
    usual, rows = PocketsphinxRecogniser(), []
    by_voice = {
        person.name: PocketsphinxRecogniser(networks=networks_without(person, squares)) for person in PEOPLE if squares
    }
    for number, said in enumerate(utterances):
        recogniser = by_voice.get(said.voice, usual)
        recogniser.expect(Expected(board=chess.Board(said.fen), commands=VALID, awaited=AWAITED))
        rows.append((said, recogniser.evidence(audio(said.sound))))
        if number % 100 == 0:
            print(f"{number} of {len(utterances)}", flush=True)
    return rows


def networks_without(person: Person, squares: Path | None) -> WordNetworks | None:
    """Those of the second look, with names of squares by a network that has not met this person, if a folder has it."""
    if squares is None:
        return None
    with np.load(squares / f"{person.name}.npz") as arrays:
        return replace(load_word_networks(), squares=square_names(dict(arrays)))


def audio(sound: Samples) -> speech_recognition.AudioData:
    """Samples from -1 to 1 as the recogniser gets them."""
    return speech_recognition.AudioData((np.clip(sound, -1, 1) * 32767).astype("<i2").tobytes(), RATE, 2)


def outcome(said: Said, asked: Asked) -> str:
    """`right`, `asked` (the right move is an option, or the right number's), and what else may have come of it."""
    match asked:
        case HeardMove():
            return "right" if asked.move.uci() == said.meaning else "wrong move"
        case HeardChoice():
            return "asked" if said.meaning in [move.uci() for move in asked.moves] else "wrong question"
        case HeardCommand(is_doubtful=True):
            return "asked" if asked.name == said.meaning else "wrong question"
        case HeardCommand():
            if asked.name == said.meaning:
                return "right"
            return "wrong grave command" if asked.name in DESTRUCTIVE else "wrong command"
        case HeardNothing():
            return asked.reason.value


def _is_right(row: Row) -> bool:
    said, evidence = row
    meaning = evidence.best.meaning if evidence.best is not None else Meaning()
    return said.meaning in [meaning.command, *(move.uci() for move in meaning.moves)] and said.meaning is not None


def _parts(rows: Sequence[Row]) -> dict[str, list[Row]]:
    """The rows of each regression: the best sentences that its table judges, and awaited answers."""
    parts: dict[str, list[Row]] = {name: [] for name in TABLES}
    for said, evidence in rows:
        if evidence.best is not None and evidence.best.meaning != Meaning():
            parts[_table(evidence)].append((said, evidence))
            answered = of_answer(evidence)
            if answered is not None and answered.best is not None and answered.best.meaning != Meaning():
                parts["OF_ANSWERS"].append((said, answered))
    return parts


def _table(evidence: Evidence) -> str:
    """The name of the weights by which the best sentence is judged."""
    assert evidence.best is not None
    used = readings.weights_of(evidence, evidence.best)
    return next(name for name in TABLES if getattr(weights, name) is used)


def _signs(rows: Sequence[Row]) -> Table:
    return np.array(
        [list(signs(evidence, evidence.best).values()) for _, evidence in rows if evidence.best is not None]
    )


def _regression(name: str, rows: Sequence[Row], free: Sequence[str] | None) -> Table:
    """The weights of a logistic regression, by Newton's method, of the free signs, beside the others as they are; None:
    of all, of which the first, at rest, is not held near nought.
    """
    before = getattr(weights, name)
    is_free = np.array([free is None or sign in free for sign in before])
    found = np.where(is_free, 0.0, [*before.values()])
    every, right = _signs(rows), np.array([_is_right(row) for row in rows], float)
    seen, beside = every[:, is_free], every @ found
    counts = np.array([_counted(said) for said, _ in rows])
    counts /= counts.sum()
    held = STEADINESS * np.where(np.array([*before]) == "at_rest", 1e-6, 1.0)[is_free]
    own = np.zeros(seen.shape[1])
    for _ in range(_ROUNDS):
        chances = 1 / (1 + np.exp(-beside - seen @ own))
        slope = seen.T @ (counts * (chances - right)) + held * own
        bend = (seen.T * (counts * chances * (1 - chances))) @ seen + np.diag(held)
        own -= np.linalg.solve(bend, slope)
    found[is_free] = own
    return found


def _counted(said: Said) -> float:
    if said.meaning is None:
        return NOT_TO_BE_TAKEN
    return SHORT if "short" in said.group else 1.0


def _fitted(name: str, rows: Sequence[Row], free: Sequence[str] | None) -> dict[str, float]:
    found = _regression(name, rows, free)
    return {sign: round(float(each), 2) for sign, each in zip(getattr(weights, name), found, strict=True)}


def _chances(rows: Sequence[Row], weights: Sequence[float] | Table) -> Chances:
    """The chance of each row, by what is its own of the evidence."""
    totals = _signs(rows) @ np.asarray(weights) if rows else []
    return {_key(row[1]): float(1 / (1 + np.exp(-total))) for row, total in zip(rows, totals, strict=True)}


def _key(evidence: Evidence) -> tuple[int, int]:
    """The same for evidence that was found in the same sound and has the same best sentence."""
    return id(evidence.network), id(evidence.best)


def _chances_by_others(rows: Sequence[Row], free: Mapping[str, Sequence[str] | None]) -> dict[str, Chances]:
    """The chances of each regression, with weights that were found without the voice of the row."""
    chances: dict[str, Chances] = {}
    for name, part in _parts(rows).items():
        by_voice: dict[str, list[Row]] = defaultdict(list)
        for row in part:
            by_voice[row[0].voice].append(row)
        chances[name] = {}
        for voice, own in by_voice.items():
            others = [row for row in part if row[0].voice != voice]
            chances[name] |= _chances(own, _regression(name, others, free[name]))
    return chances


def _show_as_shipped(rows: Sequence[Row]) -> None:
    """Each voice of people by itself, the rest by kind; and how many sentences were the right ones, taken or not."""
    right = Counter(said.group for said, evidence in rows if _is_right((said, evidence)))
    for group, count in Counter(said.group for said, _ in rows if said.meaning is not None).items():
        print(f"{group}: the best sentence is the right one in {right[group]} of {count}")
    outcomes: dict[str, Counter[str]] = defaultdict(Counter)
    for said, evidence in rows:
        voice = f", {said.voice}" if said.group in ("people's moves", "people's digits") else ""
        ways = [("", AWAITED)]
        if "digits" in said.group or "words" in said.group:
            ways.append((" right after a question", ASKED))
        for way, awaited in ways:
            asked = short_answers.asked_of(evidence, awaited, VALID)
            outcomes[f"{said.group}{way}{voice}, {said.condition}"][outcome(said, asked)] += 1
    _tell(outcomes)


def _show(rows: Sequence[Row], chances: dict[str, Chances]) -> None:
    def chance(evidence: Evidence, weights: Mapping[str, float] | None = None) -> float:
        table = "OF_ANSWERS" if weights is not None else _table(evidence)
        return chances[table].get(_key(evidence), 0.0)

    outcomes: dict[str, Counter[str]] = defaultdict(Counter)
    with mock.patch.object(readings, "chance", chance), mock.patch.object(short_answers, "chance", chance):
        for said, evidence in rows:
            place = "quiet" if said.condition == "quiet" else "noise"
            asked = readings.reading_of(evidence, VALID)
            outcomes[f"{said.group}, {place}"][outcome(said, asked)] += 1
            answer = short_answers.answer_of(evidence)
            outcomes[f"{said.group}, {place}, answers awaited"][outcome(said, answer or asked)] += 1
    _tell(outcomes)


def _tell(outcomes: Mapping[str, Counter[str]]) -> None:
    for group, counts in sorted(outcomes.items()):
        told = ", ".join(f"{name} {count}" for name, count in counts.most_common())
        print(f"{group}, {counts.total()}: {told}")


def _write(tables: Mapping[str, Mapping[str, float]]) -> None:
    assert weights.__doc__ is not None
    lines = [
        f'"""{weights.__doc__}"""',
        "",
        "from collections.abc import Mapping",
        "from types import MappingProxyType",
    ]
    for name, table in tables.items():
        lines += ["", f"{name}: Mapping[str, float] = MappingProxyType(", "    {"]
        lines += [f'        "{sign}": {weight},' for sign, weight in table.items()]
        lines += ["    }", ")"]
    assert weights.__file__ is not None
    Path(weights.__file__).write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    judge()
