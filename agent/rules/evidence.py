"""The lattice: every way in which words of a question may mean something of the catalogue, of the tenant, or of the language.

Overlaps are kept; the chart decides. Knows no grammar.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import lru_cache

from agent.catalogue import SAME_COMPANY, SAME_PERSON, Catalogue, Field, Model
from agent.language import Token, empty_tokens, forms, phrase
from agent.language import tokens as tokenise
from agent.periods import Calendar
from agent.plan import Goal, Groups, Named
from agent.rules.back import back_words, firm, kind_words, mine_words, of_kind, one_person, person_words, single_words, subject
from agent.rules.dates import find_periods
from agent.rules.items import AWAITED
from agent.rules.naming import (
    TYPO_COST,
    WHOLE,
    all_look_like_name,
    is_written_as_name,
    looks_like_name,
    name_cost,
    name_spans,
    names_it,
    text_spans,
)
from agent.rules.numbers import find_quantities
from agent.rules.obligations import Obligation, obligation
from agent.rules.pointing import pointing_at
from agent.rules.set_off import pointed_at
from agent.rules.typos import Spelling
from agent.rules.vocabulary import PEOPLE, Meaning, vocabulary
from kg.resolve import Candidate

LONGEST_PHRASE = 7
MARGIN_OF_EXACT = 3                     # where a whole name is found, a part of another one is no rival
UNKNOWN_COST = 12
TEXT_COST = 3                           # what may be a name or a noun is rather that than words of a title
_NOUNS = frozenset({"noun", "is", "is_not", "rel", "field", "metric"})
_STRUCTURE = frozenset({"focus", "count", "per", "each", "hole", "idle", "for", "ours", "all", "only", "me", "not", "lack", "unit", "currency",
                        "whether", "never", "either", "one_of"})
_OPENING = frozenset({"whether", "whose_asked"})      # words that only mean this where a question begins
_MEANT = WHOLE | {"typo"}
_VERBS = frozenset({"is", "infinitive", "forward", "backward", "done"})
_Spans = Set[tuple[int, int]]           # first token, and the one after the last
VALUE = "catalogue/Value"               # how the graph calls a field's value that is the tenant's own word


@dataclass(frozen=True, slots=True)
class Evidence:
    """Some words of the question and one thing they may mean."""

    meaning: Meaning
    first: int                          # token index
    last: int                           # exclusive
    how: str                            # exact, index, part, nickname, typo, unknown
    cost: int
    text: str
    note: str = ""                      # what was assumed, a sentence
    value: object = None                # of a period: the Interval, of a quantity: the Quantity

    @property
    def cover(self) -> int:
        """The tokens as a bit mask."""
        return ((1 << self.last) - 1) & ~((1 << self.first) - 1)


@dataclass(frozen=True, slots=True)
class Known:
    """What is known around a question: names of the graph for each span of `name_spans`, the company's day and own names, what was asked before."""

    names: Mapping[str, Sequence[Candidate]]
    calendar: Calendar
    own: tuple[str, ...] = ()           # what the company calls itself
    last: Goal | None = None            # the goal of the answer before
    is_next: bool = False               # the request before it stands in the same sentence: it is gone on from, not edited
    told_asker: bool = False            # the one person whom the last answer was about is who asks: "she" is somebody else


