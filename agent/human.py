"""Questions to the person: stored when asked, answered by id with an option or free words, a week later if need be."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from agent.answer import Ask, Clarification, Option
from agent.errors import NeedsChoice
from agent.language import tokens, words
from ingest.company import Company, Person
from kg.ports import Clock
from memory.questions import Questions, StoredQuestion

_HOLLOW = frozenset({"one", "the", "a", "i", "mean", "meant", "that", "this", "guy", "person", "who", "which", "works", "working", "is", "it", "'s"})


class Human:
    """Asks a person of a tenant, and reads what they reply."""

    def __init__(self, questions: Questions, company: Company, clock: Clock) -> None:
        self._questions, self._company, self._clock = questions, company, clock

    def ask(self, person: Person, ask: Ask, text: str, choices: Mapping[str, str], need: NeedsChoice) -> Clarification:
        """Store the question with all that resuming needs: the words that were asked (`text`), and what was chosen before."""
        options = tuple(Option(f"o{i}", choice.label) for i, choice in enumerate(need.choices, 1))
        question = Clarification(need.question or ask.id or secrets.token_urlsafe(9), need.prompt, options)
        self._questions.save(self._company.tenant, person.email, question.id, {
            "session": ask.session, "prompt": question.prompt, "asked_at": self._clock().isoformat(), "text": text, "mention": need.mention,
            "options": [{"id": o.id, "label": o.label, "key": c.key} for o, c in zip(options, need.choices, strict=True)],
            "choices": dict(choices),
        })
        return question

    def find(self, person: Person, question_id: str) -> StoredQuestion | None:
        """The person's own question of that id."""
        return self._questions.load(self._company.tenant, person.email, question_id)

    def settle(self, person: Person, question: StoredQuestion, answer: str) -> bool:
        """Note the answer; False where it was answered before."""
        return self._questions.answered(self._company.tenant, person.email, question.id, answer, self._clock())


def chosen(question: StoredQuestion, reply: str) -> Mapping[str, Any] | None:
    """The one option that a reply means: its id, its label, or words that only it has. None where it is none or several."""
    by_id = [o for o in question.options if o["id"] == reply.strip()]
    if by_id:
        return by_id[0]
    said = _content(reply)
    by_words = [o for o in question.options if said and said <= _content(o["label"])]
    if len(by_words) == 1:
        return by_words[0]
    whole = [o for o in question.options if _content(o["label"].partition(" (")[0]) <= said]
    return whole[0] if len(whole) == 1 else None


def asked_again(question: StoredQuestion) -> Clarification:
    """The same question once more."""
    return Clarification(question.id, question.prompt, tuple(Option(o["id"], o["label"]) for o in question.options))


def _content(text: str) -> frozenset[str]:
    known = words()
    plain: Sequence[str] = [t.plain for t in tokens(text)]
    empty = {p[0] for p in known.empty if len(p) == 1}
    return frozenset(w for w in plain if w not in known.licensed and w not in empty and w not in _HOLLOW)
