"""Which of the records that may be members of a set the viewer may know of, and which meet its conditions; what cannot be compared is said.

What everybody may see comes first, then the rest: a private field is used only of those who are left, and only after the policy was asked about
every one of them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from agent.access.people_rules import closed_as_values, owners
from agent.access.record_rules import open_to_viewer
from agent.access.visibility import Use, Visibility, is_open_for_whose, is_partial, known_of, visible
from agent.catalogue.records import existence_of, is_owner, privacy_of
from agent.plan.algebra import Alike, Condition, Has, Is, Link, Measure, Not, Quantity, Set, Where
from agent.plan.conditions import conditions
from agent.policy.decision import rule_of
from agent.query.operations.condition_fields import fields_tried, looks_at, overrides_default
from agent.query.operations.condition_trials import apply_condition
from agent.query.operations.conditions import judge
from agent.query.operations.node_records import OWNER, NodeRecords, RecordsByNode
from agent.query.operations.prefilter import is_within, leading_link, links_in_order, waits
from agent.query.operations.walk import is_held_by_start
from agent.question.context import QuestionContext
from agent.question.notes import Notes, Weight
from ingest.records import Record, each_once

_OF_VALUES = frozenset({"=", "in", "contains", "kind"})     # what has no value meets none of these anyway


def keep_matching(context: QuestionContext, node: Set, possible: Visibility, found: RecordsByNode) -> NodeRecords:
    """Those that the viewer may know of and that meet all conditions."""
    seen = _open(context, node, possible, found)
    by_person = existence_of(node.model) is not None and is_partial(context, node.model)
    waiting = [k for k in links_in_order(node) if waits(found, k)
               and not (by_person and is_owner(context.catalogue, k.relation) and not is_within(found, k))]
    kept = _meeting_all(context, node, seen, [*_default_conditions(context, node), *node.where, *waiting], found)
    return _with_ties(context, node, kept, seen.open, found)


def keep_asked_for(context: QuestionContext, node: Set, records: tuple[Record, ...], found: RecordsByNode) -> tuple[Record, ...]:
    """Those that meet what is public of the wanted: a round that is only planned does not close the count of those that took place.

    Nothing is noted of them yet, for some may be hidden. What has a value of no known meaning is kept where the asker may see it: it is judged again.
    """
    unheard = replace(context, notes=Notes())
    for condition in sorted(node.where, key=repr) if not node.model.startswith("hris/") else ():
        if isinstance(condition, Is) and all(_is_public(context, f) for f in looks_at(context.catalogue, condition)):
            verdicts = judge(unheard, condition, records, found)
            told = _seen(context, node, [r for r in records if verdicts[r.id] is None])
            records = tuple(r for r in records if verdicts[r.id] is True or r.id in told)
    return records


def _seen(context: QuestionContext, node: Set, records: Sequence[Record]) -> frozenset[str]:
    """The ids of those that are open to the asker."""
    rule = rule_of(context.catalogue.models[node.model].access, to_count=node in context.uses.counted)
    return open_to_viewer(context, rule, records) if records else frozenset()


def _open(context: QuestionContext, node: Set, possible: Visibility, found: RecordsByNode) -> Visibility:
    """Those that the viewer may know of. What only leads to records that are open for whose they are is no use of its own."""
    told, whose = context.uses.led_through.get(node, (node.model, None))
    if whose is not None and is_open_for_whose(context, told, found[whose].records):
        return possible if node.model != told else replace(
            possible, open=visible(context, told, keep_asked_for(context, node, possible.open, found), use="count"))
    leading = leading_link(k for k in links_in_order(node) if not waits(found, k))
    use: Use = "count" if node in context.uses.counted else "one" if _is_pointed_at(context, leading) else "read"
    return possible.beside(known_of(context, node.model, possible.open, use=use))


def _is_pointed_at(context: QuestionContext, leading: Link | None) -> bool:
    """Was one led to just these: somebody's manager, a ticket's parent?"""
    return leading is not None and leading.relation != "hub" and is_held_by_start(context.catalogue.relation(leading.relation), inverse=False)


def _default_conditions(context: QuestionContext, node: Set) -> Iterable[Condition]:
    """A model's default conditions, such as active: none where a link leads to certain members (somebody's manager), or the set says otherwise."""
    if any(context.catalogue.lifts_defaults(link.relation, to_source=link.to_source) for link in node.links):
        return ()
    model = context.catalogue.models[node.model]
    usual = conditions(model.everybody, model.id, context.catalogue.models)
    kept = tuple(w for w in usual if not overrides_default(context.catalogue, node.where, w))
    for each in kept:
        if isinstance(each, Is) and (model.is_person or node in context.uses.told):
            context.notes.assume(f"Only {context.catalogue.predicate(each.predicate).label} {model.plural} are listed.", weight=Weight.USUAL)
    return kept


def _meeting_all(context: QuestionContext, node: Set, seen: Visibility, wanted: Iterable[Condition], found: RecordsByNode) -> NodeRecords:
    """Those that meet all conditions: what is public first, then what may be told in part, then what may not, figures last of each.

    So each is tried on no more people than are asked about, however the question is put together.
    """
    unchecked: set[str] = set()
    looked_at: tuple[Record, ...] = ()
    unknown = 0
    for condition in sorted(set(wanted), key=lambda w: (_closeness(context, w, found), isinstance(w, Has), repr(w))):
        is_counted = node in context.uses.counted
        exempt = {
            f for f in looks_at(context.catalogue, condition) if _is_private(context, f) and not is_partial(context, f)
        } if is_counted else set()
        if exempt:
            unchecked |= exempt
            looked_at = looked_at or seen.open
        seen, untold = apply_condition(context, node.model, condition, seen, found, exempt)
        unknown += untold
        _tell_unknown(context, node, condition, untold)
    hidden = _as_owners(context, node.model, seen.hidden)
    return NodeRecords(node.model, seen.open, frozenset(unchecked), looked_at, unknown=unknown, hidden=hidden, of_others=seen.of_others,
                       closed_by=seen.closed_by)


def _as_owners(context: QuestionContext, model: str, hidden: Sequence[Record]) -> tuple[Record, ...]:
    """What is hidden, as the people whose it is where it is private that they have such records."""
    return owners(context, hidden) if hidden and existence_of(model) is not None else tuple(hidden)


def _closeness(context: QuestionContext, wanted: Condition, found: RecordsByNode) -> int:
    """0: public; 1: private, told in part where the viewer may see a part; 2: never told in part."""
    if isinstance(wanted, Link) and waits(found, wanted):
        return 2 if is_within(found, wanted) else 1
    private = [f for f in fields_tried(context, wanted) if f.partition("/")[0] != "hris" or privacy_of(context.catalogue, f) != "A"]
    return max((1 if is_partial(context, f) else 2 for f in private if privacy_of(context.catalogue, f) != "A"), default=0)


def _is_public(context: QuestionContext, name: str) -> bool:
    """Is the field, relation or named condition of class A?"""
    return privacy_of(context.catalogue, name) == "A"


def _is_private(context: QuestionContext, name: str) -> bool:
    """Does a person's right decide about this field or relation?"""
    return name.startswith("hris/") and not _is_public(context, name)


