"""The named queries of `cypher/*.cypher`, and the one that finds examples for the tour: loaded, checked against their headers, written out
per relation. Text only, no driver.

A query begins with `// name:`, then what it is for, `// in:` (its parameters and their types) and `// out:` (its columns).
What stands between two `/*each*/` is written out once for every relation of the schema, with commas, `__TYPE__` being its name;
between two `/*some*/` for those relations only that a step names, since a statement with something to look for by each of all
relations is planned for many seconds.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources

_NAME = re.compile(r"^// name: (\w+)\n", re.MULTILINE)
_HEADER = re.compile(r"^// (in|out):(.*)$", re.MULTILINE)
_PARAMETER = re.compile(r"\$(\w+)")
_RELATION = re.compile(r"[A-Z][A-Z_]*")
_BRACKETS = re.compile(r"\[[^\[\]]*\]")
_PLACE = "__TYPE__"
_EACH, _SOME = (re.compile(rf"/\*{word}\*/(.*?)/\*{word}\*/", re.DOTALL) for word in ("each", "some"))


@dataclass(frozen=True, slots=True)
class Query:
    """One named statement. With `by_relation` its text still holds what is written out for some relations."""

    name: str
    text: str
    parameters: frozenset[str]
    columns: tuple[str, ...]
    by_relation: bool

    def statement(self, some: Sequence[str], relations: Collection[str]) -> str:
        """The text to run, for some of the relations. Raises ValueError for one that is not in the schema, none where needed or some where not."""
        if self.by_relation != bool(some):
            raise ValueError(f"query {self.name}: relations are {'needed' if self.by_relation else 'not taken'}")
        if bad := [relation for relation in some if relation not in relations]:
            raise ValueError(f"query {self.name}: {bad} are no relations of kg.schema")
        return _written_out(_SOME, self.text, some)


def load(relations: Collection[str]) -> Mapping[str, Query]:
    """Every query by name. Raises ValueError for a name used twice, a missing header or one that does not match the statement."""
    if bad := [r for r in relations if not _RELATION.fullmatch(r)]:
        raise ValueError(f"these cannot be relation types: {bad}")
    found: dict[str, Query] = {}
    for name, body in _bodies():
        if name in found:
            raise ValueError(f"query {name} is there twice")
        found[name] = _query(name, body, relations)
    return found


def _bodies() -> list[tuple[str, str]]:
    files = sorted((f for f in resources.files("cypher").iterdir() if f.name.endswith(".cypher")), key=lambda f: f.name)
    parts = [_NAME.split(f.read_text("utf-8"))[1:] for f in files]
    examples = resources.files("cypher").joinpath("tour", "00_parameters.cypher").read_text("utf-8")
    return [("tour_examples", examples), *(pair for p in parts for pair in zip(p[::2], p[1::2], strict=True))]


def _query(name: str, body: str, relations: Collection[str]) -> Query:
    headers = dict(_HEADER.findall(body))
    if set(headers) != {"in", "out"}:
        raise ValueError(f"query {name}: `// in:` and `// out:` are needed, found {sorted(headers)}")
    text = _written_out(_EACH, _without_comments(body), relations)
    query = Query(name, text, frozenset(_PARAMETER.findall(text)), tuple(_names(headers["out"])), bool(_SOME.search(text)))
    if query.parameters != set(_names(headers["in"])):
        raise ValueError(f"query {name}: header says {_names(headers['in'])}, statement takes {sorted(query.parameters)}")
    return query


def _written_out(part: re.Pattern[str], text: str, relations: Collection[str]) -> str:
    return part.sub(lambda found: ", ".join(found[1].strip().replace(_PLACE, relation) for relation in relations), text)


def _without_comments(body: str) -> str:
    return "\n".join(line for line in body.splitlines() if line.strip() and not line.lstrip().startswith("//"))


def _names(header: str) -> list[str]:
    bare = header
    while _BRACKETS.search(bare):
        bare = _BRACKETS.sub("", bare)
    return [part.split()[0] for part in bare.split(",") if part.strip()]
