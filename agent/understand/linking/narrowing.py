"""Which of several things of a name is meant: by how well they bear it, by what else the question names, by whom the asker deals with.

What is only near to a name is never taken for it. Ties count over things that everybody in the company may see, and that it keeps from nobody.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from agent.access.gate import is_kept
from agent.access.labels import made_of
from agent.access.people_rules import PEOPLE
from agent.plan.algebra import Goal, parts
from agent.policy.decision import rule_of
from agent.question.context import QuestionContext
from agent.understand.grammar.naming import WHOLE
from kg.context import in_context
from kg.paths import connections
from kg.resolve import Candidate, by_email
from kg.retrieve import Link, neighbours
from kg.rows import model_of

_LEAVING = frozenset({f"{PEOPLE}.{name}" for name in ("former", "left", "termination_date", "employment_status")})
_ENOUGH = 0.2                           # of a candidate's score by its ties, that one may be taken for it
_TIMES = 3                              # as much as any other's
_GROUPS = (WHOLE, frozenset({"part", "nickname"}), frozenset({"initials", "acronym"}), frozenset({"address"}))


def narrowed(pool: Sequence[Candidate]) -> list[Candidate]:
    """Whole names before parts and nicknames, then addresses, then misspelt ones and what is only near; one person in two apps is one."""
    sure = [c for c in pool if c.is_sure]
    best = next((group for kinds in _GROUPS if (group := [c for c in sure if c.how in kinds])), None)
    if best is None:
        best = _of_whole_name(sure) + [c for c in pool if not c.is_sure]
    unique: dict[str, Candidate] = {}
    for candidate in _of_whole_name(best):
        unique.setdefault(candidate.email or candidate.key, candidate)
    return list(unique.values())


def _of_whole_name(pool: Sequence[Candidate]) -> list[Candidate]:
    """Those of which all words were said, unless there are none: "Ruiz, Ana" is not Ana Maria Ruiz where there is an Ana Ruiz."""
    return [c for c in pool if c.is_whole] or list(pool)


def by_context(
    context: QuestionContext, mention: str, pool: Sequence[Candidate], others: Mapping[str, Sequence[Candidate]],
) -> tuple[Candidate, str] | None:
    """The one that has to do with what else the question names, and with what of it; None where that is none or several."""
    if not others:
        return None
    context.graph_queries.add(2)
    found = in_context(context.graph, context.tenant, {mention: pool, **others}, counts=_counts(context))[mention]
    best, second = found[0], found[1]
    if best.score < _ENOUGH or second.score * _TIMES > best.score:
        return None
    return best.candidate, best.known[0]


def _counts(context: QuestionContext) -> Callable[[Link], bool]:
    """Is a tie, with both its ends, for everybody in the company to see?"""
    def is_open(link: Link) -> bool:
        says = link.start if link.outgoing else link.end
        known = context.catalogue.models.get(model_of(says))
        kept = known is not None and is_kept(context.company, known.id, made_of(known, link.relation))
        return not kept and all(_is_everybodys(context, model_of(end)) for end in (link.start, link.end))
    return is_open


def _is_everybodys(context: QuestionContext, model: str) -> bool:
    known = context.catalogue.models.get(model)
    return rule_of(known.access) == "everybody" if known is not None else model.startswith("hub/")


def with_dealings(context: QuestionContext, pool: Sequence[Candidate]) -> list[Candidate]:
    """Those of the pool that the asker owns, or talks to, themselves or their company, as the CRM has it."""
    keys = [c.key for c in pool if c.model.startswith("crm/")]
    context.graph_queries.add(3)
    users = [c.key for c in by_email(context.graph, context.tenant, [context.person.email], models=("crm/User",)).get(context.person.email, ())]
    if not keys or not users:
        return []
    companies = {k: [link.end for link in links] for k, links in neighbours(context.graph, context.tenant, keys, relations=("WORKS_FOR",)).items()}
    ends = sorted({*keys, *(c for found in companies.values() for c in found)})
    tied = {end for end, paths in connections(context.graph, context.tenant, users, ends).items() if paths}
    return [c for c in pool if c.key in tied or tied & set(companies.get(c.key, ()))]


def still_there(context: QuestionContext, pool: Sequence[Candidate], goals: Iterable[Goal]) -> list[Candidate]:
    """Those of a pool of employees who have not left, by HR as it is now; all where the goals are about leaving, or HR says nothing of it."""
    if any(c.model != PEOPLE for c in pool) or any(_is_about_leaving(part) for goal in goals for part in parts(goal)):
        return list(pool)
    status = {r.id: r.values.get("employment_status") for r in context.live.by_ids(PEOPLE, [c.merge_id for c in pool])}
    return [c for c in pool if status.get(c.merge_id) != "INACTIVE"] or list(pool)


def _is_about_leaving(part: object) -> bool:
    """Does it speak of who has left, or when?"""
    return getattr(part, "predicate", None) in _LEAVING or getattr(part, "field", None) in _LEAVING


def may_settle(one: Candidate, pool: Iterable[Candidate]) -> bool:
    """May ties decide for it? Not for what is only near; not for a Bill where a William is known by the name that was said."""
    return one.is_sure and not (one.how == "nickname" and any(c.how != "nickname" for c in pool))
