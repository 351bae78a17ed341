"""Rules for sets: what restricts the records of a model. Adjectives, verbs with their objects, places, times, comparisons, what is had or lacked."""

from collections.abc import Iterator
from dataclasses import replace

from agent.catalogue import Catalogue, Relation
from agent.plan.algebra import Groups, Is, Link, Me, Named, Node, Set, Union, Where
from agent.understand.grammar.items import AWAITED, Ask, Conditions, Figure, Hole, Item, Most, Part, Teamed, Word, is_bare
from agent.understand.grammar.paths import MY_TEAM, PEOPLE, UNITS, coerced
from agent.understand.grammar.productions.gaps import AUXILIARY, HOLDS, PLACES, THAT, Gap
from agent.understand.grammar.productions.holding import (
    OF_EVERY,
    OWNED,
    as_model,
    conditions_on,
    counted_behind,
    end_of,
    in_direction,
    is_account,
    set_inside,
    tells_only_when,
    ways_to,
    with_conditions,
)
from agent.understand.grammar.productions.limits import field_of
from agent.understand.grammar.productions.relations import has_done_to

_DOES = (("do",), ("does",), ("did",), ("have",), ("has",), ("had",))
_VERBS = frozenset({"is", "are", "was", "were", "has", "have", "had"})

# ---------------------------------------------------------------- adjectives, verbs, places


