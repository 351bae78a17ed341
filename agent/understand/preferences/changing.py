"""What may stand in place of what was learned: another value of the field that a default is about, another way to count a figure. Pure."""

import json
from typing import Any

from agent.catalogue import Catalogue


def field_of(plan: str) -> str:
    """The id of the field whose one value a default's plan wants ("crm/Account.industry"); "" where it wants something else."""
    condition = _condition(json.loads(plan)) if plan else None
    return str(condition["field"]) if condition is not None else ""


def with_value(plan: str, value: str) -> str:
    """The plan that wants another value of that field."""
    node = json.loads(plan)
    return json.dumps(node | {"where": [{**node["where"][0], "value": value}]}, ensure_ascii=False)


def bases(catalogue: Catalogue, figure: str) -> tuple[str, ...]:
    """What the figures of that name may be told from each other by: "booked", "invoiced" of "revenue"."""
    words = (word.split() for metric in catalogue.metrics.values() for word in metric.words)
    return tuple(dict.fromkeys(told[0] for told in words if len(told) > 1 and " ".join(told[1:]) == figure))


def _condition(node: Any) -> dict[str, Any] | None:
    """Of a set by one condition, and of nothing else: that condition, where it is one value of a field."""
    where = node.get("where") if isinstance(node, dict) and set(node) == {"set", "where"} else None
    is_one = isinstance(where, list) and len(where) == 1 and set(where[0]) == {"field", "value"} and isinstance(where[0]["value"], str)
    return where[0] if is_one and where else None
