"""The page of one answer: what it rests on, how these records are connected, and what was looked up. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from agent.access.explore import Thing, Tie
from ui.pages.entity import Telling
from ui.pages.layout import card, empty, page
from ui.pages.picture import address, picture
from ui.text.labels import kind_said, more_records
from ui.text.markup import Markup, Part, el, link
from ui.text.words import say


def answer_page(told: Telling, turn: Mapping[str, Any], near: Sequence[Thing], ties: Iterable[Tie]) -> Markup:
    """The page of a turn of the history. `near`: the records it rests on that the reader may know of; `ties`: what is around them."""
    answer = turn["answer"]
    understood = answer.get("understood_as")
    return page(say("What this answer rests on"), "", told.reader, el("blockquote", turn.get("text") or turn["question"]),
                el("p", say("Understood as: {reading}", reading=understood)) if understood else None,
                el("p", say("Answered on"), " ", told.on(str(turn["at"])), ". ", link("/", say("Back to the chat"))),
                _sources(told, answer, {thing.merge_id: thing for thing in near}), _drawing(near, ties), _steps(answer))


def used(near: Sequence[Thing], ties: Iterable[Tie]) -> list[Tie]:
    """The part of the surroundings that belongs to an answer: what ties its records, directly or over one other thing; else all of it."""
    every, own = list(ties), {thing.key for thing in near}
    touched: dict[str, set[str]] = {}
    for tie in every:
        for here, there in ((tie.start.key, tie.end.key), (tie.end.key, tie.start.key)):
            if here not in own:
                touched.setdefault(here, set()).add(there)
    shared = {key for key, ends in touched.items() if len(ends & own) > 1}
    between = [tie for tie in every if {tie.start.key, tie.end.key} <= own | shared]
    return between or every


def _drawing(near: Sequence[Thing], ties: Iterable[Tie]) -> Part:
    drawn = picture(near, used(near, ties))
    none = empty(say("The graph ties none of these records."), say("Open one above to see what is around it."))
    return card(say("How these are connected"), drawn or none)


def _sources(told: Telling, answer: Mapping[str, Any], known: Mapping[str, Thing]) -> Part:
    references = answer.get("references") or ()
    if not references:
        return card(say("Sources"), empty(say("This answer rests on no record."), say("Ask “how did you get that?” in the chat.")))
    return card(say("Sources"), el("ul", *(source(told, each, known) for each in references), class_="plain"))


def source(told: Telling, reference: Mapping[str, Any], known: Mapping[str, Thing]) -> Markup:
    """A line of the sources, with the way to the record's page where it is among the `known`."""
    if "count" in reference:
        return el("li", more_records(reference["count"]))
    name, thing = reference.get("name") or reference["id"], known.get(str(reference["id"]))
    shown = link(address(thing), name) if thing else name
    url = str(reference.get("url") or "")
    app = (" ", link(url, say("Open in the app"), rel="noreferrer")) if url.startswith("http") else None
    age = reference.get("data_as_of") or reference.get("fetched_at")
    return el("li", shown, f", {kind_said(reference['category'], reference['model'])}, ", say("as of"), " ", told.on(age), app)


def _steps(answer: Mapping[str, Any]) -> Part:
    steps = answer.get("steps") or ()
    lines = [el("li", f"{step['tool']}: {step['question']}", el("span", f" {step['found']}", class_="quiet") if step.get("found") else None)
             for step in steps]
    return card(say("What was looked up"), el("ol", *lines)) if lines else None
