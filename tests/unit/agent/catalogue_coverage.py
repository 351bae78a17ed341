"""What Merge has, held against the catalogue and what it leaves out on purpose: nothing new comes in without a class or a reason.

Looked at are the Common Models of the catalogue's categories and the objects that lie inside their records.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from agent.catalogue.schema import Catalogue, Model
from ingest import merge_api

_SDK_OWN = frozenset({"id", "object"})  # types of a field that holds other records, or objects


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What the catalogue leaves out, each with its reason: fields of every model, whole models, single fields (`crm/User.avatar`)."""

    everywhere: Mapping[str, str]
    models: Mapping[str, str]
    fields: Mapping[str, str]


@cache
def left_out() -> LeftOut:
    """The lines of left_out.toml, read once."""
    found = tomllib.loads(resources.files("agent.catalogue").joinpath("left_out.toml").read_text("utf-8"))
    return LeftOut(found["everywhere"], found["models"], {name: group["reason"] for group in found["fields"] for name in group["names"]})


def unclassified(known: Catalogue, left: LeftOut, merge: Mapping[str, merge_api.Model]) -> tuple[str, ...]:
    """Models and fields of Merge that the catalogue neither has nor leaves out with a reason, in order of their names."""
    categories = {model.category for model in known.models.values()}
    own = {name: model for name, model in merge.items() if model.role == "common" and model.category in categories and name not in left.models}
    new = {name for name in own if name not in known.models}
    held = _held(known)
    lost = {f"{name}.{f.name}" for name, model in own.items() if name not in new for f in model.fields if f.name not in held.get(name, {})}
    inside = {f"{nested}.{f.name}" for nested, kept in _inside(own, held, merge) for f in merge[nested].fields if f.name not in kept}
    return tuple(sorted(new | {n for n in lost | inside if n.partition(".")[2] not in left.everywhere and n not in left.fields}))


def needless(known: Catalogue, left: LeftOut, merge: Mapping[str, merge_api.Model]) -> tuple[str, ...]:
    """What is left out, and is in the catalogue all the same, or not in Merge at all."""
    everything = {f"{name}.{f.name}" for name, model in merge.items() for f in model.fields}
    held = {f"{model}.{name}" for model, names in _held(known).items() for name in names}
    gone = {name for name in left.models if name not in merge or name in known.models}
    return tuple(sorted(gone | {name for name in left.fields if name not in everything or name in held}))


def _held(known: Catalogue) -> Mapping[str, Mapping[str, set[str]]]:
    """Model → its fields that the catalogue knows in some way → of an embedded object, the parts that it knows."""
    held: dict[str, dict[str, set[str]]] = {}
    for model_id, path in _paths(known):
        name, _, rest = path.partition(".")
        held.setdefault(model_id, {}).setdefault(name.removesuffix("[]"), set()).add(rest.partition(".")[0].removesuffix("[]"))
    return held


def _paths(known: Catalogue) -> Iterator[tuple[str, str]]:
    for model in known.models.values():
        yield from ((model.id, path) for path in _own_paths(model))
        for relation in model.relations.values():
            yield (relation.to, relation.inverse) if relation.inverse else (model.id, relation.fk or "")
        for place in model.rows_of.values():
            holder, _, path = place.partition(".")
            yield holder, path


def _own_paths(model: Model) -> Iterator[str]:
    for field in model.fields.values():
        yield from () if field.derived else field.path.split("|")
    yield from (path for path in (*model.name, *model.texts, model.key, model.url, model.email) if path)


def _inside(
    own: Mapping[str, merge_api.Model], held: Mapping[str, Mapping[str, set[str]]], merge: Mapping[str, merge_api.Model],
) -> Iterator[tuple[str, set[str]]]:
    """Objects that lie inside records and are no Common Models themselves, with the parts of them that are known."""
    for name, model in own.items():
        for field in (f for f in model.fields if f.type in _SDK_OWN and f.name in held.get(name, {})):
            nested = f"{model.category}/{field.target}"
            if nested in merge and merge[nested].role == "nested":
                yield nested, set(held[name][field.name]) | set(held.get(nested, {}))
