"""What can be done with an answer, as HTML: the row of tools below it, what may be chosen, its versions, what the person said of it. Pure.

Each button says in `data-do` what it does; `ui/chat/page.js` does it, or has `ui/chat/handlers.py` do it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from memory.feedback import NO_REMARK, Remark
from ui.text.markup import Markup, el, path
from ui.text.words import say

Option = Mapping[str, str]              # value, label
_TOOLS = (("copy", "Copy this answer"), ("comment", "Comment on this answer"), ("hand-on", "Share this answer"))
_THUMBS = (("up", "Good answer"), ("down", "Bad answer"))
_AGAIN = "Ask this again"


@dataclass(frozen=True, slots=True)
class Place:
    """Where more of an answer can be had, by our own routes, which check who asks."""

    session: str
    turn: str
    is_shareable: bool = False          # can the answer itself be shared, and not its question alone?
    remark: Remark = NO_REMARK          # what the person said of it

    @property
    def page(self) -> str:
        """What it rests on."""
        return path("answers", self.session, self.turn)

    @property
    def picture(self) -> str:
        """How its records are connected."""
        return path("answers", self.session, self.turn, "graph.svg")

    def file(self, name: str) -> str:
        """Its table or its chart as a file of that name."""
        return path("api", "sessions", self.session, "turns", self.turn, name)


def tools_of(place: Place | None) -> Markup | None:
    """The row below an answer that stands in the history; None below another."""
    if place is None:
        return None
    deeds = (_tool(do, label, data_turn=place.turn, data_said=place.remark.comment, data_shareable=place.is_shareable) for do, label in _TOOLS)
    thumbs = (_tool("rate", label, look=rating, data_turn=place.turn, data_rating=rating, aria_pressed=str(place.remark.rating == rating).lower())
              for rating, label in _THUMBS)
    return el("div", *deeds, *thumbs, _tool("again", _AGAIN, look="anew", data_turn=place.turn), class_="eg-tools")


def again_of(turn: str, said: str) -> Markup:
    """Below a question that came to nothing: the way to ask it again, in the words that it was put in."""
    return el("div", el("div", _tool("again", _AGAIN, look="anew", data_turn=turn, data_said=said), class_="eg-tools"), class_="eg-chips")


def options_of(options: Sequence[Option]) -> Markup | None:
    """What may be chosen, each a button with its label; None for nothing."""
    if not options:
        return None
    return el("div", *(el("button", one["label"], type="button", class_="eg-option", data_do="choose", data_value=one["value"]) for one in options),
              class_="eg-options")


def switch_of(turn: str, versions: Sequence[str]) -> Markup | None:
    """Below a question that was edited or asked again: which of its versions is shown, and the ways to those beside it."""
    if turn not in versions or len(versions) == 1:
        return None
    at, count = versions.index(turn), len(versions)

    def way(sign: str, label: str, place: int) -> Markup:
        there = versions[place] if 0 <= place < count else None
        return el("button", sign, type="button", class_="eg-act", data_do="version", data_turn=there, data_step=label, disabled=there is None,
                  aria_label=say(f"{label} version of this question"), title=say(f"{label} version of this question"))

    told = el("span", f"{at + 1}/{count}", role="status", aria_label=say("Version {number} of {count}", number=at + 1, count=count))
    return el("div", way("‹", "Previous", at - 1), told, way("›", "Next", at + 1), class_="eg-versions", role="group",
              aria_label=say("Versions of this question"), data_of=versions[0])


def remark_of(place: Place | None) -> Markup | None:
    """What the person wrote of an answer, to be put in other words or deleted; their thumb is told by its button."""
    comment = place.remark.comment if place is not None else None
    if place is None or comment is None:
        return None
    acts = [el("button", say(label), type="button", class_="eg-chip", data_do=do, data_turn=place.turn, data_said=comment, aria_label=say(told))
            for do, label, told in (("comment", "Edit", "Edit your comment"), ("uncomment", "Delete", "Delete your comment"))]
    said = el("p", el("strong", say("Your comment")), " ", comment)
    label = say("What you said of this answer")
    return el("div", said, el("div", *acts, class_="eg-remark-acts"), class_="eg-remark", role="group", aria_label=label)


def _tool(do: str, label: str, *, look: str = "", **about: object) -> Markup:
    """`look`: by which its icon is known, where that is not what it does."""
    return el("button", type="button", class_=f"eg-act eg-{look or do}", data_do=do, aria_label=say(label), title=say(label), **about)
