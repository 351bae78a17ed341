"""The words of catalogue and language, as what they may mean. Names are not in it: they come from the graph."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from agent.catalogue import Catalogue, Field
from agent.language.words import Words, phrase, words
from agent.understand.grammar.numbers import currencies
from kg.toml_tables import toml_table

PEOPLE = "hris/Employee"
_PEOPLE_AT_LARGE = {
    "who": ("who", "everybody", "everyone", "those who", "all those who", "all who", "the ones who", "everybody who", "everyone who"),
    "anyone": ("anybody", "anyone", "somebody", "someone"),
}
_TO_SOMEBODY = frozenset({"to", "by"})
# Words of each kind of the catalogue's rows: where they stand, the kind of their meaning, and its detail.
_OF_MODEL = (("words", "noun", ""), ("verbs", "noun", "verb"))
_OF_FIELD = (("words", "field", ""), ("remaining", "field", ""), ("when", "field", "when"), ("forward", "field", "what"))
_OF_RELATION = (("words", "rel", ""), ("forward", "forward", ""), ("backward", "backward", ""), ("place", "place", ""))
_OF_PREDICATE = (("words", "is", ""), ("verbs", "is", ""), ("opposite", "is_not", ""))
_OF_METRIC = (("words", "metric", ""), ("verbs", "metric", "verb"))


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a phrase can mean. `kind`: what the catalogue names (noun, field, rel, forward, backward, done, where, is, is_not, most, than, metric),
    what the language has (focus, unit, newest, summ, me, still, and the operators of operators.toml), a name, a period or a quantity.
    """

    kind: str
    target: str                         # "crm/Account", "crm/Account.owner", "days", "who" …
    detail: str = ""                    # of a field: "when" or "what", the focus it needs; of a where: the value


Vocabulary = Mapping[tuple[str, ...], tuple[Meaning, ...]]


@lru_cache(maxsize=64)                  # a catalogue per tenant with words of its own
def vocabulary(known: Catalogue) -> Vocabulary:
    """Phrase → meanings, of catalogue and language. Names are not in it: they come from the graph."""
    found: dict[tuple[str, ...], list[Meaning]] = defaultdict(list)
    said = ((phrase(text), meaning) for text, meaning in _catalogue_phrases(known))
    for key, meaning in (*said, *_language_phrases(words()), *_operators()):
        if meaning not in found[key]:
            found[key].append(meaning)
    return {key: tuple(meanings) for key, meanings in found.items()}


@cache
def _operators() -> tuple[tuple[tuple[str, ...], Meaning], ...]:
    tables = toml_table(__package__, "operators")
    kinds = {**tables, "currency": currencies()}
    return tuple((phrase(text), Meaning(kind, target)) for kind, rows in kinds.items() for target, texts in rows.items() for text in texts)


def _catalogue_phrases(known: Catalogue) -> Iterator[tuple[str, Meaning]]:
    rows = [(known.models.values(), "id", _OF_MODEL), (known.fields(), "id", _OF_FIELD), (known.relations(), "id", _OF_RELATION),
            (known.predicates(), "id", _OF_PREDICATE), (known.metrics.values(), "name", _OF_METRIC)]
    for things, called, ways in rows:
        yield from ((text, Meaning(kind, getattr(each, called), detail))
                    for each in things for attribute, kind, detail in ways for text in getattr(each, attribute))
    for field in known.fields():
        yield from _field_phrases(field)
    for relation in known.relations():          # "assigned to X"; where X is each row, it stands without: "tickets assigned"
        done = (text.rpartition(" ") for text in relation.forward)
        yield from ((verb, Meaning("done", relation.id)) for verb, _, to in done if to in _TO_SOMEBODY and verb)
    for predicate in known.predicates():
        yield from ((text, Meaning("noun", predicate.model, f"is:{predicate.name}")) for text in predicate.nouns)
    for detail, texts in _PEOPLE_AT_LARGE.items():
        yield from ((text, Meaning("noun", PEOPLE, detail)) for text in texts)


def _field_phrases(each: Field) -> Iterator[tuple[str, Meaning]]:
    for detail, texts in (("desc", each.more), ("asc", each.less)):
        for text in texts:
            yield text, Meaning("most", each.id, detail)
            yield f"{text} first", Meaning("most_first", each.id, detail)
            yield f"{text} than", Meaning("than", each.id, "more" if detail == "desc" else "less")
    for value, texts in each.values.items():
        for text in texts:
            yield text, Meaning("noun", each.model, f"{each.name}={value}") if each.values_are_nouns else Meaning("where", each.id, value)


def _language_phrases(known: Words) -> Iterator[tuple[tuple[str, ...], Meaning]]:
    yield from ((p, Meaning("focus", kind)) for p, kind in known.focus.items())
    yield from ((p, Meaning("newest", "newest")) for p in known.newest)
    yield from ((p, Meaning("still", "still")) for p in known.still)
    yield from ((phrase(text), Meaning("me", "me")) for text in known.me)
    yield from ((phrase(text), Meaning("unit", unit)) for text, unit in known.units.items())
    yield from ((p, Meaning("summ", kind)) for p, kind in known.summarise.items())
