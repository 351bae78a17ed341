"""The lines of one person's dialogues, findable by their terms. It grows line by line and equals one that was built at once."""

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import log

from memory.recall.terms import LineCues, look_of, near, terms

ENTITY = "entity:"                      # what a line names, as a term that no text holds
SPEAKER = "speaker:"
_USUAL_LENGTH = 12.0                    # terms of a line; fixed, so that what was indexed before need not be weighed anew
_BY_LENGTH = 0.35                       # how much a longer line is worth less for one of its terms


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a dialogue, of the person or the assistant; `time` is aware."""

    id: str
    session: str
    speaker: str
    time: datetime
    text: str
    entities: tuple[str, ...] = ()      # keys of what it names


class LineIndex:
    """Lines by number, terms with the numbers of the lines that hold them. Lines are added in the order of their time."""

    def __init__(self, lines: Iterable[Line] = ()) -> None:
        self.lines: list[Line] = []
        self.terms: list[frozenset[str]] = []               # of each line
        self.looks: list[LineCues] = []                         # what each line looks like
        self.lengths = array("f")       # by which a term of the line is divided
        self.weights = array("f")       # of each line: how rare its words were when it was said, summed
        self.places = array("i")        # of each line in its session
        self.sessions: dict[str, array[int]] = {}           # the numbers of each session's lines, rising
        self._held: dict[str, array[int]] = {}
        self._near: dict[str, frozenset[str]] = {}         # sets that stay as they are, for a copy has the same
        self.add(lines)

    def add(self, lines: Iterable[Line]) -> None:
        """Take in more lines; they are later than those before. Nobody else may be reading."""
        for line in lines:
            number = len(self.lines)
            found = terms(line.text)
            own = {*found, *(ENTITY + key for key in line.entities), *(SPEAKER + term for term in terms(line.speaker))}
            self.lines.append(line)
            self.lengths.append(1 - _BY_LENGTH + _BY_LENGTH * max(len(found), 4) / _USUAL_LENGTH)
            session = self.sessions.setdefault(line.session, array("i"))
            self.places.append(len(session))
            session.append(number)
            self.weights.append(sum(self.rarity(len(self.holding(term))) for term in set(found)))
            self.terms.append(frozenset(own))
            self.looks.append(look_of(line.speaker, line.text))
            for term in own:
                self._hold(term, number)

    def grown(self, lines: Iterable[Line]) -> "LineIndex":
        """This index with more lines, later than those before. Who reads this one is not disturbed; nothing is indexed again."""
        made = LineIndex()
        made.lines, made.terms, made.looks = self.lines[:], self.terms[:], self.looks[:]
        made.lengths, made.weights, made.places = self.lengths[:], self.weights[:], self.places[:]
        made.sessions = {session: numbers[:] for session, numbers in self.sessions.items()}
        made._held, made._near = {term: numbers[:] for term, numbers in self._held.items()}, self._near.copy()
        made.add(lines)
        return made

    def __len__(self) -> int:
        return len(self.lines)

    def holding(self, term: str) -> Sequence[int]:
        """The numbers of the lines that hold a term, rising."""
        return self._held.get(term, ())

    def rarity(self, count: int) -> float:
        """The weight of a term by the number of lines that hold it (inverse document frequency)."""
        return log(1 + (len(self.lines) - count + 0.5) / (count + 0.5))

    def slips(self, term: str) -> frozenset[str]:
        """The terms of the lines that are a slip of the hand from a term."""
        return frozenset(other for form in near(term) for other in self._near.get(form, ()) if other != term)

    def until(self, at: datetime) -> int:
        """How many lines were said by then."""
        return bisect_right(self.lines, at, key=lambda line: line.time)

    def around(self, number: int, width: int) -> Sequence[int]:
        """The numbers of a line and of those up to `width` before and after it in its session."""
        place = self.places[number]
        return self.sessions[self.lines[number].session][max(0, place - width) : place + width + 1]

    def _hold(self, term: str, number: int) -> None:
        held = self._held.get(term)
        if held is None:
            held = self._held[term] = array("i")
            for form in near(term):
                self._near[form] = self._near.get(form, frozenset()) | {term}
        held.append(number)

