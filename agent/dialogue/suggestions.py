"""Questions worth trying, each tried as a question of this person but for its facts: one reading, of connected apps, open to them.

For an empty conversation they are the examples; where a question could not be read, the longest part of it that can be, and what is made of its own
names and nouns. Those that go on from an answer are made in `agent/dialogue/next_questions.py`.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import chain, islice, product, zip_longest

from agent.access.checks import permitted_goals
from agent.access.knowable import offered
from agent.answer import Answer, Reason
from agent.catalogue import Catalogue, Field, Model, Relation
from agent.dialogue.own_nouns import own_nouns
from agent.dialogue.own_records import is_about_none, own_kinds
from agent.dialogue.readable_parts import readable_part
from agent.errors import Declined, NotRead
from agent.language.deeds import is_deed
from agent.language.effort import Effort, limited
from agent.language.words import holds, phrase, tokens
from agent.plan.algebra import Card, Goal
from agent.question.turn import Turn
from agent.understand.about.examples import BLANK, by_app, examples
from agent.understand.by_grammar import readings_of
from agent.understand.goals import connected_goals
from agent.understand.grammar.evidence import VALUE
from agent.understand.grammar.paths import PEOPLE, between
from agent.understand.linking.lookup import names_in
from agent.understand.refusal import is_kind, named_in
from kg.errors import EvergraphError
from kg.names import name_words
from kg.resolve import Candidate

NO_MODEL = "No language model is set here, so I read plain English questions only."
MOST_EXAMPLES = 6
MOST = 3                                # questions in the place of one that could not be read
SECONDS = 3.0                           # that they may take; what was found by then is offered
NAMES, _NOUNS = 2, 3                   # of a question that others are made of
_CERTAIN = 0.9                          # how well words must match a name
_TELLING = 2                            # parts of a card that is worth a question
_WORK: Mapping[str, str] = {"finance": "accounting", "recruiter": "ats"}        # the app that a role works with


def suggestions(catalogue: Catalogue, turn: Turn) -> Iterator[str]:
    """The examples that can be answered, of each app in turn, that of the asker's work first; of their own records only where they have some."""
    kinds, linked = own_kinds(turn.context), turn.context.live.gateway.categories()
    first = [category for role, category in _WORK.items() if role in turn.context.person.roles and category in linked]
    found = (_examples([category]) for category in (*first, *by_app(linked - {*first})))
    yield from islice(_in_turn([_offered_to(catalogue, turn, kinds, texts) for texts in found]), MOST_EXAMPLES)


def _offered_to(catalogue: Catalogue, turn: Turn, kinds: frozenset[str], texts: Iterator[str]) -> Iterator[str]:
    for text in texts:
        goal = reading_of(catalogue, turn.beginning(), text)
        if goal is not None and not is_about_none(catalogue, goal, kinds):
            yield text


def _in_turn(several: Sequence[Iterator[str]]) -> Iterator[str]:
    """The first of each, then the second of each."""
    for texts in zip_longest(*several):
        yield from (text for text in texts if text is not None)


def offering(catalogue: Catalogue, turn: Turn, answer: Answer, refused: Sequence[Declined]) -> Answer:
    """A refusal for want of a reading with questions that have one, and, once to each person, with what is read here. Any other as it is."""
    unread = [each for each in refused if isinstance(each, NotRead) and each.reason in (Reason.OUT_OF_SCOPE, Reason.FAILED)]
    if not unread or is_deed(turn.words):       # what is to be changed is no question in other words
        return answer
    is_told = turn.context.model is not None or any(NO_MODEL in e["answer"]["text"] for said in turn.dialogue.earlier.values() for e in said)
    is_foreign = unread[0].reason is Reason.FAILED      # it says so itself, in the language of the question
    text = answer.text if is_told or is_foreign else f"{answer.text} {NO_MODEL}"
    return replace(answer, text=text, suggestions=_instead(catalogue, turn, has_parts=not is_foreign))


def _instead(catalogue: Catalogue, turn: Turn, *, has_parts: bool) -> tuple[str, ...]:
    """Up to three questions that can be read: a part of one that could not be, then of its names and nouns; without any, examples.

    `has_parts`: are parts of it questions? Not where it is in another language.
    """
    with limited(Effort(turn.context.live.deadline.anew(SECONDS))), suppress(EvergraphError):
        turn.context.viewer()
        named = [model.id for model in named_in(catalogue, turn.words) if model.spoken][:_NOUNS]
        nouns = [own_nouns(catalogue, turn, named).models[model] for model in named]
        shown = _examples({noun.category for noun in nouns} or turn.context.live.gateway.categories())
        part = readable_part(turn.words, partial(_asks_something, catalogue, turn)) if has_parts else ""
        own = tuple(dict.fromkeys((*([part] if part else []), *_open(catalogue, turn, _made(catalogue, turn, nouns)))))[:MOST]
        return own or _open(catalogue, turn, shown)
    return ()


def _open(catalogue: Catalogue, turn: Turn, texts: Iterator[str]) -> tuple[str, ...]:
    return tuple(islice((text for text in dict.fromkeys(texts) if _is_open(catalogue, turn, text)), MOST))


def _examples(categories: Collection[str]) -> Iterator[str]:
    yield from (text for text in examples(categories) if BLANK not in text)


