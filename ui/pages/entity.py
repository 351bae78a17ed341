"""The pages of people and things: looked for by name, one with all that the reader may know of it, the way between two. Pure."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from urllib.parse import quote
from zoneinfo import ZoneInfo

from agent.access.explore import MOST_NEAR, Entity, Happened, Joined, Thing, Tie
from agent.answer import Cell
from agent.dialogue.entity_page import Dated, Facts, Sheet
from agent.phrasing.inflection import capital
from ui.pages.layout import Reader, card, empty, page
from ui.pages.names import name_field, script
from ui.pages.picture import Group, address, called, draw_neighbours, kind
from ui.pages.relations import in_words
from ui.text.addresses import ENTITIES
from ui.text.habits import USUAL, Habits, time_of
from ui.text.labels import app_of
from ui.text.markup import Markup, Part, el, link
from ui.text.words import say, spoken

_TITLE = "People and things"
_STATES: Mapping[str, str] = {"deleted": "The source says that this is gone.", "retired": "The last full read did not see this any more."}
_MOST_HAPPENED, _MOST_DATED = 30, 12
_TELLING = frozenset({"job title", "title", "team", "industry", "status", "stage", "account"})       # facts that say what somebody or something is
_MOST_TOLD, _MOST_QUESTIONS = 2, 3
_PLAIN_DAY = "date"                     # what the day of a record is called that has no other: it says nothing beside the day itself
_MOST_OPEN, _FEW = 12, 3                # things around it whose lists stand open: all together, of one kind
_PEOPLE = frozenset({"Employee", "Contact", "User", "Candidate", "RemoteUser"})


@dataclass(frozen=True, slots=True)
class Telling:
    """Who reads, how times are told, and where Neo4j Browser shows the record, where that is offered to the reader."""

    reader: Reader
    day: Callable[[datetime], datetime]
    now: datetime
    habits: Habits = USUAL
    browser: str | None = None

    def on(self, text: str | None) -> Part:
        """A time in ISO text, as the reader reads it."""
        return self.at(datetime.fromisoformat(text)) if text else say("not known")

    def at(self, time: date) -> Part:
        """A moment in the reader's zone, where that is not known in the company's; a day as it is."""
        if not isinstance(time, datetime):
            return el("time", self.habits.day(time), datetime=time.isoformat())
        local = self.day(time)
        zone = f" {local.tzname()}" if self.habits.zone is None else ""         # the company's clock, and not perhaps the reader's
        return el("time", self.habits.moment(local) + zone, datetime=local.isoformat(timespec="minutes"))

    @property
    def written(self) -> Habits:
        """As the reader reads, by the company's clock where theirs is not known."""
        zone = self.day(self.now).tzinfo
        return replace(self.habits, zone=zone) if self.habits.zone is None and isinstance(zone, ZoneInfo) else self.habits

    def value(self, value: Cell, unit: str | None) -> Part:
        """A fact as people write it."""
        time = value if isinstance(value, date) else time_of(value)
        if time is not None:
            return self.at(time)
        if isinstance(value, bool):
            return say("yes") if value else say("no")
        told = self.habits.figure(value, unit) if isinstance(value, int | float | Decimal) else str(value)
        return f"{told} {unit}" if unit else told

    def is_to_come(self, time: date) -> bool:
        """Does it lie after now?"""
        return time > self.now if isinstance(time, datetime) else time > self.day(self.now).date()


def search_page(told: Telling, text: str, found: Sequence[Sequence[Thing]]) -> Markup:
    """Things by a name, each with the records that it is; without one, what can be looked for."""
    if not text.strip():
        result: Part = empty(say("Nothing is looked for yet."), say("Write the name of a person, a customer, a ticket or a deal."))
    elif not found:
        result = empty(say("I find nothing for “{text}” that you may see.", text=text), say("Write the name as the app has it, or less of it."))
    else:
        result = card(say("{count} found", count=len(found)), el("ul", *(el("li", _each(some)) for some in found), class_="plain"))
    return page(say(_TITLE), ENTITIES, told.reader, _search_form(text), result, script())


