"""Nodes, conditions and measures of a plan as phrases that can stand within others.

What stands before another restriction is put in brackets where it has restrictions of its own, so that no two plans read the same.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from agent.catalogue import Catalogue, Relation
from agent.phrasing.comparisons import (
    OPS,
    TIMES,
    currency_held,
    direction,
    how_said,
    measured_by,
    names_unit,
    number_said,
    places,
    said_limit,
    with_number_of,
)
from agent.phrasing.inflection import listed, ordinal, plural
from agent.phrasing.member_nouns import kind_among, word_before_noun
from agent.phrasing.nouns import (
    field_label,
    model_label,
    quoted,
    relation_noun,
    relation_phrase,
    said_period,
    said_recurring,
    said_value,
    time_noun,
)
from agent.phrasing.one_thing import is_one
from agent.plan.algebra import (
    ANY_MODEL,
    Alike,
    Column,
    Condition,
    Earlier,
    Either,
    Has,
    Is,
    Key,
    Link,
    Me,
    Measure,
    Named,
    Node,
    Not,
    Order,
    Path,
    Quantity,
    Set,
    Step,
    Tally,
    Union,
    Where,
)
from agent.plan.periods import Interval, Recurring

_HELD = frozenset({"=", "in", "kind", "contains"})      # what a record has, or is without
_CITY = "hris/Location.city"
_STAFF = "hris/Employee"                # who join and leave; other people's records are created and converted

_CLAUSES = ("who ", "that ", "whose ")
_LONGEST_QUESTION = 80                  # letters of an earlier question that are said again


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words, and whether restrictions trail behind them, to which what follows could be taken to belong."""

    text: str
    trails: bool = False

    @property
    def closed(self) -> str:
        """The words in brackets where something that follows could be taken to belong to a part of them."""
        return f"({self.text})" if self.trails else self.text


# ---------------------------------------------------------------- nodes


def node_phrase(catalogue: Catalogue, node: Node, *, article: bool = True, many: bool = False) -> Phrase:
    """A node in words. `many`: its members are counted, so that the noun of a relation is a plural as well."""
    if isinstance(node, Me):
        return Phrase("you")
    if isinstance(node, Named):
        known = catalogue.models[node.model] if node.model != ANY_MODEL else None
        return Phrase(" ".join([*([model_label(catalogue, known)] if known else []), quoted(node.mention)]))
    if isinstance(node, Earlier):
        label = model_label(catalogue, catalogue.models[node.model], many=len(node.ids) != 1)
        return Phrase(f"the {rows_said(node)}{label} {answer_said(node)}", trails=True)
    if isinstance(node, Union):
        return Phrase(" together with ".join(sorted(node_phrase(catalogue, each).closed for each in node.of)), trails=True)
    return _ranked(catalogue, node, article=article) if node.ranked else _set(catalogue, node, article=article, many=many)


def rows_said(rows: Earlier) -> str:
    """Which rows of an earlier answer are meant: "second ", "first and third "; "" for all of them."""
    return f"{listed([ordinal(place) for place in rows.places])} " if rows.places else ""


def answer_said(rows: Earlier) -> str:
    """Of which answer they are rows: "in the answer to “open deals in Porto”"."""
    return f"in the answer to {quoted(rows.asked if len(rows.asked) <= _LONGEST_QUESTION else f'{rows.asked[:_LONGEST_QUESTION]} …')}"


def _ranked(catalogue: Catalogue, node: Set, *, article: bool) -> Phrase:
    order, whole = node.ranked, Set(node.model, node.links, node.where, node.newest)
    assert order is not None            # the caller looked
    edge = f"the {places(order)}{direction(catalogue, order)} {_by_noun(catalogue, node.model, order)}"
    if order.first is None:
        return Phrase(f"in the order of {edge} {_set(catalogue, whole, article=True).text}", trails=True)
    plain = _set(catalogue, whole, article=article, number=order.first)
    if order.per is None and not plain.trails and not node.newest:
        return Phrase(f"{plain.text} with {edge}", trails=True)
    each = f" of each {key_phrase(catalogue, node.model, order.per)}" if order.per is not None else ""
    first = f"{'the ' if article else ''}{'one' if order.first == 1 else order.first}{each}"
    return Phrase(f"{first} with {edge} among {_set(catalogue, whole, article=True).text}", trails=True)


