"""Every error that is told by a phrase names one that all languages have, and fills its slots."""

import ast
import inspect
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import access_chess
from access_chess.edge.packs.voice_packs import load_voice_pack, voice_pack_names
from access_chess.phrased_error import PhrasedError
from access_chess.scoresheets.faults import FaultKind
from access_chess.speech.language.voice_pack import Slot

PACKAGE = Path(inspect.getfile(access_chess)).parent
_CLASS = re.compile(r"^class (\w+)\(([^)]*)\)", re.MULTILINE)


@cache
def sources() -> dict[Path, str]:
    return {path: path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py"))}


def classes() -> set[str]:
    """All that are a PhrasedError, by the sources: what is imported late is there as well."""
    bases = {name: set(re.findall(r"\w+", of)) for text in sources().values() for name, of in _CLASS.findall(text)}
    found = {PhrasedError.__name__}
    while more := {name for name, of in bases.items() if of & found} - found:
        found |= more
    return found


def raised() -> Iterator[tuple[str, ast.Call]]:
    """Each place where such an error, or a sentence of bad input, is made."""
    makers = classes() | {"wrong"}
    is_made = re.compile(rf"\b(?:{'|'.join(makers)})\(")
    for path, text in sources().items():
        for node in ast.walk(ast.parse(text)) if is_made.search(text) else ():
            if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in makers and node.args:
                yield f"{path.relative_to(PACKAGE)}:{node.lineno}", node


def keys(argument: ast.expr) -> list[str] | None:
    """The phrases that an argument may be; None: it is worked out elsewhere."""
    match argument:
        case ast.Constant(value=str(key)):
            return [key]
        case ast.IfExp(body=body, orelse=orelse):
            found = [keys(body), keys(orelse)]
            return None if None in found else [key for each in found for key in each or ()]
        case ast.JoinedStr():
            return []  # never: a sentence that is put together is no key
        case _:
            return None


@cache
def places() -> list[tuple[str, ast.Call]]:
    return list(raised())


def test_there_are_many_of_them() -> None:
    assert len(places()) > 150 and "RepertoireError" in classes()


@pytest.mark.parametrize("name", voice_pack_names())
def test_an_error_names_a_phrase_of_every_language_and_fills_its_slots(name: str) -> None:
    pack = load_voice_pack(name)
    for place, call in places():
        named = keys(call.args[0])
        assert named != [], f"{place}: a sentence stands where a key of phrases.toml belongs"
        if named is None or any(keyword.arg is None for keyword in call.keywords):
            continue
        slots: dict[str, Slot] = {"level": 1}  # at which level another plays on is filled in later
        slots |= {keyword.arg: "x" for keyword in call.keywords if keyword.arg}
        for key in named:
            assert pack.phrase(key, **slots).text, place


@pytest.mark.parametrize("kind", FaultKind)
def test_every_fault_of_a_file_of_games_has_its_sentence(kind: FaultKind) -> None:
    packs = [load_voice_pack(name) for name in voice_pack_names()]
    lacking = [
        pack.name for pack in packs if kind.value not in {**getattr(pack.fallback, "phrases", {}), **pack.phrases}
    ]
    assert lacking == []
