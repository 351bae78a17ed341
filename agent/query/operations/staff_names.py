"""What records are told as: what their app calls them, and the users of apps who are employees as HR calls these.

One person is "Dee" to the tickets and "Denise" to HR. Which users are called otherwise is known from the graph; what is told is read live.
"""

from collections.abc import Mapping, Sequence

from agent.access.gate import joined
from agent.access.gate import named as named_by_app
from agent.answer import Visible
from agent.catalogue import SAME_PERSON, Model
from agent.catalogue.records import display_name
from agent.errors import Declined
from agent.query.operations.identity_marks import addresses, marks_of
from agent.query.operations.node_records import PEOPLE
from agent.question.context import QuestionContext
from ingest.records import Record
from kg.errors import GraphTooSlow, GraphUnavailable
from kg.resolve import by_email

USERS = frozenset(other for person, other in SAME_PERSON if person == PEOPLE and other.endswith("User"))


def named(context: QuestionContext, model: Model, records: Sequence[Record]) -> Mapping[str, Visible]:
    """By id, what the records are called, without those that the asker may not know by name. Raises Declined as the gate does."""
    names = named_by_app(context, model, records)
    return {**names, **{i: name for i, name in _by_hr(context, model, records).items() if i in names}} if model.id in USERS else names


def names_of(context: QuestionContext, model: Model, records: Sequence[Record]) -> Visible:
    """What records are called, side by side; empty where none may be named."""
    return joined(named(context, model, records).values())


def _by_hr(context: QuestionContext, model: Model, records: Sequence[Record]) -> Mapping[str, Visible]:
    """By id of a user, what HR calls the employee, where it is something else and HR says so now; nothing where HR cannot be asked."""
    try:
        otherwise = _called_otherwise(context, model, records)
        people = {p.id: p for p in context.live.by_ids(PEOPLE, sorted(set(otherwise.values())))} if otherwise else {}
        names = named_by_app(context, context.catalogue.models[PEOPLE], tuple(people.values()))
    except (Declined, GraphUnavailable, GraphTooSlow):          # the app's own name is no wrong one
        return {}
    users = {r.id: r for r in records}
    return {user: names[one] for user, one in otherwise.items() if one in names and _is_same(model.id, users[user], people[one])}


def _called_otherwise(context: QuestionContext, model: Model, records: Sequence[Record]) -> Mapping[str, str]:
    """By id of a user, the id of the employee with that address, whom the graph has under another name."""
    mails = {r.id: sorted(addresses(model.id, r)) for r in records}
    context.graph_queries.add()
    known = by_email(context.graph, context.tenant, sorted({mail for each in mails.values() for mail in each}), models=(PEOPLE,))
    staff = {r.id: known[mail][0] for r in records for mail in mails[r.id] if len(known.get(mail, ())) == 1}
    return {r.id: staff[r.id].merge_id for r in records if r.id in staff and staff[r.id].name != display_name(model, r)}


def _is_same(model: str, user: Record, person: Record) -> bool:
    """Does the source still bear out that they are one: do they share an address?"""
    return not marks_of(model, PEOPLE, user).isdisjoint(marks_of(PEOPLE, model, person))