def _by_noun(catalogue: Catalogue, model: str, order: Order) -> str:
    """What an order is by, behind "highest" or "earliest"; of a time that is labelled by what happens then its noun."""
    by = order.by
    field = catalogue.field(by.field) if isinstance(by, Column) and by.field is not None and not by.path and by.within is None else None
    is_event = field is not None and field.label in field.when and isinstance(by, Column) and by.unit is None
    return time_noun(catalogue, field) if field is not None and is_event else by_phrase(catalogue, model, by, article=False).closed


def _set(catalogue: Catalogue, node: Set, *, article: bool, many: bool = False, number: int = 0) -> Phrase:
    """A set in words. `number`: the first so many of it are meant: "the open deal", "the 3 open deals"."""
    model = catalogue.models[node.model]
    links = sorted(node.links, key=lambda k: _link(catalogue, node.model, k).text)
    named = next((k for k in links if not k.to_source and k.relation != "hub"), None)
    owned = next((k for k in links if named is None and _is_owned_by_asker(catalogue, k)), None)
    head, tail = _head(catalogue, named)
    kind, own = kind_among(catalogue, node) if named is None else (None, "")
    adjectives = {c: w for c in node.where if c != kind and (w := word_before_noun(catalogue, node.model, c))}
    before = {owned, named, kind, *adjectives}
    behind = [condition_phrase(catalogue, node.model, c) for c in (*links, *node.where) if c not in before]
    parts = [*tail, *sorted(behind, key=_place)]
    is_mine = owned is not None or (named is not None and named.source == Me())
    whose = ["your"] if is_mine else ["the"] if article else []
    is_one = node.newest or number == 1
    called = (own if is_one else plural(own)) if own else model_label(catalogue, model, many=not is_one)
    are_many = many or number > 1 or (named is not None and not is_one and _are_several(catalogue, named))
    noun = (plural(head) if are_many else head) or called
    start = " ".join([*whose, *(["last"] if node.newest else []), *([str(number)] if number > 1 else []), *sorted(adjectives.values()), noun])
    return Phrase(f"{start} {_all(parts)}".strip(), trails=bool(parts))


def _are_several(catalogue: Catalogue, named: Link) -> bool:
    """Are there several that say whose they are, or several of whom each has one?"""
    relation = catalogue.relation(named.relation)
    return (relation.many and relation.inverse is not None) or not is_one(catalogue, named.source)


def _place(part: Phrase) -> str:
    """By what restrictions are sorted: whether of people or of things, in the same order."""
    return f"that{part.text.removeprefix('who')}" if part.text.startswith("who ") else part.text


def _head(catalogue: Catalogue, named: Link | None) -> tuple[str, list[Phrase]]:
    """The noun of a set that is somebody's relation, and whose: "manager", "of employee “Bill”"."""
    if named is None:
        return "", []
    source = node_phrase(catalogue, named.source)
    noun = relation_noun(catalogue, catalogue.relation(named.relation))
    return noun, [] if named.source == Me() else [Phrase(f"of {source.text}", source.trails)]


def _all(parts: Sequence[Phrase]) -> str:
    """Restrictions side by side: all but the last are closed, so that "and" joins what it seems to join. The first clause needs none before it."""
    said = [*(p.closed for p in parts[:-1]), *(p.text for p in parts[-1:])]
    joints = ["" if each.startswith(_CLAUSES) and not before.startswith((*_CLAUSES, "not ")) else "and " for before, each in pairwise(said)]
    return " ".join(f"{joint}{each}" for joint, each in zip(("", *joints), said, strict=True)) if said else ""


