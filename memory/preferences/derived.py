"""What repeated choices say: at clarifications, the same answer to the same name more than once and no other since. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from kg.names import fold
from memory.preferences.state import Preference, Source, State

REPEATED = 2                            # as often the same thing has to be chosen
CONFIDENCE = 0.8
UNIT = "unit"                           # the mention under which a choice of a unit is stored


@dataclass(frozen=True, slots=True)
class Chosen:
    """One choice that a person made when they were asked."""

    session: str
    question: str                       # its id
    mention: str                        # what was asked about: a name, or "unit"
    key: str                            # of the option
    label: str
    at: datetime


def repeated(choices: Iterable[Chosen], state: State) -> tuple[Preference, ...]:
    """The preferences that choices show: the last REPEATED of one mention are the same.

    What was chosen before the person had it forgotten is no sign.
    """
    by_mention: dict[str, list[Chosen]] = {}
    for one in sorted(choices, key=lambda c: (c.at, c.question)):
        since = state.forgotten.get(_about(one))
        if since is None or one.at > since:
            by_mention.setdefault(fold(one.mention), []).append(one)
    last = (made[-REPEATED:] for made in by_mention.values() if len(made) >= REPEATED)
    return tuple(_preference(same[-1]) for same in last if len({c.key for c in same}) == 1)


def _about(one: Chosen) -> tuple[str, str]:
    return ("unit", "") if one.mention == UNIT else ("name_means", fold(one.mention))


def _preference(one: Chosen) -> Preference:
    relation, subject = _about(one)
    name = one.label.partition(" (")[0]
    source = Source(one.session, one.question, one.label, one.at, 0, len(one.label))
    keys = (one.key,) if relation == "name_means" else ()
    return Preference(relation, subject, one.key if relation == "unit" else name, source, keys, authority="choice", confidence=CONFIDENCE)