def _tell_unknown(context: QuestionContext, node: Set, condition: Condition, unknown: int) -> None:
    """Who cannot be compared is left out, and that is said."""
    inner = condition.of if isinstance(condition, Not) else condition
    compared = _compared(inner)
    if not unknown or node not in context.uses.told or compared is None:
        return
    field, unit = compared
    model, label = context.catalogue.models[node.model], context.catalogue.field(field).label
    noun = f"{model.label} has" if unknown == 1 else f"{model.plural} have"
    are = "is" if unknown == 1 else "are"
    is_held = isinstance(condition, Where) and condition.op in _OF_VALUES
    said = f"{unknown} {noun} no {label}{f' in {unit}' if unit else ''} to compare and {are} left out."
    context.notes.assume(said, unknown, weight=Weight.USUAL if is_held and unit is None else Weight.LIMIT)


def _compared(wanted: Condition) -> tuple[str, str | None] | None:
    """What a condition compares, and in which unit; None for one that compares nothing."""
    if isinstance(wanted, Has):
        field = wanted.tally.measure.field
        return None if field is None else (field, wanted.value.unit if isinstance(wanted.value, Quantity | Measure) else None)
    if isinstance(wanted, Alike):
        return None if wanted.one.field is None else (wanted.one.field, None)
    if not isinstance(wanted, Where) or wanted.op in ("empty", "filled"):
        return None
    return wanted.field, wanted.value.unit if isinstance(wanted.value, Quantity) else None


def _with_ties(context: QuestionContext, node: Set, kept: NodeRecords, possible: Sequence[Record], found: RecordsByNode) -> NodeRecords:
    """`kept`, with its private ties put into `unchecked`: that somebody has such records, and whose they are, is asked about with the figures.

    They are looked at of the people whose records are meant, whether these have any or not.
    """
    if node not in context.uses.counted or not node.model.startswith("hris/"):
        return kept
    ties = {link: context.catalogue.relation(link.relation) for link in node.links if link.relation != "hub"}
    owned = [link for link, relation in ties.items() if OWNER in (relation.fk, relation.inverse) and link.source in found]
    asked = each_once((*(r for link in owned for r in found[link.source].records), *(kept.looked_at or possible)))
    names = [n for n in (node.model, *(link.relation for link in ties)) if not is_partial(context, n)]
    closed = frozenset(n for n in names if closed_as_values(context, [n], owners(context, asked)))
    return replace(kept, unchecked=kept.unchecked | closed, looked_at=asked) if closed else kept