def _is_owned_by_asker(catalogue: Catalogue, link: Link) -> bool:
    """Does the owner of the members, or whose they are said to be, lead to the asker, or to the asker's user in another app?"""
    if link.relation == "hub" or not link.to_source or _person_behind(link.source) != Me():
        return False
    relation = catalogue.relation(link.relation)
    return relation.fk == "owner" or relation_phrase(catalogue, relation) == "of"


def _person_behind(source: Node) -> Node:
    """A user of an app who is only reached by being the same person is called by that person."""
    only = next(iter(source.links)) if isinstance(source, Set) and len(source.links) == 1 and not source.where else None
    plain = isinstance(source, Set) and not source.newest and source.ranked is None
    return only.source if only and plain and only.relation == "hub" and not isinstance(only.source, Union | Earlier) else source


# ---------------------------------------------------------------- conditions


def condition_phrase(catalogue: Catalogue, model: str, condition: Condition) -> Phrase:
    """A condition in words that follow the noun."""
    return _CONDITIONS[type(condition)](catalogue, model, condition)


def _where(catalogue: Catalogue, model: str, where: Where) -> Phrase:
    name = where.field.partition(".")[2]
    known = catalogue.models[model].fields.get(name)
    label = field_label(catalogue, known) if known else relation_noun(catalogue, catalogue.relation(where.field))
    if where.op in ("empty", "filled"):
        return Phrase(f"{'without' if where.op == 'empty' else 'with any'} {label}")
    if code := currency_held(known, where):
        return Phrase(f"in {code}")
    if isinstance(where.value, Interval | Recurring) and where.op in ("=", "in"):
        is_verb = known is not None and label in known.when
        when = said_period(where.value) if isinstance(where.value, Interval) else said_recurring(where.value)
        return Phrase(f"{label if is_verb else f'with {label}'} {'' if where.op == 'in' else 'exactly '}{when}")
    ops = TIMES if known is not None and known.kind in ("date", "datetime") else OPS
    if known is not None and isinstance(where.value, Quantity) and (counted := with_number_of(known, where.op, where.value)):
        return Phrase(counted)
    value = measure_phrase(catalogue, where.value) if isinstance(where.value, Measure) else Phrase(said_value(known, where.value))
    return Phrase(f"with {label} {ops[where.op]}{value.text}", value.trails)


def _is(catalogue: Catalogue, _: str, named: Is) -> Phrase:
    known = catalogue.predicate(named.predicate)
    alike = [p for p in catalogue.models[known.model].predicates.values() if p.label == known.label]
    label = known.label if len(alike) == 1 else f"{known.label} ({known.name.replace('_', ' ')})"
    label = plural(label) if label in known.nouns else label                # "that are vacancies"
    return Phrase(" ".join([*_joined_by(catalogue, named), label, *([said_period(named.period)] if named.period else [])]))


def _joined_by(catalogue: Catalogue, named: Is) -> list[str]:
    """What stands between a noun and a named condition: "who are" off, "who" joined in May, nothing before "won in May" and "without owner"."""
    known = catalogue.predicate(named.predicate)
    if known.label.startswith("without "):
        return []
    is_done = known.time is not None and known.label in known.verbs
    if is_done and known.model == _STAFF:
        return ["who"]
    return [] if is_done and named.period is not None else [f"{_who(catalogue, known.model)} are"]


def _who(catalogue: Catalogue, model: str) -> str:
    return "who" if catalogue.models[model].is_person else "that"


