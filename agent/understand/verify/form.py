"""The form of an answer that a message asks for, and the one that its plan gives: a number or names, a figure of each group, an average or a sum.

The words are those of the catalogue and of `agent/understand/grammar/operators.toml`. A question that goes on from another keeps that one's form.
"""

from collections.abc import Iterator, Sequence

from agent.plan.algebra import Exists, Figures, Goal, Groups, Measure, Names, Order, Show, Table, Tally, parts
from agent.understand.grammar.back import subject
from agent.understand.grammar.evidence import Evidence
from agent.understand.verify import Doubt
from agent.understand.verify.prior_dialogue import PriorDialogue

_NUMBERS = frozenset({"count", "of_them"})
_FIGURES = _NUMBERS | {"agg", "share", "metric", "more", "more_time", "told", "costing", "per", "each", "breaking", "split", "superlative", "top"}
_NAMES, _LISTS = frozenset({"names_too"}), frozenset({"who", "list"})
_GROUPED = frozenset({"per", "breaking"})
_KEYS = frozenset({"noun", "field", "rel"})
_MEANS = frozenset({"average", "median"})
_EACH, _ALTOGETHER = frozenset({"each", "every"}), frozenset({"altogether", "in total", "in all"})
_COUNTS = frozenset({"count", "distinct"})


def unmet_form(known: Sequence[Evidence], goals: Sequence[Goal], before: PriorDialogue) -> Iterator[Doubt]:
    """`known`: all that stretches of the message may mean."""
    if not goals:
        return
    held = [part for goal in goals for part in parts(goal)]
    lists = Names | Table if any(e.meaning.target == "how_much" for e in known) else Names
    is_asked = any(e.meaning.kind in _NUMBERS and e.how == "exact" for e in known)
    if is_asked and not any(isinstance(part, Measure | Show | Exists) for part in held) and any(isinstance(goal, lists) for goal in goals):
        yield Doubt("form", "the message asks how many, and the plan counts nothing")
    yield from unmet_counts(known, goals, before.last)
    yield from _groups(known, held)
    yield from _means(known, held, before)


def unmet_counts(known: Sequence[Evidence], goals: Sequence[Goal], last: Goal | None) -> Iterator[Doubt]:
    """A number where names are asked for, and rows where a figure is. No reading of the grammar is kept that has one of these doubts."""
    is_said = any(e.meaning.kind in _FIGURES or e.meaning.target == "how_much" for e in known)
    is_kept = isinstance(last, Figures | Groups) and not any(e.meaning.kind in _NAMES or e.meaning.target in _LISTS for e in known)
    if not is_said and not is_kept and all(_only_counts(goal) for goal in goals):
        yield Doubt("form", "the plan only counts, and the message does not ask how many: names or a table tell who and which")
    if all(isinstance(goal, Names | Table) for goal in goals) and not any(isinstance(part, Measure) for goal in goals for part in parts(goal)):
        yield from _rows(known, goals, last)


def _rows(known: Sequence[Evidence], goals: Sequence[Goal], last: Goal | None) -> Iterator[Doubt]:
    """"On each of them" wants a row for each that was told before, "altogether" one figure of all: rows of other records are neither."""
    before = subject(last) if last is not None else None
    each = next((e.text for e in known if e.meaning.kind == "hole" and not _EACH.isdisjoint(e.text.split())), None)
    if each is not None and before is not None and any(goal.node.model != before.model for goal in goals if isinstance(goal, Names | Table)):
        yield Doubt("form", f'the message says "{each}", and the plan has no figure or row for each of those told before')
    altogether = next((e.text for e in known if e.text in _ALTOGETHER), None)
    if altogether is not None:
        yield Doubt("form", f'the message says "{altogether}", and the plan lists records: figures have one for all')


def _only_counts(goal: Goal) -> bool:
    return isinstance(goal, Figures) and not goal.contrast and all(each.how in _COUNTS for each in goal.measures)


def _groups(known: Sequence[Evidence], held: Sequence[object]) -> Iterator[Doubt]:
    """Figures for each of something are groups, or rows with a figure each."""
    keys = {e.first for e in known if e.meaning.kind in _KEYS}
    said = [e for e in known if e.meaning.kind in _GROUPED and e.last in keys]
    is_single = any(isinstance(part, Figures) for part in held)
    if said and is_single and not any(isinstance(part, Groups | Table | Tally | Order) for part in held):
        yield Doubt("form", f'the message says "{said[0].text}", and the plan has one figure of all: groups have one for each')


def _means(known: Sequence[Evidence], held: Sequence[object], before: PriorDialogue) -> Iterator[Doubt]:
    if any(e.meaning.kind == "metric" for e in known):
        return                          # a metric says by itself what it reckons
    asker = {e.last for e in known if e.meaning.kind == "me"}           # behind it "mean" is a verb: "I mean heads"
    said = {e.meaning.target for e in known if e.meaning.kind == "agg" and e.first not in asker}
    used = {part.how for part in held if isinstance(part, Measure)}
    kept = {how for how in _MEANS if any(how in text for text in before.texts)} | {part.how for part in before.settled if isinstance(part, Measure)}
    if said & _MEANS and not used & _MEANS:
        yield Doubt("form", f"the message says {' or '.join(sorted(said & _MEANS))}, and the plan has no such figure")
    unsaid = (used & _MEANS) - said - kept
    if unsaid:
        yield Doubt("form", f"the plan takes the {' or '.join(sorted(unsaid))}, and the message does not say so")
