"""What ties the members of a set to other things, in the phrase for them."""

from dataclasses import replace

from agent.phrasing.inflection import noun
from agent.phrasing.nouns import model_label, relation_noun
from agent.phrasing.one_thing import is_one
from agent.plan.algebra import Link, Me, Node, Set
from agent.respond.noun_phrase import ARE, DOERS, Things
from agent.respond.restriction_order import weight
from agent.respond.set_conditions import of_parts
from agent.respond.set_kinds import is_held_by_conditions, is_part, person_of
from agent.respond.tie_words import relative, says_tie, tie_said
from agent.respond.within import Within


def doers(within: Within, headed: Link) -> Things | None:
    """The people behind records of what they did: "people who applied for Welder" instead of "candidates of the applications for Welder"."""
    relation, source = within.catalogue.relation(headed.relation), headed.source
    deeds = within.catalogue.models[relation.model].predicates.values() if isinstance(source, Set) else ()
    deed = next((p.label for p in deeds if p.by == relation.name and p.label in DOERS), None)
    if deed is None or not isinstance(source, Set):
        return None
    said = within.things(source)
    when = said.done.partition(" ")[2]
    plain = not said.before and not said.mine and not said.kind
    clauses = tuple(f"whose application {each.partition(' ')[2].replace(ARE, 'is')}" for each in said.behind if each.startswith(f"that {ARE} "))
    if not plain or any(weight(each) > 1 and not each.startswith(f"that {ARE} ") for each in said.behind):
        return None
    whom = [each for each in said.behind if weight(each) <= 1]
    return Things("person", "people", behind=clauses, done=" ".join(p for p in (deed, *whom, when) if p), is_past=said.is_past)


def headed(within: Within, made: Things, link: Link) -> Things:
    """What things are that a relation leads to: somebody's in a role, "owners of the open deals", else who has them, "customers with open deals"."""
    relation, source = within.catalogue.relation(link.relation), link.source
    if isinstance(source, Set) and not within.catalogue.models[source.model].words and is_held_by_conditions(source):
        return replace(made, behind=(*made.behind, *of_parts(within, source)))
    held = within.definite(source)
    is_role = made.one == noun(relation_noun(within.catalogue, relation), True) != within.catalogue.models[relation.to].label
    of_people = within.catalogue.models[relation.model].is_person
    if is_role or relation.many or of_people or not isinstance(source, Set) or not held.startswith("the ") or is_one(within.catalogue, source):
        return whose(within, made, source)
    return replace(made, behind=(*made.behind, f"with {held.removeprefix('the ')}"))


def tied(within: Within, made: Things, link: Link) -> Things:
    """What ties the members to another thing."""
    if link.relation == "hub":
        return whose(within, made, link.source) if not link.to_source else replace(
            made, behind=(*made.behind, f"of {within.definite(link.source)}")
        )
    relation = within.catalogue.relation(link.relation)
    if not link.to_source:
        return replace(made, behind=(*made.behind, f"that are the {noun(relation_noun(within.catalogue, relation), False)} of "
                                                   f"{within.definite(link.source)}"))
    if isinstance(link.source, Set) and is_part(within.catalogue, link.relation, link.source):
        return replace(made, behind=(*made.behind, *of_parts(within, link.source)))
    if says_tie(within.catalogue, made, relation):
        return whose(within, made, link.source)
    is_mine = person_of(link.source) == Me()
    if is_mine and link.relation == "hris/Employee.manager" and made.one == model_label(within.catalogue, within.catalogue.models[relation.model]):
        return replace(made, one="direct report", many="direct reports", mine=True)
    said = tie_said(within.catalogue, relation)
    if is_mine and (relation.fk == "owner" or said == "of"):
        return replace(made, mine=True)
    return replace(made, behind=(*made.behind, relative(said, within.definite(link.source))))


def whose(within: Within, made: Things, source: Node) -> Things:
    """The things as somebody's: the asker's own, or "of Ana Ruiz"."""
    return replace(made, mine=True) if person_of(source) == Me() else replace(made, behind=(*made.behind, f"of {within.definite(source)}"))
