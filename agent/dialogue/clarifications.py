"""Questions to the person: stored when asked, answered by id with an option or free words, a week later if need be."""

import secrets
from collections.abc import Generator, Mapping
from dataclasses import asdict

from agent.answer import Ask, Clarification, Event, Option
from agent.errors import Choice, NeedsChoice
from agent.question.turn import Turn
from agent.understand.replies import Reply
from ingest.company import Company, Person
from kg.leaving import shown
from kg.ports import Clock
from memory.questions import Questions, StoredQuestion

SHOWN = 6                               # options that are shown; a reply may mean any


class Clarifications:
    """Asks a person of a tenant, and reads what they reply."""

    def __init__(self, questions: Questions, company: Company, clock: Clock) -> None:
        self._questions, self._company, self._clock = questions, company, clock

    def ask(self, person: Person, ask: Ask, text: str, choices: Mapping[str, str], need: NeedsChoice) -> Clarification:
        """Store the question with all that resuming needs: the words that were asked (`text`), and what was chosen before."""
        options = tuple(Option(f"o{i}", shown(choice.label)) for i, choice in enumerate(need.choices, 1))
        more = f" There are {len(options)}; say more of the one you mean, and I look among all of them." if len(options) > SHOWN else ""
        question = Clarification(need.question or ask.id or secrets.token_urlsafe(9), shown(f"{need.prompt}{more}"), options[:SHOWN])
        self._questions.save(self._company.tenant, person.email, question.id, {
            "session": ask.session, "prompt": question.prompt, "asks": shown(need.prompt), "asked_at": self._clock().isoformat(),
            "text": text, "mention": need.mention,
            "options": [{"id": o.id, "label": o.label, "key": c.key, "also": list(c.also)} for o, c in zip(options, need.choices, strict=True)],
            "choices": dict(choices),
        })
        return question

    def put(self, turn: Turn, need: NeedsChoice) -> Generator[Event, None, Clarification]:
        """The question to the person of that turn, stored and told of."""
        question = self.ask(turn.context.person, turn.ask, turn.text, turn.context.links.choices, need)
        yield turn.progress.event("question", asdict(question))
        return question

    def find(self, person: Person, question_id: str) -> StoredQuestion | None:
        """The person's own question of that id."""
        return self._questions.load(self._company.tenant, person.email, question_id)

    def settle(self, person: Person, question: StoredQuestion, answer: str) -> bool:
        """Note the answer; False where it was answered before."""
        return self._questions.answered(self._company.tenant, person.email, question.id, answer, self._clock())


def asked_again(question: StoredQuestion, reply: str, *, fits_all: bool = False) -> Clarification:
    """The same question once more, since the reply did not tell its options apart."""
    said = f"“{reply}” fits each of these." if fits_all else f"I can't tell from “{reply}” which of these is meant."
    return Clarification(question.id, f"{said} {question.prompt}", tuple(Option(o["id"], o["label"]) for o in question.options[:SHOWN]))


def what_is_left(question: StoredQuestion, reply: Reply) -> NeedsChoice:
    """The question about those options that a reply left."""
    asks, mention = str(question.state.get("asks", question.prompt)), str(question.state["mention"])
    return NeedsChoice(mention, asks, tuple(Choice(o["key"], o["label"], tuple(o.get("also", ()))) for o in reply.left))
