"""The model planner: it reasons, looks things up, proposes, and hears what is wrong with it; a bounded number of rounds.

It plans, it never answers. A proposal becomes a goal only in `reading`, by the question's own words; the policy is asked as for any goal, and
a second look may object. Where all that does not end in a goal, the rules' own refusal stands.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from agent.catalogue import Catalogue
from agent.cutting import clauses_of, sentences_of
from agent.errors import Declined
from agent.language import phrase, tokens
from agent.llm.budget import Budget
from agent.llm.port import Message, Model, ModelFailed, Prompt, Role
from agent.plan import Goal, mentions
from agent.react import shape
from agent.react.excerpt import Sight, excerpt
from agent.react.judge import differences
from agent.react.lookups import Lookups
from agent.react.prompts import fenced, instructions
from agent.react.quotes import Quotes, Unfounded
from agent.react.reading import Founded, read_plan
from agent.react.restated import restated
from agent.rules.evidence import Known
from agent.rules.planner import Readings
from agent.say import say_goal

ROUNDS = 5
_MORE = 1                               # rounds for a better plan once there is something to ask the person
_LEAST_SECONDS = 10.0                   # and not with less than this left
_LONGEST = 1500                         # characters of one observation
_SHOWN = 3
_KEPT = "The person will be asked whether your other words for it are meant, unless a plan stands."
_REWORDED = "I am not sure that I understood you."


@dataclass(frozen=True)
class Asked:
    """One question for the model: what is known around it, what its asker may see, and who says whether a goal may be used."""

    catalogue: Catalogue
    question: str
    known: Known
    sight: Sight
    lookups: Lookups
    permit: Callable[[Goal], None]      # raises Declined
    reread: Callable[[str], Readings]   # what the rules read in other words
    notes: tuple[str, ...] = ()         # what a goal takes for granted, for the second look
    background: tuple[Message, ...] = ()
    may_cut: bool = True                # may it be several requests? Not what is one of several


@dataclass
class Heard:
    """How it ended: a goal that the question says, the requests that it is, or why there is neither, in the model's words."""

    founded: Founded | None = None
    perhaps: Founded | None = None      # what the person may be asked, where nothing better comes
    parts: tuple[str, ...] = ()
    why_not: str = ""
    observed: list[str] = field(default_factory=list)


def plan(model: Model, budget: Budget, asked: Asked) -> Heard:
    """A goal for a question, or none. Raises ModelFailed, and Declined where the asker may not use what was asked for."""
    heard, talk, left = Heard(), _begin(asked), ROUNDS
    while left:
        had, left = heard.perhaps, left - 1
        try:
            reply = model.structured(Role.PLAN, talk, shape.Step, budget)
            seen = _STEPS[reply.data.action](model, budget, asked, reply.data, heard)
        except ModelFailed:
            if heard.perhaps is None:
                raise
            break
        if seen is None or (heard.perhaps is not None and budget.seconds() < _LEAST_SECONDS):
            break
        left = left if had is not None or heard.perhaps is None else min(left, _MORE)
        heard.observed.append(seen)
        talk = talk.and_then(Message("assistant", reply.text, _read(talk)), Message("user", fenced(seen[:_LONGEST]), frozenset({"A"})))
    heard.founded = heard.founded or heard.perhaps
    return heard


def _begin(asked: Asked) -> Prompt:
    text, version = instructions("plan")
    quotes = Quotes(asked.catalogue, asked.question, asked.known)
    before = f"The last answer was to: {fenced(say_goal(asked.catalogue, asked.known.last))}\n" if asked.known.last is not None else ""
    told = f"{before}Today is {asked.known.calendar.today.isoformat()}.\n{excerpt(quotes, asked.sight)}\nQuestion: {fenced(asked.question)}"
    return Prompt("react/plan", version, (Message("system", text), *asked.background, Message("user", told, frozenset({"A"}))))


def _read(talk: Prompt) -> frozenset[str]:
    """The classes of what a model has read, which its answer may repeat."""
    return frozenset[str]().union(*(message.privacy for message in talk.messages))


def _planned(model: Model, budget: Budget, asked: Asked, step: shape.Step, heard: Heard) -> str | None:
    """A plan, or the same question in other words, which may come with it: whichever the question says without a doubt."""
    wrong = _as_planned(model, budget, asked, step, heard)
    if not step.text.strip() or (heard.founded is not None and not heard.founded.asks):
        return wrong
    other = Heard()
    unread = _reworded(model, budget, asked, step, other)
    heard.founded = other.founded or heard.founded
    if heard.founded is not None:       # at worst one with doubts, which only the person can tell
        return None
    heard.perhaps = other.perhaps or heard.perhaps
    return f"{wrong} {unread or _KEPT}"


