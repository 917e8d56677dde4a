"""`python -m tests.tools.mutants ROOM [--count N] [--seed S] [--seconds T]`: do the room's own tests see a small fault?

A mutant is one small change of one line of the room: a comparison turned, a condition left out, a number one higher,
a field that is not replaced. It is killed where a test that runs this line fails, and alive where none does; those
alive are printed. `wire/frames.py` is left out: it is generated, and a test of the protocol compares it as a whole.

What was found stands in --state, so that a long run may be made in slices, and `--again` tries those that were alive
against the tests as they are now: which lines they run is looked at again for each file of tests that is another (the
code of the room must be as it was; where it is not, begin with a new --state). A mutant is tried by `--longest` seconds
of tests; so who is alive is tried again by more of them, before anybody says that no test sees it.
"""

import argparse
import ast
import gc
import hashlib
import importlib.machinery
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain, zip_longest
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any, NamedTuple

import pytest
from _pytest.runner import runtestprotocol

TREE = Path(__file__).parents[2]
HEARING = ("readings", "rivals", "questions", "short_answers", "learning", "correction", "sentences", "gate", "echo")
#: the room -> its files, and the folders of its tests
ROOMS: dict[str, tuple[list[str], list[str]]] = {
    "laws": (["access_chess/laws"], ["tests/laws", "tests/stories"]),
    "board": (["access_chess/board"], ["tests/board"]),
    "hearing": ([f"access_chess/listening/{name}.py" for name in HEARING], ["tests/listening"]),
    "conversation": (["access_chess/conversation", "access_chess/requests"], ["tests/conversation", "tests/requests"]),
}
OTHER: dict[type, type] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr, ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}
MOST_CALLS = 300  # of one function in one test, that are looked at line by line
UNTOLD = 3  # the exit status of a trial that tells nothing
LONGEST = 20.0  # seconds of tests a mutant is tried by at first, the quickest of each file in turn


class Mutant(NamedTuple):
    """A change of one node of one file, both counted as `ast.walk` meets them."""

    file: str
    node: int
    change: str
    part: int
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.change} {self.part} | {self.text} #{self.node}"


def mutants_of(file: str) -> Iterator[Mutant]:
    """All that this file has; types, errors' texts and decorators are left as they are."""
    tree = ast.parse((TREE / file).read_text(encoding="utf-8"))
    kept = {id(inner) for node in ast.walk(tree) for part in _unchanged(node) for inner in ast.walk(part)}
    for number, node in enumerate(ast.walk(tree)):
        if id(node) not in kept:
            for change, part in _changes(node):
                place = node.ifs[part] if isinstance(node, ast.comprehension) else node
                assert isinstance(place, ast.expr | ast.stmt)
                text = ast.unparse(place).splitlines()[0][:110]
                yield Mutant(file, number, change, part, place.lineno, text)


def _unchanged(node: ast.AST) -> list[ast.AST]:
    match node:
        case ast.AnnAssign():
            return [node.annotation]
        case ast.FunctionDef():
            notes = [each.annotation for each in ast.walk(node.args) if isinstance(each, ast.arg) and each.annotation]
            return [*notes, *node.decorator_list, *([node.returns] if node.returns else [])]
        case ast.ClassDef():
            return [*node.decorator_list, *node.keywords]
        case ast.Raise():
            return [node]
        case ast.Assign(value=ast.BinOp(op=ast.BitOr()) as union) if _is_of_types(union):
            return [node]
    return []


def _is_of_types(union: ast.expr) -> bool:
    while isinstance(union, ast.BinOp):
        union = union.left
    return isinstance(union, ast.Name) and union.id[0].isupper() and not union.id.isupper()


def _changes(node: ast.AST) -> Iterator[tuple[str, int]]:
    match node:
        case ast.Compare():
            yield from (("turned", part) for part, op in enumerate(node.ops) if type(op) in OTHER)
        case ast.BoolOp():
            yield "turned", 0
            yield from (("left out", part) for part in range(len(node.values)))
        case ast.BinOp() | ast.AugAssign() if type(node.op) in OTHER:
            yield "turned", 0
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield "without sign", 0
        case ast.Constant(value=bool() | int() | float()):
            yield "other", 0
        case ast.IfExp():
            yield "swapped", 0
        case ast.If():
            yield "never", 0
            yield "always", 0
        case ast.Expr(value=ast.Call()):
            yield "deleted", 0
        case ast.Call(func=ast.Name(id="replace")):
            yield from (("not replaced", part) for part, each in enumerate(node.keywords) if each.arg)
        case ast.Call(func=ast.Name(id=name)) if name in NAMES:
            yield "swapped", 0
        case ast.comprehension():
            yield from (("left out", part) for part in range(len(node.ifs)))


