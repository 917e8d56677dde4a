"""One story told for several editions of the Laws: which it names, and what holds in each."""

from collections.abc import Mapping, Sequence
from typing import Any

from access_chess.laws.editions import Edition

_EDITIONS = frozenset(edition.value for edition in Edition)


def editions_of(written: Mapping[str, Any]) -> Sequence[str]:
    """The editions that `editions` or `edition` name; empty: the story names none. Raises ValueError when not both
    can be meant, or when the list is none.
    """
    known = ", ".join(sorted(_EDITIONS))
    if "editions" not in written:
        if not isinstance(written.get("edition", ""), str):
            raise ValueError(f"edition: one of {known}")
        return (written["edition"],) if "edition" in written else ()
    if "edition" in written:
        raise ValueError("editions: either edition or editions, not both")
    named = written["editions"]
    if not isinstance(named, list) or not named or not all(name in [*_EDITIONS] for name in named):
        raise ValueError(f"editions: a list of {known}")
    if len(set(named)) < len(named):
        raise ValueError("editions: one of them stands twice")
    return tuple(named)


def written_for(written: Mapping[str, Any], edition: str) -> dict[str, Any]:
    """The story as that edition has it: a table whose keys are editions gives its value, or nothing, where it stands.

    >>> written_for({"article": {"fide-2009": "7.4.b", "fide-2018": "7.5.5"}, "time": "5400"}, "fide-2018")
    {'article': '7.5.5', 'time': '5400'}
    """
    mine = {}
    for key, value in written.items():
        if not _is_by_edition(value):
            mine[key] = _inside(value, edition)
        elif edition in value:
            mine[key] = _inside(value[edition], edition)
    return mine


def unnamed_editions(written: Any, editions: Sequence[str]) -> frozenset[str]:
    """Editions that some value is given for, though the story is not told for them."""
    if isinstance(written, list):
        return frozenset().union(*(unnamed_editions(each, editions) for each in written))
    if not isinstance(written, dict):
        return frozenset()
    here = frozenset(written) - frozenset(editions) if _is_by_edition(written) else frozenset()
    return here.union(*(unnamed_editions(each, editions) for each in written.values()))


def _inside(value: Any, edition: str) -> Any:
    if isinstance(value, dict):
        return written_for(value, edition)
    if isinstance(value, list):
        return [_inside(each, edition) for each in value]
    return value


def _is_by_edition(value: Any) -> bool:
    return isinstance(value, dict) and bool(value) and value.keys() <= _EDITIONS
