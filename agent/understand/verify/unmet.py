"""Words of the message that say a condition, a relation, a value or a name, and that the plan has nothing for.

Found with the words of the catalogue and what the graph holds for the message, whatever the wording around them; of a message in another language
that are the words in which the model says it in English. It refuses nothing: the model is asked where they are in its plan.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from agent.catalogue import Catalogue
from agent.plan.algebra import Goal, Me, parts
from agent.understand.grammar.back import edit_phrases
from agent.understand.grammar.evidence import VALUE, Evidence
from agent.understand.grammar.paths import MY_TEAM
from agent.understand.grammar.vocabulary import Meaning
from agent.understand.verify import Doubt
from agent.understand.verify.row_kinds import unplanned_rows
from agent.understand.verify.used import Used, alike, fields_of, models_behind, used_by
from kg.names import fold, name_words
from kg.resolve import Candidate

_SAYS = frozenset({"is", "is_not", "where", "rel"})      # and nouns for records of a kind; "got" and "sit" say too little
_ASKERS = frozenset({"my", "mine", "my own"})
_BEFORE_ASKER = frozenset({"theirs", "whether", "forward", "backward", "done"})
_OF_FIELDS = frozenset({"field", "most", "than"})
_PEOPLE_AT_LARGE = frozenset({"who", "anyone"})
_VERBS = frozenset({"forward", "backward", "done"})      # of a relation
_OF_ASKER = _SAYS | _OF_FIELDS | _VERBS | _BEFORE_ASKER | {"noun"}
_NEAR = 2                                # words behind the asker in which it is said what is theirs, or what they do
_OF_RECORDS = frozenset({"is", "field", "forward", "backward", "done"})
_NO_KIND = _PEOPLE_AT_LARGE | {"", "verb"}
_WHOLE = frozenset({"exact", "alias", "email"})
_CALLED = _WHOLE | {"part"}


def unmet_words(
    catalogue: Catalogue, heard: Sequence[Evidence], goals: Sequence[Goal], texts: Sequence[str], candidates: Mapping[str, Sequence[Candidate]],
    own: Collection[tuple[int, int]] = (),
) -> Iterator[Doubt]:
    """One doubt for each stretch of the message. `heard`: what its stretches may mean; `texts`: those of the plan as it was written;
    `candidates`: what the graph has for the message; `own`: stretches that mean what the person said, and that the plan has."""
    if not goals:
        return
    used = used_by(catalogue, texts, goals)
    known = [each for each in heard if not any(each.first >= first and each.last <= last for first, last in own)]
    if any(e.meaning.kind == "not" for e in known):     # "not closed" is another condition on the same field
        used = replace(used, compared=used.ids)
    words = dict.fromkeys(text for text, meant in _longest([e for e in known if _is_of_these(used, e) and _is_of_noun(known, e)]).items()
                          if _may_be_meant(used, meant, text) and not any(_is_met(catalogue, used, e, text) for e in meant))
    spoken = {e.text for e in known}
    called = dict.fromkeys(text for text, found in candidates.items() if text.lower() not in spoken and _is_unused(used, text, found))
    asker = _asker_unused([e for e in known if e.meaning.kind not in _OF_RECORDS or _is_of(used, e)], goals)
    rows = unplanned_rows(catalogue, known, goals)
    for text in {**words, **called, **asker, **_currencies_unused(used, known), **rows}:
        yield Doubt("condition", f'the message says "{text}", and the plan has nothing for it: add it, or keep the plan if it has it in another form')
    for text in _fields_unused(catalogue, used, known):
        yield Doubt("field", f'the message says "{text}", and the plan has another field or none: use it, or keep the plan if it means that')


def _fields_unused(catalogue: Catalogue, used: Used, known: Sequence[Evidence]) -> dict[str, None]:
    """Words for nothing but fields, of records that the plan is about or that these lead to, none of which it uses."""
    unused = dict[str, None]()
    near = used.ids.union(r.to for each in used.ids if each in catalogue.models for r in catalogue.models[each].relations.values() if not r.many)
    for text, meant in _stretches(known).items():
        whole = [e.meaning for e in meant if e.text == text]
        is_of_these = any(each.target.partition(".")[0] in near for each in whole)
        if is_of_these and all(each.kind == "field" for each in whole) and not any(_is_met(catalogue, used, e, text) for e in meant):
            unused[text] = None
    return unused


def _currencies_unused(used: Used, known: Sequence[Evidence]) -> dict[str, None]:
    """Words for currencies of which the plan says nothing."""
    return dict.fromkeys(e.text for e in known if e.meaning.kind == "currency" and fold(e.meaning.target) not in used.text)


def _asker_unused(known: Sequence[Evidence], goals: Sequence[Goal]) -> dict[str, None]:
    """The words for the asker, where the plan has nothing of theirs: "my", and "I" and "me" where they belong to what is asked and not to the asking.

    That is behind a verb that asks ("have I won") and behind a relation ("assigned to me"), and before words of the catalogue: it has none for "my
    scanner", and "how do I reset it" asks nothing of the asker.
    """
    if any(isinstance(part, Me) or part == MY_TEAM for goal in goals for part in parts(goal)):
        return {}
    return dict.fromkeys(e.text for e in known if e.meaning.kind == "me" and _is_owner(known, e))


def _is_owner(known: Sequence[Evidence], asker: Evidence) -> bool:
    """Is something of the asker's asked for?"""
    before = {e.meaning.kind for e in known if e.last == asker.first}
    behind = {e.meaning.kind for e in known if e.first in range(asker.last, asker.last + _NEAR)}
    is_object = not before.isdisjoint(_VERBS | _SAYS)
    has_verb = asker.text in _ASKERS or not before.isdisjoint(_BEFORE_ASKER)
    return has_verb and (is_object or not behind.isdisjoint(_OF_ASKER))


