"""A small graph as a drawing (SVG): things on the left, what they are tied to on the right, a curve for each tie. Pure.

Two columns stay readable on a narrow screen, every thing is a link, and the same is told in words beside the drawing.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from agent.access.explore import Thing, Tie
from agent.phrasing.inflection import capital, plural
from ui.pages.layout import look
from ui.pages.relations import in_words
from ui.text.addresses import ENTITIES
from ui.text.labels import kind_said
from ui.text.markup import Markup, Part, el, path
from ui.text.words import say, spoken

MOST = 16                               # things in the right column
_WIDE, _ROW, _TOP, _GAP = 420, 66, 8, 112       # width, a row's height, margins, the room between the columns for what a tie says
_LINE = 18                              # the height of what a tie says
_MOST_LETTERS = 200                     # of a line: what a box has no room for is left out by the style sheet, which knows how wide letters are
_HTML = "http://www.w3.org/1999/xhtml"


@dataclass(frozen=True, slots=True)
class _Box:
    x: float
    y: float

    @property
    def middle(self) -> float:
        return self.y + (_ROW - 8) / 2


_BOX = (_WIDE - _GAP) / 2               # a box's width
_LEFT, _RIGHT = 1.0, _WIDE - _BOX - 1   # where the columns begin


def address(thing: Thing) -> str:
    """The page of a thing."""
    category, _, model = thing.model.partition("/")
    return f"{ENTITIES}{path(category, model, thing.merge_id)}"


def called(thing: Thing) -> str:
    """What a thing is called; what it is, where it has no name."""
    return thing.name or say("a {kind}", kind=kind(thing))


def kind(thing: Thing) -> str:
    """"CRM account", in the language that is spoken here."""
    return kind_said(thing.model.partition("/")[0], thing.model)


def picture(near: Sequence[Thing], ties: Iterable[Tie]) -> Markup | None:
    """The drawing; None where nothing is tied. `near`: the things it is about."""
    first = {thing.key: thing for thing in near}
    drawn = _drawn(first, ties)
    if not drawn:
        return None
    others = {end.key: end for tie in drawn for end in (tie.start, tie.end) if end.key not in first}
    ours = {key: thing for key, thing in first.items() if any(key in (tie.start.key, tie.end.key) for tie in drawn)}
    aside = _aside(ours, drawn)
    left, right = [key for key in ours if key not in aside], [*aside, *others]
    high = _TOP * 2 + _ROW * max(len(left), len(right), 1)
    boxes = _column(left, _LEFT, high) | _column(right, _RIGHT, high)
    title = say("{count} things and {ties} ties", count=len(ours) + len(others), ties=len(drawn))
    drawing = el("svg", el("title", title), [_curve(tie, boxes) for tie in drawn], [_label(tie, boxes) for tie in drawn],
              [_thing(thing, boxes[key], is_near=key in first) for key, thing in (ours | others).items()],
              viewBox=f"0 0 {_WIDE} {high}", class_="graph", role="group", aria_label=say("Drawing: {title}", title=title))
    return el("div", drawing, class_="wide")


@dataclass(frozen=True, slots=True)
class Group:
    """Things of one kind to which a thing is tied in one way. `id`: of the list on the page that names them all."""

    id: str
    relation: str                       # "works on", read from the thing
    kind: str
    things: tuple[Thing, ...]

    @property
    def told(self) -> str:
        """"Works on · 12 tickets"."""
        return f"{capital(self.relation)} · {self.many if len(self.things) > 1 else self.kind}"

    @property
    def many(self) -> str:
        """"12 tickets"; other languages have no plurals here."""
        count = len(self.things)
        return f"{count} {plural(self.kind)}" if spoken() == "en" else say("{count} × {kind}", count=count, kind=self.kind)


def draw_neighbours(thing: Thing, groups: Sequence[Group]) -> Markup:
    """A thing and the kinds of things around it: a box for each kind, which leads to the list of them, or to the only one there is."""
    high = _TOP * 2 + _ROW * len(groups)
    [mine], theirs = _column([thing.key], _LEFT, high).values(), _column([each.id for each in groups], _RIGHT, high)
    curves = [_between(mine, theirs[each.id]) for each in groups]
    labels = [_says(each.relation, theirs[each.id]) for each in groups]
    boxes = [_box(theirs[each.id], *_told_of(each)) for each in groups]
    several = say("{name} and {count} kinds of things around it", name=called(thing), count=len(groups))
    title = several if len(groups) > 1 else say("{name} and what is around it", name=called(thing))
    drawing = el("svg", el("title", title), curves, labels, _box(mine, (called(thing), kind(thing)), address(thing), is_near=True), boxes,
                 viewBox=f"0 0 {_WIDE} {high}", class_="graph", role="group", aria_label=say("Drawing: {title}", title=title))
    return el("div", drawing, class_="wide")


def _told_of(group: Group) -> tuple[tuple[str, str], str]:
    """The two lines of a group's box, and where it leads."""
    if len(group.things) == 1:
        return (called(group.things[0]), group.kind), address(group.things[0])
    return (group.many, ", ".join(dict.fromkeys(map(called, group.things)))), f"#{group.id}"


