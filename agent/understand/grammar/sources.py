"""The sources of evidence: words of the catalogue and the house, slips, names and values of the graph, times, numbers, and words that point back.

Each source tells all that it finds; how likely that is beside the others is not decided here.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace
from functools import lru_cache

import simplemma

from agent.catalogue import SAME_COMPANY, Catalogue, Field, Model
from agent.language.words import Token, empty_tokens, forms, phrase
from agent.language.words import tokens as tokenise
from agent.plan.algebra import Goal, Groups, Is, Named, parts
from agent.plan.periods import Calendar, Interval
from agent.understand.grammar.back import (
    edit_phrases,
    kind_words,
    may_be_it,
    of_kind,
    one_person,
    pointed_at,
    rows_in_order,
    sole_company,
    subject,
)
from agent.understand.grammar.dates import find_periods
from agent.understand.grammar.evidence import LONGEST_PHRASE, VALUE, Evidence, Known
from agent.understand.grammar.items import TODAY
from agent.understand.grammar.naming import TYPO_COST, WHOLE, all_look_like_name, looks_like_name, name_cost, names_it
from agent.understand.grammar.numbers import find_quantities
from agent.understand.grammar.typos import Spelling
from agent.understand.grammar.vocabulary import PEOPLE, Meaning, vocabulary
from kg.resolve import Candidate

MARGIN_OF_EXACT = 3                     # where a whole name is found, a part of another one is no rival
UNKNOWN_COST = 12
_MEANT = WHOLE | {"typo"}
_POSSESSIVE = frozenset({"their", "its", "his", "her"})
_OF_THINGS = frozenset({("it",), ("its",)})
_BINDING = frozenset({"with", "and", "of", "have", "has", "had"})       # before a word for whose, which is then of what was named before
Spans = Set[tuple[int, int]]            # first token, and the one after the last


def opens(tokens: Sequence[Token], first: int) -> bool:
    """Does a question begin here, but for words without content? Only there "is" wants a yes or a no."""
    return empty_tokens(tokens).issuperset(range(first))


def spoken_of(known: Catalogue, tokens: Sequence[Token], around: Known) -> Iterator[Evidence]:
    """The company's own name, and words that point at what the last answer was about."""
    node = subject(around.last) if around.last is not None else None
    if around.last is not None and around.is_next:
        node = sole_company(around.last) or node
    adds = around.is_next or any(t.plain == "and" and opens(tokens, i) for i, t in enumerate(tokens))     # then both people may still be spoken of
    she = one_person(known, around.last, adds=adds, told_asker=around.told_asker) if around.last is not None else ()
    own = {phrase(name) for name in around.own}
    others = edit_phrases("person") | (edit_phrases("single") if isinstance(around.last, Groups) else frozenset())
    back = edit_phrases("back") - others - (frozenset() if may_be_it(known, node) else _OF_THINGS)
    nouns = nouns_for(known, node.model) if node is not None else frozenset()
    for first in range(len(tokens)):
        for last in range(first + 1, min(first + LONGEST_PHRASE, len(tokens)) + 1):
            said = tuple(t.plain for t in tokens[first:last])
            is_back = said in back and not (said == ("each",) and _is_before_noun(known, tokens, last)) and not _is_bound(known, tokens, first)
            if node is not None and (is_back or pointed_at(said, nouns)):
                longer = (tuple(t.plain for t in tokens[first:end]) for end in range(last + 1, last + LONGEST_PHRASE))
                is_part = len(said) == 1 and any(pointed_at(each, nouns) for each in longer)        # "that manager" is not the manager of that
                yield Evidence(Meaning("back", node.model), first, last, "exact", MARGIN_OF_EXACT * is_part, " ".join(said), value=node)
            yield from _of_kind(around.last, said, first, last)
            if node is not None and node.model != PEOPLE and said in edit_phrases("mine") and not _is_bound(known, tokens, first):
                yield Evidence(Meaning("mine", node.model), first, last, "exact", 2 if around.is_next else 0, " ".join(said))
            for one in she if said in edit_phrases("person") else ():
                yield Evidence(Meaning("back", one.model), first, last, "exact", 0, " ".join(said), value=one)
            if said in own:
                yield Evidence(Meaning("ours", "ours"), first, last, "exact", 0, " ".join(said))