def _mutated(mutant: Mutant) -> ast.Module:
    tree = ast.parse((TREE / mutant.file).read_text(encoding="utf-8"))
    node = next(each for number, each in enumerate(ast.walk(tree)) if number == mutant.node)
    new: ast.AST | None = None
    match node, mutant.change:
        case ast.Compare(), _:
            node.ops[mutant.part] = OTHER[type(node.ops[mutant.part])]()
        case ast.BoolOp(), "left out":
            del node.values[mutant.part]
            new = node.values[0] if len(node.values) == 1 else None
        case ast.BoolOp() | ast.BinOp() | ast.AugAssign(), _:
            node.op = OTHER[type(node.op)]()
        case ast.UnaryOp(), _:
            new = node.operand
        case ast.Constant(value=bool(value)), _:
            node.value = not value
        case ast.Constant(value=int() | float() as value), _:
            node.value = value + 1 if isinstance(value, int) else value * 1.5 + 0.01
        case ast.IfExp(), _:
            node.body, node.orelse = node.orelse, node.body
        case ast.If(), _:
            node.test = ast.Constant(mutant.change == "always")
        case ast.Expr(), _:
            new = ast.Pass()
        case ast.Call(), "not replaced":
            del node.keywords[mutant.part]
        case ast.Call(func=ast.Name() as func), _:
            func.id = NAMES[func.id]
        case ast.comprehension(), _:
            del node.ifs[mutant.part]
    if new is not None:
        _put(tree, node, new)
    return ast.fix_missing_locations(tree)


def _put(tree: ast.AST, old: ast.AST, new: ast.AST) -> None:
    for parent in ast.walk(tree):
        for field, value in ast.iter_fields(parent):
            if value is old:
                setattr(parent, field, new)
            elif isinstance(value, list) and old in value:
                value[value.index(old)] = new


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _codes(each)


def put_into(mutant: Mutant) -> bool:
    """Give the functions of the loaded module the mutant's code; false where it is not in a function's body."""
    path = str(TREE / mutant.file)
    whole = compile(_mutated(mutant), path, "exec")
    plain = compile((TREE / mutant.file).read_text(encoding="utf-8"), path, "exec")
    functions = [
        each for each in gc.get_objects() if isinstance(each, FunctionType) and each.__code__.co_filename == path
    ]
    is_changed = False
    for new, old in zip(_codes(whole), _codes(plain), strict=True):
        if new == old or new is whole:
            continue
        for function in functions:
            if function.__code__ == old:
                if len(new.co_freevars) != len(old.co_freevars):
                    return False
                function.__code__ = new
                is_changed = True
    return is_changed


def put_values(mutant: Mutant) -> bool:
    """Give all modules the values that the mutant gives to the names of its module; false where it changes others.

    A value of a class of this very module stays: the class would be another.
    """
    path = TREE / mutant.file
    name = ".".join(path.relative_to(TREE).with_suffix("").parts)
    plain, changed = (
        _executed(code, name, path) for code in (ast.parse(path.read_text(encoding="utf-8")), _mutated(mutant))
    )
    others = [each for each in plain if each in changed and repr(plain[each]) != repr(changed[each])]
    own = [f"{kept.__name__}(" for kept in plain.values() if isinstance(kept, type) and kept.__module__ == name]
    others = [each for each in others if not any(sign in repr(plain[each]) for sign in (" at 0x", "<class", *own))]
    for each in others:
        old = getattr(sys.modules[name], each)
        for module in list(sys.modules.values()):
            if getattr(module, "__dict__", {}).get(each) is old:
                setattr(module, each, changed[each])
    return bool(others)


def _executed(code: ast.Module, name: str, path: Path) -> dict[str, Any]:
    values: dict[str, Any] = {"__name__": name, "__file__": str(path)}
    exec(compile(code, str(path), "exec"), values)
    return values