def lattice(known: Catalogue, question: str, tokens: Sequence[Token], around: Known) -> tuple[Evidence, ...]:
    """All evidence of a question."""
    names, calendar = around.names, around.calendar
    phrases_said = _unsplit([e for e in _phrases(known, tokens)
                             if not _is_no_verb(e, tokens) and (e.meaning.kind not in _OPENING or _opens(tokens, e.first))])
    phrases_said = list(_awaited(known, tokens, phrases_said))
    spoken = tuple(replace(e, cost=e.cost + 1) if _is_of_count(e, phrases_said) else e for e in _states_first(phrases_said))
    measured = (*_periods(tokens, calendar), *_quantities(tokens))
    known_words = {i for e in (*spoken, *measured) for i in range(e.first, e.last)}
    repaired = tuple(_repaired(known, question, tokens, known_words))
    nameable = {m.id: m for m in known.models.values() if m.nameable}
    spans = _undated(name_spans(question, tokens), tokens, measured)
    named = tuple(e for e in _names(spans, names, nameable) if _plausible(e, tokens, known_words))
    values = tuple(_beside_relation(known, e, spoken) for e in _values(known, spans, names) if _plausible(e, tokens, known_words))
    unknown = tuple(_unknown(spans, tokens, known_words, (*named, *values)))
    named = tuple(e for e in named if not _is_same_person(e, named) and not _is_place_of_value(e, values))
    whole = {(e.first, e.last) for e in (*named, *values) if e.how in WHOLE}
    listed = {(e.first, e.last) for e in named if e.how in WHOLE and "," in e.text}
    named, values = (tuple(e for e in each if not _is_inside((e.first, e.last), listed)) for each in (named, values))      # "Clerk, Sales" is one job
    phrases = {(e.first, e.last) for e in (*spoken, *repaired) if e.last - e.first > 1 and e.meaning.kind not in _STRUCTURE}
    nouns = {(e.first, e.last) for e in spoken if e.meaning.kind == "noun"}
    named = tuple(e for e in named if (e.first, e.last) not in nouns or _is_called_so(known, e, tokens))
    done = {(e.first, e.last) for e in spoken if e.meaning.kind == "field" and is_theirs(known.models, known.field(e.meaning.target))}
    spoken = tuple(replace(e, cost=e.cost + MARGIN_OF_EXACT) if (e.first, e.last) in done and _is_what_one_does(e, named) else e for e in spoken)
    counts = {e.last - 1 for e in spoken if e.meaning.kind == "count" and e.last - e.first > 1}
    spoken = tuple(replace(e, cost=e.cost + 1) if _is_counting(e, counts) else e for e in spoken)
    weighed = (_weighed(e, tokens, {(n.first, n.last) for n in named}, whole, phrases, nouns) for e in (*spoken, *repaired, *named))
    values = tuple(replace(e, cost=e.cost + MARGIN_OF_EXACT) if _is_inside((e.first, e.last), whole) else e for e in values)
    return (*weighed, *measured, *values, *unknown, *_texts(tokens, whole), *_around(known, tokens, around),
            *_to_topics(tokens, (*named, *unknown), nameable))


def _is_counting(evidence: Evidence, counts: Set[int]) -> bool:
    """"The number of contacts" counts them rather than telling their number."""
    return evidence.meaning.kind == "field" and evidence.text == "number" and evidence.last in counts


def _awaited(known: Catalogue, tokens: Sequence[Token], spoken: Sequence[Evidence]) -> Iterator[Evidence]:
    """The evidence; a verb that still has to be done says what is not done ("leads we have yet to meet") and nothing else."""
    owed = {e: obligation(tokens, e.first, _behind_nouns(e, spoken)) for e in spoken if e.meaning.kind in _VERBS or e.meaning.detail == "when"}
    awaited = [made for e, by in owed.items() if by is not None for made in _not_done(known, e, by)]
    for each in spoken:
        by = owed.get(each)
        if any(made.last == each.last and (made.first < each.first or _is_same(made, each)) for made in awaited):
            continue                    # "still to be done" is not done, and not what is to be done some day
        is_plan = by is not None and not by.undone and not by.passive and each.meaning.kind == "is"
        if (by is None and each.meaning.kind != "infinitive") or (is_plan and known.predicate(each.meaning.target).awaited is None):
            yield each                  # "deals that have to close this month" are due then
    yield from awaited


def _behind_nouns(evidence: Evidence, spoken: Sequence[Evidence]) -> Set[int]:
    """The tokens behind the nouns of the model whose verb it may be."""
    model = evidence.meaning.target.partition(".")[0]
    return {e.last for e in spoken if e.meaning.kind == "noun" and e.meaning.target == model}


def _is_same(one: Evidence, other: Evidence) -> bool:
    return (one.first, one.meaning.kind, one.meaning.target) == (other.first, other.meaning.kind, other.meaning.target)


def _not_done(known: Catalogue, evidence: Evidence, owed: Obligation) -> Iterator[Evidence]:
    predicate = known.predicate(evidence.meaning.target) if evidence.meaning.kind in ("is", "infinitive") else None
    if predicate is None or predicate.awaited is None or owed.over:
        return
    if evidence.text in predicate.words if owed.passive else evidence.meaning.kind == "infinitive":
        yield replace(evidence, meaning=Meaning("is", f"{predicate.model}.{predicate.awaited}", AWAITED), first=owed.first)


