"""Routes of the page of what Evergraph believes of a person: corrected, changed and added there, each shown before it holds."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse, RedirectResponse

from agent.access.explore import Explorer, Thing
from agent.errors import Declined
from agent.question.defaults import BASIS, NAME
from agent.understand.preferences import definition, values
from kg.errors import BadInput, NotConnected
from kg.names import fold
from memory.preferences import Preference
from ui.actions.beliefs import KINDS
from ui.actions.remembered import insights_of
from ui.api.callers import beliefs_of, exploring_of, installation_of, reader_of, readings_of
from ui.api.pages import LONGEST, Form, Own, PageRoute, company_of, layout_reader, shown
from ui.pages.adding import ADD, ADDED, choice_of
from ui.pages.names import HEADERS
from ui.pages.preferences import SHARED, UNDO, PageNotice, PersonBeliefs, ProposedChange, change_page, preferences_page
from ui.problems import NoSuchRoute
from ui.sign_in.access import Asker
from ui.text import addresses
from ui.text.beliefs import said as in_words
from ui.text.words import say

_IN_WORDS = frozenset({"term_means", "team_means"})     # what stands for other words, which are read
routes = APIRouter(route_class=PageRoute, include_in_schema=False)


@dataclass(frozen=True, slots=True)
class _Meant:
    """What a value stands for: things, the records of each together, or words, and how these are read."""

    things: Sequence[Sequence[Thing]] = ()
    read: str = ""


@routes.get(addresses.PREFERENCES)
def preferences(request: Request, done: str = "") -> Response:
    """What Evergraph believes of the person, and its correction."""
    return _preferences(request, reader_of(request), PageNotice(done))


@routes.post(UNDO)
def undo(person: Own, request: Request) -> Response:
    """Take back the last change."""
    return _back("undone" if beliefs_of(request).undo(person) else "nothing")


@routes.post(f"{SHARED}/{{preference}}/{{decision}}")
def decide_shared(preference: str, decision: Literal["confirmed", "rejected"], person: Own, request: Request) -> Response:
    """An operator's word on what was proposed for everybody."""
    beliefs_of(request).decide(person, preference, confirm=decision == "confirmed")
    return _back(decision)


@routes.post(ADD)
def show_new(person: Own, form: Form, request: Request) -> Response:
    """What another preference would do; where it cannot be used, the page says why, beside the field."""
    try:
        new, meant = _new(request, person, form)
    except BadInput as error:
        return _preferences(request, person, PageNotice(wrong=str(error), form=form), 400)
    held, fields = beliefs_of(request).held(person, new), {name: form[name] for name in ("subject", "value", "choice") if name in form}
    asked = ProposedChange(in_words(held) if held else "", in_words(new), fields, meant.things, meant.read)
    return shown(change_page(layout_reader(request, person), asked))


@routes.post(ADDED)
def add(person: Own, form: Form, request: Request) -> Response:
    """Keep another preference; where it cannot be used, the page says why, beside the field."""
    try:
        new, _ = _new(request, person, form)
        beliefs_of(request).add(person, new)
    except BadInput as error:
        return _preferences(request, person, PageNotice(wrong=str(error), form=form), 400)
    return _back("added")


@routes.post(f"{addresses.PREFERENCES}/{{preference}}/change")
def show_change(preference: str, person: Own, form: Form, request: Request) -> Response:
    """What another value would do; where it cannot be used, the page says why, beside the field."""
    value, beliefs = form.get("value", ""), beliefs_of(request)
    try:
        meant = _meant(request, person, preference, value)
        value = str(meant.things[0][0].name) if len(meant.things) == 1 else value
        new, old = beliefs.changed(person, preference, value), beliefs.one(person, preference)
    except BadInput as error:
        return _preferences(request, person, PageNotice(wrong=str(error), of=preference, form=form), 400)
    asked = ProposedChange(in_words(old) if old else "", in_words(new), {"value": value}, meant.things, meant.read)
    return shown(change_page(layout_reader(request, person), asked, preference))


@routes.post(f"{addresses.PREFERENCES}/{{preference}}/edited")
def edit(preference: str, person: Own, form: Form, request: Request) -> Response:
    """Another value in its place; where the words cannot be used, the page says why, beside the field."""
    value = form.get("value", "")
    try:
        chosen = _chosen(_meant(request, person, preference, value).things, form.get("key", ""))
        made = beliefs_of(request).edit(person, preference, str(chosen[0].name) if chosen else value, tuple(one.key for one in chosen))
    except BadInput as error:
        return _preferences(request, person, PageNotice(wrong=str(error), of=preference, form=form), 400)
    return _back("proposed" if made.scope == "tenant" else "edited")