def _is_of_these(used: Used, evidence: Evidence) -> bool:
    """May it be said of the records of a plan? What "still open" says of invoices does not hide "open" in it, said of tickets."""
    return evidence.meaning.kind not in _SAYS | _OF_FIELDS or _is_of(used, evidence)


def _is_of_noun(known: Sequence[Evidence], evidence: Evidence) -> bool:
    """May a condition be said of the records whose noun stands behind it: "open" of jobs in "per open job"?"""
    nouns = {e.meaning.target for e in known if e.first == evidence.last and e.meaning.kind == "noun"}
    owners = {e.meaning.target.partition(".")[0] for e in known if (e.first, e.last) == (evidence.first, evidence.last) and e.meaning.kind == "is"}
    return evidence.meaning.kind != "is" or nouns.isdisjoint(owners) or evidence.meaning.target.partition(".")[0] in nouns


def _is_of(used: Used, evidence: Evidence) -> bool:
    return evidence.meaning.target.partition(".")[0] in used.ids


def _longest(known: Sequence[Evidence]) -> dict[str, list[Evidence]]:
    """By stretch that says a condition and is inside no longer one, what it and the words in it may say of records."""
    return {text: each for text, each in _stretches(known).items() if any(_says_condition(e) and e.text == text for e in each)}


def _stretches(known: Sequence[Evidence]) -> dict[str, list[Evidence]]:
    """By stretch that is inside no longer one, what it and the words in it may mean."""
    spans = {(e.first, e.last) for e in known}
    whole = {s for s in spans if not any(o != s and o[0] <= s[0] and s[1] <= o[1] for o in spans)}
    found: dict[str, list[Evidence]] = {}
    for each in known:
        for text in {e.text for e in known if (e.first, e.last) in whole and e.first <= each.first and each.last <= e.last}:
            found.setdefault(text, []).append(each)
    return found


def _says_condition(evidence: Evidence) -> bool:
    return evidence.meaning.kind in _SAYS or (evidence.meaning.kind == "noun" and evidence.meaning.detail not in _NO_KIND)


def _may_be_meant(used: Used, meant: Sequence[Evidence], stretch: str) -> bool:
    """Does a stretch say records, or something of such as the plan is about? "Got" says nothing of tickets, and "out" of offers."""
    return any(e.meaning.kind == "noun" or e.meaning.target.partition(".")[0] in used.ids for e in meant if e.text == stretch)