def _is_what_one_does(evidence: Evidence, named: Sequence[Evidence]) -> bool:
    """Is one "role" rather what somebody does than an opening? Not beside the opening's name: "the Senior Buyer role"."""
    beside = any(n.meaning.target == evidence.meaning.target and evidence.first in (n.last, n.first - 1) for n in named)
    return evidence.meaning.kind == "noun" and not _is_plural(evidence.text) and not beside


def _unsplit(spoken: Sequence[Evidence]) -> list[Evidence]:
    """"Leave out" is never leave and being out, nor is who is on leave about to leave."""
    wholes = [e for e in spoken if (e.meaning.kind == "leave_out" or e.text == "on leave") and e.last - e.first > 1]
    return [e for e in spoken if not any(w.first <= e.first and e.last <= w.last and e.last - e.first < w.last - w.first for w in wholes)]


def _is_no_verb(evidence: Evidence, tokens: Sequence[Token]) -> bool:
    """"Ana's reports" report nothing, and "Ana reports to" are no reports of hers."""
    before = tokens[evidence.first - 1].plain if evidence.first else ""
    after = tokens[evidence.last].plain if evidence.last < len(tokens) else ""
    finite = evidence.text.split(" ")[0].endswith("s")
    return (evidence.meaning.kind in ("forward", "backward", "done") and finite and before == "'s") or (
        evidence.meaning.kind == "rel" and evidence.text == "reports" and after == "to")


def _is_of_count(evidence: Evidence, spoken: Sequence[Evidence]) -> bool:
    """The "number" of "what's the number of": rather how many than a telephone number."""
    counts = [e for e in spoken if e.meaning.kind == "count"]
    return evidence.meaning.kind == "field" and any(c.first <= evidence.first and evidence.last <= c.last and c.last - c.first > 1 for c in counts)


def _texts(tokens: Sequence[Token], named: _Spans) -> Iterator[Evidence]:
    """Words behind "about", which a title may hold; the fewer the likelier. What is somebody's name may mean more than the word."""
    taken = {i for span in named for i in range(*span)}
    for first, last in text_spans(tokens):
        if not taken.isdisjoint(range(first, last)):
            continue
        text = " ".join(t.text for t in tokens[first:last])
        yield Evidence(Meaning("text", text), first, last, "text", TEXT_COST + 2 * (last - first - 1), text)


def _undated(
    spans: Mapping[str, Sequence[tuple[int, int]]], tokens: Sequence[Token], measured: Sequence[Evidence],
) -> Mapping[str, Sequence[tuple[int, int]]]:
    """The stretches that may be names, but for the number of a time ("in 2026"), which may be somebody's staff number as well."""
    times = [e for e in measured if e.meaning.kind == "period" and e.last - e.first > 1]
    dated = {i for e in times for i in range(e.first, e.last) if tokens[i].plain.isdigit()}
    return {text: kept for text, ranges in spans.items() if (kept := [r for r in ranges if not dated.issuperset(range(*r))])}


def _opens(tokens: Sequence[Token], first: int) -> bool:
    """Does a question begin here, but for words without content? Only there "is" wants a yes or a no."""
    return empty_tokens(tokens).issuperset(range(first))


