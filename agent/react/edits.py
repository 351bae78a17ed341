"""Follow-ups: the one thing that a question changes of what the last answer was to. Changed as the rules change it.

"and in Pune?" is another place, "only the open ones" a condition more, "and Ben?" somebody else, "by team" groups, "in days" a unit.
"""

from collections.abc import Callable, Mapping
from typing import cast

from agent.language import phrases_in
from agent.periods import Interval
from agent.plan import Figures, Goal, Me, Named, Names, Table, Where
from agent.react import shape
from agent.react.figures import spec_of
from agent.react.heard import Heard, Hearing, Made, ends
from agent.react.pieces import field_of
from agent.react.quotes import Unfounded, means
from agent.react.sentence import union
from agent.react.things import condition, thing
from agent.rules.back import cues, subject
from agent.rules.canonical import canonical
from agent.rules.edits import edited
from agent.rules.evidence import Evidence
from agent.rules.follow_up import adds, distance, is_anchored, joins
from agent.rules.items import Ask, By, Conditions, Item, Word

_ADDING = frozenset({"also", "or", "but", "no"})
_CHANGES = ("thing", "holds", "columns", "keys", "order", "unit")


def edit(hearing: Hearing, plan: shape.Plan) -> Made:
    """The last goal with one thing changed. Raises Unfounded."""
    last = hearing.quotes.known.last
    if last is None or hearing.quotes.known.is_next:
        raise Unfounded("There is no last answer that could be changed: write a plan of another kind.")
    given = [name for name in _CHANGES if getattr(plan, name)]
    if len(given) != 1 or plan.figures:
        raise Unfounded(f"An edit changes one thing, given as one of {', '.join(_CHANGES)}.")
    heard = _CHANGE[given[0]](hearing, plan, last)
    _pass_over_cues(hearing, heard.cover)
    item = Item(heard.part, heard.cover, 0, frozenset(hearing.quotes.said))
    found = {canonical(hearing.catalogue, goal): goal for goal in _nearest(hearing, last, item)}
    if len(found) != 1:
        raise Unfounded(f"That changes the last question in {'several ways' if found else 'no way'}.")
    return Made(found.popitem()[1], (heard,), heard)


def check_follow_up(hearing: Hearing, plan: shape.Plan, goal: Goal, small: tuple[Evidence, ...]) -> None:
    """What only goes on from the last question is no new one, and after a count things of the kind are counted too. Raises Unfounded."""
    known = hearing.quotes.known
    if plan.kind == "edit":
        if any(e.meaning.kind == "back" and e.value != subject(cast(Goal, known.last)) for e in small):
            raise Unfounded("That word points at something else than what the last answer was about.")
    elif known.last is not None and not known.is_next and hearing.quotes.tokens:
        _check_new(hearing, goal, known.last)


def _check_new(hearing: Hearing, goal: Goal, last: Goal) -> None:
    """The same as with the rules: `agent/rules/follow_up.py` says when a question after another one is one of its own."""
    said, points_back = hearing.quotes.tokens, any(element == "back" for element, _ in hearing.quotes.said)
    if adds(said) and not points_back and not is_anchored(goal, last):
        raise Unfounded("This begins with “and” and names nobody: what was named in the last question may be meant as well. Ask the person.")
    if any(e.meaning.kind in ("focus", "count", "whether") for e in hearing.quotes.evidence):
        return
    if joins(said):
        raise Unfounded("This goes on from the last question: change that one (edit).")
    counted = last.measures[0] if isinstance(last, Figures) and len(last.measures) == 1 else None
    if counted is not None and counted.how == "count" and isinstance(goal, Names | Table) and goal.node.model == counted.of.model:
        raise Unfounded("After a count such things are counted too: change the last question (edit), or ask the person.")


def _nearest(hearing: Hearing, last: Goal, item: Item) -> list[Goal]:
    """The edits that go least far; one that changes nothing is none."""
    made = [goal for goal in edited(hearing.catalogue, last, item) if goal != last]
    least = min((distance(goal, last) for goal in made), default=0)
    return [goal for goal in made if distance(goal, last) == least]


