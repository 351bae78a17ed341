"""Fields of forms: what was written into them, and beside a field what is wrong with it. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass

from ui.text.markup import Markup, Part, el

_WRONG = "eg-wrong"                     # a page has at most one form that cannot be used


@dataclass(frozen=True, slots=True)
class Filled:
    """What stands in a form. `form`: as it was sent, where it cannot be used; `name`: of the field that is wrong, `wrong`: what to do."""

    form: Mapping[str, str] | None = None
    name: str = ""
    wrong: str = ""

    @property
    def is_wrong(self) -> bool:
        """Whether it was sent and cannot be used."""
        return self.form is not None

    def value(self, name: str, usual: str = "") -> str:
        """What stands in a field."""
        return usual if self.form is None else self.form.get(name, "")

    def is_on(self, name: str, usual: bool) -> bool:
        """Whether a box is ticked."""
        return usual if self.form is None else name in self.form

    def mark(self, name: str) -> dict[str, object]:
        """Attributes of a field: of the wrong one that it is, where that is told, and that the page begins there."""
        return {"aria_invalid": "true", "aria_describedby": _WRONG, "autofocus": True} if self.is_wrong and name == self.name else {}

    def why(self, name: str) -> Markup | None:
        """What is wrong with a field, to stand beside it."""
        return el("span", self.wrong, id=_WRONG, class_="wrong", role="alert") if self.is_wrong and name == self.name else None


def field(label: str, control: Part, hint: Part = None, why: Markup | None = None) -> Markup:
    """A labelled control of a form, with what to write and what is wrong with what was written."""
    labelled = el("label", label, control, el("span", hint, class_="quiet") if hint else None)
    return el("div", labelled, why, class_="faulty") if why else labelled


def box(name: str, label: str, is_on: bool, **marks: object) -> Markup:
    """A box to tick."""
    return el("label", el("input", type="checkbox", name=name, checked=is_on, **marks), f" {label}", class_="box")


def options(choices: Mapping[str, str], chosen: str = "") -> list[Markup]:
    """What can be chosen: what each is called, by its value."""
    return [el("option", told, value=value, selected=value == chosen) for value, told in choices.items()]
