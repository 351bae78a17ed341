"""The catalogue's TOML tables read into its types. Every complaint names file, row and what to write instead."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from agent.catalogue.schema import Field, Metric, Model, Predicate, Relation


class Row:
    """One row of a table: its values are taken by key, and what nobody took is a misspelling."""

    def __init__(self, place: str, values: Any) -> None:
        if not isinstance(values, Mapping):
            raise ValueError(f"{place}: a table is due here, like {{ label = \"…\" }}, not {values!r}")
        self.place, self._left = place, dict(values)
        self._known: list[str] = []

    def text(self, key: str) -> str:
        """A text that must be there."""
        found = self.maybe(key)
        if found is None:
            raise ValueError(f"{self.place}: `{key}` is missing; add {key} = \"…\"")
        return found

    def maybe(self, key: str) -> str | None:
        """A text, or None where it is not there."""
        found = self._take(key, None)
        if found is not None and not isinstance(found, str):
            raise ValueError(f"{self.place}: `{key}` must be a text in quotes, not {found!r}")
        return found

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts, () where it is not there."""
        found = self._take(key, [])
        if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
            raise ValueError(f"{self.place}: `{key}` must be a list of texts, like [\"one\", \"two\"], not {found!r}")
        return tuple(found)

    def flag(self, key: str) -> bool:
        """True or false, false where it is not there."""
        found = self._take(key, False)
        if not isinstance(found, bool):
            raise ValueError(f"{self.place}: `{key}` must be true or false, not {found!r}")
        return found

    def table(self, key: str) -> Mapping[str, Any]:
        """A table below the row, empty where it is not there."""
        found = self._take(key, {})
        if not isinstance(found, dict):
            raise ValueError(f"{self.place}: `{key}` must be a table, not {found!r}")
        return found

    def end(self) -> None:
        """Raises ValueError for keys that nobody took."""
        if self._left:
            raise ValueError(f"{self.place}: unknown key {', '.join(sorted(self._left))}; known are {', '.join(sorted(self._known))}")

    def _take(self, key: str, default: Any) -> Any:
        self._known.append(key)
        return self._left.pop(key, default)


def read_models(category: str) -> Iterator[Model]:
    """The models of `hris.toml`, with what `unspoken/hris*.toml` adds to them, and its own. Raises ValueError for a row that cannot be read."""
    here = resources.files(__package__)
    models = {id_: _model(id_, row) for id_, row in _read(here.joinpath(f"{category}.toml"), category)}
    for file in sorted(here.joinpath("unspoken").iterdir(), key=lambda f: f.name):
        for id_, row in _read(file, category) if file.name.startswith(category) else ():
            models[id_] = _joined(models[id_], row) if id_ in models else _unspoken(_model(id_, row))
    yield from models.values()


def read_metrics() -> Iterator[Metric]:
    """The metrics of `metrics.toml`. Raises ValueError for a row that cannot be read."""
    for name, values in _tables(resources.files(__package__).joinpath("metrics.toml")).items():
        yield _metric(name, Row(f"metrics.toml, [{name}]", values))


def _tables(file: Traversable) -> Mapping[str, Any]:
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{file.name}: no TOML: {error}") from error


def _read(file: Traversable, category: str) -> Iterator[tuple[str, Row]]:
    return ((f"{category}/{name}", Row(f"{file.name}, [{name}]", values)) for name, values in _tables(file).items())


def _unspoken(model: Model) -> Model:
    """What plans may name by id, and no word of the grammar means."""
    fields = {name: replace(field, spoken=False) for name, field in model.fields.items()}
    return replace(model, spoken=False, fields=fields, relations={n: replace(r, spoken=False) for n, r in model.relations.items()})


def _joined(model: Model, row: Row) -> Model:
    """The model with the fields and relations that the row adds to it. Raises ValueError for one that it has already."""
    more = _unspoken(replace(
        model, fields={n: _field(model.id, n, each, {}) for n, each in _rows(row, "fields")},
        relations={n: _relation(model.id, n, each) for n, each in _rows(row, "relations")}))
    row.end()
    if twice := sorted({*more.fields, *more.relations} & {*model.fields, *model.relations}):
        raise ValueError(f"{row.place}: {', '.join(twice)} stands in {model.category}.toml already; call it otherwise, or take it out here")
    return replace(model, fields={**model.fields, **more.fields}, relations={**model.relations, **more.relations})


def _rows(row: Row, key: str) -> Iterator[tuple[str, Row]]:
    return ((name, Row(f"{row.place}, {key}.{name}", values)) for name, values in row.table(key).items())


