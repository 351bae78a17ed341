"""What could be read without a model by what recorded plans teach: unknown words left out, and patterns of sentences known from other companies.

`uv run python -m benchmarks.unread`. The grammar reads each recorded message after the plan of the one before it, with the names that its own plan
has. A reading is planned where it is the plan in canonical form. Patterns are those of the other companies.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from types import ModuleType

from agent.catalogue.spoken import spoken
from agent.language.effort import TooComplex, limited
from agent.language.words import empty_tokens, tokens, words
from agent.plan.algebra import Goal
from agent.understand.grammar.evidence import Evidence, Known
from agent.understand.grammar.lattice import lattice
from agent.understand.grammar.planner import Readings, read, spans
from agent.understand.model.acts import decode, goals_of
from agent.understand.verify.agreement import is_same
from benchmarks.recorded_plans import Recorded, plans_of
from kg.names import fold
from tests.companies.birchwood import make as birchwood
from tests.companies.brackenfold import make as brackenfold
from tests.companies.nortada import make as nortada
from tests.companies.seeblick import make as seeblick
from tests.companies.tideway import make as tideway

COMPANIES: tuple[ModuleType, ...] = (birchwood, brackenfold, nortada, seeblick, tideway)
MOST_LEFT_OUT = 2                       # words of a message
# What is another one in another company stands for its kind in a pattern; all other words stay.
SLOTS = frozenset({"noun", "is", "is_not", "name", "where", "field", "period", "number", "quantity", "rel", "forward", "backward", "done", "metric"})
Pattern = tuple[bool, tuple[str, ...]]


def main() -> None:
    """Print a line for each company."""
    turns = {str(company.ABOUT["tenant"]): list(_one_goal(company)) for company in COMPANIES}
    patterns = {name: {_pattern(one) for one, _ in of} for name, of in turns.items()}
    for name, of in turns.items():
        others = set[Pattern]().union(*(each for other, each in patterns.items() if other != name))
        counts = Counter(kind for one, goal in of for kind in _kinds(one, goal, others))
        sys.stdout.write(f"{name}: {len(of)} plans; {', '.join(f'{kind} {number}' for kind, number in sorted(counts.items()))}\n")


def _one_goal(company: ModuleType) -> Iterator[tuple[Recorded, Goal]]:
    for one in plans_of(company):
        goals = goals_of(decode(one.catalogue, one.said)[0])
        if len(goals) == 1:
            yield one, goals[0]


def _kinds(one: Recorded, goal: Goal, others: set[Pattern]) -> Iterator[str]:
    """What comes of a message: how the grammar reads it, else what the two ways would make of it."""
    found = _read(one, one.spoken.text)
    if _pattern(one) in others:
        yield f"{'read' if found.goals else 'not read'}, of a known pattern"
    if found.goals:
        yield f"read {_judged(one, found, goal)}"
        return
    yield "not read"
    shorter = _read(one, _without(one.spoken.text, found.unplaced)) if 0 < len(found.unplaced) <= MOST_LEFT_OUT else found
    if shorter.goals:
        yield f"not read, without unknown words {_judged(one, shorter, goal)}"


def _judged(one: Recorded, found: Readings, goal: Goal) -> str:
    return "as planned" if is_same(one.catalogue, one.spoken.calendar, found.goals[0], goal) else "otherwise"


def _read(one: Recorded, text: str) -> Readings:
    try:
        return read(one.catalogue, text, _known(one, text))
    except TooComplex:
        return Readings((), ())


def _known(one: Recorded, text: str) -> Known:
    held = {fold(name): found for name, found in one.spoken.around.candidates.items()}
    return Known({span: held.get(fold(span), ()) for span in spans(text)}, one.spoken.calendar, last=one.spoken.last)


def _without(text: str, left_out: tuple[str, ...]) -> str:
    """The message without its unknown words, but for those that change a meaning."""
    telling = words().meaning | words().pronouns
    return " ".join(word for word in text.split() if word.strip("?!.,;:") not in set(left_out) - telling)


def _pattern(one: Recorded) -> Pattern:
    """The words of a message with slots; whether it goes on from another."""
    text = one.spoken.text
    said = tokens(text)
    empty = empty_tokens(said)
    with limited():
        evidence = [e for e in lattice(spoken(one.catalogue), text, said, _known(one, text)) if e.how != "unknown"]
    found, place = list[str](), 0
    while place < len(said):
        last = max((e.last for e in evidence if e.first == place), default=place)
        if place not in empty:
            found.append(_slot([e for e in evidence if (e.first, e.last) == (place, last)]) or said[place].plain)
        place = max(last, place + 1)
    return one.spoken.last is not None, tuple(found)


def _slot(evidence: list[Evidence]) -> str:
    """The kinds that a stretch of words may be of; with what it means where that is the same in every company."""
    return "/".join(sorted({e.meaning.kind if e.meaning.kind in SLOTS else f"{e.meaning.kind}:{e.meaning.target}" for e in evidence}))


if __name__ == "__main__":
    main()
