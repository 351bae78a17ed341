"""The answer to one request, to several of one text, and to one for each of several things. Raises Declined, NeedsChoice."""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from agent.access.refused import declining
from agent.answer import Answer, Event, Reason, Step
from agent.catalogue import Catalogue
from agent.dialogue.alternatives import with_alternatives
from agent.dialogue.namesakes import choose_any, come_to_same, tied_one
from agent.dialogue.own_nouns import in_own_nouns
from agent.dialogue.requests import answer_of_each, joined_answer
from agent.dialogue.stages import Ended
from agent.dialogue.suggestions import offering
from agent.dialogue.summed_texts import open_part, with_texts_about
from agent.dialogue.trials import all_tell_none, one_with_result, tells_something, tried_as, tried_each
from agent.errors import Declined, NeedsChoice, NoRate, NotComparable, NoText, SameName
from agent.language.words import asks_why
from agent.phrasing.goals import say_goal
from agent.phrasing.inflection import listed
from agent.plan.algebra import Goal, Groups, Names, Summary, Table
from agent.query.execute import Finished, Progressed, Started, execute
from agent.query.operations import StaleGraph
from agent.query.operations.named_instead import named_instead
from agent.query.operations.values import own_currency
from agent.query.preferred_units import stated_in, tell_currency
from agent.question.links import DONE, WHICH
from agent.question.notes import Notes, Weight
from agent.question.tasks import Plan, compile_plan
from agent.question.turn import HistoryDetails, RequestDetails, Turn
from agent.respond import Draft, answer_of, apply_form, write
from agent.understand.goals import SeveralReadings, goal_of
from agent.understand.message_acts import answer_message_act, chosen_act
from agent.understand.model.acts import Act, AmbiguousAct, QuestionAct
from agent.understand.model.encode import encode
from agent.understand.model_first_line import word_first_line
from agent.understand.preferences import Learner
from agent.understand.replies import told_apart

TRIES = 3                               # times that names are settled anew after the graph was mended

Answered = Generator[Event, None, Ended]        # of several requests the turn that is kept is the last one's


def answer_one(known: Catalogue, turn: Turn) -> Answered:
    """The answer to one request. Which of several things of one name, or of several readings, is meant is not asked where that changes nothing."""
    try:
        return (yield from _answered(known, turn))
    except SameName as need:
        choose_any(turn, need, partial(_answered, known))
        return (yield from _answered(known, turn))
    except SeveralReadings as need:
        if not _tell_the_same(tried_each(turn, need.goals, partial(_answered, known))):
            raise
        return (yield from _answered(known, replace(turn, read=replace(turn.read, goal=need.goals[0]))))


def _answered(known: Catalogue, turn: Turn) -> Answered:
    silent: Declined | None = None      # what was to be told in short has no text of its own
    closed: Declined | None = None      # some of it may not be seen: of the rest it is never told that there is none
    for attempt in range(TRIES):
        before = turn.context.notes.copied()
        turn, goal = yield from goal_of(known, turn)
        goal = with_texts_about(known, goal) if _tells_parts(turn) else goal
        told = in_own_nouns(known, turn, goal)
        goal = goal if told is turn else _without_shipped_label(known, goal)
        plan = compile_plan(told.context.catalogue, goal, turn.prefix)
        yield turn.progress.planned(plan, {"acts": [encode(goal)]})
        draft: Draft | None = None
        stopped: Declined | StaleGraph | None = None
        try:
            draft = yield from _executed(told, plan)
        except (Declined, StaleGraph) as error:
            stopped = error
        again = _again(known, turn, goal, stopped or draft, attempt, before)
        if again is not None:
            silent = silent or (stopped if isinstance(stopped, NoText) else None)
            closed = closed or (stopped if isinstance(stopped, Declined) and stopped.reason is Reason.NOT_PERMITTED else None)
            turn = again
        elif draft is None:
            assert stopped is not None  # a graph that is behind is always asked again
            if closed is not None and isinstance(stopped, Declined) and stopped.reason is Reason.NO_RECORD:
                raise closed
            raise silent if silent is not None and isinstance(stopped, Declined) and stopped.reason is Reason.NOT_CONNECTED else stopped
        else:
            tell_currency(turn, draft.result)
            draft = yield from word_first_line(known, told, draft)
            return checked_answer(turn, apply_form(told.context, draft, turn.read.form))
    raise Declined(Reason.FAILED, "The records that this is about are changing just now. Please ask again.")


def _without_shipped_label(known: Catalogue, goal: Goal) -> Goal:
    """The goal without a label that is only what the catalogue calls its rows: they have the asker's noun."""
    if not isinstance(goal, Names | Table) or goal.node.model not in known.models:
        return goal
    model = known.models[goal.node.model]
    return replace(goal, label="") if goal.label in (model.label, model.plural) else goal


def _tells_parts(turn: Turn) -> bool:
    """Are the texts about a thing told with its own?"""
    return asks_why(turn.text) if turn.read.has_parts is None else turn.read.has_parts