def _model(model_id: str, row: Row) -> Model:
    label = row.text("label")
    values, rows_of = row.table("values"), row.table("rows_of")
    made = Model(
        id=model_id, label=label, plural=row.maybe("plural") or f"{label}s", words=row.texts("words"), verbs=row.texts("verbs"),
        name=row.texts("name"), key=row.maybe("key"), email=row.maybe("email"), url=row.maybe("url"), card=row.texts("card"),
        beside=row.texts("beside"), access=row.maybe("access") or "directory", time=row.maybe("time"), started=row.flag("started"),
        texts=row.texts("texts"), is_person=row.flag("is_person"), titled=row.flag("titled"), shared_names=row.flag("shared_names"),
        by_value=row.flag("by_value"), period=row.maybe("period"), size=row.maybe("size"),
        derived=row.flag("derived") or bool(rows_of), rows_of=rows_of, carries=row.texts("carries"),
        everybody={text: tuple(words) for text, words in row.table("everybody").items()},
        fields={name: _field(model_id, name, each, values.get(name, {})) for name, each in _rows(row, "fields")},
        relations={name: _relation(model_id, name, each) for name, each in _rows(row, "relations")},
        predicates={name: _predicate(model_id, name, each) for name, each in _rows(row, "predicates")},
    )
    made = replace(made, predicates={**made.predicates, **{each.name: each for each in _lacking(made)}})
    if lost := sorted(set(values) - set(made.fields)):
        raise ValueError(f"{row.place}: values for {', '.join(lost)}, which is no field; add it to [{model_id.partition('/')[2]}.fields]")
    row.end()
    return made


def _field(model: str, name: str, row: Row, values: Mapping[str, Any]) -> Field:
    made = Field(
        model=model, name=name, label=row.text("label"), words=row.texts("words"), when=row.texts("when"),
        remaining=row.texts("remaining"), forward=row.texts("forward"), privacy=row.text("privacy"), kind=row.text("kind"),
        path=row.maybe("path") or name, unit=row.maybe("unit"), unit_field=row.maybe("unit_field"), shown_in=row.maybe("shown_in"),
        currency=row.maybe("currency"), beside=row.texts("beside"), native=row.flag("native"), sums=row.flag("sums"), apart=row.maybe("apart"),
        values={value: tuple(words) for value, words in values.items()}, values_are_nouns=row.flag("values_are_nouns"), derived=row.maybe("derived"),
        more=row.texts("more"), less=row.texts("less"), tenant_values=row.flag("tenant_values"),
        by_clock=row.flag("by_clock"), past=row.flag("past"), is_level=row.flag("is_level"),
    )
    row.end()
    return made


def _relation(model: str, name: str, row: Row) -> Relation:
    made = Relation(
        model=model, name=name, to=row.text("to"), fk=row.maybe("fk"), inverse=row.maybe("inverse"), many=row.flag("many"),
        words=row.texts("words"), forward=row.texts("forward"), backward=row.texts("backward"), prepositions=row.texts("prepositions"),
        privacy=row.text("privacy"), default=row.flag("default"), where=row.table("where"), current=row.maybe("current"),
        or_through=row.maybe("or_through"), place=row.texts("place"), shown_by=row.texts("shown_by"),
        means_people_of_asker=row.flag("means_people_of_asker"), closure=row.flag("closure"), verbs_time=row.maybe("verbs_time"),
    )
    row.end()
    return made


def _predicate(model: str, name: str, row: Row) -> Predicate:
    made = Predicate(
        model=model, name=name, label=row.maybe("label") or name.replace("_", " "), words=row.texts("words"), verbs=row.texts("verbs"),
        nouns=row.texts("nouns"), opposite=row.texts("opposite"), all=row.texts("all"), time=row.maybe("time"),
        by=row.maybe("by"), computed=row.flag("computed"),
        says=row.maybe("says") or "", privacy=row.text("privacy"), ever=row.flag("ever"), lasts=row.maybe("lasts"),
        why=row.texts("why"),
    )
    row.end()
    return made


def _lacking(model: Model) -> Iterator[Predicate]:
    """That a record leads to nothing by one of its own relations, where no row has a name for it."""
    named = {text for predicate in model.predicates.values() for text in predicate.all if len(predicate.all) == 1}
    for relation in () if model.derived else model.relations.values():
        if relation.fk and relation.words and not relation.closure and not relation.where and (text := f"{relation.name} empty") not in named:
            yield Predicate(
                model=model.id, name=f"without_{relation.name}", label=f"without {relation.words[0]}", words=(), verbs=(), nouns=(), opposite=(),
                all=(text,), time=None, by=None, computed=False, says="", privacy=relation.privacy,
            )


def _metric(name: str, row: Row) -> Metric:
    how: Any = row.text("how")
    made = Metric(
        name=name, label=row.text("label"), words=row.texts("words"), verbs=row.texts("verbs"), of=row.text("of"), where=row.texts("where"), how=how,
        field=row.maybe("field"), part=row.texts("part"), period=row.maybe("period"), whose=row.texts("whose"),
        says=row.maybe("says") or "", unit=row.maybe("unit"), done=row.maybe("done"),
    )
    row.end()
    return made