def _has(catalogue: Catalogue, model: str, has: Has) -> Phrase:
    tally, measure = by_phrase(catalogue, model, has.tally), has.tally.measure
    counted = counted_directly(catalogue, has.tally)
    if counted and isinstance(has.value, Quantity):
        return Phrase(f"with {number_said(has.op, has.value)} {counted}")
    if measure.how == "count" and isinstance(has.value, Quantity):
        there = node_phrase(catalogue, measure.of, article=False, many=True)
        by = "" if _is_only_way(catalogue, measure.of.model, has.tally.path) else f" by {_path(catalogue, has.tally.path) or 'row'}"
        return Phrase(f"with {number_said(has.op, has.value)} {there.closed if by else there.text}{by}", trails=bool(by) or there.trails)
    if not isinstance(has.value, Measure):
        return Phrase(f"where {tally.closed} is {said_limit(catalogue, measure, has.op, has.value)}")
    value = measure_phrase(catalogue, has.value)
    return Phrase(f"where {tally.closed} is {OPS[has.op] or 'exactly '}{value.text}", value.trails)


def _is_only_way(catalogue: Catalogue, model: str, path: Path) -> bool:
    """Is it the one key by which records of the model point at what they are counted for: deals at their account?"""
    step = path[0] if len(path) == 1 else None
    if step is None or step.relation == "hub" or step.inverse:
        return False
    return [r.id for r in catalogue.models[model].relations.values() if r.to == step.to] == [step.relation]


def counted_directly(catalogue: Catalogue, tally: Tally) -> str:
    """The noun of what each row has itself, where all of it is counted: "direct reports"; "" for other figures."""
    of, step = tally.measure.of, tally.path[0] if len(tally.path) == 1 else None
    is_all = isinstance(of, Set) and of == Set(of.model) and tally.measure == Measure(of, "count")
    if step is None or not is_all or step.relation == "hub" or not step.inverse:
        return ""
    return plural(relation_noun(catalogue, catalogue.relation(step.relation)))


def _alike(catalogue: Catalogue, model: str, alike: Alike) -> Phrase:
    one, other = (by_phrase(catalogue, model, column, article=False).text for column in (alike.one, alike.other))
    return Phrase(f"whose {one} is {'the same as' if alike.op == '=' else 'other than'} their {other}")


def _not(catalogue: Catalogue, model: str, negated: Not) -> Phrase:
    if isinstance(negated.of, Link) and _has_those(catalogue, model, negated.of):
        return Phrase(f"without {node_phrase(catalogue, negated.of.source, article=False, many=True).text}", trails=True)
    inner, are = condition_phrase(catalogue, model, _across_apps(negated.of)), f"{_who(catalogue, model)} are "
    if inner.text.startswith(are):
        return Phrase(f"{are}not {Phrase(inner.text.removeprefix(are), inner.trails).closed}")
    if inner.text.startswith("with any "):
        return Phrase(f"without any {inner.text.removeprefix('with any ')}", inner.trails)
    if isinstance(negated.of, Where) and negated.of.op in _HELD and inner.text.startswith("with "):
        return Phrase(f"without {inner.text.removeprefix('with ')}", inner.trails)
    return Phrase(f"not {inner.closed.removeprefix('who ')}")


def _across_apps(condition: Condition) -> Condition:
    """What ties somebody by their record in another app, as their own: employees who are the assignees of tickets."""
    source = condition.source if isinstance(condition, Link) and condition.relation == "hub" and not condition.to_source else None
    ties = list(source.links) if isinstance(source, Set) and source == Set(source.model, source.links) else []
    return ties[0] if len(ties) == 1 and not ties[0].to_source and ties[0].relation != "hub" else condition


def _has_those(catalogue: Catalogue, model: str, link: Link) -> bool:
    """Whether the condition says that things have others which point at them by a single key: customers that have invoices."""
    is_inverse = not link.to_source and link.relation != "hub"
    return is_inverse and _is_of_several(catalogue, link.source) and _is_only_way(catalogue, link.source.model, (Step(link.relation, model),))


def _either(catalogue: Catalogue, model: str, either: Either) -> Phrase:
    return Phrase("either " + " or ".join(sorted(condition_phrase(catalogue, model, c).closed for c in either.of)), trails=True)


