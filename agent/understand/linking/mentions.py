"""Names of a question settled: mention → candidates → with the person's context → one thing, a choice, or none.

The graph proposes, brought up to the moment before; what is settled is verified live by the executor.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from agent.access.knowable import knowable, offered
from agent.access.labels import called, choices, labels
from agent.access.refused import denied, not_permitted
from agent.answer import Reason
from agent.catalogue import Catalogue
from agent.errors import HOW_WRITTEN, Declined, SameName, SeveralNamed
from agent.live.reads import decline_for
from agent.plan.algebra import ANY_MODEL, Exists, Goal, Link, Named, mentions, parts
from agent.policy.decision import may_see_model, rule_of, whom_to_ask
from agent.question.context import QuestionContext
from agent.question.defaults import is_meant, say_since
from agent.question.notes import Weight
from agent.understand.grammar.naming import WHOLE, names_it
from agent.understand.grammar.sources import says_kind
from agent.understand.linking.narrowing import by_context, may_settle, narrowed, still_there, with_dealings
from agent.understand.linking.near_names import chosen_instead, near_instead, near_told, offer
from agent.understand.linking.shared_names import with_all_of_name
from ingest.records import Outcome
from kg.hubs import together
from kg.resolve import Candidate, Wanted, by_email, by_key, find_each
from kg.rows import record_key

MOST_OPTIONS = 6
MOST_KINDS = 2                          # named in "I found no …"
# Where a CRM name is meant, who deals with whom helps to tell: these carry it.
DEALINGS = ("crm/Account", "crm/Contact", "crm/Engagement", "crm/Opportunity", "crm/User")


@dataclass(frozen=True, slots=True)
class Settled:
    """The goals whose names stand for one thing each; more than one where the words can be read in several ways all the same."""

    goals: tuple[Goal, ...]
    things: Mapping[Named, Candidate]


def to_refresh(goals: Iterable[Goal]) -> frozenset[str]:
    """The models whose newest names and ties decide what the mentions stand for."""
    named = {n.model for g in goals for n in mentions(g)}
    return frozenset(named | (set(DEALINGS) if any(m.startswith("crm/") for m in named) else set()))


def settle(context: QuestionContext, goals: Sequence[Goal]) -> Settled:
    """The goals whose names all stand for something, and for what.

    Raises NeedsChoice where a name stands for several things, Declined where it stands for none.
    """
    found = _without_hidden(context, _candidates(context, {n for g in goals for n in mentions(g)}))
    meant = with_all_of_name(context.catalogue, goals, found)
    asked = {n for g in meant for n in mentions(g)}
    viable = [g for g in meant if all(found[n] for n in mentions(g))]
    if not viable:
        offer(context, [sorted(mentions(g), key=lambda n: (n.mention, n.model)) for g in meant], found)
        raise _none_called_so(context, meant, found)
    chosen: dict[str, Candidate] = {}
    for text in _clearest_first(viable, found):
        pool = [
            c for n in sorted(asked, key=lambda n: n.model) if n.mention == text for c in _fitting(context, viable, n, found[n]) if _in(viable, n)
        ]
        if pool:                        # a name chosen before may have settled that this one is not meant
            beside = {n for g in viable if not isinstance(g, Exists) for n in mentions(g) if n.mention != text}     # a yes is not taken for granted
            others = {n.mention: (chosen[n.mention],) if n.mention in chosen else found[n] for n in beside}
            one = chosen[text] = _one_of(context, text, pool, others, viable)
            viable = [g for g in viable if all(n.model == one.model for n in mentions(g) if n.mention == text)]
    return Settled(tuple(viable), {n: chosen[n.mention] for g in viable for n in mentions(g)})


def _clearest_first(goals: Sequence[Goal], found: Mapping[Named, Sequence[Candidate]]) -> list[str]:
    """The mentions, those first that can stand for the fewest things: what they are tells the others apart."""
    named = {n for g in goals for n in mentions(g)}
    number = {text: sum(len(found[n]) for n in named if n.mention == text) for text in {n.mention for n in named}}
    return sorted(number, key=lambda text: (number[text] > 1, text))


def _fitting(context: QuestionContext, goals: Sequence[Goal], named: Named, found: Sequence[Candidate]) -> Sequence[Candidate]:
    """Of several things of a name those that the relations can meet: a department is a group of that type. All of them where that is none."""
    where = {key: value for goal in goals for link in parts(goal) if isinstance(link, Link) and link.source == named and link.relation != "hub"
             for key, value in context.catalogue.relation(link.relation).where.items()}
    if len(found) < 2 or not where:
        return found
    met = {r.id for r in context.live.by_ids(named.model, sorted({c.merge_id for c in found})) if all(r.values.get(k) == v for k, v in where.items())}
    return [c for c in found if c.merge_id in met] or found


def _any_named(goals: Iterable[Goal]) -> bool:
    """Is there a name of which not even the kind is known?"""
    return any(n.model == ANY_MODEL for g in goals for n in mentions(g))


def _in(goals: Sequence[Goal], named: Named) -> bool:
    return any(named in mentions(g) for g in goals)


def _candidates(context: QuestionContext, asked: Iterable[Named]) -> dict[Named, tuple[Candidate, ...]]:
    """Of each name the things of its kind: no kind crowds out another, or hides what is misspelt."""
    wanted = sorted((n for n in asked if n.model != ANY_MODEL), key=lambda n: (n.mention, n.model))
    by_model = {model: Wanted([n.mention for n in wanted if n.model == model], [model]) for model in dict.fromkeys(n.model for n in wanted)}
    context.graph_queries.add(1 if by_model else 0)
    found = dict(zip(by_model, find_each(context.graph, context.tenant, list(by_model.values())), strict=True))
    held = {
        n: () if _is_called_elsewhere(context, n, called) else called for n in wanted for called in (_called(context, n, found[n.model][n.mention]),)
    }
    own = {n: _taught(context, n) for n in wanted}
    bearers = {n: held[n] or _by_key(context, n) or chosen_instead(context, n) for n in wanted}
    return dict.fromkeys(asked, ()) | {n: (*bearers[n], *(c for c in own[n] if c.key not in {one.key for one in bearers[n]})) for n in wanted}


def _taught(context: QuestionContext, named: Named) -> tuple[Candidate, ...]:
    """What the person said that the name means, whatever that is called itself; () where they said nothing of it, or it is of another kind."""
    kept = context.defaults.meant(named.mention)
    if kept is None or not context.may_default([named.mention], kept.known_from):
        return ()
    keyed = tuple(c for c in by_key(context.graph, context.tenant, kept.preference.keys).values() if c.model == named.model)
    found = keyed or find_each(context.graph, context.tenant, [Wanted([kept.preference.value], [named.model])])[0][kept.preference.value]
    context.graph_queries.add(1 if keyed else 2)
    return tuple(c for c in found if c.model == named.model and is_meant(kept, c))


def _called(context: QuestionContext, named: Named, found: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """Those that are called so; where none is, of a plan that says which kind is meant those in whose title the words stand: "Rigger, Vigo"."""
    of_kind = tuple(c for c in found if c.model == named.model)
    return tuple(
        c for c in of_kind if names_it(named.mention, c, context.catalogue.models[named.model])
    ) or tuple(c for c in of_kind if c.how == "part")


def _is_called_elsewhere(context: QuestionContext, named: Named, called: Sequence[Candidate]) -> bool:
    """Are the words a part of all their names, and the whole name of another kind that records are in, too, where no noun says which kind?

    In "teams in engineering" the department is meant, and not the team “Sales Engineering”.
    """
    is_part = bool(called) and all(c.how == "part" and not c.is_whole for c in called)
    beside = _beside(context.catalogue, named.model) if is_part and not context.catalogue.models[named.model].is_person else ()
    if not beside or says_kind(context.catalogue, context.asked, named):
        return False
    context.graph_queries.add()
    return any(c.how in WHOLE for c in find_each(context.graph, context.tenant, [Wanted([named.mention], sorted(beside))])[0][named.mention])


def _beside(catalogue: Catalogue, model: str) -> frozenset[str]:
    """The other kinds that the same records lead to by the same preposition: people are in a team, and in a department."""
    ties = [r for r in catalogue.relations() if r.to == model and r.default]
    others = ((tie, other) for tie in ties for other in catalogue.models[tie.model].relations.values() if other.default and other.to != model)
    return frozenset(other.to for tie, other in others if set(tie.prepositions) & set(other.prepositions))


def _by_key(context: QuestionContext, named: Named) -> tuple[Candidate, ...]:
    """A record whose name the graph may not hold (a private ticket), asked for live by the key that people call it by."""
    model = context.catalogue.models[named.model]
    if model.key != "remote_id" or not any(c.isdigit() for c in named.mention):
        return ()
    keys = dict.fromkeys((named.mention, named.mention.upper()))
    records = next((found for key in keys if (found := context.live.records(named.model, {"remote_id": key}))), ())
    return tuple(
        Candidate(record_key(context.tenant, named.model, r.id), r.model, r.id, r.linked_account, named.mention, (), None, {}, "alias", 1.0, ())
        for r in records
    )


def _without_hidden(context: QuestionContext, found: Mapping[Named, tuple[Candidate, ...]]) -> dict[Named, tuple[Candidate, ...]]:
    """The same without candidates that the asker may not see: that somebody applied is private, and must not be found out by their name."""
    return {n: tuple(offered(context, pool)) if _is_candidate(context, n) and pool else pool for n, pool in found.items()}


def _is_candidate(context: QuestionContext, named: Named) -> bool:
    return named.model != ANY_MODEL and rule_of(context.catalogue.models[named.model].access) == "hiring"


def _none_called_so(context: QuestionContext, goals: Sequence[Goal], found: Mapping[Named, Sequence[Candidate]]) -> Declined:
    """Not found; of candidates, to whom not all are open, the same whether there is one of that name or not."""
    missing = sorted({n for g in goals for n in mentions(g) if not found[n]}, key=lambda n: (n.mention, n.model))
    if all(_is_candidate(context, n) for n in missing) and not context.viewer().has_role("recruiter"):
        access = context.catalogue.models[missing[0].model].access
        return not_permitted(access, f"{_nothing_called(context, missing)[:-1]} that you may see.")
    near = (near_told(context, n) for n in missing if n.mention == missing[0].mention)
    return Declined(Reason.NO_RECORD, f"{_nothing_called(context, missing)}{next(filter(None, near), '')} {HOW_WRITTEN}")


def _nothing_called(context: QuestionContext, missing: Sequence[Named]) -> str:
    kinds = list(dict.fromkeys(context.catalogue.models[n.model].label for n in missing if n.mention == missing[0].mention and n.model != ANY_MODEL))
    what = f"no {' or '.join(kinds)}" if 0 < len(kinds) <= MOST_KINDS else "nothing"
    return f"I found {what} called “{missing[0].mention}”."


def _one_of(  # a name, what it may stand for, and what it is asked in
    context: QuestionContext, mention: str, pool: Sequence[Candidate], others: Mapping[str, Sequence[Candidate]], goals: Sequence[Goal],
) -> Candidate:
    """The one thing a mention stands for. Of those that the asker may know of, where there are any. `others`: what else was named.

    Raises NeedsChoice, Declined.
    """
    is_near = not any(c.is_sure for c in pool)
    known = offered(context, pool) if len(pool) > 1 or is_near else pool
    pool = known or pool
    picked = [c for c in pool if c.key == context.links.choices.get(mention)]
    if mention in context.links.choices and not picked:
        raise Declined(Reason.NO_RECORD, f"What you chose for “{mention}” is no longer there, or no longer called so.")
    if mention not in context.links.choices:
        picked = _preferred(context, mention, pool)
    meant = picked or _told_apart(context, mention, narrowed(pool), others, goals)
    if len(meant) > 1 and not known:
        raise denied(whom_to_ask(context.catalogue.models[meant[0].model].access))
    if is_near and not picked:
        raise near_instead(context, mention, known)
    if len(meant) > 1:
        raised = SameName if _bear_one_name(meant) else SeveralNamed
        raise raised(mention, f"Which “{mention}” do you mean?", choices(context, meant))
    one = meant[0]
    context.links.pass_over(mention, tuple(c for c in narrowed(pool) if (c.email or c.key) != (one.email or one.key)))
    is_part_of_title = one.how == "part" and not one.is_whole and context.catalogue.models[one.model].titled
    if is_part_of_title or one.how in ("typo", "nickname", "initials", "acronym", "address"):
        context.notes.assume(f"I took “{mention}” as {called(context, one)}.", weight=Weight.READ)
    return one


def _bear_one_name(meant: Sequence[Candidate]) -> bool:
    """Are all of them surely meant, by the very same name?"""
    return all(c.is_sure and c.name for c in meant) and len({c.name.casefold() for c in meant}) == 1


def _told_apart(  # a name, what it may stand for, and what it is asked in
    context: QuestionContext, mention: str, pool: list[Candidate], others: Mapping[str, Sequence[Candidate]], goals: Sequence[Goal],
) -> list[Candidate]:
    """Of several the one that what else is named, that the others have left, or else the asker's dealings speak for, which is told; else all."""
    if len(pool) < 2 or not context.may_default([mention]):
        return pool
    named = by_context(context, mention, pool, others)
    there = pool if named is not None else still_there(context, pool, goals)
    close = [named[0]] if named is not None else there if len(there) == 1 else with_dealings(context, there)
    if len(close) != 1 or not may_settle(close[0], pool):
        return there
    why = (f"only this one has to do with “{named[1]}”" if named is not None else "nobody else is with the company now" if there == close
           else "you have dealings with this one only")
    context.notes.assume(f"I took “{mention}” as {labels(context, pool)[close[0].key]}: of those with that name, {why}.", weight=Weight.READ)
    return close


