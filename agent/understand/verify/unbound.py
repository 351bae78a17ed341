"""What of a plan binds nothing: a relation to any record of a kind, all records of a kind of which the message does not speak.

Most often a condition was forgotten: whose deals, which office.
"""

from collections.abc import Collection, Iterator, Sequence

from agent.plan.algebra import Card, Goal, Link, Names, Set, Show, Summary, parts
from agent.understand.grammar.evidence import Evidence
from agent.understand.verify import Doubt


def unbound_links(goals: Sequence[Goal], settled: Collection[object] = ()) -> Iterator[Doubt]:
    """Relations that lead to any record at all. `settled`: parts of plans that were told of before."""
    for link in dict.fromkeys(part for goal in goals for part in parts(goal) if isinstance(part, Link) and part not in settled):
        if link.source == Set(link.source.model):
            yield Doubt("condition", f"the plan asks for {link.relation} with any {link.source.model} at all: say which are meant, or leave it out")


def unbound_sets(known: Sequence[Evidence], goals: Sequence[Goal]) -> Iterator[Doubt]:
    """All records of a kind where the message has no word for these. `known`: what its words may mean."""
    said = {e.meaning.target.partition(".")[0] for e in known if e.meaning.kind in ("noun", "rel") and not e.meaning.detail}
    for goal in goals:
        if isinstance(goal, Card | Names | Show | Summary) and goal.node == Set(goal.node.model) and goal.node.model not in said:
            yield Doubt("condition", f"the plan is about all {goal.node.model} there are: say which of them are meant, or keep the plan if all are")