def _states_first(spoken: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """"Open" invoices are rather those that are open than the balance that is, but where a total or how much is asked for."""
    asked = [e for e in spoken if (e.meaning.kind, e.meaning.target) == ("focus", "how_much") and not e.text.endswith("many")]
    if asked or any(e.meaning.kind == "agg" for e in spoken):
        return tuple(spoken)
    states = {(e.first, e.last, e.meaning.target.partition(".")[0]) for e in spoken if e.meaning.kind == "is"}
    return tuple(replace(e, cost=e.cost + (e.meaning.kind == "field" and (e.first, e.last, e.meaning.target.partition(".")[0]) in states))
                 for e in spoken)


def _is_same_person(evidence: Evidence, named: Sequence[Evidence]) -> bool:
    """A user of an app beside an employee of that name: the employee is meant, whose records there are found by the address."""
    span = (evidence.first, evidence.last)
    return (PEOPLE, evidence.meaning.target) in SAME_PERSON and any(
        e.meaning.target == PEOPLE and (e.first, e.last) == span and e.cost <= evidence.cost for e in named)


def _is_place_of_value(evidence: Evidence, values: Sequence[Evidence]) -> bool:
    """A place that is called by its city is the city: all places there are meant."""
    span = (evidence.first, evidence.last)
    city = {"hris/Location": "hris/Location.city", "ats/Office": "ats/Office.city"}.get(evidence.meaning.target)
    return city is not None and any(v.meaning.target == city and (v.first, v.last) == span for v in values)


def _weighed(evidence: Evidence, tokens: Sequence[Token], names: _Spans, whole: _Spans, phrases: _Spans, nouns: _Spans) -> Evidence:
    """The longest phrase owns its words; a noun that is written as a name and is one ("Bill", "May") is hardly the noun.

    A part of a whole name is hardly a name of its own.
    """
    span = (evidence.first, evidence.last)
    if evidence.meaning.kind == "name":
        if span in nouns and not is_written_as_name(tokens[span[0]]):
            return replace(evidence, cost=evidence.cost + MARGIN_OF_EXACT)     # a team called "People"
        inside = evidence.how not in WHOLE and _is_inside(span, whole)
        return replace(evidence, cost=evidence.cost + MARGIN_OF_EXACT) if inside else evidence
    if evidence.meaning.kind not in _STRUCTURE and _is_inside(span, phrases):
        evidence = replace(evidence, cost=evidence.cost + 2)
    as_name = span in names and all(is_written_as_name(tokens[i]) for i in range(*span))
    return replace(evidence, cost=evidence.cost + MARGIN_OF_EXACT + 1) if as_name and evidence.meaning.kind in _NOUNS else evidence


def _is_called_so(known: Catalogue, evidence: Evidence, tokens: Sequence[Token]) -> bool:
    """Is a noun a name here? Only as it is written, or beside what it names: "the people team"."""
    beside = (tokens[at].plain for at in (evidence.first - 1, evidence.last) if 0 <= at < len(tokens))
    return is_written_as_name(tokens[evidence.first]) or any((word,) in _nouns_for(known, evidence.meaning.target) for word in beside)


def _is_inside(span: tuple[int, int], longer: _Spans) -> bool:
    """Is a stretch a part of a longer one: "Customer", a tag, of the project "Customer Support"?"""
    return any(first <= span[0] and span[1] <= last and (first, last) != span for first, last in longer)


def _around(known: Catalogue, tokens: Sequence[Token], around: Known) -> Iterator[Evidence]:
    """The company's own name, and words that point at what the last answer was about."""
    node = subject(around.last) if around.last is not None else None
    if around.last is not None and around.is_next:
        node = firm(around.last) or node
    adds = around.is_next or any(t.plain == "and" and _opens(tokens, i) for i, t in enumerate(tokens))     # then both people may still be spoken of
    she = one_person(known, around.last, adds=adds, told_asker=around.told_asker) if around.last is not None else ()
    own = {phrase(name) for name in around.own}
    others = person_words() | (single_words() if isinstance(around.last, Groups) else frozenset())
    nouns = _nouns_for(known, node.model) if node is not None else frozenset()
    for first in range(len(tokens)):
        for last in range(first + 1, min(first + LONGEST_PHRASE, len(tokens)) + 1):
            said = tuple(t.plain for t in tokens[first:last])
            if node is not None and ((said in back_words() and said not in others) or pointed_at(said, nouns)):
                longer = (tuple(t.plain for t in tokens[first:end]) for end in range(last + 1, last + LONGEST_PHRASE))
                is_part = len(said) == 1 and any(pointed_at(each, nouns) for each in longer)        # "that manager" is not the manager of that
                yield Evidence(Meaning("back", node.model), first, last, "exact", MARGIN_OF_EXACT * is_part, " ".join(said), value=node)
            yield from _of_kind(around.last, said, first, last)
            if node is not None and node.model != PEOPLE and said in mine_words():
                yield Evidence(Meaning("mine", node.model), first, last, "exact", 2 if around.is_next else 0, " ".join(said))
            for one in she if said in person_words() else ():
                yield Evidence(Meaning("back", one.model), first, last, "exact", 0, " ".join(said), value=one)
            if said in own:
                yield Evidence(Meaning("ours", "ours"), first, last, "exact", 0, " ".join(said))


@lru_cache(maxsize=256)
def _nouns_for(known: Catalogue, model: str) -> frozenset[tuple[str, ...]]:
    """What things of a model are called, also as somebody's: a person is a colleague, and may be the manager or the owner."""
    same = {model, *(b for a, b in SAME_COMPANY if a == model), *(a for a, b in SAME_COMPANY if b == model)}
    own = (text for each in same if each in known.models for text in known.models[each].words)
    as_relation = (text for r in known.relations() if r.to == model for text in r.words)
    kinds = (text for p in known.models[model].predicates.values() for text in p.nouns) if model in known.models else ()
    return frozenset((*said[:-1], form) for text in (*own, *as_relation, *kinds) if (said := phrase(text)) for form in (said[-1], f"{said[-1]}s"))


def _to_topics(tokens: Sequence[Token], named: Sequence[Evidence], nameable: Mapping[str, Model]) -> Iterator[Evidence]:
    """Words that point at a name set off in the same question: "Ana Ruiz - which team is she in"."""
    for name in named:
        node = Named(name.meaning.target, name.text)
        for first, last in pointing_at(tokens, name.first, name.last, nameable.get(node.model)):
            said = " ".join(t.plain for t in tokens[first:last])
            yield Evidence(Meaning("topic", node.model), first, last, "exact", name.cost, said, value=node)


def _of_kind(goal: Goal | None, said: tuple[str, ...], first: int, last: int) -> Iterator[Evidence]:
    one = of_kind(goal, kind_words()[said]) if goal is not None and said in kind_words() else None
    if one is not None:
        yield Evidence(Meaning("back", one.model), first, last, "exact", 0, " ".join(said), value=one)


def _periods(tokens: Sequence[Token], calendar: Calendar) -> Iterator[Evidence]:
    for found in find_periods(tokens, calendar):
        yield Evidence(Meaning("period", found.period.said), found.first, found.last, "exact", 0, found.period.said, found.note, found.period)


def _quantities(tokens: Sequence[Token]) -> Iterator[Evidence]:
    for found in find_quantities(tokens):
        said = f"{found.quantity.number} {found.quantity.unit or ''}".strip()
        if found.op == "=":
            yield Evidence(Meaning("quantity", said), found.first, found.last, "exact", 0, said, value=found.quantity)
        else:
            yield Evidence(Meaning("compared", found.op, said), found.first, found.last, "exact", 0, said, value=found.quantity)


def _values(
    known: Catalogue, spans: Mapping[str, Sequence[tuple[int, int]]], names: Mapping[str, Sequence[Candidate]],
) -> Iterator[Evidence]:
    """Values of fields that are the tenant's own words: a job title, a ticket type, a city. Spellings of one value are one."""
    fields = {f.id: f for f in known.fields() if f.tenant_values}
    for text, ranges in spans.items():
        best: dict[str, Candidate] = {}
        for candidate in sorted(names.get(text, ()), key=lambda c: (c.how != "exact", name_cost(c))):
            field = str(candidate.properties.get("field", "")) if candidate.model == VALUE else ""
            if field in fields and candidate.how in _MEANT and _is_as_long(text, candidate):
                best.setdefault(field, candidate)
        for field, candidate in best.items():
            for first, last in ranges:
                for meaning in _of_value(known, fields[field], str(candidate.properties["value"])):
                    yield Evidence(meaning, first, last, candidate.how, name_cost(candidate), text)


def _is_as_long(text: str, candidate: Candidate) -> bool:
    """One word is no slip of a value of two: "poeple" is not "People Partner"."""
    return candidate.how != "typo" or len(tokenise(text)) == len(tokenise(str(candidate.properties["value"])))


def _beside_relation(known: Catalogue, evidence: Evidence, spoken: Sequence[Evidence]) -> Evidence:
    """A tag "customer" of tickets, which have a customer: the word is rather that."""
    model, span = evidence.meaning.target.partition(".")[0], (evidence.first, evidence.last)
    is_one = any(e.meaning.kind == "rel" and (e.first, e.last) == span and known.relation(e.meaning.target).model == model for e in spoken)
    return replace(evidence, cost=evidence.cost + MARGIN_OF_EXACT) if is_one else evidence


def _of_value(known: Catalogue, field: Field, value: str) -> Iterator[Meaning]:
    """A value restricts; one that people use as a noun ("bugs", "account executives") also stands for what has it, or for who has that."""
    yield Meaning("where", field.id, value)
    if field.values_are_nouns:
        theirs = is_theirs(known.models, field)
        yield Meaning("noun", PEOPLE, f"{field.id}={value}") if theirs else Meaning("noun", field.model, f"{field.name}={value}")


def is_theirs(models: Mapping[str, Model], field: Field) -> bool:
    """Are people called by the field's values, and one of them stands for all of its kind? A senior welder is a welder."""
    return field.values_are_nouns and not models[field.model].words


def _phrases(known: Catalogue, tokens: Sequence[Token]) -> Iterator[Evidence]:
    for first in range(len(tokens)):
        for last in range(first + 1, min(first + LONGEST_PHRASE, len(tokens)) + 1):
            text = " ".join(t.plain for t in tokens[first:last])
            found = _meanings(known, tokens[first:last])
            for meaning in found:
                yield Evidence(meaning, first, last, "exact", _cost_beside(meaning, found, text), text)


def _cost_beside(meaning: Meaning, others: Sequence[Meaning], text: str) -> int:
    """One "manager" is somebody's rather than one of all managers; "managers" may be either."""
    is_somebodys = any(other.kind == "rel" for other in others) and not _is_plural(text)
    return MARGIN_OF_EXACT if meaning.detail.startswith("is:") and is_somebodys else 0


def _is_plural(text: str) -> bool:
    return len(forms(text.rpartition(" ")[2])) > 1


def _meanings(known: Catalogue, span: Sequence[Token]) -> tuple[Meaning, ...]:
    head, tail = tuple(t.plain for t in span[:-1]), span[-1].plain
    phrases = vocabulary(known)
    found = [_of_many(m) if form != tail else m for form in sorted(forms(tail), key=len, reverse=True) for m in phrases.get((*head, form), ())]
    return tuple(dict.fromkeys(found))


def _of_many(meaning: Meaning) -> Meaning:
    """A relation's noun that was said in the plural."""
    return replace(meaning, detail="plural") if meaning.kind == "rel" else meaning


def _repaired(known: Catalogue, question: str, tokens: Sequence[Token], known_words: Set[int]) -> Iterator[Evidence]:
    """What misspelt words were meant to be."""
    for repair in _spelling(known).repairs(question, tokens, known_words):
        at, text = tokens[repair.first], " ".join(repair.words)
        found = _meanings(known, tuple(Token(word, word, at.first, at.last) for word in repair.words))
        for meaning in found:
            yield Evidence(meaning, repair.first, repair.last, "typo", TYPO_COST * repair.edits + _cost_beside(meaning, found, text), text)


@lru_cache(maxsize=64)
def _spelling(known: Catalogue) -> Spelling:
    return Spelling(tuple(vocabulary(known)))


def _names(
    spans: Mapping[str, Sequence[tuple[int, int]]], names: Mapping[str, Sequence[Candidate]], nameable: Mapping[str, Model],
) -> Iterator[Evidence]:
    for text, ranges in spans.items():
        by_model: dict[str, Candidate] = {}
        for candidate in names.get(text, ()):
            if candidate.model in nameable and names_it(text, candidate, nameable[candidate.model]):
                by_model.setdefault(candidate.model, candidate)
        exact = any(c.how in WHOLE for c in by_model.values())
        for model, best in by_model.items():
            cost = name_cost(best) + (MARGIN_OF_EXACT if exact and best.how not in WHOLE else 0)
            for first, last in ranges:
                yield Evidence(Meaning("name", model), first, last, best.how, cost, text)


def _plausible(evidence: Evidence, tokens: Sequence[Token], known: set[int]) -> bool:
    """A whole name always; else not across a possessive ("Bill's company"), and no misspelt name where the words are good English."""
    inside = range(evidence.first, evidence.last)
    if evidence.how in WHOLE:
        return True
    if any(tokens[i].plain == "'s" for i in inside):
        return False
    return evidence.how not in ("typo", "acronym") or any(looks_like_name(tokens, i, known) for i in inside)


def _unknown(
    spans: Mapping[str, Sequence[tuple[int, int]]], tokens: Sequence[Token], known: set[int], named: Sequence[Evidence],
) -> Iterator[Evidence]:
    """A stretch that looks like a name but is found nowhere: capitals, digits, or a word that is no English."""
    whole = {i for e in named if e.how in WHOLE for i in range(e.first, e.last)}
    found = {(e.first, e.last) for e in named}
    for text, ranges in spans.items():
        for first, last in ranges:
            if (first, last) not in found and not whole & set(range(first, last)) and all_look_like_name(tokens, first, last, known):
                yield Evidence(Meaning("name", "*"), first, last, "unknown", UNKNOWN_COST - (last - first), text)
