"""The JSON schema of the plans that a message may have: those of the plan language that name nothing but what the message is about.

A server that writes by a schema can then write no id that does not exist, no field of another model, and no name, number or time that the message
does not hold. It is narrower than `shape`, which what was written is held against all the same.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from agent.catalogue import HUBS, Field, Relation
from agent.understand.grammar.vocabulary import PEOPLE
from agent.understand.model.listing import values_of
from agent.understand.model.sayable import Sayable
from agent.understand.model.topic import Topic

Schema = dict[str, Any]
_DEEP = 3                               # nodes inside nodes
_MOST_CONDITIONS, _MOST_COLUMNS, _MOST_MEASURES = 4, 3, 2
_COUNTED = ("number", "money", "quantity")
_TIMES = ("date", "datetime")
_BUCKETS = ["month", "quarter", "year", "fiscal quarter", "fiscal year", "week", "day"]


def schema_of_plans(topic: Topic, said: Sayable) -> Schema:
    """The schema of a message with one act."""
    parts = _Parts(topic, said)
    acts = [act for model in topic.fields for act in parts.acts(model)]
    acts.append(_record(goal=_only("decline"), reason=_only("out_of_scope")))
    whole = _record(acts={"type": "array", "items": {"anyOf": acts}, "minItems": 1, "maxItems": 1})
    return whole | {"$defs": parts.made}


class _Parts:
    """Schemas of nodes, conditions, measures and columns of each model, each made once and named."""

    def __init__(self, topic: Topic, said: Sayable) -> None:
        self._topic, self._said = topic, said
        self.made: dict[str, Schema] = {}
        for deep in range(_DEEP):                   # the inner ones first: those outside point at them
            for model in topic.fields:
                self._make(model, deep)

    def acts(self, model: str) -> Iterator[Schema]:
        """What may be asked of the records of a model."""
        node, columns, counted = self._node(model), self._columns(model), self._measures(model)
        if fields := [f.id for each in (model, *self._tied(model)) for f in self._topic.fields[each]]:
            yield _record({"unit": _one(self._said.units)} if self._said.units else {}, goal=_only("show"), node=node, field=_one(fields))
        for goal in ("names", "card", "exists", "summary"):
            yield _record(goal=_only(goal), node=node)
        if columns:
            yield _record({"order": self._order(columns)}, goal=_only("table"), node=node, columns=_list(columns, _MOST_COLUMNS, 0))
        yield _record(goal=_only("figures"), measures=_list(counted, _MOST_MEASURES))
        if keys := list(self._keys(model)):
            yield _record({"order": self._order(counted)}, goal=_only("groups"), measures=_list(counted, _MOST_MEASURES), keys=_list(keys, 1))

    def _order(self, by: Sequence[Schema]) -> Schema:
        return _record({"first": _one([1, *self._said.numbers])}, by={"anyOf": list(by)}, desc={"type": "boolean"})

    def _tied(self, model: str) -> list[str]:
        """The other models of the topic that lead to one."""
        return [other for other, ways in self._topic.relations.items() if other != model and any(way.to == model for way in ways)]

    def _make(self, model: str, deep: int) -> None:
        name, own = f"{_slug(model)}_{deep}", f"own_{_slug(model)}"
        if not deep and (compared := list(self._own(model))):
            self.made[own] = {"anyOf": compared}
        conditions = [*([_ref(own)] if own in self.made else []), *(self._ties(model, deep) if deep else ())]
        if conditions:
            self.made[f"p_{name}"] = {"anyOf": conditions}
            self.made[f"c_{name}"] = {"anyOf": [_ref(f"p_{name}"), _record(**{"not": _ref(f"p_{name}")})]}
        where = {"where": _list([_ref(f"c_{name}")], _MOST_CONDITIONS, 0)} if conditions else {"where": {"type": "array", "maxItems": 0}}
        nodes = [_record({"newest": _only(True)}, set=_only(model), **where)]
        if names := self._said.names.get(model):
            nodes.insert(0, _record(name=_one(names), model=_only(model)))
        if model == PEOPLE:
            nodes.insert(0, _record(me=_only(True)))
        self.made[f"n_{name}"] = {"anyOf": nodes}

    def _node(self, model: str, deep: int = _DEEP - 1) -> Schema:
        return _ref(f"n_{_slug(model)}_{deep}")

    def _nodes(self, model: str, deep: int) -> list[Schema]:
        """Nodes of a model, or of what is bridged to it."""
        return [self._node(each, deep) for each in self._bridged(model) if each in self._topic.fields]

    def _bridged(self, model: str) -> list[str]:
        return [model, *(other for pair in HUBS if model in pair for other in pair if other != model)]

    def _own(self, model: str) -> Iterator[Schema]:
        """Conditions on the records themselves."""
        for one in self._topic.conditions[model]:
            period = {"period": self._period()} if self._said.periods and (one.time or one.computed) else {}
            yield _record(period, **{"is": _only(one.id)})
        for each in self._topic.fields[model]:
            yield from self._compared(each)

    def _ties(self, model: str, deep: int) -> Iterator[Schema]:
        """Conditions on what they are tied to."""
        for way in self._topic.relations[model]:
            yield from (_record(rel=_only(way.id), of=node) for node in self._nodes(way.to, deep - 1))
        for other, ways in self._topic.relations.items():
            yield from (_record(rel=_only(way.id), **{"from": self._node(other, deep - 1)}) for way in ways if model in self._bridged(way.to))

    def _compared(self, of: Field) -> Iterator[Schema]:
        listed, found = values_of(of), self._said.values.get(of.id, ())
        if of.kind in _TIMES and self._said.periods:
            yield _record(field=_only(of.id), op=_only("in"), value=self._period())
        elif of.kind in _COUNTED and self._said.numbers:
            yield _record(field=_only(of.id), op=_one(["<", "<=", ">", ">=", "="]), value=self._number())
        elif of.kind == "boolean":
            yield _record(field=_only(of.id), op=_only("="), value={"type": "boolean"})
        elif values := [*listed, *found] if listed or found else []:
            yield _record(field=_only(of.id), op=_one(["=", "!="]), value=_one(values))
        elif of.kind in ("text", "own") and not of.native and self._said.texts:
            yield _record(field=_only(of.id), op=_only("contains"), value=_one(self._said.texts))

    def _measures(self, model: str) -> list[Schema]:
        node = self._node(model)
        fields = [f.id for f in self._topic.fields[model] if f.kind in _COUNTED]
        summed = [_record(how=_one(["sum", "average", "median", "min", "max"]), of=node, field=_one(fields))] if fields else []
        metrics = [m.name for m in self._topic.metrics if m.of == model]
        where = {"where": _list([_ref(f"c_{_slug(model)}_{_DEEP - 1}")], _MOST_CONDITIONS)} if self._has_conditions(model) else {}
        return [*([_record(where, metric=_one(metrics))] if metrics else []), _record(how=_only("count"), of=node), *summed]

    def _has_conditions(self, model: str) -> bool:
        return f"c_{_slug(model)}_{_DEEP - 1}" in self.made

    def _columns(self, model: str) -> list[Schema]:
        own = [f.id for f in self._topic.fields[model]]
        led = [self._led(way) for way in self._topic.relations[model]]
        return [*([_record(field=_one(own))] if own else []), *led]

    def _keys(self, model: str) -> Iterator[Schema]:
        plain = [f.id for f in self._topic.fields[model] if f.kind not in (*_TIMES, *_COUNTED)]
        times = [f.id for f in self._topic.fields[model] if f.kind in _TIMES]
        yield from [_record(field=_one(plain))] if plain else []
        yield from (self._led(way) for way in self._topic.relations[model])
        yield from [_record(field=_one(times), bucket=_one(_BUCKETS))] if times else []

    def _led(self, way: Relation) -> Schema:
        """What a relation leads to, or a field of that."""
        fields = [f.id for f in self._topic.fields.get(way.to, ())]
        return _record({"field": _one(fields)} if fields else {}, path=_path(way.id))

    def _number(self) -> Schema:
        return _one(self._said.numbers)

    def _period(self) -> Schema:
        return {"anyOf": [{"const": list(period)} for period in self._said.periods]}


def _record(optional: Mapping[str, Schema] | None = None, /, **required: Schema) -> Schema:
    """An object with these keys and no others."""
    properties = {**required, **(optional or {})}
    return {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}


def _list(items: Sequence[Schema], most: int, least: int = 1) -> Schema:
    return {"type": "array", "items": {"anyOf": list(items)}, "minItems": least, "maxItems": most}


def _path(relation: str) -> Schema:
    return {"const": [relation]}


def _only(value: Any) -> Schema:
    return {"const": value}


def _one(values: Sequence[Any]) -> Schema:
    return {"enum": list(dict.fromkeys(values))}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _slug(model: str) -> str:
    return model.replace("/", "_")
