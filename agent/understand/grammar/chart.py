"""The chart: bottom-up composition of evidence over the question, until items cover every content word.

Words without content may stand anywhere between two items; licensed words only where the rule that joins them says so.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from agent.catalogue import Catalogue
from agent.language.effort import spend
from agent.language.words import Token, empty_tokens, phrases_in, words
from agent.plan.algebra import ANY_MODEL, Card, Exists, Figures, Goal, Groups, Key, Link, Me, Named, Names, Order, Set, Show, Summary, Table, parts
from agent.plan.periods import Interval
from agent.understand.grammar.canonical import canonical, named_conditions
from agent.understand.grammar.evidence import Evidence
from agent.understand.grammar.items import Ask, Columns, Figure, Hole, Item, Shown, Topped, Value, is_bare
from agent.understand.grammar.productions import RULES
from agent.understand.grammar.productions.gaps import Gap, Rule
from agent.understand.grammar.productions.holding import OF_EVERY, goes_round, is_no_order, is_of_two, walks_back
from agent.understand.grammar.productions.limits import holds_of_nothing
from agent.understand.grammar.productions.measures import TOPIC
from agent.understand.grammar.productions.orders import whole_order
from agent.understand.grammar.productions.questions import listed
from agent.understand.grammar.productions.tallies import figures_of
from agent.understand.grammar.seeds import seed

BEAM = 16                               # items kept per span and type
LONGEST_GAP = 4
MAX_TOKENS = 40
_SOME = frozenset({"who", "which", "what", "any", "anyone", "anybody", "some", "one", "none", "each", "all", "most", "many", "number"})
NOBODY_NAMED = "means:me"               # an element that no word says: the asker, which is told as taken for granted
_RESTRICTING = frozenset({"in", "at", "for", "from", "with", "of", "by", "my"})
_BEFORE_TOPIC = frozenset({"in", "at", "for", "from", "on", "with", "of", "about"})     # before what a question is about: "In Lighthouse, which …"
_ADDING = frozenset({"that", "who", "which", "and"})
_HAVING = frozenset({"have", "has", "had", "got"})
_BEING = frozenset({"is", "are"})
_LEFT_OVER = frozenset({"in", "at", "for", "with", "of", "on"})     # prepositions whose noun is the question word: "(in) which team is Karthik (in)"


@dataclass(frozen=True, slots=True)
class Reading:
    """One goal that accounts for every word, with what each element rests on."""

    goal: Goal
    cover: int
    cost: int
    said: frozenset[tuple[str, int]]

    def says(self, element: str) -> bool:
        """Do its words say this element?"""
        return any(said == element for said, _ in self.said)


@dataclass(frozen=True, slots=True)
class Parse:
    """All readings, cheapest first, and the words that nothing could be made of."""

    readings: tuple[Reading, ...]
    unplaced: tuple[str, ...]
    pruned: bool


def fragments(catalogue: Catalogue, tokens: Sequence[Token], lattice: Sequence[Evidence], cues: frozenset[tuple[str, ...]]) -> list[tuple[Item, int]]:
    """Items that, with words around them that carry nothing in a follow-up, are all that was said, cheapest first; each with what it covers."""
    if not 0 < len(tokens) <= MAX_TOKENS:
        return []
    chart = _Chart(catalogue, tokens)
    chart.fill(lattice)
    return sorted(chart.fragments(cues), key=lambda found: (found[0].cost, repr(found[0].value)))


def parse(catalogue: Catalogue, tokens: Sequence[Token], lattice: Sequence[Evidence], *, goes_on: bool = False) -> Parse:
    """Every whole reading of a question. Too long a question has none. `goes_on`: it may begin with "and"."""
    if len(tokens) > MAX_TOKENS:
        return Parse((), (), True)
    chart = _Chart(catalogue, tokens)
    chart.fill(lattice)
    readings = sorted(_dedupe(catalogue, chart.readings(goes_on=goes_on)), key=lambda r: (r.cost, repr(r.goal)))
    return Parse(tuple(readings), chart.unplaced(lattice), chart.pruned)


class _Chart:
    def __init__(self, catalogue: Catalogue, tokens: Sequence[Token]) -> None:
        self._catalogue = catalogue
        self._tokens = tokens
        self._spans: dict[tuple[int, int], dict[Value, Item]] = defaultdict(dict)
        self._starts: dict[int, set[int]] = defaultdict(set)
        self._empty = empty_tokens(tokens)
        self.pruned = False

    def fill(self, lattice: Sequence[Evidence]) -> None:
        spend(len(self._tokens) ** 2)
        for evidence in lattice:
            self._add(evidence.first, evidence.last, seed(self._catalogue, evidence))
        for length in range(2, len(self._tokens) + 1):
            for first in range(len(self._tokens) - length + 1):
                self._build(first, first + length)

    def _build(self, first: int, last: int) -> None:
        for middle in sorted(self._starts[first]):
            if middle < last:
                self._join(first, middle, last)

    def _join(self, first: int, middle: int, last: int) -> None:
        for start in self._starts_after(middle, last):
            if (start, last) not in self._spans:
                continue
            gap = self._gap(middle, start)
            if gap is None:
                continue
            gap = replace(gap, opens=self._opens(first))
            spend(len(self._spans[first, middle]) * len(self._spans[start, last]))
            for left in tuple(self._spans[first, middle].values()):
                if gap.words[:1] == ("'s",) and self._ends_in_of(left):
                    continue
                for right in tuple(self._spans[start, last].values()):
                    self._apply(first, last, left, right, gap)

    def _ends_in_of(self, left: Item) -> bool:
        """"The owner of Acme" + "'s account": it is Acme's account. "Who of my team" + "'s away" is another matter, and so is a name."""
        if isinstance(left.value, Named):
            return False
        of = (i for i, token in enumerate(self._tokens) if token.plain == "of" and left.cover >> i & 1)
        return any(self._tokens[i - 1].plain not in _SOME for i in of if i)

    def _starts_after(self, middle: int, last: int) -> Iterator[int]:
        """Where a right item may begin: at most LONGEST_GAP words that carry something may lie between."""
        said = 0
        for start in range(middle, last):
            yield start
            said += start not in self._empty
            if said > LONGEST_GAP:
                return

    def _apply(self, first: int, last: int, left: Item, right: Item, gap: Gap) -> None:
        kinds: tuple[type, type] = type(left.value), type(right.value)
        for rule in _rules_for(*kinds):
            for made in rule(self._catalogue, left, right, gap):
                self._add(first, last, made)

    def _gap(self, first: int, last: int) -> Gap | None:
        """The licensed words of a stretch; None where it holds a word with content."""
        said, mask = list[str](), 0
        for i in range(first, last):
            if i in self._empty:
                continue
            if self._tokens[i].plain == "that" and said and said[-1] in _BEING:
                return None             # "how many orders is that?" points back
            if self._tokens[i].plain in words().licensed:
                said.append(self._tokens[i].plain)
            elif not (self._only_restricts(i) or self._adds(i)):
                return None
            mask |= 1 << i
        return Gap(tuple(said), mask, any(self._is_set_off(i) for i in range(first, min(last + 1, len(self._tokens)))))

    def _is_set_off(self, i: int) -> bool:
        """Does more than a space stand before a word: a comma, a colon, a dash?"""
        return i > 0 and self._tokens[i].first > self._tokens[i - 1].last + 1

    def _only_restricts(self, i: int) -> bool:
        """"…, only for my people", "…, only my people": set off by a comma, it says that what follows restricts, as it does anyway."""
        if not self._is_set_off(i):
            return False
        following = next((t.plain for at, t in enumerate(self._tokens) if at > i and at not in self._empty), "")
        return self._tokens[i].plain in ("only", "just") and following in _RESTRICTING

    def _opens(self, first: int) -> bool:
        """Does the question begin there, but for a preposition: "(In) Lighthouse, how many …"?"""
        return all(i in self._empty or self._tokens[i].plain in _BEFORE_TOPIC for i in range(first))

    def _adds(self, i: int) -> bool:
        """"… that also have …", "… and also …": one condition more, as the word before it says."""
        before = next((self._tokens[at].plain for at in range(i - 1, -1, -1) if at not in self._empty), "")
        return self._tokens[i].plain == "also" and before in _ADDING

    def _add(self, first: int, last: int, item: Item) -> None:
        cell = self._spans[first, last]
        known = cell.get(item.value)
        if known is not None and _rank(known) <= _rank(item):
            return
        same_type = [i for i in cell.values() if _type(i.value) == _type(item.value)]
        if known is None and len(same_type) >= BEAM:
            self.pruned = True
            worst = max(same_type, key=lambda i: i.cost)
            if worst.cost <= item.cost:
                return
            del cell[worst.value]
        cell[item.value] = item
        self._starts[first].add(last)

    def readings(self, *, goes_on: bool) -> Iterator[Reading]:
        """Items that, with words without content and allowed edges, are the whole question. What begins with "is" wants a yes or a no."""
        for (first, last), cell in tuple(self._spans.items()):
            spend(len(cell))
            after = self._edge(last, len(self._tokens), frozenset())
            for item in cell.values():
                before = self._edge(0, first, _before(item) | (frozenset({"and"}) if goes_on else frozenset()))
                tail = after if after is not None else self._trailing(last, item)
                goal = self._goal(item)
                if goal is not None and (not self._can_hold(goal) or _leaves_some_out(goal, item)):
                    continue
                if before is not None and tail is not None and goal is not None:
                    yield Reading(goal, item.cover | before | tail, item.cost, item.said)
                own = _of_nobody(self._catalogue, item.value) if before is not None and tail is not None else None
                if own is not None:
                    yield Reading(own, item.cover | (before or 0) | (tail or 0), item.cost + 1, item.said | {(NOBODY_NAMED, item.cover)})

    def _can_hold(self, goal: Goal) -> bool:
        """Not if it waits for what was never said, if nothing can meet its conditions, or if a row has no one place in its order."""
        return not any(self._breaks(part) for part in parts(goal))

    def _breaks(self, part: object) -> bool:
        if isinstance(part, Set):
            return holds_of_nothing(self._catalogue, part) or goes_round(self._catalogue, part) or is_of_two(self._catalogue, part)
        if isinstance(part, Key):
            return walks_back(self._catalogue, part.path)       # what belongs to several keys would count for each
        return isinstance(part, Hole) or (isinstance(part, Order) and is_no_order(self._catalogue, part))

    def _edge(self, first: int, last: int, allowed: frozenset[str]) -> int | None:
        gap = self._gap(first, last)
        return gap.mask if gap is not None and gap.within(allowed) else None

    def _trailing(self, last: int, item: Item) -> int | None:
        """A preposition left at the end ("which team is Karthik in"), or the verb: "how many deals do I have", "(tell me) who Ivy's boss is"."""
        allowed = _LEFT_OVER if item.stranded else frozenset()
        many = isinstance(item.value, Figure | Set | Names | Table | Topped | Shown | Groups)
        verbs = (_HAVING if many else frozenset()) | (_BEING if any(e.startswith("focus:") for e, _ in item.said) else frozenset())
        return self._edge(last, len(self._tokens), allowed | verbs | {"here"})        # in the company, where everything is

    def _goal(self, item: Item) -> Goal | None:
        """What an item asks for when it is the whole question."""
        value = item.value
        if isinstance(value, Shown):
            return value.goal if not value.needs else None
        if isinstance(value, Names | Card | Summary | Table | Groups | Figures | Exists):
            return value
        if isinstance(value, Figure):
            return Figures((value.measure,)) if not value.each else None
        if isinstance(value, Columns):
            return figures_of(item)
        if isinstance(value, Topped):
            return whole_order(self._catalogue, item)
        if isinstance(value, Named) and (value.model != ANY_MODEL or _spelt_as_name(value.mention)):
            return Card(value)
        if isinstance(value, Set) and not value.newest and (not is_bare(value) or item.is_whole):
            return next(listed(self._catalogue, value), None)
        return None

    def fragments(self, cues: frozenset[tuple[str, ...]]) -> Iterator[tuple[Item, int]]:
        """Items that are all but for cues."""
        idle = self._empty | phrases_in(self._tokens, cues) | self._possessive_at_end()
        for (first, last), cell in tuple(self._spans.items()):
            outside = [i for i in range(len(self._tokens)) if not first <= i < last]
            if idle.issuperset(outside):
                yield from ((item, item.cover | sum(1 << i for i in outside)) for item in cell.values())

    def _possessive_at_end(self) -> frozenset[int]:
        """"And Ben's?": what is Ben's was said before."""
        last = len(self._tokens) - 1
        return frozenset({last} if self._tokens[last].plain == "'s" else ())

    def unplaced(self, lattice: Sequence[Evidence]) -> tuple[str, ...]:
        """Words with content that no evidence rests on."""
        known = {i for e in lattice if e.how != "unknown" for i in range(e.first, e.last)} | self._empty
        licensed = words().licensed
        return tuple(t.text for i, t in enumerate(self._tokens) if i not in known and t.plain not in licensed)


