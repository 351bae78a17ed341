"""One test over many like cases: the table is data, every case is tried, and all that fail are told at once.

A stand-in for `pytest.mark.parametrize` where a table is long: pytest spends milliseconds on each item that it collects, sets up and reports.
The fixtures of the test are set up once for all its cases, so it may use only such as no case changes.
"""

import functools
import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest

LONGEST = 400           # characters of a case or of its failure in the list


def each_case(names: str | Sequence[str], cases: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The test is called with each case, as with `parametrize`; stacked, with each pair of cases. An empty table fails."""
    fields, table = [name.strip() for name in (names.split(",") if isinstance(names, str) else names)], list(cases)

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(test)
        def whole(**fixtures: Any) -> None:
            assert table, f"no case of {names}"
            failures = [(case, failure) for case in table if (failure := _failure(test, {**fixtures, **_named(fields, case)}))]
            if failures:
                raise AssertionError(_listed(failures, len(table))) from failures[0][1]

        signature = inspect.signature(test)
        left = [parameter for name, parameter in signature.parameters.items() if name not in fields]
        whole.__signature__ = signature.replace(parameters=left)  # type: ignore[attr-defined]
        return whole

    return decorate


def _named(fields: Sequence[str], case: Any) -> dict[str, Any]:
    return dict(zip(fields, case if len(fields) > 1 else (case,), strict=True))


def _failure(test: Callable[..., None], arguments: dict[str, Any]) -> BaseException | None:
    try:
        test(**arguments)
    except (Exception, pytest.fail.Exception) as failure:  # noqa: BLE001  # the other cases are tried all the same, and all failures told
        return failure
    return None


def _listed(failures: Sequence[tuple[Any, BaseException]], tried: int) -> str:
    told = (f"{_short(repr(case))}: {type(failure).__name__}: {_short(str(failure))}" for case, failure in failures)
    return "\n- ".join([f"{len(failures)} of {tried} cases fail (the first one's traceback stands above):", *told])


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} …"
