"""Questions about the assistant: what it can answer, what is connected, how fresh that is, who may see what, how words are meant.

From the catalogue, the gateway and the policy's tables; nothing of anybody's data is read.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from agent.catalogue import Catalogue, Model
from agent.catalogue.spoken import spoken
from agent.phrasing.inflection import listed, plural
from agent.policy.decision import tables, whom_to_ask
from agent.policy.wording import open_to
from agent.question.context import QuestionContext
from agent.respond import Draft
from agent.understand.about.examples import examples
from agent.understand.about.patterns import about_table, app_in, phrases_in
from agent.understand.refusal import CAN
from ingest.gateway import CouldNotRead

WHO = ("I am Evergraph, an assistant over your company's work apps. The graph finds who and what you mean; every fact is then read live from the app "
       "it is in, as far as you may see it. {model} I guess nothing: where I cannot be sure I ask, or say why I don't answer.")
WITHOUT = "I use no language model."
WITH = "A language model reads what you write, and writes summaries; what it understood is checked against your words and the records."


def about_assistant(context: QuestionContext, kind: str, about: str) -> Draft | None:
    """The answer to a question about the assistant; None where its words name nothing that is known here."""
    polite = about_table()["small_talk_told"].get(kind)
    told = polite or _KINDS[kind](context, about)
    return None if told is None else Draft(told, None, (), (told,))


def _can(context: QuestionContext, _: str) -> str:
    linked = context.live.gateway.categories()
    shown = [f"- {text}" for text in examples(linked)]
    return "\n\n".join([CAN, "For example:" if shown else "", "\n".join(shown), _connected(context, "") or ""]).strip()


def _connected(context: QuestionContext, about: str) -> str | None:
    """Which apps are connected, or whether one is."""
    accounts = context.live.gateway.accounts
    by_name = {a.integration.lower(): a.category for a in accounts}
    category = by_name.get(about) or app_in(about)
    if about and category is None:
        return None
    said = [f"{_called(a.category)} ({a.integration})" for a in accounts if category in (None, a.category)]
    if category is not None:
        return f"Yes: {', '.join(said)}." if said else f"No, no {_called(category)} app is connected for your company."
    missing = [_called(c) for c in about_table()["apps"] if c not in context.live.gateway.categories()]
    return " ".join([f"Connected: {', '.join(said) or 'nothing yet'}.", f"Not connected: {', '.join(missing)}." if missing else ""]).strip()


def _fresh(context: QuestionContext, about: str) -> str | None:
    """How old Merge's copy is, by app: the oldest of the models that can be asked about."""
    category = app_in(about)
    if about and category is None:
        return None
    linked = sorted(context.live.gateway.categories() & set(about_table()["apps"]))
    wanted = [c for c in linked if category in (None, c)]
    if not wanted:
        return f"No {_called(category or '')} app is connected for your company."
    lines = [f"- {_called(c)}: {_age(context, c)}" for c in wanted]
    return "\n".join(["Each question reads the apps through Merge, whose copies are:", "", *lines])


def _age(context: QuestionContext, category: str) -> str:
    try:
        states = context.live.gateway.sync_states(category, deadline=context.live.deadline)
    except CouldNotRead as error:
        return f"could not be asked just now ({error})"
    times = [s.data_as_of for model, found in states.items() if model in context.catalogue.models for s in found if s.data_as_of is not None]
    return f"as of {_moment(context, min(times))}" if times else "of unknown age"


def _moment(context: QuestionContext, at: datetime) -> str:
    return f"{context.company.local_day(at):%Y-%m-%d %H:%M %Z}"


def _permission(context: QuestionContext, about: str) -> str | None:
    """Who may see a field of somebody, by the policy alone: nothing of anybody is looked at, so that nothing can show."""
    known = {word: f.id for f in spoken(context.catalogue).fields() for word in (*f.words, f.label) if f.model.startswith("hris/")}
    found = phrases_in(about, known)
    field = context.catalogue.field(known[found[0]]) if found else None
    row = tables()["people"].get(field.privacy) if field is not None else None
    if field is None or row is None:
        return None
    if row["other"] == "yes":
        return f"Everybody in the company may see the {field.label}."
    may = open_to(field.privacy, context.company.definitions.policy)
    return f"Not everybody may see somebody's {field.label}. It may be seen by {listed(may)}. Otherwise ask {whom_to_ask(field.privacy)}."


def _defined(context: QuestionContext, about: str) -> str | None:
    """How metrics and named conditions are meant, in the sentences that answers state it with; of words for records alone, which records they are."""
    known = context.catalogue
    records = {form: model.id for model in spoken(known).models.values() for word in model.words for form in (word, plural(word))}
    meant = _definitions(known)
    models = list(dict.fromkeys(records[word] for word in phrases_in(about, records)))
    said = {of: says for word in phrases_in(about, meant)[:1] for of, says in meant[word]}
    told = {of: says for of, says in said.items() if of in models} or ({} if models and len(said) > 1 else said)
    of_each = [f"Of {known.models[of].plural}: {says}" if len(told) > 1 else says for of, says in told.items()]
    return "\n\n".join(of_each or [_records_called(known.models[of]) for of in models]) or None


def _records_called(model: Model) -> str:
    words = [f"“{word}”" for word in dict.fromkeys((model.label, *model.words))]
    return f"{listed(words, 'or')}: {model.plural} of the {_called(model.category)} app."


def _definitions(known: Catalogue) -> Mapping[str, Sequence[tuple[str, str]]]:
    """By word: of which model it says something, and how that is meant."""
    named = [((*p.words, *p.nouns, p.label), p.model, p.says) for p in known.predicates()]
    named += [((*m.words, m.label), m.of, m.says) for m in known.metrics.values()]
    found = defaultdict[str, list[tuple[str, str]]](list)
    for words, of, says in named:
        for word in words if says else ():
            found[word].append((of, says))
    return found


def _called(category: str) -> str:
    return str(about_table()["apps"].get(category, {}).get("called", category))


_KINDS: Mapping[str, Callable[[QuestionContext, str], str | None]] = {
    "can": _can, "connected": _connected, "fresh": _fresh, "permission": _permission, "defined": _defined,
    "who": lambda context, _: WHO.format(model=WITHOUT if context.model is None else WITH),
}
