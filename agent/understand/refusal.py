"""Why a question could not be understood: of an app that is not connected, of what the asker may not see, a wish to be learned, out of scope.

Decided from words alone, after every reading has failed: nothing of anybody is read, so that nothing can show.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache

from agent.access.refused import not_permitted
from agent.answer import Reason
from agent.catalogue import Catalogue, Field, Model, Relation
from agent.errors import Declined
from agent.language.deeds import is_deed, where_done
from agent.language.foreign import foreign
from agent.language.words import forms, holds, is_statement, phrase, tokens, words
from agent.live.reads import APPS
from agent.policy.decision import HOWS, Case, could_open, may_see_model
from agent.question.context import QuestionContext
from agent.question.defaults import LANGUAGE, say_since
from kg.toml_tables import toml_table

CAN = ("I answer from your company's connected apps, as far as you may see them: about people, teams and time off, tickets and projects, companies, "
       "contacts, leads, deals and conversations, jobs, candidates and interviews, invoices and payments. Ask for single facts, lists, "
       "counts, sums, averages, shares, rankings and groups, and for conversations, notes and tickets in short.")
INSTEAD = ("Please ask about people and time off, tickets and projects, companies and deals, hiring, invoices and payments, "
           "as far as you may see them.")
_OTHER_APPS = {"mktg": "marketing", "email": "e-mail"}
_OTHERS = frozenset({"hr_partner", "pay_specialist", "payroll", "finance", "other"})   # what somebody may be to people who are not named
_OF_PEOPLE = frozenset({
    "who", "whom", "whose", "everybody", "everyone", "anybody", "anyone", "nobody", "all", "our", "we", "people", "staff", "his", "her",
})
_SENSITIVE = frozenset({"C", "D", "E"})                                 # classes whose words are no everyday words for other things
_KNOWN = "I know the words, but not what they ask for together."
_CUT_OFF = "I did not understand the message before this one, so I can't go on from it: please ask a whole question that names what it is about."
NEAR = 0.8                              # how alike a word must be to be offered, of 1


@dataclass(frozen=True, slots=True)
class Unread:
    """What is known of words without a reading. `unplaced`: those that stood in the way; `is_cut_off`: they go on from a message without one;
    `unclassified`: the company's own fields that are closed to everybody."""

    unplaced: tuple[str, ...] = ()
    is_cut_off: bool = False
    unclassified: tuple[Field, ...] = ()


def not_understood(context: QuestionContext, question: str, unread: Unread) -> Declined:
    """The decline for the true reason."""
    other = foreign(question, {word for text in _vocabulary(context.catalogue) for word in phrase(text)})
    if other is not None:
        return Declined(Reason.FAILED, _in_english(context, other.language) or other.sentence, says_next=True)
    linked = context.live.gateway.categories()
    missing = next((c for c in _elsewhere_in(question) if c not in linked), None)
    if missing is not None:
        return Declined(Reason.NOT_CONNECTED, unlinked_app(missing))
    barred = _barred(context, question)
    if barred is not None:
        return not_permitted(barred.privacy, f"You may not see anything about the {barred.words[0]} of others.")
    closed = _closed_model(context, question)
    if closed is not None:
        return not_permitted(closed.access, f"You may not see the {closed.plural}.")
    unlinked = _only_in_unlinked(context.catalogue, question, linked)
    if unlinked is not None:
        return Declined(Reason.NOT_CONNECTED, unlinked_app(unlinked))
    own = _unclassified(context, question, unread.unclassified)
    if own is not None:
        return not_permitted(own.privacy, f"You may not see the {own.label}.")
    return Declined(Reason.OUT_OF_SCOPE, _out_of_scope(context, question, unread))


def unlinked_app(category: str) -> str:
    """That no app of the category is connected, and what can be done."""
    said = APPS.get(category) or _OTHER_APPS.get(category, category)
    return f"That would be in your company's {said} app, and none is connected. An operator can link it."


def _out_of_scope(context: QuestionContext, question: str, unread: Unread) -> str:
    """What is said of words that nothing connected could answer."""
    if is_deed(question):
        return where_done(_apps_of(context, question))
    if is_statement(question):
        return "I did not learn that: I can't tell what it is to change. Where it may matter, I will ask you."
    if unread.is_cut_off:
        return _CUT_OFF
    why = _placed(context.catalogue, unread.unplaced) if unread.unplaced else _known(context, question)
    return f"I can't answer that from your company's apps. {why}"


def _in_english(context: QuestionContext, language: str) -> str:
    """The same in English for somebody who wants that; "" for everybody else."""
    kept = context.defaults.state.get(LANGUAGE)
    return f"I can't read {language}; please ask in English. I say so in English, {say_since(kept, context.day(kept.true_from))}." if kept else ""


def _placed(catalogue: Catalogue, unplaced: tuple[str, ...]) -> str:
    """What could not be placed, and the words that are near it."""
    known = sorted(_vocabulary(catalogue))
    near = dict.fromkeys(n for word in unplaced for n in get_close_matches(word.lower(), known, 2, NEAR) if n != word.lower())
    meant = f" Did you mean {' or '.join(f'“{n}”' for n in near)}?" if near else ""
    return f"I could not place: {', '.join(f'“{w}”' for w in unplaced)}.{meant}"


def _known(context: QuestionContext, question: str) -> str:
    """Every word is known, and together they ask for nothing that can be read."""
    linked, viewer = context.live.gateway.categories(), context.viewer()
    names_any = any(m.category in linked and may_see_model(viewer, m.access).allowed for m in named_in(context.catalogue, question))
    return f"{_KNOWN} Please ask it in other words." if names_any else INSTEAD


