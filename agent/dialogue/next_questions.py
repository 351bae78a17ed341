"""Short questions that go on from an answer: by what its records can be told apart, what else there is to know of what was named.

Each is tried as the next question of this person would be read, and offered only where it has one reading that they may be answered.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from decimal import Decimal
from itertools import islice

from agent.access.knowable import offered
from agent.answer import Answer
from agent.catalogue import Catalogue, Field, Model, Predicate, Relation
from agent.dialogue.own_nouns import in_own_nouns
from agent.dialogue.suggestions import MOST, NAMES, about, can_have, reading_of, tells_apart
from agent.language.effort import Effort, limited
from agent.language.words import tokens
from agent.plan.algebra import Card, Figures, Goal, Groups, Is, Link, Names, Set, Show, Table, field_ids
from agent.plan.goal_parts import all_of
from agent.plan.periods import Interval
from agent.question.dialogue import Entry
from agent.question.turn import Turn
from agent.understand.grammar.back import subject
from agent.understand.grammar.productions.limits import tested, without_period
from kg.errors import EvergraphError
from kg.resolve import Candidate

_SECONDS = 1.0                          # that they may take: the answer waits for them
_CUT = 5                                # groups of which the first three are worth a question
_OPEN = "A"                             # the class of what stands in the graph: that there is one is nothing private


def with_next_questions(catalogue: Catalogue, turn: Turn, answer: Answer) -> Answer:
    """An answer with up to three questions that go on from it. Any other as it is, and one in another language, in which none can be made."""
    is_whole = answer.status == "answered" and answer.question is None and turn.request.place is None
    goal = turn.progress.goal
    if not is_whole or goal is None or turn.request.each or turn.read.answer_in:
        return answer
    return replace(answer, suggestions=_after(catalogue, turn, goal, answer))


def _after(catalogue: Catalogue, turn: Turn, goal: Goal, answer: Answer) -> tuple[str, ...]:
    """Of each kind the first that can be read after this answer and was not asked before."""
    settled = turn.context.links.settled
    told = {"references": [{"model": one.model, "id": one.id} for one in answer.references]}         # all that a reading looks at
    entry: Entry = {"question": turn.ask.text, "answer": told, "named": {n.mention: {"key": c.key} for n, c in settled.items()}}
    dialogue = replace(turn.dialogue, last=goal, last_entry=entry, is_first=False)
    after = replace(turn, dialogue=dialogue, ask=replace(turn.ask, reply_to=None))
    asked = {_plainly(each["question"]) for each in turn.dialogue.said} | {_plainly(turn.text)}
    with limited(Effort(turn.context.live.deadline.anew(_SECONDS))), suppress(EvergraphError):
        first = (next((text for text in kind if _plainly(text) not in asked and _leads_on(catalogue, after, text)), "")
                 for kind in _going_on(in_own_nouns(catalogue, turn, goal).context.catalogue, turn, goal, answer))
        return tuple(islice((text for text in first if text), MOST))
    return ()


def _going_on(catalogue: Catalogue, turn: Turn, goal: Goal, answer: Answer) -> Iterator[Iterator[str]]:
    """Short questions that may go on from an answer, kind by kind, those that people want most first."""
    about, rows = subject(goal), answer.result.rows if answer.result is not None else ()
    if isinstance(goal, Show):
        yield iter([_in_other_unit(catalogue, goal)])
    is_counted = isinstance(goal, Figures) and len(rows) == 1 and len(rows[0]) == 1
    many = rows[0][0] if is_counted else len(rows)
    if isinstance(about, Set) and isinstance(goal, Names | Table | Figures | Groups) and isinstance(many, int | Decimal) and many > 1:
        yield from _of_several(catalogue, goal, about, len(rows))
    named = list(turn.context.links.settled.values())
    for one in offered(turn.context, named)[:NAMES] if named else ():
        yield from _of_settled(catalogue, goal, one)


def _of_several(catalogue: Catalogue, goal: Goal, about: Set, rows: int) -> Iterator[Iterator[str]]:
    """Which they are, the greatest groups, whose they are, by what they differ, fewer of them, and when they were."""
    model = catalogue.models[about.model]
    differing = [part for part in (*_parts(model, model.beside), *_parts(model, model.card)) if not _is_said(catalogue, about, part)]
    people = [part for part in differing if isinstance(part, Relation) and catalogue.models[part.to].is_person]
    if isinstance(goal, Figures):
        yield iter(["who are they?" if model.is_person else "which ones?"])
    elif isinstance(goal, Groups):
        yield iter(["top 3"] if rows > _CUT and goal.order is None else [])
    else:
        yield map(_whose, people)
        differing = [part for part in differing if part not in people]
    yield (f"by {part.words[0]}" for part in sorted(differing, key=lambda part: isinstance(part, Relation)) if tells_apart(part))
    yield (f"only the {word} ones" for condition in _narrower(model, goal) for word in condition.words[:1] if " " not in word)
    yield iter(["by month"] if model.period and not all_of(goal, Interval) else [])


def _parts(model: Model, names: Sequence[str]) -> Iterator[Field | Relation]:
    """Fields and relations of the model that have a word."""
    found = (model.fields.get(name) or model.relations.get(name) for name in names)
    yield from (part for part in found if part is not None and part.words)


def _is_said(catalogue: Catalogue, about: Set, part: Field | Relation) -> bool:
    """Is it the same of all members, by what was said of them?"""
    if isinstance(part, Field):
        return any(tested(catalogue, without_period(condition)) == part.id for condition in about.where)
    return _is_walked(catalogue, about, part)


def _is_walked(catalogue: Catalogue, thing: object, part: Relation) -> bool:
    """Does a goal, or a part of one, lead over the relation, either way?"""
    ways = [catalogue.relation(link.relation) for link in all_of(thing, Link) if link.relation != "hub"]
    return any(way.id == part.id or (way.inverse is not None and way.inverse == part.fk) for way in ways)


def _whose(part: Relation) -> str:
    """"who owns them?", "who are they assigned to?"; "" where there is no verb for it."""
    verb = next((said for said in part.backward if said.partition(" ")[0].endswith("s")), None)
    return f"who {verb} them?" if verb else f"who are they {part.forward[0]}?" if part.forward else ""


def _narrower(model: Model, goal: Goal) -> Iterator[Predicate]:
    """Named conditions under which some of the members are left; none where of these records only some are meant anyway."""
    said = {part.predicate.partition(".")[2] for part in all_of(goal, Is)}
    if not model.everybody:
        yield from (each for each in model.predicates.values() if each.name not in said and {f"is {one}" for one in said} <= set(each.all))


def _in_other_unit(catalogue: Catalogue, goal: Show) -> str:
    """The same in hours where it is told in days, and the other way round."""
    told = goal.unit or catalogue.field(goal.field).shown_in
    return {"days": "in hours", "hours": "in days"}.get(told or "", "")


def _of_settled(catalogue: Catalogue, goal: Goal, one: Candidate) -> Iterator[Iterator[str]]:
    """What else there is to know of what the question named: what it is, what belongs to it, how much there is of what is tied to it."""
    model = catalogue.models[one.model]
    if model.titled:                    # a title of many words is no name to say again
        return
    if not isinstance(goal, Card):
        yield about(catalogue, one)
        yield (f"{_asking(catalogue, part)} is the {part.words[0]} of {one.name}?" for part in _parts(model, model.beside)
               if part.id not in field_ids(goal) and not (isinstance(part, Relation) and _is_walked(catalogue, goal, part)))
    tied = (each for each in catalogue.models.values() if each.spoken and not each.derived and can_have(catalogue, one, each)
            for way in each.relations.values() if way.to == model.id and way.default and way.privacy == _OPEN)
    yield (f"How many {each.plural} does {one.name} have?" for each in tied)


def _asking(catalogue: Catalogue, part: Field | Relation) -> str:
    return "Who" if isinstance(part, Relation) and catalogue.models[part.to].is_person else "What"


def _plainly(text: str) -> str:
    return " ".join(token.plain for token in tokens(text))


def _leads_on(catalogue: Catalogue, after: Turn, text: str) -> bool:
    """Whether a question has one reading after that answer, and does not ask for the same again."""
    return reading_of(catalogue, after, text) not in (None, after.dialogue.last)
