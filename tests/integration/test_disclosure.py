"""Whatever is asked by whomever: every word of a record that leaves is one that the asker may read, by a second policy written for this test.

Companies, rights and plans are drawn; a plan is run by the real executor over a real gateway. What leaves is the whole answer, its file and its
page, what is told of it afterwards, and the text of a refusal.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from agent.access.refused import declining
from agent.catalogue import catalogue
from agent.errors import Declined, NeedsChoice
from agent.plan import algebra
from agent.plan.algebra import Goal, Measure, Named, Set, Where, mentions
from agent.question.context import QuestionContext
from agent.question.turn import Turn
from agent.understand.about.last_answer import about_last
from kg.errors import EvergraphError
from kg.resolve import Candidate
from tests.integration.drawn_company import Served, answered, draw, served, settled_as, turn_of, words_in
from tests.integration.policy_again import Again
from tests.unit.agent import drawn_goals
from ui.answers.answer_text import answer_text
from ui.answers.card import card_of, chips_of
from ui.answers.charts import chart_of
from ui.answers.files import as_csv

MODELS = (
    "hris/Employee", "hris/Employment", "hris/Location", "hris/TimeOff", "hris/Dependent", "ticketing/Ticket", "ticketing/Comment",
    "ticketing/Collection", "crm/Opportunity", "crm/Account", "crm/Engagement", "crm/Note", "crm/Task", "ats/Application", "ats/Candidate", "ats/Job",
    "ats/ScheduledInterview", "ats/Offer", "accounting/Invoice",
)
PLANS = 10                              # of each company
UNSHRUNK = (Phase.explicit, Phase.reuse, Phase.generate)        # what fails names the one plan of its company already


def _ways_to_private() -> list[tuple[str, algebra.Step]]:
    """Where a record leads, by one relation, to records of which not all are everybody's."""
    kept = {m.id for m in catalogue().models.values() if m.access not in ("directory", "employee")} & set(MODELS)
    return [(r.model, algebra.Step(r.id, r.to)) for r in catalogue().relations() if r.model in MODELS and r.to in kept]


@st.composite
def leading_goals(draw: Any) -> Goal:
    """A goal that leads to private records and tells them: as keys of groups, by name or by a field, as a column, as the head of an order."""
    model, step = draw(st.sampled_from(_ways_to_private()))
    texts = [f.id for f in catalogue().models[step.to].fields.values() if f.kind == "text"]
    field = draw(st.sampled_from([None, None, *texts]))
    key, column, everything = algebra.Key((step,), field), algebra.Column(field, (step,)), Set(model)
    first = st.builds(algebra.Order, drawn_goals.columns(model), st.booleans(), st.just(1), st.just(key))
    return draw(st.one_of(
        st.just(algebra.Groups((Measure(everything, "count"),), (key,))), st.just(algebra.Groups((Measure(everything, "count"),), (key,))),
        st.just(algebra.Table(everything, (column,))), st.builds(algebra.Table, st.just(everything), st.just(()), first),
    ))


@st.composite
def telling_goals(draw: Any) -> Goal:
    """A goal that tells something of whole kinds of records: lists with columns, groups by what is around, cards, texts."""
    model = draw(st.sampled_from(MODELS))
    everything, column = Set(model), drawn_goals.columns(model)
    named = st.just(Named(model, "that one"))
    node = draw(st.one_of(st.just(everything), st.just(everything), named, drawn_goals.sets(model, 1)))
    shown = [field.id for field in catalogue().models[model].fields.values()]
    keys = drawn_goals.keys(model)
    by_each = st.builds(algebra.Order, column, st.booleans(), st.just(1), keys)
    groups = st.lists(keys, min_size=1, max_size=2, unique=True).map(tuple)
    return draw(st.one_of(
        *(st.builds(algebra.Groups, st.just((Measure(of, "count"),)), groups) for of in (everything, node)),
        st.builds(algebra.Table, st.just(node), st.lists(column, max_size=2).map(tuple), st.one_of(st.none(), by_each)),
        st.just(algebra.Figures((Measure(everything, "count"),))), st.builds(algebra.Exists, st.just(node)),
        st.builds(algebra.Names, st.just(node), st.just("")), st.just(algebra.Card(Named(model, "that one"))),
        st.builds(algebra.Show, st.just(node), st.sampled_from(shown or ["hris/Employee.start_date"])) if shown else st.just(algebra.Names(node, "")),
        *([st.builds(algebra.Summary, st.just(Named(model, "that one")))] if catalogue().models[model].texts else []),
    ))


def is_planned(goal: Goal) -> bool:
    """Is it a goal that planners make? The drawn ones also hold what the algebra's types allow and its words rule out."""
    return _tells_what_is_there(goal) and _measures_well(goal) and not any(
        isinstance(part, Where) and (part.value, part.op) == ("today", "in") for part in algebra.parts(goal))