def entity_page(told: Telling, entity: Entity, sheet: Sheet) -> Markup:
    """A thing: what it is, its facts as they are now, what is around it and when, why its records are one, and ways on."""
    thing, groups = entity.thing, _groups(entity)
    return page(
        called(thing), ENTITIES, told.reader, el("p", _what(entity, sheet.facts), class_="lead"),
        el("p", say(_STATES[entity.state]), class_="notice wrong") if entity.state in _STATES else None,
        _asks(thing, sheet.questions), _facts(told, entity, sheet), _around(thing, groups, sheet.dated), _timeline(told, sheet.dated),
        _joins(told, entity), _way_form(thing), _happened(told, entity.happened), _browser(told), script())


def way_page(told: Telling, start: Thing, wanted: str, found: Sequence[Thing], way: Sequence[Tie] | None) -> Markup:
    """How two things are connected. `found`: what `wanted` may mean; the way is that to the only one."""
    name = called(start)
    if not wanted.strip():
        result: Part = None
    elif len(found) != 1:
        choose = [link(f"{address(start)}/way?to={quote(one.key)}", called(one)) for one in found]
        each = [el("li", name, f", {kind(one)}") for name, one in zip(choose, found, strict=True)]
        result = card(say("Which one?"), el("ul", *each)) if found else \
            empty(say("I find nothing for “{text}” that you may see.", text=wanted), say("Write the name as the app has it, or less of it."))
    elif way is None:
        result = empty(say("I see no connection between {name} and {other} over at most four steps.", name=name, other=called(found[0])),
                       say("Try somebody nearer to either."))
    else:
        result = card(say("From {name} to {other}", name=name, other=called(found[0])), _steps(start, way))
    back = el("p", link(address(start), say("Back to {name}", name=name)))
    return page(say("How {name} is connected", name=name), ENTITIES, told.reader, back, _way_form(start, wanted), result, script())


def _what(entity: Entity, facts: Sequence[Facts]) -> str:
    """"Account Executive · Atlas · HR employee, also in CRM and ticketing"."""
    others = [say(app_of(one.thing.model.partition("/")[0])) for one in entity.joined]
    also = say(", also in {apps}", apps=_listed(list(dict.fromkeys(others)))) if others else ""
    told = [str(value) for label, value, _ in (facts[0].rows if facts else ()) if label in _TELLING and value]
    what = kind(entity.thing) + also
    return " · ".join([*told[:_MOST_TOLD], what]) if told else capital(what)


def _asks(thing: Thing, questions: Sequence[str]) -> Markup:
    """The ways to the chat, with a question filled in that is not asked yet."""
    is_person = thing.model.partition("/")[2] in _PEOPLE
    first = f"{'Who' if is_person else 'What'} is {called(thing)}?"
    main = link(f"/#write={quote(first, safe='')}", say("Ask about this"), class_="button main")
    more = [link(f"/#write={quote(text, safe='')}", text, class_="button") for text in questions[:_MOST_QUESTIONS]]
    return el("p", main, *more, class_="acts asks")


def _facts(told: Telling, entity: Entity, sheet: Sheet) -> Part:
    """What each app says now, with its age; then what it is found by."""
    ages = {facts.as_of for facts in sheet.facts}
    [age] = ages if len(ages) == 1 else [None]          # told once where it is that of all
    new = _without_repeats(sheet.facts, is_of_one_age=age is not None)
    parts = [_of_app(told, replace(facts, as_of=None) if age else facts, is_one=len(sheet.facts) == 1) for facts in new]
    same = [kind(facts.thing) for facts in sheet.facts if facts.thing not in {one.thing for one in new}]
    repeat = el("p", say("The same is said by: {kinds}.", kinds=_listed(same)), class_="quiet") if same else None
    read = el("p", say("Read in the apps just now; their data is as of"), " ", told.at(age), ".", class_="quiet") if age else None
    found_by = el("details", el("summary", say("What it is found by")), _found_by(told, entity))
    return card(say("What is known"), *parts, repeat, read, found_by) if parts or repeat else el("section", found_by, class_="card")


def _without_repeats(sheets: Sequence[Facts], *, is_of_one_age: bool) -> list[Facts]:
    """What each app says beside what an app before it says; those that say nothing else are left out, where all are of one age."""
    seen: list[tuple[str, Cell]] = []
    kept: list[Facts] = []
    for facts in sheets:
        rows = tuple(row for row in facts.rows if not any(_is_same(row[:2], one) for one in seen))
        if rows or not facts.rows or facts.url or not is_of_one_age:
            kept.append(replace(facts, rows=rows if is_of_one_age else facts.rows))
        seen += [row[:2] for row in facts.rows]
    return kept