@routes.post(addresses.NAMES)
def names(person: Own, form: Form, request: Request) -> Response:
    """Names of people and things that the person may see, while they write one. It comes as a form, since addresses are written into logs."""
    explorer, text = _explorer(request, person), form.get("q", "")[:LONGEST]
    found = (explorer.begun(text) or explorer.find(text)) if explorer else ()
    return JSONResponse(list(dict.fromkeys(str(one.name) for one in found if one.name)), headers={"Cache-Control": "no-store"})


@routes.post(f"{addresses.PREFERENCES}/{{preference}}/{{kind}}")
def change(preference: str, kind: str, person: Own, request: Request) -> Response:
    """Forget, pin, turn off … one of the person's preferences."""
    known = next((each for each in KINDS if each == kind), None)
    if known is None:
        raise NoSuchRoute()
    beliefs_of(request).change(person, preference, known)
    return _back(kind)


def _new(request: Request, person: Asker, form: Form) -> tuple[Preference, _Meant]:
    """What a form wants to be kept, and what its value stands for. Raises BadInput."""
    beliefs, choice = beliefs_of(request), choice_of(form.get("choice", ""))
    if choice is not None:
        return beliefs.proposed(person, choice), _Meant()
    subject, value = (" ".join(form.get(name, "")[:LONGEST].split()) for name in ("subject", "value"))
    found = definition(subject, value)
    if found is None:
        raise BadInput(say("Write a word or two of your own, and beside them what they stand for."))
    if values(found[0]):
        return beliefs.proposed(person, found), _Meant()
    relation, _, value = found
    meant = _standing_for(request, person, value)
    chosen = _chosen(meant.things, form.get("key", "")) or (meant.things[0] if len(meant.things) == 1 else ())
    if meant.things:
        value = str(chosen[0].name) if chosen else value
        return beliefs.proposed(person, (NAME, subject, value), tuple(one.key for one in chosen)), meant
    return beliefs.proposed(person, (relation if relation != NAME else "term_means", subject, value)), meant


def _meant(request: Request, person: Asker, preference: str, value: str) -> _Meant:
    """What a new value of a preference stands for. Raises BadInput where it is nothing."""
    old = beliefs_of(request).one(person, preference)
    if old is not None and old.relation in _IN_WORDS:
        return _Meant(read=_read(request, person, value))
    if old is not None and old.relation == BASIS:
        return _Meant(read=_read(request, person, f"{value} {old.subject}"))
    return _Meant(_things(request, person, value)) if old is not None and old.relation == NAME else _Meant()


def _standing_for(request: Request, person: Asker, value: str) -> _Meant:
    """The things that are called so, else the words as they are read, else things whose name is like it. Raises BadInput."""
    explorer = _explorer(request, person)
    named = [one for one in explorer.find(value) if one.name] if explorer else []
    if explorer and (same := [one for one in named if fold(str(one.name)) == fold(value)]):
        return _Meant(explorer.each_once(same))
    read = installation_of(request).assistant(person.tenant).reading_of(person.email, value)
    if read is None and explorer and named:
        return _Meant(explorer.each_once(named))
    if read is None:
        raise BadInput(say("I find nothing called “{value}” that you may see, and cannot read it as other words either.", value=value))
    return _Meant(read=read)


def _read(request: Request, person: Asker, words: str) -> str:
    """How words are read, in plain words. Raises BadInput where they have no reading."""
    read = installation_of(request).assistant(person.tenant).reading_of(person.email, words)
    if read is None:
        raise BadInput(say("I cannot read “{words}”. Write it as you would ask for it.", words=words))
    return read


def _things(request: Request, person: Asker, value: str) -> Sequence[Sequence[Thing]]:
    """What a name may mean that the person may see, the records of each together; () where that cannot be looked at. Raises BadInput for nothing."""
    explorer = _explorer(request, person)
    if explorer is None:                # then it is looked for when it is used
        return ()
    found = [one for one in explorer.find(value) if one.name]
    if not found:
        raise BadInput(say("Nothing that you may see is called “{name}”. Choose a name that is offered.", name=value))
    same = [one for one in found if fold(str(one.name)) == fold(value)]
    return explorer.each_once(same or found)


def _chosen(things: Sequence[Sequence[Thing]], key: str) -> Sequence[Thing]:
    """The thing that was chosen by the key of its first record, with all of them."""
    return next((some for some in things if key and some[0].key == key), ())


def _explorer(request: Request, person: Asker) -> Explorer | None:
    try:
        return exploring_of(request).explorer(person)
    except (Declined, NotConnected):
        return None


def _preferences(request: Request, person: Asker, said: PageNotice, status: int = 200) -> Response:
    company = company_of(request, person)
    known = PersonBeliefs(beliefs_of(request).of(person), insights_of(installation_of(request), person), readings_of(request).of(person))
    return shown(preferences_page(layout_reader(request, person), known, company.local_day, said), status, HEADERS)


def _back(done: str) -> Response:
    return RedirectResponse(f"{addresses.PREFERENCES}?done={done}", 303)