def _preferred(context: QuestionContext, mention: str, pool: Sequence[Candidate]) -> list[Candidate]:
    """What the person said that a name means; () where they said nothing of it, or more since that was not learned.

    Raises Declined where that is none of the pool.
    """
    kept = context.defaults.meant(mention)
    if kept is None or not context.may_default([mention], kept.known_from):
        return []
    said = f"by “{mention}” {kept.preference.value} is meant, {say_since(kept, context.day(kept.true_from))}"
    picked = narrowed([c for c in pool if is_meant(kept, c)])
    if not picked:
        raise Declined(Reason.NO_RECORD, f"I found nothing of that kind: {said}.")
    context.notes.assume(f"{said[0].upper()}{said[1:]}.", said, weight=Weight.OWN)
    return picked


@dataclass(frozen=True, slots=True)
class Resolution:
    """What a mention may stand for: one thing per inner tuple (a person's records in several apps are one), best first."""

    things: tuple[tuple[Candidate, ...], ...]
    decision: Literal["one", "choice", "none"]


def resolve(context: QuestionContext, mention: str) -> Resolution:
    """A mention by itself, without a question around it, for the person who asks. Names are brought up to the moment first."""
    context.viewer()
    linked = context.live.gateway.categories()
    known = [
        m for m in context.catalogue.models.values() if m.nameable and m.category in linked and may_see_model(context.viewer(), m.access).allowed
    ]
    context.up_to_date.refresh([m.id for m in known], context.live.deadline)
    pool = offered(context, [c for found in _candidates(context, [Named(m.id, mention) for m in known]).values() for c in found])
    joined = together(context.graph, context.tenant, [c.key for c in pool])
    meant = list({joined.get(c.key, (c.key,)): c for c in reversed(narrowed(pool))}.values())[::-1]
    close = [c for c in with_dealings(context, meant) if may_settle(c, meant)] if len(meant) > 1 else []
    chosen = close if len(close) == 1 else meant
    others = _same_elsewhere(context, meant, joined)
    things = tuple((c, *others[c.key]) for c in _best_first(chosen, meant))
    is_one = len(chosen) == 1 and chosen[0].is_sure
    return Resolution(things, "none" if not chosen else "one" if is_one else "choice")


