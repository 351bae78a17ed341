"""The lattice: every way in which words of a question may mean something of the catalogue, of the tenant, or of the language.

Overlaps are kept, each as likely as it is beside the others; the chart decides. Knows no grammar.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace

from agent.catalogue import SAME_PERSON, Catalogue
from agent.language.effort import A_WORD, spend
from agent.language.words import Token
from agent.understand.grammar import sources
from agent.understand.grammar.evidence import Evidence, Known
from agent.understand.grammar.naming import WHOLE, is_written_as_name, name_spans
from agent.understand.grammar.sources import MARGIN_OF_EXACT, Spans, is_plural, is_theirs, nouns_for, opens, plausible
from agent.understand.grammar.vocabulary import PEOPLE
from kg.names import fold

_NOUNS = frozenset({"noun", "is", "is_not", "rel", "field", "metric"})
_STRUCTURE = frozenset({"focus", "count", "per", "each", "hole", "idle", "for", "ours", "all", "only", "me", "not", "lack", "unit", "currency",
                        "whether", "never", "either"})
_OPENING = frozenset({"whether"})      # words that only mean this where a question begins
_SUBJECTS = frozenset({"i", "we", "they", "he", "she"})
_VERBS = frozenset({"is", "forward", "backward", "done"})
_OBLIGING = frozenset({"have", "has", "had", "need", "needs", "needed", "got", "ought", "left", "remain", "remains", "remaining", "yet", "still"})


def lattice(known: Catalogue, question: str, tokens: Sequence[Token], around: Known) -> tuple[Evidence, ...]:
    """All evidence of a question. Raises TooComplex once more was looked up than effort allows."""
    spend(A_WORD * len(tokens))
    names, calendar = around.names, around.calendar
    plausible_phrases = (e for e in sources.phrases(known, tokens) if not (_is_no_verb(e, tokens) or _is_no_noun(e, tokens)))
    phrases_said = _unsplit([e for e in plausible_phrases if e.meaning.kind not in _OPENING or opens(tokens, e.first)])
    phrases_said = [e for e in phrases_said if not _is_owed(e, tokens, phrases_said)]
    spoken = tuple(replace(e, cost=e.cost + 1) if _is_of_count(e, phrases_said) else e for e in _states_first(phrases_said))
    measured = (*sources.periods(known, tokens, calendar, around.last), *sources.quantities(tokens))
    known_words = {i for e in (*spoken, *measured) for i in range(e.first, e.last)}
    repaired = tuple(sources.repaired(known, question, tokens, known_words))
    nameable = {m.id: m for m in known.models.values() if m.nameable}
    spans = _undated(name_spans(question, tokens), tokens, measured)
    named = tuple(e for e in sources.names(spans, names, nameable) if plausible(e, tokens, known_words))
    values = tuple(_beside_relation(known, e, spoken) for e in sources.values(known, spans, names) if plausible(e, tokens, known_words))
    unknown = tuple(sources.unknown(spans, tokens, known_words, (*named, *values)))
    named = tuple(e for e in named if not _is_same_person(e, named) and not _is_place_of_value(e, values))
    whole = {(e.first, e.last) for e in (*named, *values) if e.how in WHOLE}
    listed = {(e.first, e.last) for e in named if e.how in WHOLE and "," in e.text}
    named, values = (tuple(e for e in each if not _is_inside((e.first, e.last), listed)) for each in (named, values))      # "Clerk, Sales" is one job
    phrases = {(e.first, e.last) for e in (*spoken, *repaired) if e.last - e.first > 1 and e.meaning.kind not in _STRUCTURE}
    nouns = {(e.first, e.last) for e in spoken if e.meaning.kind == "noun"}
    values = tuple(e for e in values if not ((e.first, e.last) in nouns and _is_other_form(known, e)))
    named = tuple(e for e in named if (e.first, e.last) not in nouns or _is_called_so(known, e, tokens))
    done = {(e.first, e.last) for e in spoken if e.meaning.kind == "field" and is_theirs(known.models, known.field(e.meaning.target))}
    spoken = tuple(replace(e, cost=e.cost + MARGIN_OF_EXACT) if (e.first, e.last) in done and _is_what_one_does(e, named) else e for e in spoken)
    counts = {e.last - 1 for e in spoken if e.meaning.kind == "count" and e.last - e.first > 1}
    spoken = tuple(replace(e, cost=e.cost + 1) if _is_counting(e, counts) else e for e in _own_words_first(known, spoken, values))
    weighed = (_weighed(e, tokens, {(n.first, n.last) for n in named}, whole, phrases, nouns) for e in (*spoken, *repaired, *named))
    values = tuple(replace(e, cost=e.cost + MARGIN_OF_EXACT) if _is_inside((e.first, e.last), whole) else e for e in values)
    return (*weighed, *measured, *values, *unknown, *sources.spoken_of(known, tokens, around))


def _own_words_first(known: Catalogue, spoken: Sequence[Evidence], values: Sequence[Evidence]) -> Iterator[Evidence]:
    """Where the tenant's app has a status "Parked", that one is meant, not everything on hold."""
    own = {(e.first, e.last) for e in values if e.meaning.kind == "where" and known.field(e.meaning.target).native}
    for e in spoken:
        yield replace(e, cost=e.cost + MARGIN_OF_EXACT) if (e.first, e.last) in own and e.meaning.kind in ("is", "where") else e


