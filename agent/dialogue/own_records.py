"""Which kinds of records are somebody's own, as the graph has it: so that who has no deals is not offered a question about theirs."""

from agent.catalogue import Catalogue
from agent.plan.algebra import Goal, Me, Set, nodes
from agent.question.context import QuestionContext
from agent.understand.grammar.back import subject
from kg.resolve import by_email
from kg.retrieve import subgraph
from kg.rows import model_of


def own_kinds(context: QuestionContext) -> frozenset[str]:
    """The models of the records that the asker is tied to, in any app that knows them by their address. Raises Declined for somebody who left."""
    context.viewer()
    email = context.person.email
    own = [one.key for one in by_email(context.graph, context.tenant, [email])[email]]
    found = subgraph(context.graph, context.tenant, own, depth=1)
    return frozenset(model_of(end) for link in found.links for end in (link.start, link.end))


def is_about_none(catalogue: Catalogue, goal: Goal, kinds: frozenset[str]) -> bool:
    """Does a goal ask for records of the asker's, of a kind that the graph holds and of which none is theirs?"""
    about = subject(goal)
    is_own = any(isinstance(node, Me) for node in nodes(goal))
    return is_own and isinstance(about, Set) and catalogue.models[about.model].nameable and about.model not in kinds
