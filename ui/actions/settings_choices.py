"""What the forms of a company's settings offer to be chosen: in people's words, with what each is in the file. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from agent.catalogue import Field, Model
from agent.catalogue.house import house
from agent.phrasing.inflection import capital
from agent.policy.wording import called
from ingest.company import Company
from ui.text.labels import kind_said
from ui.text.words import say

_CLASSES = ("B", "C", "D")              # of people's fields
_PRIVATE = frozenset({"B", "B-dates"})  # what payroll may be let see
_KINDS_OF_DATA = "Kinds of data"
Choices = Mapping[str, Mapping[str, str]]       # groups, each with what people call a thing by what the file calls it


@dataclass(frozen=True, slots=True)
class Offered:
    """What can be chosen: of what is never shown, of private fields, and of kinds of records."""

    never: Choices
    private: Choices
    kinds: Mapping[str, str]

    def told(self, value: str) -> str:
        """What people call something of the file; itself, where nothing here is called so."""
        groups = (self.kinds, *self.never.values(), *self.private.values())
        return next((group[value] for group in groups if value in group), value)


def offered(company: Company) -> Offered:
    """What this company can choose from, its own fields included."""
    models = sorted(house(company).models.values(), key=_told)
    classes = {say(_KINDS_OF_DATA): {name: say("All {what}", what=say(called(name))) for name in _CLASSES}}
    return Offered(classes | _fields(models, None), _fields(models, _PRIVATE), {_name(model.id): _told(model) for model in models})


def _fields(models: Iterable[Model], classes: frozenset[str] | None) -> dict[str, dict[str, str]]:
    groups = {_told(model): {_name(one.id): f"{_told(model)}: {_label(one)}" for one in model.fields.values()
                             if classes is None or one.privacy in classes} for model in models}
    return {group: fields for group, fields in groups.items() if fields}


def _told(model: Model) -> str:
    return capital(kind_said(model.id.partition("/")[0], model.id))


def _label(one: Field) -> str:
    return say(capital(one.label or one.name.replace("_", " ")))


def _name(name: str) -> str:
    return name.replace("/", ".", 1)