class Trial:
    """Which tests run which line, and what they say to a mutant."""

    def __init__(self, items: list[pytest.Item], files: list[str], longest: float) -> None:
        self._longest = longest
        self._items = {each.nodeid: each for each in items}
        self._files = {str(TREE / each): each for each in files}
        #: file:line -> the tests that run it; test -> its seconds
        self.lines: dict[str, list[str]] = {}
        self.seconds: dict[str, float] = {}
        #: code of the room -> all its lines; the same, those that this test has not run yet
        self._of_code: dict[CodeType, frozenset[int]] = {}
        self._unseen: dict[CodeType, set[int]] = {}
        self._calls: Counter[CodeType] = Counter()

    def look(self) -> None:
        """Run each test that was not looked at yet once, with a trace of the lines it runs."""
        for name, item in self._items.items():
            if name in self.seconds:
                continue
            self._unseen, self._calls = {}, Counter()
            begun = time.perf_counter()
            sys.settrace(self._trace)
            _run(item)
            sys.settrace(None)
            self.seconds[name] = time.perf_counter() - begun
            for code, unseen in self._unseen.items():
                for line in self._of_code[code] - unseen:
                    self.lines.setdefault(f"{self._files[code.co_filename]}:{line}", []).append(name)

    def forget(self, names: set[str]) -> None:
        """These tests are no longer, or no longer what they were."""
        self.seconds = {name: seconds for name, seconds in self.seconds.items() if name not in names}
        self.lines = {line: [name for name in tests if name not in names] for line, tests in self.lines.items()}

    def _trace(self, frame: FrameType, _event: str, _arg: Any) -> Callable[..., Any] | None:
        """Follow a call by its lines until this test has run them all, or so often that it hardly will."""
        code = frame.f_code
        if code.co_filename not in self._files:
            return None
        if code not in self._of_code:
            self._of_code[code] = frozenset(line for *_, line in code.co_lines() if line)
        if code not in self._unseen:  # a call runs the first line, without an event of its own
            self._unseen[code] = set(self._of_code[code]) - {code.co_firstlineno}
        self._calls[code] += 1
        return self._trace_line if self._unseen[code] and self._calls[code] <= MOST_CALLS else None

    def _trace_line(self, frame: FrameType, _event: str, _arg: Any) -> Callable[..., Any]:
        self._unseen[frame.f_code].discard(frame.f_lineno)
        return self._trace_line

    def tests_of(self, mutant: Mutant) -> list[str]:
        """Those that run its line, the quickest of each file of tests in turn, so that every kind of test is tried."""
        of_file: dict[str, list[str]] = {}
        for name in sorted(self.lines.get(f"{mutant.file}:{mutant.line}", []), key=lambda name: self.seconds[name]):
            of_file.setdefault(name.split("::")[0], []).append(name)
        chosen: list[str] = []
        seconds = 0.0
        for name in filter(None, chain.from_iterable(zip_longest(*of_file.values()))):
            if not chosen or seconds + self.seconds[name] <= self._longest:
                seconds += self.seconds[name]
                chosen.append(name)
        return chosen

    def tests_near(self, mutant: Mutant) -> list[str]:
        """Those that run most lines of a file, for what is no line of a function's."""
        runs = Counter(
            name for line, names in self.lines.items() if line.startswith(f"{mutant.file}:") for name in set(names)
        )
        chosen: list[str] = []
        seconds = 0.0
        for name, _ in runs.most_common():
            seconds += self.seconds[name]
            if chosen and seconds > self._longest:
                break
            chosen.append(name)
        return chosen

    def files_of(self, tests: list[str]) -> list[str]:
        """The files of these tests, the first ones, as long as they may take."""
        seconds: dict[str, float] = {}
        for name, each in self.seconds.items():
            seconds[name.split("::")[0]] = seconds.get(name.split("::")[0], 0.0) + each
        chosen: list[str] = []
        for file in dict.fromkeys(name.split("::")[0] for name in tests):
            if not chosen or sum(seconds[each] for each in (*chosen, file)) <= self._longest:
                chosen.append(file)
        return chosen

    def is_killed(self, mutant: Mutant) -> bool:
        """By a process of its own, in which functions and values change; or, if it must be, loaded anew."""
        tests = self.tests_of(mutant) or self.tests_near(mutant)
        limit = 10 + 5 * sum(self.seconds[name] for name in tests)
        if tests:
            child = os.fork()
            if child == 0:
                os.setpgid(0, 0)
                os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
                os.dup2(1, 2)
                is_whole = put_into(mutant)
                if not is_whole and not put_values(mutant):
                    os._exit(UNTOLD)
                is_alive = all(_run(self._items[name]) for name in tests)
                os._exit(1 if not is_alive else 0 if is_whole else UNTOLD)
            status = _ended(child, limit)
            if status != UNTOLD:
                return status != 0
        return _is_killed_anew(mutant, self.files_of(tests))