def restrict(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"open tickets", "tickets that are open", "people in Bangalore", "my team in Bangalore"."""
    for limit, holder in ((left, right), (right, left)):
        if not isinstance(limit.value, Conditions) or limit.value.unit is not None or (found := set_inside(holder.value)) is None:
            continue
        if _is_no_adjective_of(holder, limit) if holder is right else _is_of_key(known, holder.value, limit, gap):
            continue                        # "headcount cost for each manager" + "who reports to me": of those managers
        follows = _may_follow(gap) and not ends_owning(left, gap)
        if not (follows if holder is left else not gap.words and _is_adjective(limit)) or _is_part(holder, gap):
            continue
        for conditions, cost in conditions_on(known, found[0].model, limit.value):
            nearer = holder.time if holder is right else ""     # "won deals created last month": the verb beside the period tells which time
            time = nearer or (limit.value.time if limit.value.time.startswith(found[0].model) else holder.time)
            for made in with_conditions(known, left, right, gap, holder, conditions, cost=left.cost + right.cost + cost, time=time):
                yield made.saying("clause", gap.mask) if _is_clause(gap) else made


def _is_no_adjective_of(holder: Item, limit: Item) -> bool:
    """"Who reported the most bugs": who did it, not whose they are; "(is anyone) off" + "who": no adjective stands before a question word."""
    return holder.says("who") or (isinstance(holder.value, Most) and limit.says("verb"))


def _is_of_key(known: Catalogue, holder: object, limit: Item, gap: Gap) -> bool:
    """Is a clause behind groups said of the noun before it, by which they go? What cannot be said of that is said of what is counted."""
    if not isinstance(holder, Groups) or not isinstance(limit.value, Conditions) or not (THAT & set(gap.words) or limit.says("participle")):
        return False
    return any(True for _ in conditions_on(known, end_of(holder.keys[-1]), limit.value))


def _may_follow(gap: Gap) -> bool:
    """"tickets in Porto", "… that are open", "… and that are open"."""
    said = gap.words[1:] if gap.words[:1] == ("whose",) or (gap.words[:1] == ("and",) and set(gap.words[1:2]) & THAT) else gap.words
    return all(w in HOLDS | PLACES - {"by"} for w in said)


def _is_clause(gap: Gap) -> bool:
    """"tickets" + "are overdue": a whole sentence; not "that are overdue"."""
    return bool(_VERBS & set(gap.words)) and not THAT & set(gap.words)


def _is_part(holder: Item, gap: Gap) -> bool:
    """"What share of tickets" + "is overdue", "… in Lisbon" + "are remote": what is said with a verb is the part of a share, and said once."""
    value = holder.value
    if isinstance(value, Figure) and value.measure.how == "share" and not value.metric:
        return _is_clause(gap) or not gap.words or gap.words[-1] not in PLACES      # "… in Lighthouse" + "fixed in time": the same
    return isinstance(value, Part) and _is_clause(gap)


def _is_adjective(limit: Item) -> bool:
    """May it stand before its noun? A verb with its object may not."""
    assert isinstance(limit.value, Conditions)
    return not any(isinstance(c, Link) for c in limit.value.where)


def named_value(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"pharmaceuticals industry", "came from a trade fair", "priority P0": a value beside the name of its field."""
    for ask, limit in ((left, right), (right, left)):
        if isinstance(ask.value, Ask) and isinstance(limit.value, Conditions) and gap.within(AUXILIARY | {"in", "of", "from", "as"}):
            field = field_of(known, limit.value.where)
            if field and (ask.value.field == field or _is_inside(field, ask.value.field)) and not ask.value.where:
                where = frozenset(replace(c, op="=") if isinstance(c, Where) and c.op == "kind" else c for c in limit.value.where)
                yield left.grown(replace(limit.value, where=where), right, gap.mask)     # "job title Welder" is no senior welder


def named_target(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"stage Panel", "(in) the Panel stage", "(whose) owner is Ben": a relation and what it leads to."""
    for word, thing in ((left, right), (right, left)):
        relation = known.relation(word.value.target) if isinstance(word.value, Word) and word.value.kind == "rel" and not word.value.detail else None
        if relation is None or not relation.fk or relation.closure or gap.words not in (((), ("is",)) if word is left else ((),)):
            continue
        target = as_model(known, thing.value, relation.to) if isinstance(thing.value, Named) else None
        is_person = known.models[relation.to].is_person
        if target is not None and (word is left or not is_person):
            yield left.grown(Conditions(relation.model, frozenset({Link(relation.id, True, target)})), right, gap.mask)
        if target is not None and not is_person and not gap.words:
            yield left.grown(target, right, gap.mask, cost=left.cost + right.cost + 1)      # what leads there may be another's: "candidates"


def _is_inside(tested: str, asked: str) -> bool:
    """One word of two models for one thing: a lead's source and an application's."""
    return tested.rpartition(".")[2] == asked.rpartition(".")[2]


def verb_and_object(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"assigned to me", "owned by Tom Becker", "reporting to Zoë"; "that owns Halcyon"."""
    if not isinstance(left.value, Word) or left.value.kind not in ("forward", "backward") or not gap.within(AUXILIARY | {"to", "by", "for", "in"}):
        return
    relation = known.relation(left.value.target)
    yield from _tied_by(known, relation, left.value.kind == "forward", left, right, gap)


def subject_and_verb(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"(accounts that) Tom Becker owns", "(the tickets) I am working on", "(people) Zoë manages"."""
    possessive = isinstance(left.value, Me) and left.says("my")     # "my leads" are leads
    if isinstance(right.value, Word) and right.value.kind in ("forward", "backward") and gap.within(AUXILIARY) and not possessive \
            and not has_done_to(right, gap):
        yield from _tied_by(known, known.relation(right.value.target), right.value.kind == "backward", left, right, gap)


def subject_and_state(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"(the deals) Marta has won", "(which deals did) my reports win": of what is theirs, where the verb tells more than when."""
    limit = right.value
    if not isinstance(limit, Conditions) or not limit.time or not gap.within(AUXILIARY) or (isinstance(left.value, Me) and left.says("my")) \
            or any(tells_only_when(known, element) for element, _ in right.said) or any(isinstance(c, Link) for c in limit.where):
        return
    for link, cost in ways_to(known, limit.model, left.value, "by"):
        if link.to_source and not is_bare(left.value):
            yield left.grown(replace(limit, where=limit.where | {link}), right, gap.mask, cost=left.cost + right.cost + cost)


def _tied_by(known: Catalogue, relation: Relation, holds: bool, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """Conditions by a relation whose verb was said: on those that hold it, or on those that it leads to."""
    thing = right if isinstance(left.value, Word) else left
    model, other = (relation.model, relation.to) if holds else (relation.to, relation.model)
    node = as_model(known, thing.value, other) or _members(known, thing.value, other)
    if node is None or is_bare(node) or is_bare(thing.value) or _awaits_place(thing):
        return
    link = Link(relation.id, holds, node)
    kinds = () if holds else (Where(f"{relation.to}.{name}", value) for name, value in relation.where.items())
    time = f"{model}.{relation.verbs_time}" if relation.verbs_time and holds else ""
    made = left.grown(Conditions(model, frozenset({link, *kinds}), time=time), right, gap.mask)
    yield made.saying(OF_EVERY, thing.cover) if thing.says("all:every") else made
    for one, there in _other_apps(known, model):
        over = Link("hub", False, Set(one, frozenset({link})))
        yield left.grown(Conditions(there, frozenset({over})), right, gap.mask, cost=left.cost + right.cost + 2)


def _members(known: Catalogue, thing: object, model: str) -> Node | None:
    """"assigned to the Atlas team": to somebody in it."""
    if not isinstance(thing, Named) or thing.model not in UNITS:
        return None
    ways = (link for link, _ in ways_to(known, PEOPLE, thing, "in"))
    return next((coerced(known, Set(PEOPLE, frozenset({link})), model) for link in ways), None)


def _awaits_place(item: Item) -> bool:
    """"(deals owned by) people based" (in Lisbon): where, is still to be said, and of the people."""
    last = 1 << (item.cover.bit_length() - 1)
    return any(element == "place" and mask & last for element, mask in item.said)


def _other_apps(known: Catalogue, model: str) -> Iterator[tuple[str, str]]:
    """Users of an app are employees."""
    if model != PEOPLE and coerced(known, Me(), model) is not None:
        yield model, PEOPLE


def tied(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"tickets in Atlas Navigation", "contacts at my accounts", "invoices to Cobalt Freight": a default way and a preposition."""
    found = set_inside(left.value)
    if found is None or not gap.words or gap.words[-1] not in PLACES or not gap.within(HOLDS | PLACES) or ends_owning(left, gap):
        return
    if gap.words[:2] == ("which", "of"):
        return                          # "Acme: which of the deals …" asks for deals
    if gap.words == ("for",) and isinstance(right.value, Me) and not _is_for_people(known, found[0].model):
        return                          # "count the people in Lisbon for me": I want to know, and need not be their manager
    if gap.words[-1] == "by" and any(tells_only_when(known, element) or element == "not:not" for element, _ in left.said):
        return                          # "created by Ana": who owns it need not have created it; "not closed by me": by others, or not at all?
    if gap.words == ("for",) and found[0].model in UNITS and isinstance(right.value, Set) and right.value.model == PEOPLE:
        return                          # "(by) department" + "for those who joined": for whom it is asked
    if (gap.words[-1] == "by" and found[0].model == PEOPLE) or (gap.words[-1] in ("by", "for") and left.says(AWAITED)):
        return                          # "headcount by" + "the department of …": people are by nobody; "waiting for me": they need not be mine
    if isinstance(left.value, Figure) and counted_behind(left):
        return                          # "open deals, number of" + tickets: of which of the two?
    yield from (in_direction(known, made, right, gap) for made in _over_default(known, left, right, gap, left, right))


def _is_for_people(known: Catalogue, model: str) -> bool:
    """Are records of the model for somebody: balances, tasks?"""
    return any("for" in relation.prepositions and known.models[relation.to].is_person for relation in known.models[model].relations.values())


def ends_owning(item: Item, gap: Gap) -> bool:
    """"managers without direct reports" + "in Lisbon": it is the reports who are there; only "and who are in Lisbon" goes back to the managers."""
    behind = next((mask for element, mask in item.said if element == OWNED), 0)
    return behind.bit_length() == item.cover.bit_length() and behind != 0 and gap.words[:1] != ("and",)


def possessed(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"Hugo's leads", "my open deals", "Bill's company's tickets", "leads I have": whose things they are."""
    mine = isinstance(left.value, Me) and left.says("my")           # "show me deals" are not mine
    owned = bool(gap.words) or isinstance(left.value, Hole) or mine or left.says("back")
    if set_inside(right.value) is not None and owned and gap.within(frozenset({"'s"})) and not right.is_whole:
        yield from _over_default(known, left, right, gap, right, left)
    elif set_inside(left.value) is not None and gap.within(HOLDS) and isinstance(right.value, Me):
        yield from _over_default(known, left, right, gap, left, right)


def _over_default(known: Catalogue, left: Item, right: Item, gap: Gap, holder: Item, thing: Item) -> Iterator[Item]:
    found = set_inside(holder.value)
    if found is None or is_bare(thing.value) or (isinstance(holder.value, Figure) and holder.value.metric):
        return                                                      # a metric says itself what its "of" means
    if (is_account(thing.value) and found[0].model != PEOPLE) or (holder.says("peers") and isinstance(thing.value, Me)):
        return                          # "open deals in the CRM" are not those of all whom it knows, nor are "my colleagues" my reports
    preposition = gap.words[-1] if gap.words and holder is left else ""
    is_figure_of = preposition == "of" and isinstance(holder.value, Figure) and holder.value.measure.field is not None \
        and isinstance(thing.value, Set) and not known.is_party(thing.value.model)
    for link, cost in ways_to(known, found[0].model, thing.value, preposition):
        if preposition == "by" and not link.to_source and link.relation != "hub":
            continue                    # deals may be by an account; "accounts by won deals" are not by these
        if is_figure_of and (not link.to_source or link.source != thing.value):
            continue                    # "average size of the invoices": not that of their customers
        if not any(k.relation == link.relation and k.to_source == link.to_source for k in found[0].links):
            made = with_conditions(known, left, right, gap, holder, frozenset({link}), cost=left.cost + right.cost + cost)
            every = thing.says("all:every") or (thing.says("everybody") and gap.words[:1] in _DOES)      # "does everyone have": each for himself
            yield from (one.saying(OF_EVERY, thing.cover) if every else one for one in made)


def placed(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"people who work (in Berlin)", "who sits (in Pune)": the verb before a place carries nothing of its own."""
    if not isinstance(left.value, Set | Part) or not isinstance(right.value, Word) or right.value.kind != "place" or not gap.within(HOLDS):
        return
    node = left.value.node if isinstance(left.value, Part) else left.value
    if coerced(known, node, known.relation(right.value.target).model) is not None:
        yield left.grown(left.value, right, gap.mask, time=left.time).saying("place", right.cover)


# ---------------------------------------------------------------- teams, unions, whole


def my_team_in(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"my Bangalore team": the asker's team, and what it says between."""
    if not isinstance(left.value, Conditions) or not isinstance(right.value, Word) or right.value.kind != "rel" or gap.words:
        return
    relation = known.relation(right.value.target)
    if relation.means_people_of_asker and not any(isinstance(c, Is) for c in left.value.where):
        for conditions, cost in conditions_on(known, relation.model, left.value):
            links = frozenset(c for c in conditions if isinstance(c, Link))
            node = Set(relation.model, links, conditions - links)
            yield left.grown(Teamed(node), right, gap.mask, cost=left.cost + right.cost + cost)


def my_teamed(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"my" + "Bangalore team"."""
    if isinstance(left.value, Me) and isinstance(right.value, Teamed) and not gap.words:
        node = right.value.node
        made = replace(node, where=node.where | {MY_TEAM})
        yield left.grown(made, right, gap.mask).saying(f"is:{PEOPLE}.my_team", left.cover)


def figure_of_thing(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"how many open tickets does Sunil have", "which contacts does Acme have": whose they are."""
    if not gap.words or gap.words[0] not in ("do", "does", "did", "has", "have", "had") or not gap.within(AUXILIARY):
        return
    now = isinstance(left.value, Set) and gap.words[0] in ("do", "does") and isinstance(right.value, Named) and not is_bare(left.value)
    if now or (isinstance(left.value, Figure) and not left.value.metric and not is_bare(right.value)):
        yield from _over_default(known, left, right, gap, left, right)


def united(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"Hugo and Freya", "Acme or Orchard"."""
    one, other = left.value, right.value
    if gap.words not in (("and",), ("or",)) or not isinstance(one, Named | Union) or not isinstance(other, Named) or one.model != other.model:
        return
    inner = one.of if isinstance(one, Union) else frozenset({one})
    yield left.grown(Union(one.model, inner | {other}), right, gap.mask)


def whole(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"our customers", "all open jobs", "did we get": the company's, all of them; nothing is left out anyway."""
    if isinstance(right.value, Conditions):                        # "(the deals) we won"
        if isinstance(left.value, Word) and left.value.kind == "ours" and gap.within(AUXILIARY):
            yield right.grown(right.value, left, gap.mask).saying("ours", left.cover)
        return
    for word, holder in ((left, right), (right, left)):
        inside = set_inside(holder.value)
        if isinstance(word.value, Word) and word.value.kind in ("ours", "all") and gap.within(AUXILIARY | PLACES) and inside is not None:
            if (word is left and holder.says("verb") and isinstance(holder.value, Figure)) or (word is right and word.value.target == "our"):
                continue                # what we owe is not what is owed to us, and "our" stands before its noun
            if word.value.kind == "all" and (word is right or not _may_be_all(holder, word.value.target)):
                continue
            made = holder.grown(holder.value, word, gap.mask, time=holder.time, complete=holder.complete)
            made = made.saying("whole" if word.value.kind == "all" else "ours", word.cover)
            yield made.saying("any", word.cover) if word.value.target == "any" else made


def _may_be_all(holder: Item, which: str) -> bool:
    """Not "every who", nor every last one; "any" stands right before its noun."""
    found = set_inside(holder.value)
    if found is None or found[0].newest or any(element == "who" for element, _ in holder.said):
        return False
    return which == "all" or not found[0].links


def that_are(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"people who are managers", "colleagues that are contractors": a noun that says what they are."""
    found, kind = set_inside(left.value), right.value
    if found is None or not isinstance(kind, Set) or kind.model != found[0].model or kind.links or kind.newest or not kind.where or right.is_whole:
        return
    is_one = gap.words == ("is",) and is_bare(left.value)                # "who is the manager": of whom?
    asked = left.says("who") and gap.words in (("is",), ("are",)) and not is_one        # "who in Rigging is a manager"
    if asked or (gap.words and gap.words[0] in THAT and gap.words[1:] in (("are",), ("is",), ("am",))):
        yield from with_conditions(known, left, right, gap, left, kind.where)


def of_set(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"who of my reports", "which of these accounts", "people of my team": the noun says what they are."""
    if not isinstance(left.value, Set) or not is_bare(left.value) or not isinstance(right.value, Set) or right.value.model != left.value.model:
        return
    line = any(k.relation != "hub" and known.relation(k.relation).closure for k in right.value.links)      # "everybody in my reporting line"
    if gap.words == ("of",) or (gap.words in (("in",), ("on",), ("from",)) and (line or MY_TEAM in right.value.where)):
        yield right.grown(right.value, left, gap.mask)


def people_of(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"Sofia's people", "people under me", "Bill's reports": those who report to somebody."""
    for owner, people, allowed in ((left, right, frozenset({"'s"})), (right, left, frozenset({"of"}))):
        value = people.value
        if isinstance(value, Set) and value.model == PEOPLE and isinstance(owner.value, Named) and gap.words and gap.within(allowed):
            node = coerced(known, owner.value, PEOPLE)
            if owner is right and Is(f"{PEOPLE}.manager") in value.where:
                continue                # "a manager of Ana" is Ana's manager, not one of hers
            if node is not None and not any(k.to_source for k in value.links):
                made = owner.grown(replace(value, links=value.links | {Link(f"{PEOPLE}.manager", True, node)}), people, gap.mask)
                yield made.saying(f"rel:{PEOPLE}.manager", gap.mask)