def _tells_what_is_there(goal: Goal) -> bool:
    """A card is of one thing, a summary of one that has texts."""
    if not isinstance(goal, algebra.Card | algebra.Summary):
        return True
    return isinstance(goal.node, Named) and (isinstance(goal, algebra.Card) or bool(catalogue().models[goal.node.model].texts))


def _measures_well(goal: Goal) -> bool:
    """A value is only compared with; a figure of each is that of a single figure; groups are ordered by what is shown."""
    own = goal.measures if isinstance(goal, algebra.Figures | algebra.Groups) else ()
    told = [*own, *(part.measure for part in algebra.parts(goal) if isinstance(part, algebra.Tally))]
    each = [part for part in algebra.parts(goal) if isinstance(part, Measure) and part.each is not None]
    in_order = not isinstance(goal, algebra.Groups) or goal.order is None or goal.order.by in goal.measures
    return in_order and not any(m.how == "value" for m in told) and all(m in own and isinstance(goal, algebra.Figures) for m in each)


goals = st.one_of(leading_goals(), telling_goals(), telling_goals(), drawn_goals.goals(models=MODELS)).filter(is_planned)


@pytest.mark.long
def test_every_word_that_leaves_is_one_that_the_asker_may_read(full: bool) -> None:
    told = dict.fromkeys(("answered", "refused", "words"), 0)

    @settings(max_examples=600 if full else 20, deadline=None, suppress_health_check=list(HealthCheck), phases=UNSHRUNK)
    @given(st.integers(0, 2**32 - 1), st.integers(0, 5), st.lists(goals, min_size=PLANS, max_size=PLANS))
    def holds(seed: int, asker: int, asked: list[Goal]) -> None:
        with TemporaryDirectory() as folder, served(draw(seed), Path(folder)) as here:
            email = here.drawn.people[asker]["email"]
            for goal in asked:
                leaves = list(leaving(here, email, goal, seed))
                told["answered" if len(leaves) > 1 else "refused"] += 1
                told["words"] += _check(here, Again(here.drawn, email), goal, leaves)

    holds()
    assert told["answered"] > told["refused"] / 5 and told["words"] > told["answered"], f"the plans tell too little to prove anything: {told}"


def _check(here: Served, policy: Again, goal: Goal, leaves: list[str]) -> int:
    """Is each word of what leaves one that the asker may read somewhere, or said? How many words there were."""
    words, said = words_in("\n".join(leaves)), words_in(repr(goal))
    for model, rows in here.drawn.rows.items():
        for row in rows:
            for name, value in row.items():
                if (found := words_in(json.dumps(value)) & words) and policy.may_read(model, row, name):
                    said |= found
    stray = {word: where for word in words - said for where in _places(here, word)}
    assert not stray, f"{policy.email} {policy._right} never {here.drawn.never} asked {goal}: {stray}\n" + "\n".join(leaves)
    return len(words)


def _places(here: Served, word: str) -> Iterator[tuple[str, str]]:
    yield from ((model, name) for model, rows in here.drawn.rows.items() for row in rows for name, v in row.items() if word in json.dumps(v))


def leaving(here: Served, email: str, goal: Goal, seed: int) -> Iterator[str]:
    """Every text that leaves: of an answer several, of a refusal one."""
    settled = _settled(here, goal, seed)
    turn = turn_of(here, email, settled)
    try:
        answer = answered(turn, goal)
    except EvergraphError as refused:
        yield _refused(turn, refused)
        return
    told = answer.as_json()
    yield json.dumps(told, ensure_ascii=False)
    yield from (answer_text(told), str(card_of(told, "t")), str(chips_of(told)))
    yield repr(chart_of(told))
    yield as_csv(told["result"]) if "result" in told else ""
    yield from _afterwards(turn_of(here, email, settled).context, told)


def _refused(turn: Turn, refused: EvergraphError) -> str:
    options = refused.choices if isinstance(refused, NeedsChoice) else ()
    told = declining(catalogue(), turn, refused).as_json()["elements"] if isinstance(refused, Declined) else []
    return " ".join((str(refused), *(repr(option) for option in options), *map(json.dumps, told)))


def _afterwards(run: QuestionContext, told: dict[str, Any]) -> Iterator[str]:
    """What the asker is told of the answer when they ask how it came about, and what it rests on."""
    last = {"question": "…", "answer": told}
    for kind in ("how", "records"):
        draft = about_last(run, kind, "", last)
        yield draft.text if draft is not None else ""


def _settled(here: Served, goal: Goal, seed: int) -> Mapping[Named, Candidate]:
    """For each name one of the records that it may stand for."""
    rows = {named: here.drawn.rows.get(named.model, ()) for named in mentions(goal)}
    return {named: settled_as(named, str(some[seed % len(some)]["id"]) if some else "none") for named, some in rows.items()}
