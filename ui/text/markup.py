"""HTML out of plain data. Whatever is not markup made here is text: it is escaped, so what stands in a record can begin nothing."""

import html
import re
from collections.abc import Iterable
from urllib.parse import quote

from kg.leaving import shown

_VOID = frozenset({"br", "hr", "img", "input", "link", "meta"})
_WEB = re.compile(r"https?://[^\s\"'<>\\]+", re.IGNORECASE)


class Markup(str):
    """HTML that may stand as it is. Elsewhere it is made of our own constants only, such as the script of a page."""

    __slots__ = ()


Part = str | int | float | None | Iterable["Part"]


def el(tag: str, *inside: Part, **attributes: object) -> Markup:
    """An element. A trailing underscore of an attribute's name is dropped, others become hyphens; None and False leave the attribute out."""
    told = "".join(_attribute(name, value) for name, value in attributes.items() if value is not None and value is not False)
    return Markup(f"<{tag}{told}>" if tag in _VOID else f"<{tag}{told}>{text(inside)}</{tag}>")


def text(part: Part) -> Markup:
    """Parts one after another: markup as it is, everything else as text; None is nothing."""
    if isinstance(part, Markup):
        return part
    if part is None:
        return Markup("")
    if isinstance(part, str | int | float):
        return Markup(html.escape(shown(str(part))))
    return Markup("".join(text(each) for each in part))


def link(to: str, *inside: Part, **attributes: object) -> Markup:
    """A link to a page of ours or of the web; to any other address, only its words."""
    is_ours = to.startswith(("/", "#")) and not to.startswith(("//", "/\\"))
    return el("a", *inside, href=to, **attributes) if is_ours or _WEB.fullmatch(to) else text(inside)


def path(*parts: str) -> str:
    """An address of ours out of its parts, each as it is: "/entities/crm/Account/a%2Fb"."""
    return "".join(f"/{quote(part, safe='')}" for part in parts)


def _attribute(name: str, value: object) -> str:
    plain = name.rstrip("_").replace("_", "-")
    return f" {plain}" if value is True else f' {plain}="{html.escape(shown(str(value)))}"'
