"""The entity links of one question: what each name in it stands for, by what the person chose and by what the graph and the source hold."""

import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from agent.plan.algebra import Earlier, Named, Set
from kg.resolve import Candidate

Stretch = tuple[str, bool]              # some words of the question, and whether they may be a misspelt name
Choices = Mapping[str, str]             # mention (or "unit") -> what the person chose
Held = Mapping[Stretch, tuple[Candidate, ...]]

# Under which mentions of the choices it is kept how a message was read, and what the person said of that.
PLAN = "plan"                           # the plan that a message was read as, as JSON
MEANT = "is it meant so"                # the person's word on a plan that the checks doubt: yes, no
WHICH = "which reading"                 # the reading that was chosen of two that a plan leaves open, in words
LEARNED = "learned reading"             # the id of the learned reading by which a message was read
DONE = "done: "                         # before the place of an act that was done: what was told of it
NOT_SO = "not so: "                     # before that id: the person does not mean it so


@dataclass(eq=False)
class EntityLinks:
    """Collects the links while a question is answered. Threads may share it: read the attributes, change them by the methods."""

    choices: dict[str, str] = field(default_factory=dict)                       # what was chosen so far
    settled: Mapping[Named, Candidate] = field(default_factory=dict)            # what each name of the goal stands for
    held: dict[Stretch, tuple[Candidate, ...]] = field(default_factory=dict)    # the candidates that were looked up, by stretch of the question
    led_to: Mapping[Set, str] = field(default_factory=dict)                     # what the one thing is called that a set led to: somebody's company
    _passed_over: dict[str, tuple[Candidate, ...]] = field(default_factory=dict)
    _reread: dict[Earlier, tuple[str, ...]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def apart(self, choices: Choices | None = None) -> "EntityLinks":
        """The links of another request of the same question: choices and look-ups are shared, nothing is settled.

        `choices`: chosen for that request alone, instead of what was chosen for all.
        """
        return EntityLinks(self.choices if choices is None else dict(choices), held=self.held, _lock=self._lock)

    # ---------------------------------------------------------------- chosen by the person

    def choose(self, choices: Choices) -> None:
        """Record choices: the person's own, or those that a preference or the words make for them."""
        with self._lock:
            self.choices.update(choices)

    def choose_unless_chosen(self, mention: str, key: str) -> None:
        """Record a default: what is chosen where nothing was."""
        with self._lock:
            self.choices.setdefault(mention, key)

    def take_back(self, mentions: Iterable[str]) -> None:
        """Drop the choices for these mentions."""
        with self._lock:
            for mention in mentions:
                self.choices.pop(mention, None)

    # ---------------------------------------------------------------- settled on the graph and the source

    def settle(self, things: Mapping[Named, Candidate]) -> None:
        """Record what the names of the goal stand for."""
        with self._lock:
            self.settled = dict(things)

    def passed_over(self, mention: str) -> tuple[Candidate, ...]:
        """The other candidates of a mention; () where there were none."""
        return self._passed_over.get(mention, ())

    def pass_over(self, mention: str, others: tuple[Candidate, ...]) -> None:
        """Record the candidates that were not taken for the mention."""
        with self._lock:
            self._passed_over[mention] = others

    def reread(self, rows: Earlier) -> tuple[str, ...]:
        """What the records of rows of an earlier answer are called now; () where they were not read again."""
        return self._reread.get(rows, ())

    def note_reread(self, rows: Earlier, names: tuple[str, ...]) -> None:
        """Record what the records of these rows are called now."""
        with self._lock:
            self._reread[rows] = names

    # ---------------------------------------------------------------- looked up in the graph

    def hold(self, found: Held) -> None:
        """Record candidates that were looked up."""
        with self._lock:
            self.held.update(found)

    def forget_candidates(self) -> None:
        """Drop the candidates that were looked up: something new has come into the graph."""
        with self._lock:
            self.held.clear()