def _city_of(places_meant: Node) -> str | None:
    """The city of places of which nothing else is said; None for all else."""
    if not isinstance(places_meant, Set) or len(places_meant.where) != 1 or places_meant.links or places_meant.newest or places_meant.ranked:
        return None
    held = next(iter(places_meant.where))
    return str(held.value) if isinstance(held, Where) and held.field == _CITY and held.op == "=" else None


def _is_of_several(catalogue: Catalogue, node: Node) -> bool:
    """Are they any number of things that something is said of, none of them by name?"""
    return isinstance(node, Set) and not is_one(catalogue, node)


def _link(catalogue: Catalogue, model: str, link: Link) -> Phrase:
    """What ties members to another thing, in words that follow the noun."""
    if link.relation == "hub":
        source, among = node_phrase(catalogue, link.source), " among" if _is_of_several(catalogue, link.source) else ""
        return Phrase(f"{f'{_who(catalogue, model)} are{among}' if link.to_source else 'of'} {source.text}", source.trails)
    relation = catalogue.relation(link.relation)
    if link.to_source and isinstance(link.source, Set) and _is_of_parts(catalogue, relation, link.source):
        held = sorted((condition_phrase(catalogue, relation.to, c) for c in link.source.where), key=lambda p: p.text)
        return held[0] if len(held) == 1 else Phrase(f"({_all(held)})")
    source = node_phrase(catalogue, _person_behind(link.source) if link.to_source else link.source)
    if link.to_source:
        said = relation_phrase(catalogue, relation)
        city = _city_of(link.source)
        if city is not None:
            return Phrase(f"{said} {quoted(city)}")
        if isinstance(link.source, Named) and relation.where:
            return Phrase(f"{_with_kind(catalogue, relation, said)} {quoted(link.source.mention)}")
        among = "among " if said.endswith(" is") and _is_of_several(catalogue, link.source) else ""
        return Phrase(f"{said} {among}{'yours' if said == 'of' and source.text == 'you' else source.text}", source.trails)
    return Phrase(f"{_who(catalogue, model)} are the {relation_noun(catalogue, relation)} of {source.text}", source.trails)


def _with_kind(catalogue: Catalogue, relation: Relation, said: str) -> str:
    """What ties a thing to some of a model's records only, with what these are: "in department", "whose cost center is"."""
    kind = relation_noun(catalogue, relation)
    return said if kind in said else f"{said} {kind}"


def _is_of_parts(catalogue: Catalogue, relation: Relation, node: Set) -> bool:
    """Whether the set is such parts, described only by fields whose labels nothing else around the thing has: a job title."""
    fields = {c.field for c in node.where if isinstance(c, Where) and c.field.partition(".")[2] in catalogue.models[node.model].fields}
    if not node.where or len(fields) != len(node.where) or node.links or node.newest or node.ranked or not is_to_part(catalogue, relation):
        return False
    around = [catalogue.models[relation.model], *(catalogue.models[r.to] for r in catalogue.models[relation.model].relations.values()
                                                  if r.id != relation.id and is_to_part(catalogue, r))]
    labels = {field.label for model in around for field in model.fields.values()}
    return all(catalogue.field(field).label not in labels for field in fields)


_CONDITIONS: Mapping[type, Callable[[Catalogue, str, Any], Phrase]] = {
    Where: _where, Is: _is, Has: _has, Not: _not, Either: _either, Alike: _alike, Link: _link,
}


# ---------------------------------------------------------------- measures, columns, keys