def _pass_over_cues(hearing: Hearing, cover: int) -> None:
    """"and what about", "only", "instead": words around the change that carry nothing beside it. Not "also" or "no", which want another one."""
    first, last = ends(cover)
    idle = frozenset(cue for cue in cues() if not _ADDING & set(cue))
    outside = {place for place in phrases_in(hearing.quotes.tokens, idle) if not first <= place <= last}
    hearing.quotes.empty |= outside


# ---------------------------------------------------------------- what is changed


def _thing(hearing: Hearing, plan: shape.Plan, _: Goal) -> Heard:
    assert plan.thing is not None       # the caller looked
    heard = thing(hearing, plan.thing)
    if not isinstance(heard.part, Named | Me):
        raise Unfounded("Only a name, or the asker, takes the place of another one; conditions stand in `holds`.")
    return heard


def _holds(hearing: Hearing, plan: shape.Plan, last: Goal) -> Heard:
    node = subject(last)
    if len(plan.holds) != 1 or node is None or node.model not in hearing.catalogue.models:
        raise Unfounded("One condition at a time, on what the last answer was about.")
    heard = condition(hearing, node.model, plan.holds[0], has_noun=True)
    (only, *more) = heard.part
    if not more and isinstance(only, Where) and isinstance(only.value, Interval):
        if len(heard.evidence) != 1:
            raise Unfounded("Quote the time alone.")
        return Heard(only.value, heard.own, heard.inside, heard.model, heard.evidence, heard.kind)
    return Heard(Conditions(node.model, heard.part), heard.own, heard.inside, heard.model, heard.evidence, heard.kind)


def _columns(hearing: Hearing, plan: shape.Plan, _: Goal) -> Heard:
    if len(plan.columns) != 1 or plan.columns[0].figure is not None:
        raise Unfounded("One field at a time.")
    field = field_of(hearing, plan.columns[0].target)
    word = hearing.quotes.take(plan.columns[0].said, means("field", target=field.id), field.id)
    if len(word.evidence) != 1 or not hearing.quotes.is_asked(word.evidence[0].meaning.detail):
        raise Unfounded(f"Quote the words for {field.id}, once.")
    return Heard(Ask(field.id), word.cover, evidence=word.evidence)


def _keys(hearing: Hearing, plan: shape.Plan, _: Goal) -> Heard:
    found = [spec_of(hearing, key) for key in plan.keys]
    return Heard(By(tuple(spec for spec, _ in found)), union(word.cover for _, word in found))


def _order(hearing: Hearing, plan: shape.Plan, _: Goal) -> Heard:
    """"make it the top 10": another number."""
    assert plan.order is not None       # the caller looked
    word = hearing.quotes.take(plan.order.said, means("top", "quantity"), "how many of the first")
    numbers = [e for e in word.evidence if e.meaning.kind == "quantity" and e.meaning.target.isdigit()]
    if len(numbers) != 1 or len(word.evidence) != 2:
        raise Unfounded("Quote “top” with its number; nothing else of an order can be changed.")
    hearing.quotes.claim(f"first:{int(numbers[0].meaning.target)}", word.cover)
    return Heard(Word("top", "top", numbers[0].meaning.target), word.cover, evidence=word.evidence)


def _unit(hearing: Hearing, plan: shape.Plan, last: Goal) -> Heard:
    word = hearing.quotes.take(plan.unit, means("unit", "currency"), "a unit")
    if len(word.evidence) != 1:
        raise Unfounded("One unit at a time.")
    meaning = word.evidence[0].meaning
    return Heard(Word(meaning.kind, meaning.target), word.cover, evidence=word.evidence)


_CHANGE: Mapping[str, Callable[[Hearing, shape.Plan, Goal], Heard]] = {
    "thing": _thing, "holds": _holds, "columns": _columns, "keys": _keys, "order": _order, "unit": _unit,
}