def _is_same(one: tuple[str, Cell], other: tuple[str, Cell]) -> bool:
    """The same value, of fields that are called alike: "e-mail" and "work e-mail"."""
    labels = one[0], other[0]
    return one[1] == other[1] and max(labels, key=len).endswith(min(labels, key=len))


def _of_app(told: Telling, facts: Facts, *, is_one: bool) -> Markup:
    head = el("h3", capital(kind(facts.thing)), class_="unseen" if is_one else None)
    if facts.problem:
        return el("div", head, el("p", facts.problem, class_="quiet"), class_="app")
    rows = [(el("dt", say(capital(label))), el("dd", told.value(value, unit))) for label, value, unit in facts.rows]
    app = el("p", link(str(facts.url), say("Open in the app"), rel="noreferrer")) if facts.url else None
    age = el("p", say("As of"), " ", told.at(facts.as_of), class_="quiet") if facts.as_of else None
    nothing = el("p", say("The app says no more of it that you may see."), class_="quiet")
    return el("div", head, el("dl", *rows) if rows else nothing, app, age, class_="app")


def _found_by(told: Telling, entity: Entity) -> Markup:
    others = [name for name in entity.names if name != entity.thing.name]
    rows: list[tuple[str, Part]] = [(say("Also called"), ", ".join(others))] if others else []
    rows += [(say("E-mail"), entity.email)] if entity.email else []
    rows += [(say(capital(name.replace("_", " "))), str(value)) for name, value in entity.details.items()]
    rows += [(say("Number in the app"), entity.remote_id)] if entity.remote_id else []
    rows += [(say("Last seen by a sync"), told.on(entity.seen_at))]
    return el("dl", *((el("dt", name), el("dd", value)) for name, value in rows))


def _joins(told: Telling, entity: Entity) -> Part:
    """Why the records of several apps are told as one; those of one name that are so for the same reasons in one line."""
    alike: dict[tuple[str, bool, tuple[str, ...], str | None], list[Joined]] = {}
    for one in entity.joined:
        by_people = one.decided_by_people
        alike.setdefault((called(one.thing), by_people, one.because, one.since if by_people else None), []).append(one)
    found = [el("li", el("strong", name), f", {_listed([kind(one.thing) for one in some])}: ", _why(told, some[0]))
             for (name, *_), some in alike.items()]
    return card(say("Why these records are one"), el("ul", *found, class_="plain")) if found else None


def _why(told: Telling, one: Joined) -> Part:
    if one.decided_by_people:
        return say("an operator said that they are the same"), (", ", told.on(one.since)) if one.since else "", "."
    because = "; ".join(map(say, one.because))
    return say("taken for the same by: {reasons}.", reasons=because) if because else say("taken for the same by their names.")


def _groups(entity: Entity) -> list[Group]:
    """What is around a thing, by relation and kind; its own records are one, and so are those of each other thing."""
    own = {entity.thing.key, *(one.thing.key for one in entity.joined)}
    ends = {end.key: end for tie in entity.ties for end in (tie.start, tie.end)}
    groups: dict[tuple[str, str], dict[str, Thing]] = {}
    for tie in entity.ties:
        outgoing = tie.start.key in own
        told = tie.end if outgoing else tie.start
        other = ends[entity.alike.get(told.key, told.key)]
        if not {told.key, other.key} & own:
            groups.setdefault((in_words(tie.relation, outgoing=outgoing), kind(other)), {})[other.key] = other
    return [Group(f"kind-{number}", words, what, tuple(some.values())) for number, ((words, what), some) in enumerate(groups.items(), 1)]


def _around(thing: Thing, groups: Sequence[Group], dated: Sequence[Dated]) -> Part:
    """The kinds of things around it as a drawing, and beside it all of them in words. `dated`: what is tied to it by its day alone stands there."""
    if not groups and dated:
        return None
    if not groups:
        none = empty(say("Nothing that you may see is tied to this."), say("Its app may hold more; ask for it in the chat."))
        return card(say("What is around it"), none)
    few = sum(len(each.things) for each in groups) <= _MOST_OPEN
    lists = [el("details", el("summary", each.told), _named(each), open=few or len(each.things) <= _FEW) for each in groups]
    cut = el("p", say("At most {count} of a kind are shown here; the chat counts and lists them all.", count=MOST_NEAR), class_="quiet") \
        if any(len(each.things) >= MOST_NEAR for each in groups) else None
    return card(say("What is around it"), el("div", draw_neighbours(thing, groups), el("div", *lists, cut), class_="beside"))