def _same_elsewhere(context: QuestionContext, meant: Sequence[Candidate], joined: Mapping[str, tuple[str, ...]]) -> dict[str, list[Candidate]]:
    """For each of the candidates: its records in other apps, by the hub and by the address, as far as the asker may know of them."""
    addressed = by_email(context.graph, context.tenant, sorted({c.email for c in meant if c.email}))
    in_hubs = by_key(context.graph, context.tenant, [key for c in meant for key in joined.get(c.key, ())])
    found = {c.key: [*(in_hubs[key] for key in joined.get(c.key, ()) if key in in_hubs), *addressed.get(c.email or "", ())] for c in meant}
    known = knowable(context, (o.key for others in found.values() for o in others))
    return {key: list({o.key: o for o in others if o.key != key and _may_know(context, o, known)}.values()) for key, others in found.items()}


def _may_know(context: QuestionContext, other: Candidate, known: Collection[str]) -> bool:
    """May the asker know that the record is there? Of models that nobody can ask about, what is not restricted."""
    return other.key in known if other.model in context.catalogue.models else not other.properties.get("restricted")


def _best_first(chosen: Sequence[Candidate], meant: Sequence[Candidate]) -> list[Candidate]:
    return sorted(meant, key=lambda c: (c not in chosen, -c.score, c.name, c.key))


def refreshed_or_decline(context: QuestionContext, goals: Sequence[Goal]) -> int:
    """Bring the models of the mentions up to the moment. How many records came; raises Declined where a model could not be looked at."""
    wanted = to_refresh(goals) | ({m.id for m in context.catalogue.models.values() if m.nameable} if _any_named(goals) else set())
    states = context.up_to_date.refresh(sorted(m for m in wanted if m.partition("/")[0] in context.live.gateway.categories()), context.live.deadline)
    context.live.count(sum(s.calls for s in states.values()))
    named = {n.model for g in goals for n in mentions(g)}
    for model in sorted(named):
        state = states.get(model)
        if state is not None and state.outcome is Outcome.UNKNOWN:
            raise decline_for(model, state.why)
    return sum(s.changed for s in states.values())
