"""Sets of a plan as noun phrases of a sentence: "overdue invoices of Amberley Labs", "tickets of yours".

Read by people, not held apart from each other: what is exactly meant stands in "understood as", which `agent/phrasing/goals.py` makes.
Names are those that were settled on.
"""

from dataclasses import replace
from functools import partial

from agent.access.labels import name_of_candidate
from agent.catalogue import Model
from agent.phrasing.inflection import listed, noun, plain_noun, singular
from agent.phrasing.nouns import model_label, relation_noun
from agent.phrasing.one_thing import leads_to_one
from agent.phrasing.phrases import answer_said, rows_said
from agent.plan.algebra import Earlier, Is, Link, Me, Named, Node, Set, Union, is_one_thing
from agent.question.context import QuestionContext
from agent.respond.noun_phrase import Things
from agent.respond.rank_phrases import in_one_order, rank_said
from agent.respond.restriction_order import in_order, is_said_by, without_start
from agent.respond.restrictions import as_understood
from agent.respond.set_conditions import held_to
from agent.respond.set_kinds import as_held, is_ahead, is_past, is_plural, named_so, place_said, same_elsewhere
from agent.respond.set_ties import doers, headed, tied
from agent.respond.within import Within

_KINDS_SAID = frozenset({"team", "group", "department", "ticket team"})     # "the Support team", but "Amberley Labs"


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
    same, model = same_elsewhere(node), context.catalogue.models[node.model]
    return things(context, same, "" if label in (model.label, model.plural) else label) if isinstance(same, Set) else _of_set(context, node, label)


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
    said = [first.behind[at], *(without_start(first.behind[at], each.behind[at]) for each in others)]
    return replace(first, behind=(*first.behind[:at], listed(said, "or"), *first.behind[at + 1:]))


def definite(context: QuestionContext, node: Node) -> str:
    """A node behind a preposition: "you", "Ana Ruiz", "the open tickets", "Berlin"."""
    if isinstance(node, Set):
        same = same_elsewhere(node)
        if same is not None:
            return definite(context, same)
        place, name = place_said(context.catalogue, node), context.links.led_to.get(node, "")
        whole = place or named_so(context.catalogue, node) or things(context, node).definite(node.newest or leads_to_one(context.catalogue, node))
        beside = "" if "(" in whole else f" ({whole.removeprefix('the ')})"
        return f"{name}{beside}" if name else whole
    if isinstance(node, Union):
        return listed(sorted({definite(context, each) for each in node.of}))      # two words may have named one thing
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


def within_of(context: QuestionContext) -> Within:
    """How sets within another one are said."""
    return Within(context, partial(things, context), partial(definite, context))


def _of_set(context: QuestionContext, node: Set, label: str) -> Things:
    within = within_of(context)
    if node.ranked is not None:
        whole, order = in_one_order(replace(node, ranked=None), node.ranked)
        node = replace(whole, ranked=order)
    model = context.catalogue.models[node.model]
    links = sorted((as_held(context.catalogue, k) for k in node.links), key=lambda k: (k.relation, k.to_source))
    head = next((k for k in links if not k.to_source and k.relation != "hub"), None)
    by = doers(within, head) if head is not None and len(links) == 1 and not node.where else None
    if by is not None:
        return by
    is_told_apart = model.is_person and (len(links) > 1 or bool(node.where))      # "people in Vigo with requests" are no requesters in Vigo
    is_role = head is not None and not (is_told_apart and is_plural(context, head.source))
    is_unfit = _says_what_happened(context, node, label) or (head is not None and not is_role and _is_role_said(context, head, label))
    made = _noun(context, model, head if is_role else None, "" if is_unfit else label)
    own = replace(node, links=frozenset())
    made = replace(made, is_past=is_past(context, own), is_ahead=is_ahead(context, own))
    if head is not None:
        links.remove(head)
        made = headed(within, made, head)
    for link in links:
        made = tied(within, made, link)
    for condition in sorted(node.where, key=lambda c: as_understood(context, model, c)):
        made = held_to(within, made, model, condition)
    rank = rank_said(context, node.model, node.ranked) if node.ranked is not None else ""
    others = in_order(tuple(each for each in made.behind if not is_said_by(made.one, each)))
    words = sorted(made.before, key=lambda word: (not word[:1].islower(), word))        # "open P0 tickets"
    said = {*made.one.lower().split(), *made.done.split()[:1], *(each.rpartition(" days ")[2] for each in others)}
    noun_said = made.one.rpartition(" ")[2]
    before = (w for w in words if w.lower() not in said and not w.startswith(noun_said))       # "open" of "open job cards", "invoiced" of invoices
    last = ("last", *(word for word in before if word != "past")) if node.newest else tuple(before)
    return replace(made, before=last, behind=others, rank=rank, first=node.ranked.first if node.ranked is not None else None)


def _says_what_happened(context: QuestionContext, node: Set, label: str) -> bool:
    """Is the question's word for the members the noun of what they did at a time, which is said with that: "2 employees left in 2026", no leavers?"""
    deeds = [context.catalogue.predicate(c.predicate) for c in node.where if isinstance(c, Is) and c.period is not None]
    return any(f" {noun(plain_noun(label), True)}".endswith(f" {each}") for deed in deeds if deed.verbs for each in deed.nouns)


def _is_role_said(context: QuestionContext, head: Link, label: str) -> bool:
    """Is the word what the relation calls its ends: requesters?"""
    return noun(plain_noun(label), True) == noun(relation_noun(context.catalogue, context.catalogue.relation(head.relation)), True)


def _noun(context: QuestionContext, model: Model, headed: Link | None, label: str) -> Things:
    called_so = plain_noun(label)
    if called_so and called_so not in (model.label, model.plural):
        return Things(noun(called_so, True), noun(called_so, False))
    if headed is not None:
        said = relation_noun(context.catalogue, context.catalogue.relation(headed.relation))
        return Things(noun(said, True), noun(said, False))
    one, many = (model_label(context.catalogue, model, many=many) for many in (False, True))
    return Things(one, noun(one, False) if " or " in one else many)
