"""Sets of a plan as noun phrases of a sentence: "overdue invoices of Amberley Labs", "tickets of yours".

Read by people, not held apart from each other: what is exactly meant stands in "understood as", which `agent/phrasing/goals.py` makes.
Names are those that were settled on.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import takewhile

from agent.access.labels import name_of_candidate
from agent.catalogue import Catalogue, Model, Relation
from agent.phrasing.comparisons import OPS, direction, number_said, places
from agent.phrasing.figures import is_currency
from agent.phrasing.inflection import listed, noun, plain_noun, plural, singular
from agent.phrasing.nouns import model_label, relation_noun, relation_phrase, time_noun
from agent.phrasing.phrases import answer_said, by_phrase, is_to_part, key_phrase, rows_said
from agent.plan.algebra import (
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
    Quantity,
    Set,
    Union,
    Where,
    is_one_thing,
    parts,
)
from agent.plan.periods import Interval
from agent.question.context import QuestionContext
from agent.respond.noun_phrase import ARE, DOERS, Things
from agent.respond.restrictions import (
    AS_KIND,
    TRAILING,
    UNSAID,
    as_understood,
    condition_behind_noun,
    done_of,
    kind_of,
    without,
    word_before,
)

_TIED: Mapping[str, str] = {            # how people say a tie that the catalogue has no preposition for, or a vaguer one
    "hris/Employee.manager": "reporting to", "hris/Employee.chain": "under", "hris/Employee.tree": "under",
    "hris/Employee.department": "in", "hris/Employee.group": "in", "hris/Employee.business_unit": "in", "hris/Employee.cost_center": "in",
    "hris/Employee.work_location": "in", "hris/Employee.home_location": "living in",
    "ticketing/Ticket.assignees": "assigned to", "ticketing/Ticket.assigned_teams": "assigned to", "ticketing/User.teams": "in",
    "crm/Opportunity.owner": "owned by", "crm/Account.owner": "owned by", "crm/Lead.owner": "owned by",
    "ats/ScheduledInterview.application": "for", "ats/Offer.application": "for", "ats/Scorecard.application": "for",
    "ats/Job.recruiters": "recruited by", "hris/Pay.employee": "of", "hris/TimeOff.employee": "of",
}
_KINDS_SAID = frozenset({"team", "group", "department", "ticket team"})     # "the Support team", but "Amberley Labs"
_HAVING, _CLAUSE = 2, 3                 # places behind a noun: "with priority P0", "who are off"
_BY_VALUE = frozenset({"city", "country", "name"})                          # fields that name a place: "in Berlin"


def tie_said(catalogue: Catalogue, relation: Relation) -> str:
    """What stands between a thing and what it is tied to: "assigned to", of the lines of an invoice "of"."""
    of_whole = relation.fk is not None and relation.fk in catalogue.models[relation.model].rows_of
    return "of" if of_whole else _TIED.get(relation.id) or relation_phrase(catalogue, relation)


def things(context: QuestionContext, node: Node, label: str = "") -> Things:
    """A node as people say it. `label`: the question's own word for its members."""
    if isinstance(node, Me):
        return Things("you", "you")
    if isinstance(node, Earlier):
        return _told_before(context, node, label)
    if isinstance(node, Named):
        name = called(context, node)
        return Things(name, name)
    if isinstance(node, Union):
        return _together(context, node, label)
    same = _same_elsewhere(node)
    return things(context, same, label) if isinstance(same, Set) else _of_set(context, node, label)


def _told_before(context: QuestionContext, rows: Earlier, label: str) -> Things:
    """One row of an earlier answer is called as its record is; several, and what has no name, by the question of that answer."""
    name = called(context, rows) if is_one_thing(rows) else ""
    if name:
        return Things(name, name)
    return replace(_noun(context, context.catalogue.models[rows.model], None, label), behind=(answer_said(rows),))


