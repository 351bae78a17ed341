"""Rules for who or what stands in a relation to a thing: "Bill's company", "manager of X", "who reports to X", "where X works"."""

from collections.abc import Iterator
from dataclasses import replace

from agent.catalogue import SAME_COMPANY, Catalogue, Relation
from agent.plan.algebra import Link, Me, Named, Node, Set, Where
from agent.understand.grammar.items import DEMONSTRATIVE, Item, Located, Word, is_bare
from agent.understand.grammar.productions.gaps import AUXILIARY, HAS, OF, Gap
from agent.understand.grammar.productions.holding import HAD
from agent.understand.grammar.productions.lookup import node_of, possible

WHOM = "whom"                           # an element that no goal holds: a verb behind its subject asks to whom, not of how many it is so


def relation_of(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"Bill's company", "manager of X", "hiring manager for the X position"; not "X is a manager", nor "(whose) manager is X"."""
    for thing, word, allowed in ((left, right, HAS), (right, left, OF)):
        if thing is left and _owns_nothing(thing, gap):
            continue
        if gap.words == ("for",) and _listing_people(known, thing.value) and not _is_of_person(known, word.value):
            continue                                    # "(by) department" + "for those who joined": for whom it is asked
        if thing is right and not gap.words and not isinstance(thing.value, Named) and not _i_have(known, word, thing):
            continue                                    # "managers reporting to me" are no managers of theirs
        if isinstance(word.value, Word) and word.value.kind == "rel" and gap.within(allowed) and not _one_of_many(known, word.value, thing.value):
            had = gap.words == ("with",) and isinstance(thing.value, Set)       # "accounts with an open deal"
            for made in _follow(known, known.relation(word.value.target), thing, word, gap):
                yield made.saying(HAD, thing.cover) if had else made


def _owns_nothing(thing: Item, gap: Gap) -> bool:
    """Has what stands before a relation's word none of its own?

    "Reports to my manager" are my manager's; "that manager" is the manager; "(more than the Atlas) team" is no team of theirs,
    nor "(members of the Rigging) team".
    """
    if thing.says("back"):                              # "their managers"
        return not gap.words and thing.says(DEMONSTRATIVE)
    if _listing(thing.value):
        return True
    of_another = isinstance(thing.value, Set) and any(isinstance(k.source, Named) for k in thing.value.links)
    return not gap.words and (of_another or thing.says("compared"))


def _i_have(known: Catalogue, word: Item, thing: Item) -> bool:
    """"(the) direct reports" + "I (have)"."""
    relation = known.relation(word.value.target) if isinstance(word.value, Word) and word.value.kind == "rel" else None
    return isinstance(thing.value, Me) and not thing.says("my") and relation is not None and relation.many and not relation.closure


def _one_of_many(known: Catalogue, word: Word, thing: object) -> bool:
    """"my managers": one person has one, so those are not meant."""
    return word.detail == "plural" and isinstance(thing, Me | Named) and not known.relation(word.target).many


def _listing(value: object) -> bool:
    """A set of all that stand in a relation to something: no possessive is said of it."""
    return isinstance(value, Set) and not value.newest and any(link.to_source for link in value.links)


def _listing_people(known: Catalogue, value: object) -> bool:
    return isinstance(value, Set) and known.models[value.model].is_person and bool(value.where or _listing(value))


def _is_of_person(known: Catalogue, value: object) -> bool:
    return isinstance(value, Word) and value.kind == "rel" and known.models[known.relation(value.target).to].is_person


def _follow(known: Catalogue, relation: Relation, thing: Item, word: Item, gap: Gap) -> Iterator[Item]:
    source = possible(known, thing, relation.model) or _same_company(thing, relation.model)
    if source is not None and (not is_bare(source) or thing.says("back")) and not (isinstance(source, Me) and relation.means_people_of_asker):
        where = frozenset(Where(f"{relation.to}.{name}", value) for name, value in relation.where.items())
        yield thing.grown(Set(relation.to, frozenset({Link(relation.id, False, source)}), where), word, gap.mask, time="")


def _same_company(thing: Item, model: str) -> Node | None:
    """A company of another app as that of the relation's: the account owner of a ticket's customer."""
    node = node_of(thing)
    met = isinstance(node, Set) and bool(node.links) and ((node.model, model) in SAME_COMPANY or (model, node.model) in SAME_COMPANY)
    return Set(model, frozenset({Link("hub", False, node)})) if met and node is not None else None


def verb_before(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """The verb stands before its object: "owns X", "working on X" (backward) or "reports to X" (forward)."""
    if isinstance(left.value, Word) and left.value.kind in ("forward", "backward") and gap.within(AUXILIARY):
        relation = known.relation(left.value.target)
        if left.value.kind == "backward":
            yield from _follow(known, relation, right, left, gap)
        else:
            yield from _inverse(known, relation, right, left, gap)


def verb_after(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """The verb stands after its subject: "X reports to", "X works for" (forward), "X manages" (backward)."""
    if not isinstance(right.value, Word) or right.value.kind not in ("forward", "backward") or not gap.within(AUXILIARY):
        return
    if (not isinstance(left.value, Me) or not left.says("my")) and not has_done_to(right, gap):     # "my": it owns, and does nothing
        relation = known.relation(right.value.target)
        made = (_follow if right.value.kind == "forward" else _inverse)(known, relation, left, right, gap)
        yield from (one.saying(WHOM, right.cover) for one in made)


def has_done_to(verb: Item, gap: Gap) -> bool:
    """"I have" + "reporting to (me)": who is had does it, and not who has them."""
    return verb.says("participle") and gap.words[-1:] in (("have",), ("has",), ("had",), ("got",))


def _inverse(known: Catalogue, relation: Relation, thing: Item, word: Item, gap: Gap) -> Iterator[Item]:
    """Whose relation is the thing: who reports to X."""
    target = possible(known, thing, relation.to)
    if target is not None and not is_bare(target) and relation.fk and relation.to == relation.model:
        yield thing.grown(Set(relation.model, frozenset({Link(relation.id, True, target)})), word, gap.mask)


def placed(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"X works" after "where": the place that the verb goes with."""
    if isinstance(right.value, Word) and right.value.kind == "place" and gap.within(AUXILIARY):
        for made in _follow(known, known.relation(right.value.target), left, right, gap):
            yield replace(made, value=Located(made.value)) if isinstance(made.value, Set) else made
