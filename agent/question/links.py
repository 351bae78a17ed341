"""The entity links of one question: what each name in it stands for, by what the person chose and by what the graph and the source hold."""

import threading
from collections.abc import Iterable, Mapping

from agent.plan.algebra import Earlier, Named
from kg.resolve import Candidate

Stretch = tuple[str, bool]              # some words of the question, and whether they may be a misspelt name
Choices = Mapping[str, str]             # mention (or "unit") -> what the person chose
Held = Mapping[Stretch, tuple[Candidate, ...]]

# Under which mentions of the choices it is kept how a message was read, and what the person said of that.
PLAN = "plan"                           # the plan that a message was read as, as JSON
MEANT = "is it meant so"                # the person's word on a plan that the checks doubt: yes, no
WHICH = "which reading"                 # the reading that was chosen of two that a plan leaves open, in words
LEARNED = "learned reading"             # the id of the learned reading by which a message was read
NOT_SO = "not so: "                     # before that id: the person does not mean it so


class EntityLinks:
    """Collects the links while a question is answered. Threads may share it."""

    def __init__(self, choices: Choices | None = None, settled: Mapping[Named, Candidate] | None = None) -> None:
        self._choices: dict[str, str] = dict(choices or {})
        self._settled: dict[Named, Candidate] = dict(settled or {})
        self._held: dict[Stretch, tuple[Candidate, ...]] = {}
        self._passed_over: dict[str, tuple[Candidate, ...]] = {}
        self._reread: dict[Earlier, tuple[str, ...]] = {}
        self._lock = threading.Lock()

    def apart(self, choices: Choices | None = None) -> "EntityLinks":
        """Those of another request of the same question: what was chosen and looked up is at hand, nothing is settled.

        `choices`: chosen for that request alone, instead of what was chosen for all.
        """
        other = EntityLinks(choices)
        other._held = self._held
        if choices is None:
            other._choices, other._lock = self._choices, self._lock
        return other

    # ---------------------------------------------------------------- chosen by the person

    @property
    def choices(self) -> Choices:
        """What was chosen so far."""
        return self._choices

    def choose(self, choices: Choices) -> None:
        """The person chose these, or a preference or the words did for them."""
        with self._lock:
            self._choices.update(choices)

    def choose_unless_chosen(self, mention: str, key: str) -> None:
        """What is chosen where nothing else was."""
        with self._lock:
            self._choices.setdefault(mention, key)

    def take_back(self, mentions: Iterable[str]) -> None:
        """Nothing is chosen for these any more."""
        with self._lock:
            for mention in mentions:
                self._choices.pop(mention, None)

    # ---------------------------------------------------------------- settled on the graph and the source

    @property
    def settled(self) -> Mapping[Named, Candidate]:
        """What each name of the goal stands for."""
        return self._settled

    def settle(self, things: Mapping[Named, Candidate]) -> None:
        """These are the names of the goal, and what they stand for."""
        with self._lock:
            self._settled = dict(things)

    def passed_over(self, mention: str) -> tuple[Candidate, ...]:
        """What else the mention could have stood for."""
        return self._passed_over.get(mention, ())

    def pass_over(self, mention: str, others: tuple[Candidate, ...]) -> None:
        """These were not taken for the mention."""
        with self._lock:
            self._passed_over[mention] = others

    def reread(self, rows: Earlier) -> tuple[str, ...]:
        """What the records of rows of an earlier answer are called now; () where they were not read again."""
        return self._reread.get(rows, ())

    def note_reread(self, rows: Earlier, names: tuple[str, ...]) -> None:
        """The records of these rows were read again."""
        with self._lock:
            self._reread[rows] = names

    # ---------------------------------------------------------------- looked up in the graph

    @property
    def held(self) -> Held:
        """What the graph was seen to hold for stretches of the question."""
        return self._held

    def hold(self, found: Held) -> None:
        """The graph was seen to hold these."""
        with self._lock:
            self._held.update(found)

    def look_up_anew(self) -> None:
        """Something new has come into the graph: what was looked up before is no longer used."""
        with self._lock:
            self._held.clear()
