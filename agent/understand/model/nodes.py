"""Nodes and conditions of a written plan, decoded into those of `agent/plan/algebra.py`. What does not fit the catalogue becomes a fault, and a hole.

Where a plan says what it means and leaves out a step that the catalogue has only one of (the same person in another app, the one default relation
to the record that holds a field), the step is put in: how a plan is shaped does not decide whether it is understood.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from agent.catalogue import Catalogue, Relation
from agent.plan.algebra import (
    Alike,
    Column,
    Condition,
    Earlier,
    Either,
    Has,
    Is,
    Link,
    Me,
    Measure,
    Named,
    Node,
    Not,
    Order,
    Set,
    Tally,
    Union,
    Where,
    same_as,
)
from agent.question.dialogue import Listing
from agent.understand.model import shape
from agent.understand.model.faults import Faults
from agent.understand.model.values import compared, limit, measured_in, period
from agent.understand.model.ways import bridged, hub_steps, tied_by_default, way_of
from kg.names import fold

_ME = shape.Me(me=True)
_NOBODY = Set("hris/Employee")          # stands for a part that is a fault, so that the rest can be looked at


@dataclass
class Decoder:
    """Decodes one plan. `measure`, `tally`, `column` and `order` are set by `figures`, which stands above this module."""

    catalogue: Catalogue
    listed: Sequence[Listing] = ()                             # what earlier answers told in rows, oldest first
    faults: Faults = field(default_factory=Faults)
    apart: dict[str, str] = field(default_factory=dict)        # name -> what else was said of it that tells it from others
    measure: "Callable[[Decoder, shape.Measure], Measure | None]" = lambda _, __: None
    tally: "Callable[[Decoder, shape.Tally, str], Tally | None]" = lambda _, __, ___: None
    column: "Callable[[Decoder, shape.Column, str], Column | None]" = lambda _, __, ___: None
    order: "Callable[[Decoder, shape.Order, str], Order | None]" = lambda _, __, ___: None

    # ------------------------------------------------------------ nodes

    def node(self, said: shape.Node, at: str = "node") -> Node:
        """A node; a stand-in where it is a fault."""
        with self.faults.at(at):
            return _NODES[type(said)](self, said)

    def _me(self, _: shape.Me) -> Node:
        return Me()

    def _name(self, said: shape.Name) -> Node:
        if not self._model(said.model):
            return _NOBODY
        if not said.name.strip():
            self.faults.add("a name is empty")
            return _NOBODY
        named = Named(said.model, " ".join(said.name.split()))
        if said.apart.strip():
            self.apart[named.mention] = said.apart
        return named

    def _rows(self, said: shape.RowsOf) -> Node:
        meant = self._only() if said.rows == "it" else self._listing(" ".join(said.asked.split()))
        if meant is None:
            return _NOBODY
        ids, many = meant.rows.ids, len(meant.rows.ids)
        if isinstance(said.rows, str):
            return Earlier(meant.rows.model, tuple(dict.fromkeys(ids)), (), meant.asked)
        places = tuple(dict.fromkeys(place if place > 0 else many + 1 + place for place in said.rows))
        if not said.rows or 0 in said.rows or not all(0 < place <= many for place in places):
            self.faults.add(f'rows are counted from 1, and -1 is the last; the answer to "{meant.asked}" has {many}')
            return _NOBODY
        return Earlier(meant.rows.model, tuple(dict.fromkeys(ids[place - 1] for place in places)), places, meant.asked)

    def _only(self) -> Listing | None:
        """The last answer, which told of one thing."""
        last = self.listed[-1] if self.listed else None
        return last if last is not None and last.is_of_one else self.faults.none(
            "the last answer told of no one thing by itself: say what is meant by a name, conditions or places of rows")

    def _listing(self, asked: str) -> Listing | None:
        """The answer whose rows are meant: the last one with several, or the last one to a question of these words."""
        meant = self._asked(asked)
        if meant is not None and not meant.is_of_records:
            return self.faults.none(f'the answer to "{meant.asked}" told figures, and no rows of records: say what is meant by conditions, or '
                                    'give the question of an earlier answer with rows in "asked"')
        return meant

    def _asked(self, asked: str) -> Listing | None:
        if all(one.is_of_one for one in self.listed) and not asked:
            return self.faults.none("no earlier answer told rows: say what is meant by a name or conditions")
        exact = [one for one in self.listed if fold(asked) == fold(one.asked) or (not asked and not one.is_of_one)]
        near = exact or [one for one in self.listed if fold(asked) in fold(one.asked)]
        if exact or len({one.asked for one in near}) == 1:
            return near[-1]
        there = "; ".join(dict.fromkeys(f'"{one.asked}"' for one in self.listed))
        return self.faults.none(f'{"several answers" if near else "no answer"} to "{asked}" told rows; the questions whose answers did: {there}')

    def _set(self, said: shape.SetOf) -> Node:
        if not self._model(said.of_model):
            return _NOBODY
        found = self.conditions(said.where, said.of_model)
        links = frozenset(c for c in found if isinstance(c, Link))
        ranked = None
        if said.ranked is not None:
            with self.faults.at("ranked"):
                ranked = self.order(self, said.ranked, said.of_model)
        made = Set(said.of_model, links, frozenset(found) - links, said.newest, ranked)
        return self._newest_by_date(made) if said.newest and not self.catalogue.models[said.of_model].time else made

    def _newest_by_date(self, made: Set) -> Set:
        """The last by the date that the model's periods are about, which has come unless something is said of that: there is no time of its own."""
        date = self.catalogue.models[made.model].fields.get(self.catalogue.models[made.model].period or "")
        if date is None or made.ranked is not None:
            self.faults.add(f"{made.model} has no time of its own for newest: use ranked, ordered by one of its dates, first 1")
            return made
        is_said = any(isinstance(c, Is) or (isinstance(c, Where) and c.field == date.id) for c in made.where)
        come = () if is_said else (Where(date.id, "now" if date.kind == "datetime" else "today", "<="),)
        return replace(made, where=made.where.union(come), newest=False, ranked=Order(Column(date.id), True, 1))

    def _union(self, said: shape.UnionOf) -> Node:
        nodes = [self.node(one, f"union.{i}") for i, one in enumerate(said.union)]
        if not nodes:
            self.faults.add("a union needs nodes")
            return _NOBODY
        model = nodes[0].model
        alike = [bridged(one, model) for one in nodes]
        if any(one is None for one in alike):
            self.faults.add(f"the nodes of a union are of one model, not of {', '.join(sorted({n.model for n in nodes}))}")
        return Union(model, frozenset(one for one in alike if one is not None)) if len(nodes) > 1 else nodes[0]

    def _model(self, name: str) -> bool:
        if name in self.catalogue.models:
            return True
        self.faults.add(f"there is no model {name!r}{self.faults.near(name, self.catalogue.models)}")
        return False

    # ------------------------------------------------------------ conditions

    def conditions(self, said: list[shape.Condition], model: str, at: str = "where") -> list[Condition]:
        """Conditions on a model's records; those that are faults are left out."""
        found = [self.condition(one, model, f"{at}.{i}") for i, one in enumerate(said)]
        return [one for one in found if one is not None]

    def condition(self, said: shape.Condition, model: str, at: str) -> Condition | None:
        """One condition on a model's records; None where it is a fault."""
        with self.faults.at(at):
            return _CONDITIONS[type(said)](self, said, model)

    def _is(self, said: shape.IsSo, model: str) -> Condition | None:
        name = said.is_so if "." in said.is_so else f"{model}.{said.is_so}"
        owner, _, part = name.partition(".")
        known = self.catalogue.models.get(owner)
        if known is None or part not in known.predicates:
            there = [p.id for p in self.catalogue.models[model].predicates.values()]
            return self.faults.none(f"there is no named condition {said.is_so!r}{self.faults.near(name, there)}")
        found = Is(name, period(self.faults, said.period))
        if found.period is not None and known.predicates[part].time is None and not known.predicates[part].computed:
            return self.faults.none(f"{name} has no time that a period could lie on: add a condition on a date field")
        return self._of_model(found, owner, model)

    def _of_model(self, found: Condition, owner: str, model: str) -> Condition | None:
        """A condition on the records of another model, put over the one way that leads there."""
        if owner == model:
            return found
        link = tied_by_default(self.catalogue, model, Set(owner, where=frozenset({found})))
        return link or self.faults.none(f"this is a condition on {owner}, not on {model}, and no single way leads there: add the relation")

    def _field(self, said: shape.FieldCondition, model: str) -> Condition | None:
        name = said.field if "." in said.field else f"{model}.{said.field}"
        owner, _, part = name.partition(".")
        known = self.catalogue.models.get(owner)
        if known is None or part not in known.fields:
            if known is not None and part in known.relations and said.op in ("empty", "filled"):
                return Where(name, None, said.op)
            return self.faults.none(self.no_field(name, model))
        if isinstance(said.value, shape.Measure):
            figure = self.measure(self, said.value)
            return self._of_model(Where(name, figure, said.op), owner, model) if figure else None
        found = compared(self.faults, known.fields[part], said.op, said.value)
        return self._of_model(found, owner, model) if found is not None else None

    def no_field(self, name: str, model: str) -> str:
        """That there is no such field, with what is near."""
        owner = name.partition(".")[0]
        known = self.catalogue.models.get(owner) or self.catalogue.models[model]
        if name.partition(".")[2] in known.relations:
            return f"{name} is a relation, not a field: use it as a path or with rel"
        near = self.faults.near(name, [f.id for f in known.fields.values()])
        return f"there is no field {name!r}{near or f'; {known.id} has {chr(44).join(known.fields)}'}"

    def _related(self, said: shape.Related, model: str) -> Condition | None:
        if said.rel == "hub":
            return self._same_node(said.of or said.inverse, model)
        name = said.rel if "." in said.rel else f"{model}.{said.rel}"
        way = way_of(self.catalogue, name)
        if way is None:
            near = self.faults.near(name, [r.id for r in self.catalogue.relations()])
            return self.faults.none(f"there is no relation {said.rel!r}{near}")
        relation, is_turned = way
        if said.of is not None and said.inverse is not None:
            return self.faults.none('give either "of" or "from", not both')
        if said.of is None and said.inverse is None:
            return self._of_model(self._any_at_all(relation, is_turned), relation.to if is_turned else relation.model, model)
        node = self.node(said.of, "of") if said.of is not None else self.node(said.inverse or _ME, "from")
        to_source = (said.of is not None) != is_turned
        is_other_way = not _fits(relation, to_source, node, model) and _fits(relation, not to_source, node, model)
        return self._tied(relation, to_source != is_other_way, node, model)     # where the models leave one direction only, it is that one

    def _any_at_all(self, relation: Relation, is_turned: bool) -> Condition:
        """That a relation leads to anything, or (turned) that anything leads here over it."""
        return Link(relation.id, False, Set(relation.model)) if is_turned else Where(relation.id, None, "filled")

    def _tied(self, relation: Relation, to_source: bool, source: Node, model: str) -> Condition | None:
        own, other = (relation.model, relation.to) if to_source else (relation.to, relation.model)
        met = bridged(source, other)
        if met is None:
            link = tied_by_default(self.catalogue, other, source)
            met = Set(other, frozenset({link})) if link is not None else None
        if met is None:
            side = "leads to" if to_source else "is held by"
            return self.faults.none(f"{relation.id} {side} {other}, but the node is of {source.model}")
        found = Link(relation.id, to_source, met)
        if own == model:
            return found
        if bridged(Me(model) if model == "hris/Employee" else Set(model), own) is not None:
            return Link("hub", False, Set(own, frozenset({found})))
        hint = f'; for {model} that are the {relation.name} of something, use "from"' if relation.to == model else ""
        link = tied_by_default(self.catalogue, model, Set(own, frozenset({found}))) if not hint else None
        return link or self.faults.none(f"{relation.id} is a relation of {own}, not of {model}{hint}")

    def _same(self, said: shape.SameAs, model: str) -> Condition | None:
        return self._same_node(said.same, model)

    def _same_node(self, said: "shape.Node | None", model: str) -> Condition | None:
        if said is None:
            return self.faults.none("hub needs a node")
        source = self.node(said, "same")
        if source.model == model:
            return same_as(source)
        met = bridged(source, model)
        if not isinstance(met, Set):
            return self.faults.none(f"a record of {model} cannot be the same as one of {source.model}: use a relation between them")
        return next(iter(met.links))

    def _has(self, said: shape.HasSoMuch, model: str) -> Condition | None:
        with self.faults.at("has"):
            tally = self.tally(self, said.has, model)
        if tally is None:
            return None
        if isinstance(said.value, shape.Measure):
            figure = self.measure(self, said.value)
            return Has(tally, said.op, figure) if figure is not None else None
        held = limit(self.faults, measured_in(self.catalogue, tally.measure), said.op, said.value)
        if held is None:
            return None
        has = Has(tally, held.op, held.value)
        return Not(has) if held.is_turned else has

    def _not(self, said: shape.Negated, model: str) -> Condition | None:
        inner = self.condition(said.negated, model, "not")
        if isinstance(inner, Not):
            return inner.of
        return Not(inner) if inner is not None else None

    def _any(self, said: shape.AnyOf, model: str) -> Condition | None:
        found = self.conditions(said.any_of, model, "any")
        if len(found) < 2:
            return found[0] if found else self.faults.none("any needs conditions")
        return Either(frozenset(found)) if len(set(found)) > 1 else found[0]

    def _alike(self, said: shape.AlikeIn, model: str) -> Condition | None:
        one, other = (self.column(self, column, model) for column in (said.alike, said.other))
        if said.alike.within is not None or said.other.within is not None:
            return self.faults.none("within narrows a column of a table, not one that is compared")
        return Alike(one, other, said.op) if one is not None and other is not None else None


def _fits(relation: Relation, to_source: bool, source: Node, model: str) -> bool:
    """Can members of the model be tied to the source over the relation in this direction, as they are or as the same in another app?"""
    own, other = (relation.model, relation.to) if to_source else (relation.to, relation.model)
    return hub_steps(model, own) is not None and hub_steps(source.model, other) is not None


_NODES: Mapping[type, Callable[[Decoder, Any], Node]] = {
    shape.Me: Decoder._me, shape.Name: Decoder._name, shape.RowsOf: Decoder._rows, shape.SetOf: Decoder._set, shape.UnionOf: Decoder._union,
}
_CONDITIONS: Mapping[type, Callable[[Decoder, Any, str], Condition | None]] = {
    shape.IsSo: Decoder._is, shape.FieldCondition: Decoder._field, shape.Related: Decoder._related, shape.SameAs: Decoder._same,
    shape.HasSoMuch: Decoder._has, shape.Negated: Decoder._not, shape.AnyOf: Decoder._any, shape.AlikeIn: Decoder._alike,
}
