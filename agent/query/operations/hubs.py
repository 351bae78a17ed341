"""The same person or company in another app, found live by every key there is: addresses, personnel numbers, names and sites; then, for whom
these leave over, what the graph has joined and the source still bears out, and a hire of that name and time.

A join is the product's own and no use by the viewer: neither a key nor which of them matched is shown. Where nothing could be compared, that
nobody matched is no answer, and is not told as none.
"""

from collections.abc import Iterator, Mapping, Sequence

from agent.access.record_rules import open_to_viewer
from agent.answer import Reason
from agent.catalogue.records import display_name
from agent.errors import Declined
from agent.live.reads import accepts
from agent.policy.decision import rule_of
from agent.query.operations.hires import find_hires
from agent.query.operations.identity_marks import ADDRESSES, Mark, are_comparable, by_mark, marks_of, most_could_match
from agent.question.context import QuestionContext
from ingest.records import Record, values_at
from kg.errors import GraphTooSlow, GraphUnavailable
from kg.hubs import together, why_joined
from kg.match.companies import Called, company_names, compare_titles
from kg.match.people import Like, compare_names, person_name
from kg.rows import record_key

ONE_PERSONS = 2                         # addresses that one person may have
Same = dict[str, dict[str, Record]]     # by the record's id: who it is there, by id
_NAMES = ("display_full_name", "preferred_name")        # what a person is called beside the name that the catalogue gives


def same(
    context: QuestionContext, model: str, starts: Sequence[Record], to: str, ends: Sequence[Record] | None = None,
) -> Mapping[str, tuple[Record, ...]]:
    """For each record those of another app that are the same person or company; of `ends` only, where they are given.

    Nobody for models that are joined by nothing. Raises Declined, no record, where nobody matched and most could not have.
    """
    if model == to:                     # the very same record
        own_ids = None if ends is None else {r.id for r in ends}
        return {r.id: (r,) if own_ids is None or r.id in own_ids else () for r in starts}
    if not are_comparable(model, to):
        return {r.id: () for r in starts}
    found = _found(context, model, starts, to, ends)
    if starts and not any(found.values()):
        _refuse_incomparable(context, model, starts, to, ends)
    return {start: tuple(sorted(records.values(), key=lambda r: r.id)) for start, records in found.items()}


def _found(context: QuestionContext, model: str, starts: Sequence[Record], to: str, ends: Sequence[Record] | None) -> Same:
    own = {r.id: marks_of(model, to, r) for r in starts}
    found = _matched(own, model, to, ends if ends is not None else _filtered(context, to, frozenset().union(*own.values())))
    there = ends if ends is not None else context.live.records(to) if starts and not all(found.values()) else ()
    found = _matched(own, model, to, there) if there and ends is None else found
    for pairs in (_find_joins, find_hires):
        left = [r for r in starts if not found[r.id]]
        for start, end in pairs(context, model, left, to, there) if left and there else ():
            found[start][end.id] = end
    return found


def _matched(own: Mapping[str, frozenset[Mark]], model: str, to: str, there: Sequence[Record]) -> Same:
    held = by_mark(there, {r.id: marks_of(to, model, r) for r in there})
    return {start: {r.id: r for mark in mine for r in held.get(mark, ())} for start, mine in own.items()}


def _filtered(context: QuestionContext, to: str, wanted: frozenset[Mark]) -> Sequence[Record]:
    """Those who may be meant, by the API's own filter for one person's addresses; nobody where it has none.

    The source filters by the letter and may write an address in other case: whom it does not find is looked for in the list.
    """
    parameter = ADDRESSES.get(to, ("",))[0].partition("[")[0]
    mails = sorted(value for kind, value in wanted if kind == "mail")
    if context.live.has_list(to) or len(mails) > ONE_PERSONS or not accepts(to, parameter):
        return ()
    return [r for mail in mails for r in context.live.records(to, {parameter: mail})]


def _refuse_incomparable(context: QuestionContext, model: str, starts: Sequence[Record], to: str, ends: Sequence[Record] | None) -> None:
    """Nobody matched: is that an answer? Of the other side only what the viewer may know of decides, so that a refusal tells nothing of the rest."""
    everybody = context.live.records(to)
    opened = open_to_viewer(context, rule_of(context.catalogue.models[to].access, to_count=True), everybody)
    there = [r for r in everybody if r.id in opened]
    if not there or (ends is not None and (not ends or any(_found(context, model, starts, to, there).values()))):
        return
    mine, others = ({r.id: marks_of(one, other, r) for r in records} for one, other, records in ((model, to, starts), (to, model, there)))
    if not most_could_match(mine, others, context.company.domain):
        names = [context.catalogue.models[each].plural for each in (model, to)]
        said = f"I could not match the {names[0]} to the {names[1]}: too little that both apps hold is comparable."
        raise Declined(Reason.NO_RECORD, f"{said} Please ask about one app at a time.")


def _find_joins(context: QuestionContext, model: str, starts: Sequence[Record], to: str, there: Sequence[Record]) -> Iterator[tuple[str, Record]]:
    """Ids of the records with who they are there, as the graph has joined them; nothing where the graph does not answer.

    Used only where the source bears it out: both records are read live, and their names still are one person's or company's, or a person decided it.
    """
    keys = {record_key(context.tenant, model, r.id): r for r in starts}
    ends = {record_key(context.tenant, to, r.id): r for r in there}
    try:
        found = together(context.graph, context.tenant, keys)
        pairs = [(key, end) for key, members in found.items() for end in members if end in ends]
        held = [(key, end) for key, end in pairs if _are_alike(context, model, keys[key], to, ends[end]) or _was_decided(context, key, end)]
    except (GraphUnavailable, GraphTooSlow):
        return
    yield from ((keys[key].id, ends[end]) for key, end in held)


def _are_alike(context: QuestionContext, model: str, one: Record, to: str, other: Record) -> bool:
    names = [_names(context, model, one), _names(context, to, other)]
    if model not in ADDRESSES:
        titles = [[title for name in own for title in company_names(name)] for own in names]
        return compare_titles(*titles) >= Called.RESPELT
    people = [[name for text in own if (name := person_name(text)) is not None] for own in names]
    likeness = compare_names(*people)
    return likeness.family >= Like.PART and likeness.given >= Like.INITIAL


def _names(context: QuestionContext, model: str, record: Record) -> list[str]:
    known = context.catalogue.models[model]
    own = " ".join(str(v) for path in ("first_name", "last_name") for v in values_at(record, path))
    return list(filter(None, (display_name(known, record), own, *(str(v) for path in _NAMES for v in values_at(record, path)))))


def _was_decided(context: QuestionContext, key: str, end: str) -> bool:
    """Did a person join one of the two? What rules joined under another name may be somebody else by now."""
    hub = why_joined(context.graph, context.tenant, key)
    return hub is not None and any(join.decided_by for join in hub.joins if join.member.key in (key, end) and join.joined_with in (key, end))