def _again(  # the question as it was run, what came of it, how often it was run before, and what was noted before it was run
    known: Catalogue, turn: Turn, goal: Goal, came: Draft | Declined | StaleGraph | None, attempt: int, notes: Notes,
) -> Turn | None:
    """The turn to be run again, on a mended graph or read otherwise; None where what came is what there is to tell."""
    match came:
        case StaleGraph():
            turn.context.links.forget_candidates()
            turn.progress.add(Step(f"r{attempt}", "Knowledge", "The graph was behind the source; it was mended and asked again."))
            return turn
        case NoText():                  # a ticket may be explained by its comments alone
            return replace(turn, read=replace(turn.read, has_parts=True)) if with_texts_about(known, goal) != goal else None
        case NoRate():                  # it was our wish, not the person's: then as the records state it
            unconverted = replace(turn, read=replace(turn.read, has_rate=False), context=replace(turn.context, notes=notes))
            return unconverted if turn.read.in_currency else None
        case NotComparable():
            return _comparable(known, turn, goal, came, notes)
        case Declined() if isinstance(goal, Summary) and goal.also:
            return _of_open_texts(known, turn, goal, came, notes)
    return _by_names(known, turn, goal, notes) if _is_nothing(came) else None


def _comparable(known: Catalogue, turn: Turn, goal: Goal, came: NotComparable, notes: Notes) -> Turn | None:
    """The turn with its amounts in the company's currency, by the rates that their documents state; where one states none, without an order that cuts
    nothing, which is said.
    """
    stated: Goal = stated_in(known, goal, own_currency(turn.context))
    answer = tried_as(turn, stated, partial(_answered, known)) if stated != goal else None
    if answer is not None and answer.status == "answered":
        return replace(turn, read=replace(turn.read, goal=stated), context=replace(turn.context, notes=notes))
    if not isinstance(goal, Table | Groups) or goal.order is None or goal.order.first is not None or goal.order.skip:
        return None
    why = str(came).partition(". ")[0]
    notes.assume(f"They stand in no order of size: {why[:1].lower()}{why[1:]}.", weight=Weight.LIMIT)
    return replace(turn, read=replace(turn.read, goal=replace(goal, order=None)), context=replace(turn.context, notes=notes))


def _of_open_texts(known: Catalogue, turn: Turn, goal: Summary, closed: Declined, notes: Notes) -> Turn | None:
    """The turn with the texts that are open to the asker, which says so; without those that nobody asked for by name, where these may be closed."""
    rest = open_part(known, goal, closed)
    if rest is not None:
        notes.assume(rest[1], weight=Weight.LIMIT)
        return replace(turn, read=replace(turn.read, goal=rest[0], has_parts=False), context=replace(turn.context, notes=notes))
    return replace(turn, read=replace(turn.read, has_parts=False)) if turn.read.has_parts is None else None


def _is_nothing(came: Draft | Declined | StaleGraph | None) -> bool:
    """Is it that there is none?"""
    if isinstance(came, Draft):
        return came.result is not None and not tells_something(came.result)
    return isinstance(came, Declined) and came.reason is Reason.NO_RECORD


def _by_names(known: Catalogue, turn: Turn, goal: Goal, notes: Notes) -> Turn | None:
    """The turn with the texts of a goal that found nothing taken as names, if that finds something by what the asker may see."""
    other = named_instead(turn.context, goal)
    answer = tried_as(turn, other.goal, partial(_answered, known)) if other is not None else None
    if other is None or answer is None or not tells_something(answer.result):
        return None
    for said in other.said:
        notes.assume(said, weight=Weight.READ)
    return replace(turn, read=replace(turn.read, goal=other.goal), context=replace(turn.context, notes=notes))


def answer_act(known: Catalogue, learner: Learner, turn: Turn, act: Act) -> Answered:
    """The answer to one act of a message that a language model read."""
    act = chosen_act(known, turn, _open_one(known, turn, act) if isinstance(act, AmbiguousAct) else act)
    if not isinstance(act, QuestionAct):
        draft = answer_message_act(known, learner, turn, act)
        return checked_answer(learner.recall(turn), draft)
    turn = replace(turn, read=replace(turn.read, goal=act.goal))
    while True:
        try:
            return (yield from answer_one(known, turn))
        except NeedsChoice as need:
            one = told_apart(need.choices, act.apart.get(need.mention, "")) or tied_one(turn, need, act.goal, partial(_answered, known))
            if one is None:
                raise
            turn.context.links.choose({need.mention: one.key})


def _open_one(known: Catalogue, turn: Turn, act: AmbiguousAct) -> Act:
    """Of readings that a language model leaves open the one that finds something, where the others find nothing and the person did not choose; the
    first where all come to the same.
    """
    if WHICH in turn.context.links.choices or not act.by_result:
        return act
    goals = [option.goal for _, option in act.options]
    answers = tried_each(turn, goals, partial(_answered, known))
    goal = one_with_result(goals, answers)
    if goal is None:
        return act.options[0][1] if _tell_the_same(answers) else act
    others = listed([say_goal(known, option.goal) for _, option in act.options if option.goal != goal], "and")
    turn.context.notes.assume(f"I read this as {say_goal(known, goal)}; for {others} I found nothing.", weight=Weight.READ)
    return next(option for _, option in act.options if option.goal == goal)


