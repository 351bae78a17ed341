"""The pages of people and things: looked for by name, one with all that the reader may know of it, the way between two. Pure."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import quote

from agent.access.explore import Entity, Happened, Joined, Thing, Tie
from ui.pages.layout import ENTITIES, Reader, card, empty, page
from ui.pages.markup import Markup, Part, el, link
from ui.pages.picture import address, called, kind, picture
from ui.pages.relations import in_words

_TITLE = "People and things"
_STATES: Mapping[str, str] = {"deleted": "The source says that this is gone.", "retired": "The last full read did not see this any more."}
_MOST_HAPPENED = 30


@dataclass(frozen=True, slots=True)
class Telling:
    """Who reads, how times are told, and where Neo4j Browser shows the record, where that is offered to the reader."""

    reader: Reader
    day: Callable[[datetime], datetime]
    browser: str | None = None

    def on(self, text: str | None) -> Part:
        """A time in ISO text, in the company's own zone."""
        if not text:
            return "not known"
        local = self.day(datetime.fromisoformat(text))
        return el("time", f"{local.day} {local:%b %Y, %H:%M}", datetime=local.isoformat(timespec="minutes"))


def search_page(told: Telling, text: str, found: Sequence[Thing]) -> Markup:
    """Things by a name; without one, what can be looked for."""
    if not text.strip():
        result: Part = empty("Nothing is looked for yet.", "Write the name of a person, a customer, a ticket or a deal.")
    elif not found:
        result = empty(f"I find nothing for “{text}” that you may see.", "Write the name as the app has it, or less of it.")
    else:
        result = card(f"{len(found)} found", _list(found))
    return page(_TITLE, ENTITIES, told.reader, _search_form(text), result)


def entity_page(told: Telling, entity: Entity) -> Markup:
    """A thing: names, joins, a drawing of what is around it, relations, what happened."""
    thing = entity.thing
    return page(
        called(thing), ENTITIES, told.reader, el("p", _kind_line(entity), class_="quiet"),
        el("p", _STATES[entity.state], class_="notice wrong") if entity.state in _STATES else None,
        _facts(told, entity), _joins(told, entity.joined), _around(entity), _relations(told, entity), _way_form(thing),
        _happened(told, entity.happened), _browser(told))


def way_page(told: Telling, start: Thing, wanted: str, found: Sequence[Thing], way: Sequence[Tie] | None) -> Markup:
    """How two things are connected. `found`: what `wanted` may mean; the way is that to the only one."""
    name = called(start)
    if not wanted.strip():
        result: Part = None
    elif len(found) != 1:
        choose = [link(f"{address(start)}/way?to={quote(one.key)}", called(one)) for one in found]
        result = card("Which one?", el("ul", *(el("li", each, f", {kind(one)}") for each, one in zip(choose, found, strict=True)))) if found else \
            empty(f"I find nothing for “{wanted}” that you may see.", "Write the name as the app has it.")
    elif way is None:
        result = empty(f"I see no connection between {name} and {called(found[0])} over at most four steps.", "Try somebody nearer to either.")
    else:
        result = card(f"From {name} to {called(found[0])}", _steps(start, way))
    return page(f"How {name} is connected", ENTITIES, told.reader, el("p", link(address(start), f"Back to {name}")), _way_form(start, wanted), result)


def _kind_line(entity: Entity) -> str:
    words = kind(entity.thing)
    return words[:1].upper() + words[1:]


def _facts(told: Telling, entity: Entity) -> Part:
    others = [name for name in entity.names if name != entity.thing.name]
    rows: list[tuple[str, Part]] = [("Also called", ", ".join(others))] if others else []
    rows += [("E-mail", entity.email)] if entity.email else []
    rows += [(name.replace("_", " ").capitalize(), str(value)) for name, value in entity.details.items()]
    rows += [("Number in the app", entity.remote_id)] if entity.remote_id else []
    rows += [("Last seen", told.on(entity.seen_at))]
    facts = el("dl", *((el("dt", name), el("dd", value)) for name, value in rows))
    more = el("p", "Facts are read from the app when you ask: ", link("/", "ask in the chat"), ".", class_="quiet")
    return card("What it is known by", facts, more)


