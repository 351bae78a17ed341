"""Is a result the expected table? Its columns may be called and ordered otherwise, and there may be more of them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import networkx

from workers.evaluation.grading.cells import Key, Kind, is_near, key

_MOST_TRIES = 50_000                    # choices of columns before a table counts as another one
_PERCENT = frozenset({"%", "percent", "pct"})

Rows = Sequence[Sequence[Any]]
Column = tuple[Key, ...]


def differs(names: Sequence[str], rows: Rows, result: Mapping[str, Any] | None, *, ordered: bool) -> str | None:
    """Why no choice of the result's columns, one for each expected one, gives exactly the expected rows; None where one does."""
    got = (result or {}).get("rows")
    if result is None or got is None:
        return "no result table"
    if len(got) != len(rows):
        return f"{len(got)} rows instead of {len(rows)}"
    if not rows:
        return None
    wanted, offered = [], []
    for place, name in enumerate(names):
        want = tuple(row[place] for row in rows)
        kind = Kind.of(want)
        keys = tuple(key(value, kind) for value in want)
        fitting = _fitting(keys, kind, result, got, ordered=ordered)
        if not fitting:
            return f"no column of the result holds the values of '{name}'"
        wanted.append(keys)
        offered.append(fitting)
    if _Search(wanted, offered, ordered=ordered).found():
        return None
    return "the columns are there, but not in these rows"


def _fitting(keys: Column, kind: Kind, result: Mapping[str, Any], rows: Rows, *, ordered: bool) -> list[tuple[int, Column]]:
    """The result's columns that hold these values, each as what it holds."""
    width = max(len(row) for row in rows)
    units = [str(c.get("unit") or "").strip().casefold() if isinstance(c, Mapping) else "" for c in result.get("columns") or ()]
    found = []
    for place in range(width):
        values = [row[place] if place < len(row) else None for row in rows]
        is_percent = kind.is_number and place < len(units) and units[place] in _PERCENT
        for scale in (1.0, 0.01) if is_percent else (1.0,):
            have = tuple(key(value, kind, scale) for value in values)
            if _same_column(keys, have, ordered=ordered):
                found.append((place, have))
    return found


class _Search:
    """Columns chosen one after another, the one with the fewest choices first, as long as the rows can still be equal."""

    def __init__(self, wanted: Sequence[Column], offered: Sequence[Sequence[tuple[int, Column]]], *, ordered: bool) -> None:
        self._wanted, self._offered, self._ordered = wanted, offered, ordered
        self._order = sorted(range(len(wanted)), key=lambda place: len(offered[place]))
        self._left = _MOST_TRIES

    def found(self) -> bool:
        """Is there a choice?"""
        empty: list[Column] = [() for _ in self._wanted[0]]
        return self._go_on(0, frozenset(), empty, empty)

    def _go_on(self, depth: int, used: frozenset[int], expected: list[Column], got: list[Column]) -> bool:
        if depth == len(self._order):
            return True
        place = self._order[depth]
        expected = _wider(expected, self._wanted[place])
        return any(
            self._go_on(depth + 1, used | {column}, expected, wider)
            for column, wider in self._choices(place, used, got)
            if self._ordered or depth == 0 or _same_rows(expected, wider))

    def _choices(self, place: int, used: frozenset[int], got: list[Column]) -> Iterator[tuple[int, list[Column]]]:
        for column, have in self._offered[place]:
            if column in used or self._left <= 0:
                continue
            self._left -= 1
            yield column, _wider(got, have)


def _wider(rows: Sequence[Column], column: Column) -> list[Column]:
    return [(*row, cell) for row, cell in zip(rows, column, strict=True)]


def _same_column(expected: Column, got: Column, *, ordered: bool) -> bool:
    if not ordered:
        return _same_rows([(k,) for k in expected], [(k,) for k in got])
    return all(_same_cell(e, g) for e, g in zip(expected, got, strict=True))


def _same_cell(expected: Key, got: Key) -> bool:
    return (got[0] == "number" and is_near(expected[1], got[1])) if expected[0] == "number" else expected == got


def _same_rows(expected: Sequence[Column], got: Sequence[Column]) -> bool:
    """Equal but for their order; numbers within tolerance."""
    mine, theirs = _by_what_is_exact(expected), _by_what_is_exact(got)
    return mine.keys() == theirs.keys() and all(_pair_up(mine[exact], theirs[exact]) for exact in mine)


def _by_what_is_exact(rows: Sequence[Column]) -> dict[Column, list[tuple[float, ...]]]:
    found: dict[Column, list[tuple[float, ...]]] = {}
    for row in rows:
        exact = tuple(("number",) if k[0] == "number" else k for k in row)
        found.setdefault(exact, []).append(tuple(k[1] for k in row if k[0] == "number"))
    return found


def _pair_up(expected: list[tuple[float, ...]], got: list[tuple[float, ...]]) -> bool:
    """Does each expected vector find one of its own? In order first; by matching where that fails."""
    if len(expected) != len(got):
        return False
    expected, got = sorted(expected), sorted(got)
    if all(_fits(e, g) for e, g in zip(expected, got, strict=True)):
        return True
    if len(expected[0]) < 2:
        return False                    # in one dimension the sorted pairs are the best there are
    return not unpaired(len(expected), len(got), lambda e, g: _fits(expected[e], got[g]))


def _fits(expected: tuple[float, ...], got: tuple[float, ...]) -> bool:
    return all(is_near(e, g) for e, g in zip(expected, got, strict=True))


def unpaired(expected: int, got: int, fits: Callable[[int, int], bool]) -> list[int]:
    """The expected ones, by number, that are left when as many as can be are paired with one got; `fits(e, g)` says which may be."""
    graph = networkx.Graph()
    graph.add_nodes_from(("e", e) for e in range(expected))
    graph.add_nodes_from(("g", g) for g in range(got))
    graph.add_edges_from((("e", e), ("g", g)) for e in range(expected) for g in range(got) if fits(e, g))
    paired = networkx.bipartite.hopcroft_karp_matching(graph, [("e", e) for e in range(expected)])
    return [e for e in range(expected) if ("e", e) not in paired]