def measure_phrase(catalogue: Catalogue, measure: Measure, *, article: bool = True) -> Phrase:
    the = "the " if article else ""
    known = measured_by(catalogue, measure)
    unit = f" in {measure.unit}" if measure.unit and not (known is not None and names_unit(known, measure.unit)) else ""
    if measure.how == "count":
        of = node_phrase(catalogue, measure.of, article=False, many=True)
        return Phrase(f"{the}number of {of.text}{unit}", of.trails)
    of = node_phrase(catalogue, measure.of)
    if measure.how == "share":
        part = sorted((condition_phrase(catalogue, measure.of.model, c) for c in measure.part), key=lambda p: p.text)
        return Phrase(f"{the}share{unit} of those {_all(part)} among {of.text}", trails=True)
    if measure.each is not None:
        inner = by_phrase(catalogue, measure.of.model, measure.each, article=False)
        return Phrase(f"{the}{how_said(catalogue, measure)} {inner.closed}{unit} over {of.text}", trails=True)
    what = field_label(catalogue, known) if known is not None else "value"
    if measure.how == "distinct":
        return Phrase(f"{the}number of different {plural(what)} of {of.text}", of.trails)
    how = "overall" if measure.how == "sum" and what.startswith("total") else how_said(catalogue, measure)
    head, _, rest = of.text.partition(f"the {what}")
    whose = rest.strip() if not head and rest[:1] in ("", " ") else f"of {of.text}"        # the revenue is of nothing but itself
    return Phrase(f"{the}{f'{how} ' if how else ''}{what}{unit} {whose}".rstrip(), of.trails)


def by_phrase(catalogue: Catalogue, model: str, by: Column | Tally | Measure, *, article: bool = True) -> Phrase:
    """What a column shows, or rows are ordered by."""
    if isinstance(by, Measure):
        return measure_phrase(catalogue, by, article=article)
    if isinstance(by, Tally):
        counted = counted_directly(catalogue, by)
        if counted:
            return Phrase(f"{'the ' if article else ''}number of {counted}")
        measured = measure_phrase(catalogue, by.measure, article=article)
        return Phrase(f"{measured.closed} by {_path(catalogue, by.path) or 'row'}", trails=True)
    unit = f" in {by.unit}" if by.unit and not (by.field is not None and names_unit(catalogue.field(by.field), by.unit)) else ""
    path = tuple(step for step in by.path if not (by.field and _is_step_to_part(catalogue, step)))
    said = "’s ".join(p for p in (_path(catalogue, path), field_label(catalogue, catalogue.field(by.field)) if by.field else "") if p)
    named = f"{'the ' if article else ''}{said or 'name'}{unit}"
    return Phrase(f"{named} among {node_phrase(catalogue, by.within).text}", trails=True) if by.within is not None else Phrase(named)


def _is_step_to_part(catalogue: Catalogue, step: Step) -> bool:
    return step.relation != "hub" and not step.inverse and is_to_part(catalogue, catalogue.relation(step.relation))


def is_to_part(catalogue: Catalogue, relation: Relation) -> bool:
    """Whether it leads to a record that people do not speak of by itself: the app keeps a job record, people say "job title"."""
    return relation.default and relation.many and not catalogue.models[relation.to].nameable


def key_phrase(catalogue: Catalogue, model: str, key: Key) -> str:
    said = by_phrase(catalogue, model, Column(key.field, key.path), article=False).text
    return f"{key.bucket} of {said}" if key.bucket else said


def _path(catalogue: Catalogue, path: Path) -> str:
    return "’s ".join(_step(catalogue, step) for step in path)


def _is_sole_key(catalogue: Catalogue, relation: Relation) -> bool:
    """Do the records hold a key that leads back, of which nothing else speaks: a balance's employee?"""
    noun = str(relation.inverse).replace("_", " ")
    others = [r for r in catalogue.relations() if r.to == relation.to and r.inverse == relation.inverse]
    own = {relation_noun(catalogue, r) for r in catalogue.models[relation.to].relations.values()}
    return relation.inverse is not None and len(others) == 1 and noun not in own


def _step(catalogue: Catalogue, step: Step) -> str:
    if step.relation == "hub":
        return f"own {model_label(catalogue, catalogue.models[step.to])}"
    relation = catalogue.relation(step.relation)
    noun = relation_noun(catalogue, relation)
    if step.inverse and _is_sole_key(catalogue, relation):
        return str(relation.inverse).replace("_", " ")
    return f"{model_label(catalogue, catalogue.models[relation.model], many=True)} as {noun}" if step.inverse else noun