def _together(context: QuestionContext, node: Union, label: str) -> Things:
    """Several sets as one: "open tickets assigned to Ana Ruiz or Ben Cole" where they differ in that alone, else what they are among."""
    first, *others = (things(context, each, label) for each in sorted(node.of, key=lambda n: things(context, n).whole(False)))
    alike = all(replace(each, behind=first.behind) == first and len(each.behind) == len(first.behind) for each in others)
    differing = [at for at, _ in enumerate(first.behind) if any(each.behind[at:at + 1] != first.behind[at:at + 1] for each in others)]
    if not alike or len(differing) != 1:
        return replace(_noun(context, context.catalogue.models[node.model], None, label), behind=(f"among {definite(context, node)}",))
    at = differing[0]
    said = [first.behind[at], *(_without_start(first.behind[at], each.behind[at]) for each in others)]
    return replace(first, behind=(*first.behind[:at], listed(said, "or"), *first.behind[at + 1:]))


def _without_start(first: str, other: str) -> str:
    """What another phrase says after the plain words with which both begin: "Ben Cole" of "assigned to Ben Cole"."""
    words = other.split(" ")
    shared = list(takewhile(lambda pair: pair[0] == pair[1] and pair[0].islower(), zip(first.split(" "), words, strict=False)))
    return " ".join(words[len(shared):])


def definite(context: QuestionContext, node: Node) -> str:
    """A node behind a preposition: "you", "Ana Ruiz", "the open tickets", "Berlin"."""
    if isinstance(node, Set):
        same = _same_elsewhere(node)
        if same is not None:
            return definite(context, same)
        place, name = _place(context.catalogue, node), context.links.led_to.get(node, "")
        whole = place or things(context, node).definite(node.newest or _leads_to_one(context.catalogue, node))
        beside = "" if "(" in whole else f" ({whole.removeprefix('the ')})"
        return f"{name}{beside}" if name else whole
    if isinstance(node, Union):
        return listed(sorted(definite(context, each) for each in node.of))
    said = things(context, node)
    if isinstance(node, Earlier) and said.behind:
        return replace(said, before=tuple(rows_said(node).split())).definite(is_one_thing(node))
    kind = singular(context.catalogue.models[node.model].label) if isinstance(node, Named) and node.model in context.catalogue.models else ""
    own = kind in _KINDS_SAID and not said.one.lower().endswith(kind)
    return f"the {said.one} {'department' if kind == 'group' else 'team'}" if own else said.one


def called(context: QuestionContext, named: Named | Earlier) -> str:
    """What a named thing, or a row of an earlier answer, is called in its app; what it was called in the question where that was not settled."""
    if isinstance(named, Earlier):
        return listed(context.links.reread(named))
    found = context.links.settled.get(named)
    return (name_of_candidate(context, found) if found is not None else None) or named.mention


def _of_set(context: QuestionContext, node: Set, label: str) -> Things:
    model = context.catalogue.models[node.model]
    links = sorted(node.links, key=lambda k: (k.relation, k.to_source))
    headed = next((k for k in links if not k.to_source and k.relation != "hub"), None)
    by = _doers(context, headed) if headed is not None and len(links) == 1 and not node.where else None
    if by is not None:
        return by
    is_told_apart = model.is_person and (len(links) > 1 or bool(node.where))      # "people in Vigo with requests" are no requesters in Vigo
    is_role = headed is not None and not (is_told_apart and _is_plural(context, headed.source))
    made = _noun(context, model, headed if is_role else None, label)
    own = replace(node, links=frozenset())
    made = replace(made, is_past=_is_past(context, own), is_ahead=_is_ahead(context, own))
    if headed is not None:
        links.remove(headed)
        made = _headed(context, made, headed)
    for link in links:
        made = _tied(context, made, link)
    for condition in sorted(node.where, key=lambda c: as_understood(context, model, c)):
        made = _held(context, made, model, condition)
    rank = _rank(context, node.model, node.ranked) if node.ranked is not None else ""
    others = _in_order(tuple(each for each in made.behind if not _is_said_by(made.one, each)))
    in_order = sorted(made.before, key=lambda word: (not word[:1].islower(), word))        # "open P0 tickets"
    said = {*made.one.lower().split(), *made.done.split()[:1], *(each.rpartition(" days ")[2] for each in others)}
    before = (word for word in in_order if word.lower() not in said)     # "open" of the question's "open job cards", "decided" of "decided in May"
    last = ("last", *(word for word in before if word != "past")) if node.newest else tuple(before)
    return replace(made, before=last, behind=others, rank=rank, first=node.ranked.first if node.ranked is not None else None)


