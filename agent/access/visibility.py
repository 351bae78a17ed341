"""Visibility: of which records the viewer may use something, where the policy lets an answer be given from these alone.

What is told in part rests on nothing but what the viewer may read one by one, so it can tell nothing of the rest. What the policy
never opens in part is refused as a whole, as `agent/access/checks.py` does.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from agent.access.checks import check_fields, is_made_into
from agent.access.people_rules import PEOPLE, check_owned, direct_reports, granted, owners
from agent.access.record_rules import open_to_viewer, own_records
from agent.access.refused import not_permitted
from agent.catalogue.records import existence_of, privacy_of
from agent.policy.decision import Case, How, in_part, is_left_out, logged_class, rule_of
from agent.question.context import QuestionContext
from ingest.records import Record, ids_in

OWNER = "employee"                      # the foreign key of HR's records to whom they belong

# read: shown, filtered or sorted by; one: just these were asked for, by name or by what points at them; count: only how many there are.
Use = Literal["read", "one", "count"]


@dataclass(frozen=True, slots=True)
class Visibility:
    """Records that the viewer may use for what is asked, and those that they may not.

    `hidden` are people where the records are theirs and it is private that they have any.
    """

    open: tuple[Record, ...]
    hidden: tuple[Record, ...] = ()
    of_others: bool = False             # something was read that is not the viewer's own
    closed_by: str = ""                 # the class or access rule that hides the rest

    def beside(self, other: "Visibility") -> "Visibility":
        """The other's records, with what both know of what is hidden."""
        hidden = tuple({r.id: r for r in (*self.hidden, *other.hidden)}.values())
        return Visibility(other.open, hidden, self.of_others or other.of_others, self.closed_by or other.closed_by)


def is_partial(context: QuestionContext, name: str) -> bool:
    """May what uses this field, relation, named condition or model be answered from the part that the viewer may see?"""
    return in_part("people" if name.startswith("hris/") else "fields", privacy_of(context.catalogue, name))


def visibility_of(context: QuestionContext, names: Collection[str], records: Sequence[Record]) -> Visibility:
    """Of which of the records the viewer may use all of these. Raises Declined for what is not open and never told in part.

    Names of fields, relations, named conditions, or models (that somebody has such a record). Records of HR stand for whom they belong to.
    """
    seen = Visibility(tuple(records))
    for name in sorted(n for n in names if is_partial(context, n)):
        seen = seen.beside(_sight(context, name, seen.open))
    if others := [n for n in names if not is_partial(context, n)]:
        check_fields(context, others, seen.open)
    return seen


def _sight(context: QuestionContext, name: str, records: Sequence[Record]) -> Visibility:
    privacy, category = privacy_of(context.catalogue, name), name.partition("/")[0]
    there = [r for r in records if r.model.partition("/")[0] == category or ("." in name and is_made_into(context.catalogue, name, r))]
    by_person = category == "hris"
    opened, of_others = _of_people(context, name, privacy, there) if by_person else _of_records(context, privacy, there)
    known = {r.id for r in there}
    hidden = tuple(r for r in there if r.id not in opened)
    return Visibility(tuple(r for r in records if r.id not in known or r.id in opened), hidden, of_others, privacy if hidden else "")


def _of_people(context: QuestionContext, name: str, privacy: str, records: Sequence[Record]) -> tuple[frozenset[str], bool]:
    grants = granted(context, Case(context.company, context.viewer(), privacy, name), owners(context, records))
    opened = frozenset(r.id for r in records if (whose := _whose(r)) and all(p in grants for p in whose))
    return opened, any(grant != "self" for grant in grants.values())


def _whose(record: Record) -> tuple[str, ...]:
    return (record.id,) if record.model == PEOPLE else ids_in(record, OWNER)


def _of_records(context: QuestionContext, access: str, records: Sequence[Record]) -> tuple[frozenset[str], bool]:
    rule = rule_of(access)
    opened = open_to_viewer(context, rule, records)
    context.ledger.checked.add(access)
    privacy = logged_class(access)
    if privacy is not None and opened:
        context.ledger.note(privacy, rule, "value", sorted(opened))
    return opened, bool(opened - own_records(context, rule, [r for r in records if r.id in opened]))


def visible(context: QuestionContext, model_id: str, records: Sequence[Record], *, use: Use) -> tuple[Record, ...]:
    """Those of the records that the viewer may know of; `use`: what for. Hand over what is left after the links, before the conditions.

    What is private by itself (a ticket, a candidate, a file) is left out as if it were not there; where just that was asked
    for, or a whole kind of record is closed to the viewer, the question is refused. Raises Declined.
    """
    how: How = "count" if use == "count" else "value"
    existence = existence_of(model_id)
    if existence is not None:
        check_owned(context, Case(context.company, context.viewer(), existence, model_id, how), records)
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
    if rule not in ("hiring", "hiring_or_own") or context.viewer().has_role("recruiter"):
        return
    theirs = {
        context.viewer().employee_id, *(r.id for r in direct_reports(context))
    } if rule == "hiring_or_own" and context.viewer().employee_id else set()
    if not {p.id for p in people} <= theirs:
        raise not_permitted(access)


def is_open_for_whose(context: QuestionContext, model_id: str, people: Sequence[Record]) -> bool:
    """Whether records of that model are open to the viewer only because they are about these employees. Raises Declined if they are not open."""
    if rule_of(context.catalogue.models[model_id].access) != "hiring_or_own":
        return False
    check_of_people(context, model_id, people)
    return not context.viewer().has_role("recruiter")


def known_of(context: QuestionContext, model_id: str, records: Sequence[Record], *, use: Use) -> Visibility:
    """Those of the records that the viewer may know of, as `visible`, in part where the policy has it so. Raises Declined.

    Where all that there is of a kind is for others, that is said and not that there is none. Of a kind that is kept to some it is
    said where there is none too: else the answer would tell who is among them.
    """
    access = context.catalogue.models[model_id].access
    counts_all = use == "count" and not is_left_out(access)
    if use == "one" or not in_part("records", access) or counts_all:
        return Visibility(visible(context, model_id, records, use=use))
    opened, of_others = _of_records(context, access, records)
    hidden = () if _sees_kind(context, access) else tuple(r for r in records if r.id not in opened)
    if not opened and (hidden or (is_left_out(access) and not _sees_kind(context, access))):
        raise not_permitted(access)
    return Visibility(tuple(r for r in records if r.id in opened), hidden, of_others, access if hidden else "")


def _sees_kind(context: QuestionContext, access: str) -> bool:
    """Does the viewer's role open such records of recruiting as a kind? What is kept even from them is not told of."""
    return rule_of(access) in ("hiring", "hiring_or_own") and context.viewer().has_role("recruiter")


def tells_matches(context: QuestionContext, model_id: str) -> bool:
    """Would it tell what is in records that the viewer may not see, were it known which of them meet a condition?

    Of such kinds everything that is tied to what was asked about stays hidden, whatever it holds. Where anybody may count
    them, or where they are left out as if they were not there, nothing is told by it.
    """
    access = context.catalogue.models[model_id].access
    counted = rule_of(access, to_count=True) == "everybody"
    return in_part("records", access) and not (counted or is_left_out(access) or _sees_kind(context, access))