def _is_counting(evidence: Evidence, counts: Set[int]) -> bool:
    """"The number of contacts" counts them rather than telling their number."""
    return evidence.meaning.kind == "field" and evidence.text == "number" and evidence.last in counts


def _is_owed(evidence: Evidence, tokens: Sequence[Token], spoken: Sequence[Evidence]) -> bool:
    """Does a verb say what still has to be done: "yet to be paid", "tickets to close"? Then it is neither done nor is it told by when."""
    if evidence.meaning.kind not in _VERBS and evidence.meaning.detail != "when":
        return False
    said = [t.plain for t in tokens[max(0, evidence.first - 3) : evidence.first]]
    if evidence.text.startswith("to be "):
        return said[-1:] in (["still"], ["yet"])
    passive = said[-1:] in (["be"], ["get"])
    before = said[:-1] if passive else said
    if before[-1:] != ["to"]:
        return False
    at, model = evidence.first - 1 - passive, evidence.meaning.target.partition(".")[0]
    is_behind_noun = any(e.last == at and e.meaning.kind == "noun" and e.meaning.target == model for e in spoken)
    return passive or is_behind_noun or not _OBLIGING.isdisjoint(before)


def _is_what_one_does(evidence: Evidence, named: Sequence[Evidence]) -> bool:
    """Is one "role" rather what somebody does than an opening? Not beside the opening's name: "the Senior Buyer role"."""
    beside = any(n.meaning.target == evidence.meaning.target and evidence.first in (n.last, n.first - 1) for n in named)
    return evidence.meaning.kind == "noun" and not is_plural(evidence.text) and not beside


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


def _is_no_noun(evidence: Evidence, tokens: Sequence[Token]) -> bool:
    """Right behind who did it stands what was done: "we invoice" are no invoices."""
    is_noun = evidence.meaning.kind == "noun" and evidence.meaning.detail != "verb"
    return is_noun and evidence.first > 0 and tokens[evidence.first - 1].plain in _SUBJECTS


def _is_of_count(evidence: Evidence, spoken: Sequence[Evidence]) -> bool:
    """The "number" of "what's the number of": rather how many than a telephone number."""
    counts = [e for e in spoken if e.meaning.kind == "count"]
    return evidence.meaning.kind == "field" and any(c.first <= evidence.first and evidence.last <= c.last and c.last - c.first > 1 for c in counts)


def _undated(
    spans: Mapping[str, Sequence[tuple[int, int]]], tokens: Sequence[Token], measured: Sequence[Evidence],
) -> Mapping[str, Sequence[tuple[int, int]]]:
    """The stretches that may be names, but for the number of a time ("in 2026"), which may be somebody's staff number as well."""
    times = [e for e in measured if e.meaning.kind == "period" and e.last - e.first > 1]
    dated = {i for e in times for i in range(e.first, e.last) if tokens[i].plain.isdigit()}
    return {text: kept for text, ranges in spans.items() if (kept := [r for r in ranges if not dated.issuperset(range(*r))])}


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


def _weighed(evidence: Evidence, tokens: Sequence[Token], names: Spans, whole: Spans, phrases: Spans, nouns: Spans) -> Evidence:
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
    return is_written_as_name(tokens[evidence.first]) or any((word,) in nouns_for(known, evidence.meaning.target) for word in beside)


def _is_inside(span: tuple[int, int], longer: Spans) -> bool:
    """Is a stretch a part of a longer one: "Customer", a tag, of the project "Customer Support"?"""
    return any(first <= span[0] and span[1] <= last and (first, last) != span for first, last in longer)


def _is_other_form(known: Catalogue, evidence: Evidence) -> bool:
    """"My customers" are customers, not what is tagged "customer": a value that only limits is said as it stands."""
    limits = evidence.meaning.kind == "where" and not known.field(evidence.meaning.target).values_are_nouns
    return limits and fold(evidence.text) != fold(evidence.meaning.detail)


def _beside_relation(known: Catalogue, evidence: Evidence, spoken: Sequence[Evidence]) -> Evidence:
    """A tag "customer" of tickets, which have a customer: the word is rather that."""
    model, span = evidence.meaning.target.partition(".")[0], (evidence.first, evidence.last)
    is_one = any(e.meaning.kind == "rel" and (e.first, e.last) == span and known.relation(e.meaning.target).model == model for e in spoken)
    return replace(evidence, cost=evidence.cost + MARGIN_OF_EXACT) if is_one else evidence