def _is_met(catalogue: Catalogue, used: Used, evidence: Evidence, stretch: str) -> bool:
    """Is one meaning of a stretch, or of words in it, in the plan? A whole one that says nothing of records has nothing to meet."""
    meaning = evidence.meaning
    if meaning.kind != "noun" and meaning.kind not in _SAYS | _OF_FIELDS:
        return evidence.text == stretch
    if fold(evidence.text) in used.text or meaning.detail in _PEOPLE_AT_LARGE or _ends_name_of_field(catalogue, used, evidence.text):
        return True
    if meaning.kind == "noun" and (meaning.detail not in _NO_KIND or _has_each(catalogue, used, meaning.target)):
        return _has_each(catalogue, used, meaning.target) or _is_kind_met(catalogue, used, meaning)
    return _is_target_met(catalogue, used, meaning)


def _ends_name_of_field(catalogue: Catalogue, used: Used, text: str) -> bool:
    """Is it what a field of the plan is called in short: the "address" of an e-mail address?"""
    fields = (catalogue.models[owner].fields.get(name) for owner, _, name in (each.partition(".") for each in used.ids) if owner in catalogue.models)
    return any(word.endswith(f" {text}") for field in fields if field is not None for word in field.words)


def _is_target_met(catalogue: Catalogue, used: Used, meaning: Meaning) -> bool:
    """Is the part of the catalogue that a word means in the plan, or what says the same?"""
    if meaning.kind == "rel" and catalogue.relation(meaning.target).means_people_of_asker and _leads_to_own_kind(catalogue, used, meaning):
        return True
    if meaning.target in used.ids | used.behind or (meaning.kind == "noun" and _is_same_kind(catalogue, used, meaning.target)):
        return True
    owner, _, name = meaning.target.partition(".")
    predicate = catalogue.models[owner].predicates.get(name) if owner in catalogue.models else None
    if predicate is None:
        return False
    if behind := models_behind(predicate):      # it follows from records of these: "off" from time off
        return not behind.isdisjoint(used.ids)
    if predicate.all == (f"{predicate.time} filled",) and owner in used.ids:        # "applied" says no more than that there is an application
        return True
    if not predicate.all:               # it is made of relations: "my team"
        return _leads_to_own_kind(catalogue, used, meaning)
    return not fields_of(predicate).isdisjoint(used.compared)


def _has_each(catalogue: Catalogue, used: Used, model: str) -> bool:
    """Has each record that the plan is about one of the model? "Overdue from customers" says nothing more than overdue invoices."""
    relations = (r for each in used.ids if each in catalogue.models for r in catalogue.models[each].relations.values())
    return any(r.to == model and r.default and not r.many for r in relations)


def _leads_to_own_kind(catalogue: Catalogue, used: Used, meaning: Meaning) -> bool:
    """Does the plan use a relation between records of the model: people who report to somebody?"""
    model = meaning.target.partition(".")[0]
    return any(relation.id in used.ids for relation in catalogue.models[model].relations.values() if relation.to == model)


def _is_same_kind(catalogue: Catalogue, used: Used, model: str) -> bool:
    """Does the plan use records that the word for these may mean as well: "people" are contacts or candidates, a company is one of another app?"""
    return not used.ids.isdisjoint(alike(catalogue, model))


def _is_kind_met(catalogue: Catalogue, used: Used, meaning: Meaning) -> bool:
    """A noun that means records of a kind: "contractors" are employees of whom something is so, "calls" are engagements with that value; "the latest
    joiner first" is an order by when they joined."""
    name, _, value = meaning.detail.removeprefix("is:").partition("=")
    predicate = catalogue.models[meaning.target].predicates.get(name)
    if predicate is not None and f"{meaning.target}.{predicate.time}" in used.ordered:
        return True
    return f"{meaning.target}.{name}" in used.ids and (not value or fold(value) in used.text)


def _is_everyday(text: str, found: Sequence[Candidate]) -> bool:
    """Is it no whole name, and points back ("the second one"), or is a part of names of several kinds: "film" of a title, an industry and a group?"""
    kinds = {str(c.properties.get("field", "")) if c.model == VALUE else c.model for c in found}
    return (len(kinds) > 1 or name_words(text) in edit_phrases("back")) and not any(c.how in _WHOLE for c in found)


def _is_unused(used: Used, text: str, found: Sequence[Candidate]) -> bool:
    """Is something called just so, and nothing of it in the plan?"""
    if not any(c.how in _CALLED for c in found) or _is_everyday(text, found):
        return False
    values = [str(c.properties.get("value", "")) for c in found if c.model == VALUE]
    words = {word for name in (text, *values, *(c.name for c in found)) for word in name_words(name)}
    return not any(word in used.text for word in words)
