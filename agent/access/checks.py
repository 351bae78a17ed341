"""Live facts made into decisions, in bulk. The rules are data (policy.toml), the decision is `policy/decision.py`'s; here is who stands where.

Any use is reading: a condition, an order, a key and a measure are checked over the records *before* they are applied,
so that a denied field never looks like an empty list. Everything here raises Declined, not permitted, with whom to ask;
too old where HR's copy is older than relations of people may be taken from.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from agent.access.field_use import field_uses, possible_relations
from agent.access.organisation import PEOPLE, direct_reports, is_known, owners, subjects
from agent.access.record_rules import open_to_viewer
from agent.answer import Reason
from agent.catalogue import Catalogue
from agent.catalogue.records import existence_of, privacy_of
from agent.errors import Declined, Refusal
from agent.plan.algebra import Goal, Node, models
from agent.policy.decision import (
    Case,
    Decision,
    How,
    could_open,
    decide,
    is_left_out,
    is_never,
    logged_class,
    may_see_model,
    parameter,
    rule_of,
    whom_to_ask,
)
from agent.policy.totals import Limits, Shares, are_close, tells_too_much
from agent.question.context import QuestionContext
from agent.question.ledger import Totals
from agent.question.normal_form import normalize
from ingest.records import Record, ids_in

# read: shown, filtered or sorted by; one: just these were asked for, by name or by what points at them; count: only how many there are.
Use = Literal["read", "one", "count"]
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
    shut = next((a for a in sorted(access) if not may_see_model(context.viewer(), a, is_known=is_known(context)).allowed), None)
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
            _check_people(context, Case(context.company, context.viewer(), use.privacy, use.name, use.how), people)


def check_fields(context: QuestionContext, fields: Collection[str], records: Sequence[Record], how: How = "value") -> None:
    """May the viewer use these fields (relations, named conditions) of every one of the records? Raises Declined.

    Records of HR stand for the employee they belong to; a field of another app is decided by the record that holds it.
    Hand over all that a condition is tried on, not what met it; and where a set is tied to people, those people, whether
    anything of theirs is there or not: else the answer would tell by its reason whether it is.
    """
    for name in sorted(fields):
        privacy, category = privacy_of(context.catalogue, name), name.partition("/")[0]
        there = [r for r in records if r.model.partition("/")[0] == category or is_made_into(context.catalogue, name, r)]
        if is_never(context.company, privacy, name):        # whoever it belongs to, and where it belongs to nobody: a location's city
            raise not_permitted("X")
        if category == "hris" and privacy != "A":
            _check_owned(context, Case(context.company, context.viewer(), privacy, name, how), there)
        elif category != "hris":
            _check_records(context, privacy, there)


def is_made_into(catalogue: Catalogue, name: str, record: Record) -> bool:
    """Does a record of another app hold a field of a model that is made out of such: a deal of which revenue is?"""
    model, _, field = name.partition(".")
    return catalogue.models[model].derived and field in record.values


def visible(context: QuestionContext, model_id: str, records: Sequence[Record], *, use: Use) -> tuple[Record, ...]:
    """Those of the records that the viewer may know of; `use`: what for. Hand over what is left after the links, before the conditions.

    What is private by itself (a ticket, a candidate, a file) is left out as if it were not there; where just that was asked
    for, or a whole kind of record is closed to the viewer, the question is refused. Raises Declined.
    """
    how: How = "count" if use == "count" else "value"
    existence = existence_of(model_id)
    if existence is not None:
        _check_owned(context, Case(context.company, context.viewer(), existence, model_id, how), records)
    access = context.catalogue.models[model_id].access
    rule = rule_of(access, to_count=use == "count")
    opened = open_to_viewer(context, rule, records)
    if len(opened) < len({r.id for r in records}) and (use == "one" or not is_left_out(access)):
        raise not_permitted(access)
    return tuple(r for r in records if r.id in opened)


def check_of_people(context: QuestionContext, model_id: str, people: Sequence[Record]) -> None:
    """May the viewer look for records of that model of another app that are about these employees? Before they are looked for.

    An employee's rounds of interview are open to the employee, the direct manager and recruiters. Raises Declined.
    """
    access = context.catalogue.models[model_id].access
    rule = rule_of(access)
    if rule not in ("hiring", "hiring_or_own") or ("recruiter" in context.person.roles and is_known(context)):
        return
    theirs = {
        context.viewer().employee_id, *(r.id for r in direct_reports(context))
    } if rule == "hiring_or_own" and context.viewer().employee_id else set()
    if not {p.id for p in people} <= theirs:
        raise not_permitted(access)


def is_open_for_whose(context: QuestionContext, model_id: str, people: Sequence[Record]) -> bool:
    """Are records of that model open to the viewer because they are these employees', whatever leads there? Raises Declined where to nobody else."""
    if rule_of(context.catalogue.models[model_id].access) != "hiring_or_own":
        return False
    check_of_people(context, model_id, people)
    return "recruiter" not in context.person.roles


def check_groups(
    context: QuestionContext, fields: Collection[str], people: Sequence[Record], groups: Sequence[Shares], how: str,
) -> tuple[Record, ...]:
    """May the viewer get figures over these people, one for each group? Called once per figure, instead of `check_fields`. Raises Declined.

    `fields`: everything private that the figures rest on, conditions and keys too. `people`: everybody whom the private
    conditions were tried on. `groups`: for each figure of the result, employee id → what that person adds (1 for a count).
    `how`: count, share (its part as group), sum, average; others are values. Who may read every value may read any figure of
    them; for others the rule for totals holds, where totals are granted at all: then everybody whom it was asked of is given back.
    """
    closed: dict[str, frozenset[str]] = {}
    everybody = owners(context, people)
    for name in sorted(fields):
        value = Case(context.company, context.viewer(), privacy_of(context.catalogue, name), name)
        shut = closed_as_values(context, [name], everybody)
        if not shut:
            check_fields(context, [name], people)
            continue
        _check_people(context, replace(value, how=_HOW.get(how, "value")), everybody)
        closed[value.privacy] = closed.get(value.privacy, frozenset()) | shut
    for privacy, whose in sorted(closed.items()):
        _check_totals(context, privacy, whose, groups, counts=_HOW[how] == "count")
    return everybody if closed else ()