def _made(catalogue: Catalogue, turn: Turn, nouns: Sequence[Model]) -> Iterator[str]:
    """Questions of the turn's own names and nouns, the ones that hold most of it first; not all of them can be read."""
    names = _names(catalogue, turn)
    yield from (f"How many {noun.plural} does {one.name} have?" for one, noun in product(names, nouns) if can_have(catalogue, one, noun))
    yield from chain.from_iterable(_of_name(turn, one, catalogue.models[one.model]) for one in names)
    yield from chain.from_iterable(_of_noun(turn, noun) for noun in nouns)


def _of_name(turn: Turn, one: Candidate, model: Model) -> Iterator[str]:
    """What of it is known by a word of the question, then what it is."""
    yield from (f"What is the {word} of {one.name}?" for word in _said_of(turn, model))
    yield from about(turn.context.catalogue, one)


def _of_noun(turn: Turn, noun: Model) -> Iterator[str]:
    """Those that meet a condition of the question, how many there are, and by what of them the question has."""
    conditions = [said for condition in noun.predicates.values() if (said := next((word for word in condition.words if _says(turn, word)), ""))]
    if not is_counted(noun):
        return
    yield from (f"Which {noun.plural} are {word}?" for word in conditions)
    yield from (f"number of {noun.plural} by {word}" for word in _said_of(turn, noun, tells_apart))
    yield f"How many {noun.plural} are there?"


def about(catalogue: Catalogue, one: Candidate) -> Iterator[str]:
    """What to ask of a thing: who somebody is, who is in a team or a place, what a company is; of what shows no more than its name nothing."""
    model = catalogue.models[one.model]
    if model.is_person:
        yield f"Who is {one.name}?"
    elif any(way.to == model.id and way.default for way in catalogue.models[PEOPLE].relations.values()):
        yield f"Who is in {one.name}?"
    elif len(model.card) >= _TELLING:
        yield f"What is {one.name}?"


def is_counted(noun: Model) -> bool:
    """Does one ask how many there are? Not of what has no plural, such as revenue."""
    return noun.plural != noun.label


def can_have(catalogue: Catalogue, one: Candidate, noun: Model) -> bool:
    """Whether records of the kind hold a key to such a thing, so that one can ask how many it has.

    An account says whose it is, so people have accounts; no account says of which invoice it is.
    """
    holder = catalogue.models[one.model]
    if not is_counted(noun) or not holder.nameable:
        return False
    walked = [[step for step in path if step.relation != "hub"] for path, _ in between(catalogue, noun.id, one.model)]
    return any(len(steps) == 1 and not steps[0].inverse for steps in walked)


def tells_apart(part: Field | Relation) -> bool:
    """Is it what people group by: somebody or something else, or one of a few values?"""
    return isinstance(part, Relation) or part.kind == "enum" or part.tenant_values


def _said_of(turn: Turn, model: Model, of_kind: Callable[[Field | Relation], bool] = lambda _: True) -> Iterator[str]:
    """The words of the question that a relation or a field of the model is called by."""
    parts: tuple[Field | Relation, ...] = (*model.relations.values(), *model.fields.values())
    said = (max((word for word in part.words if _says(turn, word)), key=len, default="") for part in parts if of_kind(part))
    yield from dict.fromkeys(word for word in said if word)


def _says(turn: Turn, words: str) -> bool:
    return holds(tuple(token.plain for token in tokens(turn.words)), phrase(words))


def _names(catalogue: Catalogue, turn: Turn) -> Sequence[Candidate]:
    """What the question names for certain and the person may know of, the longest names first; of two of one name none."""
    found = names_in(catalogue, turn.context, turn.words)
    sure = [[c for c in found[said] if c.model != VALUE and c.name and c.score >= _CERTAIN and _is_most_of(said, c)]
            for said in sorted(found, key=len, reverse=True)]
    alone = {c.key: c for several in sure for c in several if sum(c.name == other.name and c.model == other.model for other in several) == 1}
    whole = [c for c in alone.values() if not any(c.name != other.name and c.name in other.name for other in alone.values())
             and not is_kind(catalogue, c.name)]        # who says "customers" means these, and no folder of that name
    return offered(turn.context, whole[: 2 * NAMES])[:NAMES]


def _is_most_of(said: str, one: Candidate) -> bool:
    """Is it at least half of the name? "line" stands in the titles of tickets that nobody meant."""
    return one.how != "part" or 2 * len(name_words(said)) >= len(name_words(one.name))


def _is_open(catalogue: Catalogue, turn: Turn, text: str) -> bool:
    """Does a question that begins a conversation have one reading, by the grammar, that this person may be answered?"""
    return reading_of(catalogue, turn.beginning(), text) is not None


def _asks_something(catalogue: Catalogue, turn: Turn, text: str) -> bool:
    """Is a stretch of the message a question of its own, and no bare name: "what does the handbook"?"""
    found = reading_of(catalogue, turn.beginning(), text)
    return found is not None and not isinstance(found, Card)


def reading_of(catalogue: Catalogue, turn: Turn, text: str) -> Goal | None:
    """The one reading that a text has in the place of the turn's own and that this person may be answered; None for none, or several."""
    context = turn.context.fresh()
    trial = replace(turn, context=context, read=replace(turn.read, goal=None)).saying(text, turn.dialogue.last)
    try:
        found = permitted_goals(context, connected_goals(context, readings_of(catalogue, trial).goals)) if text else ()
    except Declined:
        return None
    return found[0] if len(found) == 1 else None
