"""policy.toml in words, from wording.toml: relations and cells ("an HR partner (within their scope)"), kinds of data and who may see them. Pure."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from agent.policy.decision import is_shut, rule_of, tables
from ingest.company import Policy
from kg.toml_tables import toml_table

_SET: Mapping[Any, str] = {"off": "no", "rows": "yes", "totals": "totals", (): "no"}         # what a setting makes of its cell


def relation_in_words(relation: str, cell: str = "yes") -> str:
    """A relation of the asker to somebody, with what a cell of the table adds to it; everybody, where the table knows no such relation."""
    words = _wording()["relations"].get(relation, _wording()["relations"]["other"])
    more = _wording()["cells"].get(cell.partition(":")[0])
    return f"{words} ({more})" if more else str(words)


def called(kind: str) -> str:
    """What a class of people's fields, an access rule of records or a class of their fields keeps: "pay", "tickets"."""
    return str(_wording()["kinds"].get(kind, _wording()["kinds"]["X"]))


def kinds() -> tuple[str, ...]:
    """Everything that has such a name: all that the tables may close to somebody."""
    return tuple(_wording()["kinds"])


def open_to(kind: str, policy: Policy) -> tuple[str, ...]:
    """Who may see what that class or access rule keeps, in words: as the tables have it, where the tenant's policy leaves it so."""
    row = tables()["people"].get(kind)
    if row is None:
        return tuple(_wording()["rules"][rule_of(kind)])
    cells = {relation: _as_set(cell, policy) for relation, cell in row.items()}
    opened = {} if is_shut(policy, kind) else {relation: cell for relation, cell in cells.items() if cell != "no"}
    told = ["other"] if "other" in opened else list(opened)
    return tuple(relation_in_words(relation, opened[relation]) for relation in told) or tuple(_wording()["rules"]["nobody"])


def _as_set(cell: str, policy: Policy) -> str:
    """A cell under the tenant's policy: a switch as it is set, a list without fields as none."""
    _, _, setting = cell.partition(":")
    value = getattr(policy, setting) if setting else None
    return _SET.get(value, cell)


_wording = partial(toml_table, __package__, "wording")
