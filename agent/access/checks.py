"""What a goal, fields and figures use, held against the policy in bulk. The rules are data (policy.toml); whom they open to what is decided by
`people_rules.py` and `record_rules.py`, from live facts.

Any use is reading: a condition, an order, a key and a measure are checked over the records *before* they are applied,
so that a denied field never looks like an empty list. Everything here raises Declined, not permitted, with whom to ask;
too old where HR's copy is older than relations of people may be taken from.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from agent.access.field_use import field_uses, possible_relations
from agent.access.people_rules import PEOPLE, check_owned, check_people, closed_as_values, owners
from agent.access.record_rules import open_to_viewer
from agent.access.refused import not_permitted
from agent.catalogue import Catalogue
from agent.catalogue.records import privacy_of
from agent.errors import Declined
from agent.plan.algebra import Goal, Node, models
from agent.policy.decision import (
    Case,
    How,
    could_open,
    is_never,
    logged_class,
    may_see_model,
    parameter,
    rule_of,
)
from agent.policy.totals import Limits, Shares, are_close, tells_too_much
from agent.question.context import QuestionContext
from agent.question.ledger import Totals
from agent.question.normal_form import normalize
from ingest.records import Record

# What a measure asks of single people: figures that are one person's own value (median, min, max) are values.
_HOW: Mapping[str, How] = {"count": "count", "share": "count", "sum": "total", "average": "total"}


def permitted_goals(context: QuestionContext, goals: Sequence[Goal]) -> tuple[Goal, ...]:
    """The goals that could be open to the asker at all. Raises Declined, not permitted, where there are goals but none is."""
    allowed, refused = list[Goal](), list[Declined]()
    for goal in goals:
        try:
            check_goal(context, goal)
            allowed.append(goal)
        except Declined as declined:
            refused.append(declined)
    if refused and not allowed:
        raise refused[0]
    return tuple(allowed)


def check_goal(context: QuestionContext, goal: Goal) -> None:
    """Could anything open what the goal uses to this viewer? Decided before anything but the viewer is read. Raises Declined."""
    goal = normalize(context.catalogue, goal)
    access = {context.catalogue.models[m].access for m in models(goal) if m in context.catalogue.models}
    shut = next((a for a in sorted(access) if not may_see_model(context.viewer(), a).allowed), None)
    if shut is not None:
        raise not_permitted(shut)
    for use in field_uses(context.catalogue, goal):
        case = Case(context.company, context.viewer(), use.privacy, use.name, use.how)
        of_people = use.name.startswith("hris/")
        closed = not could_open(case, possible_relations(use)) if of_people else rule_of(use.privacy) == "nobody"
        if closed or is_never(context.company, use.privacy, use.name):
            raise not_permitted(use.privacy)


def check_named(context: QuestionContext, goal: Goal, found: Mapping[Node, Sequence[Record]]) -> None:
    """May the viewer use what the goal uses of the single people in it? As soon as these are found, whatever is on file of them. Raises Declined."""
    for use in field_uses(context.catalogue, goal):
        people = [p for p in found.get(use.anchor.node, ()) if p.model == PEOPLE] if use.anchor.node is not None else []
        if people and use.privacy != "A" and use.name.startswith("hris/"):
            check_people(context, Case(context.company, context.viewer(), use.privacy, use.name, use.how), people)


def check_fields(context: QuestionContext, fields: Collection[str], records: Sequence[Record], how: How = "value") -> None:
    """May the viewer use these fields (relations, named conditions) of every one of the records? Raises Declined.

    Records of HR stand for the employee they belong to; a field of another app is decided by the record that holds it.
    Pass every record that a condition is tried on, not only those that met it; and where a set is tied to people, pass all of
    these people, even those without such a record: otherwise the reason of a refusal would reveal who has one.
    """
    for name in sorted(fields):
        privacy, category = privacy_of(context.catalogue, name), name.partition("/")[0]
        there = [r for r in records if r.model.partition("/")[0] == category or is_made_into(context.catalogue, name, r)]
        if is_never(context.company, privacy, name):        # whoever it belongs to, and where it belongs to nobody: a location's city
            raise not_permitted("X")
        if category == "hris" and privacy != "A":
            check_owned(context, Case(context.company, context.viewer(), privacy, name, how), there)
        elif category != "hris":
            check_records(context, privacy, there)


def is_made_into(catalogue: Catalogue, name: str, record: Record) -> bool:
    """Whether a record of another app itself holds this field of a derived model, as a deal holds the amount that becomes revenue."""
    model, _, field = name.partition(".")
    return catalogue.models[model].derived and field in record.values


def check_groups(
    context: QuestionContext, fields: Collection[str], people: Sequence[Record], groups: Sequence[Shares], how: str,
) -> tuple[Record, ...]:
    """May the viewer get figures over these people, one for each group? Called once per figure, instead of `check_fields`. Raises Declined.

    `fields`: everything private that the figures rest on, conditions and keys too. `people`: everybody whom the private
    conditions were tried on. `groups`: for each figure of the result, employee id → what that person adds (1 for a count).
    `how`: count, share (its part as group), sum, average; anything else is a value. Whoever may read every value may read any
    figure over them. For others the rule for totals applies, if totals are granted at all; then all people asked about are returned.
    """
    closed: dict[str, frozenset[str]] = {}
    everybody = owners(context, people)
    for name in sorted(fields):
        value = Case(context.company, context.viewer(), privacy_of(context.catalogue, name), name)
        shut = closed_as_values(context, [name], everybody)
        if not shut:
            check_fields(context, [name], people)
            continue
        check_people(context, replace(value, how=_HOW.get(how, "value")), everybody)
        closed[value.privacy] = closed.get(value.privacy, frozenset()) | shut
    for privacy, whose in sorted(closed.items()):
        _check_totals(context, privacy, whose, groups, counts=_HOW[how] == "count")
    return everybody if closed else ()


def check_whole(context: QuestionContext, goal: Goal) -> None:
    """Raises Declined unless the policy was asked about every private class that the goal uses. A missed one is a bug."""
    read = {r.model for r in context.live.readings}
    used = [u for u in field_uses(context.catalogue, goal) if u.name.partition(".")[0] in read]
    private = {u.privacy for u in used if u.privacy != "A" and (u.name.startswith("hris/") or rule_of(u.privacy) != "everybody")}
    if private - context.ledger.checked:
        raise not_permitted("X")


def check_records(context: QuestionContext, access: str, records: Sequence[Record]) -> None:
    """May the viewer use every one of these records (or, with a field's class, that field of them)? Raises Declined."""
    context.ledger.checked.add(access)
    if len(open_to_viewer(context, rule_of(access), records)) < len({r.id for r in records}):
        raise not_permitted(access)
    privacy = logged_class(access)
    if privacy is not None and records:
        context.ledger.note(privacy, rule_of(access), "value", [r.id for r in records])


def _check_totals(context: QuestionContext, privacy: str, closed: frozenset[str], groups: Sequence[Shares], *, counts: bool) -> None:
    """The rule for totals, against what the viewer was given before. `closed`: who is asked of; whose value is open anyway hides nobody."""
    company = context.company
    limits = Limits(parameter(company, "min_group"), parameter(company, "max_share"), parameter(company, "differencing"))
    totals: Totals = context.ledger.totals
    hidden = [{p: share for p, share in g.items() if p in closed} for g in groups if not g or closed & g.keys()]
    mark, earlier = totals.claim(privacy, [frozenset(g) for g in hidden])
    asked_mark, asked = totals.claim(f"{privacy} of", [closed] if len(groups) == 1 else [])
    if tells_too_much(hidden, closed, earlier, limits, counts=counts) or (len(groups) == 1 and are_close([closed], asked, limits)):
        totals.withdraw(mark)
        totals.withdraw(asked_mark)
        raise not_permitted(privacy, "These figures would say too much about single people.")
