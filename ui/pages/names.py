"""A field for the name of a person or thing: names are offered from the second letter on, out of what the reader may see. Pure.

It is an ordinary field with a list beside it: the browser shows the offers and lets them be chosen by keyboard; the script asks for them.
"""

from collections.abc import Mapping

from ui.pages.layout import with_script
from ui.text.addresses import NAMES
from ui.text.markup import Markup, el

_SCRIPT = """const names = {};
document.addEventListener("input", ({target: field}) => {
  const list = document.getElementById(field.dataset?.names ?? ""), value = field.value;
  clearTimeout(names.waits);
  if (!list || value.trim().length < 2) return;
  names.waits = setTimeout(async () => {
    const answer = await fetch("ADDRESS", {method: "POST", body: new URLSearchParams({q: value})}).catch(() => null);
    if (!answer?.ok || field.value !== value) return;
    const found = await answer.json();
    if (field.value === value) list.replaceChildren(...found.map((name) => Object.assign(document.createElement("option"), {value: name})));
  }, 150);
});""".replace("ADDRESS", NAMES)
HEADERS: Mapping[str, str] = with_script(_SCRIPT)


def name_field(name: str, value: str, list_id: str, **marks: object) -> tuple[Markup, Markup]:
    """The field, and the list of its offers, which has the id. A page with such fields needs `script` and HEADERS."""
    control = el("input", name=name, value=value, maxlength="200", autocomplete="off", list=list_id, data_names=list_id, **marks)
    return control, el("datalist", id=list_id)


def script() -> Markup:
    """What a page with such fields ends with."""
    return el("script", Markup(_SCRIPT))
