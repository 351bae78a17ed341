"""The pages of shared answers: one as its reader may see it, today's beside the one that was, and the list of what somebody shares. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from agent.answer import without_age
from ui.actions.sharing import Listed, Opened
from ui.answers.card import as_of, plain_table
from ui.answers.days import with_days
from ui.answers.prose import prose
from ui.answers.refusals import text_of
from ui.pages.answer import source
from ui.pages.entity import Telling
from ui.pages.layout import card, empty, notice, page
from ui.text.addresses import SHARES, shared_at
from ui.text.labels import name_of
from ui.text.markup import Markup, Part, el, link
from ui.text.words import say

_KEPT: Mapping[str, str] = {            # by whether the answer as it was may be seen, why it is not shown
    "closed": "The answer as it was rests on records that you may not see now, so it is not shown.",
    "unsure": "Not all that the answer as it was rests on can be looked at for you now, so it is not shown.",
}


def revoked_at(shared_id: str) -> str:
    """Where the form goes that ends a share."""
    return f"{shared_at(shared_id)}/revoked"


def shared_page(told: Telling, opened: Opened) -> Markup:
    """A shared answer in front of its reader."""
    shared, is_own = opened.shared, opened.shared.by == told.reader.email
    when = el("p", say("Shared on"), " ", told.at(shared.at), ". ", say("It can be opened until"), " ", told.at(shared.until), ".", class_="quiet")
    title = say("An answer that you share") if is_own else say("An answer that {name} shared with you", name=name_of(shared.by))
    return page(title, "", told.reader, when, el("blockquote", opened.question) if opened.question else None,
                el("div", _today(told, opened.view.today.as_json()), _past(told, opened), class_="pair"),
                el("p", say("Whoever opens this sees what their own rights open at that moment."), class_="quiet"),
                _revoke(shared.id, opened.question or "") if is_own else _asks(opened))


def shares_page(told: Telling, listed: Sequence[Listed], *, is_revoked: bool = False) -> Markup:
    """What the reader shares."""
    title = say("What you share")
    none = empty(say("You share no answer."), say("The button “Share this answer” below an answer of the chat begins it."))
    lines = el("ul", *(_line(told, each) for each in listed), class_="plain")
    return page(title, SHARES, told.reader, notice(say("It is shared no more.")) if is_revoked else None,
                el("p", say("Others of your company open these with their own rights. Nobody else can open them."), class_="quiet"),
                card(say("Answers"), lines if listed else none))


def _asks(opened: Opened) -> Markup | None:
    """The way to the chat with the words that were asked filled in, where the reader may see them."""
    words = opened.question if opened.past is not None else None
    return el("p", link(f"/#write={quote(words, safe='')}", say("Ask it yourself"), class_="button main"), class_="acts") if words else None


def _today(told: Telling, answer: Mapping[str, Any]) -> Markup:
    return card(say("Today, with your rights"), *_told(told, answer))


def _past(told: Telling, opened: Opened) -> Markup:
    if opened.past is None:
        return card(say("As it was"), el("p", say(_KEPT[opened.view.past])))
    return card([say("As it was on"), " ", told.on(str(opened.past["at"]))], *_told(told, opened.past))


def _told(told: Telling, answer: Mapping[str, Any]) -> list[Part]:
    """The words of an answer, its table, what it rests on and how old that is."""
    references = answer.get("references") or ()
    words = without_age(text_of(answer)) if references else text_of(answer)
    count = sum(int(each.get("count", 1)) for each in references)
    title = say("1 source") if count == 1 else say("{count} sources", count=told.habits.figure(count))
    rests = el("details", el("summary", title), el("ul", *(source(told, each, {}) for each in references), class_="plain")) if references else None
    drawn, table = prose(with_days(words, answer, told.written)), plain_table(answer, told.written)
    return [*drawn, table, rests, el("p", as_of(answer, told.written)) if references else None]


def _line(told: Telling, each: Listed) -> Markup:
    until = el("span", say("It can be opened until"), " ", told.at(each.shared.until), class_="quiet")
    told_of = el("span", link(shared_at(each.shared.id), each.question), el("br"), until)
    return el("li", told_of, _revoke(each.shared.id, each.question, "stop small"), class_="ends")


def _revoke(shared_id: str, question: str, style: str = "stop") -> Markup:
    name = say("Share it no more")
    button = el("button", name, type="submit", class_=style, aria_label=f"{name}: {question}" if question else None)
    return el("form", button, method="post", action=revoked_at(shared_id), class_="acts")