def _in_order(behind: Sequence[str]) -> tuple[str, ...]:
    """Restrictions behind a noun so that none seems to belong to another: "of type Bug in Borealis with priority P0 who are …".

    What kind the things are, what they are tied to, what they have, then whole clauses; several of what they have are joined.
    """
    ordered = sorted(behind, key=_weight)
    ordered = [f"and {each}" if at and each.startswith("not ") and _weight(ordered[at - 1]) == 1 else each for at, each in enumerate(ordered)]
    having = [each for each in ordered if _weight(each) == _HAVING]
    joined = [" and ".join(having)] if having else []
    return (*(each for each in ordered if _weight(each) < _HAVING), *joined, *(each for each in ordered if _weight(each) > _HAVING))


def _weight(restriction: str) -> int:
    """The place of a restriction behind the noun, by how it begins."""
    first, _, rest = restriction.partition(" ")
    if restriction.startswith(AS_KIND) or (first == "in" and is_currency(rest)):
        return 0
    if first in ("who", "that", "whose", "where"):
        return _CLAUSE
    return _HAVING if first in ("with", "without") and rest[:1].islower() and not rest.startswith(("the ", "you")) else 1


def _is_said_by(noun_said: str, restriction: str) -> bool:
    """Does the noun hold the value of a restriction? A service manager's job title is Service Manager."""
    plain = restriction.replace("containing ", "").replace("“", "").replace("”", "").lower()
    return plain.startswith(("with ", "of ")) and plain.endswith(f" {noun_said.lower()}")


def _rank(context: QuestionContext, model: str, order: Order) -> str:
    """What the first of an order have in common: "with the highest amount"."""
    by = edge_noun(context.catalogue, model, order)
    said = f"with the {places(order)}{direction(context.catalogue, order)} {by}"
    return f"{said} of each {key_phrase(context.catalogue, model, order.per)}" if order.per is not None else said


def edge_noun(catalogue: Catalogue, model: str, order: Order) -> str:
    """What an order is by, behind "earliest" or "highest"."""
    by = order.by
    field = catalogue.field(by.field) if isinstance(by, Column) and by.field is not None and not by.path and by.within is None else None
    return time_noun(catalogue, field) if field is not None and field.label in field.when else by_phrase(catalogue, model, by, article=False).closed


def _doers(context: QuestionContext, headed: Link) -> Things | None:
    """The people behind records of what they did: "people who applied for Welder" instead of "candidates of the applications for Welder"."""
    relation, source = context.catalogue.relation(headed.relation), headed.source
    deeds = context.catalogue.models[relation.model].predicates.values() if isinstance(source, Set) else ()
    deed = next((p.label for p in deeds if p.by == relation.name and p.label in DOERS), None)
    if deed is None or not isinstance(source, Set):
        return None
    said = things(context, source)
    when = said.done.partition(" ")[2]
    plain = not said.before and not said.mine and not said.kind
    clauses = tuple(f"whose application {each.partition(' ')[2].replace(ARE, 'is')}" for each in said.behind if each.startswith(f"that {ARE} "))
    if not plain or any(_weight(each) > 1 and not each.startswith(f"that {ARE} ") for each in said.behind):
        return None
    whom = [each for each in said.behind if _weight(each) <= 1]
    return Things("person", "people", behind=clauses, done=" ".join(p for p in (deed, *whom, when) if p), is_past=said.is_past)


def _noun(context: QuestionContext, model: Model, headed: Link | None, label: str) -> Things:
    called_so = plain_noun(label)
    if called_so and called_so not in (model.label, model.plural):
        return Things(noun(called_so, True), noun(called_so, False))
    if headed is not None:
        said = relation_noun(context.catalogue, context.catalogue.relation(headed.relation))
        return Things(noun(said, True), noun(said, False))
    one, many = (model_label(context.catalogue, model, many=many) for many in (False, True))
    return Things(one, noun(one, False) if " or " in one else many)


