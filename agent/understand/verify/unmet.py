"""Words of the message that say a condition, a relation, a value or a name, and that the plan has nothing for.

Found with the words of the catalogue and what the graph holds for the message, whatever the wording around them; a message in a language that
the catalogue has no words of is held against names and values only. It refuses nothing: the model is asked where they are in its plan.
"""

from collections.abc import Iterator, Mapping, Sequence

from agent.catalogue import HUBS, Catalogue
from agent.language.words import tokens
from agent.plan.algebra import Goal, Me, parts
from agent.understand.grammar.evidence import VALUE, Evidence
from agent.understand.grammar.sources import phrases
from agent.understand.grammar.vocabulary import Meaning
from agent.understand.verify import Doubt
from agent.understand.verify.used import Used, fields_of, used_by
from kg.names import fold, name_words
from kg.resolve import Candidate

_SAYS = frozenset({"is", "is_not", "where", "rel", "place"})      # and nouns for records of a kind; verbs such as "got" say too little
_ASKERS = frozenset({"my", "mine", "my own"})
_OF_FIELDS = frozenset({"field", "most", "than"})
_PEOPLE_AT_LARGE = frozenset({"who", "anyone"})
_NO_KIND = _PEOPLE_AT_LARGE | {"", "verb"}
_CALLED = frozenset({"exact", "alias", "email", "part"})


def unmet_words(
    catalogue: Catalogue, message: str, goals: Sequence[Goal], texts: Sequence[str], candidates: Mapping[str, Sequence[Candidate]],
) -> Iterator[Doubt]:
    """One doubt for each stretch of the message. `texts`: those of the plan as it was written; `candidates`: what the graph has for the message."""
    if not goals:
        return
    used = used_by(catalogue, texts, goals)
    known = list(phrases(catalogue, tokens(message)))
    words = dict.fromkeys(text for text, meant in _longest(known).items() if not any(_is_met(catalogue, used, e) for e in meant))
    spoken = {e.text for e in known}
    called = dict.fromkeys(text for text, found in candidates.items() if text.lower() not in spoken and _is_unused(used, text, found))
    asker = _asker_unused(known, goals)
    for text in {**words, **called, **asker}:
        yield Doubt("condition", f'the message says "{text}", and the plan has nothing for it: add it, or keep the plan if it has it in another form')


def _asker_unused(known: Sequence[Evidence], goals: Sequence[Goal]) -> dict[str, None]:
    """The word for the asker ("my"), where the plan has nothing of theirs."""
    if any(isinstance(part, Me) for goal in goals for part in parts(goal)):
        return {}
    return dict.fromkeys(e.text for e in known if e.meaning.kind == "me" and e.text in _ASKERS)


def _longest(known: Sequence[Evidence]) -> dict[str, list[Evidence]]:
    """By stretch that is inside no longer one, what it and the words in it may say of records."""
    spans = {(e.first, e.last) for e in known}
    whole = {s for s in spans if not any(o != s and o[0] <= s[0] and s[1] <= o[1] for o in spans)}
    found: dict[str, list[Evidence]] = {}
    for each in known:
        for text in {e.text for e in known if (e.first, e.last) in whole and e.first <= each.first and each.last <= e.last}:
            found.setdefault(text, []).append(each)
    return {text: each for text, each in found.items() if any(_says_condition(e) and e.text == text for e in each)}


def _says_condition(evidence: Evidence) -> bool:
    return evidence.meaning.kind in _SAYS or (evidence.meaning.kind == "noun" and evidence.meaning.detail not in _NO_KIND)


def _is_met(catalogue: Catalogue, used: Used, evidence: Evidence) -> bool:
    meaning = evidence.meaning
    if meaning.kind != "noun" and meaning.kind not in _SAYS | _OF_FIELDS:
        return True
    if fold(evidence.text) in used.text or meaning.detail in _PEOPLE_AT_LARGE:
        return True
    if meaning.kind == "noun" and meaning.detail not in _NO_KIND:
        return _is_kind_met(used, meaning)
    if meaning.target in used.ids or (meaning.kind == "noun" and _is_same_kind(catalogue, used, meaning.target)):
        return True
    owner, _, name = meaning.target.partition(".")
    predicate = catalogue.models[owner].predicates.get(name) if owner in catalogue.models else None
    return predicate is not None and not used.ids.isdisjoint(fields_of(predicate))


def _is_same_kind(catalogue: Catalogue, used: Used, model: str) -> bool:
    """Does the plan use records that the word for these may mean as well: "people" are contacts or candidates, a company is one of another app?"""
    others = {m.id for m in catalogue.models.values() if m.is_person} if catalogue.models[model].is_person else set()
    return not used.ids.isdisjoint(others.union(*(pair for pair in HUBS if model in pair)))


def _is_kind_met(used: Used, meaning: Meaning) -> bool:
    """A noun that means records of a kind: "contractors" are employees of whom something is so, "calls" are engagements with that value."""
    name, _, value = meaning.detail.removeprefix("is:").partition("=")
    return f"{meaning.target}.{name}" in used.ids and (not value or fold(value) in used.text)


def _is_unused(used: Used, text: str, found: Sequence[Candidate]) -> bool:
    """Is something called just so, and nothing of it in the plan?"""
    if not any(c.how in _CALLED for c in found):
        return False
    values = [str(c.properties.get("value", "")) for c in found if c.model == VALUE]
    words = {word for name in (text, *values, *(c.name for c in found)) for word in name_words(name)}
    return not any(word in used.text for word in words)
