"""What a line of the projection tables can say. Knows shapes of records, no model."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ingest.readings import Reading


@dataclass(frozen=True, slots=True)
class Seen:
    """A condition on one field, under which every employee may see the record; `words` say it to people."""

    words: str
    holds: Callable[[Any], bool]


@dataclass(frozen=True, slots=True)
class Projection:
    """What of a model enters the graph. Names of fields are Merge's; several in one text are joined by a space."""

    name: tuple[str, ...] = ()                                              # the display name: the first that says something
    aliases: tuple[str, ...] = ()                                           # all that are complete and differ from the name
    keys: Mapping[str, Reading] = field(default_factory=dict)               # further aliases: field -> how it is read
    email: tuple[str, Reading] | None = None
    search: Mapping[str, tuple[str, Reading]] = field(default_factory=dict)  # property of the node <- field, how it is read
    joins: Mapping[str, tuple[str, Reading]] = field(default_factory=dict)  # field -> kind of join key, how it is read: kept as keyed hashes
    values: Mapping[str, tuple[str, Reading]] = field(default_factory=dict)  # field of the catalogue <- field, how it is read: the tenant's own words
    values_own: frozenset[str] = frozenset()                                # those of `values` of which only words unlike Merge's own are kept
    texts: tuple[str, ...] = ()                                             # cut into searchable pieces
    edges: Mapping[str, str] = field(default_factory=dict)                  # foreign key -> relation
    without: Mapping[str, str] = field(default_factory=dict)                # foreign key that is no edge -> why
    targets: Mapping[str, str] = field(default_factory=dict)                # foreign key -> model, where Merge's SDK does not say it
    restricted: bool = False                                                # not for every employee, as a model
    visible_when: Mapping[str, Seen] = field(default_factory=dict)          # all of them, else without name, text and keys
    expand: tuple[str, ...] = ()                                            # foreign keys that `visible_when` needs as records

    @property
    def properties(self) -> tuple[str, ...]:
        """The columns of the model's nodes beside the fixed ones."""
        return (*self.search, "restricted")

    @property
    def fields(self) -> frozenset[str]:
        """Every field of the record that is read."""
        return self.read_plain | {*self.joins}

    @property
    def read_plain(self) -> frozenset[str]:
        """The fields whose values decide what can be read in the graph; those that are only hashed are not among them."""
        texts = {part for spec in (*self.name, *self.aliases, *self.texts) for part in spec.split()}
        single = {self.email[0]} if self.email else set()
        read = {f for f, _ in (*self.search.values(), *self.values.values())}
        return frozenset(texts | single | read | {*self.keys, *self.edges, *self.visible_when})


def one_of(*allowed: Any) -> Seen:
    """The field has one of these values; None stands for a field without one."""
    words = " or ".join("empty" if value is None else str(value).lower() if isinstance(value, bool) else str(value) for value in allowed)
    return Seen(words, lambda value: value in allowed)


def _everybody_granted(value: Any) -> bool:
    """Whether one of the permissions is the whole company's. An id says nothing, so it grants nothing."""
    given = value if isinstance(value, list | tuple) else (value,)
    return any(isinstance(one, Mapping) and one.get("type") in ("COMPANY", "ANYONE") for one in given)


SHARED_WITH_ALL = Seen("a permission for the company or for anyone", _everybody_granted)
NOT_NARROWED = Seen("empty, or with a permission for the company or for anyone", lambda value: not value or _everybody_granted(value))