def image(near: Sequence[Thing], ties: Iterable[Tie]) -> Markup:
    """The drawing as a picture of its own, in the colours of the pages; an empty one where nothing is tied."""
    drawn = picture(near, ties) or el("svg", viewBox=f"0 0 {_WIDE} {_ROW}", class_="graph")
    inner = drawn.partition("<svg ")[2].partition("</svg>")[0]
    opening, _, rest = inner.partition(">")
    return Markup(f'<svg xmlns="http://www.w3.org/2000/svg" {opening}><style>{look()}</style>{rest}</svg>')


def _drawn(first: Mapping[str, Thing], ties: Iterable[Tie]) -> list[Tie]:
    """The ties that are drawn: between what it is about, then to others, to those with most ties first."""
    touching = [tie for tie in ties if {tie.start.key, tie.end.key} & first.keys()]
    counts: dict[str, int] = {}
    for tie in touching:
        for end in {tie.start.key, tie.end.key} - first.keys():
            counts[end] = counts.get(end, 0) + 1
    shown = set(sorted(counts, key=lambda key: -counts[key])[:MOST]) | first.keys()
    return [tie for tie in touching if {tie.start.key, tie.end.key} <= shown]


def _aside(ours: Mapping[str, Thing], drawn: Iterable[Tie]) -> list[str]:
    """Of the things that it is about, those to which others of them lead: on the right, so that ties between two do not lie on each other."""
    inner = [tie for tie in drawn if tie.start.key in ours and tie.end.key in ours and tie.start.key != tie.end.key]
    starts, ends = [tie.start.key for tie in inner], [tie.end.key for tie in inner]
    return [key for key in ours if ends.count(key) > starts.count(key)]


def _column(keys: Sequence[str], x: float, high: float) -> dict[str, _Box]:
    room = (high - 2 * _TOP) / max(len(keys), 1)
    return {key: _Box(x, _TOP + room * (place + 0.5) - (_ROW - 8) / 2) for place, key in enumerate(keys)}


def _ends(tie: Tie, boxes: Mapping[str, _Box]) -> tuple[_Box, _Box, bool]:
    """The left box, the right one, and whether the tie leads to the right."""
    start, end = boxes[tie.start.key], boxes[tie.end.key]
    return (start, end, True) if start.x <= end.x else (end, start, False)


def _curve(tie: Tie, boxes: Mapping[str, _Box]) -> Markup:
    left, right, _ = _ends(tie, boxes)
    if left.x == right.x:               # both in one column: a bow on its inner side
        x, bow = (left.x + _BOX, left.x + _BOX + 40) if left.x == _LEFT else (left.x, left.x - 40)
        return el("path", d=f"M{x} {left.middle:.0f} C{bow} {left.middle:.0f} {bow} {right.middle:.0f} {x} {right.middle:.0f}", class_="edge")
    return _between(left, right)


def _between(left: _Box, right: _Box) -> Markup:
    from_, to = left.x + _BOX, right.x
    half = (from_ + to) / 2
    return el("path", d=f"M{from_} {left.middle:.0f} C{half} {left.middle:.0f} {half} {right.middle:.0f} {to} {right.middle:.0f}", class_="edge")


def _label(tie: Tie, boxes: Mapping[str, _Box]) -> Markup:
    """What the tie says, read from the left, near its right end, where the ties lie apart."""
    left, right, outgoing = _ends(tie, boxes)
    words = in_words(tie.relation, outgoing=outgoing)
    if left.x == right.x == _LEFT:
        return _line(words, left.x + _BOX + 6, (left.middle + right.middle) / 2, "says")
    return _says(words, right)


def _says(words: str, right: _Box) -> Markup:
    return _line(words, right.x - _GAP + 6, right.middle - _LINE / 2, "says ends")


def _line(words: str, x: float, y: float, style: str) -> Markup:
    """Words between the columns, on a line of their own."""
    return _written(el("span", words, title=words), style, x, y, _GAP - 12, _LINE)


def _written(inside: Part, style: str, x: float, y: float, wide: float, high: float) -> Markup:
    """Words in a drawing as HTML, which cuts them where their room ends and says so by an ellipsis."""
    return el("foreignObject", el("div", inside, xmlns=_HTML, class_=style), x=f"{x:.0f}", y=f"{y:.0f}", width=f"{wide:.0f}", height=f"{high:.0f}")


def _thing(thing: Thing, box: _Box, *, is_near: bool) -> Part:
    return _box(box, (called(thing), kind(thing)), address(thing), is_near=is_near)


def _box(box: _Box, told: tuple[str, str], leads_to: str, *, is_near: bool = False) -> Markup:
    """Two lines in a box that leads somewhere."""
    first, second = (line[:_MOST_LETTERS] for line in told)
    words = (el("span", first, class_="name"), el("span", second, class_="says"))
    return el("a", el("title", f"{first}, {second}"),
              el("rect", x=f"{box.x:.0f}", y=f"{box.y:.0f}", width=f"{_BOX:.0f}", height=_ROW - 8, rx=6, class_="node"),
              _written(words, "box", box.x, box.y, _BOX, _ROW - 8),
              href=leads_to, class_="near" if is_near else None)