@lru_cache(maxsize=256)
def nouns_for(known: Catalogue, model: str) -> frozenset[tuple[str, ...]]:
    """What things of a model are called, also as somebody's: a person is a colleague, and may be the manager or the owner."""
    same = {model, *(b for a, b in SAME_COMPANY if a == model), *(a for a, b in SAME_COMPANY if b == model)}
    own = (text for each in same if each in known.models for text in known.models[each].words)
    as_relation = (text for r in known.relations() if r.to == model for text in r.words)
    kinds = (text for p in known.models[model].predicates.values() for text in p.nouns) if model in known.models else ()
    return frozenset((*said[:-1], form) for text in (*own, *as_relation, *kinds) if (said := phrase(text)) for form in (said[-1], f"{said[-1]}s"))


def says_kind(known: Catalogue, question: str, named: Named) -> bool:
    """Does a noun of the name's kind stand beside it: "the engineering team"?"""
    said, name = tuple(t.plain for t in tokenise(question)), phrase(named.mention)
    at = next((i for i in range(len(said)) if said[i : i + len(name)] == name), None)
    beside = () if at is None else (said[at - 1 : at], said[at + len(name) : at + len(name) + 1])
    return any(word in nouns_for(known, named.model) for word in beside)


def _is_before_noun(known: Catalogue, tokens: Sequence[Token], place: int) -> bool:
    """"Each manager" is none of those spoken of."""
    return place < len(tokens) and any(m.kind in ("noun", "rel") for m in _meanings(known, tokens[place : place + 1]))


def _is_bound(known: Catalogue, tokens: Sequence[Token], place: int) -> bool:
    """"All employees with their city", "deals that I own", "which accounts are mine": of what was named before in the same message."""
    said, ends = tokens[place].plain, [place] if tokens[place].plain == "that" else range(1, place)
    binds = said in ("that", "mine") or (said in _POSSESSIVE and place > 0 and tokens[place - 1].plain in _BINDING)
    return binds and any(m.kind == "noun" for last in ends for first in range(last) for m in _meanings(known, tokens[first:last]))


def _of_kind(goal: Goal | None, said: tuple[str, ...], first: int, last: int) -> Iterator[Evidence]:
    if goal is None:
        return
    one = of_kind(goal, kind_words()[said]) if said in kind_words() else rows_in_order(goal).get(said)
    if one is not None:
        yield Evidence(Meaning("back", one.model), first, last, "exact", 0, " ".join(said), value=one)


def periods(known: Catalogue, tokens: Sequence[Token], calendar: Calendar, last: Goal | None = None) -> Iterator[Evidence]:
    is_ahead = any(p.first is not None and p.first >= calendar.today for p in parts(last) if isinstance(p, Interval))      # "and on the 22nd?"
    is_ahead = is_ahead or any(known.predicate(p.predicate).is_state for p in parts(last) if isinstance(p, Is))             # who is off then?
    for found in find_periods(tokens, calendar, unsaid="either" if is_ahead else "unsaid"):
        is_today = (found.period.first, found.period.last) == calendar.ahead("day", 0)
        meaning = Meaning("period", found.period.said, TODAY if is_today else "")
        yield Evidence(meaning, found.first, found.last, "exact", 0, found.period.said, found.note, found.period)


def quantities(tokens: Sequence[Token]) -> Iterator[Evidence]:
    for found in find_quantities(tokens):
        said = f"{found.quantity.number} {found.quantity.unit or ''}".strip()
        if found.op == "=":
            yield Evidence(Meaning("quantity", said), found.first, found.last, "exact", 0, said, value=found.quantity)
        else:
            yield Evidence(Meaning("compared", found.op, said), found.first, found.last, "exact", 0, said, value=found.quantity)


def values(
    known: Catalogue, spans: Mapping[str, Sequence[tuple[int, int]]], names: Mapping[str, Sequence[Candidate]],
) -> Iterator[Evidence]:
    """Values of fields that are the tenant's own words: a job title, a ticket type, a city. Spellings of one value are one."""
    fields = {f.id: f for f in known.fields() if f.tenant_values or f.native}
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


def _of_value(known: Catalogue, field: Field, value: str) -> Iterator[Meaning]:
    """A value restricts; one that people use as a noun ("bugs", "account executives") also stands for what has it, or for whoever has that."""
    yield Meaning("where", field.id, value)
    if field.values_are_nouns:
        theirs = is_theirs(known.models, field)
        yield Meaning("noun", PEOPLE, f"{field.id}={value}") if theirs else Meaning("noun", field.model, f"{field.name}={value}")