def _tell_the_same(answers: Sequence[Answer | None]) -> bool:
    """Is it of no matter which of several readings is answered: do all rest on the same records, or find nothing?"""
    return come_to_same(answers) or all_tell_none(answers)


@dataclass
class _Parts:
    """What several requests of one text came to: each with its turn, and with why it is declined where it is."""

    turns: list[Turn] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    refused: list[Declined] = field(default_factory=list)

    def add(self, known: Catalogue, part: Turn, asked: str, answering: Answered) -> Generator[Event]:
        """One more request; of a refused one, what `asked` for it is told with the reason. Raises NeedsChoice: a question back is one about all."""
        try:
            ended = yield from answering
        except Declined as declined:
            self.refused.append(declined)
            ended = Ended(part, declining(known, part, declined, f"“{asked}”: {declined}" if asked else str(declined)))
        self.turns.append(ended.turn)
        self.answers.append(ended.answer)

    @property
    def last(self) -> Turn | None:
        """The request before, which the next one goes on from."""
        return self.turns[-1] if self.turns else None

    def whole(self, known: Catalogue) -> Ended:
        """The answers as one, and the turn that is kept: of the last request that is answered, so that what comes next goes on from that."""
        parts = tuple(RequestDetails(part.progress.goal, answer, part.context.links.settled)
                      for part, answer in zip(self.turns, self.answers, strict=True))
        answered = [part for part, answer in zip(self.turns, self.answers, strict=True) if answer.status == "answered"]
        kept = replace((answered or self.turns)[-1], told=HistoryDetails(parts=parts))
        is_one = len(self.refused) == len(self.turns) and len({(each.reason, str(each)) for each in self.refused}) == 1
        one = self.refused[0] if is_one else None         # the same of all is said once
        return Ended(kept, declining(known, self.turns[-1], one) if one is not None else joined_answer(self.answers, [each.goal for each in parts]))


def answer_acts(known: Catalogue, learner: Learner, turn: Turn, acts: Sequence[Act]) -> Answered:
    """The answers to several acts as one. Raises NeedsChoice with what was done before it."""
    parts, before = _Parts(), dict(turn.context.links.choices)
    try:
        for place, act in enumerate(acts):
            part = turn.part(turn.text, parts.last)
            asked = say_goal(known, act.goal) if isinstance(act, QuestionAct) else ""
            yield from parts.add(known, part, asked, _answer_once(known, learner, part, act, f"{DONE}{place}"))
    except NeedsChoice as need:
        need.done = " ".join(told for key, told in turn.context.links.choices.items() if key.startswith(DONE) and key not in before)
        raise
    whole = parts.whole(known)
    return Ended(whole.turn.at_place(None), whole.answer)


def _answer_once(known: Catalogue, learner: Learner, turn: Turn, act: Act, key: str) -> Answered:
    """The answer to one of several acts. What changes what is believed is not done again where the message is taken up after a question back."""
    done = turn.context.links.choices.get(key)
    if done is not None:
        return checked_answer(learner.recall(turn), Draft(done, None, (), (done,)))
    ended = yield from answer_act(known, learner, turn, act)
    if not isinstance(act, QuestionAct | AmbiguousAct):
        turn.context.links.choose({key: ended.answer.text})
    return ended


def answer_requests(known: Catalogue, turn: Turn, asked: Sequence[str]) -> Answered:
    """Each request of a text by itself: what one is declined for takes nothing from the others."""
    parts = _Parts()
    for text in asked:
        part = turn.part(text, parts.last)
        yield from parts.add(known, part, text, answer_one(known, part))
    whole = parts.whole(known)
    return Ended(replace(whole.turn, text=turn.text), offering(known, turn, whole.answer, parts.refused))


def answer_for_each(known: Catalogue, turn: Turn, answering: Callable[[Turn], Answered]) -> Answered:
    """The question for each of those that a reply chose. What comes after it does not go on from one of them alone."""
    answers = list[Answer]()
    for part, (called, _) in zip(turn.for_each(), turn.request.each, strict=True):
        try:
            answers.append((yield from answering(part)).answer)
        except Declined as declined:
            answers.append(declining(known, part, declined, f"{called}: {declined}"))
    return Ended(turn, answer_of_each(answers, [called for called, _ in turn.request.each]))


def checked_answer(turn: Turn, draft: Draft) -> Ended:
    """The draft, checked against its facts, with what was assumed, how old the data is, and what else may have been meant."""
    return Ended(*with_alternatives(replace(turn, told=replace(turn.told, rows=draft.rows)), answer_of(turn, draft)))


def _executed(turn: Turn, plan: Plan) -> Generator[Event, None, Draft]:
    draft: Draft | None = None
    for happened in execute(turn.context, plan, write):
        if isinstance(happened, Started):
            yield turn.progress.started(happened.task)
        elif isinstance(happened, Progressed):
            yield turn.progress.progressed(happened.task, happened.at)
        elif isinstance(happened, Finished):
            yield turn.progress.finished(happened.step)
        else:
            draft = happened.draft
    assert draft is not None            # Done is always the last
    return draft
