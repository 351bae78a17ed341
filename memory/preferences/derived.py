"""What repeated choices say: the same answer to the same question back, or the same unit or currency asked for, and no other since. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from kg.names import fold
from memory.preferences.state import Authority, Preference, Source, State

REPEATED: Mapping[Authority, int] = {"choice": 2, "behaviour": 3}        # as often the same thing has to be chosen, or asked for
CONFIDENCE = 0.8
UNIT = "unit"                           # the mention under which a choice of a unit is stored
_LISTED: Mapping[str, tuple[str, str]] = {UNIT: ("unit", ""), "unit of leave": ("unit", "leave"), "currency": ("currency", "")}


@dataclass(frozen=True, slots=True)
class Chosen:
    """One choice that a person made: when they were asked, or by how they asked."""

    session: str
    question: str                       # its id, or that of the turn
    mention: str                        # what was chosen: whom a name means, or a key of _LISTED
    key: str                            # of the option
    label: str
    at: datetime
    authority: Authority = "choice"


def repeated(choices: Iterable[Chosen], state: State) -> tuple[Preference, ...]:
    """The preferences that choices show: the last ones of one mention, as many as REPEATED says, are the same.

    What was chosen before the person had it forgotten is no sign. What holds or waits already, or was turned down, is not put to them again.
    """
    by_mention: dict[tuple[str, Authority], list[Chosen]] = {}
    for one in sorted(choices, key=lambda c: (c.at, c.question)):
        since = state.forgotten.get(_about(one))
        if since is None or one.at > since:
            by_mention.setdefault((fold(one.mention), one.authority), []).append(one)
    last = (chosen[-REPEATED[how] :] for (_, how), chosen in by_mention.items() if len(chosen) >= REPEATED[how])
    return unknown((_preference(same[-1]) for same in last if len({c.key for c in same}) == 1), state)


def unknown(made: Iterable[Preference], state: State) -> tuple[Preference, ...]:
    """Of what was derived that which neither holds nor waits, was not turned down, and was not said before the person had such things forgotten."""
    known = {(k.preference.about, k.preference.value) for k in state.current} | state.refused
    since = ((one, state.forgotten.get(one.about)) for one in made)
    return tuple(one for one, day in since if (one.about, one.value) not in known and (day is None or one.source.at > day))


def _about(one: Chosen) -> tuple[str, str]:
    return _LISTED.get(one.mention, ("name_means", fold(one.mention)))


def _preference(one: Chosen) -> Preference:
    relation, subject = _about(one)
    name = one.label.partition(" (")[0]
    source = Source(one.session, one.question, one.label, one.at, 0, len(one.label))
    keys = (one.key,) if relation == "name_means" else ()
    return Preference(relation, subject, name if keys else one.key, source, keys, authority=one.authority, confidence=CONFIDENCE)