def _headed(context: QuestionContext, made: Things, link: Link) -> Things:
    """What things are that a relation leads to: somebody's in a role, "owners of the open deals", else who has them, "customers with open deals"."""
    relation, source = context.catalogue.relation(link.relation), link.source
    if isinstance(source, Set) and not context.catalogue.models[source.model].words and _is_held_by_conditions(source):
        return replace(made, behind=(*made.behind, *_of_parts(context, source)))
    held = definite(context, source)
    is_role = made.one == noun(relation_noun(context.catalogue, relation), True) != context.catalogue.models[relation.to].label
    of_people = context.catalogue.models[relation.model].is_person
    if is_role or relation.many or of_people or not isinstance(source, Set) or not held.startswith("the ") or is_one(context.catalogue, source):
        return _whose(context, made, source)
    return replace(made, behind=(*made.behind, f"with {held.removeprefix('the ')}"))


def _is_plural(context: QuestionContext, source: Node) -> bool:
    """Are they said as several things: "the pending requests"?"""
    return isinstance(source, Set) and not is_one(context.catalogue, source) and _same_elsewhere(source) is None


def _whose(context: QuestionContext, made: Things, source: Node) -> Things:
    return replace(made, mine=True) if _person(source) == Me() else replace(made, behind=(*made.behind, f"of {definite(context, source)}"))


def _person(node: Node) -> Node:
    same = _same_elsewhere(node) if isinstance(node, Set) else None
    return same if same is not None else node


def _same_elsewhere(node: Set) -> Node | None:
    """Whom a set of records of another app is about, where they are in it only for being the same person or company."""
    only = next(iter(node.links)) if len(node.links) == 1 and not node.where and not node.newest and node.ranked is None else None
    return only.source if only is not None and only.relation == "hub" else None


def _place(catalogue: Catalogue, node: Set) -> str:
    """A set that is held to one value only, which people say by itself: "Berlin"."""
    only = next(iter(node.where)) if len(node.where) == 1 and not node.links and not node.newest and node.ranked is None else None
    plain = isinstance(only, Where) and only.op == "=" and isinstance(only.value, str) and catalogue.models[node.model].category in ("hris", "ats")
    return str(only.value) if isinstance(only, Where) and plain and only.field.partition(".")[2] in _BY_VALUE else ""


def _leads_to_one(catalogue: Catalogue, node: Set) -> bool:
    """A manager, a job opening: what a relation leads to that has one end, from one thing."""
    links = [k for k in node.links if not k.to_source and k.relation != "hub"]
    return any(not catalogue.relation(k.relation).many and is_one(catalogue, k.source) for k in links)


def is_one(catalogue: Catalogue, node: Node) -> bool:
    """Is it one thing, by name or by what leads to it?"""
    if not isinstance(node, Set):
        return is_one_thing(node)
    return node.newest or _is_first(node) or _leads_to_one(catalogue, node)


def _is_first(node: Set) -> bool:
    """Is it the one thing at the head of an order?"""
    return node.ranked is not None and node.ranked.first == 1 and node.ranked.per is None


def _tied(context: QuestionContext, made: Things, link: Link) -> Things:
    """What ties the members to another thing."""
    if link.relation == "hub":
        return _whose(context, made, link.source) if not link.to_source else replace(
            made, behind=(*made.behind, f"of {definite(context, link.source)}")
        )
    relation = context.catalogue.relation(link.relation)
    if not link.to_source:
        return replace(made, behind=(*made.behind, f"that are the {noun(relation_noun(context.catalogue, relation), False)} of "
                                                   f"{definite(context, link.source)}"))
    if isinstance(link.source, Set) and _is_part(context.catalogue, link.relation, link.source):
        return replace(made, behind=(*made.behind, *_of_parts(context, link.source)))
    if _says_tie(context.catalogue, made, relation):
        return _whose(context, made, link.source)
    is_mine = _person(link.source) == Me()
    if is_mine and link.relation == "hris/Employee.manager" and made.one == model_label(context.catalogue, context.catalogue.models[relation.model]):
        return replace(made, one="direct report", many="direct reports", mine=True)
    said = tie_said(context.catalogue, relation)
    if is_mine and (relation.fk == "owner" or said == "of"):
        return replace(made, mine=True)
    return replace(made, behind=(*made.behind, _relative(said, definite(context, link.source))))


def _of_parts(context: QuestionContext, parts_held: Set) -> list[str]:
    """What is said of a thing by its parts that nobody speaks of: "with job title Rigger"."""
    return sorted(_behind(context, context.catalogue.models[parts_held.model], c) for c in parts_held.where)