def _as_planned(model: Model, budget: Budget, asked: Asked, step: shape.Step, heard: Heard) -> str | None:
    if step.plan is None:
        return "The action plan needs a plan."
    try:
        founded = read_plan(asked.catalogue, asked.question, asked.known, step.plan)
    except Unfounded as wrong:
        return f"Not accepted: {wrong}"
    asked.permit(founded.goal)
    differs = _second_look(model, budget, asked, founded)
    if differs:
        return f"Somebody who compared your plan with the question sees a difference: {' '.join(differs)}"
    heard.founded = founded
    return None


def _second_look(model: Model, budget: Budget, asked: Asked, founded: Founded) -> tuple[str, ...]:
    bound = tuple(f"“{b.said}” is taken as “{b.taken_as}”; is that what it means?" for b in founded.bindings)
    return differences(model, budget, asked.question, say_goal(asked.catalogue, founded.goal), (*asked.notes, *founded.notes, *bound))


def _several(_: Model, __: Budget, asked: Asked, step: shape.Step, heard: Heard) -> str | None:
    """A cut stands where the words alone allow it; each part is then read by itself, and must be a whole question."""
    ways = [way for way in (sentences_of(asked.question), clauses_of(asked.question)) if way and asked.may_cut]
    said = [_plain(part) for part in step.parts]
    heard.parts = next((way for way in ways if [_plain(part) for part in way] == said), ())
    if heard.parts:
        return None
    allowed = " or ".join(" | ".join(way) for way in ways)
    return f"It can be cut only so: {allowed}." if allowed else "It cannot be cut: write one plan for all of it."


def _reworded(model: Model, budget: Budget, asked: Asked, step: shape.Step, heard: Heard) -> str | None:
    """The question in words that the rules read. Where the person's own words do not say the same, they are asked whether it is meant so."""
    found = asked.reread(step.text)
    if len(found.goals) != 1:
        return f"“{step.text}” is read as {_readings(asked.catalogue, found)}. Say it otherwise."
    goal, said = found.goals[0], {token.plain for token in tokens(asked.question)}
    before = {n.mention for n in mentions(asked.known.last)} if asked.known.last is not None else set[str]()
    strange = [n.mention for n in mentions(goal) if n.mention not in before and not said.issuperset(phrase(n.mention))]
    strange += [t.text for t in tokens(step.text) if t.plain not in said and any(c.isdigit() for c in t.plain)]
    if strange:
        return f"The question does not say {', '.join(strange)}. Keep its names and numbers as they are written."
    try:
        asked.permit(goal)
    except Declined as declined:        # of other words than the person's: no reason to decline theirs
        return f"That cannot be used: {declined}"
    heard.founded = _as_said(model, budget, asked, goal)
    heard.perhaps = Founded(goal, (_REWORDED,), tuple(found.notes.get(goal, ())))
    return None


def _readings(catalogue: Catalogue, found: Readings) -> str:
    """What the rules make of words that have no single meaning."""
    if found.goals:
        return f"several things: {'; or '.join(say_goal(catalogue, goal) for goal in found.goals[:_SHOWN])}"
    return f"nothing{': these words have no place: ' if found.unplaced else ''}{', '.join(found.unplaced)}"


def _as_said(model: Model, budget: Budget, asked: Asked, goal: Goal) -> Founded | None:
    """A goal of other words where the question's own words say it and a second look sees no difference; None where the person must tell."""
    founded = restated(asked.catalogue, asked.question, asked.known, goal)
    return founded if founded is not None and not _second_look(model, budget, asked, founded) else None


def _plain(text: str) -> tuple[str, ...]:
    return tuple(token.plain for token in tokens(text))


def _given_up(_: Model, __: Budget, ___: Asked, step: shape.Step, heard: Heard) -> None:
    heard.why_not = step.text
    if step.action == "cannot":
        heard.perhaps = None


_Step = Callable[[Model, Budget, Asked, shape.Step, Heard], str | None]
_STEPS: Mapping[str, _Step] = {
    "plan": _planned, "several": _several, "reword": _reworded, "ask": _given_up, "cannot": _given_up,
    "find_name": lambda _, __, asked, step, ___: asked.lookups.name(step.text),
    "values": lambda _, __, asked, step, ___: asked.lookups.values(step.text),
    "catalogue": lambda _, __, asked, step, ___: asked.lookups.catalogue(Quotes(asked.catalogue, asked.question, asked.known), step.text),
}
