"""The same asked of two things: "revenue this year versus last year", "did we win more deals this year than last year?".

The words are put as two questions, one with either side. They are a comparison only where both have a reading and these differ in one place.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from itertools import islice, product
from typing import Any, Literal, cast

from agent.language import patterns
from agent.plan.algebra import Column, Exists, Figures, Goal, Me, Measure, Named, Names, Quantity, Set, Show, Table, Union, nodes, thing_of
from agent.plan.periods import Interval

Noted = Mapping[Goal, tuple[str, ...]]  # goals, each with what was taken for granted
Contrast = Literal["", "more", "less", "more by", "less by"]
Read = Callable[[str], Noted]
_LONGEST = 6                            # words of a side
_MOST_CUTS = 8                          # places at which a text is looked at as two sides
_AGAINST = r"(?:as )?(?:versus|vs?\.?|compared (?:to|with)|in comparison (?:to|with)|opposed to|against|relative to)"
_COMPARE = " compare (?:to|with|against) "
_THOSE = r"(?:(?:that|those|the ones?|the figures?) (?=\w))?"
_JOINT = re.compile(rf",? {_AGAINST} {_THOSE}", re.IGNORECASE)
_BETWEEN = re.compile(rf",? (?:and|with|to|{_AGAINST}) {_THOSE}", re.IGNORECASE)
_OPENINGS = (                           # each with what joins the sides behind it; without one, _JOINT does
    (re.compile(r"(?:please )?(?:compare|contrast|(?:a |the )?comparison (?:of|between)) (?P<both>.+)", re.IGNORECASE), _BETWEEN),
    (re.compile(rf"how (?:do|does|did) (?P<both>.+?{_COMPARE}.+)", re.IGNORECASE), re.compile(_COMPARE, re.IGNORECASE)),
)
_HOW = r"(?P<how>more|higher|bigger|larger|greater|fewer|less|lower|smaller)"
_DOES = r"(?P<does>is|are|was|were|did|do|does|have|has)"
_MORE = frozenset({"more", "higher", "bigger", "larger", "greater"})
_ONLY = r"(?: (?:this|last|in|on|at|for|from|since|during|per|with|today) .+?)?"
_CONTRASTS: tuple[tuple[str, str, tuple[str, ...]], ...] = (     # a question, what it asks of both, and ways to say it plainly
    (rf"(?:by )?how (?P<much>many|much) {_HOW} (?P<of>.+?)", " by", ("how {much} {of}",)),
    (rf"(?:by )?how much {_HOW} (?:is|was|are|were) (?P<of>.+?)", " by", ("{of}",)),
    (rf"by how much (?:is|was|are|were) (?P<of>.+?) {_HOW}(?P<only>{_ONLY})", " by", ("{of}{only}",)),
    (rf"{_DOES} (?P<who>.+?) {_HOW}(?P<of>{_ONLY})", "", ("how much {does} {who}{of}", "{who}{of}")),     # "did we invoice more": more money
    (rf"{_DOES} (?P<who>.+?) {_HOW} (?P<what>.+?)(?P<of>{_ONLY})", "",
     ("{does} {who} {what}{of}", "how many {what} {does} {who}{of}", "{who} {what}{of}")),
)
_THAN = " than (?P<other>.+)"
_HOLDS = frozenset({"have", "has", "had", "own", "owned", "close", "closed", "win", "won"})      # may stand behind the first side
_GOES_ON = re.compile(
    rf"(?:and |but |so )?(?:(?:{_AGAINST}) |how (?:does|do|is) (?:that|it|this|they){_COMPARE})(?P<other>.+)", re.IGNORECASE)
_LISTS = re.compile(
    r"(?:please |can you |could you )?(?:who|whose|which|what|where|list|show|name|give|tell)\b(?! is\b| are\b|'s\b| was\b)", re.IGNORECASE)
_LEAVES = (Interval, Quantity, str, bool, int, type(None))


def side_by_side(question: str, last: Goal | None, read: Read) -> Mapping[Goal, tuple[str, ...]]:
    """What a question that holds two things against each other may mean, with what was taken for granted on the way."""
    found: dict[Goal, tuple[str, ...]] = {}
    text = " ".join(question.rstrip(" ?.!").split())
    lists = _LISTS.match(text) is not None
    for contrast, plainly in _contrasts(text):
        for firsts, seconds in _readings(plainly, last, read):
            for (one, ours), (other, theirs) in product(firsts.items(), seconds.items()):
                goal = _compared(one, other, contrast, lists=lists)
                if goal is not None and _names_what_is_said(goal, text):
                    found.setdefault(goal, tuple(dict.fromkeys((*ours, *theirs))))
            if found:
                return found            # of the ways to cut, the one whose second side is the longest
    return {}


def _contrasts(text: str) -> Iterator[tuple[Contrast, str]]:
    """What is asked of two figures, and the plain words that hold them against each other."""
    for says, contrast, plainly in _CONTRASTS:
        if (found := _contrast(says).fullmatch(text)) is not None:
            direction = "more" if (found.groupdict().get("how") or "more").lower() in _MORE else "less"
            kind = cast(Contrast, f"{direction}{contrast}")
            yield from ((kind, f"{each} versus {{other}}".format(**found.groupdict())) for each in plainly)
            return
    yield "", text


@cache
def _contrast(says: str) -> patterns.Pattern:
    return patterns.compiled(f"{says}{_THAN}", patterns.IGNORECASE)


def _names_what_is_said(goal: Goal, text: str) -> bool:
    """Is no name put together out of both sides?"""
    return all(n.mention.lower() in text.lower() for n in nodes(goal) if isinstance(n, Named))


def _readings(text: str, last: Goal | None, read: Read) -> Iterator[tuple[Noted, Noted]]:
    """What may be asked of the first side, and of the second: of a follow-up, the first is what was asked before."""
    goes_on = _GOES_ON.fullmatch(text)
    if last is not None and goes_on is not None:
        yield {last: ()}, read(f"and {goes_on['other']}")
        return
    for firsts, seconds in _cuts(text):
        others = {g: said for each in seconds for g, said in read(each).items()}
        yield from ((read(each), others) for each in firsts if others)


def _cuts(text: str) -> Iterator[tuple[list[str], list[str]]]:
    """Questions of which one may ask of the first side, and those of which one may ask of the second."""
    opened = ((found["both"], joint) for opening, joint in _OPENINGS if (found := opening.fullmatch(text)) is not None)
    both, joint = next(opened, (text, _JOINT))
    for at in islice(joint.finditer(both), _MOST_CUTS):
        before, behind = both[: at.start()].split(), both[at.end() :].split()
        if before and behind:
            firsts = [" ".join((*before, *behind[n:])) for n in range(min(_LONGEST, len(behind)), 0, -1)]
            sides = [" ".join((*before[:-n], *behind)) for n in range(1, min(_LONGEST, len(before)) + 1)]
            verb = before[-1] if before[-1].lower() in _HOLDS else ""       # "how many tickets does Ana have than Ben"
            yield firsts, [*sides, *(f"{side} {verb}" for side in sides if verb)]


def _compared(one: Goal, other: Goal, contrast: Contrast, *, lists: bool) -> Goal | None:
    """Two goals that differ in one place as one that tells both; None where they ask for different things.

    Unless it `lists` them, what holds several things against several others asks how many they are.
    """
    first, second = (one, other) if lists else (_counted(one, contrast), _counted(other, contrast))
    match first, second:
        case Show(node, field, unit), Show(against, same, _) if field == same and not contrast and _apart(first, second) == 1:
            return Table(Union(node.model, frozenset({node, against})), (Column(field, (), unit),))
        case Figures(measures), Figures((measure,)) if len(measures) == 1 or not contrast:
            is_alike = all(m.how == measure.how and _apart(m, measure) == 1 for m in measures)
            return Figures((*measures, measure), contrast) if is_alike else None
    return None


def _counted(goal: Goal, contrast: Contrast) -> Goal:
    """What is listed, or in a contrast asked to exist, as how many there are: "did we win more deals …"."""
    match goal:
        case Exists(node):
            is_many = bool(contrast) and thing_of(node) is None
        case Names(Set() as node):
            is_many = not node.newest and node.ranked is None
        case _:
            return goal
    return Figures((Measure(node, "count"),)) if is_many else goal


def _apart(one: Any, other: Any) -> int:
    """In how many places two parts of plans differ."""
    if one == other:
        return 0
    if isinstance(one, Named | Me) and isinstance(other, Named | Me):
        return 1 if one.model == other.model else _MANY
    if isinstance(one, _LEAVES) or isinstance(other, _LEAVES):
        return 1 if isinstance(one, _LEAVES) and isinstance(other, _LEAVES) else _MANY
    if isinstance(one, frozenset) and isinstance(other, frozenset):
        ours, theirs = tuple(one - other), tuple(other - one)
        return _apart(ours[0], theirs[0]) if len(ours) == len(theirs) == 1 else _MANY
    if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        return sum(_apart(*pair) for pair in zip(one, other, strict=True))
    if is_dataclass(one) and type(one) is type(other):
        return sum(_apart(getattr(one, each.name), getattr(other, each.name)) for each in fields(one))
    return _MANY


_MANY = 99