def _says_tie(catalogue: Catalogue, made: Things, relation: Relation) -> bool:
    """Does the noun say the tie itself, as "direct reports" says whom they report to?"""
    led = catalogue.relation_from(relation.model, relation.fk) if relation.fk is not None and not relation.closure else None
    return led is not None and made.one != catalogue.models[relation.model].label and made.one in {singular(word) for word in led.words}


def _is_part(catalogue: Catalogue, relation: str, source: Set) -> bool:
    """Does it lead to records that nobody speaks of, of which conditions alone are said?"""
    of_values = not any(isinstance(c, Is) for c in source.where)            # a request is pending, a job title is nothing of the kind
    return of_values and _is_held_by_conditions(source) and is_to_part(catalogue, catalogue.relation(relation))


def _is_held_by_conditions(node: Set) -> bool:
    return bool(node.where) and not node.links and not node.newest and node.ranked is None


def _relative(said: str, whose: str) -> str:
    """"with Ana", "whose interviewers are …"."""
    if not said.startswith("whose "):
        return f"{said} {whose}"
    return f"{said.removesuffix(' is')} {'are' if whose.startswith(('the ', 'your ')) else 'is'} {whose}"


# ---------------------------------------------------------------- conditions


def _held(context: QuestionContext, made: Things, model: Model, condition: Condition) -> Things:
    """The things with one more condition: before the noun, as what happened to them, or behind it."""
    if isinstance(condition, Is) and _is_unsaid(context.catalogue, condition):
        return made
    kind = kind_of(context.catalogue, model, condition)
    if kind and made.one == model_label(context.catalogue, model):
        return replace(made, one=noun(kind, True), many=noun(kind, False), kind=True)
    if kind and f" {made.one}".endswith(f" {noun(kind, True)}"):             # the question's own "supplier bill" is a bill
        return replace(made, kind=True)
    word = _word_of(context, model, condition)
    if word:
        return replace(made, before=(*made.before, word))
    done = done_of(context.catalogue, model, condition)
    if done and not made.done:
        return replace(made, done=done)
    behind = _not_tied(context, condition) or _having(context, condition) or _behind(context, model, condition)
    is_short = isinstance(condition, Is) and behind.startswith(TRAILING)
    return replace(made, behind=(behind, *made.behind) if is_short else (*made.behind, behind))


def _is_unsaid(catalogue: Catalogue, named: Is) -> bool:
    """Does nobody say it? Nor that applications were applied for, where no time is named."""
    known = catalogue.predicate(named.predicate)
    return named.predicate in UNSAID or (named.period is None and known.by is not None and known.label in DOERS)


def _word_of(context: QuestionContext, model: Model, condition: Condition) -> str:
    """The word before the noun for a condition, or for one of several: "open", "Major or Minor"."""
    each = sorted(word_before(context.catalogue, model, c) for c in (condition.of if isinstance(condition, Either) else (condition,)))
    return listed(each, "or") if all(each) else ""


def _having(context: QuestionContext, condition: Condition) -> str:
    """How many of something each has: "with overdue invoices", "without open tickets", "with at least 3 tickets". "" for other conditions."""
    has = condition.of if isinstance(condition, Not) else condition
    if not isinstance(has, Has) or has.tally.measure.how != "count" or not isinstance(has.value, Quantity):
        return ""
    number, counted = number_said(has.op, has.value), things(context, has.tally.measure.of).whole(False)
    if number in ("any", "no"):
        return f"{'with' if (number == 'any') == (has is condition) else 'without'} {counted}"
    return f"with {number} {counted}" if has is condition else ""


def _behind(context: QuestionContext, model: Model, condition: Condition) -> str:
    """A condition behind the noun; of a figure that is held against another one's, whose that is: "with yearly base pay above that of Ana Ruiz"."""
    known = model.fields.get(condition.field.partition(".")[2]) if isinstance(condition, Where) else None
    if not isinstance(condition, Where) or not isinstance(condition.value, Measure) or known is None or known.kind in ("date", "datetime"):
        return condition_behind_noun(context, model, condition)
    held = condition.value
    of = things(context, held.of)
    is_own = held.how == "value" and held.field == condition.field and not of.before and not of.done and all(_is_of(each) for each in of.behind)
    if not is_own or not (of.mine or of.behind):
        return condition_behind_noun(context, model, condition)
    return f"with {known.label} {OPS[condition.op]}{' '.join(('that', *of.behind)) if of.behind else 'yours'}"