def _joins(told: Telling, joined: Iterable[Joined]) -> Part:
    found = [el("li", _linked(one.thing), el("br"), el("span", _why(told, one), class_="quiet")) for one in joined]
    return card("The same in other apps", el("ul", *found, class_="plain")) if found else None


def _why(told: Telling, one: Joined) -> Part:
    if one.decided_by_people:
        return "An operator said that they are the same", " on " if one.since else "", told.on(one.since) if one.since else "", "."
    return "Because: ", ", ".join(one.because) or "the rules find them the same", "."


def _around(entity: Entity) -> Part:
    drawn = picture([entity.thing, *(one.thing for one in entity.joined)], entity.ties)
    return card("What is around it", drawn) if drawn else card(
        "What is around it", empty("Nothing that you may see is tied to this.", "Its app may hold more; ask for it in the chat."))


def _relations(told: Telling, entity: Entity) -> Part:
    """The same as the drawing in words, and all of it."""
    own = {entity.thing.key, *(one.thing.key for one in entity.joined)}
    groups: dict[str, list[tuple[Thing, Tie]]] = {}
    for tie in entity.ties:
        outgoing = tie.start.key in own
        groups.setdefault(in_words(tie.relation, outgoing=outgoing), []).append((tie.end if outgoing else tie.start, tie))
    lists = {words: el("ul", *(_line(told, thing, tie) for thing, tie in some)) for words, some in groups.items()}
    parts = [(el("h3", f"{words[:1].upper()}{words[1:]}"), lines) for words, lines in lists.items()]
    return card("Relations", *parts) if parts else None


def _line(told: Telling, thing: Thing, tie: Tie) -> Markup:
    since = el("span", ", the record last changed on ", told.on(tie.changed_at), class_="quiet") if tie.changed_at else None
    return el("li", _linked(thing), since)


def _steps(start: Thing, way: Sequence[Tie]) -> Markup:
    here, lines = start, [el("li", _linked(start))]
    for tie in way:
        outgoing = tie.start.key == here.key
        here = tie.end if outgoing else tie.start
        lines.append(el("li", el("span", in_words(tie.relation, outgoing=outgoing), class_="quiet"), " ", _linked(here)))
    return el("ol", *lines)


def _happened(told: Telling, happened: Sequence[Happened]) -> Part:
    lines = [el("li", told.on(one.at), f": {one.what} ", _linked(one.thing) if one.thing else None) for one in happened[:_MOST_HAPPENED]]
    return card("What happened to it here", el("p", "As Evergraph learned it.", class_="quiet"), el("ul", *lines, class_="plain")) if lines else None


def _browser(told: Telling) -> Part:
    return el("p", link(told.browser, "Show it in Neo4j Browser"), " (for who runs the installation)", class_="quiet") if told.browser else None


def _search_form(text: str) -> Markup:
    field = el("input", id="q", name="q", value=text, type="search", maxlength="200", autocomplete="off")
    return el("form", el("label", "Name", field, for_="q"), el("button", "Look", type="submit", class_="main"), method="post", action=ENTITIES,
              class_="row", role="search")


def _way_form(start: Thing, wanted: str = "") -> Markup:
    field = el("input", id="with", name="with", value=wanted, maxlength="200", autocomplete="off")
    label = f"How is {called(start)} connected with"
    return el("form", el("label", label, field, for_="with"), el("button", "Show the way", type="submit"), method="post",
              action=f"{address(start)}/way", class_="row")


def _list(found: Iterable[Thing]) -> Markup:
    return el("ul", *(el("li", _linked(one)) for one in found), class_="plain")


def _linked(thing: Thing) -> Markup:
    return el("span", link(address(thing), called(thing)), f", {kind(thing)}" if thing.name else "")