def _named(group: Group) -> Markup:
    """Each name once; what else is called so has a number behind it."""
    alike: dict[str, list[Thing]] = {}
    for one in group.things:
        alike.setdefault(called(one), []).append(one)
    return el("ul", *(el("li", link(address(first), name), *_others(name, others)) for name, (first, *others) in alike.items()),
              id=group.id, class_="plain")


def _others(name: str, others: Sequence[Thing]) -> Iterator[Part]:
    for number, one in enumerate(others, 2):
        yield from (" ", link(address(one), f"({number})", aria_label=f"{name} ({number})"))


def _timeline(told: Telling, dated: Sequence[Dated]) -> Part:
    """The records around it on their days, what is still to come first."""
    to_come = [one for one in reversed(dated) if told.is_to_come(one.on)]
    past = [one for one in dated if not told.is_to_come(one.on)]
    parts = [(el("h3", say(name)), el("ol", *(_on_day(told, one) for one in some[:_MOST_DATED]), class_="line"))
             for name, some in (("Still to come", to_come), ("So far", past)) if some]
    return card(say("When"), *parts) if parts else None


def _on_day(told: Telling, one: Dated) -> Markup:
    return el("li", el("span", told.at(one.on), class_="when"), el("span", link(address(one.thing), called(one.thing)),
              el("span", f" {kind(one.thing)}", f", {_within(one.what)}" if one.what != _PLAIN_DAY else None, class_="quiet")))


def _within(label: str) -> str:
    """What a field is called within a line: nouns keep their capital letters where the language has them."""
    told = next((said for said in (say(capital(label)), say(label)) if said not in (label, capital(label))), label)
    return told if spoken() == "de" else told[:1].lower() + told[1:]


def _steps(start: Thing, way: Sequence[Tie]) -> Markup:
    here, lines = start, [el("li", _linked(start))]
    for tie in way:
        outgoing = tie.start.key == here.key
        here = tie.end if outgoing else tie.start
        lines.append(el("li", el("span", in_words(tie.relation, outgoing=outgoing), class_="quiet"), " ", _linked(here)))
    return el("ol", *lines)


def _happened(told: Telling, happened: Sequence[Happened]) -> Part:
    lines = [el("li", told.on(one.at), f": {say(one.what)} ", _linked(one.thing) if one.thing else None) for one in happened[:_MOST_HAPPENED]]
    whole = el("details", el("summary", say("What happened to it here, as Evergraph learned it")), el("ul", *lines, class_="plain"))
    return el("section", whole, class_="card") if lines else None


def _browser(told: Telling) -> Part:
    if told.browser is None:
        return None
    return el("p", link(told.browser, say("Show it in Neo4j Browser")), " ", say("(for whoever runs the installation)"), class_="quiet")


def _search_form(text: str) -> Markup:
    field, offered = name_field("q", text, "n-q", id="q", type="search")
    look = el("button", say("Look"), type="submit", class_="main")
    return el("form", el("label", say("Name"), field, for_="q"), offered, look, method="post", action=ENTITIES, class_="row", role="search")


def _way_form(start: Thing, wanted: str = "") -> Markup:
    field, offered = name_field("with", wanted, "n-with", id="with")
    label = say("How is {name} connected with", name=called(start))
    return el("form", el("label", label, field, for_="with"), offered, el("button", say("Show the way"), type="submit"), method="post",
              action=f"{address(start)}/way", class_="row")


def _each(some: Sequence[Thing]) -> Markup:
    """One thing that has been found, with all the apps that know it."""
    first, kinds = some[0], dict.fromkeys(kind(one) for one in some)
    return el("span", link(address(first), called(first)), f", {_listed(list(kinds))}" if first.name else "")


def _listed(names: Sequence[str]) -> str:
    """"HR, CRM and files", in the language that is spoken."""
    return " ".join([", ".join(names[:-1]), say("and"), names[-1]]) if len(names) > 1 else "".join(names)


def _linked(thing: Thing) -> Markup:
    return el("span", link(address(thing), called(thing)), f", {kind(thing)}" if thing.name else "")