@cache
def _rules_for(left: type, right: type) -> tuple[Rule, ...]:
    return tuple(typed.rule for typed in RULES if left in typed.left and right in typed.right)


def _leaves_some_out(goal: Goal, item: Item) -> bool:
    """"per person, for everybody in the team": groups that occur are not everybody. "Each of them" is no total. "New colleagues": since when?"""
    if isinstance(goal, Figures) and any(map(item.says, ("each_back", "breaking", OF_EVERY))):
        return True                                     # "tickets of every person": one figure would not tell
    if item.says("at_once") and (isinstance(goal, Names) or (isinstance(goal, Table) and (item.says("for:for") or isinstance(item.value, Set)))):
        return True                                     # "for my reports, how many tickets are theirs in total" is one figure, not a list
    return (isinstance(goal, Groups) and item.says("everybody")) or (item.says("new") and not any(isinstance(p, Interval) for p in parts(goal)))


def _of_nobody(known: Catalogue, value: Value) -> Goal | None:
    """"vacation days left?": of a leave balance, where nobody is named, one's own."""
    if not isinstance(value, Ask) or not value.where or value.needs or not known.field(value.field).remaining:
        return None
    model = value.field.partition(".")[0]
    return next((Show(Set(model, frozenset({Link(r.id, False, Me())}), value.where), value.field, value.unit)
                for r in known.models["hris/Employee"].relations.values() if r.default and r.to == model), None)


def _before(item: Item) -> frozenset[str]:
    """What may stand before a whole question: a preposition whose noun is the question word, or that of what it is about."""
    if item.says(TOPIC):
        return _BEFORE_TOPIC
    return _LEFT_OVER if item.stranded else frozenset({"of"})


def _spelt_as_name(mention: str) -> bool:
    """Found nowhere, and nothing else was said: a name, and no sentence in another language?"""
    return all(w[:1].isupper() or any(c.isdigit() for c in w) for w in mention.split())


def _rank(item: Item) -> tuple[int, bool, bool]:
    return item.cost, not item.complete, not item.stranded


def _type(value: Value) -> tuple[str, str]:
    model = getattr(value, "model", "") or getattr(value, "kind", "")
    return type(value).__name__, str(model)


def _dedupe(catalogue: Catalogue, readings: Iterator[Reading]) -> list[Reading]:
    best: dict[Goal, Reading] = {}
    for reading in readings:
        key = canonical(catalogue, reading.goal)
        known = best.get(key)
        if known is None or _preference(reading) < _preference(known):
            best[key] = reading
    return list(best.values())


def _preference(reading: Reading) -> tuple[int, int, str]:
    return reading.cost, -named_conditions(reading.goal), repr(reading.goal)