def _vocabulary(catalogue: Catalogue) -> Iterator[str]:
    """The words by which models, fields, relations and named conditions are asked for."""
    for model in catalogue.models.values():
        yield from (*model.words, model.plural)
        yield from (w for field in model.fields.values() for w in field.words)
        yield from (w for relation in model.relations.values() for w in relation.words)
        yield from (w for predicate in model.predicates.values() for w in predicate.words)


# ---------------------------------------------------------------- words that tell the reason


def _barred(context: QuestionContext, question: str) -> Field | Relation | None:
    """A field or relation of others that the words ask for, and that nothing could open to this viewer, not even in totals."""
    said = tuple(t.plain for t in tokens(question))
    is_named = any(t.text[:1].isupper() and t.first > 0 for t in tokens(question))
    if words().me & set(said) or not (is_named or _OF_PEOPLE & set(said) or _holds_any(said, _person_words(context.catalogue))):
        return None
    known: tuple[Field | Relation, ...] = (*context.catalogue.fields(), *context.catalogue.relations())
    verbs = frozenset(_verbs_of_others(context.catalogue))
    sensitive = (k for k in known if k.privacy in _SENSITIVE and k.words and k.model.startswith("hris/"))
    asked = (k for k in sensitive if _holds_any(said, (*k.words, *(verb for verb in k.forward if verb not in verbs))))
    cases = ((k, [Case(context.company, context.viewer(), k.privacy, k.id, how) for how in HOWS]) for k in asked)
    return next((k for k, ways in cases if not any(could_open(case, _OTHERS) for case in ways)), None)


def _unclassified(context: QuestionContext, question: str, fields: tuple[Field, ...]) -> Field | None:
    """One of the company's own fields that the words ask for by its whole name, which means nothing else; None where they state or want a change."""
    if is_deed(question) or is_statement(question):
        return None
    said, known = tuple(t.plain for t in tokens(question)), {phrase(w) for w in _vocabulary(context.catalogue)}
    return next((f for f in fields if phrase(f.label) not in known and _holds_any(said, (f.label,))), None)


def _verbs_of_others(catalogue: Catalogue) -> Iterator[str]:
    """Verbs that say something else as well: calls are made, and so is money."""
    for relation in catalogue.relations():
        yield from (*relation.backward, *relation.forward)
    for model in catalogue.models.values():
        yield from (verb for predicate in model.predicates.values() for verb in predicate.verbs)


def _closed_model(context: QuestionContext, question: str) -> Model | None:
    """A kind of record that the words name, by itself or by a figure over it, and of which the viewer may see none; no other kind is called so."""
    said = tuple(t.plain for t in tokens(question))
    named = named_in(context.catalogue, question)
    named += [context.catalogue.models[metric.of] for metric in context.catalogue.metrics.values() if _holds_any(said, metric.words)]
    closed = [m for m in named if not may_see_model(context.viewer(), m.access).allowed]
    other = [m for m in named if may_see_model(context.viewer(), m.access).allowed and m.category not in {c.category for c in closed}]
    return closed[0] if closed and not any(_as_specific(said, o, closed[0]) for o in other) else None


def _as_specific(said: tuple[str, ...], other: Model, closed: Model) -> bool:
    """Is another kind of record called by the same word of the question?"""
    shared = set(other.words) & set(closed.words)
    return bool(shared) and _holds_any(said, tuple(shared))


def _apps_of(context: QuestionContext, question: str) -> tuple[str, ...]:
    """The connected apps that hold what a question names; HR only where nothing else does, for people are in everything."""
    named = {m.category for m in named_in(context.catalogue, question)}
    held = named - {"hris"} or named
    return tuple(sorted({a.integration for a in context.live.gateway.accounts if a.category in held}))


def named_in(catalogue: Catalogue, question: str) -> list[Model]:
    """The kinds of records that a question names."""
    said = tuple(t.plain for t in tokens(question))
    return [m for m in catalogue.models.values() if _holds_any(said, (*m.words, m.plural))]


def is_kind(catalogue: Catalogue, words: str) -> bool:
    """Are these words, and no others with them, what a kind of records is called ("Customers")?"""
    said = phrase(words)
    singular = tuple(min(forms(word), key=len) for word in said)
    return any(phrase(known) in (said, singular) for model in catalogue.models.values() for known in (*model.words, model.plural))


def _person_words(catalogue: Catalogue) -> tuple[str, ...]:
    return tuple(w for m in catalogue.models.values() if m.category == "hris" for w in (*m.words, m.plural))


def _only_in_unlinked(catalogue: Catalogue, question: str, linked: frozenset[str]) -> str | None:
    """The category whose things a question names, where no connected app has things of that name."""
    named = [m.category for m in named_in(catalogue, question)]
    return named[0] if named and not linked & set(named) else None


def _holds_any(said: tuple[str, ...], known: tuple[str, ...]) -> bool:
    """Does one of the phrases occur, in the singular or the plural?"""
    singular = tuple(min(forms(w), key=len) for w in said)
    return any(holds(said, p) or holds(singular, p) for p in map(phrase, known) if p)


@cache
def _elsewhere() -> Mapping[tuple[str, ...], str]:
    data = toml_table(__package__, "elsewhere")
    return {phrase(text): category for category, texts in data.items() for text in texts}


def _elsewhere_in(question: str) -> Iterator[str]:
    """The categories whose words a question holds, the longest phrases first."""
    said = [t.plain for t in tokens(question)]
    for length in (4, 3, 2, 1):
        for first in range(len(said) - length + 1):
            *head, tail = said[first : first + length]
            yield from (_elsewhere()[(*head, form)] for form in sorted(forms(tail)) if (*head, form) in _elsewhere())