def _run(item: pytest.Item) -> bool:
    """Whether this test passes."""
    reports = runtestprotocol(item, nextitem=None, log=False)
    return not any(each.failed for each in reports)


def _ended(child: int, limit: float) -> int:
    """The exit status of a process; 1 where it takes too long."""
    begun = time.monotonic()
    while time.monotonic() - begun < limit:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.01)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return 1


def _is_killed_anew(mutant: Mutant, files: list[str]) -> bool:
    run = [sys.executable, "-m", "tests.tools.mutants", mutant.file, "--alone", json.dumps(mutant)]
    names = "\n".join(files).encode()
    try:
        return subprocess.run(run, cwd=TREE, input=names, capture_output=True, timeout=600, check=False).returncode != 0
    except subprocess.TimeoutExpired:
        return True


def _alone(mutant: Mutant) -> int:
    """The tests named on the input, or all of the room, against a module that is loaded as the mutant has it."""
    path = str(TREE / mutant.file)
    code = compile(_mutated(mutant), path, "exec")
    get_code = importlib.machinery.SourceFileLoader.get_code

    def mutated_code(self: importlib.machinery.SourceFileLoader, name: str) -> CodeType | None:
        return code if self.path == path else get_code(self, name)

    importlib.machinery.SourceFileLoader.get_code = mutated_code  # type: ignore[method-assign, assignment]
    named = sys.stdin.read().splitlines()
    room = next(tests for files, tests in ROOMS.values() if any(mutant.file.startswith(each) for each in files))
    return int(pytest.main(["-x", "-q", "-p", "no:cacheprovider", "--hypothesis-seed=1", *(named or room)]))


class Loop:
    """The plugin that takes pytest's loop: the tests are collected once, then the mutants are tried."""

    def __init__(self, given: argparse.Namespace) -> None:
        self._given = given

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        given = self._given
        found = [path for each in ROOMS[given.room][0] for path in sorted((TREE / each).rglob("*.py")) or [TREE / each]]
        files = [str(path.relative_to(TREE)) for path in found if path.name not in ("__init__.py", "frames.py")]
        trial = Trial(session.items, files, given.longest)
        lines = given.state / f"{given.room}.lines.json"
        now = {each.nodeid: each.path.read_text(encoding="utf-8") for each in session.items}
        digests = {name: hashlib.sha256(text.encode()).hexdigest() for name, text in now.items()}
        if lines.exists():
            trial.lines, trial.seconds, before = json.loads(lines.read_text(encoding="utf-8"))
            trial.forget({name for name, digest in before.items() if digests.get(name) != digest})
        trial.look()
        lines.write_text(json.dumps([trial.lines, trial.seconds, digests]), encoding="utf-8")
        try_mutants(trial, files, given)
        return True


def try_mutants(trial: Trial, files: list[str], given: argparse.Namespace) -> None:
    """A sample of the room's mutants, from where the last slice ended."""
    begun = time.monotonic()
    kept = given.state / f"{given.room}.{given.seed}.json"
    results: dict[str, str] = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
    mutants = [mutant for file in files for mutant in mutants_of(file)]
    random.Random(given.seed).shuffle(mutants)
    sample = mutants[: given.count]
    for mutant in sample:
        before = results.get(str(mutant))
        if time.monotonic() - begun > given.seconds or before == "killed" or (before and not given.again):
            continue
        results[str(mutant)] = "killed" if trial.is_killed(mutant) else "alive"
        kept.write_text(json.dumps(results, indent=1), encoding="utf-8")
    for mutant in sample:
        if results.get(str(mutant)) == "alive":
            print("alive:", mutant)
    tried = [results[str(mutant)] for mutant in sample if str(mutant) in results]
    print(f"{given.room}, seed {given.seed}: {tried.count('killed')} of {len(tried)} killed, {len(mutants)} there are")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("room")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=570)
    parser.add_argument("--state", type=Path, default=Path("/tmp/mutants"))
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--longest", type=float, default=LONGEST)
    parser.add_argument("--alone", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.alone:
        return _alone(Mutant(*json.loads(given.alone)))
    given.state.mkdir(parents=True, exist_ok=True)
    quiet = ["-q", "-s", "-p", "no:cacheprovider", "--hypothesis-seed=1"]
    return int(pytest.main([*quiet, *ROOMS[given.room][1]], plugins=[Loop(given)]))


if __name__ == "__main__":
    sys.exit(main())