def is_theirs(models: Mapping[str, Model], field: Field) -> bool:
    """Are people called by the field's values, and one of them stands for all of its kind? A senior welder is a welder."""
    return field.values_are_nouns and not models[field.model].words


def phrases(known: Catalogue, tokens: Sequence[Token]) -> Iterator[Evidence]:
    for first in range(len(tokens)):
        for last in range(first + 1, min(first + LONGEST_PHRASE, len(tokens)) + 1):
            text = " ".join(t.plain for t in tokens[first:last])
            found = _meanings(known, tokens[first:last])
            before = {t.plain for t in tokens[max(0, first - 4) : first]}
            if "did" in before and before.isdisjoint(("not", "n't")):           # "did we hire": who was hired
                found = tuple(dict.fromkeys((*found, *(m for past in _pasts(known).get(text, ()) for m in vocabulary(known)[past]))))
            for meaning in found:
                yield Evidence(meaning, first, last, "exact", _cost_beside(meaning, found, text), text)


@lru_cache(maxsize=64)
def _pasts(known: Catalogue) -> Mapping[str, Sequence[tuple[str, ...]]]:
    """What was done, by its verb's plain form: "hire" is "hired"."""
    found = defaultdict[str, list[tuple[str, ...]]](list)
    for said, meanings in vocabulary(known).items():
        base = simplemma.lemmatize(said[0], lang="en") if said and said[0].endswith("ed") else ""
        if base and base != said[0] and any(m.kind in ("is", "forward", "backward") for m in meanings):
            found[" ".join((base, *said[1:]))].append(said)
    return found


def _cost_beside(meaning: Meaning, others: Sequence[Meaning], text: str) -> int:
    """One "manager" is somebody's rather than one of all managers; "managers" may be either."""
    is_somebodys = any(other.kind == "rel" for other in others) and not is_plural(text)
    return MARGIN_OF_EXACT if meaning.detail.startswith("is:") and is_somebodys else 0


def is_plural(text: str) -> bool:
    return len(forms(text.rpartition(" ")[2])) > 1


def _meanings(known: Catalogue, span: Sequence[Token]) -> tuple[Meaning, ...]:
    head, tail = tuple("is" if t.plain == "'s" and len(span) > 1 else t.plain for t in span[:-1]), span[-1].plain
    found = [(m, form) for form in sorted(forms(tail), key=len, reverse=True) for m in vocabulary(known).get((*head, form), ())]
    return tuple(dict.fromkeys(replace(m, detail="plural") if m.kind == "rel" and form != tail else m for m, form in found))


def repaired(known: Catalogue, question: str, tokens: Sequence[Token], known_words: Set[int]) -> Iterator[Evidence]:
    """What misspelt words were meant to be."""
    for repair in _spelling(known).repairs(question, tokens, known_words):
        at, text = tokens[repair.first], " ".join(repair.words)
        found = _meanings(known, tuple(Token(word, word, at.first, at.last) for word in repair.words))
        for meaning in found:
            yield Evidence(meaning, repair.first, repair.last, "typo", TYPO_COST * repair.edits + _cost_beside(meaning, found, text), text)


@lru_cache(maxsize=64)
def _spelling(known: Catalogue) -> Spelling:
    return Spelling(tuple(vocabulary(known)))


def names(
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


def plausible(evidence: Evidence, tokens: Sequence[Token], known: set[int]) -> bool:
    """A whole name always; else not across a possessive ("Bill's company"), and no misspelt name where the words are good English."""
    inside = range(evidence.first, evidence.last)
    if evidence.how in WHOLE:
        return True
    if any(tokens[i].plain == "'s" for i in inside):
        return False
    return evidence.how not in ("typo", "acronym") or any(looks_like_name(tokens, i, known) for i in inside)


def unknown(
    spans: Mapping[str, Sequence[tuple[int, int]]], tokens: Sequence[Token], known: set[int], named: Sequence[Evidence],
) -> Iterator[Evidence]:
    """A stretch that looks like a name but is found nowhere: capitals, digits, or a word that is no English."""
    whole = {i for e in named if e.how in WHOLE for i in range(e.first, e.last)}
    found = {(e.first, e.last) for e in named}
    for text, ranges in spans.items():
        for first, last in ranges:
            if (first, last) not in found and not whole & set(range(first, last)) and all_look_like_name(tokens, first, last, known):
                yield Evidence(Meaning("name", "*"), first, last, "unknown", UNKNOWN_COST - (last - first), text)
