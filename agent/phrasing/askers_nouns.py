"""The catalogue with the asker's own nouns for kinds of things: who asks about deals is told of deals, not of opportunities.

For what is said, never for how a message is read. A noun is taken where the person uses it as one that can be counted ("the deals", "a deal"),
in the number that it has then; where two kinds of things that the plan is about could be meant by it, both keep their labels.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from agent.catalogue import Catalogue, Model, Relation
from agent.language.words import Token, holds, phrase, tokens
from agent.phrasing.inflection import plural, singular
from agent.phrasing.nouns import APP

_BEFORE_ONE = frozenset({"which", "a", "an", "each", "every", "per", "one", "another"})       # what stands before a noun only where it can be counted


def in_askers_nouns(known: Catalogue, models: Collection[str], said: Sequence[str]) -> Catalogue:
    """The catalogue with these models called as the asker called them. `said`: their messages, newest first."""
    nouns = {model: noun for model in sorted(models) if (noun := _noun(known, models, known.models[model], said))}
    return _called(known, tuple(nouns.items())) if nouns else known


def _noun(known: Catalogue, models: Collection[str], model: Model, said: Sequence[str]) -> str:
    """The noun of the newest message that has one for the model; "" where that is its label, or none."""
    taken = {noun for other in models if other != model.id for noun in _nouns_of(known.models[other])}
    for text in said:
        found = _in_message(model, tokens(text))
        if found:
            is_mass = plural(found) == found and not model.is_person          # "12 staff", but never "12 leave"
            return "" if found == model.label or found in taken or is_mass else found
    return ""


def _nouns_of(model: Model) -> frozenset[str]:
    """All that the members of a model may be called."""
    return frozenset((model.label, *model.words, *(noun for each in model.predicates.values() for noun in each.nouns)))


def _in_message(model: Model, message: Sequence[Token]) -> str:
    """The longest noun of the model that the message uses, in the singular; its label where the message has that.

    Of a label that names two kinds ("customer or supplier") the one of which alone the message speaks.
    """
    plain = tuple(token.plain for token in message if token.text.islower() or token.first == 0)      # names of things hold nouns, too
    nouns = {singular(word) for word in model.words if not word.startswith("how ")} | {model.label}
    used = [noun for noun in nouns if _is_used(plain, noun)]
    kinds = [kind for kind in model.label.split(" or ") if _is_used(plain, kind)]
    if len(kinds) == 1 and not used:
        return kinds[0]
    return model.label if model.label in used else max(sorted(used), key=len, default="")


def _is_used(plain: tuple[str, ...], noun: str) -> bool:
    return holds(plain, phrase(plural(noun))) or any(holds(plain, (before, *phrase(noun))) for before in _BEFORE_ONE)


@lru_cache(maxsize=64)                  # one per tenant and nouns, for what is derived from a catalogue is kept by identity
def _called(known: Catalogue, nouns: tuple[tuple[str, str], ...]) -> Catalogue:
    own = dict(nouns)
    models = {name: replace(model, relations=_relations(known, model, own)) for name, model in known.models.items()}
    return replace(known, models={name: _renamed(model, own) for name, model in models.items()})


def _renamed(model: Model, own: Mapping[str, str]) -> Model:
    """A model by its noun; another one whose label that is is told apart by its app."""
    if model.id in own:
        many = plural(own[model.id])
        one = own[model.id] if many != own[model.id] else model.label          # "12 staff", but "1 employee"
        return replace(model, label=one, plural=many)
    app = APP.get(model.category, model.category)
    return replace(model, label=f"{app} {model.label}", plural=f"{app} {model.plural}") if model.label in own.values() else model


def _relations(known: Catalogue, model: Model, own: Mapping[str, str]) -> Mapping[str, Relation]:
    """The relations of a model; those that are called as what they lead to is are called by its noun, too."""
    return {name: replace(each, words=(own[each.to], *each.words)) if each.to in own and each.words[:1] == (known.models[each.to].label,) else each
            for name, each in model.relations.items()}