def closed_as_values(context: QuestionContext, names: Collection[str], people: Sequence[Record]) -> frozenset[str]:
    """The ids of the employees of whom the viewer may not read one of these (fields of HR, or a model: that they have such records) by itself."""
    cases = [Case(context.company, context.viewer(), privacy_of(context.catalogue, n), n) for n in sorted(names) if n.startswith("hris/")]
    return frozenset(p for case in cases if case.privacy != "A" for p, d in _decisions(context, case, people).items() if not d.allowed)


def check_whole(context: QuestionContext, goal: Goal) -> None:
    """Was the policy asked about every private class that the goal uses? A way past it is a fault, and must not answer. Raises Declined."""
    read = {r.model for r in context.live.readings}
    used = [u for u in field_uses(context.catalogue, goal) if u.name.partition(".")[0] in read]
    private = {u.privacy for u in used if u.privacy != "A" and (u.name.startswith("hris/") or rule_of(u.privacy) != "everybody")}
    if private - context.ledger.checked:
        raise not_permitted("X")


def check_record(context: QuestionContext, access: str, record: Record) -> None:
    """May the viewer use this record (or, with a field's class, that field of it)? Raises Declined."""
    _check_records(context, access, (record,))


def _check_records(context: QuestionContext, access: str, records: Sequence[Record]) -> None:
    context.ledger.checked.add(access)
    if len(open_to_viewer(context, rule_of(access), records)) < len({r.id for r in records}):
        raise not_permitted(access)
    privacy = logged_class(access)
    if privacy is not None and records:
        context.ledger.note(privacy, rule_of(access), "value", [r.id for r in records])


def _check_owned(context: QuestionContext, case: Case, records: Sequence[Record]) -> None:
    """Decided by the employees to whom the records of HR belong; what belongs to nobody, such as a payroll run, by the viewer's role alone."""
    _check_people(context, case, owners(context, records))
    if any(r.model != PEOPLE and not ids_in(r, "employee") for r in records):
        decision = decide(case, None)
        if not decision.allowed:
            raise not_permitted(decision.closed_by)


def may_use_unowned(context: QuestionContext, names: Collection[str]) -> bool:
    """May the viewer use these (fields of HR, or models) of records that belong to nobody, such as a payroll run? By the viewer's role alone."""
    return all(decide(Case(context.company, context.viewer(), privacy_of(context.catalogue, n), n), None).allowed for n in names)


def _check_people(context: QuestionContext, case: Case, people: Sequence[Record]) -> None:
    context.ledger.checked.add(case.privacy)
    refused = _refused(context, case, people)
    if refused:
        raise not_permitted(refused)


def _refused(context: QuestionContext, case: Case, people: Sequence[Record]) -> str:
    """By which class the field of one of the people is closed; empty where all are open, which is then noted."""
    decisions = _decisions(context, case, people)
    closed = next((d for d in decisions.values() if not d.allowed), None)
    if closed is not None:
        return closed.closed_by
    _note(context, case, decisions)
    return ""


def granted(context: QuestionContext, case: Case, people: Sequence[Record]) -> Mapping[str, str]:
    """Those of the people whose field is open to the viewer: by id, why. It is noted as read of them. Raises Declined, too old."""
    context.ledger.checked.add(case.privacy)
    opened = {p: d for p, d in _decisions(context, case, people).items() if d.allowed}
    _note(context, case, opened)
    return {p: d.grant for p, d in opened.items()}


def _note(context: QuestionContext, case: Case, allowed: Mapping[str, Decision]) -> None:
    """Put down what is read of whom. Raises Declined where HR's copy is too old to tell who may."""
    if case.privacy == "A" or not allowed:
        return
    if _is_tree_old(context):
        raise Declined(Reason.TOO_OLD, "HR's copy is too old to tell from it who may see that. Please ask again after the next sync.")
    for grant in {d.grant for d in allowed.values()}:
        context.ledger.note(case.privacy, grant, case.how, [p for p, d in allowed.items() if d.grant == grant])


def _is_tree_old(context: QuestionContext) -> bool:
    """Is HR's copy older than the policy lets relations of people be taken from?"""
    as_of = context.live.as_of(frozenset({PEOPLE}))
    return as_of is not None and (context.live.now() - as_of).total_seconds() > parameter(context.company, "tree_max_age_hours") * 3600


def _decisions(context: QuestionContext, case: Case, people: Sequence[Record]) -> Mapping[str, Decision]:
    """The decision on each of the people, by id."""
    known = subjects(context, people, with_chain=could_open(case, frozenset({"chain_above"}))) if people else {}
    return {p.id: decide(case, known[p.id]) for p in people}


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


def not_permitted(access_or_class: str, sentence: str = "You may not see that.") -> Declined:
    """The decline of what the viewer may not see, by the class or access rule that keeps it."""
    return _declined(Refusal(whom_to_ask(access_or_class), access_or_class), sentence)


def denied(ask: str) -> Declined:
    """The same, where nothing but whom to ask instead may be told."""
    return _declined(Refusal(ask), "You may not see that.")


def _declined(refusal: Refusal, sentence: str) -> Declined:
    return Declined(Reason.NOT_PERMITTED, f"{sentence} Ask {refusal.ask}.", refusal=refusal)