def _is_of(restriction: str) -> bool:
    return restriction.startswith("of ")


def _not_tied(context: QuestionContext, condition: Condition) -> str:
    """That there is no tie to something: "not in Berlin". "" for other conditions."""
    inner = condition.of if isinstance(condition, Not) else None
    if not isinstance(inner, Link):
        return ""
    if inner.relation != "hub" and _is_held_by_others(context, inner) and _is_plural(context, inner.source):
        return f"without {things(context, inner.source).whole(False)}"
    if not inner.to_source and inner.relation != "hub":
        return ""
    if inner.relation == "hub":
        who = "who" if context.catalogue.models[inner.source.model].is_person else "that"
        whom = _person(inner.source)
        one = whom if isinstance(whom, Set) and is_one(context.catalogue, whom) else None
        among = "" if one is not None or is_one_thing(whom) else "among "
        return f"{who} {ARE} not {among}{(one and context.links.led_to.get(one)) or definite(context, whom)}"
    if isinstance(inner.source, Set) and _is_part(context.catalogue, inner.relation, inner.source):
        return without(" ".join(_of_parts(context, inner.source)))
    said = tie_said(context.catalogue, context.catalogue.relation(inner.relation))
    return f"not {_relative(said, definite(context, inner.source))}"


def _is_held_by_others(context: QuestionContext, link: Link) -> bool:
    """Is it others that say they are of the things: the requests of somebody?"""
    if isinstance(link.source, Set) and _is_part(context.catalogue, link.relation, link.source):
        return False
    relation = context.catalogue.relation(link.relation)
    return (relation.fk is None and relation.many) if link.to_source else relation.fk is not None and not relation.many


def _own_times(node: Set) -> list[Interval]:
    """The times that are said of the things themselves, not of what they have."""
    own = (condition.of if isinstance(condition, Not) else condition for condition in node.where)
    return [p for condition in own if not isinstance(condition, Has | Link) for p in parts(condition) if isinstance(p, Interval)]


def _is_past(context: QuestionContext, node: Set) -> bool:
    """Is every time that is named over? Then the things were, and are no more."""
    today: date = context.calendar().today
    named = _own_times(node)
    return bool(named) and all(p.last is not None and p.last <= today for p in named)


def _is_ahead(context: QuestionContext, node: Set) -> bool:
    """Does every time that is named begin after today? Then what happens then has not happened."""
    named = _own_times(node)
    return bool(named) and all(p.first is not None and p.first > context.calendar().today for p in named)


def part_said(context: QuestionContext, measure: Measure) -> str:
    """The part of a share as what is said of the whole: "are within SLA", "are open"."""
    model = context.catalogue.models[measure.of.model]
    return listed([_as_verb(context, model, c) for c in sorted(measure.part, key=lambda c: as_understood(context, model, c))])


def _as_verb(context: QuestionContext, model: Model, condition: Condition) -> str:
    kind = kind_of(context.catalogue, model, condition)
    word = word_before(context.catalogue, model, condition)
    is_kind = bool(kind) and (not word or (isinstance(condition, Is) and context.catalogue.predicate(condition.predicate).label == kind))
    said = f"that are {plural(kind) if is_kind else word}" if word or kind else _all_behind(context, model, condition).replace(ARE, "are")
    for start in ("who ", "that "):
        said = said.removeprefix(start)
    if said.startswith("with ") and not said.startswith("with any "):
        return f"have {said.removeprefix('with ')}"
    return said if said.startswith(("are ", *DOERS)) else f"are those {said}" if said.startswith(("with ", "whose ", "where ")) else f"are {said}"


def _all_behind(context: QuestionContext, model: Model, condition: Condition) -> str:
    """A condition of a share, a tie included, behind the noun."""
    return " ".join(
        _tied(context, Things("", ""), condition).behind
    ) if isinstance(condition, Link) else condition_behind_noun(context, model, condition)
